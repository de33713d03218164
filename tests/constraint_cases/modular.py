"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("modular r1c1 r2c1 r3c2 r4c3"),
    case("modular 2 r1c1 r2c2 r3c3", FIVE),
    case("modular 4 r1c1 r2c2 r3c3", FIVE),
    case("modular 3 r1c1 r2c2 r3c2", ZERO),
)
