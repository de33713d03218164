"""Pictures of covers and sets, formulas and clauses, as matrices."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ..problems.cnf.rules import Clause, Cnf, Model
from ..problems.elements import ElementProblem, Values
from ..problems.exact_cover.rules import Cover, ExactCover
from .clauses import ClauseProblem
from .drawing.board import DARK, FOUND, INK, RING, RING_FILL, SHADE, THIN, TINTS
from .drawing.picture import draw_text
from .drawing.svg import MIDDLE, MONO, MONO_WIDTH, Svg, segment
from .sets import HittingSet, Matching3D, SetProblem

_SIDE, _FACE = 24, 13
_MOST_ROWS, _MOST_COLUMNS = 80, 60
_LONGEST_NAME = 40


class Matrix(Svg):
    """Named rows and columns; the top left corner of the first cell is at `left`, `top`."""

    def __init__(self, rows: Sequence[str], columns: Sequence[str]) -> None:
        self.rows, self.columns = rows, columns
        self.left = _width(rows)
        self.top = _width(columns)
        super().__init__(self.left + len(columns) * _SIDE + 2, self.top + len(rows) * _SIDE + 2)

    def band(self, row: int, fill: str, stroke: str) -> None:
        y = self.top + row * _SIDE + 2
        self.rect(1, y, self.width - 2, _SIDE - 4, rx=4, fill=fill, stroke=stroke, stroke_width=1.5)

    def names(self, bold: Sequence[int] = ()) -> None:
        """The names of rows, those in `bold` bold, and of columns, which read upwards."""
        with self.group(font_family=MONO, font_size=_FACE, fill=INK):
            for number, name in enumerate(self.rows):
                y = self.top + (number + 0.5) * _SIDE + MIDDLE * _FACE
                weight = "bold" if number in bold else "normal"
                self.text(self.left - 8, y, name, text_anchor="end", font_weight=weight)
            for number, name in enumerate(self.columns):
                x = self.left + (number + 0.5) * _SIDE + MIDDLE * _FACE
                self.text(0, 0, name, transform=f"translate({x:.1f} {self.top - 8:.1f}) rotate(-90)")

    def lines(self, wall: int | None = None) -> None:
        """Thin lines, and a thick one before the column `wall`."""
        right, below = self.left + len(self.columns) * _SIDE, self.top + len(self.rows) * _SIDE
        xs = [self.left + number * _SIDE for number in range(len(self.columns) + 1)]
        ys = [self.top + number * _SIDE for number in range(len(self.rows) + 1)]
        d = [segment((x, self.top), (x, below)) for x in xs] + [
            segment((self.left, y), (right, y)) for y in ys
        ]
        self.path("".join(d), stroke=THIN, stroke_width=0.7)
        if wall is not None:
            x = xs[wall]
            self.path(segment((x, self.top), (x, below)), stroke=INK, stroke_width=2.5)

    def cell(self, row: int, column: int) -> tuple[float, float]:
        return self.left + (column + 0.5) * _SIDE, self.top + (row + 0.5) * _SIDE


def _width(names: Sequence[str]) -> float:
    return max(map(len, names), default=0) * MONO_WIDTH * _FACE + 14


def _fits(rows: int, columns: int) -> bool:
    """Whether a matrix of this size is small enough to be seen."""
    return rows <= _MOST_ROWS and columns <= _MOST_COLUMNS


def _names_fit(names: Sequence[str]) -> bool:
    """Whether none of these names is too long to be shown."""
    return max(map(len, names), default=0) <= _LONGEST_NAME


def draw_cnf(problem: Cnf, answer: Model | None, other: Model | None) -> Svg:
    """A row for each clause, a column for each variable: a filled circle is a literal x, an empty one -x.

    With a model, its truth values are the first row, and the literals that it makes true are boxed.
    """
    problem = problem.complete("a picture")
    variables = range(1, problem.variable_count + 1)
    if not _fits(len(problem.clauses), len(variables)):
        return draw_text(problem, answer, other)
    columns = [problem.names.get(variable, str(variable)) for variable in variables]
    if not _names_fit(columns):
        return draw_text(problem, answer, other)
    models = [set(one) for one in (answer, other) if one is not None]
    return _draw_formula(problem.clauses, columns, models, "model", shaded=True)


def draw_clauses(problem: ClauseProblem, answer: Values | None, other: Values | None) -> Svg:
    """Filled circles are positive literals, empty ones negative; true ones have a frame."""
    if not _fits(len(problem.clauses) + 1, problem.count):
        return draw_text(problem, answer, other)
    models = [
        {at if value else -at for at, value in enumerate(one, 1)}
        for one in (answer, other)
        if one is not None
    ]
    return _draw_formula(problem.clauses, problem.names, models, "values")


def _draw_formula(
    clauses: Sequence[Clause],
    columns: Sequence[str],
    models: Sequence[set[int]],
    first: str,
    shaded: bool = False,
) -> Matrix:
    """Rows of literals; above them a model, with a ring around values that differ in another one."""
    head = [first] if models else []
    matrix = Matrix([*head, *(str(number + 1) for number in range(len(clauses)))], columns)
    if models and shaded:
        matrix.band(0, SHADE, THIN)
    matrix.lines()
    matrix.names()
    for true in models[:1]:
        for variable in range(1, len(columns) + 1):
            x, y = matrix.cell(0, variable - 1)
            value = "1" if variable in true else "0" if -variable in true else "?"
            if {variable, -variable} & (true ^ models[-1]):
                matrix.rect(x - 9, y - 9, 18, 18, rx=4, fill=RING_FILL, stroke=RING, stroke_width=2)
            matrix.text(
                x, y + MIDDLE * _FACE, value, font_size=_FACE, text_anchor="middle", font_weight="bold"
            )
    for row, clause in enumerate(clauses, len(head)):
        _draw_clause(matrix, row, clause, models[0] if models else ())
    return matrix


def _draw_clause(matrix: Matrix, row: int, clause: Clause, true: Collection[int]) -> None:
    for literal in dict.fromkeys(clause):
        x, y = matrix.cell(row, abs(literal) - 1)
        if -literal in clause:  # side by side
            x += 5 if literal < 0 else -5
        if literal in true:
            matrix.rect(x - 8, y - 8, 16, 16, rx=2, fill="none", stroke=FOUND, stroke_width=1.8)
        fill = DARK if literal > 0 else "#ffffff"
        matrix.circle(x, y, 4.5, fill=fill, stroke=DARK, stroke_width=1.5)


def draw_cover(problem: ExactCover, answer: Cover | None, other: Cover | None) -> Svg:
    """A row for each option, a column for each item, secondary items after a thick line.

    A square is an item covered, a letter its colour.  The chosen options are banded and their numbers
    bold; orange bands are options that another answer does not choose.
    """
    items = [*problem.primary, *problem.secondary]
    if not _fits(len(problem.options), len(items)) or not _names_fit(items):
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
            matrix.text(x, y + MIDDLE * _FACE, colour[:2], font_size=_FACE, fill=FOUND, text_anchor="middle")
    return matrix


def draw_sets(problem: SetProblem | Matching3D, answer: Values | None, other: Values | None) -> Svg:
    """Sets or triples as the rows of a matrix."""
    if isinstance(problem, SetProblem):
        return _draw_rows(problem, problem.set_names, problem.members, problem.sets, answer, other)
    columns = [f"{side}{number}" for side in "xyz" for number in range(1, problem.n + 1)]
    rows = [[n - 1 + side * problem.n for side, n in enumerate(triple)] for triple in problem.triples]
    return _draw_rows(problem, problem.names, columns, rows, answer, other)


def _draw_rows(
    problem: ElementProblem,
    names: Sequence[str],
    columns: Sequence[str],
    rows: Sequence[Sequence[int]],
    answer: Values | None,
    other: Values | None,
) -> Svg:
    """A square where a row has an element; the chosen rows or columns are banded."""
    by_column = isinstance(problem, HittingSet)
    # A first row marks the chosen columns.
    head = ["chosen"] if by_column and answer is not None else []
    if not _fits(len(rows) + 1, len(columns)) or not _names_fit([*names, *columns]) or not rows:
        return draw_text(problem, answer, other)
    matrix = Matrix([*head, *names], columns)
    chosen = problem.chosen(answer or ())
    differs = {at for at in chosen if other is not None and not other[at]}
    for at in () if by_column else chosen:
        matrix.band(at, *((RING_FILL, RING) if at in differs else (SHADE, THIN)))
    matrix.lines()
    matrix.names(() if by_column else chosen)
    for at in chosen if by_column else ():
        x, y = matrix.cell(0, at)
        matrix.circle(x, y, 8, fill=RING_FILL if at in differs else TINTS[0], stroke=FOUND, stroke_width=2)
    for number, row in enumerate(rows, len(head)):
        for at in row:
            x, y = matrix.cell(number, at)
            matrix.rect(x - 6, y - 6, 12, 12, fill=DARK)
    return matrix


DRAW = {
    "cnf": draw_cnf,
    "cover": draw_cover,
    **dict.fromkeys(("3sat", "naesat", "1in3sat"), draw_clauses),
    **dict.fromkeys(("setpacking", "setcover", "hittingset", "matching3d"), draw_sets),
}
