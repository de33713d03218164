"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("lockout 2 r1c1 r2c3 r3c4"),
    case("lockout 1 r1c1 r2c3 r3c2 r4c4"),
    case("lockout 2 r1c1 r2c2 r3c3 r4c4", FIVE),
    case("lockout r1c1 r2c2 r3c3", FIVE),
    case("lockout 1 r1c1 r2c2 r3c2", ZERO),
)
