"""Exact cover to CNF: a variable per option, with any at-most-one encoding."""

from __future__ import annotations

from functools import partial

from ..problems.cnf import Cnf, Model
from ..problems.exact_cover import Cover, ExactCover, Item, PartialCover
from .at_most_one import AT_MOST_ONE, AtMostOne
from .formula import Formula
from .reduction import Reduction, Rule, ShownPlace, named

FASTEST = "sequential"
"""By the medians of `examples/studies/at_most_one.md`, on 16x16 and on 25x25."""


def cover_to_cnf(source: ExactCover, encoding: AtMostOne) -> Reduction[ExactCover, Cnf]:
    """A clause and an at-most-one for each primary item, an at-most-one for each secondary item.

    A colour of a secondary item is a variable of its own, true exactly when an option that gives the
    item this colour is chosen; of an item's colours and uncoloured options at most one is true.
    """
    formula = Formula()
    chosen = [formula.variable(option.name) for option in source.options]
    covering: dict[Item, list[int]] = {item: [] for item in (*source.primary, *source.secondary)}
    colouring: dict[tuple[Item, str], list[int]] = {}
    for variable, option in zip(chosen, source.options, strict=True):
        for item in option.items:
            covering[item].append(variable)
        for shade in option.colours:
            colouring.setdefault(shade, []).append(variable)
    shown = {shade: formula.variable(f"{shade[0]}:{shade[1]}") for shade in sorted(colouring)}
    shades: dict[Item, list[int]] = {}
    for shade, variable in shown.items():
        shades.setdefault(shade[0], []).append(variable)
        formula.add(-variable, *colouring[shade])
        for option_variable in colouring[shade]:
            formula.add(-option_variable, variable)
    for item in source.primary:
        formula.exactly_one(covering[item], encoding)
    for item in source.secondary:
        formula.at_most_one([*covering[item], *shades.get(item, ())], encoding)

    def encode(part: PartialCover | Cover) -> tuple[int, ...]:
        options = part.options if isinstance(part, PartialCover) else part
        literals = named(dict(enumerate(chosen)), options, lambda at: f"there is no option {at + 1}")
        if isinstance(part, PartialCover):
            colours = part.colours
        else:  # a cover of the source itself, with the colours it shows
            colours = tuple(dict.fromkeys(shade for at in part for shade in source.options[at].colours))
        return literals + named(shown, colours, lambda c: f"no option gives {c[0]} the colour {c[1]}")

    def decode(model: Model) -> Cover:
        true = set(model)
        return tuple(at for at, variable in enumerate(chosen) if variable in true)

    if source.projection is None:
        projection = chosen
        names = [option.name for option in source.options]
    else:
        projection = [variable for item in source.projection for variable in shades.get(item, ())]
        name_of = {variable: f"{item}:{colour}" for (item, colour), variable in shown.items()}
        names = [name_of[variable] for variable in projection]
    parsimonious = encoding.parsimonious and source.projection is None
    return Reduction(
        source,
        formula.cnf(projection),
        encode,
        decode,
        parsimonious,
        places=lambda: tuple(
            ShownPlace(name, None, {1: ((variable,),)}, empty=0)
            for name, variable in zip(names, projection, strict=True)
        ),
    )


RULES = tuple(
    Rule(
        f"cnf:{encoding.name}",
        "cover",
        "cnf",
        f"a variable per option; at-most-one: {encoding.about}",
        partial(cover_to_cnf, encoding=encoding),
        preferred=encoding.name == FASTEST,
    )
    for encoding in AT_MOST_ONE
)
