from collections.abc import Iterator, Sequence
from mmap import mmap

from ...problems.exact_cover.rules import Cover
from ..solver import Meter
from .bitset_engine import BitsetTree
from .cover_matrix import CoverMatrix
from .cover_tree import Event

class CompiledEngine:
    name: str
    shares_memo: bool
    def __init__(self, matrix: CoverMatrix) -> None: ...
    def table_bytes(self) -> int: ...
    def steps(
        self, forced: Sequence[int], forbidden: Sequence[int], meter: Meter
    ) -> Iterator[Cover | None]: ...
    def tree(
        self, forced: Cover, forbidden: Cover, memo_limit: int, shared: mmap | None = None
    ) -> BitsetTree: ...
    def trace(self, meter: Meter) -> Iterator[Event]: ...
