"""The bit-set cover engines, in Python and compiled, against brute force and published counts."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from mmap import mmap

import pytest

from coversat.deadline import Deadline
from coversat.errors import SolverError
from coversat.findings import Verdict
from coversat.problems.exact_cover import Cover, ExactCover, Option
from coversat.solvers.bitset_cover import BITSET, PreparedCover, engine_in_use, engines, metered
from coversat.solvers.cover_tree import Left
from coversat.solvers.solver import Limits, solve

Prepare = Callable[[ExactCover], PreparedCover]


def _prepare_with(engine: str, **table: int) -> Prepare:
    def prepare(cover: ExactCover) -> PreparedCover:
        prepared = PreparedCover(cover, engine)
        if table:  # the compiled engine's other ways to keep a matrix, meant for large ones
            prepared.engine = engines()[engine](prepared.matrix, **table)  # type: ignore[call-arg]
        return prepared

    return prepare


WAYS: dict[str, Prepare] = {"python": _prepare_with("python")}
if "compiled" in engines():
    WAYS["compiled"] = _prepare_with("compiled")
    WAYS["compiled, narrowed"] = _prepare_with("compiled", whole_limit=0)
    WAYS["compiled, few rows"] = _prepare_with("compiled", whole_limit=0, row_limit=2, short_limit=0)


SPARING = (
    {**WAYS, "compiled, memo given up": _prepare_with("compiled", memo_trial=1)}
    if "compiled" in WAYS
    else WAYS
)
"""Ways for counts that can be visited too."""


@pytest.fixture(params=WAYS)
def prepare(request: pytest.FixtureRequest) -> Prepare:
    return WAYS[request.param]


# Instances


def plain(primary: Iterable[str], options: Iterable[str], secondary: Iterable[str] = ()) -> ExactCover:
    """A cover from items and options written as words; a colour stands behind a colon."""
    made = []
    for text in options:
        words = [word.partition(":") for word in text.split()]
        items = tuple(item for item, colon, _ in words if not colon)
        made.append(Option(text, items, tuple((item, colour) for item, colon, colour in words if colon)))
    return ExactCover(tuple(primary), tuple(secondary), tuple(made))


def queens(n: int) -> ExactCover:
    lines = range(n)
    options = [f"r{r} c{c} a{r + c} b{r - c + n}" for r in lines for c in lines]
    diagonals = [f"{kind}{i}" for kind in "ab" for i in range(2 * n + 1)]
    return plain([f"{kind}{i}" for i in lines for kind in "rc"], options, diagonals)


def langford(n: int) -> ExactCover:
    options = [f"n{d} s{i} s{i + d + 1}" for d in range(1, n + 1) for i in range(2 * n - d - 1)]
    return plain([f"n{d}" for d in range(1, n + 1)] + [f"s{i}" for i in range(2 * n)], options)


def dominoes(rows: int, columns: int) -> ExactCover:
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    pairs = [((r, c), other) for r, c in cells for other in ((r, c + 1), (r + 1, c)) if other in cells]
    return plain([f"{r},{c}" for r, c in cells], [f"{a},{b} {c},{d}" for (a, b), (c, d) in pairs])


def trominoes(rows: int, columns: int) -> ExactCover:
    """Straight and bent ones, as often as you like."""
    shapes = [((0, 0), (0, 1), (0, 2)), ((0, 0), (1, 0), (2, 0))]
    shapes += list(combinations(((0, 0), (0, 1), (1, 0), (1, 1)), 3))
    cells = {(r, c): f"{r},{c}" for r in range(rows) for c in range(columns)}
    placed = [[(r + a, c + b) for a, b in shape] for r, c in cells for shape in shapes]
    return plain(cells.values(), [" ".join(cells[at] for at in p) for p in placed if set(p) <= set(cells)])


def tilings(cover: ExactCover) -> int:
    """Counted item by item: how many ways lead to each set of items covered."""
    place = {item: 1 << at for at, item in enumerate(cover.primary)}
    options = [sum(place[item] for item in option.items) for option in cover.options]
    ways = {0: 1}
    for bit in place.values():
        beyond: dict[int, int] = {}
        fitting = [option for option in options if option & bit and not option & (bit - 1)]
        for covered, count in ways.items():
            for option in [0] if covered & bit else fitting:
                if not covered & option:
                    beyond[covered | option] = beyond.get(covered | option, 0) + count
        ways = beyond
    return sum(ways.values())


PENTOMINOES = {
    "F": ".XX XX. .X.", "I": "XXXXX", "L": "XXXX X...", "N": "XXX. ..XX", "P": "XX XX X.",
    "T": "XXX .X. .X.", "U": "X.X XXX", "V": "X.. X.. XXX", "W": "X.. XX. .XX", "X": ".X. XXX .X.",
    "Y": "XXXX .X..", "Z": "XX. .X. .XX",
}  # fmt: skip


def pentominoes(rows: int, columns: int) -> ExactCover:
    options = []
    for name, picture in PENTOMINOES.items():
        cells = [(r, c) for r, row in enumerate(picture.split()) for c, mark in enumerate(row) if mark == "X"]
        shapes = set()
        for _ in range(4):
            cells = [(c, -r) for r, c in cells]
            for turned in (cells, [(r, -c) for r, c in cells]):
                r0, c0 = min(r for r, _ in turned), min(c for _, c in turned)
                shapes.add(tuple(sorted((r - r0, c - c0) for r, c in turned)))
        for shape in sorted(shapes):
            for r in range(rows - max(a for a, _ in shape)):
                for c in range(columns - max(b for _, b in shape)):
                    options.append(" ".join([name, *(f"{r + a},{c + b}" for a, b in shape)]))
    return plain([*PENTOMINOES, *(f"{r},{c}" for r in range(rows) for c in range(columns))], options)


def sudoku(box_rows: int, box_columns: int) -> ExactCover:
    size = range(box_rows * box_columns)
    options = [
        f"p{r},{c} r{r},{d} c{c},{d} b{r // box_rows * box_rows + c // box_columns},{d}"
        for r in size
        for c in size
        for d in size
    ]
    return plain([f"{kind}{a},{b}" for kind in "prcb" for a in size for b in size], options)


def random_cover(rng: random.Random) -> ExactCover:
    primary = [f"p{i}" for i in range(rng.randint(0, 5))]
    secondary = [f"s{i}" for i in range(rng.randint(0, 4))]
    colours = "xyz"[: rng.randint(1, 3)]
    projection = tuple(s for s in secondary if rng.random() < 0.6) if rng.random() < 0.5 else None
    options = []
    for at in range(rng.randint(0, 10) if primary else 0):
        items = rng.sample(primary, rng.randint(1, min(len(primary), 3)))
        coloured = []
        for item in secondary:
            chance = rng.random()
            if chance < 0.15 and item not in (projection or ()):
                items.append(item)
            elif chance < 0.6:
                coloured.append((item, rng.choice(colours)))
        options.append(Option(f"o{at}", tuple(items), tuple(coloured)))
    return ExactCover(tuple(primary), tuple(secondary), tuple(options), projection)


def random_arrangement(rng: random.Random) -> ExactCover:
    """Digits in cells, each once, laid one or two at a time, with extra pieces; what cells show counts."""
    size = rng.randint(2, 3)
    places = [(cell, digit) for cell in range(size) for digit in range(size)]
    pairs = [(a, b) for a, b in combinations(places, 2) if a[0] != b[0] and a[1] != b[1]]
    pieces = rng.sample([*[(place,) for place in places], *pairs, *pairs], rng.randint(size, 4 * size))
    options = []
    for at, piece in enumerate(pieces):
        items = [name for cell, digit in piece for name in (f"p{cell}", f"d{digit}")]
        items += rng.sample(["e0", "e1", "t0"], rng.randint(0, 1))
        options.append(
            Option(f"o{at}", tuple(items), tuple((f"x{cell}", str(digit)) for cell, digit in piece))
        )
    primary = [f"{kind}{k}" for kind in "pd" for k in range(size)] + rng.sample(
        ["e0", "e1"], rng.randint(0, 2)
    )
    secondary = ["t0", *(e for e in ("e0", "e1") if e not in primary), *(f"x{k}" for k in range(size))]
    shown = rng.sample([f"x{k}" for k in range(size)], rng.randint(0, size))
    return ExactCover(tuple(primary), tuple(secondary), tuple(options), tuple(shown))


def brute_force(cover: ExactCover) -> list[Cover]:
    """Every set of options that breaks no rule; a cover has no more options than primary items."""
    options = range(len(cover.options))
    sizes = range(len(cover.primary) + 1)
    return [chosen for k in sizes for chosen in combinations(options, k) if not cover.violations(chosen)]


def check_against_brute_force(
    seeds: Iterable[int], make: Callable[[random.Random], ExactCover] = random_cover
) -> None:
    for seed in seeds:
        cover = make(random.Random(seed))
        every = brute_force(cover)
        for prepare in SPARING.values():
            check_against(every, cover, prepare(cover), seed)


def check_against(every: Sequence[Cover], cover: ExactCover, prepared: PreparedCover, seed: int) -> None:
    rng = random.Random(seed)
    places = range(len(cover.options))
    some = [tuple(rng.sample(places, min(len(places), rng.randint(0, 2)))) for _ in range(2)]
    for forced, forbidden in (((), ()), some):
        expected = [c for c in every if set(forced) <= set(c) and not set(forbidden) & set(c)]
        search = prepared.answers(None, forced, forbidden)
        found = list(search)
        assert search.exhausted
        assert set(found) <= set(expected), seed
        if cover.projection is None:
            assert sorted(found) == sorted(expected), seed
        else:
            shown = [cover.shown(answer) for answer in found]
            assert len(set(shown)) == len(shown), seed
            assert set(shown) == {cover.shown(answer) for answer in expected}, seed
            branched = prepared.engine.steps(forced, forbidden, metered(Limits()))
            pictures = [cover.shown(answer) for answer in branched if answer is not None]
            assert sorted(map(str, pictures)) == sorted(map(str, shown)), seed
        for memo in (0, 1 << 20):
            counted = prepared.count(forced, forbidden, memo_limit=memo)
            assert (counted.at_least, counted.exhausted) == (len(found), True), seed
        check_parts(prepared, forced, forbidden, rng, found, seed)
        if not forbidden:
            verdicts = list(prepared.batch([forced, forced], 1000))
            assert [(len(v.answers), v.exhausted) for v in verdicts] == [(len(found), True)] * 2, seed
            assert next(prepared.batch([forced], 1)).exhausted == (not found), seed


def check_parts(
    prepared: PreparedCover,
    forced: Cover,
    forbidden: Cover,
    rng: random.Random,
    found: list[Cover],
    seed: int,
) -> None:
    """Searches stopped anywhere, and what they leave searched in any order, find all, each once."""
    for memo in (None, 0, 1 << 20):
        covers = memo is None
        tree = prepared.engine.tree(forced, forbidden, memo or 0)
        parts = [Left((), 1.0)]
        total, every, left = 0, [], 1.0
        while parts:
            part = parts.pop(rng.randrange(len(parts)))
            meter = metered(Limits(nodes=rng.choice([1, 2, 3, 5, 9, None])))
            most = rng.choice([1, 3, None])
            walked = tree.covers(part.forced, meter, most) if covers else tree.count(part.forced, meter)
            assert (walked.limit is None) == (not walked.left), seed
            total, every = total + walked.found, every + walked.covers
            shares = [one.share * part.share for one in walked.left]
            left += sum(shares) - part.share
            assert 0 < sum(shares) <= part.share + 1e-9 or not shares, seed
            parts += [Left(one.forced, share) for one, share in zip(walked.left, shares, strict=True)]
        assert total == len(found), seed
        assert abs(left) < 1e-9, seed
        if covers:
            shown = prepared._picture if prepared.matrix.projected else tuple
            assert sorted(map(shown, every)) == sorted(map(shown, found)), seed


@pytest.mark.parametrize("block", range(4))
def test_random_matrices_agree_with_brute_force(block: int) -> None:
    check_against_brute_force(range(100 * block, 100 * (block + 1)))


@pytest.mark.parametrize("block", range(4))
def test_random_arrangements_agree_with_brute_force(block: int) -> None:
    check_against_brute_force(range(50 * block, 50 * (block + 1)), random_arrangement)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(3))
def test_three_thousand_random_arrangements_agree_with_brute_force(block: int) -> None:
    check_against_brute_force(range(10_000 + 1000 * block, 11_000 + 1000 * block), random_arrangement)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(5))
def test_ten_thousand_random_matrices_agree_with_brute_force(block: int) -> None:
    check_against_brute_force(range(10_000 + 2000 * block, 12_000 + 2000 * block))


@pytest.mark.parametrize("prepare", SPARING.values(), ids=SPARING)
@pytest.mark.parametrize("seed", range(3))
def test_parts_of_a_count_add_up(prepare: Prepare, seed: int) -> None:
    """Of trees deep enough for packs of every size, stopped at any node."""
    rng = random.Random(seed)
    for cover, count in ((sudoku(2, 2), 288), (queens(8), 92), (dominoes(4, 6), 281), (langford(7), 52)):
        for memo in (0, 1 << 20):
            tree = prepare(cover).engine.tree((), (), memo)
            parts, total = [Left((), 1.0)], 0
            while parts:
                meter = metered(Limits(nodes=rng.randint(1, 200)))
                walked = tree.count(parts.pop().forced, meter)
                total += walked.found
                parts += reversed(walked.left)
            assert total == count


# Published counts

QUEENS = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200]  # OEIS A000170
LANGFORD = {3: 2, 4: 2, 7: 52, 8: 300, 11: 35584}  # twice OEIS A014552; none for n = 1, 2 modulo 4
DOMINOES = {2: 2, 4: 36, 6: 6728, 8: 12988816, 10: 258584046368, 12: 53060477521960000}  # OEIS A004003


@pytest.mark.parametrize("n", range(1, 9))
def test_queens(prepare: Prepare, n: int) -> None:
    assert len(list(prepare(queens(n)).answers())) == QUEENS[n - 1]
    assert prepare(queens(n)).count(memo_limit=0).at_least == QUEENS[n - 1]


@pytest.mark.parametrize("prepare", SPARING.values(), ids=SPARING)
@pytest.mark.parametrize("n", range(3, 9))
def test_langford(prepare: Prepare, n: int) -> None:
    counts = [prepare(langford(n)).count(memo_limit=memo).at_least for memo in (0, 1 << 20)]
    assert counts == [LANGFORD.get(n, 0)] * 2


@pytest.mark.parametrize("size", DOMINOES)
def test_dominoes(prepare: Prepare, size: int) -> None:
    if prepare is WAYS["python"] and size == 12:
        pytest.skip("a second in plain Python")
    assert prepare(dominoes(size, size)).count().at_least == DOMINOES[size]


@pytest.mark.parametrize("prepare", SPARING.values(), ids=SPARING)
def test_trominoes(prepare: Prepare) -> None:
    cover = trominoes(6, 6)
    assert {prepare(cover).count(memo_limit=memo).at_least for memo in (9000, 1 << 28)} == {tilings(cover)}


@pytest.mark.slow
@pytest.mark.skipif("compiled" not in engines(), reason="slow in plain Python")
def test_trominoes_9x9() -> None:
    """As `tilings` counts them, in less memory than all positions take too."""
    for memo in (1 << 28, 1 << 27):
        assert PreparedCover(trominoes(9, 9)).count(memo_limit=memo).at_least == 928_789_262_080


@pytest.mark.skipif("compiled" not in engines(), reason="the compiled engine's memo")
def test_a_memo_that_does_not_pay_is_given_up() -> None:
    """Positions of queens hardly ever come twice; those of dominoes do all the time."""
    stubborn = _prepare_with("compiled", memo_trial=1 << 30)
    kept, given_up = stubborn(queens(11)).count(), PreparedCover(queens(11)).count()
    assert kept.at_least == given_up.at_least == QUEENS[10]
    assert 5 * given_up.effort["memo_hits"] < kept.effort["memo_hits"]
    assert 2 * given_up.effort["peak_bytes"] < kept.effort["peak_bytes"]
    assert PreparedCover(dominoes(12, 12)).count().effort == stubborn(dominoes(12, 12)).count().effort


@pytest.mark.skipif("compiled" not in engines(), reason="the compiled engine's memo")
@pytest.mark.parametrize("size", [400, 5000, 1 << 22])
def test_a_memo_that_is_shared(size: int) -> None:
    """What one search kept another finds; what somebody holds for ever is nobody's."""
    prepared, memory = PreparedCover(dominoes(6, 6)), mmap(-1, size)

    def count() -> int:
        meter = metered(Limits())
        assert prepared.engine.tree((), (), 0, memory).count((), meter).found == DOMINOES[6]
        return meter.nodes

    first, second = count(), count()
    assert second < first / 10 or (size < 1 << 22 and second <= first)
    memory[:] = b"\xff" * size
    assert count() >= first


