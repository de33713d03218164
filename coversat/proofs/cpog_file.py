"""Reading CPOG and SCPOG, line by line and without trust.

``N a LITERALS 0 HINTS 0``        a clause that follows, with the number N; as ``N as ...`` it is one on the
                                  graph alone
``N p NODE LITERALS 0``           a product, defined by clauses N and, per literal, one more
``N s NODE LITERAL LITERAL HINTS 0``   a sum, defined by three clauses; its hints show that it is exclusive
``N t NODE LITERALS 0``           a Skolem node: a way to set variables that the projection does not show
``D NUMBERS 0``                   clauses ``a`` and ``as`` that are not needed any more
``r NODE``                        the root; 0 for a formula without a model

A line that begins with ``c`` is a comment.  Memory depends on one line only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..base.registry import compiled
from .verification import ProofError, numbers

_SHAPES = {
    "a": "N a LITERALS 0 HINTS 0",
    "as": "N as LITERALS 0 HINTS 0",
    "p": "N p NODE LITERALS 0",
    "s": "N s NODE LITERAL LITERAL HINTS 0",
    "t": "N t NODE LITERALS 0",
    "D": "D NUMBERS 0",
    "r": "r NODE",
}
_UNNUMBERED = ("D", "r")
_MOST_DIGITS = 18
"""Including the sign."""


class Line(NamedTuple):
    """One line that is not a comment.

    * number: the number of the clause, or of the first of several; 0 if none is stated.
    * node: the node that is defined, or the root; 0 for clauses.
    * literals: the literals of a clause, the children of a node, or the clauses that are deleted.
    """

    command: str
    number: int
    node: int
    literals: tuple[int, ...]
    hints: tuple[int, ...]


def line_reader() -> Callable[[bytes], Line | None]:
    """`read_line`, or its compiled twin if it was built."""
    kernel = compiled(__package__, "_hints_kernel")
    reader: Callable[[bytes], Line | None] = read_line if kernel is None else kernel.read_line
    return reader


def read_line(text: bytes) -> Line | None:
    """Read a line; None for a comment or an empty line. Raise `ProofError` if it is malformed."""
    words = text.split()
    if not words or words[0] == b"c":
        return None
    stated = words[0].isdigit() and len(words) > 1
    number = _numbers(words[:1])[0] if stated else 0
    command, rest = words[stated].decode("latin-1"), words[stated + 1 :]
    shape = _SHAPES.get(command)
    if shape is None:
        raise ProofError(f"expected one of the commands {', '.join(_SHAPES)}, found {command[:40]!a}")
    line = _shaped(command, number, _numbers(rest))
    if line is None or bool(number) is (command in _UNNUMBERED):
        raise ProofError(f"expected {shape!r}")
    return line


def _shaped(command: str, number: int, given: tuple[int, ...]) -> Line | None:
    """The line, if it has the numbers and zeros that its command requires."""
    if command == "r":
        return Line("r", 0, given[0], (), ()) if len(given) == 1 else None
    if not given or given[-1]:
        return None
    given = given[:-1]
    if command in ("a", "as"):
        if given.count(0) != 1:
            return None
        end = given.index(0)
        return Line(command, number, 0, given[:end], given[end + 1 :])
    if 0 in given:
        return None
    if command == "D":
        return Line("D", 0, 0, given, ())
    if len(given) < (3 if command == "s" else 1):
        return None
    end = 3 if command == "s" else len(given)
    return Line(command, number, given[0], given[1:end], given[end:])


def _numbers(words: Sequence[bytes]) -> tuple[int, ...]:
    return tuple(numbers(words, "expected numbers", _MOST_DIGITS))
