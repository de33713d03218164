"""Cases of a constraint."""

from . import FIVE, WIDE, ZERO, case

CASES = (
    case("skyscraper 2 left 2"),
    case("skyscraper 4 bottom 3"),
    case("skyscraper 3 right 1", FIVE),
    case("skyscraper 3 top 4", ZERO),
    case("skyscraper 2 bottom 2", WIDE),
)
