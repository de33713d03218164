"""Scores of replies: a right board is found in every format, and a wrong one never scores."""

from __future__ import annotations

import json
import pickle
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command_line import command_line as run
from each import each
from reply_formats import formats, reply

import coversat
from coversat.comparing.replies import LONGEST
from coversat.problems.kind import all_kinds

GIVEN = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
RIGHT = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
"""The sudoku of its article in Wikipedia, and its answer there."""
LINES = [RIGHT[at : at + 9] for at in range(0, 81, 9)]
ROWS = [list(RIGHT[at : at + 9]) for at in range(0, 81, 9)]


def changed(rows: list[list[str]], at: int) -> list[list[str]]:
    """The rows with another word in one cell."""
    words = sorted({word for row in rows for word in row})
    r, c = divmod(at % (len(rows) * len(rows[0])), len(rows[0]))
    others = [word for word in words if word != rows[r][c]]
    found = [list(row) for row in rows]
    found[r][c] = others[at % len(others)]
    return found


SCORER = coversat.Scorer(GIVEN)


def test_there_are_500_formats() -> None:
    assert len({*formats()}) >= 500


def is_judged_right(number: int, names: tuple[str, str]) -> None:
    """A right sudoku scores in this format, and one with another digit in a cell does not."""
    wrong = changed(ROWS, number)
    found = SCORER(reply(*names, ROWS, GIVEN, wrong))
    assert (bool(found), float(found), found.reason) == (True, 1.0, "correct")
    assert "".join(str(digit) for row in found.board for digit in row) == RIGHT
    found = SCORER(reply(*names, wrong, GIVEN, ROWS))
    assert (bool(found), float(found), found.rules_kept) == (False, 0.0, False)


@each("number, names", [*enumerate(formats())][::5])
def test_formats_of_sudokus(number: int, names: tuple[str, str]) -> None:
    is_judged_right(number, names)


@pytest.mark.thorough
@each("number, names", [*enumerate(formats())])
def test_all_formats_of_sudokus(number: int, names: tuple[str, str]) -> None:
    is_judged_right(number, names)


KEYS = "\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}"


@each(
    "written",
    [
        lambda line: "-".join(line),
        lambda line: "* " + "-".join(line),
        lambda line: "".join(chr(ord("\N{FULLWIDTH DIGIT ZERO}") + int(digit)) for digit in line),
        lambda line: "".join(digit + KEYS for digit in line),
        lambda line: " < ".join(line),
    ],
)
def test_digits_of_a_row_may_be_written_so(written: Callable[[str], str]) -> None:
    for lines, is_right in ((LINES, True), ([*LINES[:4], "426853719", *LINES[5:]], False)):
        assert bool(SCORER("So it is\n\n" + "\n".join(map(written, lines)) + "\n\nwith 1-2-3.")) is is_right


def words_of(problem: coversat.Problem[Any], answer: Any) -> list[list[str]]:
    """The rows of an answer in the words of its kind, and clues as the picture shows them."""
    if not problem.answer_words:
        return [[str(value) for value in row] for row in problem.answer_rows(answer)]
    return [[problem.answer_words[value] for value in row] for row in problem.answer_rows(answer)]


BOARDS = [
    kind.name
    for kind in all_kinds()
    if kind.name not in ("dominosa", "polyomino", "langford", "sudoku")
    and (len(coversat.read(coversat.example(kind.name))[0].answer_shape or ()) == 2 or kind.name == "queens")
]


