"""How one problem becomes another, with the way back."""

from __future__ import annotations

from ..problems import KINDS
from ..problems.kinds import module_of
from ..registry import Registry
from .reduction import AnyReduction, AnyRule, Reduction, Rule, Sharing, ShownPlace

_RULES: Registry[tuple[AnyRule, ...]] = Registry(__name__, "RULES")


def rules_from(kind: str) -> tuple[AnyRule, ...]:
    """The rules whose source is this kind, in order of preference."""
    return _RULES.get(module_of(kind), ())


def all_rules() -> tuple[AnyRule, ...]:
    """Every rule: the edges of the reduction graph."""
    return tuple(rule for kind in KINDS for rule in rules_from(kind))


__all__ = ["AnyReduction", "AnyRule", "Reduction", "Rule", "Sharing", "ShownPlace", "all_rules", "rules_from"]
