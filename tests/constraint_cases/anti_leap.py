"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("anti-leap 3 1"),
    case("anti-leap 2 2"),
    case("anti-leap 1 3", FIVE),
    case("anti-leap 1 1", "boxes none\n" + ZERO),
)
