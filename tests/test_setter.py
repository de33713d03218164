"""What `coversat.setters.explain` claims, re-checked by direct search over all answers of small puzzles."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from each import each
from setter_cases import all_answers, cases

from coversat.answering.routes import find_route
from coversat.answering.running import run
from coversat.base.deadline import Deadline
from coversat.base.errors import LimitReachedError
from coversat.kinds.kakuro.rules import Kakuro
from coversat.problems import AnyProblem, Cnf, read
from coversat.problems.exact_cover.rules import ExactCover, Option
from coversat.setters.clock import Clock
from coversat.setters.encoded import encoded, reduced
from coversat.setters.explain.candidates import candidates
from coversat.setters.explain.explain import (
    Explanation,
    NoAnswer,
    OneAnswer,
    SeveralAnswers,
    Unknown,
    explain,
)
from coversat.setters.explain.givens import _clauses_of_givens, givens_of, reencoded
from coversat.setters.grade import grade

CASES = cases()
KINDS = ("sudoku", "sudominoku", "kakuro")
SETTINGS: dict[str, Any] = {"smallest": True, "minimise": True, "seed": 5}


@cache
def answers(number: int) -> frozenset[Any]:
    return all_answers(CASES[number])


def of_count(few: int, many: int) -> list[int]:
    """The cases with so many answers."""
    return [number for number in range(len(CASES)) if few <= len(answers(number)) <= many]


NONE, ONE, SEVERAL = of_count(0, 0), of_count(1, 1), of_count(2, 400)


def test_there_are_cases_of_each_sort_and_kind() -> None:
    for numbers in (NONE, ONE, SEVERAL):
        assert {CASES[number].kind for number in numbers} == set(KINDS)


def rows(problem: AnyProblem, answer: Any) -> dict[tuple[int, int], int]:
    return {(r, c): d for r, row in enumerate(problem.answer_rows(answer)) for c, d in enumerate(row) if d}


def test_toward_a_preferred_answer() -> None:
    number = SEVERAL[0]
    for preferred in sorted(answers(number))[:6]:
        found = explain(CASES[number], toward=preferred)
        assert isinstance(found, SeveralAnswers)
        (addition,) = found.additions
        assert addition.answer == preferred
        assert addition.fewest
    with pytest.raises(ValueError, match="not an answer"):
        explain(CASES[number], toward=((1,) * 4,) * 4)


@pytest.mark.thorough
@each("kind", KINDS)
def test_selectors_say_what_encoding_anew_says(kind: str) -> None:
    rng = random.Random(kind)
    for number in [number for number in (*NONE, *ONE) if CASES[number].kind == kind]:
        problem = CASES[number]
        plain = reencoded(problem, Clock())
        with givens_of(problem, Clock()) as quick:
            # A laid domino closes its cells, so a sudominoku's givens do more than add clauses.
            has_no_clauses = _clauses_of_givens(problem, reduced(problem)) is None
            assert has_no_clauses == (kind == "sudominoku")
            for _ in range(3):
                kept = frozenset(given for given in range(quick.count) if rng.random() < 0.7)
                core = quick.clash(kept)
                assert (core is None) == (plain.clash(kept) is None)
                if core is not None:
                    assert core <= kept
                    assert plain.clash(core) is not None


def test_equal_clauses_of_a_formula_are_one_given() -> None:
    cnf = Cnf(3, ((1, 2), (-1, 3), (1, 2), (-3,), (-2, 3), (2, 1)))
    assert len(cnf.given_names()) == 5
    plain = reencoded(cnf, Clock())
    with givens_of(cnf, Clock()) as quick:
        assert _clauses_of_givens(cnf, reduced(cnf)) is not None
        for size in range(6):
            for kept in combinations(range(5), size):
                assert (quick.clash(kept) is None) == (plain.clash(kept) is None)


def test_that_a_run_of_ten_cells_has_no_digits_does_not_depend_on_its_clue() -> None:
    for clue, cells, own in ((45, 10, False), (46, 9, True)):
        reduction = encoded(Kakuro.parse("\n".join([f"{clue}\\", *["."] * cells]))).reduction
        (parts,) = reduction.given_clauses or ((),)
        assert parts
        assert (() in [reduction.target.clauses[at] for at in parts]) == own


def test_a_formula_has_a_minimal_unsatisfiable_subset() -> None:
    """Three pigeons in two holes, among clauses that have nothing to do with it."""
    holes = [(1, 2), (3, 4), (5, 6)]
    clash = [(-a, -b) for hole in ((1, 3, 5), (2, 4, 6)) for a, b in combinations(hole, 2)]
    cnf = Cnf(9, ((7, 8), *holes, (-7, 9), *clash, (7, 1), (-8, -9)))
    found = explain(cnf, smallest=True)
    assert isinstance(found, NoAnswer)
    assert found.clash is not None
    assert {cnf.clauses[given] for given, _ in found.clash} == {*holes, *clash}


def test_kinds_without_cells_or_givens() -> None:
    """An exact cover's facts are its options."""
    options = [Option(name, tuple(name)) for name in ("ab", "c", "a", "bc", "abc")]
    found = explain(ExactCover(("a", "b", "c"), (), tuple(options)))
    assert isinstance(found, SeveralAnswers)
    assert {place.name for place, _ in found.candidates.seen} == {"ab", "c", "a", "bc", "abc"}
    assert len(found.pair.differing) == 4
    nothing = explain(ExactCover(("a", "b"), (), (options[2],)))
    assert isinstance(nothing, NoAnswer)
    assert nothing.clash == ()


