"""Measuring: continued runs, limits, refusals, wrong routes, and what a report says of them."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import sqlite3
import sys
import time
from base64 import b64decode
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest
from each import each

from coversat.answering.routes import Route, find_route
from coversat.base.files import FileError
from coversat.cli import exit_code
from coversat.comparing import measuring
from coversat.comparing.measuring import Puzzle, plan
from coversat.comparing.page import page
from coversat.comparing.plots import plots, write_plots
from coversat.comparing.report import FORMATS, as_text
from coversat.comparing.rows import MeasurementError, RunRecord
from coversat.comparing.store import Store, StoreError
from coversat.comparing.store import measure_all as bench
from coversat.comparing.summary import report_of, summarize
from coversat.problems import read
from coversat.solvers.solver import Limits, Meter, Search

SIZES_OF = attrgetter("variables_or_items", "clauses_or_options", "literals_or_entries")
EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
BOJ2239 = str(EXAMPLES / "sudoku" / "boj2239.txt")
ROUTES = {"sudoku": ["cover/bitset", "cnf:minimal/cadical195", "search/blanks"]}
FOUR = "1.3.\n....\n.1..\n....\n"
TWO = "12..\n....\n....\n..21\n"
NONE = "11..\n....\n....\n....\n"


def puzzles(*texts: str) -> list[Puzzle]:
    return [Puzzle(f"p{at}", read(text, "sudoku").problems[0]) for at, text in enumerate(texts, 1)]


def measured(store: Store) -> list[tuple[Any, ...]]:
    """Everything of the records that is the same each time."""
    return [
        (one.id, one.puzzle, one.kind, one.size, one.route, one.run, one.status, one.answers, SIZES_OF(one))
        for one in store.runs()
    ]


@pytest.mark.thorough
def test_a_run_has_all_stages_and_what_was_found() -> None:
    with Store() as store:
        list(bench(store, puzzles(FOUR, TWO, NONE), ROUTES, limit=20))
        records = store.runs()
    verdicts = {(one.puzzle, one.status) for one in records}
    assert len(records) == 9
    assert len(verdicts) == 3, "the routes agree"
    for one in records:
        assert len(one.answers) == {"unique": 1, "multiple": 2, "none": 0}[one.status]
        assert (one.proof_seconds is None) == (one.status == "none")
        assert one.total_seconds is not None
        assert one.total_seconds > 0
        assert (SIZES_OF(one) != (None,) * 3) == (one.route != "search/blanks")
        assert one.effort_unit == ("conflicts" if "cadical" in one.route else "nodes")
        assert one.effort is not None
        assert one.memory_bytes is not None
        assert one.size == (None if one.status == "none" else 16)
    assert all(one.propagations is not None for one in records if "cadical" in one.route)


def test_the_order_alternates_and_every_run_comes_once() -> None:
    routes = {"sudoku": [find_route("sudoku", name) for name in ROUTES["sudoku"]]}
    tasks = plan(puzzles(FOUR, TWO), routes, 2, seed=4)
    assert len(set(tasks)) == len(tasks) == 12
    rounds = [[task.route for task in tasks[at : at + 3]] for at in (0, 3, 6, 9)]
    assert all(sorted(one) == sorted(ROUTES["sudoku"]) for one in rounds)
    assert rounds[2] == rounds[0][::-1]
    assert rounds[3] == rounds[1][::-1]
    assert tasks == plan(puzzles(FOUR, TWO), routes, 2, seed=4)


@pytest.mark.thorough
def test_interrupted_and_continued_gives_the_same_table(tmp_path: Path) -> None:
    given = puzzles(FOUR, NONE)
    with Store(tmp_path / "whole.db") as store:
        list(bench(store, given, ROUTES, runs=2, limit=20, seed=7))
        whole = measured(store)
    with Store(tmp_path / "parts.db") as store:
        running = bench(store, given, ROUTES, runs=2, limit=20, seed=7)
        for _ in range(5):
            next(running)
        running.close()
        before = store.runs()
    assert len(before) == 5
    with Store(tmp_path / "parts.db") as store:
        assert len(list(bench(store, given, ROUTES, runs=2, limit=20, seed=7, jobs=2))) == 7
        assert measured(store) == whole
        assert [one for one in store.runs() if one in before] == before, "none was measured again"
        assert list(bench(store, given, ROUTES, runs=2, limit=20, seed=7)) == []
        assert len(store.sessions()) == 2
        first, second = (FORMATS["text"](summarize(store)) for _ in range(2))
    assert first == second


@pytest.mark.thorough
def test_a_store_keeps_its_limit(tmp_path: Path) -> None:
    with Store(tmp_path / "a.db") as store:
        list(bench(store, puzzles(FOUR), ROUTES, limit=20))
        with pytest.raises(StoreError, match="limit of 20 s, not 5 s"):
            list(bench(store, puzzles(FOUR), ROUTES, limit=5))


@pytest.mark.usefixtures("spawned")
def test_a_seed_of_any_size_and_a_limit_of_years() -> None:
    with Store() as store:
        (one,) = bench(store, puzzles(FOUR), {"sudoku": ["search/blanks"]}, limit=1e8, seed=10**30)
        assert one.measured.verdict != "unknown"
        assert store.sessions()[0]["seed"] == str(10**30)


def test_what_is_no_store_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no database, but a text that is long enough to be told apart\n" * 30)
    with pytest.raises(StoreError, match="not a store"):
        Store(tmp_path / "text")
    with pytest.raises(StoreError, match="no such file"):
        Store(tmp_path / "missing", create=False)
    assert not (tmp_path / "missing").exists()
    with pytest.raises(StoreError, match="a regular file"):
        Store(tmp_path)
    (tmp_path / "empty").touch()
    with pytest.raises(StoreError, match="no measurement"):
        Store(tmp_path / "empty", create=False)
    assert (tmp_path / "empty").stat().st_size == 0


@pytest.mark.thorough
@each("change", ["sessions set git = x'00'", "sessions set seed = x'31'", "runs set memory = 'x'"])
def test_a_value_of_another_type_is_refused(tmp_path: Path, change: str) -> None:
    with Store(tmp_path / "store") as store:
        list(bench(store, puzzles(FOUR), {"sudoku": ["search/blanks"]}, limit=5))
    with sqlite3.connect(tmp_path / "store") as database:
        database.execute(f"update {change}")
    with pytest.raises(StoreError, match=r"is not (text|integer)"):
        Store(tmp_path / "store", create=False)


# Routes that misbehave.  Workers are forked, so they see what is put in the place of a route here.


@dataclass(frozen=True)
class Fake:
    """A solver of sudoku that does what it is told."""

    name: str
    answers: Callable[[Any], Iterator[Any]]
    kind: str = "sudoku"
    about: str = "a route made wrong on purpose"

    def search(self, problem: Any, limits: Limits) -> Search[Any]:
        return Search(self.answers(problem), Meter(limits))


def with_fakes(monkeypatch: pytest.MonkeyPatch, **fakes: Callable[[Any], Iterator[Any]]) -> None:
    def find(kind: str, name: str) -> Route:
        return Route(kind, (), Fake(name, fakes[name])) if name in fakes else find_route(kind, name)

    for module in (measuring, sys.modules[bench.__module__]):
        monkeypatch.setattr(module, "find_route", find)


def broken_rules(problem: Any) -> Iterator[Any]:
    yield tuple((1, 2, 3, 4) for _ in range(4))


def nothing(problem: Any) -> Iterator[Any]:
    return iter(())


def busy(problem: Any) -> Iterator[Any]:
    while True:
        sum(range(1000))
    yield


def dying(problem: Any) -> Iterator[Any]:
    os.kill(os.getpid(), signal.SIGKILL)
    yield


def faulty(problem: Any) -> Iterator[Any]:
    raise ZeroDivisionError("oh")
    yield


def run_with(store: Store, *names: str, limit: float | None = 20, text: str = FOUR) -> None:
    list(bench(store, puzzles(text), {"sudoku": [*names, "cover/bitset"]}, limit=limit))


@pytest.mark.thorough
@each(("wrong", "words"), [(broken_rules, "a wrong answer"), (nothing, "none")])
def test_a_wrong_route_is_caught_and_no_time_is_printed(
    wrong: Callable[[Any], Iterator[Any]], words: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with_fakes(monkeypatch, fake=wrong)
    with Store(tmp_path / "a.db") as store:
        run_with(store, "fake", text=BOARD)
        found = summarize(store)
    assert found.tables == ()
    (disagreement,) = found.disagreements
    assert {route for route, _ in disagreement.claims} == {"fake", "cover/bitset"}
    texts = {name: write(found) for name, write in FORMATS.items()}
    assert texts["csv"] == ""
    assert json.loads(texts["json"])["routes"] == []
    for text in (texts["text"], texts["markdown"], page(found), found._repr_html_()):
        assert words in text
        assert "cover/bitset" in text
        assert "PAR2" not in text
        assert "processor time" not in text
    assert exit_code(["report", str(tmp_path / "a.db")]) == 1


BOARD = "1234\n3412\n2143\n432.\n"


@pytest.mark.thorough
def test_a_run_that_takes_too_long_is_unknown_and_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    with_fakes(monkeypatch, busy=busy)
    with Store() as store:
        run_with(store, "busy", limit=0.2)
        (late,) = [one for one in store.runs() if one.route == "busy"]
        found = summarize(store)
    assert (late.status, late.reason, late.first_seconds) == ("unknown", "0.2 seconds", None)
    assert late.reduce_seconds is not None, "what came before is kept"
    row = next(row for row in found.tables[0].routes if row.route == "busy")
    assert (row.solved, row.puzzles, row.par2_seconds) == (0, 1, 0.4)
    assert "unsolved" in FORMATS["text"](found)


@pytest.mark.thorough
def test_a_run_that_waits_is_ended_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    def asleep(problem: Any) -> Iterator[Any]:
        time.sleep(600)
        yield

    with_fakes(monkeypatch, asleep=asleep)
    with Store() as store:
        run_with(store, "asleep", limit=0.05)
        assert {one.reason for one in store.runs() if one.route == "asleep"} == {"0.05 seconds"}


def test_dying_and_faulty_runs_are_results(monkeypatch: pytest.MonkeyPatch) -> None:
    with_fakes(monkeypatch, dying=dying, faulty=faulty)
    with Store() as store:
        run_with(store, "dying", "faulty")
        said = {one.route: (one.status, one.reason) for one in store.runs()}
        found = summarize(store)
    assert found.disagreements == ()
    text = FORMATS["text"](found)
    assert "faulty gave no result for 1 of 1 puzzles: ZeroDivisionError: oh" in text
    assert "dying gave no result" not in text
    assert said["dying"] == ("unknown", "the death of its worker by SIGKILL")
    assert said["faulty"] == ("failed", "ZeroDivisionError: oh")
    assert said["cover/bitset"][0] == "multiple"


def test_an_encoding_that_does_not_apply_is_no_time_out() -> None:
    """Of a sudoku without constraints most encodings of constraints say nothing."""
    line = Puzzle("line", read("1...\n....\n....\n....\nthermo r1c1 r1c2\n", "sudoku").problems[0])
    names = ["cnf:minimal/cadical195", "cnf:mdd/cadical195", "cnf:mdd/minisat22", "cnf:table/cadical195"]
    with Store() as store:
        list(bench(store, [*puzzles(FOUR, TWO), line], {"sudoku": names}, limit=20))
        found = summarize(store, baseline=names[0])
        alone = summarize(store, names=["cnf:mdd"], puzzles=[puzzles(FOUR)[0].id])
    rows = {row.route: row for row in found.tables[0].routes}
    assert [(rows[name].solved, rows[name].puzzles, rows[name].inapplicable) for name in names] == [
        (3, 3, 0),
        *[(1, 1, 2)] * 3,
    ]
    for name in names:
        assert rows[name].par2_seconds is not None
        assert rows[name].par2_seconds < 20
    (told,) = found.tables[0].refusals()
    assert told.endswith(" do not apply for 2 of 3 puzzles: " + str(rows[names[1]].reasons[0]))
    assert all(name in told for name in names[1:])
    (none,) = alone.tables[0].routes
    assert (none.total_seconds, none.par2_seconds, none.ratio, none.puzzles) == (None, None, None, 0)
    assert all(form(alone) for form in FORMATS.values())


def test_a_table_is_of_the_puzzles_that_all_its_routes_measured() -> None:
    first, second, third = puzzles(FOUR, TWO, NONE)
    with Store() as store:
        list(bench(store, [first], {"sudoku": ["cover/bitset"]}, limit=20))
        list(bench(store, [first, second, third], {"sudoku": ["search/blanks"]}, runs=2, limit=20))
        list(bench(store, [third], {"sudoku": ["search/scan"]}, limit=20))
        with pytest.raises(MeasurementError, match=r"no puzzle of sudoku was measured by all .* --routes"):
            summarize(store)
        found = summarize(store, names=["cover", "search/b*"])
        (table,) = found.tables
        assert found.headline(table).startswith(
            "sudoku: 1 puzzle (2 more measured by some of the routes only), 1 to 2 runs each; "
        )
        assert {row.route: (row.solved, row.puzzles) for row in table.routes} == {
            "cover/bitset": (1, 1),
            "search/blanks": (1, 1),
        }
        with pytest.raises(
            ValueError, match="no route that was measured fits 'cnf'; there is cover/bitset, "
        ):
            summarize(store, names=["cnf"])


def test_bench_and_report_show_what_was_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store, (one, two) = str(tmp_path / "s.db"), (tmp_path / "one.txt", tmp_path / "two.txt")
    one.write_text(FOUR)
    two.write_text(TWO)
    assert exit_code(["bench", str(one), "--via", "cover,search/scan", "--store", store]) == 0
    capsys.readouterr()
    assert exit_code(["bench", str(two), "--via", "cover,cnf:mdd", "--store", store]) == 0
    out, _ = capsys.readouterr()
    assert "search/scan" not in out
    assert out.startswith("sudoku: 1 puzzle, 1 run each; ")
    assert "cnf:mdd/cadical195 does not apply for 1 of 1 puzzles" in out
    assert exit_code(["report", store, "--routes", "search/*"]) == 0
    out, _ = capsys.readouterr()
    assert "search/scan" in out
    assert "cover/bitset" not in out


# The command line


def out(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().out


@pytest.mark.thorough
def test_bench_and_report_say_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "set").mkdir()
    (tmp_path / "set" / "one.txt").write_text(FOUR)
    (tmp_path / "set" / "two.txt").write_text(TWO)
    store = str(tmp_path / "a.db")
    words = [
        "bench",
        str(tmp_path / "set"),
        "--routes",
        "cover/[bd]*",
        "--routes",
        "search/[!b]*",
        "--routes",
        "search/bl*",
        "--store",
        store,
    ]
    assert exit_code(words) == 0
    printed = out(capsys)
    assert "sudoku: 2 puzzles, 1 run each" in printed
    assert exit_code(["report", store]) == 0
    assert out(capsys) == printed

    assert exit_code(["report", store, "--json", "--baseline", "search/scan"]) == 0
    found = json.loads(out(capsys))
    assert found["status"] == "agree"
    assert {row["route"] for row in found["routes"]} == {
        "cover/bitset",
        "cover/dancing-links",
        "search/scan",
        "search/blanks",
        "search/domains",
    }
    assert {row["ratio"] for row in found["routes"] if row["route"] == "search/scan"} == {1.0}
    assert "git" in found["sessions"][0]
    assert exit_code(["report", store, "--format", "csv"]) == 0
    assert [row["solved"] for row in csv.DictReader(out(capsys).splitlines())] == ["2"] * 5
    assert exit_code(["report", store, "--format", "markdown"]) == 0
    assert "| search/scan |" in out(capsys)
    assert exit_code(["report", store, "--baseline", "search/nowhere"]) == 2
    for form in (["--json"], ["--format", "csv"]):
        assert exit_code(["report", store, "--html", str(tmp_path / "page.html"), *form]) == 2
        assert not (tmp_path / "page.html").exists()
    assert exit_code(["report", str(tmp_path / "none.db")]) == 2


def test_bench_refuses_what_it_cannot_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.txt").write_text("1.3.\n....\n.x..\n....\n")
    assert exit_code(["bench", str(tmp_path / "bad.txt")]) == 2
    assert "bad.txt:3:2" in capsys.readouterr().err
    assert exit_code(["bench", BOJ2239, "--routes", "no/such"]) == 2


def test_files_of_a_folder_that_are_no_puzzles_are_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "good.txt").write_text(Path(BOJ2239).read_text())
    (tmp_path / "wheel.whl").write_bytes(b"PK\3\4\0\0" + bytes(range(256)))
    (tmp_path / "notes.py").write_text("import this\n")
    (tmp_path / "picture.svg").write_text("<svg></svg>\n")
    words = ["bench", str(tmp_path), "--routes", "search/blanks", "--runs", "1"]
    assert exit_code(words) == 0
    out, err = capsys.readouterr()
    assert "1 puzzle" in out
    assert "3 files in no known form left out\n" in err
    (tmp_path / "sub" / "bad.txt").write_text("1.3.\n....\n.x..\n....\n")
    assert exit_code(words) == 2
    assert "bad.txt:3:2" in capsys.readouterr().err
    assert exit_code(["bench", str(tmp_path / "notes.py")]) == 2
    assert "notes.py:1:1" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform != "linux", reason="names that are not UTF-8")
@pytest.mark.parametrize("words", [[], ["--json"], ["--store", "b.db"]])
def test_bench_takes_names_that_are_not_utf_8(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    name = os.fsdecode(b"\xff.txt")
    Path(name).write_text(Path(BOJ2239).read_text())
    assert exit_code(["bench", name, "--routes", "search/blanks", "--runs", "1", *words]) == 0
    assert not capfd.readouterr().err.count("fault")


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="a file that nothing is written to")
def test_the_time_limit_of_bench_holds_while_it_reads(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    silent = tmp_path / "silent.txt"
    os.mkfifo(silent)
    assert exit_code(["bench", str(silent), "--timeout", "0.2"]) == 3
    assert "1 second)" in "".join(capsys.readouterr())


def test_bench_is_unknown_when_nothing_was_solved(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["bench", BOJ2239, "--routes", "cnf:minimal/cadical195", "--timeout", "0.0001"]) == 3
    assert "0/1" in out(capsys)


# The page


@pytest.fixture(scope="module")
def found() -> Any:
    """What is said of two puzzles, measured once."""
    with Store() as store:
        four, two = puzzles(FOUR, TWO)
        list(bench(store, [four, Puzzle("<two>", two.problem, size=81)], ROUTES, limit=20))
        return summarize(store)


@pytest.mark.thorough
def test_the_page_needs_nothing_else(found: Any) -> None:
    pytest.importorskip("matplotlib")
    text = page(found)
    assert "http" not in text
    assert "<script" not in text
    assert text.count("<svg ") == 5
    assert "<img" not in text
    ids = re.findall(r'\bid="([^"]*)"', text)
    assert len(set(ids)) == len(ids)
    titles = re.findall("<use [^>]*><title>([^<]*)</title>", text)
    assert {name.partition(" by ")[0] for name in titles} == {"p1", "&lt;two&gt;"}
    (data,) = re.findall('download="runs.csv" href="data:text/plain;base64,([^"]*)"', text)
    assert b64decode(data).decode() == found.runs.to_csv()


@pytest.mark.thorough
def test_plots_are_files(found: Any, tmp_path: Path) -> None:
    """As pictures for pages and papers, whose bytes are the same each time."""
    pytest.importorskip("matplotlib")
    for folder in ("a", "b"):
        write_plots(found, str(tmp_path / folder))
    names = sorted(one.name for one in (tmp_path / "a").iterdir())
    plots = ("cactus", "growth", "pair", "ratios", "sizes")
    assert names == sorted(f"sudoku-{plot}.{form}" for plot in plots for form in ("svg", "pdf"))
    assert all((tmp_path / "a" / one).read_bytes() == (tmp_path / "b" / one).read_bytes() for one in names)
    assert (tmp_path / "a" / "sudoku-cactus.pdf").read_bytes().startswith(b"%PDF-")
    (tmp_path / "file").touch()
    with pytest.raises(FileError, match="file"):
        write_plots(found, str(tmp_path / "file"))


@pytest.mark.thorough
def test_labels_of_lines_do_not_touch() -> None:
    """Of twelve lines that end in the same place, but for one that ends before."""
    pytest.importorskip("matplotlib")
    from matplotlib.text import Text

    runs = [
        RunRecord(
            *(f"p{at}", "sudoku", f"cnf:x{n:02}/s", "none" if n or at < 2 else "unknown"),
            solve_seconds=(at + 1) * 1.001**n,
            id=f"p{at}",
        )
        for n in range(12)
        for at in range(4)
    ]
    made = report_of(runs, "cpu", 10.0)
    (cactus, *_) = plots(made.tables[0], made)
    cactus.figure.draw_without_rendering()
    boxes = [Text.get_window_extent(label) for label in cactus.figure.axes[0].texts]  # without its line
    boxes.sort(key=lambda box: box.y0)
    assert len(boxes) == 12
    assert all(above.y0 >= box.y1 for box, above in pairwise(boxes))
    assert all(box.x0 >= 0 and box.x1 <= cactus.figure.bbox.x1 for box in boxes)


def test_a_table_for_latex(found: Any) -> None:
    text = FORMATS["latex"](found)
    assert text.count("\\toprule") == text.count("\\bottomrule") == 1
    rows = [line for line in text.splitlines() if line.startswith("\\texttt")]
    (table,) = found.tables
    heading = text.splitlines()[1]
    assert heading.startswith(found.headline(table).split("/")[0])
    assert text.startswith("{\\par")  # a table of its own line, whatever is before it
    assert [line.split("}")[0] for line in rows] == [f"\\texttt{{{table.short_name(r.route)}" for r in found]
    above, heads = text.split("toprule\n")[1].splitlines()[:2]
    assert {line.count("&") for line in (*rows, above, heads)} == {6}
    assert [cell.strip() for cell in heads.rstrip("\\ ").split("&")[2:4]] == ["solved", "[95\\%]"]
    assert "clauses/ & nodes/" in above


@pytest.mark.slow
def test_the_same_measurements_give_the_same_page(found: Any) -> None:
    pytest.importorskip("matplotlib")
    assert page(found) == page(found)


def test_a_table_fits_its_terminal(found: Any) -> None:
    whole, narrow = as_text(found).splitlines(), as_text(found, 80).splitlines()
    assert found._repr_html_().count("<tr>") == 4
    heads, short = (next(line for line in lines if line.startswith("route")) for lines in (whole, narrow))
    assert heads.startswith(short)
    assert "proof" in heads
    assert "solved" in short
    assert max(map(len, narrow)) <= 80 < len(heads)


def test_nothing_to_measure_and_nothing_measured_are_said(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "e.db").touch()
    for words, said in (
        (["bench", str(tmp_path / "empty")], "no puzzle in"),
        (["report", str(tmp_path / "e.db")], "it holds no measurement"),
    ):
        assert exit_code(words) == 2
        assert said in capfd.readouterr().err.replace("\n", " ")


def test_two_runs_into_one_store(tmp_path: Path) -> None:
    """What both measure is kept of the first; neither fails, and the tables are made once."""
    path = tmp_path / "b.db"
    with Store(path) as first, Store(path) as second:
        routes = {"sudoku": ["search/scan"]}
        one, other = (bench(store, puzzles(FOUR), routes, runs=2) for store in (first, second))
        begun = next(one)
        assert (begun.done, [kept.done for kept in other]) == (1, [2])
        assert [kept.done for kept in one] == [2]
        assert len(second.runs()) == 2
