"""Small sudokus for each constraint, and what each constraint means in one line of Python.

`CASES` has lines for 4x4 boards, or pairs of a board and a line.  `ORACLES` judge the digits of a board; they
share nothing with the classes of the constraints, not even the reading of their lines.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property
from itertools import accumulate, chain, combinations, groupby, pairwise, product, takewhile

from coversat.problems import Sudoku
from coversat.problems.grid import Cell

FOUR = "....\n" * 4
ZERO = "digits 0-3\n" + FOUR
FIVE = "boxes none\n" + ".....\n" * 5
"""No boxes, five digits."""
WIDE = "grid 2x4\nboxes none\n" + "....\n" * 2


def grid(rows: int, columns: int, digits: str = "", boxes: str = "none") -> str:
    """An empty board."""
    lines = [f"grid {rows}x{columns}", f"boxes {boxes}", *([f"digits {digits}"] if digits else [])]
    return "\n".join([*lines, *["." * columns] * rows, ""])


LOW_THEN_HIGH = "start low\naccept high\nlow 1-2 -> low\nlow 3-4 -> high\nhigh 3-4 -> high\nend"
TWO_WAYS = "start a\naccept b c\na 1-3 -> a b\nb 5 -> c\nc 1 -> c\nend"
A_ONE_BETWEEN = "start g\naccept k\ng 1-4 -> h\nh / -> i\ni 1 -> j\nj / -> x\nx 2-4 -> k\nend"
BY_THE_FIRST = "start s\naccept x y\ns 0-1 -> p\ns 2 3 -> q\np 0-3 -> p\nq 1-3 -> q\np / -> e\nq / -> f\n"

# fmt: off
CASES: dict[str, tuple[str | tuple[str, str], ...]] = {
    "all-different": ("r1c1 r2c3 r3c2 r4c4", "r1c2 r3c3", (FIVE, "r1c1 r2c2 r3c4 r4c5"),
        (ZERO, "r3c3 r2c2 r1c1")),
    "and": ("\nthermo r1c1 r1c2\nthermo r3c3 r4c4\nend",
        (FIVE, "\ncage 4 r1c1 r2c2\nor\narrow r1c1 r3c2\nthermo r1c1 r2c2\nend\nend"),
        (ZERO, "\nqueen 1\nthermo r1c1 r1c2\nend")),
    "anti-consecutive": ((grid(1, 5), ""), (grid(2, 4, "0-5"), "")),
    "anti-king": ((FIVE, ""), (WIDE, "")),
    "anti-knight": ("", (WIDE, "")),
    "anti-leap": ("3 1", "2 2", (FIVE, "1 3"), (grid(4, 4, "0-3"), "1 1")),
    "anti-taxicab": ((WIDE, ""), (grid(4, 4, "1-5"), ""), (ZERO, "")),
    "arrow": ("r4c4 r3c4 r3c3", (FIVE, "r1c1 r1c2 r2c3 r1c2"), (ZERO, "r1c1 r1c2 r2c3")),
    "automaton": (f"r1c1 r1c2 r2c3\n{LOW_THEN_HIGH}", (FIVE, f"r1c1 r2c2 r3c3\n{TWO_WAYS}"),
        (ZERO, f"r1c1 r1c2 / r2c3\n{BY_THE_FIRST}e 1 -> x\nf 2 -> y\nend"),
        f"r1c1 / r2c3 / r3c2\n{A_ONE_BETWEEN}"),
    "between": ("r1c1 r2c2 r3c4", "r1c1 r2c3 r3c2 r4c4", (FIVE, "r1c1 r2c2 r3c3 r4c4"),
        (ZERO, "r1c1 r2c2 r3c2")),
    "cage": ("5 r1c3 r1c4", "r1c1 r2c2 r3c3", (FIVE, "9 r1c1 r2c2 r3c3 r4c4"), (ZERO, "3 r1c1 r2c2 r3c3")),
    "candidates": ("1 4 r1c2 r3c3 r2c2", (FIVE, "2 r1c2"), (ZERO, "0 1 2 r1c1 r4c3")),
    "chaos": ((grid(1, 4), "2\nsame-run r1c1 / r2c2 r2c1\nend"),
        (grid(1, 5), "5\nsame-count r1c1 / r2c1 r2c3\nend"),
        (grid(1, 4), "2 1\nthermo r2c1 r1c2\nthermo r1c4 r2c5\nend")),
    "clone": ("r1c1 r1c2 / r3c3 r4c4", (FIVE, "r1c1 / r2c3 / r3c2"), (ZERO, "r1c1 r2c3 / r2c3 r4c4")),
    "contain": ("1 2 r1c1 r2c3 r3c2 r4c4", "3 3 r1c2 r3c3 r4c4", (FIVE, "2 4 5 r1c1 r2c2 r3c4 r4c5"),
        (ZERO, "0 3 r3c3 r2c2 r1c1")),
    "contain-exact": ("1 2 r1c1 r2c3 r3c2 r4c4", "3 3 r1c2 r3c3 r4c4",
        (FIVE, "2 4 5 r1c1 r2c2 r3c4 r4c5"), (ZERO, "0 3 r3c3 r2c2 r1c1")),
    "count-distinct": ("r1c1 r2c2 r3c2 r3c3", (FIVE, "r1c1 r2c2 r3c3 r4c4"), (ZERO, "r1c1 r2c3 r4c2")),
    "counting-circles": ("r1c1 r2c2 r2c3", "r1c1 r2c3 r3c2 r4c4 r4c1", (FIVE, "r1c1 r2c2 r3c3 r3c4"),
        (ZERO, "r1c1 r2c3 r3c2")),
    "diagonal": ("down", (FIVE, "up")),
    "difference": ("r1c2 r1c3", "2 r3c2 r2c2", (FIVE, "4 r3c2 r2c2"), (ZERO, "3 r1c1 r1c2")),
    "disjoint-groups": ("", (ZERO, ""), (grid(6, 6, boxes="2x3"), "")),
    "doppelganger": ((grid(4, 4, "0-4", boxes="2x2"), ""),),
    "double-arrow": ("r1c1 r2c2 r3c1 r3c3", "r1c1 r2c1 r3c1", (FIVE, "r1c1 r1c2 r2c3 r3c3 r4c4"),
        (ZERO, "r1c1 r1c2 r2c2 r3c2")),
    "entropic": ((grid(6, 6, boxes="2x3"), "r1c1 r2c3 r3c3 r4c4"), (grid(6, 6, boxes="2x3"), "r1c1 r2c3"),
        (grid(6, 6, "0-5", boxes="2x3"), "r2c2 r1c3 r2c4"), (grid(2, 4, "1-9"), "r1c1 r2c2 r2c4")),
    "equal-sum": ("r1c1 r1c2 / r3c3 r4c4", (FIVE, "r1c1 r2c2 r3c3 / r2c4"),
        (ZERO, "r1c1 r1c2 / r2c3 / r3c1 r3c3"), "r1c1 r2c3 / r2c3 r3c2 r4c4"),
    "equality-cage": ("r1c1 r2c3", "r1c1 r2c3 r3c4 r4c2", (FIVE, "r1c1 r2c2 r3c4 r4c5"),
        (ZERO, "r3c3 r2c2")),
    "even": ("r1c2 r3c3 r2c2", (FIVE, "r1c2"), (ZERO, "r1c1 r4c3")),
    "flatmates": ((FIVE, ""), (grid(4, 4, "1-5"), ""), (grid(4, 4, "0-4", boxes="2x2"), "")),
    "full-rank": ("1 left 2", "6 top 3", "11 right 1", "16 bottom 4", "6 top 2 shared",
        "7 bottom 1 shared", (ZERO, "12 top 4")),
    "global-entropy": ((grid(6, 6, boxes="2x3"), ""), (grid(6, 6, "0-5", boxes="2x3"), ""),
        (grid(2, 4, "1-6"), "")),
    "global-modular": ("2", (grid(6, 6, boxes="2x3"), ""), (WIDE, "4"), (ZERO, "2")),
    "greater": ("r1c2 r1c3", (FIVE, "r3c2 r2c2"), (ZERO, "r1c1 r1c2")),
    "hidden": ("2\narrow r5c1 r1c1 r2c3\narrow r5c2 r1c1 r3c2\nall-different r5c1 r5c2\nend",
        (ZERO, "1\nor\nthermo r1c1 r5c1 r2c3\ncage 5 r5c1 r3c2\nend\nend"),
        (WIDE, "3\ncage 9 r3c1 r3c2 r3c3 r1c1\nthermo r3c1 r1c2 r2c4\nend")),
    "hidden-skyscraper": ("2 left 2", "1 bottom 3", (FIVE, "3 right 1"), (ZERO, "0 top 4"),
        (WIDE, "2 bottom 2")),
    "index": ("column r1c1 r1c2", "row r2c3", "box r3c4 r4c3", (FIVE, "column r2c3"), (ZERO, "row r2c1")),
    "lines-differ": ("", (grid(4, 4), ""), (ZERO, "")),
    "little-killer": ("8 down-right r1c2", "9 up-left r4c4", (FIVE, "12 up-right r4c1"),
        (ZERO, "4 down-left r1c3"), (WIDE, "6 down-right r1c2")),
    "lockout": ("2 r1c1 r2c3 r3c4", "1 r1c1 r2c3 r3c2 r4c4", (FIVE, "2 r1c1 r2c2 r3c3 r4c4"),
        (FIVE, "r1c1 r2c2 r3c3"), (ZERO, "1 r1c1 r2c2 r3c2")),
    "look-and-say": ("2x3 0x1 r1c1 r2c3 r3c2 r4c4", "1x2 r1c2 r3c3",
        (FIVE, "1x1 2x5 r1c1 r2c2 r3c4 r4c5"), (ZERO, "1x0 r3c3 r2c2 r1c1")),
    "lunchbox": ("2 r1c1 r2c3 r3c2", "3 r4c4 r3c2 r2c3 r1c1", "0 r1c2 r3c3 r4c1",
        (FIVE, "7 r1c1 r2c2 r3c4 r4c5 r5c3"), (ZERO, "1 r3c3 r2c2 r1c1"),
        (FIVE, "9 r1c1 r2c2 r3c3 r4c4 r5c5"), "0 r1c1 r2c3"),
    "maximum": ("r1c2", (FIVE, "r2c2"), (ZERO, "r4c4")),
    "minimum": ("r1c2", (FIVE, "r2c2"), (ZERO, "r4c4")),
    "modular": ("r1c1 r2c1 r3c2 r4c3", (FIVE, "2 r1c1 r2c2 r3c3"), (FIVE, "4 r1c1 r2c2 r3c3"),
        (ZERO, "3 r1c1 r2c2 r3c2")),
    "nabner": ("r1c1 r2c2", (FIVE, "r1c1 r2c2 r3c3"), (ZERO, "r4c4 r3c4")),
    "numbered-room": ("2 left 2", "1 bottom 3", (FIVE, "3 right 1"), (ZERO, "0 top 4"), (WIDE, "4 top 1")),
    "odd": ("r1c2 r3c3 r2c2", (FIVE, "r1c2"), (ZERO, "r1c1 r4c3")),
    "or": ("\nthermo r1c1 r1c2 r2c3\nthermo r2c3 r1c2 r1c1\nend",
        (FIVE, "\ncage 4 r1c1 r1c2\nand\narrow r2c3 r3c2\nthermo r1c1 r1c2\nend\nend"),
        (ZERO, "\nor\ncage 3 r1c1 r2c2\ncage 5 r1c1 r2c2\nend\ncage 4 r1c1 r2c2\nend"),
        "\nqueen 1\nanti-knight\nend"),
    "pair": ("a<b r1c1 r1c2 r2c3", (FIVE, "|a-b|=1;a=2b r1c1 r2c2 r3c3"),
        (ZERO, "0:1.3,1:2-3,3:0 r1c1 r2c1 r2c2")),
    "pair-all": ("a+b>4 r1c1 r1c2 r2c3", (FIVE, "a<=b&a%2=b%2 r1c1 r2c2 r3c3"),
        (ZERO, "a*b!=0 r1c1 r2c1 r2c2")),
    "palindrome": ("r1c1 r2c1 r2c2 r3c3", (FIVE, "r1c1 r2c2 r3c3 r4c4"),
        (FIVE, "r1c1 r2c2 r2c3 r1c3 r2c2"), (ZERO, "r1c1 r2c1 r3c2")),
    "parity": ("r1c1 r2c1 r3c2 r3c3", (FIVE, "r1c1 r2c2 r3c3"), (ZERO, "r1c1 r2c2")),
    "pill-arrow": ((grid(4, 4), "r1c1 r1c2 / r1c3 r2c3 r3c3 r4c3 r4c4"),
        (FIVE, "r2c1 r1c1 / r1c2 r1c3 r2c4 r3c4"), (ZERO, "r1c1 r1c2 / r2c1 r3c2 r4c3 / r2c3 r3c4 r4c4"),
        (grid(2, 4, "1-12"), "r1c1 r1c2 / r1c2 r2c3")),
    "quadruple": ("1 2 r2c2", "3 3 r1c2", (ZERO, "0 r2c2")),
    "queen": ("4", (FIVE, "1 3"), (ZERO, "0")),
    "ratio": ("r1c2 r1c3", "3 r3c2 r2c2", (FIVE, "r3c2 r2c2"), (ZERO, "r1c1 r1c2")),
    "regex": ("[12]+3.* r1c1 r1c2 r2c3 r3c3", (FIVE, "(1|2[^2]){1,2}5? r1c1 r2c2 r3c3 r3c4"),
        (ZERO, "(0?[1-3]*)* r1c1 r2c2 r3c3"), "(12?){2,}3|4*1{0} r1c1 r1c2 r2c3 r3c3"),
    "region-sum": ("r1c1 r2c2 r3c1 r4c2", "r4c4 r3c3 r3c2 r4c3", "r1c4 r2c3 r3c3 r3c2 r4c1",
        (ZERO, "r1c2 r2c3 r1c4")),
    "regions": ((grid(4, 4), "\nAAAB\nCCAB\nCDDB\nCDDB"), "\nAAAB\nCCAB\nCDDB\nCDDB"),
    "rellik": ("5 r1c1 r2c3 r3c2", "3 r1c2 r3c3", (FIVE, "6 r1c1 r2c2 r3c4"), (ZERO, "3 r3c3 r2c2")),
    "renban": ("r1c1 r2c2 r3c2", "r1c1 r2c3 r3c2 r4c4", (FIVE, "r1c1 r2c2 r3c3 r4c4"), (ZERO, "r4c4 r3c3")),
    "same-count": ("r1c1 / r1c1 r2c3 r3c1", "beyond r1c2 / r2c1 r3c2 r1c3",
        (ZERO, "beyond r2c2 / r1c1 r3c2")),
    "same-digits": ((grid(4, 4, "1-5", boxes="2x2"), ""), (grid(2, 4, "1-5"), ""), (grid(4, 4, "0-4"), "")),
    "same-run": ("r1c1 / r1c2 r2c3 r3c4", "beyond r1c2 / r2c1 r3c2",
        (FIVE, "r1c1 / r2c1 r3c2 r4c3 / r2c1 r1c2"), (ZERO, "beyond r2c2 / r1c1 r3c2 / r1c1 r2c3")),
    "same-values": ("r1c1 r1c2 / r3c2 r3c3", (ZERO, "r1c1 r2c1 / r1c3 r2c4"),
        (FIVE, "r1c1 r2c2 r3c3 / r3c1 r4c2 r3c3"), "r1c1 r2c3 / r3c2 r4c4 / r1c3 r2c1", "r1c2 / r2c4",
        "r1c1 r2c2 r2c3 r3c3 / r1c4 r3c1 r4c1 r4c2"),
    "sandwich": ("5 left 2", "0 top 4", (FIVE, "6 left 1"), (ZERO, "3 top 1"), (FIVE, "9 top 2"),
        "4 left 1",
        (grid(1, 4, "1-6"), "2 left 1")),
    "skyscraper": ("2 left 2", "4 bottom 3", (FIVE, "3 right 1"), (ZERO, "3 top 4"), (WIDE, "2 bottom 2")),
    "strict-difference": ((grid(1, 5), "1"), "3 r2c2 r3c2", (grid(1, 5), "1 4 r1c1 r1c2 / r1c3 r1c2"),
        (FIVE, "4")),
    "strict-kropki": ((grid(1, 5), "r1c2 r1c3"), (grid(1, 6), ""), (grid(1, 4, "0-5"), "")),
    "strict-ratio": ((grid(2, 4, "0-5"), "2"), (grid(1, 6), "2 3 r1c2 r1c3"), "4", (FIVE, "3")),
    "strict-xv": ("", "r1c2 r1c3 / r2c2 r3c2", (grid(2, 4, "1-6"), ""), (ZERO, "")),
    "sum": ("9 r1c1 r2c3 r3c2 r4c4", "0 r1c2 -r3c3", (FIVE, "7 r1c1 2*r2c2 -r3c4 r4c5"),
        (ZERO, "-2 -3*r3c3 r2c2 2*r1c1")),
    "sum-line": ("5 r1c1 r2c1 r2c2 r3c3", "4 r1c2 r1c3 r2c3", "5 r1c1 r1c2 r2c3 r2c2 r2c1 r1c1",
        (FIVE, "6 r1c1 r1c2 r2c2 r3c3"), (ZERO, "3 r1c1 r1c2 r2c3 r3c3"),
        (ZERO, "3 r1c1 r1c2 r2c2 r2c1 r1c1")),
    "table": ("r1c1 r1c2 r2c3 / 1 2 1 / 2 1 4 / 3 1 4 / 4 3 1", (FIVE, "r1c1 r2c2 / 1 1 / 5 2"),
        (ZERO, "r1c1 r2c2 r3c3 / 0 1 0 / 3 3 3 / 2 1 0")),
    "thermo": ("r1c1 r2c2 r3c2 r3c3", "r1c2 r2c3", (ZERO, "r1c1 r2c2 r3c2")),
    "thermo-slow": ("r1c1 r2c3 r3c2 r4c4", "r4c1 r4c2", (ZERO, "r1c1 r2c3 r3c2")),
    "value-index": ("r1c1 r1c2 r2c3 r3c2", (FIVE, "r1c1 r1c1 r1c1 r2c2 r3c3"),
        (ZERO, "r1c1 r2c1 r3c2 r3c3 r4c4")),
    "whisper": ("2 r1c1 r1c2 r2c3 r3c3", "2 r1c1 r1c2 r2c2 r2c1 r1c1", (FIVE, "3 r1c1 r2c2 r3c3"),
        (ZERO, "2 r4c4 r3c4 r2c3")),
    "windoku": ("", (grid(6, 6, boxes="2x3"), "")),
    "x-sum": ("6 left 2", "1 bottom 3", (FIVE, "9 right 1"), (ZERO, "3 top 4"), (ZERO, "0 left 4"),
        (WIDE, "3 top 2")),
    "xv": ("v r1c2 r1c3", "6 r3c2 r2c2", (FIVE, "5 r3c2 r2c2"), (ZERO, "1 r1c1 r1c2")),
    "zipper": ("r1c1 r2c2 r3c1", "r1c1 r2c2 r3c2 r4c3", (FIVE, "r1c1 r1c2 r2c3 r3c3 r4c4"),
        (ZERO, "r1c1 r2c2 r3c2")),
}
# fmt: on


@cache
def cases(word: str) -> tuple[Sudoku, ...]:
    """The boards of a constraint; each has it and nothing else."""
    pairs = (one if isinstance(one, tuple) else (FOUR, one) for one in CASES[word])
    return tuple(Sudoku.parse(f"{board}{word} {line}\n") for board, line in pairs)


def cells_in(text: str) -> list[Cell]:
    return [(int(r), int(c)) for r, c in re.findall(r"r(\d+)c(\d+)", text)]


@cache
def named_in(text: str) -> tuple[list[Cell], list[int], list[list[Cell]]]:
    """The cells of a line, its numbers, and the cells between slashes."""
    rest = re.sub(r"-?(\d+\*)?r\d+c\d+|(left|right|top|bottom) \d+", "", text)
    return cells_in(text), list(map(int, re.findall(r"-?\d+", rest))), list(map(cells_in, text.split("/")))


class Facts:
    """The contents of a line and a board, read a second time: rows and columns from 1.

    Attributes
    ----------
    d : list of int
        The digits of the cells that the line names, in its order; or those seen from its side.
    n : list of int
        Its numbers, without that of its side.
    groups : list of lists of int
        The digits between slashes.
    """

    def __init__(self, lines: Sequence[str], held: dict[Cell, int], low: int, high: int) -> None:
        self.lines, self.text, self.low, self.high = lines, lines[0].partition(" ")[2], low, high
        self.held = {(r + 1, c + 1): digit for (r, c), digit in held.items()}
        self.height, self.width = (max(at) for at in zip(*self.held, strict=True))
        self.cells, self.n, named = named_in(self.text)
        self.groups = [[self.held[cell] for cell in part] for part in named]
        self.d = self.seen(self.text) or [self.held[cell] for cell in self.cells]

    @cached_property
    def rows(self) -> list[list[int | None]]:
        return [[self.held.get((r, c)) for c in self.across] for r in range(1, self.height + 1)]

    @property
    def across(self) -> range:
        return range(1, self.width + 1)

    def seen(self, text: str) -> list[int]:
        """A row or column from a side."""
        found = re.search(r"(left|right|top|bottom) (\d+)", text)
        if not found:
            return []
        at = int(found[2])
        if found[1] in ("left", "right"):
            line = [self.held[at, c] for c in self.across]
        else:
            line = [self.held[r, at] for r in range(1, self.height + 1)]
        return line[::-1] if found[1] in ("right", "bottom") else line

    def lines_both_ways(self) -> list[list[int]]:
        sides = {"left": self.height, "right": self.height, "top": self.width, "bottom": self.width}
        return [self.seen(f"{side} {at}") for side, most in sides.items() for at in range(1, most + 1)]

    def twos(self) -> Iterator[tuple[int, int, int, int]]:
        """Any two digits, and how many rows and columns they are apart."""
        for ((r, c), a), ((down, right), b) in combinations(sorted(self.held.items()), 2):
            yield a, b, abs(down - r), abs(right - c)

    def unmarked(self) -> Iterator[tuple[int, int]]:
        """The digits of neighbours that the line does not name as a pair."""
        named = {frozenset(pair) for pair in zip(self.cells[::2], self.cells[1::2], strict=True)}
        for one, two in combinations(sorted(self.held), 2):
            if abs(one[0] - two[0]) + abs(one[1] - two[1]) == 1 and {one, two} not in named:
                yield self.held[one], self.held[two]

    def beside(self) -> list[int]:
        (cell,) = self.cells
        return [d for (r, c), d in self.held.items() if abs(r - cell[0]) + abs(c - cell[1]) == 1]

    def squares(self) -> Iterator[list[int]]:
        for r, c in product(range(1, self.height), range(1, self.width)):
            yield [self.held[r + down, c + right] for down in (0, 1) for right in (0, 1)]

    def kinds(self, digits: Sequence[int], number: int) -> list[int]:
        """Which of this number of equal parts of all digits each is in."""
        return [(digit - self.low) * number // (self.high - self.low + 1) for digit in digits]


def differ(digits: Sequence[int]) -> bool:
    return len(set(digits)) == len(digits)


def takes_turns(sorts: Sequence[int], number: int) -> bool:
    return all(differ(sorts[at : at + number]) for at in range(max(1, len(sorts) - number + 1)))


def between(digits: list[int]) -> int:
    one, two = sorted((digits.index(min(digits)), digits.index(max(digits))))
    return sum(digits[one + 1 : two])


def cut(digits: list[int], total: int) -> bool:
    """Whether every multiple of the total is where a piece may end."""
    most = sum(digits)
    return bool(most) and not most % total and set(accumulate(digits)) >= set(range(total, most + 1, total))


def pill(f: Facts) -> bool:
    size = len(f.groups[0])
    first, *others = (f.held[cell] for cell in sorted(f.cells[:size]))
    return max(others) < 10 and {sum(arrow) for arrow in f.groups[1:]} == {
        int("".join(map(str, (first, *others))))
    }


def room(f: Facts) -> bool:
    return 1 <= f.d[0] <= len(f.d) and f.d[f.d[0] - 1] == f.n[0]


def points(f: Facts, r: int, c: int) -> bool:
    """That a cell's digit points to where the number of its own place is; boxes are 2x2."""
    d, way = f.held[r, c], f.text.split()[0]
    top, left = r - (r - 1) % 2, c - (c - 1) % 2
    box = [(top, left), (top, left + 1), (top + 1, left), (top + 1, left + 1)]
    lines = {"column": [(r, at) for at in range(1, 10)], "row": [(at, c) for at in range(1, 10)], "box": box}
    return 0 < d <= len(lines[way]) and f.held.get(lines[way][d - 1]) == lines[way].index((r, c)) + 1