@pytest.mark.thorough
@each("kind", BOARDS)
def test_boards_of_all_kinds_are_read_and_judged_by_the_rules(kind: str) -> None:
    (problem,) = coversat.read(coversat.example(kind))
    rows = words_of(problem, coversat.solve(problem).answers[0])
    scorer = coversat.Scorer(problem)
    compact = all(len(word) == 1 for row in rows for word in row)
    text = problem.format().strip()
    for number, names in enumerate(formats(compact)[:: 13 if len(rows) * len(rows[0]) > 30 else 5]):
        wrong = changed(rows, number)
        assert scorer(reply(*names, rows, text, wrong)), (names, scorer(reply(*names, rows, text, wrong)))
        try:
            broken = problem.violations(problem.parse_answer("\n".join(map(" ".join, wrong))))
        except coversat.ParseError as error:
            broken = [error]
        assert bool(scorer(reply(*names, wrong, text, rows))) is not bool(broken), names


@pytest.mark.thorough
@each("kind", [kind.name for kind in all_kinds()])
def test_what_solve_prints_is_a_right_reply(kind: str) -> None:
    (problem,) = coversat.read(coversat.example(kind))
    answer = coversat.solve(problem).answers[0]
    scorer = coversat.Scorer(problem)
    for text in {problem.render(answer), problem.forms[0].show(problem, answer, 1)}:
        quoted = "".join(f"> {line}\n" for line in text.split("\n"))
        replies = [
            text,
            f"So it is\n```\n{text}\n```\nI hope this helps.",
            f"<answer>\n{text}\n</answer>",
            quoted,
        ]
        if not problem.answer_words and len(problem.answer_shape or ()) < 2 and kind != "dominosa":
            replies.append(json.dumps({"answer": text}))
        for said in replies:
            assert scorer(said), (said, scorer(said))


def test_other_right_answers_score_unless_there_must_be_one() -> None:
    puzzle = "1...\n....\n....\n....\n"
    for grid in ("1234341221434321", "1432321441232341"):
        assert coversat.score(puzzle, grid)
    found = coversat.score(puzzle, "1234341221434321", unique=True)
    assert not found
    assert found.rules_kept
    assert found.reason == "the puzzle has several answers"
    assert coversat.score(GIVEN, RIGHT, unique=True)


@each(
    "said",
    [
        "r1c2, r2c4, r3c1 and r4c3",
        "(1, 2) (2, 4) (3, 1) (4, 3)",
        "(0, 1), (1, 3), (2, 0), (3, 2)",
    ],
)
def test_the_cells_of_a_mark_may_be_listed(said: str) -> None:
    scorer = coversat.Scorer("queens 4")
    assert scorer(f"The queens are on {said}.")
    assert not scorer(f"The queens are on {said.replace('2', '1')}.")


@each(
    "said, reason",
    [
        ("", "there is no board"),
        ("I can't solve it.", "there is no board"),
        (f"{RIGHT[:72]}", "there is no board"),
        ("\n".join(RIGHT[at : at + 9] for at in range(0, 63, 9)), "a board has 7 of 9 rows"),
        (GIVEN, "r1c3 is blank, not a digit 1 to 9"),
        ("6" + RIGHT[1:], "6 appears twice in row 1: r1c1 and r1c4"),
        (RIGHT.translate(str.maketrans("12", "21")), "r2c4 holds 2, but 1 is given"),
        (f"{RIGHT}\nNo, it is\n\n" + "\n".join(LINES[:8]), "a board has 8 of 9 rows"),
        (
            f"{RIGHT}\nNo, it is\n" + "\n".join([*LINES[:4], "98765x321", *LINES[5:]]),
            "a board has 8 of 9 rows",
        ),
        (f"<think>{RIGHT}", "the reply ends inside its thoughts"),
        (f"<think>{RIGHT}</think> Done.", "there is no board"),
        (
            f"{RIGHT}\nor\n{RIGHT.translate(str.maketrans('12', '21'))}",
            "there are two different final boards",
        ),
        (f"<answer>{RIGHT}</answer><answer>{RIGHT[::-1]}</answer>", "there are two different final boards"),
        ("r1c1=5, r1c2=3, r9c1=3", "it lists 31 of 81 cells"),
        (" " * (LONGEST + 1), f"the reply has {LONGEST + 1} characters, more than {LONGEST}"),
    ],
)
def test_what_is_wrong_is_said(said: str, reason: str) -> None:
    found = SCORER(said)
    assert (float(found), found.reason) == (0.0, reason)


