"""A reduction: an instance of one problem, stated as an instance of another; and named encodings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from ..base.unfolded import Several, Unfolded

if TYPE_CHECKING:  # a puzzle that a direct search decides needs none of these
    from ..primitives.models import GridModel
    from ..problems.exact_cover.builder import CoverEncoding, CoverModel, PartialCover
    from ..problems.exact_cover.rules import ExactCover
    from .places import ShownPlace

K = TypeVar("K")
S = TypeVar("S")
T = TypeVar("T")
U = TypeVar("U")


class Group(NamedTuple):
    """The part of a target that states one rule of the source.

    * label: what the rule is called, in words a person would use.
    * parts: positions of clauses of a `Cnf`, or items of an `ExactCover`.
    """

    label: str
    parts: Sequence[int]


class Groups(Several[Group]):
    """Groups that follow each other; `ends` are the positions where they begin, and the end of the last."""

    def __init__(self, label: Callable[[int], str], ends: Sequence[int]) -> None:
        self.label, self.ends = label, ends

    def each(self) -> Iterator[Group]:
        for at, (first, stop) in enumerate(pairwise(self.ends)):
            yield Group(self.label(at), range(first, stop))


class CarriedGroups(Several[Group]):
    """The groups of two reductions in sequence: what the second makes of each part of the first's target.

    Where one of them has no groups, those of the other's own problem remain.
    """

    def __init__(self, first: Sequence[Group], second: Sequence[Group]) -> None:
        self.first, self.second = first, second

    def each(self) -> Iterator[Group]:
        if not self.first:
            yield from self.second
            return
        # The groups of a formula or a cover are its clauses or items, in order.
        for label, parts in self.first if self.second else ():
            yield Group(label, [at for part in parts for at in self.second[part].parts])


class Reduction(NamedTuple, Generic[S, T]):
    """One reduction, applied to `source`.

    * target: the instance it becomes.
    * encode (source answer -> part of a target answer): what a source answer, or a part of one, fixes in the
      target: a tuple of literals for a `Cnf`, a `PartialCover` for an `ExactCover`.  Used to block a known
      answer and to assume clues.  A whole answer fixes all that `places` show of it.  A part that contradicts
      the givens fixes what no target answer holds; where the target has no name for it, `ValueError` says
      what contradicts.
    * decode (target answer -> source answer)
    * parsimonious: true when the target has as many answers as the source.  Otherwise the target has a
      projection, under which the numbers are equal.
    * given_clauses: for a `Cnf` that keeps the givens apart: for each given of the source, in the order of
      `Problem.given_names`, the places of the clauses that it alone adds.  Without all of these, the formula
      speaks of the problem without givens.
    * places (() -> tuple of ShownPlace, or None): what the target's answers show of the source's, place by
      place: enough to tell these apart.  None for the identity.
    * groups: the clauses or items of each rule, if the source is stated in the constraint language. Of a
      source that is a formula or a cover itself, those of each of its clauses or items, in order.
    * solver: the name of a solver that is better for the target than the usual one.
    """

    source: S
    target: T
    encode: Callable[[Any], Any]
    decode: Callable[[Any], Any]
    parsimonious: bool
    given_clauses: tuple[tuple[int, ...], ...] | None = None
    places: Callable[[], tuple[ShownPlace, ...]] | None = None
    groups: Sequence[Group] = ()
    solver: str | None = None

    def then(self, other: Reduction[T, U]) -> Reduction[S, U]:
        """This reduction followed by `other`, whose source is this one's target."""
        places = self.places
        return Reduction(
            self.source,
            other.target,
            lambda answer: other.encode(self.encode(answer)),
            lambda answer: self.decode(other.decode(answer)),
            self.parsimonious and other.parsimonious,
            places=places and (lambda: tuple(place.carried(other.encode) for place in places())),
            groups=Unfolded([CarriedGroups(self.groups, other.groups)]),
            solver=other.solver,
        )


AnyReduction = Reduction[Any, Any]


