"""The constraint language as an exact cover.

Each cell is a primary item, and each of its values an option.  `AllDifferent` has an item for each value,
which is primary if every value must occur; if sums or sets are required, options for the possible sets cover
the values that do not occur.  Two values that a `Binary` forbids share a secondary item.  Every other
primitive is a primary item with an option for each assignment of its cells, which agrees with them in a
colour: each such cell has a secondary item too, whose colours are its values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, repeat
from typing import Any, NamedTuple, TypeVar

from .. import primitives
from ..base.errors import ReductionError
from ..primitives import Derived, as_regular, cells_of, scope, terms_of
from ..primitives.automata import diagram, words_of
from ..primitives.models import GridModel, Rule
from ..problems.exact_cover.builder import CoverBuilder
from ..problems.exact_cover.rules import ExactCover
from ..problems.grid import Cell, Shown, no_such_digit
from ..problems.problem import AnyProblem
from .digit_sets import add_set_options, sets_of
from .reduction import Group, Reduction, cover_reduction

P = TypeVar("P", bound=AnyProblem)

_Column = tuple[Sequence[int], Sequence[int], dict[int, int]]
"""The values of a family, their items, and the items by value."""

Domains = Mapping[Cell, Sequence[int]]

MOST_FILLINGS = 20_000
"""The options for assignments of cells, of all rules together; more are refused."""


class _Family(NamedTuple):
    """The items of an `AllDifferent`: one for each value and, if sets are required, one for the set."""

    name: str
    label: str
    cells: tuple[Cell, ...]
    values: Sequence[int]
    sets: Sequence[tuple[int, ...]] | None

    def size(self) -> int:
        return len(self.values) + (self.sets is not None)

    def is_primary(self) -> bool:
        return self.sets is not None or len(self.cells) == len(self.values)

    def item_name(self, at: int) -> str:
        return self.name if at == len(self.values) else f"{self.name}={self.values[at]}"


class _Fillings(NamedTuple):
    """The cells of a rule, each once, and the assignments of them that it allows."""

    name: str
    label: str
    cells: tuple[Cell, ...]
    rows: list[tuple[int, ...]]


class _Conflicts(NamedTuple):
    """Pairs of values that a rule forbids."""

    name: str
    label: str
    pairs: list[tuple[Shown, Shown]]

    def item_name(self, at: int) -> str:
        return f"{self.name}@{at + 1}"


def to_cover(
    model: GridModel[P], refusal: Callable[[Shown], str] = no_such_digit
) -> Reduction[P, ExactCover]:
    """A grid puzzle as an exact cover; a cell with a given value has the option of this value only.

    * refusal ((cell, value) -> message): why no answer has this value there.

    Raise `ReductionError` for rules on derived values, alternatives, and rules that too many assignments
    satisfy.
    """
    if model.has_hidden:
        raise ReductionError("an exact cover has as many covers as answers, and the model has hidden cells")
    given, others = _given_values(model)
    families, conflicts, fillings = _parts(others, model.domains)
    domains = model.domains
    board: CoverBuilder[Shown] = CoverBuilder(lambda key: f"{model.name_of(key[0])}={key[1]}")
    cells = tuple(domains)
    cell_items = board.primary(len(cells), lambda at: model.name_of(cells[at]))
    items = {one.name: board.primary(one.size(), one.item_name) for one in families if one.is_primary()}
    filled_in = board.primary(len(fillings), lambda at: fillings[at].name)
    items |= {
        one.name: board.secondary(one.size(), one.item_name) for one in families if not one.is_primary()
    }
    groups = [Group(one.label, items[one.name]) for one in families]
    groups += [Group(one.label, range(at, at + 1)) for at, one in zip(filled_in, fillings, strict=True)]
    tables: dict[Cell, list[_Column]] = {cell: [] for cell in cells}
    for one in families:
        those = items[one.name][: len(one.values)]
        table = one.values, those, dict(zip(one.values, those, strict=True))
        for cell in one.cells:
            tables[cell].append(table)
    clashing: dict[Shown, tuple[int, ...]] = {}
    impossible: set[Shown] = set()
    for clashes in conflicts:
        numbers = board.secondary(len(clashes.pairs), clashes.item_name)
        groups.append(Group(clashes.label, numbers))
        for item, pair in zip(numbers, clashes.pairs, strict=True):
            if pair[0] == pair[1]:
                impossible.add(pair[0])
            for key in pair:
                clashing[key] = (*clashing.get(key, ()), item)
    shades = _add_fillings(board, fillings, filled_in, domains, model.name_of)
    special = bool(impossible or clashing or shades)  # which most models have not
    for item, cell in zip(cell_items, cells, strict=True):
        only = given.get(cell)
        values = domains[cell] if only is None else [value for value in domains[cell] if value in only]
        keys = [(cell, value) for value in values]
        columns = [
            those if held is values else [by_value[value] for value in values]
            for held, those, by_value in tables[cell]
        ]
        covered = zip(repeat(item, len(keys)), *columns, strict=True)
        if not special:
            board.options(keys, covered)
            continue
        for key, own in zip(keys, covered, strict=True):
            if key not in impossible:
                board.option(key, own + clashing.get(key, ()), (shades[key],) if key in shades else ())
    for one in families:
        if one.sets is not None:
            here = items[one.name]
            add_set_options(board, one.name, one.sets, here[-1], dict(zip(one.values, here, strict=False)))
    cover = board.model(
        model.puzzle,
        keys=model.values_of,
        answer=model.answer_of,
        refusal=refusal,
        shows=lambda key: [key],
    )
    return cover_reduction(cover)._replace(groups=tuple(groups))


def _given_values(model: GridModel[P]) -> tuple[dict[Cell, set[int]], list[Rule]]:
    """The values that rules give to single cells, and the other rules."""
    found: dict[Cell, set[int]] = {}
    others: list[Rule] = []
    for rule in model.rules:
        match rule.primitive:
            case primitives.Count((cell,), (value,), (1,)):
                found.setdefault(cell, {value}).intersection_update((value,))
            case _:
                others.append(rule)
    return found, others


def _parts(
    rules: Sequence[Rule], domains: Domains
) -> tuple[list[_Family], list[_Conflicts], list[_Fillings]]:
    """The rules, by the way in which a cover states them; of several groups of one name, only the last."""
    families: dict[str, _Family] = {}
    conflicts: list[_Conflicts] = []
    fillings: list[_Fillings] = []
    left = MOST_FILLINGS
    for name, rule in _named(rules):
        primitive = rule.primitive
        if any(isinstance(term, Derived) for term in terms_of(primitive)):
            raise ReductionError(f"{name}: an exact cover cannot say what holds of many cells together")
        match primitive:
            case primitives.AllDifferent():
                families[name] = _family(name, rule, primitive, domains)
            case primitives.Binary():
                conflicts.append(_Conflicts(name, rule.label, _clashes(primitive, domains)))
            case primitives.Or():
                raise ReductionError(
                    f"{name}: an exact cover cannot say that one of several constraints holds"
                )
            case primitives.Connected() | primitives.AreasBySize() | primitives.Circuit():
                raise ReductionError(f"{name}: an exact cover cannot say that something is connected")
            case _:
                fillings.append(_fillings(name, rule, domains, left))
                left -= len(fillings[-1].rows)
    return list(families.values()), conflicts, fillings


def _named(rules: Sequence[Rule]) -> Iterator[tuple[str, Rule]]:
    """The rules with names; all but `AllDifferent` have a name of their own."""
    seen: Counter[str] = Counter()
    for rule in rules:
        name = rule.export_name.replace(":", "=")  # which no item has
        if not isinstance(rule.primitive, primitives.AllDifferent):
            seen[name] += 1
            if seen[name] > 1:
                name = f"{name}.{seen[name]}"
        yield name, rule


def _family(name: str, rule: Rule, group: primitives.AllDifferent, domains: Domains) -> _Family:
    different = {id(domains[cell]): domains[cell] for cell in group.cells}
    if len(different) == 1:  # as mostly
        (values,) = different.values()
    else:
        values = tuple(sorted(set().union(*different.values())))
    sets = None if group.is_plain else sets_of(group._replace(name=name), values)
    return _Family(name, rule.label, group.cells, values, sets)


def _clashes(primitive: primitives.Binary, domains: Domains) -> list[tuple[Shown, Shown]]:
    """The values of two cells that a relation forbids."""
    cells = list(cells_of(primitive))
    return [
        ((a, x), (b, y))
        for a, b in zip(cells[::2], cells[1::2], strict=True)
        for x in domains[a]
        for y in domains[b]
        if not primitive.allowed(x, y)
    ]


def _fillings(name: str, rule: Rule, domains: Domains, most: int) -> _Fillings:
    primitive = rule.primitive
    assert isinstance(
        primitive,
        primitives.Regular | primitives.SumBetween | primitives.Sum | primitives.Count | primitives.Table,
    )
    word = as_regular(primitive, {value for cell in scope(primitive) for value in domains[cell]})
    places = tuple(cells_of(word))
    cells = scope(word)
    once = [places.index(cell) for cell in cells]
    layers = diagram(word, [domains[cell] for cell in places])
    words = iter(()) if layers is None else words_of(layers)
    if len(cells) < len(places):
        words = (one for one in words if len(set(zip(places, one, strict=True))) == len(cells))
    found = [tuple(one[at] for at in once) for one in islice(words, most + 1)]
    if len(found) > most:
        raise ReductionError(f"{name}: more than {MOST_FILLINGS} fillings in all")
    return _Fillings(name, rule.label, cells, found)


def _add_fillings(
    board: CoverBuilder[Shown],
    fillings: Sequence[_Fillings],
    items: range,
    domains: Domains,
    name_of: Callable[[Any], str],
) -> dict[Shown, int]:
    """Add the options of assignments; return the shades of cells and values."""
    filled_in = {cell for one in fillings for cell in one.cells}
    coloured = [cell for cell in domains if cell in filled_in]
    colour_items = board.secondary(len(coloured), lambda at: f"digit@{name_of(coloured[at])}")
    shades: dict[Shown, int] = {}
    for item, cell in zip(colour_items, coloured, strict=True):
        values = domains[cell]
        numbers = board.shades((item,), [str(value) for value in values])
        shades |= {(cell, value): shade for value, shade in zip(values, numbers, strict=True)}

    def options() -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        for item, one in zip(items, fillings, strict=True):
            for row in one.rows:
                yield (item,), tuple([shades[shown] for shown in zip(one.cells, row, strict=True)])

    names = [f"{one.name}=({','.join(map(str, row))})" for one in fillings for row in one.rows]
    board.aids(options(), names.__getitem__)
    return shades
