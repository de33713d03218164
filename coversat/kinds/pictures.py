"""Pictures of the kinds that are single modules, and of formulas and covers as matrices."""

from __future__ import annotations

from ..drawing.board import (
    DARK,
    FOUND,
    INK,
    RING,
    RING_FILL,
    SHADE,
    SIDE,
    THIN,
    Board,
    differing_cells,
    digits,
    tiles,
)
from ..drawing.clues import STEPS, framed
from ..drawing.diagrams import FACE, Matrix, fits, names_fit
from ..drawing.picture import draw_text
from ..drawing.svg import MIDDLE, Svg, segment, written
from ..problems.grid import Grid
from .cnf.rules import Clause, Cnf, Model
from .dominosa import FACES, Dominosa, Tiling
from .exact_cover.rules import Cover, ExactCover
from .langford import Langford, Line
from .latin import Latin
from .queens import Columns, Queens
from .skyscrapers import Skyscrapers

_CROWN = "M9 31L6.5 14L13.5 21.5L20 9L26.5 21.5L33.5 14L31 31Z"
_TIPS = ((6.5, 12.5), (20, 7.5), (33.5, 12.5))


def draw_queens(problem: Queens, answer: Columns | None, other: Columns | None) -> Board:
    """Draw the board, with a ring where another answer has no queen."""
    size = problem.size
    board = Board(size, size)
    board.shade((r, c) for r in range(size) for c in range(size) if (r + c) % 2)
    board.walls(lambda cell: 0)
    crosses = (
        segment((c * SIDE + a, r * SIDE + 9), (c * SIDE + b, r * SIDE + SIDE - 9))
        for r, c in problem.blocked
        for a, b in ((9, SIDE - 9), (SIDE - 9, 9))
    )
    board.path("".join(crosses), stroke=INK, stroke_width=2.5)
    queens = sorted({*problem.placed, *enumerate(answer or ())})
    board.fill((*queens, *problem.blocked))
    differing = set(differing_cells(problem, answer, other))
    board.ring(differing.intersection(queens))
    for r, c in queens:
        with board.group(
            fill=INK if (r, c) in problem.placed else "#ffffff",
            stroke=INK,
            stroke_width=1.8,
            stroke_linejoin="round",
            transform=f"translate({c * SIDE} {r * SIDE})",
        ):
            board.path(_CROWN)
            for x, y in _TIPS:
                board.circle(x, y, 2.5)
    return board


_FLAT = 0.55
"""The height of an arc by half its width."""


def draw_langford(problem: Langford, answer: Line | None, other: Line | None) -> Svg:
    """Draw the line of numbers with arcs above it."""
    places: dict[int, list[int]] = {}
    for place, value in enumerate(answer or ()):
        places.setdefault(value, []).append(place)
    # A wrong answer may contain a number once or three times: the arc is from the first to the last.
    spans = {value: (those[0], those[-1]) for value, those in places.items() if len(those) > 1}
    above = max((_height(*span) for span in spans.values()), default=0) + 6
    caption = () if answer else (f"1 to {problem.pairs} twice each, k numbers between the two k",)
    board = Board(1, 2 * problem.pairs, caption)
    board.lines()
    board.walls(lambda cell: 0)
    board.ring(differing_cells(problem, answer, other))
    board.faces({(0, place): str(value) for place, value in enumerate(answer or ())}, ())
    whole = Svg(board.width, board.height + above)
    with whole.group(fill="none", stroke=FOUND, stroke_width=1.8):
        for first, last in spans.values():
            radius = f"{written((last - first) * SIDE / 2)} {written(_height(first, last))}"
            start, end = (written((place + 0.5) * SIDE) for place in (first, last))
            top = written(float(above))
            whole.path(f"M{start} {top}A{radius} 0 0 1 {end} {top}")
    whole.place(board, 0, above)
    return whole


def _height(first: int, last: int) -> float:
    return _FLAT * (last - first) * SIDE / 2


def draw_dominosa(problem: Dominosa, answer: Tiling | None, other: Tiling | None) -> Board:
    """Draw the digits, and the dominoes of an answer."""
    board = Board(problem.rows, problem.columns)
    board.lines()
    board.walls(lambda cell: 0)
    tiles(board, answer or (), fill="#ffffff", stroke=FOUND, stroke_width=2)
    if answer is not None and other is not None:
        board.ring(cell for edge in set(answer) - set(other) for cell in edge)
    faces = {(r, c): FACES[digit] for r, row in enumerate(problem.digits) for c, digit in enumerate(row)}
    board.faces(faces, faces)
    return board


def draw_latin(problem: Latin, answer: Grid | None, other: Grid | None) -> Board:
    """The numbers as numbers, however large."""
    board = Board(problem.order, problem.order)
    board.lines()
    board.walls(lambda cell: 0)
    board.ring(differing_cells(problem, answer, other))
    digits(board, problem.givens, answer, name=str)
    return board


_STEPS = STEPS | {"above": STEPS["top"], "below": STEPS["bottom"]}


def draw_skyscrapers(problem: Skyscrapers, answer: Grid | None, other: Grid | None) -> Svg:
    """Draw the board of a Latin square, with each clue at its side."""
    board = draw_latin(problem, answer, other)
    for view in problem.views:
        board.clue(view.cells[0], _STEPS[view.side], str(view.count))
    return framed(board)


def draw_cnf(problem: Cnf, answer: Model | None, other: Model | None) -> Svg:
    """A row for each clause, a column for each variable: a filled circle is a literal x, an empty one -x.

    With a model, its truth values are the first row, and the literals that it makes true are boxed.
    """
    problem = problem.complete("a picture")
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
        _draw_values(matrix, variables, true, true if other is None else set(other))
    for row, clause in enumerate(problem.clauses, len(head)):
        _draw_clause(matrix, row, clause, true)
    return matrix


def _draw_values(matrix: Matrix, variables: range, true: set[int], others: set[int]) -> None:
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


def draw_exact_cover(problem: ExactCover, answer: Cover | None, other: Cover | None) -> Svg:
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
