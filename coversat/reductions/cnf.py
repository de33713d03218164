"""CNF to exact cover with colours, keeping the number of answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..errors import ReductionError
from ..problems.cnf import Clause, Cnf, Model
from ..problems.exact_cover import Cover, ExactCover, Option, PartialCover
from .reduction import Reduction, Rule

TRUE, FALSE = "1", "0"
MOST_OPTIONS = 200_000
"""Larger covers take minutes to set up, and gigabytes."""


def cnf_to_cover(source: Cnf) -> Reduction[Cnf, ExactCover]:
    """A primary item per variable and per clause; a variable's value is a colour.

    A clause's option "its first true literal is the i-th" gives the i-th literal's variable the colour
    that makes it true, and those before it the colour that makes them false: a model makes exactly one
    of them possible, so covers and models are as many.

    Raises
    ------
    ReductionError
        For a formula with more than `MOST_OPTIONS` literals and twice variables.
    """
    size = 2 * source.variable_count + sum(map(len, source.clauses))
    if size > MOST_OPTIONS:
        raise ReductionError(f"the cover would have {size} options; up to {MOST_OPTIONS} are built")
    variables = range(1, source.variable_count + 1)
    items = [f"variable{v}" for v in variables]
    items += [f"clause{n}" for n in range(1, len(source.clauses) + 1)]
    options: list[Option] = []
    literal_of: dict[int, int] = {}
    for v in variables:
        for literal in (v, -v):
            literal_of[len(options)] = literal
            options.append(Option(f"variable{v}={_value(literal)}", (f"variable{v}",), (_shade(literal),)))
    for number, clause in enumerate(source.clauses, 1):
        options += _clause_options(f"clause{number}", clause)

    def encode(part: Sequence[int]) -> PartialCover:
        return PartialCover(colours=tuple(map(_shade, part)))

    def decode(cover: Cover) -> Model:
        return tuple(sorted((literal_of[at] for at in cover if at in literal_of), key=abs))

    projection = None if source.projection is None else tuple(f"value{v}" for v in source.projection)
    target = ExactCover(tuple(items), tuple(f"value{v}" for v in variables), tuple(options), projection)
    return Reduction(source, target, encode, decode, parsimonious=source.projection is None)


def _value(literal: int) -> str:
    return TRUE if literal > 0 else FALSE


def _shade(literal: int) -> tuple[str, str]:
    """The coloured item that says this literal is true."""
    return f"value{abs(literal)}", _value(literal)


def _clause_options(item: str, clause: Clause) -> Iterator[Option]:
    """One option for each literal that can be the first true one: repeated literals cannot."""
    before: list[int] = []
    for literal in clause:
        if literal in before:
            continue
        # In a clause with x and not x, "not x is false" and "x is true" are the same colour.
        shades = dict.fromkeys([*(_shade(-earlier) for earlier in before), _shade(literal)])
        yield Option(f"{item}:{literal}", (item,), tuple(shades))
        before.append(literal)
        if -literal in before:
            return  # one of the two is true, so nothing behind them comes first


RULES = (
    Rule(
        "cover",
        "cnf",
        "cover",
        "a clause's options say which of its literals is the first true one",
        cnf_to_cover,
    ),
)
