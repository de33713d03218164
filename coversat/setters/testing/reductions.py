"""Testing a reduction in a file: on all small instances and random ones, with all answers of both sides.

The file defines `source` and `target`, kinds in `problems.PROBLEMS`; `forward(instance)`, the instance of the
target; `back(answer)` or `back(answer, instance)`, the answer of the source; and `claim`, one of `CLAIMS`.

It can define a problem itself, by `target_answers(instance)`, all answers of an instance, or `source_answers`
and `source_instances()`; and `sizes(instance)`, what parts of the target have at most.
"""

from __future__ import annotations

import inspect
import random
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from ...base.errors import InputError
from ...base.wording import counted, meant
from ...comparing.judging import RIGHT, UNKNOWN, WRONG
from ...problems.user_files import located, text_of
from .problems import MOST_ANSWERS, PROBLEMS, NotAnInstanceError, TestProblem, TooLargeError, kind_called
from .sandbox import run_sandboxed

ONE_TO_ONE, PROJECTED, MANY = "one to one", "one to one under a projection", "many to one"
CLAIMS = (ONE_TO_ONE, PROJECTED, MANY)
"""As many answers on both sides; each answer of the source is reached; what is carried back is right."""
SOUND, COMPLETE, BACK, REACHED, SINGLE = "sound", "complete", "carried back", "reached", "one to one"
PROPERTIES = (SOUND, COMPLETE, BACK, REACHED, SINGLE)
"""What is tried of every reduction, whatever it claims: the target has an answer only if the source has one,
and if it has one; answers are carried back to answers; each of these is reached, and by one answer only.
"""
_NOT_CLAIMED = {ONE_TO_ONE: frozenset[str](), PROJECTED: {SINGLE}, MANY: {REACHED, SINGLE}}

SMALL, RANDOM = 3_000, 300
"""The instances that are tried, if there is time."""
MORE, MORE_SECONDS = 300, 2.0
"""The instances that are tried after one shows a fault, for other faults, and the time for them."""
SECONDS, MEMORY = 20.0, 2**30
"""Of processor time, and the bytes that a file may use."""
EACH_SECOND = 2_500
"""The number of instances for which a second is allowed."""


class Counterexample(NamedTuple):
    """An instance that shows what is wrong.

    * what: the property that fails: one of `PROPERTIES`, ``size`` or ``runs``.
    * before, after: the instance, and what the reduction makes of it.
    """

    what: str
    words: str
    before: str = ""
    after: str = ""


class Trial(NamedTuple):
    """The result of testing a reduction.

    * instances, satisfiable: how many were tried, and how many of these have an answer.
    * skipped: instances whose search takes too long, or that themselves have too many answers.
    * found: the first, which is the smallest, of each property.
    * stopped: why the file was stopped; empty if it was not.
    * finished: whether all instances were tried; False if the time was up, or a fault was found.
    """

    instances: int = 0
    satisfiable: int = 0
    skipped: int = 0
    claim: str = ""
    found: tuple[Counterexample, ...] = ()
    stopped: str = ""
    finished: bool = True

    @property
    def verdict(self) -> str:
        """`RIGHT` if the claim holds on all instances that were compared, of which some have an answer."""
        if self.stopped:
            return UNKNOWN
        if {one.what for one in self.found} - _NOT_CLAIMED.get(self.claim, set()):
            return WRONG
        return RIGHT if self.satisfiable else UNKNOWN

    @property
    def is_right(self) -> bool:
        return self.verdict == RIGHT

    def holds(self, what: str) -> bool | None:
        """Whether a property holds on all instances; None if no instance could show that it does not."""
        wrong = {one.what for one in self.found}
        if self.stopped or "runs" in wrong:
            return None
        if what in wrong or (what == SINGLE and REACHED in wrong):
            return False
        if BACK in wrong and what in (REACHED, SINGLE):
            return None
        shown = self.instances - self.satisfiable if what == SOUND else self.satisfiable
        return True if shown else None


def is_reduction(file: str) -> bool:
    """Whether a file of Python defines a reduction, and not a kind of puzzle; it is not run."""
    try:
        return any(line.startswith("def forward(") for line in text_of(file).splitlines())
    except InputError:
        return False


