"""The same input gives the same exports, answers, pictures and explanations, whatever PYTHONHASHSEED is."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from instances import instances, named

from coversat.exchange import Origin
from coversat.problems import KINDS
from coversat.reductions import encodings_from
from coversat.reductions.paths import EncodingPath, all_paths, default_path

TESTS = Path(__file__).parent

PROGRAM = """
import hashlib
import json
import random
import sys
from itertools import combinations
import networkx
from example_files import EXAMPLES
from instances import named
from test_determinism import DRAWN, taken
from coversat.answering.questions import find_answers as solve
from coversat.kinds.drawing import draw
from coversat.kinds.drawing.diagrams import draw_routes
from coversat.base.errors import CoversatError
from coversat.exchange import FORMATS, pieces as export
from coversat.comparing.metrics import measure, measure_graph
from coversat.problems import read
from coversat.reductions.paths import apply_path, end_of, find_path
from coversat.answering.routes import all_routes
from coversat.answering.running import run
from coversat.setters.explain.candidates import candidates
from coversat.setters.grade import grade
from coversat.solvers import Limits

def shown(kind, *names_and_value):
    *names, value = names_and_value
    print(kind, *names, hashlib.sha256(repr(value).encode()).hexdigest(), sep=": ")

for kind, name in json.loads(sys.argv[1]).items():
    instance = named(kind, name)
    problem = instance.problem
    for path in taken(kind):
        for name, found in FORMATS.items():
            # Covers of formulas are large, and written in one format.
            if found.target != end_of(kind, path) or (len(path) > 1 and name in ("lp", "opb")):
                continue
            try:
                text = "".join(export(problem, name, "/".join(step.name for step in path)))
            except (CoversatError, ValueError) as error:
                text = str(error)
            shown(kind, name, "/".join(step.name for step in path), text)
    for route in all_routes(kind):
        chosen = route.solver.name in ("cadical195", "lexicographic") or route.solver.kind != "cnf"
        if len(route.path) < 2 and chosen and not instance.refuses(route.name):
            answers = run(problem, route, Limits(answers=20)).findings.answers
            shown(kind, route.name, answers)
    shown(kind, "picture", draw(problem, *answers[:2]).svg)
    shown(kind, "setter", (candidates(problem).as_json(), grade(problem).as_json()))

shown("diagram", draw_routes().svg)
for name in DRAWN:
    problem = read((EXAMPLES / name).read_text()).problems[0]
    shown("drawn", name, draw(problem, *solve(problem, limits=Limits(answers=2)).answers).svg)
problem = read("1...\\n....\\n..3.\\n....\\n").problems[0]
for name in ("cover", "cnf:minimal"):
    shown("metrics", name, measure(apply_path(find_path("sudoku", name), problem).target, 30))
for seed in range(3):
    pairs = random.Random(seed).sample(list(combinations("abcdefghijklmnopqrstuvwxyz", 2)), 60)
    shown("metrics", str(seed), measure_graph(networkx.Graph(pairs), 30))
"""
DRAWN = (
    *("sudoku/two-answers.txt", "sudoku/jigsaw.txt", "sudoku/killer.txt", "sudominoku/small.txt"),
    *("polyomino/copies.txt", "dominosa/order-3.txt", "cover/colours.dlx", "cnf/two-models.cnf"),
)


def taken(kind: str) -> list[EncodingPath]:
    """Those of one step, and of longer ones every sixth."""
    every = enumerate(all_paths(kind), KINDS.index(kind))
    return [path for turn, path in every if len(path) < 2 or turn % 6 == 0]


def printed(seed: str) -> list[str]:
    path = os.pathsep.join([str(TESTS), str(TESTS.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path}
    several = {}
    for kind in KINDS:
        those = [one for one in instances(kind) if len(one.answers) > 1]
        several[kind] = min(those, key=lambda one: len(one.problem.format())).name
    words = [sys.executable, "-c", PROGRAM, json.dumps(several)]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


@pytest.mark.thorough
def test_nothing_depends_on_the_hash_seed() -> None:
    """Every kind, by every reduction; more pictures; metrics, also of nodes with names."""
    lines, again = printed("0"), printed("7")
    assert lines == again
    assert [sum(line.startswith(word) for line in lines) for word in ("drawn", "metrics")] == [len(DRAWN), 5]
    for kind in KINDS:
        everything_is_printed(kind, [line for line in lines if line.startswith(f"{kind}: ")])


def everything_is_printed(kind: str, of_kind: list[str]) -> None:
    paths = {"/".join(step.name for step in path) for path in taken(kind) if path}
    for format_name, target in (("dimacs", "cnf"), ("cover", "cover"), ("lp", "cover")):
        told = {line.split(": ")[2] for line in of_kind if line.startswith(f"{kind}: {format_name}: ")}
        wanted = {path for path in paths if path.split("/")[-1].split(":")[0] == target}
        assert told - {""} == {path for path in wanted if format_name != "lp" or "/" not in path}
    assert len(of_kind) > len(paths) + len(encodings_from(kind)) + 2


def test_hash_seeds_reach_the_program() -> None:
    """The order of a set of strings does change: so this test could see a difference."""
    program = "print([*{'ab', 'cd', 'ef', 'gh', 'ij', 'kl'}])"
    orders = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in "07"
    }
    assert len(orders) > 1


def test_the_hash_of_the_puzzle_is_the_hash_of_its_text() -> None:
    """Stated independently of the code: the SHA-256 of the lines in the comments, each ended by LF."""
    problem = named("sudoku", "unique").problem
    exported = Origin(problem, problem.forms[0], default_path("sudoku")).derive().target
    lines = [c.removeprefix("puzzle ") for c in exported.comments if c.startswith("puzzle ")]
    digest = hashlib.sha256("".join(line + "\n" for line in lines).encode()).hexdigest()
    assert f"sha256 {digest}" in exported.comments
