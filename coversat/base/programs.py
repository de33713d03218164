"""Running an external program, of which nothing remains after it ends or this process ends.

A keeper, a fork that only waits, runs between this process and the program. It notices that the program
has ended, or that this process is gone (the system closes the socket's other end even after SIGKILL).
Then it kills the program's process group and, on Linux, all other descendants of the program, and removes
the program's folder. Only the keeper creates that folder, so that its files have no names before
(`files.Unnamed`).
"""

from __future__ import annotations

import gc
import json
import os
import secrets
import select
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import IO, Any, NoReturn

from .deadline import NEVER, Deadline
from .errors import CoversatError, LimitReachedError
from .files import Unnamed
from .processes import LONGEST_WAIT
from .signals import PR_SET_CHILD_SUBREAPER, control, die_with, held_back
from .wording import counted

MOST_WRITTEN = 256 * 2**20
"""The most bytes that a program may write to one file, including its output."""

_COPIED = 1 << 20


class ProgramError(CoversatError):
    """A program that cannot be started; the message is the system's reason."""


@dataclass(frozen=True)
class Ended:
    """The result of a program.

    * code: its exit code; a negative number is the signal that killed it.
    * output: its standard output, or the contents of its output file.
    * complaint: the last non-blank line of its standard error.
    """

    code: int
    output: bytes
    complaint: str


def new_folder() -> str:
    """The name of a new folder for a program, which does not exist yet."""
    return os.path.join(tempfile.gettempdir(), f"coversat-{secrets.token_hex(8)}")


def run(
    words: Sequence[str],
    folder: str,
    *,
    inputs: Mapping[str, Iterable[str]] | None = None,
    reads: str | None = None,
    leaves: str | None = None,
    deadline: Deadline = NEVER,
    memory: int | None = None,
    most: int = MOST_WRITTEN,
    current: str | None = None,
) -> Ended:
    """Run a program and wait until it ends.

    * words: the command; no shell is used.
    * folder: from `new_folder`; it exists while the program runs, in it unless there is a `current` one.
    * inputs: the lines of files in the folder, by name.
    * reads: the one of these files that is its standard input.
    * leaves: the file in the folder to read as output instead of standard output.
    * memory: the memory limit in bytes of the program and of each of its child processes.
    * most: the most bytes that it may write to one file, including its output.

    Raise `LimitReachedError` if the time limit is reached; the program and its descendants are killed. Raise
    `ProgramError` if it cannot be started.
    """
    if not hasattr(os, "fork"):
        raise ProgramError("this system cannot supervise other programs")
    with ExitStack() as stack:
        made = {name: stack.enter_context(_unnamed(lines)) for name, lines in (inputs or {}).items()}
        output, errors = (stack.enter_context(tempfile.TemporaryFile()) for _ in range(2))
        call = _Call(words, folder, made, reads, leaves, output, errors, memory, most, current)
        outcome = _supervised(call, deadline)
        if "reason" in outcome:
            raise ProgramError(outcome["reason"])
        output.seek(0)
        return Ended(outcome["code"], output.read(), _last_line(errors))


def _unnamed(lines: Iterable[str]) -> Unnamed:
    made = Unnamed(tempfile.gettempdir(), 0o600)
    try:
        made.file.writelines(line.encode() for line in lines)
        made.file.flush()
    except BaseException:
        made.close()
        raise
    return made


def _last_line(errors: IO[bytes]) -> str:
    errors.seek(max(0, errors.seek(0, os.SEEK_END) - 4096))
    lines = errors.read().decode("utf-8", "replace").splitlines()
    line = next((line.strip() for line in reversed(lines) if line.strip()), "")
    return "".join(c if c.isprintable() else "?" for c in line[:200])


@dataclass(frozen=True)
class _Call:
    """The request to the keeper."""

    words: Sequence[str]
    folder: str
    inputs: Mapping[str, Unnamed]
    reads: str | None
    leaves: str | None
    output: IO[bytes]
    errors: IO[bytes]
    memory: int | None
    most: int
    current: str | None

    @property
    def files(self) -> list[IO[bytes]]:
        return [self.output, self.errors, *(made.file for made in self.inputs.values())]


