"""Reading pseudo-Boolean formulas (OPB) whose coefficients are 1 and -1, without trust.

A line is a comment (``*``), ``preserved: x1 x2 ;``, or a constraint ``+1 x1 -1 x2 >= 0 ;``; ``=`` is two
constraints.  Variables get numbers in the order in which they are met, so that memory follows the text and
not what it says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .verification import ProofError

_NAME = re.compile(rb"[A-Za-z_][A-Za-z0-9_\[\]{}^-]{1,63}")
_INTEGER = re.compile(rb"[+-]?[0-9]{1,9}")
_SIGNS = {b"+1": 1, b"1": 1, b"-1": -1, b"+0": 0, b"0": 0}


class Cardinality(NamedTuple):
    """At least `degree` of these literals, of different variables, are true."""

    literals: tuple[int, ...]
    degree: int


class Variables(dict[bytes, int]):
    """Literals by how they are written: ``x1`` and ``~x1``."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0
        self.open = True
        """Whether new variables may still be met."""

    def __missing__(self, word: bytes) -> int:
        name = word.removeprefix(b"~")
        if not _NAME.fullmatch(name):
            raise ProofError(f"expected a literal, found {shown(word)}")
        if not self.open:
            raise ProofError(f"{shown(name)} is no variable of the formula")
        self.count += 1
        self[name], self[b"~" + name] = self.count, -self.count
        return self[word]


class Formula(NamedTuple):
    """What an OPB text says: its constraints in order, and the variables that tell solutions apart."""

    variables: Variables
    constraints: list[Cardinality]
    preserved: tuple[int, ...]


def read_opb(lines: Iterable[bytes]) -> Formula:
    """A formula.

    Raises
    ------
    ProofError
        At the first line that is not understood, with its number.
    """
    variables = Variables()
    constraints: list[Cardinality] = []
    preserved: tuple[int, ...] | None = None
    for number, line in enumerate(lines, 1):
        try:
            words = line.split()
            if not words or words[0].startswith(b"*"):
                continue
            if words[0] == b"preserved:":
                if preserved is not None or words[-1] != b";":
                    raise ProofError("expected one 'preserved: VARIABLES ;'")
                preserved = _variables_in(words[1:-1], variables)
            else:
                constraints += read_constraint(words, variables)
        except ProofError as error:
            raise ProofError(f"line {number}: {error}") from None
    variables.open = False
    return Formula(
        variables, constraints, tuple(range(1, variables.count + 1)) if preserved is None else preserved
    )


def _variables_in(words: Sequence[bytes], variables: Variables) -> tuple[int, ...]:
    found = tuple(map(variables.__getitem__, words))
    if min(found, default=1) < 0 or len(set(found)) < len(found):
        raise ProofError("expected different variables")
    return found


def read_constraint(words: Sequence[bytes], variables: Variables) -> list[Cardinality]:
    """The constraint of a line, or the two of an equality: at least, and at most.

    Raises
    ------
    ProofError
        When it is malformed, or has other coefficients.
    """
    if len(words) < 3 or len(words) % 2 == 0 or words[-1] != b";" or words[-3] not in (b">=", b"="):
        raise ProofError("expected '+1 x1 -1 x2 ... >= NUMBER ;', or '=' for '>='")
    if not _INTEGER.fullmatch(words[-2]):
        raise ProofError(f"expected a number, found {shown(words[-2])}")
    literals, degree = [], int(words[-2])
    for coefficient, word in zip(words[:-3:2], words[1:-3:2], strict=True):
        sign = _SIGNS.get(coefficient)
        literal = variables[word]
        if sign is None:
            raise ProofError(f"expected a coefficient of 1 or -1, found {shown(coefficient)}")
        if sign:
            literals.append(sign * literal)
            degree += sign < 0
    if len(set(map(abs, literals))) < len(literals):
        raise ProofError("a variable stands twice in a constraint")
    least = Cardinality(tuple(literals), degree)
    if words[-3] == b">=":
        return [least]
    return [least, Cardinality(tuple(-literal for literal in literals), len(literals) - degree)]


def shown(word: bytes) -> str:
    """A word of a file as an error says it."""
    return ascii(word[:40].decode("latin-1"))
