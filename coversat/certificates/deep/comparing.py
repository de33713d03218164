"""That a formula, under its projection, has the answers that the rules allow.

The rules are those of `rules/`, which no encoder had a hand in.  Two things are shown:

* each answer of the rules is in the formula: there is, for each variable of the formula, a literal over the
  variables of the rules and such as these define, and said in these literals its rows follow from the rules;
* each model of the formula is an answer: the same the other way round.

Both times a variable of the projection stands for the same thing.  So the answers of the rules and the values
of the projection are as many, one for one, whoever said what stands for what, and whatever made the formula.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from ...deadline import Deadline
from ...errors import WrongAnswerError
from ...kinds.cnf.clauses import Clause
from ...problems import AnyProblem
from ...problems.grid import Grid, compact_line
from ...proofs.cardinality import TRUE
from ...proofs.consequences import Consequences
from ...wording import counted
from ..certificate import CertificateError
from ..rules import statement_of
from ..rules.statement import UndecidedError
from ..rules.theory import Literal, Row, Theory, Translation, added
from .auxiliaries import define_auxiliaries
from .deciding import decide
from .stated import Stated

MOST_ASIDE = 100
"""Answers that both sides have, and that are set aside where what was guessed of variables fails for them."""


def agreement(problem: AnyProblem, formula: Stated, deadline: Deadline) -> str:
    """What was found when a formula was compared with the rules of the puzzle.

    Raises
    ------
    CertificateError
        When they have not the same answers.
    UndecidedError
        When nobody can tell; in particular where there is no second statement of the rules.
    LimitReachedError
        When the deadline comes first.
    """
    return _Comparison(problem, formula, deadline).compare()


class _Comparison:
    """A formula and the rules, and what its variables mean in these."""

    def __init__(self, problem: AnyProblem, formula: Stated, deadline: Deadline) -> None:
        self._problem, self._formula, self._deadline = problem, formula, deadline
        self._rules = statement_of(problem)
        self._values = self._rules.shows.values()
        """The variables that tell answers apart."""
        self._steps = 0
        named = self._rules.names
        self._named = {at: named[name] for at, name in formula.names.items() if name in named}
        self._meaning = dict(self._named)
        define_auxiliaries(
            [row.literals for row in formula.rows if row.degree == 1], self._meaning, self._rules
        )
        self._check_meaning()
        self._shown = {at: self._meaning[at] for at in formula.shown}
        """What the variables of the projection mean."""

    def _check_meaning(self) -> None:
        """Each variable means something, and those of the projection nothing that answers do not tell."""
        spoken_of = (abs(literal) for row in self._formula.rows for literal in row.literals)
        for at in (*spoken_of, *self._formula.shown):
            if at not in self._meaning:
                raise UndecidedError(f"nobody has found what the formula means by {self._call(at)}")
        for at in self._formula.shown:
            if not self._rules.rests_on(self._meaning[at]) <= {*self._values}:
                raise UndecidedError(f"the projection tells more apart than answers do, by {self._call(at)}")

    def _call(self, variable: int) -> str:
        name = self._formula.names.get(variable)
        return f"variable {variable}" if name is None else f"variable {variable}, {name}"

    def compare(self) -> str:
        """Both directions, one after the other."""
        known = self._known_of_rules()
        self._answers_are_models(known)
        self._models_are_answers(known)
        by_proof = f", in part by a checked proof of {counted(self._steps, 'step')}" if self._steps else ""
        return (
            f"{counted(len(self._formula.rows), 'row')} of the formula and {len(self._rules.rows)} of the "
            f"rules follow from one another{by_proof}: the same answers"
        )

    def _known_of_rules(self) -> Consequences:
        """The rules, and what is said to follow from them and does."""
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
            if len(aside) > MOST_ASIDE:
                raise UndecidedError("nobody has found what the formula means by its auxiliary variables")

    # Each answer is a model

    def _answers_are_models(self, known: Consequences) -> None:
        """The formula's rows follow, and it has a variable for whatever an answer can show."""
        goals = [Row(tuple(map(self._meant, row.literals)), row.degree) for row in self._formula.rows]
        goals += [Row((-variable,), 1) for variable in self._values if variable not in self._shown.values()]
        premises = [*self._rules.premises(), *self._sums]
        self._settle(self._rules, premises, known.unseen(goals), self._judge_answer)

    def _meant(self, literal: Literal) -> Literal:
        meant = self._meaning[abs(literal)]
        return meant if literal > 0 else -meant

    def _judge_answer(self, true: set[Literal]) -> Row:
        """Set an answer of the rules aside that the formula has too, by other auxiliary variables."""
        grid = self._grid(variable in true for variable in self._values)
        if wrong := self._problem.violations(grid):
            raise WrongAnswerError(f"two statements of the rules differ on {_line(grid)}: {wrong[0]}")
        shown = [at if meant in true else -at for at, meant in self._shown.items()]
        if not self._has_model(literal for literal in shown if self._shown[abs(literal)] in self._values):
            raise CertificateError(f"the rules allow {_line(grid)}, and the formula does not")
        lacks_value = any(one in true and one not in self._shown.values() for one in self._values)
        if lacks_value or not self._has_model(shown):
            raise UndecidedError("nobody has found what the formula means by its projection")
        return Row(tuple(-one for one in self._values if one in true), 1)

    def _has_model(self, literals: Iterable[Literal]) -> bool:
        """Whether the formula has one with these."""
        rows = [*self._formula.rows, *(Row((literal,), 1) for literal in literals)]
        return decide(self._formula.variable_count, rows, [()], self._deadline).model is not None

    # Each model is an answer

    def _models_are_answers(self, known: Consequences) -> None:
        """The rules follow, and the projection tells no models apart that show one answer."""
        models = Theory(self._formula.variable_count, self._formula.rows)
        said = Translation(self._rules, models, self._in_formula(known, models))
        rules = list(map(said.row, self._rules.rows))
        values = list(map(said.literal, self._values))
        shown = {at: said.literal(meant) for at, meant in self._shown.items()}
        named = {at: said.literal(meant) for at, meant in self._named.items()}
        sums = [tuple(map(said.row, rows)) for rows in self._rules.sums]

        found = Consequences(models.variable_count, models.premises(), self._deadline)
        found.take(found.seen(_same(named)))
        left, added_up = found.unseen([*rules, *_same(shown)]), list[Row]()
        if left:
            added_up = _sums(found, sums)
            found.take(added_up)
            left = [clause for clause in left if not found.implies(clause)]

        def judge(true: set[Literal]) -> Row:
            """Set a model aside that shows an answer which other variables of the rules would say."""
            grid = self._grid(literal in true for literal in values)
            if wrong := self._problem.violations(grid):
                raise CertificateError(f"the formula allows {_line(grid)}: {wrong[0]}")
            for at, literal in shown.items():
                if (at in true) != (literal in true):
                    raise CertificateError(f"models that show {_line(grid)} differ in {self._call(at)}")
            return Row(tuple(-at if at in true else at for at in shown), 1)

        self._settle(models, [*models.premises(), *added_up], left, judge)

    def _in_formula(self, known: Consequences, models: Theory) -> dict[int, Literal]:
        """For each variable of the rules that is not defined, what it is in the formula."""
        called = {meant: at for at, meant in reversed(self._named.items())}
        found: dict[int, Literal] = {}
        for variable in range(1, self._rules.variable_count + 1):
            if variable in self._rules.definitions:
                continue
            parts = [called[one] for one in self._rules.made_of.get(variable, ()) if one in called]
            if variable in called:
                found[variable] = called[variable]
            elif parts:
                found[variable] = models.either(parts)
            else:  # the formula leaves out what is settled
                found[variable] = models.every(()) if known.value(variable) == TRUE else models.either(())
        return found

    def _grid(self, true: Iterable[bool]) -> Grid:
        """The grid of which it is true that its cells hold these values."""
        rows, columns = self._rules.rows_columns
        cells = [[0] * columns for _ in range(rows)]
        for ((r, c), value), is_true in zip(self._rules.shows, true, strict=True):
            if is_true:
                cells[r][c] = value
        return tuple(map(tuple, cells))


def _same(literals: Mapping[int, Literal]) -> list[Row]:
    """That each variable and its literal have one value."""
    pairs = [(at, literal) for at, literal in literals.items() if at != literal]
    return [Row(clause, 1) for at, literal in pairs for clause in ((at, -literal), (-at, literal))]


def _sums(known: Consequences, sums: Sequence[tuple[Row, ...]]) -> list[Row]:
    """The sums of rows that are seen to follow."""
    seen = set(known.seen(dict.fromkeys(row for rows in sums for row in rows)))
    found = (added(rows) for rows in sums if seen.issuperset(rows))
    return [row for row in found if row is not None]


def _line(grid: Grid) -> str:
    """A grid in one line."""
    return "/".join(compact_line(row) for row in grid)
