"""A Dask cluster that is already there: how it is reached, what its workers are asked, and what they say.

Its scheduler gives what a worker that died was doing to another.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from .deadline import Deadline
from .errors import CoversatError, LimitReachedError, SolverError
from .version import VERSION

PATIENCE = 10.0
"""Seconds to wait for the scheduler."""
LOOK = 1.0
"""Seconds between two looks at who is there."""


class ClusterError(SolverError):
    """A cluster that is not there, or cannot work on what is asked here."""

    ends_run = True


class Said(NamedTuple):
    """What became of a call.

    Attributes
    ----------
    key : str
        Of the call.
    value : object
        What it returned; None where it did not.
    death : str, optional
        What ended the workers that had it.
    """

    key: str
    value: Any = None
    death: str | None = None

    @property
    def lost(self) -> bool:
        """Whether nobody works on it and nothing is wrong with it: it can be asked again."""
        return self.value is None and self.death is None


class Scheduler:
    """Calls to the workers of a Dask scheduler.

    Parameters
    ----------
    address : str
        As ``tcp://HOST:PORT``.

    Raises
    ------
    ClusterError
        When ``distributed`` is not installed, or no scheduler answers.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._client = _connect(address)
        self._calls: dict[str, Any] = {}  # by their keys, their futures
        self._done: SimpleQueue[Any] = SimpleQueue()
        self._looked, self._threads = 0.0, 1
        self._seen = time.monotonic()

    @property
    def threads(self) -> int:
        """Of all workers; each does one call at a time."""
        if time.monotonic() - self._looked > LOOK:
            self._looked = time.monotonic()
            with suppress(OSError, TimeoutError, ValueError):
                self._threads = max(1, sum(self._client.nthreads().values()))
        return self._threads

    @property
    def under_way(self) -> int:
        """The calls of which nothing was heard yet."""
        return len(self._calls)

    def ask(self, function: Callable[..., Any], *what: Any) -> str:
        """Let a worker call a function of a module; the key of the call."""
        with self._reached():
            future = self._client.submit(work_on, VERSION, function, *what, pure=False)
        self._calls[future.key] = future
        future.add_done_callback(self._done.put)
        return str(future.key)

    def hear(self, seconds: float | None = None) -> Iterator[Said]:
        """What became of calls; nothing when nothing is heard in this time.

        Raises
        ------
        ClusterError
            When the scheduler has gone, or a worker cannot work.
        CoversatError
            What the function raises.
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
            del self._calls[future.key]
            with self._reached():
                said = outcome(future)
            yield said
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
        return ClusterError(f"the scheduler at {self._address} has gone")

    def close(self) -> None:
        """Take back what nobody began, and leave."""
        with suppress(Exception):  # the scheduler may have gone
            if self._client.status == "running":
                self._client.cancel([*self._calls.values()])
        self._client.close(timeout=PATIENCE)


def _connect(address: str) -> Any:
    try:
        import distributed
        from distributed.comm.addressing import get_address_host_port
    except ImportError:
        message = "a cluster needs the package 'distributed' (extra 'cluster'): pip install distributed"
        raise ClusterError(message) from None
    client: Any = distributed.Client
    # What it has to say of a scheduler that has gone is said here, in one line.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        # Of an address that is none a client would go on trying, and complain when it is let go.
        get_address_host_port(address, strict=False)
        # Where there is no room for its thread, it waits for that without end.
        with Deadline(1.2 * PATIENCE).enforced():
            return client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, RuntimeError, SystemError, LimitReachedError) as error:
        raise ClusterError(f"no scheduler at {address}: {error}") from None


def work_on(version: str, function: Callable[..., Any], *what: Any) -> Any:
    """What a worker of the cluster runs.

    Raises
    ------
    ClusterError
        When it is not of the version that asks.
    """
    if version != VERSION:
        raise ClusterError(f"a worker of the cluster has coversat {VERSION}, and here is {version}")
    return function(*what)


def outcome(future: Any) -> Said:
    """What a future that is done came to."""
    from concurrent.futures import CancelledError

    from distributed import KilledWorker

    try:
        error = future.exception()
        if error is None:
            return Said(future.key, future.result())
    except CancelledError as cancelled:
        error = cancelled
    if isinstance(error, CancelledError):  # with the scheduler, which may come back
        return Said(future.key)
    if isinstance(error, KilledWorker):
        return Said(future.key, death="the death of its workers")
    if isinstance(error, (CoversatError, KeyboardInterrupt)):
        raise error
    raise ClusterError(f"a worker of the cluster cannot work: {type(error).__name__}: {error}")
