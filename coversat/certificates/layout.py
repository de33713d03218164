"""What a certificate's folder holds, and reading its files without trust.

File names are fixed here; none is taken from the certificate.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Mapping
from pathlib import Path

from ..errors import CoversatError
from ..findings import Verdict
from ..problems.cnf import Cnf

SUMMARY = "certificate.json"
PUZZLE = "puzzle.txt"
FORMULA = "formula.cnf"
ANSWER = "answer.txt"
BLOCKED = "blocked.cnf"
"""The formula with the one clause that rules out the answer's values of the projection."""
PROOFS: Mapping[str, str] = {"drup": "proof.drup", "lrat": "proof.lrat"}
"""The proof, in the form that the summary names."""
TWO_ANSWERS = ("answer-1.txt", "answer-2.txt")

FILES: Mapping[Verdict, tuple[str, ...]] = {
    Verdict.UNIQUE: (PUZZLE, FORMULA, ANSWER, BLOCKED),
    Verdict.NONE: (PUZZLE, FORMULA),
    Verdict.MULTIPLE: (PUZZLE, *TWO_ANSWERS),
}
"""The files for each verdict, apart from the summary and the proof."""

REFUTED: Mapping[Verdict, str] = {Verdict.UNIQUE: BLOCKED, Verdict.NONE: FORMULA}
"""The formula that the proof shows to have no model."""


def files_of(verdict: Verdict, proof: str | None) -> tuple[str, ...]:
    """The files for a verdict with a proof in this form, apart from the summary."""
    return (*FILES[verdict], *([] if proof is None else [PROOFS[proof]]))


FORMAT = 1
"""The number of this layout, in the summary."""

MOST_BYTES: Mapping[str, int] = {
    SUMMARY: 2**16,
    PUZZLE: 2**26,
    FORMULA: 2**30,
    BLOCKED: 2**30,
    ANSWER: 2**26,
    **dict.fromkeys(PROOFS.values(), 2**30),
    **dict.fromkeys(TWO_ANSWERS, 2**26),
}
"""The longest files that are read."""

NOTE = (
    "A proof speaks of the formula it refutes, and of nothing else. That the formula says what the "
    "puzzle says is the reduction's promise, which coversat's contract tests examine; the verdict rests "
    "on the proof and on that promise. The version, the solver and the seconds are told, not checked."
)


class CertificateError(CoversatError):
    """A certificate that cannot be written, or a folder that cannot be looked at."""


def read_file(folder: Path, name: str) -> bytes:
    """The bytes of one of the certificate's files.

    Raises
    ------
    CertificateError
        When it is missing, is no regular file (a link could lead anywhere, a pipe could wait for
        ever), or is too large.
    OSError
        When the disk fails while it is read.
    """
    # Some systems lack these flags, and those have no such files.
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    flags |= getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(folder / name, flags)
    except OSError as error:
        raise CertificateError(f"{name} cannot be opened: {error.strerror}") from None
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise CertificateError(f"{name} is no regular file")
    with os.fdopen(handle, "rb") as file:
        content = file.read(MOST_BYTES[name] + 1)
    if len(content) > MOST_BYTES[name]:
        raise CertificateError(f"{name} holds more than {MOST_BYTES[name]} bytes")
    return content


def stated(content: bytes) -> dict[str, int | str]:
    """What the summary states of a file."""
    return {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}


def formula_sizes(cnf: Cnf) -> dict[str, int]:
    """The sizes of a formula that stand in the summary."""
    return {
        "variables": cnf.variable_count,
        "clauses": len(cnf.clauses),
        "literals": sum(map(len, cnf.clauses)),
        "projection": len(cnf.shown_variables),
    }
