"""The bridge of the page: its results are those of the library and the command line."""

from __future__ import annotations

import json
import random
import re
import string
import sys
import zipfile
from collections import Counter
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import instances
import pytest
from command_line import command_line as run
from each import each
from example_files import example_files
from instances import sampled

import coversat
from coversat.base.errors import BAD
from coversat.kinds.sudoku.constraints import all_constraints
from coversat.kinds.sudoku.constraints.base import _REGISTRY, Line
from coversat.kinds.sudoku.constraints.look import Stroke
from coversat.primitives import Count
from coversat.problems import read
from coversat.problems.clue_board import ClueBoard
from coversat.problems.settings import LOOKS

ROOT = Path(__file__).resolve().parents[1]

sys.path.insert(0, str(ROOT / "web"))
import boards  # noqa: E402
import bridge  # noqa: E402
import editing  # noqa: E402
import questions  # noqa: E402
import rulebook  # noqa: E402
import samples  # noqa: E402
import solving  # noqa: E402
import tools  # noqa: E402

BLANKS = boards.blanks()
BOARDS = ("sudoku", "sudominoku", "kakuro")
"""The kinds with boards whose classes are no boards of clues."""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(questions, "HERE", tmp_path / "page")
    return tmp_path / "page"


def ask(name: str, **values: Any) -> Any:
    told = json.loads(bridge.ask(name, json.dumps(values)))
    assert "failed" not in told, told
    return told["result"]


def refused(name: str, **values: Any) -> Any:
    return json.loads(bridge.ask(name, json.dumps(values)))["failed"]


def example(name: str) -> str:
    return (ROOT / "examples" / name).read_text()


