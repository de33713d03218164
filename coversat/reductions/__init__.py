"""How one problem becomes another, with the way back."""

from __future__ import annotations

from ..kinds import KINDS, Installed, load_part
from .reduction import AnyEncoding, AnyReduction, Encoding, Reduction, Sharing, ShownPlace

_REGISTERED: dict[str, dict[str, AnyEncoding]] = {}
_INSTALLED: Installed[AnyEncoding] = Installed("coversat.encodings", Encoding)


def own_encodings(kind: str) -> tuple[AnyEncoding, ...]:
    """The encodings of which one is used when none is named, in order of preference.

    Those that the kind itself defines and that are no alternatives, whatever is installed beside coversat;
    those registered for it if it has none.
    """
    own = tuple(one for one in _defined(kind) if not one.alternative)
    return own or tuple(_REGISTERED.get(kind, {}).values())


def _defined(kind: str) -> tuple[AnyEncoding, ...]:
    found: tuple[AnyEncoding, ...] = load_part(kind, "model", "ENCODINGS", ())
    return found


def encodings_from(kind: str) -> tuple[AnyEncoding, ...]:
    """The encodings whose source is this kind: its own, then those registered."""
    return tuple(dict.fromkeys((*_defined(kind), *_REGISTERED.get(kind, {}).values())))


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
