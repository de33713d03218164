"""Cases of a constraint."""

from . import FIVE, WIDE, ZERO, case

CASES = (
    case("x-sum 6 left 2"),
    case("x-sum 1 bottom 3"),
    case("x-sum 9 right 1", FIVE),
    case("x-sum 3 top 4", ZERO),
    case("x-sum 0 left 4", ZERO),
    case("x-sum 3 top 2", WIDE),
)
