"""Hamiltonian cycles: the encodings of coversat side by side, and beside CP-SAT's circuit constraint.

    python benchmarks/hamiltonian.py --peers-python other/bin/python --store FILE
    python benchmarks/hamiltonian.py --folder FHCP --largest 500 --seeds 1 --routes cnf:cuts

The graphs are families of 60 to 500 vertices (`hamiltonian_graphs.py`) or, with --folder, the files ``.hcp``
there, such as those of the FHCP challenge set; a seed numbers their vertices anew. Each route runs in a
process of its own, which is ended when a graph takes too long: *late*. Times are processor time from the
edges to the outcome, the formula included, imports not; ``default`` is `coversat.check`, which looks for a
second cycle too. A route that is late for all seeds of a size is not asked about larger graphs of the family.
A cycle that is found is checked here, and an outcome that theory contradicts, or another route, is said at
the end, with exit code 1.

Every measurement is a line of the store, if one is named, and none is done twice.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from hamiltonian_graphs import Made, made, read
from machine import machine
from peers.contestant import Contestant, end_with

DEFAULT, CIRCUIT = "default", "cp-sat"
ROUTES = (
    DEFAULT,
    "cnf:cuts",
    "cnf:parity",
    "cnf:modulo",
    "cnf:binary",
    CIRCUIT,
)
WORKER = Path(__file__).with_name("hamiltonian_worker.py")
DECIDED = ("yes", "no")
Key = tuple[str, int, int, str]
"""The family, the number of vertices, the seed and the route."""


def contestants(options: argparse.Namespace) -> list[Contestant]:
    return [
        Contestant(
            route,
            "",
            options.limit,
            [options.peers_python if route == CIRCUIT else sys.executable, str(WORKER), route],
        )
        for route in options.routes
    ]


class Store:
    """What was measured, by key; each line of the file is one measurement."""

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self.said: dict[Key, dict[str, Any]] = {}
        for line in file.read_text().splitlines() if file and file.exists() else ():
            *key, said = json.loads(line)
            self.said[tuple(key)] = said

    def add(self, key: Key, said: dict[str, Any]) -> None:
        self.said[key] = said
        if self.file:
            with self.file.open("a") as out:
                out.write(json.dumps([*key, said]) + "\n")

    def of(self, family: str, count: int, route: str) -> list[dict[str, Any]]:
        """What a route said of graphs of one size, for all seeds."""
        place = family, count, route
        return [said for (*size, _, name), said in self.said.items() if (*size, name) == place]


def fault(graph: Made, said: dict[str, Any]) -> str | None:
    """What is wrong with an outcome, by theory and by the edges."""
    if is_decided(said) and graph.cycle not in (None, said["verdict"] == "yes"):
        return f"theory says otherwise than {said['verdict']}"
    if said["verdict"] != "yes":
        return None
    cycle, edges = said["answer"], set(graph.edges)
    links = zip(cycle, [*cycle[1:], cycle[0]], strict=True)
    if sorted(cycle) != list(range(graph.count)) or any(
        (min(link), max(link)) not in edges for link in links
    ):
        return "the answer is no cycle through all vertices"
    return None


def measured(graphs: Sequence[Made], askers: Sequence[Contestant], store: Store) -> Iterator[str]:
    """Ask all routes about all graphs, but for what is in the store; what was wrong."""
    hopeless: set[tuple[str, str]] = set()
    for (family, count), those in itertools.groupby(graphs, key=lambda graph: (graph.family, graph.count)):
        for graph in those:
            for asker in askers:
                key = (family, count, graph.seed, asker.name)
                if key in store.said or (family, asker.name) in hopeless:
                    continue
                said = asker.ask("solve", json.dumps(graph.edges))
                if reason := fault(graph, said):
                    yield f"{key}: {reason}"
                store.add(key, {name: value for name, value in said.items() if name != "answer"})
            outcomes = {said["verdict"] for key, said in store.said.items() if key[:3] == graph[:3]}
            if {*DECIDED} <= outcomes:
                yield f"{family} {count} #{graph.seed}: the routes differ"
        for asker in askers:
            if (found := store.of(family, count, asker.name)) and not any(map(is_decided, found)):
                hopeless.add((family, asker.name))
        print(f"{family} {count}", file=sys.stderr, flush=True)


def is_decided(said: dict[str, Any]) -> bool:
    return said["verdict"] in DECIDED


def table(graphs: Sequence[Made], store: Store, routes: Sequence[str], limit: float) -> Iterator[str]:
    """A row for each size: median seconds and conflicts of each route, with how many were late."""
    yield "| graphs | vertices | cycle | " + " | ".join(routes) + " |"
    yield "|---|---:|---|" + "---:|" * len(routes)
    for family, count in dict.fromkeys(graph[:2] for graph in graphs):
        every = [said for key, said in store.said.items() if key[:2] == (family, count)]
        known = {said["verdict"] for said in every} & {*DECIDED}
        cells = [cell(store, family, count, route, limit) for route in routes]
        outcome = "both" if len(known) > 1 else min(known, default="?")
        yield f"| {family} | {count} | {outcome} | {' | '.join(cells)} |"


def cell(store: Store, family: str, count: int, route: str, limit: float) -> str:
    said = store.of(family, count, route)
    done = list(filter(is_decided, said))
    if not done:
        return "" if not said else "too large" if said[0]["verdict"] == "refused" else "late"
    seconds = median(one["seconds"] if is_decided(one) else limit for one in said)
    effort = median(one.get("conflicts", 0) for one in done)
    shown = "late" if seconds >= limit else f"{seconds:.2f}"
    late = f" ({len(said) - len(done)} late)" if len(done) < len(said) else ""
    return f"{shown}{late}, {effort:,.0f}"


def totals(graphs: Sequence[Made], store: Store, routes: Sequence[str], limit: float) -> Iterator[str]:
    """How many graphs each route decided, and the time for all, where the others count with the limit."""
    yield "| route | decided | s for all |"
    yield "|---|---:|---:|"
    for route in routes:
        said = [store.said.get((*graph[:3], route), {"verdict": "not asked"}) for graph in graphs]
        done = [one["seconds"] for one in said if is_decided(one)]
        seconds = sum(done) + limit * (len(graphs) - len(done))
        yield f"| {route} | {len(done)} of {len(graphs)} | {seconds:,.1f} |"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--limit", type=float, default=20, help="processor seconds for each graph (20)")
    parser.add_argument("--seeds", default="1,2,3", help="numberings of the vertices (1,2,3)")
    parser.add_argument("--routes", default=",".join(ROUTES), help="of coversat, and cp-sat")
    parser.add_argument("--peers-python", default=sys.executable, help="a Python with ortools")
    parser.add_argument("--folder", type=Path, help="with files .hcp, instead of the families")
    parser.add_argument("--largest", type=int, default=500, help="vertices of the graphs of the folder (500)")
    parser.add_argument("--store", type=Path, help="where measurements are kept, a line each")
    options = parser.parse_args()
    options.routes = options.routes.split(",")
    seeds = [int(seed) for seed in options.seeds.split(",")]
    graphs = list(read(options.folder, seeds, options.largest) if options.folder else made(seeds))
    askers, store = contestants(options), Store(options.store)

    def measure() -> list[str]:
        wrong = list(measured(graphs, askers, store))
        print("{processor}, {system}, Python {python}".format(**machine()))
        versions = {f"{each.name} {each.version}" for each in askers if each.version}
        print(f"limit {options.limit:g} s; " + ", ".join(sorted(versions)))
        for lines in (table, totals):
            print("", *lines(graphs, store, options.routes, options.limit), sep="\n")
        return wrong

    end_with(askers, measure)


if __name__ == "__main__":
    main()
