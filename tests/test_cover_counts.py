"""The bit-set cover engines, in Python and compiled, against brute force and published counts."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from mmap import mmap
from threading import Barrier
from typing import Any

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
    prepare_with,
    queens,
    random_arrangement,
    random_cover,
    sudoku,
    tilings,
    trominoes,
)
from each import each

from coversat.problems.exact_cover.rules import Cover, ExactCover
from coversat.solvers.cover.bitset_cover import PreparedCover, engines, metered
from coversat.solvers.cover.cover_tree import Left
from coversat.solvers.solver import Limits


@pytest.fixture(params=WAYS)
def prepare(request: pytest.FixtureRequest) -> Prepare:
    return WAYS[request.param]


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
            all_found = decided(prepared, forced, 1000)
            assert (len(all_found.answers), all_found.exhausted) == (len(found), True), seed
            assert decided(prepared, forced, 1).exhausted == (not found), seed


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


def blocks(size: int, slow: int) -> list[Any]:
    """Four ranges of seeds of this size, and on slow runs a large one."""
    few = [range(size * block, size * (block + 1)) for block in range(4)]
    return [*few, pytest.param(range(10_000, 10_000 + slow), marks=pytest.mark.slow)]


@pytest.mark.thorough
@pytest.mark.parametrize("seeds", blocks(100, 10_000), ids=str)
def test_random_matrices_agree_with_brute_force(seeds: range) -> None:
    check_against_brute_force(seeds)


@pytest.mark.thorough
@pytest.mark.parametrize("seeds", blocks(50, 3_000), ids=str)
def test_random_arrangements_agree_with_brute_force(seeds: range) -> None:
    check_against_brute_force(seeds, random_arrangement)


@each("prepare", SPARING.values())
@each("seed", range(3))
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


@each("prepare", SPARING.values())
@each("n", range(3, 9))
def test_langford(prepare: Prepare, n: int) -> None:
    counts = [prepare(langford(n)).count(memo_limit=memo).at_least for memo in (0, 1 << 20)]
    assert counts == [LANGFORD.get(n, 0)] * 2


@pytest.mark.parametrize("size", DOMINOES)
def test_dominoes(prepare: Prepare, size: int) -> None:
    if prepare is WAYS["python"] and size == 12:
        pytest.skip("a second in plain Python")
    assert prepare(dominoes(size, size)).count().at_least == DOMINOES[size]


@pytest.mark.thorough
@each("prepare", SPARING.values())
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
    stubborn = prepare_with("compiled", memo_trial=1 << 30)
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

    def count(_: int) -> int:
        return prepared.engine.tree((), (), 0, memory).count((), metered(Limits())).found

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(count, range(4)))
    assert found == [tilings(trominoes(6, 6))] * 4


def test_threads_share_a_matrix() -> None:
    """Compiled code lets others run meanwhile; each thread may be the first to need its tables."""
    for name in engines():
        for size, count in ((6, 4), (7, 40), (8, 92)):
            prepared = PreparedCover(queens(size), name)
            assert prepared.engine  # one for all
            together = Barrier(4)

            def found(at: int, prepared: PreparedCover = prepared, together: Barrier = together) -> object:
                together.wait()
                if at % 2:
                    return prepared.count().at_least
                return len(set(prepared.answers()))

            with ThreadPoolExecutor(4) as pool:
                assert list(pool.map(found, range(4))) == [count] * 4


def test_counts_beyond_a_machine_word(prepare: Prepare) -> None:
    """Independent blocks multiply: 3 ** 300 covers, and their number does not fit 256 bits."""
    cover = plain([f"i{k}" for k in range(300)], [f"i{k}" for k in range(300) for _ in range(3)])
    assert prepare(cover).count().at_least == 3**300


@pytest.mark.thorough
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
def test_longer_queens_and_langford() -> None:
    for n in range(9, 13):
        assert PreparedCover(queens(n)).count(memo_limit=0).at_least == QUEENS[n - 1]
    for n in (9, 10, 11):
        assert PreparedCover(langford(n)).count(memo_limit=0).at_least == LANGFORD.get(n, 0)
