"""Sudoku to exact cover, and to CNF by the minimal and the extended encoding."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from ..problems.exact_cover import ExactCover
from ..problems.grid import Cell, cell_name
from ..problems.sudoku import NO_BOXES, Sudoku
from .cover_builder import CoverBuilder
from .digits import Shown, filled, grid_of, shown_name, unit_digit
from .reduction import Reduction, Rule, Sharing
from .runs import add_combination_options, add_combinations

if TYPE_CHECKING:
    from ..problems.cnf import Cnf
    from ..problems.sudoku_constraints import Group
    from .formula import DigitVariables, Formula


def sudoku_to_cover(source: Sudoku) -> Reduction[Sudoku, ExactCover]:
    """An option for each cell and digit; it covers the cell, and the digit in row, column and box.

    A cell with a given keeps the option of its digit only.  Constraints add items: for each digit of a
    group, a primary one where the group holds every digit, otherwise a secondary one.  Where the group's
    sum is known, its digit sets are options too; see `add_combination_options`.
    """
    size = source.size
    board: CoverBuilder[Shown] = CoverBuilder(shown_name)
    cells = board.primary(size * size, lambda at: cell_name(divmod(at, size)))
    names = ("row", "column", "box") if source.box_rows != NO_BOXES else ("row", "column")
    units = {name: board.primary(size * size, partial(unit_digit, name, size)) for name in names}
    groups = groups_of(source)
    in_groups = {group.name: _group_items(board, group, size) for group in _whole_first(groups, size)}
    groups_at: dict[Cell, list[int]] = {}
    for group in groups:
        for cell in group.cells:
            groups_at.setdefault(cell, []).append(in_groups[group.name].start)
    for r, row in enumerate(source.givens):
        for c, given in enumerate(row):
            cell = r, c
            item = cells[size * r + c]
            # Of each unit and group, the item of digit 1.
            ones = [items[size * _unit(source, name, cell)] for name, items in units.items()]
            ones += groups_at.get(cell, ())
            for digit in [given] if given else range(1, size + 1):
                board.option((cell, digit), (item, *[one + digit - 1 for one in ones]))
    for group in groups:
        if group.total is not None:
            items = in_groups[group.name]
            add_combination_options(board, group, size, items[-1], items[:-1])
    return board.reduction(
        source,
        board.target(),
        keys=filled,
        answer=partial(grid_of, size, size),
        refusal=partial(_contradiction, source),
        shows=lambda key: [key],
    )


def _whole_first(groups: list[Group], size: int) -> list[Group]:
    """The groups that hold every digit or have a sum, whose items are primary, before the others."""
    return sorted(groups, key=lambda group: len(group.cells) != size and group.total is None)


def _group_items(board: CoverBuilder[Shown], group: Group, size: int) -> range:
    """The items of a group's digits; behind them, where it has a sum, its own."""
    summed = group.total is not None
    add = board.primary if summed or len(group.cells) == size else board.secondary
    return add(size + summed, lambda at: group.name if at == size else f"{group.name}={at + 1}")


def _contradiction(source: Sudoku, shown: Shown) -> str:
    """Why a cell cannot hold a digit."""
    cell, digit = shown
    given = source.givens[cell[0]][cell[1]] if max(cell) < source.size else 0
    why = f"{given} is given" if given else f"digits are 1 to {source.size}, as are rows and columns"
    return f"{cell_name(cell)} cannot hold {digit}: {why}"


def groups_of(source: Sudoku) -> list[Group]:
    """The groups of all constraints."""
    return [group for constraint in source.constraints for group in constraint.groups(source.size)]


def _unit(source: Sudoku, unit: str, cell: Cell) -> int:
    """Which row, column or box a cell is in, from 0."""
    r, c = cell
    box = r // source.box_rows * source.box_rows + c // source.box_columns
    return {"row": r, "column": c, "box": box}[unit]


def sudoku_to_cnf(source: Sudoku, extended: bool) -> Reduction[Sudoku, Cnf]:
    """Lynce and Ouaknine, AIMATH 2006: the minimal encoding, or with all redundant clauses.

    Minimal: a digit in each cell, none twice in a row, column or box.  Extended: also not two in a
    cell, and each digit somewhere in each row, column and box.  Givens are unit clauses.  A constraint's
    groups are told like rows and columns, and the sum of a group by its digit sets.
    """
    from .formula import DigitVariables, Formula

    formula = Formula()
    size = source.size
    cells = [(r, c) for r in range(size) for c in range(size)]
    shows = DigitVariables(formula, size, size, cells, size)
    add_sudoku_rules(formula, shows, source.box_rows, source.box_columns, extended)
    for group in groups_of(source):
        if extended and len(group.cells) == size:
            add_everywhere(formula, shows, group.cells)
        add_combinations(formula, shows, group)
    for literal in shows.encode(source.givens):
        with formula.given():
            formula.add(literal)
    target = formula.cnf(shows.all())
    return shows.reduction(source, target, True, formula.given_clauses)


def add_sudoku_rules(
    formula: Formula, shows: DigitVariables, box_rows: int, box_columns: int, extended: bool
) -> None:
    """The clauses of the rules of sudoku."""
    for cell in shows.cells:
        formula.add(*shows.of_cell(cell))
        if extended:
            formula.at_most_one(shows.of_cell(cell))
    for unit in _units(box_rows, box_columns):
        for digit in range(1, shows.size + 1):
            places = [shows[cell, digit] for cell in unit]
            if extended:
                formula.add(*places)
            formula.at_most_one(places)


def add_everywhere(formula: Formula, shows: DigitVariables, cells: Sequence[Cell]) -> None:
    """Each digit stands somewhere among these cells."""
    for digit in range(1, shows.size + 1):
        formula.add(*(shows[cell, digit] for cell in cells))


def _units(box_rows: int, box_columns: int) -> Iterator[list[Cell]]:
    size = box_rows * box_columns
    for n in range(size):
        yield [(n, c) for c in range(size)]
    for n in range(size):
        yield [(r, n) for r in range(size)]
    for top in range(0, size, box_rows) if box_rows != NO_BOXES else ():
        for left in range(0, size, box_columns):
            yield [(top + r, left + c) for r in range(box_rows) for c in range(box_columns)]


RULES = (
    Rule(
        "cnf:extended",
        "sudoku",
        "cnf",
        "every cell, row, column and box holds exactly one of each",
        partial(sudoku_to_cnf, extended=True),
        preferred=True,
        givens_apart=True,
    ),
    Rule(
        "cnf:minimal",
        "sudoku",
        "cnf",
        "a digit in each cell, none twice in a row, column or box",
        partial(sudoku_to_cnf, extended=False),
        givens_apart=True,
    ),
    Rule(
        "cover",
        "sudoku",
        "cover",
        "an option for each cell and digit",
        sudoku_to_cover,
        sharing=Sharing(
            shape=lambda source: source.with_givens(()),
            reduce=sudoku_to_cover,
            forced=lambda shared, source: shared.encode(source.givens).options,
        ),
    ),
)
