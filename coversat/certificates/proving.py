"""A model of a formula or a proof that it has none, by one solver or by several in parts.

Each formula gets a fresh solver: a proof that a solver writes over several formulas, or under assumptions, is
not reliable.

A proof in parts: cubes of one formula are refuted separately and their proofs joined by clauses.  What
follows from a formula and a cube follows from the formula alone once each clause has "or not this cube"
added.  The joined proof holds the proofs of the cubes, each ending with the clause that rules its cube out,
and then the cubes from which these were split, up to the empty one: the contradiction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from io import BytesIO
from itertools import count, islice
from typing import NamedTuple

from ..errors import LimitReachedError
from ..kinds.cnf.rules import Cnf, Model, whole_model
from ..signals import heard_interrupts
from ..solvers import Limits
from ..solvers.compiled_sat import CompiledSolver
from ..solvers.solver import Meter, slices
from ..work.cubes import Lookahead, formula_identity, refutation, with_parts
from ..work.divide import Workers, run_parts
from ..work.parts import Choices, Ledger, Part, PartResult
from .certificate import CertificateError

SOLVER = "cadical195"
"""Its proofs are complete and correct for a fresh solver, which is not so for every solver of PySAT."""


@dataclass(frozen=True)
class Prover:
    """The options of the solver, and a function from its output and the number of clauses to the proof."""

    options: Mapping[str, int]
    proof: Callable[[bytes, int], bytes]


def solve_with_proof(formula: Cnf, meter: Meter, proof: str) -> Model | bytes:
    """A model, or a proof in this form (a name in `PROVERS`) that there is none.

    Raises
    ------
    LimitReachedError
        If the meter's limits end the search.
    CertificateError
        If the installed solver does not write this form.
    """
    if () in formula.clauses:
        # Solvers differ in how they handle an empty clause, and there is nothing to prove.
        return b""
    calls = (_call(formula, meter, proof, budget) for budget in slices(meter, anew=True))
    return next(found for found in calls if found is not None)


def _call(formula: Cnf, meter: Meter, form: str, budget: int | None) -> Model | bytes | None:
    """Run one solver for at most `budget` conflicts; None if they were not enough."""
    with closing(Proving(formula, form)) as proving:
        found = proving.go_on(budget)
        if budget is not None:
            meter.nodes += proving.conflicts
        return found


class Proving:
    """A solver that writes a proof while it looks for a model of a formula in a cube; closed at its end."""

    def __init__(self, formula: Cnf, form: str, cube: Sequence[int] = ()) -> None:
        formula.refuse_unused()
        self._formula, self._prover = formula, PROVERS[form]
        self._solver = CompiledSolver(SOLVER)
        _trace(self._solver, self._prover.options)
        self._solver.add(formula.clauses)
        self._solver.add((literal,) for literal in cube)

    def close(self) -> None:
        self._solver.delete()

    def go_on(self, budget: int | None) -> Model | bytes | None:
        """Continue for at most `budget` conflicts: a model, a proof, or None if they were not enough."""
        with heard_interrupts(self._solver):
            decided = self._solver.solve(conflicts=budget, jumps=True)
        if decided is None:
            return None
        if decided:
            return whole_model(self._solver.model(), self._formula.variable_count)
        return self._prover.proof(self._solver.proof(), len(self._formula.clauses))

    @property
    def conflicts(self) -> int:
        return self._solver.statistics()["conflicts"]


def _trace(solver: CompiledSolver, options: Mapping[str, int]) -> None:
    try:
        solver.configure(**options)
    except AttributeError:
        raise CertificateError("this version of python-sat writes no proofs as text") from None
    solver.trace()


class Refutation(NamedTuple):
    """A proof by DRUP, reduced to the steps that lead to the empty clause.

    Attributes
    ----------
    used : tuple of int
        The positions of the clauses of the formula that it uses.
    steps : bytes
        In text, without deletions.
    """

    used: tuple[int, ...]
    steps: bytes


def refuted_by(formula: Cnf, meter: Meter) -> Refutation:
    """A reduced proof that a formula has no model.

    Raises
    ------
    LimitReachedError
        If the meter's limits end the search.
    CertificateError
        If the formula has a model, or the installed solver writes no hints.
    """
    if () in formula.clauses:
        return Refutation((list(formula.clauses).index(()),), b"")
    proof = solve_with_proof(formula, meter, "lrat")
    if not isinstance(proof, bytes):
        raise CertificateError("the clauses do not rule out every other model")
    return reduced_proof(proof, len(formula.clauses))


def reduced_proof(proof: bytes, clause_count: int) -> Refutation:
    """The steps of an LRAT proof that lead to its empty clause, from the last to the first."""
    needed: set[bytes] = set()
    steps: list[bytes] = []
    for line in reversed(proof.splitlines()):
        number, *rest = line.split()
        if rest[0] == b"d":
            continue
        end = rest.index(b"0")
        if number in needed or not end:
            needed.update(hint.lstrip(b"-") for hint in rest[end + 1 : -1])
            steps.append(b" ".join(rest[: end + 1]) + b"\n")
    used = sorted(at - 1 for at in map(int, needed) if at <= clause_count)
    return Refutation(tuple(used), b"".join(reversed(steps)))


def _as_written(proof: bytes, clause_count: int) -> bytes:
    return proof


def _lrat(proof: bytes, clause_count: int) -> bytes:
    return b"".join(formula_first(proof, clause_count))


def formula_first(proof: bytes, clause_count: int) -> Iterator[bytes]:
    """The lines of an LRAT proof, renumbered so that the formula's clauses come first.

    The solver numbers its own clauses in one sequence with those of the formula, and derives the first
    while it reads the formula.
    """
    made = [int(line.split(None, 1)[0]) for line in BytesIO(proof) if not _deletes(line.split(None, 2))]
    its_own = set(made)
    given = list(islice((number for number in count(1) if number not in its_own), clause_count))
    new = {b"%d" % old: b"%d" % at for at, old in enumerate([*given, *made], 1) if at != old}
    renumbered = new.get
    for line in BytesIO(proof):
        number, *rest = line.split()
        at = 1 if _deletes([number, *rest]) else rest.index(b"0") + 1
        clauses = (renumbered(word, word) for word in rest[at:])
        yield b" ".join([renumbered(number, number), *rest[:at], *clauses]) + b"\n"


def _deletes(words: Sequence[bytes]) -> bool:
    return words[1] == b"d"


PROVERS: Mapping[str, Prover] = {
    "drup": Prover({"binary": 0}, _as_written),
    "lrat": Prover({"binary": 0, "lrat": 1}, _lrat),
}
"""By the form of the proof."""


_DRUP = "drup"


def prove_in_parts(formula: Cnf, meter: Meter, workers: Workers) -> Model | bytes:
    """A model, or a proof by DRUP that there is none; the meter counts the conflicts.

    Raises
    ------
    LimitReachedError
        If the meter's limits end the search.
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


