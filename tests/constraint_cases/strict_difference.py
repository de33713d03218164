"""Cases of a constraint."""

from . import FIVE, case

ROW = "grid 1x5\nboxes none\n.....\n"

CASES = (
    case("strict-difference 1", ROW),
    case("strict-difference 3 r2c2 r3c2"),
    case("strict-difference 1 4 r1c1 r1c2 / r1c3 r1c2", ROW),
    case("strict-difference 4", FIVE),
)
