from array import array
from collections.abc import Iterator

from ...solvers.solver import Meter

def answers(givens: str, meter: Meter) -> Iterator[str]: ...
def decided(lines: bytes, limit: int, nodes: int) -> tuple[bytes, bytes, array[float]]: ...
