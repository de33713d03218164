"""Puzzles drawn on the board, with the mouse and with a finger."""

from __future__ import annotations

from visitor import PHONE, Visitor

# Four rows of a 4x4 sudoku, 1234 3412 2143 4321, in cages: a killer without givens.
CAGES = {
    ((1, 1), (1, 2)): "3",
    ((1, 3), (1, 4)): "7",
    ((2, 1), (3, 1)): "5",
    ((2, 2), (2, 3)): "5",
    ((2, 4), (3, 4)): "5",
    ((3, 2), (3, 3)): "5",
    ((4, 1), (4, 2)): "7",
    ((4, 3), (4, 4)): "3",
}


def test_a_killer_is_drawn_and_known_to_have_one_answer(visitor: Visitor) -> None:
    visitor.blank("sudoku-4x4")
    visitor.draw("cage")
    for cells, total in CAGES.items():
        visitor.drag(*cells)
        visitor.keys(*total)
    visitor.draw("cage")  # the tool is put down
    for cell, digit in {(1, 1): "1", (1, 3): "3", (2, 1): "3"}.items():
        visitor.go(*cell)
        visitor.keys(digit)
    lines = visitor.text().splitlines()
    assert lines[0] == "1030"
    assert sorted(lines[4:]) == sorted(
        f"cage {total} " + " ".join(f"r{r}c{c}" for r, c in cells) for cells, total in CAGES.items()
    )
    visitor.live("unique")
    visitor.ask("check")
    assert ["".join(row) for row in visitor.board()] == ["1234", "3412", "2143", "4321"]


def test_thermometers_arrows_dots_and_clues_are_drawn(visitor: Visitor) -> None:
    visitor.blank("sudoku-9x9")
    visitor.draw("thermo")
    visitor.drag((4, 4), (4, 5), (5, 6), (6, 6))
    visitor.draw("arrow")
    visitor.drag((7, 2), (7, 3), (6, 4))
    visitor.draw("difference")
    visitor.drag((2, 8), (2, 9))
    visitor.draw("quadruple")
    visitor.centre()
    x, y = visitor.middle((3, 7))
    side = visitor.cell(3, 7).bounding_box()["width"]
    visitor.page.mouse.click(x + 0.45 * side, y + 0.45 * side)
    visitor.keys("1", "2", "4")
    visitor.draw("sandwich")
    visitor.clue("above column", 4, "17")
    assert visitor.text().splitlines()[9:] == [
        *("arrow r7c2 r7c3 r6c4", "difference r2c8 r2c9", "quadruple 1 2 4 r3c7"),
        *("sandwich 17 top 4", "thermo r4c4 r4c5 r5c6 r6c6"),
    ]
    assert visitor.mistake() == ""
    visitor.live("multiple")
    visitor.keys("Escape")
    visitor.keys("Control+z")
    assert "sandwich 1 top 4" in visitor.text()
    visitor.page.click("#present li:first-child .remove")
    assert "arrow" not in visitor.text()


def test_a_rule_on_the_board_is_changed_in_its_fields_and_drawn_twice_is_gone(visitor: Visitor) -> None:
    visitor.blank("sudoku-9x9")
    visitor.draw("whisper")
    visitor.drag((1, 1), (1, 2), (1, 3))
    visitor.page.fill("#field-least", "6")
    assert visitor.text().splitlines()[-1] == "whisper 6 r1c1 r1c2 r1c3"
    visitor.page.fill("#field-least", "")
    assert visitor.text().splitlines()[-1] == "whisper r1c1 r1c2 r1c3"
    visitor.drag((1, 1), (1, 2), (1, 3))
    assert "whisper" not in visitor.text()


