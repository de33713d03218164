"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("table r1c1 r1c2 r2c3 / 1 2 1 / 2 1 4 / 3 1 4 / 4 3 1"),
    case("table r1c1 r2c2 / 1 1 / 5 2", FIVE),
    case("table r1c1 r2c2 r3c3 / 0 1 0 / 3 3 3 / 2 1 0", ZERO),
)
