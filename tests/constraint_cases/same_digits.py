"""Cases of a constraint."""

from . import case

CASES = (
    case("same-digits", "boxes 2x2\ndigits 1-5\n" + "....\n" * 4),
    case("same-digits", "grid 2x4\nboxes none\ndigits 1-5\n....\n....\n"),
    case("same-digits", "grid 4x4\nboxes none\ndigits 0-4\n" + "....\n" * 4 + ""),
)
