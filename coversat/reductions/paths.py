"""Paths of encodings: reductions one after the other, found by their names or by where they lead.

A path's name is its encodings' names with slashes between, such as ``cover/cnf:sequential``. A solver may
follow it; which names are solvers is said by the caller (`Ends`), since this room knows none.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import reduce
from typing import Any

from ..base.errors import ReductionError, UnknownRouteError
from ..base.registry import load, load_installed
from ..base.wording import similar
from ..problems import KINDS, AnyProblem
from . import encodings_from, own_encodings
from .reduction import EXACT, MANY, PROJECTED, UP_TO_TWO, AnyEncoding, AnyReduction, Reduction

EncodingPath = tuple[AnyEncoding, ...]
"""Encodings in sequence."""

Ends = Callable[[str], Collection[str]]
"""The names, such as those of solvers, that may follow a path to a kind."""

EXTERNAL = "external"
"""In place of a solver: an external program, whose command line follows a colon."""

GENERAL = ("cover", "cnf")
"""The kinds of the general solvers: by default they are not reduced further."""

REPLACED = {
    "cnf:automata": "cnf:mdd",
    "cnf:levels": "cnf:elimination",
    "cnf:positions": "cnf:binary",
    "cnf:precedence": "cnf:binary",
    "cnf:tree": "cnf:elimination",
    "cover:assignments": "cover",
}
"""What to use in place of encodings that others beat everywhere; `docs/atlas/beaten.md` has figures."""

ONLY_EXHIBITED = "it keeps whether there is an answer, and not the answers"


def name_of(path: EncodingPath) -> str:
    """The name of encodings in sequence: theirs, with slashes between."""
    return "/".join(one.name for one in path)


def end_of(kind: str, path: EncodingPath) -> str:
    """The kind that the path leads to from `kind`."""
    return path[-1].target if path else kind


def keeps_of(path: EncodingPath) -> str:
    """The class of encodings in sequence; empty if it depends on the instance."""
    classes = {one.keeps for one in path}
    return next(one for one in (MANY, UP_TO_TWO, PROJECTED, "", EXACT) if one in classes)


def class_of(path: EncodingPath, reduction: AnyReduction) -> str:
    """The class of encodings in sequence, for one instance; a formula without its cuts has further models."""
    if lacking(reduction):
        return MANY
    return (keeps_of(path) if path else "") or (EXACT if reduction.parsimonious else PROJECTED)


def lacking(reduction: AnyReduction) -> tuple[str, ...]:
    """The labels of the rules that no clause of a formula states: of what is connected."""
    graphs = getattr(reduction.target, "graphs", ())
    return tuple(dict.fromkeys(graph.label for graph in graphs))


# Reducing


def apply_path(path: EncodingPath, problem: AnyProblem) -> AnyReduction:
    """The composition of reductions; the identity if there are none.

    Raise `ReductionError` for a reduction of class N, and for an instance that an encoding does not support.
    """
    for one in path:
        if one.keeps == MANY:
            raise ReductionError(f"{one.source}/{one.name} is of class N: {ONLY_EXHIBITED}")
    return composed(problem, steps_of(path, problem))


def steps_of(path: EncodingPath, problem: AnyProblem) -> tuple[AnyReduction, ...]:
    """The reduction of the problem by the first encoding, that of its target by the second, and so on."""
    steps: list[AnyReduction] = []
    for one in path:
        steps.append(one.apply(steps[-1].target if steps else problem))
    return tuple(steps)


def composed(problem: AnyProblem, steps: Sequence[AnyReduction]) -> AnyReduction:
    """The steps of a problem as one reduction; the identity if there are none."""
    if not steps:
        return Reduction(problem, problem, _same, _same, parsimonious=True)
    return reduce(lambda done, step: done.then(step), steps)


def _same(value: Any) -> Any:
    return value


def states_two(path: EncodingPath) -> bool:
    """Whether a reduction is of class V: where there are several answers, not all of them are kept."""
    return any(one.keeps == UP_TO_TWO for one in path)


def refuse_counts(path: EncodingPath, answers: int | None) -> None:
    """Raise `ReductionError` if more answers are wanted (None: all) than a reduction of class V keeps."""
    if states_two(path) and (answers is None or answers > 2):
        raise ReductionError(
            f"{name_of(path)} is of class V: where there are several answers, it keeps only some"
        )


# All paths


def reductions_between(kind: str) -> tuple[AnyEncoding, ...]:
    """The reductions from this kind to kinds of puzzles and graphs; their modules are imported when asked."""
    found: tuple[AnyEncoding, ...] = load("coversat.kinds", "between", "reductions_between")(kind)
    return found


def reductions_from(kind: str) -> dict[str, AnyEncoding]:
    """The reductions from a kind by their names: its encodings, and what leads to other problems."""
    return {one.name: one for one in (*encodings_from(kind), *reductions_between(kind))}


def all_paths(kind: str) -> Iterator[EncodingPath]:
    """Every path from `kind` to another kind that visits no kind twice, the empty path first.

    An alternative encoding ends its path, and so does one by cuts; only an explicit name continues after it.
    One of class V, which does not keep all answers, is only used by name.

    Paths are in the order in which their target kinds are registered.
    """
    paths = list(_paths(kind, ()))
    yield ()
    for target in KINDS:
        yield from (path for path in paths if path and path[-1].target == target)


def _paths(kind: str, passed: tuple[str, ...]) -> Iterator[EncodingPath]:
    yield ()
    onward = [
        one for one in encodings_from(kind) if one.target not in (*passed, kind) and one.keeps != UP_TO_TWO
    ]
    for target in dict.fromkeys(one.target for one in onward):
        for one in onward:
            if one.target == target:
                ends = one.alternative or one.by_cuts
                further = ((),) if ends else _paths(target, (*passed, kind))
                yield from ((one, *rest) for rest in further)


# By name


def no_ends(kind: str) -> Collection[str]:
    """Nothing may follow a path."""
    return ()


def find_path(kind: str, name: str, exhibited: bool = False, ends: Ends = no_ends) -> EncodingPath:
    """The encodings that a name such as ``cover/cnf:sequential`` stands for; what may follow is ignored.

    Raise `UnknownRouteError` as `split_path` does.
    """
    return split_path(kind, name, exhibited, ends)[0]


def split_path(
    kind: str, name: str, exhibited: bool = False, ends: Ends = no_ends
) -> tuple[EncodingPath, str]:
    """The encodings that a name has, and the name of the solver, or of an external program, that follows.

    Encodings of class N are only for who wants to look at them (`exhibited`).

    Raise `UnknownRouteError` if a part of the name is neither an encoding from the kind that the previous
    parts lead to nor one of the `ends`.
    """
    if not isinstance(name, str):
        raise UnknownRouteError(f"a route or a reduction is named by a text, not by {name!r}")
    path: EncodingPath = ()
    rest, slash = name, name
    while slash:
        here = end_of(kind, path)
        # A solver's name may contain a slash, so it is searched before the next encoding.
        if rest in ends(here) or rest.startswith(f"{EXTERNAL}:"):
            return path, rest
        part, slash, rest = rest.partition("/")
        one = _named(here, part)
        if one is None and load_installed():
            return split_path(kind, name, exhibited, ends)
        if one is None and slash:
            raise unknown("reduction", part, here, list(reductions_from(here)), ends)
        if one is None:
            raise unknown("reduction or solver", part, here, [*ends(here), *reductions_from(here)], ends)
        if one.keeps == MANY and not exhibited:
            raise UnknownRouteError(
                f"the reduction {part!r} from {here} is of class N, which no route takes: {ONLY_EXHIBITED}",
                hint=f"'coversat routes --explain {here}/{part}' shows it",
            )
        path = (*path, one)
    return path, ""


def _named(kind: str, name: str) -> AnyEncoding | None:
    """The encoding from a kind that has this name; what is not used by default is imported only if named."""
    for known in (own_encodings, encodings_from, reductions_between):
        for one in known(kind):
            if one.name == name:
                return one
    return None


def unknown(what: str, name: str, kind: str, choices: list[str], ends: Ends) -> UnknownRouteError:
    """The error about a name that is not known; its message contains similar names."""
    from fnmatch import fnmatchcase

    matching = [choice for choice in choices if fnmatchcase(choice, name)]
    near = [] if matching else similar(name, choices)
    if not matching and not near and len(name) > 2:
        # The name may be that of a solver, or of a longer route.
        usual = default_path(kind)
        longer = [
            ("/".join(filter(None, (name_of(path), end))), path)
            for path in all_paths(kind)
            for end in ends(end_of(kind, path))
        ]
        found = [(route, path) for route, path in longer if name in route]
        near = [route for route, _ in sorted(found, key=lambda pair: pair[1] != usual)][:3]
    if near:
        advice = f"did you mean {' or '.join(near)}?"
    else:
        advice = f"there is {', '.join(matching or choices[:12]) or 'none'}"
    if REPLACED.get(name) in choices:
        advice = f"it was removed: use {REPLACED[name]}"
    return UnknownRouteError(
        f"no {what} {name!r} from {kind}; {advice}",
        hint=f"'coversat routes {kind}' lists all routes",
    )


# By default


def default_path(kind: str) -> EncodingPath:
    """The preferred encoding of a puzzle; none for the kinds of the general solvers."""
    encodings = () if kind in GENERAL else own_encodings(kind)
    return next(((one,) for one in encodings if one.preferred), ())


def path_to(kind: str, target: str, complete: bool = False) -> EncodingPath:
    """The default path from `kind` to `target`: as short as possible, with preferred encodings first.

    Used by exports, certificates, explanations and searches for the smallest answer. A formula may have
    graphs unless it has to be `complete`; a path to something else passes only complete formulas.

    Raise `UnknownRouteError` if there is no path.
    """
    paths: list[EncodingPath] = [()]
    passed: set[str] = set()
    while paths:
        for path in paths:
            if end_of(kind, path) == target:
                return path
        passed.update(end_of(kind, path) for path in paths)
        paths = [
            (*path, one) for path in paths for one in _onward(end_of(kind, path), passed, target, complete)
        ]
    raise UnknownRouteError(f"no reduction leads from {kind} to {target}")


def _onward(kind: str, passed: set[str], target: str, complete: bool) -> list[AnyEncoding]:
    onward = [
        one
        for one in own_encodings(kind)
        if one.target not in passed
        and one.keeps != UP_TO_TWO
        and not (one.by_cuts and (complete or one.target != target))
    ]
    return sorted(onward, key=lambda one: not one.preferred)
