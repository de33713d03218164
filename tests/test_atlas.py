"""The atlas: its figures by hand on a small archive, its pages from the committed one."""

from __future__ import annotations

import dataclasses
import math
import shutil
import sys
from pathlib import Path

import pytest

# Behind the tests' own modules, of which one has the name of a benchmark.
sys.path.append(str(Path(__file__).resolve().parent.parent / "benchmarks"))

import atlas
import atlas_measuring
from atlas_archive import DATA, Archive, damaged, pack
from atlas_compare import differences
from atlas_findings import at_most_one, cover_record, default, held, predictor, ranking, spearman, spread
from atlas_measuring import LIMIT, write_rows
from atlas_puzzles import FAMILIES, HELD_OUT, puzzles

from coversat.base.records import columns_of
from coversat.comparing.rows import RunRecord

FAST, SLOW = "cnf:fast/cadical195", "cnf:slow/cadical195"


def run(
    puzzle: str, route: str, seconds: float | None, held_out: bool = False, **more: object
) -> dict[str, object]:
    """A row of the table of runs."""
    row: dict[str, object] = dict.fromkeys(columns_of(RunRecord), "")
    row |= {"kind": "queens", "puzzle": puzzle, "route": route, "size": 8.0, "total_seconds": seconds}
    row |= {"status": "unique" if seconds else "unknown", "variables_or_items": 10, "clauses_or_options": 20}
    return {"held_out": str(held_out).lower(), **row, "effort": 3, **more}


def copies(route: str, low: int, middle: int, high: int) -> dict[str, object]:
    """A row of the table of proofs: the conflicts on shuffled copies."""
    row: dict[str, object] = {"kind": "queens", "puzzle": "a", "route": route, "effort_unit": "conflicts"}
    return row | {"shuffled_effort_low": low, "shuffled_effort": middle, "shuffled_effort_high": high}


NO_INTERVAL = {"exponent_low": "", "exponent_high": ""}
ONE_SAMPLE = {"excluded_low": "", "excluded_high": ""}
MACHINE = {"processor": "p", "system": "s", "python": "3"}


@pytest.fixture
def small(tmp_path: Path) -> Archive:
    """Two formulas and a cover on two puzzles; on the one held out they are in another order."""
    runs = [
        *(run("a", FAST, 0.01), run("b", FAST, 0.04)),
        *(run("a", SLOW, 0.04), run("b", SLOW, None)),
        *(run("a", "cover/bitset", 0.02), run("b", "cover/bitset", 0.02)),
        *(run("c", FAST, 0.08, True), run("c", SLOW, 0.04, True), run("c", "cover/bitset", 0.16, True)),
        run("a", "cover/cnf:ladder/cadical195", None, status="inapplicable"),
    ]
    tables: dict[str, list[dict[str, object]]] = {
        "runs": runs,
        "puzzles": [{"name": "a", "kind": "queens", "size": 8, "seed": 1, "text": "queens 8"}],
        "growth": [
            {"kind": "queens", "route": FAST, "figure": "total_seconds", "exponent": 2, **NO_INTERVAL}
        ],
        "strength": [
            {"kind": "queens", "reduction": "cnf:fast", "excluded": 0.5, "refuted": "", **ONE_SAMPLE}
        ],
        "proofs": [copies(FAST, 1, 3, 5), copies(SLOW, 7, 7, 7)],
        "defaults": [{"kind": "queens", "puzzle": "c", "seconds": 0.06}],
    }
    for table, rows in tables.items():
        write_rows(tmp_path / "measured" / table / "queens.csv", rows)
    pack(tmp_path / "measured", tmp_path / "archive", MACHINE)
    return Archive(tmp_path / "archive")


def test_ratios_to_the_fastest_route_of_each_puzzle(small: Archive) -> None:
    found = {place.route: place for place in ranking(small, "queens").places}
    # The fastest are 0.01 and 0.02; an undecided run counts as twice the limit.
    assert found[FAST].ratio == pytest.approx(math.sqrt(1 * 2))
    assert found["cover/bitset"].ratio == pytest.approx(math.sqrt(2 * 1))
    assert found[SLOW].ratio == pytest.approx(math.sqrt(4 * (2 * LIMIT / 0.02)))
    assert (found[SLOW].puzzles, found[SLOW].solved) == (2, 1)
    assert "cover/cnf:ladder/cadical195" not in found


def test_a_ranking_is_checked_on_puzzles_held_out(small: Archive) -> None:
    found = held(small, "queens")
    assert (found.first, found.best, found.holds) == (FAST, SLOW, False)
    assert found.ratio == pytest.approx(2)
    assert default(small, "queens").ratio == pytest.approx(1.5)


