"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("between r1c1 r2c2 r3c4"),
    case("between r1c1 r2c3 r3c2 r4c4"),
    case("between r1c1 r2c2 r3c3 r4c4", FIVE),
    case("between r1c1 r2c2 r3c2", ZERO),
)
