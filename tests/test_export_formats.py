"""Formats that programs of others read: each written, solved there, and decoded.

A program that is not installed skips its case: glpsol (glpk-utils), minizinc with Gecode, highspy.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from instances import instances

from coversat.base.errors import ReductionError
from coversat.exchange import Decoded, OutputError, decode, export, format_of
from coversat.problems import AnyProblem, Sudoku

SUDOKU = Sudoku.parse("1.3..4..21.....2")
ANSWER = ((1, 2, 3, 4), (3, 4, 2, 1), (2, 1, 4, 3), (4, 3, 1, 2))
"""By hand."""
NONE = Sudoku.parse("11..............")


def program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"the program {name} is not installed")
    return found


def glpsol(text: str, folder: Path, *options: str) -> str:
    (folder / "x").write_text(text)
    (folder / "x.out").unlink(missing_ok=True)
    subprocess.run(
        [program("glpsol"), *options, "x", "-o", "x.out"], cwd=folder, check=True, capture_output=True
    )
    return (folder / "x.out").read_text()


def minizinc(text: str, folder: Path) -> str:
    (folder / "x.mzn").write_text(text)
    words = [program("minizinc"), "--solver", "gecode", "x.mzn"]
    done = subprocess.run(words, cwd=folder, check=False, capture_output=True, text=True)
    if "no solver" in done.stderr:
        pytest.skip("minizinc has no Gecode")
    assert done.returncode == 0, done.stderr
    return done.stdout


def solved(problem: AnyProblem, to: str, printed: str) -> Decoded:
    text = "".join(export(problem, to))
    assert format_of(text).name == to
    return decode(text, printed)


def test_mps_and_lp_by_glpk(tmp_path: Path) -> None:
    for to, options in (("mps", ("--mps",)), ("mps", ("--freemps",)), ("lp", ("--lp",))):
        for problem, answer in ((SUDOKU, ANSWER), (NONE, None)):
            found = solved(problem, to, glpsol("".join(export(problem, to)), tmp_path, *options))
            assert found.answer == answer, (to, options)


def test_mps_by_highs(tmp_path: Path) -> None:
    highspy = pytest.importorskip("highspy", reason="highspy is not installed")
    (tmp_path / "x.mps").write_text("".join(export(SUDOKU, "mps")))
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.readModel(str(tmp_path / "x.mps"))
    solver.run()
    solver.writeSolution(str(tmp_path / "x.sol"), 0)
    assert solved(SUDOKU, "mps", (tmp_path / "x.sol").read_text()).answer == ANSWER


def test_mps_is_the_linear_program_of_lp() -> None:
    """Each row of the LP text, from the columns of the MPS text."""
    rows: dict[str, list[str]] = {}
    signs, right = {}, {}
    section = ""
    for line in "".join(export(SUDOKU, "mps")).splitlines():
        if not line.startswith(" "):
            section = line.split()[0]
        elif "MARKER" not in line:
            words = line.split()
            if section == "ROWS":
                signs[words[1]] = {"E": "=", "L": "<=", "G": ">=", "N": ""}[words[0]]
            elif section == "COLUMNS":
                rows.setdefault(words[1], []).append(words[0])
                assert words[2] == "1"
            elif section == "RHS":
                right[words[1]] = words[2]
    lp = "".join(export(SUDOKU, "lp")).split("Subject To")[1].split("Binary")[0]
    stated = [" ".join(part.split()) for part in lp.replace("\n  ", " ").split("\n")]
    for name, variables in rows.items():
        assert f"{name}: {' '.join(f'+ {one}' for one in variables)} {signs[name]} {right[name]}" in stated


def test_opb_states_its_sizes() -> None:
    header, *lines = "".join(export(SUDOKU, "opb")).splitlines()
    constraints = [line for line in lines if not line.startswith("*")]
    variables = {word for line in constraints for word in line.split() if word.startswith("x")}
    assert header == f"* #variable= {len(variables)} #constraint= {len(constraints)}"


def test_wcnf_of_2022() -> None:
    """As PySAT reads it; the optimum of RC2 is the number of givens to drop, and decodes."""
    formula = pytest.importorskip("pysat.formula")
    from pysat.examples.rc2 import RC2

    text = "".join(export(NONE, "wcnf"))
    assert not any(line.startswith("p ") for line in text.splitlines())
    wcnf = formula.WCNF(from_string=text)
    assert wcnf.wght == [1, 1]
    with RC2(wcnf) as solver:
        model = solver.compute()
        printed = f"o {solver.cost}\ns OPTIMUM FOUND\nv {''.join('01'[x > 0] for x in model)}\n"
    found = solved(NONE, "wcnf", printed)
    assert (len(found.dropped), found.violations) == (1, ())


KINDS = ("kakuro", "skyscrapers", "binairo", "tents", "shikaku", "vertexcover", "nonogram")


@pytest.mark.thorough
def test_minizinc_by_gecode(tmp_path: Path) -> None:
    """Whether Gecode finds an answer is whether there is one, and it obeys the rules."""
    assert (
        solved(SUDOKU, "minizinc", minizinc("".join(export(SUDOKU, "minizinc")), tmp_path)).answer == ANSWER
    )
    for kind in KINDS:
        for instance in instances(kind)[:3]:
            text = "".join(export(instance.problem, "minizinc"))
            found = solved(instance.problem, "minizinc", minizinc(text, tmp_path))
            assert (found.answer is not None) == bool(instance.answers), (kind, instance.name)
            assert found.answer is None or found.answer in instance.answers, (kind, instance.name)


def test_what_minizinc_prints() -> None:
    shown = "".join(f"r{r + 1}c{c + 1} = {v};\n" for r, row in enumerate(ANSWER) for c, v in enumerate(row))
    for printed, answer in (
        (shown + "----------\n", ANSWER),
        (shown.replace("= 2", "= 3") + "----------\n" + shown + "----------\n==========\n", ANSWER),
        ("=====UNSATISFIABLE=====\n", None),
        ("=====UNKNOWN=====\n", None),
    ):
        assert solved(SUDOKU, "minizinc", printed).answer == answer
    assert solved(SUDOKU, "minizinc", shown.replace("r1c2 = 2", "r1c2 = 4")).violations
    for wrong in ("", shown.replace("r1c2 = 2", "r1c2 = 5"), shown.replace("r1c2", "r9c9")):
        with pytest.raises(OutputError, match=r"expected 'r1c[12] = ' and one of its values, 1\.\.4"):
            solved(SUDOKU, "minizinc", wrong)
    text = "".join(export(SUDOKU, "minizinc"))
    assert text.count("constraint all_different(") == 12
    with pytest.raises(ReductionError, match=r"one loop.*Circuit"):
        list(export(instances("masyu")[0].problem, "minizinc"))
