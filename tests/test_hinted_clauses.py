"""Graphs are checked compiled as in Python: the same is accepted, and refused for the same reason."""

from __future__ import annotations

import random
from typing import Any

import pytest
from test_cpog import checked, mutant, written

from coversat.base.registry import compiled
from coversat.problems import Cnf
from coversat.proofs import cpog_file, hinted_clauses
from coversat.proofs.hinted_clauses import HintedClauses
from coversat.proofs.verification import ProofError

KERNEL: Any = compiled("coversat.proofs", "_hints_kernel")
BUILT = pytest.mark.skipif(KERNEL is None, reason="nothing is compiled")
TWINS = pytest.mark.parametrize("made", [HintedClauses, pytest.param("compiled", marks=BUILT)])


@BUILT
@pytest.mark.parametrize("size", [1500, pytest.param(40_000, marks=pytest.mark.slow)])
def test_twins_say_the_same(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(size)
    cases = [(formula, proof) for formula, _, proof in written()]
    for formula, proof in [chance.choice(cases) for _ in range(size)]:
        clauses = list(formula.clauses)
        if clauses and chance.random() < 0.3:
            at = chance.randrange(len(clauses))
            clauses[at] = clauses[at][1:] + chance.choice(clauses)[:1]
        changed = Cnf(formula.variable_count, tuple(clauses), projection=formula.projection)
        proof = mutant(chance, proof) if chance.random() < 0.8 else proof
        found = checked(changed, proof)
        with monkeypatch.context() as patch:
            for module in (cpog_file, hinted_clauses):
                patch.setattr(module, "compiled", lambda *_: None)
            assert checked(changed, proof) == found


@BUILT
def test_lines_are_read_as_in_python() -> None:
    chance = random.Random(3)
    lines = [line for _, _, proof in written()[::5] for line in proof.splitlines()]
    for line in lines + [mutated(line, chance) for line in lines * 3]:
        said = []
        for read in (cpog_file.read_line, KERNEL.read_line):
            try:
                said.append(read(line))
            except ProofError as error:
                said.append(str(error))
        assert said[0] == said[1], line


def mutated(line: bytes, chance: random.Random) -> bytes:
    """With one piece changed into what numbers and lines are not often made of."""
    at = chance.randrange(len(line) + 1)
    piece = chance.choice(
        (b"", b" ", b"  ", b"-", b"0", b" 0", b"007", b"\t", b"\0", b"a", b"s", b"+1", b"\xff", b"9" * 18)
    )
    return line[:at] + piece + line[at + chance.randrange(3) :]


def clauses_of(made: Any, variable_count: int, formula: Any, most: int = 10**9) -> Any:
    kind = KERNEL.HintedClauses if made == "compiled" else made
    return kind(variable_count, formula, most)


@TWINS
def test_what_follows_by_hand(made: Any) -> None:
    """From 1, "not 1 or 2", and "not 2 or 3" follows 3; a product of 1 and 3 is true then."""
    clauses = clauses_of(made, 3, ((1,), (-1, 2), (-2, 3)))
    clauses.add(4, (3,), (1, 2, 3), False)
    clauses.define(5, "p", 4, (1, 3), ())
    clauses.add(8, (4,), (1, 4, 5), False)
    clauses.add(9, (-4, 3), (7,), True)
    for number, literals, hints, structural, said in (
        (10, (1,), (2,), False, "clause 2 is no unit when its hint is reached"),
        (10, (3,), (1, 2), False, "the hints do not lead to a false clause"),
        (10, (3,), (1, 11), False, "hint 11 is no clause that may be used here"),
        (10, (3,), (0,), False, "hint 0 is no clause that may be used here"),
        (10, (-4, 3), (3,), True, "hint 3 is no clause that may be used here"),
        (10, (-4, 3), (8,), True, "hint 8 is no clause that may be used here"),
        (10, (5,), (1,), False, "literal 5 is of no variable and of no node"),
    ):
        with pytest.raises(ProofError, match=said):
            clauses.add(number, literals, hints, structural)
    clauses.delete(4)
    for number in (4, 5, 3, 12):
        with pytest.raises(ProofError, match=f"deletes clause {number}, which is none of the proof's"):
            clauses.delete(number)
    with pytest.raises(ProofError, match="hint 4 is no clause"):
        clauses.add(10, (3,), (4,), False)
    assert clauses.not_implied(4, lambda: None) == 1  # that 2 is true the product does not say


@TWINS
def test_of_hundreds_of_clauses_the_one_that_does_not_follow(made: Any) -> None:
    """All but one say that a variable is true; those that are always true need nothing."""
    for wrong in (0, 63, 64, 255, 256, 300):
        formula = [(at % 7 + 1, 10) if at % 2 else (8, -8, 9) for at in range(301)]
        formula[wrong] = (9, -10)
        clauses = clauses_of(made, 10, formula)
        clauses.define(400, "p", 11, (1, 2, 3), ())
        clauses.define(404, "p", 12, (4, 5, 6, 7, 11), ())
        assert clauses.not_implied(12, lambda: None) == wrong


@TWINS
def test_no_more_is_held_than_is_allowed(made: Any) -> None:
    clauses = clauses_of(made, 3, ((1,),), 450)
    clauses.add(2, (1, 2), (1,), False)
    clauses.add(3, (1, 3), (1,), False)
    with pytest.raises(ProofError, match="the clauses need more than 450 bytes"):
        clauses.add(4, (1,), (1,), False)


@TWINS
def test_who_is_asked_may_stop(made: Any) -> None:
    def stop() -> None:
        raise KeyboardInterrupt

    clauses = clauses_of(made, 1, ((1,),))
    clauses.define(2, "p", 2, (1,), ())
    with pytest.raises(KeyboardInterrupt):
        clauses.not_implied(2, stop)
    assert clauses.not_implied(2, lambda: None) is None
