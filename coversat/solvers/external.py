"""Any SAT solver that reads DIMACS, as a program of its own.

No shell is used.  The program's word is not taken: a model is checked clause by clause, and where the
program claims that there is none, the outcome says whose claim it is.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from ..errors import LimitReachedError, ParseError, SolverError
from ..problems.cnf import Cnf, Model, dimacs_lines
from ..problems.solver_output import SolverOutput, read_solver_output
from .sat import blocking_clause, complete_model
from .solver import Limits, Meter, Search

CNF_FIELD, MODEL_FIELD = "{cnf}", "{model}"
MOST_OUTPUT = 256 * 2**20
"""Bytes a program may write; a model of ten million variables takes about 90 MB."""

SAT_CODE, UNSAT_CODE = 10, 20
"""The exit codes of the SAT competitions; some programs exit with 0 whatever they found."""

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
"""How to call the well-known programs: a command that is only such a name stands for this line."""


@dataclass(frozen=True)
class ExternalSolver:
    """A program by its command line, split as a shell splits words, or by a name of `PROFILES`.

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
            output = self.run(formula, meter.limits.deadline.left(), meter.limits.memory)
            if output.status == "UNKNOWN":
                raise LimitReachedError(f"{self.program} says UNKNOWN")
            if output.literals is None:
                meter.claimed_by = self.program
                return
            model = complete_model(formula, output.literals)
            if model is None:
                raise SolverError(f"{self.program}: its model leaves a clause false")
            yield model
            blocked = (*formula.clauses, blocking_clause(problem, model))
            formula = replace(formula, clauses=blocked)

    @property
    def words(self) -> list[str]:
        """The words of the command line, fields not yet replaced.

        Raises
        ------
        SolverError
            For an empty command, or one with a quote that is not closed.
        """
        try:
            words = shlex.split(PROFILES.get(self.command.strip(), self.command))
        except ValueError as error:
            raise SolverError(f"the solver command {self.command!r}: {error}") from None
        if not words:
            raise SolverError("the solver command is empty")
        if os.sep in words[0]:
            words[0] = os.path.abspath(words[0])  # it will run in another folder
        return words if any(CNF_FIELD in word for word in words) else [*words, CNF_FIELD]

    @property
    def program(self) -> str:
        """The name of the program."""
        return Path(self.words[0]).name

    def run(self, formula: Cnf, seconds: float | None = None, memory: int | None = None) -> SolverOutput:
        """Run the program once and read what it claims.

        Parameters
        ----------
        formula : Cnf
        seconds, memory : float and int, optional
            How long it may run, and how many bytes it may hold.

        Raises
        ------
        LimitReachedError
            When `seconds` have passed; the program and its children are ended.
        SolverError
            When the program cannot be started, or what it prints cannot be understood or contradicts
            its exit code.
        """
        with tempfile.TemporaryDirectory(prefix="coversat-") as folder:
            paths = {CNF_FIELD: Path(folder, "formula.cnf"), MODEL_FIELD: Path(folder, "model.txt")}
            with paths[CNF_FIELD].open("w", encoding="ascii", newline="\n") as file:
                file.writelines(dimacs_lines(formula))
            words = self.words
            leaves_file = any(MODEL_FIELD in word for word in words)
            for field, path in paths.items():
                words = [word.replace(field, str(path)) for word in words]
            output_path = Path(folder, "output.txt")
            code = self._call(words, output_path, seconds, memory)
            text = _read(paths[MODEL_FIELD] if leaves_file else output_path)
        return self._claim(text, code, formula)

    def _call(self, words: list[str], output_path: Path, seconds: float | None, memory: int | None) -> int:
        with output_path.open("wb") as output:
            try:
                process = subprocess.Popen(
                    words,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.DEVNULL,
                    cwd=output_path.parent,
                    start_new_session=True,
                    preexec_fn=_caps(memory),
                )
            except (OSError, ValueError) as error:
                reason = getattr(error, "strerror", None) or error
                raise SolverError(f"{self.program} cannot be started: {reason}") from None
        try:
            return process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            raise LimitReachedError(f"time ran out in {self.program}") from None
        finally:
            # The group, so that no child of the program goes on.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def _claim(self, text: str, code: int, formula: Cnf) -> SolverOutput:
        try:
            output = read_solver_output(text, formula.variable_count)
        except ParseError as error:
            ended = f"it was ended by {signal.Signals(-code).name}; " if code < 0 else ""
            raise SolverError(f"{self.program}: {ended}what it printed is no answer: {error}") from None
        claimed = {SAT_CODE: "SATISFIABLE", UNSAT_CODE: "UNSATISFIABLE"}.get(code, output.status)
        if claimed != output.status:
            raise SolverError(f"{self.program}: it says {output.status} and exits with {code}")
        return output


def _caps(memory: int | None) -> Callable[[], None] | None:
    """What the child does before it becomes the program: limit what it may write and hold."""
    try:
        import resource
    except ImportError:  # not on this system; time is still limited
        return None

    def apply() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_OUTPUT, MOST_OUTPUT))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if memory is not None:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    return apply


def _read(path: Path) -> str:
    return path.read_bytes().decode("ascii", "replace") if path.exists() else ""
