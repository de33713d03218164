"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("contain 1 2 r1c1 r2c3 r3c2 r4c4"),
    case("contain 3 3 r1c2 r3c3 r4c4"),
    case("contain 2 4 5 r1c1 r2c2 r3c4 r4c5", FIVE),
    case("contain 0 3 r3c3 r2c2 r1c1", ZERO),
)
