"""The texts of sudokus: in one line, a character a cell, or cells separated by spaces."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import chain
from math import isqrt

from ...problems.grid import BLANKS, DIGITS, Grid, Row, compact_line, row_tokens, spaced_line
from ...problems.layout import NO_BOXES, SIZES, usual_box
from ...problems.problem import Beside, Form, each, each_line
from ...problems.text import Token, shown, text_lines, token_lines
from .jigsaw import JIGSAW, has_map
from .reading import (
    COMMENT,
    FIGURES,
    HEADINGS,
    LARGEST,
    digit_like,
    is_count,
    likely_clash,
    read_one_line,
    read_rows,
    split_one_line,
)
from .rules import Sudoku
from .signs import BLANK_SIGNS, LETTERS, letters_note

_HEADING_VALUE = re.compile(r"[0-9]|none$")
_CELL = re.compile(r"[0-9]{1,2}|[._*?+A-Za-z-]")
_TAG = re.compile("#([ABCDLSU])(?=[A-Z][a-z]|[0-9]|http)")
"""A line with a description in .sdk, such as '#AMe' for the author and '#L5' for the level."""
_WORD = re.compile(r"[a-z][a-z0-9-]+")
_CELL_CHARACTERS = frozenset(BLANKS + DIGITS + DIGITS.lower())
NAMED_LIST = r"\s*[A-Za-z_][\w.\[\]<> ]{0,99}=\s*[\[({]"
"""How a list of a program begins that has a name."""
_OF_SMALL = frozenset("1234" + BLANK_SIGNS)
"""The signs of a 4x4 board."""


_ONE_LINES = frozenset(size * size for size in SIZES)


def looks_one_line(text: str) -> bool:
    """Whether a line is a sudoku, and not a row of a larger one."""
    lines = token_lines(text, COMMENT)
    if not lines:
        return False
    puzzle = split_one_line(lines[0][0].text)[0]
    if _looks_marked(text) or has_map(text) or not digit_like([lines[0][0]._replace(text=puzzle)]):
        return False
    length = len(puzzle)
    if length not in _ONE_LINES:
        return False
    if length not in SIZES or len(lines) == 1:
        return True
    # 16 characters are a 4x4 board or a row of a 16x16 one: as many lines together are a single board.
    puzzles = [split_one_line(tokens[0].text)[0] for tokens in lines]
    alike = [tokens for tokens, one in zip(lines, puzzles, strict=True) if len(one) == length]
    if any(len(block) == length for block in blocks_of(alike)):
        return False
    rows = [one for one in puzzles if _CELL_CHARACTERS.issuperset(one)]
    larger = sum(len(one) == length and not set(one) <= _OF_SMALL for one in rows)
    return 2 * larger < len(rows)


def blocks_of(lines: Sequence[list[Token]]) -> list[list[list[Token]]]:
    """Lines that follow each other without a gap, such as a blank line."""
    found: list[list[list[Token]]] = []
    for line in lines:
        if found and line[0].line == found[-1][-1][0].line + 1:
            found[-1].append(line)
        else:
            found.append([line])
    return found


def looks_compact(text: str) -> bool:
    """Whether most lines are one word of at least four cells, of one length; or headings state it."""
    lines = _row_lines(text)
    if _is_headed(text):
        return not lines or len(lines[0]) == 1
    rows = [tokens[0].text for tokens in lines if len(tokens) == 1 and digit_like(tokens)]
    lengths = Counter(map(len, rows))
    return (
        len(lines) > 1
        and digit_like(lines[0])
        and not ("=" in text and re.match(NAMED_LIST, text))
        and not _looks_marked(text)
        and not has_map(text)
        and any(length > 3 and 2 * times >= min(len(lines), length) for length, times in lengths.items())
    )


def looks_spaced(text: str) -> bool:
    """Whether most of the first row are cells and most rows are of one length; or headings state it."""
    lines = _row_lines(text)
    if _is_headed(text):
        return bool(lines) and len(lines[0]) > 1
    if not lines or len(lines[0]) < SIZES[0]:
        return False
    words = [token.text for token in lines[0]]
    if 4 * sum(bool(_CELL.fullmatch(word)) for word in words) < 3 * len(words) or not digit_like(lines[0]):
        return False
    rows = lines[: len(words)]
    if has_map(text):
        return False
    return len(words) > LARGEST or 2 * sum(len(row) == len(words) for row in rows) >= len(rows)


def _is_headed(text: str) -> bool:
    """Whether the first line is a valid heading."""
    first = next(iter(token_lines(text, COMMENT)), [])
    return len(first) == 2 and first[0].text in HEADINGS and bool(_HEADING_VALUE.match(first[1].text))


def _row_lines(text: str) -> list[list[Token]]:
    """The lines of rows, and what follows them; without headings, and without a number above them."""
    lines = [tokens for tokens in token_lines(text, COMMENT, row_tokens) if tokens[0].text not in HEADINGS]
    return lines[1:] if len(lines) > 1 and is_count(*lines[:2]) else lines


def _head(problem: Sudoku) -> str:
    """The headings for what differs from the defaults."""
    lines = []
    if problem.rows != problem.columns:
        lines.append(f"grid {problem.rows}x{problem.columns}")
    usual = usual_box(problem.columns, bool(problem.regions)) if not lines else None
    if (problem.box_rows, problem.box_columns) != usual:
        has_boxes = problem.box_rows != NO_BOXES
        lines.append(f"boxes {problem.box_rows}x{problem.box_columns}" if has_boxes else "boxes none")
    if problem.digits:
        lines.append(f"digits {problem.digits[0]}-{problem.digits[1]}")
    return "".join(line + "\n" for line in lines)


def _write_rows(line: Callable[[Row, str], str], problems: Sequence[Sudoku]) -> str:
    return "\n".join(_rows_text(line, problem) for problem in problems)


def _rows_text(line: Callable[[Row, str], str], problem: Sudoku) -> str:
    """The headings, the rows and the constraints; `line` writes a row, with a character for a blank."""
    blank = "0" if problem.lowest else "."
    rows = [line(row, blank) for row in problem.givens]
    constraints = (line for constraint in problem.constraints for line in constraint.lines())
    return _head(problem) + "".join(row + "\n" for row in [*rows, *constraints])


def _write_one_line(problems: Sequence[Sudoku]) -> str:
    if any(_head(problem) or problem.constraints for problem in problems):
        raise ValueError("one line states no constraint, and no boxes other than the usual ones")
    return "".join(one_line(problem.givens, ".") + "\n" for problem in problems)


def one_line(grid: Grid, blank: str = "0") -> str:
    """A grid as one line of characters."""
    return compact_line([*chain.from_iterable(grid)], blank)


def show_one_line(problem: Sudoku, answer: Grid, case: int) -> str:
    """The answer in one line."""
    return one_line(answer)


def show_rows(problem: Sudoku, answer: Grid, case: int) -> str:
    """The answer, a line a row."""
    return "\n".join(map(compact_line, answer))


def _is_bare(text: str) -> bool:
    """Whether a text has neither headings nor constraints, which only sudokus have."""
    first = {tokens[0].text for tokens in token_lines(text, COMMENT)}
    named = {word for word in first if _WORD.fullmatch(word)}
    if named:
        from .constraints import words

        return named.isdisjoint((*HEADINGS, *words()))
    return True


def _beside(text: str) -> Beside:
    """What comments say that may be a rule; the names of constraints are none if the text has constraints."""
    lines = filter(is_comment, text_lines(text)) if COMMENT in text else ()
    return Beside(_letters(text), unread_remarks(lines, names=_is_bare(text)))


def _beside_lines(text: str) -> Beside:
    """The same of boards in a line each, and of the notes behind them."""
    notes = (split_one_line(line)[1] for line in text_lines(text))
    return Beside(_letters(text), (*_beside(text).unread, *unread_remarks(notes)))


def is_comment(line: str) -> bool:
    """Whether a line is a comment, with spaces before it or not."""
    return line.lstrip().startswith(COMMENT)


def unread_remarks(remarks: Iterable[str], names: bool = True) -> tuple[str, ...]:
    """The remarks that may state a rule, each with what it is; `names`: also those that only name one."""
    remarks = [one for one in dict.fromkeys(remarks) if one]
    if not remarks:
        return ()
    from .prose import may_state_rule, unread_remark  # few texts have remarks

    def speaks(remark: str) -> bool:
        said, tag = remark.lstrip(COMMENT), _TAG.match(remark)
        if not names:
            return bool(unread_remark(said, names=False))
        if tag is None:
            return may_state_rule(said)
        tagged = f"{'by ' if tag[1] in 'AS' else ''}{remark[2:]}"
        return bool(unread_remark(said)) or may_state_rule(tagged)

    return tuple(f"the remark {shown(one.strip())}" for one in remarks if speaks(one))


def _letters(text: str) -> tuple[str, ...]:
    """The note to boards whose digits are letters alone."""
    if set(text) & {*FIGURES}:
        return ()
    lines = token_lines(text, COMMENT)
    words = [[token.text for token in line] for line in lines]
    rows = [split_one_line(line[0])[0] if len(line) == 1 else "".join(line) for line in words]
    size = max(map(len, rows), default=0)
    size = size if size in SIZES else isqrt(size)
    signs = {*BLANK_SIGNS, *LETTERS[:size]}
    found = {sign for row in rows if signs.issuperset(row.upper()) for sign in row}
    return letters_note(found, size) if size in SIZES else ()


def _show_letters(problem: Sudoku, answer: Grid, case: int) -> str:
    """The answer with A for 1; with figures if the lowest digit is 0."""
    if not problem.lowest:
        return show_rows(problem, answer, case)
    return "\n".join("".join("." if one is None else LETTERS[one - 1] for one in row) for row in answer)


COMPACT: Form[Sudoku, Grid] = Form(
    name="compact",
    about="a line a row, a character a cell (1-9A-P, 0 or '.'), as in BOJ 2239 and .sdk",
    recognises=looks_compact,
    read=read_rows,
    write=partial(_write_rows, compact_line),
    show=show_rows,
    several=True,
    beside=_beside,
    bare=_is_bare,
    clashes=likely_clash,
)
LETTERED: Form[Sudoku, Grid] = COMPACT._replace(
    name="letters",
    about="the same with the letters from A as digits (A to P), in which the answer is written, too",
    recognises=lambda text: bool(_letters(text)) and looks_compact(text),
    write=None,
    show=_show_letters,
)
SPACED: Form[Sudoku, Grid] = COMPACT._replace(
    name="spaced",
    about="a line a row, cells as numbers with spaces between, as in BOJ 2580; or as printed, or with commas",
    recognises=looks_spaced,
    write=partial(_write_rows, spaced_line),
    show=lambda problem, answer, case: "\n".join(map(spaced_line, answer)),
)
ONE_LINE: Form[Sudoku, Grid] = COMPACT._replace(
    name="oneline",
    about="a whole sudoku in one line (81 characters for 9x9), any number of them; a note may follow",
    recognises=looks_one_line,
    read=read_one_line,
    write=_write_one_line,
    show=show_one_line,
    rows=each_line(split_one_line, _beside_lines),
    bulk="search_lines",
    beside=_beside_lines,
)


# Pencil marks: 729 characters a puzzle, nine for each cell: the digits that it may hold, and ``.`` or 0 for
# others

_MARKED = 9


def _looks_marked(text: str) -> bool:
    """Whether the first line has nine characters, digits or dots, for each cell."""
    first = next(iter(_marked_lines(text)), None)
    return first is not None and len(first[0].text) == _MARKED**3 and set(first[0].text) <= {*".0123456789"}


def _marked_lines(text: str) -> list[list[Token]]:
    """The lines of boards; nine lines of 81 characters with the digits at their places are one."""
    lines = token_lines(text, COMMENT)
    if len(lines) != _MARKED or any(len(row) > 1 or len(row[0].text) != _MARKED**2 for row in lines):
        return lines
    whole = "".join(row[0].text for row in lines)
    in_place = all(sign in (".", "0", str(at % _MARKED + 1)) for at, sign in enumerate(whole))
    return [[lines[0][0]._replace(text=whole)]] if in_place else lines


def _marked_board(tokens: list[Token]) -> Sudoku:
    from .candidates import of_candidates

    line = tokens[0]
    for token in tokens[1:]:
        raise token.error("the end of the line")
    if len(line.text) != _MARKED**3:
        raise line.error(f"{_MARKED**3} characters, {_MARKED} for each cell", str(len(line.text)))
    cells = []
    for at in range(_MARKED**2):
        part = line.part(_MARKED * at, _MARKED * (at + 1))
        marked = part.text.replace(".", "").replace("0", "")
        if not marked or len(set(marked)) < len(marked) or not set(marked) <= set("123456789"):
            raise part.error("the digits that a cell may hold, each once, and '.' for the others")
        cells.append([int(digit) for digit in marked])
    return of_candidates(cells)


def _marks_of(problem: Sudoku) -> str:
    from .constraints.marks import Candidates

    marks = [one for one in problem.constraints if isinstance(one, Candidates)]
    if _head(problem) or problem.size != _MARKED or len(marks) < len(problem.constraints):
        raise ValueError("pencil marks state sudokus of side 9 with the usual boxes, and candidates of cells")
    digits = problem.layout.digits
    found = [set(digits) if digit is None else {digit} for row in problem.givens for digit in row]
    for one in marks:
        for r, c in one.cells:
            found[r * _MARKED + c].intersection_update(one.digits)
    if not all(found):
        raise ValueError("pencil marks leave each cell a digit; the givens and candidates leave one none")
    return "".join(str(digit) if digit in left else "." for left in found for digit in digits) + "\n"


PENCILMARKS: Form[Sudoku, Grid] = Form(
    name="pencilmarks",
    about="a sudoku in one line of 729 characters: nine for each cell, its digits and '.' for the others",
    recognises=_looks_marked,
    read=lambda text: tuple(map(_marked_board, _marked_lines(text))),
    write=each(_marks_of),
    show=show_one_line,
    several=True,
)

Sudoku.forms = (ONE_LINE, LETTERED, COMPACT, SPACED, PENCILMARKS, JIGSAW)
Sudoku.whole_form = COMPACT
