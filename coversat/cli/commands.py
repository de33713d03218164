"""Commands with their options and arguments as values: how words are read.

Options stand anywhere among the arguments, until a ``--``.  A value is the word behind its option, or stands
behind ``=``, or directly behind a short name.  Nothing is abbreviated.  Of an option that is given twice the
last one counts, unless it takes several.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from ..errors import BAD, YES, CoversatError, visible

PROGRAM = "coversat"

Reader = Callable[[str], Any]
"""Makes a value of a word; raises `ValueError` with what is wrong with it."""


class UsageError(CoversatError):
    """Words that a command does not take; `usage` and `command` are told by whoever runs it."""

    exit_code = BAD
    usage = ""
    command = PROGRAM


def echo(text: str = "", err: bool = False, end: str = "\n") -> None:
    """Print at once, to standard output or to standard error, so that their order is kept.

    What people read holds no control characters; what goes to a file or another program stays as it is.
    """
    stream = sys.stderr if err else sys.stdout
    if err or stream.isatty():
        text = visible(text, kept="\n\t")
    stream.write(text + end)
    stream.flush()


class Choice:
    """Reads one of several names."""

    def __init__(self, names: Iterable[str]) -> None:
        # A sequence of names may grow: there may be more kinds later.
        self.names = names if isinstance(names, Sequence) else tuple(names)

    def __call__(self, word: str) -> str:
        """The name."""
        if word not in self.names:
            raise ValueError(f"{word!r} is not one of {', '.join(map(repr, self.names))}")
        return word


def integer(word: str) -> int:
    """A whole number, which may be negative."""
    try:
        return int(word)
    except ValueError:
        raise ValueError(f"{word!r} is not a valid integer") from None


class Whole:
    """Reads a whole number from `least` up."""

    def __init__(self, least: int = 1) -> None:
        self.least = least

    def __call__(self, word: str) -> int:
        """The number."""
        number = integer(word)
        if number < self.least:
            raise ValueError(f"{number} is less than {self.least}")
        return number


class Option(NamedTuple):
    """What may be said by a name.

    Attributes
    ----------
    name : str
        As it is typed: ``--output``.
    help : str
        A sentence or two.
    metavar : str
        What stands for the value; empty for a flag, which has none.
    to : str
        The parameter of the function; by the name where nothing is said.
    short : str
        Another name: ``-o``.
    read : word -> value
    default : value
        Where the option is not given; of a flag False, of one that takes several none.
    several, required : bool
    """

    name: str
    help: str
    metavar: str = ""
    to: str = ""
    short: str = ""
    read: Reader = str
    default: Any = None
    several: bool = False
    required: bool = False

    @property
    def key(self) -> str:
        """The parameter of the function."""
        return self.to or self.name.lstrip("-").replace("-", "_")

    @property
    def names(self) -> tuple[str, ...]:
        """All of them, the short one first."""
        return (self.short, self.name) if self.short else (self.name,)

    def value(self, words: Sequence[str]) -> Any:
        """What the words mean that were given for it."""
        if not self.metavar:
            return bool(words)
        if self.required and not words:
            raise UsageError(f"Missing option {_quoted(self.names)}")
        values = _values(self.read, words, _quoted(self.names))
        return values if self.several else (*(self.default,), *values)[-1]


class Argument(NamedTuple):
    """What is said by its place; one that takes several is the last."""

    key: str
    metavar: str
    read: Reader = str
    several: bool = False
    required: bool = True

    def value(self, words: Sequence[str]) -> Any:
        """What the words mean that stand in its place."""
        if self.required and not words:
            raise UsageError(f"Missing argument {self.metavar!r}")
        values = _values(self.read, words, repr(self.metavar))
        return values if self.several else (None, *values)[-1]


def _values(read: Reader, words: Iterable[str], shown: str) -> tuple[Any, ...]:
    try:
        return tuple(map(read, words))
    except ValueError as error:
        raise UsageError(f"Invalid value for {shown}: {error}") from None


def _quoted(names: Iterable[str]) -> str:
    return " / ".join(map(repr, names))


HELP = Option("--help", "Show this message and exit.", short="-h")


class Command(NamedTuple):
    """A function of what words say, which returns an exit code; see `takes`."""

    function: Callable[..., int]
    about: str
    arguments: tuple[Argument, ...]
    options: tuple[Option, ...]
    examples: tuple[str, ...]

    def run(self, name: str, words: Sequence[str]) -> int:
        """Call the function, or print what ``--help`` asks for; the exit code.

        Raises
        ------
        UsageError
            When these are no words for this command.
        """
        try:
            places, given = self._given(words)
            if HELP.key in given:
                echo(self.help(name))
                return YES
            values = {option.key: option.value(given.get(option.key, [])) for option in self.options[:-1]}
            return self.function(**values, **self._placed(places))
        except UsageError as error:
            error.usage, error.command = self.usage(name), f"{PROGRAM} {name}"
            raise

    def _given(self, words: Sequence[str]) -> tuple[list[str], dict[str, list[str]]]:
        """The words that stand in places, and those of each option; of a flag there are empty ones."""
        known = {name: option for option in self.options for name in option.names}
        places: list[str] = []
        given: dict[str, list[str]] = {}
        waiting = iter(words)
        for word in waiting:
            if word == "--":
                places.extend(waiting)
            elif not word.startswith("-") or word == "-":
                places.append(word)
            else:
                long = word.startswith("--")
                name, sign, rest = word.partition("=") if long else (word[:2], word[2:], word[2:])
                if name not in known:
                    raise UsageError(no_such("option", name, known))
                option = known[name]
                if not option.metavar and sign:
                    raise UsageError(f"Option {name!r} does not take a value")
                value = rest if sign or not option.metavar else next(waiting, None)
                if value is None:
                    raise UsageError(f"Option {name!r} requires an argument")
                given.setdefault(option.key, []).append(value)
        return places, given

    def _placed(self, words: list[str]) -> dict[str, Any]:
        values = {}
        for argument in self.arguments:
            count = len(words) if argument.several else 1
            values[argument.key] = argument.value(words[:count])
            words = words[count:]
        if words:
            raise UsageError(f"Got unexpected extra argument{'s'[len(words) == 1 :]} ({' '.join(words)})")
        return values

    def usage(self, name: str) -> str:
        """How it is called, in a line."""
        places = (argument.metavar for argument in self.arguments)
        return " ".join([f"Usage: {PROGRAM} {name} [OPTIONS]", *places])

    def help(self, name: str) -> str:
        """What ``--help`` prints."""
        from .helping import described

        examples = "\n".join(["  Examples:", *(f"    {line}" for line in self.examples)])
        return "\n\n".join([self.usage(name), *described(self.about, self.options), examples])


def takes(
    *parameters: Option | Argument, examples: Sequence[str], about: str | None = None
) -> Callable[[Callable[..., int]], Command]:
    """Make a command of a function, whose text is its help where no other is; a test runs the examples."""
    options = tuple(one for one in parameters if isinstance(one, Option))
    arguments = tuple(one for one in parameters if isinstance(one, Argument))

    def make(function: Callable[..., int]) -> Command:
        return Command(
            function, about or function.__doc__ or "", arguments, (*options, HELP), tuple(examples)
        )

    return make


def no_such(what: str, name: str, known: Iterable[str]) -> str:
    """That there is none of this name, and what was perhaps meant."""
    from difflib import get_close_matches

    near = get_close_matches(name, list(known))
    meant = f" (Did you mean{' one of:' if near[1:] else ''} {', '.join(map(repr, sorted(near)))}?)"
    return f"No such {what} {name!r}{'.' + meant if near else ''}"
