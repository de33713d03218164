"""Writing a file, or a folder of them, whole or not at all.

A regular file is replaced: its new content is written to a file without a name if the system supports that
(``O_TMPFILE``, on Linux), which gets the name at the end, so that not even SIGKILL leaves half a file behind;
otherwise to a temporary file in the same folder, which only SIGKILL leaves behind.
"""

from __future__ import annotations

import io
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from typing import IO, BinaryIO, NamedTuple, cast

from .names import STANDARD, FileError, checked, descriptor_of, naming
from .reading import refuse_input

_LINKS = 40
"""Links that are followed, one after the other, before they are taken for a circle."""

_DESCRIPTORS = "/proc/self/fd"

_UNFINISHED = ".coversat-"
"""How the names of files and folders begin until they are complete."""

_SMALL = 2**20
"""The most bytes of a file in the making that are kept in memory."""
_BLOCK = 2**16
"""The most bytes of pieces that are written together."""


def write_whole(
    name: str | os.PathLike[str], lines: Iterable[str | bytes], sources: Iterable[str | os.PathLike[str]] = ()
) -> None:
    """Write a file completely or not at all; ``.gz`` and ``.xz`` are compressed, ``-`` is standard output.

    An existing file keeps its mode. For a symbolic link the target is replaced and the link remains. A file
    with several names (hard links), or of another owner, is overwritten in place once all lines are known.
    Devices and pipes are written to directly. The same lines give the same bytes.

    * sources: files that are read without `Source`; none of them may be `name`.

    Raise `FileError` if it cannot be written. An existing file is unchanged, unless the disk filled up while
    it was overwritten in place. Raise `BrokenPipeError` if the reader of a pipe is gone.
    """
    name = os.fspath(name)
    with naming(name):
        refuse_input(name, sources)
        if name == STANDARD:
            _print(lines)
            return
        target = _behind_links(name)
        descriptor = descriptor_of(target)
        if descriptor is not None:
            _write_through(_duplicate(descriptor), name, lines)
            return
        old = _status(target)
        if old is None or stat.S_ISREG(old.st_mode):
            _replace(target, old, name, lines)
        else:
            _write_through(os.open(target, os.O_WRONLY), name, lines)


class Added(NamedTuple):
    """A file that was added to a folder: its bytes, and their SHA-256."""

    bytes: int
    sha256: str


def add_file(folder: str, name: str, pieces: Iterable[bytes], packed: bool = False) -> Added:
    """Write a file of a folder completely or not at all, and replace one that has this name.

    Ten thousand files take a second or two; `write_whole` is too careful for that, and the folder is one
    that the caller has made. ``.gz`` and ``.xz`` are compressed, unless the pieces are.

    Raise `FileError` if it cannot be written.
    """
    path = os.path.join(folder, name)
    temporary = os.path.join(folder, f"{_UNFINISHED}{name}")
    with naming(path):
        try:
            with open(temporary, "wb", buffering=0) as file:
                hashed = _Hashed(file)
                plain = cast(IO[bytes], hashed)
                packing = plain if packed else _packing(name, plain)
                for block in _blocks(pieces):
                    packing.write(block)
                if packing is not plain:
                    packing.close()
            os.replace(temporary, path)
        except BaseException:
            with suppress(OSError):
                os.unlink(temporary)
            raise
    return Added(hashed.size, hashed.digest.hexdigest())


def drop_unfinished(folder: str | os.PathLike[str]) -> None:
    """Remove what `add_file` had of files whose writers were ended; nobody else may write in the folder."""
    with suppress(OSError):
        for one in os.listdir(folder):
            if one.startswith(_UNFINISHED):
                os.unlink(os.path.join(folder, one))


