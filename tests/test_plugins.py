"""An outside package with a kind, an encoding, a solver and a text form, found by its entry points."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import permutations, product
from pathlib import Path

import pytest

PLUGIN = Path(__file__).parent / "plugin"
TEXT = "rooks 4\n.###\n#..#\n#..#\n####\n"  # no rook can stand in row 4
TWO = "rooks 4\n.###\n#..#\n#..#\n###.\n"
ONE = "rooks 4\n.###\n#..#\n##.#\n###.\n"
ANSWER = "R...\n.R..\n..R.\n...R\n"


def run(folder: Path, script: str) -> dict[str, tuple[int, str, str]]:
    """Run lines of words, each a command, in one process; what each returned and printed, by its line.

    The process stands in `folder`; its import path has the plugin's folder.
    """
    program = f"""
import json, sys
sys.path[:0] = [{str(PLUGIN)!r}, {str(Path(__file__).parent)!r}]
from command_line import command_line
done = {{}}
for line in {script.split(chr(10))!r}:
    if line.split():
        one = command_line(*line.split())
        done[line.strip()] = one.code, one.stdout, one.stderr
print(json.dumps(done))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=folder
    )
    return {line: tuple(found) for line, found in json.loads(done.stdout.splitlines()[-1]).items()}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (("none", TEXT), ("two", TWO), ("one", ONE), ("answer", ANSWER)):
        (tmp_path / f"{name}.txt").write_text(text)
    return tmp_path


def of(folder: Path, script: str) -> dict[str, tuple[int, str, str]]:
    done = run(folder, script)
    assert not any("Traceback" in err for _, _, err in done.values())
    return done


@pytest.mark.thorough
def test_every_command_takes_a_kind_of_an_installed_package(folder: Path) -> None:
    done = of(
        folder,
        """
        check one.txt two.txt none.txt
        solve one.txt
        count two.txt
        candidates two.txt
        grade one.txt
        explain none.txt
        explain two.txt
        draw one.txt --solve -o one.svg
        verify one.txt answer.txt
        check one.txt two.txt none.txt --certify proofs
        verify proofs
        export one.txt -o one.cnf
        export one.txt --to cover
        metrics one.txt
        convert one.txt --to line -o line.txt
        check one.txt --kind rooks --jobs 2
        """,
    )
    wrong = {line: one for line, one in done.items() if one[0] and not line.startswith("check one.txt two")}
    assert not wrong
    verdicts = [line.split()[0] for line in done["check one.txt two.txt none.txt"][1].splitlines()]
    assert [word for word in verdicts if word.isalpha()] == ["UNIQUE", "MULTIPLE", "NONE"]
    assert done["solve one.txt"][1] == ANSWER
    assert "exactly 2" in done["count two.txt"][1]
    assert "These 4 givens clash" in done["explain none.txt"][1]
    assert done["verify proofs"][1].count("ACCEPTED") == 3
    assert (folder / "one.svg").read_text().startswith("<svg")
    assert "| reduction cover\n" in done["export one.txt --to cover"][1]
    assert (folder / "line.txt").read_text() == "rook-line .###/#..#/##.#/###.\n"


@pytest.mark.thorough
def test_what_an_installed_package_adds_to_a_kind(folder: Path) -> None:
    """Each is found by its name in a process that has not seen it before; and listed with the others."""
    (folder / "line.txt").write_text("rook-line .###/#..#/#..#/###.\n")
    compare = "compare two.txt --routes cnf:direct/cadical195 --routes search/*"
    for script in (
        "count two.txt --via search/permutations",
        "count two.txt --via cnf:direct",
        "count line.txt",
        compare,
    ):
        ((code, out, err),) = of(folder, script).values()
        assert code == 0, (script, err)
        if script.startswith("count"):
            assert "exactly 2" in out
        else:
            assert all(
                words in out for words in ("all routes agree", "cnf:direct/cadical195", "/permutations")
            )
    done = of(
        folder,
        """
        export two.txt -o two.cnf
        convert two.txt --to line
        export two.txt --via cnf:direct
        routes rooks --names
        list problems
        list reductions
        list solvers
        list forms
        """,
    )
    assert not any(code for code, _, _ in done.values())
    assert all("rooks" in out for line, (_, out, _) in done.items() if line.startswith("list"))
    of(folder, f"{compare}\nexport two.txt -o again.cnf")
    texts = [(folder / name).read_text() for name in ("two.cnf", "again.cnf")]
    assert "cover/cnf:" in texts[0]
    assert texts[0] == texts[1], "what is not named does not depend on what was loaded before"


