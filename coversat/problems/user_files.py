"""Files of Python that a user defines something in: their text, and where in them an error is."""

from __future__ import annotations

import inspect
import linecache
import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, NoReturn, TypeVar

from ..base.errors import CoversatError, InputError

T = TypeVar("T")
ENDING = ".py"
"""The ending of a file that defines a kind."""


def text_of(name: str) -> str:
    """The text of a file that defines something; it is read more than once, so pipes are refused.

    Raise `InputError` if it cannot be read.
    """
    from pathlib import Path

    try:
        path = Path(name)
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise InputError(name, "expected a regular file")
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise InputError(name, "it is not UTF-8") from None
    except (OSError, ValueError) as error:  # of which one is for a name with a null character
        raise InputError(name, getattr(error, "strerror", None) or str(error)) from None


class SettingError(ValueError):
    """A setting of a class, an attribute, that cannot be."""

    def __init__(self, setting: str, message: str) -> None:
        super().__init__(f"{setting}: {message}")
        self.setting = setting


@contextmanager
def located(file: str) -> Iterator[None]:
    """Raise any exception of code in a file of a user as an `InputError` with the line; "" for no file.

    `os._exit` is such an exception too: its exit code 0 would be taken for a yes.
    """
    leave, process = os._exit, os.getpid()

    def stop(code: int) -> NoReturn:
        if os.getpid() != process:  # a process that the code started ends by this
            leave(code)
        raise SystemExit(code)

    try:
        if file:
            os._exit = stop  # type: ignore[assignment]
        yield
    except (CoversatError, MemoryError):
        raise
    except (Exception, SystemExit, GeneratorExit) as error:  # the exit code is for the command to give
        closed = isinstance(error, GeneratorExit) and _last_line(error, file) is None
        if not file or closed:  # a generator of coversat that nobody reads on
            raise
        raise _mistake(error, file) from error
    finally:
        os._exit = leave


def _mistake(error: BaseException, file: str) -> InputError:
    where = _last_line(error, file)
    if isinstance(error, SettingError):
        where = line_stating(error.setting, file, where)
    kind = "" if isinstance(error, ValueError) and _is_ours(error) else f"{type(error).__name__}: "
    words = f"{kind}{error}".removesuffix(": ")
    return InputError(file, words) if where is None else mistake_at(file, where, words)


def _is_ours(error: BaseException) -> bool:
    """Whether coversat itself raised it, so that its message says all."""
    modules = [str(frame.f_globals.get("__name__")) for frame, _ in _frames(error)]
    return bool(modules) and modules[-1].startswith("coversat.")


def line_stating(name: str, file: str, after: int | None) -> int | None:
    """The first line, from `after` on, that assigns to a name or defines it; `after` if there is none."""
    linecache.checkcache(file)
    states = re.compile(rf"\s*(def\s+)?{name}\b\s*(\(|:[^=]|=)")
    for number in range(after or 1, len(linecache.getlines(file)) + 1):
        if states.match(linecache.getline(file, number)):
            return number
    return after


USER_MODULE = "coversat_file_"
"""The names of the modules of users' files begin with it."""


def mistake_of_user(error: BaseException) -> InputError | None:
    """What code of a user's file raised that coversat called, such as the relation of a rule; or None."""
    file = ""
    for frame, _ in _frames(error):
        module = str(frame.f_globals.get("__name__"))
        if module.startswith(USER_MODULE):
            file = frame.f_code.co_filename
        elif module.startswith("coversat."):
            file = ""
    return _mistake(error, file) if file else None


def line_of_user(error: BaseException | None = None) -> int | None:
    """The innermost line of a user's file that raised an error, or without one, that is being run."""
    from traceback import walk_stack  # for mistakes only

    frames = walk_stack(None) if error is None else reversed(_frames(error))
    names = ((str(frame.f_globals.get("__name__")), line) for frame, line in frames)
    return next((line for name, line in names if name.startswith(USER_MODULE)), None)


def listed(file: str, method: Callable[..., Iterable[T]], *arguments: Any) -> Iterable[T]:
    """What a method in a file of a user lists; raise `InputError` if it lacks a `yield`."""
    try:
        found: Any = method(*arguments)
    except TypeError as error:
        if _last_line(error, file) is not None:
            raise
        raise mistake_in(file, method, str(error)) from None  # it takes other parameters
    if isinstance(found, Iterable):
        return found
    words = f"{method.__name__}() returns {found!r:.40} and yields nothing"
    raise mistake_in(file, method, words)


def board_made(kind: Any, method: Callable[..., T], *arguments: Any) -> T:
    """The board of this kind that one of its methods makes, or None.

    Raise `InputError` if a user's file makes something else.
    """
    found = method(*arguments)
    if kind.source_file and not (found is None or isinstance(found, kind)):
        words = f"{method.__name__}() returns {found!r:.40}; expected a board of {kind.__name__}, or None"
        raise mistake_in(kind.source_file, method, words)
    return found


def mistake_in(file: str, method: Callable[..., Any], words: str) -> InputError:
    """An error about a method in a file of a user, at its first line."""
    return mistake_at(file, inspect.unwrap(method).__code__.co_firstlineno, words)


def mistake_at(file: str, line: int, words: str) -> InputError:
    """An error about a line of a file of a user, with the line as the file has it now."""
    linecache.checkcache(file)
    source = linecache.getline(file, line).rstrip("\n")
    return InputError(file, words, line, len(source) - len(source.lstrip()) + 1, source)


def _last_line(error: BaseException, file: str) -> int | None:
    """The line of a file in which an exception was raised, as far as it is in this file."""
    lines = [line for frame, line in _frames(error) if frame.f_code.co_filename == file]
    return lines[-1] if lines else None


def _frames(error: BaseException) -> list[tuple[FrameType, int]]:
    """The frames that an exception passed, the innermost last, each with its line."""
    from traceback import walk_tb  # for mistakes only

    return [*walk_tb(error.__traceback__)]


ENCODING_FILES: dict[str, str] = {}
"""By the names of encodings that were loaded, the files that define them."""


def rests_on(route: str | None) -> str | None:
    """The files of users that define encodings of a route, by its name; None if there are none."""
    names = (route or "").replace(" and ", "/").split("/")
    return ", ".join(file for name, file in ENCODING_FILES.items() if f"cnf:{name}" in names) or None
