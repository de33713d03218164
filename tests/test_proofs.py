"""The proof checker: correct proofs are accepted, mutated ones never wrongly, hostile ones calmly refused."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from io import BytesIO
from itertools import combinations, product

import pytest
from each import each
from formulas import (
    binary_steps,
    is_proof,
    lrat_steps,
    pigeonhole,
    propagate,
    random_clauses,
    text_steps,
    to_binary,
    to_lrat,
)
from pysat.solvers import Solver

from coversat.base.deadline import Deadline
from coversat.base.registry import compiled
from coversat.problems import Cnf
from coversat.proofs import Verification, check_drup, check_lrat
from coversat.proofs import drup as drup_checker
from coversat.proofs.drup import Propagation

PROVERS = (
    "cadical103",
    "cadical153",
    "cadical195",
    "cadical300",
    "gluecard3",
    "glucose3",
    "glucose4",
    "glucose42",
    "lingeling",
    "maplechrono",
    "maplecm",
)
KERNEL = compiled("coversat.proofs", "_clauses_kernel")
PROPAGATIONS: list[type[Propagation]] = [Propagation, *([KERNEL.Propagation] if KERNEL else [])]
SAMPLE, ALL = 800, 12_000
"""Mutations on every run, and in the slow test."""


def drup(formula: Cnf, proof: bytes) -> Verification:
    return check_drup(formula, BytesIO(proof))


def lrat(formula: Cnf, proof: bytes) -> Verification:
    return check_lrat(formula, BytesIO(proof))


def random_cnf(chance: random.Random, variables: int, clauses: int) -> Cnf:
    return Cnf(variables, random_clauses(chance, variables, clauses))


def solve(formula: Cnf, name: str = "cadical195") -> bytes | None:
    """A proof, or None when the formula has a model."""
    with Solver(name=name, bootstrap_with=formula.clauses, with_proof=True) as solver:
        return None if solver.solve() else "".join(f"{line}\n" for line in solver.get_proof()).encode()


def satisfiable(formula: Cnf) -> bool:
    with Solver(name="minisat22", bootstrap_with=formula.clauses) as solver:
        return bool(solver.solve())


@cache
def proved() -> tuple[tuple[Cnf, bytes], ...]:
    """Formulas without a model, small enough for the naive checker, and a proof of each."""
    chance = random.Random(7)
    found = [(pigeonhole(holes), solve(pigeonhole(holes))) for holes in (2, 3, 4)]
    while len(found) < 24:
        formula = random_cnf(chance, chance.randint(10, 16), 90)
        found.append((formula, solve(formula, chance.choice(PROVERS))))
    return tuple((formula, proof) for formula, proof in found if proof)


# Correct proofs


@each("name", PROVERS)
def test_proofs_of_real_solvers_are_accepted(name: str) -> None:
    chance = random.Random(name)
    formulas = [pigeonhole(5), *(random_cnf(chance, 40, 240) for _ in range(4))]
    proofs = [(formula, solve(formula, name)) for formula in formulas]
    assert any(proof is not None and proof.count(b"\n") > 20 for _, proof in proofs)
    for formula, proof in proofs:
        if proof is not None:
            assert drup(formula, proof).accepted
            assert drup(formula, to_binary(text_steps(proof))).accepted


def test_a_solver_that_shifts_its_variables_is_not_believed() -> None:
    formula = pigeonhole(5)
    proof = solve(formula, "maplesat")
    assert proof is not None
    assert not drup(formula, proof).accepted


def test_lrat_is_accepted_with_correct_hints() -> None:
    for formula, proof in proved():
        assert lrat(formula, to_lrat(formula.clauses, text_steps(proof))).accepted


@each("proof", [b"", b"0\n", b"0\nd 1 2 0\n", b"c so it is\n", b"a\0"])
def test_a_formula_that_units_refute_needs_no_proof(proof: bytes) -> None:
    """Some solvers write nothing when loading the formula already ends in a conflict."""
    formula = Cnf(2, ((1,), (-1, 2), (-2,)))
    assert drup(formula, proof) == Verification(True, 0, None, "0 steps lead to the empty clause")


@each("proof", [b"hello\n", b"1 2\n", b"3 0\n", b"0\nhello\n", b"a\2", b"\0\0", b"\xff\xfe"])
def test_what_is_no_proof_is_refused_where_none_is_needed(proof: bytes) -> None:
    """Other checkers would not read it."""
    for formula, check in (
        (Cnf(2, ((1,), (-1, 2), (-2,))), drup),
        (Cnf(2, ((),)), drup),
        (Cnf(2, ((),)), lrat),
    ):
        found = check(formula, proof)
        assert (found.accepted, found.bad_step) == (False, 2 if proof[:1] == b"0" and check is drup else 1)


def test_the_empty_clause_in_the_formula_is_a_contradiction() -> None:
    assert drup(Cnf(0, ((),)), b"").accepted
    assert lrat(Cnf(0, ((),)), b"").accepted


def test_steps_behind_the_empty_clause_are_read_and_no_more() -> None:
    square = Cnf(2, ((1, 2), (1, -2), (-1, 2), (-1, -2)))
    for end in (b"", b"d 1 2 0\nd 1 0\n", b"2 0\n"):
        assert drup(square, b"1 0\n0\n" + end) == Verification(
            True, 1, None, "1 steps lead to the empty clause"
        )
    assert drup(square, b"1 0\n0\nnonsense").bad_step == 3
    proof = b"5 1 0 1 2 0\n6 0 5 3 4 0\n"
    for end in (b"", b"6 d 1 99 0\n", b"7 2 0 99 0\n"):
        assert lrat(square, proof + end).accepted
    assert lrat(square, proof + b"nonsense").bad_step == 3


def test_a_deleted_unit_stays() -> None:
    formula = Cnf(3, ((1,), (-1, 2, 3), (-1, 2, -3), (-1, -2, 3), (-1, -2, -3)))
    assert drup(formula, b"d 1 0\n2 0\n0\n").accepted


@each("width", [2, 3, 4])
def test_a_deleted_clause_is_gone(width: int) -> None:
    formula = Cnf(width, tuple(product(*((v, -v) for v in range(1, width + 1)))))
    steps = "".join(
        " ".join(map(str, (*signs, 0))) + "\n"
        for length in range(width - 1, -1, -1)
        for signs in product(*((v, -v) for v in range(1, length + 1)))
    ).encode()
    assert drup(formula, steps).accepted
    gone = " ".join(map(str, range(1, width + 1))).encode()
    assert drup(formula, b"d " + gone + b" 0\n" + steps).bad_step == 2
    back = b" ".join(reversed(gone.split()))
    assert drup(formula, b"d " + back + b" 0\n" + steps).bad_step == 2
    twice = Cnf(width, (*formula.clauses, formula.clauses[0]))
    assert drup(twice, b"d " + gone + b" 0\n" + steps).accepted


def test_repeated_literals_and_tautologies() -> None:
    formula = Cnf(3, ((1, 1, 2), (2, -2, 3), (1, -2, 1), (-1, 2, 2), (-1, -2, -2)))
    assert drup(formula, b"3 -3 0\n1 1 0\n0\n").accepted
    assert drup(Cnf(3, ((2, -2), (3, -3, 1))), b"0\n").bad_step == 1


# Wrong proofs


@each(
    ("proof", "step", "reason"),
    [
        (b"", None, "the proof ends after 0 steps without the empty clause"),
        (b"1 2 3 0\n", None, "the proof ends after 1 steps without the empty clause"),
        (b"0\n", 1, "does not follow"),
        (b"1 2 3 0\n3 0\n", 2, "does not follow"),
        (b"1 2\n", 1, "expected 0 at the end of the line"),
        (b"1 0 2 0\n", 1, "expected a literal, found '0'"),
        (b"1 2 3 0\nx 0\n", 2, "expected a literal, found 'x'"),
        (b"+1 0\n", 1, "expected a literal, found '+1'"),
        (b"1_0 0\n", 1, "expected a literal, found '1_0'"),
        (b"01 0\n", 1, "expected a literal, found '01'"),
        ("١ 0\n".encode(), 1, "expected a literal"),  # noqa: RUF001
        (b"13 0\n", 1, "literal 13 in a formula with 12 variables"),
        (b"-2147483648 0\n", 1, "literal -2147483648 in"),
        (b"99999999999999999999 0\n", 1, "expected a literal"),
        (b"9" * 100_000 + b" 0\n", 1, "expected a literal"),
        (b"\xff\xfe 0\n", 1, "expected a literal"),
        (b"d 1\n", 1, "expected 0"),
        (b"s UNSATISFIABLE\n0\n", 1, "expected 0"),
        (b"a", 1, "the proof ends within a step"),
        (b"a\x02", 1, "the proof ends within a step"),
        (b"a\x02\x04\x06\0a\x06", 2, "the proof ends within a step"),
        (b"a\x80\0", 1, "a zero byte within a literal"),
        (b"a\x01\0", 1, "literal 0 in"),
        (b"a\x1a\0", 1, "literal 13 in"),
        (b"a" + b"\xff" * 100_000 + b"\x7f\0", 1, "a literal of 100001 bytes"),
        (b"a\x02\x04\x06\0\0", 2, "begins with 'a' or 'd'"),
        (b"a\x02\x04\x06\0x\0", 2, "begins with 'a' or 'd'"),
        (b"d\x02\0a\0", 2, "does not follow"),
    ],
)
def test_wrong_and_hostile_proofs_are_refused_with_the_step(
    proof: bytes, step: int | None, reason: str
) -> None:
    found = drup(pigeonhole(3), proof)
    assert (found.accepted, found.bad_step) == (False, step)
    assert reason in found.reason


@each(
    ("proof", "step", "reason"),
    [
        (b"", None, "without the empty clause"),
        (b"5 1 0 1 2 0\n", None, "ends after 1 steps"),
        (b"5 0 1 2 3 4 0\n", 1, "clause 1 is no unit"),
        (b"5 1 0 1 0\n", 1, "do not lead to a false clause"),
        (b"5 1 0 0\n", 1, "do not lead to a false clause"),
        (b"5 1 0 1 9 0\n", 1, "hint 9 is no clause"),
        (b"5 1 0 5 0\n", 1, "hint 5 is no clause"),
        (b"5 1 0 -1 2 0\n", 1, "hint -1 is a RAT hint"),
        (b"4 1 0 1 2 0\n", 1, "number 4 is not above 4"),
        (b"5 1 0 1 2 0\n5 0 5 3 4 0\n", 2, "number 5 is not above 5"),
        (b"5 1 0 1 2 0\n5 d 1 0\n5 d 1 0\n", 3, "deletes clause 1, which is not there"),
        (b"5 1 0 1 2 0\n5 d 3 0\n6 0 5 3 4 0\n", 3, "hint 3 is no clause"),
        (b"5 7 0 1 2 0\n", 1, "literal 7 in a formula with 2 variables"),
        (b"5 1 0 1 2\n", 1, "expected 'ID"),
        (b"5 1 0 1 0 2 0\n", 1, "expected 'ID"),
        (b"0 1 0 1 2 0\n", 1, "expected 'ID"),
        (b"5 1 0 1 " + b"9" * 50 + b" 0\n", 1, "numbers of at most 18 characters"),
        (b"5 1 0 1 " + b"9" * 5000 + b" 0\n", 1, "expected 'ID"),
        (b"5 1 0 1 +2 0\n", 1, "expected 'ID"),
        (b"5 1 0 1 0_2 0\n", 1, "expected 'ID"),
        (b"5 1 0 1 2- 0\n", 1, "expected 'ID"),
        (b"5 1 0 -- 0\n", 1, "expected 'ID"),
        (b"5 1 0 0 1\n", 1, "expected 'ID"),
        (b"5 d 1 2\n", 1, "expected 'ID"),
        (b"5 d x 0\n", 1, "expected 'ID"),
        (b"5 x 0 1 2 0\n", 1, "expected a literal"),
        (b"\0\0\0\0", 1, "expected 'ID"),
    ],
)
def test_wrong_and_hostile_lrat_is_refused_with_the_step(proof: bytes, step: int | None, reason: str) -> None:
    square = Cnf(2, ((1, 2), (1, -2), (-1, 2), (-1, -2)))
    assert lrat(square, b"5 1 0 1 2 0\n6 0 5 3 4 0\n").accepted
    found = lrat(square, proof)
    assert (found.accepted, found.bad_step) == (False, step)
    assert reason in found.reason


def test_memory_follows_neither_header_nor_step(monkeypatch: pytest.MonkeyPatch) -> None:
    unused = Cnf(2**31 - 2, ((1,), (-1,)))
    assert "more than 50000000 variables" in drup(unused, b"").reason
    monkeypatch.setattr("coversat.proofs.verification.MOST_BYTES", 10_000)
    endless = b"1 " * 2**21
    for proof in (endless, b"a" + endless):
        assert "a step of more than 10000 bytes" in drup(pigeonhole(3), proof).reason
    assert "a step of more than 10000 bytes" in lrat(pigeonhole(3), endless).reason


# Time


@each("check", [check_drup, check_lrat])
def test_when_the_time_is_over_nothing_is_known(
    check: Callable[..., Verification], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock that ticks with each look at it: early it stops the check, later it does not."""
    formula, proof = proved()[2]
    if check is check_lrat:
        proof = to_lrat(formula.clauses, text_steps(proof))
    found = []
    for seconds in range(200):
        ticks = iter(range(1000))
        monkeypatch.setattr("coversat.base.deadline.time.monotonic", lambda t=ticks: next(t))
        found.append(check(formula, BytesIO(proof), Deadline(seconds)))
    known = [verification.accepted for verification in found]
    assert known == sorted(known, key=bool)
    assert (known[0], known[-1]) == (None, True)
    assert found[0] == Verification(None, 0, None, "stopped after 0 seconds, at step 0 of the proof")
    assert str(found[0]).startswith("unknown: ")
    last = found[known.index(True) - 1]
    assert 0 < last.steps < proof.count(b"\n")


