"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("equal-sum r1c1 r1c2 / r3c3 r4c4"),
    case("equal-sum r1c1 r2c2 r3c3 / r2c4", FIVE),
    case("equal-sum r1c1 r1c2 / r2c3 / r3c1 r3c3", ZERO),
    case("equal-sum r1c1 r2c3 / r2c3 r3c2 r4c4"),
)
