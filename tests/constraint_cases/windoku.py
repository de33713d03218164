"""Cases of a constraint."""

from . import case

CASES = (case("windoku"),)
