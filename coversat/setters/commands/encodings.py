"""What ``coversat test`` prints of an encoding in a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...answering.own_encodings import FUNCTIONS
from ...base.errors import InputError
from ...base.files import shown
from ...comparing.judging import CONSISTENT, WRONG
from ...problems.user_files import text_of
from ..testing.encodings import EncodingTrial, Tried


def is_encoding(file: str) -> bool:
    """Whether a file of Python defines an encoding, and not a kind of puzzle; it is not run."""
    try:
        lines = text_of(file).splitlines()
    except InputError:
        return False
    return any(line.startswith(tuple(f"def {one}(" for one in FUNCTIONS)) for line in lines)


def encoding_lines(file: str, trial: EncodingTrial) -> Iterator[str]:
    """The lines about a file."""
    verdict = trial.verdict.upper() if trial.verdict == WRONG else trial.verdict
    yield f"{shown(file)}: {verdict}{f': {trial.stopped}' if trial.stopped else ''}"
    for one in trial.found:
        yield from _lines(one, trial.claimed)


def _lines(found: Tried, claimed: bool) -> Iterator[str]:
    larger = f", {found.larger:,} larger ones" if found.larger else ""
    yield f"  {found.function}: {found.cases:,} small constraints{larger}"
    if found.wrong:
        words, judgement = found.wrong
        yield f"    {words}"
        yield from (f"      {line}" for line in judgement.splitlines())
        return
    yield "    sound: yes; complete: yes"
    stated = ", although 'determined' says so" if claimed else ""
    yield f"    count kept: {f'no{stated}: {found.open}' if found.open else 'yes'}"
    if found.level == CONSISTENT:
        yield "    propagation: consistent"
    else:
        yield f"    propagation: {found.level}: {found.weak}"
    if found.growth:
        yield "    " + _columns("literals", [size for size, _, _ in found.growth])
        yield "    " + _columns("clauses", [clauses for _, clauses, _ in found.growth])
        yield "    " + _columns("new variables", [auxiliary for _, _, auxiliary in found.growth])


def _columns(name: str, numbers: list[int]) -> str:
    return f"{name:13}" + "".join(f"{number:9,}" for number in numbers)


def encoding_row(file: str, trial: EncodingTrial) -> dict[str, Any]:
    """The same as an object."""
    return {
        "file": file,
        "status": trial.verdict,
        "determined": trial.claimed,
        "functions": [one._asdict() for one in trial.found],
        "message": trial.stopped,
    }
