"""Exact cover to CNF, a variable per option with any at-most-one encoding; its rules for solving steps.

*Segments* are the options that two of its items share: in a sudoku the places of a digit in the cells that a
row or a column shares with a box. With a variable for "one of these is chosen", an item is covered by one of
a few segments, and what a solver learns about a segment holds for all of its options.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import combinations
from math import comb
from typing import NamedTuple

from ..base.unfolded import Unfolded
from ..primitives import Contains, Count, Table, Variable
from ..primitives.models import GridEncodings, GridModel, Rule
from ..problems.cnf.rules import Cnf, Model
from ..problems.exact_cover.builder import CoverNames, CoverTable, PartialCover, named
from ..problems.exact_cover.rules import Cover, ExactCover
from .at_most_one import AT_MOST_ONE, PAIRWISE, AtMostOne
from .cnf_builder import CnfBuilder
from .places import ShownPlace
from .reduction import Encoding, Groups, Reduction


class Segment(NamedTuple):
    """Two or more options, and the two items that all of these cover, and no others."""

    items: tuple[int, int]
    options: tuple[int, ...]


class Family(NamedTuple):
    """A division of the options of an item: segments without a common option, by position, and the rest."""

    segments: list[int]
    rest: list[int]


def segments_of(table: CoverTable) -> list[Segment]:
    """The segments of a cover, if some have three options and they make its formula smaller; or none."""
    plain = sum(map(_pairwise, map(len, table.covering())))
    if sum(comb(len(items), 2) for items in table.options) > plain:
        return []  # most options have a clause for each two of their items
    shared: dict[tuple[int, int], list[int]] = {}
    for option, items in enumerate(table.options):
        for pair in combinations(sorted(items), 2):
            shared.setdefault(pair, []).append(option)
    found = [Segment(pair, tuple(options)) for pair, options in shared.items() if len(options) > 1]
    if all(len(segment.options) < 3 for segment in found):
        return []
    defined = sum(len(segment.options) + _pairwise(len(segment.options)) for segment in found)
    families = (family for those in families_of(table, found) for family in those)
    divided = sum(_pairwise(len(family.segments) + len(family.rest)) for family in families)
    return found if found and defined + divided < plain else []


def families_of(table: CoverTable, segments: Sequence[Segment]) -> list[list[Family]]:
    """For each item, divisions of its options that together have all its segments; at least one division."""
    covering = table.covering()
    if not segments:
        return [[Family([], options)] for options in covering]
    divided: list[list[tuple[list[int], set[int]]]] = [[] for _ in covering]
    for at, segment in enumerate(segments):
        for item in segment.items:
            for numbers, used in divided[item]:
                if used.isdisjoint(segment.options):
                    numbers.append(at)
                    used.update(segment.options)
                    break
            else:
                divided[item].append(([at], set(segment.options)))
    return [
        [
            Family(numbers, [option for option in options if option not in used])
            for numbers, used in families or [([], set())]
        ]
        for options, families in zip(covering, divided, strict=True)
    ]


def _pairwise(count: int) -> int:
    """The clauses that state that exactly one of so many literals is true."""
    return 1 + comb(count, 2)


USUAL = "sequential"
"""Of the encodings of linear size that state every option: hardly slower than the fastest in `docs/atlas`,
and the fastest on sudokus of 16x16 and 25x25. ``cnf:remaining`` takes three quarters of its time there.
It is not the usual one, because it leaves out what the givens settle, so that its clauses do not tell which
given or rule settles it, and because it is pairwise."""

MOST_PAIRWISE = 2_000_000
"""The most clauses of a pairwise formula of ``cnf:remaining``: some 200 MB in a SAT solver."""
STABLE = "cadical153-stable"
"""The solver for formulas with segments. Within 60,000 conflicts it decides 13 of 18 sudokus of 25x25, and
``cadical195`` without segments 10."""
LARGE = next(encoding for encoding in AT_MOST_ONE if encoding.name == "product")
"""What it takes where pairwise is larger: then items have thousands of options, and conflicts of this
encoding are found several times faster than those of the sequential one."""


def cover_to_cnf(
    source: ExactCover, encoding: AtMostOne, segments: Sequence[Segment] = ()
) -> Reduction[ExactCover, Cnf]:
    """A clause and an at-most-one for each primary item, an at-most-one for each secondary item.

    A colour of a secondary item has its own variable, true exactly if an option that gives the item this
    colour is chosen; of an item's colours and uncoloured options at most one is true. So has a segment, true
    exactly if one of its options is chosen; it takes their place.
    """
    table = source.table
    formula = CnfBuilder()
    chosen = formula.variables(len(table.options), lambda at: source.options[at].name)
    showing = [[chosen[option] for option in options] for options in table.shown()]
    by_name = sorted(
        (shade for shade, options in enumerate(showing) if options), key=source.shades.__getitem__
    )
    shown = dict(
        zip(
            by_name, formula.variables(len(by_name), lambda at: _shade_name(source, by_name[at])), strict=True
        )
    )
    shades: dict[int, list[int]] = {}
    for shade, variable in shown.items():
        shades.setdefault(table.shades[shade], []).append(variable)
        formula.add(-variable, *showing[shade])
        for option_variable in showing[shade]:
            formula.add(-option_variable, variable)
    used = formula.variables(len(segments))
    for variable, segment in zip(used, segments, strict=True):
        literals = [chosen[option] for option in segment.options]
        formula.add(-variable, *literals)
        formula.add_all((variable, -literal) for literal in literals)
        formula.at_most_one(literals, encoding)
    ends = [formula.clause_count]
    for item, families in enumerate(families_of(table, segments)):
        for family in families:
            ways = [*(used[at] for at in family.segments), *(chosen[option] for option in family.rest)]
            if item < table.primary_count:
                formula.exactly_one(ways, encoding)
            else:
                formula.at_most_one([*ways, *shades.get(item, ())], encoding)
        ends.append(formula.clause_count)
    formula.add_groups(partial(item_words, source), ends)

    variable_of_option = cache(lambda: dict(enumerate(chosen)))

    def encode(part: PartialCover | Cover) -> tuple[int, ...]:
        part = _as_part(part, table)
        literals = named(variable_of_option(), part.options, lambda at: f"there is no option {at + 1}")
        return literals + named(
            shown, part.shades, lambda shade: f"no option shows {_shade_name(source, shade)}"
        )

    def decode(model: Model) -> Cover:
        return tuple(sorted(chosen.index(literal) for literal in model if literal in chosen))

    if table.projection is None:
        projection: Sequence[int] = chosen
    else:
        projection = [variable for item in table.projection for variable in shades.get(item, ())]
    cnf = formula.cnf(projection)
    parsimonious = encoding.parsimonious and source.projection is None
    return Reduction(
        source,
        cnf,
        encode,
        decode,
        parsimonious,
        places=lambda: tuple(
            ShownPlace(cnf.names[variable], None, {1: ((variable,),)}, empty=0) for variable in projection
        ),
        groups=formula.groups,
        solver=STABLE if segments else None,
    )


def item_words(source: ExactCover, item: int) -> str:
    """The rule that an item states."""
    ways = "once" if item < source.table.primary_count else "in one way"
    return f"item {source.items[item]} is covered {ways}"


def _as_part(part: PartialCover | Cover, table: CoverTable) -> PartialCover:
    """A part; of a cover of the source itself, its options and the shades that it shows."""
    if isinstance(part, PartialCover):
        return part
    return PartialCover(part, tuple(dict.fromkeys(shade for at in part for shade in table.colours[at])))


def remaining(source: ExactCover) -> Reduction[ExactCover, ExactCover]:
    """The same items with the options left by unit propagation on a cover.

    If one option is left for a primary item, it is chosen and the options that clash with it are removed,
    until nothing changes. The covers are the same.
    """
    table = source.table
    left = remaining_options(table)
    place = {option: at for at, option in enumerate(left)}
    reduced = table._replace(
        options=[table.options[option] for option in left], colours=[table.colours[option] for option in left]
    )
    names = CoverNames(
        lambda: (*source.primary, *source.secondary),
        lambda: tuple(source.options[option].name for option in left),
        lambda: tuple(colour for _, colour in source.shades),
    )

    def encode(part: PartialCover | Cover) -> PartialCover:
        part = _as_part(part, table)
        return PartialCover(named(place, part.options, _ruled_out), part.shades)

    return Reduction(
        source,
        ExactCover.numbered(reduced, names),
        encode,
        decode=lambda cover: tuple(left[at] for at in cover),
        parsimonious=source.projection is None,
        places=lambda: tuple(_places(source, place, reduced)),
        groups=Unfolded([Groups(partial(item_words, source), range(table.item_count + 1))]),
    )


def _ruled_out(option: int) -> str:
    return f"option {option + 1} clashes with what must be taken"


def _places(source: ExactCover, place: dict[int, int], reduced: CoverTable) -> Iterator[ShownPlace]:
    """A position for each option of the source, or for each remaining shade of its projection."""
    if source.projection is None:
        for at, option in enumerate(source.options):
            parts = {1: (PartialCover((place[at],)),)} if at in place else {}
            yield ShownPlace(option.name, None, parts, empty=0)
        return
    shown = set(source.table.projection or ())
    for shade, options in enumerate(reduced.shown()):
        if options and reduced.shades[shade] in shown:
            yield ShownPlace(
                ":".join(source.shades[shade]), None, {1: (PartialCover((), (shade,)),)}, empty=0
            )


def remaining_options(table: CoverTable) -> list[int]:
    """The options that clash with no forced option, in increasing order."""
    covering, showing = table.covering(), table.shown()
    shades_of: list[list[int]] = [[] for _ in range(table.item_count)]
    for shade, item in enumerate(table.shades):
        shades_of[item].append(shade)
    gone = bytearray(len(table.options))
    choices = [len(covering[item]) for item in range(table.primary_count)]
    forced = [item for item, count in enumerate(choices) if count == 1]

    def clashing(option: int) -> Iterator[int]:
        for item in table.options[option]:
            yield from covering[item]
            for shade in shades_of[item]:
                yield from showing[shade]
        for shade in table.colours[option]:
            item = table.shades[shade]
            yield from covering[item]
            for other in shades_of[item]:
                if other != shade:
                    yield from showing[other]

    while forced:
        taken = next((option for option in covering[forced.pop()] if not gone[option]), None)
        if taken is None:
            break  # nothing covers this item, so there is no cover
        for other in clashing(taken):
            if not gone[other] and other != taken:
                gone[other] = 1
                for item in table.options[other]:
                    if item < table.primary_count:
                        choices[item] -= 1
                        if choices[item] == 1:
                            forced.append(item)
    return [option for option in range(len(table.options)) if not gone[option]]


def remaining_to_cnf(source: ExactCover, divided: bool = False) -> Reduction[ExactCover, Cnf]:
    """CNF of the options that remain after propagation; pairwise if that is at most `MOST_PAIRWISE` clauses.

    Such a formula is small if much is forced, and then fast to solve. With `divided`, it has segments if they
    make it smaller.
    """
    rest = remaining(source)
    table = rest.target.table
    encoding = PAIRWISE if pairwise_size(table) <= MOST_PAIRWISE else LARGE
    return rest.then(cover_to_cnf(rest.target, encoding, segments_of(table) if divided else ()))


def pairwise_size(table: CoverTable) -> int:
    """The number of clauses, each against two options or shades of an item, in a pairwise formula."""
    shades = Counter(item for item, options in zip(table.shades, table.shown(), strict=True) if options)
    return sum(comb(len(options) + shades[item], 2) for item, options in enumerate(table.covering()))


class OptionModel(GridModel[ExactCover]):
    """A variable for each option, 1 if it is chosen, and one for each secondary item with colours.

    The values of such an item are 0 if nothing covers it, then its colours, then one for what covers it
    without a colour. Answers show the options in row 0 or, under a projection, its items there.
    """

    @property
    def option_row(self) -> int:
        return int(self.puzzle.projection is not None)

    def item_row(self, item: str) -> int:
        return 0 if item in (self.puzzle.projection or ()) else 2

    def name_of(self, variable: Variable) -> str:
        row, at = variable
        is_option = row == self.option_row
        return f"option {self.puzzle.option_names[at]}" if is_option else f"item {self.puzzle.items[at]}"

    def values_of(self, answer: Cover) -> Iterator[tuple[Variable, int]]:
        source = self.puzzle
        if source.projection is None:
            yield from (((0, at), int(at in answer)) for at in range(len(source.options)))
            return
        item_at = {item: at for at, item in enumerate(source.items)}
        for item, colour in zip(source.projection, source.shown(answer), strict=True):
            yield (0, item_at[item]), 0 if colour is None else 1 + source.colours_of[item].index(colour)

    def answer_of(self, values: Iterable[tuple[Variable, int]]) -> Cover:
        return tuple(sorted(at for (row, at), value in values if row == self.option_row and value))


def option_model(source: ExactCover) -> OptionModel:
    """Each primary item is covered once, each secondary item in one way."""
    found = OptionModel(source, 1, len(source.options), {}, (), names_hidden=True, hidden_aside=True)
    options = [(found.option_row, at) for at in range(len(source.options))]
    covering: dict[str, list[Variable]] = {item: [] for item in source.items}
    showing: dict[tuple[str, str], list[Variable]] = {shade: [] for shade in source.shades}
    for variable, option in zip(options, source.options, strict=True):
        for item in option.items:
            covering[item].append(variable)
        for shade in option.colours:
            showing[shade].append(variable)
    domains: dict[Variable, Sequence[int]] = dict.fromkeys(options, (0, 1))
    rules = []
    for at, item in enumerate(source.items):
        plain = tuple(covering[item])
        if at < len(source.primary):
            rules.append(Rule(item_words(source, at), Count(plain, (1,), (1,))))
            continue
        label = item_words(source, at)
        if plain:
            rules.append(Rule(label, Count(plain, (1,), (0, 1))))
        if colours := source.colours_of[item]:
            shown = found.item_row(item), at
            ways = [*(tuple(showing[item, colour]) for colour in colours), *([plain] if plain else [])]
            domains[shown] = range(len(ways) + 1)
            for value, way in enumerate(ways, 1):
                same = Contains((shown,), (value,)), Contains(way, (1,))
                rules.append(Rule(label, Table(same, ((0, 0), (1, 1)))))
    return replace(found, domains=dict(sorted(domains.items())), rules=rules)


def _shade_name(source: ExactCover, shade: int) -> str:
    return ":".join(source.shades[shade])


def _rules() -> Iterator[Encoding[ExactCover, Cnf] | GridEncodings[ExactCover]]:
    for encoding in AT_MOST_ONE:
        yield Encoding(
            f"cnf:{encoding.name}",
            "cover",
            "cnf",
            f"a variable per option; at-most-one: {encoding.about}",
            partial(cover_to_cnf, encoding=encoding),
            preferred=encoding.name == USUAL,
        )
    about = "of what remains when forced options are taken; pairwise where that is small"
    yield Encoding("cnf:remaining", "cover", "cnf", about, remaining_to_cnf)
    about = f"of what remains, with a variable for what two items share where that is smaller; for {STABLE}"
    yield Encoding(
        "cnf:segments",
        "cover",
        "cnf",
        about,
        partial(remaining_to_cnf, divided=True),
        alternative=True,
    )
    yield GridEncodings(option_model, (), givens_apart=False)


ENCODINGS = {"cover": tuple(_rules())}
