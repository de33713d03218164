"""Blocks of puzzles, decided together."""

from __future__ import annotations

import time
from typing import Any

from ..findings import Findings
from ..problems.bulk import ALONE, MOST, Decided
from ..solvers import FIRST_TURN
from .entry import Block
from .request import Answered, BlockResults, Presenter, PuzzleResult, Request


def ask_block(request: Request, present: Presenter, block: Block) -> BlockResults:
    """The results of a block of puzzles, decided together if possible.

    Raise `WrongAnswerError` if an answer breaks the rules.
    """
    bulk, started = block.bulk, time.perf_counter()
    findings: list[Findings[Any]] = [
        Findings((), count, count < MOST, bulk.route) for count in range(MOST + 1)
    ]
    turn = FIRST_TURN if request.nodes is None else min(request.nodes, FIRST_TURN)
    decided = bulk.decide(block.cells, turn)
    settled = {found.at_least for found in findings if request.settles(found.at_least, found.exhausted)}
    if not settled.issuperset(decided.counts):
        decided = _only(settled, decided, bulk.width)
    counts = decided.counts
    # The time for reading and checking is divided evenly.
    each = max(0.0, time.perf_counter() - started - sum(decided.seconds)) / max(1, len(block))
    seconds = [second + each for second in decided.seconds]
    verdicts = {found.at_least: request.verdict(found).value for found in findings}
    codes = {found.at_least: request.code(verdicts[found.at_least], found.at_least) for found in findings}
    verdicts[ALONE], codes[ALONE] = "", 0
    statuses, worth = [verdicts[count] for count in counts], [codes[count] for count in counts]
    alone: dict[int, PuzzleResult] = {}
    at = counts.find(ALONE)
    while at >= 0:
        result = request.ask(block[at], present)
        assert result is not None
        alone[at] = result
        statuses[at], worth[at], seconds[at], *_ = result
        at = counts.find(ALONE, at + 1)
    answered = Answered(block, findings, counts, decided.answers.decode(), seconds, alone)
    return BlockResults(statuses, worth, seconds, present.many(request, answered))


def _only(settled: set[int], decided: Decided, width: int) -> Decided:
    """The counts that settle the question, with their answers; `ALONE` for the others."""
    chosen = bytearray()
    at = 0
    for count in decided.counts:
        end = at if count == ALONE else at + width * count
        if count in settled:
            chosen += decided.answers[at:end]
        at = end
    counts = bytes(count if count in settled else ALONE for count in decided.counts)
    return decided._replace(counts=counts, answers=bytes(chosen))
