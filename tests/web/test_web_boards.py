"""Boards of any size and kind: typed clues, what is no clue, other sizes, and a kind of the user."""

from __future__ import annotations

from visitor import Visitor


def resize(visitor: Visitor, name: str, value: int, cells: int) -> None:
    """Write a size, and wait until the board has so many cells."""
    visitor.settle()
    visitor.page.fill(f"#size-{name}", str(value))
    visitor.page.locator(f"#size-{name}").blur()
    visitor.page.wait_for_function("cells => document.querySelectorAll('.cell').length === cells", arg=cells)
    visitor.settle()


def test_boards_have_any_number_of_rows_and_columns(visitor: Visitor) -> None:
    visitor.blank("slitherlink-6x6")
    visitor.go(1, 1)
    visitor.keys("3")
    resize(visitor, "rows", 2, 12)
    resize(visitor, "columns", 7, 14)
    assert visitor.text() == "slitherlink 2 7\n3 - - - - - -\n- - - - - - -\n"
    visitor.page.click("#key-undo")
    assert visitor.text().startswith("slitherlink 2 6\n")
    visitor.blank("sudoku-9x9")
    assert visitor.page.locator("#size-columns").count() == 0  # it is a square
    resize(visitor, "rows", 7, 49)
    assert visitor.text().startswith("boxes none\n0000000\n")
    visitor.page.fill("#size-rows", "26")
    visitor.page.locator("#size-rows").blur()
    visitor.page.wait_for_selector("#size-wrong .failure")
    assert "at most 25" in visitor.page.inner_text("#size-wrong")


def test_a_star_battle_grows_and_what_is_missing_is_said_in_its_letters(visitor: Visitor) -> None:
    visitor.blank("starbattle-6x6")
    resize(visitor, "rows", 8, 64)
    assert visitor.mistake() == ""
    assert visitor.text().splitlines()[-2:] == ["GGGGGGGG", "HHHHHHHH"]
    visitor.page.click("#region-6")
    visitor.drag(*((8, column) for column in range(1, 9)))
    assert visitor.mistake() == "regions without cells: H; there are as many regions as rows"
    visitor.keys("Escape")


def test_a_board_is_turned_and_what_cannot_be_says_so(visitor: Visitor) -> None:
    visitor.blank("yajilin-6x6")
    visitor.go(1, 2)
    visitor.keys("2", ">")
    visitor.page.click("#move-turn")
    visitor.settle()
    assert visitor.text().splitlines()[2].split() == ["-", "-", "-", "-", "-", "2s"]
    visitor.blank("kakuro-6x6")
    visitor.page.click("#move-turn")
    visitor.page.wait_for_selector("#size-wrong .failure")
    assert "cannot be moved" in visitor.page.inner_text("#size-wrong")


def test_a_sudominoku_says_from_the_beginning_what_is_missing(visitor: Visitor) -> None:
    visitor.blank("sudominoku-6x6")
    assert visitor.page.inner_text("#live") == "not a puzzle yet"
    assert "expected a single (1)" in visitor.mistake()


def test_clues_of_several_signs_say_what_is_missing_where(visitor: Visitor) -> None:
    visitor.blank("yajilin-6x6")
    assert "such as '2e'" in visitor.page.inner_text("#hint")
    visitor.go(3, 3)
    visitor.keys("2")
    assert visitor.mistake().startswith("r3c3: expected a number and a direction")
    assert visitor.ringed() == {(3, 3)}
    visitor.keys(">")
    assert visitor.mistake() == ""
    assert visitor.text().splitlines()[3].split() == ["-", "-", "2e", "-", "-", "-"]
    assert visitor.ringed() == set()


def test_a_key_that_is_no_clue_is_refused_in_words(visitor: Visitor) -> None:
    visitor.blank("slitherlink-6x6")
    visitor.go(1, 1)
    visitor.keys("4")
    assert visitor.page.inner_text("#hint") == "4 is not used here: a clue is a number from 0 to 3."
    visitor.keys("3")
    assert "4" not in visitor.page.inner_text("#hint")


def test_an_empty_heyawake_has_answers_and_a_long_conflict_is_cut_short(visitor: Visitor) -> None:
    visitor.blank("heyawake-6x6")
    visitor.live("multiple")
    assert visitor.ringed() == set()
    rows = "".join(f"{row} {row} {row} {row} {row} {row}\n" for row in range(1, 7))
    visitor.open("heyawake 6 6\n" + "- - - - - -\n" * 6 + rows)  # a line of three rooms in every column
    visitor.live("none")
    visitor.page.wait_for_selector("#live-more .failure")
    assert visitor.page.inner_text("#live-more").count(";") == 5
    assert "more" in visitor.page.inner_text("#live-more")
    assert visitor.ringed() == set()


def test_nothing_is_looked_for_beside_an_error(visitor: Visitor) -> None:
    visitor.blank("sudominoku-6x6")
    visitor.go(1, 1)
    visitor.keys("Shift+ArrowRight")
    visitor.go(2, 1)
    visitor.keys("5", "Shift+ArrowDown")
    assert visitor.mistake() == "r1c1: a domino has a digit on each half"
    visitor.page.wait_for_timeout(300)  # more than after which the page says that it looks
    assert visitor.page.inner_text("#live") == "not a puzzle yet"


def test_a_kind_of_the_user_is_tested_and_then_drawn_and_asked(visitor: Visitor) -> None:
    visitor.tool("own")
    visitor.run("own")
    visitor.page.click("#begin-own")
    visitor.page.wait_for_function("document.querySelectorAll('.cell').length === 36")
    assert visitor.text().startswith("mosaic 6 6\n")
    resize(visitor, "rows", 2, 12)
    resize(visitor, "columns", 2, 4)
    visitor.go(1, 1)
    visitor.keys("1")
    assert "Exactly 4 answers" in visitor.ask("count")  # one of four cells is shaded
    visitor.page.click("#share")
    visitor.page.wait_for_selector("#toast:not([hidden])")
    assert "does not hold the kind" in visitor.page.inner_text("#toast")
    visitor.page.reload()
    visitor.page.wait_for_selector(".cell")
    visitor.page.wait_for_selector("#tools > *")
    visitor.wait_warm()
    visitor.go(1, 1)
    visitor.keys("0")
    assert visitor.text() == "mosaic 2 2\n0 -\n- -\n"
    visitor.live("unique")


def test_a_number_of_a_futoshiki_is_not_written_over(visitor: Visitor) -> None:
    """Its first row is 4 5 3 1 2, of which the picture shows the given 4 and 3."""
    visitor.begin("futoshiki/puzzle.txt")
    visitor.page.click("#mode-value")
    for column in (1, 2):
        visitor.go(1, column)
        visitor.keys("2")
    assert visitor.board()[0] == ["", "2", "", "", ""]
    visitor.ask("check")
    assert visitor.board()[0] == ["", "5", "", "1", "2"]
