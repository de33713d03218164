"""The puzzles' files in folders."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NoReturn

from ..base.errors import ParseError
from ..base.files import FileError, PackedError, Source
from .recognition import Wanted, recognise


def files_in(sets: Sequence[str], wanted: Wanted) -> tuple[list[str], int]:
    """The files, and the files in folders that are in a known form, sorted by name; how many are not."""
    files, left_out = [], 0
    for name in sets:
        if name != "-" and os.path.isdir(name):
            inside = os.walk(name, onerror=_raise)
            paths = [os.path.join(at, file) for at, _, found in inside for file in found if file[0] != "."]
            known = [one for one in sorted(filter(os.path.isfile, paths)) if _may_be_puzzle(one, wanted)]
            left_out += len(paths) - len(known)
            files += known
        else:
            files.append(name)
    return files, left_out


_HEAD = 1 << 16
"""The bytes by which a file in a folder is judged."""


def _may_be_puzzle(file: str, wanted: Wanted) -> bool:
    """Whether the beginning of a file is in a known form, or cannot be read, which is reported later.

    An archive holds no puzzle.
    """
    try:
        with Source(file) as source:
            head = source.piece()[:_HEAD]
    except PackedError:
        return False
    except FileError:
        return True
    try:
        return b"\0" not in head and recognise(head.decode("utf-8", "replace"), wanted, file) is not None
    except ParseError:
        return True  # it has several readings


def _raise(error: OSError) -> NoReturn:
    raise error
