"""How large a search would be: its nodes, its answers and its time, from a sample of its tree.

One sample is drawn by heterogeneous sampling. Similar nodes at one depth form a stratum; one of them, drawn
at random by weight, represents all and gets the sum of the weights. The weighted sum over the sample is an
unbiased estimate of the tree. One stratum for each depth is Knuth's random walk, which has a larger
variance. Subtrees that the search finishes at once are counted exactly.

Sources: D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29, 1975;
P. C. Chen, "Heuristic sampling: a method for predicting the performance of tree searching programs", SIAM
Journal on Computing 21, 1992.
"""

from __future__ import annotations

import math
import random
import statistics
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from ..base.arguments import Listener, Timeout, deadline_of, listener, silent, whole
from ..base.errors import LimitReachedError, SolverError
from ..base.undecided import Undecided
from ..base.wording import counted, duration, rough
from ..kinds.many import one_or_many
from ..kinds.sources import Source, problem_in
from ..reductions.paths import refuse_counts
from ..solvers.solver import SearchTree, Seen, TreeSolver
from .routes import Route, counting_route, find_route

N = TypeVar("N")
Stratum = tuple[int, int]
"""The depth of nodes, and their width."""
SAMPLES = 100
"""The default number of samples."""
HEAD = 50
"""The factor by which the initial search is longer than one in a sample: it finishes small trees."""
FEWEST = 4
"""The fewest samples from which a variance is estimated."""
CLOSE = 0.005
"""The relative error at which sampling stops."""
LEARNT = 1.5
"""A search adapts its heuristics as it runs, but a sample starts afresh below each node: so nodes are
only known up to this factor, for any number of samples. Measured by `benchmarks/estimates.py`.
"""
TRIES = 8
"""The nodes of a stratum at which the search is tried before it is decided whether that is worthwhile."""
PAYS = 4
"""The search is worthwhile if it finishes at one of this number of nodes."""


class Spread(NamedTuple):
    """An estimate with its 95 % confidence interval, which has no upper end if no sample met any."""

    mean: float
    low: float
    high: float

    def times(self, factor: float) -> Spread:
        return Spread(*(factor * figure for figure in self))


@dataclass(frozen=True, repr=False)
class Estimate(Undecided):
    """The size of a search that visits every distinct answer.

    * route: its name.
    * nodes, answers, seconds: seconds on one core, without a memo.
    * samples: the number of samples; 0 if the search finished: nodes and answers are then exact.
    * took: seconds.
    """

    route: str
    nodes: Spread
    answers: Spread
    seconds: Spread
    samples: int
    took: float

    @property
    def exact(self) -> bool:
        return not self.samples

    def figures(self) -> list[tuple[str, Spread]]:
        """The estimated figures by name."""
        return [("answers", self.answers), ("nodes", self.nodes), ("seconds", self.seconds)]

    def lines(self, name: str = "") -> Iterator[str]:
        """What ``coversat estimate`` prints of a problem with this name."""
        how = "searched completely" if self.exact else f"from {counted(self.samples, 'sample')}"
        yield f"{name}: {how}, by {self.route}" if name else f"{how}, by {self.route}"
        for what, spread in self.figures():
            shown = duration if what == "seconds" else rough
            if not math.isfinite(spread.high):
                figure = "none met: there are few, or none"
            elif self.exact:
                figure = shown(spread.mean) if what == "seconds" else str(int(spread.mean))
            else:
                figure = f"about {shown(spread.mean)} ({shown(spread.low)} to {shown(spread.high)})"
            yield f"  {what if what != 'seconds' else 'time':<8}{figure}"


@one_or_many
def estimate(
    source: Source,
    *,
    kind: str | None = None,
    via: str | Route | None = None,
    samples: int = SAMPLES,
    seed: int = 0,
    timeout: Timeout = None,
    report: Listener = silent,
) -> Estimate:
    """How many answers there are about, and how long a search would take that visits each.

    Parameters
    ----------
    source, kind
        See `read`.
    via : str, optional
        The route whose search is sampled; by default, that of `count`.
    samples : int
        How many to draw at most.
    seed : int
        Draw other samples; the same seed and number always give the same nodes and answers.
    timeout : float, optional
        When it is over, the samples so far are used.
    report : function of a text
        Called with how many were drawn.

    Raises
    ------
    ReductionError
        If an encoding does not support the instance.
    SolverError
        If the solver's search is not a tree that can be sampled.
    LimitReachedError
        When the time is over before there are enough samples.

    Examples
    --------
    >>> import coversat
    >>> found = coversat.estimate("queens 8")
    >>> found.exact, found.answers.mean
    (True, 92.0)
    """
    deadline, samples, seed = deadline_of(timeout), whole("samples", samples), whole("seed", seed)
    problem, report = problem_in(source, kind), listener(report)
    route = counting_route(problem.kind) if via is None else via
    route = route if isinstance(route, Route) else find_route(problem.kind, route)
    started = time.perf_counter()
    if not isinstance(route.solver, TreeSolver):
        raise SolverError(f"{route.name} searches no tree of which samples can be drawn")
    drawn: list[Seen] = []
    try:
        with deadline.enforced():
            refuse_counts(route.path, None)
            tree = route.solver.tree(route.reduce(problem).target)
            searched, pace = _head(tree)
            if searched is not None:
                drawn = [searched]
            else:
                sampler = _Sampler(tree, random.Random(seed))
                while len(drawn) < samples and not _is_close(drawn):
                    deadline.check()  # for systems without timers
                    drawn.append(sampler.sample())
                    report(f"{len(drawn)} samples")
    except LimitReachedError:
        if len(drawn) < FEWEST:
            raise
    answers = _spread([seen.answers for seen in drawn])
    nodes = _spread([seen.nodes for seen in drawn])
    taken = 0
    if searched is None:
        nodes, taken = nodes._replace(low=nodes.low / LEARNT, high=nodes.high * LEARNT), len(drawn)
    return Estimate(route.name, nodes, answers, nodes.times(pace), taken, time.perf_counter() - started)


