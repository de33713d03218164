"""Kinds of puzzles, and constraints of sudokus, that a user defines in a file of Python.

`load_kind` runs the file and registers what it defines. A file is a program: it can do whatever its user can,
so nothing here loads one that was not named by the user; a certificate is only compared with it.
"""

from __future__ import annotations

import copyreg
import importlib.util
import inspect
import os
import sys
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from ..base.arguments import path, text
from ..base.errors import InputError
from ..problems.forms import problem_class
from ..problems.kind import Kind, register
from ..problems.problem import AnyProblem, Problem
from ..problems.user_files import ENDING, USER_MODULE, located, text_of


class Definition(NamedTuple):
    """A file that was run, as the user named it, and its text."""

    file: str
    text: str


_loaded: dict[str, Definition] = {}
"""By the name of the module."""


def load_kind(file: str | os.PathLike[str]) -> type[AnyProblem]:
    """Load the kind of puzzle, or the constraints of sudokus, that a file of Python defines.

    Its puzzles are then read, solved and drawn as those of every other kind. A kind of the same name is
    replaced. Running a file gives it all your rights: read the file of a stranger first.

    Returns
    -------
    type
        The class of its puzzles; for constraints, `Sudoku`.

    Raises
    ------
    InputError
        If the file cannot be read or run, or defines no kind, with its line.

    Examples
    --------
    >>> import coversat
    >>> Mosaic = coversat.load_kind("examples/own/mosaic.py")
    >>> puzzle = Mosaic.parse("mosaic 2 2\\n1 -\\n- -\\n")
    >>> coversat.count(puzzle).at_least
    4
    """
    name = path("file", file)
    source = text_of(name)
    module = run_file(name, source)
    found = [one for one in vars(module).values() if _is_own(one, module)]
    puzzles = [one for one in found if issubclass(one, Problem)]
    if len(puzzles) == 1:
        kind: type[AnyProblem] = puzzles[0]
        _check_class(kind, name, source)
        if hasattr(kind, "source_file"):
            copyreg.pickle(kind, _reduced)
        register(Kind(kind.kind, module.__name__, kind.__name__, file=name))
    elif puzzles:
        names = ", ".join(one.__name__ for one in puzzles)
        raise InputError(name, f"it defines several kinds ({names}); a file has one")
    else:
        kind = _constraints(found, name)
    _loaded[module.__name__] = Definition(name, source)
    return kind


def kind_named(name: str) -> str:
    """The name of a kind: this one, or that of the kind that a file defines, which is loaded."""
    return load_kind(name).kind if text("kind", name).endswith(ENDING) else name


def definitions(problem: AnyProblem) -> tuple[Definition, ...]:
    """The files of the user that define the kind of a problem, or parts of it."""
    return tuple(_loaded[name] for name in problem.modules() if name in _loaded)


def all_definitions() -> tuple[Definition, ...]:
    """Every file of the user that was run."""
    return tuple(_loaded.values())


def constraints_in(file: str) -> tuple[type[Any], ...]:
    """The constraints of sudokus that a file defines, which was loaded."""
    from .sudoku.constraints import all_constraints

    return tuple(
        one for one in all_constraints() if (own := _loaded.get(one.__module__)) and own.file == file
    )


def run_file(name: str, source: str) -> ModuleType:
    """The file with this text as a module; the same one if it was run before.

    Raise `InputError`, with the line, if it cannot be run.
    """
    if not name.endswith(ENDING):
        raise InputError(name, f"the name of a file that defines something ends in {ENDING}")
    digest = importlib.util.source_hash(os.fsencode(f"{Path(name).resolve()}\n{source}"))
    called = f"{USER_MODULE}{digest.hex()}"
    if called in sys.modules:
        return sys.modules[called]
    spec = importlib.util.spec_from_file_location(called, name)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            code = compile(source, name, "exec")
    except SyntaxError as error:
        line, column = error.lineno or 1, error.offset or 1
        raise InputError(name, f"not Python: {error.msg}", line, column, _line(source, line)) from None
    except (ValueError, RecursionError, OverflowError) as error:
        raise InputError(name, f"not Python: {error}") from None
    sys.modules[called] = module
    try:
        with located(name):
            exec(code, vars(module))  # what the user asked for
    except BaseException:
        del sys.modules[called]
        raise
    return module


def _reduced(puzzle: Any) -> tuple[Any, ...]:
    """What `pickle` writes of a puzzle: another process has no module of its class, and loads the file."""
    return _rebuilt, (puzzle.source_file, *puzzle.__reduce__()[1])


def _rebuilt(file: str, *parts: Any) -> Any:
    return load_kind(file)(*parts)


def _is_own(one: object, module: ModuleType) -> bool:
    return inspect.isclass(one) and one.__module__ == module.__name__ and not one.__name__.startswith("_")


def _check_class(kind: type[AnyProblem], name: str, source: str) -> None:
    try:
        kind.defined_in(name)
    except ValueError as error:
        line = inspect.getsourcelines(kind)[1]
        raise InputError(name, str(error), line, 1, _line(source, line)) from None


def _constraints(found: list[type[Any]], name: str) -> type[AnyProblem]:
    from .sudoku.constraints import Constraint, register_constraint

    constraints: list[type[Constraint]] = [one for one in found if issubclass(one, Constraint)]
    constraints = [one for one in constraints if getattr(one, "word", "")]
    if not constraints:
        raise InputError(name, "it defines no class that derives from coversat.GridPuzzle or Constraint")
    for constraint in constraints:
        with located(name):
            register_constraint(constraint)
    return problem_class("sudoku")


def _line(source: str, number: int) -> str:
    lines = source.split("\n")
    return lines[number - 1] if number <= len(lines) else ""