def _supervised(call: _Call, deadline: Deadline) -> dict[str, Any]:
    import ctypes  # noqa: F401  what the keeper needs is loaded before
    import resource  # noqa: F401

    deadline.check()
    here, there = socket.socketpair()
    with here:
        with held_back():
            keeper = os.fork()
            if keeper == 0:
                _keep(call, there)
        there.close()
        try:
            left = deadline.left()
            here.settimeout(None if left is None else min(max(left, 1e-3), LONGEST_WAIT))
            reply = b"".join(iter(lambda: here.recv(_COPIED), b""))
        except TimeoutError:
            raise LimitReachedError(counted(deadline.seconds or 0.0, "second")) from None
        finally:
            here.close()  # which the keeper waits for
            with suppress(ChildProcessError):
                os.waitpid(keeper, 0)
    outcome: dict[str, Any] = json.loads(reply or b'{"reason": "its keeper was killed"}')
    return outcome


# The functions below run in the keeper.


def _keep(call: _Call, there: socket.socket) -> NoReturn:
    try:
        gc.disable()  # garbage collection of the parent's files must not close the keeper's descriptors
        _detach([there.fileno(), *(file.fileno() for file in call.files)])
        with suppress(OSError):  # the parent may be gone
            there.sendall(json.dumps(_run_kept(call, there)).encode())
    finally:
        os._exit(0)


def _detach(open_descriptors: Iterable[int]) -> None:
    """Detach from the parent's terminal, signals and files; these descriptors stay open."""
    os.setsid()
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD):
        signal.signal(number, _do_nothing)  # unlike an ignored signal, not inherited by the program
    null = os.open(os.devnull, os.O_RDWR)
    for standard in range(3):
        os.dup2(null, standard)
    low = 3
    for descriptor in sorted(open_descriptors):
        os.closerange(low, descriptor)
        low = descriptor + 1
    os.closerange(low, os.sysconf("SC_OPEN_MAX"))
    control(PR_SET_CHILD_SUBREAPER, 1)


def _do_nothing(number: int, frame: object) -> None:
    pass


def _run_kept(call: _Call, there: socket.socket) -> dict[str, Any]:
    try:
        os.mkdir(call.folder, 0o700)
        try:
            for name, made in call.inputs.items():
                made.become(os.path.join(call.folder, name))
            code = _run(call, there)
            if call.leaves is not None:
                _copy(os.path.join(call.folder, call.leaves), call.output)
        finally:
            shutil.rmtree(call.folder, ignore_errors=True)
    except (OSError, ValueError) as error:
        return {"reason": getattr(error, "strerror", None) or str(error)}
    return {"code": code}


def _run(call: _Call, there: socket.socket) -> int:
    woken, waking = os.pipe()
    os.set_blocking(waking, False)
    signal.set_wakeup_fd(waking, warn_on_full_buffer=False)
    with open(os.devnull if call.reads is None else os.path.join(call.folder, call.reads), "rb") as source:
        process = subprocess.Popen(
            call.words,
            stdin=source,
            stdout=call.output,
            stderr=call.errors,
            start_new_session=True,
            cwd=call.current or call.folder,
            preexec_fn=_beginning(os.getpid(), call.memory, call.most),
        )
    try:
        while not _has_ended(process.pid):
            readable, _, _ = select.select([there.fileno(), woken], [], [])
            if there.fileno() in readable:
                break
            os.read(woken, 4096)
    finally:
        _end_all(process)
    return process.returncode


def _beginning(keeper: int, memory: int | None, most: int) -> Callable[[], None]:
    """The preparation in the program's process before it executes the program."""
    import resource

    def apply() -> None:
        die_with(keeper)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if memory is not None:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    return apply


def _has_ended(pid: int) -> bool:
    """Whether a child has ended; it remains a zombie, so that its process id is not reused."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _end_all(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    # On Linux every orphaned descendant becomes a child of this process, in any process group.
    while children := _children():
        for child in children:
            os.kill(child, signal.SIGKILL)
        for child in children:
            os.waitpid(child, 0)


def _children() -> list[int]:
    try:
        with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:
            return [int(word) for word in file.read().split()]
    except OSError:
        return []


def _copy(path: str, output: IO[bytes]) -> None:
    output.truncate(0)
    output.seek(0)
    with suppress(FileNotFoundError), open(path, "rb") as left:
        shutil.copyfileobj(left, output, _COPIED)
    output.flush()
