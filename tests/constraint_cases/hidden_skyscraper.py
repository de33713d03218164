"""Cases of a constraint."""

from . import FIVE, WIDE, ZERO, case

CASES = (
    case("hidden-skyscraper 2 left 2"),
    case("hidden-skyscraper 1 bottom 3"),
    case("hidden-skyscraper 3 right 1", FIVE),
    case("hidden-skyscraper 0 top 4", ZERO),
    case("hidden-skyscraper 2 bottom 2", WIDE),
)
