"""The forms ``drup`` and ``lrat``: proofs by clauses that a formula has no model, or none but one.

For one answer, a clause that rules its model out is added, and the proof shows that no model is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any, BinaryIO

from ..base.deadline import Deadline
from ..base.errors import CertificateError
from ..base.files import NewFolder
from ..base.wording import counted
from ..problems.cnf.rules import Clause, Cnf, Model, dimacs_lines, read_dimacs
from ..proofs import check_drup, check_lrat
from ..proofs.verification import Verification
from ..reductions import Reduction
from ..reductions.paths import EncodingPath, path_to
from ..solvers.sat.sat import blocking_clause
from .certificate import (
    LONG,
    SHORT,
    CheckStep,
    Claim,
    Draft,
    OpenCertificate,
    ProofForm,
    answer_in,
    formula_sizes,
    simplified,
)
from .proving import SOLVER, Refutation, solve_with_proof

FORMULA = "formula.cnf"
ANSWER = "answer.txt"
BLOCKED = "blocked.cnf"
"""The formula with one more clause, which rules out the answer's values of the projection."""


@dataclass(frozen=True)
class Clausal(ProofForm):
    """The form ``drup`` or ``lrat``.

    * text: the text of a proof.
    * elsewhere: command lines of other checkers, which read the proof or the output of the one before.
    * joins: whether the proofs of parts can be joined.
    """

    name: str
    text: Callable[[Refutation], bytes]
    checker: Callable[[Cnf, BytesIO, Deadline], Verification]
    elsewhere: tuple[str, ...]
    joins: bool = False

    counts = False
    solver_name = SOLVER

    def way(self, kind: str) -> EncodingPath:
        return path_to(kind, self.kind, complete=True)

    @property
    def solver(self) -> str:
        import pysat

        return f"{self.solver_name} of python-sat {pysat.__version__}"

    @property
    def proof(self) -> str:
        return f"proof.{self.name}"

    def files(self, claim: Claim) -> Mapping[str, int]:
        """The formula and the proof; for one answer, also the answer and the formula without it."""
        one = {ANSWER: SHORT, BLOCKED: LONG} if claim.total else {}
        return {FORMULA: LONG, **one, self.proof: LONG}

    def write(self, case: Draft, folder: NewFolder) -> dict[str, int]:
        """Find a model and then another, or a proof that there is none."""
        with case.timed("reduce"):
            reduction, formula = formula_of(case)
        blocked = formula
        found = self._next(case, "solve", formula)
        if isinstance(found, tuple):
            text = case.keep(reduction.decode(found), SOLVER)
            blocked = with_clause(formula, blocking_clause(formula, found))
            found = self._next(case, "prove", blocked)
            if isinstance(found, tuple):
                case.keep(reduction.decode(found), SOLVER)
                return formula_sizes(formula)
            folder.file(ANSWER).write(text)
            folder.file(BLOCKED).write(dimacs(blocked))
        folder.file(FORMULA).write(dimacs(formula))
        folder.file(self.proof).write(found)
        return formula_sizes(formula)

    def _next(self, case: Draft, phase: str, formula: Cnf) -> Model | bytes:
        with case.timed(phase):
            if case.prove is not None and self.joins:
                return case.prove(formula, case.meter)
            found = solve_with_proof(formula, case.meter)
            return self.text(found) if isinstance(found, Refutation) else found

    def check(self, given: OpenCertificate) -> ClausalCheck:
        return ClausalCheck(self, given)


_VERIFIED = "   # must print 's VERIFIED UNSAT'"

DRUP = Clausal(
    "drup",
    Refutation.drup,
    check_drup,
    (
        "drat-trim {formula} {drup} -L {lrat}   # must print 's VERIFIED'",
        "cake_lpr {formula} {lrat}" + _VERIFIED,
    ),
    joins=True,
)
LRAT = Clausal("lrat", Refutation.lrat, check_lrat, ("cake_lpr {formula} {lrat}" + _VERIFIED,))


def refuted(claim: Claim) -> str:
    """The formula that the proof shows to have no model."""
    return BLOCKED if claim.total else FORMULA


def formula_of(case: Draft) -> tuple[Reduction[Any, Cnf], Cnf]:
    """The reduction of a problem, and the formula that a proof by clauses is about."""
    reduction = case.origin.derive()
    return reduction, simplified(reduction.target.complete("a proof by clauses"))


