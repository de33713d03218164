"""What f-puzzles says of the borders that have no mark: ``nonconsecutive``, and the list ``negative``.

``ratio`` and ``difference`` in the list speak of the numbers of the dots that there are, or of the usual one.

Source: what f-puzzles writes, as the public code of solvers reads it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ..constraint import Constraint
from ..constraints.anti_consecutive import AntiConsecutive
from ..constraints.difference import Difference
from ..constraints.ratio import Ratio
from ..constraints.strict_difference import StrictDifference
from ..constraints.strict_ratio import StrictRatio
from ..constraints.strict_xv import StrictXv
from .checked_json import Json

_FLAG, _LIST = NEGATIVES = ("nonconsecutive", "negative")
_CONSECUTIVE = 1


def negatives(top: Json, others: Sequence[Constraint]) -> Iterator[Constraint]:
    """What is said of unmarked borders; `others` have the marks."""
    if top.is_on(_FLAG):
        marked = any(isinstance(one, Difference | Ratio) for one in others)
        yield StrictDifference((_CONSECUTIVE,)) if marked else AntiConsecutive()
    members = top.members()
    for name in members[_LIST].items() if _LIST in members else ():
        kinds = _kinds(others)
        if not isinstance(name.data, str) or name.data not in kinds:
            raise name.error(" or ".join(kinds))
        yield kinds[name.data]


def _kinds(others: Sequence[Constraint]) -> dict[str, Constraint]:
    """What the words of the list mean beside these marks."""
    ratios = {one.number for one in others if isinstance(one, Ratio)}
    differences = {one.number for one in others if isinstance(one, Difference)}
    return {
        "ratio": StrictRatio(tuple(sorted(ratios or {2}))),
        "difference": StrictDifference(tuple(sorted(differences or {1}))),
        "xv": StrictXv(),
    }


class Negatives(NamedTuple):
    """What f-puzzles says of unmarked borders, and the constraints that it says so."""

    members: dict[str, Any]
    stated: list[Constraint]


def written_negatives(constraints: Sequence[Constraint]) -> Negatives:
    """Those of the constraints that can be said so."""
    names: dict[Constraint, str] = {one.among(constraints): name for name, one in _kinds(constraints).items()}
    consecutive: list[Constraint] = [StrictDifference((_CONSECUTIVE,)).among(constraints)]
    if not any(isinstance(one, Difference | Ratio) for one in constraints):
        consecutive.append(AntiConsecutive())
    flags = [one for one in constraints if one in consecutive]
    listed = [one for one in constraints if one in names and one not in flags]
    members: dict[str, Any] = {_FLAG: True} if flags else {}
    if listed:
        members[_LIST] = [names[one] for one in listed]
    return Negatives(members, [*flags, *listed])