def try_reduction(
    file: str, seed: int = 0, seconds: float | None = None, memory: int = MEMORY, most: int | None = None
) -> Trial:
    """Test the reduction in a file, which is run in a process of its own, on at most `most` small instances.

    Raise `InputError` if the file does not define a reduction.
    """
    seconds = enough(seconds, most)
    found, stopped = run_sandboxed(_tried, (file, seed, seconds, most), seconds, memory)
    # A fault that was found before the file was stopped remains one.
    return Trial(stopped=stopped) if found is None else found


def enough(seconds: float | None, most: int | None) -> float:
    """These seconds, by default those for this number of instances."""
    return max(SECONDS, (most or 0) / EACH_SECOND) if seconds is None else seconds


class Tested(NamedTuple):
    """A reduction, as a file defines it, and the problems that it is between."""

    source: TestProblem
    target: TestProblem
    claim: str
    forward: Callable[[Any], Any]
    back: Callable[[Any, Any], Any]
    sizes: Callable[[Any], Mapping[str, int]] | None = None
    """The most that parts of the target are claimed to have, by their names."""


def _tried(file: str, seed: int, seconds: float, most: int | None, report: Callable[[Trial], None]) -> Trial:
    with located(file):
        return try_all(_read(file), seed, 0.8 * seconds, most, report)


def _read(file: str) -> Tested:
    names: dict[str, Any] = {"__name__": "reduction", "__file__": file}
    text = text_of(file)
    try:
        code = compile(text, file, "exec")
    except SyntaxError as error:
        line = error.lineno or 1
        source = text.split("\n")[line - 1]
        raise InputError(file, f"not Python: {error.msg}", line, error.offset or 1, source) from None
    exec(code, names)  # what the user asked for
    for name in ("source", "target", "forward", "back", "claim"):
        if name not in names:
            raise InputError(file, f"it does not define '{name}'")
    if names["claim"] not in CLAIMS:
        raise InputError(
            file, f"the claim is {names['claim']!r}; expected one of {', '.join(map(repr, CLAIMS))}"
        )
    back = names["back"]
    if len(inspect.signature(back).parameters) == 1:
        alone = back
        back = lambda answer, instance: alone(answer)  # noqa: E731
    ends = [_problem(file, end, names) for end in ("source", "target")]
    return Tested(ends[0], ends[1], names["claim"], names["forward"], back, names.get("sizes"))


def _problem(file: str, end: str, names: Mapping[str, Any]) -> TestProblem:
    """The problem of this name, or the one that the file itself defines by its answers."""
    name, answers = names[end], names.get(f"{end}_answers")
    if answers is not None:
        instances = names.get(f"{end}_instances")
        if end == "source" and instances is None:
            raise InputError(file, "it defines 'source_answers' and not 'source_instances'")
        return TestProblem(str(name), answers, instances or tuple, text=str, size=len)
    kind = kind_called(str(name))
    if kind not in PROBLEMS:
        raise InputError(file, f"the {end} is {name!r}; {meant(kind, PROBLEMS)}")
    return PROBLEMS[kind]


def try_all(
    reduction: Tested,
    seed: int = 0,
    seconds: float = SECONDS,
    most: int | None = None,
    report: Callable[[Trial], None] = lambda trial: None,
) -> Trial:
    """Test a reduction on all small instances of its source and on random ones, in this process.

    Each trial that shows a new fault is reported.
    """
    rng = random.Random(f"coversat reduction {seed}")
    instances = satisfiable = skipped = 0
    found: dict[str, Counterexample] = {}
    until, last, finished = time.process_time() + seconds, None, False
    looked = 0.0  # reading the processor time takes longer than some instances do
    for instance in _instances(reduction.source, rng, SMALL if most is None else most):
        if (now := time.perf_counter()) - looked > _LOOK:
            looked = now
            if time.process_time() > until:
                break
        if last is not None and instances > last + MORE:
            break
        try:
            has_answer, wrong = _judged(reduction, instance)
        except TooLargeError:
            skipped += 1
            continue
        instances += 1
        satisfiable += has_answer
        for one in wrong:
            if one.what in found:
                continue
            found[one.what] = one
            if one.what not in _NOT_CLAIMED[reduction.claim]:
                report(Trial(instances, satisfiable, skipped, reduction.claim, tuple(found.values())))
                if last is None:
                    last, until = instances, min(until, time.process_time() + MORE_SECONDS)
        if "runs" in found:
            break
    else:
        finished = True
    faults = tuple(found.values())
    return Trial(instances, satisfiable, skipped, reduction.claim, faults, finished=finished)


