"""Wrong claims in Coq: every sort of them, for every kind that the library reads, is refused by Coq itself.

Each is a theorem whose proof was changed, or a proof that belongs to another text. `Fail Qed` in one file for
each kind states that Coq's kernel refuses them; the unchanged theorem is in the same file, and accepted.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from certificate_changes import refused_at
from instances import has_text, instances

import coversat
from coversat.base.deadline import NEVER
from coversat.base.errors import CoversatError
from coversat.certificates import write_certificate as certify
from coversat.certificates.certificate import Claim
from coversat.certificates.theorem.clauses import Atoms
from coversat.certificates.theorem.coq import (
    ACCEPTED,
    Statement,
    answer_text,
    check_text,
    steps_text,
    theorem_text,
)
from coversat.certificates.theorem.form import stated_by
from coversat.certificates.theorem.graphs import GRAPHS
from coversat.certificates.theorem.library import installed, kinds, module_for, needed
from coversat.certificates.theorem.puzzle import Puzzle
from coversat.certificates.theorem.search import Proof, Step, prove
from coversat.problems import AnyProblem
from coversat.solvers.findings import Verdict
from coversat.solvers.solver import NO_LIMITS, Meter

pytestmark = [
    pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not installed"),
    pytest.mark.thorough,
]
EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
EXAMPLE = {"nonogram": "hen", "sudoku": "boj2239", "sudominoku": "small", "starbattle": "one-star"}
UNIQUE = Claim(Verdict.UNIQUE)
MOST_EXCHANGED = 100


class Theorem(NamedTuple):
    """A claim that there is one answer, with its proof."""

    text: str
    module: str
    answer: str
    steps: str

    def file(self) -> str:
        statement = Statement(self.module, self.text, None)  # type: ignore[arg-type]
        return theorem_text(statement, UNIQUE, [self.answer], self.steps)


def proved(problem: AnyProblem) -> tuple[Puzzle, Proof, Theorem]:
    puzzle = stated_by(problem)
    proof = prove(puzzle, Meter(NO_LIMITS))
    module = module_for(problem)
    assert module is not None
    assert len(proof.answers) == 1
    (answer,) = proof.answers
    made = Theorem(problem.format(), module, answer_text(puzzle, answer), steps_text(puzzle, proof))
    return puzzle, proof, made


def example(kind: str) -> AnyProblem:
    names = EXAMPLE.get(kind, "*")
    for path in sorted((EXAMPLES / kind).glob(f"{names}.txt")):
        for problem in coversat.read(path):
            if len(prove(stated_by(problem), Meter(NO_LIMITS)).answers) == 1:
                return problem
    raise AssertionError(f"no example of {kind} has one answer")


def changed_texts(problem: AnyProblem, chance: random.Random) -> Iterator[tuple[str, str]]:
    """Texts of other puzzles of the kind, of which the answer is none, or not the only one."""
    text, (answer,) = problem.format(), prove(stated_by(problem), Meter(NO_LIMITS)).answers
    own = stated_by(problem).answer(answer)
    found = dict.fromkeys(("changed", "removed", "added"))
    for sort, other in _with_other_signs(text, chance):
        if found[sort] is not None:
            continue
        try:
            (read,) = coversat.read(other, kind=problem.kind)
            alike = not read.violations(own) and coversat.check(read).verdict.name == "UNIQUE"
        except (CoversatError, ValueError):
            continue
        if read != problem and read.format() == other and not alike:
            found[sort] = other
        if None not in found.values():
            break
    yield from ((f"a clue {sort}", other) for sort, other in found.items() if other is not None)


def _with_other_signs(text: str, chance: random.Random) -> Iterator[tuple[str, str]]:
    """With one sign changed; then, for kinds whose clues are pairs, with two exchanged."""
    heading = text.index("\n") + 1 if text[0].isalpha() else 0
    signs = sorted(set(text[heading:]) - set(" \n"))
    blank = next((sign for sign in "-.0" if sign in signs), None)
    places = [at for at in range(heading, len(text)) if text[at] not in " \n"]
    for at in chance.sample(places, len(places)):
        for sign in signs:
            sort = "added" if text[at] == blank else "removed" if sign == blank else "changed"
            if sign != text[at]:
                yield sort, text[:at] + sign + text[at + 1 :]
    for _ in range(MOST_EXCHANGED):
        one, other = sorted(chance.sample(places, 2))
        moved = text[one + 1 : other]
        yield "changed", text[:one] + text[other] + moved + text[one] + text[other + 1 :]


def changed_proofs(puzzle: Puzzle, proof: Proof, chance: random.Random) -> Iterator[tuple[str, Proof]]:
    steps: list[Step] = list(proof.steps or ())
    by_rule = [at for at, step in enumerate(steps) if step.reason is not None]
    atoms, (answer,) = Atoms(puzzle.narrowed), proof.answers
    true = {atoms.literals(cell)[value] for cell, value in answer.items()}
    for at in chance.sample(by_rule, min(2, len(by_rule))):
        # The answer breaks this clause, so it follows from nothing.
        false = (one for one in steps[at].clause if one not in true and (one > 0 or -one in true))
        turned = steps[at]._replace(clause=tuple(false))
        yield f"step {at} without a literal", proof._replace(steps=[*steps[:at], turned, *steps[at + 1 :]])
        wrong = steps[at]._replace(reason=None)
        yield (
            f"step {at} without its rule",
            proof._replace(steps=[*steps[:at], wrong, *steps[at + 1 :]]),
        )
    last = steps[-1]
    yield "the last step without its hints", proof._replace(steps=[*steps[:-1], last._replace(hints=())])
    yield "no contradiction", proof._replace(steps=steps[:-1])
    yield "no step", proof._replace(steps=[])
    cuts = [at for at in by_rule if _is_cut(puzzle, steps[at])]
    for at in cuts[:2]:
        ends = tuple(one for one in steps[at].clause if one < 0)[:2]
        yield (
            f"the cut of step {at} without its border",
            proof._replace(steps=[*steps[:at], steps[at]._replace(clause=ends), *steps[at + 1 :]]),
        )


def _is_cut(puzzle: Puzzle, step: Step) -> bool:
    if step.reason is None or step.reason.at is None or len(step.clause) < 3:
        return False
    return isinstance(puzzle.rules[step.reason.rule], GRAPHS)


def wrong_claims(kind: str) -> Iterator[tuple[str, Theorem]]:
    problem, chance = example(kind), random.Random(kind)
    puzzle, proof, right = proved(problem)
    for what, text in changed_texts(problem, chance):
        yield what, right._replace(text=text)
    for what, other in changed_proofs(puzzle, proof, chance):
        yield what, right._replace(steps=steps_text(puzzle, other))
    yield "the steps cut short", right._replace(steps=right.steps[: len(right.steps) * 2 // 3])
    yield "the text cut short", right._replace(text=right.text[: len(right.text) * 2 // 3])
    (board,) = proof.answers
    for cell in chance.sample([cell for cell in puzzle.shown if len(puzzle.domains[cell]) > 1], 2):
        value = next(value for value in puzzle.domains[cell] if value != board[cell])
        yield f"another value of {cell}", right._replace(answer=answer_text(puzzle, {**board, cell: value}))
    yield "no answer", right._replace(answer="")
    others = [one for one in instances(kind) if len(one.answers) == 1 and has_text(one.problem)]
    for instance in others[:2]:
        if module_for(instance.problem) is not None:
            theirs = proved(instance.problem)[2]
            if theirs.text != right.text:
                yield "the proof of another puzzle", theirs._replace(text=right.text)
                yield "the text of another puzzle", right._replace(text=theirs.text)


def failing(theorem: str, number: int) -> str:
    """The same theorem under another name, stated to be refused."""
    body = theorem.partition("Definition text")[2]
    body = f"Definition text{body}".replace("Theorem proved", f"Theorem wrong{number}")
    for name in ("text", "answers", "steps"):
        body = body.replace(f"Definition {name} ", f"Definition {name}{number} ")
    body = body.replace("read text)", f"read text{number})").replace(
        "_ answers steps", f"_ answers{number} steps{number}"
    )
    return body.replace(" Qed.", " Fail Qed. Abort.")


@pytest.mark.parametrize("kind", sorted(kinds()))
def test_wrong_claims_are_refused(kind: str) -> None:
    program, claims = installed(), list(wrong_claims(kind))
    program.require(needed(kinds()[kind]), NEVER)
    right = proved(example(kind))[2].file()
    text = right + "".join(failing(claim.file(), number) for number, (_, claim) in enumerate(claims))
    ended = program.check({"theorem.v": text}, NEVER)
    assert ended.accepted, (ended.output, [what for what, _ in claims])
    assert len(claims) >= 12


def test_the_refusals_are_seen() -> None:
    """A theorem that holds is not refused, so that the other tests can fail."""
    program = installed()
    program.require(needed("Sudoku"), NEVER)
    right = proved(example("sudoku"))[2].file()
    ended = program.check({"theorem.v": right + failing(right, 0)}, NEVER)
    assert not ended.accepted
    assert "has not failed" in ended.output or "did not fail" in ended.output


TRIVIAL = "Proof. eexists. split; [vm_compute; reflexivity | exact I]. Qed.\n"
FORGED: dict[str, tuple[str, str]] = {
    "an axiom": ("Axiom wrong : forall P : Prop, P.\n", "Proof. apply wrong. Qed.\n"),
    "admitted": ("", "Proof. Admitted.\n"),
    "another claim by a notation": ("Notation the_puzzle := (fun _ _ => True).\n", "Proof. exact I. Qed.\n"),
    "another claim by a definition": ("Definition has_exactly_one_answer (p : puzzle) := True.\n", TRIVIAL),
    "another reader": (
        "Module Kinds. Module Sudoku. Definition read (_ : string) :=\n"
        "  Some {| domains := []; rules := []; shown := [] |}. End Sudoku. End Kinds.\n",
        "Proof. eexists. split; [reflexivity | exists (fun _ => BinInt.Z0)]. firstorder. Qed.\n",
    ),
}
"""What stands before the theorem, and its proof."""


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_file_does_not_pass_the_lines_of_check(what: str) -> None:
    """The forged theorem is accepted by Coq; `check.v` is not, or prints what is assumed."""
    program, right = installed(), proved(example("sudoku"))[2]
    program.require(needed("Sudoku"), NEVER)
    before, proof = FORGED[what]
    head, _, rest = right.file().partition("Theorem proved")
    forged = f"{head}{before}Theorem proved{rest.partition('Proof.')[0]}{proof}"
    ended = program.check({"theorem.v": forged}, NEVER)
    assert ended.accepted, ended.output
    statement = Statement(right.module, right.text, None)  # type: ignore[arg-type]
    ended = program.check({"theorem.v": forged, "check.v": check_text(statement, UNIQUE)}, NEVER)
    assert not ended.accepted or ended.output.strip() != ACCEPTED


def test_another_library_under_the_same_name(tmp_path: Path) -> None:
    """`verify` compiles the library that is installed; a stranger's copy that differs is refused."""
    folder = tmp_path / "c"
    certify(example("sudoku"), folder, proof="theorem")
    rules = folder / "library" / "Rules.v"
    rules.write_text(rules.read_text().replace("forall b', answer p b' -> alike p b b'", "True"))
    assert refused_at(folder) == "the library"
