"""One question in parts: the same figure however it is split, whoever works, whatever happens to them."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest
from each import each

import coversat
from coversat.answering.parts import run as running
from coversat.answering.parts.covers import CoverSearch
from coversat.answering.parts.divide import Progress, Workers, answers_of
from coversat.answering.parts.ledger import Ahead, Ledger, Part, PartResult
from coversat.answering.parts.run import Bundle, do
from coversat.base.deadline import Deadline
from coversat.base.errors import SolverError
from coversat.base.wording import time_span
from coversat.problems import read
from coversat.solvers import NO_LIMITS, Limits

LATIN = "latin 4\n" + "....\n" * 4  # 576, as published
LATIN_5 = "latin 5\n" + ".....\n" * 5  # 161,280
SUDOKU = "." * 16  # 288
QUEENS = "queens 8"  # 92
COVERS = "cover/bitset"


def problem(text: str) -> Any:
    (found,) = read(text).problems
    return found


def task(text: str, most: int | None = 0, memo: int | None = None) -> CoverSearch:
    return CoverSearch(problem(text), COVERS, most, memo)


# Values


def test_parts_are_in_the_order_of_one_worker() -> None:
    first, second = Part().split([((3,), 0.5), ((4,), 0.25)])
    inner, last = first.split([((3, 7), 0.5), ((3, 8), 0.5)])
    assert sorted([second, last, first, Part(), inner]) == [Part(), first, inner, last, second]
    assert (inner.place, inner.choices, inner.share) == ((0, 0), (3, 7), 0.25)


def test_a_part_that_is_done_twice_counts_once() -> None:
    ledger = Ledger(Part())
    (root,) = ledger.take(1.0, 1)
    one, other = root.split([((1,), 0.5), ((2,), 0.25)])
    assert ledger.add(PartResult(root, 3, left=(one, other)))
    assert not ledger.add(PartResult(root, 5))
    assert ledger.add(PartResult(other, 1))
    assert not ledger.add(PartResult(other, 1))
    assert (ledger.found, ledger.finished, ledger.share) == (4, False, 0.5)
    assert ledger.add(PartResult(one, 2))
    assert (ledger.found, ledger.finished, ledger.share) == (6, True, 1.0)


@each("text", [LATIN, SUDOKU, QUEENS])
def test_a_bundle_goes_on_where_it_was_cut(text: str) -> None:
    asked = task(text)
    work = asked.worker
    ledger, chance = Ledger(Part()), random.Random(1)
    while not ledger.finished:
        parts = ledger.take(chance.random(), chance.randint(1, 9))
        told = do(work, Bundle(tuple(parts), 60, chance.randint(1, 50)))
        ledger.put_back(parts[len(told) :])
        for one in pickle.loads(pickle.dumps(told)):
            ledger.add(one)
    assert ledger.found == {LATIN: 576, SUDOKU: 288, QUEENS: 92}[text]
    assert ledger.share == pytest.approx(1.0)


# Processes of this machine


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts are split at once, and so often that there are many."""
    monkeypatch.setattr(running, "FIRST", 0.0)
    monkeypatch.setattr(running, "AT_ONCE", 16)


@each(("text", "count"), [(LATIN_5, 161_280), (SUDOKU, 288), (QUEENS, 92)])
@each("memo", [0, None])
def test_processes_count_as_one_does(text: str, count: int, memo: int | None) -> None:
    found = answers_of(task(text, 0, memo), NO_LIMITS, Workers(2))
    assert (found.at_least, found.exhausted, found.route, found.reason) == (count, True, COVERS, None)
    assert found.effort["nodes"] > 0


def test_forked_processes_share_a_memo_and_others_have_a_part_each() -> None:
    asked = CoverSearch(problem(LATIN), COVERS, 0, 1 << 20, 2)
    sent = pickle.loads(pickle.dumps(asked))
    assert (asked._memo, asked._jobs) == (1 << 20, 2)
    assert (sent._memo, sent._jobs) == (1 << 19, 1)
    assert sent.identity == asked.identity
    found = answers_of(CoverSearch(problem(LATIN_5), COVERS, 0, 1 << 22, 3), NO_LIMITS, Workers(3))
    assert found.at_least == 161_280


