"""Rules of the constraint language as text: the calls of Python that state them, read without running them.

::

    variable('x', range(1, 10))
    add(AllDifferent(('x', 'y')), 'row 1')
    show('x')

Only these calls are read, with numbers, texts, tuples, lists, sets, dictionaries, ranges and the names of the
language as arguments.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, get_args

from ..base.errors import ParseError
from . import Derived, Primitive
from .tables import Pairs, States, Steps

NAMES: Mapping[str, Callable[..., Any]] = {
    one.__name__: one for one in (*get_args(Primitive), *get_args(Derived))
}
"""The primitives and terms that a text may have."""
STATEMENTS = {"variable": (2, 2), "add": (2, 2), "show": (1, None)}
"""The calls that a text consists of, with the least and the most of their arguments."""


class Statement(NamedTuple):
    """A call in a text, and its place."""

    name: str
    arguments: tuple[Any, ...]
    line: int
    column: int

    def error(self, reason: str) -> ParseError:
        return ParseError(self.line, self.column, reason)


@dataclass
class _Reader:
    """Reads the arguments of calls; `first` is the line of the text in which they begin."""

    first: int
    depth: int = field(default=0)

    def error(self, node: ast.AST, expected: str) -> ParseError:
        line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
        return ParseError(self.first + line - 1, column + 1, f"expected {expected}")

    def value(self, node: ast.expr) -> Any:
        match node:
            case ast.Constant(value=int() | str() | None as value):
                return value
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as value)):
                return -value
            case ast.Tuple() | ast.List() | ast.Set():
                return tuple(map(self.value, node.elts))
            case ast.Dict():
                keys = [self.value(key) for key in node.keys if key is not None]
                return dict(zip(keys, map(self.value, node.values), strict=True))
            case ast.Call(func=ast.Name(id="range"), args=args, keywords=[]) if 1 <= len(args) <= 3:
                return self._made(node, range, list(map(self.value, args)), {})
            case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords) if name in NAMES:
                named = {str(one.arg): self.value(one.value) for one in keywords}
                return self._made(node, NAMES[name], list(map(self.value, args)), named)
        raise self.error(node, "a number, a text, a collection of these, or a primitive of the language")

    def _made(self, node: ast.expr, make: Callable[..., Any], args: list[Any], named: dict[str, Any]) -> Any:
        try:
            return make(*args, **named)
        except (TypeError, ValueError) as error:
            raise self.error(node, f"arguments of {getattr(make, '__name__', make)}: {error}") from None


def read_statements(lines: list[str], first: int) -> Iterator[Statement]:
    """The calls in some lines of a text; the first has this number. Raise `ParseError` for anything else."""
    reader = _Reader(first)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the words of labels, which are no code
            tree = ast.parse("\n".join(lines))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        at = getattr(error, "lineno", None) or 1, getattr(error, "offset", None) or 1
        raise ParseError(
            first + at[0] - 1, max(at[1], 1), f"expected calls of Python: {_why(error)}"
        ) from None
    calls = " or ".join(f"{name}(...)" for name in STATEMENTS)
    for node in tree.body:
        match node:
            case ast.Expr(value=ast.Call(func=ast.Name(id=name), args=args, keywords=[])) if (
                name in STATEMENTS
            ):
                least, most = STATEMENTS[name]
                if len(args) < least or (most is not None and len(args) > most):
                    raise reader.error(node, f"{least}{'' if most else ' or more'} arguments of {name}")
                line, column = first + node.lineno - 1, node.col_offset + 1
                try:
                    arguments = tuple(map(reader.value, args))
                except RecursionError:
                    raise reader.error(node, "fewer brackets inside each other") from None
                yield Statement(name, arguments, line, column)
            case _:
                raise reader.error(node, calls)


def _why(error: Exception) -> str:
    return str(getattr(error, "msg", error)) or type(error).__name__


_PIECE = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|, |[^'",]+|,""")
WIDTH = 100
"""The length of a line, after which a call goes on in the next one; readers of comments refuse long ones."""


def in_lines(call: str) -> Iterator[str]:
    """A call in lines, which begin with spaces after the first; no text between quotes is divided."""
    line = ""
    for piece in _PIECE.findall(call):
        if len(line) + len(piece) > WIDTH and line.endswith(", "):
            yield line.rstrip()
            line = "    "
        line += piece
    yield line


def written(value: Any) -> str:
    """A value, a term or a primitive as text that `read_statements` reads."""
    match value:
        case Pairs(pairs):
            return written(pairs)
        case States(states):
            return written(states)
        case Steps(moves):
            steps = (f"({written(a)}, {written(value)}): {written(b)}" for a, value, b in moves)
            return "{" + ", ".join(steps) + "}"
        case tuple() if hasattr(value, "_fields"):
            return f"{type(value).__name__}({', '.join(_arguments(value))})"
        case tuple():
            return f"({', '.join(map(written, value))}{',' if len(value) == 1 else ''})"
    return ascii(value)


def _arguments(value: Any) -> Iterator[str]:
    """The arguments of a primitive: those without a default, and others that differ from it, by name."""
    for name in value._fields:
        held = getattr(value, name)
        if name not in value._field_defaults:
            yield written(held)
        elif held != value._field_defaults[name]:
            yield f"{name}={written(held)}"
