"""Cases of a constraint."""

from . import FOUR, ZERO, case

CASES = (
    case("lines-differ"),
    case("lines-differ", "boxes none\n" + FOUR),
    case("lines-differ", ZERO),
)
