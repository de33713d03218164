"""Cases of a constraint."""

from . import case

CASES = (
    case("global-entropy", "boxes 2x3\n" + "......\n" * 6),
    case("global-entropy", "boxes 2x3\ndigits 0-5\n" + "......\n" * 6),
    case("global-entropy", "grid 2x4\nboxes none\ndigits 1-6\n....\n....\n"),
)
