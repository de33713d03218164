"""Checking a certificate: everything is made again or checked, and nothing in the folder is believed."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from ..deadline import NEVER, Deadline
from ..errors import LimitReachedError, ReductionError, UnknownRouteError
from ..exchange.origin import Origin
from ..findings import Verdict
from ..problems import AnyForm, AnyProblem, read
from ..problems.cnf import Cnf, read_dimacs
from ..proofs import check_drup, check_lrat
from ..proofs.verification import Verification
from ..routing import find_rules
from . import layout
from .layout import CertificateError
from .writing import dimacs, with_clause

CHECKERS: Mapping[str, Callable[[Cnf, BytesIO, Deadline], Verification]] = {
    "drup": check_drup,
    "lrat": check_lrat,
}
"""For each form of a proof."""

ELSEWHERE: Mapping[str, tuple[str, ...]] = {
    "drup": (
        "drat-trim {formula} {drup} -L {lrat}   # must print 's VERIFIED'",
        "cake_lpr {formula} {lrat}   # must print 's VERIFIED UNSAT'",
    ),
    "lrat": ("cake_lpr {formula} {lrat}   # must print 's VERIFIED UNSAT'",),
}
"""The command lines of other checkers, which read it or one another's output."""


@dataclass(frozen=True)
class Check:
    """One thing that was checked, and how it went; `passed` is None when a limit came first."""

    what: str
    passed: bool | None
    detail: str

    def __str__(self) -> str:
        how = {True: "ok", False: "REFUSED", None: "UNKNOWN"}[self.passed]
        return f"{how}: {self.what}: {self.detail}"


@dataclass(frozen=True)
class Examination:
    """What `verify_certificate` did.

    Attributes
    ----------
    verdict : Verdict or None
        What the certificate claims; true only when it is `accepted`.
    checks : tuple of Check
        In order; the first that does not pass is the last.
    commands : tuple of strings
        Command lines by which other programs check the proof, each with what it must print: their
        exit codes do not tell.
    note : str
        What the checks do not say.
    """

    verdict: Verdict | None
    checks: tuple[Check, ...]
    commands: tuple[str, ...]
    note: str = layout.NOTE

    @property
    def accepted(self) -> bool:
        """Whether every check passed."""
        return all(check.passed for check in self.checks)

    @property
    def unknown(self) -> bool:
        """Whether a limit came before a check could pass or fail."""
        return any(check.passed is None for check in self.checks)


