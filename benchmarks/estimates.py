"""What `coversat estimate` says, beside what is so.

    python benchmarks/estimates.py

Each problem is estimated with 20 seeds, and then every answer is visited.  Of answers and nodes: how often
of 20 the interval held the true figure, and by what factor it reaches from its middle (the median).  Of the
time: processor seconds taken, and said (the median).
"""

from __future__ import annotations

import statistics
import time

from coversat.answering import sampling
from coversat.answering.questions import count_answers as count
from coversat.answering.routes import counting_route
from coversat.problems import AnyProblem, Langford, Latin, Queens, Sudoku
from coversat.solvers import Limits

SEEDS = 20
PROBLEMS: dict[str, AnyProblem] = {
    "13 queens": Queens(13),
    "15 queens": Queens(15),
    "Langford 12": Langford(12),
    "Langford 15": Langford(15),
    "Latin squares of order 5": Latin(((None,) * 5,) * 5),
    "2x3 sudoku grids": Sudoku(2, 3, ((None,) * 6,) * 6),
}


def main() -> None:
    print("| | answers | held | width | nodes | held | width | s | said |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    for name, problem in PROBLEMS.items():
        route = counting_route(problem.kind)
        begun = time.process_time()
        true = count(problem, route, Limits(memo=0))
        taken = time.process_time() - begun
        found = [sampling.estimate(problem, via=route, seed=seed) for seed in range(SEEDS)]
        answers = told(float(true.at_least), [one.answers for one in found])
        nodes = told(float(true.effort["nodes"]), [one.nodes for one in found])
        said = statistics.median(one.seconds.mean for one in found)
        print(f"| {name} | {answers} | {nodes} | {taken:.3g} | {said:.3g} |", flush=True)


def told(true: float, spreads: list[sampling.Spread]) -> str:
    """The true figure, how many intervals hold it, and by what factor these reach from their middle."""
    held = sum(spread.low <= true <= spread.high for spread in spreads)
    width = statistics.median(spread.high / spread.mean for spread in spreads)
    return f"{true:.0f} | {held} of {len(spreads)} | {width:.2f}"


if __name__ == "__main__":
    main()
