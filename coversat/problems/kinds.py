"""The one table in which a kind of problem is told; everything else about it is found by convention.

=====================================  ==========================================================
``problems/MODULE.py``                 the class, called as the module is: ``StarBattle`` in ``star_battle``
``problems/codecs/FORM_MODULE.py``     ``FORM``, a form of another program or site
``reductions/MODULE.py``               ``RULES``, what it is reduced to
``solvers/search/MODULE.py``           ``SEARCHES``, else backtracking where the class is `Stepwise`
``drawing/MODULE.py``                  ``draw``, else the text of `render`
``certificates/rules/MODULE.py``       ``statement``, where formulas can be compared with the rules
``setter/generators/MODULE.py``        ``attempt`` and ``CHECKS``, where puzzles are generated
``tests/kinds/MODULE.py``              ``instances``, tiny ones with all of their answers, for the contract
=====================================  ==========================================================
"""

from __future__ import annotations

from ..errors import UnknownKindError

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
"""Every kind of problem.  A text is offered to their forms in this order."""

BEGINNINGS: dict[str, str | tuple[str, ...]] = {
    "sudoku": "",
    "sudominoku": "",
    "kakuro": "",
    "cnf": ("c", "p"),
    "cover": "",
}
"""What the first word of a text of a kind begins with, where that is not the name of the kind."""

FIRST_WORDS = {"p": "cnf", "c": "cnf", "|": "cover"}
"""What the first word of a text hints at, beside the name of a kind."""

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
"""What the ending of a file's name hints at, beside the name of a kind."""


def module_of(kind: str) -> str:
    """The name that a kind's modules have in every package.

    Raises
    ------
    UnknownKindError
        For a kind that does not exist.
    """
    if kind not in MODULES:
        raise UnknownKindError(f"no kind of problem is called {kind!r}; there is {', '.join(KINDS)}")
    return MODULES[kind]


def may_begin(kind: str, word: str) -> bool:
    """Whether a text with this first word can be in one of the kind's own forms."""
    return word.startswith(BEGINNINGS.get(kind, kind))


def class_name(module: str) -> str:
    """``StarBattle`` for ``star_battle``."""
    return module.title().replace("_", "")
