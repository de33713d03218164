"""One question in parts by more workers than there are here: a simulation, from parts that were measured.

    python benchmarks/scaling.py
    python benchmarks/scaling.py --results table.md

A tree is cut as the engine cuts it, and each part timed: 14 queens, visited.  So is what it takes to hear of
a part and to keep it, and how many bytes it has.  Then workers go through a tree of that shape which is far
too large for them, for two minutes: where its measured parts are too large to be done at once, they are trees
of the same shape again.  Parts are handed out as `coversat.answering.parts.divide` does it, and one process
receives them, one after the other.
"""

from __future__ import annotations

import argparse
import heapq
import json
import pickle
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from peers.table import write_section

from coversat.answering.parts.covers import CoverSearch
from coversat.answering.parts.ledger import Ledger, Part, as_row
from coversat.answering.parts.run import NETWORK_PACE, Bundle, Pace, bundle_seconds, do
from coversat.problems import Queens

TITLE = "## One question in parts, on paper"
WORKERS = 10, 100, 1000, 10_000
WINDOW = 120.0
"""Seconds that are looked at."""
LATENCY = 0.005
"""Seconds for a message, one way."""
NODES = 30_000
"""So far is each part searched before it is cut, where it is measured."""


class Tree(NamedTuple):
    """Measured parts: of each, the seconds until it was cut, and what was left of it then.

    `size`: of each with all below it.  `heard`: seconds to hear of a part, to keep it and to give it;
    `length`: the bytes of one.
    """

    own: list[float]
    below: list[list[int]]
    size: list[float]
    heard: float
    length: float


def measured() -> Tree:
    """The tree of a count."""
    work = CoverSearch(Queens(14), "cover/bitset", 0, 0).worker
    ledger = Ledger(Part())
    at: dict[tuple[int, ...], int] = {(): 0}
    own, below = [0.0], [[]]  # type: list[float], list[list[int]]
    heard = seconds = told_bytes = 0.0
    while not ledger.finished:
        (part,) = ledger.take(0.0, 1)
        (told,) = do(work, Bundle((part,), 60.0, NODES))
        own[at[part.place]] = told.seconds
        for one in told.left:
            at[one.place] = len(own)
            below[at[part.place]].append(len(own))
            own.append(0.0)
            below.append([])
        sent = pickle.dumps(told)
        began = time.process_time()
        ledger.add(pickle.loads(sent))
        json.dumps(as_row(told))
        seconds += time.process_time() - began
        heard, told_bytes = heard + 1 + len(told.left), told_bytes + len(sent)
    size = own[:]
    for node in reversed(range(len(own))):
        size[node] += sum(size[child] for child in below[node])
    return Tree(own, below, size, seconds / heard, told_bytes / heard)


class Given(NamedTuple):
    """A part of the large tree: one of the measured tree, so many times as large."""

    node: int
    times: float


class Outcome(NamedTuple):
    """What so many workers came to.

    The share of their time that they worked, the longest time without a word, parts and bytes heard of in a
    second, and the most parts that waited.
    """

    working: float
    longest: float
    parts: float
    bytes: float
    waiting: int


def worked(tree: Tree, parts: Iterable[Given], budget: float) -> tuple[float, list[Given]]:
    """A worker goes through parts in order: the seconds that it takes, and what it leaves."""
    stack = list(parts)[::-1]
    used = 0.0
    while stack and used < budget:
        node, times = stack.pop()
        own = tree.own[node] * times
        stack += [Given(child, times) for child in reversed(tree.below[node])]
        if own > budget / 4:
            stack.append(Given(0, own / tree.size[0]))
        else:
            used += own
    return used, stack[::-1]


def simulated(tree: Tree, workers: int, crew: Pace) -> Outcome:
    """So many workers, in the window."""
    waiting: list[tuple[int, Given]] = [(0, Given(0, 2 * WINDOW * workers / tree.size[0]))]
    coming: list[tuple[float, int, float, list[Given]]] = []  # when, what was worked, what is left
    number = heard = widest = 0
    clock = busy = longest = 0.0
    while clock < WINDOW:
        while waiting and len(coming) < workers:
            parts = [heapq.heappop(waiting)[1]]
            budget = bundle_seconds(crew, clock, len(coming), len(waiting) < workers)
            clock += tree.heard
            used, left = worked(tree, parts, budget)
            number += 1
            heapq.heappush(coming, (clock + used + 2 * LATENCY, number, used, left))
            longest = max(longest, used)
        at, _, used, left = heapq.heappop(coming)
        busy += used - max(0.0, at - LATENCY - WINDOW)
        clock = max(clock, at) + tree.heard * (1 + len(left))
        heard += 1 + len(left)
        for given in reversed(left):  # what one worker would do next is given first
            number += 1
            heapq.heappush(waiting, (-number, given))
        widest = max(widest, len(waiting))
    busy += sum(max(0.0, used - max(0.0, at - LATENCY - WINDOW)) for at, _, used, _ in coming)
    return Outcome(busy / workers / clock, longest, heard / clock, heard * tree.length / clock, widest)


def rows(tree: Tree, crew: Pace) -> Iterator[str]:
    """The table for one pace."""
    yield "| workers | times faster | of their time | longest without a word, s | parts/s | MB/s | waiting |"
    yield "|---:|---:|---:|---:|---:|---:|---:|"
    for workers in WORKERS:
        one = simulated(tree, workers, crew)
        yield (
            f"| {workers:,} | {workers * one.working:,.0f} | {100 * one.working:.0f}% | {one.longest:.1f} "
            f"| {one.parts:,.0f} | {one.bytes / 1e6:.2f} | {one.waiting:,} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--results", type=Path, help="the file whose section this is to be")
    asked = parser.parse_args()
    tree = measured()
    each, crew = 1000 * tree.size[0] / len(tree.own), NETWORK_PACE
    lines = [
        f"`benchmarks/scaling.py`: {len(tree.own):,} measured parts of {each:.1f} ms; to hear of one takes "
        f"{1e6 * tree.heard:.0f} us",
        f"and {tree.length:.0f} bytes. A message takes {1e3 * LATENCY:.0f} ms.",
        "",
        *rows(tree, crew),
    ]
    print("\n".join(lines))
    if asked.results is not None:
        write_section(asked.results, TITLE, lines)


if __name__ == "__main__":
    main()