class ClausalCheck:
    """The check of a certificate of either form."""

    def __init__(self, form: Clausal, given: OpenCertificate) -> None:
        self._form, self._given = form, given
        self._formula: Cnf | None = None
        self._refuted: Cnf

    def steps(self) -> Iterator[CheckStep]:
        yield "the formula", self._derive
        if self._given.claim.total:
            yield "the answer", self._answer
            yield "the blocking clause", self._one_clause_more
        yield "the proof", self._prove

    def commands(self, path: Callable[[str], str]) -> Iterator[str]:
        if self._formula is None or simplified(self._formula) is not self._formula:
            return
        names = {"formula": refuted(self._given.claim), "drup": "proof.drup", "lrat": "proof.lrat"}
        paths = {name: path(file) for name, file in names.items()}
        for command in self._form.elsewhere:
            yield command.format(**paths)

    def _derive(self) -> str:
        derived = self._given.origin().derive().target.complete("a proof by clauses")
        formula, content = simplified(derived), self._content(FORMULA)
        if dimacs(formula) != content:
            formula = self._as_written(formula, derived)
        if self._given.sizes != formula_sizes(formula):
            raise CertificateError("the summary states other sizes")
        self._formula = self._refuted = formula
        return f"{counted(len(formula.clauses), 'clause')}, derived again from the puzzle: the same"

    def _as_written(self, *accepted: Cnf) -> Cnf:
        """The formula as another version wrote it: with other comments, or not simplified."""
        try:
            (found,) = read_dimacs(self._given.text(FORMULA))
        except ValueError as error:
            raise CertificateError(f"{FORMULA}: {error}") from None
        for formula in accepted:
            if _content(formula) == _content(found):
                return formula
        raise CertificateError(f"{FORMULA} is not the formula that the puzzle reduces to")

    def _content(self, name: str) -> bytes:
        file: BinaryIO = self._given.files[name]
        content = file.read()
        file.seek(0)
        return content

    def _answer(self) -> str:
        answer_in(self._given, self._given.text(ANSWER), ANSWER)
        return f"{ANSWER} obeys the puzzle's rules"

    def _one_clause_more(self) -> str:
        """A clause with each variable of the projection once rules out one value of the projection.

        It does not matter which one: if nothing else is left, the formula has at most one.
        """
        content = self._content(BLOCKED)
        words = content.rstrip(b"\n").rpartition(b"\n")[2].split()
        if words[-1:] != [b"0"] or not all(_is_literal(word) for word in words[:-1]):
            raise CertificateError(f"{BLOCKED} does not end with a clause")
        clause = tuple(map(int, words[:-1]))
        assert self._formula is not None
        if sorted(map(abs, clause)) != sorted(self._formula.shown_variables):
            raise CertificateError(f"the last clause of {BLOCKED} is not one on the projection")
        self._refuted = with_clause(self._formula, clause)
        if dimacs(self._refuted) != content:
            raise CertificateError(f"{BLOCKED} is not {FORMULA} and one clause more")
        return f"{BLOCKED} is the formula and one clause more, on its projection"

    def _prove(self) -> str:
        proof = BytesIO(self._content(self._form.proof))
        verification = self._form.checker(self._refuted, proof, self._given.deadline)
        if not verification.decided():
            raise CertificateError(verification.reason)
        return f"{verification.reason}: {refuted(self._given.claim)} has no model"


def _content(formula: Cnf) -> tuple[int, Sequence[Clause], tuple[int, ...] | None]:
    return formula.variable_count, formula.clauses, formula.projection


def _is_literal(word: bytes) -> bool:
    return word.removeprefix(b"-").isdigit() and len(word) < 12


def with_clause(formula: Cnf, clause: Clause) -> Cnf:
    """The formula with one more clause and without names: the formula that the proof refutes."""
    comments = (
        f"the clauses of {FORMULA}, and one more at the end: it rules out one value of the projection",
    )
    return replace(formula, clauses=(*formula.clauses, clause), names={}, comments=comments)


def dimacs(formula: Cnf) -> bytes:
    """The DIMACS text of a formula, as bytes."""
    return "".join(dimacs_lines(formula)).encode("ascii")
