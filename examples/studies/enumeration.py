"""Finding many answers

The first answers of the empty 9x9 board, one after the other. A SAT solver needs a clause with every answer
that rules it out, and all of these clauses for the next; an engine for exact covers and a direct search go
on from where they are. Reducing is not counted.
"""

from __future__ import annotations

import sys
import time
from itertools import islice
from pathlib import Path

from results import Results, Row, method, title

from coversat.answers.routes import Route, find_route
from coversat.comparing.statistics import median
from coversat.kinds.sudoku.rules import Sudoku
from coversat.solvers import NO_LIMITS

NAME = "enumeration"
EMPTY = Sudoku(3, 3, ((None,) * 9,) * 9)
COUNTS = (10, 100, 1000, 3000)
RUNS = 3
SAT = "cnf:minimal/cadical195"
ROUTES = ("search/blanks", "cover/bitset", "cover/dancing-links", SAT)


def seconds(route: Route, count: int) -> float:
    """Processor seconds to so many answers."""
    reduction = route.reduce(EMPTY)
    search = route.solver.search(reduction.target, NO_LIMITS)
    started = time.process_time()
    answers = {reduction.decode(found) for found in islice(search, count)}
    passed = time.process_time() - started
    assert len(answers) == count
    assert not any(EMPTY.violations(answer) for answer in answers)
    return passed


def measured() -> Results:
    """Medians of some runs, the routes in turn."""
    routes = {name: find_route("sudoku", name) for name in ROUTES}
    for route in routes.values():
        seconds(route, 1)  # so that nothing has to be imported when it counts
    rows = []
    for count in COUNTS:
        times = [[seconds(route, count) for route in routes.values()] for _ in range(RUNS)]
        for name, own in zip(routes, zip(*times, strict=True), strict=True):
            words = f"{count} answers"
            rows.append(Row(words, words, count, name, RUNS, "found", round(median(own), 6), 0, 0))
    return Results(rows)


def found(results: Results) -> list[str]:
    """What the results say."""
    most = results.groups[-1]
    best = results.ranking(most, ROUTES)[0]
    return [
        f"For {most}: {results.order(most, ROUTES)}. "
        f"SAT loses here: it takes {results.against(SAT, best, most)}. "
        f"The times grow with the number n of answers as {results.growth(ROUTES)}."
    ]


def markdown(results: Results) -> str:
    """The study as a page of text."""
    parts = [f"# {title(__doc__)}", *method(__doc__), *found(results), results.by_group()]
    return "\n\n".join([*parts, f"Again: `python examples/studies/{NAME}.py`."]) + "\n"


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    made = measured()
    made.write(folder / f"{NAME}.csv")
    (folder / f"{NAME}.md").write_text(markdown(made), encoding="utf-8")
    print(markdown(made))
