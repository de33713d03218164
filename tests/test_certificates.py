"""Certificates: written whole, accepted when right, refused when anything in them was changed."""

from __future__ import annotations

import hashlib
import json
import os
import random
import shutil
from collections.abc import Callable
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from formulas import lrat_steps

from coversat.certificates import (
    CertificateError,
    Examination,
    certify,
    clausal,
    graph,
    verify_certificate,
    verifying,
)
from coversat.certificates import certificate as form
from coversat.certificates.certificate import PUZZLE, SHORT, Claim
from coversat.certificates.forms import FORMS
from coversat.certificates.proving import formula_first
from coversat.deadline import Deadline
from coversat.errors import UnknownRouteError, WrongAnswerError
from coversat.files import writing
from coversat.findings import Verdict
from coversat.kinds.cnf.rules import Clause, read_dimacs
from coversat.problems import Cnf, Sudoku
from coversat.proofs import check_drup
from coversat.routing import find_rules
from coversat.solvers import Limits

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
    """Its own 3, 5 and 7 go behind the formula's four clauses, which it calls 1, 2, 4 and 6."""
    proof = b"3 -1 0 1 2 0\n5 2 -3 0 4 3 0\n5 d 1 4 0\n7 d 5 0\n8 0 3 6 0\n"
    assert b"".join(formula_first(proof, 4)) == (
        b"5 -1 0 1 2 0\n6 2 -3 0 3 5 0\n6 d 1 3 0\n7 d 6 0\n7 0 5 4 0\n"
    )


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


@pytest.mark.parametrize("proof", ["drup", "lrat", "graph"])
@pytest.mark.parametrize(
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
    with pytest.raises(CertificateError, match="no form of proof 'drat'; there is drup, lrat, enumeration"):
        certify(UNIQUE, tmp_path / "c", proof="drat")
    monkeypatch.delattr("pysolvers.cadical195_set")
    with pytest.raises(CertificateError, match="writes no proofs as text"):
        certify(UNIQUE, tmp_path / "c", proof="lrat")
    assert list(tmp_path.iterdir()) == []


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
    for name in ("c", "gone", "no/such/parent"):
        with pytest.raises(CertificateError):
            certify(UNIQUE, tmp_path / name)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["c", "gone"]
    assert list((tmp_path / "c").iterdir()) == []


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
@pytest.mark.parametrize("most_in_memory", [2**20, 0])
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
        certify(UNIQUE, tmp_path / "c", find_rules("sudoku", "cover"), proof="drup")


def test_a_wrong_model_is_no_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clausal, "solve_with_proof", lambda formula, meter, proof: tuple(range(1, 65)))
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
        lambda formula, meter, proof: b"0\n" if formula.names == {} else right(formula, meter, proof),
    )
    assert certify(MULTIPLE, tmp_path / "c").verdict is Verdict.UNIQUE
    report = verify_certificate(tmp_path / "c")
    assert not report.accepted
    assert report.checks[-1].what == "the proof"


# What is refused

Change = Callable[[Path], object]


def refused_at(folder: Path) -> str | None:
    report = verify_certificate(folder)
    assert report.accepted == (not [check for check in report.checks if not check.passed])
    return None if report.accepted else report.checks[-1].what


def replace(name: str, old: str, new: str) -> Change:
    """Change a file's text where it first holds `old`."""

    def change(folder: Path) -> None:
        text = (folder / name).read_text()
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1))

    return change


def content(name: str, data: bytes) -> Change:
    return lambda folder: (folder / name).write_bytes(data)


def set_summary(**values: Any) -> Change:
    """Set members of the summary."""

    def change(folder: Path) -> None:
        path = folder / "certificate.json"
        path.write_text(json.dumps(json.loads(path.read_text()) | values))

    return change


def special(name: str, make: Callable[[Path], object]) -> Change:
    """Put something else in a file's place."""

    def change(folder: Path) -> None:
        (folder / name).unlink()
        make(folder / name)

    return change


def sign_again(folder: Path) -> None:
    """Make the summary fit the files, as one would who wants to deceive."""
    path = folder / "certificate.json"
    summary = json.loads(path.read_text())
    for name in summary["files"]:
        data = (folder / name).read_bytes()
        summary["files"][name] = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    path.write_text(json.dumps(summary))


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("certificates") / "unique"
    assert certify(HARD, folder, form=Sudoku.forms[1]).verdict is Verdict.UNIQUE
    assert (folder / "puzzle.txt").read_text().startswith("800000000\n003600000\n")
    return folder


