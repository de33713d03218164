"""Files and what is named like one: read up to a bound, written whole or not at all.

A name may stand for a regular file, a FIFO, a device or an open descriptor (``/dev/stdin``, ``/dev/fd/63``);
``-`` is standard input or output.  What ends in ``.gz`` or ``.xz`` is packed.

Only a regular file can be replaced.  Its new content is made without a name where the system can do that
(``O_TMPFILE``, on Linux) and gets one at the end, so that not even SIGKILL leaves half a file behind;
elsewhere under a temporary name beside it, which any death but SIGKILL removes.
"""

from __future__ import annotations

import errno
import io
import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import IO, Any, cast

from .errors import CoversatError, ParseError

MOST_BYTES = 2**30
"""The most that is read from one file, unpacked: a small packed file may hold any amount."""

STANDARD = "-"
"""The name of standard input and output."""

_CHUNK = 1 << 16
_LINKS = 40
"""Links that are followed, one after the other, before they are taken for a circle."""

_DESCRIPTOR = re.compile(r"/dev/std(?P<stream>in|out|err)|/(?:dev|proc/self)/fd/(?P<number>[0-9]{1,6})")
_STREAMS = {"in": 0, "out": 1, "err": 2}
_DESCRIPTORS = "/proc/self/fd"


class FileError(CoversatError, OSError):
    """A file that cannot be read or written: ``NAME: reason``, by the name that was asked for."""

    def __init__(self, name: str, reason: str, number: int = 0) -> None:
        super().__init__(number, reason, name)
        self.reason = reason

    def __str__(self) -> str:
        return f"{shown(self.filename)}: {self.reason}"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.filename, self.reason, self.errno)


class TooLargeError(FileError):
    """A file that holds more than is read."""


def shown(name: str | os.PathLike[str]) -> str:
    """A name as it can be printed: bytes that are no UTF-8 are replaced, an empty one is quoted."""
    return os.fsencode(name).decode("utf-8", "replace") or "''"


@contextmanager
def _naming(name: str) -> Iterator[None]:
    """Let the system's errors speak of the name that was asked for; a closed pipe stays what it is."""
    try:
        yield
    except (FileError, BrokenPipeError):
        raise
    except OSError as error:
        raise FileError(name, error.strerror or str(error), error.errno or 0) from None


class Source:
    """The bytes of a file, unpacked; a context.

    Parameters
    ----------
    name : str or Path
        ``-`` is standard input.

    Attributes
    ----------
    name : str
    total : int or None
        The bytes of a regular file as it is on disk; None for anything else.

    Raises
    ------
    FileError
        When it cannot be opened, and from `read` and `readline` when it cannot be read or unpacked.
    """

    def __init__(self, name: str | os.PathLike[str]) -> None:
        self.name = os.fspath(name)
        with _naming(self.name):
            self._counted = _Counted(_opened(self.name))
        self.total = self._counted.size()
        self._stream = _unpacking(self.name, io.BufferedReader(self._counted, _CHUNK))

    @property
    def position(self) -> int:
        """The bytes taken so far, of the file as it is on disk."""
        return self._counted.position

    def __enter__(self) -> Source:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file; standard input stays open."""
        with suppress(OSError):
            self._stream.close()
        self._counted.close()

    def readline(self, most: int = -1) -> bytes:
        """The next line, or its first `most` bytes; nothing at the end."""
        try:
            line: bytes = self._stream.readline(most)
        except Exception as error:
            raise self._unreadable(error) from None
        return line

    def read(self, most: int | None = None) -> bytes:
        """All that is left.

        Raises
        ------
        TooLargeError
            When that is more than `most` bytes (`MOST_BYTES`).
        """
        most = MOST_BYTES if most is None else most
        data = bytearray()
        # In pieces: the room for what is not there is never asked for.
        while chunk := self._piece():
            data += chunk
            if len(data) > most:
                raise TooLargeError(self.name, f"it holds more than {most} bytes")
        return bytes(data)

    def _piece(self) -> bytes:
        try:
            piece: bytes = self._stream.read(_CHUNK)
        except Exception as error:
            raise self._unreadable(error) from None
        return piece

    def _unreadable(self, error: Exception) -> FileError:
        if isinstance(error, CoversatError | MemoryError):
            raise error  # a deadline that came in between, and what has nothing to do with the file
        if isinstance(error, OSError) and error.errno:
            return FileError(self.name, error.strerror or str(error), error.errno)
        return FileError(self.name, f"it cannot be unpacked: {error}")


class _Counted(io.RawIOBase):
    """A stream that counts what is read from it."""

    def __init__(self, stream: io.FileIO | IO[bytes]) -> None:
        self._below = stream
        # Of a buffered stream no more than what is there: a terminal's next line is not waited for.
        self._readinto = getattr(stream, "readinto1", None) or stream.readinto  # type: ignore[union-attr]
        self.position = 0

    def size(self) -> int | None:
        """The bytes of a regular file; None for anything else."""
        try:
            status = os.fstat(self._below.fileno())
        except OSError:
            return None
        return status.st_size if stat.S_ISREG(status.st_mode) else None

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
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
    descriptor = _descriptor(name)
    # A descriptor is read where it stands, whatever it is; opened anew a file would begin again.
    return io.FileIO(_checked(name) if descriptor is None else os.dup(descriptor))


def _descriptor(name: str) -> int | None:
    """The number behind a name such as ``/dev/stdout``."""
    found = _DESCRIPTOR.fullmatch(name)
    if found is None:
        return None
    return _STREAMS[found["stream"]] if found["stream"] else int(found["number"])


def _checked(name: str) -> str:
    if not name:
        raise FileError(name, "expected the name of a file")
    if "\0" in name:
        raise FileError(name.replace("\0", "?"), "a name holds no null character")
    return name


def _unpacking(name: str, stream: IO[bytes]) -> IO[bytes]:
    if name.endswith(".gz"):
        import gzip

        return cast(IO[bytes], gzip.GzipFile(fileobj=stream, mode="rb"))
    if name.endswith(".xz"):
        import lzma

        return cast(IO[bytes], lzma.LZMAFile(stream))
    return stream


def total_bytes(names: Iterable[str]) -> int | None:
    """The bytes of regular files as they are on disk; None where something else is among them."""
    try:
        found = [os.stat(name) for name in names]
    except (OSError, ValueError):
        return None
    return sum(one.st_size for one in found) if all(stat.S_ISREG(one.st_mode) for one in found) else None


def read_whole(name: str | os.PathLike[str], most: int | None = None) -> bytes:
    """The bytes of a file, unpacked when its name ends in ``.gz`` or ``.xz``; ``-`` is standard input.

    Raises
    ------
    FileError
        When it cannot be read or unpacked.
    TooLargeError
        When it holds more than `most` bytes (`MOST_BYTES`).
    """
    with Source(name) as source:
        return source.read(most)


def as_text(data: bytes) -> str:
    """The text that bytes hold in UTF-8, without a byte order mark.

    Raises
    ------
    ParseError
        Where the first byte stands that is none.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
        raise ParseError(line, column, "expected a text in UTF-8") from None