def test_what_is_wrong_before_the_time_is_over_is_wrong() -> None:
    assert check_drup(pigeonhole(3), BytesIO(b"1 2 3 0\n3 0\n"), Deadline(3600.0)).bad_step == 2


# Mutations


def mutate_lines(chance: random.Random, proof: bytes, variables: int) -> bytes:
    """One change to a proof in text, with most of its sense kept."""
    lines = proof.splitlines() or [b"0"]
    at = chance.randrange(len(lines))
    words = lines[at].split() or [b"0"]
    word = chance.randrange(max(len(words) - 1, 1))
    literal = str(chance.choice((1, -1)) * chance.randint(1, variables + 1)).encode()
    match chance.randrange(9):
        case 0:
            lines[at : at + 1] = []
        case 1:
            lines.insert(at, lines[chance.randrange(len(lines))])
        case 2:
            other = chance.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        case 3:
            lines.insert(at, literal + b" 0")
        case 4:
            lines[at] = b" ".join([*words[:word], *words[word + 1 :]])
        case 5:
            lines[at] = b" ".join([*words[:word], literal, *words[word + 1 :]])
        case 6:
            lines[at] = b" ".join([*words[:word], literal, *words[word:]])
        case 7:
            turned = words[word][1:] if words[word][:1] == b"-" else b"-" + words[word]
            lines[at] = b" ".join([*words[:word], turned, *words[word + 1 :]])
        case _:
            lines[at] = b" ".join(words[1:] if words[0] == b"d" else [b"d", *words])
    return b"".join(line + b"\n" for line in lines)


