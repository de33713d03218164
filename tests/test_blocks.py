"""What is read and said of puzzles together is what is read and said of each by itself."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice, product
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from each import each
from kinds.sudoku import shuffled
from test_boards import COMPILED, by_backtracking, puzzles

from coversat.answering.questions import decide as check
from coversat.answering.sets import request as module
from coversat.answering.sets.entries import LONGEST, Entries
from coversat.answering.sets.entry import Block, Entry
from coversat.answering.sets.presenting import JsonRows, Lines
from coversat.answering.sets.request import AsFindings, Presenter, Request, ask_block
from coversat.base.errors import WrongAnswerError
from coversat.base.registry import compiled
from coversat.kinds.sudoku import search_boards as boards
from coversat.kinds.sudoku import search_lines
from coversat.kinds.sudoku.search_lines import BULK
from coversat.kinds.sudoku.text import one_line
from coversat.problems import Sudoku
from coversat.problems.bulk import ALONE

RULES = compiled("coversat.kinds.sudoku", "_lines_kernel")


def block_of(lines: Sequence[str], notes: Sequence[str] = ()) -> Block:
    return Block("set", "sudoku", "oneline", 1, 1, BULK, "".join(lines).encode(), tuple(notes))


def lines_of(count: int, seed: int) -> list[str]:
    return list(islice(puzzles(random.Random(seed), 30), count))


@cache
def short_lines() -> tuple[str, ...]:
    """One with several answers, and some that are found fast."""
    every = iter(lines_of(100, 1))
    several = next(line for line in every if len(list(islice(by_backtracking(line), 2))) == 2)
    return (several, *(line for line in every if line.count(".") < 45))


QUERIES = [
    Request("check"),
    Request("solve", answers=1),
    Request("count", answers=7),
    Request("check", nodes=2),
]
PRESENTERS = [AsFindings(), JsonRows(), Lines(), Lines(brief=True), Lines(hints=True)]


@pytest.mark.thorough
@pytest.mark.parametrize("query", QUERIES, ids=lambda query: f"{query.command}-{query.answers}-{query.nodes}")
@pytest.mark.parametrize("present", PRESENTERS, ids=["keep", "json", "lines", "brief", "hints"])
@pytest.mark.parametrize("pure", [False, True])
def test_a_block_is_answered_as_its_entries_are(
    query: Request, present: Presenter, pure: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All but the seconds: statuses, exit codes, what is shown, findings, in whatever order."""
    lines = short_lines()[: 3 if pure else 7]
    block = block_of(lines, [f"note {at}" if at % 3 else "" for at in range(len(lines))])
    if pure:
        monkeypatch.setenv("COVERSAT_PURE", "1")
    expected = [query.ask(entry, present) for entry in block]
    found = ask_block(query, present, block)
    for mine, theirs in zip(found.each(), expected, strict=True):
        assert mine[:2] == theirs[:2]
        if isinstance(present, AsFindings):
            assert replace(mine.shown, seconds=0.0, effort={}) == replace(
                theirs.shown, seconds=0.0, effort={}
            )
        else:
            assert mine.shown == theirs.shown
    assert {"unique", "none", "multiple"} <= set(found.statuses) or query != Request("check") or pure


@pytest.mark.slow
def test_a_block_is_answered_as_its_entries_are_over_many() -> None:
    lines = lines_of(5_000, 2)
    found = ask_block(Request("check"), JsonRows(), block_of(lines))
    for mine, entry in zip(found.each(), block_of(lines), strict=True):
        assert mine.shown == Request("check").ask(entry, JsonRows()).shown


@COMPILED
def test_times_are_in_rows_too() -> None:
    found = ask_block(Request("check"), JsonRows(times=True), block_of(lines_of(20, 3)))
    for result in found.each():
        row = json.loads(result.shown.out)
        assert row["seconds"] == round(result.seconds, 6)
        by_itself = Request("check").ask(block_of(lines_of(1, 3))[0], JsonRows(True))
        assert [*row] == [*json.loads(by_itself.shown.out)]


