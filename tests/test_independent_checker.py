"""Certificates under a proof checker by others: it accepts what we accept, and refuses what was changed."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from io import BytesIO
from pathlib import Path

import pytest
from formulas import lrat_steps

from coversat.answering.routes import find_path
from coversat.certificates import verify_certificate
from coversat.certificates import write_certificate as certify
from coversat.certificates.clausal import BLOCKED, FORMULA
from coversat.problems import Sudoku, read
from coversat.problems.cnf.rules import read_dimacs
from coversat.proofs import check_drup
from coversat.solvers.findings import Verdict

dratify = pytest.importorskip("dratify", reason="the package dratify is not installed")

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
CASES = {
    "sudoku": (HARD, "cnf:minimal", Verdict.UNIQUE),
    "sudoku by its cover": (HARD, "cover/cnf:product", Verdict.UNIQUE),
    "sudoku without answer": (HARD.replace("8.", "82", 1), "cnf:minimal", Verdict.NONE),
    "sudominoku": ((EXAMPLES / "sudominoku/small.txt").read_text(), "cnf:factored", Verdict.UNIQUE),
    "kakuro": ((EXAMPLES / "kakuro/kakuro2.txt").read_text(), "cnf:combinations", Verdict.UNIQUE),
}


def accepts(formula: str, steps: str) -> bool:
    """What the other checker says."""
    result = dratify.check_proof(dratify.parse_dimacs(formula), steps, engine="python")
    return bool(result.ok and result.reached_empty)


def drup_of(folder: Path, proof: str) -> str:
    """The steps of a certificate's proof; of LRAT, the clauses alone."""
    content = (folder / f"proof.{proof}").read_bytes()
    if proof == "drup":
        return content.decode()
    return "".join(" ".join(map(str, [*literals, 0])) + "\n" for _, literals in lrat_steps(content))


@pytest.mark.thorough
@pytest.mark.parametrize("proof", ["drup", "lrat"])
@pytest.mark.parametrize("name", CASES)
def test_it_accepts_our_certificates(name: str, proof: str, tmp_path: Path) -> None:
    text, reduction, verdict = CASES[name]
    problem = read(text).problems[0]
    folder = tmp_path / "c"
    assert certify(problem, folder, find_path(problem.kind, reduction), proof=proof).verdict is verdict
    assert verify_certificate(folder).accepted
    formula, steps = (
        (folder / (FORMULA if verdict is Verdict.NONE else BLOCKED)).read_text(),
        drup_of(folder, proof),
    )
    assert accepts(formula, steps)
    if verdict is Verdict.UNIQUE:  # without the blocking clause the formula has a model
        assert not accepts((folder / "formula.cnf").read_text(), steps)


COUNTED = {
    "queens": ("queens 6", 4),
    "sudoku": ("1000\n0000\n0000\n0000\n", 72),
    "sudominoku, told apart by its digits": ((EXAMPLES / "sudominoku/small.txt").read_text(), 1),
    "no answer": ("1100\n0000\n0000\n0000\n", 0),
}
VERIPB = shutil.which("veripb")


@pytest.mark.skipif(VERIPB is None, reason="the program veripb is not on the path")
@pytest.mark.parametrize("name", COUNTED)
def test_veripb_accepts_our_enumerations(name: str, tmp_path: Path) -> None:
    text, answers = COUNTED[name]
    folder = tmp_path / "c"
    certify(read(text).problems[0], folder, proof="enumeration", counting=True)
    assert verify_certificate(folder).count == answers
    said = f"s VERIFIED COMPLETE ENUMERATION OF {answers} " if answers else "s VERIFIED UNSATISFIABLE"
    assert said in veripb(folder)
    proof = folder / "proof.pbp"
    proof.write_text(re.sub("rup.*\n", "", proof.read_text(), count=1))
    assert "s VERIFIED" not in veripb(folder)


def veripb(folder: Path) -> str:
    """What it prints of a certificate."""
    command = [str(VERIPB), str(folder / "formula.opb"), str(folder / "proof.pbp")]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False).stdout


@pytest.mark.thorough
def test_it_refuses_what_we_refuse(tmp_path: Path) -> None:
    """Proofs with lines lost or literals turned; deletions aside, on which checkers differ."""
    certify(Sudoku.parse(HARD), tmp_path / "c", find_path("sudoku", "cnf:minimal"))
    formula = (tmp_path / "c" / "blocked.cnf").read_text()
    (refuted,) = read_dimacs(formula)
    steps = [line for line in drup_of(tmp_path / "c", "drup").splitlines() if line[0] != "d"]
    chance = random.Random(5)
    refused = 0
    for kept in (0, 1, 20, *(chance.randrange(len(steps)) for _ in range(9)), len(steps)):
        changed = steps[:kept]
        if kept > 20:
            at = chance.randrange(20)
            changed[at : at + 1] = chance.choice([[], [f"-{changed[at]}".replace("--", "")]])
        text = "".join(f"{line}\n" for line in changed)
        ours = check_drup(refuted, BytesIO(text.encode())).accepted
        assert accepts(formula, text) == ours
        refused += not ours
    assert refused > 5