@pytest.mark.skipif("compiled" not in engines(), reason="the compiled engine's memo")
def test_a_memo_that_is_shared_at_the_same_time() -> None:
    """By threads, which run at once while they search."""
    prepared, memory = PreparedCover(trominoes(6, 6)), mmap(-1, 1 << 16)
    found = []

    def count() -> None:
        found.append(prepared.engine.tree((), (), 0, memory).count((), metered(Limits())).found)

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [tilings(trominoes(6, 6))] * 4


def test_counts_beyond_a_machine_word(prepare: Prepare) -> None:
    """Independent blocks multiply: 3 ** 300 covers, and their number does not fit 256 bits."""
    cover = plain([f"i{k}" for k in range(300)], [f"i{k}" for k in range(300) for _ in range(3)])
    assert prepare(cover).count().at_least == 3**300


@pytest.mark.skipif("compiled" not in engines(), reason="slow in plain Python")
@pytest.mark.parametrize(
    ("rows", "columns", "count"), [(3, 20, 8), (4, 15, 1472), (5, 12, 4040), (6, 10, 9356)]
)
def test_pentominoes(rows: int, columns: int, count: int) -> None:
    """Four times the published 2, 368, 1010 and 2339, for the board's symmetries."""
    assert PreparedCover(pentominoes(rows, columns)).count(memo_limit=0).at_least == count


