from collections.abc import Collection, Iterable, Sequence
from typing import Literal

class Units:
    def __init__(self, variables: int, clauses: Sequence[Sequence[int]], rules: Sequence[int]) -> None: ...
    def hold(self, literal: int, rules: Iterable[int]) -> None: ...
    def refute(
        self,
        assumed: Sequence[int],
        most: int,
        allowed: Collection[int] | None = None,
        explained: bool = False,
    ) -> tuple[list[int] | None, list[int], list[int], list[list[int]]]: ...
    def consequences(
        self, rules: Sequence[int], variables: Sequence[int]
    ) -> list[int] | Literal[False] | None: ...
