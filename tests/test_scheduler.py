"""What is submitted to a Dask cluster, and what it returns; other tests start real ones."""

from __future__ import annotations

from concurrent.futures import CancelledError

import pytest

from coversat.errors import ReductionError
from coversat.version import VERSION
from coversat.work.dask import ClusterError, Outcome, outcome_of, run_task

distributed = pytest.importorskip("distributed")


def context_and(context: int, argument: int, report: object) -> tuple[int, int]:
    return context, argument


def test_a_worker_works_for_its_own_version() -> None:
    assert run_task(VERSION, context_and, 3, None, 5) == ([], (3, 5))
    with pytest.raises(
        ClusterError, match=f"a worker of the cluster has coversat {VERSION}, and here is 0.0.1"
    ):
        run_task("0.0.1", context_and, 3, None, 5)


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
    assert outcome_of(Future(None)) == Outcome(())
    assert outcome_of(Future(CancelledError())) == Outcome(lost=True)
    assert outcome_of(Future(None, CancelledError())) == Outcome(lost=True)
    killed = outcome_of(Future(distributed.KilledWorker("a", "b", 4)))
    assert killed == Outcome(failure="the death of its workers")


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
        outcome_of(Future(error))