def mutate_bytes(chance: random.Random, proof: bytes) -> bytes:
    """One byte changed, lost or added, or the end cut off."""
    changed = bytearray(proof or b"0")
    at = chance.randrange(len(changed))
    match chance.randrange(4):
        case 0:
            changed[at] = chance.randrange(256)
        case 1:
            del changed[at]
        case 2:
            changed.insert(at, chance.randrange(256))
        case _:
            del changed[at:]
    return bytes(changed)


def mutate_formula(chance: random.Random, formula: Cnf) -> Cnf:
    """Another formula: some clauses lost, or one literal turned."""
    clauses = list(formula.clauses)
    if chance.random() < 0.7:
        for _ in range(chance.randint(1, 8)):
            del clauses[chance.randrange(len(clauses))]
    else:
        at = chance.randrange(len(clauses))
        clauses[at] = (-clauses[at][0], *clauses[at][1:])
    return Cnf(formula.variable_count, tuple(clauses))


Check = Callable[[Cnf, bytes], Verification]
Read = Callable[[bytes], Iterator[tuple[bool, list[int]]]]


def mutations(seed: int, count: int) -> Iterator[tuple[Check, Cnf, bytes, Read]]:
    """A checker, a formula, a proof that is wrong or lucky, and how the naive checker reads it."""
    chance = random.Random(seed)
    hinted = [to_lrat(formula.clauses, text_steps(proof)) for formula, proof in proved()]
    for number in range(count):
        at = chance.randrange(len(proved()))
        formula, proof = proved()[at]
        kind = number % 6
        if kind == 0:
            other = proved()[chance.randrange(len(proved()))][0]
            changed = mutate_formula(chance, formula) if chance.random() < 0.8 else other
            yield drup, changed, proof, text_steps
        elif kind == 1:
            yield drup, formula, mutate_bytes(chance, proof), text_steps
        elif kind == 2:
            yield drup, formula, mutate_bytes(chance, to_binary(text_steps(proof))), binary_steps
        elif kind == 3:
            changed = mutate_formula(chance, formula) if chance.random() < 0.3 else formula
            yield lrat, changed, mutate_lines(chance, hinted[at], len(formula.clauses)), lrat_steps
        else:
            for _ in range(chance.randint(1, 3)):
                proof = mutate_lines(chance, proof, formula.variable_count)
            yield drup, formula, proof, text_steps


