"""Certificates: written whole, accepted when right, refused when anything in them was changed."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from each import each

from coversat.answering.routes import find_path
from coversat.base.deadline import Deadline
from coversat.base.errors import UnknownRouteError, WrongAnswerError
from coversat.base.files import writing
from coversat.certificates import CertificateError, clausal, graph, verify_certificate, verifying
from coversat.certificates import certificate as form
from coversat.certificates import write_certificate as certify
from coversat.certificates.certificate import PUZZLE, SHORT, Claim
from coversat.certificates.forms import FORMS
from coversat.certificates.proving import DerivedClause, Refutation, read_refutation
from coversat.problems import Cnf, Sudoku
from coversat.problems.cnf.rules import Clause, read_dimacs
from coversat.solvers import Limits
from coversat.solvers.findings import Verdict

UNIQUE = Sudoku.parse("1234\n3412\n2143\n4300\n")
HARD = Sudoku.parse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
"""Published by Arto Inkala in 2012; units alone do not refute a second answer."""
MULTIPLE = Sudoku.parse("1000\n0000\n0000\n0000\n")
NONE = Sudoku.parse("1100\n0000\n0000\n0000\n")
EXPECTED = {0: Verdict.NONE, 1: Verdict.UNIQUE}


def files_of(verdict: Verdict, proof: str) -> dict[str, int]:
    return {PUZZLE: SHORT, **FORMS[proof].files(Claim(verdict))}


UNIQUE_FILES = files_of(Verdict.UNIQUE, "drup")

PROOF_FORMS = pytest.mark.parametrize("proof", FORMS)


def expected(answers: int) -> Verdict:
    return EXPECTED.get(answers, Verdict.MULTIPLE)


# What is written


def test_the_summary_tells_the_sizes_of_the_formula(tmp_path: Path) -> None:
    certify(UNIQUE, tmp_path / "c")
    summary = json.loads((tmp_path / "c/certificate.json").read_text())
    (formula,) = read_dimacs((tmp_path / "c/formula.cnf").read_text())
    (blocked,) = read_dimacs((tmp_path / "c/blocked.cnf").read_text())
    assert summary["sizes"]["variables"] == formula.variable_count == 64
    assert summary["sizes"]["clauses"] == len(formula.clauses) == len(blocked.clauses) - 1
    assert blocked.clauses[:-1] == formula.clauses
    assert set(summary["seconds"]) == {"reduce", "solve", "prove"}
    assert "contract tests" in summary["note"]


@PROOF_FORMS
def test_the_same_puzzle_gives_the_same_files(proof: str, tmp_path: Path) -> None:
    for name in ("a", "b"):
        certify(UNIQUE, tmp_path / name, proof=proof)
    for name in files_of(Verdict.UNIQUE, proof):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_other_programs_are_told_the_folder_quoted(tmp_path: Path) -> None:
    folder = tmp_path / "it's here"
    certify(UNIQUE, folder)
    first, second = verify_certificate(folder).commands
    assert first.startswith("drat-trim '")
    assert first.endswith("must print 's VERIFIED'")
    assert second.startswith("cake_lpr '")
    assert second.endswith("must print 's VERIFIED UNSAT'")
    certify(UNIQUE, tmp_path / "lrat", proof="lrat")
    (command,) = verify_certificate(tmp_path / "lrat").commands
    assert command.startswith("cake_lpr ")


def test_numbers_of_clauses_that_the_solver_made_while_it_read_the_formula() -> None:
    """Its own 3, 5 and 7 go behind the formula's four clauses, which it calls 1, 2, 4 and 6.

    5 leads nowhere; 7 has two literals, and is deleted after its last use.
    """
    proof = (
        b"3 -1 0 1 2 0\n5 2 -3 0 4 3 0\n5 d 1 4 0\n7 2 4 0 6 3 0\n"
        b"8 -4 0 4 7 0\n8 d 7 0\n9 0 3 8 0\n10 5 0 9 0\n"
    )
    found = read_refutation(proof, 4)
    assert found.lrat() == b"5 -1 0 1 2 0\n6 2 4 0 4 5 0\n7 -4 0 3 6 0\n7 d 6 0\n8 0 5 7 0\n"
    assert found.drup() == b"-1 0\n2 4 0\n-4 0\nd 2 4 0\n0\n"
    assert found.used == [0, 1, 2, 3]
    with pytest.raises(CertificateError, match="contradiction"):
        read_refutation(b"3 -1 0 1 2 0\n", 4)


def test_lrat_of_formulas_that_units_refute_or_simplify(tmp_path: Path) -> None:
    """Steps made while the formula is read; some solvers write no proof of these."""
    for number, clauses in enumerate(
        [
            ((1,), (-1,)),
            ((1,), (-1, 2), (-2, 1, 3), (-3, -2), (-2, 3)),
            ((2, 3), (-1,), (1, -2), (2, -3), (3, -2), (-2, 2)),
            ((1, 1), (1,), (-1, -1, 2), (2, 2), (3, 4), (-2, 3), (-4, -3), (4, -3)),
            ((),),
        ]
    ):
        formula = Cnf(4, clauses)
        assert certify(formula, tmp_path / str(number), proof="lrat").verdict is Verdict.NONE
        assert verify_certificate(tmp_path / str(number)).accepted


@each("proof", ["drup", "lrat", "graph"])
@each(
    "clauses",
    [
        ((1, 1),),
        ((1, 2, 2), (1, -2), (-1, 2)),
        ((1, -1),),
        ((2, 2, 1), (-2, 1, -2), (2, -1, 1), (-1, -1)),
    ],
)
def test_other_checkers_get_formulas_that_they_take(
    clauses: tuple[Clause, ...], proof: str, tmp_path: Path
) -> None:
    """cake_lpr and cake_scpog refuse clauses that hold a variable twice; earlier versions wrote such."""
    formula = Cnf(2, clauses)
    count = sum(not formula.violations(model) for model in product((1, -1), (2, -2)))
    counting = proof == "graph"
    certify(formula, tmp_path / "new", proof=proof, counting=counting)
    with pytest.MonkeyPatch.context() as patch:
        for module in (clausal, graph):
            patch.setattr(module, "simplified", lambda formula: formula)
        certify(formula, tmp_path / "old", proof=proof, counting=counting)
    for name, repeats in (("new", False), ("old", True)):
        report = verify_certificate(tmp_path / name)
        assert report.accepted, report.checks
        assert report.verdict is expected(count)
        assert report.count == (count if counting else None)
        proved = counting or count < 2
        assert bool(report.commands) is (proved and not repeats)
        files = list((tmp_path / name).glob("*.cnf"))
        assert bool(files) is proved
        for file in files:
            held = [line.split()[:-1] for line in file.read_text().splitlines() if line[0] not in "cp"]
            assert any(len({word.strip("-") for word in line}) < len(line) for line in held) is repeats


# What is not written


def test_there_must_be_such_a_form_of_proof(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CertificateError, match=r"no form of proof 'drat'; did you mean lrat\?"):
        certify(UNIQUE, tmp_path / "c", proof="drat")
    monkeypatch.delattr("pysolvers.cadical195_set")
    with pytest.raises(CertificateError, match="writes no proofs as text"):
        certify(UNIQUE, tmp_path / "c", proof="lrat")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.thorough
def test_a_limit_gives_unknown_and_no_folder(tmp_path: Path) -> None:
    for limits in (Limits(nodes=0), Limits(deadline=Deadline(0.0))):
        done = certify(UNIQUE, tmp_path / "c", limits=limits)
        assert done.verdict is Verdict.UNKNOWN
        assert done.reason is not None
    assert list(tmp_path.iterdir()) == []
    for proof in FORMS:
        done = certify(HARD, tmp_path / proof, limits=Limits(nodes=10**6), proof=proof)
        assert done.verdict is Verdict.UNIQUE
        assert verify_certificate(tmp_path / proof).accepted


def test_an_existing_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "c").mkdir()
    (tmp_path / "gone").symlink_to(tmp_path / "nowhere")
    for name in ("c", "gone"):
        with pytest.raises(CertificateError):
            certify(UNIQUE, tmp_path / name)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["c", "gone"]
    assert list((tmp_path / "c").iterdir()) == []


@each("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
@each("most_in_memory", [2**20, 0])
def test_nothing_is_left_when_writing_fails(
    error: BaseException, most_in_memory: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a file was in memory, where it has no name, and where the system cannot make such files."""

    def failing(how: Callable[..., Any], place: int) -> Callable[..., Any]:
        def fail(*names: Any, **others: Any) -> Any:
            if Path(names[place]).name == "proof.drup":
                raise error
            return how(*names, **others)

        return fail

    monkeypatch.setattr(writing, "_SMALL", most_in_memory)
    monkeypatch.setattr(writing, "open", failing(open, 0), raising=False)
    for name in ("link", "replace"):
        monkeypatch.setattr(os, name, failing(getattr(os, name), 1))
    with pytest.raises(type(error)):
        certify(UNIQUE, tmp_path / "c")
    assert list(tmp_path.iterdir()) == []


