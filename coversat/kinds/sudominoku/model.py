"""Sudominoku to exact cover, and to CNF with place, edge and pair variables; and its rules for solving steps.

None is parsimonious: several placements of the dominoes show one grid. All are projected on the digits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain, combinations, permutations, product
from typing import Any

from ...primitives import AllDifferent, Contains, Count, Primitive, Table, Variable, equals
from ...primitives.models import GridEncodings, GridModel, Rule
from ...problems.board import Edge, neighbours
from ...problems.board_rules import edges_at
from ...problems.cnf.rules import Cnf
from ...problems.exact_cover.builder import CoverBuilder, PartialCover, named
from ...problems.exact_cover.rules import ExactCover
from ...problems.grid import Cell, Shown, filled, grid_of, letter_cell, unit_digit
from ...reductions.at_most_one import AT_MOST_ONE
from ...reductions.cnf_builder import CnfBuilder
from ...reductions.places import places_of
from ...reductions.reduction import AnyReduction, Encoding, Reduction, Sharing
from ...reductions.variables import DigitVariables
from ..sudoku.model import add_sudoku_rules
from .rules import Sudominoku

Placement = tuple[tuple[Cell, int], ...]
"""Cells and their digits: two for a domino, one for a single."""
Boxes = tuple[int, int]
"""The rows and the columns of a box."""

_SEQUENTIAL = next(encoding for encoding in AT_MOST_ONE if encoding.name == "sequential")


def placements(source: Sudominoku) -> Iterator[Placement]:
    """Each given single and domino, and every other domino on every open edge, in both directions."""
    yield from _given(source)
    given = {domino.pair for domino in source.dominoes}
    for first, second in source.open_edges:
        for a, b in permutations(range(1, source.size + 1), 2):
            if (min(a, b), max(a, b)) not in given:
                yield ((first, a), (second, b))


def _given(source: Sudominoku) -> Iterator[Placement]:
    for digit, cell in enumerate(source.singles, 1):
        yield ((cell, digit),)
    for domino in source.dominoes:
        yield tuple(zip(domino.cells, domino.digits, strict=True))


def sudominoku_to_cover(source: Sudominoku) -> Reduction[Sudominoku, ExactCover]:
    """An option for each placement of a domino; a cell's digit is also its colour.

    An option covers its cells, the digits in their rows, columns and boxes, and the domino used.
    """
    return _cover(source, (source.box_rows, source.box_columns), list(placements(source)))


def board_to_cover(boxes: Boxes) -> Reduction[Boxes, ExactCover]:
    """The cover of every board with such boxes: each single anywhere, each domino on each edge.

    A single also covers its own item, so that it is used once.
    """
    return _cover(boxes, boxes, _board_placements(boxes), single_items=True)


def _board_placements(boxes: Boxes) -> list[Placement]:
    size = boxes[0] * boxes[1]
    digits = range(1, size + 1)
    singles = ((((r, c), digit),) for digit in digits for r in range(size) for c in range(size))
    dominoes = (
        ((first, a), (second, b))
        for first, second in neighbours(size, size)
        for a, b in permutations(digits, 2)
    )
    return [*singles, *dominoes]


@lru_cache(maxsize=2)
def _board_places(boxes: Boxes) -> dict[Placement, int]:
    """The index of each option in the cover of a board."""
    return {placement: at for at, placement in enumerate(_board_placements(boxes))}


def _forced(_: AnyReduction, source: Sudominoku) -> tuple[int, ...]:
    """The options of the singles and the given dominoes in the cover of the whole board."""
    places = _board_places((source.box_rows, source.box_columns))
    return tuple(places[placement] for placement in _given(source))


def _cover(
    source: Any, boxes: Boxes, laid: list[Placement], single_items: bool = False
) -> Reduction[Any, ExactCover]:
    """The cover whose options are these placements."""
    size = boxes[0] * boxes[1]
    pairs = list(combinations(range(1, size + 1), 2))
    board: CoverBuilder[Placement] = CoverBuilder(_placement_name)
    cells = board.primary(size * size, lambda at: letter_cell(divmod(at, size)))
    rows, columns, in_boxes = (
        board.primary(size * size, partial(unit_digit, unit, size)) for unit in ("row", "column", "box")
    )
    dominoes = board.primary(len(pairs), lambda at: "domino{}-{}".format(*pairs[at]))
    singles = board.primary(size if single_items else 0, lambda at: f"single{at + 1}")
    shown = board.secondary(size * size, lambda at: f"shown@{letter_cell(divmod(at, size))}")
    shades = board.shades(shown, [str(digit) for digit in range(1, size + 1)])
    at_pair = dict(zip(pairs, dominoes, strict=True))

    def items(placement: Placement) -> Iterator[int]:
        for (r, c), digit in placement:
            box = r // boxes[0] * boxes[0] + c // boxes[1]
            yield cells[r * size + c]
            yield rows[r * size + digit - 1]
            yield columns[c * size + digit - 1]
            yield in_boxes[box * size + digit - 1]
        if len(placement) == 2:
            (_, a), (_, b) = placement
            yield at_pair[(a, b) if a < b else (b, a)]
        elif single_items:
            yield singles[digit - 1]

    shade_of = {
        ((r, c), digit): shades[(r * size + c) * size + digit - 1]
        for placement in laid
        for (r, c), digit in placement
    }
    for placement in laid:
        board.option(placement, tuple(items(placement)), tuple([shade_of[key] for key in placement]))
    # Several tilings show one grid, so it determines shades but no options.
    return Reduction(
        source,
        ExactCover.numbered(board.table(projection=shown), board.names),
        encode=lambda part: PartialCover(shades=named(shade_of, filled(part), _contradiction)),
        decode=lambda cover: grid_of(size, size, chain.from_iterable(board.keys(cover))),
        parsimonious=False,
        places=lambda: places_of(
            source, ((*key, PartialCover(shades=(shade,))) for key, shade in shade_of.items())
        ),
    )


def _contradiction(shown: Shown) -> str:
    cell, digit = shown
    return f"{letter_cell(cell)} cannot hold {digit}: no single or domino can show it there"


def _edge_name(edge: Edge) -> str:
    return "-".join(map(letter_cell, edge))


def _placement_name(placement: Placement) -> str:
    digits = "-".join(str(digit) for _, digit in placement)
    where = "-".join(letter_cell(cell) for cell, _ in placement)
    return f"{'single' if len(placement) == 1 else 'domino'} {digits} at {where}"


def sudominoku_to_cnf(source: Sudominoku) -> Reduction[Sudominoku, Cnf]:
    """The factored encoding: digits, used edges, and the domino on each used edge.

    A pair variable is implied by "this edge is used and its cells show these digits": with only the
    converse, the at-most-one over a domino's pair variables would have no effect.
    """
    formula = CnfBuilder()
    shows, _ = _add_board(formula, source)
    return shows.reduction(source, formula.cnf(shows.all()), parsimonious=False, groups=formula.groups)


def sudominoku_to_cnf_apart(source: Sudominoku) -> Reduction[Sudominoku, Cnf]:
    """The factored encoding of the board without dominoes, and three unit clauses for each given one.

    Larger than `sudominoku_to_cnf`, which omits what the given dominoes decide.
    """
    formula = CnfBuilder()
    shows, laid = _add_board(formula, source.with_givens(()))
    for domino, name in zip(source.dominoes, source.given_names(), strict=True):
        with formula.given(), formula.group(name):
            formula.add(laid[domino.cells])
            for key in zip(domino.cells, domino.digits, strict=True):
                formula.add(shows[key])
    target = formula.cnf(shows.all())
    return shows.reduction(source, target, False, formula.given_clauses, formula.groups)


def _add_board(formula: CnfBuilder, source: Sudominoku) -> tuple[DigitVariables, dict[Edge, int]]:
    size = source.size
    cells = [(r, c) for r in range(size) for c in range(size)]
    shows = DigitVariables(formula, size, size, cells, source.layout.digits)
    add_sudoku_rules(formula, shows, source.layout, extended=True)
    for literal in shows.encode(source.givens):
        formula.add(literal)
    open_ones = source.open_edges
    laid = formula.variables(len(open_ones), lambda at: f"laid {_edge_name(open_ones[at])}")
    edges = dict(zip(open_ones, laid, strict=True))
    given_cells = {cell for domino in source.dominoes for cell in domino.cells}
    for cell in cells:
        if cell not in given_cells and cell not in source.singles:
            with formula.group(f"one domino lies on {letter_cell(cell)}"):
                formula.exactly_one([variable for edge, variable in edges.items() if cell in edge])
    given_pairs = [domino.pair for domino in source.dominoes]
    for number, (a, b) in enumerate(combinations(range(1, size + 1), 2)):
        used = given_pairs.count((a, b))
        with formula.group(f"{source.domino_name(number)} is laid once"):
            if used > 1:
                formula.add()  # a domino given twice: no answer
            _add_domino(formula, shows, edges, (a, b), used > 0)
    return shows, edges


def _add_domino(
    formula: CnfBuilder, shows: DigitVariables, edges: dict[Edge, int], pair: tuple[int, int], given: bool
) -> None:
    """Place the domino `pair` on exactly one of the edges, or on none if it is given elsewhere."""
    places = list(edges)
    pair_name = "domino {}-{} or {}-{} at ".format(*pair, *pair[::-1])
    laid_here = formula.variables(0 if given else len(places), lambda at: pair_name + _edge_name(places[at]))
    for at, ((first, second), edge) in enumerate(edges.items()):
        ways = [((first, a), (second, b)) for a, b in permutations(pair)]
        if given:
            for one, other in ways:
                formula.add(-edge, -shows[one], -shows[other])
            continue
        here = laid_here[at]
        formula.add(-here, edge)
        for cell in (first, second):
            formula.add(-here, *(shows[cell, digit] for digit in pair))
        for one, other in ways:
            formula.add(-edge, -shows[one], -shows[other], here)
    if not given:
        formula.exactly_one(laid_here, _SEQUENTIAL)


class DominoModel(GridModel[Sudominoku]):
    """The digits; for each edge whether a domino lies on it; and the edge, from 1, of each domino."""

    def name_of(self, variable: Variable) -> str:
        a, b = variable
        if not isinstance(a, int):
            return _edge_name(variable)
        return letter_cell(variable) if a < self.rows else self.puzzle.domino_name(b)


def domino_model(source: Sudominoku) -> DominoModel:
    """A sudoku, one domino on each cell that has no single, and each domino on one edge."""
    size, digits, edges = source.size, source.layout.digits, source.open_edges
    cells = [(r, c) for r in range(size) for c in range(size)]
    domains: dict[Variable, Sequence[int]] = dict.fromkeys(cells, digits)
    domains |= {cell: (digit,) for digit, cell in enumerate(source.singles, 1)}
    domains |= dict.fromkeys(edges, (0, 1))
    rules = [Rule(name, AllDifferent(own)) for name, own in source.layout.units()]
    for number, (domino, name) in enumerate(zip(source.dominoes, source.given_names(), strict=True)):
        shown = zip(domino.cells, domino.digits, strict=True)
        rules += (Rule(name, equals(cell, digit), number) for cell, digit in shown)
    for cell, own in edges_at(edges).items():
        rules.append(Rule(f"one domino lies on {letter_cell(cell)}", Count(tuple(own), (1,), (1,))))
    closed = {*source.singles, *(cell for domino in source.dominoes for cell in domino.cells)}
    alone = [cell for cell in cells if cell not in closed.union(*edges)]
    rules += (Rule(f"one domino lies on {letter_cell(cell)}", Count((), (1,), (1,))) for cell in alone)
    given = [domino.pair for domino in source.dominoes]
    for number, pair in enumerate(combinations(digits, 2)):
        name = source.domino_name(number)
        if pair in given:
            rules += _given_elsewhere(source, name, pair, given.count(pair))
            continue
        if not edges:
            rules.append(Rule(f"{name} is laid once", Count((), (1,), (1,))))
            continue
        domains[size, number] = range(1, len(edges) + 1)
        rules += (Rule(f"{name} is laid once", one) for one in _one_place(source, pair, (size, number)))
    return DominoModel(source, size, size, domains, rules, names_hidden=True, hidden_aside=True)


def _given_elsewhere(source: Sudominoku, name: str, pair: tuple[int, int], times: int) -> Iterator[Rule]:
    """A given domino is on no other edge; a rule that cannot be satisfied if it is given twice."""
    if times > 1:
        yield Rule(f"{name} is laid once", Count((), (1,), (1,)))
    for edge in source.open_edges:
        for shown in _shown(edge, pair):
            rows = tuple(row for row in product((0, 1), repeat=3) if row != (1, 1, 1))
            yield Rule(f"{name} is given, so not on {_edge_name(edge)}", Table((edge, *shown), rows))


def _shown(edge: Edge, pair: tuple[int, int]) -> Iterator[tuple[Contains, Contains]]:
    """Both ways in which an edge can show a domino."""
    for digits in permutations(pair):
        one, other = (Contains((cell,), (digit,)) for cell, digit in zip(edge, digits, strict=True))
        yield one, other


def _one_place(source: Sudominoku, pair: tuple[int, int], place: Variable) -> Iterator[Primitive]:
    """The place of a domino is the edge where one lies that shows its digits."""
    at_cell: dict[Cell, list[int]] = {}
    rows = tuple(row for row in product((0, 1), repeat=4) if row != (1, 1, 1, 0))
    for number, edge in enumerate(source.open_edges, 1):
        for cell in edge:
            at_cell.setdefault(cell, []).append(number)
        here = Contains((place,), (number,))
        yield Table((here, edge), _IMPLIES)
        yield from (Table((edge, *shown, here), rows) for shown in _shown(edge, pair))
    for cell, numbers in at_cell.items():
        yield Table((Contains((place,), numbers), Contains((cell,), pair)), _IMPLIES)


_IMPLIES = ((0, 0), (0, 1), (1, 1))


ENCODINGS = (
    Encoding(
        "cnf:factored",
        "sudominoku",
        "cnf",
        "digits, laid edges and the domino on each, dominoes at most once",
        sudominoku_to_cnf,
        preferred=True,
    ),
    Encoding(
        "cover",
        "sudominoku",
        "cover",
        "an option for each domino on each edge",
        sudominoku_to_cover,
        sharing=Sharing(lambda source: (source.box_rows, source.box_columns), board_to_cover, _forced),
    ),
    Encoding(
        "cnf:apart",
        "sudominoku",
        "cnf",
        "the factored formula of the board, and each given domino apart",
        sudominoku_to_cnf_apart,
        givens_apart=True,
    ),
    GridEncodings(domino_model, ()),
)
