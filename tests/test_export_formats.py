"""Formats that programs of others read: each written, solved there, and decoded.

A program that is not installed skips its case: glpsol (glpk-utils), minizinc with Gecode, highspy.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from instances import instances
from pysat.formula import CNFPlus
from pysat.solvers import Solver

import coversat
from coversat.base.errors import ReductionError
from coversat.exchange import (
    Decoded,
    DecodeError,
    OutputError,
    WrongModelError,
    decode,
    format_of,
)
from coversat.exchange import (
    pieces as export,
)
from coversat.primitives import Count
from coversat.problems import AnyProblem, Cnf, Sudoku
from coversat.problems.cnf.cardinalities import Bounded

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


# Cardinality constraints

AtMosts = list[tuple[list[int], int]]
COUNTED = (
    ("sudoku", "cnf:minimal"),
    ("kakuro", "cnf:sums"),
    ("tents", "cnf:mixed"),
    ("minesweeper", "cnf:mixed"),
    ("langford", "cover/cnf:ladder"),
)


def read_knf(text: str) -> tuple[int, list[list[int]], AtMosts]:
    """The variables, clauses and bounds from above of a KNF file, whose header must be right."""
    lines = [line.split() for line in text.splitlines() if not line.startswith("c")]
    (p, knf, variables, count), *rows = lines
    assert (p, knf, int(count)) == ("p", "knf", len(rows))
    clauses, bounds = [], []
    for *words, end in rows:
        assert end == "0"
        if words[:1] != ["k"]:
            clauses.append([int(word) for word in words])
            continue
        least, literals = int(words[1]), [int(word) for word in words[2:]]
        assert 1 < least < len(literals) == len({abs(literal) for literal in literals})
        bounds.append(([-literal for literal in literals], len(literals) - least))
    return int(variables), clauses, bounds


def read_cnf_plus(text: str) -> tuple[int, list[list[int]], AtMosts]:
    formula = CNFPlus(from_string=text)
    return formula.nv, formula.clauses, [(literals, most) for literals, most in formula.atmosts]


def by_minicard(
    problem: AnyProblem, text: str, variables: int, clauses: list[list[int]], bounds: AtMosts
) -> set[object]:
    """All answers, decoded from models of which each differs in a variable that the file shows."""
    shown = [
        int(one) for line in text.splitlines() if line.startswith("c p show") for one in line.split()[3:]
    ]
    shown = [one for one in shown if one] or list(range(1, variables + 1))
    found = set()
    with Solver("minicard", bootstrap_with=clauses) as solver:
        for literals, most in bounds:
            solver.add_atmost(literals, most)
        while solver.solve():
            model = solver.get_model()
            true = {literal for literal in model if literal > 0}
            done = decode(text, f"s SATISFIABLE\nv {' '.join(map(str, model))} 0\n")
            assert (done.problem, done.violations) == (problem, ())
            found.add(done.answer)
            solver.add_clause([-one if one in true else one for one in shown])
    return found


@pytest.mark.thorough
def test_cardinality_constraints_by_minicard() -> None:
    """All answers, as brute force finds them, by each reader of the two texts, which state the same."""
    for kind, via in COUNTED:
        for instance in instances(kind):
            if instance.refuses(via) or len(instance.answers) > 3:
                continue
            try:
                knf, plus = ("".join(export(instance.problem, to, via)) for to in ("knf", "cnf+"))
            except ReductionError as refused:
                assert "has no cardinality constraints" in str(refused)  # noqa: PT017
                continue
            assert format_of(plus).name == "cnf+"
            assert read_knf(knf)[1:] == read_cnf_plus(plus)[1:]
            assert read_knf(knf)[2]
            for text, read in ((knf, read_knf), (plus, read_cnf_plus)):
                assert by_minicard(instance.problem, text, *read(text)) == instance.answers, (kind, via)


def test_a_small_cardinality_file() -> None:
    """A 4x4 sudoku: one digit at least in a place, and each at most once in a row, column and box."""
    text = "".join(export(SUDOKU, "knf", "cnf:minimal"))
    assert "k 3 -1 -5 -9 -13 0\n" in text  # 1 in row 1
    variables, clauses, bounds = read_knf(text)
    assert (variables, len(bounds)) == (64, 48)
    assert all(most == 1 for _, most in bounds)
    assert sorted(len(clause) for clause in clauses) == [1] * 6 + [4] * 16
    assert by_minicard(SUDOKU, text, variables, clauses, bounds) == {ANSWER}


def test_models_of_cardinality_files() -> None:
    """Two or three of six cells, by auxiliary variables that the file does not use."""
    model = coversat.Model()
    bits = model.variables("abcdef", (0, 1))
    model.add(Count(bits, (1,), (2, 3)), "two or three")
    reduction = model.reduce("cnf:mixed")
    bounded = Bounded(reduction.target)
    assert (list(bounded.clauses()), [most for _, most in bounded.bounds]) == ([], [3, 4])
    assert (bounded.variables(), bounded.projection()) == ({1, 2, 3, 4, 5, 6}, (1, 2, 3, 4, 5, 6))
    text = "".join(export(SUDOKU, "cnf+", "cnf:minimal"))
    shown = [4 * (4 * r + c) + d for r, row in enumerate(ANSWER) for c, d in enumerate(row)]
    others = [-one for one in range(1, 65) if one not in shown]
    for literals, left_out in (([*shown, *others], 0), (shown, 0), (shown[:12] + others[:10], 42)):
        done = decode(text, f"v {' '.join(map(str, literals))} 0")
        assert (done.answer, done.left_out) == (ANSWER, left_out)
    with pytest.raises(WrongModelError, match="2 literals are true, and at most 1 may be: 1 5 9 13"):
        decode(text, f"v {' '.join(map(str, [*shown, 5]))} 0")
    with pytest.raises(WrongModelError, match=r"a clause has no true literal: 5 6 7 8"):
        decode(text, f"v {' '.join(str(one) if one != 6 else '-6' for one in shown)} 0")
    with pytest.raises(DecodeError, match="not what the export"):
        decode(text.replace("1 5 9 13 <= 1", "1 5 9 13 <= 2"), "v 1 0")


def test_where_no_cardinality_is_stated() -> None:
    shaded = coversat.read(coversat.example("hitori"))[0]
    stars = coversat.read(coversat.example("starbattle"))[0]
    for to in ("knf", "cnf+"):
        with pytest.raises(
            ReductionError, match=r"cnf:elimination has no cardinality .* is for: write dimacs$"
        ):
            export(shaded, to)
        with pytest.raises(
            ReductionError, match="write dimacs, or use a reduction such as cover/cnf:product"
        ):
            export(stars, to, "cnf:table")
        with pytest.raises(ReductionError, match="this cnf has no cardinality constraints"):
            export(Cnf(1, ((1,),)), to)
        assert "c reduction cover/cnf:" in "".join(export(stars, to))  # which has
