"""Cases of a constraint."""

from . import WIDE, case

SIX = "......\n" * 6

CASES = (
    case("entropic r1c1 r2c3 r3c3 r4c4", SIX),
    case("entropic r1c1 r2c3", SIX),
    case("entropic r2c2 r1c3 r2c4", "digits 0-5\n" + SIX),
    case("entropic r1c1 r2c2 r2c4", "digits 1-9\n" + WIDE),
)
