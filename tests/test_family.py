"""What holds for the cover puzzles at once: their texts are told apart, their routes are like each other."""

from __future__ import annotations

from pathlib import Path

import pytest
from family import EXAMPLES

from coversat.problems import KINDS, problem_class, read
from coversat.reductions import own_encodings
from coversat.routing import GENERAL, default_route, default_rules, way_to
from coversat.solvers import solvers_of

FAMILY = [
    kind
    for kind in KINDS
    if kind not in GENERAL and {rule.target for rule in own_encodings(kind)} == {"cover"}
]
"""The kinds that are reduced to exact cover alone."""
FILES = sorted(path for kind in (*FAMILY, "sudoku") for path in (EXAMPLES / kind).iterdir())


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_other_puzzle_takes_the_text(path: Path) -> None:
    """Exact cover, which comes last, takes nearly everything."""
    kinds = [kind for kind in KINDS if kind not in ("cover", "cnf")]
    text = path.read_text()
    taking = {kind for kind in kinds for form in problem_class(kind).forms if form.recognises(text)}
    assert taking == {path.parent.name} == {read(text).problems[0].kind}


def test_a_column_of_holes_is_no_kakuro() -> None:
    assert read("polyomino\n#\n.\n.\nX #\n").form.name == "board"


@pytest.mark.parametrize("kind", FAMILY)
def test_routes(kind: str) -> None:
    """By cover where nobody names a route, by way of CNF for the smallest answer; a direct search."""
    assert default_route(kind).name == "cover/bitset"
    assert default_route(kind, ordered=True).name == "cover/cnf:sequential/lexicographic"
    assert [rule.name for rule in way_to(kind, "cnf")] == ["cover", "cnf:sequential"]
    assert way_to(kind, "cover") == default_rules(kind)
    assert [solver.name for solver in solvers_of(kind)] == ["search/backtracking"]
