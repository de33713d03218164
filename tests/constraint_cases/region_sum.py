"""Cases of a constraint."""

from . import ZERO, case

CASES = (
    case("region-sum r1c1 r2c2 r3c1 r4c2"),
    case("region-sum r4c4 r3c3 r3c2 r4c3"),
    case("region-sum r1c4 r2c3 r3c3 r3c2 r4c1"),
    case("region-sum r1c2 r2c3 r1c4", ZERO),
)
