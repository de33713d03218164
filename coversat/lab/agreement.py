"""Whether routes agree: what can be said of their answers without a word about time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple


class Said(NamedTuple):
    """What a route said of a problem: its answers, whether these are all, whether one of them was wrong."""

    route: str
    answers: frozenset[Any]
    exhausted: bool
    wrong: bool = False


def disagreements(said: Sequence[Said]) -> tuple[str, ...]:
    """The routes that gave a wrong answer, or contradict the first that found all answers.

    A route that ended early contradicts nothing by the answers that it did not find.
    """
    wrong = [one.route for one in said if one.wrong]
    complete = next((one.answers for one in said if one.exhausted), None)
    if complete is None:
        return tuple(wrong)
    against = [
        one.route
        for one in said
        if not one.answers <= complete or (one.exhausted and one.answers != complete)
    ]
    return (*wrong, *against)
