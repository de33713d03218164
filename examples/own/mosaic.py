"""Mosaic: shade cells; a number counts the shaded cells among its cell and those around it."""

import coversat
from coversat.primitives import Count


class Mosaic(coversat.GridPuzzle):
    """Numbers count the shaded cells among a cell and those around it."""

    symbols = range(10)
    values = {0: "-", 1: "x"}
    look = {1: "black"}

    def model(self):
        for cell, number in self.clued():
            shaded = Count((cell, *self.around(cell)), (1,), (number,))
            yield self.rule("{number} cells are shaded around {cell}", shaded, cell, number=number, cell=cell)

    def wrong(self, held):
        for cell, number in self.clued():
            shaded = held[cell] + sum(held[other] for other in self.around(cell))
            if shaded != number:
                yield f"{shaded} cells are shaded around this {number}", [cell]

    def clued_by(self, held):
        near = {cell: (cell, *self.around(cell)) for cell in self.cells()}
        return self.with_clues({cell: sum(map(held.get, near[cell])) for cell in near})