SMALL = coversat.Scorer("1...\n..2.\n.3..\n...4\n")
BOARD = "1 2 4 3\n3 4 2 1\n4 3 1 2\n2 1 3 4"
OTHER = f"{BOARD[:-3]}4 3"
COLUMNS = "1 3 4 2\n2 4 3 1\n4 2 1 3\n3 1 2 4"


def listed(name: str, rows: str) -> str:
    return "\n".join(f"- {name} {at}: {row}" for at, row in enumerate(rows.split("\n"), 1))


@each(
    "said",
    [
        f"{BOARD}\n\nEach row contains the digits 1, 2, 3, 4 exactly once.",
        f"{BOARD}\n\nThe digits 1 2 3 4 appear once in each row.",
        f"{BOARD}\nEvery row contains 1234. Each column has 1,2,3,4.",
        f"```\n{BOARD}\n```\nColumn 1: 1342 \N{CHECK MARK}",
        f"```\n{BOARD}\n```\n\n{listed('Column', COLUMNS)}",
        f"```\n{BOARD}\n```\n\nVerification of boxes:\n1 2 3 4\n4 3 2 1\n4 3 2 1\n1 2 3 4",
        f"{listed('Row', BOARD)}\nThe columns are 1342 2431 4213 3124.",
        f"{listed('**Row**', BOARD)}\n\nVerification: column 1 is 1 3 4 2.",
        f"{BOARD}\n\nRow 1 is 1 2 4 3, as it should be. Row 2: 3 4 2 1.",
        f"{BOARD}\n\nRow 1: 1 2 3 4 visible?",
        "   1. Row 1: 1 2 4 3\n   2. Row 2: 3 4 2 1\n   3. Row 3: 4 3 1 2\n   4. Row 4: 2 1 3 4",
        "Row 1: 1 2 4 3. Row 2: 3 4 2 1. Row 3: 4 3 1 2. Row 4: 2 1 3 4.",
        f"{BOARD}\n\nTop-left: 1 2 3 4; top-right square: 4 3 2 1",
        f"{BOARD}\n\n1열 확인: 1 3 4 2\n1행: 1 2 4 3",
        "[1,2,4,3],[3,4,2,1],[4,3,1,2],[2,1,3,4]. Check: 1+2+4+3=10.",
        "Each row has all digits, so the answer is [[1,2,4,3],[3,4,2,1],[4,3,1,2],[2,1,3,4]].",
        f"Each row must have 1 2 3 4.\n\n{BOARD}",
        f"I checked each column and box:\n\n{BOARD}",
        f"That fills the cells of box 4:\n\n{BOARD}\n\nNo conflicts. Let me know if anything is wrong!",
        f"{BOARD}\n\nNo other answer exists. Each sum should be 10, and r4c4 must be 4.",
        "Putting it all together: [[1,2,4,3],[3,4,2,1],[4,3,1,2],[2,1,3,4]]",
        "The first row: 1 2 4 3\nSecond: 3 4 2 1\nThird: 4 3 1 2\nFourth: 2 1 3 4\nEach row has 1 2 3 4.",
        "$\\boxed{1243\\;3421\\;4312\\;2134}$",
    ],
)
def test_a_whole_board_is_not_continued_by_what_is_said_of_it(said: str) -> None:
    assert SMALL(said).reason == "correct"
    wrong = said.replace("2 1 3 4", "2 1 4 3").replace("2134", "2143").replace("2,1,3,4", "2,1,4,3")
    assert not SMALL(wrong)


CHANGED = "the text behind the board changes it"


