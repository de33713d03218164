"""How many calls lead from the command line to the search: a maintainer follows every one of them."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import coversat
from coversat import __main__ as program
from coversat.solvers import Search

PACKAGE = str(Path(coversat.__file__).parent)
EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
MOST = 14


def own_frames(frame: FrameType | None) -> list[str]:
    found = []
    while frame is not None:
        if frame.f_code.co_filename.startswith(PACKAGE):
            found.append(f"{frame.f_code.co_filename[len(PACKAGE) + 1 :]}:{frame.f_code.co_name}")
        frame = frame.f_back
    return found[::-1]


@pytest.mark.parametrize("file", ["queens/eight.txt", "sudoku/killer.txt", "kakuro/kakuro2.txt"])
def test_few_frames_lead_to_the_search(
    file: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """From `main` to the first step of a search."""
    seen: list[list[str]] = []

    def trace(frame: FrameType, event: str, argument: Any) -> None:
        if event == "call" and not seen and frame.f_code is Search.step.__code__:
            seen.append(own_frames(frame))

    monkeypatch.setattr(sys, "argv", ["coversat", "check", str(EXAMPLES / file)])
    sys.setprofile(trace)
    try:
        program.main()
    except SystemExit:
        pass
    finally:
        sys.setprofile(None)
    (frames,) = seen
    assert len(frames) <= MOST, "\n".join(frames)
