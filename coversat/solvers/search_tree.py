"""Search trees that one can enter anywhere: what is enough to judge a tree by a sample of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

N = TypeVar("N")


class Seen(NamedTuple):
    """What was seen of a part of a tree: its nodes, and the answers among them."""

    nodes: float
    answers: float


class SearchTree(Protocol[N]):
    """The tree of one search; its nodes are values.

    Attributes
    ----------
    reach : int
        So many nodes are searched about as fast as one is opened here.
    """

    reach: int

    def root(self) -> N | None:
        """Where the search begins; None where it is over before."""

    def open(self, node: N) -> Sequence[N] | Seen | None:
        """The nodes below one; what is seen of a leaf; None where only the search can go on.

        There is one answer at most below the last, and the search ends with it.
        """

    def width(self, node: N) -> int:
        """How large what is below may be: a coarse figure, equal where two nodes are alike."""

    def below(self, node: N, most: int | None) -> Seen | None:
        """What a search sees that begins at a node; None where it would visit more than `most` nodes."""


@runtime_checkable
class TreeSolver(Protocol):
    """A solver whose search is a tree that can be entered anywhere."""

    def tree(self, problem: Any) -> SearchTree[Any]:
        """The tree of the search that visits every distinct answer of a problem."""
