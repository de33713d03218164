"""Positions: partly filled boards, and facts in words, as a person has them while solving a puzzle.

A board has a row a line, as answers are printed: ``?`` is an open cell, and so is ``.``, ``_``, ``0`` or
``-`` where that is not a value. Several values in a cell are pencil marks: ``135``, or ``1,3,12`` if values
have more than one character. Clues and givens may be repeated, and frames such as ``|`` and ``---+---`` are
ignored. Below or instead of the board, a line may state facts in the words of solving steps, such as
``r1c1 is not 5``; a line of the output of `coversat steps` is read as its conclusions, and the indented
lines below it are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from ..base.errors import ParseError
from ..base.wording import QUOTED
from .grid import DIGITS, Cell, cell_name
from .problem import AnyProblem
from .text import Token, line_tokens, shown, text_lines

OPEN = "?._0-"
"""Characters of an open cell, unless they are values."""
_FRAME = frozenset("+-| ")
_NAMES = rf'(?:{QUOTED}|[^"])'
_PART = rf"(?:{QUOTED}|.)"
_STEP = re.compile(rf"\s*(?:[0-9]+(?:-[0-9]+)?\.\s+)?({_PART}*?)(?=: |:$|$)")
_LINK = re.compile(r"\s+[0-9]*[a-z][0-9a-z-]*\. ")
_SUMMARY = re.compile(r".* #[0-9]+:$|hardest step: |no step is needed: |nothing follows for |UNKNOWN: ")
"""What `steps` prints before and after the steps."""
_FACT = re.compile(rf"(?:{QUOTED}|[^,]|,(?! ))+")
_WORDS = " is ", " lies "
"""What a line with a fact contains."""
_OPENING = re.compile(r"there is (?:a|no) line|(?:a|no) domino lies")
_MORE = re.compile(r"(?:above|below|left of|right of|between|on) ")
_FIRST, _LAST = re.compile(r"(none|each) of (.+)"), re.compile(rf"({_NAMES}+) and ({_NAMES}+?) is (.+)")
_SEVERAL = re.compile(rf"({_NAMES}* is not )\S+( or \S+)+")


class Mark(NamedTuple):
    """The values that a position leaves for a cell; one is an entry, several are pencil marks."""

    token: Token
    cell: Cell
    values: tuple[int, ...]


class Position(NamedTuple):
    """What a text states.

    * facts: facts in words.
    """

    marks: tuple[Mark, ...] = ()
    facts: tuple[Token, ...] = ()


def read_position(text: str, problem: AnyProblem, domains: Mapping[Cell, Collection[int]]) -> Position:
    """The position in a text.

    * domains: the values of each cell that answers show.

    Raise `ParseError` if the text does not have the shape of the puzzle's answers, or for a value that a cell
    cannot have.
    """
    lines = [
        (number, line)
        for number, line in enumerate(text_lines(text), 1)
        if not _LINK.match(line) and not _SUMMARY.match(line)
    ]
    facts = tuple(token for number, line in lines if _is_words(line) for token in _facts(line, number))
    rows = [
        line_tokens(line.replace("|", " "), number)
        for number, line in lines
        if line.strip() and not _is_words(line) and not _is_frame(line)
    ]
    if not rows:
        return Position((), facts)
    return Position(tuple(_marks(rows, problem, domains, len(lines))), facts)


def _is_words(line: str) -> bool:
    return any(words in line for words in _WORDS)


def _is_frame(line: str) -> bool:
    return ("+" in line or not line.strip("| ")) and _FRAME.issuperset(line)


def _facts(line: str, number: int) -> Iterator[Token]:
    """The facts of a line; what a step says of several places in one phrase is one fact for each."""
    stated = _STEP.match(line)
    assert stated is not None
    opening, of, places = "", "", list[Token]()
    for found in _FACT.finditer(line, stated.start(1), stated.end(1)):
        words = found[0].strip()
        token = Token(words, number, found.start() + found[0].index(words) + 1) if words else None
        if token is None:
            continue
        if begun := _OPENING.match(words):
            opening = begun[0]
        if first := _FIRST.match(words):
            of, places = first[1], [token._replace(text=first[2])]
        elif places and (last := _LAST.fullmatch(words)):
            places += (token._replace(text=text) for text in last.group(1, 2))
            said = f"is {'not ' if of == 'none' else ''}{last[3]}"
            for one in places:
                yield from _each_value(one._replace(text=f"{one.text} {said}"))
            places = []
        elif places:
            places.append(token)
        else:
            is_more = opening and _MORE.match(words)
            yield from _each_value(token._replace(text=f"{opening} {words}") if is_more else token)


def _each_value(token: Token) -> Iterator[Token]:
    """The fact, or one for each of several values that a place does not have."""
    several = _SEVERAL.fullmatch(token.text)
    values = token.text.removeprefix(several[1]).split(" or ") if several else ()
    yield from (token._replace(text=f"{several[1]}{value}") for value in values) if several else (token,)


def _marks(
    rows: Sequence[list[Token]], problem: AnyProblem, domains: Mapping[Cell, Collection[int]], last_line: int
) -> Iterator[Mark]:
    if not domains:
        raise rows[0][0].error("no values: answers of this puzzle have no cells")
    height, width = 1 + max(r for r, _ in domains), 1 + max(c for _, c in domains)
    if len(rows) == 1 and height > 1:
        (cells,) = (_split(rows[0], height * width),)
        rows = [cells[at : at + width] for at in range(0, len(cells), width)]
    if len(rows) > height:
        raise rows[height][0].error(f"the end of the board after {height} rows")
    words = {word: value for value, word in problem.answer_words.items()}
    faces = problem.clue_faces
    for r, tokens in enumerate(rows):
        columns: Sequence[int] = [c for c in range(width) if (r, c) in domains]
        is_value = len(columns) == len(tokens) == 1 and tokens[0].text in words
        cells = tokens if is_value else _split(tokens, width)
        joined = [cell for cell in cells if cell.text != "-"]  # a dash between the cells of a domino
        cells = joined if len(joined) == width else cells
        if len(cells) >= width:  # answers may leave out what is no cell
            columns = range(width)
        if len(cells) != len(columns):
            raise cells[min(width, len(cells) - 1)].error(f"{width} cells", str(len(cells)))
        for c, token in zip(columns, cells, strict=True):
            values = _values(token, words, domains.get((r, c), ()))
            is_clue = token.text in OPEN or faces.get((r, c)) == token.text
            if values is None and not is_clue:
                raise token.error(_expected((r, c), words, domains))
            if values:
                yield Mark(token, (r, c), values)
    if len(rows) < height:
        raise ParseError(max(last_line, 1), 1, f"expected {height} rows, found {len(rows)}")


def _split(tokens: list[Token], count: int) -> list[Token]:
    """The cells of a line, which may be written without spaces."""
    if len(tokens) == 1 and len(tokens[0].text) == count:
        return [tokens[0].part(at, at + 1) for at in range(count)]
    return tokens


def _values(token: Token, words: Mapping[str, int], domain: Collection[int]) -> tuple[int, ...] | None:
    """The values that a token leaves; None for an open cell, or something else."""

    def value(text: str) -> int | None:
        number = words.get(text)
        if number is None and text.isascii() and text.isdecimal() and len(text) < 10:
            # Where 0 is a value, 01 are two marks; elsewhere it is 1 with a leading zero.
            number = int(text) if text[0] != "0" or len(text) == 1 or 0 not in domain else None
        if number is None and len(text) == 1 and text.upper() in DIGITS:
            number = DIGITS.index(text.upper()) + 1
        return number if number in domain else None

    if (single := value(token.text)) is not None:
        return (single,)
    several = [value(part) for part in (token.text.split(",") if "," in token.text else token.text)]
    found = tuple(sorted({one for one in several if one is not None}))
    return found if several and None not in several else None


def _expected(cell: Cell, words: Mapping[str, int], domains: Mapping[Cell, Collection[int]]) -> str:
    if cell not in domains:
        return f"'?', since {cell_name(cell)} has no value"
    faces = {value: word for word, value in words.items()}
    values = [shown(faces.get(value, str(value))) for value in sorted(domains[cell])]
    names = ", ".join(values) if len(values) < 20 else f"{values[0]} to {values[-1]}"
    return f"{names}, several of these, or '?'"
