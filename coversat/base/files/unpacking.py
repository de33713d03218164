"""Uncompressing what is read, by its first bytes: gz, bz2, xz, lzma, zst, zip; UTF-16 becomes UTF-8, and
Parquet JSON lines.
"""

from __future__ import annotations

import codecs
import io
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple, TypeAlias, cast

from .names import FileError, PackedError

CHUNK = 1 << 16
Stream: TypeAlias = "io.BufferedReader[Any]"


class _Packing(NamedTuple):
    """How a compressed file begins, what it is called, and how it is read.

    `unpack` has the file's name, its bytes, and the most bytes that are read; None for what is not read.
    """

    begins: bytes
    words: str
    unpack: Callable[[str, Stream, int], io.RawIOBase] | None
    hint: str = ""


class _Unpacked(io.RawIOBase):
    """The content of one or several compressed streams, with padding of zeros between them.

    The standard library's own files ignore what follows such padding or a damaged beginning, and read zeros
    as empty streams of some forms.
    """

    def __init__(self, packed: Stream, unpacker: Callable[[], Any]) -> None:
        self._packed = packed
        self._unpacker = unpacker
        self._current = unpacker()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = b""
        while not data:
            piece = b""
            if self._current.eof:
                piece = self._next()
                if not piece:
                    return 0
                self._current = self._unpacker()
            elif self._current.needs_input:
                piece = self._packed.read1(CHUNK)
                if not piece:
                    raise EOFError("it ends in the middle")
            data = self._current.decompress(piece, len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def _next(self) -> bytes:
        """The beginning of the next stream; empty at the end."""
        piece: bytes = self._current.unused_data.lstrip(b"\0")
        while not piece and (more := self._packed.read1(CHUNK)):
            piece = more.lstrip(b"\0")
        return piece


class _Pieces(io.RawIOBase):
    """Bytes that are made piece by piece."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = filter(None, pieces)
        self._ready = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._ready = self._ready or next(self._pieces, b"")
        data, self._ready = self._ready[: len(buffer)], self._ready[len(buffer) :]
        buffer[: len(data)] = data
        return len(data)


def _as_utf8(stream: Stream, encoding: str) -> Iterator[bytes]:
    """A text in another encoding as UTF-8."""
    decode = codecs.getincrementaldecoder(encoding)().decode
    while piece := stream.read1(CHUNK):
        yield decode(piece).encode()
    yield decode(b"", True).encode()


def _gz(name: str, packed: Stream, most: int) -> io.RawIOBase:
    import gzip

    return cast("io.RawIOBase", gzip.GzipFile(fileobj=packed, mode="rb"))


def _bz2(name: str, packed: Stream, most: int) -> io.RawIOBase:
    from bz2 import BZ2Decompressor

    return _Unpacked(packed, BZ2Decompressor)


def _xz(name: str, packed: Stream, most: int) -> io.RawIOBase:
    from lzma import FORMAT_XZ, LZMADecompressor

    return _Unpacked(packed, partial(LZMADecompressor, FORMAT_XZ))


def _lzma(name: str, packed: Stream, most: int) -> io.RawIOBase:
    from lzma import FORMAT_ALONE, LZMADecompressor

    return _Unpacked(packed, partial(LZMADecompressor, FORMAT_ALONE))


def _zst(name: str, packed: Stream, most: int) -> io.RawIOBase:
    try:
        from compression.zstd import ZstdDecompressor  # from Python 3.14 on
    except ImportError:
        try:
            from backports.zstd import ZstdDecompressor
        except ImportError:
            hint = "pip install 'coversat[zstd]', or unpack it with 'unzstd'"
            raise FileError(
                name, f"it is compressed by zstd, which this Python does not read: {hint}"
            ) from None
    return _Unpacked(packed, ZstdDecompressor)


def _zip(name: str, packed: Stream, most: int) -> io.RawIOBase:
    """The only file of an archive."""
    from zipfile import ZipFile

    data = packed.read(most + 1)
    if len(data) > most:
        raise FileError(name, f"it holds more than {most} bytes")
    archive = ZipFile(io.BytesIO(data))
    files = [
        one for one in archive.infolist() if not one.is_dir() and not one.filename.startswith("__MACOSX/")
    ]
    if len(files) != 1:
        raise PackedError(name, f"it is a zip archive of {len(files)} files, and one is read: unpack it")
    return cast("io.RawIOBase", archive.open(files[0]))


def _parquet(name: str, packed: Stream, most: int) -> io.RawIOBase:
    """The rows of a table, a JSON object a line."""
    try:
        from pyarrow import BufferReader
        from pyarrow.parquet import ParquetFile
    except ImportError:
        hint = "pip install 'coversat[parquet]'"
        raise FileError(name, f"it is Parquet, which needs the package pyarrow: {hint}") from None
    import json

    data = packed.read(most + 1)
    if len(data) > most:
        raise FileError(name, f"it holds more than {most} bytes")
    rows = (row for batch in ParquetFile(BufferReader(data)).iter_batches() for row in batch.to_pylist())
    return _Pieces(json.dumps(row, default=str).encode() + b"\n" for row in rows)


_PACKINGS = (
    _Packing(b"\x1f\x8b", "gzip", _gz),
    _Packing(b"BZh", "bzip2", _bz2),
    _Packing(b"\xfd7zXZ\x00", "xz", _xz),
    _Packing(b"]\x00\x00", "lzma", _lzma),
    _Packing(b"\x28\xb5\x2f\xfd", "zstd", _zst),
    _Packing(b"PK\x03\x04", "zip", _zip),
    _Packing(b"PAR1", "Parquet", _parquet),
    _Packing(b"\x1f\x9d", "compress (.Z)", None, "unpack it with 'uncompress'"),
    _Packing(b"\x1f\xa0", "compress (.Z)", None, "unpack it with 'uncompress'"),
    _Packing(b"7z\xbc\xaf\x27\x1c", "7-Zip", None, "unpack it with '7z x'"),
    _Packing(b"Rar!\x1a\x07", "RAR", None, "unpack it with 'unrar'"),
    _Packing(b"LZIP\x01", "lzip", None, "unpack it with 'lzip -d'"),
    _Packing(b"\x04\x22\x4d\x18", "LZ4", None, "unpack it with 'lz4 -d'"),
)
_ENCODINGS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_TAR = slice(257, 262)


def is_undecided(head: bytes) -> bool:
    """Whether more bytes could show that a file that begins like this is compressed, or no UTF-8."""
    begins = (*(one.begins for one in _PACKINGS), *(mark for mark, _ in _ENCODINGS))
    return any(one.startswith(head) and one != head for one in begins)


def unpacked(name: str, stream: Stream, most: int) -> Stream:
    """The content of a stream: uncompressed if its first bytes say so, and as UTF-8 if it is UTF-16.

    * name: the file's name, for errors.
    * stream (BufferedReader): its buffer has the first bytes.
    * most: the most bytes that are read of an archive.

    Raise `FileError` for forms of compression that are not read, with what unpacks them.
    """
    head = stream.peek(1)
    packing = next((one for one in _PACKINGS if head.startswith(one.begins)), None)
    if packing is not None:
        if packing.unpack is None:
            raise PackedError(name, f"it is compressed by {packing.words}, which is not read: {packing.hint}")
        stream = io.BufferedReader(packing.unpack(name, stream, most), CHUNK)
        head = stream.peek(1)
    if head[_TAR] == b"ustar":
        raise PackedError(name, "it is a tar archive, and one file is read: unpack it with 'tar -xf'")
    encoding = next((encoding for mark, encoding in _ENCODINGS if head.startswith(mark)), None)
    return io.BufferedReader(_Pieces(_as_utf8(stream, encoding)), CHUNK) if encoding else stream
