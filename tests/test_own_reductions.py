"""Reductions in a file of the user: right ones pass, each kind of fault is found, and mischief is stopped."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from itertools import islice
from pathlib import Path

import pytest
from command_line import command_line
from each import each

from coversat.setters.testing import problems, reductions
from coversat.setters.testing.problems import PROBLEMS
from coversat.setters.testing.reductions import try_reduction

EXAMPLES = Path(__file__).resolve().parent.parent / "examples" / "own" / "reductions"


@pytest.fixture(autouse=True)
def _few_instances(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reductions, "SMALL", 250)
    monkeypatch.setattr(reductions, "RANDOM", 10)


def source(ends: str, forward: str, back: str = "return answer", claim: str = "one to one") -> str:
    """The text of a reduction whose instance has the names that it needs."""
    one, other = ends.split(" -> ")
    return f"""
from itertools import combinations
source, target, claim = {one!r}, {other!r}, {claim!r}

def forward(instance):
    {forward}

def back(answer, instance):
    {back}
"""


GRAPH = "n, edges, k = instance; "
REST = "return set(range(instance.vertices)) - answer"
COMPLEMENT = "[e for e in combinations(range(n), 2) if e not in edges]"
STARS = "[[i for i, e in enumerate(edges) if v in e] for v in range(n)]"
SETS = "n, sets, k = instance; "
TRIPLES = (
    "n, clauses = instance; "
    "ends = [(c, l) for c, clause in enumerate(clauses) for l in clause]; "
    "pairs = [(a, b) for a, b in combinations(range(len(ends)), 2) "
    "if ends[a][0] == ends[b][0] or ends[a][1] == -ends[b][1]]; "
)
INDEPENDENT = TRIPLES + "return len(ends), pairs, len(clauses)"
CHOSEN = (
    "ends = [l for clause in instance.clauses for l in clause]; "
    "return tuple(v in {ends[at] for at in answer} for v in range(1, instance.variables + 1))"
)
RIGHT = (
    source("independent set -> clique", GRAPH + f"return n, {COMPLEMENT}, k"),
    source("clique -> independent set", GRAPH + f"return n, {COMPLEMENT}, k"),
    source("vertex cover -> independent set", GRAPH + "return n, edges, max(n - k, 0)", REST),
    source("independent set -> vertex cover", GRAPH + "return n, edges, n - k", REST),
    source("vertex cover -> hitting set", GRAPH + "return n, edges, k"),
    source("vertex cover -> set cover", GRAPH + "return len(edges), " + STARS + ", k"),
    source("partition -> subset sum", "s = sum(instance[0]); return instance[0], s + 1 if s % 2 else s // 2"),
    source("3-sat -> sat", "return instance"),
    source("3-sat -> independent set", INDEPENDENT, CHOSEN, "many to one"),
    source("hamiltonian cycle -> hamiltonian cycle", "return instance"),
)  # fmt: skip
WRONG = (
    # The fault, and the properties that fail.
    (source("vertex cover -> independent set", GRAPH + "return n, edges, k", REST), {"sound", "complete"}),
    (source("independent set -> clique", GRAPH + "return n, edges, k"), {"sound", "complete"}),
    (source("independent set -> clique", GRAPH + f"return n, {COMPLEMENT}, k + 1"), {"complete"}),
    (source("independent set -> clique", GRAPH + f"return n, {COMPLEMENT}, max(k - 1, 0)"), {"sound"}),
    (source("vertex cover -> independent set", GRAPH + "return n, edges, max(n - k, 0)"), {"carried back"}),
    (source("vertex cover -> dominating set", GRAPH + "return n, edges, k"), {"complete"}),
    (source("3-sat -> independent set", INDEPENDENT, CHOSEN), {"reached"}),
    (source("3-sat -> nae-sat", "return instance"), {"complete"}),
    (source("nae-sat -> 3-sat", "return instance"), {"sound"}),
    (source("partition -> subset sum", "return instance[0], sum(instance[0]) // 2"), {"sound"}),
    (source("colouring -> colouring", GRAPH + "return n, edges, k + 1"), {"sound", "carried back"}),
    (source("hamiltonian path -> hamiltonian cycle", "return instance"), {"complete"}),
    (source("set packing -> exact cover", SETS + "return n, sets"), {"complete"}),
    (source("clique -> clique", GRAPH + "return n, [*edges, (0, 0)], k"), {"runs"}),
    (source("clique -> clique", GRAPH + "return n, [*edges, *edges], k"), {"runs"}),
    (source("clique -> clique", GRAPH + "return n, [(0, n)], k"), {"runs"}),
    (source("clique -> clique", GRAPH + "return n, edges, k - 1"), {"runs"}),
    (source("clique -> clique", GRAPH + "return 1 // k, edges, k"), {"runs"}),
    (source("clique -> clique", "return instance", "return answer[0]"), {"carried back"}),
)  # fmt: skip


@pytest.mark.parametrize("text", RIGHT)
def test_right_reductions_pass(text: str, tmp_path: Path) -> None:
    file = tmp_path / "reduction.py"
    file.write_text(text)
    trial = try_reduction(str(file))
    assert trial.is_right, trial
    assert trial.satisfiable > 0
    assert trial.instances > 100


@pytest.mark.thorough
@pytest.mark.parametrize(("text", "properties"), WRONG)
def test_faults_are_found_on_small_instances(text: str, properties: set[str], tmp_path: Path) -> None:
    file = tmp_path / "reduction.py"
    file.write_text(text)
    trial = try_reduction(str(file))
    assert not trial.is_right
    assert properties <= {one.what for one in trial.found}, trial
    assert all(one.before for one in trial.found)


@each("claim", ["one to one", "one to one under a projection", "many to one"])
def test_two_answers_for_one_are_not_one_to_one(claim: str, tmp_path: Path) -> None:
    """A variable that no clause has may be true or false."""
    file = tmp_path / "reduction.py"
    file.write_text(
        source("3-sat -> sat", "n, clauses = instance; return n + 1, clauses", "return answer[:-1]", claim)
    )
    trial = try_reduction(str(file))
    assert trial.is_right == (claim != "one to one")
    words = [one.words for one in trial.found if one.what == "one to one"]
    assert words[:1] == ["2 for 1 at n = 1"]


MISCHIEF = (
    ("while True: pass", "it did not end within"),
    ("exec('try:\\n while True: pass\\nexcept BaseException: pass')", "it did not end within"),
    ("raise SystemExit(7)", "it exited with code 7"),
    ("import os; os._exit(5)", "it exited with code 5"),
    ("open('stolen.txt', 'w')", "it may not open 'stolen.txt' for writing"),
    ("import os; os.mkdir('stolen')", "it may not use os.mkdir"),
    ("import os; os.system('touch stolen')", "it may not use os.system"),
    ("import subprocess; subprocess.run(['touch', 'stolen'])", "it may not use"),
    ("import socket; socket.socket()", "it may not use socket.__new__"),
    ("x = bytearray(2 << 30)", "it used too much memory"),
)


@pytest.mark.thorough
@pytest.mark.parametrize(("code", "reason"), MISCHIEF)
@pytest.mark.parametrize("where", ["when it is run", "in forward"])
def test_mischief_is_stopped(
    code: str, reason: str, where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = source("clique -> clique", "return instance")
    text = (
        f"{code}\n{text}"
        if where == "when it is run"
        else text.replace("    return instance", f"    {code}\n    return instance", 1)
    )
    Path("reduction.py").write_text(text)
    trial = try_reduction("reduction.py", seconds=0.3 if "while" in code else 20, memory=2**28)
    assert reason in trial.stopped or (reason == "it used too much memory" and "MemoryError" in str(trial))
    assert not trial.is_right
    assert sorted(path.name for path in tmp_path.iterdir()) == ["reduction.py"]


@pytest.mark.thorough
def test_a_fault_counts_although_the_file_is_stopped_later(tmp_path: Path) -> None:
    file = tmp_path / "reduction.py"
    hangs = "    while instance.vertices == 3: pass\n    return instance.vertices, instance.edges, 0"
    file.write_text(source("clique -> clique", hangs.strip()))
    trial = try_reduction(str(file), seconds=0.4)
    assert not trial.is_right
    assert "sound" in {one.what for one in trial.found}, trial
    assert trial.instances < 20


BAD = (
    ("def forward(x", "1:12: not Python"),
    ("def forward(x): pass", "it does not define 'source'"),
    (source("clique -> klique", "return instance"), "the target is 'klique'; did you mean clique?"),
    (
        source("clique -> clique", "return instance", claim="yes"),
        "the claim is 'yes'; expected one of 'one to one'",
    ),
    ("import nothing_here\ndef forward(x): pass", "1:1: ModuleNotFoundError"),
)


@pytest.mark.thorough
@pytest.mark.parametrize(("text", "message"), BAD)
@pytest.mark.usefixtures("spawned")
def test_files_that_define_no_reduction(text: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "reduction.py"
    file.write_text(text)
    done = command_line("test", str(file))
    assert done.code == 2
    assert message in done.output
    (tmp_path / "other.py").write_text(text)
    done = command_line("test", str(tmp_path))
    assert done.code == 3
    assert message in done.output


LARGE = source("sat -> clique", "return 60, list(combinations(range(60), 2)), 3", "return (False,)")


def test_what_was_never_compared_is_unknown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All instances of the target are too large; or none of the source has an answer."""
    file = tmp_path / "reduction.py"
    monkeypatch.setattr(reductions, "SMALL", 4)
    monkeypatch.setattr(reductions, "RANDOM", 0)
    monkeypatch.setattr(problems, "MOST_NODES", 1)
    for text, words in (
        (LARGE, "no instance was compared"),
        (source("hamiltonian cycle -> clique", "return 1, [], 2"), "no instance with an answer was compared"),
    ):
        file.write_text(text)
        done = command_line("test", str(file))
        assert done.code == 3, done.output
        assert "reduction.py: unknown: " in done.stdout
        assert f"  {words}\n" in done.stdout
        assert "complete: unknown; answers carried back: unknown; answers reached: unknown" in done.stdout
        row = json.loads(command_line("test", str(file), "--json").stdout)
        assert (row["status"], row["complete"], row["one_to_one"]) == ("unknown", "unknown", "unknown")


