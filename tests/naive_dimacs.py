"""A second reader of DIMACS, slow and plain, written from the format's description and from nothing else.

A text is a row of characters.  Line ends are LF, CR LF or CR.  It is read one character after the other.
"""

from __future__ import annotations

from typing import NamedTuple

GAPS = " \t"
DIGITS = "0123456789"


class RefusedError(Exception):
    """Not DIMACS as we take it."""


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
    if word.startswith("-"):
        value = natural(word[1:])
        if value == 0:
            raise RefusedError("minus nothing")
        return -value
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


def read(text: str) -> Formula:
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
            if len(words) != 4 or words[0] != "p" or words[1] != "cnf":
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