@each(
    "said, reason",
    [
        (f"{BOARD}\n\nWait, no: the fourth row is 1 2 3 4.", CHANGED),
        (f"{BOARD}\n\nSorry, the last row is\n2 1 4 3", CHANGED),
        (f"```\n{BOARD}\n```\nRow 4: 2 1 4 3", CHANGED),
        (f"```\n{BOARD}\n```\nRow 1: 2 1 3 4", CHANGED),
        (f"{BOARD}\n\nOops, r4c4 should be 3.", CHANGED),
        (f"{BOARD}\n\nThis isn't correct.", CHANGED),
        (f"{BOARD}\n\nNow exchange rows 1 and 2.", CHANGED),
        (f"{BOARD}\n\n4행이 틀렸습니다.", CHANGED),
        (f"{BOARD}\n\n{OTHER}", "there are two different final boards"),
        (f"{BOARD}\n\nNo, rather\n\n{BOARD[:24]}", "a board has 3 of 4 rows"),
        (f"{BOARD[:24]}\n\nEach row has 2 1 3 4.", "a board has 3 of 4 rows"),
        (listed("Column", BOARD), "it lists columns or boxes"),
        (f"Boxes:\n{BOARD}", "it lists columns or boxes"),
    ],
)
def test_a_board_that_is_changed_behind_it_does_not_count(said: str, reason: str) -> None:
    assert (float(SMALL(said)), SMALL(said).reason) == (0.0, reason)


@each("kind, values", [("akari", "-, o"), ("nurikabe", "-, x")])
def test_signs_that_are_no_values_are_named(kind: str, values: str) -> None:
    (problem,) = coversat.read(coversat.example(kind))
    rows = words_of(problem, coversat.solve(problem).answers[0])
    lines = "\n".join(" ".join(row) for row in rows).replace(values[-1], "#").replace("#", "\N{BULLET}", 1)
    reason = f"{len(rows)} rows of {len(rows[0])}, but '\N{BULLET}' is no value ({values})"
    assert coversat.score(problem, f"So it is\n{lines}\nas asked.").reason == reason


def test_the_part_of_the_cells_that_is_right() -> None:
    assert SCORER(RIGHT).cells_right == 1
    assert SCORER("6" + RIGHT[1:]).cells_right == 1 - 3 / 81  # 6 at r1c1, r1c4 and r2c1
    assert SCORER(f"{RIGHT[:80]}.").cells_right == 1 - 1 / 81


