"""Sudoku to exact cover, and to CNF: the minimal and the extended encoding, constraints in several ways."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from ...errors import ReductionError
from ...problems.grid import Cell, cell_name
from ...reductions.cover_builder import CoverBuilder
from ...reductions.digits import Shown, filled, grid_of, shown_name, unit_digit
from ...reductions.names import Naming
from ...reductions.reduction import AnyEncoding, Encoding, Reduction, Sharing
from ..exact_cover.rules import ExactCover
from .layout import NO_BOXES, Layout
from .rules import Sudoku

if TYPE_CHECKING:
    from ...language import AllDifferent, Primitive
    from ...problems.constraint import Constraint
    from ...reductions.cover_statements import Fillings
    from ...reductions.encoders import Encoders
    from ...reductions.formula import DigitVariables, Formula
    from ..cnf.rules import Cnf


def sudoku_to_cover(source: Sudoku) -> Reduction[Sudoku, ExactCover]:
    """An option for each cell and digit; it covers the cell, and the digit in row, column and box.

    A cell with a given keeps the option of its digit only.  Constraints add items: for each digit of cells
    that differ, a primary one where they hold every digit, otherwise a secondary one, and the digit sets of a
    sum; of the others see `cover_statements`.
    """
    size, layout = source.size, source.layout
    groups, others = _groups_and_others(source)
    fillings: Sequence[Fillings] = ()
    if others:
        from ...reductions.cover_statements import ask, fillings_of

        fillings = fillings_of(others, layout)
    board: CoverBuilder[Shown] = CoverBuilder(partial(_seen_name, source.lowest))
    cells = board.primary(source.rows * source.columns, lambda at: cell_name(divmod(at, source.columns)))
    families = [*_unit_families(layout), *(_group_family(group, layout) for group in groups)]
    wholes = {family.name: board.primary(family.items, family.naming) for family in families if family.whole}
    filled_in = board.primary(len(fillings), lambda at: fillings[at].name)
    parts = {name: board.secondary(count, naming) for name, count, naming, whole in families if not whole}
    items = wholes | parts
    # Of each cell's units and groups, the item of digit 1.
    ones = {cell: [items[name][size * at] for name, at in _units_of(layout, cell)] for cell in layout.cells()}
    for group in groups:
        for cell in group.cells:
            ones[cell].append(items[group.name].start)
    asked = ask(board, others, fillings, filled_in, layout) if others else {}
    for r, row in enumerate(source.givens):
        for c, given in enumerate(row):
            cell = r, c
            for digit in [given] if given else range(1, size + 1):
                if others and (cell, digit) not in asked:
                    continue
                more, shades = asked.get((cell, digit), ((), ()))
                own = (cells[source.columns * r + c], *[one + digit - 1 for one in ones[cell]])
                board.option((cell, digit), own + more, shades)
    if groups:
        from ...reductions.runs import add_set_options, sets_of
    for group in groups:
        if (sets := sets_of(group, layout.digits)) is not None:
            here = items[group.name]
            add_set_options(board, group.name, sets, here[-1], dict(zip(layout.digits, here, strict=False)))
    return board.reduction(
        source,
        board.target(),
        keys=filled,
        answer=partial(grid_of, source.rows, source.columns),
        refusal=partial(_contradiction, source),
        shows=lambda key: [(key[0], key[1] - 1 + source.lowest)],
    )


def _seen_name(lowest: int, shown: Shown) -> str:
    return shown_name((shown[0], shown[1] - 1 + lowest))


class _Family(NamedTuple):
    """Items for each digit, primary where every digit is there (`whole`), and perhaps one for their set."""

    name: str
    items: int
    naming: Naming
    whole: bool


def _unit_families(layout: Layout) -> Iterator[_Family]:
    """Rows, columns and boxes."""
    size, box = len(layout.digits), layout.box_rows * layout.box_columns
    shapes = [("row", layout.rows, layout.columns), ("column", layout.columns, layout.rows)]
    if layout.box_rows != NO_BOXES:
        shapes.append(("box", layout.rows * layout.columns // box, box))
    for name, number, cells in shapes:
        naming = partial(unit_digit, name, size, lowest=layout.lowest)
        yield _Family(name, number * size, naming, cells == size)


def _units_of(layout: Layout, cell: Cell) -> Iterator[tuple[str, int]]:
    """Which row, column and box a cell is in, from 0."""
    r, c = cell
    yield "row", r
    yield "column", c
    if layout.box_rows != NO_BOXES:
        yield "box", r // layout.box_rows * (layout.columns // layout.box_columns) + c // layout.box_columns


def _group_family(group: AllDifferent, layout: Layout) -> _Family:
    """The items of a group's digits; behind them, where not every set is allowed, one for that."""
    size = len(layout.digits)
    summed = group.total is not None or group.sets is not None

    def naming(at: int) -> str:
        return group.name if at == size else f"{group.name}={at + layout.lowest}"

    return _Family(group.name, size + summed, naming, summed or len(group.cells) == size)