@pytest.fixture(scope="module")
def original_lrat(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("certificates") / "unique"
    assert certify(HARD, folder, proof="lrat").verdict is Verdict.UNIQUE
    return folder


@pytest.mark.parametrize("name", UNIQUE_FILES)
def test_a_changed_missing_or_strange_file_is_refused(name: str, original: Path, tmp_path: Path) -> None:
    large = UNIQUE_FILES[name] + 1
    changes: list[Change] = [
        lambda folder: (folder / name).write_bytes((original / name).read_bytes() + b"\n"),
        content(name, b""),
        lambda folder: (folder / name).unlink(),
        special(name, Path.mkdir),
        special(name, lambda path: path.symlink_to(original / name)),
        special(name, lambda path: path.symlink_to("/dev/zero")),
        special(name, lambda path: path.symlink_to(path)),
        special(name, os.mkfifo),
    ]
    for number, change in enumerate(changes):
        folder = tmp_path / str(number)
        shutil.copytree(original, folder)
        change(folder)
        assert refused_at(folder) == "the files", number
    folder = tmp_path / "large"
    shutil.copytree(original, folder)
    if name == "puzzle.txt":  # a hole on the disk, but read as it is
        os.truncate(folder / name, large)
        report = verify_certificate(folder)
        assert "holds more than" in report.checks[-1].detail


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (replace("puzzle.txt", "800000000\n003600000", "000000000\n003600000"), "the formula"),
        (replace("puzzle.txt", "80", "82"), "the formula"),
        (replace("puzzle.txt", "80", "8x"), "the puzzle"),
        (replace("puzzle.txt", "80", "8"), "the puzzle"),
        (content("puzzle.txt", b""), "the puzzle"),
        (content("puzzle.txt", b"\xff\xfe"), "the puzzle"),
        (content("puzzle.txt", b"1000002004000003\n" * 2), "the puzzle"),
        (content("puzzle.txt", b"p cnf 1 1\n1 0\n"), "the puzzle"),
        (replace("formula.cnf", "\n-1 -", "\n1 -"), "the formula"),
        (replace("formula.cnf", "p cnf 729", "p cnf 730"), "the formula"),
        (replace("formula.cnf", "p cnf", "c p show 1 2 0\np cnf"), "the formula"),
        (replace("formula.cnf", "p cnf 729", "p cnf 99999999999"), "the formula"),
        (content("formula.cnf", b""), "the formula"),
        (content("formula.cnf", b"\xff"), "the formula"),
        (content("answer.txt", b"123456789\n" * 9), "the answer"),
        (content("answer.txt", b"000000000\n" * 9), "the answer"),
        (content("answer.txt", b"9999\n"), "the answer"),
        (content("answer.txt", b""), "the answer"),
        (content("answer.txt", b"\x80"), "the answer"),
        (content("blocked.cnf", b""), "the blocking clause"),
        (content("blocked.cnf", b"\xff 0\n"), "the blocking clause"),
        (content("blocked.cnf", b"1 0\n"), "the blocking clause"),
        (replace("blocked.cnf", "\n-1 -", "\n1 -"), "the blocking clause"),
        (lambda folder: add_line(folder / "blocked.cnf", "1 0"), "the blocking clause"),
        (lambda folder: add_line(folder / "blocked.cnf", "0"), "the blocking clause"),
        (lambda folder: drop_line(folder / "blocked.cnf", -2), "the blocking clause"),
        (lambda folder: drop_line(folder / "blocked.cnf", -1), "the blocking clause"),
        (lambda folder: shorten_last_clause(folder / "blocked.cnf"), "the blocking clause"),
        (lambda folder: turn_last_clause(folder / "blocked.cnf"), "the proof"),
        (content("proof.drup", b""), "the proof"),
        (content("proof.drup", b"0\n"), "the proof"),
        (content("proof.drup", b"a\0"), "the proof"),
        (content("proof.drup", b"1000 0\n"), "the proof"),
        (lambda folder: keep_lines(folder / "proof.drup", 20), "the proof"),
        (set_summary(verdict="none"), "the summary"),
        (set_summary(proof="lrat"), "the summary"),
        (set_summary(kind="sudominoku"), "the puzzle"),
        (set_summary(kind="chess"), "the puzzle"),
        (set_summary(reduction="cnf:minimal"), "the formula"),
        (set_summary(reduction="cover"), "the formula"),
        (set_summary(reduction=""), "the formula"),
        (set_summary(reduction="cnf:nothing"), "the formula"),
        (set_summary(sizes={}), "the formula"),
        (set_summary(sizes=None), "the formula"),
    ],
)
def test_what_was_changed_and_signed_again_is_refused(
    change: Change, what: str, original: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "c"
    shutil.copytree(original, folder)
    sign_again(folder)
    assert refused_at(folder) is None
    change(folder)
    sign_again(folder)
    assert refused_at(folder) == what


def add_line(path: Path, line: str) -> None:
    path.write_text(path.read_text() + line + "\n")


def drop_line(path: Path, at: int) -> None:
    lines = path.read_text().splitlines(keepends=True)
    del lines[at]
    path.write_text("".join(lines))


def keep_lines(path: Path, count: int) -> None:
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:count]))


