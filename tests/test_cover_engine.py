"""The bit-set cover engines, in Python and compiled: what they accept and return, and projections."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count

import pytest
from cover_cases import (
    SPARING,
    WAYS,
    Prepare,
    brute_force,
    decided,
    dominoes,
    langford,
    pentominoes,
    plain,
    queens,
    sudoku,
)
from each import each

from coversat.base.deadline import Deadline
from coversat.base.errors import LimitReachedError, SolverError
from coversat.problems.exact_cover.rules import Cover, ExactCover, Option
from coversat.solvers.cover.bitset_cover import BITSET, PreparedCover, engine_in_use, engines
from coversat.solvers.cover.projected_cover import LEAD, TURNS, distinct
from coversat.solvers.findings import Verdict
from coversat.solvers.solver import Limits, Meter
from coversat.solvers.solver import found_by as solve


@pytest.fixture(params=WAYS)
def prepare(request: pytest.FixtureRequest) -> Prepare:
    return WAYS[request.param]


def test_both_engines_find_the_same(prepare: Prepare) -> None:
    reference = sorted(PreparedCover(queens(7), "python").answers())
    assert sorted(prepare(queens(7)).answers()) == reference


def test_answers_come_in_the_same_order_each_time(prepare: Prepare) -> None:
    prepared = prepare(langford(7))
    assert list(prepared.answers()) == list(prepared.answers()) == list(prepare(langford(7)).answers())
    assert all(list(answer) == sorted(answer) for answer in prepared.answers())


def test_a_limit_of_answers_leaves_the_search_open(prepare: Prepare) -> None:
    search = prepare(queens(6)).answers(3)
    assert len(list(search)) == 3
    assert not search.exhausted
    assert search.reason == "3 answers"


def test_first(prepare: Prepare) -> None:
    assert prepare(queens(3)).first() is None
    found = prepare(queens(6)).first()
    assert found is not None
    assert queens(6).violations(found) == []


def test_unknown_is_not_no(prepare: Prepare) -> None:
    prepared = prepare(queens(8))
    search = prepared.answers(limits=Limits(nodes=3))
    assert list(search) == []
    assert not search.exhausted
    assert search.reason == "3 nodes"
    counted = prepared.count(limits=Limits(nodes=100), memo_limit=0)
    assert not counted.exhausted
    assert counted.at_least < 92
    assert prepared.count(limits=Limits(nodes=1)).verdict is Verdict.UNKNOWN
    assert prepared.count(limits=Limits(deadline=Deadline(0))).verdict is Verdict.UNKNOWN


def test_options_that_cover_the_same_item_and_nothing_else(prepare: Prepare) -> None:
    """Any of the four for each of the five items."""
    items = tuple("abcde")
    cover = ExactCover(items, (), tuple(Option(f"{item}{n}", (item,)) for item in items for n in range(4)))
    prepared = prepare(cover)
    assert [prepared.count(memo_limit=memo).at_least for memo in (0, 1 << 20)] == [4**5, 4**5]
    assert len(set(prepared.answers())) == 4**5


def test_a_small_memo_still_counts_exactly(prepare: Prepare) -> None:
    prepared = prepare(dominoes(6, 6))
    small = prepared.count(memo_limit=2000)
    large = prepared.count()
    assert small.at_least == large.at_least == 6728
    assert small.effort["nodes"] > large.effort["nodes"]
    assert large.effort["memo_hits"] > 0
    assert large.effort["peak_bytes"] > 0


@pytest.mark.skipif("compiled" not in engines(), reason="Python's numbers take what they take")
@pytest.mark.parametrize(
    "cover", [queens(12), langford(11), pentominoes(6, 10)], ids=["queens", "langford", "tiles"]
)
def test_a_search_takes_at_most_twice_the_memory_of_its_matrix(cover: ExactCover) -> None:
    prepared = PreparedCover(cover, "compiled")
    seen: dict[int, int] = {}
    waiting: list[object] = [prepared.matrix.covers, prepared.matrix.shares]
    while waiting:
        each = waiting.pop()
        seen[id(each)] = sys.getsizeof(each)
        waiting.extend(each if isinstance(each, tuple) else ())
    peak = prepared.count(limits=Limits(nodes=20_000), memo_limit=0).effort["peak_bytes"]
    assert peak <= 2 * sum(seen.values())


def test_given_options_over_one_matrix(prepare: Prepare) -> None:
    """Every 4x4 sudoku has some answer for each single clue; two equal clues in a row have none."""
    prepared = prepare(sudoku(2, 2))
    verdicts = [decided(prepared, forced, 500) for forced in ([0], [0, 4], [], [0, 0])]
    assert [len(one.answers) for one in verdicts] == [72, 0, 288, 72]
    assert all(one.exhausted for one in verdicts)
    assert not decided(prepared, [], 2).exhausted


def test_a_search_is_as_if_it_were_the_first(prepare: Prepare) -> None:
    """Answers, order and nodes, also of searches long enough for domain consistency."""
    for cover, sets, limit in (
        (sudoku(3, 3), [[0, 100, 200], [1, 11, 21, 31], [5], [], [700]], 30),
        (queens(8), [[], [3], [0], [], [17]], 1000),
    ):
        prepared = prepare(cover)
        alone = [decided(prepare(cover), each, limit) for each in sets]
        assert [decided(prepared, each, limit) for each in (*sets, *sets)] == alone * 2
        assert alone[3].nodes > (256 if limit == 1000 else 30)


def test_a_search_that_needs_more_nodes_than_it_may_have(prepare: Prepare) -> None:
    prepared = prepare(queens(8))
    needs = decided(prepared, [], 1000).nodes
    short, fewer = (decided(prepared, forced, 1000, needs // 2) for forced in ([], [0]))
    assert (short.exhausted, fewer.exhausted) == (False, True)
    assert 0 < len(short.answers) < 92
    assert needs // 2 <= short.nodes <= needs // 2 + 1
    assert len(fewer.answers) == 4
    assert decided(prepared, [], 1000, needs + 1).exhausted


def test_options_that_do_not_exist(prepare: Prepare) -> None:
    prepared = prepare(queens(4))
    for call in (prepared.answers, prepared.count, prepared.first):
        with pytest.raises(ValueError, match="option 16 does not exist"):
            call(forced=[16])
        with pytest.raises(ValueError, match="option -1 does not exist"):
            call(forbidden=[-1])


@pytest.mark.parametrize("projection", [None, ()])
def test_nothing_to_cover(prepare: Prepare, projection: tuple[str, ...] | None) -> None:
    assert list(prepare(ExactCover((), ("s",), (), projection)).answers()) == [()]
    assert list(prepare(ExactCover(("p",), ("s",), (), projection)).answers()) == []


def coloured_sudoku(box_rows: int, box_columns: int) -> ExactCover:
    """A sudoku whose cells show their digits, which are what counts."""
    cover = sudoku(box_rows, box_columns)
    options = []
    for option in cover.options:  # p0,2 r0,3 ...: digit 3 in cell 0,2
        cell, digit = option.items[0], option.items[1].split(",")[1]
        options.append(Option(option.name, option.items, ((f"x{cell}", digit),)))
    shown = tuple(f"x{item}" for item in cover.primary if item.startswith("p"))
    return ExactCover(cover.primary, shown, tuple(options), shown)


@each("prepare", SPARING.values())
def test_what_must_be_shown_is_branched_on_too(prepare: Prepare) -> None:
    """Besides its 16 cells a 4x4 sudoku has each digit in each row, column and box: 48 choices more."""
    prepared = prepare(coloured_sudoku(2, 2))
    assert prepared.matrix.choice_count == 64
    assert prepared.count().at_least == 288
    assert len(list(prepared.answers())) == 288


@pytest.mark.thorough
def test_projection_sees_each_picture_once(prepare: Prepare, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty items in two ways each, all of one colour: 2 ** 40 covers, one picture.

    The visit of all covers has a turn and no more before the search that branches on pictures.
    """
    monkeypatch.setattr("coversat.solvers.cover.projected_cover.LEAD", 1)
    options = [f"i{k} s:{'x' if k else colour}" for k in range(40) for _ in range(2) for colour in "xy"]
    cover = plain([f"i{k}" for k in range(40)], options, ["s"])
    cover = ExactCover(cover.primary, cover.secondary, cover.options, ("s",))
    search = prepare(cover).answers(limits=Limits(nodes=1 << 24))
    assert [cover.shown(answer) for answer in search] == [("x",)]
    assert search.exhausted


