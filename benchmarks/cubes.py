"""One hard formula, split into cubes: rules for splitting compared, and two workers beside one.

    python benchmarks/cubes.py rules      # by processor time: workers take turns in this process
    python benchmarks/cubes.py workers    # processes; the machine must have nothing else to do

The formulas have no model, or none but one that is blocked: everything has to be searched.
"""

from __future__ import annotations

import random
import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product
from math import prod

from coversat.answering.parts.cubes import CubeSearch, CubeWorker, Lookahead, Way, least_growth
from coversat.answering.parts.divide import Workers, answers_of
from coversat.answering.parts.ledger import Part
from coversat.answering.routes import find_path
from coversat.problems import read
from coversat.problems.cnf.rules import Cnf
from coversat.reductions.paths import apply_path
from coversat.solvers import NO_LIMITS, Limits
from coversat.solvers.sat.sat import CADICAL, SAT_SOLVERS, SatCalls
from coversat.solvers.solver import Meter

TURN = 2_000
"""Conflicts that a worker has in its turn."""


def pigeonhole(holes: int) -> Cnf:
    """One pigeon more than holes, two never in one hole: pairwise."""
    sits = {at: n for n, at in enumerate(product(range(holes + 1), range(holes)), 1)}
    clauses = [tuple(sits[pigeon, hole] for hole in range(holes)) for pigeon in range(holes + 1)]
    for hole in range(holes):
        clauses += [(-sits[a, hole], -sits[b, hole]) for a, b in combinations(range(holes + 1), 2)]
    return Cnf(len(sits), tuple(clauses))


def langford(size: int) -> Cnf:
    """Langford's pairs; there are none to 9 and 10."""
    (puzzle,) = read(f"langford {size}\n").problems
    formula: Cnf = apply_path(find_path("langford", "cover/cnf:remaining"), puzzle).target
    return formula


def random_formula(variables: int, seed: int) -> Cnf:
    """Clauses of three literals, 4.5 of them a variable: hardly ever a model."""
    chance = random.Random(seed)
    chosen = [chance.sample(range(1, variables + 1), 3) for _ in range(int(4.5 * variables))]
    return Cnf(variables, tuple(tuple(x * chance.choice((1, -1)) for x in three) for three in chosen))


FORMULAS: dict[str, Callable[[], Cnf]] = {
    "pigeonhole, 8 holes": lambda: pigeonhole(8),
    "Langford's pairs to 10": lambda: langford(10),
    "random, 200 variables": lambda: random_formula(200, 2),
}


def fewest(ways: Sequence[Way]) -> Way:
    """The clause with the fewest open literals, as in most search programs."""
    return min(ways, key=len)


def largest_product(ways: Sequence[Way]) -> Way:
    """What becomes true on both sides, multiplied; with the sum as a tie breaker."""
    return max(ways, key=lambda way: 1024 * prod(one.gain for one in way) + sum(one.gain for one in way))


def weighted(formula: Cnf) -> Callable[[Sequence[Way]], Way]:
    """The same of clauses that become shorter; with a literal more each weighs a fifth."""
    weight: dict[int, float] = {}
    for clause in formula.clauses:
        for literal in clause:
            weight[-literal] = weight.get(-literal, 0.0) + 5.0 ** -len(clause)

    def choose(ways: Sequence[Way]) -> Way:
        def worth(way: Way) -> float:
            common = set.intersection(*(set(one.true) for one in way))
            sides = [sum(weight.get(x, 0.0) for x in one.true if x not in common) for one in way]
            return 1024 * prod(sides) + sum(sides)

        return max(ways, key=worth)

    return choose


class ByVariables(Lookahead):
    """It knows no cells."""

    def __init__(self, formula: Cnf, choose: Callable[[Sequence[Way]], Way]) -> None:
        super().__init__(formula, choose)
        self._wide = []


