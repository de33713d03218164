from ...problems.exact_cover.builder import CoverTable
from .blocks import GoOn
from .plans import Plan

class Blocks:
    def __init__(self, table: CoverTable, plan: Plan, few: int = ...) -> None: ...
    def count(self, memo: int, go_on: GoOn) -> tuple[int | None, int]: ...