def _statements(source: Sudoku) -> list[tuple[Constraint, list[Primitive]]]:
    """What each constraint asks."""
    if not source.constraints:
        return []
    from ...language import AllDifferent
    from ...reductions.constraints import statements_of

    layout, size = source.layout, source.size
    stated = [(constraint, list(statements_of(constraint, layout))) for constraint in source.constraints]
    groups = (one.cells for one in _flat(stated) if isinstance(one, AllDifferent))
    whole = [cells for cells in (*_units(layout), *groups) if len(cells) == size]
    return [(constraint, [_short(one, whole, layout) for one in those]) for constraint, those in stated]


def _short(statement: Primitive, whole: list[Sequence[Cell]], layout: Layout) -> Primitive:
    """Sums without what is known of cells that hold every digit."""
    from ...language import Sum
    from ...reductions.whole_units import shortened

    if not isinstance(statement, Sum) or not whole:
        return statement

    return shortened(statement, whole, sum(layout.digits))


def _flat(statements: list[tuple[Constraint, list[Primitive]]]) -> list[Primitive]:
    return [one for _, those in statements for one in those]


def _has_lines(source: Sudoku) -> bool:
    """Whether more is asked than that digits differ and add up; covers of that are searched slowly."""
    return any(one is None or one.sets is not None for one in _groups_asked(source))


def _has_more(source: Sudoku) -> bool:
    """Whether more is asked than that digits differ; a formula decides that sooner, but where it is easy."""
    return any(one is None or not one.is_plain for one in _groups_asked(source))


def _groups_asked(source: Sudoku) -> Iterator[AllDifferent | None]:
    """The groups that constraints ask for, and None for whatever else they ask."""
    if source.constraints:
        from ...language import AllDifferent
        from ...reductions.constraints import statements_of

        for constraint in source.constraints:
            for one in statements_of(constraint, source.layout):
                yield one if isinstance(one, AllDifferent) else None


def _groups_and_others(source: Sudoku) -> tuple[list[AllDifferent], list[tuple[str, Primitive]]]:
    """The groups of cells that differ, each once, and what else is asked, each with a name."""
    groups: dict[str, AllDifferent] = {}
    others: list[tuple[str, Primitive]] = []
    if source.constraints:
        from ...language import AllDifferent

        for number, (constraint, those) in enumerate(_statements(source), 1):
            for part, one in enumerate(those, 1):
                if isinstance(one, AllDifferent):
                    groups[one.name] = one
                else:
                    others.append((f"{constraint.word}{number}.{part}", one))
    return list(groups.values()), others


def _contradiction(source: Sudoku, shown: Shown) -> str:
    """Why a cell cannot hold a digit."""
    (r, c), digit = shown
    given = source.givens[r][c] if r < source.rows and c < source.columns else 0
    lowest, highest = source.lowest, source.lowest + source.size - 1
    board = f"digits are {lowest} to {highest}, rows 1 to {source.rows}, columns 1 to {source.columns}"
    why = f"{given - 1 + lowest} is given" if given else board
    return f"{cell_name((r, c))} cannot hold {digit - 1 + lowest}: {why}"


def sudoku_to_cnf(source: Sudoku, extended: bool) -> Reduction[Sudoku, Cnf]:
    """Lynce and Ouaknine, AIMATH 2006: the minimal encoding, or with all redundant clauses.

    Minimal: a digit in each cell, none twice in a row, column or box; not two in a cell where these do not
    say so, with more digits than cells in a line.  Extended: never two in a cell, and each digit somewhere
    in each row, column and box.  Givens are unit clauses.  Cells that differ are told like rows and
    columns, their sums by digit sets, and other constraints by automata.
    """
    return _to_cnf(source, extended, None)


def sudoku_to_cnf_by(source: Sudoku, name: str) -> Reduction[Sudoku, Cnf]:
    """The extended encoding, and constraints said by one of the encoders.

    Raises
    ------
    ReductionError
        Where there is no constraint but that digits differ, or one that is too large to be said so.
    """
    from ...reductions.encoders import ENCODERS

    return _to_cnf(source, True, ENCODERS[name])


def sudoku_to_cnf_implied(source: Sudoku) -> Reduction[Sudoku, Cnf]:
    """The extended encoding, and sums that follow from those of several constraints.

    Raises
    ------
    ReductionError
        Where none follows that is worth telling.
    """
    implied = _implied(source)
    if not implied:
        raise ReductionError("no sums follow from those of several constraints; cnf:extended says all")
    return _to_cnf(source, True, None, implied)


def _implied(source: Sudoku) -> list[Primitive]:
    """What follows from several constraints."""
    if not source.constraints:
        return []
    from ...reductions.constraints import statements_of
    from ...reductions.implied_sums import implied_sums
    from ...reductions.whole_units import in_parts

    layout = source.layout
    told = (one for each in source.constraints for one in statements_of(each, layout))
    return [in_parts(one, layout) for one in implied_sums(told, layout)]


