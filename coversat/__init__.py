"""Exact cover and SAT for puzzles: solve, check, count, explain, export, compare, draw, prove.

>>> import coversat
>>> found = coversat.check("1...\\n..2.\\n.3..\\n...4\\n")
>>> found.verdict.name, found.answers[0][0]
('UNIQUE', (1, 2, 4, 3))

Names are imported when they are first used. Each function is at home in the room of its capability, and is
what the command of its name calls. Type checkers read `__init__.pyi`, which `docs/make_api.py` writes.
"""

from .base import notebook as _notebook
from .base import version as _version

__version__ = _version.VERSION

_SECTIONS = {
    "Reading and asking": """
        kinds.sources: read
        answering.asking: solve check count
        answering.sampling: estimate
        solvers: Limits
        base.deadline: Deadline""",
    "Reductions": """
        answering.reducing: reduce
        answering.reduced: Reduced""",
    "Models and encodings": """
        modelling: Model
        : encodings
        answering.own_encodings: load_encoding""",
    "Other programs": """
        answering.reducing: export
        exchange: decode
        kinds.converting: convert example""",
    "Proofs": """
        certificates.certifying: certify verify
        certificates.cubing: cubes join""",
    "Sets and replies": """
        comparing.audit: audit
        comparing.scoring: score Scorer Score""",
    "Comparing": """
        comparing.compare: compare
        comparing.bench: bench report
        comparing.merging: merge
        comparing.metrics: metrics
        cli.schemas: schema
        comparing.strength: strength
        comparing.witness: witness
        answering.routes: routes
        answering.reduction_graph: reduction_graph""",
    "Setting": "kinds.drawing: draw",
    "What is found": """
        answering.found: Found
        solvers.findings: Findings Verdict""",
    "The constraint language": ": primitives",
    "Your own kinds": """
        kinds.definitions: load_kind
        problems: Problem
        problems.puzzle: GridPuzzle
        problems.lines: LinePuzzle
        problems.kind: Kind KINDS register
        problems: register_form
        reductions: register_encoding
        solvers: register_solver
        kinds.sudoku.constraints: Constraint register_constraint""",
    "Errors": """
        base.errors: CoversatError InputError ParseError ArgumentError UnknownKindError UnknownRouteError
        base.errors: ReductionError SolverError LimitReachedError WrongAnswerError
        base.errors: IncompleteFormulaWarning""",
}
"""The public names by the sections of the reference, each with the module where it is at home."""


def _sections() -> dict[str, dict[str, str]]:
    """The public names by section, with their modules; also those that attached rooms add."""
    from .base.registry import attached

    added = "\n".join(f"{home}: {name}" for names in attached("FUNCTIONS") for name, home in names.items())
    tables = {title: table.strip() for title, table in _SECTIONS.items()}
    tables["Setting"] = f"{added}\n{tables['Setting']}".strip()
    return {
        title: {
            name: home.strip()
            for home, _, names in (line.partition(":") for line in table.splitlines())
            for name in names.split()
        }
        for title, table in tables.items()
    }


def _homes() -> dict[str, str]:
    """The module of each public name, in the order of the reference."""
    return {name: home for names in _sections().values() for name, home in names.items()}


def __getattr__(name: str) -> object:
    """A public name, or the class of a kind of problem."""
    from importlib import import_module

    homes = _homes()
    if name == "__all__":
        return ["__version__", *homes]
    home = homes.get(name, "problems")
    found = None
    if not name.startswith("_"):
        found = (
            getattr(import_module(f".{home}", __name__), name, None)
            if home
            else import_module(f".{name}", __name__)
        )
    if found is None:
        raise AttributeError(f"module 'coversat' has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    from .problems.kind import all_kinds

    return sorted({"__version__", *_homes(), *(kind.class_name for kind in all_kinds())})


def _picture(problem: object) -> str:
    """Drawing is imported when a notebook first shows a problem."""
    from .kinds.drawing import draw

    return draw(problem).svg


_notebook.drawn = _picture
