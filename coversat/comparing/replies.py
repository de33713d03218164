"""The final board in a reply in free text, such as one of a language model.

A board is read whatever surrounds and separates its cells: a fence, tags, a frame, a table, lists of a
program, names of rows, or a list of coordinates. Nothing is parsed as a language, so that nesting costs
nothing; each step takes time in proportion to the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import count, groupby
from string import ascii_lowercase
from typing import Any, NamedTuple

from ..base.errors import CoversatError
from ..problems import AnyProblem
from ..problems.clue_text import NO_CLUE
from ..problems.grid import digit_character
from ..problems.text import shown

LONGEST = 1 << 20
"""The most characters of a reply."""
MOST_TAGS = 100
"""The most answers in tags that are read."""
TRIED = 1 << 17
"""The most characters of a reply that are tried as an answer without a board."""
Words = tuple[str, ...]
Rows = Sequence[Words]

_BLANKS = frozenset("._-?*·□0")
_TAG = re.compile(r"<answer>(.*?)(?:</answer>|\Z)", re.DOTALL | re.IGNORECASE)
_MARKUP = re.compile(r"</?(?:table|tbody|thead|tr|td|th|pre|code|br)\b[^<>\n]{0,80}>", re.IGNORECASE)
_BETWEEN_LISTS = re.compile(r"[\])]\s*,?\s*[\[(]|\\\\n(?=[\d\s])|\\\\|\\n|/")
_SEPARATORS = str.maketrans(
    dict.fromkeys("[](){}\"'`,;|&<>│║┃─━═┼╬┌┐└┘├┤┬┴╔╗╚╝╠╣╦╩╪╫╟╢╤╧╥╨┏┓┗┛┠┨┯┷┿╋┣┫┳┻╂+$\ufe0f\u20e3", " ")
) | {0xFF10 + digit: str(digit) for digit in range(10)}
"""What is between cells, also behind the digits of keys; and digits of full width."""
_FULL_STOP = re.compile(
    r"\.(?:(?<=[\])}|\"'`]\.)|(?<=[\])}|\"'`],\.)|(?<=\*\*\.)|(?<=\*\*,\.))[ \t\r]*$", re.MULTILINE
)
_SENTENCE = re.compile(r"\.(?<=[\w\])}]\.)[ \t]+(?=[A-Z][a-z])|no: (?=\S{16})")
"""The end of a sentence, and ``no`` between two boards in a line."""
_COMMENT = re.compile(r"#[ \t]*(?:row|line)[ \t]*\d{0,2}[ \t\r]*\.?$", re.M | re.I)
_CROSSING = re.compile(r"[+─━═┄-╋╒-╿]")
_WALL = re.compile(rf"^(?=[^\n]*{_CROSSING.pattern})[ \t\r>|+─-╿-]+\.?$", re.MULTILINE)
"""A line between rows of cells: made of rules, with a crossing."""
_LABEL = re.compile(r"(?:row |line |행 |r)?(?:\d{1,2}|[a-z])?[:.)]?|[-*•]", re.IGNORECASE)
_NO_TEXT = re.compile(r"\W*(?:(?:row|line|행)\W{0,4})?(?:\d{1,2}|[a-z])?\W*|\W*(?:or|또는)\W*", re.IGNORECASE)
"""A line that does not separate rows: nothing, a rule, the name of a row, or between two boards ``or``."""
_PROSE = re.compile(r"\b(?!(?:row|line)\b)[^\W\d_]{2,}|^\?", re.IGNORECASE)
_PARTS = re.compile(
    r"^(?!.*\brows?\b).*(?:\b(?:col(?:umn)?s?|box(?:es)?|blocks?|sub-?grids?|regions?|nonets?|squares?|spalten?"
    r"|top|middle|bottom|colonnes?|columnas?|c\d)\b|열|세로|박스|列)",
    re.I,
)
_HEADING = re.compile(
    r"(?:\W*\b\w+\b){0,3}\W*\b(?:columns|boxes|blocks|sub-?grids|regions|nonets)\b(?:\W*|.{,30}:\W*)", re.I
)
_ASIDE = re.compile(r"\b(?:each|every|all|contains?|check\w*|verif\w*)\b|^\?|확인|검산", re.I)
_WHOLE = re.compile(r"\b(?:grid|board|answer|solution|solved|completed?|final|i|after)\b|답", re.I)
"""What lists columns and boxes, and what only says something of a row; unless it speaks of a whole board."""
_WITHDRAWN = re.compile(
    r"^(?!.*\b(?:if|whether)\b).*\b(?:wait\W*no|no\W+(?:it|the|that|this|sorry|rather)|oops|correction:"
    r"|i made an? (?:mistake|error)|r\dc\d (?:should|is \d\W+not)|exchange|swap"
    r"|i?s (?:wrong|incorrect|invalid)|(?:not|\w*n\Wt) (?:right|correct|valid))(?!\w)|틀렸|정정",
    re.I,
)
"""What withdraws the board above it, or a part of it."""
_LONG = 100
"""A longer line is no rule and no name of a row."""
_ENDS = ".,!?:;。"
_CELL_NAMED = re.compile(
    r"(?:\b[rR](?P<row>\d{1,3})[cC](?P<column>\d{1,3})\b|\(\s*(?P<r>\d{1,3})\s*,\s*(?P<c>\d{1,3})\s*[,)])"
    r"(?:[\"'`]{0,2}\s{0,3}(?:[:=]|->|→|is)?\s{0,3}[\"'`]{0,2}(?P<word>(?![rR]\d)[^\s,;\"'`()\[\]{}]{1,12}))?"
)
_MEMBER = re.compile(r"\"([^\"\s]{1,60})\"\s*:\s*\"?([^\",{}\s]{1,60})\"?")
_QUOTED = re.compile(r"^[ \t]*> ?", re.MULTILINE)
_BLACK = re.compile(r"#|\d*\\\d*")


_SEVERAL = "there are two different final boards"


class _Row(NamedTuple):
    """A row; the words before it, and whether they are prose; whether a blank line or a fence is above it."""

    words: Words
    said: str
    is_prose: bool
    is_apart: bool = False


class Found(NamedTuple):
    """The final board of a reply; or, without an answer, why there is none."""

    answer: Any = None
    reason: str = ""


class Reader:
    """Reads replies to one problem; it holds no state, so that threads may share it."""

    def __init__(self, problem: AnyProblem) -> None:
        self.problem = problem
        shape = problem.answer_shape or ()
        sides = (getattr(problem, "rows", 1), getattr(problem, "columns", 0)) if len(shape) < 2 else shape
        self.rows, self.columns = (side if isinstance(side, int) else 0 for side in sides[:2])
        if len(shape) == 1 and not self.columns:
            self.columns = shape[0] or 0 if problem.answer_words else 0  # others are lists of names
        self.total = self.rows * self.columns
        own = problem.answer_words.values()
        self._empty = next((word for word in own if word in NO_CLUE), None)
        self._numbers = {str(value): word for value, word in problem.answer_words.items()}
        self._words = self._accepted()
        self._own = problem.format().strip()
        self._blanks = _BLANKS - {word for word in own if word not in NO_CLUE}
        self._has_rules = "-" not in own  # a line of dashes is no row

    def __call__(self, reply: str) -> Found:
        """The board that the reply ends with."""
        if len(reply) > LONGEST:
            return Found(reason=f"the reply has {len(reply)} characters, more than {LONGEST}")
        _, ended, text = reply.rpartition("</think>")
        if not ended and "<think>" in reply:
            return Found(reason="the reply ends inside its thoughts")
        tagged = [*dict.fromkeys(_TAG.findall(text))] if "<" in text else []
        if len(tagged) > MOST_TAGS:
            return Found(reason=f"the reply has {len(tagged)} different answers")
        found = [self._final(one.replace(self._own, "\nThe puzzle\n")) for one in tagged or [text]]
        answers = [one.answer for one in found if one.answer is not None]
        if answers and any(one != answers[-1] for one in answers):
            return Found(reason=_SEVERAL)
        return found[-1]

    def _final(self, text: str) -> Found:
        """The final board of the part of a reply that counts."""
        if not self.total:
            return self._of_texts(text)
        found, given = self._of_boards(text)
        return found or self._of_cells(text) or given or self._of_texts(text)

    def _accepted(self) -> Mapping[str, str]:
        """What may stand for a cell, and the word in which `Problem.parse_answer` knows it."""
        problem = self.problem
        own = {word: word for word in problem.answer_words.values()}
        if not own:
            digits = range(1, max(self.rows, self.columns, 9) + 1)
            faces = {digit: digit_character(digit) for digit in digits}
            own = {word: face for digit, face in faces.items() for word in (face.lower(), face, str(digit))}
            return {**dict.fromkeys(_BLANKS, "0"), **own}
        clues = {word: word for word in problem.clue_faces.values() if not word.isspace()}
        blanks = {} if self._empty is None else dict.fromkeys(_BLANKS - {"0", "*", "?"}, self._empty)
        others = {case: word for word in own for case in (word.lower(), word.upper())}
        return {**blanks, **self._numbers, **others, **clues, **own}

    # Boards, row by row.

    def _of_boards(self, text: str) -> tuple[Found | None, Found | None]:
        """The last board in rows, or that it lacks rows; and apart from it, that of the puzzle itself."""
        given: Found | None = None
        later: list[_Row] = []  # rows behind the board, or of boards that lack some
        listed = 0  # columns and boxes
        lines = _plain(text).split("\n")
        for head, run, end in self._runs(lines):
            is_list = len(head) < _LONG and _HEADING.fullmatch(head) and not _WHOLE.search(head)
            boards, rest = ([], []) if is_list else self._split(run)
            listed += 0 if boards else len(run) - len(rest)
            later += rest
            others = [board for board in boards if not self._is_puzzle(board)]
            if len(others) > 1 and others[-1] != others[-2]:
                return Found(reason=_SEVERAL), None
            if others and not self._is_changed(others[-1], later, lines[end:]):
                return self._answer(others[-1]), None
            if others:
                return self._lacking(later) or Found(reason="the text behind the board changes it"), None
            if boards:
                given = given or self._answer(boards[-1])
        return self._lacking(later) or (
            Found(reason="it lists columns or boxes") if listed >= self.rows > 1 else None
        ), given

    def _lacking(self, rows: Sequence[_Row]) -> Found | None:
        """Why rows are no board, if they are at least half of one."""
        held = sum(len(row.words) == self.columns and not row.is_prose for row in rows)
        return Found(reason=f"a board has {held} of {self.rows} rows") if 2 * held >= self.rows > 1 else None

    def _is_changed(self, board: Rows, later: Sequence[_Row], lines: Sequence[str]) -> bool:
        """Whether what follows a board withdraws it, or has a row that is none of its rows and columns."""
        held = [tuple(map(self._words.get, row)) for row in (board if later else ())]
        for row in later:
            words = tuple(map(self._words.get, row.words))
            named = re.search(r"(?i)(?:\brow |\bline |행 ?|\br|^\W*)(\d{1,2})\b", row.said)
            own = held[int(named[1]) - 1 :][:1] if named else [*held, *zip(*held, strict=True)]
            is_said = [*row.words] == sorted({*row.words}) or bool(_ASIDE.search(row.said))
            if row.is_prose and not named and is_said:  # such as ``each row has 1 2 3 4``
                continue
            if self._blanks.isdisjoint(row.words) and words not in own:
                return True
        return any(map(_WITHDRAWN.search, [*lines, *(row.said for row in later)]))

    def _answer(self, board: Rows) -> Found:
        words = self._values(board) or [tuple(map(self._words.get, row, row)) for row in board]
        try:
            return Found(self.problem.answer_of_words(words))
        except (CoversatError, ValueError) as error:
            return Found(reason=f"the board is no answer: {getattr(error, 'reason', error)}")

    def _values(self, board: Rows) -> Rows | None:
        """The words for a board of the numbers of values, as in JSON; None if it has words."""
        known = self._numbers
        if known.keys() & {*known.values()} or not all(known.keys() >= {*row} for row in board):
            return None
        return [tuple(known[word] for word in row) for row in board]

    def _is_puzzle(self, board: Rows) -> bool:
        """Whether a board has the clues of the puzzle and otherwise blanks."""
        return all(
            word in self._blanks or self._clues.get((r, c)) == word or _BLACK.fullmatch(word)
            for r, row in enumerate(board)
            for c, word in enumerate(row)
        )

    @cached_property
    def _clues(self) -> Mapping[tuple[int, int], str]:
        givens = getattr(self.problem, "givens", None)
        if not isinstance(givens, tuple) or not all(isinstance(row, tuple) for row in givens):
            return self.problem.clue_faces
        cells = ((r, c, digit) for r, row in enumerate(givens) for c, digit in enumerate(row))
        return {(r, c): digit_character(digit) for r, c, digit in cells if isinstance(digit, int)}

    def _runs(self, lines: Sequence[str]) -> Iterator[tuple[str, list[_Row], int]]:
        """Rows of one length that only blank lines, rules and names of rows separate; the last run first.

        With the text above each, and the number of the line behind it.
        """
        run: list[_Row] = []
        end = len(lines)
        for at, line in reversed([*enumerate(["", *lines])]):
            found = self._rows_in(line) if at else None
            said, rows = found or ("", [])
            if run and (found is None or (rows and len(rows[0]) != len(run[-1].words))):
                yield "" if rows else line, run[::-1], end
                run = []
            if rows and not run:
                end = at
            if run and not line.strip("` \t\r"):
                run[-1] = run[-1]._replace(is_apart=True)
            is_prose = bool(said) and _PROSE.search(said) is not None
            run += [_Row(row, said, is_prose) for row in reversed(rows)]

    def _rows_in(self, line: str) -> tuple[str, list[Words]] | None:
        """The rows in a line and the words before them; none if it separates no rows; None for a text."""
        words = line.split()
        known = self._words
        if len(words) == self.columns and all(map(known.__contains__, words)):
            return "", [tuple(words)]
        if not words:
            return "", []
        words[-1] = self._bare(words[-1])
        for label in range(3):
            row, said = words[label:], " ".join(words[:label])
            is_row = len(row) == self.columns and all(map(self._is_cell, row))
            if is_row and (not label or _LABEL.fullmatch(said)):
                return said, [tuple(row)]
        if len(words) == 1 and self._is_cell(words[0]):
            return "", [(words[0],)]
        found, said = [], "?" if line.rstrip().endswith("?") else ""  # what is asked is not said
        for is_cell, group in groupby(words, self._is_cell):
            part = tuple(group)
            if is_cell and len(part) in (self.columns, self.total):
                found.append(part)
            for word in part:
                found += [] if is_cell else self._in_word(word)
                said += "" if found else f" {word}"
        if not found and (found := self._in_groups(words)):
            said = ""
        longest = max(map(len, found), default=0)
        is_text = not found and (len(line) >= _LONG or not _NO_TEXT.fullmatch(line))
        return None if is_text else (said, [row for row in found if len(row) == longest])

    def _is_cell(self, word: str) -> bool:
        return word in self._words or (not self.problem.answer_words and _BLACK.fullmatch(word) is not None)

    def _bare(self, word: str) -> str:
        """The last word of a line without a full stop."""
        is_whole = self._is_cell(word) or word[-1:] not in _ENDS or self._in_word(word)
        return word if is_whole else word[:-1]

    def _in_word(self, word: str) -> list[Words]:
        """The row, or all rows, in a word of cells of one character each."""
        joined = word.split("-") if "-" in word else []
        if len(joined) == self.columns > 1 and self._words.keys() >= {*joined}:
            return [tuple(joined)]
        for cells in (word, word[:-1]):
            if len(cells) in (self.columns, self.total) and len(cells) > 1:
                is_rule = self._has_rules and not cells.strip("-")
                if not is_rule and self._words.keys() >= {*cells}:
                    return [tuple(cells)]
            if not word or word[-1] not in _ENDS:
                break
        return []

    def _in_groups(self, words: Sequence[str]) -> list[Words]:
        """The row in several words of cells of one character each, such as ``534 678 912``."""
        is_row = len({*map(len, words)}) == 1 and len(words[0]) > 1 and {*"".join(words)} != {"-"}
        return self._in_word("".join(words)) if is_row else []

    def _split(self, run: Sequence[_Row]) -> tuple[list[Rows], list[_Row]]:
        """The boards in a run, and the rows behind them; rows that stand together and are one are whole."""
        blocks: list[list[_Row]] = [[]]
        for row, before in zip(run, [run[0], *run], strict=False):
            is_aside = _is_aside(row, before)
            if is_aside or row.is_apart or row.is_prose != before.is_prose:
                blocks.append([])
            blocks[-1] += [] if is_aside else [row]
        blocks = [block for block in blocks if block]
        whole = [at for at, block in enumerate(blocks) if len(block) * len(block[0].words) % self.total == 0]
        rest = [row for block in blocks[max(whole, default=-1) + 1 :] for row in block]
        found = [
            self._boards([row.words for row in rows]) for rows in [*map(blocks.__getitem__, whole), rest]
        ]
        return [board for boards in found for board in boards], [] if found[-1] else rest

    def _boards(self, run: Sequence[Words]) -> list[Rows]:
        if run and len(run[0]) in (1, self.total) and self.columns > 1:  # a cell a line, or a board a line
            cells = [word for row in run for word in row]
            rows: Rows = [tuple(cells[at : at + self.columns]) for at in range(0, len(cells), self.columns)]
        else:
            rows = run
        extra = len(rows) % self.rows
        names = ((str(at), str(at + 1), f"c{at + 1}", ascii_lowercase[at : at + 1]) for at in count())
        if extra == 1 and all(word.lower() in one for word, one in zip(rows[0], names, strict=False)):
            rows, extra = rows[1:], 0  # a head with numbers or letters
        return [rows[at : at + self.rows] for at in range(extra, len(rows), self.rows)]

    # Cells, one by one.

    def _of_cells(self, text: str) -> Found | None:
        """The board whose cells are listed with their coordinates; given cells may be missing."""
        named = [found.groupdict() for found in _CELL_NAMED.finditer(text.replace("**", ""))]
        places = [(int(one["row"] or one["r"]), int(one["column"] or one["c"])) for one in named]
        if not places:
            return None
        lowest = 0 if any(0 in place for place in places) else 1
        marks = [word for word in self.problem.answer_words.values() if word != self._empty]
        words: list[str | None] = [self._words.get(self._bare(one["word"] or " ")) for one in named]
        held: dict[tuple[int, int], str] = {}
        if self._empty is not None and len(marks) == 1 and marks[0] not in words:
            words = [*marks * len(places)]  # the cells of a mark, such as the queens
        for (r, c), word in zip(places, words, strict=True):
            if word is not None:
                held[r - lowest, c - lowest] = word
        if not held:
            return None
        if not all(0 <= r < self.rows and 0 <= c < self.columns for r, c in held):
            return Found(reason="it names cells beside the board")
        cells = [
            [held.get((r, c), self._clues.get((r, c), self._empty)) for c in range(self.columns)]
            for r in range(self.rows)
        ]
        if lacking := sum(word is None for row in cells for word in row):
            return Found(reason=f"it lists {self.total - lacking} of {self.total} cells")
        return self._answer([tuple(word or "" for word in row) for row in cells])

    # Answers that are no boards, or drawings of one.

    def _of_texts(self, text: str) -> Found:
        """The last part of a text that reads as an answer of this kind."""
        left = TRIED
        for part in _parts(text):
            left -= len(part) + 64
            if left < 0:
                break
            if not part.strip() and text.strip():
                continue  # the empty text behind a closing fence is not the cover without options
            with suppress(CoversatError, ValueError):
                return Found(self.problem.parse_answer(part))
        return Found(reason=self._unread(text) if self.total else "there is no answer")

    def _unread(self, text: str) -> str:
        """Why there is no board: its rows may have signs that are no values."""
        lines = [line.split() for line in _plain(text).split("\n")]
        rows = [[*words[0]] if len(words) == 1 else words for words in lines if words]
        for is_row, group in groupby(rows, lambda row: len(row) == self.columns > 1):
            found = [*group]
            signs = [sign for row in found for sign in row if not self._is_cell(sign)]
            if is_row and len(found) == self.rows and signs and max(map(len, signs)) < 3:
                values = ", ".join(self.problem.answer_words.values()) or "a digit"
                return f"{self.rows} rows of {self.columns}, but {shown(signs[0])} is no value ({values})"
        return "there is no board"


def _is_aside(row: _Row, before: _Row) -> bool:
    """Whether a row is called a column or a box; or, behind others, is in a sentence about rows."""
    is_aside = _PARTS.search(row.said) or (row.said != before.said and _ASIDE.search(row.said))
    return row.is_prose and bool(is_aside) and not _WHOLE.search(row.said)


def _plain(text: str) -> str:
    """The text with blanks in place of separators, frames and marks."""
    if "<" in text:
        text = _MARKUP.sub(lambda tag: "\n" if "tr" in tag[0] or "br" in tag[0] else " ", text)
    if "\\" in text:
        text = re.sub(
            r"\\hline|\\[;,:]|\\boxed|\\text(?:bf)?|\\begin\{[^{}\n]{0,20}\}(?:\{[^{}\n]{0,80}\})?|\\end\{[^{}\n]{0,20}\}",
            "\n",
            text,
        )
    if "#" in text:
        text = _COMMENT.sub("", text)
    if _CROSSING.search(text):
        text = _WALL.sub("=", text)
    # The sign makes the number of a line, which a sentence may follow, no cell.
    text = _SENTENCE.sub(lambda end: " \N{SECTION SIGN}\n" if end[0][0] == "." else "\nno\n", text)
    text = _BETWEEN_LISTS.sub("\n", _FULL_STOP.sub(" ", text))
    return text.replace("**", " ").replace("->", " ").translate(_SEPARATORS)


def _parts(text: str) -> Iterator[str]:
    """Parts of a text that may be an answer, the last first: all, fences, paragraphs, lines, their ends."""
    plain = _QUOTED.sub("", text[-TRIED:].replace("**", "").replace("\r", ""))
    if "\\n" in plain:  # a text in JSON
        plain = plain.replace("\\n", "\n").replace('"', "\n\n")
    yield plain.strip("\n")
    if members := _MEMBER.findall(plain, plain.rfind("{") + 1):  # of the last object of JSON
        yield " ".join(map("=".join, members))
    pieces = re.split(r"^[ \t]*```.*$", plain, flags=re.MULTILINE)
    for piece in reversed(pieces):
        yield from (piece.strip("\n"), piece.strip("\n").removesuffix("."))
    for block in reversed(re.split(r"\n\s*\n|^[ \t]*```.*$", plain, flags=re.MULTILINE)):
        yield block
        lines = block.split("\n")
        yield "\n".join(lines[1:]).removesuffix(".")
        for line in reversed(lines):
            bare = line.translate(_SEPARATORS).strip().rstrip(_ENDS)
            yield from (line, bare, re.split(r"[:=]\s|\bis\s", bare)[-1])