def test_a_new_cage_has_no_sum_and_undoing_is_seen_in_its_field(visitor: Visitor) -> None:
    visitor.blank("sudoku-9x9")
    visitor.draw("cage")
    visitor.drag((4, 4), (4, 5))
    visitor.keys("9")
    visitor.drag((5, 4), (5, 5))
    assert visitor.text().splitlines()[9:] == ["cage 9 r4c4 r4c5", "cage r5c4 r5c5"]
    visitor.keys("8", "Control+z")
    assert visitor.page.input_value("#field-total") == ""
    visitor.keys("7")
    assert visitor.text().splitlines()[9:] == ["cage 7 r5c4 r5c5", "cage 9 r4c4 r4c5"]
    visitor.drag((4, 4), (4, 5))  # drawn twice is gone, whatever its sum
    assert visitor.text().splitlines()[9:] == ["cage 7 r5c4 r5c5"]


def test_a_tap_and_a_drag_from_there_are_one_cage(visitor: Visitor) -> None:
    visitor.blank("sudoku-9x9")
    visitor.draw("cage")
    visitor.go(1, 1)
    visitor.keys("Shift+ArrowRight", "Enter")
    assert visitor.text().splitlines()[9:] == ["cage r1c1 r1c2"]
    assert visitor.page.locator(".samples img").count() == 2
    assert "adds up to" in visitor.page.inner_text("#tooling")


def test_rules_are_found_by_their_meaning_and_drawn_by_keys(visitor: Visitor) -> None:
    visitor.blank("sudoku-9x9")
    for word, rule in {"german": "whisper", "kropki": "ratio", "killer": "cage", "circle": "odd"}.items():
        visitor.page.fill("#search", word)
        assert visitor.page.is_visible(f"#rule-{rule}")
    visitor.page.fill("#search", "no such rule")
    assert visitor.page.locator("#palette li:not([hidden])").count() == 0
    visitor.page.fill("#search", "consecutive")
    assert 0 < visitor.page.locator("#palette li:not([hidden])").count() < 12
    visitor.draw("renban")
    visitor.page.fill("#search", "")
    assert visitor.page.locator("#captions li").count() == 0
    visitor.go(2, 2)
    visitor.keys("Shift+ArrowRight", "Shift+ArrowDown", "Enter")
    visitor.draw("anti-knight")
    visitor.page.click("#add-rule")
    assert visitor.text().splitlines()[-2:] == ["anti-knight", "renban r2c2 r2c3 r3c3"]
    legend = visitor.page.inner_text("#captions").splitlines()
    assert [line.partition(": ")[0] for line in legend] == ["Anti-knight", "Renban"]
    assert legend[1] == "Renban: the digits on the line are different and consecutive, in any order"


def test_selected_cells_are_filled_copied_and_deleted_together(visitor: Visitor) -> None:
    visitor.blank("sudoku-9x9")
    visitor.drag((1, 1), (1, 2), (2, 2))
    visitor.keys("5")
    assert visitor.text().splitlines()[:2] == ["550000000", "050000000"]
    visitor.keys("Delete")
    visitor.draw("cage")
    visitor.drag((1, 1), (1, 2))
    visitor.keys("4", "Escape")
    visitor.drag((1, 1), (1, 2))
    visitor.keys("Control+c")
    visitor.go(4, 4)
    visitor.keys("Control+v")
    assert visitor.text().splitlines()[9:] == ["cage 4 r1c1 r1c2", "cage 4 r4c4 r4c5"]
    visitor.drag((1, 1), (1, 2), (1, 3))
    visitor.keys("Delete")
    assert visitor.text().splitlines()[9:] == ["cage 4 r4c4 r4c5"]


def test_what_is_typed_in_the_text_is_on_the_board_and_can_be_changed_there(visitor: Visitor) -> None:
    visitor.page.fill("#text", "." * 81 + "\n")
    visitor.page.fill("#text", ("." * 9 + "\n") * 9 + "cage 10 r1c1 r1c2\nanti-knight\n")
    visitor.page.wait_for_selector("#present li >> nth=1")
    visitor.page.click("#present li:has-text('cage') button")
    visitor.page.fill("#field-total", "11")
    assert visitor.page.locator("#rule-cage[aria-pressed=true]").count() == 1
    visitor.page.click("#tool-done")
    assert "cage 11 r1c1 r1c2" in visitor.text()


