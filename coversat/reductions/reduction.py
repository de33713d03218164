"""A reduction: how an instance of one problem becomes an instance of another, with the way back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")
S = TypeVar("S")
T = TypeVar("T")
U = TypeVar("U")
SA = TypeVar("SA")
TA = TypeVar("TA")
UA = TypeVar("UA")


@dataclass(frozen=True)
class Reduction(Generic[S, T, SA, TA]):
    """One reduction, applied to `source`.

    Attributes
    ----------
    target : T
        The instance it becomes.
    encode : source answer -> part of a target answer
        What a source answer, or a part of one, fixes in the target: a tuple of literals for a `Cnf`, a
        `PartialCover` for an `ExactCover`.  Used to block a known answer and to assume clues.  A part that
        contradicts the givens fixes what no target answer holds; where the target has no name for it,
        `ValueError` says what contradicts.
    decode : target answer -> source answer
    parsimonious : bool
        True when the target has as many answers as the source.  Otherwise the target has a projection,
        under which the numbers are equal.
    given_clauses : tuple of tuples of int, or None
        For a `Cnf` that keeps the givens apart: for each given of the source, in the order of
        `Problem.given_names`, the places of the clauses that it alone adds.  Without all of these, the
        formula speaks of the problem without givens.
    """

    source: S
    target: T
    encode: Callable[[Any], Any]
    decode: Callable[[TA], SA]
    parsimonious: bool
    given_clauses: tuple[tuple[int, ...], ...] | None = None

    def then(self, other: Reduction[T, U, TA, UA]) -> Reduction[S, U, SA, UA]:
        """This reduction followed by `other`, whose source is this one's target."""
        return Reduction(
            self.source,
            other.target,
            lambda answer: other.encode(self.encode(answer)),
            lambda answer: self.decode(other.decode(answer)),
            self.parsimonious and other.parsimonious,
        )


@dataclass(frozen=True)
class Sharing(Generic[S]):
    """How problems of one shape share one exact cover, in which the givens of each select options.

    Attributes
    ----------
    shape : source -> value
        Equal for all problems that share; hashable.
    reduce : shape -> Reduction
        To the cover of everything of that shape, whatever the givens.  It decodes, and encodes, for all.
    forced : (that reduction, source) -> options
        By their places: the options that the givens select.  With these, and no others forced, the
        cover has the answers of the problem.
    """

    shape: Callable[[S], Any]
    reduce: Callable[[Any], Reduction[Any, Any, Any, Any]]
    forced: Callable[[Reduction[Any, Any, Any, Any], S], tuple[int, ...]]


@dataclass(frozen=True)
class Rule(Generic[S, T]):
    """A named reduction: an edge of the reduction graph.

    Attributes
    ----------
    name : str
        The target's kind, and behind a colon the variant where there are several: ``cnf:minimal``.
    source, target : str
        Kinds of problems.
    about : str
        One line for listings.
    apply : source -> Reduction
        Raises `ReductionError` for an instance that this encoding does not take.
    preferred : bool
        Whether it is taken when nobody names a route; of rules to the same target, at most one is.
    givens_apart : bool
        Whether the formulas have `given_clauses`.
    sharing : Sharing, optional
        For an exact cover that many problems can share, so that it is prepared once.
    """

    name: str
    source: str
    target: str
    about: str
    apply: Callable[[S], Reduction[S, T, Any, Any]]
    preferred: bool = False
    givens_apart: bool = False
    sharing: Sharing[S] | None = None


def named(table: Mapping[K, V], parts: Iterable[K], contradiction: Callable[[K], str]) -> tuple[V, ...]:
    """What stands in the target for the parts of an answer, for `encode`.

    Raises
    ------
    ValueError
        When nothing stands for a part, so that no answer has it; `contradiction` says why.
    """
    found = []
    for part in parts:
        if part not in table:
            raise ValueError(contradiction(part))
        found.append(table[part])
    return tuple(found)
