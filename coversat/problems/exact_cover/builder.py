"""Exact covers in numbers, and puzzles that are stated as one.

A puzzle that is not a grid, such as a packing, is modelled by items and options. Each option has a *key*:
what an answer has if the option is chosen, in the puzzle's own values. The model of queens::

    def queens_model(puzzle):
        board = CoverBuilder(cell_name)
        rows = board.primary(puzzle.size, lambda at: f"row{at + 1}")
        columns = board.primary(puzzle.size, lambda at: f"column{at + 1}")
        ...
        for r, c in product(range(puzzle.size), repeat=2):
            board.option((r, c), (rows[r], columns[c], down[c - r + puzzle.size - 1], up[r + c]))
        return board.model(puzzle, keys=enumerate, ...)

    ENCODINGS = (CoverEncoding("an option for each square", queens_model),)

`reductions.reduction.cover_reduction` makes it a reduction to an `ExactCover`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

A = TypeVar("A")
K = TypeVar("K")
P = TypeVar("P")
V = TypeVar("V")

CellOrName = tuple[int, int] | str
"""A cell of an answer, or the name of another part that has a value."""
Naming = Callable[[int], str]
"""The name of a member of a family, from its position in the family."""


class CoverTable(NamedTuple):
    """Items, options and shades as indices; a *shade* is one colour of one secondary item.

    * primary_count, item_count: the primary items come first, followed by the secondary ones.
    * options (per option, the items that it covers without a colour)
    * colours (per option, the shades that it shows)
    * shades (per shade, its item)
    * projection (items, or None): see `ExactCover`.
    """

    primary_count: int
    item_count: int
    options: Sequence[tuple[int, ...]]
    colours: Sequence[tuple[int, ...]]
    shades: Sequence[int] = ()
    projection: tuple[int, ...] | None = None

    @property
    def secondary(self) -> range:
        return range(self.primary_count, self.item_count)

    def shown(self) -> list[list[int]]:
        """For each shade, the options that show it, in increasing order."""
        if not self.shades:
            return []
        showing: list[list[int]] = [[] for _ in self.shades]
        for option, shades in enumerate(self.colours):
            for shade in shades:
                showing[shade].append(option)
        return showing

    def covering(self) -> list[list[int]]:
        """For each item, the options that cover it without a colour, in increasing order."""
        found: list[list[int]] = [[] for _ in range(self.item_count)]
        for option, items in enumerate(self.options):
            for item in items:
                found[item].append(option)
        return found


class CoverNames(NamedTuple):
    """The names of the parts of a `CoverTable`: sequences that are created on demand."""

    items: Callable[[], tuple[str, ...]]
    options: Callable[[], tuple[str, ...]]
    colours: Callable[[], tuple[str, ...]]
    """For each shade, the name of its colour, which other items' shades may share."""


class PartialCover(NamedTuple):
    """What a partial answer determines: its options, and the shades (`CoverTable`) that they show."""

    options: tuple[int, ...] = ()
    shades: tuple[int, ...] = ()


class Names(Mapping[int, str]):
    """The names of numbers, in families; a name is made whenever it is looked up."""

    def __init__(self) -> None:
        self._families: list[tuple[int, int, Naming]] = []

    def add(self, numbers: range, naming: Naming) -> range:
        """Name the next numbers, which are larger than those before; return them."""
        if numbers:
            self._families.append((numbers.start, numbers.stop, naming))
        return numbers

    def __getitem__(self, number: int) -> str:
        at = bisect_right(self._families, number, key=lambda family: family[0]) - 1
        if at < 0 or number >= self._families[at][1]:
            raise KeyError(number)
        start, _, naming = self._families[at]
        return naming(number - start)

    def __iter__(self) -> Iterator[int]:
        for start, stop, _ in self._families:
            yield from range(start, stop)

    def __len__(self) -> int:
        return sum(stop - start for start, stop, _ in self._families)

    def all(self) -> tuple[str, ...]:
        """The names, in the order of their numbers."""
        return tuple(naming(at) for start, stop, naming in self._families for at in range(stop - start))

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)


