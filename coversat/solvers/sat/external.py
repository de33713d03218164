"""Any SAT solver that reads DIMACS, as a program of its own.

No shell is used.  The program is not trusted: a model is checked clause by clause, and a claim that there is
none is reported as the claim of the program.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import BytesIO, TextIOWrapper
from pathlib import Path

from ...base import programs
from ...base.deadline import NEVER, Deadline
from ...base.errors import LimitReachedError, ParseError, SolverError
from ...base.signals import signal_name
from ...problems.cnf.rules import Cnf, Model, dimacs_lines
from ...problems.cnf.solver_output import SolverOutput, bounded_lines, read_solver_lines
from ..solver import Limits, Meter, Search
from .cuts import CutFinder
from .sat import blocking_clause, complete_model

CNF_FIELD, MODEL_FIELD = "{cnf}", "{model}"
FORMULA, MODEL = "formula.cnf", "model.txt"

SAT_CODE, UNSAT_CODE = 10, 20
"""The exit codes of the SAT competitions; some programs always exit with 0."""

PROFILES = {
    "cadical": "cadical -q {cnf}",
    "clasp": "clasp --verbose=0 {cnf}",
    "cryptominisat5": "cryptominisat5 --verb 0 {cnf}",
    "glucose": "glucose -model -verb=0 {cnf}",
    "kissat": "kissat -q {cnf}",
    "minisat": "minisat -verb=0 {cnf} {model}",
    "picosat": "picosat {cnf}",
    "sat4j": "java -jar /usr/share/java/org.sat4j.core.jar {cnf}",
    "z3": "z3 -dimacs {cnf}",
}
"""Command lines of well-known programs; a command that is such a name stands for its line."""

_FIELD = re.compile(r"\{[A-Za-z_]\w*\}")
_NAMED = re.compile(r"([A-Za-z][\w.+-]*)=(?=\S)")
_OF_SHELLS = ("<", ">", ">>", "2>", "|", "||", "&", "&&")


@dataclass(frozen=True)
class ExternalSolver:
    """A program by its command line, split as a shell splits words, or by a name of `PROFILES`.

    ``{cnf}`` is replaced by the formula's file (put at the end where it is missing); ``{model}``, for
    programs such as minisat, by a file in which the program leaves its answer. It runs in the current folder.
    """

    command: str
    name: str = "external"
    kind: str = "cnf"
    about: str = "any program that reads DIMACS"

    @classmethod
    def of(cls, command: str) -> ExternalSolver:
        """The program of a command line, named by the program, or as ``NAME=`` before the command names it.

        Raise `SolverError` for an empty command, one with a quote that is not closed, an unknown field, or
        what only a shell understands.
        """
        named = _NAMED.match(command)
        solver = cls(command[named.end() :] if named else command)
        known = solver.command.strip() if solver.command.strip() in PROFILES else solver.program
        return replace(solver, name=f"external:{named[1] if named else known}")

    @property
    def full_name(self) -> str:
        """The name with the command, from which `of` makes the same solver."""
        own = self.name.removeprefix("external:")
        return f"external:{self.command if self == self.of(self.command) else f'{own}={self.command}'}"

    @property
    def effort_unit(self) -> None:
        """It counts nothing that could be compared."""
        return None

    def search(self, problem: Cnf, limits: Limits) -> Search[Model]:
        """Begin to enumerate models; the program is started once for each, and once more at the end.

        The search raises `SolverError` if the program cannot be started, prints no answer, or prints a model
        that makes a clause false.
        """
        return Search.of(self._models, problem, limits)

    def _models(self, problem: Cnf, meter: Meter) -> Iterator[Model]:
        problem.refuse_unused()
        formula, finder = problem, CutFinder(problem)
        meter.unit = "calls"
        while True:
            meter.node()
            with meter.limits.deadline.enforced():  # its output may take long to read
                output = self.run(formula, meter.limits.deadline, meter.limits.memory)
                plain = replace(formula, graphs=())
                model = None if output.literals is None else complete_model(plain, output.literals)
            if output.status == "UNKNOWN":
                raise LimitReachedError(f"{self.program} printed UNKNOWN")
            if output.literals is None:
                meter.claimed_by = self.program
                return
            if model is None:
                raise SolverError(f"{self.program}: its model leaves a clause false")
            added = list(map(finder.clause, finder.of(model)))
            if added:
                meter.statistics["cuts"] = meter.statistics.get("cuts", 0) + len(added)
            else:
                yield model
                added = [blocking_clause(problem, model)]
            formula = replace(formula, clauses=(*formula.clauses, *added))

    @property
    def words(self) -> list[str]:
        """The words of the command line, before fields are replaced.

        Raise `SolverError` as `of` does.
        """
        try:
            words = shlex.split(PROFILES.get(self.command.strip(), self.command))
        except ValueError as error:
            raise SolverError(f"the solver command {self.command!r}: {error}") from None
        if not words:
            raise SolverError("the solver command is empty")
        if shells := [word for word in words if word in _OF_SHELLS]:
            raise SolverError(
                f"the solver command {self.command!r}: no shell runs it that knows {shells[0]!r}"
            )
        fields = (field for word in words for field in _FIELD.findall(word))
        if unknown := [field for field in fields if field not in (CNF_FIELD, MODEL_FIELD)]:
            known = f"the fields are {CNF_FIELD}, the formula, and {MODEL_FIELD}, the file of its answer"
            raise SolverError(f"the solver command {self.command!r}: unknown field {unknown[0]}; {known}")
        return words if any(CNF_FIELD in word for word in words) else [*words, CNF_FIELD]

    @property
    def program(self) -> str:
        return Path(self.words[0]).name

    def run(self, formula: Cnf, deadline: Deadline = NEVER, memory: int | None = None) -> SolverOutput:
        """Run the program once and read what it claims.

        Parameters
        ----------
        formula : Cnf
        deadline : Deadline
        memory : int, optional
            The memory limit in bytes.

        Raises
        ------
        LimitReachedError
            After the deadline; the program and its child processes are terminated.
        SolverError
            If the program cannot be started, its output cannot be understood or contradicts its exit code, or
            it claims that there is no model with an exit code of failure.
        """
        words, folder = self.words, programs.new_folder()
        leaves = MODEL if any(MODEL_FIELD in word for word in words) else None
        for field, name in ((CNF_FIELD, FORMULA), (MODEL_FIELD, MODEL)):
            words = [word.replace(field, os.path.join(folder, name)) for word in words]
        try:
            ended = programs.run(
                words,
                folder,
                inputs={FORMULA: dimacs_lines(formula)},
                leaves=leaves,
                deadline=deadline,
                memory=memory,
                current=os.getcwd(),
            )
        except programs.ProgramError as error:
            raise SolverError(f"{self.program} cannot be started: {error}") from None
        except LimitReachedError:
            raise LimitReachedError(f"time ran out in {self.program}") from None
        return self._claim(ended, formula, deadline)

    def _claim(self, ended: programs.Ended, formula: Cnf, deadline: Deadline) -> SolverOutput:
        how = f"is ended by {signal_name(-ended.code)}" if ended.code < 0 else f"exits with {ended.code}"
        lines = bounded_lines(
            TextIOWrapper(BytesIO(ended.output), "ascii", "replace"), formula.variable_count
        )
        try:
            output = read_solver_lines(lines, formula.variable_count, deadline, not any(formula.clauses))
        except ParseError as error:
            raise self._unusable(ended, f"it {how}; what it printed is not an answer: {error}") from None
        claimed = {SAT_CODE: "SATISFIABLE", UNSAT_CODE: "UNSATISFIABLE"}.get(ended.code, output.status)
        # A model is checked; that there is none is trusted only from a program that did not fail.
        broken = output.status == "UNSATISFIABLE" and ended.code not in (0, UNSAT_CODE)
        if claimed != output.status or broken:
            raise self._unusable(ended, f"it says {output.status} and {how}")
        return output

    def _unusable(self, ended: programs.Ended, reason: str) -> SolverError:
        complaint = f"; it also printed: {ended.complaint}" if ended.complaint else ""
        return SolverError(f"{self.program}: {reason}{complaint}")
