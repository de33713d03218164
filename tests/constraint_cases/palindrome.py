"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("palindrome r1c1 r2c1 r2c2 r3c3"),
    case("palindrome r1c1 r2c2 r3c3 r4c4", FIVE),
    case("palindrome r1c1 r2c2 r2c3 r1c3 r2c2", FIVE),
    case("palindrome r1c1 r2c1 r3c2", ZERO),
)
