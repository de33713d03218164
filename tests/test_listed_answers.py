"""Certificates of numbers: every answer listed, and refused when anything in them was changed."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest
from test_certificates import (
    Change,
    add_line,
    content,
    drop_line,
    refused_at,
    replace,
    set_summary,
    sign_again,
)
from test_proofs_veripb import mutant

from coversat.certificates import certify, forms, verify_certificate
from coversat.deadline import Deadline
from coversat.findings import Verdict
from coversat.problems import Sudoku
from coversat.routing import find_rules
from coversat.solvers import Limits

THREE_GIVENS = 6
"""Of the 288 grids, found by trying all rows, so many have these three."""


def test_many_answers_are_not_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody says how: the form goes by the number, or by what the reductions end in."""
    problem = Sudoku.parse("1200\n0000\n0000\n0003\n")

    def form_of(folder: Path, **how: Any) -> str:
        assert certify(problem, folder, counting=True, **how).at_least == THREE_GIVENS
        return str(json.loads((folder / "certificate.json").read_text())["proof"])

    assert form_of(tmp_path / "few") == "enumeration"
    monkeypatch.setattr(forms, "LISTED", THREE_GIVENS - 1)
    assert form_of(tmp_path / "many") == "graph"
    assert form_of(tmp_path / "named", proof="enumeration") == "enumeration"
    assert form_of(tmp_path / "cover", rules=find_rules("sudoku", "cover")) == "enumeration"
    assert form_of(tmp_path / "cnf", rules=find_rules("sudoku", "cnf:minimal")) == "graph"
    found = certify(problem, tmp_path / "late", counting=True, limits=Limits(deadline=Deadline(0.0)))
    assert (found.verdict, found.reason) == (Verdict.UNKNOWN, "0 seconds")


@pytest.fixture(scope="module")
def enumerated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("certificates") / "many"
    done = certify(Sudoku.parse("1200\n0000\n0000\n0003\n"), folder, counting=True)
    assert (done.at_least, done.exhausted) == (THREE_GIVENS, True)
    return folder


@pytest.mark.parametrize(
    ("change", "what", "said"),
    [
        (content("answers.txt", b""), "the answers", "has 0 answers, and 6 are claimed"),
        (content("answers.txt", b"answer 1, 99999999 bytes\n"), "the answers", "ends within answer 1"),
        (
            content("answers.txt", b"answer 1, 999999999 bytes\n"),
            "the answers",
            "expected 'answer 1, SO MANY",
        ),
        (replace("answers.txt", "answer 2,", "answer 3,"), "the answers", "expected 'answer 2, SO MANY"),
        (replace("answers.txt", "answer 1, ", "answer 1, 0"), "the answers", None),
        (replace("answers.txt", "3 4", "3  4"), "the answers", "not written as answers are"),
        (lambda folder: add_line(folder / "answers.txt", ""), "the answers", "expected 'answer 7, SO MANY"),
        (replace("answers.txt", "answer 6, 56", "answer 6, 57"), "the answers", "ends within answer 6"),
        (replace("answers.txt", "1 2 | 3 4", "1 2 3 4 |"), "the answers", "not written as answers are"),
        (content("answers.txt", b"answer 1, 2 bytes\n\xff\xff"), "the answers", "is not UTF-8"),
        (content("formula.opb", b""), "the cover", "is not the cover"),
        (lambda folder: add_line(folder / "formula.opb", "+1 x1 >= 1 ;"), "the cover", "is not the cover"),
        (set_summary(sizes={}), "the cover", "other sizes"),
        (set_summary(reduction="cover/cnf:pairwise"), "the cover", "leads to cnf, not to cover"),
        (content("proof.pbp", b""), "the proof", "line 1: expected"),
        (content("proof.pbp", b"\0" * 1000), "the proof", "line 1: expected"),
        (
            lambda folder: add_line(folder / "proof.pbp", "rup >= 1 ;"),
            "the proof",
            "nothing may follow the end",
        ),
        (lambda folder: drop_line(folder / "proof.pbp", -1), "the proof", "has no end"),
        (set_summary(proof="drup"), "the summary", "states no counts"),
        (set_summary(proof="graphs"), "the summary", "its form of proof is none of"),
        (set_summary(count=1), "the summary", "no number of answers that is multiple"),
        (set_summary(count=-6), "the summary", "no number of answers"),
        (set_summary(count=True), "the summary", "no number of answers"),
        (set_summary(count=6.0), "the summary", "no number of answers"),
        (set_summary(count=None), "the summary", "a certificate of multiple has"),
        (set_summary(count=7), "the answers", "has 6 answers, and 7 are claimed"),
    ],
)
def test_a_changed_number_is_refused(
    change: Change, what: str, said: str | None, enumerated: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "c"
    shutil.copytree(enumerated, folder)
    assert refused_at(folder) is None
    change(folder)
    sign_again(folder)
    if said is None:  # a number with a zero before it is the same number
        assert refused_at(folder) is None
        return
    last = verify_certificate(folder).checks[-1]
    assert (last.what, last.passed) == (what, False)
    assert said in last.detail


def examine_mutants(original: Path, folder: Path, seed: int, count: int) -> int:
    """Change a line or a word of a file, and sign again; how many were refused.

    What is accepted is a proof with a line more or less than it needs: of the formula that was derived again,
    and of the number that is so.
    """
    chance, refused = random.Random(seed), 0
    shutil.copytree(original, folder)
    for _ in range(count):
        name = chance.choice(["puzzle.txt", "formula.opb", "answers.txt", "proof.pbp", "proof.pbp"])
        before = (folder / name).read_text()
        (folder / name).write_text(mutant(before, chance))
        if (folder / name).read_text() != before:
            sign_again(folder)
            accepted = refused_at(folder) is None
            assert name == "proof.pbp" or not accepted, (name, (folder / name).read_text())
            refused += not accepted
        (folder / name).write_text(before)
    return refused


def test_changed_numbers_are_refused(enumerated: Path, tmp_path: Path) -> None:
    assert examine_mutants(enumerated, tmp_path / "c", 1, 150) > 100


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 6))
def test_changed_numbers_are_refused_slow(seed: int, enumerated: Path, tmp_path: Path) -> None:
    assert examine_mutants(enumerated, tmp_path / "c", seed, 10_000) > 7_000
