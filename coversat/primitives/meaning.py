"""The meaning of primitives: whether an assignment satisfies them.  No encoder uses it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from itertools import chain, takewhile

from .. import primitives
from . import EQUAL, HIGHER, LOWER, Primitive, Term, Values


def holds(primitive: Primitive, values: Values) -> bool:
    """Whether an assignment of all cells of a primitive satisfies it."""
    match primitive:
        case primitives.AllDifferent(cells, total, sets):
            held = [values[cell] for cell in cells]
            if sets is not None and tuple(sorted(held)) not in sets:
                return False
            return len(set(held)) == len(held) and total in (None, sum(held))
        case primitives.Binary(pairs, allowed):
            return all(allowed(value_of(a, values), value_of(b, values)) for a, b in pairs)
        case primitives.Table(terms, rows):
            return tuple(value_of(term, values) for term in terms) in rows
        case primitives.Regular(terms, state, step, accepts):
            for term in terms:
                state = step(state, value_of(term, values))
                if state is None:
                    return False
            return bool(accepts(state))
        case primitives.SumBetween(word, total, ends):
            held = [value_of(term, values) for term in word.cells]
            one, other = ends or (min(held), max(held))
            if one not in held or other not in held:
                return False
            first, last = sorted((held.index(one), held.index(other)))
            return sum(held[first + 1 : last]) == total
        case primitives.Sum(factors, totals):
            return sum(factor * value_of(term, values) for factor, term in factors) in totals
        case primitives.Count(cells, counted, numbers):
            return sum(values[cell] in counted for cell in cells) in numbers
        case primitives.Or(alternatives):
            return any(all(holds(one, values) for one in those) for those in alternatives)
        case primitives.Connected(cells, chosen, links, roots, steps):
            true = [cell for cell in cells if values[cell] in chosen]
            joined = [(a, b) for a, b in links if a in true and b in true]
            start = [cell for cell in true if cell in roots] if roots else true[:1]
            return reached(start, joined, steps) >= set(true)
        case primitives.AreasBySize(cells, links, chosen):
            equal = [(a, b) for a, b in links if values[a] == values[b]]
            return all(
                len(reached([cell], equal)) == values[cell]
                for cell in cells
                if not chosen or values[cell] in chosen
            )
        case primitives.Circuit(edges, through, faces, inside):
            drawn = [edge for edge in edges if values[edge]]
            passes = Counter(chain.from_iterable(drawn))
            sides = (0, *(values[cell] for cell in inside))
            return (
                bool(drawn)
                and set(passes.values()) == {2}
                and reached(drawn[0][:1], drawn) >= passes.keys() | set(through)
                and (
                    not inside
                    or all(
                        values[edge] == (sides[one] != sides[other])
                        for edge, (one, other) in zip(edges, faces, strict=True)
                    )
                )
            )


def reached(
    first: Iterable[Hashable], links: Iterable[tuple[Hashable, Hashable]], steps: int | None = None
) -> set[Hashable]:
    """The elements that links connect with the first ones, at most `steps` of them each if given."""
    neighbours: dict[Hashable, list[Hashable]] = {}
    for a, b in links:
        neighbours.setdefault(a, []).append(b)
        neighbours.setdefault(b, []).append(a)
    layer = set(first)
    found = set(layer)
    while layer and steps != 0:
        layer = {other for one in layer for other in neighbours.get(one, ())} - found
        found |= layer
        steps = None if steps is None else steps - 1
    return found


def value_of(term: Term, values: Values) -> int:
    """The value of a term under an assignment."""
    match term:
        case primitives.Total(cells):
            return sum(values[cell] for cell in cells)
        case primitives.Contains(cells, wanted):
            return int(any(values[cell] in wanted for cell in cells))
        case primitives.Matches(cells, shown):
            return int(all(values[cell] == value for cell, value in zip(cells, shown, strict=True)))
        case primitives.Repeats(cells):
            return sum(1 for _ in takewhile(lambda cell: values[cell] == values[cells[0]], cells))
        case primitives.Leading(cells, wanted):
            return sum(1 for _ in takewhile(lambda cell: values[cell] == wanted, cells))
        case primitives.Comparison(one, other):
            first, second = tuple(values[cell] for cell in one), tuple(values[cell] for cell in other)
            return LOWER if first < second else EQUAL if first == second else HIGHER
        case _:
            return values[term]