def test_places_of_one_name_are_told_apart() -> None:
    """Options of the same items, and variables of one name."""
    cover = ExactCover.parse("a b\na b\na b\n| option: a b #1\na b\na\n")
    seen = candidates(cover)
    assert seen.as_json()["candidates"] == {"a b #2": [0, 1], "a b #3": [0, 1], "a b #1": [0, 1], "a": [0]}
    formula = Cnf(3, ((1, 2),), {1: "x", 2: "x", 3: "y"})
    assert [place.name for place, _ in candidates(formula).seen] == ["x #1", "x #2", "y"]


# Grades, by unit propagation in plain Python


def propagated(clauses: list[frozenset[int]], known: frozenset[int]) -> frozenset[int] | None:
    while True:
        found = set(known)
        for clause in clauses:
            if not clause & found:
                left = [x for x in clause if -x not in found]
                if not left:
                    return None
                if len(left) == 1:
                    found.add(left[0])
        if found == known:
            return known
        known = frozenset(found)


@each("number", [*NONE[::4], *ONE[::2], *SEVERAL[::4]])
def test_rounds_of_failed_literals(number: int) -> None:
    problem = CASES[number]
    found = grade(problem)

    formula = encoded(problem)
    clauses = [frozenset(clause) for clause in formula.cnf.clauses]
    shown = formula.cnf.shown_variables
    known = propagated(clauses, frozenset())
    forced = []
    while known is not None:
        forced.append(sum(any(x in known for x in place.literals.values()) for place in formula.places))
        refuted = {
            -x
            for variable in shown
            for x in (variable, -variable)
            if not {x, -x} & known and propagated(clauses, known | {x}) is None
        }
        if not refuted or forced[-1] == len(formula.places):
            break
        known = propagated(clauses, known | refuted)
    assert found.forced == tuple(forced)
    told = [step for step in found.steps if step.value is not None]
    assert len(told) == (forced[-1] if forced else 0)
    for answer in answers(number):
        cells = rows(problem, answer)
        for step in found.steps:
            assert step.place.cell is not None
            value = cells[step.place.cell]
            assert step.value == value if step.value is not None else value not in step.refuted
    if known is None:
        assert found.outcome == "none"
        assert not answers(number)
    else:
        assert found.outcome == ("solved" if forced[-1] == len(formula.places) else "search")
        assert found.outcome != "solved" or len(answers(number)) == 1


# Time


def explained(number: int, checks: int, monkeypatch: pytest.MonkeyPatch) -> Explanation:
    """The explanation when time is up at the n-th look at the clock."""
    looks = 0

    def look(self: Deadline) -> None:
        nonlocal looks
        looks += 1
        if looks > checks:
            raise LimitReachedError("as long as the test says")

    with monkeypatch.context() as patch:
        patch.setattr(Deadline, "check", look)
        return explain(CASES[number], timeout=Deadline(1000.0), **SETTINGS)


