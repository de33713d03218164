"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("xv v r1c2 r1c3"),
    case("xv 6 r3c2 r2c2"),
    case("xv 5 r3c2 r2c2", FIVE),
    case("xv 1 r1c1 r1c2", ZERO),
)