def test_pentominoes_3x20(prepare: Prepare) -> None:
    assert len(list(prepare(pentominoes(3, 20)).answers())) == 8


def test_sudokus_of_4x4(prepare: Prepare) -> None:
    prepared = prepare(sudoku(2, 2))
    assert prepared.count().at_least == 288


@pytest.mark.slow
@pytest.mark.skipif("compiled" not in engines(), reason="slow in plain Python")
def test_sudokus_of_2x3_boxes() -> None:
    assert PreparedCover(sudoku(2, 3)).count(memo_limit=1 << 30).at_least == 28_200_960


@pytest.mark.slow
@pytest.mark.skipif("compiled" not in engines(), reason="slow in plain Python")
def test_longer_queens_and_langford() -> None:
    for n in range(9, 13):
        assert PreparedCover(queens(n)).count(memo_limit=0).at_least == QUEENS[n - 1]
    for n in (9, 10, 11):
        assert PreparedCover(langford(n)).count(memo_limit=0).at_least == LANGFORD.get(n, 0)


# What an engine is asked for


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
    assert prepared.count(limits=Limits(memory=100)).verdict is Verdict.UNKNOWN
    assert list(prepared.answers(limits=Limits(memory=100))) == []


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
    verdicts = list(prepared.batch([[0], [0, 4], [], [0, 0]], 500))
    assert [len(v.answers) for v in verdicts] == [72, 0, 288, 72]
    assert all(v.exhausted for v in verdicts)
    assert not next(prepared.batch([[]], 2)).exhausted


