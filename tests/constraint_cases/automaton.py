"""Cases of a constraint."""

from . import FIVE, ZERO, case

LOW_THEN_HIGH = "start low\naccept high\nlow 1-2 -> low\nlow 3-4 -> high\nhigh 3-4 -> high\nend"
TWO_WAYS = "start a\naccept b c\na 1-3 -> a b\nb 5 -> c\nc 1 -> c\nend"
BY_THE_FIRST = "start s\naccept x y\ns 0-1 -> p\ns 2 3 -> q\np 0-3 -> p\nq 1-3 -> q\np / -> e\nq / -> f\n"

CASES = (
    case(f"automaton r1c1 r1c2 r2c3\n{LOW_THEN_HIGH}"),
    case(f"automaton r1c1 r2c2 r3c3\n{TWO_WAYS}", FIVE),
    case(f"automaton r1c1 r1c2 / r2c3\n{BY_THE_FIRST}e 1 -> x\nf 2 -> y\nend", ZERO),
)
