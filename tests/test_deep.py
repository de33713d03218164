"""``verify --deep``: a formula has the answers of a second statement of the rules, or is told apart."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from each import each
from instances import instances
from kinds import Instance
from pysat.solvers import Solver

import coversat
from coversat.answering.routes import find_path
from coversat.base.deadline import NEVER, Deadline
from coversat.base.errors import LimitReachedError, SolverError, WrongAnswerError
from coversat.certificates import CertificateError, verify_certificate
from coversat.certificates import write_certificate as certify
from coversat.certificates.enumeration import preserved
from coversat.certificates.forms import FORMS
from coversat.certificates.proving import DerivedClause, Refutation
from coversat.certificates.statement import UndecidedError, agreement, auxiliaries, equivalence
from coversat.certificates.statement.auxiliaries import Auxiliaries, decide
from coversat.certificates.statement.labelled import labelled_statement
from coversat.certificates.statement.rows import FormulaRows, rows_of_cover, rows_of_formula
from coversat.certificates.statement.statements import statement_of
from coversat.certificates.statement.theory import (
    NoStatementError,
    Row,
    Statement,
    Theory,
    at_least_one,
    at_most_one,
)
from coversat.cli import exit_code
from coversat.exchange.linear import LinearCover
from coversat.kinds.queens import Queens
from coversat.kinds.sudoku.model import sudoku_model
from coversat.primitives import Contains, Leading, Sum, equals
from coversat.primitives.models import GridModel, Rule
from coversat.problems import KINDS, AnyProblem, Cnf, Kakuro, Sudoku, Sudominoku, read
from coversat.problems.cnf.connectivity import Connectivity
from coversat.problems.grid import Grid, grid_of
from coversat.proofs.consequences import Consequences
from coversat.proofs.verification import ProofError
from coversat.proofs.veripb import added
from coversat.reductions import encodings_from
from coversat.reductions.at_most_one import AT_MOST_ONE
from coversat.reductions.paths import all_paths, apply_path
from coversat.solvers.findings import Verdict

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
SMALL = Sudominoku.parse((EXAMPLES / "sudominoku" / "small.txt").read_text())
STATED = ("sudoku", "kakuro", "sudominoku")


def stated(problem: AnyProblem, name: str) -> FormulaRows:
    reduction = apply_path(find_path(problem.kind, name), problem)
    target = reduction.target
    if target.kind == "cnf":
        return rows_of_formula(target, reduction)
    linear = LinearCover(target)
    return rows_of_cover(target, linear, tuple(preserved(linear, target.table)), reduction)


def plain_instances(kind: str) -> list[Instance]:
    """Those whose rules are stated a second time: without constraints but regions."""
    return [
        one
        for one in instances(kind)
        if all(constraint == one.problem.regions for constraint in getattr(one.problem, "constraints", ()))
    ]


def ways(kind: str) -> list[str]:
    """Each way to a formula or a cover of a kind's own."""
    paths = ["/".join(rule.name for rule in path) for path in all_paths(kind) if path]
    return [one for one in paths if not one.endswith(("/cover", "tuples", "table"))]


# The statements


@pytest.mark.thorough
@each("instance", [one for kind in STATED for one in plain_instances(kind)], ids=lambda one: one.name)
def test_a_statement_has_the_answers_that_the_rules_have(instance: Instance) -> None:
    """Found by brute force over the judgement of the rules."""
    assert answers_of(statement_of(instance.problem)) == instance.answers


def answers_of(said: Statement) -> set[Grid]:
    clauses = [
        clause
        for literals, degree in said.premises()
        for clause in combinations(literals, len(literals) - degree + 1)
    ]
    found = set()
    with Solver("glucose4", bootstrap_with=clauses) as solver:
        while solver.solve():
            model = set(solver.get_model())
            shown = (shown for shown, variable in said.shows.items() if variable in model)
            found.add(grid_of(*said.rows_columns, shown))
            solver.add_clause([-one if one in model else one for one in said.shows.values()])
    return found


