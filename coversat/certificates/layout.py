"""What a certificate's folder holds, and reading its files without trust.

File names are fixed here and in the forms of proofs; none is taken from the certificate.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from ..errors import CoversatError
from ..files import NewFile
from ..findings import Verdict
from ..wording import counted as in_words

SUMMARY = "certificate.json"
PUZZLE = "puzzle.txt"
TWO_ANSWERS = ("answer-1.txt", "answer-2.txt")
"""All that MULTIPLE needs: two different answers prove themselves."""

FORMAT = 1
"""The number of this layout, in the summary."""

_PART = 2**16
SHORT, LONG = 2**26, 2**30
"""The most bytes that are read of a text, and of a formula or a proof."""

COMMON: Mapping[str, int] = {SUMMARY: 2**16, PUZZLE: SHORT, **dict.fromkeys(TWO_ANSWERS, SHORT)}
"""The files that have nothing to do with the form of the proof, and the most bytes that are read of each."""

NOTE = (
    "A proof speaks of the formula or the cover that it was checked against, and of nothing else. That this "
    "says what the puzzle says is the reduction's promise, which coversat's contract tests examine; what is "
    "claimed rests on the proof and on that promise. The version, the solver and the seconds are told, not "
    "checked."
)

DEEP_NOTE = (
    "Where the step of the rules is ok, the formula or the cover has the answers that a second statement of "
    "the rules allows, whatever made it. What is claimed rests on that statement (a page for each kind, in "
    "coversat/certificates/rules), on the reading of the puzzle's text, and on the checkers. The version, "
    "the solver and the seconds are told, not checked."
)


class CertificateError(CoversatError):
    """A certificate that cannot be written, or a folder that cannot be looked at."""


@dataclass(frozen=True)
class Claim:
    """What a certificate says: a verdict, or how many answers there are.

    Attributes
    ----------
    verdict : Verdict
    count : int or None
        The number of answers, where they were counted.
    """

    verdict: Verdict
    count: int | None = None

    @classmethod
    def of(cls, count: int, counted: bool) -> Claim:
        """What so many answers are, all of them, or two at least where they were not counted."""
        verdict = Verdict.NONE if count == 0 else Verdict.UNIQUE if count == 1 else Verdict.MULTIPLE
        return cls(verdict, count if counted else None)

    @property
    def needs_proof(self) -> bool:
        """Whether it says that there are no other answers."""
        return self.verdict is not Verdict.MULTIPLE or self.count is not None

    @property
    def total(self) -> int:
        """How many answers a claim that needs a proof speaks of."""
        return int(self.verdict is Verdict.UNIQUE) if self.count is None else self.count

    def row(self) -> dict[str, int | str]:
        """Its members of the summary."""
        return {"verdict": self.verdict.value} | ({} if self.count is None else {"count": self.count})

    def __str__(self) -> str:
        return self.verdict.value if self.count is None else f"exactly {in_words(self.count, 'answer')}"


def claim_in(summary: Mapping[str, object]) -> Claim:
    """What a summary claims.

    Raises
    ------
    CertificateError
        When it is nothing that can be claimed.
    """
    verdicts = {one.value: one for one in (Verdict.UNIQUE, Verdict.NONE, Verdict.MULTIPLE)}
    verdict, count = verdicts.get(str(summary["verdict"])), summary.get("count")
    if verdict is None:
        raise CertificateError(f"the verdict is none of {', '.join(verdicts)}")
    if count is None:
        return Claim(verdict)
    if type(count) is not int or count < 0 or Claim.of(count, counted=True).verdict is not verdict:
        raise CertificateError(f"the count is no number of answers that is {verdict.value}")
    return Claim(verdict, count)


def open_file(folder: Path, name: str, most: int) -> BinaryIO:
    """One of the certificate's files, open for reading.

    Raises
    ------
    CertificateError
        When it is missing, is no regular file (a link could lead anywhere, a pipe could wait for
        ever), or is too large.
    """
    # Some systems lack these flags, and those have no such files.
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    flags |= getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(folder / name, flags)
    except OSError as error:
        raise CertificateError(f"{name} cannot be opened: {error.strerror}") from None
    status = os.fstat(handle)
    if not stat.S_ISREG(status.st_mode):
        os.close(handle)
        raise CertificateError(f"{name} is no regular file")
    if status.st_size > most:
        os.close(handle)
        raise CertificateError(f"{name} holds more than {most} bytes")
    return os.fdopen(handle, "rb")


def stated(file: BinaryIO | NewFile) -> dict[str, int | str]:
    """What the summary states of a file; it is then at its beginning."""
    file.seek(0)
    digest = hashlib.sha256()
    while part := file.read(_PART):
        digest.update(part)
    size = file.tell()
    file.seek(0)
    return {"bytes": size, "sha256": digest.hexdigest()}
