"""Arguments in Interactive Sudoku Solver's strings: cells, lists, clues, packed relations and automata.

An item is ``.Name~argument~argument``.  Cells are ``R1C1``, with a letter for rows and columns from 10;
digits of a list are separated by ``_``, groups of cells by ``-``.

Source: the public code of the program.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ....problems.grid import Cell, cell_name
from ....problems.layout import Layout
from ....problems.text import Token

_CELL = re.compile(r"r([1-9a-h])c([1-9a-g]|[1-9][0-9]{1,2})", re.ASCII | re.IGNORECASE)
"""A cell, or a hidden one in the row below the last, whose columns may be larger numbers."""
_LINE = re.compile(r"([rc])([0-9]{1,2})", re.ASCII | re.IGNORECASE)
_LIST = re.compile(r"[0-9]+(?:_[0-9]+)+", re.ASCII)
_NUMERALS = "0123456789abcdefgh"
SIZES = range(1, 17)
"""The numbers of rows and columns of its boards."""
BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
GROUPS = "-"
"""Separates groups of cells."""
END = "End"
"""Ends an item that holds others."""
_FACING = {("R", 1): "left", ("R", 2): "right", ("C", 1): "top", ("C", 2): "bottom"}
"""Where a clue is, by the letter of its line and its position after it."""


def item_text(name: str, *args: str, inside: Iterable[str] | None = None) -> str:
    """The text of an item; `inside` are those of the items that it holds."""
    text = "." + "~".join([name, *args])
    return text if inside is None else "".join([text, *inside, f".{END}"])


def iss_cell(cell: Cell) -> str:
    """``R1C1`` for the top left cell."""
    r, c = cell[0] + 1, cell[1] + 1
    return f"R{_NUMERALS[r]}C{_NUMERALS[c] if c in SIZES else c}"


def is_cell(text: str) -> bool:
    """Whether a text has the form of a cell's name."""
    return _CELL.fullmatch(text) is not None


def cell_at(word: Token, layout: Layout) -> Cell:
    """The cell with this name."""
    found = _CELL.fullmatch(word.text)
    cell = (_number(found[1]) - 1, _number(found[2]) - 1) if found else None
    if cell is None or not layout.names(cell):
        raise word.error(f"a cell, from R1C1 to {iss_cell((layout.rows - 1, layout.columns - 1))}")
    return cell


def _number(text: str) -> int:
    return _NUMERALS.index(text.lower()) if len(text) == 1 else int(text)


def own_words(args: Iterable[Token], layout: Layout) -> Iterator[Token]:
    """Arguments as the words of a constraint's line; each keeps its position in the text."""
    for arg in args:
        if is_cell(arg.text):
            yield arg._replace(text=cell_name(cell_at(arg, layout)))
        elif _LIST.fullmatch(arg.text):
            yield from (arg.part(*found.span()) for found in re.finditer("[0-9]+", arg.text))
        elif arg.text:
            yield arg._replace(text="/") if arg.text == GROUPS else arg


def clue_words(args: Sequence[Token]) -> Iterator[list[Token]]:
    """The clues of a row or column as words of a constraint's line: a number, a side, the number of the line.

    The line comes first, followed by the clues at its beginning and at its end; or last, after its only clue.
    """
    at = 0 if args and _LINE.fullmatch(args[0].text) else 1
    found = _LINE.fullmatch(args[at].text) if at < len(args) else None
    if found is None:
        raise args[-1].error("a row or column such as R1 or C1")
    for place in (1, 2) if at == 0 else (1,):
        clue = args[place if at == 0 else 0] if place < len(args) else None
        if clue and clue.text:
            side = _FACING[found[1].upper(), place]
            yield [clue, args[at]._replace(text=side), args[at].part(1)]


def clue_args(side: tuple[str, int], clue: str, both_ends: bool) -> list[str]:
    """The arguments for a clue; the inverse of `clue_words`."""
    letter, place = next(key for key, name in _FACING.items() if name == side[0])
    line = f"{letter}{side[1] + 1}"
    if not both_ends:
        return [clue, line]
    return [line, clue, ""] if place == 1 else [line, "", clue]


def neighbours(args: Sequence[Token], layout: Layout) -> Iterator[tuple[Token, Token]]:
    """The pairs of cells with a common border, of all cells that a dot or sign lists."""
    cells = [cell_at(arg, layout) for arg in args]
    found = False
    for number, (r, c) in enumerate(cells):
        for later in range(number + 1, len(cells)):
            if abs(cells[later][0] - r) + abs(cells[later][1] - c) == 1:
                found = True
                yield args[number], args[later]
    if not found and args:
        raise args[-1].error("cells beside each other")


def lines_apart(args: Iterable[Token]) -> Iterator[list[Token]]:
    """The lines of cells in one item: an empty argument or a name (``_name``) begins another line."""
    line: list[Token] = []
    for arg in args:
        if arg.text and not arg.text.startswith("_"):
            line.append(arg)
        elif line:
            yield line
            line = []
    if line:
        yield line


def bits_of(packed: Token) -> list[bool]:
    """The bits of a packed argument: six in a character, the lowest first."""
    found: list[bool] = []
    for at, character in enumerate(packed.text):
        if (number := BASE64.find(character)) < 0:
            raise packed.part(at, at + 1).error("a letter, a digit, '-' or '_'")
        found += (bool(number >> bit & 1) for bit in range(6))
    return found


