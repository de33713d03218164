"""Sudoku as a string of Interactive Sudoku Solver: ``.Shape~6x6.Thermo~R1C1~R1C2.~R3C3_5``.

`iss_constraints` reads and writes the items of each constraint. A text holds one puzzle, on any number of
lines; another one begins with its ``.Shape``, or after a blank line. A board in one of sudoku's own forms
may come first, followed by a blank line. A link to the program holds such a string.

Source: the public code of the program.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain, groupby
from urllib.parse import unquote_plus

from ....kinds.sudoku.constraints import Constraint, constraint_of
from ....kinds.sudoku.constraints.chaos import Chaos
from ....kinds.sudoku.constraints.compound import And, Block, Hidden, Or
from ....kinds.sudoku.constraints.indexing import ANY_TIES, FullRank, LinesDiffer
from ....kinds.sudoku.constraints.sets import AllDifferent
from ....kinds.sudoku.constraints.strict import Strict
from ....kinds.sudoku.rules import Sudoku
from ....kinds.sudoku.text import show_one_line
from ....problems.grid import Cell, Grid, filled
from ....problems.layout import Layout
from ....problems.problem import Form, each
from ....problems.text import Token, line_tokens, text_lines
from . import iss_board, iss_hidden
from .common import refuse
from .iss_board import Item, copies, items
from .iss_constraints import items_of, stated_by
from .iss_words import NAMES, cell_at, iss_cell, item_text

_LOOKS = re.compile(r"\.+(?:~|[A-Z][A-Za-z]*(?:[~.\s]|$))")
_FIRST = re.compile(r"(?:\s|^#.*$)*", re.MULTILINE)
_GIVEN = "Given"
"""The type of an item without a name."""
_PROGRAM = "Interactive Sudoku Solver"
_FITTING = "constraints in it that the board can have"
_SAYS_NOTHING = ("SearchPriority", "Var", iss_hidden.CHAOS)
"""Items that only set the program's search, or declare variables that other items name."""


LINK = "https://sigh.github.io/Interactive-Sudoku-Solver/?q="
"""The program's address, before the items of a puzzle."""

_ADDRESS = re.compile(r"\s*https?://sigh\.github\.io/Interactive-Sudoku-Solver/\S*?[?&]q=([^&#\s]*)\S*\s*$")


def _recognises(text: str) -> bool:
    """Whether an item comes first, or after a board and a blank line; or it is a link."""
    if _ADDRESS.match(text):
        return True
    starts = [_FIRST.match(text), *re.finditer(r"\n[ \t\r]*\n\s*", text[:2048])]
    return any(start and _LOOKS.match(text, start.end()) for start in starts)


def _read(text: str) -> tuple[Sudoku, ...]:
    if link := _ADDRESS.match(text):
        text = " " * link.start(1) + unquote_plus(link[1])
    found: list[Sudoku] = []
    board: Sudoku | None = None
    for paragraph in _paragraphs(text):
        if not _LOOKS.match(paragraph[0].text):
            if board:
                raise paragraph[0].error("items of this board, such as .Thermo~R1C1~R1C2")
            board = _bare_board(paragraph)
            continue
        for number, puzzle in enumerate(_puzzles(items(paragraph))):
            found.append(_read_puzzle(puzzle, None if number else board))
        board = None
    if board:
        raise paragraph[-1].part(len(paragraph[-1].text)).error("items of this board", "the end of the text")
    return tuple(found)


def _paragraphs(text: str) -> Iterator[list[Token]]:
    """The words between blank lines; lines that begin with ``#`` are remarks."""
    numbered = ((number, line) for number, line in enumerate(text_lines(text), 1) if not line.startswith("#"))
    for blank, lines in groupby(numbered, lambda one: not one[1].strip()):
        if not blank:
            yield [word for number, line in lines for word in line_tokens(line, number)]


def _bare_board(words: Sequence[Token]) -> Sudoku:
    """A board in one of sudoku's own forms, at its position in the text."""
    lines = [""] * words[-1].line
    for word in words:
        before = lines[word.line - 1]
        lines[word.line - 1] = before + " " * (word.column - 1 - len(before)) + word.text
    return Sudoku.parse("\n".join(lines))


def _puzzles(every: Iterable[Item]) -> list[list[Item]]:
    found: list[list[Item]] = [[]]
    for item in every:
        if item.name.text == "Shape" and any(earlier.name.text == "Shape" for earlier in found[-1]):
            found.append([])
        found[-1].append(item)
    return found


