"""The formats that a problem can be exported in: a module for each, which holds its `FORMAT`.

Nothing else names them: this package's modules are the list.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules

from ...errors import UnknownKindError
from ..format import Format

_MODULES = sorted(module.name for module in iter_modules(__path__))

FORMATS: Mapping[str, Format] = {name: import_module(f"{__name__}.{name}").FORMAT for name in _MODULES}


def find_format(name: str) -> Format:
    """The format of this name; `UnknownKindError` when there is none."""
    if name not in FORMATS:
        raise UnknownKindError(f"no format {name!r}; there is {', '.join(FORMATS)}")
    return FORMATS[name]


def format_of(exported: str) -> Format:
    """The format of an exported file; DIMACS when it is none's, which then says what is missing."""
    return next((one for one in FORMATS.values() if one.recognises(exported)), FORMATS["dimacs"])
