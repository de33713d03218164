"""Propagation strength: which consequences of a puzzle's rules unit propagation finds on a formula.

*What is measured.* Partial answers are drawn from a seed: values of up to two thirds of the places, with a
common completion. Each answers two questions for each reduction:

* of the values that no completion has (the *excluded* values), which share does unit propagation exclude?
* with one excluded value added, the partial answer has no completion: does unit propagation refute it?

1 is the strength of a formula on which unit propagation alone is arc consistency on the whole puzzle. With
failed literals a value is excluded also if unit propagation refutes it, until nothing follows any more. All
reductions get the same partial answers. The truth is found by the search by domains, which shares nothing
with the encoders, or by a SAT solver on the default formula where that search does not apply; a reduction
that excludes a value with a completion contradicts it. Of a puzzle without an answer, any values make a
partial answer without a completion, and only the second question is asked.

The *ceiling* is what full propagation of each rule alone finds of the same; see `ceiling`. A formula below it
is a weak encoding; where the ceiling is low, the rules are weak.

An exact cover is measured by what both of its engines see at once: options that are forced, because an item
has no other, and items without options. This is unit propagation on the cover's pairwise formula.

A formula of strength 1 on all partial assignments is what Brain, Hadarean, Kroening and Martins (VMCAI 2016)
and Kučera and Savický call propagation complete; here it is measured on samples instead of proved. The share
is a ratio of sums; its interval is a bootstrap of puzzles and, within each, of samples (Davison and Hinkley,
"Bootstrap methods and their application", 3.8).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ..answering.choosing import chosen_paths
from ..answering.routes import find_route
from ..base.arguments import Listener, Timeout, deadline_of, listener, patterns, refuse_others, silent, whole
from ..base.deadline import Deadline
from ..base.errors import ArgumentError, InputError, LimitReachedError, ReductionError, UnknownRouteError
from ..base.notebook import html_table
from ..base.records import Rows, column
from ..base.wording import counted
from ..kinds.sources import Source, named
from ..primitives.models import GridModel
from ..problems import AnyProblem
from ..problems.user_files import rests_on
from ..reductions.paths import EncodingPath, all_paths, lacking, name_of
from .ceiling import Ceiling
from .columns import in_columns, three_sizes, two_lines
from .partial_answers import Sample, drawn
from .propagation import Propagator, as_formula, is_measured, reduced
from .statistics import CONFIDENCE

RESAMPLES = 400
SAMPLES = 100
HEADS = (
    *("reduction", "vars/items", "clauses/options", "literals/entries"),
    *("excluded", "interval", "refuted", "interval"),
)
"""The heads of a table."""
CEILING = "each rule alone"
"""The name of the ceiling among reductions."""


class Share(NamedTuple):
    """A share and its interval of `CONFIDENCE` (95%); None where nothing was asked, or only once."""

    share: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Strength:
    """What unit propagation finds by one reduction; sizes are those for the first puzzle that it takes."""

    reduction: str = column("the reduction; cnf for a formula itself")
    kind: str = column("the kind of problem")
    variables_or_items: int | None = column("variables of the formula, or items of the exact cover", None)
    clauses_or_options: int | None = column("clauses of the formula, or options of the exact cover", None)
    literals_or_entries: int | None = column("literals of all clauses, or entries of all options", None)
    excluded: float | None = column("of the values that no completion has, the share it excludes", None)
    excluded_low: float | None = column("the lower end of the 95% interval of that", None)
    excluded_high: float | None = column("the upper end", None)
    refuted: float | None = column("of the partial answers without completion, the share it refutes", None)
    refuted_low: float | None = column("the lower end of the 95% interval of that", None)
    refuted_high: float | None = column("the upper end", None)
    puzzles: int = column("the puzzles that were measured", 0)
    applicable: int = column("those that the reduction takes", 0)
    samples: int = column("the partial answers of all puzzles", 0)
    undecided: int = column("further ones that were left out, as their truth was not found", 0)
    failed_literals: bool = column("whether values that unit propagation refutes are excluded", False)
    wrong: int = column("the partial answers by which it contradicts the truth", 0)
    ceiling_excluded: float | None = column(
        "the same as excluded, by full propagation of each rule alone", None
    )
    ceiling_refuted: float | None = column(
        "the same as refuted, by full propagation of each rule alone", None
    )
    no_ceiling: str | None = column("why that is not known", None)
    truth: str | None = column("what found which values have a completion", None)
    lacks: list[str] | None = column("the rules that no clause of it states", None)
    rests_on: str | None = column("the file of a user that defines it", None)
    reason: str | None = column("why it does not take the other puzzles", None)
    stopped: str | None = column("the limit that was reached before all puzzles were measured", None)

    @property
    def cells(self) -> list[str]:
        sizes = (self.variables_or_items, self.clauses_or_options, self.literals_or_entries)
        return [
            self.reduction,
            *("-" if size is None else str(size) for size in sizes),
            *_words(self.excluded, self.excluded_low, self.excluded_high),
            *_words(self.refuted, self.refuted_low, self.refuted_high),
        ]

    @property
    def remarks(self) -> Iterator[str]:
        """What is to be known beside the numbers."""
        if self.wrong:
            yield f"{self.reduction}: WRONG: it excludes possible values of {counted(self.wrong, 'sample')}"
        if own := rests_on(self.reduction):
            yield f"{self.reduction}: rests on {own}"
        if self.lacks:
            yield f"{self.reduction}: no clause states {', '.join(map(repr, self.lacks))}"
        if self.reason and self.applicable:
            others = counted(self.applicable, "puzzle")
            yield f"{self.reduction}: measured on {others}; not applicable to others: {self.reason}"
        elif self.reason:
            yield f"{self.reduction}: not applicable: {self.reason}"


def _words(share: float | None, low: float | None, high: float | None) -> tuple[str, str]:
    """A share and its interval."""
    if share is None:
        return "-", "-"
    return f"{share:.3f}", "-" if low is None else f"{low:.3f}-{high:.3f}"


class Strengths(Rows[Strength]):
    """The strengths of several reductions, the strongest first; a sequence of `Strength`."""

    record = Strength

    @property
    def agree(self) -> bool:
        """Whether no reduction contradicts the truth."""
        return not any(row.wrong for row in self)

    @property
    def measured(self) -> bool:
        """Whether anything was."""
        return any(row.excluded is not None or row.refuted is not None for row in self)

    @property
    def complete(self) -> bool:
        """Whether all puzzles were measured."""
        return all(row.stopped is None for row in self)

    @property
    def table(self) -> list[list[str]]:
        """Two lines of heads, a row for each reduction, and the ceiling, as text."""
        return [*two_lines(HEADS), *self._cells]

    @property
    def _cells(self) -> list[list[str]]:
        rows = [row.cells for row in self]
        excluded, refuted = self[0].ceiling_excluded, self[0].ceiling_refuted
        if excluded is not None or refuted is not None:
            rows.append([CEILING, "", "", "", *_words(excluded, None, None), *_words(refuted, None, None)])
        return rows

    @property
    def below(self) -> list[str]:
        """Remarks on the rows, how many samples there are, and what was left out."""
        (first, *_) = self
        words = f"{counted(first.samples, 'partial answer')} of {counted(first.puzzles, 'puzzle')}"
        words += ", with failed literals" if first.failed_literals else ""
        words += f"; {first.undecided} more left out, as not decided" if first.undecided else ""
        words += f"; stopped after {first.stopped}" if first.stopped else ""
        missing = [f"{CEILING}: {first.no_ceiling}"] if first.no_ceiling else []
        return [*(remark for row in self for remark in row.remarks), *missing, words]

    def lines(self, width: int | None = None) -> list[str]:
        """The lines that ``coversat strength`` prints."""
        return [*in_columns(self.table, width), *self.below]

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _repr_html_(self) -> str:
        return html_table(HEADS, self._cells, self.below)


def measured_paths(
    kind: str, reductions: Sequence[str | EncodingPath] = (), *problems: AnyProblem
) -> list[EncodingPath]:
    """The reductions to a formula or a cover that are given, have one of the names, or fit a pattern.

    Without names: those in one step that fit one of the problems, and a formula itself. Raise
    `UnknownRouteError` for a name that fits none.
    """
    if paths := [one for one in reductions if isinstance(one, tuple)]:
        found = paths
    elif reductions:
        found = chosen_paths(kind, patterns("reductions", reductions))
    else:
        short = [path for path in all_paths(kind) if len(path) <= 1]
        found = [path for path in short if not path or not problems or any(map(path[0].fits, problems))]
    measured = [path for path in found if is_measured(kind, path)]
    if not measured:
        raise UnknownRouteError(f"no reduction of {kind} to a formula or an exact cover is named")
    return measured


def measured_path(kind: str, name: str | EncodingPath) -> EncodingPath:
    """The reductions of this name; a solver after them is left out. Raise `UnknownRouteError`."""
    path = name if isinstance(name, tuple) else find_route(kind, name).path
    if not is_measured(kind, path):
        raise UnknownRouteError(f"{name!r} is no reduction of {kind} to a formula or an exact cover")
    return path


class _Counts(NamedTuple):
    """Of one sample by one reduction: excluded values and partial answers, found and in all."""

    excluded: int
    all_excluded: int
    refuted: int
    impossible: int
    wrong: int = 0


class _Measured(NamedTuple):
    """One puzzle by one reduction."""

    counts: list[_Counts]
    sizes: Mapping[str, int]
    lacks: tuple[str, ...]


def strength(
    source: Source,
    reductions: Sequence[str | EncodingPath] = (),
    *,
    kind: str | None = None,
    samples: int = SAMPLES,
    seed: int = 0,
    failed_literals: bool = False,
    timeout: Timeout = None,
    report: Listener = silent,
) -> Strengths:
    """Measure propagation strength: which consequences of the rules unit propagation finds by each reduction.

    Parameters
    ----------
    source : Problem, str, Path, or another object
        See `read`. One problem, or several of one kind.
    reductions : sequence of str
        Names or patterns, such as ``cnf:minimal`` or ``cnf:*``; by default, all that apply.
    kind : str, optional
        The kind of problem in a text.
    samples : int
        The number of partial answers of each problem.
    seed : int
        Another seed, other partial answers; the n-th one of the n-th problem is the same for all reductions.
    failed_literals : bool
        Exclude values that unit propagation refutes, until none is left.
    timeout : float, optional
        When it is over, the result is of the problems that were measured by all reductions.
    report : function of a text
        Called with what is measured next.

    Raises
    ------
    InputError
        For problems of several kinds.
    LimitReachedError
        If the time is over before one problem is measured.

    Examples
    --------
    >>> import coversat
    >>> found = coversat.strength("queens 5", ["cnf:mixed", "cover"], samples=10)
    >>> found.agree, sorted((row.reduction, row.samples) for row in found)
    (True, [('cnf:mixed', 10), ('cover', 10)])
    """
    puzzles, report = named(source, kind), listener(report)
    refuse_others("reductions", reductions, Sequence, "a sequence of texts")
    if not puzzles:
        raise ArgumentError("there is no puzzle to measure")
    first, problems = puzzles[0], [problem for _, problem in puzzles]
    if other := next((one for one in puzzles if one[1].kind != first[1].kind), None):
        kinds = f"it is a {other[1].kind}, and {first[0]} a {first[1].kind}"
        raise InputError(other[0], f"{kinds}; strength is of one kind")
    path = measured_paths(first[1].kind, reductions, *problems)
    samples, seed, deadline = whole("samples", samples), whole("seed", seed), deadline_of(timeout)
    found: dict[EncodingPath, list[_Measured]] = {one: [] for one in path}
    refusals: dict[EncodingPath, str] = {}
    ceilings: list[list[_Counts] | str] = []
    truths: set[str] = set()
    number = number_drawn = left_out = 0
    reason = None
    for problem in problems:
        at = f"puzzle {number + 1} of {len(problems)}"
        try:
            report(f"{at}: partial answers")
            those, missing, model, ways = drawn(problem, samples, f"{seed} {number}", deadline)
            measured: dict[EncodingPath, _Measured] = {}
            report(f"{at}: {CEILING}")
            highest = _ceiling(model, those, failed_literals, deadline)
            for one in path:
                report(f"{at}: {_name(one)}")
                try:
                    measured[one] = _measured(problem, one, those, failed_literals, deadline)
                except ReductionError as error:
                    refusals[one] = str(error)
        except LimitReachedError as reached:
            if number == 0:
                raise
            reason = str(reached)
            break
        for one, result in measured.items():
            found[one].append(result)
        ceilings.append(highest)
        truths |= ways
        number, number_drawn, left_out = number + 1, number_drawn + len(those), left_out + missing
    known = [one for one in ceilings if not isinstance(one, str)]
    no_ceiling = next((one for one in ceilings if isinstance(one, str)), None)
    highest_excluded, highest_refuted = _shares(known if no_ceiling is None else [], seed)
    rows = [
        replace(
            _row(_name(one), problems[0].kind, found[one], refusals.get(one), seed),
            ceiling_excluded=highest_excluded.share,
            ceiling_refuted=highest_refuted.share,
            no_ceiling=no_ceiling,
            truth=" and ".join(sorted(truths, reverse=True)),
            puzzles=number,
            samples=number_drawn,
            undecided=left_out,
            failed_literals=failed_literals,
            stopped=reason,
        )
        for one in path
    ]
    rows.sort(key=lambda row: (row.applicable == 0, -(row.excluded or 0.0), -(row.refuted or 0.0)))
    return Strengths(tuple(rows))


def _name(path: EncodingPath) -> str:
    return name_of(path) or "cnf"


def _measured(
    problem: AnyProblem,
    path: EncodingPath,
    samples: Sequence[Sample],
    failed_literals: bool,
    deadline: Deadline,
) -> _Measured:
    reduction = reduced(problem, path)
    target = reduction.target
    with Propagator(as_formula(reduction)) as propagator:
        counts = [_counts(propagator, sample, failed_literals) for sample in deadline.through(samples)]
    return _Measured(counts, target.sizes(), lacking(reduction))


def _ceiling(
    model: GridModel[Any] | None, samples: Sequence[Sample], failed_literals: bool, deadline: Deadline
) -> list[_Counts] | str:
    """What each rule alone finds of the samples, or why that is not known."""
    if model is None:
        return "the rules are not stated in the constraint language"
    try:
        ceiling = Ceiling(model)
    except ReductionError as error:
        return str(error)
    return [_counts(ceiling, sample, failed_literals) for sample in deadline.through(samples)]


def _counts(propagator: Propagator | Ceiling, sample: Sample, failed_literals: bool) -> _Counts:
    """What unit propagation finds of a sample."""
    truth = set(sample.excluded)
    found = None
    if not propagator.missing(sample.chosen):
        found = propagator.excluded(sample.chosen, failed_literals)
    excluded = truth if found is None else found | propagator.missing(truth)
    impossible = sample.impossible
    refuted = impossible is not None and (
        not excluded.isdisjoint(impossible)
        or bool(propagator.missing(impossible))
        or propagator.excluded(impossible, failed_literals) is None
    )
    is_wrong = bool(sample.possible) and (found is None or not excluded.isdisjoint(sample.possible))
    return _Counts(len(excluded & truth), len(truth), refuted, impossible is not None, is_wrong)


def _row(name: str, kind: str, measured: Sequence[_Measured], refusal: str | None, seed: int) -> Strength:
    counts = [one.counts for one in measured]
    excluded, refuted = _shares(counts, seed)
    return Strength(
        name,
        kind,
        **three_sizes(measured[0].sizes if measured else {}),
        excluded=excluded.share,
        excluded_low=excluded.low,
        excluded_high=excluded.high,
        refuted=refuted.share,
        refuted_low=refuted.low,
        refuted_high=refuted.high,
        applicable=len(measured),
        wrong=sum(one.wrong for those in counts for one in those),
        rests_on=rests_on(name),
        lacks=list(dict.fromkeys(label for one in measured for label in one.lacks)),
        reason=refusal,
    )


def _shares(counts: Sequence[Sequence[_Counts]], seed: int) -> tuple[Share, Share]:
    """What is excluded, and what is refuted."""
    excluded = [[(one.excluded, one.all_excluded) for one in those] for those in counts]
    refuted = [[(int(one.refuted), int(one.impossible)) for one in those] for those in counts]
    return _share(excluded, seed), _share(refuted, seed)


def _share(pairs: Sequence[Sequence[tuple[int, int]]], seed: int) -> Share:
    """The ratio of two sums, with an interval from resampled groups and resampled pairs within each."""
    groups = [group for group in pairs if group]

    def ratio(those: Iterable[Sequence[tuple[int, int]]]) -> float | None:
        part = whole = 0
        for group in those:
            part += sum([one for one, _ in group])
            whole += sum([one for _, one in group])
        return part / whole if whole else None

    share = ratio(groups)
    if share is None or sum(map(len, groups)) < 2:
        return Share(share, None, None)
    chance = random.Random(seed)

    def again() -> Iterator[Sequence[tuple[int, int]]]:
        for group in chance.choices(groups, k=len(groups)):
            yield chance.choices(group, k=len(group))

    ratios = sorted(one for one in (ratio(again()) for _ in range(RESAMPLES)) if one is not None)
    outside = int(len(ratios) * (1 - CONFIDENCE) / 2)
    return Share(share, ratios[outside], ratios[-1 - outside])
