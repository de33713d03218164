"""One run, in a forked process with a folder, streams and limits of its own; and what it left."""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import resource
import select
import shutil
import signal
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from coversat.base.signals import PR_SET_CHILD_SUBREAPER, control
from fuzzing.cases import MEBIBYTE, Case, File

PATIENCE = 20.0
"""Seconds that a run gets on top of its limit; a busy machine is slow."""

UNLIMITED = 0.4
"""Seconds after which a run that has no limit hears Ctrl-C."""

LEFT = 5.0
"""Seconds in which all that a run began has to be gone."""

Program = Callable[[list[str]], None]


@dataclass
class Ended:
    """How a run ended, and what it left behind."""

    code: int
    """As `subprocess` has it: negative for a signal."""
    out: bytes
    err: bytes
    seconds: float
    late: bool
    signals: list[int]
    processes: list[str]
    before: dict[str, str] = field(default_factory=dict)
    after: dict[str, str] = field(default_factory=dict)


def adopt() -> None:
    """Let this process be the parent of whatever its runs leave."""
    if not control(PR_SET_CHILD_SUBREAPER, 1):
        raise OSError("the system does not say which processes are left")


def run(case: Case, program: Program, keep: Path | None = None) -> Ended:
    """Run it; all it needs is laid out before and cleared away afterwards."""
    base = Path(tempfile.mkdtemp(prefix="fuzz-", dir=keep))
    try:
        for name in ("work", "tmp"):
            (base / name).mkdir()
        with contextlib.ExitStack() as helpers:
            # What a hard link stands for is there before it.
            for name, file in sorted(case.files.items(), key=lambda each: each[1].sort == "hard"):
                _lay(base / "work", name, file, helpers)
            before = snapshot(base)
            ended = _run(case, program, base, helpers)
        ended.before, ended.after = before, snapshot(base)
        return ended
    finally:
        if keep is None:
            shutil.rmtree(base)


def snapshot(base: Path) -> dict[str, str]:
    """Each name below a folder, and what it stands for, without the content of what is no regular file."""
    return dict(_entries(os.fsencode(base), b""))


def _entries(base: bytes, below: bytes) -> Iterator[tuple[str, str]]:
    with os.scandir(os.path.join(base, below)) as found:
        for entry in sorted(found, key=lambda entry: entry.name):
            name = os.path.join(below, entry.name)
            status = entry.stat(follow_symlinks=False)
            said = stat.filemode(status.st_mode)
            if entry.is_symlink():
                said += os.fsdecode(os.readlink(entry.path))
            elif stat.S_ISREG(status.st_mode):
                with open(entry.path, "rb") as file:
                    digest = hashlib.file_digest(file, "sha256").hexdigest()
                said += f" {status.st_size} bytes, {digest[:12]}, names: {status.st_nlink}"
            yield os.fsdecode(name), said
            if stat.S_ISDIR(status.st_mode):
                yield from _entries(base, name)


def _lay(folder: Path, name: str, file: File, helpers: contextlib.ExitStack) -> None:
    path = folder / name
    if os.path.lexists(path) or "\0" in name:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    if file.sort == "link":
        path.symlink_to(file.target)
    elif file.sort == "hard":
        os.link(folder / file.target, path)
    elif file.sort == "folder":
        path.mkdir(exist_ok=True)
    elif file.sort == "full":
        with contextlib.suppress(PermissionError):
            os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 7))
    elif file.sort == "silent":
        os.mkfifo(path)
    elif file.sort in ("fifo", "drain"):
        os.mkfifo(path)
        feeds = file.sort == "fifo"
        helpers.enter_context(_helper(lambda: _feed(path, file.content) if feeds else _drain(path)))
    else:
        path.write_bytes(file.content)
        if file.sort == "unreadable":
            path.chmod(0)


@contextlib.contextmanager
def _helper(work: Callable[[], None]) -> Iterator[int]:
    pid = os.fork()
    if pid == 0:
        with contextlib.suppress(BaseException):
            work()
        os._exit(0)
    try:
        yield pid
    finally:
        with contextlib.suppress(ChildProcessError):
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def _feed(path: Path, content: bytes) -> None:
    with path.open("wb") as writer:
        writer.write(content)


def _drain(path: Path) -> None:
    with path.open("rb") as reader:
        while reader.read(1 << 16):
            pass


def _run(case: Case, program: Program, base: Path, helpers: contextlib.ExitStack) -> Ended:
    out, err = os.memfd_create("out"), os.memfd_create("err")
    begun, begin = os.pipe()
    with helpers:
        stream = out
        if case.stdout in ("gone", "head"):
            reading, stream = os.pipe()
            if case.stdout == "head":
                helpers.enter_context(_helper(lambda: _one_line(reading, stream)))
            os.close(reading)
        sys.stdout.flush()
        start = time.monotonic()
        pid = os.fork()
        if pid == 0:
            os.close(begun)
            _live(case, program, base, stream, err, begin)
        os.close(begin)
        if stream != out:
            os.close(stream)
        os.read(begun, 1)
        os.close(begun)
        code, signals, late = _follow(case, pid)
        seconds = time.monotonic() - start
    left = _left()
    said = []
    for number in (out, err):
        with os.fdopen(number, "rb") as file:
            file.seek(0)
            said.append(file.read())
    return Ended(code, said[0], said[1], seconds, late, signals, left)