def _head(tree: SearchTree[N]) -> tuple[Seen | None, float]:
    """The size of the search if it soon finishes, otherwise None; and its seconds per node."""
    root, most = tree.root(), HEAD * tree.reach
    began = time.process_time()
    whole = Seen(1, 0) if root is None else tree.below(root, most)
    spent = time.process_time() - began
    return whole, spent / max(1, most if whole is None else whole.nodes)


def _is_close(drawn: Sequence[Seen]) -> bool:
    if len(drawn) < 2 * FEWEST:
        return False
    spread = _spread([seen.nodes for seen in drawn])
    return spread.high - spread.low <= 2 * CLOSE * spread.mean


def _spread(figures: Sequence[float]) -> Spread:
    """The mean, and an interval of its logarithm, since the estimate is a positive product.

    The distribution is skewed, so few samples underestimate its variance; Student's quantile compensates
    for part of that.
    """
    count, mean = len(figures), statistics.fmean(figures)
    if count == 1:
        return Spread(mean, mean, mean)
    if not mean:
        return Spread(0.0, 0.0, math.inf)
    error = statistics.stdev(figures) / math.sqrt(count) / mean
    factor = math.exp(_student(count - 1) * math.sqrt(math.log1p(error * error)))
    return Spread(mean, mean / factor, mean * factor)


def _student(freedom: int) -> float:
    """The 95 % quantile of Student's distribution, by its expansion around the normal one."""
    z = 1.959964
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


class _Place(Generic[N]):
    """A sampled node, and its next nodes or the size of its subtree once known."""

    __slots__ = ("node", "opened")

    def __init__(self, node: N) -> None:
        self.node = node
        self.opened: list[_Place[N]] | Seen | None = None


class _Sampler(Generic[N]):
    """Draws samples of one tree, and caches the results of the visited nodes."""

    def __init__(self, tree: SearchTree[N], chance: random.Random) -> None:
        self._tree, self._chance = tree, chance
        root = tree.root()
        assert root is not None
        self._root = _Place(root)
        self._tries: Counter[Stratum] = Counter()
        self._ends: Counter[Stratum] = Counter()

    def sample(self) -> Seen:
        """The size of the whole tree according to one sample."""
        nodes = answers = 0.0
        waiting = {(0, 0): (self._root, 1.0)}
        while waiting:
            stratum = min(waiting)
            place, weight = waiting.pop(stratum)
            below = self._below(place, stratum)
            if isinstance(below, Seen):
                nodes += weight * below.nodes
                answers += weight * below.answers
                continue
            nodes += weight
            for child in below:
                key = stratum[0] + 1, self._tree.width(child.node)
                other, others = waiting.get(key, (child, 0.0))
                drawn = child if self._chance.random() * (others + weight) < weight else other
                waiting[key] = drawn, others + weight
        return Seen(nodes, answers)

    def _below(self, place: _Place[N], stratum: Stratum) -> list[_Place[N]] | Seen:
        """The size of the search below a node, if it soon finishes; otherwise the next nodes."""
        if place.opened is None:
            place.opened = self._searched(place, stratum) or self._open(place)
        return place.opened

    def _searched(self, place: _Place[N], stratum: Stratum) -> Seen | None:
        tries, ends = self._tries[stratum], self._ends[stratum]
        if tries >= TRIES and PAYS * ends < tries:
            return None
        seen = self._tree.below(place.node, self._tree.reach)
        self._tries[stratum] += 1
        self._ends[stratum] += seen is not None
        return seen

    def _open(self, place: _Place[N]) -> list[_Place[N]] | Seen:
        opened = self._tree.open(place.node)
        if opened is None:
            opened = self._tree.below(place.node, None)
            assert opened is not None
        return opened if isinstance(opened, Seen) else [_Place(node) for node in opened]
