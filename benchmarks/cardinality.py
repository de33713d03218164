"""Cardinality constraints and sums: the encodings of this package beside those of PySAT.

    python benchmarks/cardinality.py [at_most_one counts sums] [--runs 5] [--results FILE]

Three tables, one for each kind of constraint, with a row for each name of `coversat.encodings.names`:

* size of one constraint, as variables added, clauses and literals, and the microseconds to make the last one
  that is not refused;
* what unit propagation finds on small ones, over all partial assignments: `arc` if every literal that follows
  is found, `refuting` if every contradiction is, `-` otherwise; and whether the literals determine all
  auxiliary variables;
* conflicts and seconds of two solvers on whole families that are stated with it: is there an answer, and
  another one? Processor time of the solver alone, the least of the runs; at most `MOST_CONFLICTS` conflicts
  for each question.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from machine import machine

from coversat import encodings
from coversat.base.errors import ReductionError
from coversat.comparing.columns import in_columns
from coversat.encodings import Encoded
from coversat.kinds.kakuro.model import kakuro_model
from coversat.kinds.star_battle.rules import StarBattle
from coversat.primitives.models import GridModel
from coversat.problems import read
from coversat.problems.puzzle import model_of_puzzle
from coversat.reductions.cnf_builder import CnfBuilder
from coversat.reductions.encoders import MIXED
from coversat.reductions.sums import Terms
from coversat.reductions.to_cnf import to_cnf
from coversat.solvers.sat.compiled_sat import CompiledSolver

SOLVERS = ("cadical195", "glucose4")
MOST_CONFLICTS = 100_000
KAKUROS = Path(__file__).parent.parent / "docs" / "puzzles"
Clauses = list[tuple[int, ...]]
Test = Callable[[Sequence[bool]], bool]


class Instance(NamedTuple):
    """Clauses, and the variables that an answer shows."""

    clauses: Clauses
    shown: Sequence[int]


class Table(NamedTuple):
    """What is asked about the encodings of one kind of constraint.

    Attributes
    ----------
    names : tuple of str
    made : (words, function) pairs
        Constraints whose sizes are reported; a function takes the name of an encoding.
    small : (function, number of literals, test) triples
        Constraints on the first few variables that are classified.
    families : mapping from words to functions
        Each takes the name of an encoding and yields instances.
    """

    names: Sequence[str]
    made: Sequence[tuple[str, Callable[[str], Encoded]]]
    small: Sequence[tuple[Callable[[str], Encoded], int, Test]]
    families: dict[str, Callable[[str], Iterator[Instance]]]


# Small constraints


def level(found: Encoded, size: int, test: Test) -> tuple[int, bool]:
    """2 for arc consistent, 1 for refuting, 0 for neither; and whether the literals determine the rest."""
    solutions = [one for one in product((False, True), repeat=size) if test(one)]
    worst = 2
    # A clause of one literal is not propagated without assumptions.
    always = found.auxiliary.stop
    with CompiledSolver("minisat22") as solver:
        solver.add((*clause, -always) if len(clause) == 1 else clause for clause in found.clauses)
        for signs in product((None, False, True), repeat=size):
            known = [at if sign else -at for at, sign in enumerate(signs, 1) if sign is not None]
            left = [one for one in solutions if all(s in (None, b) for s, b in zip(signs, one, strict=True))]
            propagated = solver.propagated([always, *known])
            if not left:
                worst = worst if propagated is None else 0
                continue
            assert propagated is not None, "it excludes a solution"
            implied = {at if left[0][at - 1] else -at for at in range(1, size + 1) if _same(left, at - 1)}
            if not implied <= set(propagated):
                worst = min(worst, 1)
        determined = all(_is_determined(solver, one, found.auxiliary, always) for one in solutions)
    return worst, determined


def _same(solutions: Sequence[Sequence[bool]], at: int) -> bool:
    return len({one[at] for one in solutions}) == 1


def _is_determined(solver: CompiledSolver, signs: Sequence[bool], auxiliary: range, always: int) -> bool:
    """Whether no model beside the first one shows this solution."""
    known = [always, *(at if sign else -at for at, sign in enumerate(signs, 1))]
    assert solver.solve(known), "it excludes a solution"
    model = [literal for literal in solver.model() if abs(literal) in auxiliary]
    return not any(solver.solve([*known, -literal]) for literal in model)


# Families


class _Builder:
    """Clauses, among them encoded constraints over the variables so far."""

    def __init__(self, variables: int) -> None:
        self.clauses: Clauses = []
        self.free = variables + 1

    def encode(self, make: Callable[[int], Encoded]) -> None:
        found = make(self.free)
        self.clauses += found.clauses
        self.free = found.auxiliary.stop


def pigeons(name: str) -> Iterator[Instance]:
    """Each of n + 1 pigeons is in one of n holes, and at most one in each."""
    for holes in (7, 8):
        at = [[holes * pigeon + hole + 1 for hole in range(holes)] for pigeon in range(holes + 1)]
        builder = _Builder(holes * (holes + 1))
        builder.clauses += map(tuple, at)
        for hole in zip(*at, strict=True):
            builder.encode(lambda free, those=hole: encodings.at_most_one(those, name, first_free=free))
        yield Instance(builder.clauses, range(1, holes * (holes + 1) + 1))


def colourings(name: str) -> Iterator[Instance]:
    """Exact covers: each of some items by one of the options that have it, three items each."""
    for seed in range(6):
        chance = random.Random(seed)
        items, options = 60, 210
        hidden = chance.sample(range(items), items)
        rows = [tuple(hidden[at : at + 3]) for at in range(0, items, 3)]
        rows += [tuple(chance.sample(range(items), 3)) for _ in range(options - len(rows))]
        chance.shuffle(rows)
        builder = _Builder(options)
        for item in range(items):
            having = [at for at, row in enumerate(rows, 1) if item in row]
            builder.clauses.append(tuple(having))
            builder.encode(lambda free, those=having: encodings.at_most_one(those, name, first_free=free))
        yield Instance(builder.clauses, range(1, options + 1))


def subsets(name: str) -> Iterator[Instance]:
    """Of 40 variables exactly 5 in each of some sets of 12 are true, as in a hidden assignment, or nearly."""
    for seed in range(8):
        chance = random.Random(seed)
        truth = [chance.random() < 0.42 for _ in range(40)]
        builder = _Builder(40)
        for _ in range(16):
            those = chance.sample(range(1, 41), 12)
            number = sum(truth[one - 1] for one in those) + (seed % 2 and chance.randrange(2))
            builder.encode(lambda free, a=those, b=number: encodings.exactly(a, b, name, first_free=free))
        yield Instance(builder.clauses, range(1, 41))


def star_battles(name: str) -> Iterator[Instance]:
    """Random star battles of 11 rows: two stars in each row, column and region."""

    def sum_of(formula: CnfBuilder, places: Terms, primitive: Any) -> None:
        literals = [places(cell)[1] for _, cell in primitive.terms]
        (number,) = primitive.totals
        _encode(formula, lambda free: encodings.exactly(literals, number, name, first_free=free))

    for seed in range(8):
        found = StarBattle.blank_with_answer(11, 11, random.Random(seed))
        assert found is not None
        yield _stated(model_of_puzzle(found[0]), MIXED._replace(sum=sum_of))


def kakuros(name: str) -> Iterator[Instance]:
    """The 12x12 boards of the manual, whose runs are sums of weighted literals."""

    def sum_of(formula: CnfBuilder, places: Terms, primitive: Any) -> None:
        held = [places(cell) for _, cell in primitive.terms]
        terms = [(digit, literal) for place in held for digit, literal in place.items()]
        (total,) = primitive.totals
        _encode(formula, lambda free: encodings.linear(terms, "==", total, name, first_free=free))

    for path in sorted(KAKUROS.glob("kakuro-*.txt")):
        (puzzle,) = read(path.read_text(encoding="utf-8"), "kakuro").problems
        yield _stated(kakuro_model(puzzle), MIXED._replace(sum=sum_of, by_sets=False))


def knapsacks(name: str) -> Iterator[Instance]:
    """Three sums of 16 literals with factors up to 12 have the values of a hidden assignment, or nearly."""
    for seed in range(8):
        chance = random.Random(seed)
        truth = [chance.random() < 0.5 for _ in range(16)]
        builder = _Builder(16)
        for _ in range(3):
            terms = [(chance.randint(1, 12), literal) for literal in range(1, 17)]
            total = sum(factor for factor, literal in terms if truth[literal - 1]) + seed % 2
            builder.encode(lambda free, a=terms, b=total: encodings.linear(a, "==", b, name, first_free=free))
        yield Instance(builder.clauses, range(1, 17))


def _encode(formula: CnfBuilder, make: Callable[[int], Encoded]) -> None:
    found = make(formula.variable_count + 1)
    formula.variables(len(found.auxiliary))
    formula.add_all(found.clauses)


def _stated(model: GridModel[Any], how: Any) -> Instance:
    cnf = to_cnf(model, how, False).target
    return Instance(list(cnf.clauses), cnf.listed_variables())


class Effort(NamedTuple):
    """Conflicts and seconds; `late` questions were not decided."""

    conflicts: int
    seconds: float
    late: int


def effort(instances: Iterable[Instance], solver_name: str, runs: int) -> Effort:
    """Of all instances: an answer, and another one."""
    conflicts = late = 0
    seconds = 0.0
    for instance in instances:
        least = float("inf")
        for _ in range(runs):
            begun = time.process_time()
            with CompiledSolver(solver_name) as solver:
                solver.add(instance.clauses)
                found = solver.solve((), MOST_CONFLICTS)
                if found:
                    shown = set(instance.shown)
                    solver.add([tuple(-one for one in solver.model() if abs(one) in shown)])
                    found = solver.solve((), MOST_CONFLICTS)
                spent = solver.statistics()["conflicts"]
            least = min(least, time.process_time() - begun)
        conflicts, seconds, late = conflicts + spent, seconds + least, late + (found is None)
    return Effort(conflicts, seconds, late)


# Tables


def _terms(count: int) -> list[tuple[int, int]]:
    return [(1 + 5 * at % 9, at) for at in range(1, count + 1)]


def _weighs(bound: int, exact: bool) -> Test:
    def test(signs: Sequence[bool]) -> bool:
        total = sum(factor for (factor, _), sign in zip(_terms(5), signs, strict=True) if sign)
        return total == bound if exact else total <= bound

    return test


SIX = range(1, 7)
TABLES = {
    "at_most_one": Table(
        encodings.names("at_most_one"),
        [
            (
                f"of {n}",
                lambda name, n=n: encodings.at_most_one(range(1, n + 1), name, first_free=n + 1),
            )
            for n in (10, 100)
        ],
        [
            (
                lambda name: encodings.at_most_one(range(1, 7), name, first_free=7),
                6,
                lambda signs: sum(signs) <= 1,
            )
        ],
        {"pigeons": pigeons, "exact covers": colourings},
    ),
    "counts": Table(
        encodings.names("exactly"),
        [
            (
                f"{k} of {size}",
                lambda name, n=size, k=k: encodings.exactly(range(1, n + 1), k, name, first_free=n + 1),
            )
            for size, k in ((12, 3), (60, 20))
        ],
        [
            (
                lambda name: encodings.at_most(SIX, 2, name, first_free=7),
                6,
                lambda signs: sum(signs) <= 2,
            ),
            (
                lambda name: encodings.exactly(SIX, 3, name, first_free=7),
                6,
                lambda signs: sum(signs) == 3,
            ),
        ],
        {"subsets": subsets, "star battles": star_battles},
    ),
    "sums": Table(
        encodings.names("linear"),
        [
            (
                f"of {n}",
                lambda name, n=n: encodings.linear(_terms(n), "==", 2 * n, name, first_free=n + 1),
            )
            for n in (6, 15)
        ],
        [
            (lambda name: encodings.linear(_terms(5), "<=", 9, name, first_free=6), 5, _weighs(9, False)),
            (lambda name: encodings.linear(_terms(5), "==", 12, name, first_free=6), 5, _weighs(12, True)),
        ],
        {"knapsacks": knapsacks, "kakuros": kakuros},
    ),
}
"""By the words that choose them."""
LEVELS = ("-", "refuting", "arc")


def rows(table: Table, runs: int) -> Iterator[list[str]]:
    """The cells of each encoding, after those of the head."""
    head = ["", *(words for words, _ in table.made), "µs", "finds", "determined"]
    yield [*head, *(f"{family}, {solver}" for family in table.families for solver in SOLVERS)]
    for name in table.names:
        cells = [name]
        seconds = 0.0
        for _, make in table.made:
            try:
                found, seconds = _timed(make, name)
            except ReductionError:
                cells.append("refused")
                continue
            literals = sum(map(len, found.clauses))
            cells.append(f"{len(found.auxiliary)}/{len(found.clauses)}/{literals}")
        levels = [level(make(name), size, test) for make, size, test in table.small]
        cells += [f"{seconds * 1e6:.0f}", LEVELS[min(one for one, _ in levels)]]
        cells.append("yes" if all(one for _, one in levels) else "no")
        for family in table.families.values():
            try:
                instances = list(family(name))
            except ReductionError:
                cells += ["refused"] * len(SOLVERS)
                continue
            for solver in SOLVERS:
                found_effort = effort(instances, solver, runs)
                late = f", {found_effort.late} late" if found_effort.late else ""
                cells.append(f"{found_effort.conflicts} {found_effort.seconds:.2f} s{late}")
        yield cells


def _timed(make: Callable[[str], Encoded], name: str) -> tuple[Encoded, float]:
    """A constraint, and the median of the seconds that it takes to make it."""
    found = make(name)
    spent = []
    for _ in range(9):
        begun = time.process_time()
        make(name)
        spent.append(time.process_time() - begun)
    return found, median(spent)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("tables", nargs="*", choices=[*TABLES, []], metavar="TABLE", help=", ".join(TABLES))
    options.add_argument("--runs", type=int, default=3)
    options.add_argument("--results", type=Path, help="the file to write, as Markdown")
    chosen = options.parse_args()
    written = [", ".join(machine().values())]
    for name in chosen.tables or TABLES:
        found = []
        for row in rows(TABLES[name], chosen.runs):
            found.append(row)
            print(" | ".join(row), flush=True)  # the table itself is printed at the end
        marks = ["---"] * len(found[0])
        written += [
            "",
            f"## {name}",
            "",
            *(f"| {' | '.join(row)} |" for row in (found[0], marks, *found[1:])),
        ]
        print("\n".join(in_columns(found)))
    if chosen.results:
        chosen.results.write_text("\n".join(written) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
