"""``coversat list``."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from collections.abc import Iterator

from ..problems.forms import load_installed_forms
from ..routing import load_installed
from .commands import Argument, Choice, echo, takes
from .options import JSON

Row = dict[str, str]


def _wrapped(head: str, about: str, width: int) -> str:
    """What it is about beside its names, in several lines where it is long."""
    return textwrap.fill(
        about, max(width, len(head) + 20), initial_indent=head, subsequent_indent=" " * len(head)
    )


def _problems() -> Iterator[Row]:
    from ..problems import KINDS, problem_class

    for problem in map(problem_class, KINDS):
        yield {"name": problem.kind, "about": problem.about}


def _reductions() -> Iterator[Row]:
    from ..reductions import all_encodings

    for rule in all_encodings():
        yield {"source": rule.source, "name": rule.name, "about": rule.about}


def _solvers() -> Iterator[Row]:
    from ..solvers import all_solvers

    for solver in all_solvers():
        yield {"takes": solver.kind, "name": solver.name, "about": solver.about}


def _forms() -> Iterator[Row]:
    from ..problems import KINDS, forms

    for kind in KINDS:
        for form in forms(kind):
            marks = "in" if form.write is None else "in, out"
            yield {"kind": kind, "name": form.name, "use": marks, "about": form.about}


def _constraints() -> Iterator[Row]:
    from ..problems.constraints import all_constraints

    for constraint in all_constraints():
        yield {"line": constraint.usage(), "about": constraint.about}


_ROWS = {
    "problems": _problems,
    "reductions": _reductions,
    "solvers": _solvers,
    "forms": _forms,
    "constraints": _constraints,
}


@takes(
    Argument("what", "WHAT", read=Choice(tuple(_ROWS))),
    JSON,
    examples=("coversat list problems", "coversat list forms --json"),
)
def command(what: str, as_json: bool) -> int:
    """List WHAT there is: problems, reductions, solvers, (text) forms or a sudoku's constraints."""
    load_installed()
    load_installed_forms()
    rows = list(_ROWS[what]())
    if as_json:
        for row in rows:
            echo(json.dumps(row))
        return 0
    widths = {key: max(len(row[key]) for row in rows) for key in rows[0]}
    for row in rows:
        *names, (_, about) = row.items()
        head = "".join(f"{value.ljust(widths[key])}  " for key, value in names)
        # Off a terminal a line each, for other programs.
        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
        echo(head + about if width is None else _wrapped(head, about, width))
    return 0
