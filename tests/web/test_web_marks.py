"""Loops, areas and other drawn answers, solved by hand on the board."""

from __future__ import annotations

from visitor import Visitor

# One loop around the board of 2 rows and 2 columns: each corner cell uses two of its sides.
AROUND = "slitherlink 2 2\n2 2\n2 2\n"

# One loop through all four cells.
LOOP = "simpleloop 2 2\n- -\n- -\n"

# One cell is shaded; not the middle one, which would separate the others.
ROOM = "heyawake 1 3\n1 - -\n1 1 1\n"


def side(visitor: Visitor, cell: tuple[int, int], down: float, right: float, button: str = "left") -> None:
    """Press at a place of a cell, in halves of it from its middle."""
    box = visitor.cell(*cell).bounding_box()
    x = box["x"] + box["width"] * (0.5 + 0.48 * right)
    visitor.page.mouse.click(x, box["y"] + box["height"] * (0.5 + 0.48 * down), button=button)


def drawn(visitor: Visitor) -> tuple[int, int]:
    """The lines and the crosses on the board."""
    marks = visitor.page.locator(".ink .marked")
    return marks.locator("line").count(), marks.locator("path").count()


def marks(visitor: Visitor) -> None:
    visitor.page.click("#mode-draw")
    visitor.centre()


def test_a_loop_is_drawn_along_sides_with_the_mouse_and_judged(visitor: Visitor) -> None:
    visitor.open(AROUND)
    marks(visitor)
    box = visitor.cell(1, 1).bounding_box()
    x, y, wide = box["x"], box["y"], box["width"]
    visitor.page.mouse.move(x, y + 1)
    visitor.page.mouse.down()
    for right, down in ((1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2)):
        visitor.page.mouse.move(x + right * wide, y + down * wide - (1 if down else -1), steps=4)
    visitor.page.mouse.up()
    assert drawn(visitor) == (6, 0)
    assert "right so far" in visitor.ask("so-far")
    side(visitor, (1, 1), 0, 1)  # between the cells: first a line, then a cross
    assert drawn(visitor) == (7, 0)
    assert "no line between r1c1 and r1c2" in visitor.ask("so-far")
    side(visitor, (1, 1), 0, 1)
    assert drawn(visitor) == (6, 1)
    for cell in ((1, 1), (2, 1)):
        side(visitor, cell, 0, -1)
    side(visitor, (2, 2), -1, 0, button="right")  # a cross at once
    assert drawn(visitor) == (8, 2)
    assert "All of it is entered, and right." in visitor.ask("so-far")
    visitor.page.click("#key-undo")
    assert drawn(visitor) == (8, 1)


def test_a_loop_is_drawn_through_cells_by_keys(visitor: Visitor) -> None:
    visitor.open(LOOP)
    marks(visitor)
    visitor.go(1, 1)
    visitor.keys("Delete")  # the tap drew something
    assert drawn(visitor) == (0, 0)
    visitor.keys("Shift+ArrowRight", "Shift+ArrowDown", "ArrowDown", "ArrowRight", "Shift+ArrowLeft")
    assert drawn(visitor) == (3, 0)
    visitor.keys("Shift+ArrowUp", "Shift+ArrowUp", "Shift+ArrowUp", "Shift+ArrowUp")  # all round once
    assert drawn(visitor) == (4, 0)
    assert "All of it is entered, and right." in visitor.ask("so-far")
    visitor.drag((1, 1), (1, 2))  # drawn once more is gone
    assert drawn(visitor) == (3, 0)
    visitor.drag((2, 1), (2, 2), (1, 2), (1, 1), (2, 1))  # one stroke is the whole loop
    assert drawn(visitor) == (4, 0)


def test_areas_are_shaded_and_a_hint_is_entered_as_marks(visitor: Visitor) -> None:
    visitor.open(ROOM)
    marks(visitor)
    visitor.drag((1, 2), (1, 3))
    assert visitor.page.locator(".shade.black").count() == 2
    assert "shaded" in visitor.cell(1, 2).get_attribute("aria-label")
    assert "wrong" in visitor.ask("so-far") or "Each entry is in an answer" in visitor.ask("so-far")
    visitor.page.click("#key-undo")
    visitor.go(1, 1)
    assert "All of it is entered, and right." in visitor.ask("so-far")
    visitor.go(1, 1)  # after shaded comes not shaded, then nothing
    assert visitor.page.locator(".mark.none").count() == 1
    visitor.go(1, 1)
    assert visitor.page.locator(".mark").count() == 0
    visitor.keys("x")
    assert visitor.page.locator(".shade.black").count() == 1
    visitor.begin("heyawake/7x7.txt")
    visitor.ask("hint")  # the first room has no shaded cell
    visitor.told(lambda: visitor.page.click("#take-hint"))
    assert visitor.page.locator(".mark.none").count() == 9


def test_shading_and_lines_are_drawn_on_one_board_with_a_finger(phone: Visitor) -> None:
    phone.begin("yajilin/5x6.txt")
    phone.tap("#mode-draw")
    phone.stroke((2, 1), (2, 2), (3, 2))
    phone.tap(phone.cell(1, 1))
    assert drawn(phone) == (2, 0)
    assert phone.page.locator(".shade.black").count() == 1
    assert phone.page.locator("#hint").is_visible()
    phone.page.click("#mode-given")


def test_marks_stay_over_a_reload(visitor: Visitor) -> None:
    visitor.begin("starbattle/one-star.txt")
    marks(visitor)
    visitor.go(6, 3)
    assert visitor.page.locator(".mark.star").count() == 1
    visitor.page.reload()
    visitor.page.wait_for_selector(".mark.star")
    assert "a star" in visitor.cell(6, 3).get_attribute("aria-label")
    visitor.page.wait_for_selector("#tools > *")
    visitor.wait_warm()
    assert "right so far" in visitor.ask("so-far")


def test_hints_run_to_the_next_digit(visitor: Visitor) -> None:
    visitor.begin("sudoku/killer.txt")
    assert "r7c5" in visitor.ask("hint")  # that excludes some digits
    said = visitor.told(lambda: visitor.page.click("#far-hint"))
    assert "other steps" in said
    assert "r9c8 is 8" in said
    visitor.told(lambda: visitor.page.click("#take-hint"))
    assert visitor.board()[8][7] == "8"
