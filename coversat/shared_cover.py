"""Exact covers shared by problems of one shape: prepared once, with givens as forced options.

Without a named route, puzzles are tried here first. Easy puzzles, which are nearly all, are decided within
the nodes of a `FIRST_TURN`.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from .problems import AnyProblem
from .reductions import AnyEncoding, encodings_from
from .routing import Route, begin, judged_answers
from .solvers import AnswerStream, Limits
from .solvers.bitset_cover import BITSET, PreparedCover

SHAPES = 4
"""How many shapes are kept prepared; a large one takes some tens of megabytes."""


class SharedCover:
    """The exact cover of a shape, prepared once.

    Attributes
    ----------
    route : str
        The route reported for answers found here.
    """

    def __init__(self, rule: AnyEncoding, shape: Any) -> None:
        assert rule.sharing is not None
        self.route = f"{rule.name}/{BITSET.name}"
        self.reduction = rule.sharing.reduce(shape)
        self._forced = rule.sharing.forced
        self._prepared = PreparedCover(self.reduction.target)

    def two(self, problem: AnyProblem, limits: Limits) -> AnswerStream[Any]:
        """At most two answers of a problem of this shape, each checked."""
        search = self._prepared.answers(None, self._forced(self.reduction, problem), (), limits)
        return judged_answers(problem, self.reduction, search, self.route, 2)


_prepared: OrderedDict[Any, SharedCover] = OrderedDict()


def shared_cover(rule: AnyEncoding, shape: Any) -> SharedCover:
    """The cover of a shape; the `SHAPES` most recently used are cached."""
    key = rule.source, rule.name, shape
    if key not in _prepared:
        _prepared[key] = SharedCover(rule, shape)
        if len(_prepared) > SHAPES:
            _prepared.popitem(last=False)
    _prepared.move_to_end(key)
    return _prepared[key]


def sharing_rule(kind: str) -> AnyEncoding | None:
    """The rule of a kind whose covers are shared."""
    return next((rule for rule in encodings_from(kind) if rule.sharing is not None), None)


def two_by(problem: AnyProblem, route: Route, limits: Limits) -> AnswerStream[Any]:
    """At most two answers by a route; an exact cover that problems of one shape can share is shared."""
    sharing = route.rules[0].sharing if route.rules else None
    shape = None if sharing is None else sharing.shape(problem)
    if shape is None:
        return begin(problem, route, limits._replace(answers=2))
    return shared_cover(route.rules[0], shape).two(problem, limits)
