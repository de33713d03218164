"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("double-arrow r1c1 r2c2 r3c1 r3c3"),
    case("double-arrow r1c1 r2c1 r3c1"),
    case("double-arrow r1c1 r1c2 r2c3 r3c3 r4c4", FIVE),
    case("double-arrow r1c1 r1c2 r2c2 r3c2", ZERO),
)
