"""The command lines that pages show: coversat in this process, other programs themselves or a stand-in."""

from __future__ import annotations

import shutil
import subprocess
from itertools import pairwise
from pathlib import Path

from command_line import command_line
from pages import words
from pysat.formula import CNF
from pysat.solvers import Solver

SAT_SOLVERS = ("cadical", "cryptominisat5", "kissat", "minisat", "picosat")
"""Those for which PySAT stands in where they are not installed."""


def run_shown(command: str) -> str | None:
    """What a command prints, perhaps a pipe and into a file; None if one of its programs is not installed."""
    pipe, _, target = command.rpartition(" > ") if " > " in command else (command, "", "")
    text: str | None = ""
    *first, last = pipe.split(" | ")
    for stage in first:
        text = _run(stage, text, shown=False)
        if text is None:
            return None
    text = _run(last, text, shown=not target)
    if target and text is not None:
        Path(target).write_text(text, "utf-8")
        return ""
    return text


def _run(command: str, stdin: str, shown: bool) -> str | None:
    program, *arguments = words(command)
    if program == "coversat":
        if any(
            before == "--solver-command" and not _is_installed(word) for before, word in pairwise(arguments)
        ):
            return None
        done = command_line(*arguments, stdin=stdin)
        return done.output if shown else done.stdout
    if _is_installed(program):
        ended = subprocess.run(
            [program, *arguments], input=stdin, capture_output=True, text=True, timeout=60, check=False
        )
        assert ended.returncode in (0, 10, 20, 30), (command, ended.stderr)
        return ended.stdout
    return _stand_in(program, arguments) if program in SAT_SOLVERS else None


def _is_installed(command: str) -> bool:
    return shutil.which(command.split()[0]) is not None


def _stand_in(program: str, arguments: list[str]) -> str:
    """Print what the program would for a formula; of minisat the model is in a file."""
    (at,) = (number for number, word in enumerate(arguments) if word.endswith(".cnf"))
    with Solver("minisat22", bootstrap_with=CNF(from_file=arguments[at])) as solver:
        model = solver.get_model() if solver.solve() else None
    literals = " ".join(map(str, [*(model or ()), 0]))
    if program == "minisat":
        Path(arguments[at + 1]).write_text(f"SAT\n{literals}\n" if model else "UNSAT\n")
        return "SATISFIABLE\n" if model else "UNSATISFIABLE\n"
    return f"s SATISFIABLE\nv {literals}\n" if model else "s UNSATISFIABLE\n"