def verify_certificate(folder: Path, deadline: Deadline = NEVER) -> Examination:
    """Check the certificate in `folder`.

    The formula is derived again from the puzzle's text, the answers are judged by the puzzle's rules, and
    the proof is checked step by step.  A refusal says that this certificate shows nothing, not that
    its verdict is false.

    Parameters
    ----------
    folder : Path
    deadline : Deadline
        When it stops, in the middle of a check too.

    Raises
    ------
    CertificateError
        When there is no such folder.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise CertificateError(f"{folder} is no folder")
    certificate = _Certificate(folder, deadline)
    checks: list[Check] = []
    for what, step in certificate.steps():
        try:
            with deadline.enforced():
                deadline.check()
                found = step()
            checks.append(Check(what, True, found))
        except CertificateError as error:
            checks.append(Check(what, False, str(error)))
            break
        except LimitReachedError as limit:
            checks.append(Check(what, None, f"stopped after {limit}"))
            break
    return Examination(certificate.verdict, tuple(checks), tuple(certificate.commands()))


Examiner = Callable[[], str]
"""Returns what was found; raises `CertificateError` to refuse, and `LimitReachedError`."""


class _Certificate:
    """A certificate while it is checked: each step uses only what the steps before it made sure of."""

    def __init__(self, folder: Path, deadline: Deadline) -> None:
        self._folder, self._deadline = folder, deadline
        self._summary: dict[str, Any] = {}
        self.verdict: Verdict | None = None
        self._proof: str | None = None
        self._files: tuple[str, ...] = ()
        self._content: dict[str, bytes] = {}
        self._problem: AnyProblem
        self._form: AnyForm
        self._formula: Cnf
        self._refuted: Cnf

    def steps(self) -> Iterator[tuple[str, Examiner]]:
        """What to check, in order."""
        yield "the summary", self._read_summary
        yield "the files", self._read_files
        yield "the puzzle", self._read_puzzle
        if self.verdict is Verdict.MULTIPLE:
            yield "the answers", self._two_answers
            return
        yield "the formula", self._derive_formula
        if self.verdict is Verdict.UNIQUE:
            yield "the answer", self._one_answer
            yield "the blocking clause", self._one_clause_more
        yield "the proof", self._check_proof

    def commands(self) -> Iterator[str]:
        """How other programs check the proof."""
        if self.verdict is None or self._proof is None:
            return
        names = {"formula": layout.REFUTED[self.verdict], **layout.PROOFS}
        paths = {name: shlex.quote(str(self._folder / file)) for name, file in names.items()}
        for command in ELSEWHERE[self._proof]:
            yield command.format(**paths)

    def _read_summary(self) -> str:
        try:
            summary = json.loads(layout.read_file(self._folder, layout.SUMMARY))
        except (ValueError, RecursionError):
            raise CertificateError(f"{layout.SUMMARY} is no JSON") from None
        if not isinstance(summary, dict) or summary.get("format") != layout.FORMAT:
            raise CertificateError(f"{layout.SUMMARY} is no certificate of format {layout.FORMAT}")
        for key in ("verdict", "kind", "reduction", "coversat", "solver"):
            if not isinstance(summary.get(key), str):
                raise CertificateError(f"{layout.SUMMARY} has no text for {key!r}")
        verdicts = {verdict.value: verdict for verdict in layout.FILES}
        verdict = verdicts.get(summary["verdict"])
        if verdict is None:
            raise CertificateError(f"the verdict is none of {', '.join(verdicts)}")
        proof = summary.get("proof") if verdict in layout.REFUTED else None
        if verdict in layout.REFUTED and proof not in list(layout.PROOFS):
            raise CertificateError(f"its form of proof is none of {', '.join(layout.PROOFS)}")
        names, files = layout.files_of(verdict, proof), summary.get("files")
        if not isinstance(files, dict) or sorted(files) != sorted(names):
            raise CertificateError(f"a certificate of {verdict.value} has {', '.join(names)}")
        self._summary, self._proof, self._files, self.verdict = summary, proof, names, verdict
        return f"claims {verdict.value} for a {summary['kind'][:40]!a} by {summary['reduction'][:80]!a}"

    def _read_files(self) -> str:
        for name in self._files:
            content = self._content[name] = layout.read_file(self._folder, name)
            if self._summary["files"][name] != layout.stated(content):
                raise CertificateError(f"{name} is not the file whose SHA-256 {layout.SUMMARY} states")
        return f"{len(self._content)} files have the stated SHA-256"

    def _text(self, name: str) -> str:
        try:
            return self._content[name].decode()
        except UnicodeDecodeError:
            raise CertificateError(f"{name} is not UTF-8") from None

    def _read_puzzle(self) -> str:
        try:
            document = read(self._text(layout.PUZZLE), self._summary["kind"])
        except KeyError:
            raise CertificateError("there is no problem of its kind") from None
        except ValueError as error:
            raise CertificateError(f"{layout.PUZZLE}: {error}") from None
        if len(document.problems) != 1:
            raise CertificateError(f"{layout.PUZZLE} holds {len(document.problems)} puzzles, not one")
        self._problem, self._form = document.problems[0], document.form
        return f"one {self._problem.kind}, in the form {self._form.name}"

    def _derive_formula(self) -> str:
        try:
            rules = find_rules(self._problem.kind, self._summary["reduction"])
            passed = [self._problem.kind, *(rule.target for rule in rules)]
            # Going round in circles would make the formula larger each time.
            if len(set(passed)) != len(passed):
                raise CertificateError("its reduction passes a kind of problem twice")
            formula = Origin(self._problem, self._form, rules).derive().target
        except (UnknownRouteError, ReductionError) as error:
            raise CertificateError(str(error)) from None
        if dimacs(formula) != self._content[layout.FORMULA]:
            self._compare(formula)
        if self._summary.get("sizes") != layout.formula_sizes(formula):
            raise CertificateError(f"{layout.SUMMARY} states other sizes")
        self._formula = self._refuted = formula
        return f"{len(formula.clauses)} clauses, derived again from {layout.PUZZLE}: the same"

    def _compare(self, formula: Cnf) -> None:
        """Another version may write other comments; the formula itself must be the same."""
        try:
            (found,) = read_dimacs(self._text(layout.FORMULA))
        except ValueError as error:
            raise CertificateError(f"{layout.FORMULA}: {error}") from None
        ours = formula.variable_count, formula.clauses, formula.projection
        if ours != (found.variable_count, found.clauses, found.projection):
            raise CertificateError(f"{layout.FORMULA} is not the formula that {layout.PUZZLE} reduces to")

    def _answer(self, name: str) -> Any:
        try:
            answer = self._problem.parse_answer(self._text(name))
        except ValueError as error:
            raise CertificateError(f"{name}: {error}") from None
        wrong = self._problem.violations(answer)
        if wrong:
            raise CertificateError(f"{name} breaks the rules: {wrong[0]}")
        return answer

    def _one_answer(self) -> str:
        self._answer(layout.ANSWER)
        return f"{layout.ANSWER} obeys the puzzle's rules"

    def _two_answers(self) -> str:
        first, second = (self._problem.identity(self._answer(name)) for name in layout.TWO_ANSWERS)
        if first == second:
            raise CertificateError("the two answers are the same")
        return "two different ones obey the puzzle's rules"

    def _one_clause_more(self) -> str:
        """A clause with each variable of the projection once rules out one value of the projection.

        Which one need not be looked at: when nothing else is left, the formula has one at most.
        """
        words = self._content[layout.BLOCKED].rstrip(b"\n").rpartition(b"\n")[2].split()
        if words[-1:] != [b"0"] or not all(_is_literal(word) for word in words[:-1]):
            raise CertificateError(f"{layout.BLOCKED} does not end with a clause")
        clause = tuple(map(int, words[:-1]))
        if sorted(map(abs, clause)) != sorted(self._formula.shown_variables):
            raise CertificateError(f"the last clause of {layout.BLOCKED} is not one on the projection")
        self._refuted = with_clause(self._formula, clause)
        if dimacs(self._refuted) != self._content[layout.BLOCKED]:
            raise CertificateError(f"{layout.BLOCKED} is not {layout.FORMULA} and one clause more")
        return f"{layout.BLOCKED} is the formula and one clause more, on its projection"

    def _check_proof(self) -> str:
        assert self.verdict is not None
        assert self._proof is not None
        proof = BytesIO(self._content[layout.PROOFS[self._proof]])
        verification = CHECKERS[self._proof](self._refuted, proof, self._deadline)
        if verification.verified is None:
            raise LimitReachedError(verification.reason.removeprefix("stopped after "))
        if not verification.verified:
            raise CertificateError(verification.reason)
        return f"{verification.reason}: {layout.REFUTED[self.verdict]} has no model"


def _is_literal(word: bytes) -> bool:
    return word.removeprefix(b"-").isdigit() and len(word) < 12
