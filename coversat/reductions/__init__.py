"""How one problem becomes another, with the way back."""

from __future__ import annotations

from ..kinds import KINDS, Installed, load_part
from .reduction import AnyEncoding, AnyReduction, Encoding, Reduction, Sharing, ShownPlace

_REGISTERED: dict[str, dict[str, AnyEncoding]] = {}
_INSTALLED: Installed[AnyEncoding] = Installed("coversat.encodings", Encoding)


def own_encodings(kind: str) -> tuple[AnyEncoding, ...]:
    """The encodings that the kind itself defines, in order of preference; those registered if it has none.

    Of these one is used when none is named, whatever is installed beside coversat.
    """
    found: tuple[AnyEncoding, ...] = load_part(kind, "model", "ENCODINGS", ())
    return found or tuple(_REGISTERED.get(kind, {}).values())


def encodings_from(kind: str) -> tuple[AnyEncoding, ...]:
    """The encodings whose source is this kind: its own, then those registered."""
    return tuple(dict.fromkeys((*own_encodings(kind), *_REGISTERED.get(kind, {}).values())))


def register_encoding(encoding: AnyEncoding) -> None:
    """Add a reduction to the reduction graph.

    Raises
    ------
    ValueError
        If there is another reduction of this name from the same kind.
    """
    names = {one.name: one for one in encodings_from(encoding.source)}
    if encoding.name in names:
        if names[encoding.name] == encoding:
            return
        raise ValueError(f"there is a reduction {encoding.name!r} from {encoding.source}")
    _REGISTERED.setdefault(encoding.source, {})[encoding.name] = encoding


def load_installed_encodings() -> bool:
    """Register the reductions that installed packages offer; True if any was registered.

    These are the entry points of the group ``coversat.encodings``, which name an `Encoding`.
    """
    new = [found for _, found in _INSTALLED.load_new()]
    for found in new:
        register_encoding(found)
    return bool(new)


def all_encodings() -> tuple[AnyEncoding, ...]:
    """Every encoding: the edges of the reduction graph."""
    return tuple(one for kind in KINDS for one in encodings_from(kind))


__all__ = [
    "AnyEncoding",
    "AnyReduction",
    "Encoding",
    "Reduction",
    "Sharing",
    "ShownPlace",
    "all_encodings",
    "encodings_from",
    "load_installed_encodings",
    "own_encodings",
    "register_encoding",
]