def _one_line(reading: int, writing: int) -> None:
    os.close(writing)
    with os.fdopen(reading, "rb") as reader:
        reader.readline()


def _follow(case: Case, pid: int) -> tuple[int, list[int], bool]:
    """Wait for the end, with the signals that come in between; whether it came too late."""
    steps: list[tuple[float, int]] = []
    if case.signal is not None:
        steps.append((case.delay, case.signal))
    if case.seconds is None:
        steps.append((UNLIMITED, signal.SIGINT))
    steps.append((PATIENCE + (case.seconds or 0.0), signal.SIGKILL))
    sent: list[int] = []
    process = os.pidfd_open(pid)
    try:
        for delay, number in steps:
            if select.select([process], [], [], delay)[0]:
                break
            os.kill(pid, number)
            sent.append(number)
        else:
            sent.pop()
            return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), sent, True
    finally:
        os.close(process)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), sent, False


def _left() -> list[str]:
    """What still runs of all that was begun, by command lines; then none of it does."""
    end = time.monotonic() + LEFT
    while _alive():
        if time.monotonic() > end:
            break
        time.sleep(0.002)
    found = []
    while _alive():
        for pid in _children():
            with contextlib.suppress(OSError):
                found.append(
                    Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
                )
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.01)
    return found


def _alive() -> bool:
    """Whether there are children; those that are dead are forgotten."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return False
    return True


def _children() -> Iterator[int]:
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, parent = path.read_text().rpartition(")")[2].split()[:2]
            if int(parent) == os.getpid() and state != "Z":
                yield int(path.parent.name)


# In the child


def _live(case: Case, program: Program, base: Path, out: int, err: int, begin: int) -> None:
    """Never comes back."""
    code = 255
    try:
        for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)  # ignored where a shell or nohup began it in the background
        os.setsid()
        os.chdir(base / "work")
        os.environ["TMPDIR"] = str(base / "tmp")
        tempfile.tempdir = None
        _streams(case, out, err)
        _limit(case)
        if case.anew:
            os.write(begin, b"b")
            os.execv(sys.executable, [sys.executable, "-m", "coversat", *case.words])
        os.write(begin, b"b")
        os.close(begin)
        sys.argv = ["coversat", *case.words]
        program(case.words)
        code = 0
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 0 if ended.code is None else 1
    except BaseException:
        import traceback

        os.write(2, traceback.format_exc().encode())
        code = 1
    finally:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError, AttributeError):
                stream.flush()
        os._exit(code)


def _streams(case: Case, out: int, err: int) -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    dead, gone = os.pipe()
    os.close(dead)
    content = os.memfd_create("in")
    if case.stdin:
        os.write(content, case.stdin)
        os.lseek(content, 0, os.SEEK_SET)
    chosen = {"read": err, "gone": gone, "full": full, "closed": None}
    wanted = [None if case.stdin is None else content, {"full": full, "closed": None}.get(case.stdout, out)]
    wanted.append(chosen[case.stderr])
    kept = [None if number is None else os.dup(number) for number in wanted]
    for target, number in enumerate(kept):
        if number is None:
            with contextlib.suppress(OSError):
                os.close(target)
        else:
            os.dup2(number, target)
    for number in {full, gone, content, out, err, *(one for one in kept if one is not None)}:
        if number > 2:
            os.close(number)
    sys.stdin = sys.__stdin__ = _opened(0, "r") if case.stdin is not None else None  # type: ignore[assignment]
    sys.stdout = sys.__stdout__ = _opened(1, "w") if wanted[1] is not None else None  # type: ignore[assignment,misc]
    sys.stderr = sys.__stderr__ = _opened(2, "w") if wanted[2] is not None else None  # type: ignore[assignment,misc]


def _opened(number: int, mode: str) -> io.TextIOWrapper:
    """As Python itself opens its streams."""
    buffer = open(number, f"{mode}b", closefd=False)  # noqa: SIM115  # for as long as the process lives
    errors = "backslashreplace" if number == 2 else "strict"
    return io.TextIOWrapper(buffer, "utf-8", errors, line_buffering=number == 2, write_through=number == 2)


def _limit(case: Case) -> None:
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    used = 0 if case.anew else pages * resource.getpagesize()
    most = max(used + case.memory, 64 * MEBIBYTE)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (256 * MEBIBYTE, 256 * MEBIBYTE))
