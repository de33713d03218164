"""A kind in one class, as another package would add it by an entry point that names the class."""

import coversat
from coversat.primitives import Count


class Stripes(coversat.GridPuzzle):
    """Each row is of one symbol, and no two rows beside each other are of the same."""

    values = symbols = (1, 2)
    has_givens = True

    def model(self):
        for r, c in self.cells():
            if c:
                two = Count(((r, c - 1), (r, c)), (1,), (0, 2))
                yield self.rule("{cell} is like the cell to its left", two, cell=(r, c))
            if r:
                two = Count(((r - 1, c), (r, c)), (1,), (1,))
                yield self.rule("{cell} is not like the cell above", two, cell=(r, c))

    def wrong(self, held):
        for r, c in self.cells():
            if held[r, c] != held[r, 0] or (r and held[r, c] == held[r - 1, c]):
                yield "a row of two symbols, or two equal rows", [(r, c)]
