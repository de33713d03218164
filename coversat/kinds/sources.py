"""Problems from what users hold: texts, files, rows of numbers, and objects of other packages."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from reprlib import repr as brief
from typing import Any, TypeAlias

from ..base.arguments import text, whole
from ..base.errors import ArgumentError, InputError, ParseError
from ..base.files import read_text, shown
from ..problems import AnyProblem, Problem, Reading, Wanted, problem_class
from ..problems import read as read_problems
from ..problems.folders import files_in
from ..problems.kind import find

Source: TypeAlias = Any
"""A problem; the name of a file, or a text; rows of values, such as an array of numpy; a `Model`; a ``CNF``
of PySAT; a graph of networkx, with a kind such as ``colouring 3``; or many of these, see `members`."""


def read(
    source: Source,
    kind: str | None = None,
    *,
    form: str | None = None,
    strict: bool = False,
    case: int | None = None,
) -> tuple[AnyProblem, ...]:
    """Read every problem in a file or a text, or make one of an object.

    Every function takes these problems. So what needs more than a `kind` to be read is read first.

    Parameters
    ----------
    source : Problem, str, Path, or another object
        Of a list, a tuple, an iterator, a column of pandas, an array of texts or a folder, the problems in
        all of its members. Rows of values are lists of lists, or an array of numpy with two dimensions; 0 and
        None are blank. A ``CNF`` of PySAT is a formula. A graph of networkx needs a kind.
    kind : str, optional
        Try only forms of this kind; see `coversat.KINDS`. The name of a file of Python is that of the kind
        that it defines; see `load_kind`. With a graph, and with rows of a kind whose texts begin with other
        numbers than rows and columns, these follow, as in ``colouring 3`` and ``starbattle 2``.
    form : str, optional
        Try only forms of this name, such as ``oneline``; ``coversat list forms`` has them.
    strict : bool
        Refuse a text of which something that may state a rule is not read.
    case : int, optional
        Only the puzzle of this number, from 1.

    Raises
    ------
    InputError
        If the text is in no known form, can be read in several ways, or is malformed, with its line and
        column; or if there is no such file.
    ArgumentError
        For another object.

    Examples
    --------
    >>> import coversat
    >>> coversat.read("langford 3")
    (Langford.parse('langford 3\\n'),)
    >>> (sudoku,) = coversat.read([[1, 0, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]])
    >>> sudoku.givens[0]
    (1, None, None, None)
    """
    if case is not None:
        return (only(source, kind, case, form, strict)[0],)
    return opened(source, kind, form, strict)[0]


def opened(
    source: Source, kind: str | None, form: str | None = None, strict: bool = False
) -> tuple[tuple[AnyProblem, ...], str]:
    """The problems, and the name of the form in which their answers are printed; empty for the usual one."""
    if isinstance(source, Problem):
        return (source,), ""
    if (held := _held(source)) is not None:
        return (held,), getattr(getattr(source, "form", None), "name", "")
    if (inside := members(source, kind)) is not None:
        return tuple(one for part in inside for one in read(part, kind, form=form, strict=strict)), ""
    words = [] if kind is None else text("kind", kind).split()
    if hasattr(source, "edges") and hasattr(source, "nodes"):
        return (_of_graph(source, words),), ""
    if hasattr(source, "clauses") and hasattr(source, "nv"):
        return (problem_class("cnf").from_pysat(source),), ""  # type: ignore[attr-defined]
    if isinstance(source, (str, os.PathLike)):
        wanted = wanted_of(kind, form, strict)
        reading = _read(source, *_text_of(source), wanted)
        return reading.problems, reading.form.name
    return _of_rows(source, words), ""


def wanted_of(kind: str | None, form: str | None = None, strict: bool = False) -> Wanted:
    """What is stated about a text, with the kind that a file of Python defines by its name."""
    return Wanted(None if kind is None else _stated(kind), form, strict)


def _stated(kind: str) -> str:
    from .definitions import kind_named  # what runs files is not for short commands

    return kind_named(kind)


def problem_in(source: Source, kind: str | None = None) -> AnyProblem:
    """The only problem in a source; see `only`."""
    return only(source, kind)[0]


def only(
    source: Source,
    kind: str | None = None,
    case: int | None = None,
    form: str | None = None,
    strict: bool = False,
) -> tuple[AnyProblem, str]:
    """The only problem in a source, or that of a number, and the name of the form of its answers.

    Raise `InputError` or `ArgumentError` as for `read`; when it holds several and there is no `case`; when it
    holds no such case.
    """
    problems, found = opened(source, kind, form, strict)
    if len(problems) == 1 or case is not None:
        number = 1 if case is None else whole("case", case)
        if number <= len(problems):
            return problems[number - 1], found
    name = (
        os.fspath(source)
        if isinstance(source, (str, os.PathLike)) and "\n" not in str(source)
        else "the text"
    )
    holds = f"it holds {len(problems)} puzzles"
    if case is not None:
        raise InputError(name, f"there is no case {case}; {holds}")
    raise InputError(name, f"{holds}: coversat.read gives them all, and case= chooses one")


def named(source: Source, kind: str | None = None) -> list[tuple[str, AnyProblem]]:
    """Every problem in a source with a name: its own, or that of the file or the kind, and its number."""
    found = [pair for part in _parts(source, kind) for pair in _named_in(part, kind)]
    numbers = [f" #{number}" if len(found) > 1 else "" for number in range(1, len(found) + 1)]
    return [
        (name or f"{problem.kind}{number}", problem)
        for (name, problem), number in zip(found, numbers, strict=True)
    ]


def _named_in(part: Source, kind: str | None) -> list[tuple[str, AnyProblem]]:
    """The problems in one source, named if it is a file or has a name itself."""
    problems = read(part, kind)
    if isinstance(part, (str, os.PathLike)) and "\n" not in os.fspath(part) and os.path.exists(part):
        return [(f"{shown(os.fspath(part))} #{number}", one) for number, one in enumerate(problems, 1)]
    own = "" if _held(part) is None else getattr(part, "name", "")
    return [(own, one) for one in problems]


def members(source: Source, kind: str | None = None) -> Iterator[Source] | None:
    """The sources of which one consists that stands for many problems; None if it stands for one.

    Its type decides, and never what is in its texts: folders, lists, tuples, iterators, columns of pandas,
    and arrays of one or three dimensions stand for many; rows of values and arrays of two dimensions are one
    board.
    """
    if isinstance(source, (str, os.PathLike)):
        if (isinstance(source, str) and "\n" in source) or not os.path.isdir(source):
            return None
        return iter(files_in([os.fspath(source)], wanted_of(kind))[0])
    if _held(source) is not None:
        return None
    if hasattr(source, "shape"):
        return iter(source) if len(source.shape) in (1, 3) else None
    if isinstance(source, (list, tuple)):
        return None if source and all(map(_is_row, source)) else iter(source)
    return source if isinstance(source, Iterator) else None


def _held(source: Any) -> AnyProblem | None:
    """The problem of an object that has one, such as a `Model`."""
    found = getattr(source, "problem", None)
    return found if isinstance(found, Problem) else None


def _is_row(value: Any) -> bool:
    """Whether a member of a list is a row of a board: a list itself, but not of problems or of rows."""
    return isinstance(value, (list, tuple)) and not any(
        isinstance(one, (Problem, list, tuple)) for one in value
    )


def _parts(source: Source, kind: str | None) -> Iterator[Source]:
    found = members(source, kind)
    return iter((source,)) if found is None else found


def _text_of(source: str | os.PathLike[str]) -> tuple[str | None, str]:
    """The name of the file, if it is one, and the text."""
    if isinstance(source, str) and ("\n" in source or not os.path.exists(source)):
        return None, source
    return os.fspath(source), read_text(source)


def _read(source: Source, name: str | None, content: str, wanted: Wanted) -> Reading:
    try:
        return read_problems(content, wanted, name)
    except ParseError as error:
        refused = InputError.of_text(name or "<text>", content, error)
        if name is None and isinstance(source, str) and "\n" not in source:
            refused = InputError(source, f"no file has this name, and as a text: {error.reason}")
        if error.hint:  # which speaks of options of the command line
            hint = error.hint.replace("--kind", "kind=").replace("--form", "form=")
            refused.add_note(f"coversat.read: {hint}")
        raise refused from None


def _of_rows(source: Any, words: list[str]) -> tuple[AnyProblem, ...]:
    """The problem whose text has these rows of values, below the heading of its kind."""
    values = source.tolist() if hasattr(source, "tolist") else source
    rows = list(values) if isinstance(values, Iterable) and not isinstance(values, (bytes, dict)) else []
    if not rows or not all(isinstance(row, (list, tuple)) and row for row in rows):
        if hasattr(source, "columns"):
            raise ArgumentError("a source is a column of a data frame; coversat.audit takes all of it")
        raise ArgumentError(f"a source is a problem, the name of a file or a text, not {brief(source)}")
    text = "".join(" ".join(map(_token, row)) + "\n" for row in rows)
    kind = _stated(words[0]) if words else None
    if kind is None or find(kind).may_begin("."):
        return _read("the rows", "<rows>", text, Wanted(kind)).problems
    sizes = [str(len(rows)), str(len(rows[0]))]
    headings = [words[1:]] if len(words) > 1 else [sizes, sizes[:1]]
    errors = []
    for heading in headings:
        try:
            return _read("the rows", "<rows>", f"{' '.join([kind, *heading])}\n{text}", Wanted(kind)).problems
        except InputError as error:
            errors.append(error)
    raise max(errors, key=lambda error: (error.line or 0, error.column or 0))


def _token(value: Any) -> str:
    """A value as a word; blank if it is None or 0."""
    word = "." if value is None or value == 0 else str(value)
    if word.split() != [word] or isinstance(value, (bool, float)):
        raise ArgumentError(f"a row has whole numbers and words, not {brief(value)}")
    return word


def _of_graph(graph: Any, words: list[str]) -> AnyProblem:
    if not words:
        raise ArgumentError("a graph alone is no problem: name its kind, such as kind='colouring 3'")
    name, *numbers = words
    problem: Any = problem_class(_stated(name))
    heading = getattr(problem, "heading", None)
    if heading is None or "graph" not in getattr(problem, "__dataclass_fields__", {}):
        raise ArgumentError(f"a {name} is no problem of one graph")
    if len(numbers) != len(heading) or not all(number.isdecimal() for number in numbers):
        needed = " ".join([name, *(key.upper() for key in heading)])
        raise ArgumentError(f"expected kind={needed!r} with numbers, found {' '.join(words)!r}")
    try:
        return problem(graph, **dict(zip(heading, map(int, numbers), strict=True)))  # type: ignore[no-any-return]
    except ValueError as error:
        raise ArgumentError(str(error)) from None