def test_large_instances_are_compared_by_solvers(tmp_path: Path) -> None:
    """A set of one number becomes a clique of 24 vertices: too many assignments to try."""
    file = tmp_path / "reduction.py"
    forward = "n, k = len(instance.numbers), instance.target; return 24, combinations(range(24), 2), {}"
    for wanted, right in (("24 if k == sum(instance.numbers) else 25", True), ("24", False)):
        text = source(
            "subset sum -> clique", forward.format(wanted), "return set(range(len(instance.numbers)))"
        )
        file.write_text(text.replace("'subset sum'", "'ones'") + ONES)
        trial = try_reduction(str(file))
        assert trial.is_right == right, trial
        assert trial.skipped == 0
    assert trial.found[0].words == "the source has no answer, and the target has"


ONES = """

def source_instances():
    from collections import namedtuple
    instance = namedtuple("Ones", "numbers target")
    return [instance((1,) * n, k) for n in range(1, 5) for k in (0, n)]


def source_answers(instance):
    if instance.target == len(instance.numbers):
        yield frozenset(range(instance.target))
"""


def test_one_to_one_is_tried_whatever_is_claimed(tmp_path: Path) -> None:
    """A sum and its complement are both halves of a partition: two for one."""
    file = tmp_path / "reduction.py"
    forward = "numbers, k = instance; s = sum(numbers); return ((*numbers, s + k + 1, 2 * s - k + 1),)"
    back = (
        "n = len(instance.numbers); return {at for at in range(n) if (at in answer) == ((n + 1) in answer)}"
    )
    for claim, right in (
        ("many to one", True),
        ("one to one under a projection", True),
        ("one to one", False),
    ):
        file.write_text(source("subset sum -> partition", forward, back, claim))
        trial = try_reduction(str(file))
        assert trial.is_right == right, trial
        assert {one.what: one.words for one in trial.found} == {"one to one": "2 for 1 at n = 1"}
        assert trial.holds("reached")
        assert trial.holds("one to one") is False


