"""Tents: a tent beside each tree, no two of which touch; the numbers count the tents of a line."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Self

from ..base.wording import counted
from ..primitives import Contains, Count, Sum, Variable
from ..primitives.models import Rule
from ..problems.board import LEFT, TOP
from ..problems.grid import Cell, Held, cell_name
from ..problems.puzzle import GridPuzzle, Wrong

TENT = 1


class Tents(GridPuzzle):
    """Each tree has a tent of its own beside it; tents do not touch, and numbers count those of a line."""

    has_cover = False
    symbols = fixed = ("x",)
    sides = (TOP, LEFT)
    values = {0: "-", TENT: "o"}
    value_words = {0: "not a tent", TENT: "a tent"}
    look = {TENT: "tent"}
    clue_look = {"x": "tree"}

    def hidden_domains(self) -> Mapping[Variable, Sequence[int]]:
        """For each tree, the number of the cell of its tent."""
        number = {cell: at for at, cell in enumerate(self.cells()) if cell not in self.clue_at}
        beside = {tree: [cell for cell in self.neighbours(tree) if cell in number] for tree in self.clue_at}
        return {self.hidden(tree): [number[cell] for cell in cells] for tree, cells in beside.items()}

    def model(self) -> Iterator[Rule]:
        for where, name, line, number in self.clued_sides():
            count = Count(line, (TENT,), (number,))
            yield self.rule("{line} has {tents}", count, where, line=name, tents=counted(number, "tent"))
        for pair in self.touching():
            yield self.rule("{pair} do not both have a tent", Count(pair, (TENT,), (0, 1)), pair=pair)
        for number, cell in enumerate(self.cells()):
            trees = [tree for tree in self.neighbours(cell) if tree in self.clue_at]
            here = [Contains((self.hidden(tree),), (number,)) for tree in trees if cell not in self.clue_at]
            tents = Sum(((1, cell), *((-1, of_tree) for of_tree in here)))
            words = "a tent at {cell} is that of one tree beside it" if here else "no tree is beside {cell}"
            if cell in self.clue_at:  # a tent on a tree would touch that of the tree
                yield self.implied(self.rule("{cell} is a tree", tents, cell=cell))
            else:
                yield self.rule(words, tents, cell=cell)
        # What follows for one tree, and for two with a cell in common, is what people see.
        beside = {tree: set(self.neighbours(tree)) - self.clue_at.keys() for tree in self.clue_at}
        for tree, cells in beside.items():
            some = Count(tuple(sorted(cells)), (TENT,), range(1, len(cells) + 1))
            yield self.implied(self.rule("a tent is beside the tree at {tree}", some, tree=tree))
        for pair in combinations(beside, 2):
            one, other = (beside[tree] for tree in pair)
            if one & other:
                both = tuple(sorted(one | other))
                two = Count(both, (TENT,), range(2, len(both) + 1))
                yield self.implied(self.rule("two tents are beside the trees at {pair}", two, pair=pair))

    def wrong(self, held: Held) -> Iterator[Wrong]:
        tents = [cell for cell in self.cells() if held[cell]]
        for _, name, line, number in self.clued_sides():
            if (found := sum(held[cell] for cell in line)) != number:
                yield f"{name} has {counted(found, 'tent')}, not {number}", line
        for tent in tents:
            if tent in self.clue_at:
                yield f"a tent stands on the tree at {cell_name(tent)}", [tent]
            if near := [other for other in self.around(tent) if held[other]]:
                yield f"the tents at {cell_name(tent)} and {cell_name(near[0])} touch", [tent, near[0]]
        tree_of: dict[Cell, Cell] = {}
        for tree in self.clue_at:
            if not self._pitched(tree, held, tree_of, set()):
                yield f"the tree at {cell_name(tree)} has no tent of its own", [tree]
        if lonely := [tent for tent in tents if tent not in tree_of and tent not in self.clue_at]:
            yield f"the tent at {cell_name(lonely[0])} has no tree of its own", lonely

    def _pitched(self, tree: Cell, held: Held, tree_of: dict[Cell, Cell], seen: set[Cell]) -> bool:
        """Whether a tree gets a tent, perhaps that of another tree, which gets another one."""
        for tent in self.neighbours(tree):
            if held[tent] and tent not in seen:
                seen.add(tent)
                if tent not in tree_of or self._pitched(tree_of[tent], held, tree_of, seen):
                    tree_of[tent] = tree
                    return True
        return False

    @classmethod
    def blank(cls, rows: int, columns: int, rng: random.Random) -> Self:
        cells = [(r, c) for r in range(rows) for c in range(columns)]
        return cls.empty(rows, columns).with_clues(dict.fromkeys(rng.sample(cells, rows * columns // 6), "x"))

    def clued_by(self, held: Held) -> Tents:
        columns = tuple(sum(held[r, c] for r in range(self.rows)) for c in range(self.columns))
        rows = tuple(sum(held[r, c] for c in range(self.columns)) for r in range(self.rows))
        return replace(self, side_clues=(columns, rows))
