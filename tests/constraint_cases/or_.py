"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("or\nthermo r1c1 r1c2 r2c3\nthermo r2c3 r1c2 r1c1\nend"),
    case("or\ncage 4 r1c1 r1c2\nand\narrow r2c3 r3c2\nthermo r1c1 r1c2\nend\nend", FIVE),
    case("or\nor\ncage 3 r1c1 r2c2\ncage 5 r1c1 r2c2\nend\ncage 4 r1c1 r2c2\nend", ZERO),
    case("or\nqueen 1\nanti-knight\nend"),
)
