"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("counting-circles r1c1 r2c2 r2c3"),
    case("counting-circles r1c1 r2c3 r3c2 r4c4 r4c1"),
    case("counting-circles r1c1 r2c2 r3c3 r3c4", FIVE),
    case("counting-circles r1c1 r2c3 r3c2", ZERO),
)
