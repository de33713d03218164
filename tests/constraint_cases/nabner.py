"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("nabner r1c1 r2c2"),
    case("nabner r1c1 r2c2 r3c3", FIVE),
    case("nabner r4c4 r3c4", ZERO),
)
