from collections.abc import Collection, Iterable, Sequence
from typing import Literal

from ...problems.cnf.connectivity import Connectivity
from .units import Refuted

class Units:
    def __init__(
        self,
        variables: int,
        rule_count: int,
        clauses: Sequence[Sequence[int]],
        rules: Sequence[int],
        facts: Iterable[int] = (),
        graphs: Sequence[Connectivity] = (),
    ) -> None: ...
    def hold(self, literal: int, rules: Iterable[int]) -> None: ...
    def learn(
        self, literals: Iterable[int], clauses: Iterable[int] = ()
    ) -> tuple[list[tuple[int, list[int]]], list[int] | None]: ...
    def holds(self, literal: int) -> bool: ...
    def restrict(self, rules: Collection[int] | None) -> None: ...
    def suppose(self, literal: int) -> tuple[list[int], list[int], int]: ...
    def forget(self, size: int) -> None: ...
    def disconnected(self) -> list[int]: ...
    def refute(
        self,
        assumed: Sequence[int],
        most: int,
        allowed: Collection[int] | None = None,
        explained: bool = False,
    ) -> Refuted: ...
    def consequences(
        self, rules: Sequence[int], variables: Sequence[int]
    ) -> list[int] | Literal[False] | None: ...
