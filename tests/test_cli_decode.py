"""``export`` and ``decode`` as commands: what is said, of which file, and with which exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from each import each

from coversat.cli import exit_code
from coversat.exchange import WrongModelError, decode
from coversat.exchange import pieces as export
from coversat.problems import Sudoku, read
from coversat.problems.kind import find
from coversat.reductions.paths import all_paths, name_of

EASY = "1.3..4..21.....2"
"""A sudoku of 4x4 with one answer."""
ANSWER = "1234\n3421\n2143\n4312\n"
CLASHING = "11..........22.."
"""Two pairs of givens clash, so that one of each pair must go."""


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """An exported file, and where a solver's output goes."""
    (tmp_path / "p.txt").write_text(EASY + "\n")
    assert (
        exit_code(["export", str(tmp_path / "p.txt"), "--via", "cnf:minimal", "-o", str(tmp_path / "p.cnf")])
        == 0
    )
    return tmp_path / "p.cnf", tmp_path / "model.txt"


def literals(answer: str) -> list[int]:
    """By the numbers that the varnames of the file say: 16 r + 4 c + d."""
    return [16 * r + 4 * c + int(d) for r, line in enumerate(answer.split()) for c, d in enumerate(line)]


def run(
    files: tuple[Path, Path], printed: str, capfd: pytest.CaptureFixture[str], *more: str
) -> tuple[int, str, str]:
    exported, model = files
    model.write_text(printed)
    code = exit_code(["decode", str(exported), str(model), *more])
    return code, *capfd.readouterr()


def test_an_answer(files: tuple[Path, Path], capfd: pytest.CaptureFixture[str]) -> None:
    printed = "s SATISFIABLE\nv " + " ".join(map(str, literals(ANSWER))) + " 0\n"
    code, out, err = run(files, printed, capfd)
    assert (code, "".join(c for c in out if c.isdigit()), err) == (0, ANSWER.replace("\n", ""), "")
    code, out, _ = run(files, printed, capfd, "--json")
    row = json.loads(out)
    assert (code, row["status"], row["left_out"]) == (0, "right", 0)


