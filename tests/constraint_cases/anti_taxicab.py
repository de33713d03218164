"""Cases of a constraint."""

from . import WIDE, ZERO, case

FOUR_OF_FIVE = "boxes none\ndigits 1-5\n" + "....\n" * 4

CASES = (case("anti-taxicab", WIDE), case("anti-taxicab", FOUR_OF_FIVE), case("anti-taxicab", ZERO))
