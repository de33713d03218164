"""What proof checkers share: the result of a check, and reading DRUP proofs step by step without trust.

In text a step is a line: the literals of a clause and a 0; a ``d`` in front deletes the clause.  In binary a
step is the byte ``a`` or ``d``, the literals, and a zero byte; a literal x is the number 2x, or 2|x| + 1 if
negative, in groups of seven bits, the low ones first, bit 8 set on all but the last.

Memory depends on one step and on the number of different literals, never on the length of the proof.  Clauses
with literals beyond the formula's variables are refused: solvers need them only for steps that are not RUP.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from io import BufferedIOBase
from itertools import chain
from typing import BinaryIO

from ..base.deadline import Deadline
from ..base.errors import CoversatError, LimitReachedError
from ..problems.cnf.rules import Cnf

MOST_VARIABLES = 50_000_000
"""Formulas with more variables are not checked: a checker keeps two bytes for each."""


@dataclass(frozen=True)
class Verification:
    """The result of a check.

    * accepted: true: the formula has no model.  False: *this proof* does not show it; the formula may have a
      model or not.  None: unknown, a limit came before the end of the proof.
    * steps: the number of steps checked; those after the one that completes the proof are only read.
    * bad_step: the first wrong step, from 1; None when there is none (a proof can also just end too early).
    * reason: the explanation, one sentence without a full stop.
    """

    accepted: bool | None
    steps: int
    bad_step: int | None
    reason: str

    def decided(self) -> bool:
        """Whether it was accepted. Raise `LimitReachedError` if a limit was reached first."""
        if self.accepted is None:
            raise LimitReachedError(self.reason.removeprefix("stopped after "))
        return self.accepted

    def __str__(self) -> str:
        verdict = {True: "accepted", False: "refused", None: "unknown"}[self.accepted]
        return f"{verdict}: {self.reason}"


class ProofError(CoversatError, ValueError):
    """A step that is malformed, or that does not follow; the message says why."""


def checked(cnf: Cnf, steps: Callable[[], Iterator[bool]], deadline: Deadline) -> Verification:
    """Run a check over the formula and the steps of a proof.

    A malformed proof is refused; at the deadline the result is unknown.

    * steps (function without arguments): returns an iterator that yields once for the formula and once for
      each step whether the empty clause is reached, or raises `ProofError`.  After the empty clause steps are
      only read: they must be well formed, since other checkers read them too.
    """
    if cnf.variable_count > MOST_VARIABLES:
        return Verification(False, 0, None, f"the formula has more than {MOST_VARIABLES} variables")
    done, last = -1, None
    try:
        for done, reached in enumerate(deadline.through(steps())):
            if reached and last is None:
                last = done
    except ProofError as error:
        return Verification(False, done + 1, done + 1, f"step {done + 1}: {error}")
    except LimitReachedError as limit:
        return Verification(
            None, max(done, 0), None, f"stopped after {limit}, at step {max(done, 0)} of the proof"
        )
    if last is None:
        return Verification(False, done, None, f"the proof ends after {done} steps without the empty clause")
    return Verification(True, last, None, f"{last} steps lead to the empty clause")


ProofStep = tuple[bool, list[int]]
"""Whether the step deletes, and the clause."""

MOST_BYTES = 2**26
"""The size limit of a step in bytes."""

_CHUNK = 2**20
_PEEK = 2**16
_TEXT_LITERAL = re.compile(rb"-?[1-9][0-9]{0,9}")
_BINARY_LITERAL = re.compile(rb"[\x80-\xff]*[\x01-\x7f]")
_MOST_GROUPS = 5
"""Seven-bit groups in a literal of 32 bits."""

Source = BinaryIO | BufferedIOBase


class Literals(dict[bytes, int]):
    """The literals of a formula by their text; each text is parsed once.

    Equal literals become one integer object, which keeps the checker's tables in the processor's cache.
    """

    def __init__(self, variable_count: int, shared: dict[int, int], binary: bool) -> None:
        super().__init__()
        self._largest = variable_count
        self._shared = shared
        self._read = _binary_literal if binary else _text_literal

    def __missing__(self, word: bytes) -> int:
        literal = self._read(word)
        if not 0 < abs(literal) <= self._largest:
            raise ProofError(f"literal {literal} in a formula with {self._largest} variables")
        self[word] = shared = self._shared.setdefault(literal, literal)
        return shared


def _text_literal(word: bytes) -> int:
    if not _TEXT_LITERAL.fullmatch(word):
        raise ProofError(f"expected a literal, found {word[:40].decode('latin-1')!a}")
    return int(word)


def _binary_literal(word: bytes) -> int:
    if len(word) > _MOST_GROUPS:
        raise ProofError(f"a literal of {len(word)} bytes")
    code = sum((byte & 0x7F) << 7 * place for place, byte in enumerate(word))
    return -(code >> 1) if code & 1 else code >> 1


def read_steps(source: Source, variable_count: int, shared: dict[int, int]) -> Iterator[ProofStep]:
    """The steps of a proof, in order; text or binary is recognised.

    * variable_count: the variables of the formula; larger literals are refused.
    * shared: the integer objects for the literals; it grows.

    Raise `ProofError` at the first malformed step, after the steps before it were yielded.
    """
    start = source.read(_PEEK)
    # Every binary step ends in a zero byte, and text holds none.
    binary = start[:1] == b"a" or (start[:1] == b"d" and b"\0" in start)
    literals = Literals(variable_count, shared, binary)
    return _binary_steps(start, source, literals) if binary else _text_steps(start, source, literals)


def _text_steps(start: bytes, source: Source, literals: Literals) -> Iterator[ProofStep]:
    literal = literals.__getitem__
    for line in pieces(start, source, b"\n"):
        words = line.split()
        if not words or words[0] == b"c":
            continue
        deletes = words[0] == b"d"
        if words[-1] != b"0":
            raise ProofError("expected 0 at the end of the line")
        yield deletes, [literal(word) for word in words[deletes:-1]]


def _binary_steps(start: bytes, source: Source, literals: Literals) -> Iterator[ProofStep]:
    literal = literals.__getitem__
    for step in pieces(start, source, b"\0", must_end=True):
        if step[:1] not in (b"a", b"d"):
            raise ProofError(f"expected a step that begins with 'a' or 'd', found {ascii(step[:1])[1:]}")
        if step[-1] & 0x80:
            raise ProofError("a zero byte within a literal")
        yield step[:1] == b"d", [literal(word) for word in _BINARY_LITERAL.findall(step, 1)]


def numbers(words: Sequence[bytes], expected: str, longest: int | None = None) -> list[int]:
    """Integers in plain decimal digits; `ProofError` with what was expected for other words."""
    # int() would also accept "+1" and "1_0".
    if words and not b"".join(words).translate(None, b"-").isdigit():
        raise ProofError(expected)
    if words and longest is not None and max(map(len, words)) > longest:
        raise ProofError(f"{expected} of at most {longest} characters")
    try:
        return list(map(int, words))
    except ValueError:  # a "-" that is not a sign, or thousands of digits
        raise ProofError(expected) from None


def pieces(start: bytes, source: Source, end: bytes, must_end: bool = False) -> Iterator[bytes]:
    """The pieces of `start` and the rest of `source` between `end` bytes.

    Raise `ProofError` for a piece of more than `MOST_BYTES`, or a last piece without a required end.
    """
    rest = b""
    for chunk in chain([start], iter(lambda: source.read(_CHUNK), b"")):
        *whole, rest = (rest + chunk).split(end)
        yield from whole
        if len(rest) > MOST_BYTES:
            raise ProofError(f"a step of more than {MOST_BYTES} bytes")
    if rest and must_end:
        raise ProofError("the proof ends within a step")
    if rest:
        yield rest
