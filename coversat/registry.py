"""Registries whose entries are imported when they are asked for, so that start-up stays short."""

from __future__ import annotations

import importlib
from typing import Any


def load(package: str, place: str) -> Any:
    """What stands at a place such as ``sudoku:RULES``: a module of `package`, and a name in it."""
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(f"{package}.{module}"), name)
