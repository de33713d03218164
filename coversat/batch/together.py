"""Many puzzles of one shape at once, by the exact cover that they share.

Where a reduction offers `Sharing`, the cover of a shape is prepared once and each puzzle's givens force
options in it.  A puzzle that needs more than `BUDGET` nodes, or of which more is asked than whether it has
none, one or several answers, is left to be asked by itself.  Puzzles in one line, of a form with
`arrays`, are read, decoded and judged many at a time where NumPy is installed.

Every answer is checked by the puzzle's rules before it counts.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module, util
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any

from ..deadline import Deadline
from ..errors import WrongAnswerError
from ..problems import Problem, find_form
from ..problems.exact_cover import Cover
from ..reductions import Rule, rules_from
from ..solvers import Limits
from ..solvers.bitset_cover import BITSET, PreparedCover, Verdict
from .entries import Entry, Fault
from .question import Question, Result

if TYPE_CHECKING:
    from numpy.typing import NDArray

BUDGET = 20_000
"""The nodes that are spent on a puzzle before a SAT solver takes it: some ten milliseconds."""
SHAPES = 4
"""How many shapes are kept prepared; a large one takes some tens of megabytes."""

Decided = Iterator[tuple[int, Result]]
"""Places among the entries, and results."""


class SharedCover:
    """The exact cover of a shape, prepared once.

    Attributes
    ----------
    route : str
        What answers found here are said to come from.
    """

    def __init__(self, rule: Rule[Any, Any], shape: Any) -> None:
        assert rule.sharing is not None
        self.route = f"{rule.name}/{BITSET.name}"
        self.reduction = rule.sharing.reduce(shape)
        self._forced = rule.sharing.forced
        self._prepared = PreparedCover(self.reduction.target)

    def forced(self, problem: Problem[Any]) -> tuple[int, ...]:
        """The options that a problem's givens select."""
        return self._forced(self.reduction, problem)

    def two(self, forced: Sequence[int], limits: Limits) -> tuple[list[Cover], bool]:
        """At most two covers with these options, and whether there are no others."""
        search = self._prepared.answers(None, forced, (), limits)
        covers = []
        for cover in search:
            covers.append(cover)
            if len(covers) == 2:
                break
        return covers, search.exhausted

    def two_of_each(self, sets: Iterable[Sequence[int]], nodes: int) -> Iterator[tuple[Verdict, float]]:
        """The same for many sets of options, with so many nodes for each; and the seconds each took."""
        before = time.perf_counter()
        for verdict in self._prepared.batch(sets, 2, nodes):
            now = time.perf_counter()
            yield verdict, now - before
            before = time.perf_counter()


_prepared: OrderedDict[Any, SharedCover] = OrderedDict()


def shared_cover(rule: Rule[Any, Any], shape: Any) -> SharedCover:
    """The cover of a shape; the least recently used of more than `SHAPES` is forgotten."""
    key = rule.source, shape
    if key not in _prepared:
        _prepared[key] = SharedCover(rule, shape)
        if len(_prepared) > SHAPES:
            _prepared.popitem(last=False)
    _prepared.move_to_end(key)
    return _prepared[key]


def sharing_rule(kind: str) -> Rule[Any, Any] | None:
    """The rule of a kind whose covers are shared."""
    return next((rule for rule in rules_from(kind) if rule.sharing is not None), None)


def together(question: Question, entries: Sequence[Entry]) -> Decided:
    """The results of those entries that can be answered with others; the rest are to be asked alone."""
    one_by_one: list[int] = []
    in_lines: dict[tuple[str, str, int], list[int]] = {}
    for at, entry in enumerate(entries):
        if isinstance(entry.content, str):
            in_lines.setdefault((entry.kind, entry.form, len(entry.content)), []).append(at)
        elif isinstance(entry.content, Problem):
            one_by_one.append(at)
    for (kind, name, _), places in in_lines.items():
        arrays = find_form(kind, name).arrays
        rule = sharing_rule(kind)
        if rule is not None and arrays and util.find_spec("numpy"):
            module = import_module(f"..problems.{arrays}", __package__)
            yield from _Lines(question, entries, places, rule, module).decided()
        else:
            one_by_one += places
    yield from _one_by_one(question, entries, sorted(one_by_one))


def _nodes(question: Question) -> int:
    return BUDGET if question.nodes is None else min(question.nodes, BUDGET)


def _one_by_one(question: Question, entries: Sequence[Entry], places: Sequence[int]) -> Decided:
    limits = Limits(nodes=_nodes(question), deadline=Deadline(question.seconds))
    for at in places:
        started = time.perf_counter()
        rule = sharing_rule(entries[at].kind)
        if rule is None or rule.sharing is None:
            continue
        problem = entries[at].problem()
        if isinstance(problem, Fault):
            yield at, question.fault(entries[at], problem)
            continue
        shared = shared_cover(rule, rule.sharing.shape(problem))
        covers, exhausted = shared.two(shared.forced(problem), limits)
        if question.decides(len(covers), exhausted):
            answers = list(dict.fromkeys(map(shared.reduction.decode, covers)))
            for answer in answers:
                if wrong := problem.violations(answer):
                    raise WrongAnswerError(f"{shared.route} returned a wrong answer: {wrong[0]}")
            found = question.found(problem, answers, shared.route)
            yield at, question.result(entries[at], problem, found, time.perf_counter() - started)


