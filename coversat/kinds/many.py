"""Functions of one problem, asked of many: a source that stands for many gives a sequence of results."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial, wraps
from itertools import islice
from typing import (
    TYPE_CHECKING,
    Any,
    Concatenate,
    Generic,
    NoReturn,
    ParamSpec,
    Protocol,
    TypeAlias,
    TypeVar,
    overload,
)

from ..base.arguments import refuse_part, share
from ..base.errors import ArgumentError
from ..base.undecided import Shown
from ..problems import AnyProblem
from .sources import Source, members, read

if TYPE_CHECKING:
    import pandas

P = ParamSpec("P")
T_co = TypeVar("T_co", covariant=True)
M_co = TypeVar("M_co", covariant=True)
T = TypeVar("T")


class HasProblem(Protocol):
    """What has a problem, such as a `Model`."""

    @property
    def problem(self) -> AnyProblem: ...


One: TypeAlias = str | os.PathLike[str] | AnyProblem | HasProblem | list[list[Any]]
Many: TypeAlias = list[Any] | tuple[Any, ...] | Iterator[Any]
"""For type checkers, which see no more of a `Source` than its class."""


class Results(Shown, Sequence[T], Generic[T]):
    """The results of many problems, in order; each is found when it is first wanted, and kept."""

    def __init__(self, results: Iterator[T]) -> None:
        self._left = results
        self._found: list[T] = []

    def __iter__(self) -> Iterator[T]:
        at = 0
        while self._holds(at):
            yield self._found[at]
            at += 1

    def _holds(self, at: int) -> bool:
        """Whether there is a result at this place, which is found by now."""
        while len(self._found) <= at:
            try:
                self._found.append(next(self._left))
            except StopIteration:
                return False
            except BaseException as error:  # whoever asks again is told again, and not that there are no more
                self._left = iter(partial(_raise, error), None)
                raise
        return True

    def __len__(self) -> int:
        while self._holds(len(self._found)):
            pass
        return len(self._found)

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[T]: ...
    def __getitem__(self, at: int | slice) -> T | Sequence[T]:
        if isinstance(at, slice) or at < 0 or not self._holds(at):
            len(self)
        return self._found[at]

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame of what each result gives as JSON, or of the results themselves."""
        from ..base.records import as_frame

        return as_frame([one.as_json() if hasattr(one, "as_json") else {"result": one} for one in self])

    def __getstate__(self) -> dict[str, Any]:
        """All results, which another process may be given."""
        len(self)
        return {"_left": iter(()), "_found": self._found}

    def __str__(self) -> str:
        return "\n".join(map(str, self))

    def _brief(self) -> str:
        return f"{len(self._found)} so far"


def _raise(error: BaseException) -> NoReturn:
    raise error


class OneOrMany(Protocol[P, T_co, M_co]):
    """A function of one problem or of many, as type checkers see it."""

    __name__: str

    @overload
    def __call__(self, source: One, *args: P.args, **options: P.kwargs) -> T_co: ...
    @overload
    def __call__(self, source: Many, *args: P.args, **options: P.kwargs) -> M_co: ...
    @overload
    def __call__(self, source: Source, *args: P.args, **options: P.kwargs) -> Any: ...


def one_or_many(function: Callable[Concatenate[Source, P], T]) -> OneOrMany[P, T, Sequence[T]]:
    """The function; of a source that stands for many problems, `Results` of calling it with each."""

    @wraps(function)
    def asked(source: Source, *args: P.args, **options: P.kwargs) -> Any:
        kind: Any = options.get("kind")
        inside = members(source, kind)
        part: Any = share(options.pop("part", None))
        if inside is None:
            refuse_part(part)
            return function(source, *args, **options)
        if options.get("output") is not None:
            raise ArgumentError("one file takes one problem: leave out `output`")
        problems: Iterator[AnyProblem] = (one for each in inside for one in read(each, kind))
        if part is not None:
            problems = islice(problems, part.number - 1, None, part.of)
        return Results(function(one, *args, **options) for one in problems)

    return asked
