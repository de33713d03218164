"""The hierarchy of errors, each class with its exit code.

::

    CoversatError            2
      ArgumentError          2   an argument of a function that makes no sense
      ParseError             2   a text that does not describe a problem; line and column
      InputError             2   the same of a file, with the line; or a file that cannot be read
      UnknownKindError       2   no kind of problem of this name
      UnknownRouteError      2   a route's name that does not exist
      ReductionError         2   an instance that an encoding or a search does not support
      SolverError            2   a solver that does not support a request, or misbehaves
      LimitReachedError      3   a limit was reached first: the result is unknown
      DecodeError            2   an exported file that does not state its origin, or was changed
        WrongModelError      1   an answer of a formula or a cover that is none
      CertificateError       2   a certificate that cannot be written, or one that is refused
      PluginError            2   an installed package that offers something that cannot be loaded
      WrongAnswerError       4   a route returned a wrong answer: a fault in coversat or in a solver

Higher layers derive their own errors from these.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar

YES, NO, BAD, UNKNOWN, FAULT, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 3, 4, 130, 141
"""Exit codes: yes or done, no, bad usage or input, unknown, a fault of coversat itself, interrupted, and
output closed by its reader (as shells report SIGPIPE).
"""

_CONTROL = r"[\x00-\x1f\x7f-\x9f\u2028\u2029]"


def visible(text: str, kept: str = "") -> str:
    """A text as it can be printed: control characters except those in `kept` are escaped.

    So a name is always one line, and no input can control a terminal.
    """
    if text.isprintable():
        return text
    return re.sub(_CONTROL, lambda one: one[0] if one[0] in kept else ascii(one[0])[1:-1], text)


class CoversatError(Exception):
    """The base class of all errors; its text is one sentence without a full stop."""

    exit_code: ClassVar[int] = BAD
    hint: str = ""
    """Advice for the command line; no message mentions its commands or options."""
    ends_run: ClassVar[bool] = False
    """Whether the whole run ends, because the puzzle is not the cause."""

    def __init__(self, *args: object, hint: str = "") -> None:
        super().__init__(*args)
        if hint:
            self.hint = hint

    def with_hint(self) -> str:
        head, *context = str(self).split("\n")
        return "\n".join([f"{head}; {self.hint}" if self.hint else head, *context])


class ArgumentError(CoversatError, ValueError):
    """An argument of a function of the library that makes no sense; the message names it."""


class IncompleteFormulaWarning(UserWarning):
    """A formula is handed over whose clauses alone have models that are no answers."""


class ParseError(CoversatError, ValueError):
    """A text that does not describe a problem (or an answer).

    Attributes
    ----------
    line, column : int
        The place of the error, both from 1.
    reason : str
        What was found and what was expected, in one sentence without a full stop.
    hint : str
        Advice for the command line, shown only there.
    """

    def __init__(self, line: int, column: int, reason: str, hint: str = "") -> None:
        super().__init__(f"line {line}, column {column}: {reason}")
        self.line = line
        self.column = column
        self.reason = reason
        self.hint = hint

    def __reduce__(self) -> tuple[type[ParseError], tuple[int, int, str, str]]:
        return type(self), (self.line, self.column, self.reason, self.hint)


class InputError(CoversatError):
    """A file that cannot be read or understood.

    Attributes
    ----------
    file, message : str
    line, column : int or None
        The place of the error, from 1, if it is known.
    source : str
        The text of that line.
    hint : str
        Advice for the command line.
    """

    def __init__(
        self,
        file: str,
        message: str,
        line: int | None = None,
        column: int | None = None,
        source: str = "",
        hint: str = "",
    ) -> None:
        super().__init__(file, message, line, column, source, hint)
        self.file = file
        self.message = message
        self.line = line
        self.column = column
        self.source = source
        self.hint = hint

    @classmethod
    def of_text(cls, file: str, text: str, error: ParseError) -> InputError:
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        source = lines[error.line - 1] if 1 <= error.line <= len(lines) else ""
        return cls(file, error.reason, error.line, error.column, source, error.hint)

    def __str__(self) -> str:
        """The message: the place, what was expected, the line and a caret."""
        if self.line is None or self.column is None:
            return f"{visible(self.file)}: {self.message}"
        head = f"{visible(self.file)}:{self.line}:{self.column}: {self.message}"
        # Of a long line, the part around the place.
        start = max(0, self.column - 1 - _CONTEXT // 2) if len(self.source) > _CONTEXT else 0
        shown = "".join(c if c.isprintable() else " " for c in self.source[start : start + _CONTEXT])
        return f"{head}\n  {shown}\n  {' ' * (self.column - 1 - start)}^"


_CONTEXT = 66
"""The most characters shown of an input line."""


class UnknownKindError(CoversatError, KeyError):
    """No kind of problem, or no form of a kind, has this name."""

    def __str__(self) -> str:
        return str(self.args[0])  # not its repr, as for a KeyError


class PluginError(CoversatError):
    """An installed package offers something that cannot be loaded."""


class UnknownRouteError(CoversatError, ValueError):
    """A route's name that does not exist; the message lists similar names."""


class ReductionError(CoversatError, ValueError):
    """An instance that an encoding or a direct search does not support, with the reason."""


class SolverError(CoversatError):
    """A solver that does not support a request, or misbehaves."""


class DecodeError(CoversatError, ValueError):
    """An exported file does not state its origin, or was changed."""


class WrongModelError(DecodeError):
    """What a solver found is well-formed and wrong: its model or cover is none."""

    exit_code: ClassVar[int] = NO


class CertificateError(CoversatError):
    """A certificate that cannot be written, or one that is refused."""


class LimitReachedError(CoversatError):
    """A limit of nodes, time or memory was reached; the text names it, as in ``2 seconds``.

    Attributes
    ----------
    file : str or None
        The file that was being read, if reading took too long.
    """

    exit_code = UNKNOWN
    file: str | None = None


class TimeOverError(LimitReachedError):
    """A deadline has passed."""


class WrongAnswerError(CoversatError):
    """A route returned an answer that breaks the problem's rules: a fault in coversat or in a solver."""

    exit_code = FAULT
    ends_run = True


class WrongEncodingError(WrongAnswerError):
    """An encoding in a file of a user led to such an answer."""

    exit_code = BAD


# How many answers a puzzle has is a `solvers.findings.Verdict`; what a route did besides, a status of
# `comparing.rows`. These are the other statuses of results, in JSON and on terminals.
CODES: Mapping[str, int] = {
    "accepted": YES,  # a proof, or steps: every step follows
    "refused": NO,
    "incomplete": UNKNOWN,  # a model that a rule excludes which no clause of its formula states
    "none": NO,  # there is no answer, or reasoning leads to none
    "equal": YES,  # two statements of the same rules
    "different": NO,
    "right": YES,  # an answer, a player's entries, or what a reduction or an encoding claims
    "wrong": NO,
    "exact": YES,  # candidates: all are known
    "partial": UNKNOWN,
    "solved": YES,  # reasoning leads to the answer
    "open": YES,  # nothing more follows by steps,
    "search": YES,  # or by propagation
    "step": YES,  # a hint: there is a next step
    "complete": YES,  # nothing is left to enter
    "unknown": UNKNOWN,  # a limit came first, a program of a user was stopped, or nothing could be tried
}
