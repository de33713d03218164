"""Reading files, pipes and standard input, up to a bound."""

from __future__ import annotations

import errno
import io
import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import IO, Any

from ..errors import CoversatError, InputError, ParseError
from .names import STANDARD, FileError, PackedError, checked, descriptor_of, naming
from .unpacking import CHUNK, is_undecided, unpacked

MOST_BYTES = 2**30
"""The most bytes that are read from one file, uncompressed: a small compressed file may hold any amount."""

_read: set[tuple[int, int]] | None = None
"""Device and inode of each regular file that was read inside `inputs_kept`; None outside of it."""


class TooLargeError(FileError):
    """A file that holds more than is read."""


@contextmanager
def inputs_kept() -> Iterator[None]:
    """Inside this context no file is overwritten that was read in it; see `refuse_input`."""
    global _read
    before, _read = _read, set()
    try:
        yield
    finally:
        _read = before


def refuse_input(name: str | os.PathLike[str], sources: Iterable[str | os.PathLike[str]] = ()) -> None:
    """Raise `FileError` if writing this file would overwrite one of `sources` or one read in `inputs_kept`.

    The same file may have been read under another name, such as a link, or as standard input.
    """
    own = _identity(name)
    if own is not None and (own in (_read or ()) or any(own == _identity(source) for source in sources)):
        raise FileError(os.fspath(name), "the command reads this file, and would overwrite it")


def _identity(name: str | os.PathLike[str]) -> tuple[int, int] | None:
    """The device and number of a regular file; None if there is none."""
    try:
        status = os.stat(name)
    except (OSError, ValueError):
        return None
    return (status.st_dev, status.st_ino) if stat.S_ISREG(status.st_mode) else None


