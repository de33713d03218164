"""Examples in pages of Markdown: the commands and what is shown below each, and Python."""

from __future__ import annotations

import re


def blocks(text: str, language: str) -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def steps(block: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with the output shown below it."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def said(code: str) -> list[str]:
    """What comments of a program, beside or below a `print`, say that it prints, line by line."""
    below = "".join(re.findall(r"^ *print\(.*\)\n((?:# .*\n)+)", code, re.MULTILINE))
    return [*re.findall(r"^ *print\(.*\)  # (.*)$", code, re.MULTILINE), *re.findall(r"# (.*)", below)]


# What the release of a SAT solver decides: its effort, the clauses and cuts it needs, the length of proofs.
BY_SOLVER = {
    r"(?m)^(\S*cnf:\S+/\w+(?: \d+){3}) \d+": r"\1 E",
    r"the cuts: \d+ clauses?": "the cuts: N clauses",
    r"the formula: \d+ of \d+ clauses": "the formula: N of M clauses",
    r"\b\d+ steps? leads? to": "N steps lead to",
}


def shown_alike(text: str) -> str:
    """What every run prints: no seconds, no widths of columns, nothing that a solver's release decides."""
    alike = re.sub(r"\d+\.\d{3}", "T", text.replace("\u001b", ""))
    alike = "\n".join(re.sub("─+", "─", " ".join(line.split())) for line in alike.splitlines()).strip()
    for pattern, shown in BY_SOLVER.items():
        alike = re.sub(pattern, shown, alike)
    return alike


def words(command: str) -> list[str]:
    """A command as its program gets it."""
    return [word.strip("'") for word in re.findall(r"'[^']*'|\S+", command)]
