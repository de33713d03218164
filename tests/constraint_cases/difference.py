"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("difference r1c2 r1c3"),
    case("difference 2 r3c2 r2c2"),
    case("difference 4 r3c2 r2c2", FIVE),
    case("difference 3 r1c1 r1c2", ZERO),
)
