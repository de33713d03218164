"""The search by domains, in Python and compiled, against the meaning of each rule over all assignments."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import islice, product
from typing import Any

import pytest
from constraint_cases import CASES, cases
from each import each
from instances import in_case, sampled
from plain_domains import PlainDomains

from coversat.answering.routes import find_route
from coversat.answering.running import run
from coversat.base.errors import LimitReachedError, ReductionError, SolverError
from coversat.base.registry import compiled
from coversat.kinds.sudoku.search_domains import model_of
from coversat.primitives import (
    AllDifferent,
    Binary,
    Comparison,
    Contains,
    Count,
    Leading,
    Matches,
    Or,
    Primitive,
    Regular,
    Repeats,
    Sum,
    Table,
    Total,
    Variable,
    all_equal,
)
from coversat.primitives.meaning import holds
from coversat.primitives.models import GridModel, Rule
from coversat.problems import Sudoku
from coversat.solvers import Limits
from coversat.solvers.search import domains
from coversat.solvers.search.domains import FOUND, OVER, PAUSED, answers_by_domains, program_of
from coversat.solvers.solver import Meter

KERNEL = compiled("coversat.solvers.search", "_domains_kernel")
CELLS = ((0, 0), (0, 1), (1, 0), (1, 1), (2, 0))


def random_primitive(chance: random.Random, values: range) -> Primitive:
    cells = tuple(chance.sample(CELLS, chance.randint(2, 4)))
    some = chance.sample(values, 2)
    terms: tuple[Any, ...] = (
        *cells,
        Contains(cells[:2], some),
        Matches(cells[:2], (some[0], some[1])),
        Leading(cells, some[0]),
        Repeats(cells),
        Comparison(cells[:1], cells[1:2]),
    )
    one, other = chance.sample(terms, 2)
    words = [tuple(chance.choice(values) for _ in cells) for _ in range(9)]
    return chance.choice(
        [
            AllDifferent(cells),
            AllDifferent(cells, total=chance.randint(1, 9)),
            AllDifferent(cells, sets=tuple({tuple(sorted(word)) for word in words})),
            Binary(((one, other), (cells[0], cells[1])), lambda a, b: a <= b + 1),
            Binary(((cells[0], cells[0]),), lambda a, b: a + b > 2),
            Table(cells, words),
            Table((*cells, cells[0]), [(*word, word[0]) for word in words]),
            all_equal((one, cells[0])),
            Regular(cells, 0, lambda so_far, value: (so_far + value) % 3, lambda so_far: so_far == 1),
            Sum(tuple((chance.randint(-2, 2), cell) for cell in (*cells, cells[0])), (1, 2, 4)),
            Sum(((1, one), (-1, other), (2, cells[0])), (0, 1, 2)),
            Sum(((1, Total(cells)), (-1, cells[0])), (3, 5)),
            Count(cells, some, (1, 3)),
            Count(cells[:1], some, (chance.randint(0, 1),)),
        ]
    )


def random_model(chance: random.Random) -> GridModel[None]:
    values = range(chance.randint(-1, 1), 4)
    domains = {cell: sorted(chance.sample(values, chance.randint(2, len(values)))) for cell in CELLS}
    rules = [Rule("", random_primitive(chance, values)) for _ in range(chance.randint(1, 3))]
    return GridModel(None, chance.randint(1, 3), 2, domains, rules)  # other cells are hidden


def by_meaning(model: GridModel[None]) -> set[tuple[int, ...]]:
    every = product(*model.domains.values())
    rules = [rule.primitive for rule in model.rules]
    assignments = (dict(zip(CELLS, values, strict=True)) for values in every)
    return {shown(model, one) for one in assignments if all(holds(rule, one) for rule in rules)}


def shown(model: GridModel[None], values: Mapping[Variable, int]) -> tuple[int, ...]:
    return tuple(value for cell, value in values.items() if model.in_answers(cell))


def steps(engine: Any, most: int) -> Iterator[tuple[int, int, list[int]]]:
    event = PAUSED
    while event != OVER:
        event = engine.next(engine.nodes + most)
        yield event, engine.nodes, engine.answer() if event == FOUND else []


@pytest.mark.thorough
@each("seed", range(4))
def test_every_answer_once(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(150):
        model = random_model(chance)
        with in_case([rule.primitive for rule in model.rules]):
            found = [shown(model, one) for one in answers_by_domains(model, Meter(Limits())) if one]
            assert len(found) == len(set(found))
            assert set(found) == by_meaning(model)


@pytest.mark.skipif(KERNEL is None, reason="not compiled")
def test_the_compiled_search_takes_the_same_steps() -> None:
    assert KERNEL is not None
    chance = random.Random(7)
    models = sampled((random_model(chance) for _ in range(150)), "models")
    boards = sampled((board for word in sorted(CASES) for board in cases(word)), "domains")
    for at, words in enumerate([*map(words_of, models), *filter(None, map(words_of_sudoku, boards))]):
        with in_case(at):
            ours, compiled_ones = (
                list(islice(steps(one(words), 3), 9)) for one in (PlainDomains, KERNEL.Domains)
            )
            assert ours == compiled_ones


def words_of(model: GridModel[Any]) -> Any:
    return program_of(model).words


def words_of_sudoku(problem: Sudoku) -> Any:
    """None if it has rules without a program."""
    try:
        return words_of(model_of(problem))
    except ReductionError:
        return None


def test_what_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Sudoku.parse(
        "....\n" * 4 + "arrow r4c4 r3c4 r3c3\nautomaton r1c1 r1c2\nstart a\naccept a\na 1-4 -> a\nend\n"
    )
    route = find_route("sudoku", "search/domains")
    assert run(board, route, Limits(answers=2)).findings.at_least == 2
    monkeypatch.setattr(domains, "MOST_STEPS", 3)
    with pytest.raises(ReductionError, match="small automata"):
        run(board, route)
    model = GridModel(None, 3, 2, dict.fromkeys(CELLS, range(40)), [])
    with pytest.raises(ReductionError, match="32 values"):
        program_of(model)
    with pytest.raises(ReductionError, match="without alternatives"):
        program_of(GridModel(None, 3, 2, dict.fromkeys(CELLS, range(4)), [Rule("", Or(()))]))


def test_what_takes_too_much_memory_is_refused() -> None:
    """The bits of so large a goal would fill gigabytes."""
    large = Sum(((10**12, CELLS[0]), (-(10**12), CELLS[1])), (0,))
    with pytest.raises(ReductionError, match="search/domains"):
        program_of(GridModel(None, 3, 2, dict.fromkeys(CELLS, range(4)), [Rule("", large)]))
    cells = tuple(product(range(4), range(8)))
    group = AllDifferent(cells[:16], total=250)  # there are 601,080,390 sets
    words = words_of(GridModel(None, 4, 8, dict.fromkeys(cells, range(32)), [Rule("", group)]))
    assert len(words) < 1000


def test_a_term_without_cells_is_refused() -> None:
    rule = Rule("", Binary(((Total(()), CELLS[0]),), lambda a, b: a == b))
    with pytest.raises(ReductionError, match="search/domains"):
        program_of(GridModel(None, 3, 2, dict.fromkeys(CELLS, range(1, 4)), [rule]))


def test_a_relation_is_asked_only_of_values_that_the_cells_may_hold() -> None:
    allowed = {(1, 5): True, (2, 5): False, (1, 6): False, (2, 6): True}
    model = GridModel(
        None,
        1,
        2,
        {(0, 0): (1, 2), (0, 1): (5, 6)},
        [Rule("", Binary((((0, 0), (0, 1)),), lambda a, b: allowed[a, b]))],
    )
    found = answers_by_domains(model, Meter(Limits()))
    assert sorted(tuple(one.values()) for one in found if one) == [(1, 5), (2, 6)]


def test_limits() -> None:
    model = GridModel(None, 3, 2, dict.fromkeys(CELLS, range(4)), [])
    meter = Meter(Limits(nodes=10))
    with pytest.raises(LimitReachedError, match="10 nodes"):
        list(answers_by_domains(model, meter))
    assert meter.nodes == 10


def test_without_compiled_modules_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COVERSAT_PURE", "1")
    model = GridModel(None, 3, 2, dict.fromkeys(CELLS, range(4)), [])
    with pytest.raises(SolverError, match="search/domains is compiled, and this installation is in plain"):
        list(answers_by_domains(model, Meter(Limits())))
