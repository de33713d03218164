"""Polyomino packing to exact cover, and its rules for solving steps.

For one answer of each symmetry class, pieces are placed in order until no symmetry of the board keeps
them in place. Only the smallest such beginning of each class becomes an option, for all its pieces. If
the first piece has no symmetry of the board, such as the F pentomino, these are its positions in a part
of the board (the method of Golomb and Knuth).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from itertools import pairwise

from ...base.errors import ReductionError
from ...primitives import Binary, Contains, Count, Or, Primitive, Regular, Table, Variable, equals
from ...primitives.models import GridEncodings, GridModel, Rule
from ...problems.exact_cover.builder import CoverBuilder, CoverEncoding, CoverModel
from ...problems.grid import Cell, cell_name
from .rules import Cells, Move, Packing, Piece, Polyomino, moved

Laid = tuple[int, Packing]
"""The number of a piece, and the cells of it and of the following pieces in one option."""

MOST_BEGINNINGS = 200_000
"""Larger numbers of smallest beginnings are refused; the twelve pentominoes on 6x10 have 70."""


def polyomino_cover(source: Polyomino) -> CoverModel[Polyomino, Laid]:
    """An option for each position of each piece; it covers the piece and the cells.

    Cells are secondary items if the pieces leave some empty. Additional secondary items order the copies of
    a piece.
    """
    laid = source.laid
    places = {piece: source.places_of(piece) for piece in source.pieces}
    beginnings = _smallest_beginnings(source, places) if source.one_per_class else []
    first_free = min(map(len, beginnings), default=0)
    board: CoverBuilder[Laid] = CoverBuilder(lambda key: _where(source, *key))
    pieces = board.primary(len(laid), source.labels.__getitem__)
    add_cells = board.primary if source.is_full else board.secondary
    cell_items = add_cells(len(source.cells), lambda at: cell_name(source.cells[at]))
    item_of = dict(zip(source.cells, cell_items, strict=True))
    order = _CopyOrder(source, board)

    def option(number: int, packing: Packing) -> None:
        items = [*pieces[number : number + len(packing)]]
        items += [item_of[cell] for cells in packing for cell in cells]
        # A beginning holds all copies of a piece, in their order.
        if len(packing) == 1:
            items += order.covered(number, packing[0])
        board.option((number, packing), tuple(items))

    for beginning in beginnings:
        option(0, beginning)
    for number in range(first_free, len(laid)):
        for cells in places[laid[number]]:
            option(number, (cells,))

    def keys(answer: Packing) -> Iterator[Laid]:
        """The beginning, if there are such options, and each piece after it."""
        sizes = {len(beginning) for beginning in beginnings if answer[: len(beginning)] == beginning}
        start = min(sizes, default=first_free)
        if start and answer:
            yield 0, answer[:start]
        yield from ((number, (cells,)) for number, cells in enumerate(answer[start:], start))

    return board.model(
        source,
        keys=keys,
        answer=lambda found: tuple(cells for _, packing in sorted(found) for cells in packing),
        refusal=lambda key: f"no answer has {_where(source, *key)}",
        shows=_numbered,
        empty=() if source.is_full else source.cells,
    )


def _numbered(laid: Laid) -> Iterator[tuple[Cell, int]]:
    """Each covered cell, with the number, from 1, of its piece."""
    first, packing = laid
    return ((cell, number) for number, cells in enumerate(packing, first + 1) for cell in cells)


def _where(source: Polyomino, number: int, packing: Packing) -> str:
    """The cells that each piece, from this number on, covers."""
    labels = source.labels[number : number + len(packing)]
    laid = zip(labels, packing, strict=False)
    return " ".join(f"{label}@{'+'.join(map(cell_name, cells))}" for label, cells in laid)


class _CopyOrder:
    """Items that order the copies of a piece by their first cells.

    For two consecutive copies there is an item for each place on the board. The earlier copy covers those
    up to its own first cell, the later one the item after its own: both cover an item exactly if the later
    copy comes first.
    """

    def __init__(self, source: Polyomino, board: CoverBuilder[Laid]) -> None:
        self._rank = {cell: rank for rank, cell in enumerate(source.cells)}
        labels = source.labels
        ranks = max(len(self._rank) - 1, 0)
        copies = pairwise(source.laid)
        # For each piece that is followed by another copy of it: the ranks, from 1.
        self._items = {
            number: board.secondary(ranks, partial(_order_name, labels[number], labels[number + 1]))
            for number, (piece, following) in enumerate(copies)
            if piece == following
        }

    def covered(self, number: int, cells: Cells) -> Iterator[int]:
        rank = self._rank[cells[0]]
        if number in self._items:
            yield from self._items[number][:rank]
        if number - 1 in self._items and rank + 1 < len(self._rank):
            yield self._items[number - 1][rank]


def _order_name(label: str, next_label: str, at: int) -> str:
    return f"{label}<{next_label}@{at + 1}"


def _smallest_beginnings(source: Polyomino, places: Mapping[Piece, Sequence[Cells]]) -> list[Packing]:
    """The first pieces of answers, placed until every symmetry moves one; the smallest of each class.

    Raise `ReductionError` if there are too many.
    """
    found: list[Packing] = []

    def lay_next(packing: Packing, symmetries: Sequence[Move], pieces: Sequence[Piece]) -> None:
        """Extend `laid`, which these symmetries keep in place."""
        if not symmetries or not pieces:
            found.append(packing)
            if len(found) > MOST_BEGINNINGS:
                raise ReductionError(
                    f"more than {MOST_BEGINNINGS} beginnings for one answer of each class; "
                    "it helps to name a piece without symmetries first"
                )
            return
        covered = {cell for cells in packing for cell in cells}
        for copies in _disjoint(places[pieces[0]], pieces[0].copies, covered):
            images = [tuple(sorted(moved(cells, move) for cells in copies)) for move in symmetries]
            if copies <= min(images):
                rest = [move for move, image in zip(symmetries, images, strict=True) if image == copies]
                lay_next((*packing, *copies), rest, pieces[1:])

    if source.symmetries:
        lay_next((), source.symmetries, source.pieces)
    return found


def _disjoint(places: Sequence[Cells], count: int, covered: set[tuple[int, int]]) -> Iterator[Packing]:
    """Every choice of `count` disjoint positions, in increasing order, that cover none of these cells."""
    if count == 0:
        yield ()
        return
    for at, cells in enumerate(places):
        if not covered.intersection(cells):
            for rest in _disjoint(places[at + 1 :], count - 1, covered | {*cells}):
                yield (cells, *rest)


class PackingModel(GridModel[Polyomino]):
    """The number, from 1, of the piece on each cell, 0 for none; and the place of each piece, from 1."""

    def name_of(self, variable: Variable) -> str:
        r, at = variable
        return f"piece {self.puzzle.labels[at]}" if r == self.rows else cell_name(variable)

    def values_of(self, answer: Packing) -> Iterator[tuple[Variable, int]]:
        number = {cell: n for n, cells in enumerate(answer, 1) for cell in cells}
        return ((cell, number.get(cell, 0)) for cell in self.puzzle.cells)

    def values_at(self, cell: Cell, value: int) -> Iterator[tuple[Variable, int]]:
        yield cell, value

    def answer_of(self, values: Iterable[tuple[Variable, int]]) -> Packing:
        found: list[list[Cell]] = [[] for _ in self.puzzle.labels]
        for cell, value in values:
            if value and self.in_answers(cell):
                found[value - 1].append(cell)
        return tuple(tuple(sorted(cells)) for cells in found)


def packing_model(source: Polyomino) -> PackingModel:
    """Each piece covers the cells of one of its places, and no others."""
    laid = source.laid
    numbers = range(int(source.is_full), len(laid) + 1)
    domains: dict[Variable, Sequence[int]] = dict.fromkeys(source.cells, numbers)
    rules = []
    for number, (piece, label) in enumerate(zip(laid, source.labels, strict=True), 1):
        place = source.rows, number - 1
        covering: dict[Cell, list[int]] = {cell: [] for cell in source.cells}
        for value, cells in enumerate(source.places_of(piece), 1):
            for cell in cells:
                covering[cell].append(value)
        if not source.places_of(piece):
            rules.append(Rule(f"piece {label}", Count((), (1,), (1,))))
            continue
        domains[place] = range(1, len(source.places_of(piece)) + 1)
        for cell, values in covering.items():
            same = Contains((cell,), (number,)), Contains((place,), values)
            others = sorted(set(domains[place]).difference(values))
            apart = Binary(((cell, place),), partial(_apart, number, frozenset(others)))
            rules += (Rule(f"piece {label}", one) for one in (Table(same, ((0, 0), (1, 1))), apart))
        if number > 1 and laid[number - 2] == piece:
            first = Regular(source.cells, 0, partial(_next, number), lambda state: True)
            rules.append(Rule(f"{source.labels[number - 2]} comes before {label}", first))
    if source.one_per_class and source.symmetries and all(map(source.places_of, source.pieces)):
        rules += (
            Rule("the answer comes first in its symmetry class", one) for one in _first_in_class(source)
        )
    return PackingModel(
        source, source.rows, source.columns, domains, rules, names_hidden=True, hidden_aside=True
    )


def _apart(number: int, others: Set[int], value: int, place: int) -> bool:
    """Whether a cell may have this value where the piece of that number lies on a place."""
    return value != number or place not in others


def _next(number: int, state: int, value: int) -> int | None:
    """1 as soon as the copy before a piece of this number was met; it must be met before the piece."""
    return 1 if state or value == number - 1 else None if value == number else 0


def _first_in_class(source: Polyomino) -> Iterator[Primitive]:
    """The first piece, and where it is symmetric some more, lie as in one of the smallest beginnings."""
    places = {piece: source.places_of(piece) for piece in source.pieces}
    beginnings = [
        tuple(1 + places[piece].index(cells) for piece, cells in zip(source.laid, beginning, strict=False))
        for beginning in _smallest_beginnings(source, places)
    ]
    first = {values[0] for values in beginnings}
    others = [value for value in range(1, len(places[source.pieces[0]]) + 1) if value not in first]
    yield Count(((source.rows, 0),), others, (0,))
    yield Or(
        tuple(tuple(equals((source.rows, at), value) for at, value in enumerate(one)) for one in beginnings)
    )


ENCODINGS = (
    CoverEncoding("an option for each place of each piece", polyomino_cover),
    GridEncodings(packing_model, (), givens_apart=False),
)