def _read_puzzle(every: Sequence[Item], bare: Sudoku | None) -> Sudoku:
    usual = (bare.rows, bare.columns) if bare else (9, 9)
    shape = [item for item in every if item.name.text in iss_board.WORDS]
    board = iss_board.read_board(shape, usual)
    layout = board.layout
    if bare and (bare.layout.rows, bare.layout.columns, bare.layout.digits) != (*usual, layout.digits):
        raise every[0].name.error(f"the {bare.rows} rows and {bare.columns} columns of the board before")
    givens = [list(row) for row in (bare or board).givens]
    pieces = iss_board.loose_pieces(shape, board)
    constraints = [*board.constraints, *pieces, *(bare.constraints if bare else ())]
    hidden = iss_hidden.hidden_cells(every, layout)
    inside = layout._replace(hidden=len(hidden.cells))
    parts: list[Constraint] = [AllDifferent(cells) for cells in hidden.units]
    for item in hidden.renamed(every, inside) if hidden.cells else every:
        if item.name.text in ("", _GIVEN):
            item = _with_givens(item, givens, inside)
        if item.name.text in iss_board.WORDS:
            continue
        if hidden.cells and iss_hidden.names_hidden(item, inside):
            parts += _stated(item, inside)
        else:
            constraints += _stated(item, layout)
    if any(item.name.text == iss_hidden.CHAOS for item in every):
        size = iss_board.region_size(shape, layout.rows, layout.columns, len(layout.digits))
        further = len(hidden.cells) - layout.rows * layout.columns
        constraints.append(Chaos(tuple(parts), further, size).checked(every[0].name, layout, _FITTING))
    elif parts:
        constraints.append(Hidden(tuple(parts), len(hidden.cells)).checked(every[0].name, layout, _FITTING))
    if any(item.name.text == NAMES[LinesDiffer.word] and item.args[0].text == ANY_TIES for item in every):
        constraints = [_with_ties(one, True) for one in constraints]
    return replace(board, givens=tuple(map(tuple, givens)), constraints=tuple(constraints))


def _with_ties(one: Constraint, shared: bool) -> Constraint:
    """The constraint, whose ranks may be shared or not."""
    if isinstance(one, Block):
        return replace(one, parts=tuple(_with_ties(part, shared) for part in one.parts))
    return replace(one, shared=shared) if isinstance(one, FullRank) else one


def _with_givens(item: Item, givens: list[list[int | None]], layout: Layout) -> Item:
    """Put the givens into the grid; return the item with the other cells and their candidates.

    Items about the same cell are intersected: two digits for one cell leave none.
    """
    left = []
    stated: set[Cell] = set()
    for arg in item.args:
        cell, _, digit = arg.text.partition("_")
        if not digit or "_" in digit:
            left.append(arg)
            continue
        r, c = cell_at(arg.part(0, len(cell)), layout)
        found = arg.part(len(cell) + 1).integer(layout.lowest, layout.highest, "a digit")
        if not layout.has((r, c)):
            left.append(arg)
        elif givens[r][c] in (None, found):
            givens[r][c] = found
            stated.add((r, c))
        elif (r, c) in stated:
            raise arg.error("one given for each cell")
        else:
            left.append(arg)
    return item._replace(args=tuple(left))


def _stated(item: Item, layout: Layout) -> Iterator[Constraint]:
    name = item.name.text or _GIVEN
    if name in _SAYS_NOTHING or (name == _GIVEN and not item.args):
        return
    if name == "Replicate":
        for copy in copies(item, layout):
            yield from _stated(copy, layout)
        return
    if name in ("Or", "And"):
        yield _block(item, layout)
        return
    if name not in _by_name():
        raise item.name.error("an item known here")
    yield from stated_by(_by_name()[name], item.name, item.args, layout)


def _block(item: Item, layout: Layout) -> Block:
    """Alternatives, of which each may state several constraints; or constraints that hold together."""
    parts = [tuple(_stated(one, layout)) for one in item.inside]
    if item.name.text == "And":
        found: Block = And(tuple(chain.from_iterable(parts)))
    else:
        found = Or(tuple(part[0] if len(part) == 1 else And(part) for part in parts))
    return found.checked(item.name, layout, _FITTING)


@cache
def _by_name() -> dict[str, type[Constraint]]:
    return {name: constraint_of(word) for word, names in NAMES.items() for name in names.split()}


def _write(problem: Sudoku) -> str:
    layout = problem.layout
    parts = [iss_board.write_board(problem)]
    constraints = [one for one in problem.constraints if one != problem.regions]
    alone = [_with_ties(one, False) for one in constraints]
    differ = any(isinstance(one, LinesDiffer) for one in constraints)
    if alone != constraints and not differ and [_with_ties(one, True) for one in alone] == constraints:
        constraints = alone
        parts.append(item_text(NAMES[LinesDiffer.word], ANY_TIES))
    stated = {one: list(items_of(one, layout)) for one in constraints}
    refuse((one for one, items in stated.items() if not items), _PROGRAM)
    parts += (text for texts in stated.values() for text in texts)
    givens = [f"{iss_cell(cell)}_{digit}" for cell, digit in filled(problem.givens)]
    if givens:
        parts.append(item_text("", *givens))
    text = "".join(parts) + "\n"
    # The marks alone determine the excepted borders, and not all marks of this program are marks there.
    negative = {*_strict(constraints)}
    lost = negative.difference(*(_strict(back.constraints) for back in _read(text))) if negative else negative
    if lost:
        words = " and ".join(sorted({one.word for one in lost}))
        raise ValueError(f"{_PROGRAM} cannot state a border that {words} excepts without a mark")
    return text


def _strict(constraints: Iterable[Constraint]) -> Iterator[Strict]:
    for one in constraints:
        if isinstance(one, Block):
            yield from _strict(one.parts)
        elif isinstance(one, Strict):
            yield one


ISS: Form[Sudoku, Grid] = Form(
    name="iss",
    about="strings of Interactive Sudoku Solver: .Shape~6x6.Thermo~R1C1~R1C2.~R3C3_5",
    recognises=_recognises,
    read=_read,
    write=each(_write),
    show=show_one_line,
    several=True,
)
