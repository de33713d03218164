"""Kakuro in the constraint language; to exact cover, and to CNF by several encodings of a run's sum."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import permutations, product
from math import factorial
from typing import TYPE_CHECKING

from ...base.errors import ReductionError
from ...primitives import AllDifferent, Sum, total_of
from ...primitives.models import FORMULAS, GridEncodings, GridModel, Rule
from ...problems.exact_cover.builder import CoverBuilder, CoverEncoding, CoverModel
from ...problems.grid import Cell, Shown, cell_name, filled, grid_of, no_such_digit, shown_name
from ...reductions.digit_sets import add_distinct, add_selectors, add_set_options, allowed_combinations
from ...reductions.reduction import Encoding, Reduction
from .rules import DIGITS, DIRECTIONS, Kakuro, Run

if TYPE_CHECKING:
    from ...problems.cnf.rules import Clause, Cnf
    from ...reductions.cnf_builder import CnfBuilder
    from ...reductions.variables import DigitVariables

SIZE = len(DIGITS)

MOST_TUPLES = 100_000
"""The tuple encoding refuses runs with more orders than this; nine cells have 362,880."""
LONGEST_FORBIDDEN = 5
"""The forbidden tuple encoding refuses longer runs: six cells would need 9^6 clauses."""


def kakuro_model(source: Kakuro) -> GridModel[Kakuro]:
    """The digits of each run differ; those of a run with a clue add up to it."""
    number_of = {clue.run: number for number, clue in enumerate(source.clues)}
    rules = []
    for run in source.runs:
        rules.append(Rule(_run_words(run), AllDifferent(run.cells, name=run.name)))
        if run.total is not None:
            given = number_of[run.cells[0], run.direction]
            rules.append(Rule(_run_words(run, run.total), total_of(run.cells, run.total), given))
    domains = dict.fromkeys(source.white_cells, DIGITS)
    return GridModel(source, source.rows, source.columns, domains, rules)


def _run_words(run: Run, total: int | None = None) -> str:
    """The rule that the digits of a run differ or, with the total, that they add up to it."""
    words = "run" if total is None else f"run {total}"
    return f"{words} {DIRECTIONS[run.direction]} at {cell_name(run.cells[0])}"


def kakuro_cover(source: Kakuro) -> CoverModel[Kakuro, Shown]:
    """Digits and combinations as options; no colours are needed.

    Items: each white cell, each run, each (run, digit).  Option (cell, d) covers the cell and d in its
    runs; option (run, combination) covers the run and, in it, the digits *not* in the combination: so
    every (run, digit) is covered exactly once.
    """
    cells, runs = source.white_cells, source.runs
    board: CoverBuilder[Shown] = CoverBuilder(shown_name)
    cell_items = board.primary(len(cells), lambda at: cell_name(cells[at]))
    run_items = board.primary(len(runs), lambda at: runs[at].name)
    digit_items = board.primary(len(runs) * SIZE, lambda at: f"{runs[at // SIZE].name}={at % SIZE + 1}")
    crossing: dict[Cell, list[int]] = {cell: [] for cell in cells}
    for number, run in enumerate(runs):
        for cell in run.cells:
            crossing[cell].append(digit_items[number * SIZE])
    for item, cell in zip(cell_items, cells, strict=True):
        for digit in DIGITS:
            board.option((cell, digit), (item, *[one + digit - 1 for one in crossing[cell]]))
    for number, run in enumerate(runs):
        digits = digit_items[number * SIZE : (number + 1) * SIZE]
        sets = allowed_combinations(run, DIGITS)
        add_set_options(board, run.name, sets, run_items[number], dict(enumerate(digits, 1)))
    return board.model(
        source,
        keys=filled,
        answer=partial(grid_of, source.rows, source.columns),
        refusal=no_such_digit,
        shows=lambda key: [key],
    )


AddRun = Callable[["CnfBuilder", "DigitVariables", Run], None]


def kakuro_to_cnf(source: Kakuro, add_run: AddRun) -> Reduction[Kakuro, Cnf]:
    """A digit in each cell, and the clauses of `add_run` for each run."""
    from ...reductions.cnf_builder import CnfBuilder  # most puzzles are decided by their cover
    from ...reductions.variables import DigitVariables

    formula = CnfBuilder()
    shows = DigitVariables(formula, source.rows, source.columns, source.white_cells, DIGITS)
    for cell in shows.cells:
        formula.exactly_one(shows.of_cell(cell))
    for run in source.runs:
        add_run(formula, shows, run)
    target = formula.cnf(shows.all())
    givens = _by_clue(source, formula.given_clauses, target.clauses)
    return shows.reduction(source, target, given_clauses=givens, groups=formula.groups)


def _by_clue(
    source: Kakuro, by_run: tuple[tuple[int, ...], ...], clauses: Sequence[Clause]
) -> tuple[tuple[int, ...], ...] | None:
    """The clauses of each clue, from those of each run with a clue; None if they are not separated.

    That a run of ten cells cannot be filled is no clause of its clue.
    """
    with_clue = [run for run in source.runs if run.total is not None]
    if len(by_run) != len(with_clue):
        return None
    own = {
        (run.cells[0], run.direction): tuple(at for at in parts if clauses[at] or len(run.cells) <= SIZE)
        for run, parts in zip(with_clue, by_run, strict=True)
    }
    return tuple(own[clue.first_cell, clue.direction] for clue in source.clues)


def add_combinations(formula: CnfBuilder, shows: DigitVariables, run: Run) -> None:
    """State a run by the digit sets with its sum, see `add_selectors`; without a clue, that digits differ."""
    with formula.group(_run_words(run)):
        add_distinct(formula, list(map(shows.literals, run.cells)))
    if run.total is not None:
        with formula.given(), formula.group(_run_words(run, run.total)):
            add_selectors(formula, shows, run)
    elif len(run.cells) > SIZE:
        with formula.group(_run_words(run)):
            formula.add()


def add_tuples(formula: CnfBuilder, shows: DigitVariables, run: Run) -> None:
    """State a run by a selector for each allowed filling; a digit requires a filling that has it."""
    sets = allowed_combinations(run, DIGITS)
    count = len(sets) * factorial(len(run.cells))
    if count > MOST_TUPLES:
        raise ReductionError(
            f"run {run.name} has {count} ordered fillings; this encoding takes up to {MOST_TUPLES}"
        )
    fillings = sorted(filling for digits in sets for filling in permutations(digits))
    holding: dict[tuple[Cell, int], list[int]] = {(cell, digit): [] for cell in run.cells for digit in DIGITS}
    first = formula.clause_count
    selectors = formula.variables(
        len(fillings), lambda at: f"{run.name}=({','.join(map(str, fillings[at]))})"
    )
    for selector, filling in zip(selectors, fillings, strict=True):
        for key in zip(run.cells, filling, strict=True):
            formula.add(-selector, shows[key])
            holding[key].append(selector)
    formula.add(*selectors)
    for key, those in holding.items():
        formula.add(-shows[key], *those)
    formula.add_group(_run_words(run, run.total), first)


def add_forbidden(formula: CnfBuilder, shows: DigitVariables, run: Run) -> None:
    """Exclude each filling that repeats a digit or misses the sum, without auxiliary variables."""
    if len(run.cells) > LONGEST_FORBIDDEN:
        raise ReductionError(
            f"run {run.name} has {len(run.cells)} cells; "
            f"forbidden tuples are written for runs of up to {LONGEST_FORBIDDEN}"
        )
    first = formula.clause_count
    for filling in product(DIGITS, repeat=len(run.cells)):
        repeats = len(set(filling)) != len(filling)
        if repeats or (run.total is not None and sum(filling) != run.total):
            formula.add(*(-shows[key] for key in zip(run.cells, filling, strict=True)))
    formula.add_group(_run_words(run, run.total), first)


def add_sum(formula: CnfBuilder, shows: DigitVariables, run: Run) -> None:
    """State the sum of the run by a decision diagram, and that its digits differ."""
    from ...reductions.diagrams import add_diagram

    with formula.group(_run_words(run)):
        add_distinct(formula, list(map(shows.literals, run.cells)))
        if len(run.cells) > SIZE:
            formula.add()
    if run.total is not None:
        with formula.given(), formula.group(_run_words(run, run.total)):
            add_diagram(formula, shows.literals, Sum(tuple((1, cell) for cell in run.cells), (run.total,)))


def _formula(name: str, about: str, add_run: AddRun, givens_apart: bool = False) -> Encoding[Kakuro, Cnf]:
    apply, preferred = partial(kakuro_to_cnf, add_run=add_run), name == "combinations"
    return Encoding(f"cnf:{name}", "kakuro", "cnf", about, apply, preferred, givens_apart)


_SETS = "a selector for each digit set of a run of three or more cells"
ENCODINGS = (
    _formula("combinations", _SETS, add_combinations, givens_apart=True),
    _formula("tuples", "a selector for each ordered filling of a run", add_tuples),
    _formula("forbidden", "a clause for each wrong filling of a run", add_forbidden),
    _formula("sums", "sums as decision diagrams", add_sum, givens_apart=True),
    CoverEncoding("options for digits and for digit sets", kakuro_cover, preferred=False),
    GridEncodings(kakuro_model, FORMULAS[1:], preferred="", alternative=True),
)