ENCODINGS: dict[str, Callable[[Cnf], Lookahead]] = {
    "a clause, least growth": lambda formula: Lookahead(formula, least_growth),
    "a clause, fewest literals": lambda formula: Lookahead(formula, fewest),
    "a variable, least growth": lambda formula: ByVariables(formula, least_growth),
    "a variable, product": lambda formula: ByVariables(formula, largest_product),
    "a variable, weighted clauses": lambda formula: ByVariables(formula, weighted(formula)),
}


def simulated(formula: Cnf, lookahead: Lookahead, workers: int) -> tuple[float, float, int, int]:
    """Workers of which the one furthest behind goes on; a cube is split when another has nothing to do.

    The processor seconds of the one that ends last and of all, the conflicts, the splits.
    """
    crew = [CubeWorker(formula, CADICAL, 0) for _ in range(workers)]
    clocks, doing = [0.0] * workers, [None] * workers  # type: list[float], list[Part | None]
    waiting, conflicts, splits = [Part()], 0, 0
    while waiting or any(doing):
        for at in sorted(range(workers), key=clocks.__getitem__):
            if doing[at] is None and waiting:
                doing[at] = waiting.pop(0)
        busy = [at for at in range(workers) if doing[at] is not None]
        at = min(busy, key=clocks.__getitem__)
        part = doing[at]
        assert part is not None
        for other in range(workers):
            if other not in busy:
                clocks[other] = max(clocks[other], clocks[at])
        began = time.process_time()
        told = crew[at].do(part, Limits(nodes=TURN))
        conflicts += int(told.effort["nodes"])
        if told.left and len(busy) < workers:
            split = lookahead.split(part.choices)
            waiting = sorted((*waiting, *part.split(split.parts)))
            splits, doing[at] = splits + 1, None
        elif not told.left:
            doing[at] = None
        clocks[at] += time.process_time() - began
    return max(clocks), sum(clocks), conflicts, splits


def alone(formula: Cnf, name: str) -> float:
    """The processor seconds of a solver that is asked once."""
    solver = next(one for one in SAT_SOLVERS if one.name == name)
    began = time.process_time()
    with SatCalls(solver, formula, Meter(NO_LIMITS)) as calls:
        assert not calls.solve()
    return time.process_time() - began


def compare_rules() -> Iterator[str]:
    """A table: for each formula and rule the time of 1, 2 and 4 workers, and the splits."""
    yield "| formula | rule | 1 worker | 2 workers | 4 workers | splits, 2 and 4 |"
    yield "|---|---|---|---|---|---|"
    for name, make in FORMULAS.items():
        formula = make()
        one = simulated(formula, Lookahead(formula), 1)[0]
        for rule, lookahead in ENCODINGS.items():
            two, four = (simulated(formula, lookahead(formula), workers) for workers in (2, 4))
            times = [f"{took:.2f} s ({one / took:.2f})" for took in (two[0], four[0])]
            yield f"| {name} | {rule} | {one:.2f} s | {times[0]} | {times[1]} | {two[3]}, {four[3]} |"


def compare_workers(holes: int = 10) -> Iterator[str]:
    """One process and two, on a pigeonhole formula; and the solver by itself."""
    formula = pigeonhole(holes)
    yield f"pigeonhole, {holes} holes, pairwise"
    yield f"solver by itself: {alone(formula, 'cadical195'):.1f} s of a processor"
    for jobs in (1, 2):
        used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        began, own = time.perf_counter(), time.process_time()
        found = answers_of(CubeSearch(formula, "cadical195", 2), NO_LIMITS, Workers(jobs))
        assert str(found) == "exactly 0"
        processor = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - used + time.process_time() - own
        took = time.perf_counter() - began
        conflicts = found.effort["nodes"]
        yield f"{jobs} at work: {took:.1f} s, {processor:.1f} s of processors, {conflicts} conflicts"


if __name__ == "__main__":
    tables = {"rules": compare_rules, "workers": compare_workers}
    for line in tables[sys.argv[1]](*map(int, sys.argv[2:])):
        print(line, flush=True)
