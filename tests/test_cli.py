"""The command line prints what the library returns, and exits as it says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from command_line import call, command_line
from each import each
from example_files import EXAMPLES, example_files
from family import says_constraints
from formulas import pigeonhole
from instances import sampled
from published import (
    BOJ_2239_ANSWER,
    BOJ_2580_ANSWER,
    BOJ_4574_ANSWER,
    BOJ_4574_SECOND_ANSWER,
    KAKURO2_ANSWER,
)

from coversat.answering.choosing import chosen_routes
from coversat.answering.questions import count_answers as count
from coversat.answering.questions import decide as check
from coversat.answering.questions import find_answers as solve
from coversat.answering.routes import all_routes as routes
from coversat.answering.routes import find_route
from coversat.answering.running import run
from coversat.base.version import VERSION
from coversat.cli import showing
from coversat.problems import KINDS, Cnf, read
from coversat.solvers import Limits

PUZZLES = [path for path in example_files() if path.suffix in {".txt", ".dlx", ".cnf"}]
EXAMPLE_NAMES = [path.relative_to(EXAMPLES).as_posix() for path in PUZZLES]

BOJ2239 = str(EXAMPLES / "sudoku" / "boj2239.txt")
BOJ4574 = str(EXAMPLES / "sudominoku" / "boj4574.txt")
KAKURO2 = str(EXAMPLES / "kakuro" / "kakuro2.txt")
TWO_ANSWERS = str(EXAMPLES / "sudoku" / "two-answers.txt")
NO_ANSWER = "11..\n....\n....\n....\n"

ANSWER_4574 = f"Puzzle 1\n{BOJ_4574_ANSWER}Puzzle 2\n{BOJ_4574_SECOND_ANSWER}"
PUBLISHED = {
    "sudoku/boj2239.txt": BOJ_2239_ANSWER,
    "sudoku/boj2580.txt": BOJ_2580_ANSWER,
    "sudominoku/boj4574.txt": ANSWER_4574,
    "kakuro/kakuro2.txt": KAKURO2_ANSWER,
}


def halved(names: Iterable[str], long: str) -> list[Any]:
    """The names, the one that takes long in the slow half."""
    return [pytest.param(name, marks=pytest.mark.slow) if name == long else name for name in names]


def objects(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_the_version_names_the_engine_in_use(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COVERSAT_PURE", "1")
    code, out, _ = call(capfd, "--version")
    assert code == 0
    assert out.startswith(f"coversat {VERSION} (cover engine: python; Python 3.")


@each("name", PUBLISHED)
def test_the_published_samples_come_out_to_the_byte(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    code, out, err = call(capfd, "solve", str(EXAMPLES / name))
    assert (code, out) == (0, PUBLISHED[name])
    # Only the shape of a sudoku says what it is.
    assert err == (f"{EXAMPLES / name}: read as sudoku 9x9\n" if name.startswith("sudoku/") else "")


@pytest.mark.thorough
@pytest.mark.parametrize("name", halved(PUBLISHED, "sudominoku/boj4574.txt"))
def test_the_published_samples_by_every_reduction(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    kind = name.partition("/")[0]
    for route in chosen_routes(kind):
        if says_constraints(route):
            continue
        assert call(capfd, "solve", str(EXAMPLES / name), "--via", route.name)[:2] == (0, PUBLISHED[name])


@pytest.mark.parametrize("name", halved(sampled(EXAMPLE_NAMES, "examples"), "polyomino/pentominoes-3x20.txt"))
def test_commands_print_what_the_library_returns(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    path = EXAMPLES / name
    document = read(path.read_text())
    _, out, _ = call(capfd, "check", "--json", str(path))
    checked = [check(problem) for problem in document.problems]
    for case, (problem, known, row) in enumerate(
        zip(document.problems, checked, objects(out), strict=True), 1
    ):
        assert row["file"] == str(path)
        assert (row["case"], row["kind"], row["status"]) == (case, problem.kind, known.verdict.value)
        assert row["answers"] == [problem.answer_rows(answer) for answer in known.answers]
        assert row["route"] == known.route
    _, out, _ = call(capfd, "count", "--json", "--limit", "20", str(path))
    for problem, row in zip(document.problems, objects(out), strict=True):
        counted = count(problem, limits=Limits(answers=20))
        assert (row["count"], row["exact"]) == (counted.at_least, counted.exhausted)
    _, out, _ = call(capfd, "solve", "--json", str(path))
    for problem, known, row in zip(document.problems, checked, objects(out), strict=True):
        answers = solve(problem)
        assert row["answers"] == [problem.answer_rows(answer) for answer in answers.answers]
        assert row["status"] == answers.verdict == known.verdict.value


def test_check_says_in_words_and_codes(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    none = tmp_path / "none.txt"
    none.write_text(NO_ANSWER)
    assert call(capfd, "check", BOJ2239) == (0, f"UNIQUE {BOJ2239} #1 (sudoku 9x9)\n", "")
    clash = "1 appears twice in row 1: r1c1 and r1c2"
    assert call(capfd, "check", str(none)) == (1, f"NONE {none} #1 (sudoku 4x4; {clash})\n", "")
    code, out, _ = call(capfd, "check", TWO_ANSWERS)
    assert code == 1
    assert out.startswith(f"MULTIPLE {TWO_ANSWERS} #1 (sudoku 9x9)\n")
    assert out.count("*") == 8  # four cells differ, marked in both answers
    code, out, _ = call(capfd, "check", BOJ2239, str(none), "--json")
    assert (code, [row["status"] for row in objects(out)]) == (1, ["unique", "none"])


def test_unknown_is_not_no(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    blank = tmp_path / "blank.txt"
    blank.write_text("." * 81 + "\n")
    code, out, _ = call(capfd, "check", str(blank), "--via", "search/blanks", "--nodes", "40")
    assert (code, out.split()[0]) == (3, "UNKNOWN")
    code, out, _ = call(capfd, "count", str(blank), "--nodes", "500", "--via", "cover/dancing-links")
    assert code == 3
    assert out.startswith("at least ")
    code, out, err = call(capfd, "solve", str(blank), "--via", "search/scan", "--nodes", "10")
    assert (code, out, err) == (3, f"UNKNOWN {blank} #1 (sudoku 9x9) (stopped after 10 nodes)\n", "")
    hard = pigeonhole(9)  # one model is found at once: the last variable is true
    free = hard.variable_count + 1
    formula = tmp_path / "free.cnf"
    one = Cnf(free, tuple((*clause, free) for clause in hard.clauses), projection=(free,))
    formula.write_text(one.format())
    stopped, projected = "stopped after 50 conflicts", f"projected on 1 of {free} variables"
    code, out, _ = call(capfd, "check", str(formula), "--via", "cadical195", "--nodes", "50")
    assert (code, out) == (3, f"UNKNOWN {formula} #1 ({projected}) (at least one answer; {stopped})\n")
    code, out, err = call(capfd, "solve", str(formula), "--nodes", "50")
    assert (code, out.split()[1]) == (0, "SATISFIABLE")
    assert err == f"{formula} #1: there may be other answers, and smaller ones: {stopped}\n"


def test_solve_prints_the_smallest_answer_first(capfd: pytest.CaptureFixture[str]) -> None:
    sudoku = read(Path(TWO_ANSWERS).read_text()).problems[0]
    every = sorted(run(sudoku, find_route("sudoku", "search/scan")).findings.answers)
    assert len(every) == 2
    code, out, _ = call(capfd, "solve", "--all", "--json", TWO_ANSWERS)
    assert objects(out)[0]["answers"] == [sudoku.answer_rows(answer) for answer in every]
    code, out, _ = call(capfd, "solve", "--json", TWO_ANSWERS)
    assert (code, objects(out)[0]["status"]) == (0, "multiple")
    assert objects(out)[0]["answers"] == [sudoku.answer_rows(every[0])]
    code, out, _ = call(capfd, "solve", "--limit", "5", TWO_ANSWERS)
    assert len(out.split()) == 18


def test_solve_without_an_answer(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "none.txt"
    path.write_text(NO_ANSWER)
    code, out, err = call(capfd, "solve", str(path))
    assert (code, out.split(" (")[0], err) == (1, f"NONE {path} #1", "")
    code, out, _ = call(capfd, "solve", "--json", str(path))
    assert (code, objects(out)[0]["status"], objects(out)[0]["answers"]) == (1, "none", [])


@each(
    ("puzzle", "route", "shown"),
    [
        ([BOJ4574, "--case", "2"], "cnf:factored", ANSWER_4574.split()[13:]),
        ([KAKURO2], "cover/cnf:product", KAKURO2_ANSWER.split()),
    ],
)
def test_export_then_decode_from_two_files_alone(
    puzzle: list[str], route: str, shown: list[str], capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    cnf, model = tmp_path / "x.cnf", tmp_path / "x.out"
    assert call(capfd, "export", *puzzle, "--via", route, "-o", str(cnf))[:2] == (0, "")
    formula = read(cnf.read_text()).problems[0]
    (answer,) = run(formula, find_route("cnf", "glucose4")).findings.answers
    model.write_text(formula.forms[0].show(formula, answer, 1))
    code, out, _ = call(capfd, "decode", str(cnf), str(model))
    assert (code, out.split()[-len(shown) :]) == (0, shown)
    literals = list(answer)
    literals[literals.index(next(x for x in literals if x > 0))] *= -1
    model.write_text(formula.render(tuple(literals)))
    code, out, err = call(capfd, "decode", str(cnf), str(model))
    assert (code, out) == (1, "")
    assert "does not satisfy" in err


@each(
    "words",
    [
        "export {} -o",
        "convert {} --to spaced -o",
        "draw {} -o",
        "draw {} --solve -o",
        "draw other.txt {} -o",
        "explain {} -o",
        "explain other.txt --toward {} -o",
        "generate sudoku --layout {} -o",
    ],
)
@each("name", ["x.svg", "link.svg", "hard.svg", "folder/../x.svg"])
def test_a_file_that_is_read_is_not_overwritten(
    words: str, name: str, capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    text = "" if "other.txt" in words else "# a remark\n"
    text += "12..\n..12\n....\n....\n" if "other.txt" not in words else "1234\n3412\n2143\n4321\n"
    Path("other.txt").write_text("12..\n..12\n2143\n4321\n")
    Path("x.svg").write_text(text)
    Path("link.svg").symlink_to("x.svg")
    Path("hard.svg").hardlink_to("x.svg")
    code, _, err = call(capfd, *words.format("x.svg").split(), name)
    assert (code, err) == (2, f"coversat: {name}: the command reads this file, and would overwrite it\n")
    assert Path("x.svg").read_text() == text


def test_an_empty_file_is_not_the_input_and_the_results(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty.txt"
    empty.touch()
    code, _, err = call(capfd, "count", str(empty), "--out", str(empty))
    assert (code, err) == (2, f"coversat: {empty}: the command reads this file, and would overwrite it\n")
    assert empty.read_bytes() == b""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a named pipe")
def test_a_limit_holds_while_steps_are_read(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "pipe")  # which nobody writes to
    assert call(capfd, "verify", str(tmp_path / "pipe"), "--timeout", "0.1")[0] == 3


def test_standard_input_is_not_overwritten(tmp_path: Path) -> None:
    puzzle = tmp_path / "x.svg"
    puzzle.write_text("1...\n..2.\n.3..\n...4\n")
    words = [sys.executable, "-m", "coversat", "draw", "-", "-o", str(puzzle)]
    with puzzle.open() as stdin:
        done = subprocess.run(words, stdin=stdin, capture_output=True, text=True, check=False)
    refusal = f"coversat: {puzzle}: the command reads this file, and would overwrite it\n"
    assert (done.returncode, done.stderr) == (2, refusal)
    assert puzzle.read_text().startswith("1...")


def test_a_file_may_be_written_after_the_run_that_read_it(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    puzzle = tmp_path / "x.svg"
    puzzle.write_text("1...\n..2.\n.3..\n...4\n")
    assert call(capfd, "check", str(puzzle))[0] == 0
    assert call(capfd, "draw", BOJ2239, "-o", str(puzzle))[0] == 0
    assert puzzle.read_text().startswith("<svg")


def test_export_is_written_whole_or_not_at_all(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, _, err = call(capfd, "export", BOJ2239, "-o", str(tmp_path / "missing" / "x.cnf"))
    assert code == 2
    assert "No such file" in err
    code, _, err = call(capfd, "export", KAKURO2, "--via", "cnf:nonsense", "-o", str(tmp_path / "x.cnf"))
    assert code == 2
    assert "no reduction or solver 'cnf:nonsense' from kakuro; did you mean cnf:" in err
    assert list(tmp_path.iterdir()) == []


def test_exported_covers_are_problems_again(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    _, out, _ = call(capfd, "export", KAKURO2, "--to", "cover")
    path = tmp_path / "kakuro.dlx"
    path.write_text(out)
    code, out, _ = call(capfd, "check", str(path))
    assert (code, out) == (0, f"UNIQUE {path} #1\n")


def test_verify(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    answer = tmp_path / "answer.txt"
    answer.write_text(BOJ_2239_ANSWER)
    assert call(capfd, "verify", BOJ2239, str(answer)) == (0, f"RIGHT {BOJ2239} #1 (sudoku 9x9)\n", "")
    answer.write_text(BOJ_2239_ANSWER.replace("143628579", "341628579"))
    code, out, _ = call(capfd, "verify", BOJ2239, str(answer))
    assert code == 1
    assert f"WRONG {BOJ2239} #1 (sudoku 9x9): r1c1 holds 3, but 1 is given" in out
    code, out, _ = call(capfd, "verify", "--json", BOJ2239, str(answer))
    assert (code, objects(out)[0]["status"]) == (1, "wrong")
    answer.write_text("12")
    code, _, err = call(capfd, "verify", BOJ2239, str(answer))
    assert code == 2
    assert err.startswith(f"{answer}:1:1: expected")


def test_compare(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capfd, "compare", TWO_ANSWERS, "--routes", "search/*", "--routes", "cover/d*")
    assert code == 0
    assert out.endswith("all routes agree\n")
    assert [line.split()[0] for line in out.splitlines()[2:7]] == [
        "cover/dancing-links",
        "search/scan",
        "search/blanks",
        "search/boards",
        "search/domains",
    ]
    code, out, _ = call(capfd, "compare", str(EXAMPLES / "sudominoku" / "small.txt"), "--json")
    rows = objects(out)
    assert code == 0
    assert {(row["status"], row["count"], row["contradicts"]) for row in rows} == {("unique", 1, False)}
    code, _, err = call(capfd, "compare", KAKURO2, "--routes", "nothing*")
    assert code == 2
    assert "no route of kakuro fits 'nothing*'" in err


def test_routes_and_lists(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in KINDS:
        _, out, _ = call(capfd, "routes", kind, "--names")
        assert out.split() == [route.name for route in routes(kind)]
        _, out, _ = call(capfd, "routes", kind)
        words = set(out.split())
        for route in routes(kind):  # each name is made of two that are listed
            assert route.solver.name in words
            assert {route.reduction_name} - {""} <= words or route.reduction_name.endswith("/cover"), (
                route.name
            )
        assert max(map(len, out.splitlines())) <= 80
        assert ("class V, for verdicts: cnf:verdict" in out) == (kind == "numberlink")
    for what in ("problems", "reductions", "solvers", "forms"):
        code, out, _ = call(capfd, "list", what)
        assert code == 0
        assert out
        _, rows, _ = call(capfd, "list", what, "--json")
        assert len(objects(rows)) == len(out.splitlines())
        _, some, _ = call(capfd, "list", what, "sudoku")
        first_column = [line.split()[0] for line in out.splitlines()]
        assert len(some.splitlines()) == first_column.count("sudoku") > 0
    monkeypatch.setitem(showing._ROWS, "solvers", lambda: iter(()))
    code, out, err = call(capfd, "list", "solvers", "binairo")
    assert (code, out) == (1, "")
    assert "no solvers of binairo" in err
    code, _, err = call(capfd, "list", "constraints", "kakuro")
    assert code == 2
    assert "only sudokus have constraints" in err


@each("via", ["cnf:extendd/cadical195", "cnf:extended/cadica", "search/blnks", "cover/cadical195"])
def test_unknown_routes_name_what_is_near(via: str, capfd: pytest.CaptureFixture[str]) -> None:
    code, out, err = call(capfd, "solve", BOJ2239, "--via", via)
    assert (code, out) == (2, "")
    assert "did you mean" in err


def test_mistakes_are_shown_where_they_stand(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "broken.txt"
    path.write_text("1.3.\n....\n.a..\n....\n")
    code, out, err = call(capfd, "check", str(path))
    assert (code, out) == (2, "")
    assert err == f"{path}:3:2: expected a digit 1 to 4, 0 or '.', found 'a'\n  .a..\n   ^\n"
    code, out, _ = call(capfd, "check", str(path), "--json")
    (row,) = objects(out)
    assert code == 2
    assert (row["status"], row["line"], row["column"]) == ("error", 3, 2)


def test_the_caret_stays_below_its_place_in_a_long_line(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "long.txt"
    path.write_text("." * 70 + "x" + "." * 10 + "\n")
    _, _, err = call(capfd, "check", str(path))
    _, line, caret = err.splitlines()
    assert line[caret.index("^")] == "x"
    assert len(line) < 80


@each(
    ("data", "reason"),
    [
        (b"", ":1:1: expected"),
        (b"\xff\xfe1", ": it begins like a text in UTF-16"),
        (b"hello world\n", ":1:1: expected"),
        (b"\x00\x01\x02", ":1:1: expected"),
    ],
)
def test_what_is_no_puzzle_is_refused(
    data: bytes, reason: str, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "bad"
    path.write_bytes(data)
    code, out, err = call(capfd, "solve", str(path))
    assert (code, out) == (2, "")
    assert f"{path}{reason}" in err


def test_files_that_are_not_there(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    missing = str(tmp_path / "missing.txt")
    code, out, err = call(capfd, "check", missing, BOJ2239)
    assert (code, out) == (2, f"UNIQUE {BOJ2239} #1 (sudoku 9x9)\n")
    assert err == f"{missing}: No such file or directory\n"


def test_standard_input() -> None:
    result = command_line("check", "-", stdin=Path(BOJ2239).read_text())
    assert result.output == "UNIQUE - #1 (sudoku 9x9)\n"
    assert command_line("check", stdin=Path(BOJ2239).read_text()).output == result.output


def test_no_file_is_read_from_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: True))
    for command in ("solve", "explain"):
        code, out, err = call(capfd, command)
        assert (code, out) == (2, "")
        assert "Missing argument 'FILE" in err
        assert "(- is standard input)" in err


@each("words", [["check", "--nonsense", "x"], ["solve", BOJ2239, "--all", "--limit", "2"]])
def test_bad_usage(words: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    code, out, err = call(capfd, *words)
    assert (code, out) == (2, "")
    assert "Usage" in err


@each("text", ["0\n", ""])
def test_no_puzzle_at_all_is_an_error(text: str, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "none.txt"
    path.write_text(text)
    for command in ("solve", "check", "count", "explain"):
        code, out, err = call(capfd, command, str(path))
        assert (code, out) == (2, "")
        assert err.startswith(f"{path}:1:1: expected a")


# Limits that hold while a puzzle is read, reduced and drawn


HUGE = ("p cnf 1000000000 0\n", "p cnf 30000000 1\n1 0\n")


def heavy_layout() -> str:
    """A sudoku whose one line takes long to reduce."""
    path = (f"r{r}c{c}" for r in range(1, 26) for c in (range(1, 26) if r % 2 else range(25, 0, -1)))
    return "\n".join(["." * 25] * 25) + "\nregion-sum " + " ".join(path) + "\n"


@each("text", HUGE)
def test_a_header_is_not_trusted(text: str, tmp_path: Path) -> None:
    """Time and memory follow the text, not the numbers that it announces."""
    path = tmp_path / "big.cnf"
    path.write_text(text)
    program = (
        "import resource, sys; from coversat.cli import exit_code\n"
        "resource.setrlimit(resource.RLIMIT_AS, (2 * 2**30, 2 * 2**30))\n"
        "for command in ('grade', 'candidates', 'draw', 'explain'):\n"
        "    exit_code([command, sys.argv[1], '--timeout', '1'])\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_utime, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True
    )
    *lines, seconds = done.stderr.splitlines()
    assert "all memory is used up" not in "".join(lines)
    assert float(seconds) < 10


@pytest.mark.parametrize(
    "words",
    [
        "generate sudoku --layout {}",
        "explain {}",
        "candidates {}",
        "grade {}",
        "export {}",
        "metrics {}",
        "draw {} --candidates",
        "draw {} --solve",
    ],
)
def test_time_and_memory_hold_while_a_puzzle_is_reduced(
    words: str, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "heavy.txt"
    path.write_text("....\n" * 4 + "region-sum r1c1 r1c2 r1c3 r1c4\n")
    assert call(capfd, *words.format(path).split())[0] == 0  # what it needs is imported without a limit
    path.write_text(heavy_layout())
    start = time.process_time()
    code, out, err = call(capfd, *words.format(path).split(), "--timeout", "0.1")
    assert code == 3
    assert "stopped after 0.1 seconds" in out + err
    assert time.process_time() - start < 3
    if words.startswith(("candidates", "export")):  # the others reduce in the same way
        code, out, err = call(capfd, *words.format(path).split(), "--memory", "5M", "--timeout", "20")
        assert (code, "all memory is used up" in out + err) == (3, True)


def test_answers_of_several_puzzles_are_verified(tmp_path: Path) -> None:
    puzzles = EXAMPLES / "sudominoku" / "boj4574.txt"
    answers = command_line("solve", str(puzzles)).stdout
    count = answers.count("Puzzle")
    assert count > 1
    done = command_line("verify", str(puzzles), "-", stdin=answers)
    assert (done.code, done.stdout.count("RIGHT")) == (0, count)
    lines = answers.splitlines()
    first, second = (lines.index(f"Puzzle {number}") for number in (1, 2))
    swapped = [*lines]
    swapped[first + 1], swapped[first + 2] = lines[first + 2], lines[first + 1]
    done = command_line("verify", str(puzzles), "-", stdin="\n".join(swapped))
    assert done.code == 1
    assert done.stdout.startswith(f"WRONG {puzzles} #1: ")
    assert done.stdout.count("RIGHT") == count - 1
    done = command_line("verify", str(puzzles), "-", stdin="\n".join(lines[: second + 4]))
    assert (done.code, done.stdout) == (2, "")
    assert "(the answer of #2)" in done.stderr
    done = command_line("verify", str(puzzles), "-", stdin=f"{answers}\nmore\n")
    assert f"expected the end of the text after {count} answers" in done.stderr
