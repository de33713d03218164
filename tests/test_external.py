"""SAT solvers as programs of their own; most of them small scripts that misbehave on purpose."""

from __future__ import annotations

import os
import resource
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from each import each
from instances import instances, seen

from coversat.answering.routes import external_route
from coversat.answering.running import run
from coversat.base import programs
from coversat.base.deadline import Deadline
from coversat.base.errors import SolverError
from coversat.exchange.external import ExternalSolver
from coversat.problems import Cnf
from coversat.solvers import Limits
from coversat.solvers import found_by as solve
from coversat.solvers.findings import Verdict

ROOT = Path(__file__).resolve().parent.parent
KAKURO2 = ROOT / "examples" / "kakuro" / "kakuro2.txt"
FORMULA = Cnf(3, ((1, 2), (-1, -2), (3,)))

# A solver in a few lines: every assignment in turn.
BRUTE_FORCE = """
import itertools, sys
lines = [line.split() for line in open(sys.argv[1]) if line[0] != "c"]
count = int(lines[0][2])
clauses = [set(map(int, line[:-1])) for line in lines[1:]]
assert len(clauses) == int(lines[0][3])
model = None
for values in itertools.product(*((v, -v) for v in range(1, count + 1))):
    if all(clause & set(values) for clause in clauses):
        model = values
        break
"""
RIGHT = (
    BRUTE_FORCE
    + """
print("c a solver")
print("s UNSATISFIABLE" if model is None else "s SATISFIABLE")
if model is not None:
    for literal in model:
        print("v", literal)
    print("v 0")
sys.exit(20 if model is None else 10)
"""
)
MINISAT_LIKE = (
    BRUTE_FORCE
    + """
with open(sys.argv[2], "w") as file:
    file.write("UNSAT\\n" if model is None else "SAT\\n" + " ".join(map(str, model)) + " 0\\n")
print("UNSATISFIABLE" if model is None else "SATISFIABLE")
"""
)
ONLY_THE_PROJECTION = (
    BRUTE_FORCE
    + """
shown = [set(line.split()[3:-1]) for line in open(sys.argv[1]) if line.startswith("c p show ")]
print("s UNSATISFIABLE" if model is None else "s SATISFIABLE")
if model is not None:
    print("v", *(x for x in model if not shown or str(abs(x)) in shown[0]), 0)
"""
)

Script = Callable[[str], ExternalSolver]


@pytest.fixture
def script(tmp_path: Path) -> Script:
    """Makes a solver of the text of a Python program."""

    def made(text: str, arguments: str = "") -> ExternalSolver:
        path = tmp_path / f"a solver {len(list(tmp_path.iterdir()))}.py"
        path.write_text(text)
        words = [
            sys.executable,
            "-I",
            "-S",
            str(path),
        ]  # packages that are installed take time to be looked for
        return ExternalSolver(f"{shlex.join(words)} {arguments}".strip())

    return made


@pytest.mark.thorough
def test_the_right_answer(script: Script) -> None:
    for solver in (script(RIGHT), script(RIGHT, "{cnf}"), script(MINISAT_LIKE, "{cnf} {model}")):
        outcome = solve(solver, FORMULA)
        assert outcome.exhausted
        assert set(outcome.answers) == {(1, -2, 3), (-1, 2, 3)}
    outcome = solve(script(RIGHT), FORMULA, Limits(answers=1))
    assert len(outcome.answers) == 1
    assert not outcome.exhausted


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["cnf", "cover", "queens", "kakuro", "akari", "colouring", "3sat"])
def test_kinds_by_a_program(script: Script, kind: str) -> None:
    """A small instance with one or two answers, whose formula a program without any search solves.

    Every kind is in the contract of exports, where programs that are installed are asked too.
    """
    command = script(RIGHT).command
    done = False
    for instance in instances(kind):
        route = external_route(kind, None, command)
        if done or instance.refuses(route.name) or len(instance.answers) not in (1, 2):
            continue
        target = route.reduce(instance.problem).target
        if target.variable_count <= 12:
            outcome = run(instance.problem, route).findings
            found = frozenset(seen(instance.problem, answer) for answer in outcome.answers)
            assert found == instance.answers
            assert outcome.exhausted
            done = True
    assert done


@pytest.mark.thorough
def test_models_of_the_projection_only(script: Script) -> None:
    formula = Cnf(4, ((1, 2), (-1, 3), (-2, 4)), projection=(1, 2))
    outcome = solve(script(ONLY_THE_PROJECTION), formula)
    assert {model[:2] for model in outcome.answers} == {(1, 2), (1, -2), (-1, 2)}
    assert all(len(model) == 4 and not formula.violations(model) for model in outcome.answers)


def test_partial_models(script: Script) -> None:
    outcome = solve(script("print('s SATISFIABLE')\nprint('v 3 0')\n"), FORMULA, Limits(answers=1))
    (model,) = outcome.answers
    assert not FORMULA.violations(model)


