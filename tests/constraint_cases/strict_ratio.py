"""Cases of a constraint."""

from . import FIVE, case

ROW = "grid 1x6\nboxes none\n......\n"

CASES = (
    case("strict-ratio 2", "grid 2x4\nboxes none\ndigits 0-5\n....\n....\n"),
    case("strict-ratio 2 3 r1c2 r1c3", ROW),
    case("strict-ratio 4"),
    case("strict-ratio 3", FIVE),
)
