"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("regex [12]+3.* r1c1 r1c2 r2c3 r3c3"),
    case("regex (1|2[^2]){1,2}5? r1c1 r2c2 r3c3 r3c4", FIVE),
    case("regex (0?[1-3]*)* r1c1 r2c2 r3c3", ZERO),
    case("regex (12?){2,}3|4*1{0} r1c1 r1c2 r2c3 r3c3"),
)
