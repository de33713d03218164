"""Rare modules of the standard library and of packages, which the page fetches when they are imported."""

from __future__ import annotations

import importlib
import importlib.util
import sys
import zipfile
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

HERE = Path(__file__).parent


class Later:
    """A finder of the modules in an archive, which `fetch` returns as a path once."""

    def __init__(self, fetch: Callable[[], str], stdlib: Path) -> None:
        self.fetch = fetch
        self.stdlib = stdlib
        self.names = frozenset((HERE / "left_out.txt").read_text(encoding="utf-8").split())

    def find_spec(
        self, name: str, path: object = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name not in self.names:
            return None
        sys.meta_path.remove(self)
        self.unpack(Path(self.fetch()))
        return importlib.util.find_spec(name)

    def unpack(self, archive: Path) -> None:
        """Put packages into their folder, and the standard library's modules into Python's archive."""
        with zipfile.ZipFile(archive) as files, zipfile.ZipFile(self.stdlib, "a") as stdlib:
            for name in files.namelist():
                where, _, inner = name.partition("/")
                if where == "packages":
                    (HERE / inner).parent.mkdir(parents=True, exist_ok=True)
                    (HERE / inner).write_bytes(files.read(name))
                else:
                    stdlib.writestr(inner, files.read(name))
        importlib.invalidate_caches()


def install(fetch: Callable[[], str]) -> None:
    """Find modules in the archive from now on."""
    stdlib = next(Path(place) for place in sys.path if place.endswith(".zip"))
    sys.meta_path.append(Later(fetch, stdlib))
