"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("lunchbox 2 r1c1 r2c3 r3c2"),
    case("lunchbox 3 r4c4 r3c2 r2c3 r1c1"),
    case("lunchbox 0 r1c2 r3c3 r4c1"),
    case("lunchbox 7 r1c1 r2c2 r3c4 r4c5 r5c3", FIVE),
    case("lunchbox 1 r3c3 r2c2 r1c1", ZERO),
    case("lunchbox 9 r1c1 r2c2 r3c3 r4c4 r5c5", FIVE),
    case("lunchbox 0 r1c1 r2c3"),
)
