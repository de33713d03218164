"""Wrong claims of theorems: every sort of them that can be made of a puzzle and its proof.

`python wrong_theorems.py` in this folder counts them, by kinds and sorts.
"""

from __future__ import annotations

import copy
import random
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from instances import has_text, instances

import coversat
from coversat.base.errors import CoversatError
from coversat.certificates.certificate import Claim
from coversat.certificates.theorem.clauses import Atoms
from coversat.certificates.theorem.coq import Statement, answer_text, fault_text, steps_text, theorem_text
from coversat.certificates.theorem.form import stated_by
from coversat.certificates.theorem.graphs import APART, GRAPHS, TOO_FEW
from coversat.certificates.theorem.library import kinds, module_for
from coversat.certificates.theorem.puzzle import Puzzle
from coversat.certificates.theorem.search import Proof, Step, prove
from coversat.primitives import AreasBySize, Values, Variable
from coversat.problems import AnyProblem
from coversat.problems.cnf.rules import Cnf
from coversat.reductions import model_of
from coversat.solvers.findings import Verdict
from coversat.solvers.sat.sat import CADICAL, SatCalls
from coversat.solvers.solver import NO_LIMITS, Meter

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
UNIQUE = Claim(Verdict.UNIQUE)
OTHER_CLAIMS = {
    "that there is no answer": Claim(Verdict.NONE),
    "that there are several answers": Claim(Verdict.MULTIPLE),
    "that there are two answers": Claim.of(2, counted=True),
}
LARGE = {"numbrix", "polyomino"}
"""Kinds whose rules are long as data, so that a file of many theorems takes minutes."""
EACH = 2
"""How many claims of each sort are made of a puzzle."""
MOST_TEXTS = 300
"""How many changes of a text are tried."""
BLANK = {"kakuro": ".", "latin": ".", "skyscrapers": ".", "queens": ".", "sudoku": "0", "futoshiki": "0"}
"""What a cell without a clue looks like; in other kinds a hyphen."""

CLUE_SORTS = CHANGED, REMOVED, ADDED = "a clue changed", "a clue removed", "a clue added"
LEFT_OUT, ALTERED = "a rule left out", "an answer altered"
DROPPED, TURNED, CUT = "a step dropped", "a step altered", "a cut without its border"
ANOTHERS, SHORT, OTHER_CLAIM = "another puzzle's proof", "a text cut short", "another claim"
SORTS = (*CLUE_SORTS, LEFT_OUT, ALTERED, DROPPED, TURNED, CUT, ANOTHERS, SHORT, OTHER_CLAIM)

THERMOMETERS = """0000
1000
0000
0000
thermo r1c2 r2c2 r3c2
thermo r1c3 r1c4
thermo r3c4 r2c4 r2c3
thermo r4c1 r3c1
"""
LOOP = """numberlink 4 4
- - 1 1
- - 2 2
3 4 5 5
3 4 6 6
"""
"""In its empty cells a loop would be possible, if lines were not joined to numbers."""
VARIANTS = {
    "sudoku, jigsaw": "jigsaw",
    "sudoku, killer": "killer",
    "sudoku, windows and diagonals": "windoku-x",
    "sudoku, anti-king and anti-knight": "anti-king-knight",
    "sudoku, thermometers": THERMOMETERS,
}
"""Sudokus with constraints that are read in Coq."""


class Right(NamedTuple):
    """A puzzle with one answer, and the proof of that."""

    problem: AnyProblem
    puzzle: Puzzle
    proof: Proof

    @property
    def statement(self) -> Statement:
        return Statement(module_for(self.problem), self.problem.format(), self.puzzle)

    @property
    def answer(self) -> Values:
        return self.proof.answers[0]

    def wrong(self, sort: str, proof: Proof | None = None, **changes: Any) -> Wrong:
        """A claim about this puzzle, with some of its parts changed."""
        proof = proof or self.proof
        parts: dict[str, Any] = {
            "statement": self.statement,
            "claim": UNIQUE,
            "answers": [answer_text(self.puzzle, answer) for answer in proof.answers],
            "steps": steps_text(self.puzzle, proof),
        }
        return Wrong(sort, **(parts | changes))