def rank(f: Facts) -> bool:
    lines = sorted(f.lines_both_ways())
    return lines.index(f.d) + 1 == f.n[0] and ("shared" in f.text or lines.count(f.d) == 1)


def parts(f: Facts) -> list[list[str]]:
    """The lines of each constraint in a block."""
    found: list[list[str]] = []
    depth = 0
    for line in f.lines[1:-1]:
        if not depth:
            found.append([])
        found[-1].append(line)
        depth += (line in ("or", "and")) - (line == "end")
    return found


def meant(f: Facts) -> Iterator[bool]:
    """Whether each constraint in a block holds."""
    held = {(r - 1, c - 1): digit for (r, c), digit in f.held.items()}
    return (is_right(lines, held, f.low, f.high) for lines in parts(f))


def with_hidden(f: Facts) -> Iterator[Facts]:
    """The same with any digits in the cells of the last row that the lines name."""
    below = max(int(r) for r in re.findall(r"r(\d+)c", " ".join(f.lines)))
    held = {(r - 1, c - 1): digit for (r, c), digit in f.held.items()}
    for digits in product(range(f.low, f.high + 1), repeat=f.n[0]):
        hidden = {(below - 1, at): digit for at, digit in enumerate(digits)}
        yield Facts(f.lines, held | hidden, f.low, f.high)


