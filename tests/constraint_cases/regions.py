"""Cases of a constraint."""

from . import case

CASES = (
    case("regions\nAAAB\nCCAB\nCDDB\nCDDB", "boxes none\n" + "....\n" * 4),
    case("regions\nAAAB\nCCAB\nCDDB\nCDDB"),
)
