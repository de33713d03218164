"""Solutions of pseudo-Boolean formulas by trying everything, written apart from what checks them."""

from __future__ import annotations

import re
from itertools import product

_TERM = re.compile(r"([+-]?[0-9]+) (~?)(x[0-9]+)")


def projected_solutions(opb: str) -> int:
    """How many values the preserved variables have in solutions; ValueError for what is no formula."""
    lines = [line for line in opb.split("\n") if line and not line.startswith("*")]
    names = dict.fromkeys(re.findall(r"x[0-9]+", " ".join(lines)))
    if len(names) > 18:
        raise ValueError("too many variables to try all")
    kept = next((line.split()[1:-1] for line in lines if line.startswith("preserved:")), [*names])
    rows = [_row(line) for line in lines if not line.startswith("preserved:")]
    shown = set()
    for bits in product((0, 1), repeat=len(names)):
        value = dict(zip(names, bits, strict=True))
        if all(_holds(row, value) for row in rows):
            shown.add(tuple(value[name] for name in kept))
    return len(shown)


def _row(line: str) -> tuple[list[tuple[int, bool, str]], str, int]:
    found = re.fullmatch(r"(.*?)(>=|=) ([+-]?[0-9]+) ;", line)
    if found is None:
        raise ValueError(line)
    return [(int(a), bool(b), c) for a, b, c in _TERM.findall(found[1])], found[2], int(found[3])


def _holds(row: tuple[list[tuple[int, bool, str]], str, int], value: dict[str, int]) -> bool:
    terms, relation, bound = row
    total = sum(factor * (1 - value[name] if negated else value[name]) for factor, negated, name in terms)
    return total == bound if relation == "=" else total >= bound
