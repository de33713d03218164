"""The JSON schemas of what commands print with ``--json``; tests compare them with real output."""

from __future__ import annotations

from typing import Any

from ..answering.sets.records import SetResult
from ..base.errors import UnknownKindError
from ..base.records import schema_of
from ..base.wording import meant
from ..comparing.audit import AuditRow
from ..comparing.metrics import Structure
from ..comparing.report_tables import BestRecord, RouteRecord
from ..comparing.rows import Row, RunRecord
from ..comparing.significance import GrowthRecord, PairRecord
from ..comparing.strength import Strength

_DRAFT = "https://json-schema.org/draft/2020-12/schema"


_OPTIONAL = {
    "seconds": ("number", "the time it took"),
    "certificate": (["string", "null"], "the folder of its certificate"),
}
"""Fields that only some requests have."""


def _asked(name: str) -> dict[str, Any]:
    found = schema_of(SetResult, name, f"One line of 'coversat {name} --json': a puzzle, or an error.")
    for field in ("column", "message"):  # which the alternative for errors has
        del found["properties"][field]
    found["required"] = [one for one in found["properties"] if one != "rests_on"]  # of own encodings only
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
        "notes": {"type": "array", "description": "what else is to be known", "items": words},
    }
    facts = {
        "status": {"enum": ["agree", "disagree"]},
        "clock": {"enum": ["cpu", "wall", "stated"]},
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
    "audit": (AuditRow, "One line of 'coversat audit --json': a row of a set."),
    "compare": (Row, "One line of 'coversat compare --json': a puzzle by a route."),
    "metrics": (Structure, "One line of 'coversat metrics --json': a puzzle by a reduction."),
    "strength": (Strength, "One line of 'coversat strength --json': a reduction."),
    "runs": (RunRecord, "One line of 'coversat report --format runs --json': a run."),
    "tests": (PairRecord, "One line of 'coversat report --format tests --json': two routes."),
    "growth": (GrowthRecord, "One line of 'coversat report --format growth --json': a figure of a route."),
}
NAMES = tuple("check solve count audit compare metrics strength bench report runs tests growth".split())
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
    ['puzzle', 'kind', 'route', 'status']
    """
    if name not in NAMES:
        raise UnknownKindError(f"there is no schema {name!r}; {meant(str(name), NAMES)}")
    if name in _RECORDS:
        record, about = _RECORDS[name]
        found = schema_of(record, name, about)
        return _or_error(found) if name in ("compare", "metrics", "strength") else found
    return _report(name) if name in ("bench", "report") else _asked(name)
