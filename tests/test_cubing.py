"""One hard instance in cubes that are decided apart, and one certificate of all, which is checked."""

from __future__ import annotations

import json
import random
import shutil
from itertools import product
from pathlib import Path

import pytest
from command_line import call

import coversat
from coversat.base.errors import CertificateError
from coversat.certificates.cubing import PROOFS, WHOLE


def random_formula(variables: int, clauses: int, seed: int, shown: int = 0) -> str:
    chosen = random.Random(seed)
    rows = [
        " ".join(str(one * chosen.choice((1, -1))) for one in chosen.sample(range(1, variables + 1), 3))
        for _ in range(clauses)
    ]
    projection = f"c p show {' '.join(map(str, range(1, shown + 1)))} 0\n" if shown else ""
    return f"{projection}p cnf {variables} {clauses}\n" + "".join(f"{row} 0\n" for row in rows)


def answers_of(text: str, shown: int) -> int:
    """The number of answers by trying all assignments."""
    lines = [line for line in text.splitlines() if line[0] not in "cp"]
    clauses = [tuple(map(int, line.split()[:-1])) for line in lines]
    variables = max(abs(literal) for clause in clauses for literal in clause)
    return len(
        {
            values[:shown]
            for values in product((False, True), repeat=variables)
            if all(any(values[abs(x) - 1] is (x > 0) for x in clause) for clause in clauses)
        }
    )


def decide(folder: Path) -> None:
    for file in sorted(folder.glob("cube-*.cnf")):
        coversat.certify(file, folder / PROOFS / f"{file.stem}-1")


def test_verdicts_are_those_of_all_assignments(tmp_path: Path) -> None:
    """With a projection, too: the answers of different cubes differ in it."""
    seen = set()
    for seed, shown in product(range(3, 8), (5, 10)):
        text = random_formula(10, 44, seed, shown)
        folder = tmp_path / f"{seed}-{shown}"
        coversat.cubes(text, folder, into=5)
        decide(folder)
        found = coversat.join(folder)
        expected = min(2, answers_of(text, shown))
        assert found.verdict.value == ("none", "unique", "multiple")[expected]
        seen.add(expected)
        assert coversat.verify(folder / WHOLE).accepted
    assert seen == {0, 1, 2}


def test_puzzles_keep_their_answers(tmp_path: Path) -> None:
    for number, puzzle in enumerate(("1.....2..3.....4", "11" + "." * 14, "." * 16, "queens 5", "queens 3")):
        folder = tmp_path / str(number)
        coversat.cubes(puzzle, folder, into=6)
        decide(folder)
        found = coversat.join(folder)
        assert found.verdict is coversat.check(puzzle).verdict
        assert all(not found.problem.violations(answer) for answer in found.answers)


def test_as_commands_on_two_machines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("hard.cnf").write_text(random_formula(60, 300, 3))
    assert call(capfd, "cubes", "hard.cnf", "-o", "cubes", "--into", "6") == (0, "", "6 cubes in cubes\n")
    formulas = [str(one) for one in sorted(Path("cubes").glob("cube-*.cnf"))]
    check = ["check", *formulas, "--certify", "cubes/proofs", "--brief", "--part"]
    call(capfd, *check, "2/2")
    code, out, err = call(capfd, "join", "cubes")
    assert (code, out) == (2, "")
    assert err == (
        "coversat: no certificate in cubes/proofs of cubes 1, 3, 5 of 6; "
        "coversat check cubes/cube-*.cnf --certify cubes/proofs\n"
    )
    assert not Path("cubes/certificate").exists()
    call(capfd, *check, "1/2")
    assert call(capfd, "join", "cubes", "-o", "whole") == (1, "NONE\n", "")
    assert call(capfd, "verify", "whole")[0] == 0
    assert "whole exists already" in call(capfd, "join", "cubes", "-o", "whole")[2]


def test_what_is_not_proved_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "cubes"
    coversat.cubes(random_formula(60, 300, 3), folder, into=4)
    decide(folder)
    (first, *_) = sorted((folder / PROOFS).iterdir())
    proof = (first / "proof.drup").read_text()
    assert len(proof.splitlines()) > 9
    (first / "proof.drup").write_text("0\n")  # as if the cube were refuted by propagation
    with pytest.raises(CertificateError, match="is refused"):
        coversat.join(folder)
    shutil.rmtree(folder / WHOLE)
    (first / "proof.drup").write_text(proof)
    summary = json.loads((first / "certificate.json").read_text())
    for changed, said in [
        ({"proof": "lrat"}, "its proof is lrat, and drup is joined"),
        ({"verdict": "perhaps"}, "the verdict is none of"),
        ({"verdict": "unique"}, "answer.txt cannot be opened"),
    ]:
        (first / "certificate.json").write_text(json.dumps(summary | changed))
        with pytest.raises(CertificateError, match=said):
            coversat.join(folder)
    (first / "certificate.json").write_text(json.dumps(summary))
    (folder / "puzzle.txt").write_text("p cnf 1 1\n1 0\n")
    with pytest.raises(coversat.CoversatError, match="the parts of another question"):
        coversat.join(folder)
    (folder / "puzzle.txt").write_text("nothing")
    for wrong in (folder, tmp_path, tmp_path / "nothing"):
        with pytest.raises(coversat.CoversatError, match=r"is no folder of cubes|cubes\.jsonl: No such file"):
            coversat.join(wrong)
    assert not (tmp_path / "cubes.jsonl").exists()


def test_two_answers_need_no_other_cube(tmp_path: Path) -> None:
    folder = tmp_path / "cubes"
    coversat.cubes(random_formula(12, 20, 1), folder, into=6)
    for file in sorted(folder.glob("cube-*.cnf")):
        found = coversat.certify(file, folder / PROOFS / f"{file.stem}-1")
        if found.verdict.name == "MULTIPLE":
            break
    assert len(list((folder / PROOFS).iterdir())) < len(list(folder.glob("cube-*.cnf")))
    assert coversat.join(folder).verdict.name == "MULTIPLE"
