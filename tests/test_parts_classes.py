"""Counts by classes of positions against brute force and published ones, and what they are split into."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from cover_cases import brute_force, dominoes, queens, random_cover, sudoku
from each import each
from test_parts_positions import latin, renamed

import coversat
from coversat.answers.parts import covers as module
from coversat.answers.parts.covers import Classes, classes
from coversat.answers.parts.ledger import Ledger
from coversat.answers.parts.part import OPENINGS, Part, PartResult
from coversat.base.deadline import Deadline
from coversat.base.errors import LimitReachedError, ReductionError
from coversat.cli import exit_code
from coversat.problems.exact_cover.rules import ExactCover, Option
from coversat.solvers import NO_LIMITS, Limits
from coversat.solvers.counting.orders import Frontier
from coversat.solvers.cover.bitset_cover import PreparedCover

ROOM = 1 << 24


def told(cover: ExactCover, limits: Limits = NO_LIMITS, jobs: int = 1, room: int = ROOM) -> list[PartResult]:
    return [*classes(Classes(Frontier(cover.table), [Part()]), limits, jobs, room)]


def count(cover: ExactCover, tellings: list[PartResult]) -> int:
    """What was found by classes, and by the engine what is left at the end."""
    tree = PreparedCover(cover)
    left = tellings[-1].left
    return sum(one.found for one in tellings) + sum(
        part.times * tree.count(part.choices).at_least for part in left
    )


@each("jobs", [1, 2])
def test_counts_by_classes_are_those_of_brute_force(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever it is stopped and however often it is told of; what is found and left is the whole."""
    monkeypatch.setattr(module, "OFTEN", 0)
    monkeypatch.setattr(module, "TOGETHER", 1)
    for seed in range(80):
        cover = random_cover(random.Random(seed))
        cover = ExactCover(cover.primary, cover.secondary, cover.options)
        expected = len(brute_force(cover))
        tellings = told(cover, jobs=jobs)
        assert (sum(one.found for one in tellings), tellings[-1].left) == (expected, ()), seed
        tellings = told(cover, Limits(nodes=1 + seed % 9), jobs)
        assert count(cover, tellings) == expected, seed
        again = classes(Classes(Frontier(cover.table), tellings[-1].left), NO_LIMITS, jobs, ROOM)
        assert sum(one.found for one in (*tellings, *again)) == expected, seed


@pytest.mark.thorough
@each(
    ("cover", "figure", "nodes"),
    [
        (latin(5), 161_280, 150),  # OEIS A002860
        (sudoku(2, 3), 28_200_960, 600),  # OEIS A107739
        (dominoes(6, 6), 6_728, 300),  # OEIS A004003
    ],
)
def test_what_is_alike_meets_whatever_it_is_called(cover: ExactCover, figure: int, nodes: int) -> None:
    """Some hundred options are tried; nothing is left to an engine."""
    for one in (cover, renamed(cover, random.Random(2))):
        (whole,) = told(one)
        assert (whole.found, whole.left) == (figure, ())
        assert whole.effort["nodes"] <= nodes


def test_threads_count_the_same() -> None:
    assert [one.found for one in told(sudoku(2, 3), jobs=2)] == [28_200_960]


@pytest.mark.thorough
def test_too_many_classes_are_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Too many for what each stands for, or for the memory; their shares are the whole."""
    cover = sudoku(2, 3)
    monkeypatch.setattr(module, "ENOUGH", 3)
    for room in (0, 3_000):
        (whole,) = told(cover, room=room)
        assert len(whole.left) >= 3
        assert count(cover, [whole]) == 28_200_960
        assert sum(part.share for part in whole.left) == pytest.approx(1)
    (whole,) = told(queens(7))
    assert len(whole.left) >= 3
    assert count(queens(7), [whole]) == 40
    found = coversat.count("queens 8", classes=True)
    assert (found.at_least, found.exhausted) == (92, True)


def test_the_whole_is_told_of_again() -> None:
    """What was found and tried adds up; what is left, and so what is done, is what was said last."""
    ledger = Ledger(Part())
    for found, shares in ((1, (0.5, 0.25)), (2, (0.125,))):
        ledger.take_back()
        left = Part().split((((at,), share, 7) for at, share in enumerate(shares)))
        assert ledger.add(PartResult(Part(), found, (), {"nodes": 10, OPENINGS: 1}, 0.0, left))
        assert (ledger.left, ledger.share) == ([*left], 1 - sum(shares))
    assert (ledger.found, ledger.effort["nodes"]) == (3, 20)
    ledger.add(PartResult(ledger.left[0], 1))
    assert (ledger.found, ledger.finished) == (10, True)


def test_an_error_loses_no_class(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting = Classes(Frontier(latin(4).table), [Part()])
    waiting.go_on(waiting.below, 1)
    before = waiting.left

    def broken(positions: list[bytes]) -> list[module.Below]:
        raise LimitReachedError("0 seconds")

    with pytest.raises(LimitReachedError):
        waiting.go_on(broken, 5)
    assert waiting.left == before


@each(
    ("text", "figure"),
    [
        ("." * 16, 288),
        ("latin 6\n" + "......\n" * 6, 812_851_200),  # OEIS A002860
        ("queens 8", 92),
        ("langford 7", 52),
    ],
)
def test_published_counts(text: str, figure: int) -> None:
    assert coversat.count(text, classes=True).at_least == figure


@pytest.mark.thorough
def test_two_workers_count_by_classes_what_is_kept(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three times by classes, as far as some options lead; then by the engine, for want of room."""
    path, out = tmp_path / "six.txt", tmp_path / "out.jsonl"
    path.write_text("latin 6\n1.....\n" + "......\n" * 5)  # with a digit given it has no layers
    words = ["count", str(path), "--classes", "--jobs", "2", "--out", str(out), "--resume"]
    for _ in range(3):
        assert exit_code([*words, "--nodes", "50"]) == 3
    monkeypatch.setattr(module, "ENOUGH", 0)
    monkeypatch.setattr(module, "_OBJECTS", 1 << 40)
    assert exit_code(words) == 0
    assert '"count": 135475200, "exact": true' in out.read_text()
    assert exit_code(words) == 0  # nothing is left
    capfd.readouterr()


