"""The instances of every registered kind, as the modules of `kinds` bring them."""

from __future__ import annotations

import os
import pickle
import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar
from zlib import crc32

from kinds import Instance, Judged, Part, beginnings

from coversat.problems import AnyProblem, ExactCover
from coversat.problems.kind import find

T = TypeVar("T")


@cache
def module(kind: str) -> Any:
    """What stands beside the tests for a kind; a module of several kinds has `OF_KIND`."""
    found = import_module(f"kinds.{find(kind).module}")
    return getattr(found, "OF_KIND", {}).get(kind, found)


SHARED: Path | None = None
"""A folder of the processes that run tests side by side: what one has found by brute force others read."""


def judged(instance: Instance) -> Judged:
    if SHARED is None:
        return instance.judge()
    path = SHARED / f"{instance.problem.kind} {instance.name}".replace("/", "|")
    if not path.exists():
        own = path.with_name(f"{path.name} {os.getpid()}")
        own.write_bytes(pickle.dumps(instance.judge()))
        own.replace(path)
    found: Judged = pickle.loads(path.read_bytes())
    return found


THOROUGH = True
"""Whether the contract tests look at every case; `every_test` says so."""
EACH = 3
SHIFT = int(os.environ.get("COVERSAT_SAMPLE", "0"))
"""Which third of the cases is looked at: continuous integration goes through all of them in turn."""


def sampled(cases: Iterable[T], name: str) -> list[T]:
    """Every case or, by default, a third of them: which third depends on the name and on `SHIFT`."""
    found = list(cases)
    if THOROUGH or not found:
        return found
    return found[(crc32(name.encode()) + SHIFT) % min(EACH, len(found)) :: EACH]


@cache
def instances(kind: str) -> tuple[Instance, ...]:
    """Every instance of a kind."""
    return tuple(replace(one, judge=partial(judged, one)) for one in module(kind).instances())


@contextmanager
def in_case(name: object) -> Iterator[None]:
    """What fails inside says of which case."""
    try:
        yield
    except BaseException as error:
        error.add_note(f"of the case: {name}")
        raise


def hold(checks: Iterable[Callable[[Instance], None]], kind: str) -> None:
    """The checks of every instance of a kind, or of a sample."""
    for instance in sampled(instances(kind), kind):
        with in_case(instance.name):
            for check in checks:
                check(instance)


def named(kind: str, name: str) -> Instance:
    """The instance of this name."""
    return next(instance for instance in instances(kind) if instance.name == name)


def seen(problem: AnyProblem, answer: Any) -> Any:
    """What tells an answer from others: the projection's part of it, where there is a projection."""
    of_kind = getattr(module(problem.kind), "seen", None)
    return answer if of_kind is None else of_kind(problem, answer)


def projected(problem: AnyProblem) -> bool:
    """Whether there is more to an answer than what is seen of it."""
    return getattr(problem, "projection", None) is not None


def without_projection(target: Any) -> Any:
    """The same formula or cover, all of whose answers are told apart."""
    if isinstance(target, ExactCover):
        return ExactCover(target.primary, target.secondary, target.options)
    return replace(target, projection=None)


def parts_of(problem: AnyProblem, answer: Any, chance: random.Random) -> Iterator[Part]:
    """Parts of an answer, as `encode` takes them."""
    found: Iterator[Part] = getattr(module(problem.kind), "parts", beginnings)(problem, answer, chance)
    return found


def has_text(problem: Any) -> bool:
    """An exact cover without items has none."""
    return problem.kind != "cover" or bool(problem.primary)


def id_of(value: Any) -> str:
    """The name of a kind or of a path of reductions."""
    return value if isinstance(value, str) else "/".join(rule.name for rule in value)
