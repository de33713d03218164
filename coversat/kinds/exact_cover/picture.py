"""An exact cover as a matrix if it is small enough to be seen; otherwise its text."""

from __future__ import annotations

from ...drawing.board import DARK, FOUND, RING, RING_FILL, SHADE, THIN
from ...drawing.diagrams import FACE, Matrix, fits, names_fit
from ...drawing.picture import draw_text
from ...drawing.svg import MIDDLE, Svg
from .rules import Cover, ExactCover


def draw(problem: ExactCover, answer: Cover | None, other: Cover | None) -> Svg:
    """A row for each option, a column for each item, secondary items after a thick line.

    A square is an item covered, a letter its colour.  The chosen options are banded and their numbers
    bold; orange bands are options that another answer does not choose.
    """
    items = [*problem.primary, *problem.secondary]
    if not fits(len(problem.options), len(items)) or not names_fit(items):
        return draw_text(problem, answer, other)
    matrix = Matrix([str(number + 1) for number in range(len(problem.options))], items)
    for row in answer or ():
        differs = other is not None and row not in other
        matrix.band(row, *((RING_FILL, RING) if differs else (SHADE, THIN)))
    matrix.lines(len(problem.primary) if problem.secondary else None)
    matrix.names(answer or ())
    places = {item: column for column, item in enumerate(items)}
    for row, option in enumerate(problem.options):
        for item in option.items:
            x, y = matrix.cell(row, places[item])
            matrix.rect(x - 6, y - 6, 12, 12, fill=DARK)
        for item, colour in option.colours:
            x, y = matrix.cell(row, places[item])
            matrix.text(x, y + MIDDLE * FACE, colour[:2], font_size=FACE, fill=FOUND, text_anchor="middle")
    return matrix
