"""A puzzle as clauses that belong to rules, for steps that name the rules they use.

The formula is that of the model with connectivity by cuts. The rules of a loop are stated for each point, so
that a step names the points that it needs; its connectivity is a rule of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, combinations
from typing import Any

from ..base.errors import ReductionError
from ..base.wording import counted
from ..primitives import AreasBySize, Circuit, Connected, Count, Table, equals
from ..primitives.models import GridModel, Rule, is_hidden
from ..problems import AnyProblem
from ..problems.cnf.connectivity import Connectivity
from ..problems.cnf.rules import Clause, Cnf
from ..problems.grid import Cell, cell_name
from . import model_of
from .encoders import ENCODERS_OF_GRAPHS
from .places import Literals, Place
from .to_cnf import formula_of


@dataclass(frozen=True)
class RuleClauses:
    """The clauses of each rule, and the literals of the facts.

    * places: all cells and edges, even those that answers do not show, and hidden cells with names.
    * domains: each place has exactly one value.
    * rules: in the constraint language; several may have one label.
    * clauses: of each rule.
    * givens (tuple of literals): the facts that the puzzle states.
    * answer: the answer in which these literals are true.
    """

    formula: Cnf
    places: tuple[Place, ...]
    domains: tuple[Clause, ...]
    rules: tuple[Rule, ...]
    labels: tuple[str, ...]
    clauses: tuple[tuple[Clause, ...], ...]
    givens: tuple[int, ...]
    answer: Callable[[tuple[int, ...]], Any]

    @property
    def graphs(self) -> tuple[Connectivity, ...]:
        """Those of connectivity; the label of each is that of a rule."""
        return self.formula.graphs

    @property
    def variable_count(self) -> int:
        return self.formula.variable_count

    @cached_property
    def literals(self) -> tuple[Literals, ...]:
        """Of each place, by value."""
        return tuple(place.literals for place in self.places)

    @cached_property
    def rules_called(self) -> Mapping[str, Sequence[Rule]]:
        """The rules by their labels."""
        found: dict[str, list[Rule]] = {}
        for rule in self.rules:
            found.setdefault(rule.label, []).append(rule)
        return found

    @cached_property
    def exclusions(self) -> Mapping[int, Sequence[int]]:
        """For each value of a place with more than two, the values of such places that one clause excludes.

        Places that are left unsaid are none of these. The checker of steps derives the same independently.
        """
        places = [place.literals for place in self.places if not place.is_silent]
        found: dict[int, list[int]] = {
            literal: [] for place in places if len(place) > 2 for literal in place.values()
        }
        for clause in chain(self.domains, *self.clauses):
            if len(clause) == 2:
                a, b = clause
                if -a in found and -b in found:
                    found[-a].append(-b)
                    found[-b].append(-a)
        return found


def rule_clauses(problem: AnyProblem) -> RuleClauses:
    """The clauses of a puzzle, rule by rule.

    Raise `ReductionError` for a kind without rules in the constraint language.
    """
    stated = labelled_rules(problem)
    formula, shows = formula_of(stated, ENCODERS_OF_GRAPHS["cuts"])
    cnf = formula.cnf(shows.all())
    clauses = tuple(cnf.clauses)
    by_label: dict[str, list[Clause]] = {}
    owned: set[int] = set()
    for group in formula.groups:
        by_label.setdefault(group.label, []).extend(clauses[at] for at in group.parts)
        owned.update(group.parts)
    named = problem.given_cells()
    given = {rule.label for rule in stated.rules} - {
        rule.label for rule in stated.rules if not _is_given(rule, named)
    }
    return RuleClauses(
        cnf,
        tuple(
            Place(
                stated.name_of(cell),
                cell if isinstance(cell[0], int) and not is_hidden(cell, stated.rows) else None,
                {stated.shown_value(cell, value): x for value, x in shows.literals(cell).items()},
                stated.is_aside(cell),
                is_hidden(cell, stated.rows) and not stated.is_aside(cell),
            )
            for cell in shows.cells
            if stated.names_hidden or not is_hidden(cell, stated.rows)
        ),
        tuple(clause for at, clause in enumerate(clauses) if at not in owned),
        tuple(stated.rules),
        tuple(by_label),
        tuple(map(tuple, by_label.values())),
        tuple(clause[0] for label in by_label if label in given for clause in by_label[label] if clause),
        shows.decode,
    )


def _is_given(rule: Rule, named: Sequence[Sequence[Cell]]) -> bool:
    """Whether it states the value of the cell that has the given, and not, as a clue may, that of another."""
    primitive = rule.primitive
    return (
        rule.given is not None
        and isinstance(primitive, Count)
        and len(primitive.cells) == 1
        and primitive == equals(primitive.cells[0], next(iter(primitive.values), 0))
        and primitive.cells[0] in named[rule.given]
    )


def labelled_rules(problem: AnyProblem) -> GridModel[Any]:
    """The model of a puzzle, with the rules that steps name.

    Raise `ReductionError` for a kind without rules in the constraint language.
    """
    stated = model_of(problem.kind)
    if stated is None:
        raise ReductionError(f"{problem.kind} has no rules in the constraint language")
    model = stated(problem)
    return replace(model, rules=tuple(_single_rules(model)))


def _single_rules(model: GridModel[Any]) -> Iterator[Rule]:
    """The same rules; those of a loop for each point, and its connectivity apart; of areas for each size."""
    for rule in model.rules:
        if isinstance(rule.primitive, AreasBySize):
            values = {value for cell in rule.primitive.cells for value in model.domains[cell]}
            for value in sorted(values.intersection(rule.primitive.values or values)):
                label = f"areas of {value} have {counted(value, 'cell')}"
                yield Rule(label, rule.primitive._replace(values=(value,)))
        elif isinstance(rule.primitive, Circuit):
            yield from _rules_of_loop(rule, rule.primitive, model.puzzle.point_name)
        else:
            yield rule


def _rules_of_loop(rule: Rule, loop: Circuit, name: Callable[[Cell], str]) -> Iterator[Rule]:
    at_point: dict[Cell, list[Any]] = {point: [] for point in loop.through}
    for edge in loop.cells:
        for point in edge:
            at_point.setdefault(point, []).append(edge)
    for point, edges in at_point.items():
        numbers = (2,) if point in loop.through else (0, 2)
        label = f"the loop does not end or branch at {name(point)}"
        yield Rule(label, Count(tuple(edges), (1,), numbers))
    if loop.inside:
        sides = (None, *loop.inside)
        for edge, faces in zip(loop.cells, loop.faces, strict=True):
            yield _inside_and_outside(edge, [sides[face] for face in dict.fromkeys(faces) if face], faces)
        yield from _areas(loop)
    links = tuple(pair for edges in at_point.values() for pair in combinations(edges, 2))
    yield Rule(rule.label, Count(loop.cells, (1,), range(1, len(loop.cells) + 1)))
    yield Rule(rule.label, Connected(loop.cells, (1,), links))


def _areas(loop: Circuit) -> Iterator[Rule]:
    """What one loop implies, and a person uses: both areas are in one piece."""
    beside = [tuple(loop.inside[face - 1] for face in pair if face) for pair in loop.faces]
    links = tuple((pair[0], pair[1]) for pair in beside if len(pair) == 2 and pair[0] != pair[1])
    border = tuple(dict.fromkeys(pair[0] for pair in beside if len(pair) == 1))
    yield Rule("cells inside the loop are connected", Connected(loop.inside, (1,), links))
    yield Rule("cells outside are connected with the border", Connected(loop.inside, (0,), links, border))


def _inside_and_outside(edge: Any, cells: Sequence[Any], faces: tuple[int, int]) -> Rule:
    names = " and ".join(map(cell_name, cells))
    if faces[0] == faces[1]:
        return Rule(f"the same area is on both sides: {names}", equals(edge, 0))
    if len(cells) == 1:
        label = f"a line separates inside and outside: {names} and the outside"
        return Rule(label, Table((edge, *cells), ((0, 0), (1, 1))))
    label = f"a line separates inside and outside: {names}"
    return Rule(label, Table((edge, *cells), ((0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0))))