def test_two_searches_take_turns_at_a_projection(monkeypatch: pytest.MonkeyPatch) -> None:
    """In plain Python, where turns are short; each ends the search at some instances."""
    monkeypatch.setattr("coversat.solvers.cover.projected_cover.LEAD", 0)
    cover = coloured_sudoku(2, 2)
    search = PreparedCover(cover, "python").answers()
    found = [cover.shown(answer) for answer in search]
    assert len(set(found)) == len(found) == 288
    for nodes in (1, 2, 10, 100, 200):
        limited = PreparedCover(cover, "python").answers(limits=Limits(nodes=nodes))
        found = [cover.shown(answer) for answer in limited]
        assert len(set(found)) == len(found) < 288
        assert not limited.exhausted
        assert limited.reason == f"{nodes} node{'s' if nodes > 1 else ''}"
        assert limited.effort["nodes"] <= nodes


@pytest.mark.thorough
@pytest.mark.skipif("compiled" not in engines(), reason="large")
def test_a_hundred_thousand_options() -> None:
    """Rings of items, an option for each two neighbours: two ways round each even ring, none round an odd."""
    primary = [f"{ring},{k}" for ring in range(1000) for k in range(100)]
    options = [f"{ring},{k} {ring},{(k + 1) % 100}" for ring in range(1000) for k in range(100)]
    prepared = PreparedCover(plain(primary, options))
    found = prepared.first()
    assert found is not None
    assert len(found) == 50_000
    assert len(list(prepared.answers(3))) == 3


