"""The encodings of a kind whose puzzles are stated in the constraint language."""

from __future__ import annotations

from typing import Any, TypeVar

from ..primitives import AllDifferent, Binary, Circuit
from ..primitives.models import CUTS, PARITY, VERDICT, GridEncodings
from ..problems.problem import AnyProblem
from .connectivity import add_by_cuts
from .encoders import ENCODERS, ENCODERS_OF_CYCLES, ENCODERS_OF_GRAPHS, MIXED, Encoders
from .hamiltonian import alternates
from .reduction import UP_TO_TWO, AnyEncoding, AnyReduction, Encoding, Sharing, always
from .to_cnf import to_cnf
from .to_cover import to_cover

P = TypeVar("P", bound=AnyProblem)

NAMED: dict[str, Encoders] = {"mixed": MIXED, **ENCODERS, **ENCODERS_OF_GRAPHS, **ENCODERS_OF_CYCLES}
"""The encoders of formulas, by the names that routes have for them."""


def grid_encodings(kind: str, stated: GridEncodings[P]) -> tuple[AnyEncoding, ...]:
    """Encodings to CNF, called ``cnf:mixed``, ``cnf:regular`` and so on, and to exact cover."""
    model, names = stated.model, stated.names
    if names is None:
        names = ("mixed", *ENCODERS, "cover")

    def says_more(puzzle: P) -> bool:
        return any(_has_encoders(rule.primitive) for rule in model(puzzle).rules)

    def alternate(puzzle: P) -> bool:
        loops = (rule.primitive for rule in model(puzzle).rules if isinstance(rule.primitive, Circuit))
        return any(alternates(loop.cells) for loop in loops)

    def formula(name: str, encoders: Encoders) -> AnyEncoding:
        return Encoding(
            f"cnf:{name}",
            kind,
            "cnf",
            encoders.about,
            lambda puzzle: to_cnf(model(puzzle), encoders, stated.givens_apart),
            preferred=name == stated.preferred,
            givens_apart=stated.givens_apart,
            model=model,
            fits=says_more if name in ENCODERS or encoders.file else alternate if name == PARITY else always,
            alternative=stated.alternative,
            by_cuts=encoders.connect is add_by_cuts,
            counted=stated.counted,
            file=encoders.file,
        )

    found = [
        formula(name, encoders)
        for name, encoders in NAMED.items()
        if name in names or (names and encoders.file)
    ]

    def forced(shared: AnyReduction, puzzle: Any) -> tuple[int, ...]:
        found: tuple[int, ...] = shared.encode(puzzle.givens).options
        return found

    def cover(puzzle: P) -> AnyReduction:
        return to_cover(model(puzzle))

    sharing = None if stated.blank is None else Sharing(stated.blank, cover, forced)
    if "cover" in names:
        found.append(
            Encoding(
                "cover",
                kind,
                "cover",
                "an option for each cell and value",
                cover,
                preferred=stated.preferred == "cover",
                model=model,
                alternative=stated.alternative,
                sharing=sharing,
            )
        )
    if (verdict := stated.verdict) is not None:
        found.append(
            Encoding(
                f"cnf:{VERDICT}",
                kind,
                "cnf",
                "no answer, one or several: normal answers, and those one step from them",
                lambda puzzle: to_cnf(verdict(puzzle), ENCODERS_OF_GRAPHS[CUTS], givens_apart=False),
                givens_apart=False,
                alternative=stated.alternative,
                by_cuts=True,
                keeps=UP_TO_TWO,
            )
        )
    return tuple(found)


def _has_encoders(primitive: Any) -> bool:
    if isinstance(primitive, AllDifferent):
        return not primitive.is_plain
    return not isinstance(primitive, Binary)
