"""How large a search would be: its nodes, its answers and its time, from a sample of its tree.

One sample is drawn by heterogeneous sampling.  Nodes at one depth that look alike form a stratum; one of
them, drawn at random by their weights, stands for all, with the sum of these.  What is seen, by weight, adds
up to the whole tree on the average.  With one stratum for each depth that is the walk of Knuth, whose figures
scatter more.  Where the search itself is through with a node at once, what it says of it is taken as it is.

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
from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

from .deadline import NEVER, Deadline
from .errors import LimitReachedError, SolverError
from .problems import AnyProblem
from .routing import Route
from .solvers.solver import SearchTree, Seen, TreeSolver

N = TypeVar("N")
Stratum = tuple[int, int]
"""The depth of nodes, and their width."""
SAMPLES = 100
"""So many are drawn where nothing is said."""
HEAD = 50
"""The search itself goes first, and so many times as far as in a sample: small trees are known then."""
FEWEST = 4
"""So many samples say something of their scatter."""
CLOSE = 0.005
"""No more are drawn when the error is this share of the figure."""
LEARNT = 1.5
"""A search learns on its way what pays, and in a sample it learns that anew below each node: so its nodes are
known up to this factor, however many samples are drawn.  By measurement; see `benchmarks/estimates.py`."""
TRIES = 8
"""Nodes of one stratum at which the search is tried before it is judged whether that pays there."""
PAYS = 4
"""It does where it comes to its end at one of so many."""


class Spread(NamedTuple):
    """A figure, and the interval that is to hold it 19 times of 20; what no sample met has no upper end."""

    mean: float
    low: float
    high: float

    def times(self, factor: float) -> Spread:
        """In another unit."""
        return Spread(*(factor * figure for figure in self))


class Estimate(NamedTuple):
    """How large a search would be that visits every distinct answer.

    Attributes
    ----------
    route : str
        By its name.
    nodes, answers, seconds : Spread
        Seconds on one core, without a memo.
    samples : int
        So many were drawn; 0 where the search itself came to its end: then nodes and answers are exact.
    took : float
        Seconds.
    """

    route: str
    nodes: Spread
    answers: Spread
    seconds: Spread
    samples: int
    took: float

    @property
    def exact(self) -> bool:
        """Whether nodes and answers are no estimates."""
        return not self.samples


def estimate(
    problem: AnyProblem,
    route: Route,
    samples: int = SAMPLES,
    seed: int = 0,
    deadline: Deadline = NEVER,
    tell: Callable[[str], None] = lambda _: None,
) -> Estimate:
    """How large the search by a route would be.

    Parameters
    ----------
    problem : Problem
    route : Route
    samples : int
        How many to draw at most.
    seed : int
        With the same seed and number of samples nodes and answers are always the same.
    deadline : Deadline
        When it comes, what was drawn until then is enough.
    tell : text -> None
        Called on the way with how far it is.

    Raises
    ------
    ReductionError
        For an instance that an encoding does not take.
    SolverError
        When the solver's search is no tree of which samples can be drawn.
    LimitReachedError
        When the time is over before there are `FEWEST` of them.
    """
    started = time.perf_counter()
    if not isinstance(route.solver, TreeSolver):
        raise SolverError(f"{route.name} searches no tree of which samples can be drawn")
    drawn: list[Seen] = []
    try:
        with deadline.enforced():
            tree = route.solver.tree(route.reduce(problem).target)
            whole, pace = _head(tree)
            if whole is not None:
                drawn = [whole]
            sampler = _Sampler(tree, random.Random(seed))
            while whole is None and len(drawn) < samples and not _is_close(drawn):
                drawn.append(sampler.sample())
                tell(f"{len(drawn)} samples")
    except LimitReachedError:
        if len(drawn) < FEWEST:
            raise
    answers = _spread([seen.answers for seen in drawn])
    nodes = _spread([seen.nodes for seen in drawn])
    taken = 0
    if whole is None:
        nodes, taken = nodes._replace(low=nodes.low / LEARNT, high=nodes.high * LEARNT), len(drawn)
    return Estimate(route.name, nodes, answers, nodes.times(pace), taken, time.perf_counter() - started)


def _head(tree: SearchTree[N]) -> tuple[Seen | None, float]:
    """All that the search sees, if it soon comes to its end; and the seconds that it takes for a node."""
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
    """The mean, and an interval around its logarithm: what is estimated is a product, and above 0.

    The figures scatter to one side, so that few of them know little of their own scatter; Student's
    quantile makes up for some of that.
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
    """The quantile of Student's distribution for 19 of 20, by its expansion around the normal one."""
    z = 1.959964
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


class _Place(Generic[N]):
    """A node where a sample has been; what was learnt of it there."""

    __slots__ = ("node", "opened")

    def __init__(self, node: N) -> None:
        self.node = node
        self.opened: list[_Place[N]] | Seen | None = None


class _Sampler(Generic[N]):
    """Draws samples of one tree, and keeps what it learns of the nodes it meets."""

    def __init__(self, tree: SearchTree[N], chance: random.Random) -> None:
        self._tree, self._chance = tree, chance
        root = tree.root()
        assert root is not None
        self._root = _Place(root)
        self._tries: Counter[Stratum] = Counter()
        self._ends: Counter[Stratum] = Counter()

    def sample(self) -> Seen:
        """The size of the whole tree, as one sample has it."""
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
        """What the search sees below a node, where it soon comes to its end; otherwise the next nodes."""
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