def _blocks(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes in blocks, since the system takes one about as fast as a line; a large piece is one."""
    held: list[bytes] = []
    size = 0
    for piece in pieces:
        if held and size + len(piece) > _BLOCK:
            yield b"".join(held)
            held, size = [], 0
        held.append(piece)
        size += len(piece)
    if held:
        yield b"".join(held)


class _Hashed:
    """Writes to a file without a buffer, and hashes what is written."""

    def __init__(self, file: io.RawIOBase | io.FileIO) -> None:
        import hashlib  # only what writes pays for it

        self._file, self.size, self.digest = file, 0, hashlib.sha256()

    def write(self, data: bytes) -> int:
        self.digest.update(data)
        self.size += len(data)
        rest = memoryview(data)
        while rest:  # a system call may write a part
            rest = rest[self._file.write(rest) or 0 :]
        return len(data)

    def flush(self) -> None:
        """Nothing waits to be written."""


class NewFile:
    """A file of a folder that is being written: in memory while it is small, then on the disk without a name.

    So most files cost the system nothing before their folder appears.

    * parent: a folder on the disk where it will be.
    """

    def __init__(self, parent: str) -> None:
        self._parent = parent
        self._large: Unnamed | None = None
        self._file: BinaryIO = BytesIO()

    def write(self, data: bytes) -> None:
        if self._large is None and self._file.tell() + len(data) > _SMALL:
            at = self._file.tell()
            small, self._large = self._content(), Unnamed(self._parent)
            self._file = self._large.file
            self._file.write(small)
            self._file.seek(at)
        self._file.write(data)

    def writelines(self, lines: Iterable[bytes]) -> None:
        for line in lines:
            self.write(line)

    def read(self, size: int) -> bytes:
        return self._file.read(size)

    def seek(self, offset: int) -> None:
        self._file.seek(offset)

    def tell(self) -> int:
        return self._file.tell()

    def _content(self) -> bytes:
        self._file.seek(0)
        return self._file.read()

    def appear(self, path: str) -> None:
        if self._large is not None:
            self._large.appear(path)
            return
        with open(path, "xb") as named:
            named.write(self._content())

    def close(self) -> None:
        if self._large is not None:
            self._large.close()


class NewFolder:
    """A folder that is being written: its files, also those of folders inside, have no names yet.

    * parent: a folder on the disk where it will be.
    """

    def __init__(self, parent: str) -> None:
        self._parent = parent
        self._files: dict[str, NewFile] = {}

    def file(self, name: str) -> NewFile:
        if name not in self._files:
            self._files[name] = NewFile(self._parent)
        return self._files[name]

    def drop(self, name: str) -> None:
        self._files.pop(name).close()

    def names(self) -> tuple[str, ...]:
        """The names of its files, in the order of their creation."""
        return tuple(self._files)

    def become(self, path: str) -> None:
        temporary = _new_name(self._parent)
        try:
            os.mkdir(temporary)
            for name, new in self._files.items():
                place = os.path.join(temporary, name)
                os.makedirs(os.path.dirname(place), exist_ok=True)
                new.appear(place)
            os.makedirs(_parent(path), exist_ok=True)
            os.rename(temporary, path)
        except BaseException:
            import shutil  # only what writes pays for it

            shutil.rmtree(temporary, ignore_errors=True)
            raise

    def close(self) -> None:
        for new in self._files.values():
            new.close()


@contextmanager
def new_folder(folder: str | os.PathLike[str]) -> Iterator[NewFolder]:
    """Create a folder with the files that are written inside, completely or not at all.

    The folders above it are made when it is complete. Raise `FileError` if it cannot be written, or exists.
    Nothing is left behind, as after any other error inside.
    """
    name = os.fspath(folder)
    with naming(name):
        if os.path.lexists(checked(name)):
            raise FileError(name, "it exists already")
        above = _parent(name)
        while not os.path.lexists(above):
            above = _parent(above)
        if not os.path.isdir(above):
            raise FileError(above, "it is not a folder")
        if not os.access(above, os.W_OK | os.X_OK):
            raise FileError(name, "Permission denied")  # now rather than at the end
        new = NewFolder(above)
        try:
            yield new
            new.become(name)
        finally:
            new.close()


def _behind_links(name: str) -> str:
    """The file that a link leads to, which need not exist; names of descriptors are not resolved."""
    target = checked(name)
    for _ in range(_LINKS):
        if descriptor_of(target) is not None or not os.path.islink(target):
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
    return os.path.join(parent, f"{_UNFINISHED}{os.urandom(8).hex()}")


def _duplicate(descriptor: int) -> int:
    if descriptor in (1, 2):
        stream = (sys.stdout, sys.stderr)[descriptor - 1]
        if stream is not None:
            stream.flush()  # to keep the order of the output
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

        # Without name and time in the header the bytes depend on the lines alone.
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
    """A file that is being written in its final folder, without a name if the system supports that.

    * parent: the folder.

    * file (file): the stream to write to.
    """

    _name: str | None = None  # also if `__init__` was interrupted at its beginning

    def __init__(self, parent: str, mode: int = 0o666) -> None:
        self._parent = parent
        try:
            os.stat(_DESCRIPTORS)
            descriptor = os.open(parent, os.O_TMPFILE | os.O_RDWR, mode)
        except (AttributeError, OSError):
            self._name = _new_name(parent)
            descriptor = os.open(self._name, os.O_CREAT | os.O_EXCL | os.O_RDWR, mode)
        self.file: BinaryIO = os.fdopen(descriptor, "w+b")

    def __enter__(self) -> Unnamed:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def become(self, path: str) -> None:
        """Replace the file that has this name, if there is one."""
        self.file.flush()
        if self._name is None:
            self._name = _new_name(self._parent)
            self._link(self._name)
        os.replace(self._name, path)
        self._name = None

    def appear(self, path: str) -> None:
        if self._name is None:
            self.file.flush()
            self._link(path)
        else:
            self.become(path)

    def _link(self, path: str) -> None:
        # The folder's descriptor is not used; only with one the system's call follows the link.
        link = f"{_DESCRIPTORS}/{self.file.fileno()}"
        os.link(link, path, src_dir_fd=self.file.fileno(), follow_symlinks=True)

    def copy_into(self, path: str) -> None:
        """Overwrite the file of this name, which keeps its other names and its owner."""
        self.file.seek(0)
        with open(path, "r+b") as there:
            import shutil

            shutil.copyfileobj(self.file, there)
            there.truncate()

    def close(self) -> None:
        with suppress(OSError):
            self.file.close()
        self._forget()

    def __del__(self) -> None:
        self._forget()  # if it was interrupted before `close` could be called

    def _forget(self) -> None:
        if self._name is not None:
            with suppress(OSError):
                os.unlink(self._name)
