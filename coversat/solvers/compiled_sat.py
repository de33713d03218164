"""PySAT's compiled solvers, without its Python half, whose import takes longer than most puzzles do.

The compiled half is one module with a function for each solver and each thing that it does, such as
``cadical195_solve``.  They differ a little from family to family; here they are alike.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from typing import Any

from ..kinds.cnf.rules import Clause
from ..signals import held_back

COMPILED_AS = {"gluecard4": "gluecard41", "glucose4": "glucose41", "glucose42": "glucose421"}
"""Where the functions are not called by the solver's name."""
AT_FIRST = {"cadical300": {"factor": 0}}
"""Options that a solver is begun with: no variables of its own among those of the formula."""


class CompiledSolver:
    """One of PySAT's solvers, still without clauses; a context that frees it.

    No interrupt comes while it is made.  What a solver does not offer raises `AttributeError`.
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
        # These keep the file of their proof, and are told what was assumed when it is asked for a core.
        self._keeps_less = self._cadical or name == "lingeling"
        self._assumed: list[int] = []
        with held_back():
            self._solver = self._function("new")()
        self.configure(**AT_FIRST.get(name, {}))

    def __enter__(self) -> CompiledSolver:
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
        """These clauses more; none of them empty."""
        add, solver = self._function("add_cl"), self._solver
        for clause in clauses:
            add(solver, clause)

    def at_most(self, literals: Sequence[int], bound: int) -> None:
        """At most so many of the literals are true, from 0 on; for solvers that count."""
        self._function("add_am")(self._solver, list(literals), bound)

    def configure(self, **options: int) -> None:
        """Options of CaDiCaL, in its own words."""
        for option, setting in options.items():
            self._function("set")(self._solver, option, setting)

    def prefer(self, literals: Sequence[int]) -> None:
        """Try these literals first where the solver is free to choose."""
        self._function("setphases")(self._solver, list(literals))

    def solve(
        self, assumptions: Iterable[int] = (), conflicts: int | None = None, jumps: bool = False
    ) -> bool | None:
        """Whether there is a model with these literals; None when so many conflicts did not decide it.

        Ctrl-C is heard afterwards; where it `jumps`, PySAT leaves the solver at once: `heard_interrupts`.
        """
        self._assumed = list(assumptions)
        arguments = [*([] if self._kissat else [self._assumed]), int(jumps and _in_main_thread())]
        if conflicts is None:
            return bool(self._function("solve")(self._solver, *arguments))
        self._function("cbudget")(self._solver, conflicts)
        if self._cadical or self._kissat:
            decided = self._function("solve_lim")(self._solver, *arguments)
            return None if decided == 0 else decided > 0
        decided = self._function("solve_lim")(self._solver, *arguments, False)
        return None if decided is None else bool(decided)

    def model(self) -> list[int]:
        """The model just found; variables may be left out."""
        return self._function("model")(self._solver) or []

    def core(self) -> list[int]:
        """After a "no": some of the assumptions that cannot be true together."""
        return self._function("core")(self._solver, *([self._assumed] if self._keeps_less else [])) or []

    def propagated(self, assumptions: Sequence[int]) -> list[int] | None:
        """What follows from these literals by unit propagation, with them; None on a conflict."""
        consistent, found = self._function("propagate")(self._solver, list(assumptions), False, 0)
        return list(found or ()) if consistent else None

    def statistics(self) -> dict[str, int]:
        """Conflicts, decisions, propagations and restarts since it was made."""
        told: dict[str, int] = self._function("acc_stats")(self._solver)
        return told

    def trace(self) -> None:
        """Write a proof from now on, before the first clause."""
        import tempfile

        self._file = tempfile.TemporaryFile()  # noqa: SIM115  (`delete` closes it)
        self._traced = self._function("tracepr")(self._solver, self._file)

    def proof(self) -> bytes:
        """The proof up to now."""
        self._library.flushpr(self._traced)
        self._file.seek(0)
        written: bytes = self._file.read()
        return written


def _in_main_thread() -> bool:
    """Only there does PySAT hear an interrupt."""
    return threading.current_thread() is threading.main_thread()
