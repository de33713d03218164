"""A model of a formula or a proof that it has none, by one solver or by several in parts.

Each formula gets a fresh solver: a proof that a solver writes over several formulas, or under assumptions, is
not reliable.

A proof in parts: cubes of one formula are refuted separately and their proofs joined by clauses.  What
follows from a formula and a cube follows from the formula alone once each clause has "or not this cube"
added.  The joined proof holds the proofs of the cubes, each ending with the clause that rules its cube out,
and then the cubes from which these were split, up to the empty one: the contradiction.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from ..answering.parts.cubes import Lookahead, formula_identity, refutation, with_parts
from ..answering.parts.divide import Workers, run_parts
from ..answering.parts.ledger import Choices, DividedSearch, Ledger, Part, PartResult
from ..base.errors import CertificateError, LimitReachedError
from ..base.signals import heard_interrupts
from ..problems.cnf.rules import Cnf, Model, whole_model
from ..solvers import Limits
from ..solvers.sat.compiled_sat import CompiledSolver
from ..solvers.solver import Meter, slices


class DerivedClause(NamedTuple):
    """A clause and its hints, the numbers of the clauses that make it follow.

    `literals` is text, with a space before each literal; the numbers are those of `Refutation`.
    """

    literals: bytes
    hints: Sequence[int]


@dataclass(frozen=True)
class Refutation:
    """The steps that lead to the empty clause, which is the last.

    A solver writes every clause that it derives, most of which lead nowhere. Here are those that the empty
    clause needs, and the texts delete each after its last use, so they are shorter than what the solver
    wrote, and checked in less time.

    The clauses of the formula are numbered from 1, the steps from `clause_count` + 1.
    """

    clause_count: int
    steps: Sequence[DerivedClause]

    @property
    def used(self) -> list[int]:
        """The positions of the formula's clauses that are hints, in order."""
        return sorted({hint - 1 for step in self.steps for hint in step.hints if hint <= self.clause_count})

    def drup(self) -> bytes:
        """The proof in DRUP, as text."""
        return b"".join(self._drup_lines())

    def lrat(self) -> bytes:
        """The proof in LRAT, as text."""
        return b"".join(self._lrat_lines())

    def _drup_lines(self) -> Iterator[bytes]:
        for number, (literals, _) in self._numbered():
            yield (literals + b" 0\n").removeprefix(b" ")
            for done in self._done_after.get(number, ()):
                yield b"d%b 0\n" % self.steps[done - self.clause_count - 1].literals

    def _lrat_lines(self) -> Iterator[bytes]:
        for number, (literals, hints) in self._numbered():
            yield b"%d%b 0 %b 0\n" % (number, literals, _spaced(hints))
            if number in self._done_after:
                yield b"%d d %b 0\n" % (number, _spaced(self._done_after[number]))

    def _numbered(self) -> Iterator[tuple[int, DerivedClause]]:
        return enumerate(self.steps, self.clause_count + 1)

    @cached_property
    def _done_after(self) -> Mapping[int, Sequence[int]]:
        """The steps of two or more literals that are used last in a step; by its number.

        Other checkers warn of deleted units, and these cost nothing.
        """
        last = {hint: number for number, step in self._numbered() for hint in step.hints}
        done = defaultdict(list)
        for number, (literals, _) in self._numbered():
            if literals.count(b" ") > 1:
                done[last[number]].append(number)
        return done


def _spaced(numbers: Sequence[int]) -> bytes:
    return b" ".join(b"%d" % number for number in numbers)


