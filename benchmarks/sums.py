"""Sums by each encoding, in conflicts and seconds, on puzzles and on systems of sums.

    python benchmarks/sums.py [FAMILY ...] [--runs 3] [--puzzles FOLDER] [--results FILE]

Each instance is asked for an answer and for another one. A cell has the clauses of all instances, the
conflicts and the processor seconds of CaDiCaL 1.5.3 alone (the least of the runs), and how many questions
were not decided within the limit of conflicts. Families are random, from seeds; with `--puzzles`, a folder of
published puzzles as in `published.py`, kenkens and minesweepers are those. Pindakaas makes PySAT's sums.

In puzzles a sum of cells is one of literals to PySAT, each with the factor of its value. `combinations` are
the sets that different values may form; where values may repeat, it is the diagram.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterable, Iterator
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any

from cardinality import Instance, effort
from machine import machine
from published import puzzles

import coversat
from coversat import encodings
from coversat.base.errors import ReductionError
from coversat.comparing.columns import in_columns
from coversat.kinds.kakuro.model import kakuro_model
from coversat.kinds.sudoku.model import sudoku_to_cnf
from coversat.primitives import Sum
from coversat.problems import problem_class, read
from coversat.problems.puzzle import model_of_puzzle
from coversat.reductions.cnf_builder import CnfBuilder
from coversat.reductions.diagrams import add_diagram, add_ends, add_mdd
from coversat.reductions.encoders import MIXED, Encoders, add_as_word, add_order, add_regular, add_totalizer
from coversat.reductions.networks import add_counter, add_network, add_radix
from coversat.reductions.sums import Terms
from coversat.reductions.to_cnf import to_cnf

SOLVER = "cadical153"
OF_PYSAT = "pysat:bdd", "pysat:best", "pysat:adder", "pysat:binmerge"
OF_LITERALS = "diagram", "ends", "mdd", "radix", "totalizer", *OF_PYSAT
OF_CELLS = "combinations", "diagram", "ends", "radix", "regular", "totalizer", "order", *OF_PYSAT
COUNTS = "counter", "network", "mdd", "totalizer", "pysat:totalizer", "pysat:kmtotalizer", "pysat:cardnetwrk"
Terms_ = list[tuple[int, int]]


def add_by_pysat(name: str, formula: CnfBuilder, places: Terms, primitive: Sum) -> None:
    terms = [(factor * value, x) for factor, term in primitive.terms for value, x in places(term).items()]
    (total,) = primitive.totals
    found = encodings.linear(terms, "==", total, name, first_free=formula.variable_count + 1)
    formula.variables(len(found.auxiliary))
    formula.add_all(found.clauses)


def as_word(add: Any) -> Any:
    return lambda formula, places, primitive: add_as_word(formula, places, primitive, add)


SUMS = {
    "combinations": add_diagram,
    "diagram": add_diagram,
    "ends": add_ends,
    "mdd": as_word(add_mdd),
    "radix": add_radix,
    "regular": as_word(add_regular),
    "totalizer": add_totalizer,
    "order": add_order,
}


def encoders(name: str) -> Encoders:
    sum_ = SUMS.get(name) or partial(add_by_pysat, name)
    return MIXED._replace(sum=sum_, by_sets=name == "combinations")


def counting(name: str) -> Encoders:
    def count(formula: CnfBuilder, literals: Any, numbers: Any) -> None:
        (number,) = numbers
        found = encodings.exactly(literals, number, name, first_free=formula.variable_count + 1)
        formula.variables(len(found.auxiliary))
        formula.add_all(found.clauses)

    return MIXED._replace(counter={"counter": add_counter, "network": add_network}.get(name, count))


def instance(reduction: Any) -> Instance:
    return Instance(list(reduction.target.clauses), reduction.target.listed_variables())


# Puzzles


@cache
def made(kind: str, seeds: range, **wishes: str) -> list[Any]:
    return [one.problem for seed in seeds for one in coversat.generate(kind, seed=seed, count=1, **wishes)]


def kakuros(name: str) -> Iterator[Instance]:
    """Six of 12x12 from the generator."""
    for board in made("kakuro", range(101, 107), size="12x12"):
        yield instance(to_cnf(kakuro_model(board), encoders(name), False))


def full_board(chance: random.Random) -> list[list[int]]:
    """A sudoku's answer: a regular one with bands, rows, stacks, columns and digits shuffled."""
    lines = [
        [3 * band + at for band in chance.sample(range(3), 3) for at in chance.sample(range(3), 3)]
        for _ in "rc"
    ]
    digits = chance.sample(range(1, 10), 9)
    return [[digits[(3 * (r % 3) + r // 3 + c) % 9] for c in lines[1]] for r in lines[0]]


def killers(name: str) -> Iterator[Instance]:
    """Twelve boards without givens, all in cages of two to five different digits."""
    for seed in range(12):
        chance = random.Random(seed)
        board = full_board(chance)
        left = set(product(range(9), range(9)))
        text = ".........\n" * 9
        while left:
            cage, size = [min(left)], chance.choice((2, 3, 3, 4, 5))
            left.remove(cage[0])
            while len(cage) < size:
                beside = {
                    (r + a, c + b) for r, c in cage for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))
                } & left
                held = {board[r][c] for r, c in cage}
                if not (free := sorted(one for one in beside if board[one[0]][one[1]] not in held)):
                    break
                left.remove(one := chance.choice(free))
                cage.append(one)
            cells = " ".join(f"r{r + 1}c{c + 1}" for r, c in cage)
            text += f"cage {sum(board[r][c] for r, c in cage)} {cells}\n"
        yield instance(sudoku_to_cnf(read(text).problems[0], encoders=encoders(name)))


def little_killers(name: str) -> Iterator[Instance]:
    """Twelve boards with the sums of all diagonals of three to nine cells, and six givens."""
    for seed in range(12):
        chance = random.Random(100 + seed)
        board = full_board(chance)
        given = set(chance.sample(list(product(range(9), range(9))), 6))
        rows = ["".join(str(board[r][c]) if (r, c) in given else "." for c in range(9)) for r in range(9)]
        text = "\n".join(rows) + "\n"
        for shift in range(-6, 7):
            for cells in (
                [(r, r + shift) for r in range(9) if 0 <= r + shift < 9],
                [(r, 8 - r - shift) for r in range(9) if 0 <= 8 - r - shift < 9],
            ):
                names = " ".join(f"r{r + 1}c{c + 1}" for r, c in cells)
                text += f"sum {sum(board[r][c] for r, c in cells)} {names}\n"
        yield instance(sudoku_to_cnf(read(text).problems[0], encoders=encoders(name)))


def published(kind: str, folder: Path | None, sample: int) -> Iterator[Any]:
    if folder is None:
        yield from made(kind, range(201, 201 + sample // 4))
    else:
        (file,) = [one for one in folder.glob("*.json") if one.stem.lower() == kind]
        for _, entry in puzzles(file, sample):
            yield problem_class(kind).parse(f"{kind} {entry['problem'].strip()}\n")


def kenkens(folder: Path | None, name: str) -> Iterator[Instance]:
    for board in published("kenken", folder, 60):
        yield instance(to_cnf(model_of_puzzle(board), encoders(name), False))


def minesweepers(folder: Path | None, name: str) -> Iterator[Instance]:
    for board in published("minesweeper", folder, 60):
        if board.mines is not None:
            yield instance(to_cnf(model_of_puzzle(board), counting(name), False))


def mines_in_all(name: str) -> Iterator[Instance]:
    """Minesweepers of 40x40 with 300 mines, and a number in a third of the free cells."""
    for seed in range(2):
        chance = random.Random(seed)
        cells = list(product(range(40), range(40)))
        mines = set(chance.sample(cells, 300))
        shown = set(chance.sample([cell for cell in cells if cell not in mines], 430))

        def around(r: int, c: int, mines: set[Any] = mines) -> int:
            return sum((r + a, c + b) in mines for a in (-1, 0, 1) for b in (-1, 0, 1))

        rows = [" ".join(str(around(r, c)) if (r, c) in shown else "-" for c in range(40)) for r in range(40)]
        board = read("minesweeper 40 40 300\n" + "\n".join(rows) + "\n").problems[0]
        yield instance(to_cnf(model_of_puzzle(board), counting(name), False))


# Sums of literals


def system(sums: Iterable[tuple[Terms_, str, int]], count: int, name: str) -> Instance:
    clauses: list[tuple[int, ...]] = []
    free = count + 1
    for terms, comparison, bound in sums:
        found = encodings.linear(terms, comparison, bound, name, first_free=free)
        clauses += found.clauses
        free = found.auxiliary.stop
    return Instance(clauses, range(1, count + 1))


def drawn(chance: random.Random, count: int, low: int, high: int) -> Terms_:
    return [(chance.randint(low, high), at + 1) for at in range(count)]


def held(terms: Terms_, truth: list[bool]) -> int:
    return sum(factor for factor, literal in terms if truth[literal - 1])


def subset_sums(name: str) -> Iterator[Instance]:
    """24 numbers from 100 to 200, 40 from 30 to 60, 60 from 1 to 30; each with the sum of a subset."""
    for seed, (count, low, high) in product(range(50, 54), ((24, 100, 200), (40, 30, 60), (60, 1, 30))):
        chance = random.Random(seed)
        terms, truth = drawn(chance, count, low, high), [chance.random() < 0.5 for _ in range(count)]
        yield system([(terms, "==", held(terms, truth))], count, name)


def partitions(name: str) -> Iterator[Instance]:
    """20 and 30 numbers to 100, in two halves."""
    for seed, count in product(range(60, 66), (20, 30)):
        terms = drawn(random.Random(seed), count, 1, 100)
        yield system([(terms, "==", sum(factor for factor, _ in terms) // 2)], count, name)


def market_splits(name: str) -> Iterator[Instance]:
    """Three and four sums of 20 literals with factors to 49: a hidden answer's, or half of all factors."""
    for seed, rows in product(range(70, 74), (3, 4)):
        chance = random.Random(seed)
        truth = [chance.random() < 0.5 for _ in range(20)]
        sums = [drawn(chance, 20, 0, 49) for _ in range(rows)]
        totals = [held(one, truth) if seed % 2 else sum(factor for factor, _ in one) // 2 for one in sums]
        yield system(zip(sums, ["=="] * rows, totals, strict=True), 20, name)


def filled_at_random(chance: random.Random, weights: list[Terms_], value: Terms_, most: list[int]) -> int:
    """The best value of 300 fillings, each with the objects in a random order."""
    best = 0
    for _ in range(300):
        truth = [False] * len(value)
        for at in chance.sample(range(len(value)), len(value)):
            truth[at] = True
            if any(held(one, truth) > bound for one, bound in zip(weights, most, strict=True)):
                truth[at] = False
        best = max(best, held(value, truth))
    return best


def knapsacks(name: str) -> Iterator[Instance]:
    """20 objects of two weights, at most a third of all, and more value than random fillings reach."""
    for seed in range(80, 86):
        chance = random.Random(seed)
        weights, value = [drawn(chance, 20, 10, 60) for _ in range(2)], drawn(chance, 20, 10, 60)
        most = [sum(factor for factor, _ in one) // 3 for one in weights]
        goal = filled_at_random(chance, weights, value, most) + 1 + 3 * (seed % 2)
        sums = [(one, "<=", bound) for one, bound in zip(weights, most, strict=True)]
        yield system([*sums, (value, ">=", goal)], 20, name)


def rows(names: Iterable[str], families: dict[str, Any], runs: int) -> Iterator[list[str]]:
    for name in names:
        cells = [f"`{name}`"]
        for family in families.values():
            try:
                instances = list(family(name))
            except ReductionError:
                cells.append("refused")
                continue
            found = effort(instances, SOLVER, runs)
            late = f", {found.late} late" if found.late else ""
            clauses = sum(len(one.clauses) for one in instances)
            cells.append(f"{clauses:,} / {found.conflicts:,} / {found.seconds:.2f}{late}")
        yield cells


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("families", nargs="*", metavar="FAMILY")
    options.add_argument("--runs", type=int, default=3)
    options.add_argument("--puzzles", type=Path, help="a folder of published puzzles")
    options.add_argument("--results", type=Path, help="the file to write, as Markdown")
    chosen = options.parse_args()
    of_cells = {one.__name__: one for one in (kakuros, killers, little_killers)}
    of_cells["kenkens"] = partial(kenkens, chosen.puzzles)
    counts = {"minesweepers": partial(minesweepers, chosen.puzzles), "mines_in_all": mines_in_all}
    of_literals = {one.__name__: one for one in (subset_sums, partitions, market_splits, knapsacks)}
    written = [", ".join(machine().values())]
    for names, families in ((OF_CELLS, of_cells), (COUNTS, counts), (OF_LITERALS, of_literals)):
        wanted = {name: one for name, one in families.items() if name in (chosen.families or families)}
        if not wanted:
            continue
        table = [["", *wanted]]
        for row in rows(names, wanted, chosen.runs):
            table.append(row)
            print(" | ".join(row), flush=True)
        print("\n".join(in_columns(table)))
        written += [
            "",
            *(f"| {' | '.join(row)} |" for row in (table[0], ["---"] * len(table[0]), *table[1:])),
        ]
    if chosen.results:
        chosen.results.write_text("\n".join(written) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