def _to_cnf(
    source: Sudoku, extended: bool, encoders: Encoders | None, implied: Sequence[Primitive] = ()
) -> Reduction[Sudoku, Cnf]:
    from ...language import AllDifferent, Or
    from ...reductions.encoders import UNASKED, add_statement, is_heavy
    from ...reductions.formula import DigitVariables, Formula
    from ...reductions.whole_units import in_parts

    formula = Formula()
    layout, size = source.layout, source.size
    shows = DigitVariables(formula, source.rows, source.columns, layout.cells(), size, source.lowest)
    add_sudoku_rules(formula, shows, layout, extended)
    statements = _statements(source)
    every = _flat(statements)
    if encoders is not None and all(isinstance(one, AllDifferent) and one.is_plain for one in every):
        raise ReductionError("there is no constraint to be said so; cnf:extended says the rest")
    for literal in shows.encode(source.givens):
        with formula.given():
            formula.add(literal)

    for constraint, those in statements:
        with nullcontext() if constraint is source.regions else formula.given():
            for one in those:
                if extended and isinstance(one, AllDifferent) and len(one.cells) == size:
                    add_everywhere(formula, shows, one.cells)
                said = one if encoders is not None or not is_heavy(one) else in_parts(one, layout)
                add_statement(formula, shows.literals, said, encoders or UNASKED)
    for one in implied:
        add_statement(formula, shows.literals, one, encoders or UNASKED)
    parsimonious = not any(isinstance(one, Or) for one in every)
    # What follows from several constraints is no given's own.
    given_clauses = None if implied else formula.given_clauses
    return shows.reduction(source, formula.cnf(shows.all()), parsimonious, given_clauses)


def add_sudoku_rules(formula: Formula, shows: DigitVariables, layout: Layout, extended: bool) -> None:
    """The clauses of the rules of sudoku."""
    # A row or column with a cell for each digit has room for no two in one cell.
    is_full = shows.size in (layout.rows, layout.columns)
    for cell in shows.cells:
        formula.add(*shows.of_cell(cell))
        if extended or not is_full:
            formula.at_most_one(shows.of_cell(cell))
    for unit in _units(layout):
        for digit in range(1, shows.size + 1):
            places = [shows[cell, digit] for cell in unit]
            if extended and len(unit) == shows.size:
                formula.add(*places)
            formula.at_most_one(places)


def add_everywhere(formula: Formula, shows: DigitVariables, cells: Sequence[Cell]) -> None:
    """Each digit stands somewhere among these cells."""
    for digit in range(1, shows.size + 1):
        formula.add(*(shows[cell, digit] for cell in cells))


def _units(layout: Layout) -> Iterator[list[Cell]]:
    rows, columns = layout.rows, layout.columns
    for r in range(rows):
        yield [(r, c) for c in range(columns)]
    for c in range(columns):
        yield [(r, c) for r in range(rows)]
    for top in range(0, rows, layout.box_rows) if layout.box_rows != NO_BOXES else ():
        for left in range(0, columns, layout.box_columns):
            yield [(top + r, left + c) for r in range(layout.box_rows) for c in range(layout.box_columns)]


_SAID = {
    "regular": "constraints as automata, a variable for each state",
    "mdd": "constraints as reduced diagrams, a variable for each edge",
    "table": "constraints as tables, a variable for each filling",
    "totalizer": "sums by halves in the order encoding",
    "order": "sums cell by cell in the order encoding",
}

ENCODINGS: tuple[AnyEncoding, ...] = (
    Encoding(
        "cnf:extended",
        "sudoku",
        "cnf",
        "every cell, row, column and box holds exactly one of each",
        partial(sudoku_to_cnf, extended=True),
        preferred=True,
        givens_apart=True,
    ),
    Encoding(
        "cnf:minimal",
        "sudoku",
        "cnf",
        "a digit in each cell, none twice in a row, column or box",
        partial(sudoku_to_cnf, extended=False),
        givens_apart=True,
    ),
    *(
        Encoding(
            f"cnf:{name}",
            "sudoku",
            "cnf",
            about,
            partial(sudoku_to_cnf_by, name=name),
            givens_apart=True,
            fits=_has_more,
        )
        for name, about in _SAID.items()
    ),
    Encoding(
        "cnf:implied",
        "sudoku",
        "cnf",
        "extended, and sums that follow from several",
        sudoku_to_cnf_implied,
        fits=lambda source: bool(_implied(source)),
        thorough=True,
    ),
    Encoding(
        "cover",
        "sudoku",
        "cover",
        "an option for each cell and digit",
        sudoku_to_cover,
        heavy=_has_lines,
        brief=_has_more,
        sharing=Sharing(
            shape=lambda source: source.blank(),
            reduce=sudoku_to_cover,
            forced=lambda shared, source: shared.encode(source.givens).options,
        ),
    ),
)
