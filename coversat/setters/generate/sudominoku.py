"""Sudominokus: a full grid covered by dominoes, from which given dominoes are removed one by one."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import combinations

from ...kinds.sudominoku.rules import Sudominoku
from ...problems.board import cells, neighbours
from ...problems.dominoes import Domino, Pair, pair_of
from ...problems.exact_cover.rules import ExactCover, Option
from ...problems.grid import Cell, Grid, filled, letter_cell
from ...reductions import AnyReduction
from ...solvers.cover.bitset_cover import PreparedCover
from ..clock import Clock
from ..encoded import other_than, reduced
from .spec import Spec, SpecError
from .sudoku import board, boxes_of

CHECKS = ("cnf:factored/cadical195", "cover/cnf:product/cadical195")
"""The two routes that check each puzzle: no reduction is in both."""


def attempt(spec: Spec, rng: random.Random, clock: Clock) -> Sudominoku | None:
    """A sudominoku; None if the grid cannot be covered or the requested number of dominoes was not reached.

    Without a requested number, no given domino is redundant.
    """
    spec.refuse(Sudominoku.kind, "symmetry")
    boxes = boxes_of(spec)
    grid = board(*boxes).random_grid(rng)
    full = random_tiling(boxes, grid, rng)
    if full is None:
        return None
    if spec.givens is not None and spec.givens > len(full.dominoes):
        raise SpecError(f"the set has {len(full.dominoes)} dominoes, not {spec.givens}")
    order = rng.sample(range(len(full.dominoes)), len(full.dominoes))
    kept = set(order)
    # The formula is that of the board without dominoes; each that is given is assumed.
    reduction = reduced(full.with_givens(()))
    assumed = _literals(full, reduction)
    with clock.calls(reduction.target) as solver:
        solver.add(other_than(reduction, grid))
        for number in order:
            clock.report(f"{len(kept)} dominoes left")
            others = [literal for one in sorted(kept - {number}) for literal in assumed[one]]
            if len(kept) > (spec.givens or 0) and not solver.solve(others):
                kept.remove(number)
    if spec.givens is not None and len(kept) != spec.givens:
        return None
    return full.with_givens(kept)


def random_tiling(boxes: tuple[int, int], grid: Grid, rng: random.Random) -> Sudominoku | None:
    """All dominoes and singles, placed at random so that they show `grid`; None if that is impossible.

    As an exact cover: a domino or single covers its cells and itself. About one sudoku in three cannot be
    covered.
    """
    size = len(grid)
    digits = range(1, size + 1)
    shown = dict(filled(grid))
    laid: list[tuple[Cell, ...]] = [(cell,) for cell in cells(size, size)] + list(neighbours(size, size))
    rng.shuffle(laid)
    options = tuple(Option(_names(place), _covered(shown, place)) for place in laid)
    items = list(map(letter_cell, cells(size, size)))
    items += [_item(pair) for pair in combinations(digits, 2)] + [f"single{digit}" for digit in digits]
    found = PreparedCover(ExactCover(tuple(items), (), options)).first()
    if found is None:
        return None
    singles: dict[int, Cell] = {}
    dominoes = []
    for place in (laid[at] for at in found):
        if len(place) == 1:
            singles[shown[place[0]]] = place[0]
        else:
            a, b = place
            dominoes.append(Domino((a, b), (shown[a], shown[b])))
    return Sudominoku(*boxes, tuple(dominoes), tuple(singles[digit] for digit in digits))


def _names(cells: tuple[Cell, ...]) -> str:
    return "-".join(map(letter_cell, cells))


def _item(pair: Pair | tuple[int, ...]) -> str:
    return f"domino{pair[0]}-{pair[1]}"


def _covered(shown: Mapping[Cell, int], cells: tuple[Cell, ...]) -> tuple[str, ...]:
    digits = [shown[cell] for cell in cells]
    piece = f"single{digits[0]}" if len(digits) == 1 else _item(pair_of(*digits))
    return (*map(letter_cell, cells), piece)


def _variable(domino: Domino) -> str:
    a, b = domino.pair
    return f"domino {a}-{b} or {b}-{a} at {_names(domino.cells)}"


def _literals(full: Sudominoku, reduction: AnyReduction) -> list[list[int]]:
    """For each domino of a covered board the variable "this domino is here" and its digits."""
    variables = {name: variable for variable, name in reduction.target.names.items()}
    return [
        [variables[_variable(domino)], *reduction.encode(full.with_givens([number]).givens)]
        for number, domino in enumerate(full.dominoes)
    ]
