"""What the fields of a data set's rows hold, and which are the puzzle, its stored answer and its regions.

A field is classified by its contents. Names, such as those of columns and members, decide only between
fields of equal contents: a whole board is a stored answer unless its name says something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from ..base.errors import ParseError
from .layout import default_box
from .text import Token, shown


class What(StrEnum):
    """What a field holds."""

    OPEN = "a board with blanks"
    WHOLE = "a whole board"
    REGIONS = "a map of regions"
    TEXT = "a text with a board"
    NUMBER = "a number"
    ID = "an id"
    OTHER = "something else"
    NOTHING = "nothing"


class Board(NamedTuple):
    """A square board in a field.

    * values: the digits, row by row, None for a blank; in a map, the number of each cell's region.
    * size, lowest: its side, and its lowest digit.
    * text: the board in one line, as in its field if that is the board alone.
    * blank: the sign of its blanks; empty if it has none.
    """

    values: tuple[int | None, ...]
    size: int
    lowest: int = 1
    text: str = ""
    is_map: bool = False
    blank: str = ""

    @property
    def is_whole(self) -> bool:
        return None not in self.values

    def completes(self, other: Board) -> bool:
        """Whether it is whole and has the other's digits at their places."""
        both = zip(self.values, other.values, strict=False)
        return self.is_whole and self.size == other.size and all(b in (None, a) for a, b in both)


class Field(NamedTuple):
    """A field of a row.

    * name: of its column, or of its member with the names of what holds it, as in ``messages.user``; empty
      if it has none.
    * number: from 1.
    * token: its text and position.
    * boards: the boards in it, in order.
    * beside: what is beside the boards; None if a board is all of it.
    * of_set: whether it stands above all rows of a set.
    """

    name: str
    number: int
    token: Token
    boards: tuple[Board, ...] = ()
    beside: str | None = ""
    of_set: bool = False

    @property
    def alone(self) -> bool:
        return self.beside is None

    @property
    def key(self) -> str:
        return self.name or f"field {self.number}"

    @property
    def what(self) -> What:
        text = self.token.text.strip()
        if self.boards and not self.alone:
            return What.TEXT
        for board in self.boards:
            return What.REGIONS if board.is_map else What.WHOLE if board.is_whole else What.OPEN
        if not text:
            return What.NOTHING
        return What.NUMBER if _NUMBER.fullmatch(text) else What.ID if _ID.fullmatch(text) else What.OTHER

    @property
    def says_kind(self) -> bool:
        """Whether its name is that of what says the kind of a puzzle, or of a whole set."""
        words = _words(self.name)
        return bool(words & _KINDS or (words & _CALLED and (self.of_set or "puzzle" in words)))

    def error(self, expected: str, found: str = "") -> ParseError:
        return self.token._replace(text="").error(expected, found or self.key)


_NUMBER = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?(?:[eE][+-]?[0-9]+)?%?")
_ID = re.compile(r"[\w:./#-]{1,64}")
_SIDES = re.compile(r"[0-9]+x[0-9]+")
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")

_ASKING = frozenset(
    "puzzle quiz quizzes question prompt problem input instruction grid board givens clues initial start "
    "sudoku user human system task query text unsolved metadata".split()
)
_ANSWERING = (
    frozenset(
        "solution solutions solved answer answers gold truth target label expected correct completed "
        "final".split()
    ),
    frozenset("response completion output assistant gpt model reply prediction chosen generated".split()),
)
"""Words in the names of stored answers: those of the answer itself, then those of somebody's reply."""
_DESCRIBING = frozenset(
    "id ids uuid hash name title author authors setter source origin url link href date day time created "
    "year difficulty level rating score stars votes rank category collection volume book page index idx "
    "number nr no seed split subset fold set language lang model license copyright size side width "
    "height shape solved unique valid minimal symmetric symmetry tags version file "
    "filename path ability style".split()
)
"""Words in the names of fields that describe a puzzle."""
_BOXES = frozenset("box boxes block blocks subgrid subgrids".split())
"""Words in the names of fields that have the sides of boxes."""
_NOT_ROWS = _BOXES | frozenset(
    "columns cols column col transposed squares nonet nonets quadrant quadrants sector sectors".split()
)
"""Words in the names of boards that are listed by other parts than rows."""
_HOLDING = frozenset(
    "data array str raw original source src content feature features item sample field hint hints "
    "incomplete unfinished masked open record newboard puz sudokus boards grids mat arr table tab tbl lst "
    "example examples sample samples main world temp tmp self this module exports".split()
)
"""Further words in the names of boards."""
_MEASURING = frozenset(
    "key uid code count counts counter num total length len min max mean avg std blanks empty zeros zero "
    "backtracks backtrack guesses guess nodes node steps step iterations depth seconds sec ms "
    "duration hardness hard easy medium grade tier stage chapter points weight freq frequency label cluster "
    "batch epoch chunk part group tokens token session sample row rows line item mode phase comment "
    "comments note notes remark remarks description ans release status updated added modified timestamp "
    "country publisher email user checksum sha md digest techniques technique strategy strategies".split()
)
"""Words in the names of fields that measure a puzzle, or say where it is from."""
_RULES = _BOXES | frozenset(
    "rule rules constraint constraints variant variants cage cages killer region regions thermo thermos "
    "thermometers arrow arrows diagonal diagonals jigsaw dots kropki lines extra".split()
)
"""Words in the names of fields that may change the rules."""
_KINDS = frozenset("kind game task genre variety".split())
_CALLED = frozenset("name title type".split())
"""Words in the names of fields that say the kind of puzzle; these only of a whole set, or with ``puzzle``."""
USUAL = ("classic", "standard", "normal", "regular", "plain", "none", "no", "false", "0", "sudoku")
"""What such a field says if it changes no rule."""