@pytest.mark.thorough
def test_a_formula_without_clauses(script: Script) -> None:
    """Some programs show no literals of variables that occur in no clause."""
    program = """
import sys
lines = open(sys.argv[1]).read().splitlines()
print("s SATISFIABLE")
clauses = [line for line in lines if line[0] not in "cp"]
if clauses:
    print("v", clauses[0])
"""
    outcome = solve(script(program), Cnf(2, ()), Limits(answers=2))
    assert len(set(outcome.answers)) == 2
    assert {tuple(map(abs, model)) for model in outcome.answers} == {(1, 2)}


MISBEHAVIOUR = {
    "a wrong model": ("print('s SATISFIABLE'); print('v 1 2 3 0')", "its model leaves a clause false"),
    "another wrong model": ("print('s SATISFIABLE'); print('v -1 -2 0')", "its model leaves a clause false"),
    "a model of a contradiction": (
        "print('s SATISFIABLE'); print('v 1 0')",
        "its model leaves a clause false",
    ),
    "exit 10 without a model": ("sys.exit(10)", "not an answer"),
    "exit 1": ("sys.exit(1)", "expected a solver's output"),
    "SATISFIABLE without a model": ("print('s SATISFIABLE')", "shows no literals"),
    "two statuses": ("print('s SATISFIABLE'); print('s UNSATISFIABLE')", "expected one status"),
    "a model after another status": (
        "print('s UNSATISFIABLE\\ns SATISFIABLE\\nv 1 -2 3 0')",
        "one status; there is UNSATISFIABLE above",
    ),
    "an unknown status": ("print('s PERHAPS')", "expected SATISFIABLE, UNSATISFIABLE or UNKNOWN"),
    "x and not x": ("print('s SATISFIABLE'); print('v 1 -1 3 0')", "it contains 1 already"),
    "a literal out of range": ("print('s SATISFIABLE'); print('v 1 -2 4 0')", "a literal from -3 to 3"),
    "a literal of forty digits": ("print('s SATISFIABLE'); print('v', '7' * 40, 0)", "a literal from"),
    "a word among literals": ("print('s SATISFIABLE'); print('v 1 two 0')", "a literal from"),
    "a model beside UNSATISFIABLE": (
        "print('s UNSATISFIABLE'); print('v 1 0')",
        "no model beside UNSATISFIABLE",
    ),
    "exit 20 beside a model": ("print('s SATISFIABLE\\nv 1 -2 3 0'); sys.exit(20)", "exits with 20"),
    "exit 10 beside UNSATISFIABLE": (
        "print('s UNSATISFIABLE'); sys.exit(10)",
        "it says UNSATISFIABLE and exits with 10",
    ),
    "killed": ("os.kill(os.getpid(), 9)", "is ended by SIGKILL"),
    "a segmentation fault": ("os.kill(os.getpid(), 11)", "ended by SIGSEGV"),
    "nothing at all": ("pass", "line 1, column 1: expected a solver's output"),
    "a comment alone": ("print('c nothing')", "expected a solver's output"),
    "bytes that are not text": ("sys.stdout.buffer.write(bytes(range(256)))", "not an answer"),
    "bytes that are not ASCII": (
        "sys.stdout.buffer.write(bytes(range(128, 256)))",
        "expected a solver's output",
    ),
    "output closed early": ("print('s SATISFIABLE', flush=True); os.close(1)", "shows no literals"),
}


@pytest.mark.thorough
@pytest.mark.parametrize("name", MISBEHAVIOUR)
def test_a_program_that_misbehaves_is_an_error_and_never_an_answer(script: Script, name: str) -> None:
    text, message = MISBEHAVIOUR[name]
    formula = Cnf(1, ((1,), (-1,))) if "contradiction" in name else FORMULA
    with pytest.raises(SolverError) as raised:
        solve(script(f"import os, sys\n{text}\n"), formula)
    assert message in str(raised.value)


