"""The same input gives byte-identical exports, whatever PYTHONHASHSEED is."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent

PROGRAM = """
import hashlib
from instances import KINDS, instances
from coversat.exchange import to_cnf, to_cover
from coversat.problems import ExactCover
from coversat.reductions import ReductionError
from coversat.routes import find_route, reduction_paths, run
from coversat.solvers import Limits

for kind in KINDS:
    for instance in instances()[kind][1:2]:
        for rules in reduction_paths(kind):
            if not rules:
                continue
            name = "/".join(rule.name for rule in rules)
            try:
                made = (to_cnf if rules[-1].target == "cnf" else to_cover)(instance.problem, rules)
                text = made.format()
            except ReductionError:
                continue
            except ValueError:
                assert isinstance(made, ExactCover)
                assert not made.primary  # Knuth's text cannot state it
                continue
            print(kind, instance.name, name, hashlib.sha256(text.encode()).hexdigest(), sep=": ")
    for instance in instances()[kind][:3]:
        for route in {
            "sudoku": ("cover/dancing-links", "cover/bitset", "search/scan", "cnf:minimal/cadical195"),
            "sudominoku": ("cover/dancing-links", "search/digits", "cnf:factored/lexicographic"),
            "kakuro": ("cover/dancing-links", "cover/bitset", "search/masks"),
            "cover": ("dancing-links", "bitset", "cnf:pairwise/cadical195"),
            "cnf": ("cadical195", "cover/bitset", "lexicographic"),
        }[kind]:
            outcome = run(instance.problem, find_route(kind, route), Limits(answers=20)).outcome
            print(kind, instance.name, route, outcome.answers, sep=": ")
"""


def printed(seed: str) -> str:
    path = os.pathsep.join([str(TESTS), str(TESTS.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.fixture(scope="module")
def with_seed_0() -> str:
    return printed("0")


def test_something_is_compared(with_seed_0: str) -> None:
    """Every kind, by every reduction, in DIMACS and in Knuth's text."""
    lines = with_seed_0.splitlines()
    assert len(lines) > 80
    for name in (
        "cnf:extended",
        "cnf:factored",
        "cnf:sums",
        "cover/cnf:product",
        "cover/cnf:ladder",
        "cover",
    ):
        assert any(f": {name}: " in line for line in lines)


@pytest.mark.parametrize("seed", ["1", "12345"])
def test_exports_and_answers_do_not_depend_on_the_hash_seed(seed: str, with_seed_0: str) -> None:
    for one, other in zip(with_seed_0.splitlines(), printed(seed).splitlines(), strict=True):
        assert one == other


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
        for seed in ("0", "1", "12345")
    }
    assert len(orders) > 1


def test_the_hash_of_the_puzzle_is_the_hash_of_its_text() -> None:
    """Stated independently of the code: the SHA-256 of the lines in the comments, each ended by LF."""
    from instances import instances

    from coversat.exchange import to_cnf
    from coversat.routes import default_rules

    exported = to_cnf(instances()["sudoku"][1].problem, default_rules("sudoku"))
    lines = [c.removeprefix("puzzle ") for c in exported.comments if c.startswith("puzzle ")]
    digest = hashlib.sha256("".join(line + "\n" for line in lines).encode()).hexdigest()
    assert f"sha256 {digest}" in exported.comments