def test_a_nonogram_is_typed_beside_the_board(visitor: Visitor) -> None:
    visitor.blank("nonogram-5x5")
    visitor.live("unique")  # lists that are left empty are 0
    for number, clue in enumerate(("5", "1 1", "1 1", "1 1", "5"), 1):
        visitor.clue("left of row", number, clue)
        visitor.clue("above column", number, clue)
    assert visitor.text().split("columns\n") == [
        "nonogram\nrows\n5\n1 1\n1 1\n1 1\n5\n",
        "5\n1 1\n1 1\n1 1\n5\n",
    ]
    assert "exactly one answer" in visitor.live("unique")
    visitor.ask("check")
    assert visitor.page.locator(".board.answered").count() == 1  # the answer is in the puzzle


def test_loops_stars_and_heights_are_typed_on_their_boards(visitor: Visitor) -> None:
    visitor.blank("slitherlink-6x6")
    visitor.go(1, 1)
    visitor.keys("3", "ArrowRight", "2", "ArrowDown", "7")
    assert visitor.text().splitlines()[1:3] == ["3 2 - - - -", "- - - - - -"]
    visitor.blank("masyu-6x6")
    visitor.go(2, 2)
    visitor.keys("b", "ArrowRight", "w")
    assert visitor.text().splitlines()[2] == "- b w - - -"
    visitor.blank("starbattle-6x6")
    visitor.page.click("#region-0")
    visitor.drag((2, 1), (3, 1), (3, 2))
    assert visitor.text().splitlines()[:4] == ["starbattle 1", "AAABBB", "AAABBB", "AACDDD"]
    visitor.page.fill("#number-stars", "2")
    assert visitor.text().startswith("starbattle 2\n")
    visitor.keys("Escape")
    visitor.blank("skyscrapers-4x4")
    visitor.clue("above column", 2, "3")
    visitor.clue("right of row", 1, "2")
    assert visitor.text().splitlines()[1:3] == ["  . 3 . .", ". . . . . 2"]


def test_a_jigsaw_is_painted(visitor: Visitor) -> None:
    visitor.blank("sudoku-4x4")
    visitor.page.click("#draw-regions")
    for label, cells in enumerate((((1, 1), (1, 4)), ((2, 1), (2, 4)), ((3, 1), (3, 4)), ((4, 1), (4, 4)))):
        visitor.page.click(f"#region-{label}")
        visitor.drag(*cells)
    assert visitor.mistake() == ""
    assert visitor.text().splitlines()[-4:] == ["AAAA", "BBBB", "CCCC", "DDDD"]
    assert visitor.page.locator(".layer img").count() == 1
    visitor.keys("Escape")


def test_two_rules_that_contradict_are_shown_while_editing(visitor: Visitor) -> None:
    visitor.blank("sudoku-4x4")
    visitor.go(1, 1)
    visitor.keys("3", "ArrowRight", "3")
    visitor.live("none")
    visitor.page.wait_for_selector("#live-more .failure")
    assert "given 3 at r1c1" in visitor.page.inner_text("#live-more")
    assert visitor.ringed() == {(1, 1), (1, 2)}
    visitor.keys("Delete")
    visitor.live("multiple")
    assert visitor.page.inner_text("#live-more") == ""
    assert visitor.ringed() == set()


def test_the_number_of_answers_and_the_candidates_follow_the_puzzle(visitor: Visitor) -> None:
    visitor.blank("sudoku-4x4")
    visitor.page.wait_for_function(
        "document.querySelector('#live').textContent.includes('288 answers')"
    )  # Shidoku
    visitor.page.check("#live-marks")
    try:
        visitor.begin("sudoku/two-answers.txt")
        visitor.page.wait_for_selector(".cell .marks")
        assert visitor.board()[0][4] == "25"
    finally:
        visitor.page.uncheck("#live-marks")


