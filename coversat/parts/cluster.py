"""Workers of a Dask cluster that is already there."""

from __future__ import annotations

import threading
from collections.abc import Iterator

from ..scheduler import ClusterError, Scheduler
from .part import Told
from .run import Bundle, Heard, do
from .task import Task

UNDER_WAY = 2
"""Bundles for each worker, so that none waits for the network."""

_mine = threading.local()
"""What each thread of a worker keeps prepared: the last task, by its identity."""


def work_on(identity: str, task: Task, bundle: Bundle) -> tuple[Told, ...]:
    """What a worker of the cluster runs.

    Raises
    ------
    ClusterError
        When it would not do the same as whoever asks: what parts name are the options of one reduction.
    """
    if getattr(_mine, "identity", None) != identity:
        if task.identity != identity:
            raise ClusterError(
                "a worker of the cluster reduces the puzzle to something else than is done here"
            )
        _mine.task, _mine.identity = task, identity
    return do(_mine.task.work, bundle)


class Cluster:
    """The workers of a Dask scheduler; see `run.Crew`.

    Raises
    ------
    ClusterError
        When no scheduler answers.
    """

    least, most = 0.3, 5.0

    def __init__(self, task: Task, scheduler: str) -> None:
        self._task, self._scheduler = task, Scheduler(scheduler)
        self._bundles: dict[str, Bundle] = {}  # by the keys of the calls

    @property
    def size(self) -> int:
        """How many workers there are; a thread of Dask's is one."""
        return self._scheduler.threads

    @property
    def free(self) -> int:
        """How many bundles it can take at once."""
        return UNDER_WAY * self.size - self._scheduler.under_way

    def give(self, bundle: Bundle) -> None:
        """Let a worker do it."""
        self._bundles[self._scheduler.ask(work_on, self._task.identity, self._task, bundle)] = bundle

    def hear(self, seconds: float | None) -> Iterator[Heard]:
        """What workers have to say; nothing when none says anything in this time.

        Raises
        ------
        ClusterError
            When the scheduler has gone, or a worker cannot work.
        """
        for said in self._scheduler.hear(seconds):
            yield Heard(self._bundles.pop(said.key), said.value or (), said.death)

    def close(self) -> None:
        """Take back what nobody began, and leave."""
        self._scheduler.close()
