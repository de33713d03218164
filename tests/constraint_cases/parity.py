"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("parity r1c1 r2c1 r3c2 r3c3"),
    case("parity r1c1 r2c2 r3c3", FIVE),
    case("parity r1c1 r2c2", ZERO),
)
