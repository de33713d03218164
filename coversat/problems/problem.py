"""The interface of every problem: a text form, a rules check and a picture.

A problem is a frozen value, independent of its solvers. An *answer* is a separate value; `violations`
checks it by the rules alone and shares nothing with the reductions or the solvers.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, pairwise
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar, cast

from ..base import notebook
from ..base.errors import ArgumentError, ParseError
from ..base.wording import cell_name
from .text import head_of, text_lines, token_lines

A = TypeVar("A")
P = TypeVar("P", bound="AnyProblem")

_NAMED_CELL = r"\br(\d+)c(\d+)\b"


class Violation(NamedTuple):
    """One broken rule of a problem.

    * rule: what is wrong, in a sentence.
    * cells (tuple of (row, column) from 0): the cells that show it.
    * label: the label of the rule in the model of a grid kind; empty if an answer has the wrong shape or
      values.
    """

    rule: str
    cells: tuple[tuple[int, int], ...] = ()
    label: str = ""

    def __str__(self) -> str:
        return self.rule


def rendered(problem: AnyProblem, answer: Any, case: int) -> str:
    """An answer as drawn by the problem."""
    return problem.render(answer)


def headed_rows(word: str, spaced: bool) -> Callable[[str], bool]:
    """Whether a text begins with this word, followed by rows of spaced cells, or of unspaced ones."""

    def recognises(text: str) -> bool:
        lines = token_lines(text)
        return bool(lines) and lines[0][0].text == word and (len(lines) > 1 and len(lines[1]) > 1) == spaced

    return recognises


def each(write: Callable[[P], str]) -> Callable[[Sequence[P]], str]:
    """Return a function that writes problems in sequence."""
    return lambda problems: "".join(map(write, problems))


def alone(write: Callable[[P], str]) -> Callable[[Sequence[P]], str]:
    """Return a function that writes one problem, for a form whose texts have one."""

    def write_one(problems: Sequence[P]) -> str:
        if len(problems) != 1:
            raise ArgumentError(f"a text in this form holds one problem, not {len(problems)}")
        return write(problems[0])

    return write_one


class Beside(NamedTuple):
    """What a text has beside its problems.

    * notes: remarks for a person, such as that letters are digits.
    * unread: what may state a rule and was not read, a few words each: ``rules in words``.
    * stored: for each problem the answer that the text states, or None; empty if it states none.
    * doubt: why a problem that is read by its shape may be of another kind; empty if nothing says so.
    """

    notes: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    stored: tuple[Any, ...] = ()
    doubt: str = ""


class Row(NamedTuple):
    """What a line of a set, or an item of a list, states.

    * puzzle: its text in the form, the problem itself, or what is wrong with the row; None for a line without
      a puzzle that may state a rule of those below it.
    * note: what else it states of the puzzle, such as a rating.
    * beside: what it has beside its one puzzle.
    """

    puzzle: Any
    note: str = ""
    beside: Beside = Beside()


class Rows(NamedTuple):
    """How the lines of a set are read; decided once, from its beginning.

    * read ((line, its number) -> Row, or None for a line without a puzzle).
    * note (what else a line states -> note): for lines that are read many at a time.
    * goes_on (lines -> bool): whether a row that begins with them goes on in the next line.
    * alike: whether lines may be read many at a time, by the bulk interface of the form.
    * unread (what else a line states -> what may state a rule): for such lines.
    """

    read: Callable[[str, int], Row | None]
    note: Callable[[str], str]
    goes_on: Callable[[str], bool] = lambda lines: False
    alike: bool = True
    unread: Callable[[str], tuple[str, ...]] = lambda rest: ()


def each_line(
    split: Callable[[str], tuple[str, str]], beside: Callable[[str], Beside] | None = None
) -> Callable[[str], Rows]:
    """Rows that are read one like the other: the puzzle of a line, empty if it has none, and a note."""

    def read(line: str, number: int) -> Row | None:
        puzzle, note = split(line)
        said = Beside()
        with suppress(ParseError):  # reading the puzzle reports the error
            said = beside(line) if beside and line.strip() else said
        if puzzle:
            return Row(puzzle, note, said)
        return Row(None, beside=said) if said.unread else None

    def unread(rest: str) -> tuple[str, ...]:
        return beside(f".{rest}").unread if beside else ()

    return lambda head: Rows(read, lambda rest: split(f".{rest}")[1], unread=unread)


def together(parts: Sequence[Beside]) -> Beside:
    """What is beside several parts of a text: each note once, and all stored answers in order."""
    notes = dict.fromkeys(chain.from_iterable(one.notes for one in parts))
    unread = dict.fromkeys(chain.from_iterable(one.unread for one in parts))
    stored = tuple(chain.from_iterable(one.stored for one in parts))
    return Beside(tuple(notes), tuple(unread), stored, next((one.doubt for one in parts if one.doubt), ""))


class Form(NamedTuple, Generic[P, A]):
    """One way to write problems of a kind, and their answers, as text.

    A form accounts for every character of a text: data, blanks, a comment in a syntax that it states, a
    header, or what is known to state no rule. What may state one and is not read is in `Beside.unread`; a
    text that has anything else is not in this form.

    * name: short and typeable, such as ``boj4574``.
    * about: one line for listings.
    * recognises (text -> bool): whether a text has the shape of this form, judged by its first lines
      (`text.head_of`). A text with a mistake is still recognised, so that `read` can report the mistake.
    * read (text -> problems): every problem in the text, in order.  Raises `ParseError`.
    * write (problems -> text or None): none for a form that is only read.  Raises `ValueError` for a problem
      the form cannot state.
    * show ((problem, answer, case number) -> text): the answer as this form's users expect to see it, without
      the final newline; by default that of `render`.
    * rows (beginning of a text -> Rows, or None): for a form with a problem a line, which can be read line by
      line.
    * items (text -> rows, or None): for a form whose texts are lists of problems, of which each may be wrong.
    * bulk: for such a form, the module of its kind whose `BULK` reads and decides many lines at once; see
      `bulk`.
    * several: whether a text can have several problems, and `write` accepts them.
    * beside (text -> Beside, or None): what a text has beside its problems; all of its problems.
    * bare (text -> bool): whether only the shape of a text says that it is of this kind. Other forms are
      asked about such a text, too.
    * clashes ((text, problem, all its problems) -> bool): of a text that is read by its shape, and whose
      problem has a `clash`: whether a mistake is likelier than a board of another kind.
    * only_stated: whether texts are read in this form only if the kind is stated by an option or a name.
    """

    name: str
    about: str
    recognises: Callable[[str], bool]
    read: Callable[[str], tuple[P, ...]]
    write: Callable[[Sequence[P]], str] | None = None
    show: Callable[[P, A, int], str] = rendered
    rows: Callable[[str], Rows] | None = None
    items: Callable[[str], Iterable[Row]] | None = None
    bulk: str = ""
    several: bool = False
    beside: Callable[[str], Beside] | None = None
    bare: Callable[[str], bool] | None = None
    clashes: Callable[[str, P, Sequence[P]], bool] | None = None
    only_stated: bool = False


class Problem(ABC, Generic[A]):
    """The base class of all problems."""

    kind: ClassVar[str]
    """The name used on the command line and in the reduction graph."""
    about: ClassVar[str]
    """One line for listings."""
    forms: ClassVar[tuple[AnyForm, ...]]
    """The text forms, tried in this order."""
    whole_form: ClassVar[AnyForm]
    """The form that can state every instance; not needed by a class that defines `format`."""
    judge_form: ClassVar[str] = ""
    """The name of the form in which a judge's problem gives the puzzles; empty for the first form."""
    fixed_clues: ClassVar[str] = ""
    """For messages: the clues of a kind without givens."""
    place_words: ClassVar[str] = "cells"
    """For messages: what the values of an answer belong to."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.__repr__ = cls.__repr__  # type: ignore[method-assign]  # its own, which `dataclass` then leaves

    def __repr__(self) -> str:
        """An expression that makes the problem, whatever parameters its constructor has."""
        return f"{type(self).__name__}.parse({self.format()!r})"

    @property
    def answer_shape(self) -> tuple[int | None, ...] | None:
        """The nesting of an answer: the lengths of sequences of sequences of integers; None for any length.

        ``(9, 9)`` for a grid, whose cells may be blank. None if answers are of another type.
        """
        return None

    @classmethod
    def parse(cls, text: str) -> Self:
        """The one problem in `text`, in any of this kind's forms.

        Raise `ParseError` if the text is in no form of this kind, is malformed, or does not have exactly
        one problem.
        """
        form = form_of(text, cls.forms)
        if form is None:
            found = "a text in no known form" if text.strip() else "an empty text"
            names = ", ".join(form.name for form in cls.forms)
            raise ParseError(1, 1, f"expected {cls.kind} ({names}), found {found}")
        problems = form.read(text)
        if len(problems) != 1:
            raise ParseError(1, 1, f"expected one {cls.kind}, found {len(problems)}")
        problem: Self = problems[0]
        return problem

    def format(self) -> str:
        """The text in `whole_form`: ``parse(format(x)) == x``."""
        assert self.whole_form.write is not None
        return self.whole_form.write([self])

    @abstractmethod
    def violations(self, answer: A) -> list[Violation]:
        """Every rule that `answer` breaks; empty if it is correct."""

    @abstractmethod
    def render(self, answer: A | None = None) -> str:
        """The problem, or its answer, as a picture in characters, without a final newline."""

    @abstractmethod
    def parse_answer(self, text: str) -> A:
        """The answer written in `text`.

        Raise `ParseError` if the text does not describe an answer to this problem, right or wrong.
        """

    def answer_of_words(self, rows: Sequence[Sequence[str]]) -> A:
        """The answer on a board whose cells have these words. Raise `ParseError` as `parse_answer` does."""
        return self.parse_answer("\n".join(map(" ".join, rows)))

    def checked(self, answer: Any) -> A:
        """A value that has the shape of an answer, right or wrong. Raise `ValueError` if it has not.

        A number that no text of an answer states, such as a queen beside the board, is none of its values.
        """
        shape = self.answer_shape
        if shape is None or _has_shape(answer, shape):
            with suppress(ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
                self.violations(answer)
                self.parse_answer(self.render(answer))
                return cast(A, answer)
        raise ArgumentError(f"no answer of this {self.kind} has that shape")

    @classmethod
    def defined_in(cls, file: str) -> None:
        """Called when a file of a user has defined this class.

        Raise `ValueError` if the class is incomplete.
        """

    def refuse_model(self, wrong: Violation) -> None:
        """Called when an answer of the problem's own model breaks this rule.

        Raise an `InputError` if the model is in a file of a user: the mistake is there.
        """

    def modules(self) -> tuple[str, ...]:
        """The names of the modules that define it and its parts."""
        return (type(self).__module__,)

    @property
    def called(self) -> str:
        """The kind, and the sides of a board: ``sudoku 9x9``."""
        sides = self.answer_shape or ()
        is_board = len(sides) == 2 and None not in sides
        return f"{self.kind} {sides[0]}x{sides[1]}" if is_board else self.kind

    @property
    def differs_by(self) -> str:
        """What a reader may not expect of how answers are judged or counted, for result lines; else empty."""
        return ""

    def completed_by(self, other: Any, alone: bool = False) -> A | None:
        """The answer that another problem states, if it is this one without blanks; None otherwise.

        `alone`: whether a text has only these two; a whole board is an answer then, though it may be wrong.
        """
        return None

    @classmethod
    def misnamed(cls, name: str, puzzle: Any = None) -> str:
        """The words of a file's name that are those of another kind, or of a rule that a puzzle has not.

        Without a puzzle, those of a puzzle without any rule of its own.
        """
        return ""

    @property
    def clash(self) -> str:
        """A rule that the givens alone break, in words; empty if none is known."""
        return ""

    def identity(self, answer: A) -> Any:
        """The part in which two answers must differ to count as two; by default all of it."""
        return answer

    def answer_rows(self, answer: A) -> list[list[int]]:
        """The answer as rows of integers, for JSON."""
        grid: Any = answer
        return [list(row) for row in grid]

    def sizes(self) -> dict[str, int]:
        """Three sizes of a formula or exact cover, for comparison; none for a puzzle."""
        return {}

    def named(self, answer: A) -> dict[Any, Any]:
        """The values of an answer by the names of their places, such as ``{"r1c1": 5}``; no blank cells."""
        rows = enumerate(self.answer_rows(answer))
        cells = ((r, c, value) for r, row in rows for c, value in enumerate(row))
        return {self.cell_name(r, c): value for r, c, value in cells if value is not None}

    @property
    def answer_words(self) -> Mapping[int, str]:
        """How the values of cells are written in answers; those that are missing are written as digits."""
        return {}

    @property
    def clue_faces(self) -> Mapping[tuple[int, int], str]:
        """The clues in the cells of the board, as the text of the puzzle has them."""
        return {}

    # What a setter may remove, and the names of cells. Kinds without givens inherit these.

    def given_names(self) -> tuple[str, ...]:
        """The name of each removable given, such as ``given 5 at r1c1``."""
        return ()

    def given_cells(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """The cells of each removable given, for pictures."""
        return tuple(
            tuple((int(r) - 1, int(c) - 1) for r, c in re.findall(_NAMED_CELL, words))
            for words in self.given_names()
        )

    def with_givens(self, keep: Collection[int]) -> Self:
        """The same problem with only these givens, by their indices in `given_names`.

        Removing givens never excludes an answer.
        """
        return self

    def cell_name(self, row: int, column: int) -> str:
        """The readable name of a cell (row and column from 0): ``r1c1`` for the first."""
        return cell_name((row, column))

    def fact_words(self, place: str, value: int, holds: bool) -> str:
        """In words, that a place of the answers has a value, or has it not.

        A place ``r1c1-r1c2`` is a line between two cells or points.
        """
        if "-" in place:
            ends = " and ".join(place.split("-"))
            return f"there is {'a' if holds == bool(value) else 'no'} line between {ends}"
        words = self.words_of_values
        if value in words:
            return f"{place} is {words[next(one for one in words if (one == value) == holds)]}"
        word = self.answer_words.get(value, str(value))
        return f"{place} is {'' if holds else 'not '}{'empty' if word == '-' else word}"

    def point_name(self, point: tuple[int, int]) -> str:
        """The name of a point through which a loop runs: a cell, unless lines run between corners."""
        return self.cell_name(*point)

    @property
    def words_of_values(self) -> Mapping[int, str]:
        """The two values of a cell in words: a cell is ...; none if values are numbers."""
        return {}

    def __str__(self) -> str:
        return self.render()

    def _repr_svg_(self) -> str | None:
        """The picture in notebooks."""
        return None if notebook.drawn is None else notebook.drawn(self)


def _has_shape(value: Any, shape: Sequence[int | None]) -> bool:
    if not shape:
        return value is None or (isinstance(value, int) and not isinstance(value, bool))
    length, *inner = shape
    is_sequence = isinstance(value, (tuple, list)) and length in (None, len(value))
    return is_sequence and all(_has_shape(one, inner) for one in value)


AnyProblem = Problem[Any]
AnyForm = Form[Any, Any]
"""Of whatever kind."""


def headed_form(kind: type[P], name: str, about: str, read: Callable[[str], P]) -> Form[P, Any]:
    """The form of a kind whose texts begin with its name; it states every instance by `Problem.format`.

    `read` reads one problem.
    """
    begins = partial(_begins, kind.kind)
    return Form(name, about, begins, each_headed(kind.kind, read), each(kind.format), several=True)


def each_headed(word: str, read: Callable[[str], P]) -> Callable[[str], tuple[P, ...]]:
    """Return a function that reads problems of which each begins with a line whose first word is `word`."""

    def read_each(text: str) -> tuple[P, ...]:
        lines = text_lines(text)
        further = [at for at, line in enumerate(lines) if _begins(word, line)][1:]
        if not further:
            return (read(text),)
        parts = pairwise((0, *further, len(lines)))
        return tuple(_read_part(read, lines[start:end], start) for start, end in parts)

    return read_each


def _begins(word: str, text: str) -> bool:
    return text.split(None, 1)[:1] == [word]


def _read_part(read: Callable[[str], P], lines: Sequence[str], start: int) -> P:
    """The problem in some lines of a text; errors name their places in the text."""
    try:
        return read("\n".join(lines))
    except ParseError as error:
        raise ParseError(start + error.line, error.column, error.reason, error.hint) from None


def always(text: str) -> bool:
    """Of a form whose texts never state their kind; see `Form.bare`."""
    return True


def unless_read(read: Callable[[str], object]) -> Callable[[str], bool]:
    """The same of a form so strict that whatever it can read is of this kind."""

    def is_bare(text: str) -> bool:
        try:
            return not read(text)
        except ParseError:
            return True

    return is_bare


def form_of(text: str, forms: Sequence[AnyForm]) -> AnyForm | None:
    """The first of a kind's own forms that recognises `text`, which is known to be of this kind.

    A kind with a single form uses it for any text, because its errors are the most precise. Forms for which
    an option or a name has to state the kind are not asked.
    """
    head = head_of(text)
    forms = [form for form in forms if not form.only_stated]
    only = forms[:1] if len(forms) == 1 and text.strip() else ()
    return next((form for form in (*(form for form in forms if form.recognises(head)), *only)), None)


class Stepwise(Problem[A]):
    """A problem for the generic backtracking search.

    A *partial answer* has the shape of an answer and leaves its last rows, or blank cells, open. Steps are
    the possible next decisions; the rules check them.
    """

    def beginning(self) -> A:
        """The partial answer without decisions; by default empty, for an answer that grows row by row."""
        return cast(A, ())

    @abstractmethod
    def steps(self, partial: A) -> Iterable[A] | None:
        """Every next decision, smallest first; None if nothing is open.

        `partial` breaks no rule.  Every answer is reached in exactly one way.
        """

    @abstractmethod
    def partial_violations(self, partial: A) -> list[Violation]:
        """Rules that `partial` breaks, regardless of later decisions.

        For a complete answer these are all the rules it breaks.
        """
