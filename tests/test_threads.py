"""Several threads at one matrix: what is compiled lets others run meanwhile and needs no lock of Python."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from coversat.kinds.queens.model import queens_to_cover
from coversat.problems import Queens
from coversat.solvers.bitset_cover import PreparedCover, engines

THREADS = 4
COUNTS = {6: 4, 7: 40, 8: 92}
"""Ways to place queens, as published."""


def test_threads_share_a_matrix() -> None:
    for name in engines():
        for size, count in COUNTS.items():
            prepared = PreparedCover(queens_to_cover(Queens(size)).target, name)
            assert prepared.engine  # one for all
            together = Barrier(THREADS)

            def found(at: int, prepared: PreparedCover = prepared, together: Barrier = together) -> object:
                together.wait()  # each of them may be the first to need its tables
                if at % 2:
                    return prepared.count().at_least
                return len(set(prepared.answers()))

            with ThreadPoolExecutor(THREADS) as pool:
                assert list(pool.map(found, range(THREADS))) == [count] * THREADS