@pytest.mark.thorough
def test_an_answer_from_another_program_comes_back(folder: Path) -> None:
    of(folder, "export one.txt --via cnf:direct -o one.cnf")
    true = {1, 6, 11, 16}
    model = " ".join(str(v if v in true else -v) for v in range(1, 17))
    (folder / "model.txt").write_text(f"s SATISFIABLE\nv {model} 0\n")
    done = of(folder, "decode one.cnf model.txt")
    assert done["decode one.cnf model.txt"][1] == ANSWER


@pytest.mark.thorough
def test_a_registered_kind_is_generated(folder: Path) -> None:
    done = of(folder, "generate rooks --seed 3 -o made.txt\ncheck made.txt\ngenerate rooks --boxes 2x2")
    assert [code for code, _, _ in done.values()] == [0, 0, 2]
    assert done["check made.txt"][1].startswith("UNIQUE")


@pytest.mark.thorough
def test_an_entry_point_names_a_class(folder: Path) -> None:
    (folder / "stripes.txt").write_text("stripes 3 2\n- -\n- 2\n- -\n")
    done = of(
        folder,
        "check stripes.txt\nsolve stripes.txt\ntest stripes --most 3000\ncheck stripes.txt --certify out",
    )
    assert done["check stripes.txt"][1].startswith("UNIQUE")
    assert done["solve stripes.txt"][1] == "1 1\n2 2\n1 1\n"
    assert "equal" in done["test stripes --most 3000"][1]
    assert done["check stripes.txt --certify out"][0] == 0


@pytest.mark.thorough
def test_what_is_not_known_anywhere(folder: Path) -> None:
    done = of(
        folder,
        """
        check one.txt --kind rook
        generate langford
        check one.txt --via cnf:nonsense
        convert one.txt --to nonsense
        """,
    )
    assert [code for code, _, _ in done.values()] == [2, 2, 2, 2]


@pytest.mark.thorough
def test_a_broken_package_is_named_and_stops_nobody_else(folder: Path) -> None:
    broken = folder / "broken-1.dist-info"
    broken.mkdir()
    (broken / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n")
    (broken / "entry_points.txt").write_text(
        "[coversat.kinds]\nlost = nothing_of_this_name:KIND\nodd = json:dumps\n"
        "[coversat.solvers]\nlost = json:nothing\n"
    )
    script = f"""
import sys, warnings
sys.path[:0] = [{str(folder)!r}]
import coversat
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    assert "search/scan" in coversat.routes("sudoku")
    print(*sorted(str(one.message) for one in caught), sep="\\n")
for kind in ("lost", "odd"):
    try:
        coversat.read("lost 1", kind=kind)
    except coversat.CoversatError as error:
        print(error)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[:3] == [
        "the entry point 'lost = json:nothing' of coversat.solvers cannot be loaded: AttributeError: "
        "module 'json' has no attribute 'nothing'",
        "the entry point 'lost = nothing_of_this_name:KIND' of coversat.kinds cannot be loaded: "
        "ModuleNotFoundError: No module named 'nothing_of_this_name'",
        "the entry point 'odd = json:dumps' of coversat.kinds is a function, not a Kind",
    ]


@pytest.mark.thorough
def test_registering_by_hand() -> None:
    """What a program registers itself is found like the rest; a name is taken once."""
    script = f"""
import sys
sys.path[:0] = [{str(PLUGIN)!r}]
import coversat, rooks, rooks_more
coversat.register(rooks.KIND)
coversat.register(rooks.KIND)
coversat.register_encoding(rooks_more.DIRECT)
coversat.register_solver(rooks_more.PERMUTATIONS)
coversat.register_form("rooks", rooks_more.LINE)
assert "rooks" in list(coversat.KINDS)
assert coversat.Rooks is rooks.Rooks
assert coversat.check({TWO!r}, via="search/permutations").verdict.name == "MULTIPLE"
assert coversat.read("rook-line ./.\\n")
import dataclasses
for again, change in (
    (coversat.register, 5),
    (coversat.register, dataclasses.replace(rooks.KIND, home="json")),
    (coversat.register_encoding, rooks_more.DIRECT._replace(about="another")),
    (coversat.register_solver, dataclasses.replace(rooks_more.PERMUTATIONS, about="another")),
):
    try:
        again(change)
    except ValueError as error:
        print(error)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "a kind of problem is a Kind, or a class of puzzles, not 5",
        "there is a kind of problem called 'rooks': rooks",
        "there is a reduction 'cnf:direct' from rooks",
        "there is a solver 'search/permutations' of rooks",
    ]