class _Lines:
    """Lines of one length, whose digits, answers and checks are arrays: a row a puzzle, a column a cell."""

    def __init__(
        self,
        question: Question,
        entries: Sequence[Entry],
        places: list[int],
        rule: Rule[Any, Any],
        module: Any,
    ) -> None:
        self._question = question
        self._entries = entries
        self._places = places
        self._rule = rule
        self._module = module

    def decided(self) -> Decided:
        """The results of those that are decided, and of those that are malformed."""
        import numpy as np

        assert self._rule.sharing is not None
        started = time.perf_counter()
        lines = [str(self._entries[at].content) for at in self._places]
        first = self._entries[self._places[0]]
        try:
            (shape,) = find_form(first.kind, first.form).read("." * len(lines[0]))
        except ValueError:
            yield from _one_by_one(self._question, self._entries, self._places)
            return
        shared = shared_cover(self._rule, self._rule.sharing.shape(shape))
        digits = self._module.read_lines(lines, shape.size)
        sound = (digits != self._module.BAD).all(axis=1)
        if not sound.all():
            wrong = [self._places[row] for row in np.flatnonzero(~sound)]
            yield from _one_by_one(self._question, self._entries, wrong)
            digits = digits[sound]
        places = [at for at, good in zip(self._places, sound, strict=True) if good]
        options = _Options(shared, shape)
        rows: list[int] = []  # of the covers: which puzzle they answer
        covers: list[Cover] = []
        spent: list[tuple[int, int, float]] = []  # of the decided ones: row, answers, seconds
        each_set = shared.two_of_each(options.forced(digits), _nodes(self._question))
        for row, (verdict, seconds) in enumerate(each_set):
            count = len(verdict.answers)
            if self._question.decides(count, verdict.exhausted):
                rows += repeat(row, count)
                covers += verdict.answers
                spent.append((row, count, seconds))
        answers = options.shown(covers)
        if not self._module.right(shape, digits[rows], answers).all():
            raise WrongAnswerError(f"{shared.route} returned a wrong answer")
        # What reading, decoding and checking took is shared evenly.
        each = (time.perf_counter() - started - sum(seconds for *_, seconds in spent)) / max(1, len(places))
        # Only what is shown becomes grids again.
        shows = self._question.as_json or self._question.command == "solve"
        grid = answers.reshape(len(covers), shape.size, shape.size).tolist() if shows else rows
        at = 0
        for row, count, seconds in spent:
            finding = self._question.found(shape, grid[at : at + count], shared.route)
            at += count
            entry = self._entries[places[row]]
            yield places[row], self._question.result(entry, shape, finding, seconds + each)


class _Options:
    """Which option of a shape's cover shows which digit in which cell, as tables."""

    def __init__(self, shared: SharedCover, shape: Any) -> None:
        import numpy as np

        size = shape.size
        self._cells = size * size
        # A board full of one digit names an option for each cell, in order.
        named = [shared.reduction.encode(((digit,) * size,) * size).options for digit in range(1, size + 1)]
        self._option = np.zeros((size + 1, self._cells), np.intp)
        self._option[1:] = named
        count = len(shared.reduction.target.options)
        self._cell = np.zeros(count, np.intp)
        self._digit = np.zeros(count, np.uint8)
        self._cell[self._option[1:]] = np.arange(self._cells)
        self._digit[self._option[1:]] = np.arange(1, size + 1)[:, None]

    def forced(self, digits: NDArray[Any]) -> Iterator[list[int]]:
        """For each board the options of its givens."""
        import numpy as np

        rows, cells = np.nonzero(digits)
        options = self._option[digits[rows, cells], cells].tolist()
        ends = np.searchsorted(rows, np.arange(1, len(digits) + 1)).tolist()
        start = 0
        for end in ends:
            yield options[start:end]
            start = end

    def shown(self, covers: Sequence[Cover]) -> NDArray[Any]:
        """The boards that covers show."""
        import numpy as np

        flat = np.fromiter(chain.from_iterable(covers), np.intp, len(covers) * self._cells)
        options = flat.reshape(len(covers), self._cells)
        boards = np.zeros(options.shape, np.uint8)
        np.put_along_axis(boards, self._cell[options], self._digit[options], axis=1)
        return boards


def evaluate(
    question: Question, entries: Sequence[Entry], careful: bool = False
) -> Iterator[tuple[int, Result | None]]:
    """The result of every entry, in any order, with its place.

    Before a puzzle is asked by itself its place is yielded with None: it may take long.  `careful`: ask
    all by themselves.
    """
    waiting = dict.fromkeys(range(len(entries)))
    if question.shares and not careful:
        for at, result in together(question, entries):
            yield at, result
            del waiting[at]
    for at in waiting:
        yield at, None
        yield at, question.ask(entries[at])
