"""CNF to exact cover with colours, keeping the number of answers; and its rules for solving steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from ..base.errors import ReductionError
from ..base.unfolded import Unfolded
from ..primitives import Contains, Table, Variable
from ..primitives.models import GridEncodings, GridModel, Rule
from ..problems.cnf.rules import Clause, Cnf, Model, clause_words
from ..problems.exact_cover.builder import CoverBuilder, PartialCover, named
from ..problems.exact_cover.rules import Cover, ExactCover
from .reduction import Encoding, Groups, Reduction

TRUE, FALSE = "1", "0"
MOST_OPTIONS = 200_000
"""Larger covers take minutes and gigabytes to set up."""


def cnf_to_cover(source: Cnf) -> Reduction[Cnf, ExactCover]:
    """A primary item per variable and per clause; a variable's value is a colour.

    A clause's option "its first true literal is the i-th" gives the i-th literal's variable the colour that
    makes it true, and those before it the colour that makes them false: a model makes exactly one of them
    possible, so there are as many covers as models.

    Raise `ReductionError` if the formula has more than `MOST_OPTIONS` literals plus twice its variables.
    """
    source = source.complete("an exact cover")
    size = 2 * source.variable_count + sum(map(len, source.clauses))
    if size > MOST_OPTIONS:
        raise ReductionError(f"the cover would have {size} options; up to {MOST_OPTIONS} are built")
    variables = range(1, source.variable_count + 1)
    board: CoverBuilder[int] = CoverBuilder(lambda literal: f"variable{abs(literal)}={_value(literal)}")
    of_variable = board.primary(len(variables), lambda at: f"variable{at + 1}")
    of_clause = board.primary(len(source.clauses), lambda at: f"clause{at + 1}")
    values = board.secondary(len(variables), lambda at: f"value{at + 1}")
    literals = [literal for v in variables for literal in (v, -v)]
    # For each literal, the shade that makes it true.
    shade_of = dict(zip(literals, board.shades(values, (TRUE, FALSE)), strict=True))
    for literal in literals:
        board.option(literal, (of_variable[abs(literal) - 1],), (shade_of[literal],))
    for item, clause in zip(of_clause, source.clauses, strict=True):
        ways = list(_first_true(clause))
        aids = (((item,), tuple(dict.fromkeys(shade_of[one] for one in true))) for true in ways)
        board.aids(aids, partial(_way_name, item - of_clause.start + 1, ways))

    def encode(part: Sequence[int]) -> PartialCover:
        return PartialCover(
            shades=named(shade_of, part, lambda literal: f"there is no variable {abs(literal)}")
        )

    def decode(cover: Cover) -> Model:
        return tuple(sorted(board.keys(cover), key=abs))

    projection = None if source.projection is None else [values[v - 1] for v in source.projection]
    target = ExactCover.numbered(board.table(projection), board.names)
    clauses = Groups(lambda at: clause_words(at + 1, source.clauses[at]), [*of_clause, of_clause.stop])
    return Reduction(source, target, encode, decode, source.projection is None, groups=Unfolded([clauses]))


def _value(literal: int) -> str:
    return TRUE if literal > 0 else FALSE


def _way_name(clause: int, ways: list[list[int]], at: int) -> str:
    return f"clause{clause}:{ways[at][-1]}"


def _first_true(clause: Clause) -> Iterator[list[int]]:
    """For each literal that can be the first true one (no repeated one), the shades that it requires.

    In a clause with x and not x, "not x is false" and "x is true" are the same.
    """
    before: list[int] = []
    for literal in clause:
        if literal in before:
            continue
        yield [*(-earlier for earlier in before), literal]
        before.append(literal)
        if -literal in before:
            return  # one of the two is true, so no literal after them comes first


class VariableModel(GridModel[Cnf]):
    """A variable for each one of the formula, 1 if it is true; in row 1 if the projection leaves it out."""

    def name_of(self, variable: Variable) -> str:
        return self.puzzle.variable_names[variable[1]]

    def values_of(self, answer: Model) -> Iterator[tuple[Variable, int]]:
        held = (((0, abs(literal) - 1), int(literal > 0)) for literal in answer)
        return ((variable, value) for variable, value in held if variable in self.domains)

    def answer_of(self, values: Iterable[tuple[Variable, int]]) -> Model:
        literals = ((at + 1 if value else -at - 1) for (_, at), value in values)
        return tuple(sorted(literals, key=abs))


def variable_model(source: Cnf) -> VariableModel:
    """Each clause has a true literal. Raise `ReductionError` for a formula with graphs."""
    source = source.complete("a list of steps")
    shown = {variable - 1 for variable in source.listed_variables()}
    variables = [(int(at not in shown), at) for at in range(source.variable_count)]
    rules = []
    for number, (clause, label) in enumerate(
        zip(dict.fromkeys(source.clauses), source.given_names(), strict=True)
    ):
        true = tuple(variables[abs(x) - 1] for x in dict.fromkeys(clause) if x > 0)
        false = tuple(variables[abs(x) - 1] for x in dict.fromkeys(clause) if x < 0)
        either = Contains(true, (1,)), Contains(false, (0,))
        rules.append(Rule(label, Table(either, ((0, 1), (1, 0), (1, 1))), number))
    return VariableModel(
        source,
        1,
        source.variable_count,
        dict.fromkeys(sorted(variables), (0, 1)),
        rules,
        names_hidden=True,
        hidden_aside=True,
    )


ENCODINGS = {
    "cnf": (
        Encoding(
            "cover",
            "cnf",
            "cover",
            "a clause's options say which of its literals is the first true one",
            cnf_to_cover,
        ),
        GridEncodings(variable_model, ()),
    )
}
