"""Cases of a constraint."""

from . import FIVE, WIDE, ZERO, case

CASES = (
    case("little-killer 8 down-right r1c2"),
    case("little-killer 9 up-left r4c4"),
    case("little-killer 12 up-right r4c1", FIVE),
    case("little-killer 4 down-left r1c3", ZERO),
    case("little-killer 6 down-right r1c2", WIDE),
)
