"""Every command with --timeout ends in time, whatever it is doing: reading, reducing, solving, explaining."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from coversat.cli import exit_code

SECONDS = 0.2
SLACK = 1.0
"""What a command may take beyond its limit; of the process's own time, of which a busy machine takes none."""


def pigeonhole(pigeons: int) -> str:
    """More pigeons than holes, two of which never share one: hard for every SAT solver."""
    holes = pigeons - 1

    def at(pigeon: int, hole: int) -> int:
        return pigeon * holes + hole + 1

    clauses = [[at(p, h) for h in range(holes)] for p in range(pigeons)]
    clauses += [[-at(p, h), -at(q, h)] for h in range(holes) for p in range(pigeons) for q in range(p)]
    lines = [" ".join(map(str, [*clause, 0])) for clause in clauses]
    return "\n".join([f"p cnf {pigeons * holes} {len(clauses)}", *lines, ""])


def long_cover() -> str:
    """Seconds are spent on reading it."""
    options = (f"a{n % 997} b{n % 991} c{n % 983}" for n in range(300_000))
    items = [f"{letter}{n}" for letter, count in (("a", 997), ("b", 991), ("c", 983)) for n in range(count)]
    return "\n".join([" ".join(items), *options, ""])


TEXTS = {
    "queens": "queens 200\n",
    "sudoku": (" ".join("." * 25) + "\n") * 25,
    "pigeonhole": pigeonhole(14),
    "polyomino": "polyomino turn flip\n" + ("." * 20 + "\n") * 18 + "pentominoes\nQ ##./.##/..# x30\n",
}
COMMANDS = {
    "check": (),
    "solve": ("--all",),
    "count": (),
    "explain": (),
    "candidates": (),
    "grade": (),
    "compare": ("--routes",),
    "draw": ("--solve",),
}
ROUTES = {"pigeonhole": "cadical195", "cover": "cnf:pairwise/cadical195"}
"""What is compared; of puzzles `ROUTE`."""
ROUTE = "cover/cnf:pairwise/cadical195"
EASY = {("check", "sudoku"), ("draw", "sudoku"), ("grade", "pigeonhole"), ("grade", "sudoku")}
"""What is found in time, at least on a machine that has some."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("large")
    for name, text in TEXTS.items():
        (made / name).write_text(text)
    (made / "cover").write_text(long_cover())
    return made


def ends_in_time(*arguments: str) -> int:
    began = time.process_time()
    code = exit_code([*arguments, "--timeout", str(SECONDS)])
    assert time.process_time() - began < SECONDS + SLACK
    return code


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", [*TEXTS, "cover"])
def test_every_command_ends_in_time(
    command: str, name: str, folder: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    own = {"draw": ["-o", str(tmp_path / "x.svg")], "compare": [ROUTES.get(name, ROUTE)]}
    code = ends_in_time(command, str(folder / name), *COMMANDS[command], *own.get(command, []))
    assert code == 3 or (code in (0, 1) and (command, name) in EASY)


@pytest.mark.parametrize("command", ["candidates", "grade"])
def test_what_is_not_read_in_time_is_unknown_and_the_next_follows(
    command: str, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert ends_in_time(command, str(folder / "cover"), str(folder / "queens"), "--json") == 3
    rows = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    first = {"file": str(folder / "cover"), "case": None, "status": "unknown", "reason": "0.2 seconds"}
    assert rows[0] == first
    assert rows[1]["file"] == str(folder / "queens")
