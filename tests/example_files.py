"""The examples that are read without a definition beside them."""

from __future__ import annotations

from pathlib import Path

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
NOT_OF_A_BUILT_IN_KIND = {"own"}
"""Puzzles of ``own`` are read only with ``--kind`` and the file that defines them: see test_own_kinds.py."""


def example_files() -> list[Path]:
    return sorted(
        path
        for path in EXAMPLES.glob("*/*.*")
        if path.is_file() and path.parent.name not in NOT_OF_A_BUILT_IN_KIND
    )
