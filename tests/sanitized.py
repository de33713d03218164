"""The tests of what is compiled, under the address and undefined-behaviour sanitizers of gcc or clang.

    python tests/sanitized.py                     # the engines' tests
    python tests/sanitized.py tests/test_x.py -k name

The project is copied, built with the sanitizers and tested there: nothing of yours is touched.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TESTS = [
    "tests/test_cover_engine.py",
    "tests/test_cover_counts.py",
    "tests/test_cover_trace.py",
    "tests/test_counting.py",
    "tests/test_blocks.py",
    "tests/test_boards.py",
    "tests/test_domains.py",
    "tests/test_proofs_veripb.py",
    "tests/test_proofs.py",
    "tests/test_hinted_clauses.py",
    "tests/test_units.py",
]
FLAGS = "-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer -g -O1"
MODULES = (
    "coversat.solvers.cover._cover_kernel",
    "coversat.solvers.search._domains_kernel",
    "coversat.solvers.sat._units_kernel",
    "coversat.kinds.sudoku._boards_kernel",
    "coversat.kinds.sudoku._lines_kernel",
    "coversat.proofs._cardinality_kernel",
    "coversat.proofs._clauses_kernel",
    "coversat.proofs._hints_kernel",
)


def copied(folder: Path) -> None:
    """The sources alone, so that everything is built anew."""
    for name in ("coversat", "tests"):
        unwanted = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "_*kernel.c")
        shutil.copytree(ROOT / name, folder / name, ignore=unwanted)
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)


def main(arguments: list[str]) -> int:
    compiler = os.environ.get("CC", "gcc")
    runtime = subprocess.run(
        [compiler, "-print-file-name=libasan.so"], capture_output=True, text=True, check=True
    ).stdout.strip()
    if not Path(runtime).is_file():
        sys.exit(f"{compiler} has no address sanitizer to preload")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copied(folder)
        environment = {**os.environ, "CFLAGS": FLAGS, "LDFLAGS": FLAGS, "PYTHONPATH": name}
        subprocess.run(
            [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
            cwd=folder, env=environment, check=True,
        )  # fmt: skip
        environment |= {"LD_PRELOAD": runtime, "ASAN_OPTIONS": "detect_leaks=0", "PYTHONMALLOC": "malloc"}
        # A module that cannot be loaded would be replaced by its twin, and nothing would be tested.
        loads = "; ".join(
            f"import {module} as m; assert m.__file__.startswith({name!r})" for module in MODULES
        )
        subprocess.run([sys.executable, "-c", loads], cwd=folder, env=environment, check=True)
        tests = [sys.executable, "-m", "pytest", "-q", "-n", "0", "--deselect", LEAKS, *(arguments or TESTS)]
        return subprocess.run(tests, cwd=folder, env=environment, check=False).returncode


LEAKS = "tests/test_cover_engine.py::test_no_leak"
"""It measures memory, which a sanitizer does not give back at once."""

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