@lru_cache(maxsize=1024)
def _words(name: str) -> frozenset[str]:
    """The words of the last part of a name."""
    return frozenset(word.lower() for word in _WORD.findall(name.rpartition(".")[2]))


@lru_cache(maxsize=1024)
def _rank(name: str) -> int | None:
    """0 for the name of an answer, 1 for that of a reply; None for other names."""
    words = _words(name)
    return next((rank for rank, known in enumerate(_ANSWERING) if words & known), None)


def is_describing(name: str) -> bool:
    """Whether a name is that of what describes a puzzle and changes no rule, such as its title."""
    return bool(_words(name) & _DESCRIBING)


def is_not_by_rows(name: str) -> bool:
    """Whether a name, or that of what holds it, says that it is listed by columns, or by boxes."""
    return any(_words(part) & _NOT_ROWS for part in name.split("."))


def is_harmless(name: str) -> bool:
    """Whether a name is that of what changes no rule, or there is none."""
    words = _words(name)
    return not words or any(words & known for known in (_DESCRIBING, _MEASURING, _ASKING, *_ANSWERING))


def unknown_words(name: str) -> str:
    """The words of a name that are not those of boards; a name of one letter says nothing."""
    words = _words(_SIDES.sub("", name)) - _ASKING.union(_HOLDING, *_ANSWERING)
    return " ".join(sorted(words)) if {*map(len, words)} != {1} or len(_words(name)) > 1 else ""


def is_asking(name: str) -> bool:
    """Whether a name is one of puzzles or of their answers."""
    return any(_words(name) & known for known in (_ASKING, *_ANSWERING))


def changes_rules(name: str) -> bool:
    """Whether the name of a field, or of what holds it, says that what it holds changes the rules."""
    above = frozenset(word.lower() for word in _WORD.findall(name.rpartition(".")[0]))
    return bool(_words(name) & _RULES or above & (_RULES - {"extra"}))


class Roles(NamedTuple):
    """What the fields of a row are for.

    * puzzle, answer, regions: each field, and the board in it that counts; answer and regions if there are.
    * unused: the other fields that hold anything.
    """

    puzzle: tuple[Field, Board]
    answer: tuple[Field, Board] | None
    regions: tuple[Field, Board] | None
    unused: tuple[Field, ...]

    @property
    def stating(self) -> tuple[Field, ...]:
        """The fields that may state rules: all but boards and answers."""
        fields = (*self.unused, *([] if self.puzzle[0].alone else [self.puzzle[0]]))
        return tuple(field for field in fields if _rank(field.name) is None)


def roles(fields: Sequence[Field], key: str | None = None) -> Roles:
    """What the fields of a row are for; `key` is that of the puzzle's field in other rows of the set.

    Raise `ParseError` if there is no puzzle, or several boards may be it or its answer; or at a field whose
    name says that it changes the rules, if it is no board.
    """
    puzzle = _puzzle(fields, key)
    maps = _each((field, board) for field in fields for board in field.boards if board.is_map)
    for field, _ in maps[1:]:
        raise field.error(f"one map of regions in a row, as in {maps[0][0].key}")
    answer = _answer(fields, puzzle)
    regions = maps[0] if maps else None
    used = [one for one in (puzzle, answer, regions) if one is not None]
    boards = [board for _, board in used]
    unused = tuple(
        field
        for field in fields
        if all(field is not one for one, _ in used)
        and field.what is not What.NOTHING
        and not (field.alone and any(board.values == field.boards[0].values for board in boards))
    )
    for field in unused:
        is_usual = field.token.text.strip().lower() in USUAL or _is_usual_box(field, puzzle[1].size)
        if changes_rules(field.name) and not is_usual:
            raise field.error("a puzzle whose rules are all read", f"{field.key}, which may change them")
    return Roles(puzzle, answer, regions, unused)


