"""Comparing the model of a sudoku's constraint with its check, on small boards and fillings of its cells."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, islice, product
from typing import NamedTuple

from ...base.errors import LimitReachedError, ParseError
from ...kinds.sudoku.constraints import Constraint
from ...kinds.sudoku.rules import Sudoku
from ...primitives import Variable, scope
from ...primitives.meaning import holds
from ...primitives.models import GridModel, Rule
from ...problems.grid import Cell, cell_name
from ...problems.user_files import located
from ...solvers.search.meanings import answers_by_meaning
from ...solvers.solver import Limits, Meter
from .mutants import NO_CHANGES, Detection, Subject, detection

_CELL, _NUMBER = re.compile(r"r\d+c\d+"), re.compile(r"\d+")
BOARD = "....\n" * 4
SIDE = 4
TRIES, MOST_FILLINGS, MOST_CONSTRAINTS = 2_000, 5_000, 100
WITH_CHANGES = 20
"""The constraints on which changed rules are compared too."""
AT_RANDOM, ALLOWED = 500, 20
"""Of more fillings than can be compared, those that are made by chance, and those that rules allow."""
NODES = 2_000
"""Of the search for one of these."""

Values = tuple[int, ...]


class TestedConstraint(NamedTuple):
    """The result of a test.

    * word: the word that the lines of the constraint begin with.
    * lines, fillings: how many constraints, and how many fillings of their cells, were compared.
    * difference, line, digits: what the first difference is, between which line's model and check, and for
      which digits; or empty.
    * detection: of changes of the model's rules, those of the same primitive together; of none after a
      difference.
    """

    word: str
    lines: int
    fillings: int
    difference: str = ""
    line: str = ""
    digits: str = ""
    detection: Detection = NO_CHANGES


def compare_constraint(
    constraint: type[Constraint], file: str, most: int = 300_000, seed: int = 0
) -> TestedConstraint:
    """Compare model and check of a class of constraints, on boards of 4x4 cells, then with changed rules.

    Its places are those of its example, moved and made longer or shorter at random.
    """
    rng = random.Random(f"coversat constraint {seed}")
    count = fillings = 0
    kept: list[_Compared] = []
    with located(file):
        for found in islice(_instances(constraint, rng), MOST_CONSTRAINTS):
            count += 1
            compared = _Compared(found, rng)
            difference = compared.difference()
            fillings += len(compared.judged)
            if difference:
                line = "; ".join(found.lines())
                return TestedConstraint(constraint.word, count, fillings, difference[0], line, difference[1])
            if len(kept) < WITH_CHANGES:
                kept.append(compared)
            if fillings >= most:
                break
        if not count:
            raise ValueError(f"no line like {constraint.example!r} fits on a board of 4x4 cells")
        changes = detection((one.subject for one in kept), primitive_name)
    return TestedConstraint(constraint.word, count, fillings, detection=changes)


def _instances(constraint: type[Constraint], rng: random.Random) -> Iterator[Constraint]:
    seen = set()
    for _ in range(TRIES):
        line = _moved(constraint.example, rng)
        if line in seen:
            continue
        seen.add(line)
        try:
            (puzzle,) = (Sudoku.parse(f"{BOARD}{line}\n"),)
        except ParseError:
            continue
        yield from (one for one in puzzle.constraints if isinstance(one, constraint))


def _moved(example: str, rng: random.Random) -> str:
    """The example with its cells replaced by a walk on the board, and its numbers by others."""
    words: list[str] = []
    cells = [word for word in example.split() if _CELL.fullmatch(word)]
    walk = iter(_walk(max(1, min(len(cells) + rng.randint(-2, 1), 5)), rng) if cells else ())
    for word in example.split():
        if _CELL.fullmatch(word):
            words += [next(walk, "")]
        else:
            words.append(_NUMBER.sub(lambda _: str(rng.randint(0, 12)), word))
    return " ".join(filter(None, [*words, *walk]))


def _walk(length: int, rng: random.Random) -> list[str]:
    here = rng.randrange(SIDE), rng.randrange(SIDE)
    walk = [here]
    while len(walk) < length:
        near = [
            (r, c)
            for r in range(max(here[0] - 1, 0), min(here[0] + 2, SIDE))
            for c in range(max(here[1] - 1, 0), min(here[1] + 2, SIDE))
            if (r, c) not in walk
        ]
        if not near:
            break
        here = rng.choice(near)
        walk.append(here)
    return [cell_name(cell) for cell in walk]


@dataclass
class _Compared:
    """A constraint on an empty board, and which of the compared fillings of its cells the check accepts."""

    constraint: Constraint
    rng: random.Random
    judged: dict[Values, bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.layout = Sudoku(2, 2, ((None,) * SIDE,) * SIDE, (self.constraint,)).layout
        self.rules = list(self.constraint.rules(self.layout))
        self.cells: list[Cell] = list(dict.fromkeys(self.constraint.scope(self.layout)))

    def difference(self) -> tuple[str, str] | None:
        """What model and check say differently of some digits, and these."""
        for rule in self.rules:
            outside = [one for one in scope(rule.primitive) if one not in self.cells]
            if outside:
                return f"the model mentions {outside[0]}, which is no cell of the constraint", ""
        for values in self._fillings():
            wrong = self._wrong(values)
            broken = self._broken(self.rules, values)
            self.judged[values] = wrong is None
            if (wrong is None) != (broken is None):
                words = (
                    f"the model is too weak: the check says: {wrong}"
                    if broken is None
                    else f"the model is too strong: {broken} excludes what the check accepts"
                )
                shown = (f"{cell_name(cell)}={value}" for cell, value in zip(self.cells, values, strict=True))
                return words, " ".join(shown)
        return None

    @property
    def subject(self) -> Subject:
        return Subject(self.rules, dict.fromkeys(self.cells, self.layout.digits), self._differs)

    def _differs(self, rules: Sequence[Rule]) -> bool:
        """Whether these rules allow other fillings than the check accepts."""
        if any((self._broken(rules, values) is None) != right for values, right in self.judged.items()):
            return True
        return not self._has_few and any(self._wrong(values) for values in self._allowed(rules))

    def _fillings(self) -> Iterator[Values]:
        digits = list(self.layout.digits)
        if self._has_few:
            return product(digits, repeat=len(self.cells))
        made = (tuple(self.rng.choice(digits) for _ in self.cells) for _ in range(AT_RANDOM))
        return chain(made, self._allowed(self.rules))

    @property
    def _has_few(self) -> bool:
        count: int = len(self.layout.digits) ** len(self.cells)
        return count <= MOST_FILLINGS

    def _allowed(self, rules: Sequence[Rule]) -> Iterator[Values]:
        """Some fillings that rules allow, by chance."""
        digits = list(self.layout.digits)
        for _ in range(ALLOWED):
            domains = {cell: self.rng.sample(digits, len(digits)) for cell in self.cells}
            model = GridModel(None, SIDE, SIDE, domains, rules)
            with suppress(LimitReachedError):
                found = islice(answers_by_meaning(model, Meter(Limits(nodes=NODES))), 1)
                yield from (tuple(held[cell] for cell in self.cells) for held in found)

    def _wrong(self, values: Values) -> str | None:
        held = dict(zip(self.cells, values, strict=True))
        return self.constraint.broken(
            tuple(held[cell] for cell in self.constraint.scope(self.layout)), self.layout
        )

    def _broken(self, rules: Sequence[Rule], values: Values) -> str | None:
        """The label of the first rule that is broken."""
        held: dict[Variable, int] = dict(zip(self.cells, values, strict=True))
        return next((rule.label for rule in rules if not holds(rule.primitive, held)), None)


def primitive_name(rule: Rule) -> str:
    """``Count``; rules of the same primitive are changed together."""
    return type(rule.primitive).__name__
