"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("same-values r1c1 r1c2 / r3c2 r3c3"),
    case("same-values r1c1 r2c1 / r1c3 r2c4", ZERO),
    case("same-values r1c1 r2c2 r3c3 / r3c1 r4c2 r3c3", FIVE),
    case("same-values r1c1 r2c3 / r3c2 r4c4 / r1c3 r2c1"),
    case("same-values r1c2 / r2c4"),
    case("same-values r1c1 r2c2 r2c3 r3c3 / r1c4 r3c1 r4c1 r4c2"),
)
