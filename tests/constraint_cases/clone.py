"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("clone r1c1 r1c2 / r3c3 r4c4"),
    case("clone r1c1 / r2c3 / r3c2", FIVE),
    case("clone r1c1 r2c3 / r2c3 r4c4", ZERO),
)