def write_whole(
    name: str | os.PathLike[str], lines: Iterable[str | bytes], sources: Iterable[str | os.PathLike[str]] = ()
) -> None:
    """Write a file completely or not at all; ``.gz`` and ``.xz`` are packed, ``-`` is standard output.

    A file that is there keeps its mode; behind a link its target is replaced and the link stays; one with
    several names (hard links), or of another owner, is overwritten in place once all lines are known.  What
    is no regular file is written through.  The same lines give the same bytes.

    Parameters
    ----------
    name : str or Path
    lines : iterable of str or bytes
    sources : iterable of str or Path
        Files that are read for this and would be destroyed: none of them may be `name`.

    Raises
    ------
    FileError
        When it cannot be written.  What was there is as it was, unless the disk filled up while it was
        overwritten in place.
    BrokenPipeError
        When nobody reads any more what is written through.
    """
    asked = os.fspath(name)
    with _naming(asked):
        for source in sources:
            if _same(asked, os.fspath(source)):
                raise FileError(asked, "it is read for this, and would be lost")
        if asked == STANDARD:
            _print(lines)
            return
        target = _behind_links(asked)
        descriptor = _descriptor(target)
        if descriptor is not None:
            _write_through(_duplicate(descriptor), asked, lines)
            return
        old = _status(target)
        if old is None or stat.S_ISREG(old.st_mode):
            _replace(target, old, asked, lines)
        else:
            _write_through(os.open(target, os.O_WRONLY), asked, lines)


def write_folder(folder: str | os.PathLike[str], files: Mapping[str, bytes]) -> None:
    """Make a folder with these files, completely or not at all.

    Raises
    ------
    FileError
        When it cannot be written, or exists; nothing is left behind.
    """
    asked = os.fspath(folder)
    with _naming(asked):
        if os.path.lexists(_checked(asked)):
            raise FileError(asked, "it exists already")
        parent = _parent(asked)
        with _made(parent, files) as made:
            temporary = _new_name(parent)
            try:
                os.mkdir(temporary)
                for name, new in made.items():
                    new.become(os.path.join(temporary, name))
                os.rename(temporary, asked)
            except BaseException:
                import shutil  # only what writes pays for it

                shutil.rmtree(temporary, ignore_errors=True)
                raise


@contextmanager
def _made(parent: str, files: Mapping[str, bytes]) -> Iterator[dict[str, Unnamed]]:
    made: dict[str, Unnamed] = {}
    try:
        for name, content in files.items():
            made[name] = Unnamed(parent)
            made[name].file.write(content)
        yield made
    finally:
        for new in made.values():
            new.close()


