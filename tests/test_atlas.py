"""The atlas: its figures by hand on a small archive, its pages from the committed one."""

from __future__ import annotations

import dataclasses
import math
import shutil
import sys
from collections.abc import Sequence
from datetime import date
from functools import partial
from itertools import count
from pathlib import Path

import pytest
from each import each

# Behind the tests' own modules, of which one has the name of a benchmark.
sys.path.append(str(Path(__file__).resolve().parent.parent / "benchmarks"))

import atlas
import atlas_hard
import atlas_hard_copies
import atlas_measuring
import pysat_clauses
from atlas_archive import DATA, HARD, Archive, damaged, pack, pack_hard, table_of
from atlas_compare import differences
from atlas_findings import at_most_one, cover_record, default, held, predictor, ranking, spearman, spread
from atlas_hard_beside import Copies, ranked
from atlas_hard_findings import HardArchive
from atlas_hard_plan import part_of, planned_again, planned_named
from atlas_hard_second import by_both
from atlas_measuring import LIMIT, read_rows, write_rows
from atlas_puzzles import FAMILIES, HELD_OUT, puzzles

import coversat
from coversat.base.arguments import share
from coversat.base.records import columns_of
from coversat.comparing.rows import RunRecord
from coversat.encodings import judge
from coversat.setters.generate.hard import hard

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


def hard_row(puzzle: str, route: str, status: str, **more: object) -> dict[str, object]:
    """A row of the table of runs on hard instances."""
    _, level, seed = puzzle.split("-")
    row: dict[str, object] = dict.fromkeys(atlas_hard.COLUMNS, "")
    row |= {"kind": "queens", "puzzle": puzzle, "size": 8, "level": level, "seed": seed, "limit": 10.0}
    return row | {"route": f"{route}/cadical195", "status": status, **more}


@pytest.fixture
def hard_runs(tmp_path: Path) -> HardArchive:
    """Two instances and one held out; one formula is dominated, one is the same as another."""
    rows = [
        hard_row("queens-1-1", "cnf:a", "none", total_seconds=1, reduce_seconds=0.25, effort=100),
        hard_row("queens-1-1", "cnf:b", "none", total_seconds=4, effort=50),
        hard_row("queens-1-1", "cnf:c", "unknown"),
        hard_row("queens-1-1", "cnf:d", "same", reason="cnf:a/cadical195"),
        hard_row("queens-1-3", "cnf:a", "none", total_seconds=3, reduce_seconds=0.5, effort=300),
        hard_row("queens-1-3", "cnf:b", "unknown"),
        hard_row("queens-1-3", "cnf:c", "left-out"),
        hard_row("queens-1-101", "cnf:a", "multiple", total_seconds=2),
        {**hard_row("queens-1-101", "", "decided", total_seconds=5), "route": "check"},
    ]
    write_rows(tmp_path / "runs.csv", rows)
    return HardArchive(read_rows(tmp_path / "runs.csv"))


def test_undecided_runs_count_as_twice_the_limit(hard_runs: HardArchive) -> None:
    first, second, third = hard_runs.table("queens").lines
    assert [line.route for line in (first, second, third)] == [f"cnf:{x}/cadical195" for x in "abc"]
    assert (first.par2, second.par2, third.par2) == (2, 12, 20)
    assert (first.solved, second.solved, third.solved, third.measured) == (2, 1, 0, 1)
    assert second.ratio == pytest.approx(math.sqrt(4 / 1 * 20 / 3))
    assert (first.search, first.middle("conflicts")) == (pytest.approx((0.75 + 2.5) / 2), 200)
    assert hard_runs.same("queens") == {"cnf:d/cadical195": "cnf:a/cadical195"}
    assert hard_runs.table("queens", held_out=True).default == pytest.approx(2.5)
    assert [hard_runs.several(f"queens-1-{seed}") for seed in (1, 101)] == [False, True]