def test_names_that_look_like_patterns(tmp_path: Path) -> None:
    """A file's name may hold what a text of many is made with."""
    line = "".join(str(digit) for row in shuffled(random.Random(1), 3, 3) for digit in row)
    for name in ("%s", "%%(x)d", '"\\u0000"', "a #1", "\u00e4", "\udcff"):
        block = Block(name, "sudoku", "oneline", 1, 1, BULK, (line * 3).encode())
        found = ask_block(Request("check"), JsonRows(), block)
        for case, result in enumerate(found.each(), 1):
            row = json.loads(result.shown.out)
            assert (row["file"], row["case"], row["line"]) == (name, case, case)
        in_words = ask_block(Request("check"), Lines(brief=True), block)
        assert [result.shown.out for result in in_words.each()] == [f"UNIQUE {name} #{k}" for k in (1, 2, 3)]


def test_what_needs_many_nodes_is_asked_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = lines_of(60, 5)
    expected = [check(entry.problem()).verdict.value for entry in block_of(lines)]
    monkeypatch.setattr(module, "FIRST_TURN", 1)
    found = ask_block(Request("check"), AsFindings(), block_of(lines))
    assert found.statuses == expected
    assert ALONE in BULK.decide(block_of(lines).cells, 1).counts


def test_what_is_said_of_a_puzzle_does_not_depend_on_the_others() -> None:
    block = block_of(lines_of(40, 7))

    def texts(size: int) -> list[str]:
        parts = [block[at : at + size] for at in range(0, len(block), size)]
        results = [ask_block(Request("check"), JsonRows(), part) for part in parts]
        return [one.shown.out for many in results for one in many.each()]

    assert texts(1) == texts(7) == texts(40)


def test_a_wrong_answer_is_never_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that breaks a rule, and one that does not keep the givens; of one puzzle, and of several."""
    first, second = (
        "".join(str(digit) for row in shuffled(random.Random(seed), 3, 3) for digit in row) for seed in (1, 2)
    )
    givens = f"{first[:9]}{'.' * 72}"
    for wrong in (f"{first[:80]}{first[0]}", second, "1" * 81):
        decided = (b"\1" * 3, f"{first}{wrong}{first}".encode(), [0.0] * 3)
        kernel = Mock(**{"decided.return_value": decided, "answers.return_value": iter([wrong])})
        for one in (boards, search_lines):
            monkeypatch.setattr(one, "kernel", lambda kernel=kernel: kernel)
        with pytest.raises(WrongAnswerError):
            ask_block(Request("check"), AsFindings(), block_of([givens] * 3))
        with pytest.raises(WrongAnswerError):
            Request("check").ask(block_of([givens])[0], AsFindings())


@COMPILED
def test_the_rules_of_many_lines_are_the_rules() -> None:
    """Every change of a cell, swaps of two cells, and changed givens, judged as `violations` does."""
    rng = random.Random(6)
    grid = shuffled(rng, 3, 3)
    cells = list(product(range(9), repeat=2))
    answers = [grid]
    for (r, c), digit in product(cells, range(1, 10)):
        changed = [list(row) for row in grid]
        changed[r][c] = digit
        answers.append(changed)
    for _ in range(300):
        swapped = [list(row) for row in rng.choice((grid, shuffled(rng, 3, 3), grid[1:] + grid[:1]))]
        if rng.random() < 0.7:
            (r, c), (s, d) = rng.sample(cells, 2)
            swapped[r][c], swapped[s][d] = swapped[s][d], swapped[r][c]
        answers.append(swapped)
    found = []
    expected = []
    for answer in answers:
        givens = [[d if rng.random() < 0.3 else None for d in row] for row in grid]
        line, digits = (one_line(tuple(map(tuple, rows)), ".").encode() for rows in (givens, answer))
        found.append(RULES.all_right(line, b"\1", digits))
        problem = Sudoku(3, 3, tuple(map(tuple, givens)))
        expected.append(not problem.violations(tuple(map(tuple, answer))))
    assert found == expected
    assert {*found} == {True, False}
    assert not RULES.all_right(b"." * 81, b"\1", b"." * 81)
    assert not RULES.all_right(b"." * 81, b"\1", b"0" * 81)
    with pytest.raises(ValueError, match="81 cells"):
        RULES.all_right(b"." * 81, b"\2", digits)


# Reading


def entries_of(tmp_path: Path, data: bytes) -> Entries:
    path = tmp_path / "set.txt"
    path.write_bytes(data)
    return Entries([str(path)])


def one_by_one(data: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The entries as they are read where nothing is compiled."""
    monkeypatch.setenv("COVERSAT_PURE", "1")
    found = [entry._replace(content=str(entry.content)) for entry in entries_of(tmp_path, data)]
    monkeypatch.delenv("COVERSAT_PURE")
    return found


