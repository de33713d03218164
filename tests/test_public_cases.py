"""Every case of a folder of files that people hold, which ``COVERSAT_PUBLIC_CASES`` names."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from each import each
from public_cases import Right, main, results

CASES = os.environ.get("COVERSAT_PUBLIC_CASES", "")
UNDECIDED = {"131-frans_faase-hard.json"}
"""A nonogram of 95x80 that no route decides in a minute."""
NAMES = (
    sorted(path.name for path in Path(CASES).glob("*.json") if path.name not in UNDECIDED) if CASES else []
)
PARTS = 4
"""So many groups of cases, which can be run side by side."""


@pytest.mark.thorough
@pytest.mark.skipif(not NAMES, reason="COVERSAT_PUBLIC_CASES names no folder of cases")
@pytest.mark.parametrize("part", range(PARTS))
def test_every_case_comes_out_as_known(part: int, capsys: pytest.CaptureFixture[str]) -> None:
    failed = main([CASES, *NAMES[part::PARTS]])
    assert not failed, capsys.readouterr().out


@each(
    ("expect", "known"),
    [
        ("UNIQUE", {Right(verdict="unique")}),
        ("UNIQUE (Wikipedia grid, known solution)", {Right(verdict="unique")}),
        ("2x UNIQUE or clear", {Right(verdict="unique", puzzles=2), Right(refused=True)}),
        ("2x or clear", {Right(puzzles=2), Right(refused=True)}),
        ("clear or 6", {Right(count=6), Right(refused=True)}),
        ("18 or clear; not a wrong number", {Right(count=18), Right(refused=True)}),
        ("6 or clear; not 27", {Right(count=6), Right(refused=True)}),
        ("18 (vertex 4 isolated) or a warning", {Right(count=18), Right(refused=True)}),
        ("UNIQUE or clear, not wrong", {Right(verdict="unique"), Right(refused=True)}),
        (
            "clear refusal or UNIQUE/NONE",
            {Right(refused=True), Right(verdict="unique"), Right(verdict="none")},
        ),
        ("read or clear refusal", {Right(), Right(refused=True)}),
        ("UNIQUE or a note", {Right(verdict="unique"), Right(noted=True)}),
        ("refused clearly or noted", {Right(refused=True), Right(noted=True)}),
        ("exactly 2129", {Right(count=2129)}),
        ("NONE, 0", {Right(verdict="none", count=0)}),
        ("29136487207403520", {Right(count=29136487207403520)}),
        ("UNIQUE, " + "123456789" * 9, {Right(verdict="unique", digits="123456789" * 9)}),
        ("all is well", set()),
    ],
)
def test_what_is_right_in_words(expect: str, known: set[Right]) -> None:
    assert {*results(expect)} == known


def test_cases_that_come_out_otherwise_are_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cases = (
        ("queens 4\n", "MULTIPLE", True),
        ("queens 4\n", "2", True),
        ("queens 4\n", "UNIQUE or clear", False),
        ("queens 4\n", "3", False),
        ("queens 4\nqueens 4\n", "2x MULTIPLE", True),
        ("queens 4\nqueens 4\n", "3x MULTIPLE", False),
        ("queens x\n", "UNIQUE or clear", True),
        ("queens x\n", "UNIQUE", False),
        ("queens 4\n", "clear", False),
        ("queens 4\n", "something", False),
    )
    for number, (text, expect, _) in enumerate(cases):
        (tmp_path / f"{number}.txt").write_text(text)
        (tmp_path / f"{number}.json").write_text(json.dumps({"input": f"{number}.txt", "expect": expect}))
    assert main([str(tmp_path)]) == 6
    printed = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in printed[:-1]] == [
        str(number) for number, (_, _, passes) in enumerate(cases) if not passes
    ]
    assert printed[-1] == "4 passed, 6 failed"
