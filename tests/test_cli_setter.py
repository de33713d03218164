"""``explain``, ``candidates``, ``grade`` and ``generate`` print what the library returns."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from command_line import command_line
from each import each
from test_cli import call, objects

import coversat
from coversat.answering.routes import find_route
from coversat.answering.running import run
from coversat.problems import find_form, read
from coversat.setters.commands import generating
from coversat.setters.explain.candidates import candidates
from coversat.setters.explain.explain import explain
from coversat.setters.generate.generate import generated as generate
from coversat.setters.generate.spec import Spec
from coversat.setters.grade import grade

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
TWO_ANSWERS = str(EXAMPLES / "sudoku" / "two-answers.txt")
BOJ2239 = str(EXAMPLES / "sudoku" / "boj2239.txt")
KAKURO2 = str(EXAMPLES / "kakuro" / "kakuro2.txt")
CLASH = "1..1\n....\n.2..\n2...\n"

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def clash(tmp_path: Path) -> str:
    path = tmp_path / "clash.txt"
    path.write_text(CLASH)
    return str(path)


def test_explain_no_answer(clash: str, capfd: Capture) -> None:
    code, out, err = call(capfd, "explain", clash, "--smallest")
    assert (code, err) == (0, "")
    head, *given = out.splitlines()[1:]
    assert head == "These 2 givens clash (the fewest that clash):"
    with_rules = "with these rules (none can be left out):"
    assert given in (
        ["  given 1 at r1c1", "  given 1 at r1c4", with_rules, "  row 1"],
        ["  given 2 at r3c2", "  given 2 at r4c1", with_rules, "  box 3"],
    )
    _, out, _ = call(capfd, "explain", clash, "--smallest", "--json")
    (row,) = objects(out)
    assert (row["status"], row["smallest"], row["complete"]) == ("none", True, True)
    assert ["  " + words for words in (*row["clash"], *row["rules"])] == [given[0], given[1], given[3]]


def test_explain_several_answers(tmp_path: Path, capfd: Capture) -> None:
    sudoku = read(Path(TWO_ANSWERS).read_text()).problems[0]
    code, out, err = call(capfd, "explain", TWO_ANSWERS)
    assert (code, err) == (0, "")
    assert "77 of 81 cells are settled" in out
    assert "Two answers that differ in 4 cells (no two are further apart):" in out
    assert out.count("add 1 given (no fewer can do):") == 2
    answers = run(sudoku, find_route("sudoku", "search/blanks")).findings.answers
    preferred = tmp_path / "answer.txt"
    for answer in answers:
        preferred.write_text("\n".join("".join(map(str, line)) for line in answer) + "\n")
        _, out, _ = call(capfd, "explain", TWO_ANSWERS, "--toward", str(preferred), "--json")
        (row,) = objects(out)
        assert {tuple(map(tuple, rows)) for rows in row["answers"]} == set(answers)
        ((added,),) = (entry["givens"] for entry in row["additions"])
        assert answer[added["row"] - 1][added["column"] - 1] == added["value"]
    preferred.write_text("1" * 81)
    code, out, err = call(capfd, "explain", TWO_ANSWERS, "--toward", str(preferred))
    assert (code, out) == (2, "")
    assert err.startswith(f"{preferred}: not an answer of this puzzle: ")
    preferred.write_text("x" * 81)
    code, _, err = call(capfd, "explain", TWO_ANSWERS, "--toward", str(preferred))
    assert code == 2
    assert err.startswith(f"{preferred}:1:1: expected")


@each(
    ("file", "words"),
    [
        ("nonogram/hen.txt", "every nonogram states the clues of all rows and columns"),
        ("setcover/languages.txt", "every setcover states the whole instance"),
        ("starbattle/one-star.txt", "every starbattle states the regions and the number of stars"),
    ],
)
def test_explain_a_kind_whose_clues_are_fixed(file: str, words: str, capfd: Capture) -> None:
    code, out, _ = call(capfd, "explain", str(EXAMPLES / file))
    assert code == 0
    assert f"It has no givens that could be left out: {words}." in out


@each(
    ("text", "words"),
    [
        ("| exact cover\np q | x\np x:A\nq x:A\np x:B\nq x:B\n", "option q x:B is not chosen"),
        ("yajilin 3 3\n. . .\n. . .\n. . .\n", "r3c1 is shaded"),
    ],
)
def test_givens_to_add_are_in_the_words_of_the_kind(
    text: str, words: str, tmp_path: Path, capfd: Capture
) -> None:
    path = tmp_path / "several.txt"
    path.write_text(text)
    code, out, _ = call(capfd, "explain", str(path))
    assert (code, words in out) == (0, True)


def test_givens_that_the_text_cannot_hold(tmp_path: Path, capfd: Capture) -> None:
    path = tmp_path / "two.txt"
    path.write_text("nonogram\nrows\n1\n1\ncolumns\n1\n1\n")
    code, out, _ = call(capfd, "explain", str(path))
    assert (code, "add 1 given" in out) == (0, True)
    assert "The text of a nonogram has no place for givens" in out


def test_explain_one_answer(tmp_path: Path, capfd: Capture) -> None:
    path = tmp_path / "unique.txt"
    path.write_text("..1.\n2...\n...3\n.4.1\n")
    code, out, _ = call(capfd, "explain", str(path), "--minimise", "--json")
    (row,) = objects(out)
    known = explain(read(path.read_text()).problems[0], minimise=True)
    assert code == 0
    assert row == {**row, **known.as_json(), "status": "unique", "checked": True}
    code, out, _ = call(capfd, "explain", str(path), "--minimise", "--seed", "4")
    assert f"{len(row['redundant'])} of 5 givens can be left out alone:" in out
    assert "givens leave the same one answer, of which none can be left out:" in out
    assert max(map(len, out.splitlines()[1:])) < 80


def test_candidates(clash: str, capfd: Capture) -> None:
    known = candidates(read(Path(TWO_ANSWERS).read_text()).problems[0])
    code, out, _ = call(capfd, "candidates", TWO_ANSWERS, "--json")
    assert (code, objects(out)[0]["candidates"]) == (0, known.as_json()["candidates"])
    code, out, _ = call(capfd, "candidates", TWO_ANSWERS)
    assert f"85 candidates, 77 of 81 cells settled ({known.calls} SAT calls)" in out
    assert out.endswith(str(known) + "\n")
    assert out.splitlines()[1] == " 1 4 3 6 25 8 25 7 9"
    code, out, _ = call(capfd, "candidates", "masyu 2 2\n- -\n- -\n")
    assert " 4 of 4 places settled " in out  # edges, not cells
    code, out, _ = call(capfd, "candidates", clash)
    assert (code, out) == (1, f"{clash} #1 (sudoku 4x4): no answer (1 SAT call)\n")


@pytest.mark.thorough
def test_grade(clash: str, capfd: Capture) -> None:
    known = grade(read(Path(BOJ2239).read_text()).problems[0])
    code, out, _ = call(capfd, "grade", BOJ2239, "--steps", "--json")
    (row,) = objects(out)
    assert code == 0
    assert row["forced"] == list(known.forced)
    assert [step["step"] for step in row["steps"]] == list(map(str, known.steps))
    known = grade(read(Path(KAKURO2).read_text()).problems[0])
    code, out, _ = call(capfd, "grade", KAKURO2, BOJ2239, "--steps")
    assert [line.partition(": ")[2] for line in out.splitlines() if "grade" in line] == [
        "grade 1, needs 1 round of trying values and refuting them",
        "grade 0, solved by propagation alone",
    ]
    assert (
        out.splitlines()[2 : 2 + known.forced[0]]
        == [f"    {step}" for step in known.steps if step.round == 0][: known.forced[0]]
    )
    code, out, _ = call(capfd, "grade", clash)
    assert (code, out) == (1, f"{clash} #1 (sudoku 4x4): no answer\n")


@pytest.mark.thorough
def test_grade_counts_the_steps_of_every_kind(capfd: Capture) -> None:
    for file in ("examples/kakuro/picture.txt", "examples/hitori/6x6.txt"):
        found = coversat.steps(Path(file))
        code, out, _ = call(capfd, "grade", file, "--json")
        solving = objects(out)[0]["solving"]
        assert code == 0
        assert solving["sizes"] == {str(size): number for size, number in found.sizes().items()}
        assert solving["hardest"] == found.hardest
        assert solving["score"] == round(found.score, 2)
        assert len(solving["available"]) == len(found.steps)
        assert min(solving["available"]) >= 1
    _, out, _ = call(capfd, "grade", "examples/hitori/6x6.txt")
    assert (
        f"  {len(found.steps)} steps: 35 of 1 rule, 1 of 3 rules\n  hardest step: 3 rules; score 4.0\n" in out
    )
    _, out, _ = call(capfd, "grade", "examples/cover/knuth.dlx", "--json")
    assert objects(out)[0]["solving"]["sizes"] == {"1": 5, "2": 1}


@pytest.mark.thorough
def test_generate_by_the_hardest_step(capfd: Capture) -> None:
    options = ("--boxes", "2x2", "--seed", "4", "--json")
    code, out, _ = call(capfd, "generate", "sudoku", "--hardest", "1", *options)
    (row,) = objects(out)
    assert (code, row["hardest"]) == (0, coversat.steps(row["puzzle"]).hardest)
    code, _, err = call(capfd, "generate", "sudoku", "--hardest", "90..99", *options, "--timeout", "0.5")
    assert code == 3
    assert "hardest step of 1 rule" in err
    for word in ("0", "3..2", "a", "1..", "..2"):
        assert call(capfd, "generate", "sudoku", "--hardest", word)[0] == 2


def test_explain_names_constraints_that_no_step_uses(tmp_path: Path, capfd: Capture) -> None:
    file = tmp_path / "sudoku.txt"
    file.write_text("1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 .\nthermo r1c1 r1c2\n")
    code, out, _ = call(capfd, "explain", str(file))
    assert code == 0
    assert "thermo r1c1 r1c2 (no solving step uses it)" in out
    assert out.count("no solving step") == 1


@each("words", [["explain"], ["candidates"]])
def test_time_is_up(words: list[str], tmp_path: Path, capfd: Capture) -> None:
    blank = tmp_path / "blank.txt"
    blank.write_text("." * 256 + "\n")
    code, out, _ = call(capfd, *words, str(blank), "--timeout", "0.000001")
    assert code == 3
    assert "stopped after" in out
    code, out, _ = call(capfd, *words, str(blank), "--timeout", "0.000001", "--json")
    assert (code, objects(out)[0]["status"]) == (3, {"explain": "unknown", "candidates": "partial"}[words[0]])


@pytest.mark.thorough
def test_generate(tmp_path: Path, capfd: Capture) -> None:
    known = list(generate("sudoku", seed=9, count=3))
    code, out, _ = call(capfd, "generate", "sudoku", "--seed", "9", "--count", "3")
    assert code == 0
    assert read(out).problems == tuple(one.problem for one in known)
    _, out, _ = call(capfd, "generate", "sudoku", "--seed", "9")
    assert out == known[0].problem.format()
    _, out, _ = call(capfd, "generate", "sudoku", "--seed", "9", "--count", "3", "--json")
    assert [row["puzzle"] for row in objects(out)] == [one.problem.format() for one in known]
    for words in (["kakuro", "--size", "5"], ["sudominoku", "--givens", "14"], ["sudoku", "--boxes", "2x4"]):
        code, out, _ = call(capfd, "generate", *words, "--count", "2", "--seed", "1")
        path = tmp_path / "made.txt"
        for number, text in enumerate(out.split("\n\n") if "boxes" in out else [out]):
            path.write_text(text)
            code, checked, _ = call(capfd, "check", str(path), "--json")
            assert code == 0, (words, number)
            assert {row["status"] for row in objects(checked)} == {"unique"}


@pytest.mark.thorough
@each("words", [["sudoku", "--boxes", "2x2"], ["kakuro", "--size", "5"]])
@each("proof", [[], ["--proof", "enumeration", "--jobs", "2"]])
def test_generated_puzzles_are_proved(
    words: list[str], proof: list[str], tmp_path: Path, capfd: Capture
) -> None:
    """Each in a folder of its own, which is checked as any other, whoever wrote it."""
    folder = tmp_path / "proofs"
    asked = ["generate", *words, "--seed", "4", "--count", "2", "--certify", str(folder), *proof]
    code, out, _ = call(capfd, *asked, "--json")
    assert code == 0
    rows = objects(out)
    assert [row["certificate"] for row in rows] == [str(folder / f"{words[0]}-4-{n}") for n in (1, 2)]
    for row in rows:
        problem = read((Path(row["certificate"]) / "puzzle.txt").read_text(), words[0]).problems[0]
        assert problem == read(row["puzzle"], words[0]).problems[0]
        assert (Path(row["certificate"]) / "proof.pbp").exists() == bool(proof)
    code, out, _ = call(capfd, "verify", str(folder))
    assert (code, out.count("ACCEPTED UNIQUE")) == (0, 2)
    code, _, err = call(capfd, *asked)
    assert code == 2
    assert "exists already" in err


def test_a_proof_wants_a_folder(capfd: Capture) -> None:
    code, out, err = call(capfd, "generate", "sudoku", "--proof", "lrat")
    assert (code, out) == (2, "")
    assert "--proof needs --certify" in err


@pytest.mark.thorough
@each(
    ("words", "said"),
    [
        (["sudoku", "--size", "7x7"], "no sudoku is 7x7"),
        (["sudoku", "--size", "nine"], "expected RxC"),
        (["sudoku", "--grade", "hard"], "expected a number of rounds"),
        (["sudoku", "--to", "nonsense"], "no form 'nonsense'"),
        (["sudoku", "--givens", "16"], "fewer than 17 givens"),
        (["kakuro", "--givens", "3"], "cannot be generated with a number of givens"),
        (["langford"], "no langford can be generated; these can: sudoku,"),
        (["langford"], "minesweeper, suguru,"),
        (["shikaku"], "no shikaku can be generated; these can: sudoku"),
    ],
)
def test_wishes_are_refused_as_bad_usage(words: list[str], said: str, capfd: Capture) -> None:
    code, out, err = call(capfd, "generate", *words)
    assert (code, out) == (2, "")
    assert said in err.replace("\n", " ")


def test_generated_puzzles_are_written_in_the_form_and_file_that_are_named(
    tmp_path: Path, capfd: Capture
) -> None:
    (known,) = generate("sudoku", Spec(boxes=(2, 2)), seed=4)
    small = ["generate", "sudoku", "--boxes", "2x2", "--seed", "4"]
    assert call(capfd, *small, "--to", "oneline")[1] == find_form("sudoku", "oneline").write([known.problem])
    out = tmp_path / "made.txt"
    assert call(capfd, *small, "--to", "spaced", "-o", str(out)) == (0, "", "")
    assert out.read_text() == find_form("sudoku", "spaced").write([known.problem])
    _, printed, _ = call(capfd, *small, "--to", "spaced", "--json")
    assert objects(printed)[0]["puzzle"] == out.read_text()
    assert call(capfd, *small, "--json", "-o", str(out)) == (0, "", "")
    assert objects(out.read_text())[0]["givens"] == len(known.problem.given_names())


def test_generate_says_what_it_found_instead(capfd: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generating, "GENERATE_SECONDS", 0.2)
    code, out, err = call(capfd, "generate", "sudoku", "--boxes", "2x2", "--grade", "9", "--count", "2")
    assert (code, out) == (3, "")
    assert re.search(r"\d+ attempts \(grade 0: \d+.*stopped after 0.2 seconds; 0 of 2 made", err)


def test_generate_runs_out_of_time(capfd: Capture) -> None:
    code, out, err = call(capfd, "generate", "kakuro", "--timeout", "0.000001")
    assert (code, out) == (3, "")
    assert "0 of 1 made" in err


def test_bad_input_is_shown_as_everywhere(tmp_path: Path, capfd: Capture) -> None:
    path = tmp_path / "broken.txt"
    path.write_text("1.3.\n....\n.q..\n....\n")
    for words in (["explain"], ["candidates"], ["grade"]):
        code, out, err = call(capfd, *words, str(path))
        assert (code, out) == (2, "")
        assert err.startswith(f"{path}:3:2: expected a digit")
        code, out, _ = call(capfd, *words, str(path), "--json")
        assert (code, json.loads(out)["status"]) == (2, "error")


def test_generate_reports_progress_to_a_file_too(monkeypatch: pytest.MonkeyPatch, capfd: Capture) -> None:
    monkeypatch.setattr("coversat.cli.output.PIPED_INTERVAL", 0.0)
    code, out, err = call(capfd, "generate", "sudoku", "--boxes", "2x2", "--count", "3")
    assert code == 0
    assert "puzzle 3 of 3: " in err
    assert all(line.startswith("puzzle ") for line in err.splitlines())
    assert "puzzle" not in out


@pytest.mark.thorough
def test_standard_input() -> None:
    text = Path(BOJ2239).read_text()
    result = command_line("grade", "-", stdin=text)
    assert result.output.startswith("- #1 (sudoku 9x9): grade 0, solved by propagation alone\n")


def test_lines_are_no_cells(tmp_path: Path) -> None:
    """Two answers of a puzzle of lines differ in lines, and cells with both."""
    file = tmp_path / "p.txt"
    file.write_text("numberlink 3 3\n- 1 -\n1 - -\n- - -\n")
    said = command_line("explain", str(file)).stdout
    assert "0 of 12 places are settled" in said
    assert "Two answers that differ in 8 places (no two are further apart):\n -  s* -      -  e*sw*\n" in said
