"""Pictures of the loop and area puzzles, as people draw them."""

from __future__ import annotations

from collections.abc import Callable

from ..drawing.board import DARK, FOUND, INK, SIDE, Board, differing_cells
from ..drawing.svg import MIDDLE
from ..problems.board import pieces_of
from ..problems.grid import Cell, Numbers
from ..problems.lines import line_neighbours
from ..problems.puzzle import GridPuzzle
from .heyawake import Heyawake
from .hitori import Hitori
from .kurodoko import Kurodoko
from .masyu import BLACK, Masyu
from .numberlink import Numberlink
from .nurikabe import Nurikabe
from .simpleloop import SimpleLoop
from .slitherlink import Slitherlink
from .yajilin import NO_NUMBER, SHADED, Yajilin
from .yinyang import YinYang

SEA = "#8fb8d6"
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#6a4c93", "#8c6d1f")
"""Of lines between numbers; they begin again where there are more."""
_ARROWS = {"n": "\u2191", "s": "\u2193", "e": "\u2192", "w": "\u2190"}


def _shaded(board: Board, problem: GridPuzzle, answer: Numbers | None, other: Numbers | None) -> None:
    """Cells with 1 are dark, in nurikabe like the sea; clues are numbers."""
    dark = [cell for cell in problem.cells() if answer is not None and answer[cell[0]][cell[1]]]
    board.shade(dark, SEA if isinstance(problem, Nurikabe) else DARK)
    _frame(board, problem, answer, other)
    light = set(dark) if not isinstance(problem, Nurikabe) else set[Cell]()
    _numbers(board, problem, lambda cell: "#ffffff" if cell in light else INK)


def _frame(board: Board, problem: GridPuzzle, answer: Numbers | None, other: Numbers | None) -> None:
    board.lines()
    board.walls(lambda cell: problem.regions[cell[0]][cell[1]] if problem.has_regions else 0)
    board.ring(differing_cells(problem, answer, other))


def _numbers(board: Board, problem: GridPuzzle, colour: Callable[[Cell], str] = lambda cell: INK) -> None:
    board.fill(problem.clue_at)
    with board.group(text_anchor="middle", font_weight="bold"):
        for (r, c), clue in problem.clue_at.items():
            text = str(clue)
            size = min(22, 50 // len(text))
            x, y = (c + 0.5) * SIDE, (r + 0.5) * SIDE + MIDDLE * size
            board.text(x, y, text, font_size=size, fill=colour((r, c)))


def _loop(board: Board, problem: GridPuzzle, answer: Numbers | None, other: Numbers | None) -> None:
    """A loop through centres of cells; circles, blocked cells and arrows."""
    if isinstance(problem, SimpleLoop):
        board.shade(problem.clue_at, DARK)
    elif isinstance(problem, Yajilin):
        board.shade(problem.clue_at)
        dark = ((r, c) for r, c in problem.cells() if answer is not None and answer[r][c] == SHADED)
        board.shade(dark, DARK)
    _frame(board, problem, answer, other)
    for (r, c), clue in problem.clue_at.items():
        x, y = (c + 0.5) * SIDE, (r + 0.5) * SIDE
        if isinstance(problem, Masyu):
            fill = INK if clue == BLACK else "#ffffff"
            board.circle(x, y, 0.34 * SIDE, fill=fill, stroke=INK, stroke_width=2)
        elif isinstance(problem, Yajilin) and clue != NO_NUMBER:
            text = f"{str(clue)[:-1]}{_ARROWS[str(clue)[-1]]}"
            size = 20 if len(text) == 2 else 15
            with board.group(font_size=size, text_anchor="middle", font_weight="bold", fill=INK):
                board.text(x, y + MIDDLE * size, text)
    if answer is not None:
        board.centre_lines(answer, problem.cells())


def _border(board: Board, problem: GridPuzzle, answer: Numbers | None, other: Numbers | None) -> None:
    """Dots at the corners of cells, and the loop around the cells with 1."""
    board.ring(differing_cells(problem, answer, other))
    for r in range(problem.rows + 1):
        for c in range(problem.columns + 1):
            board.circle(c * SIDE, r * SIDE, 2, fill=INK)
    _numbers(board, problem)
    if answer is not None:
        inside = [(r, c) for r, c in problem.cells() if answer[r][c]]
        board.around(inside, 0, stroke=FOUND, stroke_width=5)


def _discs(board: Board, problem: GridPuzzle, answer: Numbers | None, other: Numbers | None) -> None:
    """Black and white discs; those of the answer are smaller than the clues."""
    _frame(board, problem, answer, other)
    for r, c in problem.cells():
        clue = problem.clue_at.get((r, c))
        if clue is None and answer is None:
            continue
        word = clue or problem.values[answer[r][c]] if answer is not None else clue
        radius = (0.4 if clue else 0.25) * SIDE
        fill = INK if word == "b" else "#ffffff"
        board.circle((c + 0.5) * SIDE, (r + 0.5) * SIDE, radius, fill=fill, stroke=INK, stroke_width=2)


def _links(board: Board, problem: GridPuzzle, answer: Numbers | None, other: Numbers | None) -> None:
    """Lines between equal numbers, in colours."""
    _frame(board, problem, answer, other)
    drawn = [cell for cell in problem.cells() if answer is not None and answer[cell[0]][cell[1]]]
    numbers = list(dict.fromkeys(problem.clue_at.values()))
    held = problem.held(answer or ((0,) * problem.columns,) * problem.rows)
    for piece in pieces_of(drawn, lambda cell: line_neighbours(held, cell)):
        clue = next((problem.clue_at[cell] for cell in piece if cell in problem.clue_at), None)
        colour = COLOURS[numbers.index(clue) % len(COLOURS)] if clue is not None else INK
        if answer is not None:
            board.centre_lines(answer, piece, colour)
    for r, c in problem.clue_at:
        board.circle((c + 0.5) * SIDE, (r + 0.5) * SIDE, 0.36 * SIDE, fill="#ffffff", stroke=INK)
    _numbers(board, problem)


_LOOKS: dict[type[GridPuzzle], Callable[..., None]] = {
    **dict.fromkeys((Heyawake, Hitori, Kurodoko, Nurikabe), _shaded),
    **dict.fromkeys((Masyu, SimpleLoop, Yajilin), _loop),
    Slitherlink: _border,
    YinYang: _discs,
    Numberlink: _links,
}


def draw_board(problem: GridPuzzle, answer: Numbers | None, other: Numbers | None) -> Board:
    """Draw the clues, an answer, and rings where another differs."""
    board = Board(problem.rows, problem.columns)
    _LOOKS[type(problem)](board, problem, answer, other)
    return board


draw_slitherlink = draw_masyu = draw_simpleloop = draw_yajilin = draw_numberlink = draw_board
draw_hitori = draw_heyawake = draw_kurodoko = draw_nurikabe = draw_yinyang = draw_board