def run_mutations(seed: int, count: int) -> tuple[int, int]:
    """How many were accepted, and how many of these wrongly."""
    accepted = wrongly = 0
    for check, formula, proof, read in mutations(seed, count):
        if check(formula, proof).accepted:
            accepted += 1
            wrongly += satisfiable(formula) or not is_proof(formula.clauses, read(proof))
    return accepted, wrongly


@pytest.mark.thorough
@each("kind", PROPAGATIONS)
def test_no_mutated_proof_is_wrongly_accepted(
    kind: type[Propagation], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drup_checker, "propagation", kind)
    accepted, wrongly = run_mutations(seed=1, count=SAMPLE)
    assert wrongly == 0
    assert SAMPLE // 10 < accepted < SAMPLE * 9 // 10


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 8))
def test_no_mutated_proof_of_very_many_is_wrongly_accepted(seed: int) -> None:
    _, wrongly = run_mutations(seed, ALL // 6)
    assert wrongly == 0


def test_a_credulous_checker_would_be_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mutations tell a right checker from one that looks at nothing."""
    monkeypatch.setattr(Propagation, "implies", lambda self, literals: True)
    monkeypatch.setattr(drup_checker, "propagation", Propagation)
    _, wrongly = run_mutations(seed=1, count=SAMPLE // 4)
    assert wrongly > 0


@pytest.mark.skipif(KERNEL is None, reason="nothing is compiled here")
@pytest.mark.parametrize("variables", [4, 7, 12])
def test_both_propagations_say_the_same(variables: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of any clauses added and deleted, and any questions between; with repeated literals and tautologies."""
    assert KERNEL is not None
    chance = random.Random(variables)
    answers: Counter[tuple[str, bool]] = Counter()
    for _ in range(300):
        both = Propagation(variables), KERNEL.Propagation(variables)
        clauses: list[list[int]] = []

        def drawn() -> list[int]:
            width = chance.choice((1, 2, 2, 2, 3, 3, 3, 4, 5))
            return [chance.randint(1, variables) * chance.choice((1, -1)) for _ in range(width)]

        for _ in range(80):
            question, literals = chance.choice(("add", "add", "implies", "implies", "delete")), drawn()
            if question == "delete" and clauses:
                literals = clauses.pop(chance.randrange(len(clauses)))
                chance.shuffle(literals)
            reference, other = (getattr(one, question)(literals) for one in both)
            assert reference == other
            answers[question, reference] += 1
            if question == "add":
                clauses.append(literals)
                if reference:
                    break
    assert min(answers[question, truth] for question in ("add", "implies") for truth in (True, False)) > 50


def test_deleted_clauses_take_no_memory_for_ever() -> None:
    """Many more than are swept at once come and go."""
    clauses = drup_checker.propagation(40)
    chance = random.Random(6)
    standing = [chance.sample(range(1, 41), 12) for _ in range(50)]
    assert not any(clauses.add(clause) for clause in standing)
    for _ in range(30_000):
        clause = chance.sample(range(1, 41), 8)
        assert not clauses.add(clause)
        clauses.delete(clause[::-1])
    assert all(map(clauses.implies, standing))
    assert not clauses.implies([1, 2])


def test_formulas_with_a_model_have_no_proof() -> None:
    """A step for every literal, pair and the empty clause, in a random order: nothing may be accepted."""
    chance = random.Random(3)
    for _ in range(60):
        formula = random_cnf(chance, 8, 24)
        if satisfiable(formula):
            literals = [v * sign for v in range(1, 9) for sign in (1, -1)]
            steps = [[x] for x in literals] + [[x, y] for x, y in combinations(literals, 2) if x != -y]
            chance.shuffle(steps)
            for step in [*steps[:40], []]:
                found = drup(formula, " ".join(map(str, [*step, 0])).encode())
                follows = propagate([frozenset(clause) for clause in formula.clauses], set(step)) is not None
                assert (found.accepted, found.bad_step) == (False, None if follows else 1)


@each(("end", "word"), [(True, "accepted"), (False, "refused"), (None, "unknown")])
def test_an_end_in_words(end: bool | None, word: str) -> None:
    assert str(Verification(end, 0, None, "why")) == f"{word}: why"