def test_a_sum_of_different_derived_values_is_stated() -> None:
    a, b, c = (0, 0), (0, 1), (0, 2)
    total = Sum(((1, Leading((a, b), 1)), (1, Contains((c,), (1,)))), (2,))
    model = GridModel(Queens(3), 1, 3, dict.fromkeys((a, b, c), (1, 2)), [Rule("sum", total)])
    assert answers_of(labelled_statement(model)) == {((1, 2, 1),), ((1, 1, 2),)}


COVERED = sorted({name for kind in STATED for name in ways(kind) if "/" in name})
"""The encodings of the cover, which take turns with one kind each."""
TAKEN = [
    (kind, name)
    for turn, kind in enumerate(STATED)
    for name in ways(kind)
    if "/" not in name or name in COVERED[turn :: len(STATED)]
]


@pytest.mark.thorough
@pytest.mark.parametrize(("kind", "name"), TAKEN)
def test_every_reduction_has_the_answers_of_the_statement(kind: str, name: str) -> None:
    """Tiny instances with no, one and several answers; encodings of the language take turns with one."""
    plain, others = (
        [one for one in some if "nine cells" not in one.name and not one.refuses(name)]
        for some in (plain_instances(kind), instances(kind))
    )
    taken = plain or others  # an encoding of constraints refuses a sudoku without any
    start = ways(kind).index(name) % len(taken)
    taken = taken[start:] + taken[:start]
    own = {path[0].name for path in all_paths(kind) if len(path) == 1 and not path[0].alternative}
    each = {min(2, len(one.answers)): one for one in taken}.values() if name in own else taken[:1]
    for one in each:
        found = agreement(one.problem, stated(one.problem, name), Deadline(60))
        assert "the same answers" in found, one.name


@pytest.mark.thorough
def test_published_puzzles_agree() -> None:
    sudoku = Sudoku.parse((EXAMPLES / "sudoku" / "boj2239.txt").read_text())
    kakuro = Kakuro.parse((EXAMPLES / "kakuro" / "picture.txt").read_text())
    blank = Sudoku(3, 3, ((None,) * 9,) * 9)
    jigsaw = Sudoku.parse("1...\n....\n....\n....\nregions\nAABB\nAABB\nCCDD\nCCDD\n")
    for problem, name in (
        (sudoku, "cnf:extended"),
        (sudoku, "cover"),
        (blank, "cnf:minimal"),
        (jigsaw, "cnf:extended"),
        (kakuro, "cnf:combinations"),
        (kakuro, "cover"),
    ):
        assert "the same answers" in agreement(problem, stated(problem, name), Deadline(60))


def test_constraints_and_kinds_without_a_statement_are_named() -> None:
    killer = Sudoku.parse("....\n....\n....\n....\ncage 3 r1c1 r1c2\n")
    with pytest.raises(UndecidedError, match="no second statement of the rules of sudoku with 'cage'"):
        statement_of(killer)
    with pytest.raises(UndecidedError, match="of queens"):
        statement_of(Queens(4))


OTHERS = tuple(kind for kind in KINDS if kind not in STATED)


