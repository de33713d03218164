"""Automata as Interactive Sudoku Solver packs them: bits, the highest of a number first, in base 64.

Two bits for the form; the widths of states and of symbols, less one, four bits each; how many states are
starts, and how many more accept, in the width of a state; a bit for each start that accepts.  States are
numbered so: starts, others that accept, others.  Form 0 has the width of a count, four bits, and for each
state a count and so many pairs of symbol and state; form 1 has for each state a bit for each symbol, the
last symbol first, and the state where each of these leads, the first symbol first.

Source: the public code of the program.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from .text import Token

SYMBOLS = 16
"""The most it has."""


class Packing(NamedTuple):
    """What is packed: the names of states, and steps from a state, by a symbol, to a state."""

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
        """Whether so many are left."""
        return self._at + width <= len(self._bits)

    def number(self, width: int) -> int:
        """The next so many bits."""
        if not self.has(width):
            raise self._word.error("a packed automaton", "one that ends too early")
        found = self._bits[self._at : self._at + width]
        self._at += width
        return int(found, 2) if found else 0


def unpacked(word: Token, symbols: Sequence[int]) -> Packing:
    """The automaton that a word packs; states are called by their numbers."""
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
    """The word, in form 0; steps by other symbols are left out, since nothing reads these."""
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
    return _base64(numbers)


def _base64(numbers: Iterable[tuple[int, int]]) -> str:
    """Each number in so many bits."""
    bits = "".join(f"{number:0{width}b}" for number, width in numbers if width)
    bits += "0" * (-len(bits) % 8)
    content = bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits), 8))
    return urlsafe_b64encode(content).decode().rstrip("=")
