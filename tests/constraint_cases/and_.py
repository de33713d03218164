"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("and\nthermo r1c1 r1c2\nthermo r3c3 r4c4\nend"),
    case("and\ncage 4 r1c1 r2c2\nor\narrow r1c1 r3c2\nthermo r1c1 r2c2\nend\nend", FIVE),
    case("and\nqueen 1\nthermo r1c1 r1c2\nend", ZERO),
)
