"""Where one reduction finds what another misses: the smallest partial answer, and the clauses that find it.

Drawn partial answers are reduced by leaving out values one by one while the stronger formula still excludes
the value; the weaker one misses it all the more. Then all smaller partial answers are tried, as many as are
allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import comb
from typing import Any, NamedTuple

from ..base.arguments import Listener, Timeout, deadline_of, listener, refuse_others, silent, whole
from ..base.deadline import Deadline
from ..base.errors import LimitReachedError, ReductionError
from ..base.undecided import Shown
from ..base.wording import counted
from ..kinds.drawing import Picture
from ..kinds.drawing.strip import Frame, draw_strip
from ..kinds.sources import Source, problem_in
from ..primitives.models import BorderModel
from ..problems import AnyProblem
from ..problems.grid import Cell
from ..reductions import AnyReduction, model_of
from ..reductions.paths import EncodingPath, name_of
from ..solvers.sat.units import units
from .partial_answers import Sample, Truth, drawn
from .propagation import Propagator, Value, as_formula, names_of, reduced
from .strength import SAMPLES, measured_path

BOARDS = 100_000
"""The most partial answers that are tried one by one."""


class Link(NamedTuple):
    """A clause of which all literals but one are false.

    * conclusion: the last literal, in words.
    * premises: the others, negated.
    * rule: the rule that the clause states; empty if it belongs to none.
    """

    conclusion: str
    premises: tuple[str, ...]
    rule: str

    def __str__(self) -> str:
        because = f"since {' and '.join(self.premises)}" if self.premises else "a clause of one literal"
        return f"{self.conclusion}: {because}{f' [{self.rule}]' if self.rule else ''}"


@dataclass(frozen=True, repr=False)
class Witness(Shown):
    """A partial answer on which one reduction finds what another misses.

    Attributes
    ----------
    problem : Problem
    finds, misses : str
        Names of the reductions.
    chosen : tuple of values
        The partial answer: places and their values.
    value : (place, value)
        What the first excludes and the second does not.
    chain : tuple of Link
        The clauses of the first that are used, in order.
    rules : tuple of str
        The rules that these state.
    tried : int
        All partial answers of fewer values than this were tried.
    left : pair of mappings from places to values
        What each of both leaves.
    cells : mapping from places to cells
        Of those places that are cells.
    """

    problem: AnyProblem
    finds: str
    misses: str
    chosen: tuple[Value, ...]
    value: Value
    chain: tuple[Link, ...]
    rules: tuple[str, ...]
    tried: int
    left: tuple[Mapping[str, tuple[int, ...]], Mapping[str, tuple[int, ...]]]
    cells: Mapping[str, Cell]

    @property
    def smallest(self) -> bool:
        """Whether no partial answer with fewer values shows the same."""
        return self.tried >= len(self.chosen)

    def lines(self) -> list[str]:
        """All of it in words."""
        said = [_said(self.problem, one, True) for one in self.chosen]
        found = _said(self.problem, self.value, False)
        words = f"{self.finds} finds and {self.misses} misses: {found}"
        size = "none has fewer values" if self.smallest else f"smaller ones of {self.tried} or more may exist"
        return [
            words,
            f"partial answer of {counted(len(said), 'value')} ({size}): {', '.join(said) or 'none'}",
            *([f"rules: {', '.join(self.rules)}"] if self.rules else []),
            *(f"{number:>3}. {link}" for number, link in enumerate(self.chain, 1)),
        ]

    def as_json(self) -> dict[str, Any]:
        """All of it, in words."""
        return {
            "finds": self.finds,
            "misses": self.misses,
            "partial_answer": [_said(self.problem, one, True) for one in self.chosen],
            "excluded": _said(self.problem, self.value, False),
            "rules": list(self.rules),
            "chain": [link._asdict() for link in self.chain],
            "smallest": self.smallest,
            "tried": self.tried,
        }

    @property
    def picture(self) -> Picture:
        """What each of both leaves on the board; the value is marked where it is found.

        Raise `ValueError` if the picture of the kind has no board.
        """
        stated = model_of(self.problem.kind)
        model = stated(self.problem) if stated else None
        variables = model.domains if model else ()
        edges = {model.name_of(one): one for one in variables if model and not isinstance(one[0], int)}
        cells, (place, value) = self.cells, self.value
        chosen = {name for name, _ in self.chosen}
        frames = []
        for name, left, finds in zip((self.finds, self.misses), self.left, (True, False), strict=True):
            values = {cells[one]: those for one, those in left.items() if one in cells}
            if finds and place in cells:
                values[cells[place]] = tuple(sorted((*values[cells[place]], value)))
            frames.append(
                Frame(
                    (f"{name}: {_said(self.problem, self.value, False) if finds else 'not found'}",),
                    values,
                    {
                        edges[one]: bool(those[0])
                        for one, those in left.items()
                        if one in edges and len(those) == 1
                    },
                    {cells[one] for one in chosen if one in cells},
                    {edges[one] for one in chosen if one in edges},
                    removed={cells[place]: (value,)} if finds and place in cells else {},
                    new_lines={edges[place]: not value} if finds and place in edges else {},
                )
            )
        return draw_strip(self.problem, frames, 2, isinstance(model, BorderModel))


@dataclass(frozen=True, repr=False)
class NoWitness(Shown):
    """Nothing was found that one reduction finds and another misses.

    Attributes
    ----------
    finds, misses : str
    tried : int
        All partial answers of fewer values than this were tried.
    samples : int
        The number of drawn ones that were tried.
    complete : bool
        Whether all partial answers were tried.
    """

    finds: str
    misses: str
    tried: int
    samples: int
    complete: bool = False

    def as_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ("finds", "misses", "tried", "samples", "complete")}

    def lines(self) -> list[str]:
        words = (
            f"{self.misses} finds all that {self.finds} finds, on {counted(self.samples, 'partial answer')}"
        )
        if self.complete:
            words = f"{self.misses} finds all that {self.finds} finds, on every partial answer"
        elif self.tried:
            words += f" and on all of up to {counted(self.tried - 1, 'value')}"
        return [words]


class _Found(NamedTuple):
    chosen: tuple[Value, ...]
    value: Value


def witness(
    source: Source,
    finds: str | EncodingPath,
    misses: str | EncodingPath,
    *,
    kind: str | None = None,
    samples: int = SAMPLES,
    seed: int = 0,
    boards: int = BOARDS,
    timeout: Timeout = None,
    report: Listener = silent,
) -> Witness | NoWitness:
    """The smallest partial answer on which one reduction finds by unit propagation what another misses.

    Parameters
    ----------
    source : Problem, str, Path, or another object
        See `read`.
    finds, misses : str
        Names of reductions, such as ``cnf:mdd`` and ``cnf:regular``.
    samples : int
        The number of drawn partial answers to begin with.
    seed : int
        Another seed, other partial answers.
    boards : int
        For a witness, try at most so many smaller partial answers one by one; all of one size, or none.
    timeout : float, optional
        When it is over, the smallest one found so far is the result.
    report : function of a text
        Called with what is tried next.

    Raises
    ------
    ReductionError
        For an instance that one of the reductions does not support, or without an answer.

    Examples
    --------
    >>> import coversat
    >>> found = coversat.witness("langford 3", "cnf:mixed", "cover")
    >>> found.lines()[0]
    'cnf:mixed finds and cover misses: r1c2 is not 1'
    >>> found.chosen, found.smallest, found.rules
    ((('r1c3', 1),), True, ('1 number between the two 1',))
    """
    problem, deadline, report = problem_in(source, kind), deadline_of(timeout), listener(report)
    for name, path in (("finds", finds), ("misses", misses)):
        refuse_others(name, path, (str, tuple), "the name of a reduction")
    paths = measured_path(problem.kind, finds), measured_path(problem.kind, misses)
    samples, seed, boards = whole("samples", samples), whole("seed", seed), whole("boards", boards)
    report("partial answers")
    first, second = (as_formula(reduced(problem, rules)) for rules in paths)
    those = drawn(problem, samples, f"{seed} 0", deadline).samples
    if those and not those[0].possible:
        raise ReductionError("it has no answer, so there is no partial answer with a completion")
    with Propagator(first) as strong, Propagator(second) as weak, Truth(problem, deadline) as truth:
        pair = _Pair(strong, weak)
        found: _Found | None = None
        tried = 0
        try:
            found = min(
                filter(None, (pair.smaller(sample) for sample in deadline.through(those))),
                key=lambda one: len(one.chosen),
                default=None,
            )
            found, tried = _exhausted(pair, truth, found, boards, deadline, report)
        except LimitReachedError:
            if found is None:
                raise
        names = name_of(paths[0]) or "cnf", name_of(paths[1]) or "cnf"
        if found is None:
            return NoWitness(*names, tried, len(those), tried > len(names_of(truth.values)))
        found, chain = _explained(first, pair, found)
        rules = tuple(dict.fromkeys(link.rule for link in chain if link.rule))
        left = _left(strong, found.chosen), _left(weak, found.chosen)
        assert first.places is not None
        cells = {place.name: place.cell for place in first.places() if place.cell is not None}
        return Witness(problem, *names, *found, chain, rules, tried, left, cells)


class _Pair:
    """Two reductions, of which the first is to find more."""

    def __init__(self, strong: Propagator, weak: Propagator) -> None:
        self.strong, self.weak = strong, weak

    def difference(self, chosen: Sequence[Value]) -> list[Value]:
        """The values that only the first excludes; none if one of both refutes the partial answer."""
        if self.strong.missing(chosen) or self.weak.missing(chosen):
            return []
        found = self.strong.excluded(chosen)
        if not found:
            return []
        others = self.weak.excluded(chosen)
        if others is None:
            return []
        return [value for value in self.weak.values if value in found and value not in others]

    def smaller(self, sample: Sample) -> _Found | None:
        """The part of a sample that a value needs, for the value that needs least."""
        parts = (self._needed(sample.chosen, value) for value in self.difference(sample.chosen)[:MOST_VALUES])
        return min(parts, key=lambda one: len(one.chosen), default=None)

    def _needed(self, chosen: tuple[Value, ...], value: Value) -> _Found:
        kept = list(chosen)
        for one in chosen:
            without = [other for other in kept if other != one]
            if value in (self.strong.excluded(without) or ()):
                kept = without
        return _Found(tuple(kept), value)


MOST_VALUES = 20
"""The values of one sample that are looked at."""


def _exhausted(
    pair: _Pair,
    truth: Truth,
    found: _Found | None,
    boards: int,
    deadline: Deadline,
    report: Callable[[str], None],
) -> tuple[_Found | None, int]:
    """The smallest one of those smaller than what was found, and the first size that was not tried."""
    places = names_of(truth.values)
    most = max(map(len, places.values()), default=1)
    tried = 0
    for size in range(len(found.chosen) if found else len(places) + 1):
        if comb(len(places), size) * most**size > boards:
            break
        report(f"all partial answers of {counted(size, 'value')}")
        some = combinations(places.values(), size)
        for chosen in deadline.through(chosen for those in some for chosen in product(*those)):
            values = pair.difference(chosen)
            if values and truth.holds(chosen):
                return _Found(chosen, values[0]), size
        tried = size + 1
    return found, tried


def _left(propagator: Propagator, chosen: Sequence[Value]) -> dict[str, tuple[int, ...]]:
    """The values of each place that are not excluded."""
    excluded = propagator.excluded(chosen) or set()
    places = names_of(propagator.values)
    return {
        name: tuple(value for _, value in those if (name, value) not in excluded)
        for name, those in places.items()
    }


# Why


def _explained(reduction: AnyReduction, pair: _Pair, found: _Found) -> tuple[_Found, tuple[Link, ...]]:
    """The value on this partial answer that has the shortest chain, and its chain."""
    values = dict.fromkeys((found.value, *pair.difference(found.chosen)[:MOST_VALUES]))
    engine = _Engine(reduction, pair.strong, found.chosen)
    chains = {value: engine.chain(value) for value in values}
    value = min(chains, key=lambda one: len(chains[one]))
    return _Found(found.chosen, value), chains[value]


class _Engine:
    """All that follows from a partial answer, with the clause of each literal."""

    def __init__(self, reduction: AnyReduction, propagator: Propagator, chosen: Sequence[Value]) -> None:
        self._reduction, self._propagator = reduction, propagator
        self._shows = propagator.shown_by()
        self._clauses = [clause for clause in (*reduction.target.clauses, *propagator.extra) if clause]
        self._reasons = _reasons(propagator.variable_count, self._clauses, propagator.literals(chosen))

    def chain(self, value: Value) -> tuple[Link, ...]:
        """The clauses that exclude a value, in order."""
        reasons, clauses = self._reasons, self._clauses
        needed: set[int] = set()
        waiting = self._propagator.falsified(value, reasons)
        while waiting:
            literal = waiting.pop()
            number = reasons[literal]
            if number is not None and literal not in needed:
                needed.add(literal)
                waiting += [-other for other in clauses[number] if other != literal]
        used = [(literal, number) for literal, number in reasons.items() if literal in needed]
        numbers = {number for _, number in used}
        groups = self._reduction.groups
        label_of = {number: one.label for one in groups for number in one.parts if number in numbers}
        return tuple(
            Link(
                self._words(literal),
                tuple(self._words(-other) for other in clauses[number] if other != literal),
                label_of.get(number, ""),
            )
            for literal, number in used
            if number is not None
        )

    def _words(self, literal: int) -> str:
        """A literal in words: one of a value in the words of the puzzle, others by their names."""
        for value, holds in ((literal, True), (-literal, False)):
            if value in self._shows:
                return _said(self._reduction.source, self._shows[value], holds)
        name = self._reduction.target.names.get(abs(literal), f"variable {abs(literal)}")
        return name if literal > 0 else f"not {name}"


def _reasons(
    variables: int, clauses: Sequence[tuple[int, ...]], begin: Sequence[int]
) -> dict[int, int | None]:
    """All that follows, in order, with the clause of each; None for what it begins with."""
    engine = units(variables, 0, clauses, [-1] * len(clauses))
    single = {clause[0]: number for number, clause in enumerate(clauses) if len(set(clause)) == 1}
    reasons: dict[int, int | None] = {}
    for literal, own in [*((one, None) for one in begin), *single.items()]:
        if literal not in reasons:
            new, because, _ = engine.suppose(literal)
            reasons |= dict(zip(new, (own, *because[1:]), strict=True))
    return reasons


def _said(problem: AnyProblem, value: Value, holds: bool) -> str:
    return problem.fact_words(*value, holds)
