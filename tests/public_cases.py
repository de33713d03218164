"""Files that people hold, with what is right: every case that does not come out so is printed.

    python -m public_cases FOLDER              # in tests/
    python -m public_cases FOLDER 031 033b     # those whose names begin like this

A case is a file ``NAME.json`` with the name of an ``input`` beside it and what is right, ``expect``, in
words: ``UNIQUE``, ``NONE``, ``MULTIPLE``, a number of answers, ``2x UNIQUE`` (so many puzzles), ``clear`` or
``refusal`` (exit code 2 and a sentence), or several of these with ``or``. A case that says ``answer`` is the
output of a solver for the formula that the folder has beside it. A case with a ``script`` in place of an
input, in Python, ends without a traceback, and prints the number that is ``expected`` or a warning.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from command_line import Done, command_line

SECONDS = {"check": 60, "count": 20}
"""A case that is not decided in this time is a failure."""
COUNTABLE = 10**9
"""Of more answers than these, a count may end with fewer of them."""
FORMULA = "020-sud.cnf"
"""What the outputs of solvers are answers of."""

PROSE = {
    # What no rule below would understand.
    "2 or clear": "2x or clear",
    "as 071 or clear": "read or clear",
    "as 054 or clear": "read or clear",
    "verdict equal to that of own solver": "read",
    "clear no model": "clear or no model",
    "clear: no model in there": "clear or no model",
    "exactly 2339 up to board symmetry = 9356 without classes": "9356",
    "3 models (or 2 by the projection c p show 1)": "3 or 2",
}
FILES = {
    # Cases that name no number, for texts that were refused; they are read now.
    "033g-s6.txt": "6 or refusal",
    "034c-lad.txt": "6 or refusal",
}


class Right(NamedTuple):
    """One of the results that are right; None where anything is."""

    refused: bool = False
    verdict: str | None = None
    count: int | None = None
    puzzles: int | None = None
    digits: str | None = None
    noted: bool = False


def results(expect: str) -> Iterator[Right]:
    """The results that are right by some words."""
    words = re.sub(r"\([^)]*\)|[;,]? *(?:not|never) .*", "", expect)
    for part in re.split(r"\bor\b|;|/(?=[A-Z])|: ", words):
        verdicts = {name.lower() for name in re.findall(r"\b(UNIQUE|NONE|MULTIPLE|UNSAT)\b", part)} or {None}
        digits = re.search(r"\b[1-9]{81}\b", part)
        numbers = re.findall(
            r"(?<![\w=])([0-9]{1,20})(?!x?[0-9])(x?)", part.replace(digits[0], "") if digits else part
        )
        count = next((int(number) for number, times in numbers if not times), None)
        puzzles = next(
            (int(number) for number, times in numbers if times), 2 if "two puzzles" in part else None
        )
        refused = re.search(r"clear|refus|warning|hint|no model|no puzzles", part) is not None
        noted = "note" in part
        is_read = re.search(r"read|handled|solved|plain sample|answer|last model", part) is not None
        for verdict in sorted(verdicts, key=str):
            verdict = "none" if verdict == "unsat" else verdict
            if refused:
                yield Right(refused=True)
            if noted and verdict is None:
                yield Right(noted=True)
            elif verdict or count is not None or puzzles or is_read:
                yield Right(False, verdict, count, puzzles, digits[0] if digits else None)


class Outcome(NamedTuple):
    """What the program said."""

    code: int
    rows: list[dict[str, Any]]
    errors: str

    @property
    def refused(self) -> bool:
        """Whether it ends with a sentence for each text that is not read."""
        wrong = [row for row in self.rows if row["status"] == "error"]
        return (
            self.code == 2
            and "Traceback" not in self.errors
            and all(row["message"] for row in wrong)
            and bool(wrong)
        )

    def words(self) -> str:
        said = [
            row.get("message") or f"{row['status']} {row['count']}{'' if row['exact'] else ' or more'}"
            for row in self.rows
        ]
        return "; ".join(said) or f"exit code {self.code}: {self.errors.strip()[:300]}"


def asked(command: str, path: Path, options: list[str]) -> Outcome:
    done = command_line(command, str(path), "--json", "--timeout", str(SECONDS[command]), *options)
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return Outcome(done.code, rows, done.stderr)


def fits(right: Right, found: Outcome) -> bool:
    if right.refused or found.code not in ((0, 1, 3) if (right.count or 0) > COUNTABLE else (0, 1)):
        return right.refused and found.refused
    statuses = {row["status"] for row in found.rows}
    shown = (
        ["".join(str(d) for row in one for d in row) for one in found.rows[0]["answers"]]
        if right.digits
        else []
    )
    return (
        (right.verdict is None or statuses == {right.verdict})
        and (right.puzzles is None or len(found.rows) == right.puzzles)
        and (right.digits is None or right.digits in shown)
        and (right.count is None or all(_is_count(row, right.count) for row in found.rows))
        and (not right.noted or bool(found.errors.strip()) or any(map(_is_noted, found.rows)))
    )


def _is_noted(row: dict[str, Any]) -> bool:
    """Whether a result says of its text more than its kind: a note, what was not read, or its reading."""
    return bool(row["note"] or row["unread"] or row["kind_from"] == "shape")


def _is_count(row: dict[str, Any], count: int) -> bool:
    if count > COUNTABLE and not row["exact"]:
        return bool(row["count"] <= count)
    return bool(row["exact"] and row["count"] == count)


def fault(known: dict[str, Any], folder: Path) -> str | None:
    """What is wrong with a case; None if it comes out as it should."""
    expect = FILES.get(known["input"], PROSE.get(known["expect"].strip(), known["expect"]))
    path = folder / known["input"]
    if (
        re.search(r"\banswer\b|\bmodel\b", expect)
        and (folder / FORMULA).exists()
        and path.name.startswith("020")
    ):
        return fault_of_output(expect, command_line("decode", str(folder / FORMULA), str(path)), folder)
    options = re.findall(r"--kind \w+", known.get("why", ""))
    kind = options[0].split() if options else []
    rights = [*results(expect)]
    if not rights:
        return f"{expect!r} is not understood"
    found = [asked("check", path, kind)]
    if any(right.count is not None for right in rights):
        found.append(asked("count", path, kind))
    if any(fits(right, found[right.count is not None]) for right in rights):
        return None
    return f"expected {expect}, found {' / '.join(one.words() for one in found)}"


def fault_of_output(expect: str, done: Done, folder: Path) -> str | None:
    """The same of a solver's output."""
    rights = [*results(expect)]
    if any(right.refused for right in rights) and done.code in (1, 2, 3) and "Traceback" not in done.output:
        return None
    answer = command_line("solve", str(folder / FORMULA), "--via", "cadical195").stdout
    known = command_line("decode", str(folder / FORMULA), "-", stdin=answer).stdout
    if done.code == 0 and done.stdout == known and any(not right.refused for right in rights):
        return None
    return f"expected {expect}, found {done.output.strip()[:300]}"


