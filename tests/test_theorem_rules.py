"""What theorems are made of: clauses that follow from single rules, and the answers of all kinds' instances.

No Coq is needed here: what rules mean is stated once more below, as `Rules.v` has it, and boards are tried.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import groupby, pairwise, product

import pytest
from instances import has_text, in_case, instances, sampled, seen
from test_contract import EVERY_KIND

from coversat.certificates.theorem.clauses import RuleClauses
from coversat.certificates.theorem.coq import text_of
from coversat.certificates.theorem.form import stated_by
from coversat.certificates.theorem.rules import (
    AllDifferent,
    AreasBySize,
    Board,
    Cage,
    Connected,
    Count,
    If,
    Loop,
    Or,
    Puzzle,
    Regular,
    Rooted,
    Rule,
    Seen,
    Sets,
    Sum,
    Table,
)
from coversat.certificates.theorem.search import prove
from coversat.reductions import model_of
from coversat.solvers.solver import NO_LIMITS, Meter

CELLS = range(1, 7)
LINKS = ((1, 2), (2, 3), (4, 5), (5, 6), (1, 4), (2, 5), (3, 6))
"""A board of two rows of three."""


def obeys(rule: Rule, board: Board) -> bool:
    """Whether a board obeys a rule."""
    held = [board[cell] for cell in rule.cells]
    match rule:
        case AllDifferent():
            return len(set(held)) == len(held)
        case Cage(_, total):
            return len(set(held)) == len(held) and sum(held) == total
        case Sets(_, sets):
            return len(set(held)) == len(held) and tuple(sorted(held)) in sets
        case Count(_, values, numbers):
            return sum(value in values for value in held) in numbers
        case Sum(terms, totals):
            return sum(factor * board[cell] for factor, cell in terms) in totals
        case Table(_, rows):
            return tuple(held) in rows
        case Regular(_, moves, start, final):
            states = {start}
            for value in held:
                states = {target for state, read, target in moves if state in states and read == value}
            return bool(states & set(final))
        case Seen(lines, value, total):
            leading = [next(groupby(board[cell] == value for cell in line), None) for line in lines]
            return sum(len(list(run)) for one in leading if one and one[0] for run in (one[1],)) == total
        case Connected(cells, values, links):
            used = [cell for cell in cells if board[cell] in values]
            return reached(used[:1], links, used) == set(used)
        case Rooted(cells, values, links, roots, steps):
            used = [cell for cell in cells if board[cell] in values]
            starts = [cell for cell in roots if cell in used] if roots else used[:1]
            return reached(starts, links, used, len(cells) if steps is None else steps) == set(used)
        case AreasBySize(cells, links, values):
            areas = ((cell, [one for one in cells if board[one] == board[cell]]) for cell in cells)
            return all(
                len(reached([cell], links, alike)) == board[cell]
                for cell, alike in areas
                if not values or board[cell] in values
            )
        case Loop(edges):
            drawn = [ends for cell, ends in edges if board[cell]]
            points = [point for ends in drawn for point in ends]
            whole = reached(points[:1], drawn, points) == set(points)
            return bool(drawn) and whole and all(points.count(point) == 2 for point in points)
        case If(cell, value, these):
            return board[cell] != value or all(board[other] == own for other, own in these)
        case Or(alternatives):
            return any(all(obeys(one, board) for one in those) for those in alternatives)


def reached(starts: list[int], links: object, among: list[int], steps: int = 99) -> set[int]:
    found = set(starts)
    for _ in range(steps):
        found |= {b for a, b in both_ways(links) if a in found and b in among}
    return found


def both_ways(links: object) -> Iterator[tuple[int, int]]:
    for a, b in links:  # type: ignore[attr-defined]
        yield a, b
        yield b, a


Draw = Callable[[random.Random], Rule]


def some(chance: random.Random, values: range, least: int = 1) -> tuple[int, ...]:
    return tuple(sorted(chance.sample(values, chance.randint(least, len(values)))))


def automaton(chance: random.Random) -> Regular:
    moves = {(chance.randrange(3), value, chance.randrange(3)) for value in range(3) for _ in range(3)}
    by_source = {(state, value): (state, value, target) for state, value, target in moves}
    return Regular(some(chance, CELLS, 3), tuple(sorted(by_source.values())), 0, some(chance, range(3)))


RULES: dict[str, tuple[int, Draw]] = {
    "different": (4, lambda chance: AllDifferent(some(chance, CELLS, 2))),
    "cage": (4, lambda chance: Cage(some(chance, CELLS, 2), chance.randint(1, 7))),
    "sets": (4, lambda chance: Sets(some(chance, CELLS, 3)[:3], ((0, 1, 2), (1, 2, 3)))),
    "count": (
        3,
        lambda chance: Count(some(chance, CELLS, 2), some(chance, range(3)), some(chance, range(5))),
    ),
    "count of bits": (2, lambda chance: Count(some(chance, CELLS, 2), (1,), some(chance, range(5)))),
    "sum": (3, lambda chance: Sum(tuple((chance.randint(-2, 3), c) for c in CELLS), some(chance, range(9)))),
    "table": (3, lambda chance: Table((1, 3, 5), tuple(sorted(set(chance.choices(TRIPLES, k=9)))))),
    "wide table": (6, lambda chance: Table((1, 3, 5), tuple(sorted(set(chance.choices(TRIPLES, k=15)))))),
    "automaton": (3, automaton),
    "seen": (2, lambda chance: Seen(((2, 1), (4, 5), (6,), ()), 0, chance.randint(0, 5))),
    "connected": (3, lambda chance: Connected(tuple(CELLS), some(chance, range(3))[:2], LINKS)),
    "rooted": (2, lambda chance: Rooted(tuple(CELLS), (1,), LINKS, some(chance, CELLS)[:2], None)),
    "in steps": (2, lambda chance: Rooted(tuple(CELLS), (1,), LINKS, some(chance, CELLS)[:2], 1)),
    "first in steps": (2, lambda chance: Rooted(tuple(CELLS), (1,), LINKS, (), chance.randint(0, 3))),
    "areas": (4, lambda chance: AreasBySize(tuple(CELLS), LINKS, some(chance, range(1, 4), 0))),
    "loop": (2, lambda chance: Loop(tuple(enumerate(chance.sample(LINKS, 6), 1)))),
    "if": (3, lambda chance: If(1, 2, ((3, chance.randrange(4)), (5, 1)))),
    "or": (
        2,
        lambda chance: Or(((Count((1, 2, 3), (1,), (1,)), Sum(((2, 4),), (2,))), (AllDifferent((4, 5)),))),
    ),
}
TRIPLES = list(product(range(3), repeat=3))


@pytest.mark.parametrize("name", RULES)
def test_clauses_say_what_a_rule_says(name: str) -> None:
    """All boards that obey it satisfy each clause, and each other board breaks one."""
    values, draw = RULES[name]
    chance = random.Random(name)
    for _ in range(20):
        rule = draw(chance)
        domains = {
            cell: tuple(sorted(chance.sample(range(values), chance.randint(1, values)))) for cell in CELLS
        }
        if isinstance(rule, Loop | Seen):
            domains = {cell: chance.choice([(0, 1), (0, 1), (0,), (1,)]) for cell in CELLS}
        with in_case((rule, domains)):
            clauses_fit(rule, domains)


def clauses_fit(rule: Rule, domains: dict[int, tuple[int, ...]]) -> None:
    clauses = RuleClauses(Puzzle(domains, (rule,), tuple(domains)))
    made = {clause for clause, _ in clauses.first()}
    boards = [dict(zip(domains, held, strict=True)) for held in product(*domains.values())]
    broken = {}
    for at, board in enumerate(boards):
        broken[at] = {clause for clause, _ in clauses.broken(board)}
    for clause in made.union(*broken.values()):
        assert all(
            any(is_true(clauses, literal, board) for literal in clause)
            for board in boards
            if obeys(rule, board)
        ), clause
    for at, board in enumerate(boards):
        if obeys(rule, board):
            assert not broken[at], board
        elif not clauses.linked:
            wrong = made | broken[at]
            assert any(not any(is_true(clauses, one, board) for one in clause) for clause in wrong), board


def is_true(clauses: RuleClauses, literal: int, board: Board) -> bool:
    return any(clauses.atoms.literal(cell, value) == literal for cell, value in board.items()) or (
        literal < 0
        and not any(clauses.atoms.literal(cell, value) == -literal for cell, value in board.items())
    )


@pytest.mark.parametrize("name", RULES)
def test_all_boards_of_a_rule_are_answers(name: str) -> None:
    """Cuts included: the answers of a puzzle with one rule or two are the boards that obey them."""
    values, draw = RULES[name]
    chance = random.Random(name)
    for _ in range(4):
        rules = (draw(chance), Count(some(chance, CELLS, 3), (0, 1), some(chance, range(4))))
        domains = {cell: tuple(range(min(values, 3))) for cell in CELLS}
        with in_case(rules):
            found = prove(Puzzle(domains, rules, tuple(domains)), Meter(NO_LIMITS), None)
            every = (dict(zip(domains, held, strict=True)) for held in product(*domains.values()))
            expected = [board for board in every if all(obeys(rule, board) for rule in rules)]
            assert sorted(tuple(one[cell] for cell in CELLS) for one in found.answers) == [
                tuple(board.values()) for board in expected
            ]
            assert found.steps is not None
            assert not found.steps[-1].clause


def test_each_step_follows_by_unit_propagation_or_from_a_rule() -> None:
    """As the library has it: hints name earlier clauses, and the last step is the empty clause."""
    rules = (AllDifferent((1, 2, 3)), Sum(((1, 1), (1, 2)), (1,)), Count((3,), (2,), (1,)))
    proof = prove(Puzzle(dict.fromkeys((1, 2, 3), (0, 1, 2)), rules, (1, 2, 3)), Meter(NO_LIMITS), None)
    assert len(proof.answers) == 2
    assert proof.steps is not None
    for number, step in enumerate(proof.steps, len(proof.answers) + 1):
        assert all(1 <= hint < number for hint in step.hints)
        assert step.reason is None or not step.hints


@EVERY_KIND
def test_answers_are_those_of_brute_force(kind: str) -> None:
    """Of every instance of every kind whose rules are in the constraint language."""
    if model_of(kind) is None:
        pytest.skip("no rules in the constraint language")
    for instance in sampled(instances(kind), kind):
        if has_text(instance.problem):
            with in_case(instance.name):
                stated = stated_by(instance.problem)
                proof = prove(stated.puzzle, Meter(NO_LIMITS), None)
                found = [stated.answer(board) for board in proof.answers]
                shown = [repr(seen(instance.problem, one)) for one in found]
                assert sorted(shown) == sorted(map(repr, instance.answers))


def test_numbers_as_text() -> None:
    """One character up to 22, two for most others; the library's reader is tested by every proof."""
    assert text_of([0, 1, -1, 22, 23]) == "#%$OR#"
    words = [text_of([number]) for number in range(-5000, 5000)]
    assert len(set(words)) == len(words)
    assert all(a != b for a, b in pairwise(words))
