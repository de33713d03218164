from collections.abc import Sequence

from ...problems.exact_cover.builder import CoverTable
from .positions import Child

class Positions:
    def __init__(self, table: CoverTable, ranks: Sequence[int]) -> None: ...
    def named(self, position: bytes) -> bytes:
        """The canonical name of a position."""

    def behind(self, position: bytes, option: int) -> Child | None:
        """The position after one of its options; None if some item has no option left."""

    def below(self, position: bytes) -> tuple[int, list[Child]]:
        """The number of options of the next item, and the positions below that are consistent."""
