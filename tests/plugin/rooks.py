"""A kind of problem in one module, as another package would add it: rooks that do not attack each other."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from coversat import Kind
from coversat.problems.exact_cover.builder import CoverBuilder, CoverEncoding, CoverModel
from coversat.problems.grid import Cell, Grid, cell_name, read_answer_board, read_rows
from coversat.problems.problem import Stepwise, Violation, headed_form
from coversat.problems.text import LineReader
from coversat.setters.generate.spec import Spec, SpecError


@dataclass(frozen=True)
class Rooks(Stepwise[Grid]):
    """A rook in each row and column; none on a blocked square."""

    size: int
    blocked: tuple[Cell, ...] = ()

    kind: ClassVar[str] = "rooks"
    about: ClassVar[str] = "a rook in each row and column, none on a blocked square"

    def format(self) -> str:
        rows = (
            "".join("#" if (r, c) in self.blocked else "." for c in range(self.size)) + "\n"
            for r in range(self.size)
        )
        return f"rooks {self.size}\n" + "".join(rows)

    def violations(self, answer: Grid) -> list[Violation]:
        if len(answer) != self.size:
            return [Violation(f"{len(answer)} rows; there are {self.size}")]
        return self.partial_violations(answer)

    def partial_violations(self, partial: Grid) -> list[Violation]:
        found = []
        taken: set[int] = set()
        for r, row in enumerate(partial):
            if sum(row) != 1:
                found.append(Violation(f"{sum(row)} rooks in row {r + 1}"))
            for c in (c for c, rook in enumerate(row) if rook):
                if (r, c) in self.blocked:
                    found.append(Violation(f"{cell_name((r, c))} is blocked", ((r, c),)))
                if c in taken:
                    found.append(Violation(f"two rooks in column {c + 1}", ((r, c),)))
                taken.add(c)
        return found

    def steps(self, partial: Grid) -> Iterable[Grid] | None:
        if len(partial) == self.size:
            return None
        rows = ((0,) * c + (1,) + (0,) * (self.size - 1 - c) for c in reversed(range(self.size)))
        return ((*partial, row) for row in rows)

    def render(self, answer: Grid | None = None) -> str:
        if answer is None:
            return self.format().partition("\n")[2].rstrip("\n")
        return "\n".join("".join(".R"[rook] for rook in row) for row in answer)

    def parse_answer(self, text: str) -> Grid:
        rows = read_answer_board(text, self.size, self.size, ".R", "'R' or '.'")
        return tuple(tuple(map(".R".index, row)) for row in rows)

    def given_names(self) -> tuple[str, ...]:
        return tuple(f"blocked square {cell_name(cell)}" for cell in self.blocked)

    def with_givens(self, keep: Collection[int]) -> Self:
        return replace(self, blocked=tuple(cell for at, cell in enumerate(self.blocked) if at in keep))


def _read(text: str) -> Rooks:
    reader = LineReader(text)
    size = reader.heading("rooks", "'rooks' and the size", 2)[1].integer(1, 20, "the size")
    rows = read_rows(reader, size, size, ".#", "'#' or '.'")
    reader.end(f"the end of the text after {size} rows")
    return Rooks(size, tuple((r, c) for r in range(size) for c in range(size) if rows[r][c] == "#"))


Rooks.forms = (headed_form(Rooks, "board", "'rooks N' and the board", _read),)


def rooks_model(source: Rooks) -> CoverModel[Rooks, Cell]:
    """An option for each square; it covers its row and its column."""
    size = range(source.size)
    board: CoverBuilder[Cell] = CoverBuilder(cell_name)
    rows = board.primary(source.size, lambda at: f"row{at + 1}")
    columns = board.primary(source.size, lambda at: f"column{at + 1}")
    free = [(r, c) for r in size for c in reversed(size) if (r, c) not in source.blocked]
    for r, c in free:
        board.option((r, c), (rows[r], columns[c]))
    return board.model(
        source,
        keys=lambda answer: [(r, c) for r, row in enumerate(answer) for c, rook in enumerate(row) if rook],
        answer=lambda keys: tuple(tuple(int((r, c) in keys) for c in size) for r in size),
        refusal=lambda key: f"no rook can stand at {cell_name(key)}",
        shows=lambda key: [(key, 1)],
        empty=free,
    )


ENCODINGS = (CoverEncoding("an option for each square", rooks_model),)
KIND = Kind("rooks", __name__)


# Generating

CHECKS = ("search/backtracking", "cover/bitset")


def attempt(spec: Spec, rng: random.Random, clock: object) -> Rooks:
    """Squares blocked on one side of a hidden diagonal, so that only the diagonal is left."""
    if spec.boxes is not None:
        raise SpecError("rooks have no boxes")
    size, _ = spec.size or (5, 5)
    rows, columns = rng.sample(range(size), size), rng.sample(range(size), size)
    return Rooks(size, tuple(sorted((rows[i], columns[j]) for i in range(size) for j in range(i))))
