"""Objects found by the names of modules, which are imported when something in them is looked up."""

from __future__ import annotations

import importlib
import os
from functools import cache
from importlib.machinery import PathFinder
from typing import Any


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


@cache
def exists(package: str, module: str) -> bool:
    """Whether a package has this module; it is not imported."""
    path = importlib.import_module(package).__path__
    return PathFinder.find_spec(f"{package}.{module}", path) is not None
