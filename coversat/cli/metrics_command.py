"""``coversat metrics``."""

from __future__ import annotations

import json
from dataclasses import asdict

from ..errors import UNKNOWN, YES
from ..lab.metrics import MOST_EDGES, measure
from ..routing import GENERAL, Rules, apply_rules, default_rules, find_rules, way_to
from .commands import Option, Whole, echo, takes
from .inputs import one_case
from .options import CASE, FILE, JSON, KIND, TIMEOUT, VIA_REDUCTION, in_time, seconds


@takes(
    FILE,
    VIA_REDUCTION,
    Option("--treewidth", "Look for a bound of the treewidth for this long.", "SECONDS", read=seconds),
    Option(
        "--edges",
        f"Measure no graph with more edges, or with more nodes than this and a million ({MOST_EDGES}).",
        "N",
        read=Whole(0),
        default=MOST_EDGES,
    ),
    CASE,
    KIND,
    JSON,
    TIMEOUT,
    examples=(
        "coversat metrics examples/sudoku/boj2239.txt --via cnf:minimal",
        "coversat metrics examples/cover/knuth.dlx --treewidth 1",
    ),
)
@in_time
def command(
    file: str,
    via: str | None,
    treewidth: float | None,
    edges: int,
    case: int | None,
    kind: str | None,
    as_json: bool,
) -> int:
    """Measure the structure of what a puzzle is reduced to.

    Sizes and lengths; degrees, connected components, core number and Louvain
    modularity of a formula's primal graph, or of the graph of a cover's items
    and options.  Exit code 3 when the graph is too large to be measured.
    """
    chosen = one_case(file, kind, case)
    source = chosen.problem.kind
    rules = _usual(source) if via is None else find_rules(source, via)
    found = measure(apply_rules(rules, chosen.problem).target, treewidth, edges)
    reduction = "/".join(rule.name for rule in rules)
    if as_json:
        status = "measured" if found.graph is not None else "unknown"
        # Lengths as pairs: the names of a JSON object are no numbers.
        row = asdict(found) | {"kind": source, "lengths": list(found.lengths.items())}
        echo(json.dumps(chosen.row(status) | {"target": found.kind, "reduction": reduction} | row))
    else:
        echo(f"{chosen.name}, {found.kind}{f' by {reduction}' if reduction else ''}")
        for name, value in found.facts():
            echo(f"  {name:<16}{value}")
    return YES if found.graph is not None else UNKNOWN


def _usual(kind: str) -> Rules:
    """What is measured unasked; of a puzzle that is solved without a reduction its cover."""
    return () if kind in GENERAL else default_rules(kind) or way_to(kind, "cover")
