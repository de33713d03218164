"""Every case of a local folder of inputs with known results, where there is one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CASES = Path(os.environ.get("COVERSAT_CASES", ROOT.parent / "shared" / "cases"))
SCRIPT = CASES.parent / "check_cases.py"


NAMES = sorted(f"{path.parent.name}/{path.stem}" for path in CASES.glob("*/*.json"))
PARTS = 8
"""So many groups of cases, which can be run side by side."""


@pytest.mark.skipif(not SCRIPT.exists(), reason=f"no local cases at {CASES}")
@pytest.mark.parametrize("part", range(PARTS))
def test_every_case_comes_out_as_known(part: int) -> None:
    program = f"{sys.executable} -m coversat"
    done = subprocess.run(
        [sys.executable, SCRIPT, "--program", program, "--cases", CASES, *NAMES[part::PARTS]],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 failed" in done.stdout
