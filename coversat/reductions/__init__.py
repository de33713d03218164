"""How one problem becomes another, with the way back."""

from __future__ import annotations

from ..kinds import load_part
from ..problems import KINDS
from .reduction import AnyReduction, AnyRule, Reduction, Rule, Sharing, ShownPlace


def rules_from(kind: str) -> tuple[AnyRule, ...]:
    """The rules whose source is this kind, in order of preference."""
    found: tuple[AnyRule, ...] = load_part(kind, "model", "RULES", ())
    return found


def all_rules() -> tuple[AnyRule, ...]:
    """Every rule: the edges of the reduction graph."""
    return tuple(rule for kind in KINDS for rule in rules_from(kind))


__all__ = ["AnyReduction", "AnyRule", "Reduction", "Rule", "Sharing", "ShownPlace", "all_rules", "rules_from"]