def test_a_folder_gives_a_table() -> None:
    done = command_line("test", str(EXAMPLES))
    assert done.code == 1
    lines = done.stdout.splitlines()
    assert [line.split()[1] for line in lines[1:]] == ["WRONG", "right"]
    rows = [json.loads(line) for line in command_line("test", str(EXAMPLES), "--json").stdout.splitlines()]
    assert [row["status"] for row in rows] == ["wrong", "right"]
    assert rows[0]["complete"] == "no"
    assert "vertices = 1" in rows[0]["counterexamples"][0]["before"]


@each("name", PROBLEMS)
def test_instances_of_a_problem_read_back(name: str) -> None:
    problem = PROBLEMS[name]
    rng = random.Random(name)
    those = [*islice(problem.instances(), 100), *(problem.drawn(rng) for _ in range(10))]
    assert len(set(those[:100])) == 100
    for instance in those:
        assert problem.read(tuple(instance)) == instance
        with suppress(problems.TooLargeError):
            answers = list(islice(problem.answers(instance), 2_000))
            assert len(set(answers)) == len(answers)


COUNTS = (
    # Known numbers: independent sets of a path, covers of a triangle, colourings of a cycle and so on.
    ("independent set", (4, [(0, 1), (1, 2), (2, 3)], 0), 8),
    ("vertex cover", (3, [(0, 1), (0, 2), (1, 2)], 2), 3),
    ("colouring", (5, [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4)], 3), 30),
    ("hamiltonian cycle", (5, [(a, b) for b in range(5) for a in range(b)], ), 12),
    ("hamiltonian path", (4, [(a, b) for b in range(4) for a in range(b)], ), 12),
    ("dominating set", (4, [(0, 1), (0, 2), (0, 3)], 1), 1),
    ("3-sat", (3, [(1, 2, 3)]), 7),
    ("nae-sat", (3, [(1, 2, 3)]), 6),
    ("1-in-3-sat", (3, [(1, 2, 3)]), 3),
    ("subset sum", ((1, 2, 3), 3), 2),
    ("partition", ((1, 1, 2),), 2),
    ("exact cover", (3, [(0,), (1, 2), (0, 1), (2,)]), 2),
    ("set packing", (3, [(0,), (1, 2), (0, 1), (2,)], 2), 3),
    ("hitting set", (3, [(0, 1), (1, 2)], 1), 1),
)  # fmt: skip


@each(("name", "instance", "number"), COUNTS)
def test_answers_are_counted_right(name: str, instance: object, number: int) -> None:
    problem = PROBLEMS[problems.kind_called(name)]
    assert len(list(problem.answers(problem.read(instance)))) == number


def test_the_empty_graph_and_the_empty_formula() -> None:
    assert list(PROBLEMS["clique"].answers(problems.BoundedGraph(0, (), 0))) == [frozenset()]
    assert list(PROBLEMS["hamiltoniancycle"].answers(problems.Graph(2, ((0, 1),)))) == []
    assert list(PROBLEMS["cnf"].answers(problems.Formula(1, ((),)))) == []