def test_pencil_marks_and_colours_are_apart_from_the_puzzle(visitor: Visitor) -> None:
    visitor.blank("sudoku-4x4")
    text = visitor.text()
    visitor.page.click("#mode-corner")
    visitor.go(1, 1)
    visitor.keys("2", "1", "ArrowRight")
    visitor.page.click("#mode-value")
    visitor.keys("3")
    visitor.page.click("#mode-colour")
    visitor.keys("4")
    assert visitor.board()[0][:2] == ["1 2", "3"]
    assert "colour4" in visitor.cell(1, 2).get_attribute("class")
    assert visitor.text() == text
    visitor.keys("Control+z", "Control+z")
    assert visitor.board()[0][:2] == ["1 2", ""]
    visitor.page.reload()
    visitor.page.wait_for_selector(".cell")
    assert visitor.board()[0][0] == "1 2"


def test_drafts_are_kept_and_opened_again(visitor: Visitor) -> None:
    visitor.blank("sudoku-4x4")
    visitor.go(1, 1)
    visitor.keys("4", "ArrowRight", "2")
    assert visitor.text().startswith("4200")
    visitor.say(title="Four and two")
    visitor.begin("sudoku/killer.txt")
    assert visitor.page.inner_text("#credit") == ""
    visitor.page.click("#drafts")
    first = visitor.page.locator("#draft-list li >> nth=0")
    assert first.inner_text().startswith("Four and two\nSudoku, ")
    visitor.page.wait_for_function("document.querySelector('#draft-list img')?.naturalWidth > 50")
    first.locator("button >> nth=0").click()
    visitor.page.wait_for_function("document.querySelectorAll('.cell').length === 16")
    assert visitor.text().startswith("4200")
    assert visitor.page.inner_text("#credit") == "Four and two"


def test_a_draft_of_another_kind_has_no_picture_of_the_same_text(visitor: Visitor) -> None:
    texts = {
        "sudoku": "1...\n..2.\n.3..\n...4\n",
        "nonogram": "1...\n..2.\n.3..\n...4\n",
        "langford": "langford 4",
    }
    drafts = [{"id": kind, "kind": kind, "text": text, "time": 0} for kind, text in texts.items()]
    visitor.page.evaluate("one => localStorage.setItem('coversat-drafts', JSON.stringify(one))", drafts)
    visitor.page.click("#drafts")
    visitor.page.wait_for_selector("#draft-list li:nth-child(3) img[src]")
    drawn = visitor.page.eval_on_selector_all("#draft-list img", "all => all.map(one => one.src !== '')")
    assert drawn == [True, False, True]  # the text is no nonogram
    visitor.keys("Escape")


def test_thermometers_and_arrows_are_drawn_with_a_finger(phone: Visitor) -> None:
    phone.blank("sudoku-9x9")
    for word, cells in {"thermo": ((2, 2), (2, 3), (3, 4)), "arrow": ((6, 6), (6, 5), (5, 4))}.items():
        phone.tap(f"#rule-{word}")
        phone.centre()
        before = phone.page.evaluate("scrollY")
        phone.stroke(*cells)
        assert phone.page.evaluate("scrollY") == before  # a stroke scrolls nothing
    assert phone.text().splitlines()[9:] == ["arrow r6c6 r6c5 r5c4", "thermo r2c2 r2c3 r3c4"]


