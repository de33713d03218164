"""Dominosa: the digits of a board are given, the dominoes that cover it are sought.

A set of order n has one domino for each two digits from 0 to n, including doubles; they cover n + 1 rows
of n + 2 cells.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Self

from ..base.errors import ParseError
from ..base.wording import counted
from ..primitives import Count, Edge, Variable
from ..primitives.models import EAST, NORTH, SOUTH, WEST, GridEncodings, LineModel, Rule
from ..problems.board import are_neighbours, neighbours
from ..problems.clue_text import BoardWords
from ..problems.digit_rows import digit_lines, digit_row_forms, headed_text, read_headed
from ..problems.dominoes import Pair, draw_faces, pair_of, random_tiling
from ..problems.exact_cover.builder import CoverBuilder, CoverEncoding, CoverModel
from ..problems.grid import Cell, Held, Numbers, board_row, cell_name, grid_of, rows_of, spaced_line
from ..problems.problem import AnyForm, Violation
from ..problems.puzzle import Wrong, model_of_puzzle
from ..problems.stepwise import AnswerModel, StepwisePuzzle
from ..problems.text import Token, text_lines

Tiling = tuple[Edge, ...]
"""The cells of the dominoes, ordered by first cell; a partial answer has the first dominoes only."""

LARGEST_ORDER = 20
FACES = "0123456789ABCDEFGHIJK"
_HALVES = {EAST: (0, 1, WEST), SOUTH: (1, 0, NORTH), WEST: (0, -1, EAST), NORTH: (-1, 0, SOUTH)}
"""The step from one half of a domino to the other, and the value of that."""


def _row(tokens: list[Token], order: int) -> tuple[int, ...]:
    if len(tokens) == 1:
        alphabet = FACES[: order + 1]
        row = board_row(tokens, order + 2, alphabet, f"a digit 0 to {alphabet[-1]}")
        return tuple(map(FACES.index, row))
    if len(tokens) != order + 2:
        raise tokens[min(order + 2, len(tokens) - 1)].error(f"{order + 2} cells", str(len(tokens)))
    return tuple(token.integer(0, order, "a digit") for token in tokens)


def _compact(row: Sequence[int]) -> str:
    return "".join(FACES[digit] for digit in row)


def _at(lines: Sequence[str], line: int, column: int) -> str:
    return lines[line][column : column + 1] or " " if line < len(lines) else " "


class DominosaModel(AnswerModel, LineModel[Any]):
    """A variable for each two neighbours: 1 where a domino lies on them."""

    def values_of(self, answer: Any) -> Iterator[tuple[Variable, int]]:
        """Also of dominoes that overlap; `ValueError` for those that are not on neighbours."""
        wrong = next((edge for edge in answer if edge not in self.domains), None)
        if wrong is not None:
            raise ValueError(_refusal(wrong))
        covered = {cell for edge in answer for cell in edge}
        return ((edge, int(edge in answer)) for edge in self.domains if not covered.isdisjoint(edge))

    def answer_of(self, values: Iterable[tuple[Variable, int]]) -> Any:
        """Each domino that is laid, also where two overlap: a grid of sides would show only one of these."""
        return tuple(sorted(edge for edge, value in values if value))


class Dominosa(StepwisePuzzle):
    """The digits of the board. The value of a cell is the side where the other half of its domino is.

    Raise `ValueError` for a board that is not n + 1 rows of n + 2 digits from 0 to n, with n from 1 to 20.
    """

    about = "find the dominoes of a set, each once, on a board of digits; order 1 to 20"
    symbols = range(LARGEST_ORDER + 1)
    values = {EAST: "e", SOUTH: "s", WEST: "w", NORTH: "n"}
    fixed_clues = "all digits of the board"
    look = dict.fromkeys(values, "tile")
    marks = ("lines",)
    rings_placed = True
    model_type = DominosaModel

    @property
    def digits(self) -> Numbers:
        return self.clues  # type: ignore[return-value]

    @property
    def order(self) -> int:
        return self.rows - 1

    def reject(self) -> str | None:
        if not 1 <= self.order <= LARGEST_ORDER or self.columns != self.rows + 1:
            return f"the board is not n + 1 rows of n + 2 digits, n from 1 to {LARGEST_ORDER}"
        is_right = all(self.clue_at.get(cell) in range(self.order + 1) for cell in self.cells())
        return None if is_right else f"a cell without a digit from 0 to {self.order}"

    def pair(self, edge: Edge) -> Pair:
        """The digits of two cells, the lower first."""
        (a, b), (c, d) = edge
        return pair_of(self.digits[a][b], self.digits[c][d])

    def pairs(self) -> list[Pair]:
        """The dominoes of the set."""
        return [(a, b) for a in range(self.order + 1) for b in range(a, self.order + 1)]

    def domains(self) -> Mapping[Variable, Sequence[int]]:
        return dict.fromkeys(self.adjacent(), (0, 1))

    def model(self) -> Iterator[Rule]:
        """One domino covers each cell, and each domino of the set lies on one place."""
        at_cell: dict[Cell, list[Edge]] = {}
        of_pair: dict[Pair, list[Edge]] = {domino: [] for domino in self.pairs()}
        for edge in self.adjacent():
            low, high = sorted(self.digits[r][c] for r, c in edge)
            of_pair[low, high].append(edge)
            for cell in edge:
                at_cell.setdefault(cell, []).append(edge)
        for cell, those in at_cell.items():
            yield self.rule("a domino lies on {cell}", Count(tuple(those), (1,), (1,)), cell=cell)
        for (low, high), those in of_pair.items():
            one = Count(tuple(those), (1,), (1,))
            yield self.rule("one domino {low}-{high}", one, low=low, high=high)

    def wrong(self, held: Held) -> Iterator[Wrong]:
        shown: set[Pair] = set()
        for cell, side in held.items():
            down, right, back = _HALVES[side]
            other = cell[0] + down, cell[1] + right
            if held.get(other) != back:
                names = " and ".join(map(cell_name, sorted((cell, other))))
                there = other if other in held else cell
                label = f"a domino lies on {cell_name(there)}"
                yield f"the domino on {names} lies on another one", (cell, there), label
            elif cell < other:
                if (pair := self.pair((cell, other))) in shown:
                    names = " and ".join(map(cell_name, (cell, other)))
                    label = f"one domino {pair[0]}-{pair[1]}"
                    yield f"the domino on {names} shows {pair} once more", (cell, other), label
                shown.add(pair)

    def fact_words(self, place: str, value: int, holds: bool) -> str:
        return f"{'a' if holds == bool(value) else 'no'} domino lies on {place.replace('-', ' and ')}"

    # Answers: the dominoes in order.

    @property
    def answer_shape(self) -> tuple[int | None, ...]:
        return (None, 2, 2)

    def held(self, answer: Tiling) -> Held:
        sides: dict[Cell, int] = {}
        for first, second in answer:
            sides[first], sides[second] = (EAST, WEST) if first[0] == second[0] else (SOUTH, NORTH)
        return sides

    def grid_of(self, answer: Tiling) -> Numbers:
        return grid_of(self.rows, self.columns, self.held(answer).items())  # type: ignore[return-value]

    def answer_of(self, grid: Numbers) -> Tiling:
        halves = ((cell, grid[cell[0]][cell[1]]) for cell in self.cells())
        firsts = ((cell, side) for cell, side in halves if side in (EAST, SOUTH))
        return tuple(((r, c), (r, c + 1) if side == EAST else (r + 1, c)) for (r, c), side in firsts)

    def malformed(self, answer: Tiling) -> list[Violation]:
        """Pairs of cells that are no dominoes, or not in order."""
        found = []
        for number, edge in enumerate(answer):
            names = " and ".join(map(cell_name, edge))
            if not (all(map(self.has, edge)) and are_neighbours(*edge)):
                found.append(Violation(f"{names} are not neighbours on the board"))
            elif edge[1] < edge[0] or (number and edge <= answer[number - 1]):
                found.append(Violation(f"the domino on {names} is not in its place, row by row", edge))
        return found

    def violations(self, answer: Tiling) -> list[Violation]:
        """Pairs that are not dominoes, dominoes used twice or overlapping, and uncovered cells."""
        found = self.partial_violations(answer)
        covered = {cell for edge in answer for cell in edge}
        left = [cell for cell in self.cells() if cell not in covered]
        if left:
            words = f"{counted(len(left), 'cell')} not covered"
            found.append(Violation(words, tuple(left), f"a domino lies on {cell_name(left[0])}"))
        return found

    def partial_violations(self, partial: Tiling) -> list[Violation]:
        return self.malformed(partial) or [*self._overlaps(partial), *super().partial_violations(partial)]

    def _overlaps(self, partial: Tiling) -> Iterator[Violation]:
        """Dominoes on earlier ones: `held` shows one of them only."""
        covered: set[Cell] = set()
        for edge in partial:
            if shared := covered.intersection(edge):
                names = " and ".join(map(cell_name, edge))
                label = f"a domino lies on {cell_name(min(shared))}"
                yield Violation(f"the domino on {names} lies on another one", edge, label)
            covered.update(edge)

    def beginning(self) -> Tiling:
        return ()

    def steps(self, partial: Tiling) -> Iterable[Tiling] | None:
        """The domino on the first uncovered cell: to the right, or downwards."""
        covered = {cell for edge in partial for cell in edge}
        first = next((cell for cell in self.cells() if cell not in covered), None)
        if first is None:
            return None
        r, c = first
        return ((*partial, (first, other)) for other in ((r, c + 1), (r + 1, c)))

    # Texts.

    @classmethod
    def text_forms(cls) -> tuple[AnyForm, ...]:
        about = (
            "'dominosa N' and a line a row, a character a cell (0-9, A-K for 10 to 20)",
            "'dominosa N' and a line a row, cells as numbers with spaces between",
        )
        return digit_row_forms(cls, about, _compact, spaced_line)

    @classmethod
    def read(cls, text: str) -> Self:
        return cls(read_headed(cls, text, LARGEST_ORDER, lambda order: order + 1, _row))

    @classmethod
    def text_of(cls, words: BoardWords) -> str:
        return headed_text(cls, words.rows - 1, digit_lines(words.clues, FACES))

    def face_of_clue(self, clue: Any) -> str:
        return FACES[clue]

    def render(self, answer: Tiling | None = None) -> str:
        return draw_faces([[FACES[digit] for digit in row] for row in self.digits], (), answer or ())

    def parse_answer(self, text: str) -> Tiling:
        lines = text_lines(text) or [""]
        found: list[Edge] = []
        for r in range(self.rows):
            for c in range(self.columns):
                if _at(lines, 2 * r, 4 * c + 1) != FACES[self[r, c]]:
                    line = min(2 * r, len(lines) - 1)
                    column = min(4 * c + 1, len(lines[line]))
                    digit = FACES[self[r, c]]
                    raise ParseError(
                        line + 1, column + 1, f"expected the digit {digit} of {cell_name((r, c))}"
                    )
                if _at(lines, 2 * r, 4 * c + 3) == "-":
                    found.append(((r, c), (r, c + 1)))
                if _at(lines, 2 * r + 1, 4 * c + 1) == "|":
                    found.append(((r, c), (r + 1, c)))
        return tuple(found)

    def answer_rows(self, answer: Tiling) -> list[list[int]]:
        """The board with the number, from 1, of the domino on each cell, the same on both halves."""
        number = {cell: n for n, edge in enumerate(answer, 1) for cell in edge}
        return [[number.get((r, c), 0) for c in range(self.columns)] for r in range(self.rows)]

    # Generating: dominoes are laid at random, and change places where two answers differ.

    sides_made = range(2, 9)
    drops_clues = False
    checked_by = ("search/backtracking", "cover/bitset")

    @classmethod
    def made_size(cls, size: tuple[int, int] | None) -> tuple[int, int]:
        rows, columns = size or (7, 8)
        first, last = cls.sides_made[0], cls.sides_made[-1]
        if rows not in cls.sides_made or columns != rows + 1:
            raise ValueError(
                f"dominosa has the sizes {first}x{first + 1}, {first + 1}x{first + 2}, ... "
                f"to {last}x{last + 1}, not {rows}x{columns}"
            )
        return rows, columns

    @classmethod
    def blank(cls, rows: int, columns: int, rng: random.Random) -> Self | None:
        made = cls.blank_with_answer(rows, columns, rng)
        return made and made[0]

    @classmethod
    def blank_with_answer(cls, rows: int, columns: int, rng: random.Random) -> tuple[Self, Tiling] | None:
        if rows < 2 or columns != rows + 1:
            return None
        tiling = random_tiling(rows, columns, rng)
        dominoes = [_turned((a, b), rng) for a in range(rows) for b in range(a + 1)]
        rng.shuffle(dominoes)
        return cls(_laid(dict(zip(tiling, dominoes, strict=True)), columns)), tiling

    def clued_by(self, held: Held) -> Self:
        return self

    def excluding(self, held: Held, other: Held, rng: random.Random) -> Self:
        """Two dominoes change places, one of which another answer does not have there."""
        halves = ((cell, _HALVES[side]) for cell, side in held.items() if side in (EAST, SOUTH))
        tiling = (((r, c), (r + down, c + right)) for (r, c), (down, right, _) in halves)
        digits = {(a, b): (self[a], self[b]) for a, b in tiling}
        one = rng.choice([edge for edge in digits if held[edge[0]] != other[edge[0]]])
        another = rng.choice(list(digits))
        digits |= {one: _turned(digits[another], rng), another: _turned(digits[one], rng)}
        return type(self)(_laid(digits, self.columns))


def _turned(domino: Pair, rng: random.Random) -> Pair:
    return domino if rng.random() < 0.5 else domino[::-1]


def _laid(dominoes: Mapping[Edge, Pair], columns: int) -> Numbers:
    """The digits of dominoes that cover a board."""
    digits = {cell: digit for edge, pair in dominoes.items() for cell, digit in zip(edge, pair, strict=True)}
    return rows_of([digits[cell] for cell in sorted(digits)], columns)


def dominosa_cover(source: Dominosa) -> CoverModel[Dominosa, Edge]:
    """An option for each pair of neighbouring cells; it covers both cells and the domino they show."""
    rows, columns = source.rows, source.columns
    digits, dominoes = source.digits, source.pairs()
    board: CoverBuilder[Edge] = CoverBuilder(_edge_name)
    cell_items = board.primary(rows * columns, lambda at: cell_name(divmod(at, columns)))
    domino_items = board.primary(len(dominoes), lambda at: "domino{}-{}".format(*dominoes[at]))
    item_of = dict(zip(dominoes, domino_items, strict=True))
    edges = neighbours(rows, columns)
    for first, second in edges:
        low, high = sorted(digits[r][c] for r, c in (first, second))
        on_cells = [cell_items[r * columns + c] for r, c in (first, second)]
        board.option((first, second), (*on_cells, item_of[low, high]))
    return board.model(
        source,
        keys=iter,
        answer=tuple,
        refusal=_refusal,
        shows=lambda edge: [(_edge_name(edge), 1)],
        empty=[*map(_edge_name, edges)],
    )


def _edge_name(edge: Edge) -> str:
    return "-".join(map(cell_name, edge))


def _refusal(edge: Edge) -> str:
    return f"no domino can lie on {_edge_name(edge)}"


ENCODINGS: tuple[CoverEncoding | GridEncodings[Any], ...] = (
    CoverEncoding("an option for each two neighbours", dominosa_cover),
    GridEncodings(model_of_puzzle, ("mixed",), preferred="", givens_apart=False, alternative=True),
)
