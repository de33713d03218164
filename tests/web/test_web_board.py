"""Puzzles typed on the board, as setters type."""

from __future__ import annotations

from visitor import Visitor


def test_digits_arrows_delete_and_undo(visitor: Visitor) -> None:
    visitor.blank("sudoku-4x4")
    visitor.go(1, 1)
    visitor.keys("1", "ArrowRight", "2", "ArrowDown", "9", "ArrowDown", "3", "Home", "4", "End", "1")
    assert visitor.text() == "1200\n0000\n4301\n0000\n"  # 9 is no digit here
    visitor.keys("Delete", "ArrowLeft", "ArrowLeft", "0")
    assert visitor.text() == "1200\n0000\n4000\n0000\n"
    visitor.keys("Control+z", "Control+z")
    assert visitor.text() == "1200\n0000\n4301\n0000\n"
    visitor.keys("Control+y")
    assert visitor.text() == "1200\n0000\n4300\n0000\n"


def test_the_board_is_one_stop_for_the_tab_key(visitor: Visitor) -> None:
    assert visitor.page.locator(".cell[tabindex='0']").count() == 1
    visitor.go(5, 5)
    visitor.keys("ArrowUp")
    assert visitor.page.evaluate("document.activeElement.getAttribute('aria-label')").startswith(
        "row 4 column 5"
    )
    assert visitor.page.locator(".cell[tabindex='0']").count() == 1


def test_a_sudoku_typed_by_hand_is_checked(visitor: Visitor) -> None:
    visitor.blank("sudoku-4x4")
    for row, line in enumerate(("1...", "..2.", ".3..", "...4"), 1):
        for column, digit in enumerate(line, 1):
            if digit != ".":
                visitor.go(row, column)
                visitor.keys(digit)
    visitor.told(lambda: visitor.keys("Control+Enter"))
    assert visitor.badge() == "UNIQUE"
    assert ["".join(row) for row in visitor.board()] == ["1243", "3421", "4312", "2134"]


def test_one_digit_on_a_large_board_is_still_that_board(visitor: Visitor) -> None:
    visitor.blank("sudoku-16x16")
    visitor.go(1, 1)
    for key in ("3", "5", "A"):  # also a digit of a smaller board
        visitor.keys(key)
        assert visitor.mistake() == ""
        assert visitor.text().splitlines()[0] == f"{key}{'0' * 15}"
    visitor.live("multiple")
    assert "16" in visitor.page.inner_text("#kind")


def test_a_new_board_begins_with_its_puzzle(visitor: Visitor) -> None:
    visitor.blank("nurikabe-6x6")
    visitor.page.click("#mode-draw")
    visitor.blank("nurikabe-6x6")
    visitor.go(2, 2)
    visitor.keys("3")
    assert visitor.text().splitlines()[2] == "- 3 - - - -"
    visitor.page.click("#mode-draw")
    visitor.drag((3, 3), (3, 4))
    assert visitor.page.locator(".shade").count() == 2
    assert (
        visitor.page.locator(".shade").first.evaluate("one => getComputedStyle(one).mixBlendMode")
        == "multiply"
    )


def test_letters_stand_for_large_digits(visitor: Visitor) -> None:
    visitor.blank("sudoku-16x16")
    visitor.go(1, 1)
    visitor.keys("g", "ArrowRight", "A")
    assert visitor.board()[0][:2] == ["G", "A"]
    assert visitor.text().startswith("GA00")


def test_constraints_stay_when_digits_are_typed(visitor: Visitor) -> None:
    visitor.begin("sudoku/killer.txt")
    assert visitor.page.locator("img.under").get_attribute("alt").startswith("Constraints: cage 10 r7c5")
    visitor.go(1, 1)
    visitor.keys("9")
    text = visitor.text()
    assert text.startswith("900000000\n")
    assert "cage 3 r1c1 r1c2" in text
    visitor.ask("explain")
    assert visitor.badge() == "NONE"  # 9 is more than the cage's sum
    assert (1, 1) in visitor.ringed()


