"""How one problem becomes another, with the way back."""

from __future__ import annotations

from ..kinds import KINDS, Installed, load_part
from .reduction import AnyReduction, AnyRule, Reduction, Rule, Sharing, ShownPlace

_REGISTERED: dict[str, dict[str, AnyRule]] = {}
_INSTALLED: Installed[AnyRule] = Installed("coversat.encodings", Rule)


def rules_from(kind: str) -> tuple[AnyRule, ...]:
    """The rules whose source is this kind, in order of preference; then those registered."""
    found: tuple[AnyRule, ...] = load_part(kind, "model", "RULES", ())
    return (*found, *_REGISTERED.get(kind, {}).values())


def register_encoding(rule: AnyRule) -> None:
    """Add a reduction to the reduction graph.

    Raises
    ------
    ValueError
        If there is another reduction of this name from the same kind.
    """
    names = {one.name: one for one in rules_from(rule.source)}
    if rule.name in names:
        if names[rule.name] == rule:
            return
        raise ValueError(f"there is a reduction {rule.name!r} from {rule.source}")
    _REGISTERED.setdefault(rule.source, {})[rule.name] = rule


def load_installed_encodings() -> bool:
    """Register the reductions that installed packages offer; True if any was registered.

    These are the entry points of the group ``coversat.encodings``, which name a `Rule`.
    """
    new = [found for _, found in _INSTALLED.load_new()]
    for found in new:
        register_encoding(found)
    return bool(new)


def all_rules() -> tuple[AnyRule, ...]:
    """Every rule: the edges of the reduction graph."""
    return tuple(rule for kind in KINDS for rule in rules_from(kind))


__all__ = [
    "AnyReduction",
    "AnyRule",
    "Reduction",
    "Rule",
    "Sharing",
    "ShownPlace",
    "all_rules",
    "load_installed_encodings",
    "register_encoding",
    "rules_from",
]
