"""Families of generated puzzles, with their answer and without it, as benchmarks of SAT solvers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ...answers.routes import find_path
from ...answers.sets.entry import Entry
from ...base.deadline import Deadline
from ...base.errors import InputError, LimitReachedError
from ...base.version import VERSION
from ...problems import problem_class
from ...solvers import Limits
from ...solvers.findings import Verdict
from .generate import NotFoundError, generate
from .hard import FAMILIES, family, hard
from .spec import SpecError

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
    """A hard instance for each seed; raises `ArgumentError` at once for a kind or a level without any."""
    for seed in seeds:
        family(kind, level, seed)
    return (_hard_member(kind, level, seed, seconds) for seed in seeds)


def _hard_member(kind: str, level: int, seed: int, seconds: float | None) -> Entry:
    name = f"{kind}-hard-{level}-{seed}"
    try:
        with Deadline(seconds).enforced():
            made = hard(kind, level, seed)
    except LimitReachedError as error:
        return Entry(name, None, None, error, stem=name)
    return Entry(name, 1, None, made, kind, problem_class(kind).forms[0].name, stem=name)


def hard_description(kind: str, command: str, rows: Iterable[Mapping[str, Any]]) -> str:
    """As `description`, of hard instances."""
    about = (
        "Each instance was drawn at random from its seed:",
        *(f"{one.about};" for one in FAMILIES[kind]),
        "of such a size that the usual formula took cadical195 about as many seconds as the level says.",
        "Comments of each file hold the instance, the names of the variables, and the reduction; gbdhash is",
        "that of the benchmark database. The result is in the table if --decide was given.",
    )
    return _page(f"Hard instances of {kind}", about, kind, command, rows)


def description(kind: str, command: str, rows: Iterable[Mapping[str, Any]]) -> str:
    """The page that a SAT competition asks for beside the formulas; what only the submitter knows is open."""
    about = (
        "Each puzzle was generated at random and has exactly one answer, as two searches that share no",
        "encoding found. Its formula is satisfiable. The second formula of the same puzzle has one more",
        "clause, the last one, which excludes the answer: it is unsatisfiable, and a refutation proves that",
        "the answer is unique. Comments of each file hold the puzzle, the names of the variables, and the",
        "reduction; the expected result is in the table, and in manifest.jsonl with the hash of the file;",
        "gbdhash is that of the benchmark database.",
    )
    return _page(f"{kind} puzzles with one answer, and without it", about, kind, command, rows)


RESULTS = {"none": "UNSAT", "unique": "SAT", "multiple": "SAT"}


def _page(
    title: str, about: Sequence[str], kind: str, command: str, rows: Iterable[Mapping[str, Any]]
) -> str:
    files: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        files.setdefault(row["reduction"], []).append(row)
    lines = [
        f"# {title}",
        "",
        "*Author, affiliation, and address: to be filled in by the submitter.*",
        "",
        f"Problem: {problem_class(kind).about}.",
        "",
        *about,
        "",
        "## Reductions",
        "",
        *(f"* `{name}`: {'; then '.join(rule.about for rule in find_path(kind, name))}" for name in files),
        "",
        "## Formulas",
        "",
        "| file | variables | clauses | result | gbdhash |",
        "|---|---:|---:|---|---|",
    ]
    for each in files.values():
        for row in each:
            result = RESULTS.get(row.get("verdict") or "", "-")
            lines.append(
                f"| {row['file']} | {row['variables']} | {row['clauses']} | {result} | {row['gbdhash']} |"
            )
    lines += ["", "## How they were made", "", f"coversat {VERSION}:", "", f"    {command}", ""]
    return "\n".join(lines)
