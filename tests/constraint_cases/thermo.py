"""Cases of a constraint."""

from . import ZERO, case

CASES = (
    case("thermo r1c1 r2c2 r3c2 r3c3"),
    case("thermo r1c2 r2c3"),
    case("thermo r1c1 r2c2 r3c2", ZERO),
)
