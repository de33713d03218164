"""Cases of a constraint."""

from . import ZERO, case

CASES = (
    case("quadruple 1 2 r2c2"),
    case("quadruple 3 3 r1c2"),
    case("quadruple 0 r2c2", ZERO),
)
