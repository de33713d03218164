"""Cases of a constraint."""

from . import FIVE, case

CASES = (
    case("flatmates", FIVE),
    case("flatmates", "boxes none\ndigits 1-5\n" + "....\n" * 4),
    case("flatmates", "digits 0-4\n" + "....\n" * 4),
)
