"""Commands, and their options from the signatures and docstrings of the functions that they call."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import click

from ..base.arguments import RANGES
from . import options as shared
from .named import Named

Function = Callable[..., Any]


class Command(Named):
    """A command whose help ends with examples.

    * function: the public function that it calls; its parameters are options, but for those in `without`.
    """

    def __init__(
        self,
        name: str | None,
        *,
        params: Sequence[click.Parameter] = (),
        function: Function | None = None,
        without: Sequence[str] = (),
        examples: Sequence[str] = (),
        **attributes: Any,
    ) -> None:
        arguments = sum(isinstance(one, click.Argument) for one in params)
        own = frozenset((*without, *(one.name or "" for one in params)))
        if function is not None:
            params = [*params[:arguments], *options_of(function, own), *params[arguments:]]
        super().__init__(name, params=params, **attributes)
        self.function = function
        self.examples = tuple(examples)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.indentation(), formatter.section("Examples"):
            formatter.write("".join(f"{'':{formatter.current_indent}}{line}\n" for line in self.examples))


def command(
    function: Function | None = None,
    *,
    examples: Sequence[str],
    without: Sequence[str] = (),
    help: str | None = None,
) -> Callable[[Function], Command]:
    """Make a `Command` that calls a public function; its help is the docstring unless `help` is given."""
    return click.command(cls=Command, function=function, without=without, examples=examples, help=help)


_SHARED = {
    "kind": shared.kind,
    "case": shared.case,
    "timeout": shared.timeout,
    "nodes": shared.nodes,
    "via": shared.via,
    "memory": shared.memory,
    "part": shared.part,
}
"""Options that mean the same in every command."""
_TYPES: Mapping[str, tuple[Any, str]] = {
    "float | None": (shared.seconds, "SECONDS"),
    "Timeout": (shared.seconds, "SECONDS"),
    "Sides": (shared.sides, "RxC"),
    "str | None": (shared.name, "NAME"),
    "str": (shared.name, "NAME"),
    "str | os.PathLike[str] | None": (None, "FILE"),
}
"""The type of an option and its word in the help, by the annotation of the parameter."""


def options_of(function: Callable[..., Any], own: frozenset[str]) -> Iterator[click.Parameter]:
    """The options of the parameters of a function that have a value by default, but for a command's `own`."""
    about = _about(function)
    for parameter in inspect.signature(function).parameters.values():
        if parameter.name not in own and parameter.default is not parameter.empty:
            yield from _option(parameter, about.get(parameter.name, ""))


def _about(function: Callable[..., Any]) -> dict[str, str]:
    """What a function's docstring says of each parameter, and the function that it refers to."""
    docstring = function.__doc__ or ""
    referred = re.search(r"Parameters as for `(\w+)`", docstring)
    others = _about(function.__globals__[referred[1]]) if referred else {}
    return others | described(docstring)


def _option(parameter: inspect.Parameter, about: str) -> Iterator[click.Parameter]:
    name, written, default = parameter.name, parameter.annotation, parameter.default
    spelled = f"--{name.replace('_', '-')}"
    if name in _SHARED and not isinstance(default, float):
        yield from _made_by(_SHARED[name])
    elif name == "solver_command":
        yield from _made_by(shared.solver_command if default is None else shared.solver_commands)
    elif written.startswith("Sequence[str"):
        yield from _made_by(shared.chosen_names(about, name))
    elif written == "bool":
        yield click.Option([spelled, name], is_flag=True, help=about)
    elif written in _TYPES or written.removesuffix(" | None") == "int":
        value, metavar = _TYPES.get(written) or (shared.whole(*RANGES.get(name, (1, None))), "N")
        metavar = "FOLDER" if metavar == "FILE" and "folder" in about else metavar
        yield click.Option(
            [spelled, name], type=value, metavar=metavar, default=default, help=_with(about, default)
        )


def _made_by(decorator: Callable[[Any], Any]) -> list[click.Parameter]:
    """The parameters that a decorator adds to a function."""

    def function() -> None: ...

    made: list[click.Parameter] = decorator(function).__click_params__
    return made[::-1]


def _with(about: str, default: object) -> str:
    """The help with the value by default, if that is a number or a name."""
    if default is None or default == "":
        return about
    shown = f"{default:g}" if isinstance(default, float) else default
    return f"{about.removesuffix('.')} ({shown})."


def described(docstring: str) -> dict[str, str]:
    """What a docstring in the style of numpy says of each parameter, up to a semicolon."""
    lines = inspect.cleandoc(docstring).split("\n")
    if "Parameters" not in lines:
        return {}
    found: dict[str, list[str]] = {}
    words: list[str] = []
    for line in lines[lines.index("Parameters") + 2 :]:
        if line.startswith(" "):
            words.append(line.strip())
        elif line:
            words = []  # of all names in the line
            found |= dict.fromkeys(line.partition(" : ")[0].split(", "), words)
        else:
            break
    said = {
        name: " ".join(words).partition(";")[0].replace("``", "'").replace("`", "")
        for name, words in found.items()
    }
    return {name: f"{about.removesuffix('.')}." if about else "" for name, about in said.items()}