def test_reductions_must_end_in_a_formula(tmp_path: Path) -> None:
    with pytest.raises(UnknownRouteError):
        certify(UNIQUE, tmp_path / "c", find_path("sudoku", "cover"), proof="drup")


def test_a_wrong_model_is_no_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clausal, "solve_with_proof", lambda formula, meter: tuple(range(1, 65)))
    with pytest.raises(WrongAnswerError):
        certify(UNIQUE, tmp_path / "c")
    assert list(tmp_path.iterdir()) == []


def test_the_same_answer_twice_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is blocked, so the solver finds its first model again."""
    monkeypatch.setattr(clausal, "with_clause", lambda formula, clause: formula)
    with pytest.raises(WrongAnswerError, match="show the same answer"):
        certify(MULTIPLE, tmp_path / "c")
    assert list(tmp_path.iterdir()) == []


def test_a_wrong_proof_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that says UNSAT too early: the certificate claims what is not so, and is refused."""
    right = clausal.solve_with_proof
    monkeypatch.setattr(
        clausal,
        "solve_with_proof",
        lambda formula, meter: (
            right(formula, meter) if formula.names else Refutation(0, (DerivedClause(b"", ()),))
        ),
    )
    assert certify(MULTIPLE, tmp_path / "c").verdict is Verdict.UNIQUE
    report = verify_certificate(tmp_path / "c")
    assert not report.accepted
    assert report.checks[-1].what == "the proof"


