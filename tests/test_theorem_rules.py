"""What theorems are made of: clauses that follow from single rules, and the answers of all kinds' instances.

No Coq is needed here: `primitives.meaning` says which boards obey a rule, and all boards are tried.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Mapping, Sequence
from itertools import pairwise, product

import pytest
from drawn_rules import CELLS, RULES, A, B, C, cells, some
from instances import has_text, in_case, instances, sampled, seen
from test_contract import EVERY_KIND

from coversat.base.deadline import NEVER
from coversat.certificates.certificate import Claim
from coversat.certificates.theorem.clauses import RuleClauses
from coversat.certificates.theorem.coq import Statement, answer_text, steps_text, text_of, theorem_text
from coversat.certificates.theorem.form import stated_by
from coversat.certificates.theorem.library import installed, needed
from coversat.certificates.theorem.puzzle import Puzzle
from coversat.certificates.theorem.search import prove
from coversat.primitives import AllDifferent, Cell, Circuit, Count, Primitive, Sum, Values
from coversat.primitives.meaning import holds
from coversat.primitives.models import GridModel, LineModel, Rule
from coversat.reductions import model_of
from coversat.solvers.solver import NO_LIMITS, Meter

ROUNDS = 12


def puzzle_of(domains: Mapping[Cell, Sequence[int]], *rules: Primitive) -> Puzzle:
    return Puzzle(GridModel(None, 2, 3, domains, [Rule("rule", rule) for rule in rules]))


def boards_of(domains: dict[Cell, tuple[int, ...]]) -> list[Values]:
    return [dict(zip(domains, held, strict=True)) for held in product(*domains.values())]


@pytest.mark.parametrize("name", RULES)
def test_clauses_say_what_a_rule_says(name: str) -> None:
    """All boards that obey it satisfy each clause, and each other board breaks one."""
    values, draw = RULES[name]
    chance = random.Random(name)
    for _ in range(ROUNDS):
        rule = draw(chance)
        domains = {
            cell: tuple(sorted(chance.sample(range(values), chance.randint(1, values)))) for cell in CELLS
        }
        puzzle = puzzle_of(domains, rule)
        if set(puzzle.domains) == set(domains) and all(puzzle.narrowed.values()):
            with in_case((rule, domains)):
                clauses_fit(rule, puzzle)


def clauses_fit(rule: Primitive, puzzle: Puzzle) -> None:
    clauses = RuleClauses(puzzle)
    made = {clause for clause, _ in clauses.first()}
    boards = boards_of({cell: puzzle.narrowed[cell] for cell in CELLS})
    broken = [{clause for clause, _ in clauses.broken(board)} for board in boards]
    true = [{clauses.atoms.literals(cell)[value] for cell, value in board.items()} for board in boards]

    def satisfied(clause: tuple[int, ...], literals: set[int]) -> bool:
        return any(one in literals if one > 0 else one in literals or -one not in literals for one in clause)

    good = [at for at, board in enumerate(boards) if holds(rule, board)]
    for clause in made.union(*broken):
        assert all(satisfied(clause, true[at]) for at in good), clause
    for at, board in enumerate(boards):
        if at in good:
            assert not broken[at], board
        elif not clauses.linked:
            assert not all(satisfied(clause, true[at]) for clause in made | broken[at]), board


@pytest.mark.parametrize("name", RULES)
def test_all_boards_of_a_rule_are_answers(name: str) -> None:
    """Cuts and helper cells included: the answers are the boards that obey both of two rules."""
    values, draw = RULES[name]
    chance = random.Random(name)
    for _ in range(3):
        rules = draw(chance), Count(cells(chance, 3), (0, 1), some(chance, range(4)))
        domains = dict.fromkeys(CELLS, tuple(range(min(values, 3))))
        with in_case(rules):
            found = prove(puzzle_of(domains, *rules), Meter(NO_LIMITS), None)
            expected = [board for board in boards_of(domains) if all(holds(rule, board) for rule in rules)]
            assert sorted(tuple(one[cell] for cell in CELLS) for one in found.answers) == [
                tuple(board.values()) for board in expected
            ]
            assert found.steps is not None
            for number, step in enumerate(found.steps, len(found.answers) + 1):
                assert all(1 <= hint < number for hint in step.hints)
                assert step.reason is None or not step.hints
            assert not found.steps[-1].clause


@pytest.mark.thorough
@pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not installed")
def test_coq_accepts_proofs_from_each_form_of_rule() -> None:
    """Written out as data, with helper cells: one file, whose modules count the answers of some rules."""
    file, head = "", ""
    for number, (name, (values, draw)) in enumerate(RULES.items()):
        chance = random.Random(name)
        domains = dict.fromkeys(CELLS, tuple(range(min(values, 3))))
        rules = draw(chance), Count(CELLS, (0,), (2,)), Count((A, B, C), (1,), (1,))
        puzzle = puzzle_of(domains, *rules)
        proof = prove(puzzle, Meter(NO_LIMITS), None)
        answers = [answer_text(puzzle, answer) for answer in proof.answers]
        claim = Claim.of(len(answers), counted=True)
        text = theorem_text(Statement(None, "", puzzle), claim, answers, steps_text(puzzle, proof))
        head, scope, body = text.partition("Open Scope Z_scope.\n")
        head += scope
        file += f"Module rule{number}. (* {name} *)\n{body}End rule{number}.\n"
    installed().require(needed(None), NEVER)
    ended = installed().check({"rules.v": head + file}, NEVER)
    assert ended.accepted, ended.output


def test_a_sum_is_part_of_a_cage_only_if_it_is_its_sum() -> None:
    domains = dict.fromkeys(CELLS, (0, 1, 2))
    pair = AllDifferent((A, B))
    assert puzzle_of(domains, pair, Sum(((1, A), (1, B)), (3,))).rules == [AllDifferent((A, B), 3)]
    for other in (Sum(((2, A), (1, B)), (3,)), Sum(((1, B), (1, A)), (3,)), Sum(((1, A), (1, B)), (2, 3))):
        assert puzzle_of(domains, pair, other).rules == [pair, other]


def test_loops() -> None:
    """Of a board of three by three points, all 13 loops; the edges of one point are not all in rows."""
    points: list[Cell] = [(r, c) for r in range(3) for c in range(3)]
    edges = tuple((a, b) for a in points for b in points if (b[0] - a[0], b[1] - a[1]) in ((0, 1), (1, 0)))
    loops = LineModel(None, 3, 3, dict.fromkeys(edges, (0, 1)), [Rule("one loop", Circuit(edges))])
    puzzle = Puzzle(loops)
    assert [*puzzle.number.values()] == [*range(1, 13)]
    found = prove(Puzzle(loops), Meter(NO_LIMITS), None)
    every = (dict(zip(edges, held, strict=True)) for held in product((0, 1), repeat=12))
    assert len(found.answers) == sum(holds(Circuit(edges), board) for board in every) == 13


@EVERY_KIND
def test_answers_are_those_of_brute_force(kind: str) -> None:
    """Of every instance of every kind whose rules are in the constraint language."""
    if model_of(kind) is None:
        pytest.skip("no rules in the constraint language")
    for instance in sampled(instances(kind), kind):
        if has_text(instance.problem):
            with in_case(instance.name):
                puzzle = stated_by(instance.problem)
                proof = prove(puzzle, Meter(NO_LIMITS), None)
                found = [seen(instance.problem, puzzle.answer(board)) for board in proof.answers]
                assert sorted(map(repr, found)) == sorted(map(repr, instance.answers))


def test_numbers_as_text() -> None:
    """One character up to 22, two for most others; the library's reader is tested by every proof."""
    assert text_of([0, 1, -1, 22, 23]) == "#%$OR#"
    words = [text_of([number]) for number in range(-5000, 5000)]
    assert len(set(words)) == len(words)
    assert all(a != b for a, b in pairwise(words))
