"""Results in a file of JSON lines that can be continued where it ended.

Every result carries the id of its puzzle, so a set that was changed in between is refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any

from ..errors import CoversatError
from .entries import Entry


class JournalError(CoversatError):
    """A file of results that cannot be begun, or does not belong to this set."""


class Journal:
    """A file of results, opened for writing; a context.

    Parameters
    ----------
    path : Path
    resume : bool
        Whether to continue what is there.  A last line that was not finished is dropped.

    Raises
    ------
    JournalError
        When the file holds something and is not to be continued.
    OSError
    """

    def __init__(self, path: Path, resume: bool) -> None:
        if not resume and path.exists() and path.stat().st_size:
            raise JournalError(f"{path} exists; --resume continues it")
        self._path = path
        self._file: IO[bytes] = path.open("r+b" if path.exists() else "x+b")

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def seen(self, entries: Iterator[Entry], command: str) -> Iterator[dict[str, Any]]:
        """The results that are there; as many entries are taken.  Afterwards the file stands at their end.

        Raises
        ------
        JournalError
            When a result is not of the next entry, or answers another command.
        """
        end = 0
        for number, line in enumerate(self._file, 1):
            if not line.endswith(b"\n"):
                break
            end += len(line)
            row = self._row(line, number)
            entry = next(entries, None)
            if entry is None:
                raise JournalError(f"{self._path}:{number}: the input has no more puzzles; it was changed")
            if (row.get("case"), row.get("id")) != (entry.case, entry.id):
                raise JournalError(
                    f"{self._path}:{number}: not the result of {entry.name}; the input was changed"
                )
            if row.get("command") != command:
                raise JournalError(
                    f"{self._path}:{number}: a result of '{row.get('command')}', not '{command}'"
                )
            yield row
        self._file.seek(end)
        self._file.truncate()

    def _row(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        if not isinstance(row, dict):
            raise JournalError(f"{self._path}:{number}: expected a result of coversat")
        return row

    def write(self, lines: Iterable[str]) -> None:
        """Some results; they are in the file when this returns."""
        self._file.write("".join(f"{line}\n" for line in lines).encode())
        self._file.flush()