# Time


def test_when_the_time_is_over_nothing_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that ticks with each look at it: the check breaks off sooner or later, and never refuses."""
    certify(HARD, tmp_path / "c")
    seen = []
    for seconds in (0, 1, 2, 6, 40, 10**9):
        ticks = iter(range(10**6))
        monkeypatch.setattr("coversat.base.deadline.time.monotonic", lambda t=ticks: next(t))
        report = verify_certificate(tmp_path / "c", Deadline(seconds))
        assert report.accepted == (not report.unknown)
        if report.unknown:
            assert report.checks[-1].passed is None
            assert "stopped after" in str(report.checks[-1])
        seen.append((report.checks[-1].what, report.unknown))
    assert seen[0] == ("the summary", True)
    assert ("the proof", True) in seen
    assert seen[-1] == ("the proof", False)


def endlessly(*_: object) -> None:
    while True:
        pass


@pytest.mark.thorough
@each(
    ("modules", "name", "what"),
    [((verifying, form), "read", "the puzzle"), ((form,), "Origin", "the formula")],
)
def test_the_time_is_felt_where_nobody_looks_at_it(
    modules: tuple[Any, ...],
    name: str,
    what: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    certify(HARD, tmp_path / "original")
    for module in modules:
        monkeypatch.setattr(module, name, endlessly)
    last = verify_certificate(tmp_path / "original", Deadline(0.1)).checks[-1]
    assert (last.what, last.passed, last.detail) == (what, None, "stopped after 0.1 seconds")
    found = certify(UNIQUE, tmp_path / "c", limits=Limits(deadline=Deadline(0.1)))
    assert (found.verdict, found.reason) == (Verdict.UNKNOWN, "0.1 seconds")
    assert [path.name for path in tmp_path.iterdir()] == ["original"]
