"""The built-in kinds of problem: the table of them, and a module or a package for each.

A kind that is one class, such as `suguru`, is the place to begin reading; `coversat.problems.puzzle` has what
such a class can state. A kind may use the language, the problems, reductions, solvers and drawing. Reductions
from one kind to another are in `between`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..problems.kind import Kind
from ..problems.text import head_of, text_lines


def _built_in(
    name: str, module: str = "", parts: Mapping[str, str] = {}, room: str = __name__, **about: Any
) -> Kind:
    elsewhere = {part: f"{__name__}.{where}" if "." not in where else where for part, where in parts.items()}
    return Kind(name, f"{room}.{module or name}", parts=elsewhere, **about)


def _first_line(text: str) -> list[str]:
    return next(filter(None, map(str.split, text_lines(head_of(text)))), [])


def _has_count(text: str) -> bool:
    """Whether a text begins with a line of one number: of boards, of dominoes."""
    line = _first_line(text)
    return len(line) == 1 and len(line[0]) < 4 and line[0].lstrip("-").isdecimal()


KAKURO_ROWS = r"\s*(?:[#._0-9|,; \t]*\\[#._0-9|,; \t\\]*\r?\n\s*){2}"
"""Two rows with clues such as ``17\\24``, at the beginning of a text that can be nothing but a kakuro."""


def _no_kakuro(text: str) -> bool:
    return "\\" not in text or re.match(KAKURO_ROWS, text) is None


def _like_kakuro(text: str) -> bool:
    return _has_count(text) or "\\" in text or "#" in text.split()


def _like_sudominoku(text: str) -> bool:
    return _has_count(text) or text.startswith("sudominoku")


def _like_cover(text: str) -> bool:
    """Whether the first line has several different words, or there are comments."""
    line = _first_line(text)
    return _no_kakuro(text) and ("|" in text or (len(line) > 1 and len(set(line)) == len(line)))


def _like_zebra(text: str) -> bool:
    return text.lstrip().startswith("zebra") or " houses" in head_of(text)


_LOOPS = {"search": "search_loops"}
_AREAS = {"search": "search_areas"}
_GRAPH = {"picture": "pictures_graphs"}
_MATRIX = {"picture": "pictures_matrices"}

BUILT_IN = (
    _built_in("sudoku", begins="", looks=_no_kakuro, endings=("sdk", "sdm", "ss")),
    _built_in(
        "sudominoku",
        begins=("sudominoku", *"0123456789-"),
        looks=_like_sudominoku,
        parts={"picture": "pictures"},
    ),
    _built_in("kakuro", begins="", looks=_like_kakuro, parts={"picture": "pictures"}),
    _built_in("queens"),
    _built_in("langford", parts={"picture": "pictures"}),
    _built_in("dominosa"),
    _built_in("polyomino"),
    _built_in("latin"),
    _built_in("skyscrapers"),
    _built_in("starbattle", "star_battle", parts={"turns": "turns"}),
    _built_in("akari"),
    _built_in("binairo"),
    _built_in("fillomino"),
    _built_in("futoshiki"),
    _built_in("kakurasu"),
    _built_in("numbrix"),
    _built_in("kenken", parts={"turns": "turns"}),
    _built_in("minesweeper"),
    _built_in("shikaku"),
    _built_in("suguru"),
    _built_in("tents"),
    _built_in("nonogram", parts={"turns": "turns"}, endings=("non", "nin", "cwd", "mk")),
    _built_in("slitherlink", parts=_LOOPS),
    _built_in("masyu", parts=_LOOPS),
    _built_in("simpleloop", parts=_LOOPS, class_name="SimpleLoop"),
    _built_in("yajilin", parts=_LOOPS),
    _built_in("numberlink", parts=_LOOPS),
    _built_in("hitori", parts=_AREAS),
    _built_in("heyawake", parts=_AREAS),
    _built_in("kurodoko", parts=_AREAS),
    _built_in("nurikabe", parts={**_AREAS, "turns": "turns"}),
    _built_in("yinyang", parts=_AREAS, class_name="YinYang"),
    _built_in("colouring", "graphs", _GRAPH, class_name="Colouring"),
    _built_in("independentset", "graphs", _GRAPH, class_name="IndependentSet"),
    _built_in("clique", "graphs", _GRAPH, class_name="Clique"),
    _built_in("vertexcover", "graphs", _GRAPH, class_name="VertexCover"),
    _built_in("dominatingset", "graphs", _GRAPH, class_name="DominatingSet"),
    _built_in("subgraph", "graphs", _GRAPH, class_name="Subgraph"),
    _built_in(
        "hamiltoniancycle",
        "paths",
        {**_GRAPH, "turns": "turns"},
        class_name="HamiltonianCycle",
        endings=("hcp",),
    ),
    _built_in("hamiltonianpath", "paths", _GRAPH, class_name="HamiltonianPath"),
    _built_in("setpacking", "sets", _MATRIX, class_name="SetPacking"),
    _built_in("setcover", "sets", _MATRIX, class_name="SetCover"),
    _built_in("hittingset", "sets", _MATRIX, class_name="HittingSet"),
    _built_in("matching3d", "sets", _MATRIX, class_name="Matching3D"),
    _built_in("3sat", "clauses", _MATRIX, class_name="ThreeSat"),
    _built_in("naesat", "clauses", _MATRIX, class_name="NaeSat"),
    _built_in("1in3sat", "clauses", _MATRIX, class_name="OneInThreeSat"),
    _built_in("zebra", begins=("zebra", "There", "This"), looks=_like_zebra),
    _built_in("csp"),
    _built_in("subsetsum", "numbers", class_name="SubsetSum"),
    _built_in("partition", "numbers", class_name="Partition"),
    _built_in(
        "cnf",
        room="coversat.problems",
        parts={
            "model": "coversat.reductions.cnf_to_cover",
            "search": "coversat.solvers.sat.search",
            "turns": "coversat.solvers.sat.turns",
            "picture": "pictures_matrices",
        },
        begins=("c", "p", "P"),
        first_words=("p", "c", "P"),
        endings=("dimacs",),
    ),
    _built_in(
        "cover",
        "exact_cover",
        room="coversat.problems",
        parts={
            "model": "coversat.reductions.cover_to_cnf",
            "search": "coversat.solvers.cover.search",
            "picture": "pictures_matrices",
        },
        begins="",
        looks=_like_cover,
        first_words=("|",),
        endings=("dlx", "xc", "xcc"),
    ),
)
"""A text is offered to the forms of these kinds in this order."""
