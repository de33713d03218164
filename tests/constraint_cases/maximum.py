"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("maximum r1c2"),
    case("maximum r2c2", FIVE),
    case("maximum r4c4", ZERO),
)
