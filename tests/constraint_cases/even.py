"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("even r1c2 r3c3 r2c2"),
    case("even r1c2", FIVE),
    case("even r1c1 r4c3", ZERO),
)
