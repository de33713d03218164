"""The encodings of a kind whose puzzles are stated in the constraint language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from ..language import AllDifferent, Binary, GridModel, Rule, equals
from ..problems.grid import Grid, cell_name
from ..problems.layout import Layout
from ..problems.problem import AnyProblem
from .reduction import AnyEncoding, Encoding, always, never
from .to_cnf import ENCODERS, MIXED, Encoders, to_cnf
from .to_cover import to_cover
from .variables import filled

P = TypeVar("P", bound=AnyProblem)

NAMED = {"mixed": MIXED, **ENCODERS}
"""The encoders of formulas, by the names that routes have for them."""


def board_rules(layout: Layout, givens: Grid, offset: int = 0) -> Iterator[Rule]:
    """The rules of a board without constraints: its rows, columns and boxes, then its given cells.

    `offset` is what the grid of givens adds to a digit.
    """
    yield from (Rule(name, AllDifferent(cells)) for name, cells in layout.units())
    for number, (cell, held) in enumerate(filled(givens)):
        value = held - offset
        yield Rule(f"{cell_name(cell)} is {value}", equals(cell, value), number)


def grid_encodings(
    kind: str,
    model: Callable[[P], GridModel[P]],
    names: Sequence[str] = (*NAMED, "cover"),
    preferred: str = "cover",
    givens_apart: bool = True,
    heavy: Callable[[P], bool] = never,
    alternative: bool = False,
) -> tuple[AnyEncoding, ...]:
    """Encodings to CNF, called ``cnf:mixed``, ``cnf:regular`` and so on, and to exact cover.

    Parameters
    ----------
    kind : str
    model : puzzle -> GridModel
    names : sequence of str
        Those of `NAMED`, and ``cover``, that the kind has.
    preferred : str
        The one that is used by default.
    givens_apart : bool
        Whether rules say by `Rule.given` which given they state.
    heavy : puzzle -> bool
        Whether the cover may be large or slow to search, so that it is not tried by default.
    alternative : bool
        Whether they are used only where they are named.
    """

    def says_more(puzzle: P) -> bool:
        return any(_has_encoders(rule.primitive) for rule in model(puzzle).rules)

    def formula(name: str, encoders: Encoders) -> AnyEncoding:
        return Encoding(
            f"cnf:{name}",
            kind,
            "cnf",
            encoders.about,
            lambda puzzle: to_cnf(model(puzzle), encoders),
            preferred=name == preferred,
            givens_apart=givens_apart,
            model=model,
            fits=always if name == "mixed" else says_more,
            alternative=alternative,
        )

    found = [formula(name, encoders) for name, encoders in NAMED.items() if name in names]
    if "cover" in names:
        found.append(
            Encoding(
                "cover",
                kind,
                "cover",
                "an option for each cell and value",
                lambda puzzle: to_cover(model(puzzle)),
                preferred=preferred == "cover",
                heavy=heavy,
                model=model,
                alternative=alternative,
            )
        )
    return tuple(found)


def _has_encoders(primitive: Any) -> bool:
    if isinstance(primitive, AllDifferent):
        return not primitive.is_plain
    return not isinstance(primitive, Binary)
