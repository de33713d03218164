"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("sandwich 5 left 2"),
    case("sandwich 0 top 4"),
    case("sandwich 6 left 1", FIVE),
    case("sandwich 3 top 1", ZERO),
    case("sandwich 9 top 2", FIVE),
    case("sandwich 4 left 1"),
)
