"""Exact cover and SAT for puzzles: solve, check, count, explain, export, compare, draw, prove.

>>> import coversat
>>> found = coversat.check("1...\\n..2.\\n.3..\\n...4\\n")
>>> found.verdict.name, found.answers[0][0]
('UNIQUE', (1, 2, 4, 3))

Names are imported when they are first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .base import notebook, version

if TYPE_CHECKING:
    from . import encodings as encodings
    from . import language as language
    from .answers.found import Found as Found
    from .answers.reduced import Reduced as Reduced
    from .answers.reduction_graph import reduction_graph as reduction_graph
    from .api.asking import ask_all as ask_all
    from .api.asking import check as check
    from .api.asking import count as count
    from .api.asking import estimate as estimate
    from .api.asking import solve as solve
    from .api.converting import convert as convert
    from .api.converting import example as example
    from .api.measuring import bench as bench
    from .api.measuring import compare as compare
    from .api.measuring import metrics as metrics
    from .api.measuring import report as report
    from .api.modelling import Model as Model
    from .api.reducing import decode as decode
    from .api.reducing import export as export
    from .api.reducing import reduce as reduce
    from .api.schemas import schema as schema
    from .api.sources import read as read
    from .api.tools import certify as certify
    from .api.tools import draw as draw
    from .api.tools import routes as routes
    from .api.tools import strength as strength
    from .api.tools import verify as verify
    from .api.tools import witness as witness
    from .base.deadline import Deadline as Deadline
    from .base.errors import ArgumentError as ArgumentError
    from .base.errors import CoversatError as CoversatError
    from .base.errors import IncompleteFormulaWarning as IncompleteFormulaWarning
    from .base.errors import InputError as InputError
    from .base.errors import LimitReachedError as LimitReachedError
    from .base.errors import ParseError as ParseError
    from .base.errors import ReductionError as ReductionError
    from .base.errors import SolverError as SolverError
    from .base.errors import UnknownKindError as UnknownKindError
    from .base.errors import UnknownRouteError as UnknownRouteError
    from .base.errors import WrongAnswerError as WrongAnswerError
    from .kinds.definitions import load_kind as load_kind
    from .problems import Problem as Problem
    from .problems import register_form as register_form
    from .problems.kind import KINDS as KINDS
    from .problems.kind import Kind as Kind
    from .problems.kind import register as register
    from .problems.lines import LinePuzzle as LinePuzzle
    from .problems.puzzle import GridPuzzle as GridPuzzle
    from .reductions import register_encoding as register_encoding
    from .setters.api import candidates as candidates
    from .setters.api import explain as explain
    from .setters.api import generate as generate
    from .setters.api import grade as grade
    from .setters.api import hint as hint
    from .setters.api import steps as steps
    from .solvers import Limits as Limits
    from .solvers import register_solver as register_solver
    from .solvers.findings import Findings as Findings
    from .solvers.findings import Verdict as Verdict

__version__ = version.VERSION

_HOMES = {
    "api.asking": ("solve", "check", "count", "estimate", "ask_all"),
    "api.converting": ("convert", "example"),
    "api.measuring": ("bench", "compare", "metrics", "report"),
    "api.modelling": ("Model",),
    "api.reducing": ("reduce", "export", "decode"),
    "api.schemas": ("schema",),
    "api.sources": ("read",),
    "api.tools": ("certify", "draw", "routes", "strength", "verify", "witness"),
    "answers.reduced": ("Reduced",),
    "answers.found": ("Found",),
    "answers.reduction_graph": ("reduction_graph",),
    "base.errors": tuple(
        """
        ArgumentError CoversatError IncompleteFormulaWarning InputError LimitReachedError ParseError
        ReductionError SolverError UnknownKindError UnknownRouteError WrongAnswerError
        """.split()
    ),
    "solvers.findings": ("Findings", "Verdict"),
    "base.deadline": ("Deadline",),
    "solvers": ("Limits", "register_solver"),
    "reductions": ("register_encoding",),
    "problems.kind": ("KINDS", "Kind", "register"),
    "kinds.sudoku.constraints": ("Constraint", "register_constraint"),
    "problems": ("Problem", "register_form"),
    "kinds.definitions": ("load_kind",),
    "problems.puzzle": ("GridPuzzle",),
    "problems.lines": ("LinePuzzle",),
}
"""The module in which each name is at home; the classes of problems are found by `problems`."""

_MODULES = {"encodings": "encodings", "language": "language"}
"""Modules that are public by a name of their own."""

_HOME = {name: module for module, names in _HOMES.items() for name in names}


def _homes() -> dict[str, str]:
    """The module of each name, also of those that attached rooms add."""
    from .base.registry import attached

    return {name: module for names in (_HOME, *attached("FUNCTIONS")) for name, module in names.items()}


def __getattr__(name: str) -> Any:
    """A name of the library's face, or the class of a kind of problem."""
    from importlib import import_module

    if name == "__all__":
        return ["__version__", *_homes()]
    if name.startswith("_"):
        raise AttributeError(f"module 'coversat' has no attribute {name!r}")
    if name in _MODULES:
        return import_module(f".{_MODULES[name]}", __name__)
    home = _HOME.get(name) or _homes().get(name, "problems")
    found = getattr(import_module(f".{home}", __name__), name, None)
    if found is None:
        raise AttributeError(f"module 'coversat' has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    from .problems.kind import all_kinds

    return sorted(
        {*globals(), "__version__", *_homes(), *_MODULES, *(kind.class_name for kind in all_kinds())}
    )


def _picture(problem: Any) -> str:
    """Drawing is imported when a notebook first shows a problem."""
    from .kinds.drawing import draw

    return draw(problem).svg


notebook.drawn = _picture