_LOOK = 0.02
"""Seconds after which the processor time is read again."""


def _instances(source: TestProblem, rng: random.Random, small: int) -> Iterator[Any]:
    yield from islice(source.instances(), small)
    if source.drawn is not None:
        yield from (source.drawn(rng) for _ in range(RANDOM))


def _first(problem: TestProblem, instance: Any) -> tuple[list[Hashable], bool]:
    answers = list(islice(problem.answers(instance), MOST_ANSWERS + 1))
    return answers[:MOST_ANSWERS], len(answers) <= MOST_ANSWERS


def _judged(reduction: Tested, instance: Any) -> tuple[bool, list[Counterexample]]:
    """Whether an instance has an answer, and what is wrong with the reduction of it."""
    answers, all_answers = _first(reduction.source, instance)
    if not all_answers:
        raise TooLargeError
    found: list[Counterexample] = []

    def wrong(what: str, words: str, after: str = "") -> None:
        before = _shown(reduction.source, instance, answers)
        found.append(Counterexample(what, words, before, after))

    try:
        value = reduction.forward(instance)
        image = reduction.target.read(value)
    except NotAnInstanceError as error:
        wrong("runs", f"forward returns no instance of {reduction.target.name}: {error}")
        return bool(answers), found
    except Exception as error:  # of the student's code
        wrong("runs", f"forward raises {type(error).__name__}: {error}")
        return bool(answers), found
    images, all_images = _first(reduction.target, image)

    def fault(what: str, words: str) -> None:
        wrong(what, words, _shown(reduction.target, image, images, all_images))

    for part, most in reduction.sizes(instance).items() if reduction.sizes else ():
        held = getattr(image, part)
        size = held if isinstance(held, int) else len(held)
        if size > most:
            fault("size", f"{size} {part}, and at most {most} are claimed")
    if images and not answers:
        fault(SOUND, "the source has no answer, and the target has")
    if answers and not images:
        fault(COMPLETE, "the source has an answer, and the target has none")
    known = set(answers)
    carried: Counter[Hashable] = Counter()
    for one in images if answers else ():
        try:
            back = _plain(reduction.back(one, instance))
        except Exception as error:  # of the student's code
            fault(BACK, f"back raises {type(error).__name__}: {error} for {_text(one)}")
            break
        if back not in known:
            fault(BACK, f"{_text(one)} is carried back to {_text(back)}, which is no answer")
            break
        carried[back] += 1
    else:
        size = reduction.source.size(instance)
        most = max(carried.values(), default=0)
        if most > 1:
            fault(SINGLE, f"{most} for 1 at n = {size}")
        if answers and images and all_images and len(carried) < len(answers):
            fault(REACHED, f"{len(carried)} of {len(answers)} answers are reached at n = {size}")
    if not all_images and not found:
        raise TooLargeError
    return bool(answers), found


def _plain(value: Any) -> Hashable:
    """An answer as the problems give it: sets frozen, lists as tuples, edges with the smaller end first."""
    if isinstance(value, (set, frozenset)):
        pairs = all(isinstance(one, (tuple, list, frozenset)) and len(one) == 2 for one in value)
        return frozenset(tuple(sorted(one)) for one in value) if value and pairs else frozenset(value)
    if isinstance(value, (list, tuple)):
        return tuple(value)
    return value  # type: ignore[no-any-return]


def _shown(problem: TestProblem, instance: Any, answers: list[Hashable], are_all: bool = True) -> str:
    parts = problem.text(instance)
    few = (
        f": {_text(answers[0])}" if len(answers) == 1 else f", such as {_text(answers[0])}" if answers else ""
    )
    number = f"{'' if are_all else 'more than '}{counted(len(answers), 'answer')}"
    return f"{problem.name}: {parts} ({number}{few})"


def _text(value: Any) -> str:
    if isinstance(value, frozenset):
        return "{" + ", ".join(map(str, sorted(value))) + "}"
    return str(value)