@pytest.fixture
def rules_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Labelled rules are compared with the rules check for each puzzle, not again for each encoding of it."""
    compare_check, known = equivalence._compare_check, {}

    def once(problem: AnyProblem, model: Any, statement: Any, deadline: Deadline) -> str:
        key = problem, bool(statement.graphs)
        if key not in known:
            known[key] = compare_check(problem, model, statement, deadline)
        return known[key]

    monkeypatch.setattr(equivalence, "_compare_check", once)


@pytest.mark.thorough
@pytest.mark.parametrize("kind", OTHERS)
def test_other_kinds_agree_by_labelled_rules_or_by_search(kind: str, rules_judged_once: None) -> None:
    """Tiny instances with no, one and several answers, by each encoding of their own and one of the cover.

    Encodings of the language take turns; those of the cover are for few answers.
    """
    those = list({min(2, len(one.answers)): one for one in instances(kind)[5::-1]}.values())
    few = sorted(those, key=lambda one: abs(len(one.answers) - 1))[:1]
    for turn, path in enumerate(all_paths(kind)):
        name = "/".join(rule.name for rule in path)
        if len(path) != 1 and name != "cover/cnf:remaining":
            continue
        chosen = few if len(path) > 1 else [those[turn % len(those)]] if path[0].alternative else those
        for one in chosen:
            if not one.refuses(name):
                found = agreement(one.problem, stated(one.problem, name), Deadline(60))
                assert "the same answers" in found or "the other way" in found
                # That distances and colours state a loop is shown by search.
                by_search = name in ("cnf:distances", "cnf:colours")
                if name.startswith("cnf:") and kind != "cover" and not by_search:
                    assert "follow from one another" in found


CONSTRAINED = [
    "1...\n....\n....\n....\ncage 3 r1c1 r1c2\nthermo r4c1 r3c1 r3c2\n",
    "....\n....\n..1.\n....\nsandwich 0 left 1\nwhisper 2 r2c2 r2c3 r2c4\n",
]


@pytest.mark.thorough
@each("text", CONSTRAINED)
@each("name", ["cnf:extended", "cnf:minimal", "cnf:mdd", "cnf:regular", "cover"])
def test_constraints_agree_by_their_labelled_rules(text: str, name: str) -> None:
    problem = Sudoku.parse(text)
    found = agreement(problem, stated(problem, name), Deadline(60))
    assert "follow from one another" in found
    assert "the labelled rules and the rules check agree on " in found


PACKING = "polyomino turn flip\n...\n...\nI ## x3\n"
"""Three answers."""


@pytest.mark.thorough
def test_mutants_with_labelled_rules_or_by_search() -> None:
    """As below, of a killer and of kinds without a statement written by hand."""
    (packing,) = read(PACKING).problems
    seen = set()
    for problem, name in (
        (Sudoku.parse(CONSTRAINED[0]), "cnf:extended"),
        (Queens(4, ((0, 1),)), "cover/cnf:pairwise"),
        (packing, "cover/cnf:remaining"),
    ):
        reduction = apply_path(find_path(problem.kind, name), problem)
        answers = projected(reduction.target, 400)
        for mutant in mutants(reduction.target, random.Random(name), 9):
            same = projected(mutant, len(answers) + 1) == answers
            seen.add((problem.kind, same))
            try:
                agreement(problem, rows_of_formula(mutant, reduction), Deadline(60))
            except CertificateError:
                assert not same
            else:
                assert same
    assert {(kind, False) for kind in ("sudoku", "queens", "polyomino")} <= seen


def test_what_a_search_compares(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a packing, which no second statement is for: all its answers, if the reduction carries them."""
    (packing,) = read(PACKING).problems
    formula = stated(packing, "cover/cnf:remaining")
    assert agreement(packing, formula, NEVER).startswith("3 answers that search/")
    for other in (formula._replace(encode=None), formula._replace(graphs=(Connectivity("", (), ()),))):
        with pytest.raises(NoStatementError):
            agreement(packing, other, NEVER)
    for name, least in (("MOST_ANSWERS", 2), ("MOST_NODES", 3)):
        with monkeypatch.context() as patch:
            patch.setattr(equivalence, name, least)
            with pytest.raises(UndecidedError, match="too many answers"):
                agreement(packing, formula, NEVER)


