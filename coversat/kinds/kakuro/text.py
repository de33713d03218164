"""The texts of Kakuro: algospot's form, and a readable grid."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ...base.errors import ParseError
from ...problems.grid import Grid, Row, spaced_line
from ...problems.problem import Form, unless_read
from ...problems.text import LineReader, Token, line_tokens, text_lines, token_lines
from .rules import ACROSS, DIRECTIONS, DOWN, LARGEST_DIGIT, LARGEST_SIDE, LARGEST_SUM, Clue, Kakuro, Run

_PICTURE_WORD = re.compile(r"[#._]|[0-9]*\\[0-9]*")
_WHITE = (".", "_")
_CLUE = re.compile(r"[0-9]+\\[0-9]*|\\[0-9]+")
_CELL = re.compile(r'[^\s|,;"]+')
"""In a picture, whose cells may be columns between bars, or of CSV."""
_EMPTY = re.compile(r'(?:^[ \t]*|[,;|][ \t]*)(?:"")?(?=[,;])|[,;][ \t]*""')
"""A column without a cell, which may be black or white."""

# The form of algospot KAKURO2
#
# Its boards are square: a rectangular board is padded with black rows below or black columns on the right.
# Reading removes the padding; `render` and writing add it again.


def _read_algospot(text: str) -> tuple[Kakuro, ...]:
    """Read the number of cases; for each N, the board of 0 and 1, Q, and Q clues ``y x direction sum``."""
    reader = LineReader(text)
    count = reader.integer(0, 10**6, "a number of cases")
    problems = tuple(_read_case(reader) for _ in range(count))
    reader.end(f"the end of the text after {count} cases")
    return problems


def _read_case(reader: LineReader) -> Kakuro:
    size = reader.integer(1, LARGEST_SIDE, "the size of the board")
    board = tuple(_read_board_row(reader.line(f"row {r + 1} of {size}", size), r == 0) for r in range(size))
    places = Kakuro(board, ())
    found: dict[tuple[int, int, int], Clue] = {}
    for _ in range(reader.integer(0, 2 * size * size, "the number of clues")):
        tokens = reader.line("a clue (y x direction sum)", 4)
        y, x, direction, total = tokens
        row, column = y.integer(1, size, "a row") - 1, x.integer(1, size, "a column") - 1
        clue = Clue(row, column, direction.integer(0, 1, "a direction"), 1)
        if board[row][column]:
            raise y.error("a black cell for the clue; this one is white")
        run = _run_of(places, clue, y)
        if (row, column, clue.direction) in found:
            before = found[row, column, clue.direction].total
            raise y.error(f"one clue {DIRECTIONS[clue.direction]} on this cell; {before} was given above")
        total_value = total.integer(1, largest_stated_sum(len(run.cells)), "a sum")
        found[row, column, clue.direction] = clue._replace(total=total_value)
    return _unfilled(Kakuro(board, tuple(found.values())))


def _run_of(board: Kakuro, clue: Clue, token: Token) -> Run:
    if clue.run not in board.run_of:
        raise token.error(f"a clue with a white cell {('right of', 'below')[clue.direction]} it")
    return board.run_of[clue.run]


def _unfilled(problem: Kakuro) -> Kakuro:
    """The board without the black lines at its bottom or right side, if only one of these has any."""
    rows = max((r + 1 for r, _ in problem.white_cells), default=problem.rows)
    columns = max((c + 1 for _, c in problem.white_cells), default=problem.columns)
    if rows < problem.rows and columns < problem.columns:
        return problem
    return Kakuro(tuple(row[:columns] for row in problem.white[:rows]), problem.clues)


def _filled_up(grid: Sequence[Row]) -> list[list[int | None]]:
    """A grid padded with None below or on the right to a square."""
    size = max(len(grid), len(grid[0]))
    return [[*row, *[None] * (size - len(row))] for row in grid] + [[None] * size] * (size - len(grid))


def largest_stated_sum(length: int) -> int:
    """The largest sum that a text may state for a run.

    No run can exceed 45. A run of more than nine cells has no answer for any sum, so its text may state any
    plausible sum.
    """
    return max(LARGEST_SUM, LARGEST_DIGIT * length)


def _read_board_row(tokens: list[Token], top: bool) -> tuple[bool, ...]:
    row = tuple(token.integer(0, 1, "0 (black) or 1 (white)") == 1 for token in tokens)
    for white, token in zip(row, tokens, strict=True):
        if white and (top or token is tokens[0]):
            raise token.error("a black cell in the first row and column, where clues begin")
    return row


def _write_algospot(problems: Sequence[Kakuro]) -> str:
    lines = [str(len(problems))]
    for problem in problems:
        square = _filled_up(problem.white)
        if any(r == 0 or c == 0 for r, c in problem.white_cells):
            raise ValueError("algospot's form states boards with a black first row and column")
        if _unfilled(Kakuro(tuple(tuple(map(bool, row)) for row in square), problem.clues)) != problem:
            raise ValueError("algospot's form does not keep black lines at the far sides of this board")
        lines.append(str(len(square)))
        lines += [spaced_line([int(bool(white)) for white in row]) for row in square]
        lines.append(str(len(problem.clues)))
        lines += [f"{clue.row + 1} {clue.column + 1} {clue.direction} {clue.total}" for clue in problem.clues]
    return "\n".join([*lines, ""])


def _looks_algospot(text: str) -> bool:
    """Whether a text begins with two lines of one integer each, the number of cases and the size."""
    heads = token_lines(text)[:2]
    return len(heads) == 2 and all(
        len(tokens) == 1 and len(tokens[0].text) < 4 and tokens[0].text.lstrip("-").isdecimal()
        for tokens in heads
    )


# The readable grid


def _read_pictures(text: str) -> tuple[Kakuro, ...]:
    """Read boards with blank lines between them; lines that all stand alone are one board."""
    lines = text_lines(text)
    starts = [at for at, line in enumerate(lines) if line.strip() and not (at and lines[at - 1].strip())]
    parts = [[*dict.fromkeys((0, *starts[1:])), len(lines)], [0, len(lines)]]
    is_one = all(at + 1 == len(lines) or not lines[at + 1].strip() for at in starts)
    ends = parts[is_one]
    return tuple(_read_picture("\n" * start + "\n".join(lines[start:end])) for start, end in pairwise(ends))


def _read_picture(text: str) -> Kakuro:
    """Read one Kakuro, a row a line.

    ``#`` or ``\\`` is black, ``.`` or ``_`` white, ``17\\24`` the clues down and across.
    """
    reader = LineReader(text, split=_cells)
    first = reader.line("a row of cells")
    lines = [first]
    while not reader.at_end():
        lines.append(reader.line("a row of cells", len(first)))
    board = Kakuro(tuple(tuple(_is_white_word(token) for token in tokens) for tokens in lines), ())
    clues = []
    for r, tokens in enumerate(lines):
        for c, token in enumerate(tokens):
            for direction, word in _clue_words(token):
                clue = Clue(r, c, direction, 1)
                if word.text == "0" and clue.run not in board.run_of:
                    continue  # a sum of no cells
                limit = largest_stated_sum(len(_run_of(board, clue, token).cells))
                clues.append(clue._replace(total=word.integer(1, limit, "a sum")))
    return Kakuro(board.white, tuple(clues))


def _cells(line: str, number: int) -> list[Token]:
    if empty := _EMPTY.search(line):
        expected = "expected '#' (black) or '.' (white) in each column, found an empty one"
        raise ParseError(number, empty.end() + 1, expected)
    return line_tokens(line, number, _CELL)


def _is_white_word(token: Token) -> bool:
    if token.text in _WHITE:
        return True
    if token.text != "#" and "\\" not in token.text:
        raise token.error("'#' (black), '.' (white) or a clue such as 17\\24")
    return False


def _clue_words(token: Token) -> Iterator[tuple[int, Token]]:
    """The sums of a clue cell with their directions: ``down\\across``, of which any may be missing, or 0."""
    if "\\" not in token.text:
        return
    bar = token.text.index("\\")
    down, across = token.part(0, bar), token.part(bar + 1)
    yield from ((way, word) for way, word in ((ACROSS, across), (DOWN, down)) if word.text.strip("0"))


def _looks_picture(text: str) -> bool:
    """Whether there are several clues; or a clue or black cell, and most words are valid in a picture."""
    words = _CELL.findall(text)
    fitting = sum(bool(_PICTURE_WORD.fullmatch(word)) for word in words)
    clues = sum(bool(_CLUE.fullmatch(word)) for word in words)
    headed = words[:1] and (words[0][0] in "{[" or (len(words[0]) > 1 and words[0].isalpha()))
    is_likely = any(word == "#" or "\\" in word for word in words) and 2 * fitting > len(words)
    return not headed and (is_likely or clues > 1)


ALGOSPOT: Form[Kakuro, Grid] = Form(
    name="algospot",
    about="cases of algospot KAKURO2: N, the board of 0 and 1, Q, and 'y x direction sum' for each clue",
    recognises=_looks_algospot,
    read=_read_algospot,
    write=_write_algospot,
    show=lambda problem, answer, case: "\n".join(map(spaced_line, _filled_up(answer))),
    several=True,
    bare=unless_read(_read_algospot),
)
PICTURE: Form[Kakuro, Grid] = Form(
    name="picture",
    about="the board: '#' or '\\' black, '.' or '_' white, '17\\24' the sums down and across; also as CSV",
    recognises=_looks_picture,
    read=_read_pictures,
    write=lambda problems: "\n".join(problem.format() for problem in problems),
    several=True,
    bare=lambda text: "\\" not in text,
)

Kakuro.forms = (ALGOSPOT, PICTURE)
