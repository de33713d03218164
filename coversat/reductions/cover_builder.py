"""Building an exact cover, and the one table by which answers go there and back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Generic, TypeVar

from ..problems.exact_cover import Cover, ExactCover, Item, Option, PartialCover
from ..problems.problem import AnyProblem
from .reduction import K, Reduction, Spot, named, places_of

A = TypeVar("A")
P = TypeVar("P", bound=AnyProblem)


class CoverBuilder(Generic[K]):
    """An `ExactCover` while it is being written.

    An option that shows something of an answer stands under a *key*, which says in the puzzle's own values
    what it shows: a square with a queen, a cell and its digit.  `encode` and `decode` both read these keys.
    """

    def __init__(self) -> None:
        self._options: list[Option] = []
        self._at: dict[K, int] = {}
        self._keys: dict[int, K] = {}

    def option(
        self, key: K, name: str, items: Iterable[Item], colours: Iterable[tuple[Item, str]] = ()
    ) -> None:
        """One option more, chosen exactly when an answer has what `key` says."""
        self._at[key] = len(self._options)
        self._keys[len(self._options)] = key
        self._options.append(Option(name, tuple(items), tuple(colours)))

    def aids(self, options: Iterable[Option]) -> None:
        """Options more, of which an answer says nothing; those that it needs must follow from its keys."""
        self._options += options

    def target(
        self,
        primary: Iterable[Item],
        secondary: Iterable[Item] = (),
        projection: tuple[Item, ...] | None = None,
    ) -> ExactCover:
        """The cover of all options so far."""
        return ExactCover(tuple(primary), tuple(secondary), tuple(self._options), projection)

    def keys(self, cover: Cover) -> list[K]:
        """What the options of a cover show."""
        return [self._keys[at] for at in cover if at in self._keys]

    def part(self, keys: Iterable[K], refusal: Callable[[K], str]) -> PartialCover:
        """The options under these keys, with their colours; where there is none, `ValueError` as said."""
        options = named(self._at, keys, refusal)
        colours = dict.fromkeys(shade for at in options for shade in self._options[at].colours)
        return PartialCover(options, tuple(colours))

    def reduction(
        self,
        source: P,
        target: ExactCover,
        *,
        keys: Callable[[A], Iterable[K]],
        answer: Callable[[list[K]], A],
        refusal: Callable[[K], str],
        shows: Callable[[K], Iterable[tuple[Spot, int]]],
        empty: Collection[Spot] = (),
    ) -> Reduction[P, ExactCover]:
        """The reduction to `target`, which has as many covers as `source` has answers.

        Parameters
        ----------
        keys : answer, or a part of one -> keys
            All that it says.
        answer : keys -> answer
            From those of a whole cover.
        refusal : key -> words
            That the puzzle has no room for this.
        shows : key -> (place, value) pairs
            What it says of which places.
        empty : places
            Those that an answer may leave empty: of which then no option shows anything.
        """
        return Reduction(
            source,
            target,
            encode=lambda part: self.part(keys(part), refusal),
            decode=lambda cover: answer(self.keys(cover)),
            parsimonious=True,
            places=lambda: places_of(
                source,
                (
                    (spot, value, PartialCover((at,)))
                    for key, at in self._at.items()
                    for spot, value in shows(key)
                ),
                empty,
            ),
        )
