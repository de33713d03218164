"""The texts of exact covers: of Knuth's programs; matrices, and sets with names, where the kind is stated.

In Knuth's form comments hold the names of options and the projection.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...base.errors import ParseError, ReductionError
from ..problem import Beside, Form, alone
from ..remarks import comments, unread
from ..text import HEAD, LineReader, Token, line_tokens, text_lines
from .rules import ITEM_NAME, Cover, ExactCover, Item, Option, is_plain

_LIST = re.compile(r"[\[(]([^\[\]()]*)[\])]")
_CELL = re.compile(r"[^\s,;]+")
_MATRIX = frozenset("01 \t\r\n,;[]()")
_SET = re.compile(r"\s*(?P<name>[^\s:={}|]+)\s*[:=]\s*\{?(?P<items>[^{}:=|]*)\}?[,;]?\s*")


def _matrix_rows(text: str) -> Iterator[list[Token]]:
    """The cells of each row, in lines of their own, or as lists in one line."""
    for found in _LIST.finditer(text):
        start = found.start(1)
        at, before = text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start) - 1
        yield [token._replace(column=token.column + before) for token in line_tokens(found[1], at, _CELL)]
    for number, line in enumerate(text_lines("" if _LIST.search(text) else text), 1):
        tokens = line_tokens(line, number, _CELL)
        if len(tokens) == 1:
            tokens = [tokens[0].part(at, at + 1) for at in range(len(tokens[0].text))]
        if tokens:
            yield tokens


def _read_matrix(text: str) -> tuple[ExactCover, ...]:
    """Each row is an option, each column a primary item, named by its number."""
    rows = list(_matrix_rows(text))
    for row in rows:
        if len(row) != len(rows[0]):
            raise row[-1].error(f"a row of {len(rows[0])} cells, as the first one", str(len(row)))
        values = [token.integer(0, 1, "a cell of the matrix") for token in row]
        if not any(values):
            raise row[0].error("a 1 in each row of the matrix", "zeros only")
    return (ExactCover.from_matrix([[int(token.text) for token in row] for row in rows]),)


def _set_lines(text: str) -> Iterator[tuple[int, str]]:
    return ((number, line) for number, line in enumerate(text_lines(text), 1) if line.strip())


def is_sets(text: str) -> bool:
    """Whether each line is a name and a set of items."""
    lines = [line for _, line in _set_lines(text)]
    return len(lines) > 1 and all(_SET.fullmatch(line) for line in lines)


def _read_sets(text: str) -> tuple[ExactCover, ...]:
    """Each set is an option with its name; the items are those of all sets, as they occur."""
    from ..graph import strange_word  # with graphs, which other covers do not need

    rows: dict[str, list[str]] = {}
    for number, line in _set_lines(text):
        found = _SET.fullmatch(line)
        items = _CELL.findall(found["items"]) if found else []
        if found is None or not items:
            raise ParseError(number, 1, "expected a name and items, such as 'A: 1 4 7'")
        name = Token(found["name"], number, found.start("name") + 1)
        if name.text in rows:
            raise name.error("each name once")
        if strange_word([[name.text]]):
            raise name.error("the name of a set; Knuth's format has a line of items first")
        rows[name.text] = items
    try:
        return (ExactCover.from_rows(rows),)
    except ReductionError as error:
        raise ParseError(1, 1, str(error)) from None


MATRIX: Form[ExactCover, Cover] = Form(
    name="matrix",
    about="rows of 0 and 1, an option each, whose columns are the items; as text, CSV or lists; with --kind",
    recognises=lambda text: "1" in text and _MATRIX.issuperset(text),
    read=_read_matrix,
    only_stated=True,
)
SETS: Form[ExactCover, Cover] = Form(
    name="sets",
    about="a named set a line, 'A: 1 4 7' or 'A = {1, 4, 7}', whose items are those of all; with --kind",
    recognises=is_sets,
    read=_read_sets,
    only_stated=True,
)


_OPTION_NAME = "| option: "
_PROJECTION = "| projection: "
_SIGN = "| exact cover"
"""What is written first, so that the text is recognised for any names of items."""
_READ = re.compile(r"\| (?:option|projection):|\| exact cover$")
_OF_EXPORT = re.compile(rf"{_READ.pattern}|\| (?:coversat|kind|reduction|rests_on|sha256|puzzle)\b")
_COMMENT = re.compile(r"\|[ \t].*?[A-Za-z]{3}(?!.*\|\s*$)")
"""A comment in words, and no row of a table."""
_CELLS = frozenset("0123456789.-_*xX")
_LONG = HEAD // 2


def write_knuth(cover: ExactCover) -> str:
    """The text of one exact cover problem in the format of Knuth's programs."""
    if not cover.primary:
        raise ValueError("Knuth's form cannot state a problem without primary items")
    head = [_SIGN]
    if cover.projection is not None:
        head.append(_PROJECTION + " ".join(cover.projection))
    head.append(" ".join([*cover.primary, *(["|", *cover.secondary] if cover.secondary else [])]))
    body = []
    for option in cover.options:
        if option.name != str(option):
            body.append(_OPTION_NAME + option.name)
        body.append(str(option))
    return "\n".join([*head, *body]) + "\n"