def test_labelled_rules_that_differ_from_the_check_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model without one of its rules, or with one rule more, on a board with few grids and on others."""
    for text, wrong in (
        (CONSTRAINED[0], lambda rules: [one for one in rules if "thermo" not in one.label]),
        (CONSTRAINED[0], lambda rules: [*rules, Rule("r1c2 is 2", equals((0, 1), 1))]),
        ("12..\n34..\n..1.\n....\n", lambda rules: rules[:-1]),
    ):
        problem = Sudoku.parse(text)
        encoding = next(one for one in encodings_from("sudoku") if one.model is not None)

        def biased(source: Sudoku, wrong: Any = wrong) -> Any:
            model = sudoku_model(source)
            return replace(model, rules=wrong(list(model.rules)))

        monkeypatch.setattr(
            equivalence, "encodings_from", lambda kind, b=biased, e=encoding: [e._replace(model=b)]
        )
        monkeypatch.setattr(equivalence, "statement_of", no_statement)
        with pytest.raises((WrongAnswerError, CertificateError)):
            agreement(problem, stated(problem, "cnf:extended"), Deadline(60))


def no_statement(problem: AnyProblem) -> Any:
    raise NoStatementError(problem.kind)


# What is wrong is told


def mutants(formula: Cnf, chance: random.Random, number: int) -> Iterator[Cnf]:
    """A clause left out, a literal turned round, or several clauses left out that stand together."""
    for turn in range(number):
        clauses = list(formula.clauses)
        at = chance.randrange(len(clauses))
        if turn % 3 == 0 and clauses[at]:
            place = chance.randrange(len(clauses[at]))
            clauses[at] = tuple(-x if n == place else x for n, x in enumerate(clauses[at]))
        else:
            del clauses[at : at + (1 if turn % 3 == 1 else chance.randrange(2, 40))]
        yield replace(formula, clauses=tuple(clauses))


def projected(formula: Cnf, most: int) -> set[tuple[int, ...]]:
    """The values of the projection, by another solver."""
    found: set[tuple[int, ...]] = set()
    with Solver("glucose4", bootstrap_with=formula.clauses) as solver:
        while len(found) < most and solver.solve():
            true = set(solver.get_model())
            values = tuple(x if x in true else -x for x in formula.shown_variables)
            found.add(values)
            solver.add_clause([-x for x in values])
    return found


MUTATED = [
    (Sudoku.parse("1000\n0000\n0000\n0000\n"), ("cnf:extended", "cnf:minimal", "cover/cnf:ladder")),
    (
        Kakuro.parse("# 4\\ 10\\\n\\5 . .\n\\9 . .\n"),
        ("cnf:forbidden", "cnf:sums", "cover/cnf:sequential", "cover/cnf:bitwise"),
    ),
    (Kakuro.parse("# 4\\ 10\\ 6\\\n\\8 . . .\n\\12 . . .\n"), ("cnf:combinations",)),
    (
        SMALL,
        ("cnf:factored", "cover/cnf:remaining"),
    ),
]


@pytest.mark.thorough
@pytest.mark.parametrize(("problem", "name"), [(one, name) for one, names in MUTATED for name in names])
def test_mutants_are_refused_exactly_where_they_have_other_answers(problem: AnyProblem, name: str) -> None:
    formula = apply_path(find_path(problem.kind, name), problem).target
    answers = projected(formula, 400)
    seen = set()
    for mutant in mutants(formula, random.Random(f"{problem.kind} {name}"), 12):
        same = projected(mutant, len(answers) + 1) == answers
        seen.add(same)
        try:
            agreement(problem, rows_of_formula(mutant), Deadline(60))
        except CertificateError:
            assert not same
        else:
            assert same
    assert seen == {True, False}


def test_a_refusal_shows_the_grid() -> None:
    problem = Sudoku.parse("1234\n3412\n2143\n4300\n")
    formula = apply_path(find_path("sudoku", "cnf:minimal"), problem).target
    stricter = replace(formula, clauses=(*formula.clauses, (-1,)))
    with pytest.raises(CertificateError, match="rules allow 1234/3412/2143/4321, and the formula does not"):
        agreement(problem, rows_of_formula(stricter), NEVER)
    no_givens = replace(formula, clauses=tuple(clause for clause in formula.clauses if len(clause) > 1))
    with pytest.raises(CertificateError, match=r"the formula allows .*: r1c1 holds ., but 1 is given"):
        agreement(problem, rows_of_formula(no_givens), NEVER)


def test_names_are_hints_only() -> None:
    """Exchanged, where no symmetry makes that another right way to read the formula."""
    problem = Sudoku.parse("1234\n3412\n2143\n4300\n")
    formula = apply_path(find_path("sudoku", "cnf:extended"), problem).target
    names = dict(formula.names)
    names[1], names[2] = names[2], names[1]
    with pytest.raises(CertificateError):
        agreement(problem, rows_of_formula(replace(formula, names=names)), NEVER)
    with pytest.raises(UndecidedError, match="the meaning of the formula's projection was not found"):
        agreement(problem, rows_of_formula(replace(formula, names={})), NEVER)


def test_a_projection_that_tells_more_or_less_apart_is_not_accepted() -> None:
    """Two ways to lay the dominoes are one answer; a cell that is not shown loses answers."""
    problem = SMALL
    formula = apply_path(find_path("sudominoku", "cnf:factored"), problem).target
    shown = formula.shown_variables
    laid = next(at for at, name in formula.names.items() if name.startswith("laid"))
    with pytest.raises(UndecidedError, match=f"tells more apart than answers do, by variable {laid}, laid "):
        agreement(problem, rows_of_formula(replace(formula, projection=(*shown, laid))), NEVER)
    blank = Sudoku(2, 2, ((None,) * 4,) * 4)
    formula = apply_path(find_path("sudoku", "cnf:extended"), blank).target
    with pytest.raises((CertificateError, UndecidedError)):
        agreement(blank, rows_of_formula(replace(formula, projection=tuple(range(1, 33)))), NEVER)


def test_what_a_statement_says_to_follow_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wrong sums and lemmas, which would make a formula without answers follow."""
    problem = Sudoku(2, 2, ((None,) * 4,) * 4)
    formula = apply_path(find_path("sudoku", "cnf:extended"), problem).target
    stricter = rows_of_formula(replace(formula, clauses=(*formula.clauses, (1,))))

    def wrong(of: AnyProblem) -> Any:
        said = statement_of(of)
        said.lemmas.append(Row((1,), 1))
        said.add_up([Row((1,), 1)])
        return said

    monkeypatch.setattr(equivalence, "statement_of", wrong)
    with pytest.raises(CertificateError, match="the rules allow"):
        agreement(problem, stricter, NEVER)


