"""Building an exact cover by numbers, with one table that encodes and decodes answers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Generic, TypeVar

from ..kinds.exact_cover.rules import Cover, ExactCover, PartialCover
from ..kinds.exact_cover.table import CoverNames, CoverTable
from ..problems.problem import AnyProblem
from .reduction import CellOrName, K, Names, Naming, Reduction, named, places_of

A = TypeVar("A")
P = TypeVar("P", bound=AnyProblem)


class CoverBuilder(Generic[K]):
    """An `ExactCover` while it is being written.

    Items, shades and options are numbers, and are added in families: a family has one function for its names,
    which is called when names are read.  An option that shows part of an answer has a *key* in the puzzle's
    own values: a square with a queen, a cell and its digit.  `encode` and `decode` both use these keys.
    """

    def __init__(self, option_name: Callable[[K], str]) -> None:
        """`option_name` returns the name of an option from its key."""
        self._option_name = option_name
        self._items, self._colours, self._aids = Names(), Names(), Names()
        self._primary_count = 0
        self._options: list[tuple[int, ...]] = []
        self._shown: list[tuple[int, ...]] = []
        self._shades: list[int] = []
        self._keys: dict[int, K] = {}
        self._at: dict[K, int] | None = None

    def primary(self, count: int, name: Naming) -> range:
        """A family of primary items; these come before all secondary ones."""
        assert len(self._items) == self._primary_count, "a primary item behind a secondary one"
        self._primary_count += count
        return self.secondary(count, name)

    def secondary(self, count: int, name: Naming) -> range:
        start = len(self._items)
        return self._items.add(range(start, start + count), name)

    def shades(self, items: Sequence[int], colours: Sequence[str]) -> range:
        """Add a shade of each of these colours for each of these secondary items, item by item."""
        start = len(self._shades)
        self._shades += [item for item in items for _ in colours]
        numbers = range(start, len(self._shades))
        return self._colours.add(numbers, lambda at: colours[at % len(colours)])

    def option(self, key: K, items: tuple[int, ...], shades: tuple[int, ...] = ()) -> None:
        """Add an option that is chosen exactly if an answer has what `key` shows."""
        self._keys[len(self._options)] = key
        self._options.append(items)
        self._shown.append(shades)

    def aids(self, options: Iterable[tuple[tuple[int, ...], tuple[int, ...]]], name: Naming) -> None:
        """Add options, as their items and shades, that show nothing of an answer.

        The keys of an answer must determine which of them are chosen.
        """
        start = len(self._options)
        for items, shades in options:
            self._options.append(items)
            self._shown.append(shades)
        self._aids.add(range(start, len(self._options)), name)

    def target(self, projection: Sequence[int] | None = None) -> ExactCover:
        table = CoverTable(
            self._primary_count,
            len(self._items),
            self._options,
            self._shown,
            self._shades,
            None if projection is None else tuple(projection),
        )
        return ExactCover.numbered(table, CoverNames(self._items.all, self._option_names, self._colours.all))

    def _option_names(self) -> tuple[str, ...]:
        places = range(len(self._options))
        return tuple(
            self._option_name(self._keys[at]) if at in self._keys else self._aids[at] for at in places
        )

    def keys(self, cover: Cover) -> list[K]:
        return [self._keys[at] for at in cover if at in self._keys]

    def part(self, keys: Iterable[K], refusal: Callable[[K], str]) -> PartialCover:
        """The options of these keys, with their shades; `ValueError` with a `refusal` if a key has none."""
        if self._at is None:
            self._at = {key: at for at, key in self._keys.items()}
        options = named(self._at, keys, refusal)
        return PartialCover(
            options, tuple(dict.fromkeys(shade for at in options for shade in self._shown[at]))
        )

    def reduction(
        self,
        source: P,
        target: ExactCover,
        *,
        keys: Callable[[A], Iterable[K]],
        answer: Callable[[list[K]], A],
        refusal: Callable[[K], str],
        shows: Callable[[K], Iterable[tuple[CellOrName, int]]],
        empty: Collection[CellOrName] = (),
    ) -> Reduction[P, ExactCover]:
        """The reduction to `target`, which has as many covers as `source` has answers.

        Parameters
        ----------
        keys : answer, or a part of one -> keys
            All keys of the answer.
        answer : keys -> answer
            From the keys of a whole cover.
        refusal : key -> message
            Why no answer has this key.
        shows : key -> (place, value) pairs
            The values that it shows.
        empty : places
            Those that an answer may leave empty; then no option shows a value of them.
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
                    for at, key in self._keys.items()
                    for spot, value in shows(key)
                ),
                empty,
            ),
        )
