"""Dominosa: the digits of a board are given, the dominoes that cover it are sought.

A set of order n has one domino for each two digits from 0 to n, including doubles; they cover n + 1 rows
of n + 2 cells.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from ..base.errors import ParseError
from ..base.wording import counted
from ..language import Count, Variable
from ..language.models import GridEncodings, GridModel, Rule
from ..problems.board import Edge, are_neighbours, cells, neighbours
from ..problems.dominoes import Pair, draw_faces, pair_of
from ..problems.exact_cover.builder import CoverBuilder, CoverEncoding, CoverModel
from ..problems.forms.lines import Characters, Game, cells_of, line_form
from ..problems.grid import Cell, Numbers, board_row, cell_name, rows_of, spaced_line
from ..problems.problem import Form, Stepwise, Violation, each, each_headed, headed_rows
from ..problems.text import LineReader, Token, text_lines

Tiling = tuple[Edge, ...]
"""The cells of the dominoes, ordered by first cell; a partial answer has the first dominoes only."""

LARGEST_ORDER = 20
FACES = "0123456789ABCDEFGHIJK"


@dataclass(frozen=True)
class Dominosa(Stepwise[Tiling]):
    """The digits of the board.

    Raise `ValueError` for a board that is not n + 1 rows of n + 2 digits from 0 to n, with n from 1 to 20.
    """

    digits: Numbers

    kind: ClassVar[str] = "dominosa"
    about: ClassVar[str] = "find the dominoes of a set, each once, on a board of digits; order 1 to 20"
    fixed_clues: ClassVar[str] = "all digits of the board"

    def __post_init__(self) -> None:
        if not 1 <= self.order <= LARGEST_ORDER or any(len(row) != self.columns for row in self.digits):
            raise ValueError(f"the board is not n + 1 rows of n + 2 digits, n from 1 to {LARGEST_ORDER}")
        if any(not 0 <= digit <= self.order for row in self.digits for digit in row):
            raise ValueError(f"a digit outside 0..{self.order}")

    @property
    def order(self) -> int:
        return len(self.digits) - 1

    @property
    def rows(self) -> int:
        return self.order + 1

    @property
    def columns(self) -> int:
        return self.order + 2

    def pair(self, edge: Edge) -> Pair:
        (a, b), (c, d) = edge
        return pair_of(self.digits[a][b], self.digits[c][d])

    def format(self) -> str:
        return _write(_compact, self)

    @property
    def answer_shape(self) -> tuple[int | None, ...]:
        return (None, 2, 2)

    def violations(self, answer: Tiling) -> list[Violation]:
        """Pairs that are not dominoes, dominoes used twice or overlapping, and uncovered cells."""
        found = self.partial_violations(answer)
        covered = {cell for edge in answer for cell in edge}
        left = [cell for cell in cells(self.rows, self.columns) if cell not in covered]
        if left:
            words = f"{counted(len(left), 'cell')} not covered"
            found.append(Violation(words, tuple(left), f"a domino lies on {cell_name(left[0])}"))
        return found

    def partial_violations(self, partial: Tiling) -> list[Violation]:
        """The same for the first dominoes; uncovered cells are allowed."""
        found = []
        covered: set[Cell] = set()
        shown: set[Pair] = set()
        for number, edge in enumerate(partial):
            names = " and ".join(map(cell_name, edge))
            if not all(0 <= r < self.rows and 0 <= c < self.columns for r, c in edge) or not are_neighbours(
                *edge
            ):
                found.append(Violation(f"{names} are not neighbours on the board"))
                continue
            if edge[1] < edge[0] or (number and edge < partial[number - 1]):
                found.append(Violation(f"the domino on {names} is not in its place, row by row", edge))
            if covered & {*edge}:
                twice = next(cell for cell in edge if cell in covered)
                label = f"a domino lies on {cell_name(twice)}"
                found.append(Violation(f"the domino on {names} lies on another one", edge, label))
            if (pair := self.pair(edge)) in shown:
                words = f"the domino on {names} shows {pair} once more"
                found.append(Violation(words, edge, f"one domino {pair[0]}-{pair[1]}"))
            covered |= {*edge}
            shown.add(pair)
        return found

    def fact_words(self, place: str, value: int, holds: bool) -> str:
        return f"{'a' if holds == bool(value) else 'no'} domino lies on {place.replace('-', ' and ')}"

    def steps(self, partial: Tiling) -> Iterable[Tiling] | None:
        """The domino on the first uncovered cell: to the right, or downwards."""
        covered = {cell for edge in partial for cell in edge}
        cells = ((r, c) for r in range(self.rows) for c in range(self.columns))
        first = next((cell for cell in cells if cell not in covered), None)
        if first is None:
            return None
        r, c = first
        return ((*partial, (first, other)) for other in ((r, c + 1), (r + 1, c)))

    def render(self, answer: Tiling | None = None) -> str:
        return draw_faces(self.faces(), (), answer or ())

    def faces(self) -> list[list[str]]:
        """The characters of the digits."""
        return [[FACES[digit] for digit in row] for row in self.digits]

    def parse_answer(self, text: str) -> Tiling:
        lines = text_lines(text) or [""]
        found: list[Edge] = []
        for r in range(self.rows):
            for c in range(self.columns):
                if _at(lines, 2 * r, 4 * c + 1) != FACES[self.digits[r][c]]:
                    line = min(2 * r, len(lines) - 1)
                    column = min(4 * c + 1, len(lines[line]))
                    digit = FACES[self.digits[r][c]]
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


def _at(lines: Sequence[str], line: int, column: int) -> str:
    return lines[line][column : column + 1] or " " if line < len(lines) else " "


def _read(text: str) -> Dominosa:
    reader = LineReader(text)
    _, token = reader.heading(Dominosa.kind, "'dominosa' and the order", 2)
    order = token.integer(1, LARGEST_ORDER, "the order")
    rows = [_row(reader.line(f"row {r + 1} of {order + 1}"), order) for r in range(order + 1)]
    reader.end(f"the end of the text after {order + 1} rows")
    return Dominosa(tuple(rows))


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


def _write(line: Callable[[Sequence[int]], str], problem: Dominosa) -> str:
    return f"dominosa {problem.order}\n" + "".join(line(row) + "\n" for row in problem.digits)


COMPACT: Form[Dominosa, Tiling] = Form(
    name="compact",
    about="'dominosa N' and a line a row, a character a cell (0-9, A-K for 10 to 20)",
    recognises=headed_rows(Dominosa.kind, spaced=False),
    read=each_headed(Dominosa.kind, _read),
    write=each(Dominosa.format),
    several=True,
)
SPACED: Form[Dominosa, Tiling] = Form(
    name="spaced",
    about="'dominosa N' and a line a row, cells as numbers with spaces between",
    recognises=headed_rows(Dominosa.kind, spaced=True),
    read=each_headed(Dominosa.kind, _read),
    write=each(partial(_write, spaced_line)),
    several=True,
)

Dominosa.forms = (COMPACT, SPACED)


_GAME = Game("dominosa", "[0-9]{1,3}(?:a|d[a-z])*")
_NUMBER = re.compile(r"[0-9]|\[[0-9]{1,3}\]")


def _read_game(token: Token) -> Dominosa:
    head, board = _GAME.parts(token)
    order = int(re.split("[ad]", head)[0])
    if not 1 <= order <= LARGEST_ORDER:
        raise token.error(f"an order from 1 to {LARGEST_ORDER}")
    count = (order + 1) * (order + 2)

    def one(characters: Characters) -> list[int]:
        mark = characters.take(_NUMBER, f"a digit (or a number in brackets), {count} in all")
        if (number := int(mark.strip("[]"))) > order:
            raise characters.error(f"a number from 0 to {order}", back=len(mark))
        return [number]

    cells = cells_of(board, count, one)
    board.end(f"{count} numbers")
    return Dominosa(rows_of(cells, order + 2))


def _write_game(problem: Dominosa) -> str:
    digits = (str(n) if n < 10 else f"[{n}]" for row in problem.digits for n in row)
    return f"{problem.order}:{''.join(digits)}"


GAME: Form[Dominosa, Tiling] = line_form(
    name="game",
    about="game ids of Dominosa in Simon Tatham's collection, one a line: 6:...",
    word="a game id",
    recognises=_GAME.recognises,
    read=_read_game,
    write=_write_game,
)


def dominosa_cover(source: Dominosa) -> CoverModel[Dominosa, Edge]:
    """An option for each pair of neighbouring cells; it covers both cells and the domino they show."""
    rows, columns = source.rows, source.columns
    dominoes = _dominoes(source)
    board: CoverBuilder[Edge] = CoverBuilder(_edge_name)
    cell_items = board.primary(rows * columns, lambda at: cell_name(divmod(at, columns)))
    domino_items = board.primary(len(dominoes), lambda at: "domino{}-{}".format(*dominoes[at]))
    item_of = dict(zip(dominoes, domino_items, strict=True))
    edges = neighbours(rows, columns)
    for first, second in edges:
        low, high = sorted(source.digits[r][c] for r, c in (first, second))
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


def _dominoes(source: Dominosa) -> list[Pair]:
    """The dominoes of the set."""
    return [(a, b) for a in range(source.order + 1) for b in range(a, source.order + 1)]


def _edge_name(edge: Edge) -> str:
    return "-".join(map(cell_name, edge))


def _refusal(edge: Edge) -> str:
    return f"no domino can lie on {_edge_name(edge)}"


class DominosaModel(GridModel[Dominosa]):
    """A variable for each two neighbours: 1 where a domino lies on them. An answer has those."""

    def in_answers(self, variable: Variable) -> bool:
        return True

    def values_of(self, answer: Tiling) -> Iterator[tuple[Variable, int]]:
        """Raise `ValueError` for dominoes that are not on neighbours."""
        wrong = next((edge for edge in answer if edge not in self.domains), None)
        if wrong is not None:
            raise ValueError(_refusal(wrong))
        covered = {cell for edge in answer for cell in edge}
        return ((edge, int(edge in answer)) for edge in self.domains if not covered.isdisjoint(edge))

    def answer_of(self, values: Iterable[tuple[Variable, int]]) -> Tiling:
        return tuple(sorted(edge for edge, value in values if value))


def dominosa_model(source: Dominosa) -> DominosaModel:
    """One domino covers each cell, and each domino of the set lies on one place."""
    rows, columns = source.rows, source.columns
    at_cell: dict[Cell, list[Edge]] = {}
    of_pair: dict[Pair, list[Edge]] = {domino: [] for domino in _dominoes(source)}
    edges = neighbours(rows, columns)
    for edge in edges:
        low, high = sorted(source.digits[r][c] for r, c in edge)
        of_pair[low, high].append(edge)
        for cell in edge:
            at_cell.setdefault(cell, []).append(edge)
    one = {f"a domino lies on {cell_name(cell)}": those for cell, those in at_cell.items()}
    one |= {f"one domino {low}-{high}": those for (low, high), those in of_pair.items()}
    rules = [Rule(label, Count(tuple(those), (1,), (1,))) for label, those in one.items()]
    return DominosaModel(source, rows, columns, dict.fromkeys(edges, (0, 1)), rules)


ENCODINGS = (
    CoverEncoding("an option for each two neighbours", dominosa_cover),
    GridEncodings(dominosa_model, ("mixed",), preferred="", givens_apart=False, alternative=True),
)