class Wrong(NamedTuple):
    """A claim that does not hold, or whose proof is none.

    `others` is a board that breaks only rules that the claim leaves out.
    """

    sort: str
    statement: Statement
    claim: Claim
    answers: Sequence[str]
    steps: str | None
    other: str | None = None

    def theorem(self) -> str:
        """The file as a forger would write it."""
        return self._without_rules(theorem_text(*self._parts()))

    def fault(self) -> str:
        """The lines that print what is wrong."""
        return self._without_rules("Eval" + fault_text(*self._parts()).rpartition("\nEval")[2])

    def opposite(self) -> str:
        """The theorem that there are several answers, where rules are left out."""
        assert self.other is not None
        return self._replace(
            claim=OTHER_CLAIMS["that there are several answers"],
            answers=[*self.answers, self.other],
            steps=None,
        ).theorem()

    def _parts(self) -> tuple[Statement, Claim, Sequence[str], str | None]:
        return self.statement, self.claim, self.answers, self.steps

    def _without_rules(self, text: str) -> str:
        if self.other is None:
            return text
        read = (
            "(Some data)" if self.statement.module is None else f"(Kinds.{self.statement.module}.read text)"
        )
        return text.replace(read, f'(without ["{self.other}"]%proof {read})')


def right(problem: AnyProblem) -> Right | None:
    """None if the puzzle has no answer or several."""
    puzzle = stated_by(problem)
    proof = prove(puzzle, Meter(NO_LIMITS))
    return Right(problem, puzzle, proof) if len(proof.answers) == 1 else None


def every_case() -> list[str]:
    """The kinds that Coq reads, with the variants of sudoku; then those that are proved as data."""
    models = (kind for kind in sorted(coversat.problems.KINDS) if model_of(kind) and kind not in LARGE)
    as_data = [kind for kind in models if kind not in kinds()]
    return [*sorted(kinds()), *VARIANTS, *as_data]


@cache
def puzzles(case: str) -> list[Right]:
    """Puzzles of a case with one answer, the example first."""
    kind = case.split(",")[0]
    named = VARIANTS.get(case, "*")
    if "\n" in named:
        problems = coversat.read(named, kind=kind)
    else:
        files = sorted((EXAMPLES / kind).glob(f"{named}.txt"), key=lambda file: file.stat().st_size)
        problems = [problem for file in files[:3] for problem in coversat.read(file)]
    if case == kind:
        problems += [
            one.problem for one in instances(kind) if len(one.answers) == 1 and has_text(one.problem)
        ]
    if case == "numberlink":
        problems += coversat.read(LOOP)
    own = [problem for problem in problems if kind not in kinds() or module_for(problem)]
    found = list(islice((one for one in map(right, own) if one and one.puzzle.shown), 6))
    first = found[:1] if kind in kinds() else []
    bare = (text for own in first for _, text in islice(other_texts(own, [REMOVED]), 40))
    fewer = filter(None, (is_puzzle(found[0], text) for text in bare))
    return [*found, *islice((one for one in map(right, fewer) if one), 2)]


# ---- other texts ----


def is_puzzle(own: Right, text: str) -> AnyProblem | None:
    """Another puzzle of the same kind, if the text is one."""
    try:
        (read,) = coversat.read(text, kind=own.problem.kind)
    except (CoversatError, ValueError):
        return None
    is_stated_alike = (module_for(read) is None) == (own.statement.module is None)
    return read if read != own.problem and is_stated_alike else None


def is_wrong_of(own: Right, problem: AnyProblem) -> bool:
    """Whether the answer, as Coq reads its values, is none of this puzzle, or not the only one."""
    if coversat.check(problem).verdict is not Verdict.UNIQUE:
        return True
    other = right(problem)
    assert other is not None
    if other.puzzle.number == own.puzzle.number:
        return any(other.answer[cell] != own.answer[cell] for cell in other.puzzle.shown)
    values = answer_text(own.puzzle, own.answer)
    return not values.startswith(answer_text(other.puzzle, other.answer))


