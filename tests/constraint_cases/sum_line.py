"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("sum-line 5 r1c1 r2c1 r2c2 r3c3"),
    case("sum-line 4 r1c2 r1c3 r2c3"),
    case("sum-line 5 r1c1 r1c2 r2c3 r2c2 r2c1 r1c1"),
    case("sum-line 6 r1c1 r1c2 r2c2 r3c3", FIVE),
    case("sum-line 3 r1c1 r1c2 r2c3 r3c3", ZERO),
    case("sum-line 3 r1c1 r1c2 r2c2 r2c1 r1c1", ZERO),
)