def divided(f: Facts) -> bool:
    """Of one row: its regions are pieces of it, and any digits are in further cells."""
    size, further = (*f.n, 0)[:2]
    held = {(r - 1, c - 1): digit for (r, c), digit in f.held.items()}
    numbers = [f.low + at // size for at in range(f.width)]
    return any(
        all(
            is_right(lines, held | {(1, at): x for at, x in enumerate((*numbers, *digits))}, f.low, f.high)
            for lines in parts(f)
        )
        for digits in product(range(f.low, f.high + 1), repeat=further)
    )


def run(groups: list[list[int]]) -> int:
    """How many digits of some lines equal the first of each before one that does not."""
    return 1 + sum(len([*takewhile(line[0].__eq__, line)]) - 1 for line in groups)


def doppelganger(f: Facts) -> bool:
    """Of boards with 2x2 boxes."""
    squares = [[(r, c) for r in (at, at + 1) for c in (to, to + 1)] for at in (1, 3) for to in (1, 3)]
    lines = [[(r, c) for c in f.across] for r in f.across], [[(r, c) for r in f.across] for c in f.across]
    lacks: dict[tuple[int, int], list[int]] = {}
    for kind in (*lines, squares) if len(f.held) == 16 else lines:
        for unit in kind:
            (lack,) = {*range(f.high + 1)} - {f.held[cell] for cell in unit}
            for cell in unit:
                lacks.setdefault(cell, []).append(lack)
        if not differ([0, *(lacks[unit[0]][-1] for unit in kind)]):
            return False
    return all(f.held[cell] or differ(digits) for cell, digits in lacks.items())


def same_digits(f: Facts) -> bool:
    columns = [list(column) for column in zip(*f.rows, strict=True)]
    boxes = [
        [f.held[r + i, c + j] for i, j in product((0, 1), repeat=2)]
        for r, c in product((1, 3), repeat=2)
        if f.height == 4 and f.low == 1
    ]
    largest = max(f.height, f.width)
    return len({frozenset(one) for one in [*f.rows, *columns, *boxes] if len(one) == largest}) == 1


RELATIONS: dict[str, Callable[[int, int], bool]] = {
    "a<b": lambda a, b: a < b,
    "|a-b|=1;a=2b": lambda a, b: abs(a - b) == 1 or a == b * 2,
    "0:1.3,1:2-3,3:0": lambda a, b: (a, b) in ((0, 1), (0, 3), (1, 2), (1, 3), (3, 0)),
    "a+b>4": lambda a, b: a + b > 4,
    "a<=b&a%2=b%2": lambda a, b: b - a in (0, 2, 4),
    "a*b!=0": lambda a, b: bool(a and b),
}
AUTOMATA = {
    "start low": "[12]*[34]+",
    "start a": "[1-3]+(51*)?",
    "start s": "[01][0-3]*/1|[23][1-3]*/2",
    "start g": "[1-4]/1/[2-4]",
}
"""The automata as patterns, with a slash between groups."""

ORACLES: dict[str, Callable[[Facts], bool]] = {
    "all-different": lambda f: differ(f.d),
    "and": lambda f: all(meant(f)),
    "anti-consecutive": lambda f: all(abs(a - b) != 1 or down + right > 1 for a, b, down, right in f.twos()),
    "anti-king": lambda f: all(a != b or max(way) > 1 for a, b, *way in f.twos()),
    "anti-knight": lambda f: all(a != b or sorted(way) != [1, 2] for a, b, *way in f.twos()),
    "anti-leap": lambda f: all(a != b or sorted(way) != sorted(f.n) for a, b, *way in f.twos()),
    "anti-taxicab": lambda f: all(not a == b == sum(way) for a, b, *way in f.twos()),
    "arrow": lambda f: f.d[0] == sum(f.d[1:]),
    "automaton": lambda f: bool(
        re.fullmatch(
            AUTOMATA[f.lines[1]],
            "/".join("".join(map(str, group)) for group in f.groups),
        )
    ),
    "between": lambda f: all(min(f.d[0], f.d[-1]) < x < max(f.d[0], f.d[-1]) for x in f.d[1:-1]),
    "cage": lambda f: differ(f.d) and sum(f.d) in (f.n or [sum(f.d)]),
    "candidates": lambda f: set(f.d) <= set(f.n),
    "chaos": divided,
    "clone": lambda f: all(group == f.groups[0] for group in f.groups),
    "contain": lambda f: not Counter(f.n) - Counter(f.d),
    "contain-exact": lambda f: all(f.d.count(x) == f.n.count(x) for x in f.n),
    "count-distinct": lambda f: f.d[0] == len(set(f.d[1:])),
    "counting-circles": lambda f: all(f.d.count(x) == x for x in f.d),
    "diagonal": lambda f: differ(
        [row[at if f.text == "down" else -1 - at] or 0 for at, row in enumerate(f.rows)]
    ),
    "difference": lambda f: abs(f.d[0] - f.d[1]) in (f.n or [1]),
    "disjoint-groups": lambda f: all(
        differ([d for (r, c), d in f.held.items() if (r % 2, c % (f.width // 2)) == place])
        for place in product(range(2), range(f.width // 2))
    ),
    "doppelganger": doppelganger,
    "double-arrow": lambda f: f.d[0] + f.d[-1] == sum(f.d[1:-1]),
    "entropic": lambda f: takes_turns(f.kinds(f.d, 3), 3),
    "equal-sum": lambda f: len(set(map(sum, f.groups))) == 1,
    "equality-cage": lambda f: (
        differ(f.d)
        and len(f.d) == 2 * sum(x % 2 for x in f.d)
        and len(f.d)
        == 2 * sum(2 * x < f.low + f.high for x in f.d)
        == 2 * sum(2 * x > f.low + f.high for x in f.d)
    ),
    "even": lambda f: all(x in (0, 2, 4, 6, 8) for x in f.d),
    "flatmates": lambda f: all(
        2 * d != f.low + f.high or f.held.get((r - 1, c)) == f.low or f.held.get((r + 1, c)) == f.high
        for (r, c), d in f.held.items()
    ),
    "full-rank": rank,
    "global-entropy": lambda f: all(set(f.kinds(square, 3)) == {0, 1, 2} for square in f.squares()),
    "global-modular": lambda f: all(
        len({x % (f.n or [3])[0] for x in square}) == (f.n or [3])[0] for square in f.squares()
    ),
    "greater": lambda f: f.d[0] > f.d[1],
    "hidden": lambda f: any(all(meant(found)) for found in with_hidden(f)),
    "hidden-skyscraper": lambda f: (
        [x for x, most in zip(f.d[1:], accumulate(f.d, max), strict=False) if x <= most][:1] == f.n
    ),
    "index": lambda f: all(points(f, r, c) for r, c in f.cells),
    "lines-differ": lambda f: differ(list(map(tuple, f.lines_both_ways()))),
    "little-killer": lambda f: (
        sum(
            f.held.get(
                (
                    f.cells[0][0] + at * (1 if "down" in f.text else -1),
                    f.cells[0][1] + at * (1 if "right" in f.text else -1),
                ),
                0,
            )
            for at in range(9)
        )
        == f.n[0]
    ),
    "lockout": lambda f: (
        abs(f.d[0] - f.d[-1]) >= (f.n or [4])[0]
        and not {*range(min(f.d[0], f.d[-1]), max(f.d[0], f.d[-1]) + 1)} & {*f.d[1:-1]}
    ),
    "look-and-say": lambda f: all(f.d.count(int(x)) == int(n) for n, x in re.findall(r"(\d)x(\d)", f.text)),
    "lunchbox": lambda f: differ(f.d) and between(f.d) == f.n[0],
    "maximum": lambda f: f.d[0] > max(f.beside()),
    "minimum": lambda f: f.d[0] < min(f.beside()),
    "modular": lambda f: takes_turns([x % (f.n or [3])[0] for x in f.d], (f.n or [3])[0]),
    "nabner": lambda f: all(abs(a - b) > 1 for a, b in combinations(f.d, 2)),
    "numbered-room": room,
    "odd": lambda f: all(x in (1, 3, 5, 7, 9) for x in f.d),
    "or": lambda f: any(meant(f)),
    "pair": lambda f: all(RELATIONS[f.text.split()[0]](a, b) for a, b in pairwise(f.d)),
    "pair-all": lambda f: all(RELATIONS[f.text.split()[0]](a, b) for a, b in combinations(f.d, 2)),
    "palindrome": lambda f: f.d == f.d[::-1],
    "parity": lambda f: takes_turns([x % 2 for x in f.d], 2),
    "pill-arrow": pill,
    "quadruple": lambda f: (
        not Counter(f.n)
        - Counter(f.held[f.cells[0][0] + i, f.cells[0][1] + j] for i, j in product((0, 1), repeat=2))
    ),
    "queen": lambda f: all(a != b or a not in f.n or down != right for a, b, down, right in f.twos()),
    "ratio": lambda f: max(f.d) == min(f.d) * (f.n or [2])[0],
    "regex": lambda f: bool(re.fullmatch(f.text.split()[0], "".join(map(str, f.d)))),
    "region-sum": lambda f: (
        len(
            {
                sum(f.held[cell] for cell in piece)
                for _, piece in groupby(f.cells, lambda cell: ((cell[0] - 1) // 2, (cell[1] - 1) // 2))
            }
        )
        == 1
    ),
    "regions": lambda f: all(
        differ([d for (r, c), d in f.held.items() if f.lines[r][c - 1] == label]) for label in "ABCD"
    ),
    "rellik": lambda f: (
        differ(f.d)
        and f.n[0]
        not in map(sum, chain.from_iterable(combinations(f.d, size) for size in range(1, len(f.d) + 1)))
    ),
    "renban": lambda f: differ(f.d) and max(f.d) - min(f.d) == len(f.d) - 1,
    "same-count": lambda f: f.groups[0] == [f.groups[1].count(f.groups[1][0]) - ("beyond" in f.text)],
    "same-digits": same_digits,
    "same-run": lambda f: f.groups[0] == [run(f.groups[1:]) - ("beyond" in f.text)],
    "same-values": lambda f: len({tuple(sorted(group)) for group in f.groups}) == 1,
    "sandwich": lambda f: between(f.d) == f.n[0],
    "skyscraper": lambda f: len(set(accumulate(f.d, max)) - {0}) == f.n[0],
    "strict-difference": lambda f: all(abs(a - b) not in f.n for a, b in f.unmarked()),
    "strict-kropki": lambda f: all(abs(a - b) != 1 and a != 2 * b and b != 2 * a for a, b in f.unmarked()),
    "strict-ratio": lambda f: all(a != n * b and b != n * a for a, b in f.unmarked() for n in f.n),
    "strict-xv": lambda f: all(a + b not in (5, 10) for a, b in f.unmarked()),
    "sum": lambda f: (
        sum(
            int(sign + (number[:-1] or "1")) * f.held[int(r), int(c)]
            for sign, number, r, c in re.findall(r"(-?)(\d*\*?)r(\d)c(\d)", f.text)
        )
        == f.n[0]
    ),
    "sum-line": lambda f: (
        any(cut(f.d[at:-1] + f.d[:at], f.n[0]) for at in range(len(f.d) - 1))
        if f.cells[0] == f.cells[-1]
        else cut(f.d, f.n[0])
    ),
    "table": lambda f: f.d in [list(map(int, row.split())) for row in f.text.split("/")[1:]],
    "thermo": lambda f: f.d == sorted(set(f.d)),
    "thermo-slow": lambda f: f.d == sorted(f.d),
    "value-index": lambda f: 0 < f.d[1] <= len(f.d) - 2 and f.d[1 + f.d[1]] == f.d[0],
    "whisper": lambda f: all(abs(a - b) >= (f.n or [5])[0] for a, b in pairwise(f.d)),
    "windoku": lambda f: differ(
        [f.held[cell] for cell in product((2, 3), (2, 3) if f.width == 4 else (2, 3, 4))]
    ),
    "x-sum": lambda f: f.d[0] <= len(f.d) and sum(f.d[: f.d[0]]) == f.n[0],
    "xv": lambda f: sum(f.d) in (f.n or [{"v": 5, "x": 10}[f.text[0]]]),
    "zipper": lambda f: (
        len(
            {a + b for a, b in zip(f.d[: len(f.d) // 2], f.d[::-1], strict=False)}
            | ({f.d[len(f.d) // 2]} if len(f.d) % 2 else set())
        )
        == 1
    ),
}


def is_right(lines: Sequence[str], held: dict[Cell, int], low: int, high: int) -> bool:
    """Whether the digits of a whole board obey a constraint, by its oracle."""
    return ORACLES[lines[0].split()[0]](Facts(lines, held, low, high))
