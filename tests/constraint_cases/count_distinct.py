"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("count-distinct r1c1 r2c2 r3c2 r3c3"),
    case("count-distinct r1c1 r2c2 r3c3 r4c4", FIVE),
    case("count-distinct r1c1 r2c3 r4c2", ZERO),
)
