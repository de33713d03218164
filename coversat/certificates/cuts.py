"""The form ``cuts``: all answers, and a proof by clauses and cuts that a formula with graphs has no others.

A cut is a clause that follows because something is connected, and `proofs.cuts` checks each by one search in
a graph.  A formula is refuted that has clauses of the puzzle's formula, the clauses of the cuts, and for each
answer one clause that rules it out.  Of the formula and of the cuts, only what the proof uses is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from io import BytesIO

from ..base.errors import CertificateError
from ..base.files import NewFolder
from ..base.wording import counted
from ..problems.cnf.connectivity import Cut
from ..problems.cnf.rules import Clause, Cnf, read_dimacs
from ..proofs import ProofError, check_drup
from ..proofs.cuts import checked_cuts, heading
from ..solvers.sat.sat import CADICAL, SatCalls, blocking_clause
from .certificate import LONG, CheckStep, Claim, Draft, OpenCertificate, ProofForm, formula_sizes, simplified
from .clausal import DRUP, dimacs
from .enumeration import ANSWERS, answer_heading, check_answers
from .proving import refutation_of

CUTS = "cuts.txt"
REFUTED = "refuted.cnf"
PROOF = DRUP.proof


class Cuts(ProofForm):
    """The form of proof ``cuts``: clauses with witnesses, then a refutation."""

    solver_name = DRUP.solver_name

    @property
    def solver(self) -> str:
        return DRUP.solver

    def files(self, claim: Claim) -> Mapping[str, int]:
        """The cuts, the refuted formula and the proof; if there are answers, these."""
        return dict.fromkeys((*((ANSWERS,) if claim.total else ()), CUTS, REFUTED, PROOF), LONG)

    def write(self, case: Draft, folder: NewFolder) -> dict[str, int]:
        """Find all answers, or two if they are not counted, with the cuts; then a proof of what is left."""
        with case.timed("reduce"):
            reduction = case.origin.derive()
            formula = simplified(reduction.target)
        blocking, answers = [], folder.file(ANSWERS)
        with case.timed("solve"), SatCalls(CADICAL, formula, case.meter) as calls:
            while calls.solve():
                model = calls.model()
                text = case.keep(reduction.decode(model), self.solver_name)
                answers.write(answer_heading(case.found, text) + text)
                if case.found == 2 and not case.counting:
                    return formula_sizes(formula)
                blocking.append(blocking_clause(formula, model))
                calls.add(blocking[-1])
        with case.timed("prove"):
            cuts = list(dict.fromkeys(map(_line, calls.cuts)))
            rules = len(formula.clauses)
            clauses = (*formula.clauses, *checked_cuts(formula.graphs, _text(formula, cuts)))
            found = refutation_of(refuted(formula, (*clauses, *blocking)), case.meter)
        used = [at for at in found.used if at < len(clauses)]
        folder.file(CUTS).write(_text(formula, [cuts[at - rules] for at in used if at >= rules]).encode())
        folder.file(REFUTED).write(dimacs(refuted(formula, (*(clauses[at] for at in used), *blocking))))
        folder.file(PROOF).write(found.drup())
        return formula_sizes(formula)

    def check(self, given: OpenCertificate) -> CutsCheck:
        return CutsCheck(given)


CUTS_FORM = Cuts()


def _line(cut: Cut) -> str:
    ends = cut.graph + 1, cut.a + 1, 0 if cut.z is None else cut.z + 1
    return " ".join(map(str, (*ends, *(at + 1 for at in cut.border))))


def _text(formula: Cnf, cuts: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in (*heading(formula.graphs), *cuts))


def refuted(formula: Cnf, clauses: Iterable[Clause]) -> Cnf:
    """A formula of these clauses in the variables of another."""
    comments = ("clauses of the puzzle's formula, then those of the cuts, then one against each answer",)
    return Cnf(formula.variable_count, tuple(clauses), comments=comments)


class CutsCheck:
    """The check of a certificate of this form.

    The last clauses of the refuted formula rule out the answers; before them are the clauses of the cuts,
    and all others are clauses of the puzzle's formula.
    """

    def __init__(self, given: OpenCertificate) -> None:
        self._given = given
        self._cuts: list[Clause] = []

    def steps(self) -> Iterator[CheckStep]:
        yield "the cuts", self._check_cuts
        yield "the formula", self._check_formula
        if self._given.claim.total:
            yield "the answers", lambda: check_answers(self._given)
            yield "the blocking clauses", self._check_blocking
        yield "the proof", self._prove

    def commands(self, path: Callable[[str], str]) -> Iterator[str]:
        paths = {"formula": path(REFUTED), "drup": path(PROOF), "lrat": path("proof.lrat")}
        yield from (command.format(**paths) for command in DRUP.elsewhere)

    @cached_property
    def _formula(self) -> Cnf:
        formula: Cnf = self._given.origin().derive().target
        return simplified(formula)

    @cached_property
    def _refuted(self) -> Cnf:
        try:
            (found,) = read_dimacs(self._given.text(REFUTED))
        except ValueError as error:
            raise CertificateError(f"{REFUTED}: {error}") from None
        if found.variable_count != self._formula.variable_count:
            raise CertificateError(f"{REFUTED} has other variables than the formula of the puzzle")
        return found

    def _parts(self) -> tuple[Sequence[Clause], Sequence[Clause], Sequence[Clause]]:
        """The clauses of the refuted formula: those of the puzzle, of the cuts, and against answers."""
        clauses = self._refuted.clauses
        blocking = len(clauses) - self._given.claim.total
        rules = blocking - len(self._cuts)
        if rules < 0:
            raise CertificateError(f"{REFUTED} has too few clauses")
        return clauses[:rules], clauses[rules:blocking], clauses[blocking:]

    def _check_cuts(self) -> str:
        try:
            self._cuts += checked_cuts(self._formula.graphs, self._given.text(CUTS), self._given.deadline)
        except ProofError as error:
            raise CertificateError(f"{CUTS}: {error}") from None
        if not self._cuts:
            return "none is needed"
        found = counted(len(self._cuts), "clause")
        if any(graph.size is not None for graph in self._formula.graphs):
            return f"{found}; without each, an area would be too large or have no room"
        return f"{found}; in each, removing the border separates its two ends"

    def _check_formula(self) -> str:
        rules, cuts, _ = self._parts()
        if list(cuts) != self._cuts:
            raise CertificateError(f"{REFUTED} has other clauses than those of {CUTS}")
        derived = set(self._formula.clauses)
        for number, clause in enumerate(rules, 1):
            if clause not in derived:
                raise CertificateError(f"{REFUTED}: clause {number} is not one of the puzzle's formula")
        if self._given.sizes != formula_sizes(self._formula):
            raise CertificateError("the summary states other sizes")
        return f"{len(rules)} of {len(self._formula.clauses)} clauses, derived again from the puzzle"

    def _check_blocking(self) -> str:
        """Each clause with each variable of the projection once rules out one value of the projection.

        It does not matter which: if nothing else is left, the formula has at most this many.
        """
        *_, blocking = self._parts()
        shown = sorted(self._formula.shown_variables)
        for clause in blocking:
            if sorted(map(abs, clause)) != shown:
                raise CertificateError(f"one of the last clauses of {REFUTED} is not one on the projection")
        return f"{counted(len(blocking), 'clause')} on the projection"

    def _prove(self) -> str:
        proof = BytesIO(self._given.files[PROOF].read())
        verification = check_drup(self._refuted, proof, self._given.deadline)
        if not verification.decided():
            raise CertificateError(verification.reason)
        return f"{verification.reason}: {REFUTED} has no model"
