"""Every case of a local folder of inputs with known results, where there is one."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from command_line import command_line

ROOT = Path(__file__).resolve().parent.parent
CASES = Path(os.environ.get("COVERSAT_CASES", ROOT.parent / "shared" / "cases"))
SCRIPT = CASES.parent / "check_cases.py"


NAMES = sorted(f"{path.parent.name}/{path.stem}" for path in CASES.glob("*/*.json"))
PARTS = 4
"""So many groups of cases, which can be run side by side."""


def in_this_process(words: list[object], **_: Any) -> subprocess.CompletedProcess[str]:
    """As `subprocess.run`, of command lines that begin with the name of the program."""
    done = command_line(*map(str, words[1:]))
    return subprocess.CompletedProcess(words, done.code, done.stdout, done.stderr)


@pytest.mark.thorough
@pytest.mark.skipif(not SCRIPT.exists(), reason=f"no local cases at {CASES}")
@pytest.mark.parametrize("part", range(PARTS))
def test_every_case_comes_out_as_known(
    part: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(subprocess, "run", in_this_process)
    monkeypatch.setattr(sys, "argv", [str(SCRIPT), "--cases", str(CASES), *NAMES[part::PARTS]])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(SCRIPT), run_name="__main__")
    said = capsys.readouterr().out
    assert (ended.value.code, " 0 failed" in said) == (0, True), said
