"""Cases of a constraint."""

from . import FIVE, WIDE, case

CASES = (
    case("anti-king", FIVE),
    case("anti-king", WIDE),
)
