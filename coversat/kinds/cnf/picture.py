"""A formula as a matrix if it is small enough to be seen; otherwise its text."""

from __future__ import annotations

from ...drawing.board import DARK, FOUND, RING, RING_FILL, SHADE, THIN
from ...drawing.diagrams import FACE, Matrix, fits, names_fit
from ...drawing.picture import draw_text
from ...drawing.svg import MIDDLE, Svg
from .rules import Clause, Cnf, Model


def draw(problem: Cnf, answer: Model | None, other: Model | None) -> Svg:
    """A row for each clause, a column for each variable: a filled circle is a literal x, an empty one -x.

    With a model, its truth values are the first row, and the literals that it makes true are boxed.
    """
    variables = range(1, problem.variable_count + 1)
    if not fits(len(problem.clauses), len(variables)):
        return draw_text(problem, answer, other)
    columns = [problem.names.get(variable, str(variable)) for variable in variables]
    if not names_fit(columns):
        return draw_text(problem, answer, other)
    head = [] if answer is None else ["model"]
    matrix = Matrix([*head, *(str(number + 1) for number in range(len(problem.clauses)))], columns)
    if answer is not None:
        matrix.band(0, SHADE, THIN)
    matrix.lines()
    matrix.names()
    true = set(answer or ())
    if answer is not None:
        _draw_model(matrix, variables, true, true if other is None else set(other))
    for row, clause in enumerate(problem.clauses, len(head)):
        _draw_clause(matrix, row, clause, true)
    return matrix


def _draw_model(matrix: Matrix, variables: range, true: set[int], others: set[int]) -> None:
    """Draw the truth values in the first row, with a ring around those that differ in another model."""
    for variable in variables:
        x, y = matrix.cell(0, variable - 1)
        value = "1" if variable in true else "0" if -variable in true else "?"
        if {variable, -variable} & (true ^ others):
            matrix.rect(x - 9, y - 9, 18, 18, rx=4, fill=RING_FILL, stroke=RING, stroke_width=2)
        matrix.text(x, y + MIDDLE * FACE, value, font_size=FACE, text_anchor="middle", font_weight="bold")


def _draw_clause(matrix: Matrix, row: int, clause: Clause, true: set[int]) -> None:
    for literal in dict.fromkeys(clause):
        x, y = matrix.cell(row, abs(literal) - 1)
        if -literal in clause:  # side by side
            x += 5 if literal < 0 else -5
        if literal in true:
            matrix.rect(x - 8, y - 8, 16, 16, rx=2, fill="none", stroke=FOUND, stroke_width=1.8)
        fill = DARK if literal > 0 else "#ffffff"
        matrix.circle(x, y, 4.5, fill=fill, stroke=DARK, stroke_width=1.5)
