"""What was found before: in the user's cache folder, an empty file named by a digest of what it rests on."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from ..version import VERSION
from .names import FileError
from .writing import write_whole


def cache_folder() -> Path:
    """The folder of coversat where the system's programs keep what they can make again."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local", "coversat", "cache")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "coversat"
    stated = os.environ.get("XDG_CACHE_HOME", "")
    return Path(stated if os.path.isabs(stated) else Path.home() / ".cache", "coversat")


def _file(*rests_on: object) -> Path:
    return cache_folder() / sha256(repr((VERSION, sys.version, *rests_on)).encode()).hexdigest()


def is_remembered(*rests_on: object) -> bool:
    """Whether this was found before by this version of coversat and of Python."""
    with suppress(OSError, RuntimeError):  # there is no home
        return _file(*rests_on).is_file()
    return False


def remember(*rests_on: object) -> None:
    """Keep that this was found, if the folder can be written."""
    with suppress(OSError, RuntimeError, FileError):
        file = _file(*rests_on)
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(file, ())
