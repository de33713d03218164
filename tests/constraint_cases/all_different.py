"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("all-different r1c1 r2c3 r3c2 r4c4"),
    case("all-different r1c2 r3c3"),
    case("all-different r1c1 r2c2 r3c4 r4c5", FIVE),
    case("all-different r3c3 r2c2 r1c1", ZERO),
)
