"""Any SAT solver that reads DIMACS, as a program of its own.

No shell is used.  The program's word is not taken: a model is checked clause by clause.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from ..problems.cnf import Cnf, Model, dimacs_lines
from ..problems.problem import ParseError
from ..problems.solver_output import SolverOutput, read_solver_output
from .sat import blocking_clause, complete_model
from .solver import LimitReachedError, Limits, Meter, Search, SolverError

CNF_FIELD, MODEL_FIELD = "{cnf}", "{model}"
MOST_OUTPUT = 256 * 2**20
"""Bytes of output that are read; a model of ten million variables takes about 90 MB."""


@dataclass(frozen=True)
class ExternalSolver:
    """A program by its command line, split as a shell splits words.

    ``{cnf}`` is replaced by the formula's file (put at the end where it is missing); ``{model}``, for
    programs such as minisat, by a file in which the program leaves its answer.
    """

    command: str
    name: str = "external"
    kind: str = "cnf"
    about: str = "any program that reads DIMACS, by --solver-command"

    def search(self, problem: Cnf, limits: Limits) -> Search[Model]:
        """Begin to enumerate models; the program is started once for each, and once more at the end.

        The search raises `SolverError` when the program cannot be started, prints no answer, or shows
        a model that leaves a clause false.
        """
        meter = Meter(limits)
        return Search(self._models(problem, meter), meter)

    def _models(self, problem: Cnf, meter: Meter) -> Iterator[Model]:
        formula = problem
        while True:
            meter.node()
            output = self.run(formula, meter.seconds_left())
            if output.status == "UNKNOWN":
                raise LimitReachedError("the solver says UNKNOWN")
            if output.literals is None:
                return
            model = complete_model(formula, output.literals)
            if model is None:
                raise SolverError(f"{self.program}: its model leaves a clause false")
            yield model
            blocked = (*formula.clauses, blocking_clause(problem, model))
            formula = replace(formula, clauses=blocked)

    @property
    def program(self) -> str:
        """The first word of the command."""
        words = shlex.split(self.command)
        if not words:
            raise SolverError("the solver command is empty")
        return words[0]

    def run(self, formula: Cnf, seconds: float | None) -> SolverOutput:
        """Run the program once and read what it claims.

        Raises
        ------
        LimitReachedError
            When `seconds` have passed; the program and its children are ended.
        SolverError
            When the program cannot be started or what it prints cannot be understood.
        """
        with tempfile.TemporaryDirectory(prefix="coversat-") as folder:
            cnf_path, model_path = Path(folder, "formula.cnf"), Path(folder, "model.txt")
            with cnf_path.open("w", encoding="ascii", newline="\n") as file:
                file.writelines(dimacs_lines(formula))
            words = [
                word.replace(CNF_FIELD, str(cnf_path)).replace(MODEL_FIELD, str(model_path))
                for word in shlex.split(self.command)
            ]
            if CNF_FIELD not in self.command:
                words.append(str(cnf_path))
            output_path = Path(folder, "output.txt")
            self._call(words, output_path, seconds)
            text = _read(model_path if MODEL_FIELD in self.command else output_path)
        try:
            return read_solver_output(text, formula.variable_count)
        except ParseError as error:
            raise SolverError(f"{self.program}: its output cannot be read: {error}") from None

    def _call(self, words: list[str], output_path: Path, seconds: float | None) -> None:
        with output_path.open("wb") as output:
            try:
                process = subprocess.Popen(
                    words,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,
                )
            except OSError as error:
                raise SolverError(f"{self.program}: {error.strerror or error}") from None
        try:
            process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            raise LimitReachedError(f"time ran out in {self.program}") from None
        finally:
            # The group, so that no child of the program goes on.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _read(path: Path) -> str:
    if not path.exists():
        return ""
    if path.stat().st_size > MOST_OUTPUT:
        raise SolverError(f"the solver printed more than {MOST_OUTPUT} bytes")
    return path.read_bytes().decode("ascii", "replace")
