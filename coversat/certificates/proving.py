"""A model of a formula, or a proof that it has none, by a solver that begins anew with each formula.

What one solver wrote of several formulas, or under assumptions, is no reliable proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from io import BytesIO
from itertools import count, islice

from ..interrupts import heard_interrupts
from ..kinds.cnf.rules import Cnf, Model, whole_model
from ..solvers.compiled_sat import CompiledSolver
from ..solvers.solver import Meter, slices
from .layout import CertificateError

SOLVER = "cadical195"
"""Its proofs are complete and correct when a fresh solver writes each; not all of PySAT's solvers' are."""


@dataclass(frozen=True)
class Prover:
    """The solver's options, and the proof, from what it wrote of a formula with so many clauses."""

    options: Mapping[str, int]
    proof: Callable[[bytes, int], bytes]


def solve_with_proof(formula: Cnf, meter: Meter, proof: str) -> Model | bytes:
    """A model, or a proof in this form (a name in `PROVERS`) that there is none.

    Raises
    ------
    LimitReachedError
        When the meter's limits end the search.
    CertificateError
        When the solver at hand does not write this form.
    """
    if () in formula.clauses:
        # Solvers differ in what they make of an empty clause; and there is nothing left to prove.
        return b""
    calls = (_call(formula, meter, proof, budget) for budget in slices(meter, anew=True))
    return next(found for found in calls if found is not None)


def _call(formula: Cnf, meter: Meter, form: str, budget: int | None) -> Model | bytes | None:
    """Run one solver, at most `budget` conflicts; None when they were not enough."""
    with closing(Proving(formula, form)) as proving:
        found = proving.go_on(budget)
        if budget is not None:
            meter.nodes += proving.conflicts
        return found


class Proving:
    """A solver that writes a proof while it looks for a model of a formula in a cube; closed at its end."""

    def __init__(self, formula: Cnf, form: str, cube: Sequence[int] = ()) -> None:
        self._formula, self._prover = formula, PROVERS[form]
        self._solver = CompiledSolver(SOLVER)
        _trace(self._solver, self._prover.options)
        self._solver.add(formula.clauses)
        self._solver.add((literal,) for literal in cube)

    def close(self) -> None:
        """Free its memory."""
        self._solver.delete()

    def go_on(self, budget: int | None) -> Model | bytes | None:
        """A model, or the proof; None when so many conflicts more were not enough."""
        with heard_interrupts(self._solver):
            decided = self._solver.solve(conflicts=budget, jumps=True)
        if decided is None:
            return None
        if decided:
            return whole_model(self._solver.model(), self._formula.variable_count)
        return self._prover.proof(self._solver.proof(), len(self._formula.clauses))

    @property
    def conflicts(self) -> int:
        """Since it was begun."""
        return self._solver.statistics()["conflicts"]


def _trace(solver: CompiledSolver, options: Mapping[str, int]) -> None:
    try:
        solver.configure(**options)
    except AttributeError:
        raise CertificateError("this version of python-sat writes no proofs as text") from None
    solver.trace()


def _as_written(proof: bytes, clause_count: int) -> bytes:
    return proof


def _lrat(proof: bytes, clause_count: int) -> bytes:
    return b"".join(formula_first(proof, clause_count))


def formula_first(proof: bytes, clause_count: int) -> Iterator[bytes]:
    """The lines of an LRAT proof in which the formula's clauses have the first numbers.

    The solver numbers its own clauses in one sequence with those of the formula, and makes the first
    while it still reads the formula.
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
"""For each form of a proof."""
