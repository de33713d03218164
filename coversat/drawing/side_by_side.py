"""Pictures in characters, put side by side, with what differs marked."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import zip_longest

Places = set[tuple[int, int]]
"""Lines of a picture, and columns in them."""

_BORDER = set("+-|")


def mark_differences(first: str, second: str) -> tuple[str, str]:
    """The two pictures with ``*`` behind each word that the other has not in the same place.

    Words are what stands between blanks and bars: digits, literals, names of pieces, queens.  Pictures
    that have not the same number of words in each line are lists, of which whole lines are marked; and
    where only bars differ, as between dominoes, these are.
    """
    ours, theirs = _words(first), _words(second)
    if list(map(len, ours)) != list(map(len, theirs)):
        return _marked_lines(first, second), _marked_lines(second, first)
    left, right = _differing(ours, theirs), _differing(theirs, ours)
    if not left and first.count("\n") == second.count("\n"):
        left, right = _bars(first, second), _bars(second, first)
    return _marked(first, left), _marked(second, right)


def _words(picture: str) -> list[list[re.Match[str]]]:
    return [
        [word for word in re.finditer(r"[^\s|]+", line) if not _BORDER.issuperset(word[0])]
        for line in picture.split("\n")
    ]


def _differing(words: Sequence[Sequence[re.Match[str]]], others: Sequence[Sequence[re.Match[str]]]) -> Places:
    """The ends of words that differ; not of an empty square, since what stands there elsewhere is marked."""
    return {
        (number, mine.end())
        for number, pairs in enumerate(zip(words, others, strict=True))
        for mine, other in zip(*pairs, strict=True)
        if mine[0] != other[0] and set(mine[0]) != {"."}
    }


def _marked_lines(picture: str, other: str) -> str:
    theirs = set(other.split("\n"))
    return "\n".join(line if line in theirs else f"{line}*" for line in picture.split("\n"))


def _bars(picture: str, other: str) -> Places:
    """Where, behind a bar that the other picture has not, there is a blank."""
    pairs = enumerate(zip(picture.split("\n"), other.split("\n"), strict=True))
    return {
        (number, at + 1)
        for number, (line, theirs) in pairs
        for at, character in enumerate(line)
        if character in _BORDER and theirs[at : at + 1] != character and line[at + 1 : at + 2] in ("", " ")
    }


def _marked(picture: str, marks: Places) -> str:
    """With ``*`` at these places (line, column): over a blank; elsewhere all lines make room for it."""
    lines = [f"{line} " for line in picture.split("\n")]
    tight = {at for number, at in marks if lines[number][at] != " "}
    return "\n".join(
        _line(line, {at for n, at in marks if n == number}, tight) for number, line in enumerate(lines)
    )


def _line(line: str, marks: Collection[int], tight: Collection[int]) -> str:
    characters = []
    for at, character in enumerate(line):
        if at in tight:
            bar = {line[at - 1], character} <= {"+", "-"}
            characters.append("*" if at in marks else "-" if bar else " ")
        characters.append("*" if at in marks and at not in tight else character)
    return "".join(characters).rstrip()


def side_by_side(first: str, second: str, gap: str = "    ", width: int = 80) -> str:
    """Two pictures beside each other, or one below the other where they do not fit in `width`."""
    left, right = first.splitlines(), second.splitlines()
    left_width = max(map(len, left), default=0)
    if left_width + len(gap) + max(map(len, right), default=0) > width:
        return f"{first}\n\n{second}"
    pairs = zip_longest(left, right, fillvalue="")
    return "\n".join((one.ljust(left_width) + gap + other).rstrip() for one, other in pairs)
