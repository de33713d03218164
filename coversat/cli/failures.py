"""The message and the exit code of every exception that ends a command.

A command that could not be carried out never exits with 1, which means "no".
"""

from __future__ import annotations

import codecs
import errno
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

import click

from ..base.errors import (
    BAD,
    BROKEN_PIPE,
    FAULT,
    INTERRUPTED,
    UNKNOWN,
    CoversatError,
    InputError,
    LimitReachedError,
)
from ..base.files import inputs_kept, reason_of
from ..base.memory import ALL_USED, lacks_memory
from ..base.signals import heard_interrupts, held_back, in_main_thread, unsafe_to_raise
from ..base.version import VERSION
from .output import echo, in_words, show_error

Run = Callable[[list[str]], int]
"""Runs the words of a command line; returns an exit code."""

TRACEBACK = "COVERSAT_TRACEBACK"
"""The environment variable that shows the traceback of a fault."""


def call(run: Run, arguments: list[str] | None) -> int:
    """Run a command line; return its exit code, and report a failure on standard error."""
    given = sys.argv[1:] if arguments is None else arguments
    try:
        with _interruptible():
            try:
                with heard_interrupts(), inputs_kept():
                    code = run(given)
                sys.stdout.flush()
                return code
            except BrokenPipeError:
                return BROKEN_PIPE  # the reader has gone
            except SystemExit:
                raise
            except BaseException as error:
                options = given[: given.index("--")] if "--" in given else given
                return _report(error, "--json" in options)
            finally:
                _let_go_of_output()
    except KeyboardInterrupt:  # while the failure was reported
        return INTERRUPTED


RETRY = 0.002
"""Seconds of processor time after which Ctrl-C is raised again where it could not be."""


@contextmanager
def _interruptible() -> Iterator[None]:
    """Raise KeyboardInterrupt on Ctrl-C, which is never lost; other handlers than Python's own stay.

    Where an exception would be lost, in a destructor or an import, it is raised as soon as that is over.
    """
    usual = (signal.SIG_DFL, signal.default_int_handler)
    before = signal.getsignal(signal.SIGINT)
    if before not in usual or not in_main_thread():
        yield
        return
    timed = hasattr(signal, "setitimer")
    virtual = signal.signal(signal.SIGVTALRM, _on_interrupt) if timed else None
    try:
        signal.signal(signal.SIGINT, _on_interrupt)
        yield
    finally:
        with held_back():  # a signal that came before a change and is looked at after it is dropped by Python
            signal.signal(signal.SIGINT, before)
        if timed:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
            signal.signal(signal.SIGVTALRM, virtual)


def _on_interrupt(number: int, frame: FrameType | None) -> None:
    if hasattr(signal, "setitimer") and unsafe_to_raise(frame):
        signal.setitimer(signal.ITIMER_VIRTUAL, RETRY)
    else:
        raise KeyboardInterrupt


@contextmanager
def apart(name: str, as_json: bool, codes: list[int]) -> Iterator[None]:
    """Report what fails inside as an error of this file; its exit code is one of several."""
    try:
        yield
    except Exception as error:
        words, code = _outcome(MemoryError() if lacks_memory(error) else error)
        show_error(InputError(name, words.removeprefix("coversat: ")), as_json)
        codes.append(code)


def _report(error: BaseException, as_json: bool) -> int:
    """Report an exception; return its exit code."""
    if lacks_memory(error):
        error = MemoryError()
    if as_json and isinstance(error, CoversatError):
        try:
            show_error(error, as_json=True)
            sys.stdout.flush()
            return error.exit_code
        except BrokenPipeError:
            return BROKEN_PIPE
        except OSError as unwritable:
            error = unwritable
    text, code = _outcome(error)
    with suppress(OSError, ValueError):  # standard error may be closed
        echo(text, err=True)
    return code


def _outcome(error: BaseException) -> tuple[str, int]:
    """The message and the exit code for an exception."""
    if isinstance(error, KeyboardInterrupt):
        return "interrupted", INTERRUPTED
    if isinstance(error, click.UsageError):
        return _usage(error), BAD
    if isinstance(error, LimitReachedError):
        return f"coversat: stopped after {error}", error.exit_code
    if isinstance(error, CoversatError):
        return in_words(error), error.exit_code
    if isinstance(error, MemoryError):
        return ALL_USED, UNKNOWN
    if isinstance(error, OSError):
        return f"coversat: {_system_reason(error)}", BAD
    from ..problems.user_files import mistake_of_user

    mistake = mistake_of_user(error)
    return (_fault(error), FAULT) if mistake is None else (in_words(mistake), mistake.exit_code)


def _usage(error: click.UsageError) -> str:
    lines = [f"coversat: {error.format_message().removesuffix('.')}"]
    if error.ctx is not None:
        lines = [error.ctx.get_usage(), *lines, f"'{error.ctx.command_path} --help' says more"]
    return "\n".join(lines)


def _system_reason(error: OSError) -> str:
    if error.errno == errno.EBADF and error.filename is None:
        return "standard output is closed"  # see `whole_streams`
    return reason_of(error)


def _fault(error: BaseException) -> str:
    """A fault of coversat itself: what and where it is, and how to report it."""
    import traceback
    from pathlib import Path

    root = Path(__file__).parent.parent
    shown = "".join(traceback.format_exception(error)) if os.environ.get(TRACEBACK) else ""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if root in Path(frame.filename).parents]
    place = f" ({Path(own[-1].filename).relative_to(root.parent)}:{own[-1].lineno})" if own else ""
    what = "".join(traceback.format_exception_only(error)).strip()
    return (
        f"{shown}coversat: this is a fault of coversat, and no answer: {what}{place}\n"
        f"Please report the line above with the command, its input and the version ({VERSION}); "
        f"{TRACEBACK}=1 shows more."
    )


def whole_streams() -> None:
    """Open the standard streams that were closed, so that writing to them fails.

    Otherwise the next file that is opened would get the number of the stream, and be written to.
    """
    if sys.stdout is None:
        _open_as(1, os.O_RDONLY)
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    if sys.stderr is None:
        _open_as(2, os.O_WRONLY)
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    codecs.register_error(_SPELLED, _spelled)
    for stream in (sys.stdout, sys.stderr):
        if getattr(stream, "errors", "") == "strict":
            stream.reconfigure(errors=_SPELLED)  # type: ignore[union-attr]


_SPELLED = "coversat.spelled"


def _spelled(error: UnicodeError) -> tuple[bytes, int]:
    """Write undecodable bytes of a file name as they are, and other characters as escapes."""
    assert isinstance(error, UnicodeEncodeError)
    letters = error.object[error.start : error.end]
    return b"".join(map(_as_bytes, letters)), error.end


def _as_bytes(letter: str) -> bytes:
    return letter.encode("ascii", "surrogateescape" if "\udc80" <= letter <= "\udcff" else "backslashreplace")


def _open_as(number: int, flags: int) -> None:
    descriptor = os.open(os.devnull, flags)
    if descriptor != number:
        os.dup2(descriptor, number)
        os.close(descriptor)


def _let_go_of_output() -> None:
    """Prevent a second attempt at exit to write the remaining output."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            with suppress(OSError, ValueError):
                null = os.open(os.devnull, os.O_WRONLY)
                os.dup2(null, stream.fileno())
                os.close(null)