def other_texts(own: Right, wanted: Iterable[str] = CLUE_SORTS) -> Iterator[tuple[str, str]]:
    """Texts with one clue or two changed, removed or added, in any order, and whatever they mean."""
    text, kind = own.problem.format(), own.problem.kind
    chance = random.Random(text)
    tokens = [token for line in text.splitlines(keepends=True) for token in _tokens(line)]
    first = text.index("\n") + 1 if text[0].isalpha() and "\n" in text else 0
    places, length = [], 0
    for at, token in enumerate(tokens):
        if length >= first and not token.isspace():
            places.append(at)
        length += len(token)
    blank = BLANK.get(kind, "-")
    numbers = [int(tokens[at]) for at in places if tokens[at].isdecimal()]
    signs = sorted({tokens[at] for at in places} | {blank, str(max(numbers, default=0) + 1)})
    for _ in range(MOST_TEXTS if places else 0):
        one, other = sorted(chance.choices(places, k=2))
        sign = chance.choice(signs)
        a, b = tokens[one], tokens[other]
        for changes in (
            {one: sign},
            {one: b, other: a},
            {one: blank, other: blank},
            {one: sign, other: sign},
            {one: ""},
            {one: f"{a} {sign}"},
            {one: "", other: ""},
        ):
            new = {at: changes.get(at, token) for at, token in enumerate(tokens)}
            made = re.sub(r" +(?=\n)|(?<=\n) +|(?<= ) +", "", "".join(new.values()))
            number = sum(sum(word != blank for word in new[at].split()) for at in places)
            before = sum(tokens[at] != blank for at in places)
            sort = ADDED if number > before else REMOVED if number < before else CHANGED
            if sort in wanted:
                yield sort, made


def _tokens(line: str) -> list[str]:
    """Words, with what is between; of a line without spaces its characters."""
    return re.findall(r"\s+|\S+" if " " in line.strip() else r"\s+|\S", line)


def other_dominoes(own: Right) -> Iterator[tuple[str, str]]:
    """Sudominokus with other given dominoes and singles: their texts are pictures."""
    problem: Any = own.problem
    one, other, *singles = problem.singles
    yield CHANGED, replace(problem, singles=(other, one, *singles)).format()
    for domino in problem.dominoes:
        others = tuple(each for each in problem.dominoes if each != domino)
        turned = domino._replace(digits=domino.digits[::-1])
        yield CHANGED, replace(problem, dominoes=(*others, turned)).format()
        yield REMOVED, replace(problem, dominoes=others).format()
    for domino in problem.tiling(own.puzzle.answer(own.answer)):
        if domino not in problem.dominoes:
            added = domino._replace(digits=domino.digits[::-1])
            yield ADDED, replace(problem, dominoes=(*problem.dominoes, added)).format()


def wrong_texts(own: Right, wanted: Collection[str]) -> Iterator[Wrong]:
    """The old answer and proof with another puzzle: one of which the answer is none, or not the only one."""
    missing = Counter(dict.fromkeys(wanted, EACH))
    tried = set[str]()
    texts = other_dominoes(own) if own.problem.kind == "sudominoku" else other_texts(own, wanted)
    for sort, text in texts:
        if missing[sort] and text not in tried:
            tried.add(text)
            problem = is_puzzle(own, text)
            if problem is not None and is_wrong_of(own, problem):
                missing[sort] -= 1
                stated = Statement(own.statement.module, problem.format(), stated_by(problem))
                yield own.wrong(sort, statement=stated)
        if not +missing:
            return