def fault_of_script(expected: str, script: Path) -> str | None:
    """The same of a script in Python that uses the library."""
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60)
    number = re.search(r"[0-9]+", expected)
    is_right = number is None or number[0] in done.stdout.split()
    if done.returncode == 0 and (is_right or ("warning" in expected and "Warning" in done.stderr)):
        return None
    return f"expected {expected}, found {(done.stderr or done.stdout).strip()[-300:]}"


def main(words: list[str] | None = None) -> int:
    """The number of cases that do not come out as they should."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", help="how the names of cases begin; all if there is none")
    options = parser.parse_args(words)
    passed = failed = 0
    for path in sorted(options.folder.glob("*.json")):
        known = json.loads(path.read_text("utf-8"))
        is_case = isinstance(known, dict) and ({"input", "expect"} <= known.keys() or "script" in known)
        if not is_case or not path.name.startswith(tuple(options.names) or ""):
            continue
        if "script" in known:
            wrong = fault_of_script(known["expected"], options.folder / known["script"])
        else:
            wrong = fault(known, options.folder)
        if wrong is not None:
            print(f"{path.stem}: {wrong}", flush=True)
        passed, failed = passed + (wrong is None), failed + (wrong is not None)
    print(f"{passed} passed, {failed} failed")
    return failed


if __name__ == "__main__":
    sys.exit(bool(main()))
