"""Exact cover to CNF: a variable per option, with any at-most-one encoding."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from ...reductions.at_most_one import AT_MOST_ONE, PAIRWISE, AtMostOne
from ...reductions.formula import Formula
from ...reductions.reduction import Encoding, Reduction, ShownPlace, named
from ...reductions.remaining import remaining
from ..cnf.rules import Cnf, Model
from .rules import Cover, ExactCover, PartialCover

FASTEST = "sequential"
"""By the medians of `examples/studies/at_most_one.md`, on 16x16 and on 25x25."""


def cover_to_cnf(source: ExactCover, encoding: AtMostOne) -> Reduction[ExactCover, Cnf]:
    """A clause and an at-most-one for each primary item, an at-most-one for each secondary item.

    A colour of a secondary item is a variable of its own, true exactly when an option that gives the
    item this colour is chosen; of an item's colours and uncoloured options at most one is true.
    """
    table = source.table
    formula = Formula()
    chosen = formula.variables(len(table.options), lambda at: source.options[at].name)
    covering = [[chosen[option] for option in options] for options in table.covering()]
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
    for item in range(table.primary_count):
        formula.exactly_one(covering[item], encoding)
    for item in table.secondary:
        formula.at_most_one([*covering[item], *shades.get(item, ())], encoding)

    def encode(part: PartialCover | Cover) -> tuple[int, ...]:
        if not isinstance(part, PartialCover):  # a cover of the source itself, with the shades it shows
            part = PartialCover(
                part, tuple(dict.fromkeys(shade for at in part for shade in table.colours[at]))
            )
        literals = named(dict(enumerate(chosen)), part.options, lambda at: f"there is no option {at + 1}")
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
    )


def remaining_to_cnf(source: ExactCover) -> Reduction[ExactCover, Cnf]:
    """What remains when forced options are taken, pairwise: small where much is forced, and fast to solve."""
    rest = remaining(source)
    return rest.then(cover_to_cnf(rest.target, PAIRWISE))


def _shade_name(source: ExactCover, shade: int) -> str:
    return ":".join(source.shades[shade])


def _rules() -> Iterator[Encoding[ExactCover, Cnf]]:
    for encoding in AT_MOST_ONE:
        yield Encoding(
            f"cnf:{encoding.name}",
            "cover",
            "cnf",
            f"a variable per option; at-most-one: {encoding.about}",
            partial(cover_to_cnf, encoding=encoding),
            preferred=encoding.name == FASTEST,
        )
    about = "pairwise, of what remains when forced options are taken"
    yield Encoding("cnf:remaining", "cover", "cnf", about, remaining_to_cnf)


ENCODINGS = tuple(_rules())
