"""The reader of DIMACS beside a slow, plain one over mutants of good texts: both read, or both refuse."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from coversat.base.errors import ParseError
from coversat.problems.cnf.rules import read_dimacs
from coversat.problems.text import text_lines

# A second reader, from the description of the format, character by character


GAPS = " \t"
DIGITS = "0123456789"


class RefusedError(Exception):
    """Not DIMACS as coversat reads it."""


class Formula(NamedTuple):
    variables: int
    clauses: list[list[int]]
    names: dict[int, str]
    projection: list[int] | None


def lines_of(text: str) -> list[str]:
    lines, line, before = [], "", ""
    for character in text:
        if character == "\n" and before == "\r":
            pass  # the second half of one line end
        elif character in "\r\n":
            lines.append(line)
            line = ""
        else:
            line += character
        before = character
    return [*lines, line]


def words_of(line: str) -> list[str]:
    words = [""]
    for character in line:
        if character in GAPS:
            words.append("")
        else:
            words[-1] += character
    return [word for word in words if word]


def natural(word: str) -> int:
    if not word or any(character not in DIGITS for character in word):
        raise RefusedError(word)
    value = 0
    for character in word:
        value = 10 * value + DIGITS.index(character)
    return value


def literal(word: str) -> int:
    if word[0] in "-+":
        value = natural(word[1:])
        if value == 0:
            raise RefusedError("a sign before nothing")
        return -value if word[0] == "-" else value
    return natural(word)


def shown(words: list[str]) -> list[int]:
    values = [natural(word) for word in words]
    if not values or values.index(0) != len(values) - 1 if 0 in values else True:
        raise RefusedError("not ended by 0")
    return values[:-1]


def rest_from(line: str, word: int) -> str:
    """The line from its n-th word on."""
    seen, inside = -1, False
    for place, character in enumerate(line):
        if character not in GAPS and not inside:
            seen += 1
            if seen == word:
                return line[place:].rstrip()
        inside = character not in GAPS
    return ""


def about(words: list[str]) -> str:
    """What a comment of these words states; empty where it states nothing."""
    if words[1:2] == ["varname"] and len(words) > 3 and all(x in DIGITS for x in words[2]):
        return "a name"
    if words[1:3] in (["p", "show"], ["p", "weight"]):
        return words[2]
    if words[1:2] == ["ind"] and (len(words) == 2 or words[2].lstrip("+-")[:1].isdigit()):
        return "ind"
    return ""


def naive_read(text: str) -> Formula:
    header: tuple[int, int] | None = None
    clauses: list[list[int]] = []
    clause: list[int] = []
    names: dict[int, str] = {}
    projections: dict[str, list[int]] = {}
    satlib = False
    for line in lines_of(text):
        words = words_of(line)
        if not words:
            continue
        if words[0][0] == "c":
            if words[0] != "c":
                if about(["c", words[0][1:], *words[1:]]):
                    raise RefusedError("it would state something if the c stood apart")
            elif about(words) == "a name":
                names[natural(words[2])] = rest_from(line, 3)
            elif about(words) == "show":
                projections.setdefault("show", []).extend(shown(words[3:]))
            elif about(words) == "weight":
                raise RefusedError("weights")
            elif about(words) == "ind":
                projections.setdefault("ind", []).extend(shown(words[2:]))
        elif header is None:
            if len(words) != 4 or words[0] not in ("p", "P") or words[1].lower() != "cnf":
                raise RefusedError("header")
            header = natural(words[2]), natural(words[3])
        elif satlib:
            if any(word != "0" for word in words):
                raise RefusedError("behind the percent sign")
        elif words == ["%"] and not clause and len(clauses) == header[1]:
            satlib = True
        else:
            for word in words:
                value = literal(word)
                if value:
                    clause.append(value)
                else:
                    clauses.append(clause)
                    clause = []
    if header is None or clause or len(clauses) != header[1]:
        raise RefusedError("counts")
    variables = header[0]
    if variables > 2**31 - 2 or header[1] > 10**12:
        raise RefusedError("too large")
    spoken_of = [*names, *(v for projection in projections.values() for v in projection)]
    used = [abs(value) for one in clauses for value in one]
    if any(not 1 <= v <= variables for v in (*spoken_of, *used)):
        raise RefusedError("no such variable")
    if len({frozenset(projection) for projection in projections.values()}) > 1:
        raise RefusedError("two projections")
    projection = next(iter(projections.values())) if projections else None
    return Formula(variables, clauses, names, projection)


# Mutants


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
            expected = naive_read(text)
        except RefusedError:
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
