"""Deductions are checked before anybody sees them, by the checker that knows no search."""

from __future__ import annotations

from collections.abc import Collection

from ...certificates.step_files import checker_of
from ...proofs.steps import ClaimedArgument, ClaimedCase, ClaimedStep
from ...proofs.verification import ProofError
from ...reductions.rule_clauses import RuleClauses
from .chains import Deduction
from .loops import Claim


class CheckedDeductions:
    """Checks one deduction after the other.

    * entered (collection of literals): what is known from the beginning, beside what the puzzle states.
    """

    def __init__(self, formula: RuleClauses, entered: Collection[int]) -> None:
        self._labels = formula.labels
        self._checker = checker_of(formula)
        self._checker.learn(entered)

    def accepts(self, found: Deduction) -> bool:
        """Whether a deduction follows from those before; if so, its conclusions are known from now on."""
        try:
            self._checker.check(self._claimed(found))
        except ProofError:
            return False
        return True

    def _claimed(self, found: Deduction) -> ClaimedStep:
        return ClaimedStep(
            found.literals,
            self._labels_of(found.rules),
            found.cuts,
            found.lemmas,
            tuple(map(self._argument, found.claims)),
            tuple(ClaimedCase(case.assumed, tuple(map(self._claimed, case.links))) for case in found.cases),
        )

    def _argument(self, claim: Claim) -> ClaimedArgument:
        graph = -1 if claim.graph is None else claim.graph
        return ClaimedArgument(claim.name, self._labels_of(claim.rules), graph, claim.elements)

    def _labels_of(self, rules: Collection[int]) -> tuple[str, ...]:
        return tuple(self._labels[rule] for rule in rules)