class ProofSearch:
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
        return formula_identity(self._formula, _DRUP)

    def enough(self, found: int) -> bool:
        return found > 0

    def opening(self, ledger: Ledger, limits: Limits) -> Iterable[PartResult]:
        return ()


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
            self._proving, self._at = Proving(self._formula, _DRUP, part.choices), part
        try:
            found = self._found(self._proving, meter)
        except LimitReachedError:
            return PartResult(part, effort={"nodes": meter.nodes}, left=(part,))
        effort = {"nodes": meter.nodes}
        self._end()
        if not isinstance(found, bytes):
            return PartResult(part, 1, (found,), effort, left=(part,))
        proof = "".join(without_cube(found.decode(), part.choices))
        return PartResult(part, effort=effort, more={"proof": proof})

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

    def cut(self, result: PartResult) -> PartResult:
        """The result for an unfinished cube, with the cube split into parts."""
        cut = with_parts(result, self._lookahead)
        if cut is not result:
            self._end()
        return cut


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
        if not clause or not held.isdisjoint(clause):
            continue
        if deletes and not remaining[key]:
            continue
        remaining[key] += -1 if deletes else 1
        yield f"{'d ' if deletes else ''}{' '.join(clause)} {behind}"
    yield behind
    for clause_left, copies in remaining.items():
        yield f"d {' '.join(clause_left)} {behind}" * copies
