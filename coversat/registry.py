"""Objects found by the names of modules, which are imported when something in them is looked up."""

from __future__ import annotations

import importlib
import os
from functools import cache
from importlib.machinery import PathFinder
from typing import Any, Generic, TypeVar, cast

T = TypeVar("T")


def load(package: str, module: str, name: str) -> Any:
    """The object called `name` in a module of `package`."""
    return getattr(importlib.import_module(f"{package}.{module}"), name)


def compiled(package: str, module: str) -> Any | None:
    """A compiled module of `package`; None where it was not built.

    ``COVERSAT_PURE=1`` in the environment selects the implementations in plain Python.
    """
    if os.environ.get("COVERSAT_PURE", "") not in ("", "0") or not exists(package, module):
        return None
    return importlib.import_module(f"{package}.{module}")


class Registry(Generic[T]):
    """The objects of one name and type that the modules of a package define.

    Parameters
    ----------
    package : str
        That of the registry's own module, or a package inside it.
    name : str
    """

    def __init__(self, package: str, name: str) -> None:
        self.package = package
        self.name = name

    def __contains__(self, module: str) -> bool:
        """Whether there is such a module; it is not imported."""
        return exists(self.package, module)

    def __getitem__(self, module: str) -> T:
        return cast(T, load(self.package, module, self.name))

    def get(self, module: str, default: T) -> T:
        """The object in this module; `default` if there is no such module."""
        if module not in self:
            return default
        return self[module]


@cache
def exists(package: str, module: str) -> bool:
    """Whether a package has this module; it is not imported."""
    path = importlib.import_module(package).__path__
    return PathFinder.find_spec(f"{package}.{module}", path) is not None
