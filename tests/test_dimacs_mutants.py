"""The reader of DIMACS beside a slow and plain one, over mutants of good texts.

Both take a text, and then read the same from it, or both refuse it.
"""

from __future__ import annotations

import random

import naive_dimacs
import pytest

from coversat.errors import ParseError
from coversat.kinds.cnf.rules import read_dimacs
from coversat.problems.text import text_lines

SEEDS = [
    "p cnf 3 3\n1 -2 0\n0\n-3 0\n",
    "c one\nc varname 1 a b\nc varname 3 x\nc p show 1 3 0\np cnf 3 2\n1 2 -3 0\n-1 3 0\n",
    " c ind 1 2 0\nc ind 3 0\n\np  cnf 12\t2 \n 1 -12 0 11\n10 0\n%\n0\n\n",
    "c====\ncfoo\nc\tx\nc varname x y\nc p weight 1 0\np cnf 1 1\n1 0\nc end\n",
    "c p show 2 0\nc ind 2 0\nc p show 1 0\nc ind 1 0\r\np cnf 2 1\r\n1 2 0\r\n",
    "p cnf 22 4\n22 0 -21\n0 1\n0 020 -1 0\n",
    "p cnf 2147483646 1\n2147483646 -1 0\n",
]
# fmt: off
PIECES = [
    *" \t\n\r\v\f\x00\x1c\x85\xa0\u2028\u3000\ufeff",
    *"0123456789+-%cp",
    *("-0", "00", "+1", "- 1", "--1", "1-1", "1e1", "0x1", "\uff11", "\u0663", "\xb2", "99999999999",
        "4" * 30),
    *("%\n0\n", "c p show ", "c ind ", "c ind 1 0\n", "c varname 2 z\n", "c p weight 1 0\n", "p cnf 3 3\n"),
    *(" 0\n", "0\n", "c\n", "cx\n", "c\tp\tshow 1 0\n", "1 2 0\n", "\n\n", "\r\n", "c ind x\n", "cind 3 0\n",
        "c ind\x0b\n", "\tc\n"),
]
# fmt: on


def mutant(chance: random.Random) -> str:
    text = chance.choice(SEEDS)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 6))):
        at = chance.randint(0, len(text))
        end = min(len(text), at + chance.choice((0, 0, 1, 1, 2, 5)))
        new = chance.choice(PIECES) if chance.random() < 0.8 else text[at:end] * 2
        text = text[:at] + new + text[end:]
    return text


def judge(seed: str, count: int) -> None:
    chance = random.Random(seed)
    read = refused = 0
    for _ in range(count):
        text = mutant(chance)
        try:
            expected = naive_dimacs.read(text)
        except naive_dimacs.RefusedError:
            with pytest.raises(ParseError) as raised:
                print(repr(text), read_dimacs(text))
            lines = text_lines(text) or [""]
            assert 1 <= raised.value.line <= len(lines), repr(text)
            assert 1 <= raised.value.column <= len(lines[raised.value.line - 1]) + 1, repr(text)
            refused += 1
            continue
        (found,) = read_dimacs(text)
        assert found.variable_count == expected.variables, repr(text)
        assert list(map(list, found.clauses)) == expected.clauses, repr(text)
        assert found.names == expected.names, repr(text)
        projection = None if found.projection is None else list(found.projection)
        assert projection == expected.projection, repr(text)
        read += 1
    assert min(read, refused) > count / 10


def test_mutants() -> None:
    judge("every run", 4_000)


@pytest.mark.slow
def test_a_million_mutants() -> None:
    judge("the long half", 1_000_000)