class Source:
    """The bytes of a file, uncompressed; a context manager.

    * name: ``-`` is standard input.

    * total (int or None): the size of a regular file on disk in bytes; None for anything else.
    * piped (bool): whether it was already open, like standard input; its writer may still be running.

    Raise `FileError` if it cannot be opened; from `read` and `readline` if it cannot be read or uncompressed.
    """

    def __init__(self, name: str | os.PathLike[str]) -> None:
        self.name = os.fspath(name)
        self.piped = self.name == STANDARD or descriptor_of(self.name) is not None
        with naming(self.name):
            self._counted = _Counted(_opened(self.name))
        self.total = self._counted.size()
        self._packed = io.BufferedReader(self._counted, CHUNK)

    @cached_property
    def _stream(self) -> io.BufferedReader[Any]:
        """The content; the first bytes, which may be late, say whether it is compressed."""
        return unpacked(self.name, self._packed, MOST_BYTES)

    @property
    def position(self) -> int:
        return self._counted.position

    def __enter__(self) -> Source:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; standard input stays open."""
        with suppress(OSError):
            self.__dict__.get("_stream", self._packed).close()
        self._counted.close()

    def wait(self) -> None:
        self._bytes(lambda: self._packed.peek(1))

    def readline(self, most: int = -1) -> bytes:
        """The next line, or its first `most` bytes; empty at the end."""
        return self._bytes(lambda: self._stream.readline(most))

    def piece(self) -> bytes:
        """Some bytes, as they arrive; empty at the end."""
        return self._bytes(lambda: self._stream.read1(CHUNK))

    def read(self, most: int | None = None) -> bytes:
        """All remaining bytes.

        Raise `TooLargeError` if there are more than `most` bytes (default: `MOST_BYTES`).
        """
        most = MOST_BYTES if most is None else most
        data = bytearray()
        # In pieces, so that memory is allocated only for bytes that exist.
        while chunk := self._bytes(lambda: self._stream.read(CHUNK)):
            data += chunk
            if len(data) > most:
                raise TooLargeError(self.name, f"it holds more than {most} bytes")
        return bytes(data)

    def _bytes(self, read: Callable[[], bytes]) -> bytes:
        try:
            return read()
        except Exception as error:
            raise self._unreadable(error) from None

    def _unreadable(self, error: Exception) -> FileError:
        if isinstance(error, CoversatError | MemoryError):
            raise error  # a deadline, or something that has nothing to do with the file
        if isinstance(error, OSError) and error.errno:
            return FileError(self.name, error.strerror or str(error), error.errno)
        if isinstance(error, UnicodeError):
            return FileError(self.name, "it begins like a text in UTF-16 or UTF-32, and is not one")
        return PackedError(self.name, f"it cannot be unpacked: {error}")


class _Counted(io.RawIOBase):
    """A stream that counts the bytes read from it."""

    def __init__(self, stream: io.FileIO | IO[bytes]) -> None:
        self._below = stream
        # From a buffered stream only what is there: do not wait for a terminal's next line.
        self._readinto = getattr(stream, "readinto1", None) or stream.readinto  # type: ignore[union-attr]
        self.position = 0

    def size(self) -> int | None:
        """The size of a regular file in bytes, registered for `refuse_input`; None for anything else."""
        try:
            status = os.fstat(self._below.fileno())
        except OSError:
            return None
        if not stat.S_ISREG(status.st_mode):
            return None
        if _read is not None:
            _read.add((status.st_dev, status.st_ino))
        return status.st_size

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        start, view = self.position, memoryview(buffer)
        while self._read(view[self.position - start :]) and start == 0:
            # A writer may send the first bytes one by one.
            if not is_undecided(bytes(view[: self.position])):
                break
        return self.position - start

    def _read(self, buffer: Any) -> int:
        count: int | None = self._readinto(buffer)
        if count is None:
            raise BlockingIOError(errno.EAGAIN, "it has nothing to be read yet")
        self.position += count
        return count

    def close(self) -> None:
        if isinstance(self._below, io.FileIO):
            self._below.close()
        super().close()


def _opened(name: str) -> io.FileIO | IO[bytes]:
    if name == STANDARD:
        if sys.stdin is None:
            raise FileError(name, "standard input is closed")
        return sys.stdin.buffer
    descriptor = descriptor_of(name)
    # A descriptor is read from its current position; opened again, a file would start at its beginning.
    return io.FileIO(checked(name) if descriptor is None else os.dup(descriptor))


def total_bytes(names: Iterable[str]) -> int | None:
    """The total size of regular files on disk in bytes; None if one is not a regular file."""
    try:
        found = [os.stat(name) for name in names]
    except (OSError, ValueError):
        return None
    return sum(one.st_size for one in found) if all(stat.S_ISREG(one.st_mode) for one in found) else None


def read_whole(name: str | os.PathLike[str], most: int | None = None) -> bytes:
    """The bytes of a file, uncompressed if it is compressed; ``-`` is standard input.

    Raise `FileError` if it cannot be read or uncompressed; `TooLargeError` if it holds more than `most` bytes
    (default: `MOST_BYTES`).
    """
    with Source(name) as source:
        return source.read(most)


@contextmanager
def as_input(name: str) -> Iterator[None]:
    """Turn errors of reading into `InputError`."""
    try:
        yield
    except FileError as error:
        raise InputError(name, error.reason) from None
    except ParseError as error:
        raise InputError.of_text(name, "", error) from None


def read_text(name: str | os.PathLike[str]) -> str:
    """The text of a file, uncompressed if it is compressed; ``-`` is standard input.

    Raise `InputError` if it cannot be read or is not UTF-8.
    """
    with as_input(os.fspath(name)):
        return as_text(read_whole(name))


def as_text(data: bytes) -> str:
    """Bytes decoded as UTF-8, without a byte order mark and the character with which DOS ended files.

    Comments of DIMACS may be in another encoding, which is not known: their bytes become letters of Latin-1.
    Raise `ParseError` at the first other byte that is not UTF-8.
    """
    data = data.removesuffix(b"\x1a")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    data = re.sub(_COMMENT, _of_latin_1, data)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
        raise ParseError(line, column, "expected a text in UTF-8") from None


_COMMENT = rb"(?m)^c[ \t][^\r\n]*"


def _of_latin_1(found: re.Match[bytes]) -> bytes:
    """A comment in UTF-8; each byte is a letter if it is in another encoding."""
    try:
        found[0].decode("utf-8")
    except UnicodeDecodeError:
        return found[0].decode("latin-1").encode("utf-8")
    return found[0]
