"""Results in a file of JSON lines that can be continued where it ended.

Every result carries the id of its puzzle, so a set that was changed in between is refused.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

from ..errors import CoversatError
from ..files import json_lines, naming, shown
from .entries import Entry
from .presenting import told
from .query import Query


class JournalError(CoversatError):
    """A file of results that cannot be begun, or does not belong to this set."""


class Journal:
    """A file of results, opened for writing by one run at a time; a context.

    What is no regular file is written through.

    Parameters
    ----------
    path : Path
    resume : bool
        Whether to continue what is there.  A last line that was not finished is dropped.

    Raises
    ------
    JournalError
        When the file holds something and is not to be continued, or another run is writing it.
    OSError
    """

    def __init__(self, path: Path, resume: bool) -> None:
        self._path, self._name = path, shown(path)
        self._new = not path.exists()
        regular = self._new or stat.S_ISREG(path.stat().st_mode)
        if resume and not regular:
            raise JournalError(f"{shown(path)} is no regular file, which alone can be continued")
        flags = os.O_RDWR | os.O_CREAT if regular else os.O_WRONLY
        self._file: IO[bytes] = os.fdopen(os.open(path, flags, 0o666), "r+b" if regular else "wb")
        try:
            if regular:
                json_lines.claim(self._file, path, resume, JournalError)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        with naming(str(self._path)):
            self._file.close()
        if error is not None and self._new and not self._path.stat().st_size:
            os.unlink(os.path.realpath(self._path))  # nothing came of this run; a link to it stays

    def seen(self, entries: Iterator[Entry], query: Query) -> Iterator[tuple[str, int]]:
        """The results that are there, as `told`; as many entries are taken.

        Afterwards the file stands at their end.

        Raises
        ------
        JournalError
            When a result is not of the next entry, or answers another command.
        """
        for number, row in json_lines.rows(self._file, (b'{"file": ',)):
            if row is None:
                raise JournalError(f"{self._name}:{number}: expected a result of coversat")
            entry = next(entries, None)
            if entry is None:
                raise JournalError(f"{self._name}:{number}: the input has no more puzzles; it was changed")
            if (row.get("case"), row.get("id")) != (entry.case, entry.id):
                raise JournalError(
                    f"{self._name}:{number}: not the result of {entry.name}; the input was changed"
                )
            if row.get("command") != query.command:
                raise JournalError(
                    f"{self._name}:{number}: a result of '{row.get('command')}', not '{query.command}'"
                )
            result = told(query, row)
            if result is None:
                raise JournalError(f"{self._name}:{number}: no result that coversat writes; it was changed")
            yield result

    def empty(self) -> None:
        """Drop what is there: it is to be found out anew."""
        self._file.truncate(0)

    def write(self, lines: Iterable[str]) -> None:
        """Some results; they are in the file when this returns."""
        with naming(str(self._path)):
            json_lines.append(self._file, lines)
