"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("candidates 1 4 r1c2 r3c3 r2c2"),
    case("candidates 2 r1c2", FIVE),
    case("candidates 0 1 2 r1c1 r4c3", ZERO),
)
