"""A model of a formula, or a proof that it has none, by a solver that begins anew with each formula.

Proofs over several calls of one solver are not reliable.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import count, islice
from typing import Any

from ..interrupts import heard_interrupts, new_solver
from ..problems.cnf import Cnf, Model, whole_model
from ..solvers.solver import Meter, slices
from .layout import CertificateError

SOLVER = "cadical195"
"""Its proofs are complete and correct when a fresh solver writes each; not all of PySAT's solvers' are."""


@dataclass(frozen=True)
class Prover:
    """How the solver is begun, and what it wrote of a formula with so many clauses once it is done."""

    begin: Callable[[], Any]
    proof: Callable[[Any, int], bytes]


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
    calls = (_call(formula, meter, PROVERS[proof], budget) for budget in slices(meter))
    return next(found for found in calls if found is not None)


def _call(formula: Cnf, meter: Meter, prover: Prover, budget: int | None) -> Model | bytes | None:
    """Run one solver, at most `budget` conflicts; None when they were not enough."""
    with prover.begin() as solver:
        solver.append_formula(formula.clauses)
        with heard_interrupts(solver):
            if budget is None:
                decided = solver.solve()
            else:
                solver.conf_budget(budget)
                decided = solver.solve_limited()
        if budget is not None:
            meter.nodes += solver.accum_stats()["conflicts"]
        if decided is None:
            return None
        if decided:
            return whole_model(solver.get_model(), formula.variable_count)
        return prover.proof(solver, len(formula.clauses))


def _begin_drup() -> Any:
    return new_solver(SOLVER, with_proof=True)


def _drup(solver: Any, clause_count: int) -> bytes:
    return "".join(line + "\n" for line in solver.get_proof()).encode("ascii")


def _begin_lrat() -> Any:
    """As PySAT begins a solver with a proof, but with options that it does not document."""
    import pysolvers

    solver = new_solver(SOLVER)
    traced = solver.solver
    try:
        for option, value in (("lrat", 1), ("binary", 0)):
            pysolvers.cadical195_set(traced.cadical, option, value)
    except AttributeError:
        solver.delete()
        raise CertificateError("this version of python-sat writes no LRAT") from None
    traced.prfile = tempfile.TemporaryFile()  # noqa: SIM115  (the solver's end closes it)
    traced.prfp = pysolvers.cadical195_tracepr(traced.cadical, traced.prfile)
    return solver


def _lrat(solver: Any, clause_count: int) -> bytes:
    import pysolvers

    file = solver.solver.prfile
    pysolvers.flushpr(solver.solver.prfp)
    file.seek(0)
    return b"".join(formula_first(file.read(), clause_count))


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


PROVERS: Mapping[str, Prover] = {"drup": Prover(_begin_drup, _drup), "lrat": Prover(_begin_lrat, _lrat)}
"""For each form of a proof."""
