"""Names of files, and the errors that speak of them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..errors import CoversatError, visible

STANDARD = "-"
"""The name of standard input and output."""

_DESCRIPTOR = r"/dev/std(?P<stream>in|out|err)|/(?:dev|proc/self)/fd/(?P<number>[0-9]{1,6})"
_STREAMS = {"in": 0, "out": 1, "err": 2}


class FileError(CoversatError, OSError):
    """A file that cannot be read or written: ``NAME: reason``, by the name that the caller used."""

    def __init__(self, name: str, reason: str, number: int = 0) -> None:
        super().__init__(number, reason, name)
        self.reason = reason

    def __str__(self) -> str:
        return f"{shown(self.filename)}: {self.reason}"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.filename, self.reason, self.errno)


class PackedError(FileError):
    """An archive, or a compressed file, that does not hold one text."""


def shown(name: str | os.PathLike[str]) -> str:
    """A name as it can be printed: bytes that are not UTF-8 are replaced, control characters escaped.

    An empty name is shown as quotes.
    """
    return visible(re.sub("[\ud800-\udfff]", "\ufffd", os.fspath(name))) or "''"


@contextmanager
def naming(name: str) -> Iterator[None]:
    """Turn system errors into `FileError` with this name; `BrokenPipeError` is unchanged."""
    try:
        yield
    except (FileError, BrokenPipeError):
        raise
    except OSError as error:
        raise FileError(name, error.strerror or str(error), error.errno or 0) from None


def reason_of(error: OSError) -> str:
    """A system error as text: ``NAME: reason``, or the reason alone if it names no file."""
    reason = error.strerror or str(error)
    return reason if error.filename is None else f"{shown(error.filename)}: {reason}"


def descriptor_of(name: str) -> int | None:
    """The number behind a name such as ``/dev/stdout``."""
    found = re.fullmatch(_DESCRIPTOR, name) if name.startswith("/") else None
    if found is None:
        return None
    return _STREAMS[found["stream"]] if found["stream"] else int(found["number"])


def checked(name: str) -> str:
    """The name, if it is a legal name of a file; raises `FileError`."""
    if not name:
        raise FileError(name, "expected the name of a file")
    if "\0" in name:
        raise FileError(name.replace("\0", "?"), "a name cannot hold a null character")
    if re.search("[\ud800-\udc7f]", name):  # from \udc80 on they are bytes that are not UTF-8
        raise FileError(name, "a name cannot hold half of a surrogate pair")
    return name
