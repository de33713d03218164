"""Cases of a constraint."""

from . import ZERO, case

CASES = (
    case("global-modular 2"),
    case("global-modular", "boxes 2x3\n" + "......\n" * 6),
    case("global-modular 4", "grid 2x4\nboxes none\n" + "....\n" * 2),
    case("global-modular 2", ZERO),
)
