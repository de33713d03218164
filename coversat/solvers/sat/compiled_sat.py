"""PySAT's compiled solvers, without its Python half, whose import takes longer than most puzzles do.

It is one module with a function for each solver and operation, such as ``cadical195_solve``. This class gives
all families one interface.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from typing import Any, Self

from ...base.signals import held_back, in_main_thread
from ...problems.cnf.rules import Clause

COMPILED_AS = {
    "cadical153-stable": "cadical153",
    "gluecard4": "gluecard41",
    "glucose4": "glucose41",
    "glucose42": "glucose421",
}
"""Where the functions are not called by the solver's name."""
AT_FIRST = {
    "cadical153-stable": {
        "stabilizeonly": 1,  # few restarts, and scores of variables
        "scorefactor": 980,  # scores that decay slowly
        "elim": 0,
        "vivify": 0,
        "chrono": 0,
        "eagersubsume": 0,
    },
    "cadical300": {"factor": 0},  # no variables of its own among those of the formula
}
"""Options that a solver is begun with."""


class CompiledSolver:
    """One of PySAT's solvers, initially without clauses; a context manager that frees it.

    Signals are blocked while it is created. A feature that a solver lacks raises `AttributeError`.
    """

    _solver: Any = None
    _traced: Any = None
    _file: Any = None

    def __init__(self, name: str) -> None:
        import pysolvers

        self._library = pysolvers
        self._prefix = COMPILED_AS.get(name, name)
        self._cadical = name.startswith("cadical")
        self._kissat = name.startswith("kissat")
        # These store the file of their proof, and need the assumptions again for a core.
        self._keeps_less = self._cadical or name == "lingeling"
        self._assumed: list[int] = []
        with held_back():
            self._solver = self._function("new")()
        self.configure(**AT_FIRST.get(name, {}))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.delete()

    def __del__(self) -> None:
        self.delete()

    def _function(self, what: str) -> Any:
        return getattr(self._library, f"{self._prefix}_{what}")

    def delete(self) -> None:
        solver, self._solver = self._solver, None
        if solver is not None:
            self._function("del")(solver, *([self._file] if self._keeps_less else []))
        if self._file is not None:
            self._file.close()

    def give_up(self) -> None:
        """Let its memory be lost: to free what was left in the middle of something ends the program."""
        self._solver = self._traced = None

    def add(self, clauses: Iterable[Clause]) -> None:
        """Add clauses; an empty one leaves no model."""
        deque(map(self._function("add_cl"), repeat(self._solver), clauses), maxlen=0)

    def at_most(self, literals: Sequence[int], bound: int) -> None:
        """At most this many of the literals are true; for solvers with cardinality constraints."""
        self._function("add_am")(self._solver, list(literals), bound)

    def configure(self, **options: int) -> None:
        for option, setting in options.items():
            self._function("set")(self._solver, option, setting)

    def prefer(self, literals: Sequence[int]) -> None:
        """Prefer these literals in decisions."""
        self._function("setphases")(self._solver, list(literals))

    def solve(
        self, assumptions: Iterable[int] = (), conflicts: int | None = None, jumps: bool = False
    ) -> bool | None:
        """Whether there is a model with these literals; None if the budget of conflicts did not suffice.

        Ctrl-C is handled afterwards; with `jumps`, PySAT leaves the solver at once: see `heard_interrupts`.
        """
        self._assumed = list(assumptions)
        arguments = [*([] if self._kissat else [self._assumed]), int(jumps and in_main_thread())]
        if conflicts is None:
            return bool(self._function("solve")(self._solver, *arguments))
        self._function("cbudget")(self._solver, conflicts)
        if self._cadical or self._kissat:
            decided = self._function("solve_lim")(self._solver, *arguments)
            return None if decided == 0 else decided > 0
        decided = self._function("solve_lim")(self._solver, *arguments, False)
        return None if decided is None else bool(decided)

    def model(self) -> list[int]:
        """The model just found; it may omit variables."""
        return self._function("model")(self._solver) or []

    def core(self) -> list[int]:
        """After UNSAT: some of the assumptions that cannot be true together."""
        return self._function("core")(self._solver, *([self._assumed] if self._keeps_less else [])) or []

    def propagated(self, assumptions: Sequence[int]) -> list[int] | None:
        """The literals and what follows from them by unit propagation; None on a conflict.

        CaDiCaL is not used for it: after a call of `solve` it reports conflicts that are none.
        """
        if self._cadical:
            raise AttributeError("CaDiCaL's unit propagation is not reliable")
        consistent, found = self._function("propagate")(self._solver, list(assumptions), False, 0)
        return list(found or ()) if consistent else None

    def statistics(self) -> dict[str, int]:
        """Statistics since creation: conflicts, decisions, propagations and restarts."""
        statistics: dict[str, int] = self._function("acc_stats")(self._solver)
        return statistics

    def trace(self) -> None:
        """Write a proof from now on; call it before the first clause."""
        import tempfile

        # To free a solver with a file that it does not write to yet ends the program.
        with held_back():
            self._file = tempfile.TemporaryFile()  # noqa: SIM115  (`delete` closes it)
            self._traced = self._function("tracepr")(self._solver, self._file)

    def proof(self) -> bytes:
        self._library.flushpr(self._traced)
        self._file.seek(0)
        written: bytes = self._file.read()
        return written


PROPAGATES = "minisat22"
"""It takes no time to begin, and says what follows from a few literals by unit propagation."""


class UnitPropagation(CompiledSolver):
    """Unit propagation on clauses, those of one literal included.

    * always: PySAT does not report what holds without assumptions, so nothing does: unit clauses hold under
      this one, a variable beyond all others.
    * is_false (bool): whether there is an empty clause.
    """

    def __init__(self, clauses: Iterable[Clause], always: int) -> None:
        super().__init__(PROPAGATES)
        self.always, self.is_false = always, False
        self.add(self._under_assumption(clauses))

    def _under_assumption(self, clauses: Iterable[Clause]) -> Iterator[Clause]:
        for clause in clauses:
            if not clause:
                self.is_false = True
            elif clause[0] == clause[-1] and len(set(clause)) == 1:
                yield clause[0], -self.always
            else:
                yield clause

    def follows(self, literals: Iterable[int]) -> list[int] | None:
        """All that holds where these literals do; None if they are refuted."""
        return None if self.is_false else self.propagated([self.always, *literals])
