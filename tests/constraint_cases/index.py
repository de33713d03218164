"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("index column r1c1 r1c2"),
    case("index row r2c3"),
    case("index box r3c4 r4c3"),
    case("index column r2c3", FIVE),
    case("index row r2c1", ZERO),
)
