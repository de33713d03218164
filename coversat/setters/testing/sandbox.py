"""Running a file of a stranger in a process of its own, with limits of time and memory, that may not write.

This stops mistakes. It does not protect from malice: a hostile file can get around it.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from ...base.errors import InputError, LimitReachedError
from ...base.memory import limit_memory
from ...base.processes import begin_worker
from ...problems.user_files import line_of_user

DENIED = tuple(
    """
    os.chmod os.chown os.exec os.fork os.forkpty os.kill os.link os.mkdir os.posix_spawn os.remove os.rename
    os.rmdir os.symlink os.system os.truncate ctypes.dlopen shutil.copyfile shutil.move shutil.rmtree
    socket.bind socket.connect socket.__new__ subprocess.Popen
    """.split()
)
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_TRUNC


PATIENCE = 3
"""How many times its processor time a process may take by the clock, since the machine may be busy."""


class Reported(NamedTuple):
    """What a process found.

    * value: what it returned, or what it reported last; None if nothing.
    * stopped: why it did not return: it took too long, used too much memory, exited, or did what it may not.
    """

    value: Any
    stopped: str = ""


def run_sandboxed(
    work: Callable[..., Any], arguments: tuple[Any, ...], seconds: float, memory: int
) -> Reported:
    """Run `work(*arguments, report)`, a function of a module, in a process of its own.

    Raise the `InputError` that it raises, if any.

    * work: it may give what it has found so far to `report`.
    * seconds: of processor time.
    """
    last = None
    worker = begin_worker(_serve, (work, arguments, seconds, memory))
    until = time.monotonic() + PATIENCE * seconds + 2
    try:
        while worker.connection.poll(max(until - time.monotonic(), 0)):
            what, value = worker.connection.recv()
            if isinstance(value, InputError):
                raise value
            if what is not _REPORTED:
                return Reported(last, value) if what is _STOPPED else Reported(value)
            last = value
    except EOFError:
        worker.process.join(2)
        return Reported(last, f"it ended its process with exit code {worker.process.exitcode}")
    finally:
        worker.end()
    return Reported(last, _TOO_LONG.format(seconds))


_STOPPED, _REPORTED, _RETURNED = None, False, True  # the first item of each message
_TOO_LONG = "it did not end within {:g} seconds"


def _serve(
    connection: Connection, work: Callable[..., Any], arguments: tuple[Any, ...], seconds: float, memory: int
) -> None:
    leave = os._exit  # while code of the user runs, it is an exception

    def stop(reason: str, error: BaseException | None = None) -> None:
        line = line_of_user(error)
        connection.send((_STOPPED, reason if line is None else f"line {line}: {reason}"))
        leave(1)

    def watch(event: str, details: tuple[Any, ...]) -> None:
        if event in DENIED:
            stop(f"it may not use {event}")
        if event == "open" and len(details) == 3:
            name, mode, flags = details
            if set(str(mode or "")) & set("wax+") or (isinstance(flags, int) and flags & _WRITING):
                stop(f"it may not open {name!r:.60} for writing")

    # What it prints is ignored, and its input is empty.
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    sys.dont_write_bytecode = True
    limit_memory(memory)
    for timer, given, times in (
        (signal.ITIMER_PROF, signal.SIGPROF, 1),
        (signal.ITIMER_REAL, signal.SIGALRM, PATIENCE),
    ):
        signal.signal(given, lambda *_: stop(_TOO_LONG.format(seconds)))
        signal.setitimer(timer, times * seconds)
    sys.addaudithook(watch)
    try:
        value = work(*arguments, lambda found: connection.send((_REPORTED, found)))
    except InputError as error:
        if isinstance(error.__cause__, SystemExit):
            stop(f"it exited with code {error.__cause__.code}", error.__cause__)
        connection.send((_RETURNED, error))
    except MemoryError as error:
        stop("it used too much memory", error)
    except LimitReachedError as error:
        stop(str(error), error)
    except SystemExit as end:
        stop(f"it exited with code {end.code}", end)
    except BaseException as error:
        stop(f"{type(error).__name__}: {error}", error)
    else:
        for timer in (signal.ITIMER_PROF, signal.ITIMER_REAL):
            signal.setitimer(timer, 0)
        connection.send((_RETURNED, value))
