"""What may be imported for a short command: `sys.modules` tells, whatever else the machine does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from each import each

from coversat.kinds import BUILT_IN

EXAMPLES = Path(__file__).parent.parent / "examples"

CHECKED = {
    "sudoku": ("sudoku/boj2239.txt", {"sudoku", "cover"}),
    "starbattle": ("starbattle/one-star.txt", {"starbattle", "cover", "cnf"}),
    "kakuro": ("kakuro/picture.txt", {"kakuro", "cover"}),
}
"""An example of a kind, and the kinds whose classes may be imported."""

DEAR = {"asyncio", "distributed", "networkx", "numpy", "pysat", "sqlite3"}
ONLY_FOR_SOME = {
    *("csv", "difflib", "hashlib", "json", "locale", "mmap", "pathlib", "random", "traceback"),
}
"""Of the standard library: of errors, results in a file, certificates, generators, users' kinds."""
OF_FILES_THAT_DEFINE_KINDS = {"coversat.kinds.definitions"}
OF_OTHER_ROUTES = {"reductions.encoders", "reductions.cnf_builder", "solvers.cover.bitset_engine"}
OF_OTHER_COMMANDS = {
    "answering.sets.workers",
    *("certificates", "drawing", "exchange", "comparing", "proofs"),
    *("setters.explain", "setters.steps", "setters.generate", "setters.commands"),
}


def imported(code: str) -> set[str]:
    """The modules in a new process behind this code, which prints what it likes."""
    code = f"import sys\n{code}\nprint(chr(10), *sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.rsplit("\n", 2)[1].split())


def check(file: str) -> set[str]:
    path = str(EXAMPLES / file)
    return imported(f"from coversat.cli import exit_code\nassert exit_code(['check', {path!r}]) == 0")


def tops(modules: set[str]) -> set[str]:
    return {module.partition(".")[0] for module in modules}


@pytest.mark.thorough
@each("kind", CHECKED)
def test_a_check_imports_no_other_kind_and_nothing_dear(kind: str) -> None:
    file, may = CHECKED[kind]
    modules = check(file)
    kinds = {kind.name for kind in BUILT_IN if kind.module_of("rules") in modules}
    assert kind in kinds <= may
    assert not tops(modules) & (DEAR | ONLY_FOR_SOME)
    assert not modules & OF_FILES_THAT_DEFINE_KINDS
    assert not {f"coversat.{part}" for part in OF_OTHER_COMMANDS | OF_OTHER_ROUTES} & modules
    reduced = {kind.name for kind in BUILT_IN if kind.module_of("model") in modules}
    assert reduced <= {kind, "cover", "cnf"}


@each("kind", ["slitherlink", "hitori"])
def test_direct_searches_of_a_kind_import_no_other_kind(kind: str) -> None:
    modules = imported(f"from coversat.solvers import solvers_of\nassert len(solvers_of({kind!r}))")
    assert {one.name for one in BUILT_IN if one.module_of("rules") in modules} <= {kind}


def test_a_small_cover_needs_no_sat_solver() -> None:
    modules = check(CHECKED["sudoku"][0])
    assert "pysolvers" not in tops(modules)
    assert "coversat.solvers.sat.sat" not in modules


@each("kind", ["sudoku", "kakuro"])
def test_a_cover_that_decides_needs_no_other_solver(kind: str) -> None:
    modules = check(CHECKED[kind][0])
    assert "pysolvers" not in tops(modules)
    assert (
        not {f"coversat.solvers.{name}" for name in ("cover.dancing_links", "sat.lexicographic", "sat.sat")}
        & modules
    )


def test_the_door_imports_no_kind_and_nothing_dear() -> None:
    modules = imported("import coversat")
    assert not {module for module in modules if module.startswith("coversat.problems.")}
    assert not tops(modules) & {*DEAR, "click", "pysolvers"}


@each("pure", ["0", "1"])
def test_the_version_needs_no_kind_of_puzzle(pure: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor do the twins in plain Python, which are all that a page in a browser has, import what is dear."""
    monkeypatch.setenv("COVERSAT_PURE", pure)
    modules = imported("from coversat.cli import exit_code\nexit_code(['--version'])")
    kinds = {kind.name for kind in BUILT_IN if kind.module_of("rules") in modules}
    assert kinds <= {"cover"}
    assert not tops(modules) & {*DEAR, "pysolvers"}


def test_a_short_command_does_not_look_for_cycles() -> None:
    """Neither while it begins, nor among all that is there when it ends."""
    imported(f"""
import gc
from coversat.__main__ import main
begun = []
gc.collect()
gc.callbacks.append(lambda phase, told: begun.append(told) if phase == "start" else None)
sys.argv = ["coversat", "check", {str(EXAMPLES / CHECKED["sudoku"][0])!r}]
try:
    main()
except SystemExit as done:
    assert not done.code
assert len(begun) <= 1, begun  # before the threshold is set
assert gc.get_freeze_count() > 1000
""")