def test_endless_output_is_cut(script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(programs.run.__kwdefaults__, "most", 100_000)
    with pytest.raises(SolverError, match="File too large"):
        solve(script("while True: print('c and so on')"), FORMULA)


@pytest.mark.thorough
@pytest.mark.parametrize("text", ["print('s UNKNOWN')\n", "print('INDET')\n", "print('s INDETERMINATE')\n"])
def test_unknown_is_unknown(script: Script, text: str) -> None:
    outcome = solve(script(text), FORMULA)
    assert outcome.verdict is Verdict.UNKNOWN
    assert not outcome.exhausted
    assert outcome.reason is not None
    assert outcome.reason.endswith("printed UNKNOWN")


@pytest.mark.thorough
def test_the_outcome_names_the_program_that_claims_unsatisfiability(script: Script) -> None:
    """Without a proof the claim cannot be checked; it is wrong here."""
    outcome = solve(script("print('s UNSATISFIABLE')"), FORMULA)
    assert (outcome.verdict, outcome.claimed_by) == (Verdict.NONE, Path(sys.executable).name)


@pytest.mark.thorough
def test_a_model_file_that_is_never_written(script: Script) -> None:
    with pytest.raises(SolverError, match="expected a solver's output"):
        solve(script("print('s SATISFIABLE')\nprint('v 1 -2 3 0')\n", "{cnf} {model}"), FORMULA)


@pytest.mark.thorough
@each(
    ("command", "message"),
    [
        ("no-such-program-anywhere", "no-such-program-anywhere cannot be started: No such file"),
        ("kisat {cnf}", "kisat cannot be started: No such file or directory; did you mean kissat "),
        ("/ {cnf}", "cannot be started: Permission denied"),
        (__file__, "cannot be started: Permission denied"),
        ("", "the solver command is empty"),
        ("'unclosed", "No closing quotation"),
        (
            "cadical -q {instance}",
            "unknown field {instance}; there is {cnf}, {knf}, {cnfp}, {opb}, ",
        ),
        ("clasp {obp}", "unknown field {obp}; did you mean {opb} or "),
        ("clasp {opb} {cnf}", "{opb} and {cnf} are two texts, and a program is given one"),
        ("cadical -q < {cnf}", "no shell runs it that knows '<'"),
    ],
)
def test_programs_that_do_not_start(command: str, message: str) -> None:
    with pytest.raises(SolverError) as raised:
        solve(ExternalSolver(command), FORMULA)
    assert message in str(raised.value)


@pytest.mark.thorough
def test_a_time_limit_ends_the_program_and_its_children(script: Script, tmp_path: Path) -> None:
    """A child, and a fork of the program itself, would each write a file later; neither lives that long."""
    started = time.monotonic()
    for name, begin in (
        ("child", "subprocess.Popen([sys.executable, '-c', {late!r}])"),
        ("fork", "os.fork() or exec({late!r})"),
    ):
        late = f"import time; time.sleep(1); open({str(tmp_path / name)!r}, 'w')"
        text = f"import os, subprocess, sys, time\n{begin.format(late=late)}\ntime.sleep(60)\n"
        outcome = solve(script(text), FORMULA, Limits(deadline=Deadline(0.5)))
        assert (outcome.verdict, outcome.exhausted) == (Verdict.UNKNOWN, False)
        assert outcome.reason is not None
        assert outcome.reason.startswith("time ran out")
    assert time.monotonic() - started < 20
    time.sleep(1.2)
    assert not {"child", "fork"} & {path.name for path in tmp_path.iterdir()}


@pytest.mark.thorough
def test_a_limit_of_starts(script: Script) -> None:
    """A node is one start of the program."""
    outcome = solve(script(RIGHT), FORMULA, Limits(nodes=1))
    assert len(outcome.answers) == 1
    assert not outcome.exhausted
    assert outcome.answers
    assert solve(script(RIGHT), FORMULA, Limits(nodes=0)).verdict is Verdict.UNKNOWN


@pytest.mark.thorough
def test_the_file_the_program_reads(script: Script, tmp_path: Path) -> None:
    """It is DIMACS, with the blocking clause of the first model in the second call."""
    log = tmp_path / "log"
    text = f"open({str(log)!r}, 'a').write(open(__import__('sys').argv[1]).read() + '---\\n')\n"
    solve(script(text + RIGHT), Cnf(1, (), {1: "é"}))
    first, second, third, rest = log.read_text().split("---\n")
    assert first == Cnf(1, (), {1: "é"}).format()
    assert second == "c varname 1 \\xe9\np cnf 1 1\n-1 0\n"
    assert third == "c varname 1 \\xe9\np cnf 1 2\n-1 0\n1 0\n"
    assert rest == ""


def test_it_runs_in_the_current_folder(
    script: Script, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A script, and the files that it reads, are named from here."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(f"assert open('settings').read() == 'x'\n{RIGHT}")
    (tmp_path / "settings").write_text("x")
    command = f"{shlex.quote(sys.executable)} mine.py {{cnf}}"
    assert len(solve(ExternalSolver(command), FORMULA).answers) == 2


@pytest.mark.thorough
def test_no_shell_is_used(script: Script, tmp_path: Path) -> None:
    made = tmp_path / "made_by_a_shell"
    solver = ExternalSolver(script(RIGHT).command + f" {{cnf}} ; touch {shlex.quote(str(made))}")
    assert len(solve(solver, FORMULA).answers) == 2
    for command in (f"echo {{cnf}}; touch {made}", f"echo $(touch {made})"):
        with pytest.raises(SolverError):
            solve(ExternalSolver(command), FORMULA)
    assert not made.exists()


# The files of a command


def coversat(*words: str) -> list[str]:
    return [sys.executable, "-m", "coversat", *words]


def test_a_full_disk_leaves_no_file(tmp_path: Path) -> None:
    """In place of a full disk, a limit on the size of files; with -B, since it would cut off bytecode too."""

    def small_files() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

    target = tmp_path / "x.cnf"
    done = subprocess.run(
        [sys.executable, "-B", "-m", "coversat", "export", str(KAKURO2), "-o", str(target)],
        preexec_fn=small_files,
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_reader_that_goes_away_is_no_crash(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    process = subprocess.Popen(
        coversat("export", str(KAKURO2)), stdout=writing, stderr=subprocess.PIPE, text=True, cwd=ROOT
    )
    os.close(writing)
    os.close(reading)
    _, said = process.communicate(timeout=30)
    assert "Traceback" not in said
    assert "Exception" not in said
