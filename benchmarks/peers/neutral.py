"""Puzzles and answers between coversat and its peers, in plain numbers.

`plain` says what a puzzle states and nothing of how it could be solved; cells are numbered row by row.
`answer` makes coversat's answer of a peer's, so that coversat's rules judge it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from coversat.primitives import AllDifferent
from coversat.problems import Problem

Cell = tuple[int, int]


def plain(problem: Problem[Any]) -> dict[str, Any]:
    return PLAIN[problem.kind](problem)


def answer(problem: Problem[Any], found: Any) -> Any:
    return ANSWERS[problem.kind](problem, found)


def flat(rows: Iterable[Iterable[int | None]]) -> list[int]:
    """The cells row by row; 0 for a blank."""
    return [value or 0 for row in rows for value in row]


def rows_of(values: Sequence[int], columns: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(values[at : at + columns]) for at in range(0, len(values), columns))


def sudoku(p: Any) -> dict[str, Any]:
    units = [cells for _, cells in p.layout.units()]
    stated = (one for each in p.constraints for one in each.primitives(p.layout))
    units += [one.cells for one in stated if isinstance(one, AllDifferent)]
    sums = [
        (numbers(each.cells, p.size), each.total)
        for each in p.constraints
        if getattr(each, "total", None) is not None
    ]
    different = [numbers(cells, p.size) for cells in units]
    return {"size": p.size, "givens": flat(p.givens), "different": different, "sums": sums}


def numbers(cells: Iterable[Cell], columns: int) -> list[int]:
    return [columns * r + c for r, c in cells]


def sudominoku(p: Any) -> dict[str, Any]:
    different = [numbers(cells, p.size) for _, cells in p.layout.units()]
    return {
        "size": p.size,
        "givens": flat(p.givens),
        "different": different,
        "singles": numbers(p.singles, p.size),
        "dominoes": [numbers(domino.cells, p.size) for domino in p.dominoes],
    }


def kakuro(p: Any) -> dict[str, Any]:
    number = {cell: at for at, cell in enumerate(p.white_cells)}
    runs = [([number[cell] for cell in run.cells], run.total) for run in p.runs]
    return {"cells": len(number), "runs": runs}


def latin(p: Any) -> dict[str, Any]:
    return {"size": p.order, "givens": flat(p.givens)}


def skyscrapers(p: Any) -> dict[str, Any]:
    return latin(p) | {"views": [(numbers(view.cells, p.order), view.count) for view in p.views]}


def polyomino(p: Any) -> dict[str, Any]:
    if p.one_per_class:
        raise ValueError("symmetry classes are not compared")
    return {
        "board": p.board,
        "pieces": [piece.cells for piece in p.pieces],
        "copies": [piece.copies for piece in p.pieces],
        "turning": p.turning,
        "flipping": p.flipping,
    }


def packing(p: Any, found: Sequence[tuple[int, list[int]]]) -> Any:
    laid = sorted((piece, tuple(sorted(p.cells[at] for at in cells))) for piece, cells in found)
    return tuple(cells for _, cells in laid)


def cnf(p: Any) -> dict[str, Any]:
    if p.projection is not None:
        raise ValueError("formulas with a projection are not compared")
    return {"variables": p.variable_count, "clauses": list(p.clauses)}


def cover(p: Any) -> dict[str, Any]:
    if any(option.colours for option in p.options) or p.projection:
        raise ValueError("covers with colours are not compared")
    number = {item: at for at, item in enumerate((*p.primary, *p.secondary))}
    options = [[number[item] for item in option.items] for option in p.options]
    return {"items": len(number), "primary": len(p.primary), "options": options}


def board(p: Any) -> dict[str, Any]:
    """A board of clues; the loop of a slitherlink passes corners, one more in each direction than cells."""
    clues = [p[cell] for cell in p.cells()]
    more = int(p.kind == "slitherlink")
    regions = flat(p.regions) if p.has_regions else []
    return {"rows": p.rows, "columns": p.columns, "clues": clues, "regions": regions, "points_more": more}


def inside(p: Any, found: Sequence[Sequence[int]]) -> Any:
    """The cells inside a loop along borders: left of them are an odd number of lines downwards."""
    wide = p.columns + 1
    down = {a for a, b in found if b == a + wide}
    return tuple(
        tuple(sum(r * wide + at in down for at in range(c + 1)) % 2 for c in range(p.columns))
        for r in range(p.rows)
    )


def drawn(p: Any, found: Sequence[Sequence[int]]) -> Any:
    """The sum of the lines of each cell: 8 upwards, 4 to the left, 2 to the right, 1 downwards."""
    held = [0] * (p.rows * p.columns)
    for a, b in found:
        across = b == a + 1
        held[a] += 2 if across else 1
        held[b] += 4 if across else 8
    return rows_of(held, p.columns)


def drawn_or_shaded(p: Any, found: Sequence[Sequence[int]]) -> Any:
    """The same, with 16 for shaded cells: those without a line and without a clue."""
    return tuple(
        tuple(held or 16 * (p[r, c] is None) for c, held in enumerate(row))
        for r, row in enumerate(drawn(p, found))
    )


def tiling(p: Any, found: Sequence[Sequence[int]]) -> Any:
    edges = (tuple(divmod(cell, p.columns) for cell in sorted(edge)) for edge in found)
    return tuple(sorted(edges))


def white_digits(p: Any, found: Sequence[int]) -> Any:
    digit = dict(zip(p.white_cells, found, strict=True))
    return tuple(tuple(digit.get((r, c)) for c in range(p.columns)) for r in range(p.rows))


def square(p: Any, found: Sequence[int]) -> Any:
    return rows_of(found, round(len(found) ** 0.5))


def line(p: Any, found: Sequence[int]) -> Any:
    return tuple(found)


LOOPS = "slitherlink", "masyu", "simpleloop", "yajilin", "numberlink"
SHADED = "hitori", "heyawake", "kurodoko", "yinyang", "nurikabe"
PLAIN = {
    "sudoku": sudoku,
    "sudominoku": sudominoku,
    "kakuro": kakuro,
    "queens": lambda p: {"size": p.size, "placed": p.placed, "blocked": p.blocked},
    "langford": lambda p: {"pairs": p.pairs},
    "dominosa": lambda p: {"digits": flat(p.digits), "rows": p.rows, "columns": p.columns},
    "polyomino": polyomino,
    "latin": latin,
    "skyscrapers": skyscrapers,
    "starbattle": lambda p: {"size": p.size, "stars": p.stars, "regions": flat(p.regions)},
    "nonogram": lambda p: {"rows": p.row_clues, "columns": p.column_clues},
    **dict.fromkeys((*LOOPS, *SHADED), board),
    "cnf": cnf,
    "cover": cover,
}
ANSWERS = {
    **dict.fromkeys(("sudoku", "sudominoku", "latin", "skyscrapers", "starbattle"), square),
    "kakuro": white_digits,
    "queens": line,
    "langford": line,
    "dominosa": tiling,
    "polyomino": packing,
    "slitherlink": inside,
    **dict.fromkeys(LOOPS[1:], drawn),
    "yajilin": drawn_or_shaded,
    **dict.fromkeys(SHADED, lambda p, found: rows_of(found, p.columns)),
    "nonogram": lambda p, found: rows_of(found, p.columns),
    "cnf": lambda p, found: tuple(v if true else -v for v, true in enumerate(found, 1)),
    "cover": lambda p, found: tuple(sorted(found)),
}