def read_knuth(text: str) -> tuple[ExactCover, ...]:
    """Read one exact cover problem from Knuth's format. Raise `ParseError`."""
    projection: tuple[str, ...] | None = None
    header: list[Token] = []
    name: str | None = None
    options: list[Option] = []
    known: set[Item] = set()
    primary: set[Item] = set()
    for number, line in enumerate(text_lines(text), 1):
        if line.startswith("|"):
            if line.startswith(_PROJECTION.rstrip()):
                projection = tuple(line[len(_PROJECTION) :].split())
            elif line.startswith(_OPTION_NAME):
                name = line[len(_OPTION_NAME) :]
        elif not (words := line.split()):
            continue
        elif not header:
            header = line_tokens(line, number)
            first, second = _items(header)
            known, primary = {*first, *second}, set(first)
        else:
            option = _plain_option(words, known, primary, name)
            option = option or _option(line_tokens(line, number), name, known, primary)
            options += [option] if option else []
            name = None
    if not header:
        LineReader("").line("a line of item names")
        raise AssertionError
    try:
        return (ExactCover.of_sound_options(first, second, tuple(options), projection),)
    except ValueError as error:
        raise ParseError(header[0].line, 1, str(error)) from None


def _plain_option(words: list[str], known: set[Item], primary: set[Item], name: str | None) -> Option | None:
    """A valid option without colours, the common case; None if the line needs a closer look."""
    if not is_plain(words, known, primary):
        return None
    return Option(" ".join(words) if name is None else name, tuple(words))


def _items(header: list[Token]) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    bars = [at for at, token in enumerate(header) if token.text == "|"]
    if len(bars) > 1:
        raise header[bars[1]].error("one '|' between primary and secondary items")
    bar = bars[0] if bars else len(header)
    seen: set[str] = set()
    for token in header:
        if token.text != "|" and not ITEM_NAME.fullmatch(token.text):
            raise token.error("an item name without '|' and ':'")
        if token.text in seen:
            raise token.error("each item once")
        seen.add(token.text)
    names = [token.text for token in header]
    return tuple(names[:bar]), tuple(names[bar + 1 :])


def _option(tokens: list[Token], name: str | None, known: set[Item], primary: set[Item]) -> Option | None:
    """The option in a line; None if it has no primary item, so that no cover chooses it (see `_beside`)."""
    items: list[Item] = []
    colours: list[tuple[Item, str]] = []
    seen: set[Item] = set()
    for token in tokens:
        item, colon, colour = token.text.partition(":")
        if item not in known:
            raise token.error("an item of the first line")
        if item in seen:
            raise token.error("each item once in an option")
        if colon and (item in primary or not ITEM_NAME.fullmatch(colour)):
            raise token.error("a colour, on a secondary item only")
        seen.add(item)
        if colon:
            colours.append((item, colour))
        else:
            items.append(item)
    if not seen & primary:
        return None
    option = Option("", tuple(items), tuple(colours))
    return Option(name if name is not None else str(option), option.items, option.colours)


def _beside(text: str) -> Beside:
    """What comments say, and a note to options of secondary items only, which Knuth's programs skip, too."""
    found = unread(comments(text, r"^\|"), _OF_EXPORT if text.startswith("| coversat ") else _READ)
    lines = ((at, line.split()) for at, line in enumerate(text_lines(text), 1) if line[:1] != "|")
    rows = ((at, words) for at, words in lines if words)
    _, header = next(rows)
    if "|" not in header:
        return Beside(unread=found)
    aside = {*header[header.index("|") + 1 :]}
    skipped = [at for at, words in rows if aside.issuperset(word.partition(":")[0] for word in words)]
    which = f"line{'s' if len(skipped) > 1 else ''} {', '.join(map(str, skipped))}"
    notes = (f"options without a primary item are left out: {which}",) if skipped else ()
    return Beside(notes, found)


def _looks_like_knuth(text: str) -> bool:
    """Whether a text has a comment in words; or items, and options that consist of them and use all of them.

    A few invalid options are accepted, for which `read_knuth` has messages.
    """
    lines = [line for line in text_lines(text) if line.strip()]
    rows = [line.split() for line in lines if not line.startswith("|")]
    if not rows or any(_COMMENT.match(line) for line in lines):
        return bool(rows)
    header, *options = rows
    items = [word for word in header if word != "|"]
    if len(set(items)) != len(items) or len(items) < 2 or _is_grid(rows) or header[0][:1] in "[{(":
        return False
    if not options:
        return len(text) > _LONG  # the line of items is longer than the inspected beginning
    known = set(items)
    if len(options) > 1 and all(known.issubset(option) for option in options):
        return False  # rows of the same words in other orders, each of which would be a cover
    plain = [[word.partition(":")[0] for word in option] for option in options]
    sound = sum(known.issuperset(option) and len(set(option)) == len(option) for option in plain)
    if 2 * sound < len(options):
        return False
    bar = header.index("|") if "|" in header else len(header)
    unused = set(header[:bar]).difference(*plain)
    # A long text is recognised by its beginning; further options follow.
    return len(unused) <= len(options) - sound or len(text) > _LONG


def _is_grid(rows: list[list[str]]) -> bool:
    """Whether each word can be a row of a board: equally long, at least four cells, digits and blanks."""
    words = [word for row in rows for word in row]
    return len(words[0]) > 3 and all(len(word) == len(words[0]) and _CELLS.issuperset(word) for word in words)


KNUTH: Form[ExactCover, Cover] = Form(
    name="knuth",
    about="a line of items (secondary ones behind '|'), then one option a line; '|' first for a comment",
    recognises=_looks_like_knuth,
    read=read_knuth,
    write=alone(write_knuth),
    bare=lambda text: "|" not in text,
    beside=_beside,
)

ExactCover.forms = (KNUTH, MATRIX, SETS)
ExactCover.whole_form = KNUTH
