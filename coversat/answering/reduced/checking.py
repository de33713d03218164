"""Answers of reduced problems that come from outside: they are checked before they are decoded."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from ...base.errors import ArgumentError, WrongModelError
from ...base.wording import counted
from ...problems.cnf.rules import Cnf, Model
from ...problems.exact_cover.rules import Cover, ExactCover
from .places import meant


def checked_model(
    formula: Cnf, model: Any, name: Callable[[int], str], rule_of: Callable[[int], Sequence[str]]
) -> Model:
    """The literals of the formula's own variables; raises as `Reduced.decode`.

    `name` is that of a literal, `rule_of` gives the labels of a clause by its position.
    """
    try:
        if isinstance(model, (Mapping, str)):  # of which the keys, or the characters, would be taken
            raise TypeError
        literals = tuple(map(int, model))
    except (TypeError, ValueError):
        raise ArgumentError(f"a model is a sequence of literals, not {model!r}") from None
    if 0 in literals:
        raise ArgumentError("0 is no literal of a model")
    own = tuple(x for x in literals if abs(x) <= formula.variable_count)
    true = set(own)
    left_out = [x for x in formula.shown_variables if x not in true and -x not in true]
    if left_out:
        raise WrongModelError(
            f"the model has {counted(len(own), 'literal')} for {counted(formula.variable_count, 'variable')}"
            f" and leaves out {name(left_out[0])}: it may be of another formula"
        )
    if opposite := next((x for x in own if x > 0 and -x in true), None):
        raise WrongModelError(f"the model holds {name(opposite)} and {name(-opposite)}")
    broken = [at for at, clause in enumerate(formula.clauses) if true.isdisjoint(clause)]
    if broken := sorted(set(broken) - _counted(formula, true)) if broken else []:
        words = " or ".join(map(name, formula.clauses[broken[0]])) or "which is empty"
        rule = "".join(f" of '{label}'" for label in rule_of(broken[0])[:1])
        raise WrongModelError(
            f"the model breaks clause {broken[0] + 1}{rule}, {words}: it may be of another formula"
        )
    for graph in formula.graphs:
        if any(graph.loose_pieces(true)):
            advice = "add the clauses of cuts(model) and solve again"
            raise WrongModelError(f"{graph.label}: in several pieces; {advice}")
    return own


def _counted(formula: Cnf, true: Collection[int]) -> set[int]:
    """The clauses of cardinality constraints that hold, although their auxiliary variables may be any.

    A solver that has these constraints in place of the clauses says nothing of these variables.
    """
    return {
        at
        for one in formula.cardinalities
        if one.least <= sum(literal in true for literal in one.literals) <= one.most
        for at in one.parts
    }


def checked_cover(target: ExactCover, cover: Any) -> Cover:
    """The positions of options, in order; raises as `Reduced.decode`."""
    if isinstance(cover, (str, bytes)) or not isinstance(cover, Iterable):
        raise ArgumentError(f"a cover is a sequence of options, not {cover!r}")
    options = tuple(sorted({option_at(target, one) for one in cover}))
    refuse(target.violations(options))
    return options


def option_at(cover: ExactCover, option: Any) -> int:
    """The position of an option, from that or from its name."""
    names, count = cover.option_names, len(cover.table.options)
    if isinstance(option, str):
        if option not in names:
            raise ArgumentError(f"there is no option {option!r}{meant(option, names)}")
        return names.index(option)
    try:
        at = int(option)
    except (TypeError, ValueError):
        raise ArgumentError(f"an option is a position or a name, not {option!r}") from None
    if not 0 <= at < count:
        raise WrongModelError(f"there is no option {at}: the cover has {counted(count, 'option')}")
    return at


def refuse(wrong: Sequence[Any]) -> None:
    """Raise `WrongModelError` for an answer of the target that breaks a rule."""
    if wrong:
        raise WrongModelError(f"not an answer of the target: {wrong[0]}")


def frozen(value: Any) -> Any:
    """Nested sequences, also arrays of numpy, as tuples of integers."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    return tuple(map(frozen, value)) if isinstance(value, (list, tuple)) else value
