"""Cases of a constraint."""

from . import ZERO, case

CASES = (
    case("strict-xv"),
    case("strict-xv r1c2 r1c3 / r2c2 r3c2"),
    case("strict-xv", "grid 2x4\nboxes none\ndigits 1-6\n....\n....\n"),
    case("strict-xv", ZERO),
)
