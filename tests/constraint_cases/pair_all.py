"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("pair-all a+b>4 r1c1 r1c2 r2c3"),
    case("pair-all a<=b&a%2=b%2 r1c1 r2c2 r3c3", FIVE),
    case("pair-all a*b!=0 r1c1 r2c1 r2c2", ZERO),
)
