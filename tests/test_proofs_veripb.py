"""The checker of enumerations: every rule, and nothing accepted that trying all values does not confirm."""

from __future__ import annotations

import random
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from each import each
from formulas import projected_solutions
from instances import module

from coversat.base.deadline import Deadline
from coversat.base.errors import LimitReachedError
from coversat.base.registry import compiled
from coversat.certificates import CertificateError, enumeration
from coversat.certificates import write_certificate as certify
from coversat.problems import ExactCover
from coversat.proofs import ProofError, check_enumeration, veripb
from coversat.proofs.cardinality import Propagation

# Exactly one of x1, x2 and x3, at most one of x1 and x4, and x5 where x2 or x3 is.
FORMULA = """\
* #variable= 5 #constraint= 5
preserved: x1 x4 x5 ;
+1 x1 +1 x2 +1 x3 = 1 ;
-1 x1 -1 x4 >= -1 ;
+1 x2 +1 x3 -1 x5 >= 0 ;
+1 x5 -1 x2 >= 0 ;
+1 x5 -1 x3 >= 0 ;
"""
PROOF = """\
pseudo-Boolean proof version 3.0
f 6 ;
solx x1 ~x4 ;
rup +1 ~x1 >= 1 ;
solx ~x1 x2 x4 ;
rup +1 ~x4 +1 ~x5 >= 1 ;
rup +1 ~x4 >= 1 ;
solx x3 ~x4 ;
rup +1 ~x5 >= 1 ;
rup >= 1 ;
output NONE ;
conclusion ENUMERATION_COMPLETE 3 : 14 ;
end pseudo-Boolean proof ;
"""


def count(formula: str, proof: str) -> int:
    return check_enumeration(BytesIO(formula.encode()), BytesIO(proof.encode()))


def refusal(formula: str, proof: str) -> str:
    with pytest.raises(ProofError) as refused:
        count(formula, proof)
    return str(refused.value)


def test_a_proof_by_hand() -> None:
    assert count(FORMULA, PROOF) == projected_solutions(FORMULA) == 3


def test_a_formula_without_solution() -> None:
    formula = "+1 x1 +1 x2 >= 2 ;\n-1 x1 -1 x2 >= -1 ;\n"
    proof = "pseudo-Boolean proof version 3.0\nrup >= 1 ;\noutput NONE ;\nconclusion UNSAT : 3 ;\n"
    assert count(formula, proof + "end pseudo-Boolean proof ;\n") == projected_solutions(formula) == 0
    assert refusal(formula, proof) == "the proof has no end"


def test_sums_of_constraints() -> None:
    """Two of three pairs would need a case; their sum needs none."""
    formula = "preserved: x5 x6 ;\n+1 x1 +1 x2 -1 x5 >= 0 ;\n+1 x3 +1 x4 -1 x6 >= 0 ;\n" + "".join(
        f"-1 x{a} -1 x{b} >= -1 ;\n" for a in (1, 2, 3, 4) for b in range(a + 1, 5)
    )
    formula += "-1 x1 -1 x2 -1 x3 -1 x4 >= -1 ;\n+1 x5 >= 1 ;\n+1 x6 >= 1 ;\n"
    head = "pseudo-Boolean proof version 3.0\n"
    end = "output NONE ;\nconclusion UNSAT : {} ;\nend pseudo-Boolean proof ;\n"
    short = head + "rup >= 1 ;\n" + end.format(12)
    assert refusal(formula, short) == "line 2: the clause does not follow by unit propagation"
    assert count(formula, head + "pol 1 2 + 9 + ;\nrup >= 1 ;\n" + end.format(13)) == 0
    assert projected_solutions(formula) == 0
    assert "there is no constraint 12" in refusal(formula, head + "pol 1 12 + ;\n")
    assert "other coefficients" in refusal(formula, head + "pol 3 3 + ;\n")
    assert "expected 'pol ID ID + ID + ... ;'" in refusal(formula, head + "pol 1 2 3 ;\n")


