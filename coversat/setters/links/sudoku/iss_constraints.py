"""Constraints as items of Interactive Sudoku Solver: their names, and how arguments are read and written.

Most constraints have the same words in both texts, in the same order. For the others a reader and a writer
stand here, registered for their class; they hold for its subclasses too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import singledispatch
from itertools import chain
from typing import Any

from ....kinds.sudoku.constraints import Constraint
from ....kinds.sudoku.constraints.automata import Automaton, Regex
from ....kinds.sudoku.constraints.base import Clue
from ....kinds.sudoku.constraints.chaos import Alike, Chaos
from ....kinds.sudoku.constraints.compound import Block, Hidden
from ....kinds.sudoku.constraints.counts import LookAndSay, Quadruple, SameValues
from ....kinds.sudoku.constraints.everywhere import GlobalModular
from ....kinds.sudoku.constraints.indexing import ANY_TIES, FullRank, Index, LinesDiffer
from ....kinds.sudoku.constraints.marks import (
    LETTERS,
    Candidates,
    Difference,
    Extreme,
    Mark,
    OneOf,
    Ratio,
    Xv,
)
from ....kinds.sudoku.constraints.parameters import CellGroups, Cells, Digits, Number, Parameter, Side
from ....kinds.sudoku.constraints.relations import Parity, Related
from ....kinds.sudoku.constraints.sets import Diagonal
from ....kinds.sudoku.constraints.strict import ExceptedPairs
from ....kinds.sudoku.constraints.sum_lines import PillArrow, SumLine
from ....kinds.sudoku.constraints.sums import Cage, LittleKiller, Sum
from ....problems.grid import Cell
from ....problems.layout import Layout
from ....problems.text import LineReader, Token
from .iss_packed import automaton_item, read_automaton, read_regex, read_related, regex_item, related_item
from .iss_words import (
    GROUPS,
    NAMES,
    cell_at,
    cell_groups,
    clue_args,
    clue_words,
    iss_cell,
    item_text,
    neighbours,
    own_words,
)

Words = Sequence[Token]
Found = Iterator[Constraint]
Read = Callable[[type[Any], Token, Words, Layout], Found]

_READERS: dict[type[Constraint], Read] = {}


def _reads(kind: type[Any]) -> Callable[[Read], Read]:
    """Register the reader of items for a class and its subclasses."""

    def add(read: Read) -> Read:
        _READERS[kind] = read
        return read

    return add


def stated_by(kind: type[Constraint], name: Token, args: Words, layout: Layout) -> Found:
    """The constraints of a class that an item states: mostly one."""
    read = next((_READERS[one] for one in kind.__mro__ if one in _READERS), _own)
    return read(kind, name, args, layout)


def _own(kind: type[Constraint], name: Token, args: Words, layout: Layout) -> Found:
    """The constraint whose words these arguments are."""
    words = [name._replace(text=kind.word), *own_words(args, layout)]
    yield kind.read(words, LineReader(""), layout)


def item_name(one: Constraint) -> str:
    """The name that is written."""
    return NAMES[one.word].split()[0]


@singledispatch
def items_of(one: Constraint, layout: Layout) -> Iterator[str]:
    """The items that state a constraint; none if it cannot be stated there."""
    if one.word in NAMES:
        args = (arguments(own, getattr(one, name)) for name, own in one.parameters.items())
        yield item_text(item_name(one), *chain.from_iterable(args))


@singledispatch
def arguments(parameter: Parameter, content: Any) -> Iterator[str]:
    """The arguments that state the content of a parameter."""
    return parameter.words(content)


@arguments.register
def _cells(parameter: Cells, content: Sequence[Cell]) -> Iterator[str]:
    return map(iss_cell, content)


@arguments.register
def _cell_groups(parameter: CellGroups, content: Sequence[Sequence[Cell]]) -> Iterator[str]:
    return cell_groups(content)


@arguments.register
def _number(parameter: Number, content: int | None) -> Iterator[str]:
    """The number, the default one too."""
    if content is not None:
        yield str(content)


@arguments.register
def _digits(parameter: Digits, content: Sequence[int]) -> Iterator[str]:
    yield "_".join(map(str, content))


@arguments.register
def _excepted(parameter: ExceptedPairs, content: Sequence[Sequence[Cell]]) -> Iterator[str]:
    """Nothing: there only the marks are excepted."""
    return iter(())


# Clues beside the board


@_reads(Clue)
def _read_clue(kind: type[Clue], name: Token, args: Words, layout: Layout) -> Found:
    """The clues at the ends of a row or column."""
    if not args:
        raise name.error("a row or column after it")
    for words in clue_words(args):
        yield kind.read([name._replace(text=kind.word), *words], LineReader(""), layout)


@items_of.register
def _clue(one: Clue, layout: Layout) -> Iterator[str]:
    """The row or column, and the clue in its place."""
    if one.word in NAMES:
        both_ends = any(isinstance(own, Side) and own.both_ends for own in one.parameters.values())
        yield item_text(item_name(one), *clue_args(one.side, str(one.number), both_ends))


@items_of.register
def _full_rank(one: FullRank, layout: Layout) -> Iterator[str]:
    """Only if the rank is not shared: there that is stated of all ranks together."""
    if not one.shared:
        yield item_text(item_name(one), *clue_args(one.side, str(one.rank), both_ends=True))


@_reads(LinesDiffer)
def _read_ties(kind: type[LinesDiffer], name: Token, args: Words, layout: Layout) -> Found:
    """Whether ranks may be shared: none; those without a clue, the meaning of clues anyway; or any.

    The reader of the text applies the last to the clues.
    """
    if not args or args[0].text not in ("none", "only-unclued", ANY_TIES):
        raise (args or [name])[0].error(f"'none', 'only-unclued' or '{ANY_TIES}'")
    if args[0].text == "none":
        yield kind()


@items_of.register
def _ties(one: LinesDiffer, layout: Layout) -> Iterator[str]:
    yield item_text(item_name(one), "none")


# Patterns, automata and relations are packed

for _kind, _read, _item in (
    (Regex, read_regex, regex_item),
    (Automaton, read_automaton, automaton_item),
    (Related, read_related, related_item),
):
    _reads(_kind)(_read)
    items_of.register(_kind, _item)


# Constraints that hold others


@items_of.register
def _block(one: Block, layout: Layout) -> Iterator[str]:
    """One item that holds those of its parts, if all have any."""
    texts = [list(items_of(part, layout)) for part in one.parts]
    if all(texts):
        inside = (some[0] if len(some) == 1 else item_text("And", inside=some) for some in texts)
        yield item_text(item_name(one), inside=inside)


@items_of.register
def _hidden(one: Hidden, layout: Layout) -> Iterator[str]:
    """Its declaration, and the parts, whose hidden cells have the names of variables, or of regions."""
    texts = [list(items_of(part, one.inside(layout))) for part in one.parts]
    if not all(texts):
        return
    regions = layout.rows * layout.columns if isinstance(one, Chaos) else 0
    if regions:
        yield item_text(item_name(one))
    if one.number:
        yield item_text("Var", "H", "", str(one.number))
    variables = ["VH"] if one.number == 1 else [f"VH{at + 1}" for at in range(one.number)]
    own = [*(f"CC{at + 1}" for at in range(regions)), *variables]
    names = dict(zip(map(iss_cell, one.hidden_cells(layout)), own, strict=True))
    named = re.compile(rf"(?<=~)({'|'.join(names)})(?=[~_.]|$)")
    for text in chain.from_iterable(texts):
        yield named.sub(lambda found: names[found[0]], text)


@_reads(Alike)
def _read_alike(kind: type[Alike], name: Token, args: Words, layout: Layout) -> Found:
    """The cell, 1 if the first of the others does not count, and those."""
    if len(args) < 3 or args[1].text not in ("", "0", "1"):
        raise (args[1] if len(args) > 1 else name).error("a cell; nothing, 0 or 1; and cells")
    words = [args[1]._replace(text="beyond")] if args[1].text == "1" else []
    return _own(kind, name, [*words, args[0], args[1]._replace(text="/"), *args[2:]], layout)


@items_of.register
def _alike(one: Alike, layout: Layout) -> Iterator[str]:
    number, *lines = arguments(one.parameters["groups"], one.groups)
    yield item_text(item_name(one), number, str(int(one.beyond)), *lines[1:])


# Counts and sets


@_reads(LookAndSay)
def _read_look_and_say(kind: type[LookAndSay], name: Token, args: Words, layout: Layout) -> Found:
    if not args or len(args[0].text) % 2:
        raise (args[0] if args else name).error("pairs of digits")
    pairs = (args[0].part(at, at + 2) for at in range(0, len(args[0].text), 2))
    tallies = (pair._replace(text="x".join(pair.text)) for pair in pairs)
    return _own(kind, name, [*tallies, *args[1:]], layout)


@items_of.register
def _look_and_say(one: LookAndSay, layout: Layout) -> Iterator[str]:
    """Only with numbers and digits below ten."""
    pairs = [f"{number}{digit}" for number, digit in one.tallies]
    if all(len(pair) == 2 for pair in pairs):
        yield item_text(item_name(one), "".join(pairs), *map(iss_cell, one.cells))


@_reads(Quadruple)
def _read_quadruple(kind: type[Quadruple], name: Token, args: Words, layout: Layout) -> Found:
    return _own(kind, name, [*args[1:], *args[:1]], layout)


@items_of.register
def _quadruple(one: Quadruple, layout: Layout) -> Iterator[str]:
    yield item_text(item_name(one), *map(iss_cell, one.corner), *map(str, one.digits))


@_reads(SameValues)
def _read_same_values(kind: type[SameValues], name: Token, args: Words, layout: Layout) -> Found:
    """The number of groups, and their cells."""
    if not args:
        raise name.error("a number of groups after it")
    size, rest = divmod(len(args) - 1, args[0].integer(2, 99, "a number of groups"))
    if rest or not size:
        raise args[0].error("groups of the same size")
    words: list[Token] = []
    for at, cell in enumerate(args[1:]):
        words += [cell] if not at or at % size else [cell._replace(text=GROUPS), cell]
    return _own(kind, name, words, layout)


@items_of.register
def _same_values(one: SameValues, layout: Layout) -> Iterator[str]:
    yield item_text(item_name(one), str(len(one.groups)), *map(iss_cell, one.scope(layout)))


@items_of.register
def _global_modular(one: GlobalModular, layout: Layout) -> Iterator[str]:
    """Only for remainders by 3."""
    if one.modulus == 3:
        yield item_text(item_name(one))


_WAYS = {"R": "row", "C": "column", "1": "up", "-1": "down"}


@_reads(Index)
@_reads(Diagonal)
def _read_way(kind: type[Index | Diagonal], name: Token, args: Words, layout: Layout) -> Found:
    first = [arg._replace(text=_WAYS.get(arg.text, arg.text)) for arg in args[:1]]
    return _own(kind, name, [*first, *args[1:]], layout)


@items_of.register(Index)
@items_of.register(Diagonal)
def _way(one: Index | Diagonal, layout: Layout) -> Iterator[str]:
    ways = [name for name, way in _WAYS.items() if way == one.way]
    if ways:  # not of boxes
        yield item_text(item_name(one), *ways, *map(iss_cell, one.cells if isinstance(one, Index) else ()))


# Marks


@_reads(Mark)
def _read_mark(kind: type[Mark], name: Token, args: Words, layout: Layout) -> Found:
    """One for each two neighbours among the cells."""
    for pair in neighbours(args, layout):
        yield from _own(kind, name, pair, layout)


@items_of.register(Difference)
@items_of.register(Ratio)
def _dot(one: Difference | Ratio, layout: Layout) -> Iterator[str]:
    """Only of consecutive digits and of doubles."""
    if one.number == (1 if isinstance(one, Difference) else 2):
        yield item_text(item_name(one), *map(iss_cell, one.cells))


@_reads(Xv)
def _read_xv(kind: type[Xv], name: Token, args: Words, layout: Layout) -> Found:
    for pair in neighbours(args, layout):
        words = [name._replace(text=kind.word), name, *own_words(pair, layout)]
        yield kind.read(words, LineReader(""), layout)


@items_of.register
def _xv(one: Xv, layout: Layout) -> Iterator[str]:
    cells = map(iss_cell, one.cells)
    letters = [letter.upper() for letter, total in LETTERS.items() if total == one.total]
    yield item_text(letters[0], *cells) if letters else item_text("Sum", str(one.total), *cells)


@items_of.register
def _extreme(one: Extreme, layout: Layout) -> Iterator[str]:
    """A sign on each border."""
    for pair in one.signs(layout):
        yield item_text("GreaterThan", *map(iss_cell, pair))


@_reads(Candidates)
def _read_candidates(kind: type[Candidates], name: Token, args: Words, layout: Layout) -> Found:
    for arg in args:
        end = len(arg.text.partition("_")[0])
        digits = (arg.part(at) for at in range(end, len(arg.text)) if arg.text[at] == "_")
        words = [digit._replace(text=digit.text[1:].partition("_")[0]) for digit in digits]
        cell = own_words([arg.part(0, end)], layout)
        yield kind.read([name._replace(text=kind.word), *words, *cell], LineReader(""), layout)


@items_of.register
def _one_of(one: OneOf, layout: Layout) -> Iterator[str]:
    """The cells with the digits that they may hold."""
    digits = "_".join(str(digit) for digit in layout.digits if one.wrong(digit) is None)
    if digits:
        yield item_text("", *(f"{iss_cell(cell)}_{digits}" for cell in one.cells))


# Lines and sums


@items_of.register
def _parity(one: Parity, layout: Layout) -> Iterator[str]:
    """A modular line with remainders by 2."""
    yield item_text("Modular", "2", *map(iss_cell, one.cells))


@_reads(PillArrow)
def _read_pill_arrow(kind: type[PillArrow], name: Token, args: Words, layout: Layout) -> Found:
    """The number of cells in the pill, and all cells."""
    size = args[0].integer(2, 3, "the cells of a pill") if args else 0
    if len(args) < size + 2:
        raise name.error("a pill and its arrow")
    pill, arrow = args[1 : size + 1], args[size + 1 :]
    return _own(kind, name, [*pill, arrow[0]._replace(text=GROUPS), *arrow], layout)


@items_of.register
def _pill_arrow(one: PillArrow, layout: Layout) -> Iterator[str]:
    """An item for each arrow."""
    pill, *arrows = one.groups
    for arrow in arrows:
        yield item_text(item_name(one), str(len(pill)), *map(iss_cell, pill + arrow))


@_reads(SumLine)
def _read_sum_line(kind: type[SumLine], name: Token, args: Words, layout: Layout) -> Found:
    """LOOP follows the cells of a closed line."""
    if len(args) > 2 and args[-1].text == "LOOP":
        args = [*args[:-1], args[1]]
    return _own(kind, name, args, layout)


@items_of.register
def _sum_line(one: SumLine, layout: Layout) -> Iterator[str]:
    cells = list(map(iss_cell, one.cells))
    closed = [*cells[:-1], "LOOP"] if cells[0] == cells[-1] else cells
    yield item_text(item_name(one), str(one.total), *closed)


@_reads(Sum)
def _read_sum(kind: type[Sum], name: Token, args: Words, layout: Layout) -> Found:
    """The total, perhaps followed by ``_=_`` and a factor for each cell."""
    if not args:
        raise name.error("a sum after it")
    total, _, factors = args[0].text.partition("_=_")
    cells = list(own_words(args[1:], layout))
    by = factors.split("_") if factors else ["1"] * len(cells)
    if len(by) != len(cells):
        raise args[0].error("a number for each cell")
    terms = [cell._replace(text=f"{one}*{cell.text}") for one, cell in zip(by, cells, strict=True)]
    return _own(kind, name, [args[0]._replace(text=total), *terms], layout)


@items_of.register
def _sum(one: Sum, layout: Layout) -> Iterator[str]:
    factors = [str(factor) for factor, _ in one.terms]
    total = "_".join([str(one.total), "=", *factors]) if set(factors) != {"1"} else str(one.total)
    yield item_text(item_name(one), total, *(iss_cell(cell) for _, cell in one.terms))


@_reads(Cage)
def _read_cage(kind: type[Cage], name: Token, args: Words, layout: Layout) -> Found:
    """A sum of 0 means none; a cell that is named twice counts twice."""
    cells = {arg.text: arg for arg in args[1:]}
    if len(cells) < len(args) - 1:
        yield from _read_sum(Sum, name, args, layout)
        args = [args[0]._replace(text="0"), *cells.values()]
    yield from _own(kind, name, args[1:] if args and args[0].text == "0" else args, layout)


@items_of.register
def _cage(one: Cage, layout: Layout) -> Iterator[str]:
    """The sum first, 0 for none; a sum of 0 is a separate item."""
    cells = [*map(iss_cell, one.cells)]
    yield item_text(item_name(one), str(one.total or 0), *cells)
    if one.total == 0:
        yield item_text(NAMES[Sum.word], "0", *cells)


@_reads(LittleKiller)
def _read_little_killer(kind: type[LittleKiller], name: Token, args: Words, layout: Layout) -> Found:
    """The sum, and the first cell of the only diagonal that begins there."""
    if len(args) != 2:
        raise name.error("a sum and a cell after it")
    way = _way_from(cell_at(args[1], layout), layout)
    return _own(kind, name, [args[0], args[1]._replace(text=way), args[1]], layout)


@items_of.register
def _little_killer(one: LittleKiller, layout: Layout) -> Iterator[str]:
    """From the end of the diagonal by which it is named there, if it has one."""
    cells = one.scope(layout)
    for start in (cells[0], cells[-1]):
        same = LittleKiller(one.total, _way_from(start, layout), (start,))
        if set(same.scope(layout)) == set(cells):
            yield item_text(item_name(one), str(one.total), iss_cell(start))
            return


def _way_from(start: Cell, layout: Layout) -> str:
    """The direction of the diagonal that is named by this cell at the border."""
    r, c = start
    if c == 0:
        return "down-right"
    if r == 0:
        return "down-left"
    return "up-left" if c == layout.columns - 1 else "up-right"
