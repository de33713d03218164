"""Workers of a Dask cluster that is already there; and how such a cluster is reached.

The scheduler gives what a worker that died was doing to another.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from typing import Any

from ..deadline import Deadline
from ..errors import CoversatError, LimitReachedError, SolverError
from ..version import VERSION
from .part import Told
from .run import Bundle, Heard, do
from .task import Task

PATIENCE = 10.0
"""Seconds to wait for the scheduler."""
UNDER_WAY = 2
"""Bundles for each worker, so that none waits for the network."""
LOOK = 1.0
"""Seconds between two looks at who is there."""

_mine = threading.local()
"""What each thread of a worker keeps prepared: the last task, by its identity."""


class ClusterError(SolverError):
    """A cluster that is not there, or cannot work on what is asked here."""

    ends_run = True


def connect(scheduler: str) -> Any:
    """A client of the scheduler at an address such as ``tcp://HOST:PORT``.

    Raises
    ------
    ClusterError
        When ``distributed`` is not installed, or no scheduler answers.
    """
    try:
        import distributed
        from distributed.comm.addressing import get_address_host_port
    except ImportError:
        message = "a cluster needs the package 'distributed' (extra 'cluster'): pip install distributed"
        raise ClusterError(message) from None
    client: Any = distributed.Client
    # What it has to say of a scheduler that has gone is said here, in one line.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        # Of an address that is none a client would go on trying, and complain when it is let go.
        get_address_host_port(scheduler, strict=False)
        # Where there is no room for its thread, it waits for that without end.
        with Deadline(1.2 * PATIENCE).enforced():
            return client(scheduler, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, RuntimeError, SystemError, LimitReachedError) as error:
        raise ClusterError(f"no scheduler at {scheduler}: {error}") from None


def work_on(version: str, identity: str, task: Task, bundle: Bundle) -> tuple[Told, ...]:
    """What a worker of the cluster runs.

    Raises
    ------
    ClusterError
        When it would not do the same as whoever asks: what parts name are the options of one reduction.
    """
    if getattr(_mine, "identity", None) != identity:
        if version != VERSION:
            raise ClusterError(f"a worker of the cluster has coversat {VERSION}, and here is {version}")
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
        self._task, self._scheduler = task, scheduler
        self._client = connect(scheduler)
        self._done: SimpleQueue[Any] = SimpleQueue()
        self._waiting: dict[str, tuple[Any, Bundle]] = {}  # by the key of its future
        self._looked, self._size = 0.0, 1
        self._seen = time.monotonic()

    @property
    def size(self) -> int:
        """How many workers there are; a thread of Dask's is one."""
        if time.monotonic() - self._looked > LOOK:
            self._looked = time.monotonic()
            with suppress(OSError, TimeoutError, ValueError):
                self._size = max(1, sum(self._client.nthreads().values()))
        return self._size

    @property
    def free(self) -> int:
        """How many bundles it can take at once."""
        return UNDER_WAY * self.size - len(self._waiting)

    def give(self, bundle: Bundle) -> None:
        """Let a worker do it."""
        what = VERSION, self._task.identity, self._task, bundle
        with self._reached():
            future = self._client.submit(work_on, *what, pure=False)
        self._waiting[future.key] = future, bundle
        future.add_done_callback(self._done.put)

    def hear(self, seconds: float | None) -> Iterator[Heard]:
        """What workers have to say; nothing when none says anything in this time.

        Raises
        ------
        ClusterError
            When the scheduler has gone, or a worker cannot work.
        """
        try:
            futures = [self._done.get(timeout=LOOK if seconds is None else min(seconds, LOOK))]
        except Empty:
            futures = []
        with suppress(Empty):
            while True:
                futures.append(self._done.get_nowait())
        self._check()
        for future in futures:
            _, bundle = self._waiting.pop(future.key)
            with self._reached():
                heard = _heard(future, bundle)
            yield heard
            future.release()

    def _check(self) -> None:
        if self._client.status == "running":
            self._seen = time.monotonic()
        elif time.monotonic() - self._seen > PATIENCE or self._client.status == "closed":
            raise self._gone()

    @contextmanager
    def _reached(self) -> Iterator[None]:
        """Where the scheduler is spoken to."""
        try:
            yield
        except OSError:
            raise self._gone() from None

    def _gone(self) -> ClusterError:
        return ClusterError(f"the scheduler at {self._scheduler} has gone")

    def close(self) -> None:
        """Take back what nobody began, and leave."""
        with suppress(Exception):  # the scheduler may have gone
            if self._client.status == "running":
                self._client.cancel([future for future, _ in self._waiting.values()])
        self._client.close(timeout=PATIENCE)


def _heard(future: Any, bundle: Bundle) -> Heard:
    from distributed import KilledWorker

    if future.status == "cancelled":  # with the scheduler, which may come back
        return Heard(bundle)
    error = future.exception()
    if error is None:
        return Heard(bundle, future.result())
    if isinstance(error, KilledWorker):
        return Heard(bundle, (), "the death of its workers")
    if isinstance(error, (CoversatError, KeyboardInterrupt)):
        raise error
    raise ClusterError(f"a worker of the cluster cannot work: {type(error).__name__}: {error}")