def test_a_plan_says_what_it_costs_and_leaves_out_what_is_dominated(tmp_path: Path) -> None:
    plan = list(atlas_hard.planned(1, ["3sat", "sudominoku"], (1, 101), ["cadical195"], []))
    assert plan[0] == ("3sat", 1, 1, 225, "cnf:mixed/cadical195", 1.0, 10.0)
    assert sum(one.route == "check" for one in plan) == 2  # of those held out
    done = {"kind": "3sat", "level": "1", "seed": "1", "route": plan[0].route, "status": "none"}
    assert f"{len(plan)} runs of 2 kinds, {len(plan) - 1} of them" in atlas_hard.cost(plan, [done])
    atlas_hard.write_plan(tmp_path / "plan.csv", plan)
    assert atlas_hard.read_plan(tmp_path / "plan.csv") == plan
    parts = [part_of(plan, share(f"{number}/3")) for number in (1, 2, 3)]
    assert part_of(plan, None) == plan
    assert sorted(one for part in parts for one in part) == sorted(plan)
    assert [len({one.puzzle for one in part}) for part in parts] == [2, 1, 1]
    assert list(atlas_hard.planned(10, ["sudominoku"], (1,), ["cadical195"], [])) == []
    known = [hard_row(f"queens-1-{seed}", "cnf:c", "unknown") for seed in (1, 3)]
    later = atlas_hard.Planned("queens", 1, 5, 48, "cnf:c/cadical195", 1.0, 10.0)
    rows = [{name: str(value) for name, value in row.items()} for row in known]
    assert not atlas_hard.is_dominated(later, rows[:1])
    assert atlas_hard.is_dominated(later, rows)
    assert not atlas_hard.is_dominated(later, [*rows[:1], {**rows[1], "status": "none"}])
    assert not atlas_hard.is_dominated(later._replace(limit=20.0), rows)


@pytest.mark.thorough
def test_hard_runs_go_on_where_they_stopped(tmp_path: Path) -> None:
    plan = [
        one._replace(limit=30.0)
        for one in atlas_hard.planned(1, ["heyawake"], (1,), ["cadical195"], [])
        if one.route.startswith(("cnf:cuts", "cnf:distances"))
    ]
    begun = list(atlas_hard.measure(plan[:1], tmp_path, []))
    assert [line.split(":")[0] for line in begun] == ["heyawake-1-1 by cnf"]
    assert len(list(atlas_hard.measure(plan, tmp_path, []))) == 1
    assert list(atlas_hard.measure(plan, tmp_path, [])) == []
    pack_hard(tmp_path, tmp_path / "archive", MACHINE)
    again = table_of(tmp_path / "archive", "runs")
    assert {row["status"] for row in again} == {"none"}
    assert list(atlas_hard.measure(plan, tmp_path / "elsewhere", again)) == []


def test_runs_of_named_routes_are_planned_for_the_kinds_that_have_them() -> None:
    named = ["cnf:starts/cadical195", "search/backtracking"]
    plan = list(planned_named(1, ["nonogram", "latin"], [1, 3], named, [], 5.0))
    assert [(one.kind, one.seed, one.route, one.limit) for one in plan[:3]] == [
        ("nonogram", 1, "cnf:starts/cadical195", 5.0),
        ("nonogram", 1, "search/backtracking", 5.0),
        ("latin", 1, "search/backtracking", 5.0),
    ]
    assert len(plan) == 6
    with pytest.raises(SystemExit, match="none of these kinds has cnf:cuts"):
        list(planned_named(1, ["latin"], [1], ["cnf:cuts"], [], 5.0))


