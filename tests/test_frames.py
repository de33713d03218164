"""How far it is from the command line to the search: a maintainer follows every one of these calls."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import coversat
from coversat import __main__ as program

PACKAGE = str(Path(coversat.__file__).parent)
EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
MOST = 14
SEARCHES = ("solvers/bitset_cover.py", "solvers/bitset_engine.py", "kinds/sudoku/search_boards.py")


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
    """From `main` to the first call of a function of the engine."""
    seen: list[list[str]] = []

    def trace(frame: FrameType, event: str, argument: Any) -> None:
        if event == "call" and not seen:
            name = frame.f_code.co_filename[len(PACKAGE) + 1 :]
            is_search = name in SEARCHES and frame.f_code.co_name in ("_steps", "_stream", "search", "_grids")
            if frame.f_code.co_filename.startswith(PACKAGE) and is_search:
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
    assert len(frames) <= MOST, frames
