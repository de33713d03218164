"""A hint for somebody who is solving a puzzle: entries that are wrong, otherwise the next step."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from ...base.arguments import Timeout, deadline_of, refuse_others, text, whole
from ...base.deadline import Deadline
from ...base.errors import LimitReachedError
from ...base.undecided import Undecided
from ...kinds.many import one_or_many
from ...kinds.sources import Source, problem_in
from ...primitives.models import GridModel, LineModel
from ...problems import AnyProblem
from ...problems.grid import Cell
from ...problems.position import Mark, Position, read_position
from ...problems.text import Token
from ...reductions.rule_clauses import labelled_rules, rule_clauses
from ...solvers.minimal_sets import by_deletion
from ...solvers.sat.compiled_sat import CompiledSolver
from .cores import SOLVER, Cores
from .finding import Wording
from .search import StepSearch
from .values import MOST_RULES, Fact, Step, facts_of


@dataclass(frozen=True)
class WrongEntry:
    """Something in a position that no answer has.

    Attributes
    ----------
    fact : Fact
        What is true instead, such as ``r1c1 is not 5``; of entries that are wrong together, what follows from
        the others.
    rules : tuple of str
        The label of a rule that says so, from the other entries; none if that takes more than one rule.
    line, column : int
        Where the position states it, from 1.
    together : bool
        Whether it is in an answer, but in none with the others.
    """

    fact: Fact
    rules: tuple[str, ...]
    line: int
    column: int
    together: bool = False

    def __str__(self) -> str:
        reason = "it follows from the others" if self.together else "true of every answer"
        return f"{self.fact}: {'; '.join(self.rules) or reason}"

    def as_json(self) -> dict[str, Any]:
        where = {"line": self.line, "column": self.column}
        return where | {"fact": self.fact.as_json(), "rules": list(self.rules), "words": str(self)}


@dataclass(frozen=True, repr=False)
class Hint(Undecided):
    """What to do next.

    Attributes
    ----------
    puzzle : Problem
    outcome : str
        ``wrong`` (see `wrong`); ``step`` (see `step`); ``complete`` (the position is an answer); ``none``
        (the puzzle has no answer); ``open`` (nothing follows: there are several answers); ``unknown``.
    step : Step, optional
    clashes : tuple of tuples of WrongEntry
        Entries that no answer has: those that are in none come first, one in each; then several that are not
        together in any, of which none can be left out. No entry is in two of them.
    entered : tuple of Fact
        What the position states.
    reason : str, optional
        The limit that was reached.
    passed : tuple of Step
        The steps before it, which were not enough.
    """

    puzzle: AnyProblem
    outcome: str
    step: Step | None = None
    clashes: tuple[tuple[WrongEntry, ...], ...] = ()
    entered: tuple[Fact, ...] = ()
    reason: str | None = None
    passed: tuple[Step, ...] = ()

    @property
    def wrong(self) -> tuple[WrongEntry, ...]:
        """The entries of all clashes."""
        return tuple(chain.from_iterable(self.clashes))

    @property
    def alone(self) -> tuple[WrongEntry, ...]:
        """The entries that are in no answer."""
        return tuple(clash[0] for clash in self.clashes if len(clash) == 1)

    @property
    def together(self) -> tuple[tuple[WrongEntry, ...], ...]:
        """The clashes of several entries."""
        return tuple(clash for clash in self.clashes if len(clash) > 1)

    def lines(self, name: str = "", file: str = "") -> Iterator[str]:
        """What ``coversat hint`` prints of a puzzle, and a position in a file, of these names."""
        if self.outcome == "wrong":
            number = len(self.alone)
            entries = "1 entry is wrong" if number == 1 else f"{number} entries are wrong"
            alone = [(entries, self.alone)] if self.alone else []
            clashes = (
                (f"no answer has these {len(those)} entries together", those) for those in self.together
            )
            for said, clash in (*alone, *clashes):
                yield f"{file}: {said}:" if file else f"{said}:"
                yield from (f"  line {one.line}, column {one.column}: {one}" for one in clash)
            return
        shown = {
            "step": "\n".join(self.step.lines("")) if self.step else "",
            "complete": "the board is complete, and correct",
            "none": "the puzzle has no answer; 'coversat explain' says why",
            "open": "nothing follows: there are several answers",
            "unknown": f"UNKNOWN: stopped after {self.reason}",
        }[self.outcome]
        yield f"{name}: {shown}" if name else shown

    def as_json(self) -> dict[str, Any]:
        together = [[entry.as_json() for entry in clash] for clash in self.together]
        return {
            "outcome": self.outcome,
            **({"step": self.step.as_json()} if self.step else {}),
            **({"wrong": [entry.as_json() for entry in self.alone]} if self.alone else {}),
            **({"together": together} if together else {}),
            **({"reason": self.reason} if self.reason else {}),
        }


@one_or_many
def hint(
    source: Source,
    position: str = "",
    *,
    kind: str | None = None,
    most: int = MOST_RULES,
    timeout: Timeout = None,
    enough: Callable[[Step], bool] = lambda step: True,
) -> Hint:
    """The next step of a puzzle from a partly filled board, or the entries that are wrong.

    Parameters
    ----------
    source, kind
        See `read`.
    position : str
        The text of a board as answers are printed, with ``?`` for open cells and pencil marks such as
        ``135``, or of facts such as ``r1c1 is not 5``; see `docs/setting.md`. Empty for the beginning.
    most : int
        The most rules of a step, and of a link of a case split; beyond that, cases are split.
    timeout : float, optional
    enough : function of a `Step`
        Whether a step is the one to return; those before it are `Hint.passed`.

    Raises
    ------
    ParseError
        For a text that is not a position of this puzzle.
    ReductionError
        For a kind without rules in the constraint language.

    Examples
    --------
    >>> import coversat
    >>> puzzle = "1...\\n..2.\\n.3..\\n...4\\n"
    >>> print(coversat.hint(puzzle, "1 2 4 3\\n????\\n????\\n????").step)
    r2c1 is 3: column 1 [1 rule, hidden single]
    >>> print(*coversat.hint(puzzle, "r1c2 is 3").wrong)
    r1c2 is not 3: column 2
    """
    problem, deadline, most = problem_in(source, kind), deadline_of(timeout), whole("most", most)
    text("position", position)
    refuse_others("enough", enough, Callable, "a function of a step")
    try:
        with deadline.enforced():
            return _Board(problem, position).hint(deadline, most, enough)
    except LimitReachedError as limit:
        return Hint(problem, "unknown", reason=str(limit))


class _Board:
    """The facts that a position states, and the tokens that state them."""

    def __init__(self, problem: AnyProblem, text: str) -> None:
        self._problem = problem
        self._model = labelled_rules(problem)
        self._formula = rule_clauses(problem)
        self._facts = facts_of(problem, self._formula)
        self._literal = {
            (place.name, value): literal
            for place in self._formula.places
            for value, literal in place.literals.items()
        }
        self._entered = self._entries(read_position(text, problem, _values_of_cells(self._model)))

    def _entries(self, position: Position) -> dict[int, Token]:
        """The literals that are stated, and where."""
        found: dict[int, Token] = {}
        for mark in position.marks:
            for literal in self._literals_of(mark):
                found.setdefault(literal, mark.token)
        by_words = {fact.words: literal for literal, fact in self._facts.items()} if position.facts else {}
        for token in position.facts:
            if token.text not in by_words:
                raise token.error(f"a fact such as '{next(iter(by_words), '')}'")
            found.setdefault(by_words[token.text], token)
        return found

    def _literals_of(self, mark: Mark) -> list[int]:
        """What holds for each value that a mark leaves."""
        each = [dict.fromkeys(self._literals_with(mark, value)) for value in mark.values]
        shared = [literal for literal in each[0] if all(literal in other for other in each)]
        place = self._formula_place(mark.cell)
        missing = [x for value, x in place.items() if value not in mark.values] if len(each) > 1 else []
        return [*shared, *(-literal for literal in missing)]

    def _formula_place(self, cell: Cell) -> Mapping[int, int]:
        if isinstance(self._model, LineModel):
            return {}
        return next((place.literals for place in self._formula.places if place.cell == cell), {})

    def _literals_with(self, mark: Mark, value: int) -> Iterator[int]:
        try:
            shown = list(self._model.values_at(mark.cell, value))
        except ValueError:
            raise mark.token.error("lines that stay on the board") from None
        for variable, held in shown:
            name = self._model.name_of(variable), self._model.shown_value(variable, held)
            if name in self._literal:
                yield self._literal[name]

    def hint(self, deadline: Deadline, most_rules: int, enough: Callable[[Step], bool]) -> Hint:
        entered = tuple(self._facts[literal] for literal in self._entered)
        search = StepSearch(self._formula, deadline, most_rules, tuple(self._entered))
        clashes = list(self._clashes(search.cores))
        if () in clashes:
            return Hint(self._problem, "none", entered=entered)
        if clashes:
            wrong = {literal for clash in clashes for literal in clash}
            explained = tuple(tuple(self._explained(clash, wrong)) for clash in clashes)
            return Hint(self._problem, "wrong", clashes=explained, entered=entered)
        if self._shows_an_answer():
            return Hint(self._problem, "complete", entered=entered)
        wording = Wording(self._formula, self._facts, tuple(self._entered), most_rules)
        steps: list[Step] = []
        for step in wording.steps(search.deductions()):
            steps.append(step)
            if enough(step):
                break
        if steps:
            return Hint(self._problem, "step", steps[-1], entered=entered, passed=tuple(steps[:-1]))
        return Hint(self._problem, "open" if search.is_open else "complete", entered=entered)

    def _shows_an_answer(self) -> bool:
        """Whether all that answers show is entered or given; what no answer shows may be open."""
        known = {*self._entered, *self._formula.givens}
        shown = (place for place in self._formula.places if not (place.is_aside or place.is_hidden))
        return all(not known.isdisjoint(place.literals.values()) for place in shown)

    def _clashes(self, cores: Cores) -> Iterator[tuple[int, ...]]:
        """Entries that no answer has, as `Hint.clashes`; an empty one if there is no answer."""
        left = list(self._entered)
        if cores.answer(left) is not None:
            return
        answer = cores.answer()
        if answer is None:
            yield ()
            return
        for literal, _ in cores.refuted(self._entered, set(answer)):
            yield (literal,)
            left.remove(literal)
        while cores.answer(left) is None:

            def core_of(entries: Sequence[int]) -> Sequence[int] | None:
                return None if cores.answer(entries) is not None else entries

            clash = by_deletion(left, core_of) or ()
            yield clash
            left = [literal for literal in left if literal not in clash]

    def _explained(self, clash: Sequence[int], wrong: Collection[int]) -> Iterator[WrongEntry]:
        right = [literal for literal in self._entered if literal not in wrong]
        for literal in clash:
            token = self._entered[literal]
            others = [other for other in self._entered if other != literal]
            near = [*right, *(other for other in clash if other != literal)]
            rules = self._rule_against(literal, (right, near, others))
            yield WrongEntry(self._facts[-literal], rules, token.line, token.column, len(clash) > 1)

    def _rule_against(self, literal: int, knowns: Sequence[Sequence[int]]) -> tuple[str, ...]:
        """The label of a rule that excludes a literal together with what is known; rules of givens first."""
        formula = self._formula
        own = next(place for place in formula.literals if {literal, -literal} & set(place.values()))
        near = {abs(one) for one in own.values()}
        for known in ((), *((*formula.givens, *entries) for entries in knowns)):
            for label, clauses in zip(formula.labels, formula.clauses, strict=True):
                variables = {abs(x) for clause in clauses for x in clause}
                if variables.isdisjoint(near):
                    continue
                scope = variables | near
                with CompiledSolver(SOLVER) as solver:
                    solver.add(clauses)
                    solver.add(clause for clause in formula.domains if {abs(x) for x in clause} <= scope)
                    seen = [x for x in known if abs(x) in scope]
                    if not solver.solve([literal, *seen]) and solver.solve(seen):
                        return (label,)
        return ()


def _values_of_cells(model: GridModel[Any]) -> Mapping[Cell, Sequence[int]]:
    """The values of each cell that answers show."""
    if isinstance(model, LineModel):
        values = tuple(model.puzzle.answer_words)
        return {(r, c): values for r in range(model.rows) for c in range(model.columns)}
    cells = (variable for variable in model.domains if isinstance(variable[0], int))
    named = (cell for cell in cells if model.name_of(cell) == model.puzzle.cell_name(*cell))
    return {cell: model.domains[cell] for cell in named if model.in_answers(cell)}
