from collections.abc import Iterable, Iterator, Sequence

from ..errors import LimitReachedError
from ..problems.exact_cover import Cover
from .cover_matrix import CoverMatrix
from .cover_trace import Step
from .solver import Meter

class CompiledEngine:
    name: str
    def __init__(self, matrix: CoverMatrix) -> None: ...
    def table_bytes(self) -> int: ...
    def steps(
        self, forced: Sequence[int], forbidden: Sequence[int], meter: Meter
    ) -> Iterator[Cover | None]: ...
    def count(
        self, forced: Sequence[int], forbidden: Sequence[int], meter: Meter, memo_limit: int
    ) -> tuple[int, LimitReachedError | None]: ...
    def batch(
        self, given_sets: Iterable[Sequence[int]], limit: int, nodes: int | None, meter: Meter
    ) -> Iterator[tuple[tuple[Cover, ...], bool, int]]: ...
    def trace(self, meter: Meter) -> Iterator[Step]: ...
    def split(
        self, forced: Sequence[int], forbidden: Sequence[int], meter: Meter, wanted: int
    ) -> list[Cover]: ...
