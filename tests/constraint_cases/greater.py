"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("greater r1c2 r1c3"),
    case("greater r3c2 r2c2", FIVE),
    case("greater r1c1 r1c2", ZERO),
)
