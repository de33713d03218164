"""``export --truth``: formulas with exact counts, which other counters and the puzzles themselves confirm."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from command_line import call

import coversat
from coversat.exchange.cnf_formats import DIMACS
from coversat.problems import Cnf
from coversat.problems.cnf.rules import read_dimacs
from coversat.proofs import check_cpog, check_lrat
from coversat.setters.generate import truth


def rows_of(folder: Path) -> list[dict[str, Any]]:
    rows = [json.loads(line) for line in (folder / "manifest.jsonl").read_text().splitlines()]
    return [row for row in rows if row.get("status") == "written"]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(truth, "BOARDS", {4: "latin", 5: "simpleloop"})
    monkeypatch.setattr(truth, "TEXTS", {kind: truth.TEXTS[kind] for kind in ("cnf", "3sat", "colouring")})


def formulas(folder: Path, rows: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], Cnf]]:
    for row in rows:
        (formula,) = read_dimacs((folder / row["file"]).read_text())
        yield row, formula


@pytest.mark.thorough
def test_counts_are_those_of_the_problems(
    few: None, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Counted without formulas; the certificates are checked again, and are of these files."""
    folder = tmp_path / "truth"
    code, _, _ = call(capfd, "export", "--truth", "--seeds", "1..2", "-o", str(folder))
    assert code == 0
    rows = rows_of(folder)
    assert {row["kind"] for row in rows} == {"latin", "simpleloop", *truth.TEXTS}
    for row, formula in formulas(folder, rows):
        origin = DIMACS.stated_origin((folder / row["file"]).read_text())
        problem = formula if origin is None else origin.problem
        assert row["class"] in ("P", "Q")
        assert row["certificate"] == row["file"][:-3] + ("cpog" if row["count"] else "lrat")
        assert coversat.count(problem).at_least == row["count"]
        with (folder / row["certificate"]).open("rb") as proof:
            if row["count"]:
                assert check_cpog(formula, proof).count == row["count"]
            else:
                assert check_lrat(formula, proof).accepted
    assert any(row["count"] == 0 for row in rows)
    assert any(row["count"] > 1 for row in rows)
    card = (folder / "README.md").read_text()
    assert f"{len(rows)} formulas of 5 kinds" in card
    assert "license: cc0-1.0" in card
    assert (folder / "LICENSE").read_text().startswith("CC0 1.0")


def test_pairs_differ_in_one_given(few: None) -> None:
    by_pair: dict[str, list[Any]] = {}
    for entry in truth.members((1, 2, 3)):
        by_pair.setdefault(entry.stem[:-1], []).append(entry)
    for one, *other in by_pair.values():
        assert one.note == ""
        if one.kind == "simpleloop":
            assert not other
            continue
        (less,) = other
        assert less.note.startswith("without ")
        first, second = one.content.given_names(), less.content.given_names()
        lines = [set(each.content.format().split("\n")) for each in (one, less)]
        assert set(second) < set(first) or len(lines[0] - lines[1]) <= 2
        assert len(first) - len(second) in (0, 1)


@pytest.mark.thorough
def test_the_same_seed_gives_the_same_bytes(
    few: None, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Also by parts, which are merged."""
    words = ["export", "--truth", "--seeds", "3", "--compress", "xz"]
    call(capfd, *words, "-o", str(tmp_path / "whole"))
    parts = [str(tmp_path / f"{number}") for number in (1, 2)]
    for number, part in enumerate(parts, 1):
        call(capfd, *words, "--part", f"{number}/2", "-o", part)
    call(capfd, "merge", *parts, "-o", str(tmp_path / "all"))
    whole, merged = (
        [
            {name: value for name, value in row.items() if name != "seconds"}
            for row in rows_of(tmp_path / each)
        ]
        for each in ("whole", "all")
    )
    assert whole == merged
    for row in whole:
        for name in (row["file"], row["certificate"]):
            assert (tmp_path / "whole" / name).read_bytes() == (tmp_path / "all" / name).read_bytes()


def test_what_is_not_meant_is_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for words in (
        [],
        ["-o", "x", "puzzles.txt"],
        ["-o", "x", "--family", "queens"],
        ["-o", "x", "--via", "cover"],
    ):
        code, _, err = call(capfd, "export", "--truth", *words)
        assert code == 2
        assert "--truth needs -o" in err


@pytest.mark.thorough
def test_another_counter_agrees(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """On all kinds of one seed."""
    pyganak = pytest.importorskip("pyganak")
    folder = tmp_path / "truth"
    assert call(capfd, "export", "--truth", "--seeds", "2", "-o", str(folder))[0] == 0
    rows = rows_of(folder)
    assert len({row["kind"] for row in rows}) >= 40
    for row, formula in formulas(folder, rows):
        counter = pyganak.Counter()
        counter.new_vars(formula.variable_count)
        counter.add_clauses(formula.clauses)
        if formula.projection is not None:
            counter.set_sampling_set(formula.projection)
        assert counter.count() == row["count"], row["file"]
