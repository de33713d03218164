"""Cases of a constraint."""

from . import case

CASES = (
    case("anti-consecutive", "grid 1x5\nboxes none\n.....\n"),
    case("anti-consecutive", "grid 2x4\nboxes none\ndigits 0-5\n....\n....\n"),
)
