"""Show that a formula, under its projection, has exactly the answers that the rules allow.

Two things are shown:

* each answer of the rules is in the formula: there is, for each variable of the formula, a literal over the
  variables of the rules and their definitions, and its rows, stated in these literals, follow from the rules;
* each model of the formula is an answer: the converse.

In both, a variable of the projection has the same meaning. So the answers of the rules and the values of the
projection correspond one to one, however the formula was created.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from math import prod
from typing import Any, NamedTuple

from ...cover import PartialCover
from ...deadline import Deadline
from ...errors import CertificateError, WrongAnswerError
from ...exchange.cover_formats import LinearCover
from ...kinds.cnf.connectivity import Connectivity
from ...kinds.cnf.dimacs import Clause
from ...kinds.cnf.rules import Cnf
from ...kinds.exact_cover.rules import ExactCover
from ...language.meaning import holds
from ...language.models import GridModel
from ...problems import AnyProblem
from ...problems.grid import Cell, Grid, cell_name, compact_line
from ...proofs.cardinality import TRUE
from ...proofs.consequences import Consequences
from ...reductions import Reduction, encodings_from
from ...solvers import Limits, solve, solvers_of
from ...wording import counted
from .auxiliaries import decide, define_auxiliaries
from .labelled import LabelledStatement, assignments, labelled_statement
from .statements import statement_of
from .theory import (
    Literal,
    NoStatementError,
    Row,
    Statement,
    Theory,
    Translation,
    UndecidedError,
    added,
    at_least_one,
)


class Stated(NamedTuple):
    """A formula.

    Attributes
    ----------
    variable_count : int
    rows : list of Row
        Each is a clause, or that at most one of its literals' opposites is true.
    names : variable -> name
    shown : tuple of variables
        The projection.
    encode : answer -> literals, optional
        What an answer of the puzzle fixes.  A hint as the names are.
    graphs : tuple of Connectivity
        Those of the formula, beside its rows.
    """

    variable_count: int
    rows: list[Row]
    names: Mapping[int, str]
    shown: tuple[int, ...]
    encode: Callable[[Any], tuple[int, ...]] | None = None
    graphs: tuple[Connectivity, ...] = ()


def stated_formula(formula: Cnf, reduction: Reduction[Any, Cnf] | None = None) -> Stated:
    """The clauses of a formula, and the reduction to it."""
    rows = [Row(clause, 1) for clause in formula.clauses]
    names, encode = dict(formula.names), None
    if reduction is not None:
        encode = reduction.encode
        names |= _shown_names(reduction, lambda part: part)
    shown = tuple(formula.shown_variables)
    return Stated(formula.variable_count, rows, names, shown, encode, formula.graphs)


def stated_cover(
    cover: ExactCover,
    linear: LinearCover,
    shown: tuple[int, ...],
    reduction: Reduction[Any, ExactCover] | None = None,
) -> Stated:
    """The lines of an exact cover, and the reduction to it."""
    names = {number: option.name for number, option in enumerate(cover.options, 1)}
    names |= {variable: ":".join(cover.shades[shade]) for shade, variable in linear.shade_variables.items()}
    rows = []
    for plus, minus, relation, bound in linear.constraints():
        if relation != "<=":
            rows.append(Row((*plus, *(-variable for variable in minus)), bound + len(minus)))
        if relation != ">=":
            rows.append(Row((*(-variable for variable in plus), *minus), len(plus) - bound))

    def literals(part: Any) -> tuple[int, ...]:
        if not isinstance(part, PartialCover):
            part = PartialCover(tuple(part))
        shades = (linear.shade_variables[shade] for shade in part.shades)
        return (*(option + 1 for option in part.options), *shades)

    encode = None
    if reduction is not None:
        names |= _shown_names(reduction, literals)
        encode = lambda answer: literals(reduction.encode(answer))  # noqa: E731
    return Stated(linear.variable_count, rows, names, shown, encode)


def _shown_names(
    reduction: Reduction[Any, Any], literals: Callable[[Any], tuple[int, ...]]
) -> dict[int, str]:
    found: dict[int, str] = {}
    for place in reduction.places() if reduction.places else ():
        for value, parts in place.values.items():
            if place.cell is not None and len(parts) == 1:
                shown = literals(parts[0])
                if len(shown) == 1 and shown[0] > 0:
                    found[shown[0]] = f"{cell_name(place.cell)}={value}"
    return found


MOST_GRIDS = 5_000
"""Grids on which labelled rules are compared with the rules check."""
MOST_RULES = 20
"""Rules for each of which a grid is compared that breaks this one only."""
MOST_NODES = 50_000
MOST_ANSWERS = 200
"""How far a search is followed that looks for all answers by the rules check."""
MOST_CUTS = 1_000
"""Models in several pieces that are set aside."""
MOST_ASIDE = 100
"""Answers that both sides have, and that are set aside where what was guessed of variables fails for them."""


def agreement(problem: AnyProblem, formula: Stated, deadline: Deadline) -> str:
    """What was found when a formula was compared with the rules of the puzzle.

    Compared are, of these the first that there is and that decides:

    * a statement of the rules written by hand (`statements`);
    * the labelled rules of the kind's model, by what they mean (`labelled`).  These are compared with the
      rules check on many grids, on all if there are few; that both agree on all others rests on trust;
    * all answers, found by a search that uses the rules check only.

    Raises
    ------
    CertificateError
        If they have different answers.
    UndecidedError
        If nothing decides.
    LimitReachedError
        If the deadline comes first.
    """
    if isinstance(problem, Cnf) and problem.variable_count == formula.variable_count:
        return _same_clauses(problem, formula, deadline)
    with suppress(NoStatementError):
        return _Comparison(problem, formula, statement_of(problem), deadline).compare()
    undecided = NoStatementError(problem.kind)
    to_model = next((one.model for one in encodings_from(problem.kind) if one.model is not None), None)
    if to_model is not None:
        model = to_model(problem)
        for guess in (False, True):
            try:
                statement = labelled_statement(model, bool(formula.graphs))
                compared = _compare_check(problem, model, statement, deadline)
                found = _Comparison(problem, formula, statement, deadline, guess).compare()
            except UndecidedError as error:
                undecided = error  # type: ignore[assignment]
            else:
                return f"{found}; {compared}"
    return _by_search(problem, formula, deadline, undecided)


def _same_clauses(problem: Cnf, formula: Stated, deadline: Deadline) -> str:
    own = stated_formula(problem)
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
            raise WrongAnswerError(f"the labelled rules and the rules check differ on {_line(grid)}: {why}")
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


def _by_search(problem: AnyProblem, formula: Stated, deadline: Deadline, otherwise: UndecidedError) -> str:
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
    found = solve(solver, problem, Limits(MOST_ANSWERS + 1, MOST_NODES, deadline))
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


class _Comparison:
    """A formula and the rules, and what its variables mean in these."""

    def __init__(
        self,
        problem: AnyProblem,
        formula: Stated,
        rules: Statement,
        deadline: Deadline,
        guess: bool = False,
    ) -> None:
        self._problem, self._formula, self._deadline = problem, formula, deadline
        self._rules = rules
        self._values = [one for one in rules.shows.values() if one not in rules.determined]
        """The variables that tell answers apart."""
        self._steps = 0
        self._opposite = _opposites(rules)
        """Of the values of cells with two of them."""
        named = self._rules.names
        self._named = {at: named[name] for at, name in formula.names.items() if name in named}
        self._meaning = dict(self._named)
        define_auxiliaries(
            [row.literals for row in formula.rows if row.degree == 1],
            self._meaning,
            self._rules,
            self._implied() if guess else None,
        )
        self._check_meaning()
        self._check_graphs()
        self._shown = {at: self._meaning[at] for at in formula.shown}
        """What the variables of the projection mean."""
        shown = set(self._shown.values())
        self._untold = {
            one for one in self._values if one not in shown and self._opposite.get(one) not in shown
        }
        """Values that the projection cannot show."""

    def _implied(self) -> Callable[[int], list[Literal]]:
        """The named variables that a variable implies by unit propagation: a guess of its meaning."""
        known = Consequences(self._formula.variable_count, self._formula.rows, self._deadline)

        def implied(variable: int) -> list[Literal]:
            return [
                self._named[abs(literal)] if literal > 0 else -self._named[abs(literal)]
                for literal in known.implied(variable, self._named)
            ]

        return implied

    def _check_meaning(self) -> None:
        """Each variable means something, and those of the projection nothing that answers do not tell."""
        in_rows = (literal for row in self._formula.rows for literal in row.literals)
        in_graphs = (literal for graph in self._formula.graphs for literal in graph.literals if literal)
        spoken_of = map(abs, chain(in_rows, in_graphs))
        for at in (*spoken_of, *self._formula.shown):
            if at not in self._meaning:
                raise UndecidedError(f"nobody has found what the formula means by {self._call(at)}")
        for at in self._formula.shown:
            if not self._rules.rests_on(self._meaning[at]) <= {*self._values}:
                raise UndecidedError(f"the projection tells more apart than answers do, by {self._call(at)}")

    def _check_graphs(self) -> None:
        """The formula has the graphs of the rules, so that both require the same to be connected."""
        if not self._formula.graphs:
            return

        def positive(literal: int) -> int:
            return self._opposite.get(-literal, literal) if literal < 0 else literal

        ours = [graph.renumbered(positive) for graph in self._rules.graphs]
        theirs = [graph.renumbered(lambda at: positive(self._meant(at))) for graph in self._formula.graphs]
        if ours != theirs:
            raise UndecidedError("the graphs of the formula are not those of the rules")

    def _call(self, variable: int) -> str:
        name = self._formula.names.get(variable)
        return f"variable {variable}" if name is None else f"variable {variable}, {name}"

    def compare(self) -> str:
        known = self._known_of_rules()
        self._answers_are_models(known)
        self._models_are_answers(known)
        by_proof = f", in part by a checked proof of {counted(self._steps, 'step')}" if self._steps else ""
        return (
            f"{counted(len(self._formula.rows), 'row')} of the formula and {len(self._rules.rows)} of the "
            f"rules follow from one another{by_proof}: the same answers"
        )

    def _known_of_rules(self) -> Consequences:
        rules = self._rules
        known = Consequences(rules.variable_count, rules.premises(), self._deadline)
        self._sums = _sums(known, rules.sums)
        known.take(self._sums)
        known.take(known.seen(rules.lemmas))
        return known

    def _settle(
        self,
        theory: Theory,
        premises: Sequence[Row],
        clauses: Sequence[Clause],
        judge: Callable[[set[Literal]], Row],
    ) -> None:
        """Clauses follow from premises, but for models that `judge` sets aside by a row, or raises for."""
        aside: list[Row] = []
        while clauses:
            found = decide(theory.variable_count, [*premises, *aside], clauses, self._deadline)
            self._steps += found.steps
            if found.model is None:
                return
            aside.append(judge(set(found.model)))
            if len(aside) > (MOST_CUTS if self._formula.graphs else MOST_ASIDE):
                raise UndecidedError("nobody has found what the formula means by its auxiliary variables")

    # Each answer is a model

    def _answers_are_models(self, known: Consequences) -> None:
        """The formula's rows follow from the rules, and it has a variable for every value that an answer
        shows."""
        goals = [Row(tuple(map(self._meant, row.literals)), row.degree) for row in self._formula.rows]
        goals += [Row((-variable,), 1) for variable in self._values if variable in self._untold]
        premises = [*self._rules.premises(), *self._sums]
        self._settle(self._rules, premises, known.unseen(goals), self._judge_answer)

    def _meant(self, literal: Literal) -> Literal:
        meant = self._meaning[abs(literal)]
        return meant if literal > 0 else -meant

    def _judge_answer(self, true: set[Literal]) -> Row:
        """Exclude an answer of the rules that the formula has with other auxiliary variables."""
        grid = self._grid(variable in true for variable in self._rules.shows.values())
        if wrong := self._problem.violations(grid):
            if cut := _cut(self._rules.graphs, true):
                return cut
            raise WrongAnswerError(f"two statements of the rules differ on {_line(grid)}: {wrong[0]}")
        shown = [at if meant in true else -at for at, meant in self._shown.items()]
        if not self._has_model(literal for literal in shown if self._shown[abs(literal)] in self._values):
            raise CertificateError(f"the rules allow {_line(grid)}, and the formula does not")
        lacks_value = not true.isdisjoint(self._untold)
        if lacks_value or not self._has_model(shown):
            raise UndecidedError("nobody has found what the formula means by its projection")
        return Row(tuple(-one for one in self._values if one in true), 1)

    def _has_model(self, literals: Iterable[Literal]) -> bool:
        rows = [*self._formula.rows, *(Row((literal,), 1) for literal in literals)]
        return decide(self._formula.variable_count, rows, [()], self._deadline).model is not None

    # Each model is an answer

    def _models_are_answers(self, known: Consequences) -> None:
        """The rules follow from the formula, and models with one answer agree on the projection."""
        models = Theory(self._formula.variable_count, self._formula.rows)
        translation = Translation(self._rules, models, self._in_formula(known, models))
        rules = list(map(translation.row, self._rules.rows))
        values = list(map(translation.literal, self._rules.shows.values()))
        shown = {at: translation.literal(meant) for at, meant in self._shown.items()}
        named = {at: translation.literal(meant) for at, meant in self._named.items()}
        sums = [tuple(map(translation.row, rows)) for rows in self._rules.sums]

        found = Consequences(models.variable_count, models.premises(), self._deadline)
        found.take(found.seen(_same(named)))
        left, added_up = found.unseen([*rules, *_same(shown)]), list[Row]()
        if left:
            added_up = _sums(found, sums)
            found.take(added_up)
            left = [clause for clause in left if not found.implies(clause)]

        def judge(true: set[Literal]) -> Row:
            """Exclude a model whose answer the rules have with other variables."""
            grid = self._grid(literal in true for literal in values)
            if wrong := self._problem.violations(grid):
                if cut := _cut(self._formula.graphs, true):
                    return cut
                raise CertificateError(f"the formula allows {_line(grid)}: {wrong[0]}")
            for at, literal in shown.items():
                if (at in true) != (literal in true):
                    raise CertificateError(f"models that show {_line(grid)} differ in {self._call(at)}")
            return Row(tuple(-at if at in true else at for at in shown), 1)

        self._settle(models, [*models.premises(), *added_up], left, judge)

    def _in_formula(self, known: Consequences, models: Theory) -> dict[int, Literal]:
        """For each undefined variable of the rules, its literal in the formula."""
        called = {meant: at for at, meant in reversed(self._named.items())}
        found: dict[int, Literal] = {}
        for variable in range(1, self._rules.variable_count + 1):
            if variable in self._rules.definitions:
                continue
            parts = [called[one] for one in self._rules.made_of.get(variable, ()) if one in called]
            if variable in called:
                found[variable] = called[variable]
            elif self._opposite.get(variable) in called:
                found[variable] = -called[self._opposite[variable]]
            elif parts:
                found[variable] = models.either(parts)
            else:  # the formula leaves out what is settled
                found[variable] = models.every(()) if known.value(variable) == TRUE else models.either(())
        return found

    def _grid(self, true: Iterable[bool]) -> Grid:
        shown = (shown for shown, is_true in zip(self._rules.shows, true, strict=True) if is_true)
        return self._rules.grid(shown)


def _cut(graphs: Sequence[Connectivity], true: set[Literal]) -> Row | None:
    """A row that a model in several pieces breaks: around a piece, something else is true as well."""
    for graph in graphs:
        for piece in graph.loose_pieces(true):
            passed = graph.true_elements(true)
            if graph.size is not None and len(piece) > graph.size:
                return at_least_one(-(graph.literals[at] or 0) for at in piece[: graph.size + 1])
            inside = set(graph.reached(piece, passed.__getitem__))
            border = {other for at in inside for other in graph.neighbours[at]} - inside
            ends = [piece[0]]
            if not graph.roots and graph.size is None:
                ends.append(next(other[0] for other in graph.pieces(true) if other[0] not in inside))
            literals = [-one for at in ends if (one := graph.literals[at])]
            return at_least_one([*literals, *(graph.literals[at] or 0 for at in sorted(border))])
    return None


def _opposites(rules: Statement) -> dict[int, int]:
    of_cell: dict[Cell, list[int]] = {}
    for (cell, _), variable in rules.shows.items():
        of_cell.setdefault(cell, []).append(variable)
    pairs = [values for values in of_cell.values() if len(values) == 2]
    return {one: other for a, b in pairs for one, other in ((a, b), (b, a))}


def _same(literals: Mapping[int, Literal]) -> list[Row]:
    pairs = [(at, literal) for at, literal in literals.items() if at != literal]
    return [Row(clause, 1) for at, literal in pairs for clause in ((at, -literal), (-at, literal))]


def _sums(known: Consequences, sums: Sequence[tuple[Row, ...]]) -> list[Row]:
    seen = set(known.seen(dict.fromkeys(row for rows in sums for row in rows)))
    found = (added(rows) for rows in sums if seen.issuperset(rows))
    return [row for row in found if row is not None]


def _line(grid: Grid) -> str:
    return "/".join(compact_line(row) for row in grid)
