"""``check --certify`` writes what ``verify`` accepts, and what was changed is refused."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from certificate_changes import sign_again
from each import each

from coversat.base.errors import WrongAnswerError
from coversat.certificates.forms import FORMS
from coversat.certificates.verifying import _Certificate
from coversat.cli import exit_code, options, proving

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
BOJ2239 = str(EXAMPLES / "sudoku" / "boj2239.txt")
ONE_LINE = str(EXAMPLES / "sudoku" / "oneline.txt")
TWO_ANSWERS = str(EXAMPLES / "sudoku" / "two-answers.txt")


def test_every_verdict_is_certified_and_accepted(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "certificates"
    assert exit_code(["check", ONE_LINE, TWO_ANSWERS, "--json", "--certify", str(folder)]) == 1
    rows = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [row["status"] for row in rows] == ["unique", "none", "multiple"]
    assert [Path(row["certificate"]).name for row in rows] == ["oneline-1", "oneline-2", "two-answers-1"]
    assert exit_code(["verify", str(folder)]) == 0
    out = capfd.readouterr().out
    assert out.splitlines() == [
        f"ACCEPTED UNIQUE {folder / 'oneline-1'}",
        "  ok: 7 checks (-v lists them)",
        f"ACCEPTED NONE {folder / 'oneline-2'}",
        "  ok: 5 checks (-v lists them)",
        f"ACCEPTED MULTIPLE {folder / 'two-answers-1'}",
        "  ok: 4 checks (-v lists them)",
    ]
    assert exit_code(["verify", "-v", str(folder)]) == 0
    out = capfd.readouterr().out
    assert out.count("  ok: ") == 7 + 5 + 4
    assert "drat-trim" in out
    assert "A proof speaks of the formula" in out


def test_lrat_on_request(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert tuple(FORMS) == options.PROOFS
    assert tuple(name for name, form in FORMS.items() if form.counts) == options.COUNTING_PROOFS
    folder = tmp_path / "certificates"
    assert exit_code(["check", BOJ2239, "--certify", str(folder), "--proof", "lrat"]) == 0
    assert (folder / "boj2239-1" / "proof.lrat").exists()
    assert exit_code(["verify", "-v", str(folder), "--timeout", "60"]) == 0
    assert "cake_lpr" in capfd.readouterr().out
    for wrong in (["--certify", str(folder), "--proof", "drat"], ["--proof", "lrat"]):
        assert exit_code(["check", BOJ2239, *wrong]) == 2


def test_a_number_is_certified(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "certificates"
    queens = str(EXAMPLES / "queens" / "eight.txt")
    assert exit_code(["count", queens, TWO_ANSWERS, "--certify", str(folder), "--json"]) == 0
    rows = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [(row["count"], Path(row["certificate"]).name) for row in rows] == [
        (92, "eight-1"),
        (2, "two-answers-1"),
    ]
    assert exit_code(["verify", "--verbose", str(folder)]) == 0
    out = capfd.readouterr().out
    assert f"ACCEPTED COUNT 92 {folder / 'eight-1'}\n" in out
    assert "must print 's VERIFIED COMPLETE ENUMERATION OF 92 SOLUTIONS'" in out
    assert exit_code(["verify", str(folder / "eight-1"), "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["count"] == 92


def test_a_verdict_by_the_cover(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Named by the proof, by what the reductions end in, or by a route to the solver that writes it."""
    ways = ["--proof", "enumeration"], ["--via", "cover"], ["--via", "cover/bitset"]
    for name, how in zip("abc", ways, strict=True):
        folder = tmp_path / name
        assert exit_code(["check", ONE_LINE, TWO_ANSWERS, "--certify", str(folder), *how]) == 1
        assert (folder / "oneline-1" / "proof.pbp").exists()
        assert not (folder / "two-answers-1" / "proof.pbp").exists()
        assert exit_code(["verify", str(folder)]) == 0
        out = capfd.readouterr().out
        assert "ACCEPTED UNIQUE" in out
        assert "ACCEPTED NONE" in out
        assert "ACCEPTED MULTIPLE" in out


