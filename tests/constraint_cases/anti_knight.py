"""Cases of a constraint."""

from . import WIDE, case

CASES = (
    case("anti-knight"),
    case("anti-knight", WIDE),
)