def packed_bits(bits: Sequence[bool]) -> str:
    """The argument that `bits_of` reads, without zeros at its end."""
    sixes = (bits[at : at + 6] for at in range(0, len(bits), 6))
    return "".join(BASE64[sum(bit << place for place, bit in enumerate(six))] for six in sixes).rstrip("A")


def box_shape(rows: int, columns: int, size: int) -> tuple[int, int] | None:
    """The boxes of `size` cells that the program draws on a board: the squarest that fit, or None."""
    for small in range(int(size**0.5), 1, -1):
        large, rest = divmod(size, small)
        if not rest and rows % small == 0 and columns % large == 0:
            return small, large
        if not rest and rows % large == 0 and columns % small == 0:
            return large, small
    return None


# A packed automaton is a string of bits in base 64, the highest bit of each number first: 2 bits for the
# form; 4 bits each for the widths of states and of symbols, less 1; the numbers of starts and of other
# accepting states, in the width of a state; a bit for each start, whether it accepts.  States are numbered:
# starts, other accepting states, the rest.  Form 0 continues with the width of a count in 4 bits, and for
# each state a count and as many pairs of a symbol and a state; form 1 with a bit for each symbol of each
# state, the last symbol first, and the states where these lead, the first symbol first.

SYMBOLS = 16
"""The most symbols of an automaton."""


class Packing(NamedTuple):
    """An automaton: the names of its states, and steps from a state, by a symbol, to a state."""

    starts: tuple[str, ...]
    accepts: tuple[str, ...]
    steps: tuple[tuple[str, int, str], ...]


class _Bits:
    """Reads numbers from bits."""

    def __init__(self, word: Token) -> None:
        try:
            content = urlsafe_b64decode(word.text + "=" * (-len(word.text) % 4))
        except ValueError:
            raise word.error("a packed automaton") from None
        self._word, self._bits, self._at = word, "".join(f"{byte:08b}" for byte in content), 0

    def has(self, width: int) -> bool:
        return self._at + width <= len(self._bits)

    def number(self, width: int) -> int:
        if not self.has(width):
            raise self._word.error("a packed automaton", "one that ends too early")
        found = self._bits[self._at : self._at + width]
        self._at += width
        return int(found, 2) if found else 0


def unpacked(word: Token, symbols: Sequence[int]) -> Packing:
    """The automaton that a word packs; the names of its states are their numbers."""
    bits = _Bits(word)
    form, wide, count = bits.number(2), bits.number(4) + 1, bits.number(4) + 1
    starts, others = bits.number(wide), bits.number(wide)
    both = bits.number(starts)
    accepts = [at for at in range(starts) if both >> at & 1]
    if form > 1:
        raise word.error("a packed automaton", f"one of form {form}")
    steps = list((_masked if form else _counted)(bits, wide, count))
    if any(symbol >= len(symbols) for _, symbol, _ in steps):
        raise word.error("an automaton for the digits of the board")
    return Packing(
        tuple(map(str, range(starts))),
        tuple(map(str, (*accepts, *range(starts, starts + others)))),
        tuple((str(source), symbols[symbol], str(target)) for source, symbol, target in steps),
    )


def _counted(bits: _Bits, wide: int, symbols: int) -> Iterator[tuple[int, int, int]]:
    count_wide = bits.number(4)
    state = 0
    while count_wide and bits.has(count_wide):
        for _ in range(bits.number(count_wide)):
            yield state, bits.number((symbols - 1).bit_length()), bits.number(wide)
        state += 1


def _masked(bits: _Bits, wide: int, symbols: int) -> Iterator[tuple[int, int, int]]:
    state = 0
    while bits.has(symbols):
        mask = bits.number(symbols)
        for symbol in range(symbols):
            if mask >> symbol & 1:
                yield state, symbol, bits.number(wide)
        state += 1


def packed(automaton: Packing, symbols: Sequence[int]) -> str:
    """The automaton in form 0; steps by other symbols are left out, since no word has these."""
    starts, accepts, steps = automaton
    ends = sorted(state for source, _, target in steps for state in (source, target))
    number = {state: at for at, state in enumerate(dict.fromkeys((*starts, *accepts, *ends)))}
    leads: list[list[tuple[int, int]]] = [[] for _ in number]
    for source, symbol, target in steps:
        if symbol in symbols:
            leads[number[source]].append((symbols.index(symbol), number[target]))
    more = sum(state not in starts for state in accepts)
    wide = max((len(number) - 1).bit_length(), len(starts).bit_length(), more.bit_length())
    count_wide, symbol_wide = max(map(len, leads)).bit_length(), (len(symbols) - 1).bit_length()
    both = sum(1 << number[state] for state in accepts if state in starts)
    numbers = [(0, 2), (wide - 1, 4), (len(symbols) - 1, 4), (len(starts), wide), (more, wide)]
    numbers += [(both, len(starts)), (count_wide, 4)]
    for some in leads:
        numbers.append((len(some), count_wide))
        for place, other in some:
            numbers += [(place, symbol_wide), (other, wide)]
    bits = "".join(f"{number:0{width}b}" for number, width in numbers if width)
    bits += "0" * (-len(bits) % 8)
    content = bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits), 8))
    return urlsafe_b64encode(content).decode().rstrip("=")
