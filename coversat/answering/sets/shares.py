"""Parts of a set that are answered apart, on machines that know nothing of each other, and merged.

The results of a part begin with a head, its question, and end with what the set was, which is only known
there. So parts of different questions or sets are recognised, and a part that is not finished.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast

from ...base.arguments import Share, share
from ...base.errors import ArgumentError, CoversatError
from ...base.files import naming, shown
from ...base.log import Log, LogError, row_of
from ...base.version import VERSION
from ...base.wording import counted, spans
from .entries import Entries
from .entry import Block, Entry, Part

BEGINS = HEAD, END = b'{"part": ', b'{"places": '
"""How the first and the last line begin."""
PIECE = 1 << 18
"""The bytes of a file that are read at once."""


class MergeError(CoversatError):
    """Parts that do not belong together, or of which some are missing."""


class Ours:
    """The puzzles of a part of a set; all others are read, too, since the last line says what the set was.

    * entries: the same iterator, which gives only those of the part from now on.
    """

    def __init__(self, entries: Iterator[Entry], part: Share) -> None:
        from hashlib import sha256  # few need it, and it slows every start

        self._part, self._count, self._digest = part, 0, sha256()
        self.entries: Iterator[Entry]
        if isinstance(entries, Entries):
            self.entries = entries.through(self._chosen)
        else:
            self.entries = cast(Iterator[Entry], self._chosen(entries))

    def _chosen(self, parts: Iterable[Part]) -> Iterator[Part]:
        for part in parts:
            ids = part.ids if isinstance(part, Block) else [part.id]
            first = (self._part.number - 1 - self._count) % self._part.of
            self._count += len(ids)
            self._digest.update("".join(ids).encode())
            if first < len(ids):
                yield part[first :: self._part.of] if isinstance(part, Block) else part

    def end(self, code: int) -> dict[str, Any]:
        """The last line, once all is read; `code`: the exit code of the part."""
        return {"places": self._count, "set": self._digest.hexdigest(), "code": code}


def of_part(entries: Iterator[Entry], part: Share | None) -> Iterator[Entry]:
    """The entries of a part, or all."""
    return entries if part is None else Ours(entries, part).entries


def head(part: Share, question: Mapping[str, Any]) -> dict[str, Any]:
    """The first line; `question`: all that the results depend on beside the set, by names of options."""
    return {"part": str(part), "coversat": VERSION, **stated_of(question)}


def stated_of(question: Mapping[str, Any]) -> dict[str, Any]:
    """The options that are given."""
    return {
        name: value for name, value in question.items() if value not in (None, "", []) and value is not False
    }


def as_line(row: Mapping[str, Any]) -> str:
    """A head or an end in one line."""
    import json  # few need it

    return json.dumps(row)


def rows_before(log: Log, begins: str) -> Iterator[tuple[int, dict[str, Any] | None]]:
    """The results in a log that is continued, without head and end; writes a head if there is none.

    * begins: the head as a line; empty for the log of a whole set.

    Raise `LogError` if the log has another head.
    """
    rows = log.rows()
    if not begins:
        yield from rows
        return
    number, first = next(rows, (0, None))
    if not number:
        log.append([begins])
        return
    if first is None or (why := difference(first, row_of(begins.encode()) or {})):
        raise LogError(f"{log.name} is of another question: {'it has none' if first is None else why}")
    end = log.end
    for number, row in rows:
        if row is not None and "places" in row:
            log.cut(end)  # the last line is written again
            return
        end = log.end
        yield number, row


def difference(found: Mapping[str, Any], wanted: Mapping[str, Any]) -> str:
    """In which option the question of some results differs from another; empty for none."""
    for name in dict.fromkeys((*found, *wanted)):
        if found.get(name) != wanted.get(name):
            return f"{name} is {found.get(name, 'none')}, not {wanted.get(name, 'none')}"
    return ""


# Merging


class Stated(NamedTuple):
    """What the results of a part state of themselves; `end` is None if they are not finished."""

    name: str
    part: Share
    question: Mapping[str, Any]
    end: Mapping[str, Any] | None

    @classmethod
    def of(cls, name: str, first: Any, last: Any) -> Stated:
        """From head and end. Raise `MergeError` for anything else."""
        try:
            part = share(first["part"])
            assert part is not None
            found = cls(name, part, first | {"part": f"of {part.of}"}, last)
            _ = found.own
        except (ArgumentError, AssertionError, KeyError, TypeError, ValueError):
            raise MergeError(f"{shown(name)}: these are no results of a part of a set") from None
        return found

    @property
    def places(self) -> int:
        """The number of places in the set."""
        return 0 if self.end is None else int(self.end["places"])

    @property
    def own(self) -> int:
        """The number of its own places."""
        return len(range(self.places)[self.part.places])


def in_order(parts: Iterable[Stated]) -> list[Stated]:
    """All parts of one question to one set, in order. Raise `MergeError` if they are anything else."""
    found: dict[int, Stated] = {}
    first = ended = None
    for one in parts:
        first = first or one
        if why := difference(one.question, first.question):
            raise MergeError(f"{shown(one.name)} is of another question than {shown(first.name)}: {why}")
        if (twice := found.setdefault(one.part.number, one)) is not one:
            raise MergeError(f"{shown(twice.name)} and {shown(one.name)} are both part {one.part}")
        ended = ended or (one if one.end else None)
        if ended and ended.end and one.end and one.end["set"] != ended.end["set"]:
            sizes = f"{one.places} and {ended.places} puzzles"
            raise MergeError(f"{shown(one.name)} is of another set than {shown(ended.name)}: {sizes}")
    if first is None:
        raise MergeError("there is no part to merge")
    ordered = [found[number] for number in sorted(found)]
    left = [number for number in range(1, first.part.of + 1) if number not in found]
    unfinished = [f"{one.part} ({shown(one.name)})" for one in ordered if one.end is None]
    missing = [f"part {spans(left)} of {first.part.of} is missing"] * bool(left)
    missing += [f"part {', '.join(unfinished)} is not finished"] * bool(unfinished)
    if missing:
        raise MergeError("; ".join(missing), hint="run what is left, with --resume where it was begun")
    return ordered


def merged_rows(files: Sequence[str]) -> tuple[list[Stated], Iterator[bytes]]:
    """What the parts state, and the results of all in the order of the set, as lines."""
    parts = in_order(map(_stated, files))
    rows = [_lines(one.name) for one in parts]
    for each in rows:
        next(each)  # the head
    return parts, (next(rows[place % len(rows)]) for place in range(parts[0].places))


def _stated(file: str) -> Stated:
    lines = _lines(file)
    first = last = next(lines, b"")
    count = 1
    for line in lines:
        count, last = count + 1, line
    ended = last.startswith(END) and last.endswith(b"\n")
    found = Stated.of(file, row_of(first), row_of(last) if ended else None)
    if ended and count != found.own + 2:
        raise MergeError(
            f"{shown(file)}: {counted(count - 2, 'result')} of {found.own}; the file was changed"
        )
    return found


def _lines(file: str) -> Iterator[bytes]:
    """The lines of a file, which is not kept open: there may be more parts than a process has files."""
    at, some = 0, [b""]
    while some:
        with naming(file), open(file, "rb") as lines:
            lines.seek(at)
            some = lines.readlines(PIECE)
            at = lines.tell()
        yield from some