def test_what_was_completed_is_said(files: tuple[Path, Path], capfd: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(files, "v 1 0\n", capfd)
    assert (code, "".join(c for c in out if c.isdigit())) == (0, ANSWER.replace("\n", ""))
    assert err == f"{files[1]}: the model leaves out 63 of 64 variables; coversat completed it\n"
    code, out, err = run(files, "v 1 0\n", capfd, "--json")
    row = json.loads(out)
    assert (code, row["status"], row["left_out"], row["variables"], err) == (0, "right", 63, 64, "")


@pytest.mark.parametrize("as_json", [False, True])
def test_each_fault_names_its_file(
    files: tuple[Path, Path], as_json: bool, capfd: pytest.CaptureFixture[str]
) -> None:
    exported, _ = files
    text, more = exported.read_text(), ["--json"] if as_json else []

    def fault(changed: str, printed: str) -> tuple[int, str]:
        exported.write_text(changed)
        code, out, err = run(files, printed, capfd, *more)
        assert (out if as_json else err).count("\n") == 1 or ("^" in err and not as_json)
        if not as_json:
            return code, err.split(": ")[0].removeprefix(str(exported.parent)).lstrip("/")
        return code, Path(json.loads(out)["file"]).name

    at = "" if as_json else ":1:1"
    assert fault(text.replace("c puzzle 1", "c puzzle ."), "v 1 0\n") == (2, "p.cnf")
    assert fault(text.replace("c varname 1 ", "c varname 64 "), "v 1 0\n") == (2, "p.cnf")
    assert fault(text.replace("reduction cnf:minimal", "reduction cover"), "v 1 0\n") == (2, "p.cnf")
    assert fault("c what\n", "v 1 0\n")[0] == 2
    assert fault(text, "hello\n") == (2, f"model.txt{at}")
    assert fault(text, "v 1 2 0\n") == (1, "model.txt")


def test_no_answer_and_unknown(files: tuple[Path, Path], capfd: pytest.CaptureFixture[str]) -> None:
    for printed, code in (("s UNSATISFIABLE\n", 1), ("s UNKNOWN\n", 3)):
        assert run(files, printed, capfd)[0] == code


def test_examples_in_the_help(capfd: pytest.CaptureFixture[str]) -> None:
    for name in ("export", "decode", "verify"):
        assert exit_code([name, "--help"]) == 0
        assert "Examples:\n" in capfd.readouterr().out


# Soft givens

SOFT = "".join(export(Sudoku.parse(CLASHING), "wcnf", "cnf:extended"))


def test_a_partial_model_keeps_as_many_givens_as_can_be() -> None:
    """By the file's comments, the selectors are the variables 65 to 68."""
    for printed in ("v 65 0\n", "o 2\nv 65 67 0\ns OPTIMUM FOUND\n", "o 2\ns OPTIMUM FOUND\nv -66 -67 0\n"):
        found = decode(SOFT, printed)
        assert (len(found.dropped), found.violations) == (2, ())
        assert (found.variables, 60 < found.left_out < 68) == (68, True)
    assert [name.split()[-1] for name in decode(SOFT, "v -66 -67 0\n").dropped] == ["r1c2", "r4c1"]
    # What is claimed is kept, however much it costs.
    assert len(decode(SOFT, "v -1 -5 0\n").dropped) == 3


@each("givens", ["1.1.....1.......", ".......1.....1.1"])
def test_one_given_goes_rather_than_two(givens: str) -> None:
    """That of the corner clashes with both others, whether it is the first or the last."""
    corner = "r1c1" if givens[0] == "1" else "r4c4"
    found = decode("".join(export(Sudoku.parse(givens), "wcnf", "cnf:extended")), "o 1\nv -22 0\n")
    assert found.dropped == (f"given 1 at {corner}",)


def test_a_claimed_cost_must_be_so() -> None:
    for printed in ("o 0\nv 65 0\n", "o 1\nv 1 0\n", "o 2\nv -1 -5 0\n"):
        with pytest.raises(WrongModelError, match=r"the solver says \d, but its model costs [23]"):
            decode(SOFT, printed)
    with pytest.raises(WrongModelError, match="does not satisfy the formula"):
        decode(SOFT, "o 1\nv 65 66 0\n")


def test_the_last_of_several_models_of_a_maxsat_solver() -> None:
    """As clasp prints them, one for each improvement."""
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    with RC2(WCNF(from_string=SOFT)) as solver:
        best = solver.compute()
    worse = decode(SOFT, "v -1 -5 0\n")
    assert len(worse.dropped) == 3
    printed = (
        f"c Answer: 1\no 3\nv -1 -5 0\nc Answer: 2\no 2\nv {' '.join(map(str, best))} 0\ns OPTIMUM FOUND\n"
    )
    found = decode(SOFT, printed)
    assert (len(found.dropped), found.violations, found.left_out) == (2, (), 0)


@each("kind", ["colouring", "csp", "subgraph", "3sat", "clique", "hittingset", "matching3d", "partition"])
def test_a_model_that_gives_an_element_no_value(kind: str) -> None:
    """Of a file whose clauses were left out, so that the model satisfies it; it is no answer."""
    (problem,) = read(find(kind).example(), kind).problems
    paths = [path for path in all_paths(kind) if path and path[-1].target == "cnf"]
    seen = set()
    for path in (paths[0], *(path for path in paths if name_of(path) == "cover/cnf:pairwise")):
        lines = "".join(export(problem, "dimacs", name_of(path))).splitlines()
        count = int(next(line for line in lines if line.startswith("p cnf ")).split()[2])
        bare = "\n".join([*(line for line in lines if line.startswith("c ")), f"p cnf {count} 0", ""])
        model = " ".join(str(-variable) for variable in range(1, count + 1))
        seen.update(decode(bare, f"s SATISFIABLE\nv {model} 0\n").violations)
    assert any(one.endswith(" has no value") for one in seen), seen
