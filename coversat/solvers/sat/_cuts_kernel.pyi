from collections.abc import Iterable, Sequence

class Graph:
    def __init__(
        self,
        literals: Sequence[int | None],
        neighbours: Sequence[Sequence[int]],
        roots: Sequence[int],
        preferred: Sequence[bool],
    ) -> None: ...
    def cuts(self, model: Iterable[int]) -> list[tuple[int, int | None, tuple[int, ...]]]: ...
