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


def without_times(text: str) -> str:
    """Seconds differ from run to run; runs of spaces and rules follow the widths."""
    untimed = re.sub(r"\d+\.\d{3}", "T", text)
    return "\n".join(re.sub("─+", "─", " ".join(line.split())) for line in untimed.splitlines()).strip()


def words(command: str) -> list[str]:
    """A command as its program gets it."""
    return [word.strip("'") for word in re.findall(r"'[^']*'|\S+", command)]
