"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (case("queen 4"), case("queen 1 3", FIVE), case("queen 0", ZERO))
