"""Questions, asked of the page in a browser; what is expected was published, or follows from the rules."""

from __future__ import annotations

from pathlib import Path

from visitor import Visitor

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

BOJ_2239 = [
    *("143628579", "572139468", "986754231"),
    *("391542786", "468917352", "725863914"),
    *("237481695", "619275843", "854396127"),
]
"""The answer that the problem states for its example."""


def test_a_first_visitor_sees_a_board_before_python_is_there_and_a_verdict_after(stranger: Visitor) -> None:
    stranger.page.wait_for_selector(".cell")
    assert stranger.page.get_attribute("#engine", "data-state") == "starting"
    stranger.page.click("#ask-check")  # waits for Python by itself
    stranger.page.wait_for_selector("#result-body .badge")
    assert stranger.badge() == "UNIQUE"
    assert stranger.faults() == []


def test_a_published_sudoku_has_its_published_answer(visitor: Visitor) -> None:
    said = visitor.ask("check")
    assert visitor.badge() == "UNIQUE"
    assert "coversat check puzzle.txt" in said
    assert ["".join(row) for row in visitor.board()] == BOJ_2239
    visitor.page.click("text=Puzzle alone")
    assert visitor.board()[0] == list("1") + [""] + list("3") + [""] * 3 + ["5", "", "9"]


def test_two_answers_are_shown_and_what_differs_is_ringed(visitor: Visitor) -> None:
    visitor.begin("sudoku/two-answers.txt")
    visitor.ask("check")
    assert visitor.badge() == "MULTIPLE"
    first = visitor.board()
    visitor.page.click("text=Answer 2")
    second = visitor.board()
    differing = {
        (r, c) for r in range(1, 10) for c in range(1, 10) if first[r - 1][c - 1] != second[r - 1][c - 1]
    }
    assert visitor.ringed() == differing == {(1, 5), (1, 7), (3, 5), (3, 7)}


def test_givens_that_clash_are_ringed(visitor: Visitor) -> None:
    visitor.open("11..\n....\n....\n....\n")
    said = visitor.ask("explain")
    assert visitor.badge() == "NONE"
    assert "given 1 at r1c1" in said
    assert visitor.ringed() == {(1, 1), (1, 2)}


def test_missing_givens_are_offered_and_added(visitor: Visitor) -> None:
    visitor.begin("sudoku/two-answers.txt")
    said = visitor.ask("explain")
    assert "77 of 81 cells are settled" in said
    visitor.page.click("text=Add to the board >> nth=0")
    visitor.ask("check")
    assert visitor.badge() == "UNIQUE"


def test_candidates_stand_small_in_the_cells(visitor: Visitor) -> None:
    visitor.begin("sudoku/two-answers.txt")
    visitor.ask("candidates")
    board = visitor.board()
    assert board[0][4] == board[0][6] == board[2][4] == board[2][6] == "25"
    assert board[0][1] == "4"


def test_every_answer_of_an_empty_shidoku_is_counted(visitor: Visitor) -> None:
    visitor.blank("sudoku-4")
    assert "Exactly 288 answers" in visitor.ask("count")


def test_a_grade_is_told(visitor: Visitor) -> None:
    assert "grade 0" in visitor.ask("grade")


def test_other_kinds_are_typed_as_text_and_drawn(visitor: Visitor) -> None:
    visitor.open("queens 4")
    assert visitor.page.locator("#board img.drawn").count() == 1
    visitor.ask("check")
    assert visitor.badge() == "MULTIPLE"
    assert visitor.page.locator("#result img.drawn").count() == 2
    assert "Exactly 2 answers" in visitor.ask("count")


def test_a_long_count_is_stopped_and_the_next_question_is_answered_at_once(visitor: Visitor) -> None:
    visitor.blank("sudoku-9")
    visitor.page.click("#ask-count")
    visitor.page.wait_for_selector("#stop")
    visitor.page.wait_for_timeout(1000)
    assert "Stopped after" in visitor.told(lambda: visitor.page.click("#stop"))
    visitor.begin("sudoku/boj2239.txt")
    visitor.ask("check")
    assert visitor.badge() == "UNIQUE"


def test_typing_goes_on_while_a_long_question_is_asked(visitor: Visitor) -> None:
    visitor.blank("sudoku-9")
    visitor.wait_warm()
    visitor.page.click("#ask-count")
    visitor.go(1, 1)
    visitor.keys("5")
    visitor.page.wait_for_function("document.querySelector('#text').value.startsWith('500000000')")
    assert "Stopped after" in visitor.told(lambda: visitor.keys("Escape"))


def test_a_mistake_is_told_as_on_the_command_line_and_its_place_is_marked(visitor: Visitor) -> None:
    visitor.open(".x..\n1...\n....\n....\n")
    assert visitor.mistake().startswith(
        "puzzle.txt:1:2: expected a digit 1 to 4, 0 or '.', found 'x'\n  .x..\n   ^"
    )
    visitor.page.click("#go-to")
    assert visitor.page.evaluate("getSelection().toString()") == "x"


def test_a_worker_that_dies_is_told_and_started_again(visitor: Visitor) -> None:
    visitor.wait_warm()
    visitor.break_worker()
    visitor.page.wait_for_selector("#toast:not([hidden])")
    assert "was started again" in visitor.page.inner_text("#toast")
    visitor.ask("check")
    assert visitor.badge() == "UNIQUE"


def test_a_set_is_asked_puzzle_by_puzzle(visitor: Visitor) -> None:
    visitor.begin("sudoku/oneline.txt")
    said = visitor.ask("check")
    assert "2 puzzles: 1 UNIQUE, 1 NONE" in said
    visitor.page.click("text=#2")
    visitor.page.wait_for_selector(".cell")
    visitor.ask("check")
    assert visitor.badge() == "NONE"
