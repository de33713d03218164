"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("odd r1c2 r3c3 r2c2"),
    case("odd r1c2", FIVE),
    case("odd r1c1 r4c3", ZERO),
)