@pytest.mark.thorough
@each("path", example_files(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_board_says_the_puzzle_it_was_made_of(path: Path) -> None:
    text = path.read_text()
    opened = ask("open_text", text=text)
    problems = coversat.read(path)
    assert (opened["kind"], opened["count"]) == (problems[0].kind, len(problems))
    for number, problem in enumerate(problems, 1):
        one = ask("pick", text=text, number=number) if len(problems) > 1 else text
        opened = ask("open_text", text=one)
        assert bool(opened["board"]) == (problem.kind in BOARDS or isinstance(problem, ClueBoard))
        assert bool(opened["picture"]) != bool(opened["board"])
        if opened["board"]:
            written = ask("write_board", board=opened["board"])
            assert written["failed"] is None
            assert coversat.read(written["text"], problem.kind) == (problem,)


@each("name", BLANKS)
def test_an_empty_board_can_be_typed_on(name: str) -> None:
    board = BLANKS[name]
    assert {len(row) for row in board["faces"]} == {board["columns"]}
    written = ask("write_board", board=board)
    # A sudominoku needs its singles, and is told so, at their place.
    assert (written["failed"] is None) == (board["kind"] != "sudominoku")
    if written["failed"]:
        assert "expected a single (1) on the board, found none" in written["failed"]["message"]


NO_ANSWER = {"shikaku-6x6", "nurikabe-6x6"}
"""Each area, and the sea, needs a number."""


@each("name", sampled([name for name in BLANKS if not name.startswith("sudominoku")], "blank boards"))
def test_an_empty_board_is_a_beginning(name: str) -> None:
    if name == "fillomino-6x6" and not instances.THOROUGH:  # it takes a second
        return
    text = ask("write_board", board=BLANKS[name])["text"]
    found = coversat.solve(text, limit=1).answers
    assert bool(found) == (name not in NO_ANSWER)


def test_a_board_of_another_size_keeps_what_is_on_both() -> None:
    board = deepcopy(BLANKS["kakuro-6x6"])
    board["faces"][1][1], board["faces"][5][5] = "#", "#"
    larger = ask("resize", board=board, rows=7, columns=9)
    assert (larger["rows"], larger["columns"]) == (7, 9)
    assert larger["faces"][1][:3] == ["#", "#", ""]
    assert larger["faces"][6] == ["#"] + [""] * 8
    smaller = ask("resize", board=larger, rows=3, columns=2)
    assert smaller["faces"] == [["#", "#"], ["#", "#"], ["#", ""]]
    rooms = ask("resize", board=BLANKS["heyawake-6x6"], rows=5, columns=8)
    assert [row[5:] for row in rooms["regions"]] == [
        [row[5]] * 3 for row in BLANKS["heyawake-6x6"]["regions"]
    ][:5]
    assert ask("write_board", board=rooms)["failed"] is None
    tents = ask("resize", board=BLANKS["tents-6x6"], rows=4, columns=7)
    assert {side: len(clues) for side, clues in tents["sides"].items()} == {"top": 7, "left": 4}
    sudoku = ask("open_text", text="0" * 80 + "9")["board"]
    sudoku |= {"rules": ["thermo r1c1 r1c2", "cage r9c8 r9c9", "sandwich 5 left 8"]}
    sudoku["faces"][0][0], sudoku["faces"][0][1] = "9", "5"
    small = ask("resize", board=sudoku, rows=6, columns=6)
    assert small["rules"] == ["thermo r1c1 r1c2"]
    assert small["faces"][0][:2] == ["", "5"]  # there is no 9
    assert ask("write_board", board=small)["failed"] is None


@each(
    "name, rows, columns, words",
    [
        ("sudoku-9x9", 9, 8, "as many rows as columns"),
        ("binairo-6x6", 5, 6, "a side is odd"),
        ("kenken-6x6", 5, 6, "not a square"),
        ("latin-6x6", 5, 6, "not a square"),
        ("starbattle-6x6", 60, 60, "more than 52 rows"),
        ("masyu-6x6", 0, 6, "expected 1 to 60 rows and columns, found 0 and 6"),
        ("masyu-6x6", 6, 61, "found 6 and 61"),
    ],
)
def test_a_size_that_a_kind_does_not_have_is_refused(name: str, rows: int, columns: int, words: str) -> None:
    assert words in refused("resize", board=BLANKS[name], rows=rows, columns=columns)["message"]


@each("name", sorted({board["kind"] for board in BLANKS.values()}))
def test_clues_of_the_examples_can_be_typed_with_the_keys_of_their_kind(name: str) -> None:
    for path in example_files():
        if path.parent.name == name and name != "kakuro":
            board = ask("open_text", text=ask("pick", text=path.read_text(), number=1))["board"]
            typed = "".join(map("".join, board["faces"]))
            assert set(typed) <= set("".join(board["symbols"]))
            assert board["words"] or all(len(face) < 2 for row in board["faces"] for face in row)


def test_a_clue_that_is_none_is_reported_with_its_cell() -> None:
    board = deepcopy(BLANKS["yajilin-6x6"])
    board["faces"][2][4] = "2"
    failed = ask("write_board", board=board)["failed"]
    assert (failed["cell"], failed["message"][:31]) == ([2, 4], "expected a number and a directi")
    board["faces"][2][4] = "2e"
    assert ask("write_board", board=board)["failed"] is None


@pytest.fixture
def no_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Digits that break a rule are not looked for, which takes seconds; the gallery has them."""
    monkeypatch.setattr(rulebook, "sample", lambda _: samples.Sample("", "", ""))


@pytest.mark.usefixtures("no_samples")
def test_every_rule_can_be_drawn_and_has_a_picture_if_it_has_a_place() -> None:
    rules = {one["word"]: one for one in rulebook.rulebook()}
    assert {*rules, "regions"} == {one.word for one in all_constraints()}
    for rule in rules.values():
        places = [word for word in rule["words"] if "place" in word]
        assert places or rule["gesture"] in ("board", "text")
        assert rule["picture"] or rule["gesture"] == "board" or rule["word"] in ("hidden", "chaos")
    gestures = {
        word: rules[word]["gesture"] for word in ("thermo", "cage", "xv", "quadruple", "clone", "x-sum", "or")
    }
    assert list(gestures.values()) == ["line", "cells", "pair", "corner", "groups", "side", "text"]
    assert rules["sandwich"]["words"][1] == {"place": "side", "sides": ["left", "top"]}
    assert not rules["difference"]["ordered"]
    assert rules["greater"]["ordered"]


@pytest.mark.usefixtures("no_samples")
def test_a_new_constraint_can_be_drawn_without_more(monkeypatch: pytest.MonkeyPatch) -> None:
    class Threes(Line):
        word, about, example = "threes", "digits of the line are multiples of three", "threes r1c1 r1c2"
        look = (Stroke("#123456", 5),)

        def broken(self, digits: tuple[int, ...], layout: Any) -> str | None:
            return None if all(digit % 3 == 0 for digit in digits) else "a digit that is no multiple of three"

        def model(self, layout: Any) -> Any:
            yield Count(self.cells, (3, 6, 9), (len(self.cells),))

    found = _REGISTRY.registered()
    monkeypatch.setitem(found, "threes", dataclass(frozen=True)(Threes))
    monkeypatch.setattr(_REGISTRY, "registered", lambda: found)
    rule = next(one for one in rulebook.rulebook() if one["word"] == "threes")
    assert (rule["gesture"], rule["name"]) == ("line", "threes")
    assert "#123456" in rule["picture"]


def test_a_board_with_half_a_rule_shows_the_others() -> None:
    board = deepcopy(BLANKS["sudoku-9x9"])
    board["rules"] = ["thermo r1c1 r1c2", "cage 99 r5c5"]
    written = ask("write_board", board=board)
    assert written["failed"]["line"] == 11
    assert "thermo r1c1 r1c2" in written["text"]
    assert written["drawn"]["picture"]["svg"] != board["picture"]["svg"]


def test_what_is_known_while_editing_is_what_the_questions_find() -> None:
    text = example("sudoku/two-answers.txt")
    assert ask("live_verdict", text=text)["verdict"] == "multiple"
    assert ask("live_count", text=text)["count"] == "2"
    assert ask("live_candidates", text=text)["cells"] == ask("candidates", text=text)["cells"]
    found = ask("live_conflict", text="11..\n....\n....\n....\n")
    assert found == {"cells": [[0, 0], [0, 1]], "rules": ["given 1 at r1c1", "given 1 at r1c2"]}


@each("name", ["sudoku/killer.txt", "nonogram/hen.txt", "starbattle/one-star.txt", "akari/puzzle.txt"])
def test_what_is_sent_to_other_programs_reads_back(name: str) -> None:
    text = example(name)
    sent = ask("send", text=text)
    texts = [one["text"] for one in sent["forms"] if "text" in one]
    assert texts
    for one in texts:
        assert coversat.read(one, coversat.read(text)[0].kind) == coversat.read(text)


def test_a_digit_typed_is_a_given() -> None:
    board = deepcopy(BLANKS["sudoku-4x4"])
    board["faces"][1][2] = "3"
    assert ask("write_board", board=board)["text"] == "0000\n0030\n0000\n0000\n"


def test_digits_from_0_are_shown_as_they_are_written() -> None:
    text = "digits 0-3\n0...\n..1.\n.2..\n...3\n"
    opened = ask("open_text", text=text)
    assert opened["board"]["symbols"] == ["0", "1", "2", "3"]
    assert opened["board"]["faces"][0] == ["0", "", "", ""]
    (problem,) = coversat.read(text)
    found = ask("check", text=text)
    shown = [list(map(str, row)) for row in problem.answer_rows(coversat.check(problem).answers[0])]
    assert found["answers"][0]["board"]["faces"] == shown
    cells = ask("candidates", text=text)["cells"]
    assert [cell["faces"] for cell in cells[:4]] == [[one] for one in shown[0]]


def test_verdicts_are_those_of_the_library() -> None:
    for name in ("sudoku/boj2239.txt", "sudoku/two-answers.txt", "kakuro/kakuro2.txt", "queens/eight.txt"):
        found, wanted = ask("check", text=example(name)), coversat.check(example(name))
        assert (found["verdict"], found["count"]) == (wanted.verdict.value, str(wanted.at_least))
        assert len(found["answers"]) == len(wanted.answers)


def test_an_answer_is_shown_as_its_form_has_it() -> None:
    text = ask("pick", text=example("sudominoku/boj4574.txt"), number=1)
    (answer,) = ask("solve", text=text)["answers"]
    assert answer["text"].startswith("Puzzle 1\n")
    assert len(answer["board"]["links"]) == 36


def test_what_clashes_and_what_is_missing_have_their_cells() -> None:
    found = ask("explain", text="11..\n....\n....\n....\n")
    assert [(given["words"], given["cells"]) for given in found["clash"]] == [
        ("given 1 at r1c1", [[0, 0]]),
        ("given 1 at r1c2", [[0, 1]]),
    ]
    assert [(rule["words"], rule["cells"]) for rule in found["rules"]] == [
        ("row 1", [[0, 0], [0, 1], [0, 2], [0, 3]])
    ]
    found = ask("explain", text=example("sudoku/two-answers.txt"))
    assert found["additions"][0]["givens"] == [{"words": "r3c7 = 2", "cell": [2, 6], "face": "2"}]
    assert found["differing"] == [[0, 4], [0, 6], [2, 4], [2, 6]]


MISTAKES = (".x..\n1...\n....\n....\n", "kakuro?", "", "queens 3\nQ..\n.Q.\n", "p cnf 3 1\n1 x 0\n")


@pytest.mark.parametrize("text", MISTAKES)
def test_mistakes_have_the_message_and_the_place_of_the_command_line(text: str, tmp_path: Path) -> None:
    file = tmp_path / "puzzle.txt"
    file.write_text(text)
    printed = run("check", "--json", str(file))
    row = json.loads(printed.stdout)
    failed = refused("check", text=text)
    assert (failed["line"], failed["column"]) == (row["line"], row["column"])
    assert row["message"].startswith(failed["message"])
    assert failed["exit"] == printed.code == 2
    assert (failed["source"] or "") in text.splitlines() or not failed["source"]


@each("text", MISTAKES)
def test_messages_of_the_page_name_no_commands_and_no_options(text: str) -> None:
    message = refused("open_text", text=text)["message"]
    assert message
    assert not re.search(r"--|\bcoversat\b|puzzle\.txt", message)


def test_advice_about_the_command_line_is_left_out_of_messages() -> None:
    known = {
        "expected a puzzle, found a text: 'coversat list forms' names the forms, and --kind says which": (
            "expected a puzzle, found a text"
        ),
        "no route 'x' from sudoku; there is none (see 'coversat routes sudoku')": (
            "no route 'x' from sudoku; there is none"
        ),
        "expected '--', found 'x'": "expected '--', found 'x'",
        "too large, use --memory": "too large",
        "no hints here": "no hints here",
    }
    assert {message: questions.without_options(message) for message in known} == known


def test_a_long_count_reports_how_many_it_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "QUIET", 1e-6)
    so_far: list[Any] = []
    told = bridge.ask("count", json.dumps({"text": "." * 16}), lambda words: so_far.append(json.loads(words)))
    assert json.loads(told)["result"]["count"] == "288"  # Shidoku
    assert json.loads(told)["result"]["exact"]
    known = [int(one["count"]) for one in so_far if "count" in one]
    assert known == sorted(known)
    assert known[-1] == 288
    assert [one["about"] for one in so_far if "about" in one] == [[288, 288, 288]]  # it is exact


@each("name", ["check", "solve", "count", "candidates", "explain", "steps", "prove"])
def test_every_question_takes_a_time_limit(name: str) -> None:
    told = json.loads(bridge.ask(name, json.dumps({"text": "." * 625, "timeout": 0.002})))
    reason = str(told.get("result", told.get("failed")))
    assert "0.002 seconds" in reason


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["sudoku/windoku-x.txt", "sudoku/two-answers.txt", "kakuro/picture.txt"])
def test_a_certificate_has_the_bytes_of_the_command_line(name: str, tmp_path: Path, here: Path) -> None:
    file = tmp_path / "puzzle.txt"
    file.write_text(example(name))
    run("check", str(file), "--certify", str(tmp_path / "written"))
    made = ask("prove", text=example(name))
    written = {path.name: path.read_bytes() for path in (tmp_path / "written" / "puzzle-1").iterdir()}
    with zipfile.ZipFile(made["file"]) as archive:
        packed = {Path(one).name: archive.read(one) for one in archive.namelist()}
    assert set(packed) == set(written)
    summaries = [json.loads(files.pop("certificate.json")) for files in (packed, written)]
    assert packed == written
    for summary in summaries:
        del summary["seconds"]
    assert summaries[0] == summaries[1]


@pytest.mark.thorough
def test_an_export_is_that_of_the_command_line_and_is_read_back(tmp_path: Path) -> None:
    text = example("sudoku/boj2239.txt")
    file = tmp_path / "puzzle.txt"
    file.write_text(text)
    for to in ("dimacs", "opb", "cover", "lp", "wcnf"):
        run("export", str(file), "--to", to, "-o", str(tmp_path / "out"))
        assert Path(ask("export", text=text, to=to)["file"]).read_bytes() == (tmp_path / "out").read_bytes()
    formula = coversat.export(text)
    (model,) = coversat.solve(formula).answers
    printed = "s SATISFIABLE\nv " + " ".join(map(str, model)) + " 0\n"
    found = ask("decode", text=text, to="dimacs", printed=printed)
    assert found["answers"][0]["text"].startswith("143628579\n")
    assert found["violations"] == []
    assert ask("decode", text=text, to="dimacs", printed="s UNSATISFIABLE\n")["answers"] == []
    failed = refused("decode", text=text, to="dimacs", printed="s PERHAPS\n")
    assert (failed["printed"], failed["line"], failed["column"]) == (True, 1, 3)


def test_what_is_made_has_one_answer() -> None:
    made = ask("generate", kind="sudoku", seed=3)
    assert coversat.check(made["text"]).verdict.name == "UNIQUE"
    layout = "0000\n0000\n0000\n0000\nthermo r1c1 r1c2\n"
    made = ask("generate", kind="sudoku", seed=3, layout=layout)
    assert "thermo r1c1 r1c2" in made["text"]


def test_routes_are_compared_as_a_table() -> None:
    found = ask("compare", text="queens 6", patterns=["search/*", "cover/*dancing*"])
    assert [row["cells"][0] for row in found["rows"]] == ["cover/dancing-links", "search/backtracking"]
    assert found["agree"]
    assert all(len(row["cells"]) == len(found["heads"]) for row in found["rows"])


def test_a_fault_is_told_and_no_answer() -> None:
    failed = refused("solve", text="queens 6", nonsense=1)
    assert failed["exit"] == 4
    assert failed["message"].startswith("this is a fault of coversat, and no answer")


# Whatever is pasted


def garbage() -> list[str]:
    """A hundred texts that are no puzzle, or nearly one, the same in every run."""
    chance = random.Random(30)
    signs = string.printable + "\0\u202e\ufeff\u3042\U0001f9e9<>&"
    found = ["".join(chance.choices(signs, k=chance.randint(1, 300))) for _ in range(40)]
    texts = [path.read_text(encoding="utf-8") for path in example_files()]
    for text in chance.sample(texts, 30):  # one character of a puzzle is another, or lines are in disorder
        at = chance.randrange(len(text))
        found.append(text[:at] + chance.choice(signs) + text[at + 1 :])
    for text in chance.sample(texts, 20):
        lines = text.splitlines()
        chance.shuffle(lines)
        found.append("\n".join(lines))
    found += ["<script>alert(1)</script>", "{" * 500, "((((" * 200, "1" * 5000, "p cnf 1000000000 1\n1 0\n"]
    found += [
        "https://puzz.link/p?slither/9/9/",
        "https://f-puzzles.com/?load=N4Ig",
        "scl~~~~",
        "#m=edit&p=AAAA",
        "\ufeff",
    ]
    return found


def test_garbage_is_opened_or_refused_without_a_fault() -> None:
    texts = garbage()
    assert len(texts) == 100
    for text in sampled(texts, "garbage"):
        for kind in (None, "sudoku"):
            told = json.loads(bridge.ask("open_text", json.dumps({"text": text, "kind": kind})))
            assert told.get("failed", {}).get("exit", BAD) == BAD, (text, told)


RULES = ("cage 9 r1c1 r1c2", "thermo r4c4 r5c5 r6c6", "anti-knight", "whisper r9c1 r9c2")


RULES = ("cage 9 r1c1 r1c2", "thermo r4c4 r5c5 r6c6", "anti-knight", "whisper r9c1 r9c2")


@pytest.mark.thorough
def test_links_of_every_form_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thirty of each form: what it cannot state of them is refused in words."""
    monkeypatch.setattr(editing, "picture_of", lambda problem: "")  # drawing takes longest
    counted = Counter[str]()
    chance = random.Random(31)
    for number in range(60):
        givens = "".join(chance.choice("....123456789"[: chance.randint(5, 13)]) for _ in range(81))
        rows = (givens[at : at + 9] for at in range(0, 81, 9))
        text = "".join(f"{line}\n" for line in (*rows, *chance.sample(RULES, number % 3)))
        problems = read(text).problems
        for form in ask("send", text=text, kind="sudoku")["forms"]:
            if "refused" not in form:
                assert read(form["text"]).problems == problems
                counted[form["form"]] += 1
    assert min(counted[form] for form in ("fpuzzles", "iss", "penpa", "sudokupad")) >= 30


CLUE_LINKS = ("slitherlink", "masyu", "akari", "kakuro", "nonogram", "starbattle", "tents", "yinyang")


@each("kind", CLUE_LINKS)
def test_damaged_links_are_opened_or_refused(kind: str) -> None:
    """Each link that an example has, with one character changed in thirty places."""
    chance = random.Random(kind)
    path = next(path for path in example_files() if path.parent.name == kind)
    for form in ask("send", text=path.read_text(encoding="utf-8"), kind=kind)["forms"]:
        link = form.get("text")
        for _ in sampled(range(30 if link else 0), kind):
            at = chance.randrange(len(link))
            damaged = (
                link[:at] + chance.choice(string.ascii_letters + string.digits + "/.-_=") + link[at + 1 :]
            )
            told = json.loads(bridge.ask("open_text", json.dumps({"text": damaged})))
            assert told.get("failed", {}).get("exit", BAD) == BAD, (damaged, told)


TINY = "1...\n..2.\n.3..\n...4\n"


LOOP = "slitherlink 2 2\n2 2\n2 2\n"
"""The loop runs around the board."""


def test_what_was_entered_is_judged_and_hints_go_on_from_there() -> None:
    sides = ["0,0|0,1", "0,1|0,2", "0,2|1,2", "1,2|2,2", "2,1|2,2", "2,0|2,1", "1,0|2,0", "0,0|1,0"]
    inner = {"0,1|1,1": False, "1,0|1,1": False, "1,1|1,2": False, "1,1|2,1": False}
    around = dict.fromkeys(sides, True)
    found = ask("hint", text=LOOP, entered={"lines": around | inner})
    assert found["outcome"] == "complete"
    wrong = ask("hint", text=LOOP, entered={"lines": around | {"1,0|1,1": True}})
    assert [entry["words"].partition(":")[0] for entry in wrong["wrong"]] == [
        "there is no line between r1c1 and r2c1"
    ]
    step = ask("hint", text=LOOP, far=True)["step"]
    assert any(fact["line"] in sides and fact["on"] for fact in step["facts"])
    # What a puzzle has no place for: a line into a blocked cell.
    blocked = ask("hint", text="simpleloop 2 3\n- - x\n- - x\n", entered={"lines": {"0,1|0,2": True}})
    assert (blocked["outcome"], len(blocked["wrong"])) == ("wrong", 1)
    nothing = ask("hint", text="simpleloop 2 3\n- - x\n- - x\n", entered={"lines": {"0,1|0,2": False}})
    assert nothing["outcome"] == "step"


def test_hints_for_drawn_values_are_marks_and_digits_are_entered_by_their_symbols() -> None:
    text = "heyawake 1 3\n1 - -\n1 1 1\n"
    assert (
        ask("hint", text=text, entered={"cells": {"0,0": "x", "0,1": "-", "0,2": "-"}})["outcome"]
        == "complete"
    )
    (fact, *_) = ask("hint", text=example("heyawake/7x7.txt"), far=True)["step"]["facts"]
    assert (fact["words"].partition(" is ")[2], fact["mark"]) == ("shaded", "x")
    placed = ask("hint", text=example("queens/placed.txt"), entered={"cells": {"0,0": "Q", "0,1": "Q"}})
    assert placed["outcome"] == "wrong"
    row = "GFEDCBA987654321\n"
    sixteen = "digits 1-16\n" + row + ("." * 16 + "\n") * 15
    found = ask("hint", text=sixteen, entered={"values": {"1,0": "G"}})
    assert [entry["words"].partition(":")[0] for entry in found["wrong"]] == ["r2c1 is not 16"]


def test_a_hint_runs_to_the_next_digit() -> None:
    text = example("sudoku/killer.txt")
    near, far = ask("hint", text=text)["step"], ask("hint", text=text, far=True)["step"]
    assert near["passed"] == []
    assert not any(fact["holds"] for fact in near["facts"])
    assert near["words"] == far["passed"][0]["words"]
    (answer,) = coversat.solve(text).answers
    entered = [fact for fact in far["facts"] if fact["holds"]]
    assert entered
    assert all(int(fact["face"]) == answer[fact["cell"][0]][fact["cell"][1]] for fact in entered)
    assert not any(fact["holds"] for step in far["passed"] for fact in step["facts"])


def test_reductions_are_listed_and_each_can_be_exported() -> None:
    for name, to, some in (
        ("kakuro/picture.txt", "dimacs", "cnf:tuples"),
        ("sudoku/boj2239.txt", "cover", "cover"),
        ("masyu/7x8.txt", "dimacs", "cnf:elimination"),
    ):
        text = example(name)
        names = ask("reductions", kind=name.partition("/")[0], to=to)
        assert some in names
        for via in names[:2]:
            assert ask("export", text=text, to=to, via=via)["bytes"]


def test_a_solver_that_finds_no_answer_is_checked() -> None:
    printed = {"to": "dimacs", "printed": "s UNSATISFIABLE\n"}
    assert ask("decode", text=example("sudoku/boj2239.txt"), **printed)["own"]["verdict"] == "unique"
    assert ask("decode", text="11..\n....\n....\n....\n", **printed)["own"]["verdict"] == "none"


def test_a_kind_of_ones_own_has_a_board() -> None:
    code = (ROOT / "examples" / "own" / "mosaic.py").read_text(encoding="utf-8")
    loaded = ask("load_kind", code=code)
    assert loaded["text"].startswith("mosaic 6 6\n")
    board = loaded["board"]
    board["faces"][0][0] = "4"
    written = ask("write_board", board=board)
    assert written["failed"] is None
    assert ask("open_text", text=written["text"])["kind"] == loaded["kind"] == "mosaic"
    assert (
        "defines no class" in refused("load_kind", code="x = 1\n")["message"]
        or "defines no" in refused("load_kind", code="x = 1\n")["message"]
    )


def test_all_steps_have_their_facts_and_cells() -> None:
    found = ask("steps", text=TINY)
    assert (found["outcome"], found["hardest"], found["open"], found["grade"]) == ("solved", 1, 0, "0")
    assert [step["words"] for step in found["steps"]] == [str(step) for step in coversat.steps(TINY).steps]
    entered = {tuple(fact["cell"]): fact["face"] for step in found["steps"] for fact in step["facts"]}
    (answer,) = coversat.solve(TINY).answers
    assert all(face == str(answer[r][c]) for (r, c), face in entered.items())
    assert len(entered) == 12
    assert found["steps"][0]["rules"][0]["cells"]
    assert ask("steps", text="11..\n....\n....\n....\n")["outcome"] == "none"


def test_a_board_is_read_in_its_own_form_whatever_it_holds() -> None:
    """Sudokus of all sizes with one digit, or a row or column of them: never several small ones."""
    for size in sampled(range(4, 26), "sizes"):
        board = boards.resized(BLANKS["sudoku-9x9"], size, size)
        digits = board["symbols"]
        for places in ([(0, 0)], [(0, c) for c in range(size)], [(r, size - 1) for r in range(size)]):
            for shift in (0, 1, size // 2):
                typed = deepcopy(board)
                for number, (r, c) in enumerate(places):
                    typed["faces"][r][c] = digits[(number + shift) % size]
                written = ask("write_board", board=typed)
                assert (written["failed"], written["form"]) == (None, "compact")
                again = ask("open_text", text=written["text"], kind="sudoku", form=written["form"])["board"]
                assert again["faces"] == typed["faces"]


AMBIGUOUS = "-1-2\n----\n3---\n---4\n"
"""A sudoku, or a board of clues."""


def test_a_text_of_several_meanings_is_refused_with_each_of_them() -> None:
    failed = refused("open_text", text="1...\n..2.\n.3..\n...x\n")
    assert failed["readings"] == []
    assert refused("open_text", text="Please solve this puzzle for me.")["readings"] == []
    text = AMBIGUOUS
    readings = refused("open_text", text=text)["readings"]
    assert len(readings) >= 2
    opened = [ask("open_text", text=text, **reading)["kind"] for reading in readings]
    assert len(set(opened)) >= 2


def test_a_link_is_shown_as_a_text_that_people_read() -> None:
    text = example("sudoku/killer.txt")
    link = next(one["text"] for one in ask("send", text=text)["forms"] if one["form"] == "fpuzzles")
    opened = ask("open_text", text=link)
    assert opened["text"] == coversat.read(text)[0].format()
    assert (
        ask("open_text", text=opened["text"], kind="sudoku", form=opened["form"])["board"] == opened["board"]
    )
    assert "text" not in ask("open_text", text=text)


def test_routes_are_measured_after_they_ran_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from coversat.comparing import compare

    asked: list[float] = []
    monkeypatch.setattr(
        coversat, "compare", lambda *parts, timeout: asked.append(timeout) or compare.compare(*parts)
    )
    ask("compare", text="queens 6", patterns=["search/*"], timeout=30)
    assert asked == [tools.WARMING, 30]


@each(
    "name, change, words, cell",
    [
        ("starbattle-6x6", (5, 5, 4), None, None),
        ("heyawake-6x6", (0, 0, 5), "region F is in 2 parts", [0, 0]),
    ],
)
def test_regions_are_reported_by_their_letters(
    name: str, change: tuple[int, int, int], words: str | None, cell: list[int] | None
) -> None:
    board = deepcopy(BLANKS[name])
    r, c, label = change
    board["regions"][r][c] = label
    failed = ask("write_board", board=board)["failed"]
    assert (failed and (failed["message"], failed["cell"])) == (words and (words, cell))


def test_a_star_battle_has_a_region_for_each_row_also_when_it_grows() -> None:
    larger = ask("resize", board=BLANKS["starbattle-6x6"], rows=8, columns=8)
    assert ask("write_board", board=larger)["failed"] is None
    assert [row[0] for row in larger["regions"][6:]] == [6, 7]
    larger["regions"] = [[min(label, 5) for label in row] for row in larger["regions"]]
    failed = ask("write_board", board=larger)["failed"]
    assert failed["message"] == "regions without cells: G, H; there are as many regions as rows"
    jigsaw = ask("open_text", text="boxes none\n" + "....\n" * 4 + "regions\nAAAA\nBBBB\nCCCC\nDDDD\n")[
        "board"
    ]
    jigsaw["regions"][0][0] = 1
    failed = ask("write_board", board=jigsaw)["failed"]
    assert failed["message"].endswith("A has 3, B has 5, C has 4, D has 4")


def test_half_a_domino_is_reported_at_its_cell() -> None:
    board = deepcopy(BLANKS["sudominoku-4x4"])
    board["faces"][1][1], board["links"] = "3", [[[1, 1], [1, 2]]]
    failed = ask("write_board", board=board)["failed"]
    assert (failed["message"], failed["cell"]) == ("a domino has a digit on each half", [1, 2])


def test_what_is_wrong_with_a_whole_board_has_no_line_of_its_text() -> None:
    failed = ask("write_board", board=BLANKS["sudominoku-4x4"])["failed"]
    assert (failed["line"], failed["cell"]) == (None, None)
    board = deepcopy(BLANKS["futoshiki-6x6"])
    board["faces"][2][5] = ">"
    failed = ask("write_board", board=board)["failed"]
    assert (failed["line"], failed["cell"]) == (None, [2, 5])
    kakuro = deepcopy(BLANKS["kakuro-6x6"])
    kakuro["faces"][0][1] = "99\\"
    assert ask("write_board", board=kakuro)["failed"]["line"] == 1  # it is a row


def test_clues_are_described_as_they_are_on_this_board() -> None:
    described = {name: board["clues"] for name, board in BLANKS.items()}
    assert described["latin-6x6"] == described["skyscrapers-6x6"] == "a number from 1 to 6"
    assert described["fillomino-6x6"] == "a number from 1 on"


def test_an_empty_clue_alone_is_drawn() -> None:
    board = deepcopy(BLANKS["yajilin-6x6"])
    board["faces"][2][2] = "x"
    assert ask("write_board", board=board)["failed"] is None


@pytest.mark.thorough
def test_a_kind_of_ones_own_is_compared_with_its_check() -> None:
    found = ask("test_kind", code=(ROOT / "examples" / "own" / "mosaic.py").read_text(encoding="utf-8"))
    assert found["difference"] is None
    assert found["changes"] > 0


def test_clues_beside_a_board_are_the_pages_and_its_pictures_have_none() -> None:
    hen = ask("solve", text=example("nonogram/hen.txt"))
    board = ask("open_text", text=example("nonogram/hen.txt"))["board"]
    assert (board["sides"]["left"][:3], board["lists"]) == (["3", "2 1", "3 2"], True)
    blank = ask("open_text", text="nonogram\nrows\n0\n2\ncolumns\n1\n1\n")["board"]
    assert blank["sides"] == {"left": ["0", "2"], "top": ["1", "1"]}  # 0 is a clue too
    for shown in (board["picture"], hen["answers"][0]["picture"]):
        _, _, width, height = map(float, re.findall(r'viewBox="([^"]+)"', shown["svg"])[0].split())
        assert (width, height) == (8 * 40 + 4, 9 * 40 + 4)
    # The nonogram, as its clues are met: no cell of the answer is ringed.
    assert hen["answers"][0]["picture"]["svg"].count("<path") == board["picture"]["svg"].count("<path") + 1


def test_values_above_9_are_numbers_with_letters_as_keys() -> None:
    rows = "10 " + ". " * 11 + "\n" + (". " * 12 + "\n") * 11
    board = ask("open_text", text=f"latin 12\n{rows}")["board"]
    assert (board["values"][-1], board["symbols"][9], board["faces"][0][0]) == ("12", "10", "10")
    assert board["typed"] == {"A": "10", "B": "11", "C": "12"}
    board["faces"][1][1] = "12"
    written = ask("write_board", board=board)["text"].splitlines()
    assert written[1:3] == ["A...........", ".C.........."]
    board["faces"][1][1] = "77"  # it may be typed, and its line and column are named
    failed = ask("write_board", board=board)["failed"]
    assert (failed["line"], failed["column"]) == (3, 3)


def test_a_given_queen_need_not_be_drawn_again() -> None:
    text = "queens 4\n.Q..\n....\n.#..\n....\n"
    drawn = {"1,3": "Q", "2,0": "Q", "3,2": "Q"}
    assert ask("hint", text=text, entered={"cells": drawn})["outcome"] == "complete"
    del drawn["2,0"]
    assert ask("hint", text=text, entered={"cells": drawn})["outcome"] == "step"


def test_every_look_is_known_to_the_page() -> None:
    glyphs = (ROOT / "web" / "page" / "scripts" / "faces.js").read_text(encoding="utf-8")
    glyphs = glyphs.partition("const GLYPHS = {")[2].partition("};")[0]
    known = {plain or quoted for plain, quoted in re.findall(r'(?:(\w+)|"([^"]+)"): "', glyphs)}
    assert {*LOOKS} - known == {"circled", "outline"}  # which show the clue or value itself