def test_a_batch_says_of_a_set_what_it_says_of_it_alone(prepare: Prepare) -> None:
    """Answers, order and nodes: nothing is carried from one set to the next."""
    prepared = prepare(sudoku(3, 3))
    sets = [[0, 100, 200], [1, 11, 21, 31], [5], [], [700]] * 3
    alone = [next(prepared.batch([each], 30)) for each in sets]
    assert list(prepared.batch(sets, 30)) == alone
    assert all(len(verdict.answers) == 30 and verdict.nodes > 30 for verdict in alone)


def test_what_a_search_has_learnt_ends_with_its_set(prepare: Prepare) -> None:
    """Searches long enough for domain consistency to be judged, some of them in the middle of a batch."""
    prepared = prepare(queens(8))
    sets = [[], [3], [0], [], [17]]
    alone = [next(prepared.batch([each], 1000)) for each in sets]
    assert list(prepared.batch(sets, 1000)) == alone
    assert alone[0].nodes > 256


def test_a_set_that_needs_more_nodes_than_it_may_have(prepare: Prepare) -> None:
    prepared = prepare(queens(8))
    needs = next(prepared.batch([[]], 1000)).nodes
    verdicts = list(prepared.batch([[], [0], []], 1000, nodes=needs // 2))
    assert [verdict.exhausted for verdict in verdicts] == [False, True, False]
    assert verdicts[0] == verdicts[2]
    assert 0 < len(verdicts[0].answers) < 92
    assert needs // 2 <= verdicts[0].nodes <= needs // 2 + 1
    assert len(verdicts[1].answers) == 4
    assert next(prepared.batch([[]], 1000, nodes=needs + 1)).exhausted


def test_options_that_do_not_exist(prepare: Prepare) -> None:
    prepared = prepare(queens(4))
    for call in (prepared.answers, prepared.count, prepared.first):
        with pytest.raises(ValueError, match="option 16 does not exist"):
            call(forced=[16])
        with pytest.raises(ValueError, match="option -1 does not exist"):
            call(forbidden=[-1])
    with pytest.raises(ValueError, match="option 99 does not exist"):
        list(prepared.batch([[0], [99]]))


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


@pytest.mark.parametrize("prepare", SPARING.values(), ids=SPARING)
def test_what_must_be_shown_is_branched_on_too(prepare: Prepare) -> None:
    """Besides its 16 cells a 4x4 sudoku has each digit in each row, column and box: 48 choices more."""
    prepared = prepare(coloured_sudoku(2, 2))
    assert prepared.matrix.choice_count == 64
    assert prepared.count().at_least == 288
    assert len(list(prepared.answers())) == 288


def test_projection_sees_each_picture_once(prepare: Prepare, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty items in two ways each, all of one colour: 2 ** 40 covers, one picture.

    The visit of all covers has a turn and no more before the search that branches on pictures.
    """
    monkeypatch.setattr("coversat.solvers.projected_cover.LEAD", 1)
    options = [f"i{k} s:{'x' if k else colour}" for k in range(40) for _ in range(2) for colour in "xy"]
    cover = plain([f"i{k}" for k in range(40)], options, ["s"])
    cover = ExactCover(cover.primary, cover.secondary, cover.options, ("s",))
    search = prepare(cover).answers(limits=Limits(nodes=1 << 24))
    assert [cover.shown(answer) for answer in search] == [("x",)]
    assert search.exhausted


def test_two_searches_take_turns_at_a_projection(monkeypatch: pytest.MonkeyPatch) -> None:
    """In plain Python, where turns are short; each ends the search at some instances."""
    monkeypatch.setattr("coversat.solvers.projected_cover.LEAD", 0)
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
    with pytest.raises(SolverError, match="the cover engine compiled is not there"):
        PreparedCover(queens(4), "compiled")


@pytest.mark.parametrize("engine", engines())
def test_an_interrupt_is_heard_at_once(engine: str) -> None:
    program = (
        "import signal, time\n"
        "from tests.test_cover_engine import PreparedCover, queens\n"
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
            list(prepared.batch([[0], [1]]))

    small = dominoes(4, 4)
    run(500)
    before = resident()
    run(2500)
    assert resident() - before < 2_000_000


@pytest.mark.parametrize("engine", engines())
def test_a_deep_walk_reads_no_memory_that_it_has_given_back(engine: str) -> None:
    """What is given back is overwritten (a C library that does not know the variable is no worse a test)."""
    program = (
        "from tests.test_cover_engine import PreparedCover, dominoes\n"
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
