"""Files that are written whole or not at all, and read up to a bound; packed ones by their suffix."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any, cast

from ..errors import CoversatError

MOST_BYTES = 2**30
"""The most that is read from one file, unpacked: a small packed file may hold any amount."""


class TooLargeError(CoversatError, ValueError):
    """A file that holds more than is read."""


def write_whole(path: Path, lines: Iterable[str | bytes]) -> None:
    """Write a file completely or not at all; ``.gz`` and ``.xz`` are packed.

    A temporary file beside it is renamed at the end.  The same lines give the same bytes.
    """
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            packed = _packing(path, file)
            with packed:
                for line in lines:
                    packed.write(line if isinstance(line, bytes) else line.encode())
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(name, 0o666 & ~umask)  # mkstemp made it private
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def _packing(path: Path, file: IO[bytes]) -> IO[bytes]:
    if path.suffix == ".gz":
        import gzip

        # No name and no time in the header, so that the bytes depend on the lines alone.
        return cast(IO[bytes], gzip.GzipFile("", "wb", fileobj=file, mtime=0))
    if path.suffix == ".xz":
        import lzma

        return cast(IO[bytes], lzma.LZMAFile(file, "wb"))
    return file


def read_whole(path: Path, most: int = MOST_BYTES) -> bytes:
    """The bytes of a file, unpacked when its name ends in ``.gz`` or ``.xz``.

    Raises
    ------
    OSError
        When it cannot be read or unpacked.
    TooLargeError
        When it holds more than `most` bytes.
    """
    with _unpacking(path) as file:
        try:
            data: bytes = file.read(most + 1)
        except Exception as error:
            if isinstance(error, OSError):
                raise
            raise OSError(0, f"it cannot be unpacked: {error}") from None
    if len(data) > most:
        raise TooLargeError(f"it holds more than {most} bytes")
    return data


def _unpacking(path: Path) -> Any:
    if path.suffix == ".gz":
        import gzip

        return gzip.open(path, "rb")
    if path.suffix == ".xz":
        import lzma

        return lzma.open(path, "rb")
    return path.open("rb")
