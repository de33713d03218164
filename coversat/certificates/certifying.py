"""Certificates and answers: written and checked, as the commands do it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, overload

from ..answering.found import Found
from ..base.arguments import Timeout, deadline_of, path, refuse_others, whole_or_none
from ..base.errors import ArgumentError
from ..base.undecided import Shown
from ..kinds.sources import Source, only, problem_in
from ..solvers import Limits
from .verifying import Examination, verify_certificate
from .writing import write_certificate


@dataclass(frozen=True, repr=False)
class AnswerExamination(Shown):
    """Whether an answer obeys the rules of its puzzle.

    Attributes
    ----------
    violations : tuple of str
        The rules that it breaks, and where.
    """

    violations: tuple[str, ...]

    @property
    def accepted(self) -> bool:
        """Whether it breaks no rule."""
        return not self.violations

    def __str__(self) -> str:
        return "\n".join(f"WRONG: {one}" for one in self.violations) or "RIGHT"


def certify(
    source: Source,
    folder: str | os.PathLike[str],
    via: str | None = None,
    *,
    kind: str | None = None,
    proof: str | None = None,
    counting: bool = False,
    timeout: Timeout = None,
    nodes: int | None = None,
) -> Found[Any]:
    """Write a certificate that there is exactly one answer, or how many there are.

    Parameters
    ----------
    source : Problem, str, Path, or another object
        See `read`.
    folder : str or Path
        A new folder; it must not exist.
    via : str, optional
        The reductions to the formula or cover of the proof, such as ``cnf:minimal``.
    proof : str, optional
        A name in `docs/certificates.md`; by default, one that fits.
    counting : bool
        Whether to prove the number of answers.
    timeout, nodes
        As for `solve`.

    Examples
    --------
    >>> import coversat, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = coversat.certify("1...\\n..2.\\n.3..\\n...4\\n", folder + "/mine")
    ...     print(found.verdict.name, coversat.verify(folder + "/mine").accepted)
    UNIQUE True
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = coversat.certify("queens 8", folder + "/mine", counting=True)
    ...     print(found.at_least, coversat.verify(folder + "/mine").count)
    92 92
    """
    limits = Limits(None, whole_or_none("nodes", nodes), deadline_of(timeout))
    problem, form = only(source, kind)
    found = write_certificate(problem, Path(path("folder", folder)), via, None, limits, proof, counting)
    return Found.of(found, "count" if counting else "check", problem, form)


@overload
def verify(
    source: str | os.PathLike[str], *, kind: str | None = None, deep: bool = False, timeout: Timeout = None
) -> Examination: ...
@overload
def verify(
    source: Source, answer: Any, *, kind: str | None = None, deep: bool = False, timeout: Timeout = None
) -> AnswerExamination: ...
def verify(
    source: Source,
    answer: Any = None,
    *,
    kind: str | None = None,
    deep: bool = False,
    timeout: Timeout = None,
) -> Examination | AnswerExamination:
    """Check a certificate: derive the formula again, check the answer and each step of the proof.

    With an answer, check that by the rules of the puzzle.

    Parameters
    ----------
    source : str, Path, or another object
        The folder of a certificate; or, with an answer, the puzzle; see `read`.
    answer : answer, optional
        As `solve` finds it.
    kind : str, optional
        The kind of problem in a text.
    deep : bool
        Compare the formula or cover with a second statement of the rules as well.
    timeout : float, optional

    Examples
    --------
    See `certify`.

    >>> import coversat
    >>> coversat.verify("no such folder")
    Traceback (most recent call last):
    coversat.base.errors.CertificateError: no such folder is not a folder
    >>> print(coversat.verify("queens 4", (1, 3, 0, 2)))
    RIGHT
    """
    deadline = deadline_of(timeout)
    if answer is None:
        return verify_certificate(Path(path("folder", source)), deadline, deep)
    if deep:
        raise ArgumentError("deep is for certificates: leave out the answer")
    with deadline.enforced():
        refuse_others("answer", answer, Iterable, "an answer as solve finds it")
        return AnswerExamination(tuple(map(str, problem_in(source, kind).violations(answer))))
