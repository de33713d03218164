"""The settings of a kind in a file of a user, checked when the class is made: a mistake names the setting."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from ..base.wording import meant
from ..primitives.models import FORMULAS
from .board import INWARDS
from .clue_text import NO_CLUE
from .user_files import SettingError

LOOKS = tuple(
    (
        "black, bulb, circle, cross, dot, grey, mine, minus, plus, ring, slash, backslash, star, tent, tree, "
        "black disc, circled, crossed, outline, queen, sea, tile, white disc"
    ).split(", ")
)
"""How a value or a clue can be drawn."""
PLACES = {
    f"{down}{' ' if down and across else ''}{across}" or "middle": (x, y)
    for down, y in (("top", -1), ("", 0), ("bottom", 1))
    for across, x in (("left", -1), ("", 0), ("right", 1))
}
"""Where in its cell a clue can be drawn: the middle, a side or a corner; halves of a cell from the middle."""


def _is_clue(one: object) -> bool:
    return isinstance(one, (int, str)) and not isinstance(one, bool)


def _is_value(one: object) -> bool:
    return isinstance(one, int) and not isinstance(one, bool)


def _all(fits: Callable[[object], bool]) -> Callable[[Any], bool]:
    """Whether something is a collection of such things; ranges are not run through."""
    return lambda found: (
        isinstance(found, range)
        or (isinstance(found, Collection) and not isinstance(found, str) and all(map(fits, found)))
    )


def _words(of: Callable[[object], bool], words: Collection[str] | None) -> Callable[[Any], bool]:
    """Whether something is a mapping to texts, or to some of these."""
    return lambda found: (
        isinstance(found, Mapping)
        and all(map(of, found))
        and all(isinstance(word, str) and (words is None or word in words) for word in found.values())
    )


def _is_text(found: object) -> bool:
    return isinstance(found, str)


class _Setting(NamedTuple):
    fits: Callable[[Any], bool]
    expected: str


_CLUES = _Setting(_all(_is_clue), "a collection of clues, each a number or a word")
_FLAG = _Setting(lambda found: isinstance(found, bool), "True or False")
_SETTINGS: dict[str, _Setting] = {
    "symbols": _CLUES,
    "fixed": _CLUES,
    "removed_clue": _Setting(lambda one: one is None or _is_clue(one), "a clue, or None"),
    "values": _Setting(
        lambda found: found and (_words(_is_value, None)(found) or _all(_is_value)(found)),
        "whole numbers, or a dictionary from them to words",
    ),
    "value_words": _Setting(_words(_is_value, None), "a dictionary from values to words"),
    "look": _Setting(_words(_is_value, LOOKS), f"a dictionary from values to {', '.join(LOOKS)}"),
    "clue_look": _Setting(_words(_is_clue, LOOKS), f"a dictionary from clues to {', '.join(LOOKS)}"),
    "clue_places": _Setting(_words(_is_clue, PLACES), f"a dictionary from clues to {', '.join(PLACES)}"),
    "sides": _Setting(
        lambda found: isinstance(found, tuple) and all(side in INWARDS for side in found),
        f"a tuple of some of {', '.join(INWARDS)}",
    ),
    "header": _Setting(
        lambda found: isinstance(found, tuple) and all(isinstance(one, str) for one in found),
        "a tuple of names",
    ),
    "region_sizes": _Setting(
        lambda found: isinstance(found, tuple) and len(found) == 2 and all(map(_is_value, found)),
        "the least and the most cells, such as (1, 6)",
    ),
    "frequent": _Setting(lambda one: one is None or _is_value(one), "a value, or None"),
    "kind": _Setting(_is_text, "a name"),
    "default_encoding": _Setting(lambda one: one in FORMULAS, f"one of {', '.join(FORMULAS)}"),
    "about": _Setting(_is_text, "a sentence"),
    "clue_words": _Setting(_is_text, "a few words"),
    **dict.fromkeys(
        tuple(
            """
            has_givens givens_apart drops_clues small_clues has_walls has_graphs has_faces has_cover
            shows_clues has_regions has_holes regions_connected is_square side_lists has_symmetry has_tints
            rings_placed lines_above coloured_lines
            """.split()
        ),
        _FLAG,
    ),
}


def check_types(kind: type[Any]) -> None:
    """Raise `SettingError` for the first setting of a class that is not what is expected."""
    for name, setting in _SETTINGS.items():
        if name not in vars(kind):
            continue
        found = vars(kind)[name]
        if not (isinstance(found, (property, cached_property)) or setting.fits(found)):
            what = f"'{found.__name__}' is a method" if callable(found) else f"{found!r:.60}"
            raise SettingError(name, f"{what}; expected {setting.expected}{_nearest(name, found)}")


def _nearest(name: str, found: Any) -> str:
    """A hint at the word that was perhaps meant."""
    words = {"look": LOOKS, "clue_look": LOOKS, "clue_places": PLACES}.get(name)
    if words is None or not isinstance(found, Mapping):
        return ""
    strange = next((one for one in found.values() if isinstance(one, str) and one not in words), None)
    near = "" if strange is None else meant(strange, words)
    return f"; {near}" if near.startswith("did you mean") else ""


def check_together(kind: Any) -> None:
    """Raise `SettingError` for settings that contradict each other."""
    symbols = () if isinstance(kind.symbols, range) else kind.symbols
    texts = [clue for clue in symbols if isinstance(clue, str)]
    for clue in texts:
        if clue.isdecimal():
            raise SettingError("symbols", f"the clue {clue!r} is a text; a clue of digits is a number")
        if clue in NO_CLUE or clue.split() != [clue]:
            raise SettingError("symbols", f"{clue!r} is no clue: a clue is a word, and '-' is no clue")
        if kind.has_givens:
            raise SettingError(
                "has_givens", f"a clue is the value of its cell, but the clue {clue!r} is no number"
            )
    if not isinstance(kind.values, Mapping):  # a property: each board has its own
        return
    words = list(kind.values.values())
    if strange := next((word for word in words if word.split() != [word]), None):
        raise SettingError("values", f"{strange!r} is not one word")
    if len(set(words)) < len(words):
        twice = next(word for word in words if words.count(word) > 1)
        raise SettingError("values", f"two values are written {twice!r}")
    for value, word in _unlike_clues(kind):
        raise SettingError(
            "values",
            f"the value {value} is written {word!r}, as a clue is, and an answer shows the clue of a cell "
            "whose value is written '-'; another word for the value, or shows_clues = False",
        )


def _unlike_clues(kind: Any) -> Iterator[tuple[int, str]]:
    """The values whose words cannot be told from clues in an answer."""
    if kind.shows_clues and any(word in NO_CLUE for word in kind.values.values()):
        yield from (
            (value, word)
            for value, word in kind.values.items()
            if word not in NO_CLUE and kind.read_clue(word) is not None
        )
