"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("rellik 5 r1c1 r2c3 r3c2"),
    case("rellik 3 r1c2 r3c3"),
    case("rellik 6 r1c1 r2c2 r3c4", FIVE),
    case("rellik 3 r3c3 r2c2", ZERO),
)