@pytest.mark.thorough
def test_a_constraint_of_an_installed_package(folder: Path) -> None:
    """It is read, checked, modelled, drawn and listed; its name is looked up only when a line has it."""
    (folder / "even.txt").write_text("....\n" * 4 + "even-sum r1c1 r2c3 r3c2\n")
    (folder / "odd.txt").write_text("1234\n3421\n....\n....\neven-sum r1c1 r1c2\n")
    done = of(
        folder,
        """
        count even.txt --via cnf:extended/cadical195
        count even.txt --via cnf:mdd/cadical195
        count even.txt --via search/scan
        check odd.txt --certify proof
        verify proof
        explain odd.txt
        candidates even.txt
        grade even.txt
        compare even.txt --limit 300 --routes search/* --routes cover/bitset --routes cnf:*/cadical195
        export even.txt -o even.cnf
        draw even.txt
        convert even.txt --to spaced
        list constraints
        """,
    )
    rows = list(permutations(range(1, 5)))
    grids = [
        grid
        for grid in product(rows, repeat=4)
        if all(len(set(column)) == 4 for column in zip(*grid, strict=True))
        and all(
            len({grid[r][c], grid[r][c + 1], grid[r + 1][c], grid[r + 1][c + 1]}) == 4
            for r in (0, 2)
            for c in (0, 2)
        )
    ]
    even = sum((grid[0][0] + grid[1][2] + grid[2][1]) % 2 == 0 for grid in grids)
    for line, (_, out, _) in done.items():
        if line.startswith("count"):
            assert f"exactly {even}" in out, line
    assert {line for line, (code, _, _) in done.items() if code} == {"check odd.txt --certify proof"}
    assert "ACCEPTED NONE" in done["verify proof"][1]
    assert "the others agree" in next(out for line, (_, out, _) in done.items() if "compare" in line)
    assert "even-sum r1c1 r1c2" in done["explain odd.txt"][1]
    assert "#88aa88" in done["draw even.txt"][1]
    assert "even-sum r1c1 r2c3 r3c2" in done["convert even.txt --to spaced"][1]
    assert "even-sum" in done["list constraints"][1]


def test_registering_a_constraint_by_hand() -> None:
    script = f"""
import sys
sys.path[:0] = [{str(PLUGIN)!r}]
import coversat, even_sum
coversat.register_constraint(even_sum.EvenSum)
class Thermo(even_sum.EvenSum):
    word = "thermo"
for wrong in (Thermo, coversat.Constraint, type("Odd", (even_sum.EvenSum,), dict(word="Odd Sum"))):
    try:
        coversat.register_constraint(wrong)
    except ValueError as error:
        print(error)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "there is a constraint called 'thermo'",
        "Constraint is not a class of constraints with a check and a model",
        "a constraint called 'Odd Sum'; its word has lower-case letters and hyphens",
    ]
