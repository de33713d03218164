"""Encodings of connectivity on generated boards: clauses, time of a check, and size of its proof.

    python benchmarks/connectivity.py --side 8 --boards 3

The boards have one answer; the same arguments make the same ones. The time is that of certifying, with the
solver's proof; the proof includes the cuts of `cnf:cuts`. Medians over the boards.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from machine import machine

import coversat
from coversat.answering.routes import find_path
from coversat.primitives.models import COLOURS, CONNECTED
from coversat.problems import problem_class
from coversat.reductions.paths import apply_path
from coversat.setters.generate.generate import generated as generate
from coversat.setters.generate.spec import Spec

KINDS = (
    "slitherlink",
    "masyu",
    "simpleloop",
    "yajilin",
    "hitori",
    "heyawake",
    "kurodoko",
    "nurikabe",
    "yinyang",
)
PROOFS = ("proof.drup", "proof.lrat", "cuts.txt")


class Measured(NamedTuple):
    """One board by one encoding; the proof in bytes."""

    clauses: int
    seconds: float
    proof: int


def measured(board: Any, encoding: str) -> Measured:
    formula: Any = apply_path(find_path(board.kind, f"cnf:{encoding}"), board).target
    with tempfile.TemporaryDirectory() as folder:
        started = time.process_time()
        found = coversat.certify(board, f"{folder}/it", via=f"cnf:{encoding}")
        spent = time.process_time() - started
        assert found.verdict.name == "UNIQUE", f"{board.kind} by {encoding}"
        proof = sum(file.stat().st_size for file in Path(folder).rglob("*") if file.name in PROOFS)
    return Measured(len(formula.clauses), spent, proof)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--side", type=int, default=8, help="rows and columns (8)")
    parser.add_argument("--boards", type=int, default=3, help="boards of each kind (3)")
    arguments = parser.parse_args()
    print("{processor}, {system}, Python {python}\n".format(**machine()))
    every = (*CONNECTED, COLOURS)
    print("| kind | " + " | ".join(f"cnf:{name}" for name in every) + " |")
    print("|---" * (1 + len(every)) + "|")
    spec = Spec(size=(arguments.side, arguments.side))
    for kind in KINDS:
        of_kind: Any = problem_class(kind)
        boards = [made.problem for made in generate(kind, spec, 1, arguments.boards)]
        cells = []
        for name in every:
            if name == COLOURS and not of_kind.has_faces:
                cells.append("")
                continue
            clauses, seconds, proof = map(
                statistics.median, zip(*(measured(board, name) for board in boards), strict=True)
            )
            cells.append(f"{clauses:,.0f} clauses, {seconds:.2f} s, {proof / 1000:,.0f} kB")
        print(f"| {kind} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