class Sharing(NamedTuple, Generic[S]):
    """How problems of one shape share one exact cover or one formula; the givens of each add to it.

    * shape (source -> value): equal for all problems that share; hashable. None for a problem that shares
      nothing.
    * reduce (shape -> Reduction): to the cover or the formula of everything of that shape, whatever the
      givens.  It decodes, and encodes, for all.
    * forced ((that reduction, source) -> options or literals): the options that the givens select, by their
      places: with these, and no others forced, the cover has the answers of the problem.  Or the literals of
      unit clauses: with these at its end, the formula is that of the problem.
    """

    shape: Callable[[S], Any]
    reduce: Callable[[Any], AnyReduction]
    forced: Callable[[AnyReduction, S], tuple[int, ...]]


def always(source: object) -> bool:
    """True for every source."""
    return True


EXACT, PROJECTED, UP_TO_TWO, MANY = "P", "Q", "V", "N"
"""Classes of reductions: as many answers; as many under a projection; none, one or several answers under a
projection if there are none, one or several, which suffices for a verdict; neither."""


class Encoding(NamedTuple, Generic[S, T]):
    """A named reduction: an edge of the reduction graph.

    * name: the target's kind, and behind a colon the variant where there are several: ``cnf:minimal``.
    * source, target: kinds of problems.
    * about: one line for listings.
    * apply (source -> Reduction): raises `ReductionError` for an instance that this encoding cannot state.
    * preferred: whether it is used by default; at most one encoding to each target is.
    * givens_apart: whether the formulas have `given_clauses`.
    * fits (source -> bool): whether it differs from the preferred encoding; if not, it is not compared by
      default.
    * alternative: whether it is used only if it is named or compared, never by default.
    * by_cuts: whether the formulas may have graphs, so that their clauses alone do not state the problem.
    * counted: whether the formulas state how many literals are true, for solvers that take such constraints,
      as far as an instance has them.
    * sharing: for an exact cover or a formula that many problems can share, so that it is prepared once.
    * model (source -> GridModel): the rules of the source in the constraint language.
    * keeps: the class: `EXACT`, `PROJECTED`, `UP_TO_TWO` or `MANY`; empty if it depends on the instance,
      whose reduction is then of one of the first two.
    * reference: where it was published.
    * file: the file of a user that defines it, if one does: what it is used for rests on this file.
    """

    name: str
    source: str
    target: str
    about: str
    apply: Callable[[S], Reduction[S, T]]
    preferred: bool = False
    givens_apart: bool = False
    fits: Callable[[S], bool] = always
    sharing: Sharing[S] | None = None
    model: Callable[[S], GridModel[Any]] | None = None
    alternative: bool = False
    by_cuts: bool = False
    counted: bool = True
    keeps: str = ""
    reference: str = ""
    file: str = ""


def cover_encoding(kind: str, stated: CoverEncoding) -> AnyEncoding:
    """The encoding of a kind, called ``cover``."""
    return Encoding(
        "cover",
        kind,
        "cover",
        stated.about,
        lambda puzzle: cover_reduction(stated.model(puzzle)),
        preferred=stated.preferred,
    )


def cover_reduction(model: CoverModel[Any, K]) -> Reduction[Any, ExactCover]:
    """The reduction of a puzzle to the exact cover that models it."""
    # Direct searches need no cover.
    from ..problems.exact_cover.builder import PartialCover, named
    from ..problems.exact_cover.rules import ExactCover

    option_of: dict[K, int] = {}

    def encode(part: Any) -> PartialCover:
        if not option_of:
            option_of.update((key, option) for option, key in model.shown.items())
        options = named(option_of, model.keys(part), model.refusal)
        shades = (shade for option in options for shade in model.table.colours[option])
        return PartialCover(options, tuple(dict.fromkeys(shades)))

    def places() -> tuple[ShownPlace, ...]:
        from .places import places_of

        shown = (
            (place, value, PartialCover((option,)))
            for option, key in model.shown.items()
            for place, value in model.shows(key)
        )
        return places_of(model.source, shown, model.empty)

    return Reduction(
        model.source,
        ExactCover.numbered(model.table, model.names),
        encode,
        decode=lambda cover: model.answer([model.shown[at] for at in cover if at in model.shown]),
        parsimonious=True,
        places=places,
    )


AnyEncoding = Encoding[Any, Any]