def test_copies_of_instances_with_several_answers(tmp_path: Path) -> None:
    (tmp_path / "puzzles").mkdir()
    for seed, text in ((1, "queens 6\n"), (3, "queens 3\n")):
        (tmp_path / "puzzles" / f"queens-1-{seed}.txt").write_text(text)
    names = ("cover/bitset", "cnf:mixed/cadical195")
    plan = [atlas_hard.Planned("queens", 1, seed, 6, name, 1.0, 10.0) for seed in (1, 3) for name in names]
    known = [hard_row("queens-1-1", "cnf:a", "multiple"), hard_row("queens-1-3", "cnf:a", "none")]
    assert len(list(atlas_hard_copies.copies(plan, tmp_path, known, []))) == 2 * 5
    rows = read_rows(tmp_path / "copies.csv")
    assert {(row["puzzle"], row["status"]) for row in rows} == {("queens-1-1", "multiple")}
    assert len({row["effort"] for row in rows if row["route"] == names[0]}) > 1
    assert list(atlas_hard_copies.copies(plan, tmp_path, known, [])) == []
    assert len(list(atlas_hard_copies.proofs(plan, tmp_path, known, []))) == 2
    cover, formula = read_rows(tmp_path / "proofs.csv")
    assert (cover["proof_bytes"], formula["status"], int(formula["proof_clauses"]) > 0) == ("", "none", True)


def test_a_sample_of_the_archive_is_measured_again(tmp_path: Path) -> None:
    (tmp_path / "puzzles").mkdir()
    rows = []
    for seed, text, status in ((1, "queens 6\n", "multiple"), (3, "queens 3\n", "none")):
        (tmp_path / "puzzles" / f"queens-1-{seed}.txt").write_text(text)
        for name in ("mixed", "mdd", "other"):
            more = {"total_seconds": 2.5, "effort": 1, "size": 6}
            rows.append(hard_row(f"queens-1-{seed}", f"cnf:{name}", status, **more))
    rows.append(hard_row("queens-1-5", "cnf:mixed", "unknown"))
    known = [{name: str(value) for name, value in row.items()} for row in rows]
    plan = list(planned_again(2, 1, ["queens"], [1, 3], known))
    assert [(one.seed, one.route, one.expected, one.limit) for one in plan] == [
        (1, "cnf:mdd/cadical195", 2.5, 10.0),
        (3, "cnf:mdd/cadical195", 2.5, 10.0),
    ]
    assert len(list(planned_again(9, 1, ["queens"], [1, 3], known))) == 6
    assert list(planned_again(9, 10, ["queens"], [1, 3], known)) == []
    assert {one.seed for one in planned_again(9, 1, ["queens"], [3, 5], known)} == {3}
    plan = [one._replace(route="cnf:mixed/cadical195") for one in plan]
    first, second = atlas_hard_copies.again(plan, tmp_path, known, [])
    assert "multiple and multiple" in first
    assert "none and none" in second
    assert {row["day"] for row in read_rows(tmp_path / "again.csv")} == {date.today().isoformat()}
    assert list(atlas_hard_copies.again(plan, tmp_path, known, [])) == []  # on the same day


def test_formulas_are_ordered_by_two_solvers() -> None:
    def by(solver: str, **seconds: float | None) -> list[dict[str, object]]:
        return [
            hard_row("queens-1-1", "", "none" if one else "unknown", total_seconds=one or "")
            | {"route": f"cover/cnf:{name}/{solver}"}
            for name, one in seconds.items()
        ]

    usual = by("cadical195", sequential=4, pairwise=2, ladder=1)
    other = by("glucose42", sequential=2, pairwise=None)
    rows = [{name: str(value) for name, value in row.items()} for row in (*usual, *other)]
    found = by_both(HardArchive(rows), "queens")
    assert found is not None
    first, second = found.ratios
    assert (list(first), list(second)) == (
        ["cover/cnf:pairwise", "cover/cnf:sequential"],
        ["cover/cnf:sequential", "cover/cnf:pairwise"],
    )
    assert found.loss == pytest.approx(20 / 2)  # the first by the usual solver is undecided by the other
    assert (found.best, found.default) == (pytest.approx(2 / 2), pytest.approx(2 / 4))
    assert by_both(HardArchive(rows[:3]), "queens") is None
    assert by_both(HardArchive(rows), "queens", "cadical300") is None
    assert math.isnan(found.held)
    later = by("cadical195", sequential=1, pairwise=1) + by("glucose42", sequential=8, pairwise=4)
    held_out = [{name: str(value) for name, value in row.items()} for row in later]
    held_out = [row | {"puzzle": "queens-1-101", "seed": "101"} for row in held_out]
    whole = by_both(HardArchive([*rows, *held_out]), "queens")
    assert whole is not None
    assert whole.held == pytest.approx(8 / 4)  # sequential was the first


