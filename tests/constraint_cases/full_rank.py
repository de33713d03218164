"""Cases of a constraint."""

from . import ZERO, case

CASES = (
    case("full-rank 1 left 2"),
    case("full-rank 6 top 3"),
    case("full-rank 11 right 1"),
    case("full-rank 16 bottom 4"),
    case("full-rank 6 top 2 shared"),
    case("full-rank 7 bottom 1 shared"),
    case("full-rank 12 top 4", ZERO),
)
