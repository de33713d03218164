"""Cases of a constraint."""

from . import ZERO, case

CASES = (
    case("thermo-slow r1c1 r2c3 r3c2 r4c4"),
    case("thermo-slow r4c1 r4c2"),
    case("thermo-slow r1c1 r2c3 r3c2", ZERO),
)