def line(old: str, new: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return change


@each(
    ("change", "said"),
    [
        (line("version 3.0", "version 2.0"), "line 1: expected 'pseudo-Boolean proof version 3.0'"),
        (line("f 6", "f 5"), "line 2: the formula has 6 constraints"),
        (line("f 6 ;", "f 6"), "line 2: expected a rule (f, rup, pol, solx, del, output) and ';' at its end"),
        (line("f 6", "a 6"), "line 2: expected a rule (f, rup, pol, solx, del, output) and ';' at its end"),
        (line("f 6", "f 6_0"), "line 2: expected numbers"),
        (line("f 6", "f 9999999999999999999999"), "line 2: expected numbers"),
        (line("solx x1 ~x4", "solx ~x4"), "line 3: the literals are no solution: they leave variables open"),
        (
            line("solx x1 ~x4", "solx x1 x2"),
            "line 3: the literals are no solution: they lead to a contradiction",
        ),
        (line("solx x1 ~x4", "solx x9"), "line 3: 'x9' is not a variable of the formula"),
        (line("solx x1 ~x4", "solx ~~x1"), "line 3: expected a literal, found '~~x1'"),
        (line("solx x3 ~x4", "solx x2 ~x4 x4"), "line 8: the literals are no solution"),
        (
            line("solx x3 ~x4 ;", "solx x3 ~x4 ;\nsolx x2 ~x4 ;"),
            "line 9: the solution equals an earlier one",
        ),
        (line("solx x1 ~x4 ;\n", ""), "line 3: the clause does not follow by unit propagation"),
        (line("rup +1 ~x4 +1 ~x5 >= 1 ;\n", ""), "line 6: the clause does not follow by unit propagation"),
        (line("rup +1 ~x1 >= 1", "rup +1 ~x1 >= 0"), "line 4: expected a clause"),
        (line("rup +1 ~x1 >= 1", "rup +1 ~x1 = 1"), "line 4: expected a clause"),
        (line("rup +1 ~x1 >= 1", "rup +2 ~x1 >= 1"), "line 4: expected a coefficient of 1 or -1, found '+2'"),
        (
            line("rup +1 ~x1 >= 1", "rup +1 ~x1 +1 x1 >= 1"),
            "line 4: a variable appears twice in a constraint",
        ),
        (line("rup +1 ~x1 >= 1", "rup +1 ~x1"), "line 4: expected '+1 x1 -1 x2 ... >= NUMBER ;'"),
        (line("rup >= 1", "rup >= 1e3"), "line 10: expected a number, found '1e3'"),
        (line("rup >= 1", "del id 2 ;\nrup >= 1"), "line 10: constraint 2 is the formula's, and stays"),
        (line("rup >= 1", "del id 7 ;\nrup >= 1"), "line 10: there is no constraint 7"),
        (line("rup >= 1", "del range 8 9 ;\nrup >= 1"), "line 10: expected 'del id IDS ;'"),
        (
            line("rup >= 1", "del id 8 13 ;\nrup >= 1"),
            "line 11: the clause does not follow by unit propagation",
        ),
        (line("output NONE ;\n", ""), "line 11: expected a rule"),
        (line("output NONE", "output FILE"), "line 11: expected 'output NONE ;'"),
        (line("output NONE ;", "output NONE ;\nrup >= 1 ;"), "line 12: expected a rule (conclusion)"),
        (line("COMPLETE 3", "COMPLETE 4"), "line 12: 3 solutions were found, not 4"),
        (line("COMPLETE 3", "COMPLETE 2"), "line 12: 3 solutions were found, not 2"),
        (line("ENUMERATION_COMPLETE 3", "UNSAT"), "line 12: 3 solutions were found, not 0"),
        (line("ENUMERATION_COMPLETE 3", "ENUMERATION_PARTIAL 3"), "line 12: expected 'ENUMERATION_COMPLETE"),
        (line("ENUMERATION_COMPLETE 3 : 14", "NONE"), "line 12: expected 'ENUMERATION_COMPLETE"),
        (line("3 : 14", "3 : 8"), "line 12: constraint 8 is not a contradiction"),
        (line("3 : 14", "3 : 12"), "line 12: there is no constraint 12"),
        (line("end pseudo-Boolean proof ;\n", ""), "the proof has no end"),
        (line("end pseudo", "end p"), "line 13: expected 'end pseudo-Boolean proof ;'"),
        (lambda text: text + "rup >= 1 ;\n", "line 14: nothing may follow the end"),
        (lambda text: "", "line 1: expected 'pseudo-Boolean"),
        (lambda text: text + "\0", "line 14: nothing may follow the end"),
    ],
)
def test_what_is_wrong_with_a_proof(change: Callable[[str], str], said: str) -> None:
    assert refusal(FORMULA, change(PROOF)).startswith(said)


@each(
    ("change", "said"),
    [
        (line("+1 x1 ", "+3 x1 "), "the formula: line 3: expected a coefficient of 1 or -1, found '+3'"),
        (line("+1 x1 ", "+1 x1 +1 x1 "), "the formula: line 3: a variable appears twice in a constraint"),
        (
            line("= 1 ;", "= 1"),
            "the formula: line 3: expected '+1 x1 -1 x2 ... >= NUMBER ;', or '=' for '>='",
        ),
        (line("= 1 ;", "<= 1 ;"), "the formula: line 3: expected '+1 x1 -1 x2"),
        (line("= 1 ;", "= 9999999999 ;"), "the formula: line 3: expected a number, found '9999999999'"),
        (line("x1 x4 x5", "x1 x1"), "the formula: line 2: expected different variables"),
        (line("x1 x4 x5", "x1 ~x4"), "the formula: line 2: expected different variables"),
        (line("x1 x4 x5 ;", "x1 x4 x5"), "the formula: line 2: expected one 'preserved: VARIABLES ;'"),
        (line("+1 x1 ", "preserved: x1 ;\n+1 x1 "), "the formula: line 3: expected one 'preserved:"),
        (line("+1 x1 ", "+1 1x "), "the formula: line 3: expected a literal, found '1x'"),
    ],
)
def test_what_is_wrong_with_a_formula(change: Callable[[str], str], said: str) -> None:
    assert refusal(change(FORMULA), PROOF).startswith(said)


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A variable's number asks for none; what a proof makes the checker keep has an end."""
    assert count(FORMULA.replace("x4", "x999999999"), PROOF.replace("x4", "x999999999")) == 3
    monkeypatch.setattr(veripb, "MOST_DERIVED", 20)
    assert "line 2: more than 1048896 bytes" in refusal(
        FORMULA, PROOF.replace("f 6", "f" + " " * 2**21 + "6")
    )
    again = "rup +1 ~x1 >= 1 ;\n"
    assert "more than 20 literals" in refusal(FORMULA, PROOF.replace(again, again * 21))
    freed = PROOF.replace(again, again + "".join(f"{again}del id {n} ;\n" for n in range(9, 40)))
    assert count(FORMULA, freed.replace("3 : 14", "3 : 45")) == 3


def test_a_deadline_is_no_refusal() -> None:
    with pytest.raises(LimitReachedError):
        check_enumeration(BytesIO(FORMULA.encode()), BytesIO(PROOF.encode()), Deadline(0.0))


LITERALS = [sign * variable for variable in range(1, 7) for sign in (1, -1)]
KERNEL = compiled("coversat.proofs", "_cardinality_kernel")
PROPAGATIONS: list[type[Propagation]] = [Propagation, *([KERNEL.Propagation] if KERNEL else [])]


def drawn(most: int, chance: random.Random) -> list[int]:
    """Literals of different variables."""
    return [v * chance.choice((1, -1)) for v in chance.sample(range(1, 7), chance.randint(0, most))]


@each("kind", PROPAGATIONS)
def test_propagation_forgets_nothing_below(kind: type[Propagation]) -> None:
    """What stands from question to question changes no answer: each is asked again of a new propagation."""
    chance = random.Random(2)
    for _ in range(60):
        constraints = [(literals := drawn(5, chance), chance.randint(1, len(literals) + 1)) for _ in range(9)]
        standing = kind(6)
        for number in range(len(constraints)):
            standing.add(number, *constraints[number])
            for _ in range(4):
                assumed = drawn(4, chance)
                fresh = Propagation(6)
                for at in range(number + 1):
                    fresh.add(at, *constraints[at])
                conflict = fresh.assume(assumed)
                assert standing.assume(assumed) == conflict
                if not conflict:
                    assert standing.values(LITERALS) == fresh.values(LITERALS)
                    assert standing.complete == fresh.complete


@pytest.mark.skipif(KERNEL is None, reason="nothing is compiled here")
def test_both_propagations_say_the_same() -> None:
    """Of any constraints added and removed, and any questions between."""
    assert KERNEL is not None
    chance = random.Random(5)
    for _ in range(150):
        both, numbers = (Propagation(6), KERNEL.Propagation(6)), list[int]()
        for number in range(30):
            literals = drawn(5, chance)
            degree = chance.randint(0, max(1, len(literals) - 1))
            for one in both:
                one.add(number, literals, degree)
            numbers.append(number)
            if chance.random() < 0.5:
                gone = numbers.pop(chance.randrange(len(numbers)))
                for one in both:
                    one.remove(gone)
            assumed = drawn(4, chance)
            reference, other = (one.assume(assumed) for one in both)
            assert reference == other
            if not reference:
                assert both[0].values(LITERALS) == both[1].values(LITERALS)
                assert both[0].complete == both[1].complete


# Proofs of covers that chance made


def certified(cover: ExactCover, folder: Path) -> tuple[str, str, int] | None:
    """The formula, the proof and the number; None where twins cannot be told apart."""
    try:
        found = certify(cover, folder, proof="enumeration", counting=True)
    except CertificateError:
        return None
    texts = [(folder / name).read_text() for name in (enumeration.FORMULA, enumeration.PROOF)]
    return texts[0], texts[1], found.at_least


@pytest.mark.thorough
def test_enumerations_of_drawn_covers(tmp_path: Path) -> None:
    """As many as trying everything finds, with colours and projections too."""
    chance, numbers = random.Random(4), set()
    for at in range(120):
        found = certified(module("cover").drawn(chance), tmp_path / str(at))
        if found is not None and int(found[0].split()[2]) < 15:
            formula, proof, number = found
            assert count(formula, proof) == number == projected_solutions(formula)
            numbers.add(number)
    assert {0, 1, 2, 3} < numbers


def mutant(text: str, chance: random.Random) -> str:
    """A line lost, doubled or moved; a word lost, or changed into another of the text."""
    lines = text.splitlines()
    at = chance.randrange(len(lines))
    match chance.randrange(6):
        case 0:
            del lines[at]
        case 1:
            lines.insert(chance.randrange(len(lines)), lines[at])
        case 2:
            lines.insert(chance.randrange(len(lines)), lines.pop(at))
        case _:
            words = lines[at].split()
            spot = chance.randrange(len(words))
            others = text.split()
            new = [] if chance.random() < 0.2 else [_other(words[spot], others, chance)]
            lines[at] = " ".join([*words[:spot], *new, *words[spot + 1 :]])
    return "\n".join(lines) + "\n"


def _other(word: str, others: list[str], chance: random.Random) -> str:
    if word.isdigit() and chance.random() < 0.7:
        return str(max(0, int(word) + chance.choice((-1, 1))))
    if "x" in word and chance.random() < 0.5:
        return word[1:] if word.startswith("~") else f"~{word}"
    return chance.choice(others)


def examine_mutants(seed: int, covers: int, each: int, folder: Path) -> tuple[int, int]:
    """How many were accepted, each confirmed by trying everything, and how many not."""
    chance, accepted, refused = random.Random(seed), 0, 0
    for at in range(covers):
        found = certified(module("cover").drawn(chance), folder / str(at))
        if found is None or int(found[0].split()[2]) > 11:
            continue
        for _ in range(each):
            formula, proof, _ = found
            which = chance.random() < 0.4
            formula, proof = (mutant(formula, chance), proof) if which else (formula, mutant(proof, chance))
            try:
                number = count(formula, proof)
            except ProofError:
                refused += 1
                continue
            assert number == projected_solutions(formula), (formula, proof)
            accepted += 1
    return accepted, refused


def test_no_mutant_is_accepted_that_is_not_so(tmp_path: Path) -> None:
    accepted, refused = examine_mutants(7, 20, 25, tmp_path)
    assert refused > 150
    assert accepted > 20  # a line that was not needed, a formula that says the same


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_no_mutant_is_accepted_that_is_not_so_slow(seed: int, tmp_path: Path) -> None:
    examine_mutants(seed, 150, 120, tmp_path)