def test_routes_are_ranked_by_the_medians_of_their_copies() -> None:
    def made(puzzle: str, route: str, single: float, *seconds: float) -> Copies:
        return Copies("queens", 1, puzzle, route, seconds, len(seconds), single)

    fast, slow = ranked([made("p", "a", 1, 2, 8, 40), made("p", "b", 4, 1, 2, 4)])
    assert (fast.route, fast.single, fast.copies, fast.spread, fast.decided) == ("b", 4, 1, 4, "3/3")
    assert (slow.route, slow.single, slow.copies, slow.spread) == ("a", 1, 4, 20)
    both = ranked([made("p", "a", 1, 2), made("p", "b", 4, 1), made("q", "a", 1, 1)])
    assert [one.route for one in both] == ["a"]  # b has no copies of q


@each("name", ["totalizer", "kmtotalizer", "seqcounter", "cardnetwrk"])
def test_counts_of_another_library_are_right(name: str) -> None:
    inputs = [1, -2, 3, 4]
    for numbers in ((0, 1), (2,), (1, 3), (0, 4), ()):
        clauses = [*pysat_clauses.counts(name, inputs, numbers, count(5).__next__)]
        found = judge(clauses, inputs, partial(_is_one_of, numbers))
        assert (found.sound.says, found.complete.says) == ("yes", "yes"), numbers


def _is_one_of(numbers: Sequence[int], values: Sequence[bool]) -> bool:
    return sum(values) in numbers


def test_the_committed_archive_of_hard_runs_is_whole() -> None:
    assert damaged(HARD) == []
    texts = {row["name"]: row["text"] for row in table_of(HARD, "puzzles")}
    assert {row["puzzle"] for row in table_of(HARD, "runs")} == set(texts)
    for name in ("3sat-1-1", "colouring-1-1", "matching3d-1-1", "sudoku-1-1", "nurikabe-1-1"):
        kind, level, seed = name.split("-")
        assert coversat.read(texts[name], kind) == coversat.read(hard(kind, int(level), int(seed)), kind)


def test_routes_that_disagree_are_not_archived(tmp_path: Path) -> None:
    rows = [hard_row("queens-1-1", "cnf:a", "none"), hard_row("queens-1-1", "cnf:b", "unique")]
    write_rows(tmp_path / "runs.csv", rows)
    with pytest.raises(SystemExit, match="queens-1-1: none, unique"):
        pack_hard(tmp_path, tmp_path / "archive", MACHINE)
    assert table_of(tmp_path / "archive", "runs") == []


def test_an_undecided_run_is_replaced_by_one_with_a_higher_limit(tmp_path: Path) -> None:
    for status, limit, archived in (
        ("unknown", 10.0, "10.0"),
        ("unknown", 5.0, "10.0"),
        ("none", 20.0, "20.0"),
        ("unknown", 30.0, "20.0"),
    ):
        write_rows(tmp_path / "runs.csv", [hard_row("queens-1-1", "cnf:a", status, limit=limit)])
        pack_hard(tmp_path, tmp_path / "archive", MACHINE)
        assert [row["limit"] for row in table_of(tmp_path / "archive", "runs")] == [archived]


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
