"""Write `api.md`, the reference of the Python library, from docstrings, and what type checkers read of it.

python docs/make_api.py
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import coversat as public
from coversat.problems.kind import all_kinds

STUB = Path(public.__file__).with_suffix(".pyi")
PAGE = Path(__file__).parent / "api.md"
HEAD = """# In Python

`import coversat` gives everything below; names are imported when they are first used. What a function raises
derives from [`coversat.CoversatError`](#coversaterror). [A reduction, forwards and
backwards](reductions-in-python.md) is an introduction with programs of ten lines. `help(coversat.solve)`
prints the same text; this page is written by `python docs/make_api.py`.
"""
RESULTS_OF = {
    "check": "answering.sets.records.SetResults answering.sets.records.SetResult",
    "decode": "exchange.Decoded",
    "verify": "certificates.Examination certificates.certifying.AnswerExamination",
    "compare": "comparing.compare.Comparison comparing.rows.Row",
    "report": "comparing.report.Report",
    "metrics": "comparing.metrics.Structures",
    "strength": "comparing.strength.Strengths comparing.strength.Strength",
    "witness": "comparing.witness.Witness comparing.witness.NoWitness",
    "explain": """
        setters.explain.explain.NoAnswer setters.explain.explain.SeveralAnswers
        setters.explain.explain.OneAnswer setters.explain.explain.Unknown""",
    "candidates": "setters.explain.candidates.Candidates",
    "grade": "setters.grade.Grade",
    "steps": "setters.steps.values.Steps setters.steps.values.Step setters.steps.values.Fact",
    "hint": "setters.steps.hints.Hint setters.steps.hints.WrongEntry",
    "generate": "setters.generate.generate.Generated",
    "Reduced": "Cnf ExactCover",
    "primitives": "primitives.models.Rule primitives.models.GridModel",
}
"""Classes that are described after a public name, most of them those of its results."""

INNER = tuple(
    """
    Decoded Comparison NoAnswer SeveralAnswers OneAnswer Unknown Candidates Grade Steps Step Fact Hint
    WrongEntry Generated Strengths Strength Witness NoWitness Row Report Structures SetResults SetResult
    Examination AnswerExamination
    """.split()
)
RESULTS = (*INNER, "coversat.Reduced", "coversat.Found", "coversat.Findings", "coversat.encodings.Encoded")
"""Classes whose objects only the library makes: no signature is shown, and some have no public name."""

_RULE = re.compile(r"^-{3,}$")


def page() -> str:
    """The text of the page."""
    contents, sections = [], []
    for title, names in public._sections().items():
        paths = (path for name in names for path in (name, *RESULTS_OF.get(name, "").split()))
        things = [pair for path in paths for pair in _things(path)]
        links = (f"[{name.removeprefix('coversat.')}](#{_anchor(name)})" for name, _ in things)
        contents.append(f"* {title}: {', '.join(links)}")
        sections += [f"## {title}", *(_described(name, thing) for name, thing in things)]
    return "\n\n".join([HEAD + "\n" + "\n".join(contents), *sections]) + "\n"


def _things(path: str) -> Iterator[tuple[str, Any]]:
    found = _found(path)
    if not inspect.ismodule(found):
        last = path.rpartition(".")[2]
        if callable(found):
            yield last if last in INNER else f"coversat.{path}", found
        return
    public = getattr(found, "__all__", ())
    for name, thing in vars(found).items():
        is_own = name in public or getattr(thing, "__module__", "").startswith(found.__name__)
        if is_own and _is_documented(name, thing):
            yield f"coversat.{path}.{name}", thing


def _found(path: str) -> Any:
    """The object of a path: an attribute of `coversat`, or of one of its modules."""
    module, _, name = f"coversat.{path}".rpartition(".")
    return getattr(import_module(module), name)


def _is_documented(name: str, thing: Any) -> bool:
    kinds = (property, classmethod, staticmethod)
    shown = inspect.isclass(thing) or inspect.isfunction(thing) or isinstance(thing, kinds)
    return shown and not name.startswith("_") and bool(_docstring(thing))


def _docstring(thing: Any) -> str:
    """Its own docstring: not an inherited one, nor one that `dataclass` wrote."""
    text = inspect.cleandoc(thing.__doc__ or "")
    return "" if inspect.isclass(thing) and text.startswith(f"{thing.__name__}(") else text


def _anchor(title: str) -> str:
    return re.sub(r"[^\w-]", "", title.lower())


def _described(name: str, thing: Any, level: int = 3) -> str:
    parts = [f"{'#' * level} {name}", *_signature(name, thing), *_markdown(_docstring(thing))]
    if inspect.isclass(thing):
        documented = (pair for pair in vars(thing).items() if _is_documented(*pair))
        members = (pair for pair in documented if not inspect.isclass(pair[1]))
        parts += (_described(f"{name}.{member}", value, level + 1) for member, value in members)
    return "\n\n".join(parts)


def _signature(name: str, thing: Any) -> list[str]:
    """How it is called, in a block; nothing for a property, an error or a result."""
    if isinstance(thing, property) or name in RESULTS:
        return []
    if inspect.isclass(thing) and issubclass(thing, BaseException | Enum):
        return []
    if isinstance(thing, classmethod | staticmethod):
        thing = thing.__func__
    signature = inspect.signature(thing)
    given = [each for each in signature.parameters.values() if each.name not in ("self", "cls")]
    parameters = [
        each.replace(annotation=_Written(each.annotation), default=_shown(each.default)) for each in given
    ]
    returned = _Written(signature.return_annotation)
    if inspect.isclass(thing):
        returned = inspect.Signature.empty
    whole = f"{name}{signature.replace(parameters=parameters, return_annotation=returned)}"
    if len(whole) > 100:
        starred = _starred(parameters)
        end = "" if returned is inspect.Signature.empty else f" -> {returned}"
        whole = "\n".join([f"{name}(", *(f"    {each}," for each in starred), f"){end}"])
    return [f"```text\n{whole}\n```"]


def _shown(default: Any) -> Any:
    """A default; of a function only the name."""
    return _Written(default.__name__.replace("<lambda>", "...")) if inspect.isfunction(default) else default


def _starred(parameters: list[inspect.Parameter]) -> list[str]:
    """The parameters one by one, with the star before those that need their names."""
    texts = [str(each) for each in parameters]
    kinds = [each.kind for each in parameters]
    named = inspect.Parameter.KEYWORD_ONLY
    if named in kinds and inspect.Parameter.VAR_POSITIONAL not in kinds:
        texts.insert(kinds.index(named), "*")
    return texts


class _Written:
    """An annotation as it is written in the source."""

    def __init__(self, annotation: Any) -> None:
        written = getattr(annotation, "__forward_arg__", annotation)
        self.text = written if isinstance(written, str) else inspect.formatannotation(written)

    def __repr__(self) -> str:
        return self.text


def _markdown(docstring: str) -> Iterator[str]:
    """A docstring in the style of numpy, as paragraphs of Markdown."""
    lines = docstring.replace("``", "`").splitlines()
    bounds = [at - 1 for at, line in enumerate(lines) if _RULE.match(line)] + [len(lines)]
    yield from _paragraphs(lines[: bounds[0]])
    for start, end in pairwise(bounds):
        title, body = lines[start], lines[start + 2 : end]
        if title == "Examples":
            yield "```pycon\n" + "\n".join(body).strip("\n") + "\n```"
        else:
            yield f"{title}:"
            yield "\n".join(_entries(body, named=title not in ("Returns", "Yields"))).strip("\n")


def _paragraphs(lines: list[str]) -> Iterator[str]:
    text = re.sub(r"::$", ":", "\n".join(lines), flags=re.MULTILINE)
    for paragraph in filter(None, map(str.rstrip, text.split("\n\n"))):
        yield paragraph.strip("\n")


def _entries(body: list[str], named: bool) -> Iterator[str]:
    """The items of a section, each with what is indented below it, and paragraphs behind a blank line."""
    for before, line in pairwise(["-", *body]):
        name, _, about = line.partition(" : ")
        if line.startswith(" ") or not line:
            yield line and f"  {line.strip()}"
        elif (not before and " " in name) or not named:
            yield line if not before else f"* {line}"
        else:
            yield f"* `{name}`{about and f' ({about})'}"


def stub() -> str:
    """The public names with their homes, for type checkers, which see no names that are found at run time."""
    homes = [(home, name) for names in public._sections().values() for name, home in names.items()]
    kinds = (getattr(public, kind.class_name) for kind in all_kinds())
    homes += [(one.__module__.removeprefix("coversat."), one.__name__) for one in kinds]
    lines = [f"from .{home} import {name} as {name}" for home, name in homes]
    return "\n".join(["# Written by docs/make_api.py.", *sorted(lines), "", "__version__: str", ""])


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    STUB.write_text(stub(), "utf-8")
