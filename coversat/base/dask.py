"""An executor on the workers of an existing Dask cluster.

The scheduler reassigns tasks of a worker that died. A task that ends three workers fails. Limits hold only as
far as the function observes them: cluster processes are never terminated from here.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from .deadline import Deadline
from .errors import CoversatError, LimitReachedError, SolverError
from .executor import Function, Result, Task
from .processes import CALLED_FIRST
from .version import VERSION

PATIENCE = 10.0
"""Seconds to wait for the scheduler."""
AHEAD = 3
"""Tasks submitted per worker, so that none waits for the network."""
LOOK = 1.0
"""Seconds between two looks at which workers there are."""


class ClusterError(SolverError):
    """A cluster that cannot be reached, or whose workers cannot run the task."""

    ends_run = True


class Outcome(NamedTuple):
    """The outcome of a call: its value, or why its worker ended.

    `lost`: the call was cancelled, perhaps with the scheduler, and can be submitted again.
    """

    value: Any = None
    failure: str | None = None
    lost: bool = False


class Dask:
    """An executor on the workers of a Dask scheduler; see `Executor`.

    * function (function of a module)
    * address: of the scheduler, such as ``tcp://HOST:PORT``.
    * identity: the identity of the context; workers cache the last context.

    Raise `ClusterError` if ``distributed`` is not installed, or no scheduler answers.
    """

    def __init__(self, function: Function, context: Any, address: str, identity: str | None = None) -> None:
        self.reports = False
        self._call = tuple(CALLED_FIRST.values()), function, context, identity
        self._address = address
        self._client = _connect(address)
        self._futures: dict[str, tuple[Any, Task]] = {}  # by key
        self._done: SimpleQueue[Any] = SimpleQueue()
        self._looked, self._threads = 0.0, 1
        self._seen = time.monotonic()

    @property
    def size(self) -> int:
        """The number of threads of all workers; each runs one task at a time."""
        if time.monotonic() - self._looked > LOOK:
            self._looked = time.monotonic()
            with suppress(OSError, TimeoutError, ValueError):
                self._threads = max(1, sum(self._client.nthreads().values()))
        return self._threads

    @property
    def free(self) -> int:
        return AHEAD * self.size - len(self._futures)

    def submit(self, task: Task) -> None:
        with self._reached():
            future = self._client.submit(run_task, VERSION, *self._call, task.argument, pure=False)
        self._futures[future.key] = future, task
        future.add_done_callback(self._done.put)

    def results(self, seconds: float | None = None) -> Iterator[Result]:
        """Wait for results; see `Executor`.

        Raises `ClusterError` if the scheduler is gone or a worker cannot run tasks.
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
            _, task = self._futures.pop(future.key)
            with self._reached():
                outcome = outcome_of(future)
            future.release()
            if outcome.lost:
                self.submit(task)
            else:
                reports, value = outcome.value or ((), None)
                yield Result(task, value, reports, outcome.failure)

    def _check(self) -> None:
        if self._client.status == "running":
            self._seen = time.monotonic()
        elif time.monotonic() - self._seen > PATIENCE or self._client.status == "closed":
            raise self._gone()

    @contextmanager
    def _reached(self) -> Iterator[None]:
        try:
            yield
        except OSError:
            raise self._gone() from None

    def _gone(self) -> ClusterError:
        return ClusterError(f"the scheduler at {self._address} has gone")

    def close(self) -> None:
        with suppress(Exception):  # the scheduler may be gone
            if self._client.status == "running":
                self._client.cancel([future for future, _ in self._futures.values()])
        self._client.close(timeout=PATIENCE)


def _connect(address: str) -> Any:
    try:
        import distributed
        from distributed.comm.addressing import get_address_host_port
    except ImportError:
        message = "a cluster needs the package 'distributed' (extra 'cluster'): pip install distributed"
        raise ClusterError(message) from None
    client: Any = distributed.Client
    # Replaces Dask's own messages about a lost scheduler by one line.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        # A client would retry a malformed address and report an error when it is closed.
        get_address_host_port(address, strict=False)
        # Without memory for its thread, Dask would wait forever.
        with Deadline(1.2 * PATIENCE).enforced():
            return client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, RuntimeError, SystemError, LimitReachedError) as error:
        raise ClusterError(f"no scheduler at {address}: {error}") from None


_cached = threading.local()
"""The last context of each thread of a worker, with what was prepared for it, by its identity."""


def run_task(
    version: str,
    first: Sequence[Callable[[], object]],
    function: Function,
    context: Any,
    identity: str | None,
    argument: Any,
) -> tuple[list[Any], Any]:
    """Run a task on a worker of the cluster; return its reports and value.

    * first: called before; see `CALLED_FIRST`.

    Raise `ClusterError` if the worker has another version than the one that submitted the task.
    """
    if version != VERSION:
        raise ClusterError(f"a worker of the cluster has coversat {VERSION}, and here is {version}")
    for call in first:
        call()
    if identity is not None:
        if getattr(_cached, "identity", None) != identity:
            _cached.context, _cached.identity = context, identity
        context = _cached.context
    reports: list[Any] = []
    return reports, function(context, argument, lambda value, _=None: reports.append(value))


def outcome_of(future: Any) -> Outcome:
    """The outcome of a finished future.

    Raise what the function raised, or `ClusterError` if the worker could not run it.
    """
    from distributed import KilledWorker

    try:
        error = future.exception()
        if error is None:
            return Outcome(future.result())
    except CancelledError as cancelled:
        error = cancelled
    if isinstance(error, CancelledError):  # with the scheduler, which may restart
        return Outcome(lost=True)
    if isinstance(error, KilledWorker):
        return Outcome(failure="the death of its workers")
    if isinstance(error, (CoversatError, KeyboardInterrupt)):
        raise error
    raise ClusterError(f"a worker of the cluster cannot work: {type(error).__name__}: {error}")