def read_refutation(proof: bytes, clause_count: int) -> Refutation:
    """The steps of a solver's LRAT proof that lead to the empty clause, with new numbers.

    The solver numbers its own clauses in one sequence with those of the formula, and derives the first
    while it reads the formula.

    Raise `CertificateError` if the proof has no empty clause.
    """
    derived = list(_derived(proof))
    made = [int(number) for number, _ in derived]
    needed = {derived[-1][0]} if derived else set()
    kept: list[tuple[bytes, bytes, list[bytes]]] = []
    for number, rest in reversed(derived):
        if number in needed:
            literals, _, end = rest.partition(b" 0 ")
            hints = end.split()[:-1]
            needed.update(hints)
            kept.append((number, literals, hints))
    if not kept or kept[0][1]:
        raise CertificateError("the solver's proof does not end with a contradiction")
    kept.reverse()
    new = {number: at for at, (number, _, _) in enumerate(kept, clause_count + 1)}
    for number in needed.difference(new):
        new[number] = int(number) - bisect_left(made, int(number))
    return Refutation(
        clause_count,
        tuple(DerivedClause(literals, tuple(map(new.__getitem__, hints))) for _, literals, hints in kept),
    )


def _derived(proof: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The number and the rest of each line that adds a clause, to the first empty clause."""
    for line in proof.splitlines():
        number, _, rest = line.partition(b" ")
        if rest.startswith(b"d "):
            continue
        yield number, b" " + rest
        if rest.startswith(b"0 "):
            return


SOLVER = "cadical195"
"""Its proofs are complete and correct for a fresh solver, which is not so for every solver of PySAT."""


def solve_with_proof(formula: Cnf, meter: Meter) -> Model | Refutation:
    """A model, or a proof that there is none.

    Raise `LimitReachedError` if the meter's limits end the search; `CertificateError` if the installed solver
    writes no hints.
    """
    if () in formula.clauses:
        # Solvers differ in how they handle an empty clause.
        empty = list(formula.clauses).index(()) + 1
        return Refutation(len(formula.clauses), (DerivedClause(b"", (empty,)),))
    calls = (_call(formula, meter, budget) for budget in slices(meter, anew=True))
    return next(found for found in calls if found is not None)


def _call(formula: Cnf, meter: Meter, budget: int | None) -> Model | Refutation | None:
    """Run one solver for at most `budget` conflicts; None if they were not enough."""
    with closing(Proving(formula)) as proving:
        found = proving.go_on(budget)
        if budget is not None:
            meter.nodes += proving.conflicts
        return found


class Proving:
    """A solver that writes a proof while it looks for a model of a formula in a cube; closed at its end."""

    def __init__(self, formula: Cnf, cube: Sequence[int] = ()) -> None:
        formula.refuse_unused()
        self._formula, self._clause_count = formula, len(formula.clauses) + len(cube)
        self._solver = CompiledSolver(SOLVER)
        _trace(self._solver)
        self._solver.add(formula.clauses)
        self._solver.add((literal,) for literal in cube)

    def close(self) -> None:
        self._solver.delete()

    def go_on(self, budget: int | None) -> Model | Refutation | None:
        """Continue for at most `budget` conflicts: a model, a proof, or None if they were not enough."""
        with heard_interrupts(self._solver):
            decided = self._solver.solve(conflicts=budget, jumps=True)
        if decided is None:
            return None
        if decided:
            return whole_model(self._solver.model(), self._formula.variable_count)
        return read_refutation(self._solver.proof(), self._clause_count)

    @property
    def conflicts(self) -> int:
        return self._solver.statistics()["conflicts"]


def _trace(solver: CompiledSolver) -> None:
    try:
        solver.configure(binary=0, lrat=1)
    except AttributeError:
        raise CertificateError("this version of python-sat writes no proofs as text") from None
    solver.trace()


def refutation_of(formula: Cnf, meter: Meter) -> Refutation:
    """A proof that a formula has no model.

    Raise `LimitReachedError` if the meter's limits end the search; `CertificateError` if the formula has a
    model, or the installed solver writes no hints.
    """
    found = solve_with_proof(formula, meter)
    if not isinstance(found, Refutation):
        raise CertificateError("the clauses do not rule out every other model")
    return found


def prove_in_parts(formula: Cnf, meter: Meter, workers: Workers) -> Model | bytes:
    """A model, or a proof by DRUP that there is none; the meter counts the conflicts.

    Raise `LimitReachedError` if the meter's limits end the search.
    """
    if () in formula.clauses:
        return b""  # there is nothing left to prove
    task = ProofSearch(replace(formula, names={}))
    limits = meter.limits
    if limits.nodes is not None:
        limits = limits._replace(nodes=limits.nodes - meter.nodes)
    ledger, reason = run_parts(task, limits, replace(workers, checkpoint=None, resume=False))
    meter.nodes += int(ledger.effort.get("nodes", 0))
    models = [model for result in sorted(ledger.results) for model in result.answers]
    if models:
        return models[0]
    if reason is not None:
        raise LimitReachedError(reason)
    return joined(ledger)


def joined(ledger: Ledger) -> bytes:
    """The proofs of all cubes, followed by the cubes that these rule out together."""
    proofs = [str(result.more["proof"]) for result in sorted(ledger.results) if "proof" in result.more]
    _, nodes = refutation(ledger.results)
    return "".join([*proofs, *map(_ruled_out, nodes)]).encode()


def _ruled_out(cube: Iterable[int]) -> str:
    return "".join(f"{-literal} " for literal in cube) + "0\n"


class ProofSearch(DividedSearch):
    """The task to find a model of a formula, or to prove that it has none.

    `formula` has no empty clause.
    """

    def __init__(self, formula: Cnf) -> None:
        self._formula = formula

    def __reduce__(self) -> tuple[type[ProofSearch], tuple[Cnf]]:
        return type(self), (self._formula,)

    @cached_property
    def worker(self) -> ProofWorker:
        return ProofWorker(self._formula)

    @cached_property
    def identity(self) -> str:
        return formula_identity(self._formula, "drup")

    def enough(self, found: int) -> bool:
        return found > 0


class ProofWorker:
    """A formula and the solver of the current cube; each cube gets a new solver and a proof of its own."""

    def __init__(self, formula: Cnf) -> None:
        self._formula = formula
        self._at: Part | None = None
        self._proving: Proving | None = None

    @cached_property
    def _lookahead(self) -> Lookahead:
        return Lookahead(self._formula)

    def do(self, part: Part, limits: Limits) -> PartResult:
        """Search a cube for a model, or for a proof that it has none."""
        meter = Meter(limits)
        if self._proving is None or self._at != part:
            self._end()
            self._proving, self._at = Proving(self._formula, part.choices), part
        try:
            found = self._found(self._proving, meter)
        except LimitReachedError:
            return PartResult(part, effort={"nodes": meter.nodes}, left=(part,))
        effort = {"nodes": meter.nodes}
        self._end()
        if not isinstance(found, Refutation):
            return PartResult(part, 1, (found,), effort, left=(part,))
        proof = "".join(without_cube(found.drup().decode(), part.choices))
        return PartResult(part, effort=effort, more={"proof": proof})

    def _found(self, proving: Proving, meter: Meter) -> Model | Refutation:
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

    def split(self, result: PartResult) -> PartResult:
        """The result for an unfinished cube, with the cube split into parts."""
        split = with_parts(result, self._lookahead)
        if split is not result:
            self._end()
        return split


def without_cube(proof: str, cube: Choices) -> Iterator[str]:
    """A proof by DRUP that a formula has no model in a cube, as steps that follow from the formula alone.

    One clause rules the cube out, and the others are deleted after it.  Clauses of the formula are never
    deleted, since other cubes may need them.
    """
    if not cube:
        yield proof
        return
    held = {str(literal) for literal in cube}
    behind = _ruled_out(cube)
    against = set(behind.split()[:-1])
    remaining: Counter[tuple[str, ...]] = Counter()
    for line in proof.splitlines():
        deletes = line.startswith("d ")
        clause = [word for word in line.removeprefix("d ").split()[:-1] if word not in against]
        key = tuple(sorted(clause))
        if not clause and not deletes:
            break  # the contradiction; what is deleted after it may be its reason
        if not clause or not held.isdisjoint(clause) or (deletes and not remaining[key]):
            continue
        remaining[key] += -1 if deletes else 1
        yield f"{'d ' if deletes else ''}{' '.join(clause)} {behind}"
    yield behind
    for clause_left, copies in remaining.items():
        yield f"d {' '.join(clause_left)} {behind}" * copies
