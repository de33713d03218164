"""Cases of a constraint."""

from . import ZERO, case

CASES = (case("disjoint-groups"), case("disjoint-groups", ZERO), case("disjoint-groups", "......\n" * 6))
