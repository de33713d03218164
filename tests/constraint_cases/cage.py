"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("cage 5 r1c3 r1c4"),
    case("cage r1c1 r2c2 r3c3"),
    case("cage 9 r1c1 r2c2 r3c3 r4c4", FIVE),
    case("cage 3 r1c1 r2c2 r3c3", ZERO),
)
