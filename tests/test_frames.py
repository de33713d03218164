"""How many calls lead from the command line to the search: a maintainer follows every one of them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from each import each

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
MOST, MOST_FILES = 12, 8

PROGRAM = """
import os, sys
import coversat
from coversat import __main__ as program
from coversat.solvers import Search

package = os.path.dirname(coversat.__file__)

def trace(frame, event, argument):
    if event == "call" and frame.f_code is Search.step.__code__:
        sys.setprofile(None)
        while frame is not None:
            if frame.f_code.co_filename.startswith(package):
                print(frame.f_code.co_filename, frame.f_code.co_name, file=sys.stderr)
            frame = frame.f_back

sys.setprofile(trace)
program.main()
"""
"""Prints the frames of coversat, the innermost first, when a search takes its first step."""


@pytest.mark.thorough
@each("file", ["sudoku/killer.txt", "kakuro/kakuro2.txt", "starbattle/one-star.txt"])
def test_few_frames_lead_to_the_search(file: str) -> None:
    """The first frame of an engine is one more."""
    words = [sys.executable, "-c", PROGRAM, "check", str(EXAMPLES / file)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    frames = done.stderr.splitlines()
    assert frames[-1].endswith("__main__.py main")
    assert len(frames) + 1 <= MOST, done.stderr
    assert len({frame.split()[0] for frame in frames}) <= MOST_FILES, done.stderr
