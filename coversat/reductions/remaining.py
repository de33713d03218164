"""What remains of an exact cover once every option that must be taken is taken."""

from __future__ import annotations

from collections.abc import Iterator

from ..kinds.exact_cover.rules import Cover, ExactCover, PartialCover
from ..kinds.exact_cover.table import CoverNames, CoverTable
from .reduction import Reduction, ShownPlace, named


def remaining(source: ExactCover) -> Reduction[ExactCover, ExactCover]:
    """The same items and the options that can still be taken: unit propagation on a cover.

    Where one option is left for a primary item it is taken, and what clashes with it goes, over and over.
    The covers are the same.
    """
    table = source.table
    left = remaining_options(table)
    place = {option: at for at, option in enumerate(left)}
    kept = table._replace(
        options=[table.options[option] for option in left], colours=[table.colours[option] for option in left]
    )
    names = CoverNames(
        lambda: (*source.primary, *source.secondary),
        lambda: tuple(source.options[option].name for option in left),
        lambda: tuple(colour for _, colour in source.shades),
    )

    def encode(part: PartialCover | Cover) -> PartialCover:
        if not isinstance(part, PartialCover):  # a cover of the source itself, with the shades it shows
            part = PartialCover(part, tuple(dict.fromkeys(s for at in part for s in table.colours[at])))
        return PartialCover(named(place, part.options, _ruled_out), part.shades)

    return Reduction(
        source,
        ExactCover.numbered(kept, names),
        encode,
        decode=lambda cover: tuple(left[at] for at in cover),
        parsimonious=source.projection is None,
        places=lambda: tuple(_places(source, place, kept)),
    )


def _ruled_out(option: int) -> str:
    return f"option {option + 1} clashes with what must be taken"


def _places(source: ExactCover, place: dict[int, int], kept: CoverTable) -> Iterator[ShownPlace]:
    """A place for each option of the source, or for each shade of its projection that is left."""
    if source.projection is None:
        for at, option in enumerate(source.options):
            parts = {1: (PartialCover((place[at],)),)} if at in place else {}
            yield ShownPlace(option.name, None, parts, empty=0)
        return
    shown = set(source.table.projection or ())
    for shade, options in enumerate(kept.shown()):
        if options and kept.shades[shade] in shown:
            yield ShownPlace(
                ":".join(source.shades[shade]), None, {1: (PartialCover((), (shade,)),)}, empty=0
            )


def remaining_options(table: CoverTable) -> list[int]:
    """The options that do not clash with any that must be taken, in increasing order."""
    covering, showing = table.covering(), table.shown()
    shades_of: list[list[int]] = [[] for _ in range(table.item_count)]
    for shade, item in enumerate(table.shades):
        shades_of[item].append(shade)
    gone = bytearray(len(table.options))
    choices = [len(covering[item]) for item in range(table.primary_count)]
    forced = [item for item, count in enumerate(choices) if count == 1]

    def clashing(option: int) -> Iterator[int]:
        """What cannot be taken beside this option, itself included."""
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
            break  # nothing covers this item: there is no cover
        for other in clashing(taken):
            if not gone[other] and other != taken:
                gone[other] = 1
                for item in table.options[other]:
                    if item < table.primary_count:
                        choices[item] -= 1
                        if choices[item] == 1:
                            forced.append(item)
    return [option for option in range(len(table.options)) if not gone[option]]
