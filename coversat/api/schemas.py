"""The JSON schemas of what commands print with ``--json``; tests compare them with real output."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from ..base.errors import UnknownKindError
from ..base.records import column, schema_of
from ..base.wording import meant
from ..comparing.report_records import BestRecord, RouteRecord, RunRecord
from ..comparing.rows import Row
from ..comparing.significance import GrowthRecord, PairRecord
from ..comparing.structure import Structure

_DRAFT = "https://json-schema.org/draft/2020-12/schema"


@dataclass(frozen=True)
class _Asked:
    """A line of ``check``, ``solve`` and ``count``."""

    file: str = column("the file, or the text itself")
    case: int = column("the number of the puzzle in its file, from 1")
    line: int | None = column("the line of the puzzle, if its file is read line by line")
    kind: str = column("the kind of problem")
    status: Literal["unique", "multiple", "none", "satisfiable", "exact", "at least", "unknown"] = column(
        "unique, multiple or none: the number of answers is known; satisfiable: there is one, and perhaps "
        "more; exact and at least: what count says of its number; unknown: a limit came first"
    )
    answers: list[Any] = column("the answers found, each as rows of values")
    count: int = column("the number of answers found")
    exact: bool = column("whether there are no other answers")
    route: str | None = column("the route that found them")
    reason: str | None = column("the limit that came first")
    claimed_by: str | None = column("the outside program on whose word the result rests")
    smallest: bool | None = column("of solve: whether the answers are the smallest ones, in order")
    note: str | None = column("the text after the puzzle in its line")
    command: str = column("the command")
    id: str = column("an identifier of the puzzle, the same in every file")


_OPTIONAL = {
    "seconds": ("number", "the time it took"),
    "certificate": (["string", "null"], "the folder of its certificate"),
}
"""Fields that only some requests have."""


def _asked(name: str) -> dict[str, Any]:
    found = schema_of(_Asked, name, f"One line of 'coversat {name} --json': a puzzle, or an error.")
    for field, (kind, about) in _OPTIONAL.items():
        found["properties"][field] = {"type": kind, "description": about}
    del found["additionalProperties"]  # an estimate of the rest, the parts of a large puzzle
    return _or_error(found)


def _or_error(found: dict[str, Any]) -> dict[str, Any]:
    """The schema of a line that may also be an error of the input."""
    error = {
        "type": "object",
        "description": "a puzzle that could not be read, or to which no answer could be given",
        "properties": {
            "status": {"enum": ["error", "unknown"]},
            "file": {"type": ["string", "null"]},
            "line": {"type": ["integer", "null"]},
            "column": {"type": ["integer", "null"]},
            "message": {"type": "string", "description": "what is wrong, in one sentence"},
            "reason": {"type": "string", "description": "the limit that came first"},
            "hint": {"type": "string"},
        },
        "required": ["status"],
    }
    inside = {key: value for key, value in found.items() if not key.startswith(("$", "title", "description"))}
    heads = {key: found[key] for key in ("$schema", "title", "description")}
    return heads | {"anyOf": [inside, error]}


def _report(name: str) -> dict[str, Any]:
    about = f"What 'coversat {name} --json' prints: a report of measurements."
    words = {"type": "string"}
    lists = {
        "routes": _rows(RouteRecord, "one for each kind and route; empty if routes disagree"),
        "best": _rows(BestRecord, "the best routes of each kind"),
        "disagreements": {
            "type": "array",
            "description": "puzzles on which routes contradict each other",
            "items": {
                "type": "object",
                "properties": {
                    "kind": words,
                    "puzzle": words,
                    "against": {"type": "array", "items": words},
                    "results": {
                        "type": "array",
                        "items": {"type": "object", "properties": {"route": words, "result": words}},
                    },
                },
                "required": ["kind", "puzzle", "against", "results"],
            },
        },
        "sessions": {"type": "array", "description": "when, where and how it was measured"},
    }
    facts = {
        "status": {"enum": ["agree", "disagree"]},
        "clock": {"enum": ["cpu", "wall"]},
        "limit_seconds": {"type": ["number", "null"], "description": "the limit of each run"},
    }
    properties = facts | lists
    return {
        "$schema": _DRAFT,
        "title": name,
        "description": about,
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _rows(record: type[Any], about: str) -> dict[str, Any]:
    inside = schema_of(record, "", "")
    items = {key: inside[key] for key in ("type", "properties", "required", "additionalProperties")}
    return {"type": "array", "description": about, "items": items}


_RECORDS = {
    "compare": (Row, "One line of 'coversat compare --json': a puzzle by a route."),
    "metrics": (Structure, "One line of 'coversat metrics --json': a puzzle by a reduction."),
    "runs": (RunRecord, "One line of 'coversat report --format runs --json': a run."),
    "tests": (PairRecord, "One line of 'coversat report --format tests --json': two routes."),
    "growth": (GrowthRecord, "One line of 'coversat report --format growth --json': a figure of a route."),
}
NAMES = ("check", "solve", "count", "compare", "metrics", "bench", "report", "runs", "tests", "growth")
"""The schemas there are: of commands, and of the tables of a report."""


def schema(name: str) -> dict[str, Any]:
    """The JSON schema of what a command prints with ``--json``, of each line if it prints several.

    Parameters
    ----------
    name : str
        A command, such as ``check`` or ``compare``; or ``runs``, ``tests`` or ``growth``, tables of
        ``report``.

    Raises
    ------
    UnknownKindError
        If there is no schema of this name.

    Examples
    --------
    >>> import coversat
    >>> list(coversat.schema("runs")["properties"])[:4]
    ['puzzle', 'kind', 'size', 'route']
    """
    if name not in NAMES:
        raise UnknownKindError(f"there is no schema {name!r}; {meant(str(name), NAMES)}")
    if name in _RECORDS:
        record, about = _RECORDS[name]
        found = schema_of(record, name, about)
        return _or_error(found) if name in ("compare", "metrics") else found
    return _report(name) if name in ("bench", "report") else _asked(name)
