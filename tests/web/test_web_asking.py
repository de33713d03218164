"""Questions, asked of the page in a browser; what is expected was published, or follows from the rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from visitor import Visitor

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

BOJ_2239 = [
    *("143628579", "572139468", "986754231"),
    *("391542786", "468917352", "725863914"),
    *("237481695", "619275843", "854396127"),
]
"""The answer that the problem states for its example."""


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


def test_candidates_of_what_has_no_cells_are_counted(visitor: Visitor) -> None:
    visitor.begin("vertexcover/streets.txt")
    assert "places are settled" in visitor.ask("candidates")


def test_every_answer_of_an_empty_shidoku_is_counted(visitor: Visitor) -> None:
    visitor.blank("sudoku-4x4")
    assert "Exactly 288 answers" in visitor.ask("count")


def test_other_kinds_are_typed_as_text_and_drawn(visitor: Visitor) -> None:
    visitor.open("colouring 2\na b\n")
    assert visitor.page.locator("#board img.drawn").count() == 1
    visitor.ask("check")
    assert visitor.badge() == "MULTIPLE"  # either colour may be the first
    assert visitor.page.locator("#result img.drawn").count() == 2
    assert "Exactly 2 answers" in visitor.ask("count")


def test_a_long_count_is_stopped_and_the_next_question_is_answered_at_once(visitor: Visitor) -> None:
    visitor.blank("sudoku-9x9")
    visitor.page.click("#ask-count")
    visitor.page.wait_for_selector("#so-far .number")
    assert "Stopped after" in visitor.told(lambda: visitor.page.click("#stop"))
    visitor.begin("sudoku/boj2239.txt")
    visitor.ask("check")
    assert visitor.badge() == "UNIQUE"


def test_typing_goes_on_while_a_long_question_is_asked(visitor: Visitor) -> None:
    visitor.blank("sudoku-9x9")
    visitor.wait_warm()
    visitor.page.click("#ask-count")
    visitor.go(1, 1)
    visitor.keys("5")
    visitor.page.wait_for_function("document.querySelector('#text').value.startsWith('500000000')")
    assert "Stopped after" in visitor.told(lambda: visitor.keys("Escape"))


def test_a_mistake_has_its_place_and_the_place_is_marked(visitor: Visitor) -> None:
    visitor.open(".9..\n1...\n....\n....\n")
    assert visitor.mistake().startswith("Line 1, column 2: expected a digit 1 to 4, 0 or '.', found '9'")
    assert visitor.page.inner_text("#mistake mark") == "9"
    visitor.page.click("#go-to")
    assert visitor.page.evaluate("getSelection().toString()") == "9"


def test_a_text_that_can_mean_several_things_is_read_as_one_of_them(visitor: Visitor) -> None:
    visitor.open("-1-2\n----\n3---\n---4\n")
    assert "expected a text that can be read in one way" in visitor.mistake()
    visitor.page.click("#mistake >> text=Read as Sudoku")
    visitor.page.wait_for_selector(".board.sudoku")
    visitor.page.click("#key-undo")
    visitor.page.click("#mistake >> text=Read as Nurikabe")
    visitor.page.wait_for_selector(".board.nurikabe")


def test_messages_name_no_commands_and_no_files_that_a_page_has_not(visitor: Visitor) -> None:
    visitor.open("what is this?")
    assert visitor.mistake().startswith("Line 1, column 1: expected a board, alone or in a field")
    for word in ("--", "coversat", "puzzle.txt"):
        assert word not in visitor.mistake()
    visitor.begin("sudoku/boj2239.txt")
    visitor.tool("compare")
    visitor.page.fill("#patterns", "no-such")
    said = visitor.run("compare")
    visitor.page.fill("#patterns", "")
    assert "no-such" in said
    assert "'coversat" not in said


@pytest.mark.parametrize("other", ["sudoku/killer.txt", "queens/placed.txt", "vertexcover/streets.txt"])
def test_a_result_does_nothing_with_another_board(visitor: Visitor, other: str) -> None:
    visitor.ask("check")
    visitor.go(1, 2)
    visitor.keys("4")
    visitor.page.wait_for_selector("#result.stale")
    before = visitor.board()
    buttons = visitor.page.locator("#result-body button")
    assert buttons.count() == 2
    assert all(button.is_disabled() for button in buttons.all())
    buttons.first.evaluate("button => { button.disabled = false; button.click(); }")
    assert visitor.board() == before
    visitor.page.click("#key-undo")
    visitor.page.click("#result-body button >> nth=0")  # its own puzzle is shown again
    assert ["".join(row) for row in visitor.board()] == BOJ_2239
    visitor.begin(other)
    assert visitor.page.inner_text("#result-body").startswith("Type a puzzle")


def test_givens_of_an_old_explanation_are_not_added_to_another_puzzle(visitor: Visitor) -> None:
    visitor.begin("sudoku/two-answers.txt")
    visitor.ask("explain")
    visitor.page.click("#key-empty")
    add = visitor.page.locator("text=Add to the board >> nth=0")
    assert add.is_disabled()
    add.evaluate("button => { button.disabled = false; button.click(); }")
    assert {face for row in visitor.board() for face in row} == {""}


def test_a_result_that_comes_after_a_change_is_one_of_before(visitor: Visitor) -> None:
    visitor.blank("sudoku-9x9")
    visitor.wait_warm()
    visitor.page.click("#ask-count")
    visitor.page.wait_for_selector("#so-far .number")
    visitor.begin("sudoku/killer.txt")
    visitor.told(lambda: visitor.page.click("#stop"))
    visitor.page.wait_for_selector("#result.stale")


def test_a_made_puzzle_is_made_once_in_any_language(visitor: Visitor) -> None:
    visitor.tool("generate")
    visitor.page.select_option("#made-kind", "latin")
    visitor.page.fill("#seed", "3")
    visitor.run("generate")
    visitor.begin("sudoku/killer.txt")
    visitor.page.click("#language")
    visitor.page.click("#language")
    assert "cage" in visitor.text()
    assert visitor.page.locator("#result-body .badge").count() == 0


def test_a_count_says_how_many_it_knows_and_keeps_that_when_it_is_stopped(visitor: Visitor) -> None:
    visitor.blank("sudoku-9x9")
    visitor.page.click("#ask-count")
    visitor.page.wait_for_selector("#so-far .number")
    said = visitor.told(lambda: visitor.page.click("#stop"))
    assert "Stopped after" in said
    assert "Nothing is known" not in said
    known = int(visitor.page.inner_text("#result-body .number").removeprefix("≥ ").replace(",", ""))
    assert 2 <= known < 6670903752021072936960  # Felgenhauer and Jarvis 2005
    assert f"≥ {known:,}" in said


def test_a_time_limit_ends_a_question(visitor: Visitor) -> None:
    visitor.page.select_option("#limit", "10")
    shorter = visitor.page.locator("#limit :checked")
    shorter.evaluate("option => { option.value = '6'; }")
    try:
        visitor.blank("sudoku-9x9")
        said = visitor.ask("count")
    finally:
        shorter.evaluate("option => { option.value = '10'; }")
        visitor.page.select_option("#limit", "")
    assert "At least" in said
    assert "6 seconds" in said
    assert "coversat count puzzle.txt --timeout 6" in said


def test_a_worker_that_dies_is_told_and_started_again(visitor: Visitor) -> None:
    visitor.wait_warm()
    visitor.break_worker()
    visitor.page.wait_for_selector("#toast:not([hidden])")
    assert "was started again" in visitor.page.inner_text("#toast")
    visitor.ask("check")
    assert visitor.badge() == "UNIQUE"


def test_of_several_puzzles_one_is_opened(visitor: Visitor) -> None:
    visitor.open((EXAMPLES / "sudoku" / "oneline.txt").read_text())
    assert "2 puzzles" in visitor.page.inner_text("#board")
    assert visitor.page.locator("#ask-check").is_disabled()
    visitor.page.fill("#which", "2")
    visitor.page.click("#pick")
    visitor.page.wait_for_selector(".cell")
    visitor.ask("check")
    assert visitor.badge() == "NONE"