def test_a_statement_that_excludes_an_answer_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise every formula would follow from rules that contradict each other."""
    for problem in (Sudoku.parse("1234\n3412\n2143\n...."), Sudoku.parse("12..\n34..\n..1.\n....\n")):
        formula = rows_of_formula(apply_path(find_path("sudoku", "cnf:extended"), problem).target)

        def stricter(of: AnyProblem) -> Any:
            said = statement_of(of)
            said.require(Row((), 1))
            return said

        assert "follow from one another" in agreement(problem, formula, NEVER)
        with monkeypatch.context() as patched:
            patched.setattr(equivalence, "statement_of", stricter)
            with pytest.raises(WrongAnswerError, match="two statements of the rules differ"):
                agreement(problem, formula, NEVER)


# The parts


def follows(premises: Iterable[Row], row: Row, variables: int) -> bool:
    """By trying all values."""

    def holds(one: Row, values: tuple[bool, ...]) -> bool:
        return sum(values[abs(x) - 1] == (x > 0) for x in one.literals) >= one.degree

    everything = product((False, True), repeat=variables)
    premises = list(premises)
    return all(holds(row, values) for values in everything if all(holds(one, values) for one in premises))


def some_row(chance: random.Random, variables: int) -> Row:
    literals = [chance.choice((x, -x)) for x in chance.sample(range(1, variables + 1), chance.randint(1, 4))]
    return at_least_one(literals) if chance.random() < 0.6 else at_most_one(literals)


def test_what_is_seen_to_follow_follows() -> None:
    """Against all values, on random rows; clauses and at-most-ones, with literals that stand twice."""
    chance = random.Random(5)
    seen = 0
    for _ in range(300):
        premises = [some_row(chance, 5) for _ in range(chance.randint(1, 7))]
        known = Consequences(5, premises)
        for _ in range(4):
            row = some_row(chance, 5)
            if chance.random() < 0.2:
                row = at_most_one([-x for x in (*row.literals, row.literals[0])])
            if not known.unseen([row]):
                seen += 1
                assert known.seen([row]) == [row]
                assert follows(premises, row, 5)
            else:
                assert known.seen([row]) == []
    assert seen > 200


def test_sums_of_rows_follow() -> None:
    chance = random.Random(8)
    found = 0
    for _ in range(400):
        rows = [some_row(chance, 5) for _ in range(chance.randint(2, 4))]
        with suppress(ProofError):  # for a coefficient above 1
            assert follows(rows, added(rows), 5)
            found += 1
    assert found > 50
    three = [at_least_one([cell, cell + 3]) for cell in (1, 2, 3)]
    assert added([*three, at_most_one([1, 2, 3])]) == Row((4, 5, 6), 2)


def test_decisions_are_right_and_their_proofs_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(3)
    for _ in range(60):
        premises = [some_row(chance, 5) for _ in range(chance.randint(1, 7))]
        clause = some_row(chance, 5)._replace(degree=1)
        model = decide(5, premises, [clause.literals], NEVER).model
        assert (model is None) == follows(premises, clause, 5)
        assert model is None or set(model).isdisjoint(clause.literals)
    many = list(range(1, 30))
    assert decide(29, [at_most_one(many)], [(-1, -29), (-13, -14)], NEVER).model is None
    assert decide(29, [at_most_one(many)], [(-1, -29), (13, 14)], NEVER).model is not None
    with pytest.raises(LimitReachedError):
        decide(29, [at_most_one(many)], [(-1, -29)], Deadline(1e-9))
    monkeypatch.setattr(auxiliaries, "solve_with_proof", lambda *_: Refutation(0, (DerivedClause(b"", ()),)))
    with pytest.raises(SolverError, match="does not follow"):
        decide(2, [], [(1, 2)], NEVER)


@each("encoding", AT_MOST_ONE, ids=lambda one: one.name)
@each("size", [3, 5, 10])
def test_the_auxiliaries_of_every_at_most_one_are_found(encoding: Any, size: int) -> None:
    """What they are taken to mean makes all clauses follow."""
    literals = range(1, size + 1)
    fresh = iter(range(size + 1, 1000)).__next__
    clauses = list(encoding.clauses(literals, fresh))
    theory = Theory(size, [at_most_one(literals)])
    meaning = {literal: literal for literal in literals}
    Auxiliaries(clauses, meaning, theory).define()

    def meant(literal: int) -> int:
        return meaning[abs(literal)] if literal > 0 else -meaning[abs(literal)]

    goals = [tuple(map(meant, clause)) for clause in clauses]
    assert decide(theory.variable_count, theory.premises(), goals, NEVER).model is None


# Certificates


@pytest.mark.thorough
@pytest.mark.parametrize("proof", FORMS)
def test_certificates_of_every_form_are_compared(proof: str, tmp_path: Path) -> None:
    for kind in STATED:
        for number, one in enumerate(plain_instances(kind)[:4]):
            folder = tmp_path / f"{kind}-{number}"
            certify(one.problem, folder, proof=proof)
            report = verify_certificate(folder, deep=True)
            assert report.accepted, report.checks
            assert report.checks[-1].what == "the rules"
            # A theorem's note is of the rules that it states, which the deep check compares.
            assert proof == "theorem" or report.note != verify_certificate(folder).note
            assert len(verify_certificate(folder).checks) == len(report.checks) - 1


def test_an_encoder_that_forbids_an_answer_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says NONE of a sudoku with an answer, and its proof is right: about the wrong formula."""
    from coversat.kinds.sudoku import model as encoder

    rules = encoder.add_sudoku_rules

    def biased(formula: Any, shows: Any, *others: Any, **more: Any) -> None:
        rules(formula, shows, *others, **more)
        formula.add(-shows[(3, 3), 1])

    monkeypatch.setattr(encoder, "add_sudoku_rules", biased)
    unique = Sudoku.parse("1234\n3412\n2143\n4300\n")
    assert certify(unique, tmp_path / "c", find_path("sudoku", "cnf:minimal")).verdict is Verdict.NONE
    assert verify_certificate(tmp_path / "c").accepted
    report = verify_certificate(tmp_path / "c", deep=True)
    assert not report.accepted
    assert not report.unknown
    assert report.checks[-1].detail == "the rules allow 1234/3412/2143/4321, and the formula does not"


