"""Any program that reads one of the texts here as a solver: SAT, pseudo-Boolean, MIP and CP solvers.

No shell is used.  The program is not trusted: its answers are checked, and a claim that there is none is
reported as the claim of the program.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

from ..base import programs
from ..base.arguments import text
from ..base.deadline import NEVER, Deadline
from ..base.errors import LimitReachedError, ParseError, SolverError, WrongModelError
from ..base.signals import signal_name
from ..base.wording import meant, similar
from ..problems import AnyProblem
from ..problems.cnf.solver_output import Claim
from ..reductions import model_of
from ..solvers import Limits, Search
from ..solvers.solver import Meter
from . import formulas, linear
from . import minizinc_text as minizinc
from .format import Dialogue, ProgramText
from .puzzle_text import PUZZLE

TEXTS = {one.field: one for one in (*formulas.TEXTS, *linear.TEXTS, *minizinc.TEXTS, PUZZLE)}
"""The texts by their fields on command lines."""
USUAL = next(iter(TEXTS))
"""The field of a command that has none."""
MODEL_FIELD, MODEL = "{model}", "model.txt"

SAT_CODE, UNSAT_CODE = 10, 20
"""The exit codes of the SAT competitions; some programs always exit with 0."""

PROFILES = {
    "cadical": "cadical -q {cnf}",
    "clasp": "clasp --verbose=0 {cnf}",
    "cryptominisat5": "cryptominisat5 --verb 0 {cnf}",
    "glpsol": "glpsol --lp {lp} -o {model}",
    "glucose": "glucose -model -verb=0 {cnf}",
    "kissat": "kissat -q {cnf}",
    "minisat": "minisat -verb=0 {cnf} {model}",
    "minizinc": "minizinc --solver gecode {mzn}",
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

    A field such as ``{cnf}`` or ``{mzn}`` is replaced by the file of the problem in this text (``{cnf}`` is
    put at the end where none is); ``{model}``, for programs such as minisat, by a file in which the program
    leaves its answer. It runs in the current folder.

    * kind: the kind of problems that it takes; see `taking`.
    """

    command: str
    name: str = "external"
    kind: str = "cnf"
    about: str = "any program that reads DIMACS, OPB, LP, MPS, MiniZinc or cardinality constraints"

    @classmethod
    def of(cls, command: str) -> ExternalSolver:
        """The program of a command line, named by the program, or as ``NAME=`` before the command names it.

        Raise `SolverError` for an empty command, one with a quote that is not closed, an unknown field, or
        what only a shell understands.
        """
        named = _NAMED.match(text("solver_command", command))
        solver = cls(command[named.end() :] if named else command)
        known = solver.command.strip() if solver.command.strip() in PROFILES else solver.program
        return replace(solver, name=f"external:{named[1] if named else known}", kind=solver.text.kind)

    @property
    def full_name(self) -> str:
        """The name with the command, from which `of` makes the same solver."""
        own = self.name.removeprefix("external:")
        is_usual = self.name == self.of(self.command).name
        return f"external:{self.command if is_usual else f'{own}={self.command}'}"

    def taking(self, kind: str) -> ExternalSolver | None:
        """The solver for problems of this kind; None if it reads no text that states them."""
        if self.kind:
            return self if self.kind == kind else None
        has_texts = any(text.kind == kind for text in TEXTS.values())
        return None if has_texts or model_of(kind) is None else replace(self, kind=kind)

    @property
    def effort_unit(self) -> None:
        """It counts nothing that could be compared."""
        return None

    def search(self, problem: AnyProblem, limits: Limits) -> Search[Any]:
        """Begin to enumerate answers; the program is started once for each, and once more at the end.

        The search raises `SolverError` if the program cannot be started, prints no answer, or prints one that
        is wrong; `ReductionError` if its text cannot state the problem.
        """
        return Search.of(self._answers, problem, limits)

    def _answers(self, problem: AnyProblem, meter: Meter) -> Iterator[Any]:
        dialogue = self.text.ask(problem)
        meter.unit = "calls"
        while True:
            meter.node()
            with meter.limits.deadline.enforced():  # its output may take long to read
                claim, answer = self.run(dialogue, meter.limits.deadline)
            if claim == "UNKNOWN":
                raise LimitReachedError(f"{self.program} printed UNKNOWN")
            if answer is None:
                meter.claimed_by = self.program
                return
            cuts = dialogue.exclude(answer)
            if cuts:
                meter.statistics["cuts"] = meter.statistics.get("cuts", 0) + cuts
            else:
                yield answer
            if self.text.once:
                raise LimitReachedError("one answer, since the program prints no other")

    @property
    def words(self) -> list[str]:
        """The words of the command line, before fields are replaced.

        Raise `SolverError` as `of` does.
        """
        try:
            words = shlex.split(PROFILES.get(self.command.strip(), self.command))
        except ValueError as error:
            raise self._wrong(str(error)) from None
        if not words:
            raise SolverError("the solver command is empty")
        if shells := [word for word in words if word in _OF_SHELLS]:
            raise self._wrong(f"no shell runs it that knows {shells[0]!r}")
        fields = dict.fromkeys(field for word in words for field in _FIELD.findall(word))
        if unknown := [field for field in fields if field not in (*TEXTS, MODEL_FIELD)]:
            raise self._wrong(f"unknown field {unknown[0]}; {meant(unknown[0], [*TEXTS, MODEL_FIELD])}")
        if len(texts := [field for field in fields if field in TEXTS]) > 1:
            raise self._wrong(f"{' and '.join(texts)} are two texts, and a program is given one")
        return words if texts else [*words, USUAL]

    @property
    def text(self) -> ProgramText:
        return next(TEXTS[field] for word in self.words for field in _FIELD.findall(word) if field in TEXTS)

    def refuse_missing(self) -> None:
        """Raise `SolverError` if there is no such program here."""
        if shutil.which(self.words[0]) is None:
            raise SolverError(f"there is no program {self.words[0]!r} to run{self._meant}")

    @property
    def _meant(self) -> str:
        """Known programs with a similar name, if this one is missing and none of them."""
        is_missing = shutil.which(self.words[0]) is None and self.words[0] not in PROFILES
        near = similar(self.words[0], PROFILES) if is_missing else []
        return f"; did you mean {' or '.join(near)}?" if near else ""

    def _wrong(self, reason: str) -> SolverError:
        return SolverError(f"the solver command {self.command!r}: {reason}")

    @property
    def program(self) -> str:
        return Path(self.words[0]).name

    def run(self, dialogue: Dialogue, deadline: Deadline = NEVER) -> tuple[Claim, Any | None]:
        """Run the program once; return what it claims, and its answer.

        Raise `LimitReachedError` after the deadline; the program and its child processes are terminated.
        Raise `SolverError` if the program cannot be started, its output cannot be understood or contradicts
        its exit code, its answer is wrong, or it claims that there is none with an exit code of failure.
        """
        words, folder, text = self.words, programs.new_folder(), self.text
        leaves = MODEL if any(MODEL_FIELD in word for word in words) else None
        file = f"problem.{text.name}"
        for field, name in ((text.field, file), (MODEL_FIELD, MODEL)):
            words = [word.replace(field, os.path.join(folder, name)) for word in words]
        try:
            ended = programs.run(
                words,
                folder,
                inputs={file: dialogue.lines()},
                reads=file if text.once else None,
                leaves=leaves,
                deadline=deadline,
                current=os.getcwd(),
            )
        except programs.ProgramError as error:
            raise SolverError(f"{self.program} cannot be started: {error}{self._meant}") from None
        except LimitReachedError:
            raise LimitReachedError(f"time ran out in {self.program}") from None
        return self._claim(ended, dialogue, deadline)

    def _claim(
        self, ended: programs.Ended, dialogue: Dialogue, deadline: Deadline
    ) -> tuple[Claim, Any | None]:
        how = f"is ended by {signal_name(-ended.code)}" if ended.code < 0 else f"exits with {ended.code}"
        try:
            claim, answer = dialogue.read(TextIOWrapper(BytesIO(ended.output), "ascii", "replace"), deadline)
        except ParseError as error:
            raise self._unusable(ended, f"it {how}; what it printed is not an answer: {error}") from None
        except WrongModelError as error:
            raise SolverError(f"{self.program}: {error}") from None
        claimed = {SAT_CODE: "SATISFIABLE", UNSAT_CODE: "UNSATISFIABLE"}.get(ended.code, claim)
        # An answer is checked; that there is none is trusted only from a program that did not fail.
        broken = claim == "UNSATISFIABLE" and ended.code not in (0, UNSAT_CODE)
        if claimed != claim or broken:
            raise self._unusable(ended, f"it says {claim} and {how}")
        return claim, answer

    def _unusable(self, ended: programs.Ended, reason: str) -> SolverError:
        complaint = f"; it also printed: {ended.complaint}" if ended.complaint else ""
        return SolverError(f"{self.program}: {reason}{complaint}")
