"""All consequences of one or two rules, for the search of steps, by a SAT solver."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from ...base.bits import bits_of
from ...reductions.rule_clauses import RuleClauses
from ...solvers.sat.compiled_sat import CompiledSolver
from .cores import SOLVER

MOST_MODELS = 400
"""The models that are remembered."""


class Consequences:
    """What rules imply together with what is known, without connectivity.

    A model satisfies more rules than required. So models are remembered, as bit sets of the variables
    that are true and of the rules that hold, and show for other rules which facts do not follow.
    """

    def __init__(self, formula: RuleClauses) -> None:
        # Selectors of rules come first, so that the solver first decides to satisfy them.
        self._count = len(formula.clauses)
        self._facts = max((abs(x) for place in formula.literals for x in place.values()), default=0)
        """The last variable of a place; auxiliary ones come after it."""
        self._solver = CompiledSolver(SOLVER)
        # Tables that are indexed by literals, negative ones from the end, are faster than functions.
        variables = range(1, formula.variable_count + 1)
        moved = [0, *map(self._moved, variables), *(self._moved(-one) for one in reversed(variables))]
        total = self._count + formula.variable_count
        self._digit = b"0" + b"1" * total + b"0" * total
        self._solver.add(tuple(map(moved.__getitem__, clause)) for clause in formula.domains)
        for rule, clauses in enumerate(formula.clauses):
            self._solver.add((-(rule + 1), *map(moved.__getitem__, clause)) for clause in clauses)
        self._solver.prefer(range(1, self._count + 1))
        self._models: deque[tuple[int, int]] = deque(maxlen=MOST_MODELS)

    def _moved(self, literal: int) -> int:
        return literal + self._count if literal > 0 else literal - self._count

    def learn(self, literals: Sequence[int]) -> None:
        """Add facts."""
        self._solver.add((self._moved(literal),) for literal in literals)
        true = bits_of(literal for literal in literals if literal > 0)
        false = bits_of(-literal for literal in literals if literal < 0)
        kept = ((held, model) for held, model in self._models if not true & ~model and not false & model)
        self._models = deque(kept, maxlen=MOST_MODELS)

    def of(self, rules: tuple[int, ...], variables: int) -> list[int] | None:
        """The literals of variables, a bit set, that follow from rules; None if these have no model."""
        chosen = [rule + 1 for rule in rules]
        wanted = bits_of(rules)
        can_be_true = can_be_false = 0
        for held, model in self._models:
            if not wanted & ~held:
                can_be_true |= model
                can_be_false |= ~model
        if not can_be_true | can_be_false:
            if (found := self._model(chosen)) is None:
                return None
            can_be_true, can_be_false = found, ~found
        follows = []
        while left := variables & ~(can_be_true & can_be_false):
            lowest = left & -left
            variable = lowest.bit_length() - 1
            literal = -variable if can_be_true & lowest else variable
            if (found := self._model([*chosen, self._moved(literal)])) is None:
                follows.append(-literal)
                variables ^= lowest
            else:
                can_be_true |= found
                can_be_false |= ~found
        return follows

    def _model(self, assumed: Sequence[int]) -> int | None:
        """The bits of the variables that are true in a model; it is remembered."""
        if not self._solver.solve(assumed):
            return None
        # As bits, since all further work is on sets; variables come in their order.
        model = self._solver.model()[: self._count + self._facts]
        bits = int(bytes(map(self._digit.__getitem__, reversed(model))), 2)
        held, true = bits & (1 << self._count) - 1, bits << 1 >> self._count
        self._models.append((held, true))
        return true
