"""What ``verify --deep`` makes of formulas that are right, and of formulas in which something was changed.

    coversat generate sudoku --count 100 --to oneline -o sudokus.txt
    coversat generate kakuro --size 12x12 --count 100 -o kakuros.txt
    coversat generate sudominoku --count 100 -o sudominokus.txt
    python benchmarks/deep.py sudokus.txt kakuros.txt sudominokus.txt [--mutants 3] [--seed 1]

Each is compared by its usual formula and by its cover.  Then, of those with exactly one answer, formulas of
all encodings take turns in which a clause is left out, a literal turned round, or several clauses left out
that stand together.  Whether such a mutant still has the one answer is decided by another solver, without
proofs and without the statement of the rules.  Processor time.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

from machine import machine
from pysat.solvers import Solver

from coversat.answering.routes import find_path
from coversat.base.deadline import Deadline
from coversat.base.errors import LimitReachedError, ReductionError
from coversat.certificates import CertificateError
from coversat.certificates.enumeration import preserved
from coversat.certificates.statement import UndecidedError, agreement
from coversat.certificates.statement.rows import FormulaRows, rows_of_cover, rows_of_formula
from coversat.exchange.linear import LinearCover
from coversat.problems import Cnf, read
from coversat.reductions.paths import all_paths, apply_path, path_to

LIMIT = 120.0
CHANGES = ("a clause left out", "a literal turned round", "several clauses left out")
MOST_CLAUSES = 20_000
"""Formulas with more are not changed: the encodings that nobody takes unasked can be very long."""


def said(problem: Any, formula: FormulaRows) -> str:
    """The same, refused, or undecided."""
    try:
        agreement(problem, formula, Deadline(LIMIT))
    except CertificateError:
        return "refused"
    except (UndecidedError, LimitReachedError):
        return "undecided"
    return "the same"


def formulas(problem: Any) -> Iterator[tuple[str, FormulaRows]]:
    """The usual formula and the cover."""
    yield "formula", rows_of_formula(apply_path(path_to(problem.kind, "cnf"), problem).target)
    cover = apply_path(path_to(problem.kind, "cover"), problem).target
    linear = LinearCover(cover)
    yield "cover", rows_of_cover(cover, linear, tuple(preserved(linear, cover.table)))


def changed(formula: Cnf, change: str, chance: random.Random) -> Cnf:
    clauses = list(formula.clauses)
    at = chance.randrange(len(clauses))
    if change == CHANGES[1]:
        place = chance.randrange(max(1, len(clauses[at])))
        clauses[at] = tuple(-x if n == place else x for n, x in enumerate(clauses[at]))
    else:
        del clauses[at : at + (1 if change == CHANGES[0] else chance.randrange(2, 100))]
    return replace(formula, clauses=tuple(clauses))


def answers(formula: Cnf) -> set[frozenset[int]]:
    """Up to two values of the projection."""
    found: set[frozenset[int]] = set()
    with Solver("glucose4", bootstrap_with=formula.clauses) as solver:
        while len(found) < 2 and solver.solve():
            true = set(solver.get_model())
            values = frozenset(x if x in true else -x for x in formula.shown_variables)
            found.add(values)
            solver.add_clause([-x for x in values])
    return found


def encodings(kind: str) -> list[str]:
    ways = ("/".join(rule.name for rule in way) for way in all_paths(kind) if way)
    return [name for name in ways if find_path(kind, name)[-1].target == "cnf"]


def mutants(puzzles: list[Any], number: int, seed: int) -> Iterator[tuple[str, bool, str]]:
    """Of each puzzle: what was changed, whether it has the same answers, and what was said."""
    chance = random.Random(f"{puzzles[0].kind} {seed}")
    names = encodings(puzzles[0].kind)
    for problem in puzzles:
        for _ in range(number):
            try:
                formula = apply_path(find_path(problem.kind, chance.choice(names)), problem).target
            except ReductionError:
                continue
            if not 0 < len(formula.clauses) <= MOST_CLAUSES:
                continue
            if len(whole := answers(formula)) != 1:
                continue
            change = chance.choice(CHANGES)
            mutant = changed(formula, change, chance)
            yield change, answers(mutant) == whole, said(problem, rows_of_formula(mutant))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--mutants", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    of_kinds: dict[str, list[Any]] = {}
    for file in arguments.files:
        for problem in read(file.read_text()).problems:
            of_kinds.setdefault(problem.kind, []).append(problem)
    print(", ".join(machine().values()))
    for kind, puzzles in of_kinds.items():
        found: dict[str, list[tuple[str, float]]] = {}
        for problem in puzzles:
            for name, formula in formulas(problem):
                started = time.process_time()
                found.setdefault(name, []).append((said(problem, formula), time.process_time() - started))
        for name, rows in found.items():
            seconds = [second for _, second in rows]
            print(
                f"{kind}, {name}: {dict(Counter(what for what, _ in rows))}, "
                f"median {median(seconds):.2f} s, most {max(seconds):.2f} s",
                flush=True,
            )
        table = Counter(mutants(puzzles, arguments.mutants, arguments.seed))
        for (change, same, what), count in sorted(table.items()):
            print(f"{kind}, {change}, {'the same' if same else 'other'} answers: {what} {count}")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