def _same(one: str, other: str) -> bool:
    try:
        return os.path.samefile(one, other)
    except OSError:
        return False


def _behind_links(name: str) -> str:
    """What a name leads to, which may not be there; names of descriptors are not looked behind."""
    target = _checked(name)
    for _ in range(_LINKS):
        if _descriptor(target) is not None or not os.path.islink(target):
            return target
        target = os.path.join(os.path.dirname(target), os.readlink(target))
    raise FileError(name, "too many links, one behind the other")


def _status(path: str) -> os.stat_result | None:
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None


def _parent(path: str) -> str:
    return os.path.dirname(path.rstrip(os.sep)) or "."


def _new_name(parent: str) -> str:
    return os.path.join(parent, f".coversat-{os.urandom(8).hex()}")


def _duplicate(descriptor: int) -> int:
    if descriptor in (1, 2):
        stream = (sys.stdout, sys.stderr)[descriptor - 1]
        if stream is not None:
            stream.flush()  # what was said before comes before
    return os.dup(descriptor)


def _print(lines: Iterable[str | bytes]) -> None:
    if sys.stdout is None:
        raise FileError(STANDARD, "standard output is closed")
    sys.stdout.flush()
    for line in lines:
        sys.stdout.buffer.write(line if isinstance(line, bytes) else line.encode())
    sys.stdout.buffer.flush()


def _write_through(descriptor: int, name: str, lines: Iterable[str | bytes]) -> None:
    with os.fdopen(descriptor, "wb") as file:
        _write(file, name, lines)


def _write(file: IO[bytes], name: str, lines: Iterable[str | bytes]) -> None:
    packed = _packing(name, file)
    for line in lines:
        packed.write(line if isinstance(line, bytes) else line.encode())
    if packed is not file:
        packed.close()


def _packing(name: str, file: IO[bytes]) -> IO[bytes]:
    if name.endswith(".gz"):
        import gzip

        # No name and no time in the header, so that the bytes depend on the lines alone.
        return cast(IO[bytes], gzip.GzipFile("", "wb", fileobj=file, mtime=0))
    if name.endswith(".xz"):
        import lzma

        return cast(IO[bytes], lzma.LZMAFile(file, "wb"))
    return file


def _replace(target: str, old: os.stat_result | None, name: str, lines: Iterable[str | bytes]) -> None:
    if old is not None and not os.access(target, os.W_OK):
        raise FileError(name, "Permission denied")
    new = Unnamed(_parent(target), 0o666 if old is None else stat.S_IMODE(old.st_mode) | stat.S_IWUSR)
    try:
        _write(new.file, name, lines)
        new.file.flush()
        if old is None:
            new.become(target)
        elif old.st_nlink > 1 or old.st_uid != os.fstat(new.file.fileno()).st_uid:
            new.copy_into(target)
        else:
            with suppress(OSError):
                os.chown(new.file.fileno(), -1, old.st_gid)
            os.chmod(new.file.fileno(), stat.S_IMODE(old.st_mode))
            new.become(target)
    finally:
        new.close()


class Unnamed:
    """A file in the making, in the folder where it will be: without a name where the system can do that.

    Parameters
    ----------
    parent : str
        The folder.
    mode : int

    Attributes
    ----------
    file : file
        What is written to it.
    """

    def __init__(self, parent: str, mode: int = 0o666) -> None:
        self._parent = parent
        self._name: str | None = None
        try:
            os.stat(_DESCRIPTORS)
            descriptor = os.open(parent, os.O_TMPFILE | os.O_RDWR, mode)
        except (AttributeError, OSError):
            self._name = _new_name(parent)
            descriptor = os.open(self._name, os.O_CREAT | os.O_EXCL | os.O_RDWR, mode)
        self.file: IO[bytes] = os.fdopen(descriptor, "w+b")

    def __enter__(self) -> Unnamed:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def become(self, path: str) -> None:
        """Take the place of whatever has this name."""
        self.file.flush()
        if self._name is None:
            self._name = _new_name(self._parent)
            # The folder's descriptor is not used; only with one the system's call follows the link.
            link = f"{_DESCRIPTORS}/{self.file.fileno()}"
            os.link(link, self._name, src_dir_fd=self.file.fileno(), follow_symlinks=True)
        os.replace(self._name, path)
        self._name = None

    def copy_into(self, path: str) -> None:
        """Overwrite what has this name, which keeps its other names and its owner."""
        self.file.seek(0)
        with open(path, "r+b") as there:
            import shutil

            shutil.copyfileobj(self.file, there)
            there.truncate()

    def close(self) -> None:
        """Let go of it, and of its name if it has not become anything."""
        with suppress(OSError):
            self.file.close()
        if self._name is not None:
            with suppress(OSError):
                os.unlink(self._name)
