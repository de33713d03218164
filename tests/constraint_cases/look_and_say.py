"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("look-and-say 2x3 0x1 r1c1 r2c3 r3c2 r4c4"),
    case("look-and-say 1x2 r1c2 r3c3"),
    case("look-and-say 1x1 2x5 r1c1 r2c2 r3c4 r4c5", FIVE),
    case("look-and-say 1x0 r3c3 r2c2 r1c1", ZERO),
)
