"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("arrow r4c4 r3c4 r3c3"),
    case("arrow r1c1 r1c2 r2c3 r1c2", FIVE),
    case("arrow r1c1 r1c2 r2c3", ZERO),
)
