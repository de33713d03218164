"""Cases of a constraint."""

from . import FIVE, case

CASES = (
    case("diagonal down"),
    case("diagonal up", FIVE),
)
