"""What encodes a line of cells, blocks and automata: truth tables, and what unit propagation finds."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, product, repeat
from typing import Any

from each import each

from coversat.kinds.nonogram.rules import pattern_of
from coversat.primitives.automata import unrolled
from coversat.problems import Cnf
from coversat.reductions.blocks import add_blocks
from coversat.reductions.cnf_builder import CnfBuilder
from coversat.reductions.diagrams import add_mdd
from coversat.reductions.encoders import add_layers
from coversat.solvers import found_by as solve
from coversat.solvers.sat.sat import CADICAL

LENGTH = 6
Word = tuple[int, ...]


def runs(word: Word) -> Word:
    """The lengths of the runs of ones."""
    return tuple(len(list(cells)) for black, cells in groupby(word) if black)


def clues(length: int) -> Iterator[Word]:
    """Every clue of a line of this length, and some that are too long for it."""
    return (clue for size in range(5) for clue in product(range(1, 5), repeat=size) if sum(clue) <= length)


def words_of(formula: Cnf, literals: Sequence[Sequence[int]]) -> Counter[Word]:
    """Of each word how many models show it; for each place, the literals of the symbols from 0 on."""
    found: Counter[Word] = Counter()
    for model in solve(CADICAL, formula).answers:
        true = set(model)
        found[tuple(next(v for v, x in enumerate(place) if x in true) for place in literals)] += 1
    return found


def every_model(formula: CnfBuilder) -> Cnf:
    """The formula, with nothing hidden."""
    written = formula.cnf(())
    return Cnf(written.variable_count, tuple(written.clauses))


# Blocks


@each("length", range(LENGTH + 1))
def test_blocks_are_the_runs_of_a_line(length: int) -> None:
    for clue in clues(length + 2):
        formula = CnfBuilder()
        white = formula.variables(length)
        add_blocks(formula, white, clue, gap=1)
        right = [word for word in product((0, 1), repeat=length) if runs(word) == clue]
        assert words_of(every_model(formula), [(x, -x) for x in white]) == Counter(right), clue


@each("length", range(LENGTH + 1))
def test_blocks_of_one_cell_without_gaps_count_the_black_cells(length: int) -> None:
    for count in range(length + 2):
        formula = CnfBuilder()
        white = formula.variables(length)
        add_blocks(formula, white, (1,) * count, gap=0)
        right = [word for word in product((0, 1), repeat=length) if sum(word) == count]
        assert words_of(every_model(formula), [(x, -x) for x in white]) == Counter(right), count


def test_a_block_that_moves_by_n_places_has_n_variables() -> None:
    formula = CnfBuilder()
    add_blocks(formula, formula.variables(20), (3, 1, 4), gap=1)
    assert formula.variables(1) == range(20 + 3 * 10 + 1, 20 + 3 * 10 + 2)


# Automata


def random_automaton(chance: random.Random, symbols: int) -> tuple[dict[Any, int], set[int]]:
    """Steps from states to states, some missing, and what is accepted."""
    states = range(chance.randint(1, 4))
    steps = {(s, v): chance.choice(states) for s in states for v in range(symbols) if chance.random() < 0.8}
    return steps, {s for s in states if chance.random() < 0.5}


def accepted(steps: dict[Any, int], accepts: set[int], word: Word) -> bool:
    state: int | None = 0
    for symbol in word:
        state = steps.get((state, symbol))
    return state in accepts


@each("seed", range(60))
@each("symbols", [2, 3])
def test_the_words_are_those_that_the_automaton_accepts(symbols: int, seed: int) -> None:
    """By every word; some places do not take every symbol."""
    chance = random.Random(f"{symbols} {seed}")
    steps, accepts = random_automaton(chance, symbols)
    length = chance.randint(0, 5)
    formula = CnfBuilder()
    places = [formula.variables(symbols) for _ in range(length)]
    taken = [sorted(chance.sample(range(symbols), chance.randint(1, symbols))) for _ in places]
    for place, those in zip(places, taken, strict=True):
        formula.exactly_one([*place])
        formula.add(*(place[symbol] for symbol in those))
    layers = unrolled(
        taken, 0, repeat(lambda state, symbol: steps.get((state, symbol))), accepts.__contains__
    )
    own = [{symbol: place[symbol] for symbol in those} for place, those in zip(places, taken, strict=True)]
    add_layers(formula, own, layers)
    right = [word for word in product(*taken) if accepted(steps, accepts, word)]
    assert words_of(every_model(formula), places) == Counter(right)


def test_a_symbol_that_cannot_stand_at_a_place_is_left_out() -> None:
    """With all symbols this automaton needs states; with one of them there is nothing to decide."""
    formula = CnfBuilder()
    free = formula.variables(4)
    steps = {(0, 0): 0, (0, 1): 1, (1, 0): 0}
    layers = unrolled([[0]] * 4, 0, repeat(lambda s, v: steps.get((s, v))), lambda state: True)
    add_layers(formula, [{0: x} for x in free], layers)
    assert formula.variables(1) == range(5, 6)


# What unit propagation finds


def propagated(clauses: Sequence[Word], assumed: list[int], cells: range) -> set[int] | None:
    """What follows about the cells; None for a contradiction."""
    true = set(assumed)
    while True:
        open_clauses = [
            [x for x in clause if -x not in true] for clause in clauses if true.isdisjoint(clause)
        ]
        units = {clause[0] for clause in open_clauses if len(clause) == 1}
        if [] in open_clauses or any(-x in units for x in units):
            return None
        if not units:
            return {x for x in true if abs(x) in cells}
        true |= units


def follows(words: list[Word], cells: range, assumed: list[int]) -> set[int] | None:
    """The same by all words: variables are true for 0."""
    left = [[-x if v else x for x, v in zip(cells, word, strict=True)] for word in words]
    left = [word for word in left if set(assumed) <= set(word)]
    return set.intersection(*map(set, left)) if left else None


@each("clue", [(), (1,), (3,), (1, 1), (2, 1), (1, 3), (1, 1, 2), (2, 2, 2)], ids=str)
def test_unit_propagation_solves_a_line_by_its_diagram(clue: Word) -> None:
    """Every cell that all fillings agree on, whatever else is known of the line."""
    length = 8
    formula = CnfBuilder()
    cells = formula.variables(length)
    add_mdd(formula, [{0: cell, 1: -cell} for cell in cells], pattern_of(clue))
    words = [word for word in product((0, 1), repeat=length) if runs(word) == clue]
    chance = random.Random(str(clue))
    clauses = every_model(formula).clauses
    for _ in range(100):
        known = chance.sample(cells, chance.randint(0, length - 1))
        assumed = [chance.choice((x, -x)) for x in known]
        assert propagated(clauses, assumed, cells) == follows(words, cells, assumed)


def test_unit_propagation_counts() -> None:
    """A counter's clauses find every cell that follows from those that are known."""
    for length, count in product(range(1, 6), range(4)):
        formula = CnfBuilder()
        cells = formula.variables(length)
        add_blocks(formula, cells, (1,) * count, gap=0)
        words = [word for word in product((0, 1), repeat=length) if sum(word) == count]
        clauses = every_model(formula).clauses
        for known in product((0, 1, None), repeat=length):
            assumed = [-x if v else x for x, v in zip(cells, known, strict=True) if v is not None]
            assert propagated(clauses, assumed, cells) == follows(words, cells, assumed)
