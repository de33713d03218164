"""Local worker processes: how they start and end, so that none outlives its parent.

A worker is terminated by SIGKILL; programs that it started (`programs`) then end too. On Linux the system
also terminates a worker when its parent dies; elsewhere it ends when it next sends a message.
"""

from __future__ import annotations

import contextlib
import errno
import multiprocessing
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection, wait
from types import ModuleType
from typing import Any, TypeAlias

from .arguments import NO_PROCESSES
from .deadline import Deadline
from .errors import CoversatError, LimitReachedError, SolverError
from .memory import lacks_memory
from .signals import die_with, held_back, signal_name

LONGEST_WAIT = 1e6
"""Seconds; the system counts milliseconds, and has no number for many more."""

CALLED_FIRST: dict[str, Callable[[], object]] = {}
"""By name, what a worker that is not forked calls before it works: it registers what was registered here."""


_Work: TypeAlias = tuple[Callable[..., None], Sequence[Any]]
_SCRIPT_IS_HIDDEN = threading.Lock()


def is_worker() -> bool:
    """Whether this process is a worker, which may not start others."""
    return multiprocessing.current_process().daemon


def safe_method() -> str:
    """``fork`` where that is safe, otherwise ``spawn``."""
    return "fork" if sys.platform == "linux" and threading.active_count() == 1 else "spawn"


def death(code: int | None) -> str:
    """How a worker ended, in words."""
    if code is not None and code < 0:
        return f"the death of its worker by {signal_name(-code)}"
    return f"the end of its worker with exit code {code}"


@dataclass
class Worker:
    """A process, and this side's end of the connection to it."""

    process: Any
    connection: Connection

    def end(self) -> None:
        """Terminate the worker and all processes that it started."""
        with contextlib.suppress(ValueError):  # it is closed already
            self.process.kill()
            self.process.join()
        self.connection.close()


def begin_worker(
    work: Callable[..., None],
    arguments: Sequence[Any],
    others: Sequence[Worker] = (),
    method: str | None = None,
) -> Worker:
    """Start a process that runs ``work(connection, *arguments)``.

    * work: defined in a module, as ``spawn`` requires.
    * others: running workers: a forked process closes their connections, so that each worker notices when its
      own is closed.
    * method: ``fork`` or ``spawn``; by default, whichever is safe.

    Raise `SolverError` in a worker, and if no process can be started.
    """
    if is_worker():
        raise SolverError(
            "workers start no processes; a script that defines what they are sent asks for them below "
            "`if __name__ == '__main__':`"
        )
    context: Any = multiprocessing.get_context(method or safe_method())
    here, there = context.Pipe()
    if context.get_start_method() == "fork":
        inherited = [*(worker.connection for worker in others), here]
        needed: Any = lambda: (work, arguments)  # noqa: E731
        hidden: Any = contextlib.nullcontext()
    else:
        inherited = []
        needed = partial(_unpickled, pickle.dumps((tuple(CALLED_FIRST.values()), work, arguments)), _script())
        hidden = _script_hidden()
    process = context.Process(target=_live, args=(there, inherited, needed), daemon=True)
    worker = Worker(process, here)
    try:
        with held_back(), hidden:
            process.start()
    except OSError as error:
        here.close()
        if error.errno == errno.ENOMEM:
            raise MemoryError from None
        raise SolverError(f"no process can be started: {error.strerror or error}") from None
    except BaseException:  # Ctrl-C, or the deadline, came in the meantime
        if process.pid is not None:
            worker.end()
        raise
    finally:
        there.close()
    return worker


def _script() -> Mapping[str, Any]:
    """What `spawn.prepare` runs to define what the main module of this process does; nothing of a prompt."""
    from multiprocessing import spawn  # not in a browser

    data = spawn.get_preparation_data("")
    found = {key: value for key, value in data.items() if key.startswith("init_main")}
    return found if os.path.isfile(found.get("init_main_from_path", __file__)) else {}


@contextlib.contextmanager
def _script_hidden() -> Iterator[None]:
    """Keep a process that is spawned from running the user's script, which may be what asks for processes."""
    with _SCRIPT_IS_HIDDEN:
        main, sys.modules["__main__"] = sys.modules["__main__"], ModuleType("__main__")
        try:
            yield
        finally:
            sys.modules["__main__"] = main


def _unpickled(needed: bytes, script: Mapping[str, Any]) -> _Work:
    """What a spawned process does, which runs the script of its parent if it is sent what that defines."""

    def defined(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if not script:
            raise SolverError(f"workers cannot import {name}, which no file defines: put it into a module")
        from multiprocessing import spawn

        spawn.prepare(dict(script))
        return getattr(sys.modules["__main__"], name)

    sys.modules["__main__"].__getattr__ = defined  # type: ignore[method-assign]
    try:
        first, work, arguments = pickle.loads(needed)
        for call in first:
            call()
    except CoversatError as error:
        sys.exit(str(error))
    return work, arguments


def _live(connection: Connection, inherited: Sequence[Connection], needed: Callable[[], _Work]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears Ctrl-C and ends its workers
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(
            signal.SIG_UNBLOCK, [signal.SIGINT, signal.SIGALRM]
        )  # held back while it was begun
    for number in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
        signal.signal(number, signal.SIG_DFL)
    parent = multiprocessing.parent_process()
    die_with(os.getppid() if parent is None or parent.pid is None else parent.pid)
    for other in inherited:
        other.close()
    work, arguments = needed()
    # The parent is gone, or it received Ctrl-C as well, which PySAT intercepts anywhere.
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError, KeyboardInterrupt):
        work(connection, *arguments)


def sendable(error: Exception) -> Exception:
    """The error, or its words where it cannot be sent; `MemoryError` for lack of memory."""
    if lacks_memory(error):
        return MemoryError()
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return SolverError(f"{type(error).__name__}: {error}")
    return error


def run_apart(function: Callable[[Any], Any], argument: Any, deadline: Deadline) -> Any:
    """Call a module-level function in its own process; return its result.

    The process is terminated at the deadline and by Ctrl-C, so that library calls that ignore both are
    stopped. In a worker process, and on systems without processes, the function is called directly.

    Raise `LimitReachedError` at the deadline or if the process dies first, else any error of the function.
    """
    if sys.platform in NO_PROCESSES or is_worker():
        return function(argument)
    worker = begin_worker(_apart, (function, argument))
    try:
        left = deadline.left()
        if not wait([worker.connection], None if left is None else min(left, LONGEST_WAIT)):
            deadline.check()
            raise LimitReachedError("its time")
        value, error = worker.connection.recv()
    except (EOFError, OSError):
        worker.process.join()
        code = worker.process.exitcode
        # A solver that finds no memory aborts its process.
        if code == -signal.SIGABRT:
            raise MemoryError from None
        raise LimitReachedError(death(code)) from None
    finally:
        worker.end()
    if error is not None:
        raise error
    return value


def _apart(connection: Connection, function: Callable[[Any], Any], argument: Any) -> None:
    try:
        connection.send((function(argument), None))
    except Exception as error:
        connection.send((None, sendable(error)))
