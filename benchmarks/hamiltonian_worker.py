"""A contestant of `hamiltonian.py` in a process of its own: ``python hamiltonian_worker.py cp-sat|ROUTE``.

It reads an order a line (JSON: ``solve`` or ``size``, and the edges of a graph) and answers with a line:
processor seconds from the edges to the outcome, ``yes``, ``no`` or ``refused``, the vertices of the cycle in
order, and the effort; or the number of clauses. A small graph is solved before the first order.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Edges = list[list[int]]
SMALL = [[0, 1], [1, 2], [2, 3], [0, 3], [0, 2]]


def by_route(route: str) -> tuple[Callable[[Edges], dict[str, Any]], Callable[[Edges], int], str]:
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    import coversat
    from coversat.problems.graph import Graph

    def problem(edges: Edges) -> Any:
        return coversat.HamiltonianCycle(Graph.numbered(1 + max(map(max, edges)), map(tuple, edges)))

    def solve(edges: Edges) -> dict[str, Any]:
        try:
            found = coversat.solve(problem(edges), via=route)
        except coversat.ReductionError:
            return {"verdict": "refused"}
        effort = {name: found.effort.get(name, 0) for name in ("conflicts", "cuts")}
        if not found.answers:
            return {"verdict": "no", **effort}
        return {"verdict": "yes", "answer": [int(name) - 1 for name in str(found).split()], **effort}

    def size(edges: Edges) -> int:
        return len(coversat.reduce(problem(edges), "/".join(route.split("/")[:1])).target.clauses)

    return solve, size, coversat.__version__


def by_circuit() -> tuple[Callable[[Edges], dict[str, Any]], Callable[[Edges], int], str]:
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

    return solve, len, version


def main(name: str) -> None:
    solve, size, version = by_circuit() if name == "cp-sat" else by_route(name)
    solve(SMALL)
    print(json.dumps({"version": version}), flush=True)
    for order in sys.stdin:
        what, text = json.loads(order)
        edges = json.loads(text)
        if what == "size":
            said: dict[str, Any] = {"verdict": "size", "clauses": size(edges)}
        else:
            started = time.process_time()
            said = solve(edges)
            said["seconds"] = time.process_time() - started
        print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