def _is_usual_box(field: Field, size: int) -> bool:
    """Whether a field has the sides of the usual boxes, rows first; of square boxes perhaps one alone."""
    box = default_box(size) or (0, 0)
    sides = (*map(int, re.findall("[0-9]+", field.token.text)),)
    return bool(_words(field.name) & _BOXES) and (sides == box or sides == box[:1] == box[1:])


def _puzzle(fields: Sequence[Field], key: str | None) -> tuple[Field, Board]:
    boards = [(field, board) for field in fields for board in field.boards if not board.is_map]
    open_ones = _each((f, board) for f, board in boards if not board.is_whole and _rank(f.name) is None)
    for field, board in open_ones:
        if {*board.values} == {None, 1} and board.size > 6:
            raise field.error("a board of digits", f"one of 0 and 1 in {field.key}")
    for field, _ in open_ones[1:]:
        raise field.error(f"one board with blanks in a row, as in {open_ones[0][0].key}")
    whole = [(f, board) for f, board in boards if board.is_whole and _rank(f.name) is None]
    if key is not None:
        whole = [one for one in whole if one[0].key == key]
        if open_ones and all(f.key != key for f, board in boards if board.values == open_ones[0][1].values):
            raise open_ones[0][0].error(f"the puzzle in {key}, as in the rows above")
    found = open_ones or _each(whole)[:1]
    for field, board in () if open_ones else boards:
        if field.alone and not board.is_whole:
            raise field.error(
                "the board with blanks in another field", f"it in {field.key}, which is an answer"
            )
    if not found:
        longest = max(fields, key=lambda field: len(field.token.text))
        raise longest.error("a puzzle in one field", _described(fields))
    if key is not None:  # of fields with the same board, the one that has it in other rows
        found = [one for one in boards if one[0].key == key and one[1].values == found[0][1].values]
    return found[0]


_MOST_NAMED = 5
"""So many fields of a row are named in a message."""


def _described(fields: Iterable[Field]) -> str:
    found = [f"{field.what} ({shown(field.key)[1:-1]})" if field.name else field.what for field in fields]
    return ", ".join([*dict.fromkeys(found)][:_MOST_NAMED])


def _answer(fields: Sequence[Field], puzzle: tuple[Field, Board]) -> tuple[Field, Board] | None:
    """The stored answer: in a field with the name of an answer, of a reply, or another, in this order."""
    ranked: list[list[tuple[Field, Board]]] = [[], [], []]
    for field in fields:
        whole = [board for board in field.boards if board.is_whole and not board.is_map]
        rank = _rank(field.name)
        if field is puzzle[0] or (rank is None and _words(field.name) & _ASKING):
            # Beside a puzzle in its text there may be an example, which does not complete it.
            whole = [board for board in whole if board.values != puzzle[1].values]
            for board in whole:
                if not board.completes(puzzle[1]):
                    raise field.error("a whole board beside the puzzle that completes it")
        if whole:  # of a reply that is several boards, the last one counts
            ranked[2 if rank is None else rank].append((field, whole[-1]))
        elif rank == 0 and _is_no_answer(field, puzzle[1].size):
            raise field.error("a whole board that is a stored answer")
    for found in map(_each, ranked):
        for field, _ in found[1:]:
            raise field.error(f"one stored answer in a row, as in {found[0][0].key}")
        for field, board in found:
            named = _rank(field.name) is not None or not field.name
            in_letters = board.text.isalpha() and not set(puzzle[1].text).isdisjoint("123456789")
            is_alike = board.size == puzzle[1].size and not (in_letters and board.size < 10)
            if not is_alike or not (named or board.completes(puzzle[1])):
                raise field.error("a whole board that is a stored answer")
            return field, board
    return None


def _is_no_answer(field: Field, size: int) -> bool:
    """Whether it has as many signs as a board, some of which are digits, and is no whole board."""
    text = field.token.text.strip()
    has_digits = any(board.size == size and {*board.values} != {None} for board in field.boards)
    return (field.alone and has_digits) or (
        not field.boards and len(text) == size * size and text[-1].isdigit()
    )


def _each(found: Iterable[tuple[Field, Board]]) -> list[tuple[Field, Board]]:
    """The first of those with the same board."""
    different: dict[object, tuple[Field, Board]] = {}
    for field, board in found:
        different.setdefault((board.values, board.size), (field, board))
    return list(different.values())
