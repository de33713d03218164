"""Files of JSON lines that one run writes at a time, and from whose end a later one goes on."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any

from ..errors import CoversatError
from .names import shown


def claim(file: IO[bytes], path: Path, resume: bool, error: type[CoversatError]) -> None:
    """Have a regular file for this run alone; where it holds something, only to go on there.

    Raises
    ------
    `error`
        When another run is writing it, or it holds something and is not to be continued.
    """
    if not _locked(file):
        raise error(f"{shown(path)} is being written by another run")
    if not resume and path.stat().st_size:
        raise error(f"{shown(path)} exists; --resume continues it")


def _locked(file: IO[bytes]) -> bool:
    """Lock a file until it is closed, where the system can; False when another process has locked it."""
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


def rows(file: IO[bytes], begins: tuple[bytes, ...]) -> Iterator[tuple[int, dict[str, Any] | None]]:
    """The objects of its lines, with their numbers; None for a line that holds none.

    Afterwards the file stands at their end.  A last line that was not finished is dropped, if it may be the
    beginning of one that was written here: these begin with one of `begins`.
    """
    end, whole = 0, True
    for number, line in enumerate(file, 1):
        row = _object(line)
        if row is None and not line.endswith(b"\n") and _may_become(line, begins):
            break
        end, whole = end + len(line), line.endswith(b"\n")
        yield number, row
    file.seek(end)
    file.truncate()
    if not whole:  # all of the last line was written but its end
        file.write(b"\n")


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        row = json.loads(line)
    except ValueError:
        return None
    return row if isinstance(row, dict) else None


def _may_become(line: bytes, begins: tuple[bytes, ...]) -> bool:
    return any(line[: len(begin)] == begin[: len(line)] for begin in begins)


def append(file: IO[bytes], lines: Iterable[str]) -> None:
    """Write some lines; they are in the file when this returns."""
    file.write("".join(f"{line}\n" for line in lines).encode())
    file.flush()
