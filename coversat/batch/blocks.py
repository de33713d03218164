"""Sudokus of a block, asked at once by compiled modules that see nothing but its bytes.

What is said of a puzzle does not depend on those beside it: each has a node budget of its own, and every
answer is judged by the rules before it counts.  What is not decided within the budget is left to be asked by
itself.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..errors import WrongAnswerError
from ..findings import Findings
from ..problems.grid import Grid
from ..registry import compiled
from ..solvers import FIRST_TURN
from .entries import CELLS, Block
from .query import Presenter, Query, Result, Results

MOST = 2
"""Answers that are looked for."""
ALONE = 255
"""In the place of a number of answers: this one is asked by itself."""


class Answered(NamedTuple):
    """What was found out about the sudokus of a block.

    Attributes
    ----------
    block : Block
    findings : sequence of Findings
        By the number of answers; these are not in them.
    counts : bytes
        How many answers each has, or `ALONE`.
    answers : str
        All of them, `CELLS` digits each, one behind the other.
    seconds : sequence of float
        What each took.
    alone : mapping
        By its place, the result of each that was asked by itself.
    """

    block: Block
    findings: Sequence[Findings[Any]]
    counts: bytes
    answers: str
    seconds: Sequence[float]
    alone: Mapping[int, Result]

    def lines(self) -> Iterator[list[str]]:
        """The answers of each, as lines of digits."""
        at = 0
        for count in self.counts:
            end = at if count == ALONE else at + CELLS * count
            yield [self.answers[one : one + CELLS] for one in range(at, end, CELLS)]
            at = end

    def each(self, shown: bool = True) -> Iterator[Findings[Any] | None]:
        """The findings of each, with its answers if these are shown; None of one asked by itself."""
        for count, lines, seconds in zip(self.counts, self.lines(), self.seconds, strict=True):
            if count == ALONE:
                yield None
            else:
                grids = tuple(map(grid_of, lines)) if shown else ()
                yield self.findings[count]._replace(answers=grids, seconds=seconds)


def grid_of(line: str) -> Grid:
    """The rows of a line of digits."""
    digits = tuple(map(int, line))
    return tuple(digits[at : at + 9] for at in range(0, CELLS, 9))


def ask_block(query: Query, present: Presenter, block: Block) -> Results:
    """The results of the sudokus of a block.

    Raises
    ------
    WrongAnswerError
        When an answer breaks the rules.
    """
    from ..kinds.sudoku.search_boards import BOARDS

    started = time.perf_counter()
    findings: list[Findings[Any]] = [
        Findings((), count, count < MOST, BOARDS.name) for count in range(MOST + 1)
    ]
    counts, answers, seconds = _decided(block.cells, _turn(query.nodes))
    enough = {found.at_least for found in findings if query.decides(found.at_least, found.exhausted)}
    if not enough.issuperset(counts):
        counts, answers = _only(enough, counts, answers)
    # What reading and judging took is shared evenly.
    each = max(0.0, time.perf_counter() - started - sum(seconds)) / max(1, len(block))
    seconds = array("d", (second + each for second in seconds))
    verdicts = {found.at_least: query.verdict(found).value for found in findings}
    codes = {found.at_least: query.code(verdicts[found.at_least], found.at_least) for found in findings}
    verdicts[ALONE], codes[ALONE] = "", 0
    statuses, worth = [verdicts[count] for count in counts], [codes[count] for count in counts]
    alone = _alone(query, present, block, counts)
    for at, result in alone.items():
        statuses[at], worth[at], seconds[at], _ = result
    answered = Answered(block, findings, counts, answers.decode(), seconds, alone)
    return Results(statuses, worth, seconds, present.many(query, answered))


def _turn(limit: int | None) -> int:
    """The nodes that may be spent here on one puzzle."""
    return FIRST_TURN if limit is None else min(limit, FIRST_TURN)


def _alone(query: Query, present: Presenter, block: Block, counts: bytes) -> dict[int, Result]:
    """The results of those that are asked by themselves, by their places."""
    found: dict[int, Result] = {}
    at = counts.find(ALONE)
    while at >= 0:
        found[at] = query.ask(block[at], present)
        at = counts.find(ALONE, at + 1)
    return found


def _decided(cells: bytes, nodes: int) -> tuple[bytes, bytes, Sequence[float]]:
    """How many answers each line has, or `ALONE`; all answers, judged; and the seconds of each line."""
    rules = compiled("coversat.kinds.sudoku", "_lines_kernel")
    found = None if rules is None else _search(cells, nodes)
    if rules is None or found is None:
        count = len(cells) // CELLS
        return bytes([ALONE]) * count, b"", [0.0] * count
    counts, answers, seconds = found
    if not rules.all_right(cells, counts.replace(bytes([ALONE]), bytes(1)), answers):
        raise WrongAnswerError("the search by boards gave a wrong answer")
    return counts, answers, seconds


def _search(cells: bytes, nodes: int) -> tuple[bytes, bytes, Sequence[float]] | None:
    """The same, not judged; None where no search is compiled."""
    kernel = compiled("coversat.kinds.sudoku", "_boards_kernel")
    return None if kernel is None else kernel.decided(cells, MOST, nodes)


def _only(enough: set[int], counts: bytes, answers: bytes) -> tuple[bytes, bytes]:
    """The counts that answer the question, with their answers; `ALONE` in the place of the others."""
    kept = bytearray()
    at = 0
    for count in counts:
        end = at if count == ALONE else at + CELLS * count
        if count in enough:
            kept += answers[at:end]
        at = end
    return bytes(count if count in enough else ALONE for count in counts), bytes(kept)
