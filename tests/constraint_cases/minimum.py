"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("minimum r1c2"),
    case("minimum r2c2", FIVE),
    case("minimum r4c4", ZERO),
)
