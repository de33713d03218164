"""Running a file of a stranger in a process of its own, with limits of time and memory, that may not write.

This stops mistakes. It is no protection from malice: a hostile file can get around it.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from ..memory import limit_memory
from ..processes import begin_worker

DENIED = (
    *("os.chmod", "os.chown", "os.exec", "os.fork", "os.forkpty", "os.kill", "os.link", "os.mkdir"),
    *("os.posix_spawn", "os.remove", "os.rename", "os.rmdir", "os.symlink", "os.system", "os.truncate"),
    *("ctypes.dlopen", "shutil.copyfile", "shutil.move", "shutil.rmtree", "socket.bind", "socket.connect"),
    *("socket.__new__", "subprocess.Popen"),
)
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_TRUNC


class StoppedError(Exception):
    """The process was stopped or ended by itself; the message says why."""


def run_apart(work: Callable[..., Any], arguments: tuple[Any, ...], seconds: float, memory: int) -> Any:
    """The result of `work(*arguments)`, a function of a module, in a process of its own.

    Raises
    ------
    StoppedError
        If it takes too long, uses too much memory, exits, or does what it may not.
    """
    worker = begin_worker(_serve, (work, arguments, seconds, memory))
    try:
        if not worker.connection.poll(seconds + 2):
            raise StoppedError(f"it did not end within {seconds:g} seconds")
        found, value = worker.connection.recv()
    except EOFError:
        worker.process.join(2)
        raise StoppedError(f"it ended its process with exit code {worker.process.exitcode}") from None
    finally:
        worker.end()
    if not found:
        raise StoppedError(value)
    return value


def _serve(
    connection: Connection, work: Callable[..., Any], arguments: tuple[Any, ...], seconds: float, memory: int
) -> None:
    def stop(reason: str) -> None:
        connection.send((False, reason))
        os._exit(1)

    def watch(event: str, details: tuple[Any, ...]) -> None:
        if event in DENIED:
            stop(f"it may not use {event}")
        if event == "open" and len(details) == 3:
            name, mode, flags = details
            if set(str(mode or "")) & set("wax+") or (isinstance(flags, int) and flags & _WRITING):
                stop(f"it may not open {name!r:.60} for writing")

    # What it prints is of no interest, and nobody answers what it asks.
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    sys.dont_write_bytecode = True
    limit_memory(memory)
    signal.signal(signal.SIGALRM, lambda *_: stop(f"it did not end within {seconds:g} seconds"))
    signal.setitimer(signal.ITIMER_REAL, seconds)
    sys.addaudithook(watch)
    try:
        value = work(*arguments)
    except MemoryError:
        stop("it used too much memory")
    except SystemExit as end:
        stop(f"it exited with code {end.code}")
    except BaseException as error:
        stop(f"{type(error).__name__}: {error}")
    else:
        signal.setitimer(signal.ITIMER_REAL, 0)
        connection.send((True, value))