def short_texts(own: Right, _: Collection[str]) -> Iterator[Wrong]:
    """Of a text that Coq reads; rules as data are no text there."""
    text = own.problem.format()
    cuts = (text[: len(text) * 2 // 3], text[: len(text) // 3], text.rstrip("\n").rpartition("\n")[0])
    for short in dict.fromkeys(cuts if own.statement.module else ()):
        problem = is_puzzle(own, short) or is_puzzle(own, short + "\n")
        if problem is None or is_wrong_of(own, problem):
            yield own.wrong(SHORT, statement=own.statement._replace(text=short))


# ---- other proofs ----


def wrong_answers(own: Right, _: Collection[str]) -> Iterator[Wrong]:
    chance = random.Random(own.problem.format())
    cells = [cell for cell in own.puzzle.shown if len(own.puzzle.domains[cell]) > 1]
    for cell in chance.sample(cells, min(EACH, len(cells))):
        for value in islice(set(own.puzzle.domains[cell]) - {own.answer[cell]}, 1):
            yield own.wrong(ALTERED, own.proof._replace(answers=[{**own.answer, cell: value}]))
    values = sorted(set(own.answer.values()))
    pairs = [
        [cell for cell in own.puzzle.shown if own.answer[cell] == value]
        for value in values[:: len(values) - 1 or 1]
    ]
    if len(pairs) == 2 and all(pairs):
        one, other = map(chance.choice, pairs)
        exchanged = {**own.answer, one: own.answer[other], other: own.answer[one]}
        yield own.wrong(ALTERED, own.proof._replace(answers=[exchanged]))
    yield own.wrong(ALTERED, own.proof._replace(answers=[own.answer] * 2))
    if any(own.answer.values()):  # values that are missing are 0
        yield own.wrong(ALTERED, answers=[""])


def wrong_claims_of_it(own: Right, _: Collection[str]) -> Iterator[Wrong]:
    """Something else is claimed of the puzzle, with its proof."""
    same = answer_text(own.puzzle, own.answer)
    for claim in OTHER_CLAIMS.values():
        yield own.wrong(
            OTHER_CLAIM,
            claim=claim,
            answers=[same] * claim.total,
            steps=steps_text(own.puzzle, own.proof) if claim.needs_proof else None,
        )


def rules_left_out(own: Right, _: Collection[str]) -> Iterator[Wrong]:
    """With a board that breaks some rules of the model, so that the others have several answers."""
    numbers = sorted({step.reason.rule for step in own.proof.steps or () if step.reason is not None})
    for seed in range(EACH):
        order = random.Random(seed).sample(numbers, len(numbers))
        for number in (2**power for power in range(len(order).bit_length())):
            fewer = copy.copy(own.puzzle)
            fewer.rules = [rule for at, rule in enumerate(own.puzzle.rules) if at not in order[:number]]
            other = _another_answer(fewer, own.answer)
            if other is not None:
                yield own.wrong(LEFT_OUT, other=answer_text(own.puzzle, other))
                break


def _another_answer(puzzle: Puzzle, answer: Values) -> Values | None:
    shown = [answer[cell] for cell in puzzle.shown]
    answers = prove(puzzle, Meter(NO_LIMITS)).answers
    return next((one for one in answers if [one[cell] for cell in puzzle.shown] != shown), None)


def wrong_steps(own: Right, _: Collection[str]) -> Iterator[Wrong]:
    steps, chance = list(own.proof.steps or ()), random.Random(0)
    by_rule = [at for at, step in enumerate(steps) if step.reason is not None]
    atoms = Atoms(own.puzzle.narrowed)
    true = {atoms.literals(cell)[value] for cell, value in own.answer.items()}

    def changed(sort: str, at: int, *those: Step) -> Wrong:
        return own.wrong(sort, own.proof._replace(steps=[*steps[:at], *those, *steps[at + 1 :]]))

    needed = (at for at in chance.sample(by_rule, len(by_rule)) if _is_needed(own, atoms, at))
    for at in islice(needed, EACH):
        yield own.wrong(DROPPED, own.proof._replace(steps=list(_without(steps, at))))
    yield changed(DROPPED, len(steps) - 1)
    yield own.wrong(DROPPED, own.proof._replace(steps=[]))
    for at in chance.sample(by_rule, min(EACH, len(by_rule))):
        # The answer breaks this clause, so it follows from nothing.
        false = (one for one in steps[at].clause if one not in true and (one > 0 or -one in true))
        yield changed(TURNED, at, steps[at]._replace(clause=tuple(false)))
        yield changed(TURNED, at, steps[at]._replace(clause=()))
    length = len(steps_text(own.puzzle, own.proof))
    yield own.wrong(TURNED, steps=steps_text(own.puzzle, own.proof)[: length * 2 // 3])


def _is_needed(own: Right, atoms: Atoms, dropped: int) -> bool:
    """Whether some board obeys the clauses of all other steps by rules, and is another than the answer."""
    against = tuple(-atoms.literals(cell)[own.answer[cell]] for cell in own.puzzle.shown)
    others = [
        step.clause
        for at, step in enumerate(own.proof.steps or ())
        if step.reason is not None and at != dropped
    ]
    formula = Cnf(len(atoms.facts), (*atoms.clauses, against, *others))
    if not all(formula.clauses):
        return False
    with SatCalls(CADICAL, formula, Meter(NO_LIMITS)) as calls:
        return calls.solve()


def _without(steps: Sequence[Step], dropped: int) -> Iterator[Step]:
    """The steps without one, so that the others still name those that they named."""
    gone = dropped + 2  # number 1 is the clause against the answer
    for at, step in enumerate(steps):
        if at != dropped:
            hints = tuple(hint - (hint > gone) for hint in step.hints if hint != gone)
            yield step._replace(hints=hints)


def borderless_cuts(own: Right, _: Collection[str]) -> Iterator[Wrong]:
    """That some cells cannot be used together, without the cells that could join them."""
    steps, atoms = list(own.proof.steps or ()), Atoms(own.puzzle.narrowed)
    ends = {at: _ends(own.puzzle, atoms, step) for at, step in enumerate(steps)}
    cuts = {at: those for at, those in ends.items() if those and len(those) < len(steps[at].clause)}
    for at in random.Random(0).sample(sorted(cuts), min(EACH, len(cuts))):
        bare = steps[at]._replace(clause=cuts[at])
        yield own.wrong(CUT, own.proof._replace(steps=[*steps[:at], bare, *steps[at + 1 :]]))


def _ends(puzzle: Puzzle, atoms: Atoms, step: Step) -> tuple[int, ...]:
    """The literals of a cut that say that an end is not used; none for other steps."""
    if step.reason is None or step.reason.at is None:
        return ()
    rule, (cell, mode) = puzzle.rules[step.reason.rule], step.reason.at
    if not isinstance(rule, GRAPHS) or mode != (TOO_FEW if isinstance(rule, AreasBySize) else APART):
        return ()
    allowed = {one: _allowed(puzzle, atoms, one) for one in step.clause}
    if isinstance(rule, AreasBySize):
        sizes = [set(puzzle.narrowed[cell]) - values for at, values in allowed.values() if at == cell]
        used = sizes[0] if sizes else set()
    else:
        used = set(getattr(rule, "values", (1,)))
    return tuple(one for one, (_, values) in allowed.items() if not values <= used)


def _allowed(puzzle: Puzzle, atoms: Atoms, literal: int) -> tuple[Variable, set[int]]:
    """The values of a cell with which a literal is true."""
    cell, value = atoms.facts[abs(literal) - 1]
    return cell, {value} if literal > 0 else set(puzzle.narrowed[cell]) - {value}


# ---- all of them ----


MAKERS: Sequence[tuple[tuple[str, ...], Callable[[Right, Collection[str]], Iterator[Wrong]]]] = (
    (CLUE_SORTS, wrong_texts),
    ((SHORT,), short_texts),
    ((LEFT_OUT,), rules_left_out),
    ((ALTERED,), wrong_answers),
    ((DROPPED, TURNED), wrong_steps),
    ((CUT,), borderless_cuts),
    ((OTHER_CLAIM,), wrong_claims_of_it),
)


def wrong_claims(case: str) -> Iterator[Wrong]:
    """Those of the case's first puzzle, and of the others the sorts that it does not have."""
    first, *others = puzzles(case)
    known = set[str]()
    for own in (first, *others):
        for sorts, make in MAKERS:
            missing = set(sorts) - known
            found = [wrong for wrong in make(own, missing) if wrong.sort in missing] if missing else ()
            known |= {wrong.sort for wrong in found}
            yield from found
    theirs = (
        other
        for other in (*others, *puzzles(case.split(",")[0]))
        if is_wrong_of(first, other.problem) and is_wrong_of(other, first.problem)
    )
    for other in islice(theirs, EACH):
        yield other.wrong(ANOTHERS)._replace(statement=first.statement)
        yield first.wrong(ANOTHERS)._replace(statement=other.statement)


def main() -> None:
    total = 0
    for case in every_case():
        counts = Counter(wrong.sort for wrong in wrong_claims(case)) if puzzles(case) else Counter()
        total += counts.total()
        print(f"{case:34}", *(f"{counts[sort]:3}" for sort in SORTS), f"{counts.total():5}", flush=True)
    print(total)


if __name__ == "__main__":
    main()
