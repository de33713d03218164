"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("ratio r1c2 r1c3"),
    case("ratio 3 r3c2 r2c2"),
    case("ratio r3c2 r2c2", FIVE),
    case("ratio r1c1 r1c2", ZERO),
)
