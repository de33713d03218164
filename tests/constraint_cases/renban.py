"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("renban r1c1 r2c2 r3c2"),
    case("renban r1c1 r2c3 r3c2 r4c4"),
    case("renban r1c1 r2c2 r3c3 r4c4", FIVE),
    case("renban r4c4 r3c3", ZERO),
)
