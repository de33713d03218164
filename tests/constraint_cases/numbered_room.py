"""Cases of a constraint."""

from . import FIVE, WIDE, ZERO, case

CASES = (
    case("numbered-room 2 left 2"),
    case("numbered-room 1 bottom 3"),
    case("numbered-room 3 right 1", FIVE),
    case("numbered-room 0 top 4", ZERO),
    case("numbered-room 4 top 1", WIDE),
)