def test_counting_a_projection_tells_what_is_still_owed(prepare: Prepare) -> None:
    """After "s shows x", p0 without s and p0 with s leave the same options, but not the same covers."""
    ring = ["p2 p3", "p3 p4", "p4 p5", "p5 p6", "p2 p6"]  # odd: only with p1 p2 can it be covered
    cover = plain([f"p{k}" for k in range(7)], ["p0", "p0 s:x", "p1 s:x", "p1 p2", *ring], ["s"])
    cover = ExactCover(cover.primary, cover.secondary, cover.options, ("s",))
    assert {cover.shown(answer) for answer in brute_force(cover)} == {("x",), (None,)}
    assert prepare(cover).count().at_least == 2


# The engines as a whole


def test_as_a_solver() -> None:
    outcome = solve(BITSET, queens(6), Limits(answers=10))
    assert len(outcome.answers) == 4
    assert outcome.exhausted
    assert outcome.effort["nodes"] > 0
    assert (BITSET.name, BITSET.kind) == ("bitset", "cover")


def test_which_engine_is_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    assert engine_in_use() in ("compiled", "python")
    monkeypatch.setenv("COVERSAT_PURE", "1")
    assert engine_in_use() == "python"
    with pytest.raises(SolverError, match="no cover engine 'compiled'; "):
        PreparedCover(queens(4), "compiled")


@pytest.mark.thorough
@each("engine", engines())
def test_an_interrupt_is_heard_at_once(engine: str) -> None:
    program = (
        "import signal, time\n"
        "from tests.cover_cases import PreparedCover, queens\n"
        f"prepared = PreparedCover(queens(16), {engine!r})\n"
        "signal.setitimer(signal.ITIMER_REAL, 0.2)\n"
        "signal.signal(signal.SIGALRM, signal.default_int_handler)\n"
        "started = time.monotonic()\n"
        "try:\n"
        "    prepared.count(memo_limit=0)\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=30, check=False
    )
    assert done.stdout == "interrupted\n", done.stderr


@pytest.mark.skipif(
    "compiled" not in engines() or sys.platform != "linux", reason="the compiled engine's memory"
)
def test_no_leak() -> None:
    def resident() -> int:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def run(times: int) -> None:
        for _ in range(times):
            prepared = PreparedCover(small, "compiled")
            next(prepared.answers())  # left in the middle
            prepared.count()
            list(prepared.answers(2, [0]))

    small = dominoes(4, 4)
    run(500)
    before = resident()
    run(2500)
    assert resident() - before < 2_000_000


@each("engine", engines())
def test_a_deep_walk_reads_no_memory_that_it_has_given_back(engine: str) -> None:
    """What is given back is overwritten (a C library that does not know the variable is no worse a test)."""
    program = (
        "from tests.cover_cases import PreparedCover, dominoes\n"
        f"prepared = PreparedCover(dominoes(8, 8), {engine!r})\n"
        "answers = prepared.answers(5)\n"
        "print(len(list(answers)), prepared.count().at_least)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "MALLOC_PERTURB_": "85"},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.stdout == "5 12988816\n", done.stderr


# Two searches for the pictures of a projection take turns: either may be the one that ends


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


@each("nodes", [1, 2, 3, 400, 401])
def test_both_keep_to_the_nodes_together(nodes: int) -> None:
    meter = Meter(Limits(nodes=nodes))
    trail: list[str] = []
    endless = [turns(trail, name, [], ends=False) for name in ("visit", "branch")]
    with pytest.raises(LimitReachedError, match=f"^{nodes} node"):
        list(distinct(meter, *endless, picture))
    assert meter.nodes == len(trail) <= nodes
    assert trail.count("visit") >= 2 * nodes / 3
