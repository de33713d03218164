"""A proof in parts: cubes of one formula, refuted by many, and joined into one proof by clauses.

What follows from a formula and a cube follows from the formula alone once each clause says "or not this
cube".  So the proofs of the cubes stand one behind the other, each with the clause that rules its cube out at
its end; and behind them the cubes from which these were cut, up to the empty one: the contradiction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property

from ..errors import LimitReachedError
from ..kinds.cnf.rules import Cnf, Model
from ..parts.asking import Hands, work_off
from ..parts.cubes import formula_identity, refutation, with_parts
from ..parts.ledger import Ledger
from ..parts.lookahead import Lookahead
from ..parts.part import Choices, Part, Told
from ..solvers import Limits
from ..solvers.solver import Meter, slices
from .proving import Proving

_DRUP = "drup"


def prove_in_parts(formula: Cnf, meter: Meter, hands: Hands) -> Model | bytes:
    """A model, or a proof by DRUP that there is none; the meter counts the conflicts.

    Raises
    ------
    LimitReachedError
        When the meter's limits end the search.
    """
    if () in formula.clauses:
        return b""  # there is nothing left to prove
    task = ProofTask(replace(formula, names={}))
    limits = meter.limits
    if limits.nodes is not None:
        limits = limits._replace(nodes=limits.nodes - meter.nodes)
    ledger, reason = work_off(task, limits, hands._replace(kept=None, resume=False))
    meter.nodes += int(ledger.effort.get("nodes", 0))
    models = [model for told in sorted(ledger.tolds) for model in told.answers]
    if models:
        return models[0]
    if reason is not None:
        raise LimitReachedError(reason)
    return joined(ledger)


def joined(ledger: Ledger) -> bytes:
    """The proofs of all cubes, and the cubes that follow from them."""
    proofs = [str(told.more["proof"]) for told in sorted(ledger.tolds) if "proof" in told.more]
    _, nodes = refutation(ledger.tolds)
    return "".join([*proofs, *map(_ruled_out, nodes)]).encode()


def _ruled_out(cube: Iterable[int]) -> str:
    return "".join(f"{-literal} " for literal in cube) + "0\n"


class ProofTask:
    """That a formula has no model, with the proof; or a model.

    `formula` has no empty clause.
    """

    def __init__(self, formula: Cnf) -> None:
        self._formula = formula

    def __reduce__(self) -> tuple[type[ProofTask], tuple[Cnf]]:
        return type(self), (self._formula,)

    @cached_property
    def work(self) -> ProofWork:
        """See `Task`."""
        return ProofWork(self._formula)

    @cached_property
    def identity(self) -> str:
        """The formula itself."""
        return formula_identity(self._formula, _DRUP)

    def enough(self, found: int) -> bool:
        """One model is."""
        return found > 0

    def opening(self, ledger: Ledger, limits: Limits) -> Iterable[Told]:
        """Nothing: see `Task`."""
        return ()


class ProofWork:
    """A formula, and the solver of the cube at hand: each cube has a new one, and each proof is its own."""

    def __init__(self, formula: Cnf) -> None:
        self._formula = formula
        self._at: Part | None = None
        self._proving: Proving | None = None

    @cached_property
    def _lookahead(self) -> Lookahead:
        return Lookahead(self._formula)

    def do(self, part: Part, limits: Limits) -> Told:
        """Look for a model of a cube, or a proof that there is none; see `Work`."""
        meter = Meter(limits)
        if self._proving is None or self._at != part:
            self._end()
            self._proving, self._at = Proving(self._formula, _DRUP, part.choices), part
        try:
            found = self._found(self._proving, meter)
        except LimitReachedError:
            return Told(part, effort={"nodes": meter.nodes}, left=(part,))
        effort = {"nodes": meter.nodes}
        self._end()
        if not isinstance(found, bytes):
            return Told(part, 1, (found,), effort, left=(part,))
        proof = "".join(without_cube(found.decode(), part.choices))
        return Told(part, effort=effort, more={"proof": proof})

    def _found(self, proving: Proving, meter: Meter) -> Model | bytes:
        before = proving.conflicts
        for budget in slices(meter):
            found = proving.go_on(budget)
            meter.nodes = proving.conflicts - before
            if found is not None:
                return found
        raise AssertionError("budgets end by an error only")

    def _end(self) -> None:
        if self._proving is not None:
            self._proving.close()
        self._proving = None

    def cut(self, told: Told) -> Told:
        """What was told of a cube that is left, with its parts; see `Work`."""
        cut = with_parts(told, self._lookahead)
        if cut is not told:
            self._end()
        return cut


def without_cube(proof: str, cube: Choices) -> Iterator[str]:
    """A proof by DRUP that a formula has no model in a cube, as steps that follow from the formula alone.

    One clause rules the cube out; the others are forgotten behind it.  The formula's never are: other cubes
    may need them.
    """
    if not cube:
        yield proof
        return
    held = {str(literal) for literal in cube}
    behind = _ruled_out(cube)
    against = set(behind.split()[:-1])
    kept: Counter[tuple[str, ...]] = Counter()
    for line in proof.splitlines():
        deletes = line.startswith("d ")
        clause = [word for word in line.removeprefix("d ").split()[:-1] if word not in against]
        key = tuple(sorted(clause))
        if not clause or not held.isdisjoint(clause):
            continue
        if deletes and not kept[key]:
            continue
        kept[key] += -1 if deletes else 1
        yield f"{'d ' if deletes else ''}{' '.join(clause)} {behind}"
    yield behind
    for clause_left, copies in kept.items():
        yield f"d {' '.join(clause_left)} {behind}" * copies
