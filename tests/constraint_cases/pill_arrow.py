"""Cases of a constraint."""

from . import FIVE, ZERO, case

TWELVE = "grid 2x4\nboxes none\ndigits 1-12\n....\n....\n"

CASES = (
    case("pill-arrow r1c1 r1c2 / r1c3 r2c3 r3c3 r4c3 r4c4", "boxes none\n" + "....\n" * 4),
    case("pill-arrow r2c1 r1c1 / r1c2 r1c3 r2c4 r3c4", FIVE),
    case("pill-arrow r1c1 r1c2 / r2c1 r3c2 r4c3 / r2c3 r3c4 r4c4", ZERO),
    case("pill-arrow r1c1 r1c2 / r1c2 r2c3", TWELVE),
)