def odd_lines(rng: random.Random) -> Iterator[bytes]:
    """Lines as they stand in sets: with notes, in other encodings, malformed, and no sudokus at all."""
    good = [line.encode() for line in lines_of(12, 8)]
    ends = [b"\n", b"\n", b"\n", b"\r\n", b" \n", b"\t\n"]
    notes = [
        b",7.2",
        b";rated 3",
        b"# a note ",
        b"|" + good[0],
        b" \xc3\xa4",
        b" \xff",
        b"\x0bx",
        b",,",
        b" " * 9,
    ]
    while True:
        line, end = rng.choice(good), rng.choice(ends)
        draw = rng.random()
        if draw < 0.6:
            yield line + end
        elif draw < 0.75:
            yield line + rng.choice(notes) + end
        else:
            yield rng.choice(
                [
                    b"\n",
                    b"# comment\n",
                    b"  " + line + end,
                    line[:80] + end,
                    line + b"1" + end,
                    line[:40] + b"x" + line[41:] + end,
                    line.replace(b".", b"0") + end,
                    line[:40] + b"\xc3\xa4" + line[42:] + end,
                    line + b" " + b"y" * 100 + end,
                    line[:50] + b"\0" + line[51:] + end,
                ]
            )


@pytest.mark.thorough
@each("final", [b"", b"." * 81, b"." * 80])
def test_lines_are_read_in_blocks_as_one_by_one(
    final: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(6):
        rng = random.Random(seed)
        data = b"".join(islice(odd_lines(rng), 60)) + final
        if seed == 1:
            data = b"\xef\xbb\xbf" + data
        if seed > 1:  # more than is recognised at once
            data = (
                lines_of(1, 9)[0].encode()
                + b"\n"
                + data * rng.randrange(15, 40)
                + b"z" * (seed == 5) * LONGEST
            )
        expected = one_by_one(data, tmp_path, monkeypatch)
        entries = entries_of(tmp_path, data)
        assert [entry._replace(content=str(entry.content)) for entry in entries] == expected
        entries, found = entries_of(tmp_path, data), []
        while parts := entries.take(rng.choice((1, 3, 100, 1000))):
            for part in parts:
                found += part if isinstance(part, Block) else [part]
        assert [entry._replace(content=str(entry.content)) for entry in found] == expected


@COMPILED
def test_most_of_a_set_is_in_blocks(tmp_path: Path) -> None:
    data = b"".join(f"{line},note {at}\n".encode() for at, line in enumerate(lines_of(50, 4))) * 60
    entries = entries_of(tmp_path, data)
    parts = entries.take(4000)
    assert all(isinstance(part, Block) for part in parts)
    assert len(parts) < 10
    assert sum(map(len, parts)) == 3000
    entry = next(entry for entry in parts[0] if isinstance(entry, Entry) and entry.case == 7)
    assert entry.note == "note 6"
    with pytest.raises(IndexError):
        parts[0][3000]


def test_a_long_line_is_no_more_than_its_beginning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    longest, good = 1 << 14, "." * 81
    monkeypatch.setattr("coversat.answering.sets.entries.LONGEST", longest)
    data = f"{good}\n{good}{' y' * longest}\n{good}\n{good}{' y' * (longest // 2 - 42)}\n{good}\n".encode()
    entries = list(entries_of(tmp_path, data))
    assert [entry.line for entry in entries] == [1, 2, 3, 4, 5]
    assert [isinstance(entry.content, str) for entry in entries] == [True, False, True, True, True]


def test_ids_of_a_block_are_those_of_its_entries() -> None:
    block = block_of(lines_of(30, 11))
    assert block.ids == [entry.id for entry in block]
    assert len(set(block.ids)) == 30
