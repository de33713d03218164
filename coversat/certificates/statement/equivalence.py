"""Show that a formula, under its projection, has exactly the answers that the rules allow.

Two things are shown:

* each answer of the rules is in the formula: there is, for each variable of the formula, a literal over the
  variables of the rules and their definitions, and its rows, stated in these literals, follow from the rules;
* each model of the formula is an answer: the converse.

In both, a variable of the projection has the same meaning. So the answers of the rules and the values of the
projection correspond one to one, however the formula was created.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from math import prod
from typing import Any

from ...base.deadline import Deadline
from ...base.errors import CertificateError, WrongAnswerError
from ...base.wording import counted
from ...primitives.meaning import holds
from ...primitives.models import GridModel
from ...problems import AnyProblem
from ...problems.cnf.clauses import Clause
from ...problems.cnf.rules import Cnf
from ...problems.grid import Cell, Grid
from ...reductions import encodings_from
from ...solvers import Limits, found_by, solvers_of
from .auxiliaries import decide
from .comparison import Comparison, on_one_line
from .labelled import LabelledStatement, assignments, labelled_statement
from .rows import FormulaRows, rows_of_formula
from .statements import statement_of
from .theory import NoStatementError, Row, UndecidedError

MOST_GRIDS = 5_000
"""Grids on which labelled rules are compared with the rules check."""
MOST_RULES = 20
"""Rules for each of which a grid is compared that breaks this one only."""
MOST_NODES = 50_000
MOST_ANSWERS = 200
"""How far a search is followed that looks for all answers by the rules check."""


def agreement(problem: AnyProblem, formula: FormulaRows, deadline: Deadline) -> str:
    """What was found when a formula was compared with the rules of the puzzle.

    Compared are, of these the first that there is and that decides:

    * a statement of the rules written by hand (`statements`);
    * the labelled rules of the kind's model, by what they mean (`labelled`).  These are compared with the
      rules check on many grids, on all if there are few; that both agree on all others rests on trust;
    * all answers, found by a search that uses the rules check only.

    Raise `CertificateError` if they have different answers. Raise `UndecidedError` if nothing decides. Raise
    `LimitReachedError` if the deadline comes first.
    """
    if isinstance(problem, Cnf) and problem.variable_count == formula.variable_count:
        return _same_clauses(problem, formula, deadline)
    with suppress(NoStatementError):
        return Comparison(problem, formula, statement_of(problem), deadline).compare()
    undecided = NoStatementError(problem.kind)
    to_model = next((one.model for one in encodings_from(problem.kind) if one.model is not None), None)
    if to_model is not None:
        model = to_model(problem)
        for guess in (False, True):
            try:
                statement = labelled_statement(model, bool(formula.graphs))
                compared = _compare_check(problem, model, statement, deadline)
                found = Comparison(problem, formula, statement, deadline, guess).compare()
            except UndecidedError as error:
                undecided = error  # type: ignore[assignment]
            else:
                return f"{found}; {compared}"
    return _by_search(problem, formula, deadline, undecided)


def _same_clauses(problem: Cnf, formula: FormulaRows, deadline: Deadline) -> str:
    own = rows_of_formula(problem)
    if sorted(own.shown) != sorted(formula.shown):
        raise CertificateError("the formula has another projection than the problem")
    for premises, goals in ((own, formula), (formula, own)):
        clauses = [row.literals for row in goals.rows]
        known = {frozenset(row.literals) for row in premises.rows}
        left = [clause for clause in clauses if frozenset(clause) not in known]
        if left and decide(formula.variable_count, premises.rows, left, deadline).model is not None:
            raise CertificateError("the formula has other models than the problem")
    return f"{counted(len(formula.rows), 'clause')} that follow from those of the problem, and the other way"


def _compare_check(
    problem: AnyProblem, model: GridModel[Any], statement: LabelledStatement, deadline: Deadline
) -> str:
    """Compare labelled rules with the rules check.

    On all grids, if there are at most `MOST_GRIDS`; otherwise on an answer of the rules and, for each of
    `MOST_RULES` rules, those of givens first, on a grid that breaks this one only.
    """
    # Of sides of cells, only those that the cells do not determine.
    cells = [cell for cell in model.domains if isinstance(cell[0], int) or model.in_answers(cell)]
    all_of_them = prod(len(model.domains[cell]) for cell in cells) <= MOST_GRIDS
    if all_of_them:
        every: Iterable[dict[Cell, int]] = (
            dict(zip(cells, values, strict=True)) for values in assignments(model, cells)
        )
    else:
        every = _telling_grids(model, statement, deadline)
    count, found = 0, dict[Grid, str]()  # a rule that each grid breaks; empty if it breaks none
    for values in deadline.through(every):
        count += 1
        grid = statement.grid(values.items())
        values |= dict(model.values_of(grid))
        broken = next((rule.label for rule in model.rules if not holds(rule.primitive, values)), "")
        found[grid] = found.get(grid, broken) and broken
    for grid, broken in found.items():
        if broken and model.has_hidden and not all_of_them:
            continue  # other values of hidden cells may break none
        if bool(violations := problem.violations(grid)) != bool(broken):
            why = f"it breaks {broken}" if broken else str(violations[0])
            raise WrongAnswerError(
                f"the labelled rules and the rules check differ on {on_one_line(problem, grid)}: {why}"
            )
    return f"the labelled rules and the rules check agree on {counted(count, 'grid')}"


def _telling_grids(
    model: GridModel[Any], statement: LabelledStatement, deadline: Deadline
) -> Iterator[dict[Cell, int]]:
    """An answer of the labelled rules, and grids that break exactly one rule."""
    parts = sorted(statement.parts, key=lambda part: part[0].given is None)[:MOST_RULES]
    questions: list[tuple[list[Row], list[Clause]]] = [(statement.premises(), [()])]
    questions += [statement.breaking(rows) for _, rows in parts]
    for premises, clauses in questions:
        found = decide(statement.variable_count, premises, clauses, deadline).model if clauses else None
        if found is not None:
            shown = statement.shows.items()
            yield {cell: value for (cell, value), at in shown if found[at - 1] > 0}


def _by_search(
    problem: AnyProblem, formula: FormulaRows, deadline: Deadline, otherwise: UndecidedError
) -> str:
    """Compare a formula with all answers, if a search on the puzzle's own board finds these soon.

    For each answer the formula has models, all of one projection; and it has no model beside these.
    """
    if formula.graphs:
        raise otherwise
    solver = next(
        (
            one
            for one in solvers_of(problem.kind)
            if one.name.startswith("search/") or problem.kind in ("cover", "cnf")
        ),
        None,
    )
    if solver is None or formula.encode is None:
        raise otherwise
    found = found_by(solver, problem, Limits(MOST_ANSWERS + 1, MOST_NODES, deadline))
    deadline.check()
    if not found.exhausted or len(found.answers) > MOST_ANSWERS:
        raise UndecidedError(f"{otherwise}, and there are too many answers, or places to look for them")
    projections = set()
    rows = list(formula.rows)
    for answer in found.answers:
        if wrong := problem.violations(answer):
            raise WrongAnswerError(f"{solver.name}: {wrong[0]}")
        try:
            literals = formula.encode(answer)
        except ValueError as error:
            raise CertificateError(f"the formula does not allow {problem.render(answer)}: {error}") from None
        here = [*formula.rows, *(Row((literal,), 1) for literal in literals)]
        model = decide(formula.variable_count, here, [()], deadline).model
        if model is None:
            raise CertificateError(f"the formula does not allow {problem.render(answer)}")
        values = set(model)
        shown = tuple(at if at in values else -at for at in formula.shown)
        if (
            decide(formula.variable_count, here, [(literal,) for literal in shown], deadline).model
            is not None
        ):
            raise CertificateError("models that show one answer differ in the projection")
        projections.add(shown)
        rows.append(Row(tuple(-literal for literal in shown), 1))
    if len(projections) < len(found.answers):
        raise CertificateError("models that show different answers do not differ in the projection")
    if decide(formula.variable_count, rows, [()], deadline).model is not None:
        raise CertificateError("the formula allows what is not an answer")
    count = counted(len(found.answers), "answer")
    return f"{count} that {solver.name} finds by the rules check, all of the formula: the same answers"
