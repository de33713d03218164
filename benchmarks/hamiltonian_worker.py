"""A contestant of `hamiltonian.py` in a process of its own: ``hamiltonian_worker.py default|ROUTE|cp-sat``.

It reads an order a line (JSON: a word, and the edges of a graph as JSON) and answers with a line: processor
seconds from the edges to the outcome, ``yes``, ``no`` or ``refused``, the vertices of the cycle in order, and
the effort. A small graph is solved before the first order.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Edges = list[list[int]]
Solve = Callable[[Edges], dict[str, Any]]
SMALL = [[0, 1], [1, 2], [2, 3], [0, 3], [0, 2]]


def by_route(route: str) -> tuple[Solve, str]:
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    import coversat
    from coversat.problems.graph import Graph

    def solve(edges: Edges) -> dict[str, Any]:
        graph = Graph.numbered(1 + max(map(max, edges)), map(tuple, edges))
        try:
            problem = coversat.HamiltonianCycle(graph)
            found = coversat.check(problem) if route == "default" else coversat.solve(problem, via=route)
        except coversat.ReductionError:
            return {"verdict": "refused"}
        effort = {name: found.effort.get(name, 0) for name in ("conflicts", "cuts")}
        if not found.answers:
            return {"verdict": "no", **effort}
        cycle = problem.render(found.answers[0]).split()
        return {"verdict": "yes", "answer": [int(name) - 1 for name in cycle], **effort}

    return solve, coversat.__version__


def by_circuit() -> tuple[Solve, str]:
    from ortools import __version__ as version
    from ortools.sat.python import cp_model

    def solve(edges: Edges) -> dict[str, Any]:
        model = cp_model.CpModel()
        arcs = [(*ends, model.new_bool_var("")) for a, b in edges for ends in ((a, b), (b, a))]
        model.add_circuit(arcs)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        status = solver.solve(model)
        conflicts = solver.num_conflicts
        if status == cp_model.INFEASIBLE:
            return {"verdict": "no", "conflicts": conflicts}
        after = {a: b for a, b, arc in arcs if solver.value(arc)}
        cycle = [0]
        while (vertex := after[cycle[-1]]) != 0:
            cycle.append(vertex)
        return {"verdict": "yes", "answer": cycle, "conflicts": conflicts}

    return solve, version


def main(name: str) -> None:
    solve, version = by_circuit() if name == "cp-sat" else by_route(name)
    solve(SMALL)
    print(json.dumps({"version": version}), flush=True)
    for order in sys.stdin:
        edges = json.loads(json.loads(order)[1])
        started = time.process_time()
        said = solve(edges)
        print(json.dumps({**said, "seconds": time.process_time() - started}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
