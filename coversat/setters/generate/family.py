"""Families of generated puzzles, with their answer and without it, as benchmarks of SAT solvers."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from ...answering.routes import find_path
from ...answering.sets.entry import Entry
from ...base.deadline import Deadline
from ...base.errors import InputError, LimitReachedError
from ...base.grouping import grouped
from ...base.version import VERSION
from ...problems import problem_class
from ...problems.cnf.rules import Cnf
from ...reductions.paths import name_of, path_to
from ...solvers import Limits
from ...solvers.findings import Verdict
from .generate import generate
from .hard import FAMILIES, family, hard
from .spec import NotFoundError, SpecError

PATIENCE = 60.0
"""Seconds for each puzzle if no time is stated."""


def members(
    kind: str, sizes: Iterable[int], seeds: Iterable[int], seconds: float | None = None
) -> Iterator[Entry]:
    """Two entries for each size and seed: a puzzle with one answer, and the same puzzle without this answer.

    A puzzle that is not found in its time is an entry with that error; a size that no puzzle of the kind has
    is the last one.
    """
    seeds = list(seeds)
    for size in sizes:
        for seed in seeds:
            name = f"{kind}-{size}-{seed}"
            limits = Limits(deadline=Deadline(seconds or PATIENCE))
            try:
                (made,) = generate(kind, size=(size, size), seed=seed, timeout=limits.deadline)
            except NotFoundError as error:
                yield Entry(name, None, None, LimitReachedError(str(error)), stem=name)
                continue
            except SpecError as error:
                yield Entry(name, None, None, InputError(name, str(error)), stem=name)
                return
            one = Entry(
                name, 1, None, made.problem, kind, problem_class(kind).forms[0].name, stem=f"{name}-one"
            )
            yield one._replace(verdict=Verdict.UNIQUE.value)
            yield one._replace(verdict=Verdict.NONE.value, excluded=made.answer, stem=f"{name}-none")


def hard_members(
    kind: str, level: int, seeds: Sequence[int], seconds: float | None = None
) -> Iterator[Entry]:
    """A hard instance for each seed; raises `ArgumentError` at once for a kind or level without any."""
    for seed in seeds:
        family(kind, level, seed)
    return (_hard_member(kind, level, seed, f"{kind}-hard-{level}-{seed}", seconds) for seed in seeds)


def _hard_member(kind: str, level: int, seed: int, name: str, seconds: float | None) -> Entry:
    try:
        with Deadline(seconds).enforced():
            made = problem_class(kind).parse(hard(kind, level, seed))
    except LimitReachedError as error:
        return Entry(name, None, None, error, stem=name)
    return Entry(name, 1, None, made, kind, problem_class(kind).forms[0].name, stem=name)


ONE_ANSWER = """Each puzzle was generated at random and has exactly one answer, as two searches that share no
encoding found. Its formula is satisfiable. The second formula of the same puzzle has one more clause, the
last one, which excludes the answer: it is unsatisfiable, and a refutation proves that the answer is unique.
"""
HARD = """Each instance was drawn at random from its seed. The size is such that the formula {}
took cadical195 about as many seconds as the level says; another may take longer. What is drawn, in turns: {}.
"""


def description(kind: str, command: str, rows: Iterable[Mapping[str, Any]], level: int = 0) -> str:
    """The page that a SAT competition asks for beside the formulas; what only the submitter knows is open."""
    title = f"Hard instances of {kind}" if level else f"{kind} puzzles with one answer, and without it"
    drawn = ", or ".join(one.about for one in FAMILIES.get(kind, ()))
    about = HARD.format(name_of(path_to(kind, Cnf.kind)), drawn) if level else ONE_ANSWER
    files = grouped((row["reduction"], row) for row in rows)
    paths = {name: "; then ".join(one.about for one in find_path(kind, name)) for name in files}
    page = (pkgutil.get_data(__name__, "family_page.template") or b"").decode()
    return page.format(
        title=title,
        problem=problem_class(kind).about,
        about=about,
        reductions="".join(f"* `{name}`: {path}\n" for name, path in paths.items()),
        formulas="".join(map(_row, chain.from_iterable(files.values()))),
        version=VERSION,
        command=command,
    )


def _row(row: Mapping[str, Any]) -> str:
    verdict = row.get("verdict")
    result = ("UNSAT" if verdict == Verdict.NONE.value else "SAT") if verdict else "unknown"
    return f"| {row['file']} | {row['variables']} | {row['clauses']} | {result} | {row['gbdhash']} |\n"
