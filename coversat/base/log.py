"""A log of JSON lines, written by one run at a time, which a later run can continue.

Contents are trusted: a log is refused if its lines belong to another question, but a changed number is not
detected. Lines may end in CR LF and the file may begin with a byte order mark.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from typing import IO, TYPE_CHECKING, Any

from .errors import CoversatError
from .files import naming, shown

if TYPE_CHECKING:
    from pathlib import Path


class LogError(CoversatError):
    """A log that cannot be opened, or that belongs to another question."""

    ends_run = True


class Log:
    """A log opened for writing by one run; a context manager.

    A device or a pipe can be written to, but not resumed.

    * resume: whether to continue the existing log.
    * begins: the possible prefixes of lines.  An incomplete last line is dropped if it has one of them, and
      refused otherwise.

    * end (int): the bytes of the rows that were read so far.

    Raise `LogError` if the file holds something and is not to be continued, or another run is writing it.
    """

    def __init__(self, path: Path, resume: bool, begins: tuple[bytes, ...]) -> None:
        self.path, self.name, self._begins = path, shown(path), begins
        self._new = not path.exists()
        regular = self._new or stat.S_ISREG(path.stat().st_mode)
        if resume and not regular:
            raise LogError(f"{self.name} is not a regular file, and only a regular file can be continued")
        flags = os.O_RDWR | os.O_CREAT if regular else os.O_WRONLY
        self._file: IO[bytes] = os.fdopen(os.open(path, flags, 0o666), "r+b" if regular else "wb")
        try:
            if regular and not _locked(self._file):
                raise LogError(f"{self.name} is being written by another run")
            if regular and not resume and path.stat().st_size:
                raise LogError(f"{self.name} exists", hint="--resume continues it")
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Log:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        with naming(str(self.path)):
            self._file.close()
        if error is not None and self._new and not self.path.stat().st_size:
            os.unlink(os.path.realpath(self.path))  # this run wrote nothing; a link to the file remains

    def rows(self) -> Iterator[tuple[int, dict[str, Any] | None]]:
        """The objects of the lines with their line numbers; None for a line without an object.

        Afterwards, writing continues after the last of them.
        """
        self.end, whole = 0, True
        for number, line in enumerate(self._file, 1):
            row = row_of(line)
            if row is None and not line.endswith(b"\n") and self._may_become(line):
                break
            self.end, whole = self.end + len(line), line.endswith(b"\n")
            yield number, row
        self.cut(self.end)
        if not whole:  # only the end of the last line is missing
            self._file.write(b"\n")

    def _may_become(self, line: bytes) -> bool:
        return any(line[: len(begin)] == begin[: len(line)] for begin in self._begins)

    def cut(self, end: int) -> None:
        """Drop what follows these bytes, and continue there."""
        self._file.seek(end)
        self._file.truncate()

    def clear(self) -> None:
        self._file.truncate(0)

    def append(self, lines: Iterable[str]) -> None:
        with naming(str(self.path)):
            self._file.write("\n".join([*lines, ""]).encode())
            self._file.flush()


def _locked(file: IO[bytes]) -> bool:
    """Lock a file until it is closed, if the system can; False if another process has locked it."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        # For this process alone: workers that outlive it briefly do not block the next run.
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True  # a file system without locks
    return True


def row_of(line: bytes) -> dict[str, Any] | None:
    """The object in a line of JSON; None if there is none."""
    import json

    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return row if isinstance(row, dict) else None
