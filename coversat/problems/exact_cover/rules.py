"""Exact cover with colours (XCC): Knuth, TAOCP volume 4B, section 7.2.2.1.

An answer is the tuple of indices of the chosen options in `ExactCover.options`, in increasing order.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, Self

from ...base.errors import ArgumentError, ReductionError
from ...base.wording import clear, counted, different
from ..networks import MOST_EDGES, named_graph
from ..problem import Problem, Violation
from ..text import token_lines
from .builder import CoverNames, CoverTable

Item = str
Cover = tuple[int, ...]

ITEM_NAME = re.compile(r"[^\s|:]+")
_HEADING = re.compile(r"[0-9]+:")


class Option(NamedTuple):
    """A named set of items; `colours` are the secondary items it covers with a colour."""

    name: str
    items: tuple[Item, ...]
    colours: tuple[tuple[Item, str], ...] = ()

    def __str__(self) -> str:
        return " ".join([*self.items, *(f"{item}:{colour}" for item, colour in self.colours)])


class ExactCover(Problem[Cover]):
    """Choose options so that each primary item is covered exactly once, each secondary at most once.

    A secondary item may be covered several times if every option that covers it gives it the same colour.
    With a `projection` (secondary items that options cover by colours only), two covers that give those
    items the same colours count as one.

    Attributes
    ----------
    primary, secondary : tuple of names
    options : tuple of Option
    projection : tuple of names, or None
    table : CoverTable
        The same in numbers. Encoders create numbers and add names on demand; readers create names first.

    Raises
    ------
    ValueError
        If names are repeated or unwritable, or an option covers no primary item, covers an item twice or
        names one that does not exist, a coloured primary item, a projection on other items.
    """

    kind: ClassVar[str] = "cover"
    about: ClassVar[str] = "options that cover each item once, with secondary items and colours"
    place_words: ClassVar[str] = "options"

    def __init__(
        self,
        primary: tuple[Item, ...],
        secondary: tuple[Item, ...],
        options: tuple[Option, ...],
        projection: tuple[Item, ...] | None = None,
    ) -> None:
        _check_items((*primary, *secondary))
        first, second = set(primary), set(secondary)
        known = first | second
        for number, option in enumerate(options, 1):
            wrong = _option_fault(option, known, first, second)
            if wrong:
                raise ArgumentError(f"option {option.name or f'number {number}'}: {wrong}")
        _check_projection(second, options, projection)
        self._begin(primary, secondary, options, projection)

    def _begin(
        self,
        primary: tuple[Item, ...],
        secondary: tuple[Item, ...],
        options: tuple[Option, ...],
        projection: tuple[Item, ...] | None,
    ) -> None:
        self.primary, self.secondary = primary, secondary
        self.options, self.projection = options, projection
        self.shades = tuple(dict.fromkeys(shade for option in options for shade in option.colours))

    @classmethod
    def of_sound_options(
        cls,
        primary: tuple[Item, ...],
        secondary: tuple[Item, ...],
        options: tuple[Option, ...],
        projection: tuple[Item, ...] | None,
    ) -> Self:
        """Construct from items and options that are already checked one by one."""
        _check_projection({*secondary}, options, projection)
        cover = cls.__new__(cls)
        cover._begin(primary, secondary, options, projection)
        return cover

    @classmethod
    def numbered(cls, table: CoverTable, names: CoverNames) -> Self:
        """Construct from numbers known to be valid, without checking them."""
        cover = cls.__new__(cls)
        cover.table, cover._names = table, names
        return cover

    _names: CoverNames

    @cached_property
    def _item_names(self) -> tuple[Item, ...]:
        return self._names.items()

    @cached_property
    def primary(self) -> tuple[Item, ...]:
        return self._item_names[: self.table.primary_count]

    @cached_property
    def secondary(self) -> tuple[Item, ...]:
        return self._item_names[self.table.primary_count :]

    @cached_property
    def projection(self) -> tuple[Item, ...] | None:
        projection = self.table.projection
        return None if projection is None else tuple(self._item_names[item] for item in projection)

    @cached_property
    def shades(self) -> tuple[tuple[Item, str], ...]:
        items = (self._item_names[item] for item in self.table.shades)
        return tuple(zip(items, self._names.colours(), strict=True))

    @cached_property
    def options(self) -> tuple[Option, ...]:
        items, shades, table = self._item_names, self.shades, self.table
        return tuple(
            Option(name, tuple([items[item] for item in covered]), tuple([shades[shade] for shade in shown]))
            for name, covered, shown in zip(self._names.options(), table.options, table.colours, strict=True)
        )

    @cached_property
    def table(self) -> CoverTable:
        item_at = {item: at for at, item in enumerate((*self.primary, *self.secondary))}
        shade_at = {shade: at for at, shade in enumerate(self.shades)}
        return CoverTable(
            len(self.primary),
            len(item_at),
            [tuple([item_at[item] for item in option.items]) for option in self.options],
            [tuple([shade_at[shade] for shade in option.colours]) for option in self.options],
            [item_at[item] for item, _ in self.shades],
            None if self.projection is None else tuple(item_at[item] for item in self.projection),
        )

    @property
    def items(self) -> tuple[Item, ...]:
        return (*self.primary, *self.secondary)

    @cached_property
    def colours_of(self) -> Mapping[Item, Sequence[str]]:
        """The colours of each item, in the order of `shades`."""
        found: dict[Item, list[str]] = {item: [] for item in self.items}
        for item, colour in self.shades:
            found[item].append(colour)
        return found

    def named(self, answer: Cover) -> dict[Any, Any]:
        """The items of each chosen option, by its name."""
        return {self.option_names[at]: self.options[at].items for at in answer}

    @cached_property
    def option_names(self) -> tuple[str, ...]:
        """The name of each option; repeated ones are numbered."""
        return different(option.name for option in self.options)

    def fact_words(self, place: str, value: int, holds: bool) -> str:
        what, _, name = place.partition(" ")
        if what != "item" or name not in self.colours_of:
            option = name if what == "option" and name in self.option_names else place
            return f"option {clear(option)} is {'' if holds == bool(value) else 'not '}chosen"
        shown = f"item {clear(name)}"
        colours = ("uncovered", *self.colours_of[name], "colourless")
        if not (value or holds):
            return f"{shown} is covered"
        return f"{shown} is {'' if holds else 'not '}{colours[value]}"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._value()

    def __eq__(self, other: object) -> bool:
        return self._value() == other._value() if isinstance(other, ExactCover) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._value())

    def __repr__(self) -> str:
        return f"<ExactCover: {self.render()}>"

    def _repr_html_(self) -> str:
        from ..overview import matrix_html

        return matrix_html(self)

    def _value(self) -> tuple[object, ...]:
        return self.primary, self.secondary, self.options, self.projection

    @classmethod
    def from_rows(
        cls,
        rows: Mapping[Any, Iterable[Any]] | Iterable[Iterable[Any]],
        secondary: Iterable[Any] = (),
        items: Iterable[Any] | None = None,
    ) -> Self:
        """The cover whose options are these rows of items.

        Parameters
        ----------
        rows : mapping from names to rows, or rows
            A row is a sequence of items, which are named by their texts; tuples such as ``("row", 1)``
            without blanks: ``(row,1)``.
        secondary : items
            Those that may be left uncovered.
        items : items, optional
            All items in their order, also those that no row has; by default those of the rows, as they occur.

        Raises
        ------
        ReductionError
            For a row that covers an item twice, or no primary item.

        Examples
        --------
        >>> from coversat import ExactCover, solve
        >>> rows = [[1, 4, 7], [1, 4], [4, 5, 7], [3, 5, 6], [2, 3, 6, 7], [2, 7]]
        >>> solve(ExactCover.from_rows(rows)).answers
        ((1, 3, 5),)
        """
        from .conversions import item_name, options_of

        options = options_of(rows)
        aside = tuple(map(item_name, secondary))
        known = [item for row in options.values() for item in row] if items is None else map(item_name, items)
        primary = tuple(item for item in dict.fromkeys(known) if item not in aside)
        try:
            return cls(primary, aside, tuple(Option(name, row) for name, row in options.items()))
        except ValueError as error:
            raise ReductionError(str(error)) from None

    @classmethod
    def from_matrix(cls, matrix: Any, names: Sequence[Any] | None = None, secondary: int = 0) -> Self:
        """The cover whose options are the rows of a matrix of 0 and 1, and whose items are its columns.

        Parameters
        ----------
        matrix : numpy array, scipy sparse array, or rows of numbers
        names : sequence, optional
            The names of the items; by default 1, 2, ...
        secondary : int
            How many of the last columns are secondary items.

        Raise `ReductionError` for other numbers, rows of different lengths, and rows without a primary item.
        """
        from .conversions import rows_of_matrix

        rows, width = rows_of_matrix(matrix)
        words = [str(at + 1) for at in range(width)] if names is None else list(map(str, names))
        if len(words) != width or not 0 <= secondary <= width:
            raise ReductionError(f"{len(words)} names and {secondary} secondary items for {width} columns")
        named_rows = [[words[at] for at in row] for row in rows]
        return cls.from_rows(named_rows, words[width - secondary :], words)

    def matrix(self, sparse: bool = False) -> Any:
        """The options as rows of a numpy array of 0 and 1, a column for each item, primary ones first.

        With `sparse`, a ``scipy.sparse.csr_array``. Raise `ReductionError` for a cover with colours.
        """
        from .conversions import matrix_of

        return matrix_of(self, sparse)

    def to_networkx(self, graph: str = "items", most_edges: int = MOST_EDGES) -> Any:
        """The graph of items, by name, and options, by position, as a ``networkx.Graph``.

        An edge joins an option to each item that it covers. Nodes have the attribute ``bipartite``, 0 for
        items and 1 for options; items have ``primary``, options ``name``, and edges ``colour`` if there is
        one. Raise `TooLargeError` for a graph with more edges than the limit.
        """
        from .conversions import GRAPHS

        return named_graph(GRAPHS, graph)(self, most_edges)

    def shown(self, cover: Cover) -> tuple[str | None, ...]:
        """The colours that a cover gives the items of the projection, None for an uncovered item."""
        colours = {item: colour for at in cover for item, colour in self.options[at].colours}
        return tuple(colours.get(item) for item in self.projection or ())

    @property
    def answer_shape(self) -> tuple[int | None, ...]:
        return (None,)

    def violations(self, answer: Cover) -> list[Violation]:
        """Primary items not covered exactly once, secondary items that clash."""
        found = []
        if any(not 0 <= at < len(self.options) for at in answer):
            return [Violation("an option that does not exist")]
        times = Counter(item for at in answer for item in self.options[at].items)
        for item in self.primary:
            if times[item] != 1:
                found.append(Violation(f"item {item} is covered {times[item]} times"))
        colours: dict[Item, set[str]] = {}
        for at in answer:
            for item, colour in self.options[at].colours:
                colours.setdefault(item, set()).add(colour)
        for item in self.secondary:
            if times[item] + len(colours.get(item, ())) > 1:
                found.append(Violation(f"secondary item {item} is covered in different ways"))
        return found

    def render(self, answer: Cover | None = None) -> str:
        """The chosen options, one a line; without an answer, the sizes."""
        if answer is None:
            return (
                f"{len(self.primary)} primary and {len(self.secondary)} secondary items, "
                f"{counted(len(self.options), 'option')}"
            )
        return "\n".join(map(self._option_line, answer))

    def _option_line(self, at: int) -> str:
        """The items of an option, and its number if an earlier option has the same items."""
        line = str(self.options[at])
        return line if self._first_in_order[round_order(line.split())] == at else f"{line} (option {at + 1})"

    @cached_property
    def _first_in_order(self) -> dict[tuple[str, ...], int]:
        """The first option with each sequence of items."""
        found: dict[tuple[str, ...], int] = {}
        for at, option in enumerate(self.options):
            found.setdefault(round_order(str(option).split()), at)
        return found

    def parse_answer(self, text: str) -> Cover:
        """Chosen options as numbers (from 1), or one option a line as its items in any order.

        The output of Knuth's programs is accepted: ``1:`` before each solution, of which the last counts;
        the items of an option beginning with any of them, in the option's cyclic order, followed by ``(3
        of 8)``. A further ``(option 3)`` selects one of several equal options.
        """
        rows = token_lines(text)
        headings = [at for at, row in enumerate(rows) if len(row) == 1 and _HEADING.fullmatch(row[0].text)]
        rows = rows[headings[-1] + 1 :] if headings else rows
        has_numbers = any(item.isdecimal() for item in self.items)
        if not has_numbers and all(token.text.isdecimal() for row in rows for token in row):
            numbers = [t.integer(1, len(self.options), "an option number") for row in rows for t in row]
            return tuple(sorted(number - 1 for number in numbers))
        in_order = self._first_in_order
        in_any: dict[frozenset[str], list[int]] = {}
        for at, option in enumerate(self.options):
            in_any.setdefault(frozenset(str(option).split()), []).append(at)
        cover = []
        for row in rows:
            words = [t.text for t in row]
            cut = len(words)
            if frozenset(words) not in in_any:  # an item may begin with a bracket, too
                cut = next((i for i, word in enumerate(words) if word.startswith("(")), cut)
            same_items = in_any.get(frozenset(words[:cut]), [])
            if not same_items:
                raise row[0].error("the items of an option")
            if len(same_items) > 1 and round_order(words[:cut]) not in in_order:
                raise row[0].error(f"the order of one of the {len(same_items)} options of these items")
            if len(row) == cut + 2 and words[cut] == "(option":
                number = row[-1].part(0, len(words[-1]) - words[-1].endswith(")"))
                at = number.integer(1, len(self.options), "an option number") - 1
                if at not in same_items:
                    raise number.error("the number of an option with these items")
                cover.append(at)
                continue
            cover.append(in_order.get(round_order(words[:cut]), same_items[0]))
        return tuple(sorted(cover))

    def identity(self, answer: Cover) -> tuple[object, ...]:
        return answer if self.projection is None else self.shown(answer)

    def sizes(self) -> dict[str, int]:
        """Items, options and entries, which are the items of all options, coloured ones included."""
        return {
            "items": self.table.item_count,
            "options": len(self.table.options),
            "entries": sum(map(len, self.table.options)) + sum(map(len, self.table.colours)),
        }

    def answer_rows(self, answer: Cover) -> list[list[int]]:
        return [[at + 1 for at in answer]]


def round_order(words: Sequence[str]) -> tuple[str, ...]:
    """A canonical rotation of distinct words: the same tuple whichever word comes first."""
    at = words.index(min(words))
    return (*words[at:], *words[:at])


def _check_items(items: Sequence[Item]) -> None:
    if len(set(items)) != len(items):
        repeated = [item for item, n in Counter(items).items() if n > 1]
        raise ArgumentError(f"item {repeated[0]} is declared twice")
    for item in items:
        if not ITEM_NAME.fullmatch(item):
            raise ArgumentError(f"{item!r} is not an item name: no space, no '|', no ':'")


def _check_projection(
    secondary: set[Item], options: Sequence[Option], projection: tuple[Item, ...] | None
) -> None:
    """Raise `ValueError` for an item that is not secondary, or not covered by colours only."""
    if projection is None:
        return
    plain = {item for option in options for item in option.items}
    for item in projection:
        if item not in secondary or item in plain:
            raise ArgumentError(f"projection on {item}: not a secondary item covered by colours only")


def _option_fault(option: Option, known: set[Item], primary: set[Item], secondary: set[Item]) -> str | None:
    if not option.colours and is_plain(option.items, known, primary):
        return None
    names = [*option.items, *(item for item, _ in option.colours)]
    if len(set(names)) != len(names):
        return "covers an item twice"
    for item in option.items:
        if item not in primary and item not in secondary:
            return f"covers {item}, which is not an item"
    for item, colour in option.colours:
        if item not in secondary:
            return f"colours {item}, which is not a secondary item"
        if not ITEM_NAME.fullmatch(colour):
            return f"{colour!r} is not a colour name"
    if not any(item in primary for item in option.items):
        return "covers no primary item"
    return None


def is_plain(items: Sequence[Item], known: set[Item], primary: set[Item]) -> bool:
    """Whether an option without colours may cover these items."""
    return known.issuperset(items) and not primary.isdisjoint(items) and len(set(items)) == len(items)
