from ...problems.exact_cover.builder import CoverTable
from .blocks import GoOn
from .plans import Plan

class Blocks:
    def __init__(self, table: CoverTable, plan: Plan, few: int = ...) -> None:
        """Parts with fewer options than `few` are searched, not named."""

    def count(self, memo: int, go_on: GoOn) -> tuple[int | None, int]:
        """The number of covers, None if it is too large to be stored, and of nodes.

        `memo` is the memory for the counts of parts, in bytes.
        """