@pytest.mark.thorough
@each(
    "said",
    [
        *("[" * LONGEST, "[[1," * (LONGEST // 4), "1 " * (LONGEST // 2), "5" * LONGEST, "\n" * LONGEST),
        *(
            "<answer>" * (LONGEST // 8),
            "".join(f"<answer>{at}</answer>" for at in range(LONGEST // 24)),
            "<td " * (LONGEST // 4),
            "r1c1=5 " * (LONGEST // 7),
            "(1," * (LONGEST // 3),
        ),
        *("+" * LONGEST, f"{'+' * (LONGEST - 9)}x", f"{'-' * (LONGEST - 9)}xyz", f"+{' ' * (LONGEST - 9)}x"),
        *("```\n" * (LONGEST // 4), "*" * LONGEST, ".|" * (LONGEST // 2), "\\begin{" * (LONGEST // 7)),
        *(
            "\"'" * (LONGEST // 2),
            f"{'1 2 3 4 5 6 7 8 9 ' * 3}\nx\n" * (LONGEST // 60),
            "a b\nc = " * (LONGEST // 8),
        ),
    ],
    ids=lambda said: said[:20],
)
def test_hostile_replies_have_no_board(said: str) -> None:
    for scorer in (SCORER, coversat.Scorer(coversat.example("vertexcover")), coversat.Scorer("queens 8")):
        assert float(scorer(said)) == 0.0


def test_threads_share_a_scorer() -> None:
    texts = [RIGHT, "6" + RIGHT[1:], "nothing"] * 40
    expected = [float(SCORER(text)) for text in texts]
    found: list[list[float]] = []
    threads = [
        threading.Thread(target=lambda: found.append([float(SCORER(text)) for text in texts]))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4


# The command.


def written(folder: Path, name: str, rows: list[Any]) -> str:
    path = folder / name
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return str(path)


def test_the_command_scores_replies_in_order_or_by_number(tmp_path: Path) -> None:
    (tmp_path / "set.txt").write_text(f"{GIVEN}\n{RIGHT[:40]}{'0' * 41}\n")
    chat = {"messages": [{"role": "user", "content": GIVEN}, {"role": "assistant", "content": RIGHT}]}
    done = run("score", str(tmp_path / "set.txt"), written(tmp_path, "a.jsonl", [chat, {"response": "no"}]))
    assert done.code == 1
    assert "RIGHT" in done.stdout.splitlines()[0]
    assert done.stdout.splitlines()[1].endswith("there is no board")
    assert done.stderr.endswith("2 replies: 1 right (50.0%)\n")
    rows = [{"case": 1, "reply": RIGHT}, {"case": 1, "reply": f"It is {RIGHT}."}]
    done = run("score", str(tmp_path / "set.txt"), written(tmp_path, "b.jsonl", rows), "--json")
    assert done.code == 0
    assert [json.loads(line)["score"] for line in done.stdout.splitlines()] == [1.0, 1.0]


def test_the_command_names_what_it_cannot_use(tmp_path: Path) -> None:
    (tmp_path / "set.txt").write_text(f"{GIVEN}\n{GIVEN}\n")
    for rows, words in (
        ([RIGHT], "expected a reply for each puzzle, or the member case in each: 1 reply for 2 puzzles"),
        ([RIGHT, {"case": 3}], "expected a line of JSON with a reply"),
        ([{"case": 3, "reply": ""}], "has no puzzle #3"),
    ):
        done = run("score", str(tmp_path / "set.txt"), written(tmp_path, "c.jsonl", rows))
        assert done.code == 2
        assert words in done.stderr


def test_a_line_without_a_reply_is_no_end(tmp_path: Path) -> None:
    """It keeps its place among the replies; those that programs write in many members are found."""
    (tmp_path / "set.txt").write_text(f"{GIVEN}\n{RIGHT[:40]}{'0' * 41}\n{GIVEN}\n{GIVEN}\n")
    parts = {"output": [{"type": "message", "content": [{"type": "output_text", "text": RIGHT}]}]}
    choices = {"choices": [{"message": {"role": "assistant", "content": RIGHT}}]}
    rows = [
        {"status": 404},
        RIGHT,
        parts,
        {"custom_id": "4", "response": {"status_code": 200, "body": choices}},
    ]
    done = run("score", str(tmp_path / "set.txt"), written(tmp_path, "a.jsonl", rows))
    assert done.code == 2
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["RIGHT"] * 3
    assert "a.jsonl:1:1: expected a line of JSON with a reply" in done.stderr
    assert '{"status": 404}' in done.stderr


def test_a_scorer_can_be_sent_to_another_process() -> None:
    sent = pickle.loads(pickle.dumps(coversat.Scorer("................", unique=True)))
    assert sent("1234341221434321").reason == "the puzzle has several answers"


def test_one_reply_may_be_a_text(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text(GIVEN)
    (tmp_path / "reply.md").write_text(f"The solution is\n\n{RIGHT}.\n")
    assert run("score", str(tmp_path / "one.txt"), str(tmp_path / "reply.md")).code == 0


def test_a_reply_that_is_no_text_is_refused() -> None:
    for said in (None, 7, RIGHT.encode()):
        with pytest.raises(coversat.CoversatError, match="reply is a text, not"):
            SCORER(said)  # type: ignore[arg-type]


def test_a_scorer_is_shown_in_a_few_words() -> None:
    assert repr(coversat.Scorer("queens 4")) == "<Scorer: queens>"
