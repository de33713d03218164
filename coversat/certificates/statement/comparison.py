"""A comparison of the rows of a formula with those of a statement of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any

from ...base.deadline import Deadline
from ...base.errors import CertificateError, WrongAnswerError
from ...base.wording import counted
from ...problems import AnyProblem
from ...problems.cnf.clauses import Clause
from ...problems.cnf.connectivity import Connectivity
from ...problems.grid import Cell, Grid, compact_line
from ...proofs.cardinality import TRUE
from ...proofs.consequences import Consequences
from ...proofs.verification import ProofError
from ...proofs.veripb import added
from .auxiliaries import Auxiliaries, decide, meaning_of
from .rows import FormulaRows
from .theory import Literal, Row, Statement, Theory, Translation, UndecidedError, at_least_one

MOST_CUTS = 1_000
"""Models in several pieces that are set aside."""
MOST_ASIDE = 100
"""Answers that both sides have, and that are set aside where what was guessed of variables fails for them."""


class Comparison:
    """A formula and the rules, and what its variables mean in these."""

    def __init__(
        self,
        problem: AnyProblem,
        formula: FormulaRows,
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
        Auxiliaries(
            [row.literals for row in formula.rows if row.degree == 1],
            self._meaning,
            self._rules,
            self._implied() if guess else None,
        ).define()
        self._check_meaning()
        self._check_graphs()
        self._shown = {at: self._meaning[at] for at in formula.shown}
        """What the variables of the projection mean."""
        shown = set(self._shown.values())
        self._without_value = {
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
                raise UndecidedError(f"the formula's meaning of {self._call(at)} was not found")
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
        theirs = [
            graph.renumbered(lambda at: positive(self._meaning_of(at))) for graph in self._formula.graphs
        ]
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
                raise UndecidedError("the meaning of the formula's auxiliary variables was not found")

    # Each answer is a model

    def _answers_are_models(self, known: Consequences) -> None:
        """The formula's rows follow from the rules, and it has a variable for every value that an answer
        shows."""
        goals = [Row(tuple(map(self._meaning_of, row.literals)), row.degree) for row in self._formula.rows]
        goals += [Row((-variable,), 1) for variable in self._values if variable in self._without_value]
        premises = [*self._rules.premises(), *self._sums]
        self._settle(self._rules, premises, known.unseen(goals), self._judge_answer)

    def _meaning_of(self, literal: Literal) -> Literal:
        return meaning_of(literal, self._meaning)

    def _judge_answer(self, true: set[Literal]) -> Row:
        """Exclude an answer of the rules that the formula has with other auxiliary variables."""
        grid = self._grid(variable in true for variable in self._rules.shows.values())
        if wrong := self._problem.violations(grid):
            if cut := _cut(self._rules.graphs, true):
                return cut
            line = on_one_line(self._problem, grid)
            raise WrongAnswerError(f"two statements of the rules differ on {line}: {wrong[0]}")
        shown = [at if meant in true else -at for at, meant in self._shown.items()]
        if not self._has_model(literal for literal in shown if self._shown[abs(literal)] in self._values):
            allowed = on_one_line(self._problem, grid)
            raise CertificateError(f"the rules allow {allowed}, and the formula does not")
        lacks_value = not true.isdisjoint(self._without_value)
        if lacks_value or not self._has_model(shown):
            raise UndecidedError("the meaning of the formula's projection was not found")
        return Row(tuple(-one for one in self._values if one in true), 1)

    def _has_model(self, literals: Iterable[Literal]) -> bool:
        return self._is_satisfiable(self._formula.variable_count, self._formula.rows, literals)

    # Each model is an answer

    def _models_are_answers(self, known: Consequences) -> None:
        """The rules follow from the formula, and models with one answer agree on the projection."""
        models = Theory(self._formula.variable_count, self._formula.rows)
        translation = Translation(self._rules, models, self._in_formula(known, models))
        called = {abs(meant): at if meant > 0 else -at for at, meant in self._meaning.items()}
        for variable, inputs in self._rules.definitions.items():
            if variable in called:
                models.recognise(called[variable], map(translation.literal, inputs))
        rules = list(map(translation.row, self._rules.rows))
        values = list(map(translation.literal, self._rules.shows.values()))
        telling = {one: translation.literal(one) for one in self._values}
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
                raise CertificateError(f"the formula allows {on_one_line(self._problem, grid)}: {wrong[0]}")
            if not self._allowed({one for one, literal in telling.items() if literal in true}):
                line = on_one_line(self._problem, grid)
                raise WrongAnswerError(
                    f"two statements of the rules differ on {line}: one has no such answer"
                )
            for at, literal in shown.items():
                if (at in true) != (literal in true):
                    line = on_one_line(self._problem, grid)
                    raise CertificateError(f"models that show {line} differ in {self._call(at)}")
            return Row(tuple(-at if at in true else at for at in shown), 1)

        self._settle(models, [*models.premises(), *added_up], left, judge)

    def _allowed(self, true: set[int]) -> bool:
        """Whether the rules allow an answer, given by the values that are true in it.

        What it does not show, such as hidden cells, the formula may not have, or have otherwise.
        """
        values = (one if one in true else -one for one in self._values)
        return self._is_satisfiable(self._rules.variable_count, self._rules.premises(), values)

    def _is_satisfiable(self, variables: int, rows: Iterable[Row], literals: Iterable[Literal]) -> bool:
        """Whether rows have a model in which these literals are true."""
        units = (Row((literal,), 1) for literal in literals)
        return decide(variables, [*rows, *units], [()], self._deadline).model is not None

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
    found = []
    for rows in sums:
        if seen.issuperset(rows):
            with suppress(ProofError):  # of a literal with a coefficient above 1
                found.append(added(rows))
    return found


def on_one_line(problem: AnyProblem, answer: Any) -> str:
    """The rows of an answer with slashes between them, for messages."""
    return "/".join(compact_line(tuple(row)) for row in problem.answer_rows(answer))
