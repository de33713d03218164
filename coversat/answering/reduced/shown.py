"""How a reduction is shown: as lines of text, and as tables in a notebook."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import islice
from typing import Any

from ...base.notebook import html_table
from ...base.wording import counted
from ...problems.cnf.conversions import incomplete_words
from ...problems.cnf.rules import Cnf

Reduced = Any
"""A `reduced.Reduced`."""

MOST_RULES, MOST_PARTS, MOST_PLACES, MOST_VALUES = 12, 2, 6, 4
"""How much of a reduction is shown."""

CLASSES = {
    "P": "as many answers as the source",
    "Q": "as many answers as the source under the projection",
    "V": "none, one or several answers where the source has so many",
    "N": "an answer if the source has one; their numbers differ",
}


def facts(reduced: Reduced) -> Iterator[tuple[str, str]]:
    """What a reduction is: names, class and sizes."""
    yield "source", reduced.source.kind
    yield "reduction", reduced.via or "none"
    yield "target", reduced.target.kind
    yield "class", f"{reduced.reduction_class}: {CLASSES[reduced.reduction_class]}"
    yield from ((name, str(size)) for name, size in reduced.sizes.items())
    if reduced.projection is not None:
        what = "variable" if isinstance(reduced.target, Cnf) else "item"
        yield "projection", counted(len(reduced.projection), what)
    if not reduced.is_complete:
        yield "note", incomplete_words(reduced.target)


def rules(reduced: Reduced) -> Iterator[tuple[str, str, str]]:
    """The label of each rule, how many parts it has, and the first of these with names."""
    for label, parts in islice(reduced.rules.items(), MOST_RULES):
        shown = "; ".join(_words(reduced, part) for part in parts[:MOST_PARTS])
        yield label, str(len(parts)), shown + ("; ..." if len(parts) > MOST_PARTS else "")
    more = len(reduced.rules) - MOST_RULES
    if more > 0:
        yield f"... {counted(more, 'more rule')}", "", ""


def _words(reduced: Reduced, part: Any) -> str:
    return part if isinstance(part, str) else " or ".join(map(reduced.name, part)) or "false"


def way_back(reduced: Reduced) -> Iterator[tuple[str, str]]:
    """The first places of answers, and what shows their values."""
    for place in islice(reduced.places, MOST_PLACES):
        values = list(place.values.items())
        shown = [f"{value} if {_one_of(reduced, parts)}" for value, parts in values[:MOST_VALUES]]
        shown += ["..."] if len(values) > MOST_VALUES else []
        yield place.name, ", ".join(shown)
    if len(reduced.places) > MOST_PLACES:
        yield f"... {counted(len(reduced.places) - MOST_PLACES, 'more place')}", ""


def _one_of(reduced: Reduced, parts: Any) -> str:
    if isinstance(reduced.target, Cnf):
        return " or ".join(" and ".join(map(str, part)) for part in parts)
    if hasattr(parts[0], "options"):
        return " or ".join(
            " ".join([*(f"option {at}" for at in one.options)] or ["a colour"]) for one in parts
        )
    return "an answer of the target shows it"


def summary(reduced: Reduced) -> Iterator[str]:
    """Lines for `print`."""
    table = list(facts(reduced))
    width = max(len(name) for name, _ in table)
    yield from (f"{name:{width}}  {value}" for name, value in table)
    labelled = list(rules(reduced))
    if labelled:
        yield ""
        width = max(len(label) for label, _, _ in labelled)
        yield from (f"{label:{width}}  {number:>5}  {shown}".rstrip() for label, number, shown in labelled)


def as_html(reduced: Reduced) -> str:
    """Sizes, rules with names in place of numbers, and the way back, as tables."""
    tables = [html_table([reduced.source.kind, ""], [*facts(reduced)][1:])]
    parts = "clauses" if isinstance(reduced.target, Cnf) else "items"
    for caption, heads, rows in (
        ("the rules", ["rule", parts, "the first"], list(rules(reduced))),
        ("the way back", ["place", "value"], list(way_back(reduced))),
    ):
        if rows:
            tables += [f"<p>{escape(caption)}</p>", html_table(heads, rows)]
    return "\n".join(tables)
