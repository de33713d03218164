"""Reading the output of SAT solvers: ``s``, ``v`` and ``o`` lines, or minisat's ``SAT`` file.

The output is data that callers must check. Lines are read as they arrive, and at most one model is held,
so that the output may be of any length.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from operator import neg
from typing import Literal, NamedTuple, TextIO

from ...base.deadline import NEVER, Deadline
from ...base.errors import ParseError
from ..text import BLANK_APART, Token, plain_tokens, text_lines

Claim = Literal["SATISFIABLE", "UNSATISFIABLE", "UNKNOWN"]

_STATUS: dict[str, Claim] = {
    "SATISFIABLE": "SATISFIABLE",
    "UNSATISFIABLE": "UNSATISFIABLE",
    "UNKNOWN": "UNKNOWN",
    "INDETERMINATE": "UNKNOWN",
    "OPTIMUM FOUND": "SATISFIABLE",
    "SAT": "SATISFIABLE",
    "UNSAT": "UNSATISFIABLE",
    "INDET": "UNKNOWN",
}


_PLAIN = re.compile(r"[ \t]*(?:(?:0|-?[1-9][0-9]{0,9})(?:[ \t]+|$))*+")
"""Literals in the usual form, which are read many at once."""
_SOLUTIONS = re.compile(r"SOLUTIONS ([0-9]{1,18})")
_GAP = re.compile(r"[ \t]")
_COST = re.compile(r"-?[0-9]{1,40}")
_OPENING, _CLOSING = frozenset("[({"), frozenset("])}")
_LIST = re.compile(r"[ \t]*[\[({][\]\[(){}, \t0-9-]*")
_LISTED = re.compile(r"[^\]\[(){}]*([\]\[(){}]|$)")
_WITHOUT_SIGNS = str.maketrans("[](){},", " " * 7)
_MANY = 1 << 16
"""The approximate number of characters read at once."""
_LONGEST_LINE = 1 << 20


class SolverOutput(NamedTuple):
    """The status a solver claims, and its literals (perhaps incomplete) if it claims a model.

    `cost` is the cost of the model that a MaxSAT solver reports.
    """

    status: Claim
    literals: tuple[int, ...] | None = None
    cost: int | None = None


def read_solver_output(text: str, variable_count: int, may_be_empty: bool = False) -> SolverOutput:
    """Return the status line and the model in `text`.

    Literals may be in any order and chunks, on ``v`` lines or (minisat's result file, or a bare list)
    without ``v``, or lists as Python prints them. The final 0 and some variables may be missing. MaxSAT
    solvers write one word with a 0 or 1 for each variable instead. Of several models, which follow a status
    or an ``o`` line each or end in 0, the last one counts, also if the solver then states that there is no
    other. Comment lines (``c``) and other output beside a status or ``v`` lines are ignored; beside bare
    literals it is refused, and so is a single number, as counters print them.

    * may_be_empty: whether ``s SATISFIABLE`` alone is a model without literals: that of a formula without
      clauses, which some solvers show no literals for.

    Raise `ParseError` for no status and no literals, two statuses that differ, a literal that is not an
    integer or beyond `variable_count`, x and -x both, literals behind the closing 0, or a model beside
    UNSATISFIABLE.
    """
    return read_solver_lines(text_lines(text), variable_count, may_be_empty=may_be_empty)


def read_solver_lines(
    lines: Iterable[str], variable_count: int, deadline: Deadline = NEVER, may_be_empty: bool = False
) -> SolverOutput:
    """`read_solver_output` of lines as they arrive, until the deadline; see `bounded_lines`.

    Raise `ParseError` as `read_solver_output` does, as soon as the faulty line arrives. Raise
    `LimitReachedError` if the time limit is reached.
    """
    reader = OutputReader(variable_count)
    for line in deadline.through(lines):
        reader.feed(line)
    return reader.output(may_be_empty)


def bounded_lines(stream: TextIO, variable_count: int) -> Iterator[str]:
    """The lines of a stream, none longer than a model of `variable_count` variables can be.

    Raise `ParseError` if a line is longer.
    """
    longest = max(_LONGEST_LINE, 13 * (variable_count + 2))
    number = 0
    while line := stream.readline(longest):
        number += 1
        if len(line) == longest and not line.endswith("\n"):
            raise ParseError(number, longest, f"expected a line of less than {longest} characters")
        yield line.removesuffix("\n")


class OutputReader:
    """Reads a solver's output line by line; the result is `output`."""

    def __init__(self, variable_count: int) -> None:
        self._variable_count = variable_count
        self._number = 0
        self._status: Claim | None = None
        self._cost: int | None = None
        self._model: _Model | None = None
        self._costs_follow = False  # the first cost follows a model, as clasp prints it
        self._next_is_new = False  # an ``o`` line has followed the model, or the model has ended
        self._depth = 0  # of brackets in lists
        self._bare: Token | None = None  # the first literal that is not on a ``v`` line
        self._other: Token | None = None  # the first line that is not read, and no comment

    def feed(self, line: str) -> None:
        """Read one line, without its end. Raise `ParseError` if it is malformed."""
        self._number += 1
        line = line.rstrip(" \t\r")
        first = BLANK_APART.search(line)
        if first is None:
            return
        word = first.group()
        if self._depth or _LIST.fullmatch(line):
            self._read_list(line)
        elif word in ("v", "V"):
            self._next_is_new |= self._model is not None and self._model.is_followed_by(line[first.end() :])
            self._add(line, first.end())
        elif word in ("s", "S") or (first.end() == len(line) and word.upper() in _STATUS):
            self._read_status(plain_tokens(line, self._number))
        elif word in ("o", "O"):
            self._read_cost(plain_tokens(line, self._number))
        elif word.isascii() and word.removeprefix("-").isdecimal():
            if (
                self._model is not None and self._model.first.column == first.start() + 1
            ):  # not on a ``v`` line
                self._next_is_new |= self._model.is_followed_by(line)
            self._bare = self._bare or Token(word, self._number, first.start() + 1)
            self._add(line, first.start())
        elif word not in ("c", "C"):
            self._other = self._other or Token(line[first.start() :], self._number, first.start() + 1)

    def output(self, may_be_empty: bool = False) -> SolverOutput:
        """The result of all lines. Raise `ParseError` if they state nothing or contradict each other."""
        model, status = self._model, self._status
        if status is None and model is None:
            raise ParseError(1, 1, "expected a solver's output: 's SATISFIABLE' and 'v' lines, or a model")
        if status != "SATISFIABLE" and status is not None:
            if model is not None:
                raise model.first.error(f"no model beside {status}")
            return SolverOutput(status)
        if status is None and model is not None and self._bare is not None:
            if self._other is not None:
                raise self._other.error("literals and nothing else, or 's SATISFIABLE' above them")
            if model.is_one_number:
                raise self._bare.error("a model: 'v' before its literals, or 0 behind them", "a number alone")
        if model is None and may_be_empty:
            return SolverOutput("SATISFIABLE", (), self._cost)
        if model is None:
            raise ParseError(1, 1, "expected a model: the solver claims SATISFIABLE and shows no literals")
        return SolverOutput("SATISFIABLE", model.literals(), model.cost)

    def _read_status(self, tokens: list[Token]) -> None:
        stated = tokens[1:] if tokens[0].text in ("s", "S") else tokens
        words = " ".join(token.text for token in stated)
        verdict = _STATUS.get(words.upper())
        if verdict is None and (found := _SOLUTIONS.fullmatch(words)):  # how many models there were
            verdict = "SATISFIABLE" if int(found[1]) else "UNSATISFIABLE"
        if verdict is None:
            whole = stated[0]._replace(text=words) if stated else tokens[0]
            raise whole.error("SATISFIABLE, UNSATISFIABLE or UNKNOWN")
        if self._status == "SATISFIABLE" and self._model is not None:
            self._next_is_new = True  # what follows is another model, or there is no other
            return
        if self._status not in (None, verdict):
            raise tokens[-1].error(f"one status; there is {self._status} above")
        self._status = verdict

    def _read_list(self, line: str) -> None:
        """Read a line of a list as Python prints it; each inner list is a model."""
        for part in _LISTED.finditer(line):
            literals = " " * part.start() + part.group().translate(_WITHOUT_SIGNS)
            if literals.strip():
                self._add(literals, 0)
            self._depth = max(0, self._depth + (part[1] in _OPENING) - (part[1] in _CLOSING))
            self._next_is_new |= part[1] in _CLOSING and self._model is not None

    def _read_cost(self, tokens: list[Token]) -> None:
        if len(tokens) != 2 or not _COST.fullmatch(tokens[1].text):
            raise tokens[-1].error("'o' and one number")
        self._costs_follow |= self._model is not None and self._cost is None
        self._cost = int(tokens[1].text)
        if self._costs_follow and self._model is not None and self._model.cost is None:
            self._model.cost = self._cost
        self._next_is_new = True

    def _add(self, line: str, start: int) -> None:
        first = BLANK_APART.search(line, start)
        if first is None:
            return
        if self._model is None or self._next_is_new:
            token = Token(first.group(), self._number, first.start() + 1)
            self._model = _Model(self._variable_count, token, None if self._costs_follow else self._cost)
            self._next_is_new = False
            if first.end() == len(line) and self._model.is_binary(token):
                self._model.bits = token
                return
        self._model.add(line, start, self._number)


class _Model:
    """The literals of one model as they arrive."""

    def __init__(self, variable_count: int, first: Token, cost: int | None) -> None:
        self.first = first
        self.cost = cost
        self.bits: Token | None = None
        self._variable_count = variable_count
        self._chosen: dict[int, None] = {}
        self._closed = False

    def is_binary(self, word: Token) -> bool:
        """Whether no literal has as many digits as there are variables; true for a single variable."""
        return len(word.text) == self._variable_count > 1 and not word.text.strip("01")

    @property
    def is_one_number(self) -> bool:
        """Whether it is one number that is not negative, which may count something instead."""
        alone = self.bits is None and len(self._chosen) + self._closed == 1
        return alone and min(self._chosen, default=0) >= 0

    def is_followed_by(self, line: str) -> bool:
        """Whether the literals of a line belong to the next model."""
        return self._closed and line.split(None, 1)[:1] not in ([], ["0"])

    def add(self, line: str, start: int, number: int) -> None:
        if self.bits is not None:  # more follows, so it is not a model in one word
            self._add_word(self.bits)
            self.bits = None
        while start < len(line):
            gap = _GAP.search(line, start + _MANY)
            end = gap.start() if gap else len(line)
            piece = line[start:end]
            if not self._add_many(piece):
                for word in BLANK_APART.finditer(piece):
                    self._add_word(Token(word.group(), number, start + word.start() + 1))
            start = end

    def _add_many(self, piece: str) -> bool:
        """Add all of `piece` if it needs no closer look; otherwise nothing of it."""
        if self._closed or not _PLAIN.fullmatch(piece):
            return False
        values = list(map(int, piece.split()))
        closed = bool(values) and not values[-1]
        if closed:
            values.pop()
        if not values:
            self._closed = closed
            return True
        new = dict.fromkeys(values)
        if (
            0 in new
            or max(values) > self._variable_count
            or min(values) < -self._variable_count
            or not new.keys().isdisjoint(map(neg, values))
            or not self._chosen.keys().isdisjoint(map(neg, values))
        ):
            return False
        self._chosen.update(new)
        self._closed = closed
        return True

    def _add_word(self, word: Token) -> None:
        digits = len(word.text)
        if digits > max(10, len(str(self._variable_count))) and not word.text.strip("01"):
            raise word.error(f"a digit for each of the {self._variable_count} variables", f"{digits} digits")
        literal = word.integer(-self._variable_count, self._variable_count, "a literal")
        if word.text.lstrip("+-") != str(abs(literal)):
            raise word.error(f"a literal, or one digit for each of the {self._variable_count} variables")
        if self._closed and literal:
            raise word.error("the end of the model after 0")
        if literal and -literal in self._chosen:
            raise word.error(f"a model; it contains {-literal} already")
        if literal:
            self._chosen[literal] = None
        else:
            self._closed = True

    def literals(self) -> tuple[int, ...]:
        if self.bits is not None:
            return tuple(v if bit == "1" else -v for v, bit in enumerate(self.bits.text, 1))
        return tuple(sorted(self._chosen, key=abs))