def shorten_last_clause(path: Path) -> None:
    *lines, last = path.read_text().splitlines()
    path.write_text("\n".join([*lines, last.partition(" ")[2]]) + "\n")


def turn_last_clause(path: Path) -> None:
    """A clause on the projection that does not block the answer: then the formula has a model."""
    *lines, last = path.read_text().splitlines()
    path.write_text("\n".join([*lines, f"-{last}".replace("--", "")]) + "\n")


@pytest.mark.parametrize(
    "change",
    [
        content("proof.lrat", b""),
        content("proof.lrat", b"1 0\n"),
        content("proof.lrat", b"20000 0 1 0\n"),
        content("proof.lrat", b"a\0"),
        lambda folder: keep_lines(folder / "proof.lrat", 20),
        lambda folder: drop_line(folder / "proof.lrat", 5),
        lambda folder: drop_line(folder / "proof.lrat", -1),
        lambda folder: (folder / "proof.lrat").write_bytes((folder / "proof.drup").read_bytes()),
        lambda folder: turn_last_clause(folder / "blocked.cnf"),
    ],
)
def test_a_changed_lrat_proof_is_refused(
    change: Change, original: Path, original_lrat: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "c"
    shutil.copytree(original_lrat, folder)
    shutil.copy(original / "proof.drup", folder)  # of no concern to a certificate with LRAT
    assert refused_at(folder) is None
    change(folder)
    sign_again(folder)
    assert refused_at(folder) == "the proof"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_no_changed_lrat_certificate_is_accepted(seed: int, original_lrat: Path, tmp_path: Path) -> None:
    """A word of the proof changed or lost, that the proof needs: what is still accepted, the DRUP
    checker must accept too.
    """
    chance = random.Random(seed)
    folder = tmp_path / "c"
    shutil.copytree(original_lrat, folder)
    (refuted,) = read_dimacs((folder / "blocked.cnf").read_text())
    words = (folder / "proof.lrat").read_bytes().split(b" ")
    refused = 0
    for _ in range(60):
        changed = list(words)
        at = chance.randrange(len(words))
        changed[at : at + 1] = chance.choice([[], [words[chance.randrange(len(words))]], [b"-" + words[at]]])
        proof = b" ".join(changed)
        (folder / "proof.lrat").write_bytes(proof)
        sign_again(folder)
        refused += refused_at(folder) is not None
        if refused_at(folder) is None:
            clauses = "".join(" ".join(map(str, [*literals, 0])) + "\n" for _, literals in lrat_steps(proof))
            assert check_drup(refuted, BytesIO(clauses.encode())).verified
    assert refused > 20


@pytest.mark.parametrize(
    "summary",
    [
        b"",
        b"\xff",
        b"[]",
        b"null",
        b"NaN",
        b"{}",
        b"[" * 60_000,
        b"9" * 60_000,
        b" " * 70_000,
        b'{"format": 1}',
        b'{"format": 2}',
        b'{"format": [], "verdict": {}}',
    ],
)
def test_a_summary_of_another_shape_is_refused(summary: bytes, original: Path, tmp_path: Path) -> None:
    folder = tmp_path / "c"
    shutil.copytree(original, folder)
    (folder / "certificate.json").write_bytes(summary)
    assert refused_at(folder) == "the summary"


@pytest.mark.parametrize(
    ("values", "what"),
    [
        ({"verdict": "unknown"}, "the summary"),
        ({"verdict": None}, "the summary"),
        ({"kind": ["sudoku"]}, "the summary"),
        ({"kind": {"a": 1}}, "the summary"),
        ({"reduction": None}, "the summary"),
        ({"coversat": 1}, "the summary"),
        ({"proof": None}, "the summary"),
        ({"proof": "drat"}, "the summary"),
        ({"proof": ["drup"]}, "the summary"),
        ({"files": None}, "the summary"),
        ({"files": []}, "the summary"),
        ({"files": {}}, "the summary"),
        ({"files": {"../../etc/passwd": {}}}, "the summary"),
        ({"files": dict.fromkeys(UNIQUE_FILES)}, "the files"),
        ({"files": dict.fromkeys(UNIQUE_FILES, "0" * 64)}, "the files"),
        ({"files": dict.fromkeys([*UNIQUE_FILES, "/etc/passwd"])}, "the summary"),
    ],
)
def test_members_of_another_shape_are_refused(
    values: dict[str, Any], what: str, original: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "c"
    shutil.copytree(original, folder)
    set_summary(**values)(folder)
    assert refused_at(folder) == what


def test_a_reduction_that_goes_in_circles_is_not_followed(original: Path, tmp_path: Path) -> None:
    """Each round would make the formula larger."""
    folder = tmp_path / "c"
    shutil.copytree(original, folder)
    set_summary(reduction="cover/cnf:pairwise/cover/cnf:pairwise")(folder)
    assert "passes a kind of problem twice" in verify_certificate(folder).checks[-1].detail


def test_two_answers_must_be_two(tmp_path: Path) -> None:
    folder = tmp_path / "c"
    certify(MULTIPLE, folder)
    shutil.copy(folder / "answer-1.txt", folder / "answer-2.txt")
    sign_again(folder)
    assert refused_at(folder) == "the answers"
    (folder / "answer-2.txt").write_text("1234\n3412\n2143\n4322\n")
    sign_again(folder)
    assert refused_at(folder) == "the answers"


def test_two_models_that_agree_on_the_projection_are_one_answer(tmp_path: Path) -> None:
    folder = tmp_path / "c"
    certify(Cnf(2, ((1, 2),), projection=(1,)), folder)
    for name, model in zip(("answer-1.txt", "answer-2.txt"), ("v 1 2 0\n", "v 1 -2 0\n"), strict=True):
        (folder / name).write_text(model)
    sign_again(folder)
    assert refused_at(folder) == "the answers"


def test_a_proof_of_another_puzzle_proves_nothing(original: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    certify(MULTIPLE, other)
    certify(NONE, tmp_path / "none")
    folder = tmp_path / "c"
    shutil.copytree(tmp_path / "none", folder)
    (folder / "puzzle.txt").write_bytes((other / "puzzle.txt").read_bytes())
    sign_again(folder)
    assert refused_at(folder) == "the formula"


def test_a_formula_of_another_version_differs_in_comments_only(original: Path, tmp_path: Path) -> None:
    folder = tmp_path / "c"
    shutil.copytree(original, folder)
    replace("formula.cnf", "c coversat ", "c coversat 0.0.")(folder)
    sign_again(folder)
    assert refused_at(folder) is None


def test_there_must_be_a_folder(tmp_path: Path, original: Path) -> None:
    for path in (tmp_path / "no", original / "puzzle.txt"):
        with pytest.raises(CertificateError):
            verify_certificate(path)
    (tmp_path / "empty").mkdir()
    report: Examination = verify_certificate(tmp_path / "empty")
    assert (report.accepted, report.verdict, report.commands) == (False, None, ())


# Time


def test_when_the_time_is_over_nothing_is_known(original: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that ticks with each look at it: the check breaks off sooner or later, and never refuses."""
    seen = []
    for seconds in (0, 1, 2, 6, 40, 10**9):
        ticks = iter(range(10**6))
        monkeypatch.setattr("coversat.deadline.time.monotonic", lambda t=ticks: next(t))
        report = verify_certificate(original, Deadline(seconds))
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


@pytest.mark.parametrize(
    ("modules", "name", "what"),
    [((verifying, form), "read", "the puzzle"), ((form,), "Origin", "the formula")],
)
def test_the_time_is_felt_where_nobody_looks_at_it(
    modules: tuple[Any, ...],
    name: str,
    what: str,
    original: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in modules:
        monkeypatch.setattr(module, name, endlessly)
    last = verify_certificate(original, Deadline(0.1)).checks[-1]
    assert (last.what, last.passed, last.detail) == (what, None, "stopped after 0.1 seconds")
    found = certify(UNIQUE, tmp_path / "c", limits=Limits(deadline=Deadline(0.1)))
    assert (found.verdict, found.reason) == (Verdict.UNKNOWN, "0.1 seconds")
    assert list(tmp_path.iterdir()) == []
