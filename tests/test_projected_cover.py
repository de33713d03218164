"""Two searches for the pictures of a projection, which take turns: each can be the one that ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

import pytest

from coversat.errors import LimitReachedError
from coversat.kinds.exact_cover.rules import Cover
from coversat.solvers.projected_cover import LEAD, TURNS, distinct
from coversat.solvers.solver import Limits, Meter

Search = Callable[[Meter], Iterator[Cover | None]]


def turns(trail: list[str], name: str, found: list[Cover], ends: bool) -> Search:
    """A cover and a node a turn; then it ends, or goes on without finding any."""

    def steps(meter: Meter) -> Iterator[Cover | None]:
        for at in count():
            if meter.nodes == meter.limits.nodes:
                raise LimitReachedError("its nodes")
            meter.nodes += 1
            trail.append(name)
            if at < len(found):
                yield found[at]
            elif ends:
                return
            yield None

    return steps


def picture(cover: Cover) -> int:
    return cover[0] // 10


def test_the_visit_ends_and_is_not_held_up() -> None:
    trail: list[str] = []
    covers = [(n,) for n in range(300)]
    found = distinct(
        Meter(Limits()),
        turns(trail, "visit", covers, ends=True),
        turns(trail, "branch", [(5,), (255,)], ends=False),
        picture,
    )
    shown = [picture(cover) for cover in found if cover is not None]
    assert sorted(shown) == list(range(30))
    assert trail[:LEAD] == ["visit"] * LEAD
    assert 0 < TURNS * trail.count("branch") <= trail.count("visit")


def test_the_branching_search_ends_and_what_it_finds_is_found_once() -> None:
    trail: list[str] = []
    found = distinct(
        Meter(Limits()),
        turns(trail, "visit", [(31,), (32,)], ends=False),
        turns(trail, "branch", [(10,), (20,), (39,)], ends=True),
        picture,
    )
    assert [picture(cover) for cover in found if cover is not None] == [3, 1, 2]
    assert trail.count("branch") == 4


@pytest.mark.parametrize("nodes", [1, 2, 3, 400, 401])
def test_both_keep_to_the_nodes_together(nodes: int) -> None:
    meter = Meter(Limits(nodes=nodes))
    trail: list[str] = []
    endless = [turns(trail, name, [], ends=False) for name in ("visit", "branch")]
    with pytest.raises(LimitReachedError, match=f"^{nodes} node"):
        list(distinct(meter, *endless, picture))
    assert meter.nodes == len(trail) <= nodes
    assert trail.count("visit") >= 2 * nodes / 3


def test_a_limit_of_memory_ends_it() -> None:
    covers = [(10 * n,) for n in range(1000)]
    trail: list[str] = []
    meter = Meter(Limits(memory=10_000))
    found = distinct(meter, turns(trail, "visit", covers, True), turns(trail, "branch", [], False), picture)
    with pytest.raises(LimitReachedError):
        list(found)
    assert 10 < trail.count("visit") < 1000