def named(table: Mapping[K, V], parts: Iterable[K], contradiction: Callable[[K], str]) -> tuple[V, ...]:
    """The entries of a table for the parts of an answer, for `Reduction.encode`.

    Raise `ValueError` if a part has no entry, so that no answer has it; `contradiction` returns the message.
    """
    found = []
    for part in parts:
        if part not in table:
            raise ValueError(contradiction(part))
        found.append(table[part])
    return tuple(found)


class CoverModel(NamedTuple, Generic[P, K]):
    """A puzzle as an exact cover that has as many covers as the puzzle has answers.

    * shown (mapping from options to keys): options without a key follow from the others.
    * keys (answer, or a part of one -> keys): all keys of the answer.
    * answer (keys -> answer): from the keys of a whole cover.
    * refusal (key -> message): why no answer has this key.
    * shows (key -> (place, value) pairs): the values that it shows.
    * empty (places): those that an answer may leave empty; then no option shows a value of them.
    """

    source: P
    table: CoverTable
    names: CoverNames
    shown: Mapping[int, K]
    keys: Callable[[Any], Iterable[K]]
    answer: Callable[[list[K]], Any]
    refusal: Callable[[K], str]
    shows: Callable[[K], Iterable[tuple[CellOrName, int]]]
    empty: Collection[CellOrName] = ()


class CoverEncoding(NamedTuple):
    """The exact cover of a kind, as a value; the attributes are those of an `Encoding`."""

    about: str
    model: Callable[[Any], CoverModel[Any, Any]]
    preferred: bool = True


class CoverBuilder(Generic[K]):
    """An exact cover while it is being written.

    Items, shades and options are numbers, and are added in families: a family has one function for its names,
    which is called when names are read.
    """

    def __init__(self, option_name: Callable[[K], str]) -> None:
        """`option_name` returns the name of an option from its key."""
        self._option_name = option_name
        self._items, self._colours, self._aids = Names(), Names(), Names()
        self._primary_count = self._item_count = 0
        self._options: list[tuple[int, ...]] = []
        self._shown: list[tuple[int, ...]] = []
        self._shades: list[int] = []
        self._keys: dict[int, K] = {}

    def primary(self, count: int, name: Naming) -> range:
        """A family of primary items; these come before all secondary ones."""
        assert self._item_count == self._primary_count, "a primary item behind a secondary one"
        self._primary_count += count
        return self.secondary(count, name)

    def secondary(self, count: int, name: Naming) -> range:
        start = self._item_count
        self._item_count += count
        return self._items.add(range(start, self._item_count), name)

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

    def options(self, keys: Sequence[K], items: Iterable[tuple[int, ...]]) -> None:
        """Add an option for each key, without shades."""
        self._keys.update(enumerate(keys, len(self._options)))
        self._options += items
        self._shown += [()] * len(keys)

    def aids(self, options: Iterable[tuple[tuple[int, ...], tuple[int, ...]]], name: Naming) -> None:
        """Add options, as their items and shades, that show nothing of an answer.

        The keys of an answer must determine which of them are chosen.
        """
        start = len(self._options)
        for items, shades in options:
            self._options.append(items)
            self._shown.append(shades)
        self._aids.add(range(start, len(self._options)), name)

    def table(self, projection: Sequence[int] | None = None) -> CoverTable:
        return CoverTable(
            self._primary_count,
            self._item_count,
            self._options,
            self._shown,
            self._shades,
            None if projection is None else tuple(projection),
        )

    @property
    def names(self) -> CoverNames:
        return CoverNames(self._items.all, self._option_names, self._colours.all)

    def _option_names(self) -> tuple[str, ...]:
        places = range(len(self._options))
        return tuple(
            self._option_name(self._keys[at]) if at in self._keys else self._aids[at] for at in places
        )

    def keys(self, cover: Iterable[int]) -> list[K]:
        return [self._keys[at] for at in cover if at in self._keys]

    def model(
        self,
        source: P,
        *,
        keys: Callable[[A], Iterable[K]],
        answer: Callable[[list[K]], A],
        refusal: Callable[[K], str],
        shows: Callable[[K], Iterable[tuple[CellOrName, int]]],
        empty: Collection[CellOrName] = (),
    ) -> CoverModel[P, K]:
        """The model of a puzzle; the parameters are those of `CoverModel`."""
        return CoverModel(source, self.table(), self.names, self._keys, keys, answer, refusal, shows, empty)