def test_answers_are_those_of_one_process() -> None:
    found = answers_of(task(QUEENS, None), NO_LIMITS, Workers(2))
    assert (found.at_least, found.exhausted) == (92, True)
    assert len(set(found.answers)) == 92
    assert all(not problem(QUEENS).violations(answer) for answer in found.answers)


def test_two_answers_are_enough() -> None:
    found = answers_of(task(QUEENS, 2), NO_LIMITS, Workers(2))
    assert (len(found.answers) >= 2, found.exhausted) == (True, False)


@pytest.mark.thorough
def test_limits_are_those_of_the_whole() -> None:
    for reason in ("500 nodes", "2 seconds"):
        asked = task("latin 7\n" + ".......\n" * 7, 0, 0)
        # A deadline begins when it is made: not before the other limit has been tried.
        limits = Limits(nodes=500) if reason == "500 nodes" else Limits(deadline=Deadline(2))
        found = answers_of(asked, limits, Workers(2))
        assert not found.exhausted
        assert found.reason == reason
        assert found.at_least > 0 or reason == "500 nodes"
    assert answers_of(task(QUEENS, 0, 0), Limits(nodes=500), Workers(2)).effort["nodes"] <= 500


def test_the_library_asks_in_parts() -> None:
    assert str(coversat.count(LATIN_5, jobs=2)) == "exactly 161280"
    assert coversat.check(QUEENS, jobs=2).verdict.name == "MULTIPLE"
    assert coversat.solve(QUEENS, limit=None, jobs=2).answers == coversat.solve(QUEENS, limit=None).answers
    with pytest.raises(SolverError, match="only counts, checks and searches for all answers"):
        coversat.solve(QUEENS, jobs=2)


def test_the_time_to_go_holds_the_truth() -> None:
    """Of 100 trees, a quarter of each done, the interval holds what comes in 90 at least."""
    held = 0
    for seed in range(100):
        chance, truth = random.Random(seed), 0.0
        ledger = Ledger(Part())
        (root,) = ledger.take(1.0, 1)
        ledger.add(PartResult(root, left=root.split(((at,), 1 / 400) for at in range(400))))
        assert ledger.ahead() is None
        for at, part in enumerate(ledger.take(2.0, 400)):
            seconds = chance.expovariate(1.0)
            if at < 100:
                ledger.add(PartResult(part, 1, seconds=seconds))
            else:
                truth += seconds
        ahead = ledger.ahead()
        assert ahead is not None
        assert ledger.share == pytest.approx(0.25)
        assert ahead.most - ahead.least < 0.6 * ahead.about
        held += ahead.least < truth < ahead.most
    assert 90 <= held < 100


def test_how_a_question_stands() -> None:
    words = Progress(0.25, 1234, Ahead(90.0, 60.0, 7200.0)).in_words()
    assert words == "25.0% done, 1,234 found, 1 minute to 2 hours to go if the rest is like it"
    assert Progress(0.25, 0, None).in_words() == "25.0% done, 0 found"


@each(
    ("least", "most", "words"),
    [
        (20.1, 23.2, "20 to 23 seconds"),
        (59.0, 61.0, "59 seconds to 1 minute"),
        (3600.0, 7200.0, "1 hour to 2 hours"),
        (4.51, 4.52, "4.5 seconds"),
    ],
)
def test_a_span_of_time(least: float, most: float, words: str) -> None:
    assert time_span(least, most) == words


def test_many_workers_speak_less_often() -> None:
    pace, seconds = running.LOCAL_PACE, running.bundle_seconds
    assert seconds(pace, 0.0, 0, few=False) == pace.least
    assert seconds(pace, 1e6, 1, few=False) == pace.most
    assert seconds(pace, 1e6, 1, few=True) == pace.least
    assert seconds(pace, 1e6, 10_000, few=True) == pytest.approx(20_000 * running.OVERHEAD)
