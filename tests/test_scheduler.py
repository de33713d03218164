"""What is asked of a Dask cluster, and what it says; real ones are begun by tests of `batch` and `parts`."""

from __future__ import annotations

from concurrent.futures import CancelledError

import pytest

from coversat.errors import ReductionError
from coversat.scheduler import ClusterError, Said, outcome, work_on
from coversat.version import VERSION

distributed = pytest.importorskip("distributed")


def test_a_worker_works_for_its_own_version() -> None:
    assert work_on(VERSION, max, 3, 5) == 5
    with pytest.raises(
        ClusterError, match=f"a worker of the cluster has coversat {VERSION}, and here is 0.0.1"
    ):
        work_on("0.0.1", max, 3, 5)


class Future:
    """What a scheduler says of a call in the end."""

    key = "call-1"

    def __init__(self, error: BaseException | None, late: BaseException | None = None) -> None:
        """`late`: what comes between the two questions."""
        self.error, self.late = error, late

    def exception(self) -> BaseException | None:
        return self.error

    def result(self) -> tuple[()]:
        if self.late is not None:
            raise self.late
        return ()


def test_what_became_of_a_call() -> None:
    assert outcome(Future(None)) == Said("call-1", ())
    lost, killed = outcome(Future(CancelledError())), outcome(Future(distributed.KilledWorker("a", "b", 4)))
    assert lost == outcome(Future(None, CancelledError())) == Said("call-1")
    assert killed == Said("call-1", None, "the death of its workers")
    assert (lost.lost, killed.lost) == (True, False)


@pytest.mark.parametrize(
    ("error", "raised", "says"),
    [
        (
            ModuleNotFoundError("No module named 'coversat'"),
            ClusterError,
            "cannot work: ModuleNotFoundError: No",
        ),
        (ReductionError("no way"), ReductionError, "no way"),
        (KeyboardInterrupt(), KeyboardInterrupt, "^$"),
    ],
)
def test_what_a_call_raises(error: BaseException, raised: type[BaseException], says: str) -> None:
    with pytest.raises(raised, match=says):
        outcome(Future(error))
