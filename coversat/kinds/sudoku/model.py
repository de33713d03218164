"""Sudoku in the constraint language; to exact cover, and to CNF by the minimal and the extended encoding."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING

from ...base.errors import ReductionError
from ...primitives import AllDifferent, Or, Primitive, Sum
from ...primitives.models import GridModel, Rule, is_hidden
from ...problems.board_rules import board_rules
from ...problems.cnf.rules import Cnf
from ...problems.exact_cover.rules import ExactCover
from ...problems.grid import Cell, Shown, cell_name, filled
from ...problems.layout import Layout
from ...reductions.cnf_builder import CnfBuilder
from ...reductions.encoders import ENCODERS, MIXED, Encoders
from ...reductions.reduction import AnyEncoding, Encoding, Reduction, Sharing
from ...reductions.strengthening import implied_sums, in_parts, shortened
from ...reductions.to_cnf import add_primitive
from ...reductions.to_cover import to_cover
from ...reductions.variables import DigitVariables
from .rules import Sudoku

if TYPE_CHECKING:
    from .constraints import Constraint


def sudoku_model(source: Sudoku, shorten: bool = False) -> GridModel[Sudoku]:
    """Rows, columns and boxes, the given cells, and the constraints.

    * shorten: whether sums omit whole units, whose sum is known.
    """
    layout = source.layout
    givens = sum(1 for _ in filled(source.givens))
    rules = [*board_rules(layout, source.givens), *_constraint_rules(source, givens, shorten)]
    domains = dict.fromkeys((*layout.cells(), *_hidden(source)), layout.digits)
    return GridModel(source, source.rows, source.columns, domains, rules, names_hidden=True)


def _hidden(source: Sudoku) -> tuple[Cell, ...]:
    layout = source.layout
    return tuple(cell for one in source.constraints for cell in one.hidden_cells(layout))


def _constraint_rules(source: Sudoku, given: int, shorten: bool) -> Iterator[Rule]:
    """The rules of the constraints; all except regions are givens, numbered from this number on."""
    for number, (constraint, rules) in enumerate(_stated(source, shorten), 1):
        is_given = constraint != source.regions
        for part, rule in enumerate(rules, 1):
            name = f"{constraint.word}{number}.{part}"
            yield rule._replace(given=given if is_given else None, name=name)
        given += is_given


def _stated(source: Sudoku, shorten: bool = True) -> list[tuple[Constraint, list[Rule]]]:
    """The constraints with their rules; `shorten` as in `sudoku_model`."""
    if not source.constraints:
        return []
    layout, size = source.layout, source.size
    stated = [(constraint, list(constraint.rules(layout))) for constraint in source.constraints]
    primitives = (rule.primitive for _, rules in stated for rule in rules)
    groups = (one.cells for one in primitives if isinstance(one, AllDifferent))
    whole = [cells for cells in (*(cells for _, cells in layout.units()), *groups) if len(cells) == size]
    if not whole or not shorten:
        return stated
    total = sum(layout.digits)

    def short(rule: Rule) -> Rule:
        one = rule.primitive
        return rule._replace(primitive=shortened(one, whole, total)) if isinstance(one, Sum) else rule

    return [(constraint, list(map(short, rules))) for constraint, rules in stated]


def _primitives(source: Sudoku) -> Iterator[Primitive]:
    for constraint in source.constraints:
        yield from constraint.primitives(source.layout)


def beyond_sums(source: Sudoku) -> bool:
    """Whether constraints require more than distinct digits and sums: covers are then slow."""
    return any(not isinstance(one, AllDifferent) or one.sets is not None for one in _primitives(source))


def beyond_distinct(source: Sudoku) -> bool:
    """Whether constraints require more than distinct digits; most formulas are then decided sooner."""
    return any(not isinstance(one, AllDifferent) or not one.is_plain for one in _primitives(source))


def sudoku_to_cover(source: Sudoku) -> Reduction[Sudoku, ExactCover]:
    """An option for each cell and digit; it covers the cell, and the digit in its row, column and box.

    Constraints add items and options as `to_cover` describes.
    """
    return to_cover(sudoku_model(source, shorten=True), partial(_refusal, source))


def _refusal(source: Sudoku, shown: Shown) -> str:
    """Why no answer has this digit in this cell."""
    (r, c), digit = shown
    given = source.givens[r][c] if r < source.rows and c < source.columns else None
    lowest, highest = source.layout.lowest, source.layout.highest
    board = f"digits are {lowest} to {highest}, rows 1 to {source.rows}, columns 1 to {source.columns}"
    why = board if given is None else f"{given} is given"
    return f"{cell_name((r, c))} cannot hold {digit}: {why}"


def sudoku_to_cnf(
    source: Sudoku, extended: bool = True, encoders: Encoders = MIXED, implied: Sequence[Primitive] = ()
) -> Reduction[Sudoku, Cnf]:
    """Lynce and Ouaknine, AIMATH 2006: the minimal encoding, or with all redundant clauses.

    Minimal: a digit in each cell, none twice in a row, column or box; not two in a cell if a line has fewer
    cells than there are digits.  Extended: never two in a cell, and each digit somewhere in each row, column
    and box.  Givens are unit clauses.

    * encoders: how constraints are stated.
    * implied: they follow from several constraints together.
    """
    formula = CnfBuilder()
    layout, size = source.layout, source.size
    hidden = _hidden(source)
    cells = (*layout.cells(), *hidden)
    shows = DigitVariables(formula, source.rows, source.columns, cells, layout.digits)
    add_sudoku_rules(formula, shows, layout, extended)
    stated = _stated(source)
    for cell, digit in filled(source.givens):
        with formula.given(), formula.group(f"{cell_name(cell)} is {digit}"):
            formula.add(shows[cell, digit])
    for constraint, rules in stated:
        with nullcontext() if constraint is source.regions else formula.given():
            for rule in rules:
                one = rule.primitive
                with formula.group(rule.label):
                    if extended and isinstance(one, AllDifferent) and len(one.cells) == size:
                        add_everywhere(formula, shows, one.cells)
                    add_primitive(formula, shows.literals, one, encoders, rule.label)
    for one in implied:
        with formula.group("sums that follow from several"):
            add_primitive(formula, shows.literals, one, encoders)
    several = any(isinstance(rule.primitive, Or) for _, rules in stated for rule in rules)
    parsimonious = not (hidden or several)
    # Clauses that follow from several constraints belong to no single given.
    given_clauses = None if implied else formula.given_clauses
    return shows.reduction(source, formula.cnf(shows.all()), parsimonious, given_clauses, formula.groups)


def sudoku_to_cnf_by(source: Sudoku, name: str) -> Reduction[Sudoku, Cnf]:
    """The extended encoding, and constraints by the encoders of this name.

    Raise `ReductionError` if constraints require only distinct digits, or one is too large for these
    encoders.
    """
    if not beyond_distinct(source):
        raise ReductionError("no constraint requires more than distinct digits; use cnf:extended")
    return sudoku_to_cnf(source, encoders=ENCODERS[name])


def sudoku_to_cnf_implied(source: Sudoku) -> Reduction[Sudoku, Cnf]:
    """The extended encoding, and sums that follow from those of several constraints.

    Raise `ReductionError` if no such sum is worth stating.
    """
    implied = implied_primitives(source)
    if not implied:
        raise ReductionError("no further sums follow from those of several constraints; use cnf:extended")
    return sudoku_to_cnf(source, implied=implied)


def implied_primitives(source: Sudoku) -> list[Primitive]:
    """Sums that follow from those of several constraints, if they are worth stating."""
    layout = source.layout
    return [in_parts(one, layout) for one in implied_sums(_primitives(source), layout)]


def add_sudoku_rules(formula: CnfBuilder, shows: DigitVariables, layout: Layout, extended: bool) -> None:
    """State the rules of rows, columns and boxes."""
    # A row or column with as many cells as digits has no room for two digits in one cell.
    is_full = len(shows.digits) in (layout.rows, layout.columns)
    for cell in shows.cells:
        formula.add(*shows.of_cell(cell))
        if extended or not is_full or is_hidden(cell, layout.rows):
            formula.at_most_one(shows.of_cell(cell))
    for name, unit in layout.units():
        with formula.group(name):
            for digit in shows.digits:
                places = [shows[cell, digit] for cell in unit]
                if extended and len(unit) == len(shows.digits):
                    formula.add(*places)
                formula.at_most_one(places)


def add_everywhere(formula: CnfBuilder, shows: DigitVariables, cells: Sequence[Cell]) -> None:
    """State that each digit occurs in these cells."""
    for digit in shows.digits:
        formula.add(*(shows[cell, digit] for cell in cells))


def _shape(source: Sudoku) -> tuple[int, int, int, int, tuple[int, int] | None]:
    return source.rows, source.columns, source.box_rows, source.box_columns, source.digits


def _blank(
    rows: int, columns: int, box_rows: int, box_columns: int, digits: tuple[int, int] | None
) -> Sudoku:
    return Sudoku(box_rows, box_columns, ((None,) * columns,) * rows, digits=digits)


def _sharing(extended: bool) -> Sharing[Sudoku]:
    """Without constraints, boards of a shape differ in the unit clauses of their givens, which come last."""
    return Sharing(
        shape=lambda source: None if source.constraints else _shape(source),
        reduce=lambda shape: sudoku_to_cnf(_blank(*shape), extended),
        forced=lambda shared, source: shared.encode(source.givens),
    )


_ABOUT = {
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
        model=sudoku_model,
        sharing=_sharing(extended=True),
    ),
    Encoding(
        "cnf:minimal",
        "sudoku",
        "cnf",
        "a digit in each cell, none twice in a row, column or box",
        partial(sudoku_to_cnf, extended=False),
        givens_apart=True,
        sharing=_sharing(extended=False),
    ),
    *(
        Encoding(
            f"cnf:{name}",
            "sudoku",
            "cnf",
            about,
            partial(sudoku_to_cnf_by, name=name),
            givens_apart=True,
            fits=beyond_distinct,
        )
        for name, about in _ABOUT.items()
    ),
    Encoding(
        "cnf:implied",
        "sudoku",
        "cnf",
        "extended, and sums that follow from several",
        sudoku_to_cnf_implied,
        fits=lambda source: bool(implied_primitives(source)),
    ),
    Encoding(
        "cover",
        "sudoku",
        "cover",
        "an option for each cell and digit",
        sudoku_to_cover,
        sharing=Sharing(
            shape=lambda source: source.blank(),
            reduce=sudoku_to_cover,
            forced=lambda shared, source: shared.encode(source.givens).options,
        ),
    ),
)
