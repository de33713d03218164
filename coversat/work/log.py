"""A file of JSON lines that one run writes at a time, and that a later run continues.

What is read back is trusted as it stands: a file is refused if its lines do not belong to the question, not
if a number in them was changed.  Lines may end in CR LF and the file may begin with a byte order mark.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from ..errors import CoversatError
from ..files import naming, shown


class LogError(CoversatError):
    """A log that cannot be opened, or that does not belong to what is asked."""

    ends_run = True


class Log:
    """A log, opened for writing by one run; a context.

    A device or a pipe is written to, and cannot be resumed.

    Parameters
    ----------
    path : Path
    resume : bool
        Whether to continue what is there.
    begins : tuple of bytes
        How each line begins.  A last line without its end is dropped if it begins like this, and is refused
        otherwise.

    Raises
    ------
    LogError
        If the file holds something and is not to be continued, or another run is writing it.
    OSError
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
                raise LogError(f"{self.name} exists; --resume continues it")
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Log:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with naming(str(self.path)):
            self._file.close()
        if error is not None and self._new and not self.path.stat().st_size:
            os.unlink(os.path.realpath(self.path))  # this run wrote nothing; a link to the file stays

    def rows(self) -> Iterator[tuple[int, dict[str, Any] | None]]:
        """The objects in the lines, with the numbers of these; None for a line that holds no object.

        Afterwards the log is written behind the last of them.
        """
        end, whole = 0, True
        for number, line in enumerate(self._file, 1):
            row = _object(line)
            if row is None and not line.endswith(b"\n") and self._may_become(line):
                break
            end, whole = end + len(line), line.endswith(b"\n")
            yield number, row
        self._file.seek(end)
        self._file.truncate()
        if not whole:  # only the end of the last line is missing
            self._file.write(b"\n")

    def _may_become(self, line: bytes) -> bool:
        return any(line[: len(begin)] == begin[: len(line)] for begin in self._begins)

    def clear(self) -> None:
        """Remove all lines."""
        self._file.truncate(0)

    def append(self, lines: Iterable[str]) -> None:
        """Write some lines; they are in the file when this returns."""
        with naming(str(self.path)):
            self._file.write("".join(f"{line}\n" for line in lines).encode())
            self._file.flush()


def _locked(file: IO[bytes]) -> bool:
    """Lock a file until it is closed, where the system can; False if another process has locked it."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        # Of this process alone: workers that outlive it for a moment do not keep the next run out.
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True  # a file system without locks
    return True


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return row if isinstance(row, dict) else None
