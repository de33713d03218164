"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("pair a<b r1c1 r1c2 r2c3"),
    case("pair |a-b|=1;a=2b r1c1 r2c2 r3c3", FIVE),
    case("pair 0:1.3,1:2-3,3:0 r1c1 r2c1 r2c2", ZERO),
)
