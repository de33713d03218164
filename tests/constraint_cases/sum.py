"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("sum 9 r1c1 r2c3 r3c2 r4c4"),
    case("sum 0 r1c2 -r3c3"),
    case("sum 7 r1c1 2*r2c2 -r3c4 r4c5", FIVE),
    case("sum -2 -3*r3c3 r2c2 2*r1c1", ZERO),
)