@pytest.mark.thorough
@pytest.mark.parametrize("number", [NONE[0], NONE[-1], ONE[0], ONE[-1], SEVERAL[0], SEVERAL[-1]])
def test_what_is_found_when_time_is_up_is_partial(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = explain(CASES[number], **SETTINGS)
    partial = 0
    for checks in (*range(12), *range(12, 400, 13)):
        found = explained(number, checks, monkeypatch)
        if found.complete:
            if not isinstance(found, SeveralAnswers) or found.pair.proven:
                assert found.as_json() == whole.as_json()
                break  # with more time nothing changes
            continue
        partial += 1
        if isinstance(found, Unknown):
            continue
        assert found.verdict == whole.verdict
        if isinstance(found, NoAnswer):
            # The rules are looked for when the givens are known to be a minimal set.
            assert not found.checked or found.rules is None
        elif isinstance(found, OneAnswer):
            assert isinstance(whole, OneAnswer)
            assert set(found.redundant) <= set(whole.redundant)
            assert not found.checked
        else:
            assert_bounds(number, found)
    assert partial > 5


@cache
def fewest_additions(number: int, answer: Any) -> int:
    """How many givens make this answer the only one, when there is time."""
    known = explain(CASES[number], toward=answer)
    assert isinstance(known, SeveralAnswers)
    assert known.additions[0].facts is not None
    return len(known.additions[0].facts)


def assert_bounds(number: int, found: SeveralAnswers) -> None:
    shown = {answer: rows(CASES[number], answer) for answer in answers(number)}
    if not found.candidates.exact:
        assert found.candidates.settled == ()
    for addition in found.additions:
        assert addition.at_least <= fewest_additions(number, addition.answer)
        if addition.facts is not None:
            added = {fact.cell: fact.value for fact in addition.facts}.items()
            assert [a for a in shown if added <= shown[a].items()] == [addition.answer]


def test_no_time_at_all() -> None:
    no_time = Deadline(0.0)
    problem = CASES[SEVERAL[0]]
    assert isinstance(explain(problem, timeout=no_time), Unknown)
    assert not candidates(problem, timeout=no_time).exact
    assert grade(CASES[SEVERAL[0]], timeout=no_time).outcome in {"unknown", "search"}


def test_explain_finds_the_fewest_additions_within_seconds() -> None:
    """An ambiguous 9x9 sudoku with 25 givens; checked by another route: that many do, and bound below."""
    full = "143628579572139468986754231391542786468917352725863914237481695619275843854396127"
    rng = random.Random(1)
    keep = set(rng.sample(range(81), 25))
    from coversat.problems import Sudoku

    text = "".join(d if at in keep else "." for at, d in enumerate(full))
    sudoku = Sudoku.parse(text + "\n")
    found = explain(sudoku, timeout=Deadline(30))
    assert isinstance(found, SeveralAnswers)
    for addition in found.additions:
        assert addition.fewest
        assert addition.facts is not None
        cells = {fact.cell: fact.value for fact in addition.facts}
        grid = tuple(
            tuple(cells.get((r, c), digit) for c, digit in enumerate(row))
            for r, row in enumerate(sudoku.givens)
        )
        fuller = Sudoku(3, 3, grid)
        assert run(fuller, find_route("sudoku", "search/blanks")).findings.answers == (addition.answer,)


def test_a_fact_supposed_false_can_fail_too() -> None:
    """Without 1, both 2 and -2 follow; supposing 1 or either value of 2 leads to nothing."""
    found = grade(Cnf(2, ((1, 2), (1, -2))))
    assert (found.forced, found.outcome, str(found.steps[0])) == ((0, 1), "search", "variable 1 = 1")


@each(
    ("rows", "rules"),
    [
        ("1..1 .... .... ....", ("row 1",)),
        ("1... .... 1... ....", ("column 1",)),
        ("1... .1.. .... ....", ("box 1",)),
        (".123 .... 4... ....", ("row 1", "column 1")),
    ],
)
def test_a_clash_names_the_rules_it_breaks(rows: str, rules: tuple[str, ...]) -> None:
    (puzzle,) = read(rows.replace(" ", "\n") + "\n").problems
    found = explain(puzzle)
    assert isinstance(found, NoAnswer)
    assert found.rules == rules
    assert found.as_json()["rules"] == list(rules)
