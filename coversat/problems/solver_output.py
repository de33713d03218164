"""Reading what SAT solvers print: ``s`` and ``v`` lines, or minisat's ``SAT`` file.

A solver's word is data to be checked: this module reads it and believes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..errors import ParseError
from .text import Token, token_lines

Verdict = Literal["SATISFIABLE", "UNSATISFIABLE", "UNKNOWN"]

_STATUS: dict[str, Verdict] = {
    "SATISFIABLE": "SATISFIABLE",
    "UNSATISFIABLE": "UNSATISFIABLE",
    "UNKNOWN": "UNKNOWN",
    "INDETERMINATE": "UNKNOWN",
    "OPTIMUM FOUND": "SATISFIABLE",
    "SAT": "SATISFIABLE",
    "UNSAT": "UNSATISFIABLE",
    "INDET": "UNKNOWN",
}


@dataclass(frozen=True)
class SolverOutput:
    """The status a solver claims, and its literals (perhaps not all) when it claims a model."""

    status: Verdict
    literals: tuple[int, ...] | None = None


def read_solver_output(text: str, variable_count: int) -> SolverOutput:
    """The status line and the model in `text`.

    Literals may stand in any order and chunks, on ``v`` lines or (minisat's result file, or a bare
    list) without the ``v``; the final 0 may be missing; variables may be missing.  MaxSAT solvers write
    a 0 or 1 for each variable instead, in one word.  Comment lines (``c``) and other chatter before the
    status are passed over.

    Raises
    ------
    ParseError
        For no status and no literals, two statuses that differ, a literal that is no integer or beyond
        `variable_count`, x and -x both, literals behind the closing 0, or a model beside UNSATISFIABLE.
    """
    status: Verdict | None = None
    words: list[Token] = []
    for tokens in token_lines(text):
        first = tokens[0]
        if first.text == "v":
            words += tokens[1:]
        elif first.text == "s" or (len(tokens) == 1 and first.text in _STATUS):
            status = _read_status(tokens, status)
        elif _is_integer(first.text):
            words += tokens
    if status is None and not words:
        raise ParseError(1, 1, "expected a solver's output: 's SATISFIABLE' and 'v' lines, or a model")
    if status != "SATISFIABLE" and status is not None:
        if words:
            raise words[0].error(f"no model beside {status}")
        return SolverOutput(status)
    if not words:
        raise ParseError(1, 1, "expected a model: the solver claims SATISFIABLE and shows no literals")
    if _is_binary(words, variable_count):
        return SolverOutput("SATISFIABLE", _read_binary(words[0].text))
    return SolverOutput("SATISFIABLE", _read_model(words, variable_count))


def _read_status(tokens: list[Token], before: Verdict | None) -> Verdict:
    word = tokens[-1]
    said = [token.text for token in tokens if token.text != "s"]
    verdict = _STATUS.get(" ".join(said))
    if verdict is None:
        raise word.error("SATISFIABLE, UNSATISFIABLE or UNKNOWN")
    if before is not None and before != verdict:
        raise word.error(f"one status; {before} stands above")
    return verdict


def _read_model(words: list[Token], variable_count: int) -> tuple[int, ...]:
    chosen: dict[int, Token] = {}
    closed = False
    for token in words:
        literal = token.integer(-variable_count, variable_count, "a literal")
        if closed and literal:
            raise token.error("the end of the model after 0")
        if -literal in chosen and literal:
            raise token.error(f"a model; {-literal} stands in it already")
        if literal:
            chosen[literal] = token
        closed = closed or not literal
    return tuple(sorted(chosen, key=abs))


def _is_binary(words: list[Token], variable_count: int) -> bool:
    """No literal has as many digits as there are variables, unless there is one variable."""
    (word, *more) = words
    return not more and len(word.text) == variable_count > 1 and not word.text.strip("01")


def _read_binary(values: str) -> tuple[int, ...]:
    return tuple(v if value == "1" else -v for v, value in enumerate(values, 1))


def _is_integer(word: str) -> bool:
    return word.removeprefix("-").isdecimal() and word.isascii()