def test_classes_are_of_one_count(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "two.txt"
    path.write_text(f"{'.' * 16}\n{'.' * 16}\n")
    assert exit_code(["count", str(path), "--classes"]) == 2
    assert "--classes is for the count of one puzzle" in capfd.readouterr().err
    path.write_text("." * 16)
    for options in (["--limit", "3"], ["--via", "cnf:minimal/cadical195"]):
        assert exit_code(["count", str(path), "--classes", *options]) == 2
        assert "classes are only for counting all answers" in capfd.readouterr().err
    path.write_text("nurikabe 2 2\n2 -\n- -\n")
    assert exit_code(["count", str(path), "--classes"]) == 2
    assert "nurikabe has no exact cover" in capfd.readouterr().err


def test_progress_alone_is_not_continued(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A count by blocks has no result before its end, so one that is interrupted begins again."""

    class Interrupted:
        def count(self, memo: int, go_on: Callable[[int, float], int]) -> tuple[int, int]:
            go_on(9, 0.5)
            time.sleep(0.05)  # for some progress
            raise KeyboardInterrupt

    monkeypatch.setattr(module, "TOLD", 0.01)
    monkeypatch.setattr(module, "counting", lambda *_: Interrupted())
    path, out = tmp_path / "four.txt", tmp_path / "out.jsonl"
    path.write_text("." * 16)
    assert exit_code(["count", str(path), "--classes", "--out", str(out)]) == 130
    assert f"no result is in {out} yet: the same command begins again" in capfd.readouterr().err
    assert not any(file.stat().st_size for file in tmp_path.iterdir() if file != path)


def test_a_part_that_is_none_is_refused(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, out = tmp_path / "four.txt", tmp_path / "out.jsonl"
    path.write_text("latin 4\n1...\n" + "....\n" * 3)
    words = ["count", str(path), "--classes", "--out", str(out), "--resume"]
    assert exit_code([*words, "--nodes", "5"]) == 3
    kept = tmp_path / "out.jsonl.parts"
    for choices in ("[99999999]", "[-1]", "[0, 0]"):
        lines = kept.read_text().splitlines()
        kept.write_text(lines[0] + "\n" + re.sub(r"\[\[\[[0-9, ]*\]", f"[[{choices}", lines[1]) + "\n")
        assert exit_code(words) == 2
        assert "the file was changed" in capfd.readouterr().err


def test_covers_that_count_as_one_have_none() -> None:
    cover = ExactCover(("a",), ("s",), (Option("o", ("a",), (("s", "x"),)),), ("s",))
    with pytest.raises(ReductionError, match="some count as one"):
        told(cover)


@pytest.mark.thorough
@each("jobs", [1, 2])
def test_the_deadline_is_kept_and_what_is_left_is_told(jobs: int) -> None:
    waiting = Classes(Frontier(sudoku(2, 3).table), [Part()])
    telling = classes(waiting, Limits(deadline=Deadline(0)), jobs, ROOM)
    assert count(sudoku(2, 3), [next(telling)]) == 28_200_960
    with pytest.raises(LimitReachedError):
        next(telling)


def test_classes_of_what_no_cover_states() -> None:
    """A count without parts, as the command makes it."""
    text = "tents 2 2\n- -\n- -\nx -\n- -\n"
    assert coversat.count(text, classes=True).count == coversat.count(text).count == 2