def test_covers_beside_formulas(small: Archive) -> None:
    found = cover_record(small, "queens")
    assert found is not None
    assert (found.cover.route, found.formula.route, found.wins, found.puzzles) == ("cover/bitset", FAST, 1, 2)
    assert at_most_one(small, "queens") == {}


def test_spread_of_copies_and_of_formulas(small: Archive) -> None:
    found = spread(small, "queens")
    assert found is not None
    assert (found.copies, found.routes) == (pytest.approx((3 + 1) / 2), pytest.approx(8 / 4))


def test_predictions_need_several_formulas_of_different_strength(small: Archive) -> None:
    assert predictor(small, "queens", "time") is None
    assert spearman([1, 2, 3, 4], [1, 2, 4, 3]) == pytest.approx(0.8)  # 1 - 6 * 2 / (4 * 15)


def test_an_archive_is_the_same_each_time_and_damage_is_found(small: Archive, tmp_path: Path) -> None:
    again = tmp_path / "again"
    pack(tmp_path / "measured", again, MACHINE)
    files = sorted(path.name for path in again.iterdir())
    assert [(again / name).read_bytes() for name in files] == [
        (small.folder / name).read_bytes() for name in files
    ]
    assert damaged(again) == []
    shutil.copy(again / "runs.csv.gz", again / "growth.csv.gz")
    assert damaged(again) == ["growth.csv.gz"]


def test_two_archives_are_compared(small: Archive) -> None:
    lines = list(differences(small, small))
    assert lines[:4] == [
        "9 runs in both, of 9 here and 9 there",
        "verdicts that differ: 0",
        "sizes that differ: 0",
        "effort that differs: 0",
    ]
    assert "times there by times here: median 1.00" in lines[4]


def test_the_committed_archive_is_whole() -> None:
    found = Archive()
    assert damaged(DATA) == []
    assert len(found.kinds) >= 30
    assert len({(run.kind, run.reduction) for run in found.runs}) >= 120
    assert {run.kind for run in found.runs if run.held_out} == set(found.kinds)
    assert not [run for run in found.runs if run.status == "wrong"]


@pytest.mark.thorough
def test_the_pages_are_those_of_the_archive() -> None:
    """`python benchmarks/atlas.py pages` writes them."""
    written = {path.name: path.read_text(encoding="utf-8") for path in atlas.PAGES.glob("*.md")}
    expected = dict(atlas.pages(Archive()))
    assert sorted(written) == sorted(expected)
    assert [name for name, text in expected.items() if written[name] != text] == []


def test_puzzles_are_the_same_each_time() -> None:
    for family in ("sudoku", "langford", "3sat", "shikaku", "vertexcover", "partition"):
        of = dataclasses.replace(FAMILIES[family], sizes=FAMILIES[family].sizes[:1])
        first, again, other = (of.puzzle(of.sizes[0], seed).format() for seed in (1, 1, HELD_OUT[0]))
        assert first == again != other
    names = [name for name, *_ in puzzles("langford", (1, HELD_OUT[0]))]
    assert names == [f"langford-{n}-{seed}" for n in (7, 9, 11) for seed in (1, 101)]


@pytest.mark.thorough
def test_measuring_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("scipy")
    small = dataclasses.replace(FAMILIES["langford"], sizes=(3, 4, 6))
    monkeypatch.setitem(atlas_measuring.FAMILIES, "langford", small)
    steps = list(atlas_measuring.STEPS)
    begun = list(atlas_measuring.measure(tmp_path, ["langford"], steps[:2]))
    assert [line.split(":")[0] for line in begun] == ["puzzles langford", "runs langford"]
    rest = list(atlas_measuring.measure(tmp_path, ["langford"], steps))
    assert [line.split()[0] for line in rest] == steps[2:]
    assert list(atlas_measuring.measure(tmp_path, ["langford"], steps)) == []
    pack(tmp_path, tmp_path / "archive", MACHINE)
    found = Archive(tmp_path / "archive")
    verdicts = {(run.puzzle, run.status) for run in found.runs if run.seconds is not None}
    # Published: two ways of 3 and of 4, counting reflections, and none of 5. Equal puzzles are one, the last.
    known = {"langford-3-3": "multiple", "langford-4-3": "multiple", "langford-4-103": "none"}
    assert verdicts >= set(known.items())
    assert "langford" in dict(atlas.pages(found))["index.md"]