def test_a_kakuro_a_nonogram_and_a_slitherlink_are_typed_with_a_finger(phone: Visitor) -> None:
    phone.blank("slitherlink-6x6")
    phone.tap(phone.cell(1, 1))
    phone.tap(".signs button >> text=3")
    assert phone.text().splitlines()[1] == "3 - - - - -"
    phone.blank("nonogram-5x5")
    phone.tap(".clue[aria-label^='clue left of row 1,']")
    phone.tap(".signs button >> text=2")
    phone.tap("#key-next-run")
    phone.tap(".signs button >> text=1")
    assert phone.text().splitlines()[2] == "2 1"
    phone.blank("kakuro-6x6")
    phone.tap(phone.cell(1, 2))
    phone.tap(".signs button >> text=4")
    assert "4\\" in phone.text().splitlines()[0]
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_hint_shows_the_next_step_and_enters_it(visitor: Visitor) -> None:
    visitor.begin("sudoku/boj2239.txt")
    said = visitor.ask("hint")
    assert "r1c2 is 4" in said
    assert "Row 1" in said
    ((row, column),) = visitor.ringed()
    assert visitor.board()[row - 1][column - 1] == ""
    visitor.told(lambda: visitor.page.click("#take-hint"))
    assert visitor.board()[row - 1][column - 1] == "143628579572139468"[9 * row + column - 10]
    visitor.page.click("#mode-value")
    visitor.go(1, 2)
    visitor.keys("3")
    assert "r1c2 is not 3: row 1" in visitor.ask("so-far")
    assert visitor.ringed() == {(1, 2)}
    visitor.page.click("#language")
    assert "r1c2 ≠ 3: 1행" in visitor.ask("so-far")
    visitor.page.click("#language")
    visitor.go(1, 2)
    visitor.keys("Delete")
    visitor.page.click("#mode-given")
    visitor.begin("slitherlink/7x9.txt")
    assert "Clue 0 at r1c9" in visitor.ask("hint")
    assert visitor.page.locator(".ink .known path").count() == 4  # no line at its four sides
    visitor.open("c varname 1 a\np cnf 1 1\n1 0\n")
    assert "a is true" in visitor.ask("hint")  # not another variable, A


def test_a_sudokupad_link_is_exported_and_read_back(visitor: Visitor) -> None:
    visitor.blank("sudoku-9x9")
    visitor.draw("thermo")
    visitor.drag((4, 4), (4, 5), (5, 6))
    visitor.keys("Escape")
    before = visitor.text()
    said = {"title": "Warm", "author": "Kim", "rules": "Digits grow,\nfrom the bulb."}
    visitor.say(**said)
    visitor.page.click("#send")
    link = visitor.page.input_value("#link-sudokupad")
    assert link.startswith("https://sudokupad.app/")
    assert visitor.save("#save-svg").startswith(b"<svg")
    assert visitor.save("#save-png").startswith(b"\x89PNG")
    visitor.keys("Escape")
    visitor.begin("sudoku/boj2239.txt")
    visitor.open(link)
    visitor.page.wait_for_selector("#present li")
    assert before.splitlines()[-1] == "thermo r4c4 r4c5 r5c6"
    assert visitor.page.inner_text("#present").split("\n")[0] == "Thermometer r4c4 r4c5 r5c6"
    assert {name: visitor.page.input_value(f"#about-{name}") for name in said} == said
    assert visitor.page.inner_text("#said") == said["rules"]
    visitor.page.wait_for_function("location.hash.length > 9")
    shared = visitor.page.evaluate("location.hash")
    visitor.begin("sudoku/boj2239.txt")
    visitor.page.evaluate("hash => { location.hash = hash; }", shared)
    visitor.page.wait_for_selector("#credit:not(:empty)")
    assert visitor.page.inner_text("#credit").split() == ["Warm", "Kim"]


def test_a_kind_of_ones_own_is_tested(visitor: Visitor) -> None:
    visitor.tool("own")
    code = visitor.page.input_value("#own-code")
    rule = "            yield self.rule("
    empty = f"{rule}'{{cell}} is shaded or not', Count((cell,), (1,), (0, 1, 2)), cell, cell=cell)\n"
    visitor.page.fill("#own-code", code.replace(rule, empty + rule))
    said = visitor.run("own")
    assert "agree" in said
    assert "2 more changes mean the same" in said
    wrong = "            if shaded != number and number:\n"
    broken = code.replace("            if shaded != number:\n", wrong)
    assert broken != code, code
    visitor.page.fill("#own-code", broken)
    visitor.run("own")
    assert visitor.page.locator("#result-body img.drawn").count() == 1
    visitor.page.fill("#own-code", code)