@pytest.mark.thorough
def test_the_command_compares_and_tells_what_it_cannot(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    sudoku, several = EXAMPLES / "sudoku" / "boj2239.txt", EXAMPLES / "sudoku" / "two-answers.txt"
    packing = tmp_path / "packing.txt"
    packing.write_text(PACKING)
    assert exit_code(["check", str(sudoku), str(several), "--certify", str(tmp_path / "a")]) == 1
    assert exit_code(["count", str(packing), "--certify", str(tmp_path / "b")]) == 0
    capfd.readouterr()
    assert exit_code(["verify", "-v", "--deep", str(tmp_path / "a")]) == 0
    said = capfd.readouterr().out
    assert "ok: the rules: two answers prove themselves" in said
    assert "of the rules follow from one another: the same answers" in said
    assert "rests on that statement" in " ".join(said.split())
    assert exit_code(["verify", "--deep", str(tmp_path / "b"), "--json"]) == 0
    row = json.loads(capfd.readouterr().out)
    assert row["status"] == "accepted"
    assert "3 answers that search/" in row["checks"][-1]["detail"]
    assert exit_code(["verify", "--deep", str(tmp_path / "a"), "--timeout", "0.000001"]) == 3
    assert exit_code(["verify", "--deep", str(sudoku), str(sudoku)]) == 2
    assert "--deep is for certificates" in capfd.readouterr().err
    assert coversat.verify(tmp_path / "b" / "packing-1").accepted


@pytest.mark.thorough
@each(
    "text",
    [
        "nurikabe 2 2\n3 -\n- -\n",
        "nurikabe 2 2\n? -\n- -\n",
        "nurikabe 3 3\n3 - -\n- - -\n- - 1\n",
        "slitherlink 1 2\n2 -\n",
        "slitherlink 2 1\n3\n-\n",
        "tents 2 3\n- - -\n- -\nx - x\n- - -\n",
    ],
)
def test_hidden_cells_that_a_cover_has_otherwise(text: str, tmp_path: Path) -> None:
    """Whose values the answers do not tell, and which a formula need not name."""
    _assert_enumeration_is_accepted(text, tmp_path)


def test_hidden_cells_that_a_formula_does_not_name(tmp_path: Path) -> None:
    _assert_enumeration_is_accepted("nurikabe 2 2\n2 -\n- -\n", tmp_path)


def _assert_enumeration_is_accepted(text: str, folder: Path) -> None:
    certify(read(text).problems[0], folder / "c", proof="enumeration", counting=True)
    report = verify_certificate(folder / "c", deep=True)
    assert report.accepted, report.checks
    assert report.checks[-1].detail.split("; ")[0].endswith(": the same answers")
