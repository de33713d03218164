"""Dancing Links against published counts, brute force, and the book's own examples."""

from __future__ import annotations

import copy
import random

import pytest
from cover_cases import brute_force, langford, plain, queens, random_cover, sudoku
from each import each
from instances import without_projection

from coversat.base.deadline import Deadline
from coversat.problems.exact_cover.rules import Cover, ExactCover
from coversat.solvers.cover.dancing_links import DANCING_LINKS, _covers, _Links
from coversat.solvers.findings import Verdict
from coversat.solvers.solver import Limits, Meter
from coversat.solvers.solver import found_by as solve

# TAOCP 7.2.2.1 (6): the toy problem; its only cover is options 1, 4 and 5.
TOY = """\
a b c d e f g
c e
a d g
b c f
a d f
b g
d e g
"""
# TAOCP 7.2.2.1 (49): the toy problem with colours; its only cover is options 2 and 4.
COLOURED_TOY = """\
p q r | x y
p q x y:A
p r x:A y
p x:B
q x:A
r y:B
"""


def covers(problem: ExactCover) -> list[Cover]:
    outcome = solve(DANCING_LINKS, problem)
    assert outcome.exhausted
    return list(outcome.answers)


def de_bruijn(n: int) -> ExactCover:
    """Cyclic bit strings of length 2^n in which each word of n bits occurs; bits are colours."""
    length = 2**n
    options = [
        " ".join([f"at{k}", f"word{word}", *(f"bit{(k + i) % length}:{word >> i & 1}" for i in range(n))])
        for k in range(length)
        for word in range(length)
    ]
    places = [f"{what}{k}" for what in ("at", "word") for k in range(length)]
    return plain(places, options, [f"bit{k}" for k in range(length)])


@each(("n", "count"), list(enumerate((1, 0, 0, 2, 10, 4, 40, 92), 1)))
def test_queens(n: int, count: int) -> None:
    """OEIS A000170."""
    assert len(covers(queens(n))) == count


@each(("n", "count"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 0), (6, 0), (7, 26), (8, 150)])
def test_langford_pairs(n: int, count: int) -> None:
    """OEIS A014552 counts a pairing and its mirror image once; the matrix holds both."""
    assert len(covers(langford(n))) == 2 * count


def test_sudoku_of_order_two() -> None:
    """OEIS A107739."""
    assert len(covers(sudoku(2, 2))) == 288


@each(("n", "cycles"), [(1, 1), (2, 1), (3, 2), (4, 16)])
def test_de_bruijn_cycles(n: int, cycles: int) -> None:
    """OEIS A016031; each cycle begins at any of its 2^n places."""
    assert len(covers(de_bruijn(n))) == cycles * 2**n


def test_toy_problems_of_the_book() -> None:
    assert covers(ExactCover.parse(TOY)) == [(0, 3, 4)]
    assert covers(ExactCover.parse(COLOURED_TOY)) == [(1, 3)]


def unprojected(seed: int) -> ExactCover:
    return without_projection(random_cover(random.Random(seed)))  # type: ignore[no-any-return]


@pytest.mark.thorough
def test_random_problems_have_the_covers_of_brute_force() -> None:
    several = coloured = 0
    for seed in range(1200):
        problem = unprojected(seed)
        expected = brute_force(problem)
        assert sorted(covers(problem)) == sorted(expected), seed
        several += len(expected) > 1
        coloured += any(sum(bool(problem.options[at].colours) for at in cover) > 1 for cover in expected)
    assert several > 50
    assert coloured > 50


@each(
    "problem",
    [queens(5), langford(4), sudoku(2, 2), de_bruijn(3), *map(unprojected, range(40))],
    ids=lambda problem: problem.render(),
)
def test_the_search_leaves_the_links_as_they_were(problem: ExactCover) -> None:
    links = _Links(problem)
    before = {name: copy.copy(value) for name, value in vars(links).items() if name != "updates"}
    for _ in _covers(links, Meter(Limits())):
        pass
    assert {name: vars(links)[name] for name in before} == before


def test_no_primary_items_have_the_empty_cover() -> None:
    assert covers(ExactCover((), (), ())) == [()]
    assert covers(ExactCover((), ("s",), ())) == [()]


def test_an_item_without_options_has_no_cover() -> None:
    assert covers(ExactCover(("p",), (), ())) == []
    assert covers(plain("pq", "p")) == []


def test_equal_options_are_different_choices() -> None:
    assert covers(plain("p", ["p s", "p s"], "s")) == [(0,), (1,)]


@pytest.mark.thorough
def test_depth_is_no_limit() -> None:
    items = [f"i{k}" for k in range(5000)]
    assert covers(plain(items, items)) == [tuple(range(5000))]


def test_covers_that_show_the_same_count_once() -> None:
    """The first cover of each colouring of the projection, the others dropped."""
    whole = plain("p", ["p x:A", "p x:A y:B", "p x:B", "p y:B", "p"], "xy")
    projected = ExactCover(whole.primary, whole.secondary, whole.options, projection=("x",))
    assert covers(whole) == [(0,), (1,), (2,), (3,), (4,)]
    assert covers(projected) == [(0,), (2,), (3,)]


def test_limits() -> None:
    everything = solve(DANCING_LINKS, queens(6))
    assert everything.answers
    needed = everything.effort["nodes"]

    enough = solve(DANCING_LINKS, queens(6), Limits(nodes=int(needed)))
    assert enough == everything

    short = solve(DANCING_LINKS, queens(6), Limits(nodes=int(needed) - 1))
    assert not short.exhausted
    assert short.reason == f"{int(needed) - 1} nodes"
    assert short.effort["nodes"] == needed - 1

    nothing = solve(DANCING_LINKS, queens(6), Limits(nodes=3))
    assert nothing.verdict is Verdict.UNKNOWN
    assert nothing.answers == ()
    assert nothing.effort["updates"] > 0

    assert solve(DANCING_LINKS, queens(6), Limits(deadline=Deadline(0))).verdict is Verdict.UNKNOWN

    two = solve(DANCING_LINKS, queens(6), Limits(answers=2))
    assert two.answers == everything.answers[:2]
    assert not two.exhausted
    assert 0 < two.effort["updates"] < everything.effort["updates"]


def test_searches_do_not_disturb_each_other() -> None:
    problem = queens(6)
    one, other = DANCING_LINKS.search(problem, Limits()), DANCING_LINKS.search(problem, Limits())
    first = next(one)
    assert list(other) == [first, *one]


def test_the_solver_says_what_it_is() -> None:
    assert (DANCING_LINKS.name, DANCING_LINKS.kind) == ("dancing-links", "cover")
