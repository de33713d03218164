"""Cases of a constraint."""

from . import FIVE, ZERO, case

CASES = (
    case("whisper 2 r1c1 r1c2 r2c3 r3c3"),
    case("whisper 2 r1c1 r1c2 r2c2 r2c1 r1c1"),
    case("whisper 3 r1c1 r2c2 r3c3", FIVE),
    case("whisper 2 r4c4 r3c4 r2c3", ZERO),
)
