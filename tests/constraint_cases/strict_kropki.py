"""Cases of a constraint."""

from . import case

CASES = (
    case("strict-kropki r1c2 r1c3", "grid 1x5\nboxes none\n.....\n"),
    case("strict-kropki", "grid 1x6\nboxes none\n......\n"),
    case("strict-kropki", "grid 1x4\nboxes none\ndigits 0-5\n....\n"),
)