def test_a_sudominoku_is_typed_with_its_dominoes(visitor: Visitor) -> None:
    visitor.blank("sudominoku-4x4")
    visitor.go(1, 1)
    visitor.keys("1", "ArrowRight", "2", "ArrowRight", "3", "ArrowRight", "4")
    assert visitor.mistake() == ""
    assert visitor.text().startswith("sudominoku 2x2\n(1) (2) (3) (4)\n")
    visitor.go(2, 1)
    visitor.keys("3", "ArrowRight", "4", "Shift+ArrowLeft")
    assert visitor.text().splitlines()[3] == " 3 - 4   .   ."
    assert "domino with row 2 column 2" in visitor.cell(2, 1).get_attribute("aria-label")
    visitor.ask("check")
    assert visitor.badge() in ("UNIQUE", "MULTIPLE", "NONE")
    visitor.go(2, 1)
    visitor.keys("Shift+ArrowRight")
    assert "expected a digit" not in visitor.mistake()
    visitor.keys("Control+z", "Delete")
    assert visitor.page.locator(".links .tile").count() == 0


def test_a_sudominoku_without_its_singles_is_told_what_is_missing(visitor: Visitor) -> None:
    visitor.blank("sudominoku-9x9")
    visitor.go(1, 1)
    visitor.keys("1")
    assert "expected a single (2) on the board, found none" in visitor.mistake()


def test_dominoes_are_joined_by_touch(visitor: Visitor) -> None:
    visitor.blank("sudominoku-4x4")
    visitor.go(2, 2)
    visitor.page.click("#key-link")
    visitor.go(3, 2)
    assert visitor.page.locator(".links .tile").count() == 1


def test_a_kakuro_is_typed_with_its_sums(visitor: Visitor) -> None:
    visitor.blank("kakuro-6x6")
    for row in range(2, 7):  # white are only r2c2, r2c3, r3c2, r3c3
        for column in range(2, 7):
            if row > 3 or column > 3:
                visitor.go(row, column)
                visitor.keys("#")
    for cell, typed in {(1, 2): "4", (1, 3): "6", (2, 1): "\\3", (3, 1): "\\7"}.items():
        visitor.go(*cell)
        visitor.keys(*typed)
    assert visitor.text().splitlines()[:3] == ["#  4\\ 6\\ # # #", "\\3 .  .  # # #", "\\7 .  .  # # #"]
    visitor.ask("check")
    assert visitor.badge() == "UNIQUE"  # 1 2 above 3 4: the one way to write these sums
    assert [row[1:3] for row in visitor.board()[1:3]] == [["1", "2"], ["3", "4"]]
    visitor.go(2, 1)
    visitor.keys("1", "7", "\\", "2", "4")
    assert visitor.page.locator(".row >> nth=1").locator(".cell >> nth=0").inner_text().split() == [
        "17",
        "24",
    ]
    visitor.keys("Backspace")
    assert visitor.board()[1][0] == "172"
    assert "expected" in visitor.mistake()  # no run below for a sum down


def test_the_text_follows_the_board_and_the_board_the_text(visitor: Visitor) -> None:
    visitor.page.fill("#text", "12..\n....\n....\n..21\n")
    visitor.settle()
    visitor.page.wait_for_function("document.querySelectorAll('.cell').length === 16")
    assert visitor.board()[0] == ["1", "2", "", ""]
    visitor.go(2, 1)
    visitor.keys("3")
    assert visitor.text() == "1200\n3000\n0000\n0021\n"


def test_keys_on_the_page_type_as_the_keyboard_does(visitor: Visitor) -> None:
    visitor.blank("sudoku-4x4")
    visitor.go(2, 3)
    visitor.page.click(".signs >> text=3")
    visitor.page.click("#key-undo")
    visitor.page.click("#key-redo")
    assert visitor.text() == "0000\n0030\n0000\n0000\n"
    visitor.page.click("#key-empty")
    assert visitor.text() == "0000\n0000\n0000\n0000\n"
