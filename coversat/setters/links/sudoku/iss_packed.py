"""Patterns, relations and automata in Interactive Sudoku Solver's strings, where they are packed in base 64.

Source: the public code of the program.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, product
from typing import Any
from urllib.parse import unquote

from ....kinds.sudoku.constraints import Constraint
from ....kinds.sudoku.constraints.automata import BREAK, Automaton, Regex
from ....kinds.sudoku.constraints.expressions import listed
from ....kinds.sudoku.constraints.relations import Related
from ....problems.layout import Layout
from ....problems.text import Token
from .iss_words import GROUPS, NAMES, cell_at, cell_groups, iss_cell, item_text, lines_apart

BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


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


# A packed automaton is a string of bits in base 64, the highest bit of each number first: 2 bits for the
# form; 4 bits each for the widths of states and of symbols, less 1; the numbers of starts and of other
# accepting states, in the width of a state; a bit for each start, whether it accepts.  States are numbered:
# starts, other accepting states, the rest.  Form 0 continues with the width of a count in 4 bits, and for
# each state a count and as many pairs of a symbol and a state; form 1 with a bit for each symbol of each
# state, the last symbol first, and the states where these lead, the first symbol first.

SYMBOLS = 16
"""The most symbols of an automaton."""


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


def unpacked(word: Token, symbols: Sequence[int]) -> Automaton:
    """The automaton that a word packs, of no cells; the names of its states are their numbers."""
    bits = _Bits(word)
    form, wide, count = bits.number(2), bits.number(4) + 1, bits.number(4) + 1
    starts, others = bits.number(wide), bits.number(wide)
    both = bits.number(starts)
    accepts = [at for at in range(starts) if both >> at & 1]
    if form > 1:
        raise word.error("a packed automaton", f"one of form {form}")
    steps = list(_steps(bits, form, wide, count))
    if any(symbol >= len(symbols) for _, symbol, _ in steps):
        raise word.error("an automaton for the digits of the board")
    return Automaton(
        (),
        tuple(map(str, range(starts))),
        tuple(map(str, (*accepts, *range(starts, starts + others)))),
        tuple((str(source), symbols[symbol], str(target)) for source, symbol, target in steps),
    )


def _steps(bits: _Bits, form: int, wide: int, symbols: int) -> Iterator[tuple[int, int, int]]:
    """The steps from each state: so many with their symbols (form 0), or one by each symbol with a bit."""
    width, symbol_wide = symbols if form else bits.number(4), (symbols - 1).bit_length()
    state = 0
    while width and bits.has(width):
        number = bits.number(width)
        if form:
            by: Iterable[int] = (symbol for symbol in range(symbols) if number >> symbol & 1)
        else:
            by = (bits.number(symbol_wide) for _ in range(number))
        for symbol in by:
            yield state, symbol, bits.number(wide)
        state += 1


def packed(automaton: Automaton, symbols: Sequence[int]) -> str:
    """The automaton in form 0; steps by other symbols are left out, since no word has these."""
    starts, accepts, steps = automaton.starts, automaton.accepts, automaton.steps
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


# Constraints

Words = Sequence[Token]
Found = Iterator[Constraint]


def read_regex(kind: type[Regex], name: Token, args: Words, layout: Layout) -> Found:
    """The pattern packed, and lines of cells."""
    if not args:
        raise name.error("a packed pattern after it")
    try:
        found = args[0].text
        text = unquote(found) if "%" in found else urlsafe_b64decode(found + "==").decode("ascii")
    except ValueError:
        raise args[0].error("a packed pattern") from None
    pattern = "".join(text.split())
    for line in lines_apart(args[1:]):
        regex = kind(tuple(cell_at(arg, layout) for arg in line), pattern)
        yield regex.checked(args[0], layout, "a pattern of digits")


def regex_item(one: Regex, layout: Layout) -> Iterator[str]:
    """The pattern packed, and the line."""
    pattern = urlsafe_b64encode(one.pattern.encode()).decode().rstrip("=")
    yield item_text(NAMES[one.word].split()[0], pattern, *map(iss_cell, one.cells))


def read_automaton(kind: type[Automaton], name: Token, args: Words, layout: Layout) -> Found:
    """The automaton packed, and lines of groups of cells."""
    if not args:
        raise name.error("a packed automaton after it")
    automaton = unpacked(args[0], (*layout.digits, BREAK))
    for line in lines_apart(args[1:]):
        apart = [list(some) for apart, some in groupby(line, lambda arg: arg.text == GROUPS) if not apart]
        groups = tuple(tuple(cell_at(arg, layout) for arg in some) for some in apart)
        yield replace(automaton, groups=groups).checked(args[0], layout, "another automaton")


def automaton_item(one: Automaton, layout: Layout) -> Iterator[str]:
    """None if there are too many symbols."""
    symbols = (*layout.digits, BREAK) if len(one.groups) > 1 else tuple(layout.digits)
    if len(symbols) <= SYMBOLS:
        key = packed(one, symbols)
        yield item_text(NAMES[one.word].split()[0], key, "_", *cell_groups(one.groups))


def read_related(kind: type[Any], name: Token, args: Words, layout: Layout) -> Found:
    """A bit for each two digits, and lines of cells; older items have ``-`` and ``_`` exchanged."""
    if not args:
        raise name.error("a packed relation after it")
    bits = args[0]
    if name.text.startswith("Binary"):
        bits = bits._replace(text=bits.text.translate(str.maketrans("-_", "_-")))
    pairs = ((a, b) for a in layout.digits for b in layout.digits)
    related = [pair for pair, bit in zip(pairs, bits_of(bits), strict=False) if bit]
    for line in lines_apart(args[1:]):
        found = kind(tuple(cell_at(arg, layout) for arg in line), listed(related))
        if not related or (fault := found.fault(layout)):
            raise args[0].error("a relation of cells", fault if related else "one that no digits have")
        yield found


def related_item(one: Related, layout: Layout) -> Iterator[str]:
    """A bit for each two digits, and the line."""
    key = packed_bits([one.holds(a, b) for a, b in product(layout.digits, repeat=2)])
    yield item_text(NAMES[one.word].split()[0], key, "_", *map(iss_cell, one.cells))
