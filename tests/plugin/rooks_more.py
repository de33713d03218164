"""What the other package adds to kinds that exist: an encoding, a solver and a text form."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from rooks import Rooks

from coversat.problems.grid import Grid
from coversat.problems.problem import Form, alone
from coversat.reductions import Encoding, Reduction
from coversat.reductions.cnf_builder import CnfBuilder
from coversat.reductions.variables import DigitVariables
from coversat.solvers.search.backtracking import DirectSearch
from coversat.solvers.solver import Meter


def to_cnf(source: Rooks) -> Reduction[Rooks, object]:
    """A variable for the column of each row's rook."""
    formula, size = CnfBuilder(), range(source.size)
    shows = DigitVariables(formula, 1, source.size, [(0, r) for r in size], size)
    for r in size:
        formula.exactly_one(shows.of_cell((0, r)))
        formula.at_most_one([shows[(0, row), r] for row in size])
    for r, c in source.blocked:
        formula.add(-shows[(0, r), c])
    columns = shows.reduction(source, formula.cnf(shows.all()), parsimonious=True)
    return columns._replace(
        encode=lambda answer: columns.encode((tuple(row.index(1) for row in answer),)),
        decode=lambda model: tuple(
            tuple(int(column == c) for c in size) for column in columns.decode(model)[0]
        ),
    )


DIRECT = Encoding("cnf:direct", "rooks", "cnf", "a variable for the column of each row's rook", to_cnf)


def _permutations(source: Rooks, meter: Meter) -> Iterator[Grid]:
    for columns in itertools.permutations(reversed(range(source.size))):
        meter.node()
        if not set(enumerate(columns)) & set(source.blocked):
            yield tuple(tuple(int(c == column) for c in range(source.size)) for column in columns)


PERMUTATIONS = DirectSearch("search/permutations", "rooks", "every permutation of the columns", _permutations)


def _read_line(text: str) -> tuple[Rooks, ...]:
    rows = text.split()[1].split("/")
    cells = ((r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#")
    return (Rooks(len(rows), tuple(cells)),)


def _write_line(puzzle: Rooks) -> str:
    return "rook-line " + "/".join(puzzle.format().split("\n")[1:-1]) + "\n"


LINE = Form(
    "line", "'rook-line' and the rows with slashes between", lambda text: text.startswith("rook-line "),
    _read_line, alone(_write_line),
)  # fmt: skip
