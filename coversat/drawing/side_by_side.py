"""Pictures in characters, put side by side, with what differs marked."""

from __future__ import annotations

from itertools import zip_longest


def mark_differences(first: str, second: str) -> tuple[str, str]:
    """The two pictures with ``*`` behind each digit or letter that differs from the other picture's.

    Pictures with different numbers of lines come back as they are.
    """
    if first.count("\n") != second.count("\n"):
        return first, second
    return _marked(first, second), _marked(second, first)


def _marked(picture: str, other: str) -> str:
    lines = []
    for line, theirs in zip(picture.splitlines(), other.splitlines(), strict=True):
        characters = list(line + " ")
        for at, (mine, yours) in enumerate(zip(line, theirs, strict=False)):
            if mine != yours and mine.isalnum() and yours.isalnum() and characters[at + 1] == " ":
                characters[at + 1] = "*"
        lines.append("".join(characters).rstrip())
    return "\n".join(lines)


def side_by_side(first: str, second: str, gap: str = "    ", width: int = 80) -> str:
    """Two pictures beside each other, or one below the other where they do not fit in `width`."""
    left, right = first.splitlines(), second.splitlines()
    left_width = max(map(len, left), default=0)
    if left_width + len(gap) + max(map(len, right), default=0) > width:
        return f"{first}\n\n{second}"
    pairs = zip_longest(left, right, fillvalue="")
    return "\n".join((one.ljust(left_width) + gap + other).rstrip() for one, other in pairs)