@each(
    ("via", "reason"),
    [
        ("cover/dancing-links", "dancing-links writes no proofs, bitset does: name only the reduction"),
        ("cnf:extended/glucose4", "glucose4 writes no proofs, cadical195"),
        ("search/scan", "scan writes no proofs, no solver of such problems does"),
        ("covver/bitset", "covver"),
    ],
)
def test_no_solver_is_named_and_not_asked(
    via: str, reason: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(["check", BOJ2239, "--certify", str(tmp_path), "--via", via]) == 2
    assert reason in capfd.readouterr().err
    assert exit_code(["check", BOJ2239, "--certify", str(tmp_path), "--via", "cover/bitset", "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["route"] == "cover/bitset"


def test_a_count_that_a_limit_ends_has_no_certificate(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    queens = str(EXAMPLES / "queens" / "eight.txt")
    assert exit_code(["count", queens, "--certify", str(tmp_path), "--nodes", "50", "--json"]) == 3
    row = json.loads(capfd.readouterr().out)
    assert row["count"] > 1
    assert (row["exact"], row["certificate"], row["reason"]) == (False, None, "50 nodes")
    assert list(tmp_path.iterdir()) == []


@each("via", [[], ["--via", "cnf:extended"]])
def test_a_count_by_a_graph(via: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "c"
    assert exit_code(["count", TWO_ANSWERS, "--certify", str(folder), "--proof", "graph", *via]) == 0
    assert exit_code(["verify", "-v", str(folder)]) == 0
    said = capfd.readouterr().out
    assert said.startswith(f"exactly 2 {TWO_ANSWERS} #1 (sudoku 9x9)\nACCEPTED COUNT 2 ")
    assert "cake_scpog" in said
    assert "count = 2'" in said


@each(
    "wrong",
    [
        ["--proof", "enumeration"],
        ["--certify", "c", "--proof", "drup"],
        ["--certify", "c", "--limit", "5"],
        ["--certify", "c", "--memo-limit", "0"],
        ["--certify", "c", "--via", "cnf:minimal", "--proof", "enumeration"],
        ["--certify", "c", "--via", "cover", "--proof", "graph"],
        ["--certify", "c", "--solver-command", "true"],
        ["--certify", ""],
    ],
)
def test_what_cannot_be_asked_of_a_count(
    wrong: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert exit_code(["count", TWO_ANSWERS, *wrong]) == 2
    assert capfd.readouterr().err.startswith(("Usage", "Error", TWO_ANSWERS))
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_a_time_out_is_no_refusal(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["check", BOJ2239, TWO_ANSWERS, "--certify", str(tmp_path)]) == 1
    capfd.readouterr()
    assert exit_code(["verify", str(tmp_path), "--timeout", "1e-9"]) == 3
    out = capfd.readouterr().out
    assert out.startswith(
        f"UNKNOWN {tmp_path / 'boj2239-1'}\n  UNKNOWN: the summary: stopped after 1e-09 seconds\n"
    )
    assert "REFUSED" not in out
    assert exit_code(["verify", str(tmp_path), "--timeout", "1e-9", "--json"]) == 3
    row = json.loads(capfd.readouterr().out.splitlines()[0])
    assert (row["status"], row["checks"][0]["passed"]) == ("unknown", None)
    # One that is refused outweighs one that is not known.
    (tmp_path / "a").mkdir()
    assert exit_code(["verify", str(tmp_path), "--timeout", "60"]) == 1


def test_a_folder_has_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert exit_code(["check", BOJ2239, "--certify", ""]) == 2
    assert exit_code(["verify", ""]) == 2
    assert list(tmp_path.iterdir()) == []


def test_a_changed_certificate_is_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["check", BOJ2239, "--certify", str(tmp_path)]) == 0
    one = tmp_path / "boj2239-1"
    answer = one / "answer.txt"
    answer.write_text(answer.read_text().translate(str.maketrans("12", "21")))
    assert exit_code(["verify", str(one), "--json"]) == 1
    row = json.loads(capfd.readouterr().out.splitlines()[-1])
    assert row["status"] == "refused"
    assert not row["checks"][-1]["passed"]


def test_the_same_name_twice_gets_two_folders(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["check", BOJ2239, BOJ2239, "--certify", str(tmp_path)]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["boj2239-1", "boj2239-1-2"]
    capfd.readouterr()
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    assert exit_code(["check", BOJ2239, "--certify", str(tmp_path)]) == 2
    out, err = capfd.readouterr()
    assert out == f"UNIQUE {BOJ2239} #1 (sudoku 9x9)\n", "the verdict is printed all the same"
    one = tmp_path / "boj2239-1"
    assert err.startswith(
        f"{BOJ2239}: no certificate: {one} exists already; 'coversat verify {one}' checks it"
    )
    assert exit_code(["count", BOJ2239, "--certify", str(tmp_path), "--json"]) == 2
    row = json.loads(capfd.readouterr().out)
    assert (row["count"], row.get("certificate")) == (1, None)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before


def test_what_is_no_certificate(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["verify", str(tmp_path)]) == 2
    assert "it holds no certificate" in capfd.readouterr().err
    assert exit_code(["verify", str(tmp_path / "missing")]) == 2
    assert exit_code(["verify", str(tmp_path), str(tmp_path)]) == 2
    assert "name one folder of certificates" in capfd.readouterr().err
    (tmp_path / "folder").mkdir()
    assert exit_code(["verify", str(tmp_path / "folder")]) == 2
    assert exit_code(["verify", str(tmp_path)]) == 1
    assert "REFUSED" in capfd.readouterr().out


def test_certificates_in_folders_of_folders(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    inner = tmp_path / "all" / "here"
    assert exit_code(["check", "langford 3", "queens 4", "--certify", str(inner)]) == 1
    capfd.readouterr()
    assert exit_code(["verify", str(tmp_path)]) == 0
    out = capfd.readouterr().out
    assert out.count("ACCEPTED MULTIPLE") == 2
    assert "REFUSED" not in out
    (inner / "empty").mkdir()
    assert exit_code(["verify", str(tmp_path)]) == 1
    assert f"REFUSED {inner / 'empty'}" in capfd.readouterr().out


@each("fault", [WrongAnswerError("two statements differ"), IndexError("no such row")])
def test_what_fails_of_one_certificate_does_not_end_the_check_of_others(
    fault: Exception, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    langford, queens = tmp_path / "langford 3-1", tmp_path / "queens 4-1"
    assert exit_code(["check", "langford 3", "queens 4", "--certify", str(tmp_path)]) == 1
    real = _Certificate._read_puzzle

    def read_puzzle(self: _Certificate) -> str:
        if self._folder == langford:
            raise fault
        return real(self)

    monkeypatch.setattr(_Certificate, "_read_puzzle", read_puzzle)
    capfd.readouterr()
    assert exit_code(["verify", str(tmp_path)]) == 4
    out, err = capfd.readouterr()
    assert out == f"ACCEPTED MULTIPLE {queens}\n  ok: 4 checks (-v lists them)\n"
    assert err.startswith(f"{langford}: ")
    assert str(fault) in err
    assert exit_code(["verify", str(tmp_path), "--json"]) == 4
    rows = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [(row["file"], row["status"]) for row in rows] == [
        (str(langford), "error"),
        (str(queens), "accepted"),
    ]


def test_what_fails_of_one_list_of_steps_does_not_end_the_check_of_others(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzles, steps = tmp_path / "p.txt", tmp_path / "s.json"
    puzzles.write_text("1.3..4..21.....2\n1.3..4..21.....2\n")
    assert exit_code(["steps", str(puzzles), "--json"]) == 0
    steps.write_text(capfd.readouterr().out)
    real, calls = proving.verify_steps, iter((True, False))
    monkeypatch.setattr(proving, "verify_steps", lambda *of: real(*of) if not next(calls) else [][0])
    assert exit_code(["verify", str(steps)]) == 4
    out, err = capfd.readouterr()
    assert out.startswith(f"ACCEPTED UNIQUE {steps} #2 ")
    assert err.startswith(f"{steps} #1: this is a fault of coversat")


def test_an_answer_without_a_word_is_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The text of no element, where every element has a value."""
    answer, folder = tmp_path / "a.txt", tmp_path / "c"
    answer.write_text("-\n")
    for kind in ("csp/magic", "colouring/australia", "3sat/small"):
        assert exit_code(["verify", str(EXAMPLES / f"{kind}.txt"), str(answer)]) == 2
        assert f"{answer}:1:2: expected a " in capfd.readouterr().err
    assert exit_code(["check", str(EXAMPLES / "csp/magic.txt"), "--certify", str(folder)]) == 1
    (one,) = folder.iterdir()
    (one / "answer-1.txt").write_text("-\n")
    sign_again(one)
    capfd.readouterr()
    assert exit_code(["verify", str(folder)]) == 1
    assert "found the end of the answer" in capfd.readouterr().out


def test_the_name_of_a_folder_is_on_one_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "y\nACCEPTED UNIQUE other"
    assert exit_code(["check", BOJ2239, "--certify", str(folder)]) == 0
    capfd.readouterr()
    assert exit_code(["verify", "-v", str(folder)]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert [line for line in lines if not line.startswith(" ")][1].startswith("note: ")
    assert any("elsewhere: drat-trim" in line and "y\\nACCEPTED" in line for line in lines)


def test_what_is_not_proved_leaves_no_folder(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "all" / "here"
    queens = str(EXAMPLES / "queens" / "eight.txt")
    assert exit_code(["count", queens, "--certify", str(folder), "--nodes", "50"]) == 3
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_another_run_writes_meanwhile_stays(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "boj2239-1"
    real = os.rename

    def rename(source: str, target: str) -> None:
        folder.mkdir()
        (folder / "other").write_text("")
        real(source, target)

    monkeypatch.setattr(os, "rename", rename)
    assert exit_code(["check", BOJ2239, "--certify", str(tmp_path)]) == 2
    out, err = capfd.readouterr()
    assert out == f"UNIQUE {BOJ2239} #1 (sudoku 9x9)\n"
    assert f"no certificate: {folder} exists already" in err
    assert [path.name for path in tmp_path.rglob("*")] == ["boj2239-1", "other"]
