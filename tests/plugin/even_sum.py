"""A constraint of sudokus: digits add up to an even number."""

from coversat import Constraint, primitives
from coversat.kinds.sudoku.constraints.base import Line
from coversat.kinds.sudoku.constraints.look import Stroke


class EvenSum(Line):
    """Any cells."""

    word = "even-sum"
    about = "the digits on the line add up to an even number"
    example = "even-sum r1c1 r1c2 r1c3"
    look = (Stroke("#88aa88", 5),)

    def broken(self, digits, layout):  # type: ignore[no-untyped-def]
        return f"the sum is {sum(digits)}" if sum(digits) % 2 else None

    def model(self, layout):  # type: ignore[no-untyped-def]
        yield primitives.Regular(
            self.cells, 0, lambda state, digit: (state + digit) % 2, lambda state: not state
        )


assert issubclass(EvenSum, Constraint)
