"""The kinds of problem, and where the parts of each are.

A kind is a package (or, if it is small, a module) in this folder. Each part has a fixed name:

=============  ===============================================================================
``rules``      the class of its instances: the value and its rules check
``model``      ``RULES``, its reductions
``search``     ``SEARCHES``, its direct searches; otherwise backtracking if the class is `Stepwise`
``picture``    ``draw``; otherwise the text of `render`
``generator``  ``attempt`` and ``CHECKS``, if puzzles of the kind are generated
=============  ===============================================================================
"""

from __future__ import annotations

import importlib
from typing import Any

from ..errors import UnknownKindError
from ..registry import exists

MODULES = {
    "sudoku": "sudoku",
    "sudominoku": "sudominoku",
    "kakuro": "kakuro",
    "queens": "queens",
    "langford": "langford",
    "dominosa": "dominosa",
    "polyomino": "polyomino",
    "latin": "latin",
    "skyscrapers": "skyscrapers",
    "starbattle": "star_battle",
    "nonogram": "nonogram",
    "cnf": "cnf",
    "cover": "exact_cover",
}

KINDS = tuple(MODULES)
"""Every kind of problem. A text is offered to their forms in this order."""

BEGINNINGS: dict[str, str | tuple[str, ...]] = {
    "sudoku": "",
    "sudominoku": "",
    "kakuro": "",
    "cnf": ("c", "p"),
    "cover": "",
}
"""How the first word of a text of a kind begins, if not with the name of the kind."""

FIRST_WORDS = {"p": "cnf", "c": "cnf", "|": "cover"}
"""First words, other than the names of kinds, that hint at a kind."""

ENDINGS = {
    "dimacs": "cnf",
    "dlx": "cover",
    "xc": "cover",
    "xcc": "cover",
    "non": "nonogram",
    "sdk": "sudoku",
    "sdm": "sudoku",
    "ss": "sudoku",
}
"""File name endings, other than the names of kinds, that hint at a kind."""


def module_of(kind: str) -> str:
    """The name of a kind's package.

    Raises
    ------
    UnknownKindError
        For a kind that does not exist.
    """
    if kind not in MODULES:
        raise UnknownKindError(f"no kind of problem is called {kind!r}; there is {', '.join(KINDS)}")
    return MODULES[kind]


def has_part(kind: str, part: str) -> bool:
    """Whether the kind has a module for this part; nothing is imported."""
    module = module_of(kind)
    return exists(__name__, module) and exists(f"{__name__}.{module}", part)


def load_part(kind: str, part: str, name: str, default: Any = None) -> Any:
    """What a part of a kind holds under a name; `default` if there is no such part."""
    if not has_part(kind, part):
        return default
    return getattr(importlib.import_module(f"{__name__}.{module_of(kind)}.{part}"), name)


def may_begin(kind: str, word: str) -> bool:
    """Whether a text with this first word can be in one of the kind's own forms."""
    return word.startswith(BEGINNINGS.get(kind, kind))


def class_name(module: str) -> str:
    """``StarBattle`` for ``star_battle``."""
    return module.title().replace("_", "")
