"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("equality-cage r1c1 r2c3"),
    case("equality-cage r1c1 r2c3 r3c4 r4c2"),
    case("equality-cage r1c1 r2c2 r3c4 r4c5", FIVE),
    case("equality-cage r3c3 r2c2", ZERO),
)
