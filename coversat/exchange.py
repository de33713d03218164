"""Handing a problem to outside programs, and reading their answers back without trusting them."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from .problems import Document, Form, ParseError, Problem, read
from .problems.cnf import Cnf, read_dimacs
from .problems.exact_cover import ExactCover
from .problems.solver_output import Verdict, read_solver_output
from .routes import Rules, UnknownRouteError, apply_rules, find_rules
from .solvers.sat import complete_model
from .version import VERSION

_KIND, _REDUCTION, _HASH, _PUZZLE = "kind ", "reduction ", "sha256 ", "puzzle "


def to_cnf(problem: Problem[Any], rules: Rules, form: Form[Any, Any] | None = None) -> Cnf:
    """The problem as a formula whose comments say what it is, so that it can be decoded alone.

    The comments hold the problem's kind, the reductions' names, the problem's text (as `form` writes
    it, where it can) and the SHA-256 of that text.

    Raises
    ------
    UnknownRouteError
        When the rules do not end in a formula.
    ReductionError
        For an instance that an encoding does not take.
    """
    target = apply_rules(rules, problem).target
    if not isinstance(target, Cnf):
        raise UnknownRouteError(f"the reduction leads to {target.kind}, not to cnf")
    text = problem_text(problem, form)
    comments = (
        f"coversat {VERSION}",
        _KIND + problem.kind,
        _REDUCTION + "/".join(rule.name for rule in rules),
        _HASH + hashlib.sha256(text.encode()).hexdigest(),
        *(_PUZZLE + line for line in text.splitlines()),
    )
    return replace(target, comments=comments) if rules else target


def to_cover(problem: Problem[Any], rules: Rules) -> ExactCover:
    """The problem as an exact cover.

    Raises
    ------
    UnknownRouteError
        When the rules do not end in an exact cover.
    ReductionError
        For an instance that an encoding does not take.
    """
    target = apply_rules(rules, problem).target
    if not isinstance(target, ExactCover):
        raise UnknownRouteError(f"the reduction leads to {target.kind}, not to cover")
    return target


def problem_text(problem: Problem[Any], form: Form[Any, Any] | None = None) -> str:
    """The problem as `form` writes it, or in the form that can state every problem of its kind."""
    if form is not None and form.write is not None:
        try:
            return form.write([problem])
        except ValueError:
            pass
    return problem.format()


@dataclass(frozen=True)
class Decoded:
    """What a solver's output says of the problem inside a formula.

    `answer` is None when the solver claims that there is none, or does not know; `violations` are the
    rules that the answer breaks.
    """

    problem: Problem[Any]
    form: Form[Any, Any]
    status: Verdict
    answer: Any | None
    violations: tuple[str, ...]


class DecodeError(ValueError):
    """A formula that does not say what it was made from, or a model that is none."""


def decode(cnf_text: str, output_text: str) -> Decoded:
    """The answer of the problem inside a formula, from the formula and a solver's output alone.

    Nothing is trusted: the model must make every clause of the file true, the variables must mean what
    the reduction says, and the answer is checked by the problem's rules.  Variables that the model
    leaves out are chosen by a solver of our own.

    Raises
    ------
    ParseError
        For a malformed formula; `OutputError` for a malformed output.
    DecodeError
        When the model breaks a clause or the formula does not match the problem in its comments.
    """
    (cnf,) = read_dimacs(cnf_text)
    document, reduction_name = _origin(cnf)
    (problem,) = document.problems
    try:
        output = read_solver_output(output_text, cnf.variable_count)
    except ParseError as error:
        raise OutputError(error) from None
    if output.literals is None:
        return Decoded(problem, document.form, output.status, None, ())
    reduction = apply_rules(find_rules(problem.kind, reduction_name), problem)
    if (
        dict(reduction.target.names) != dict(cnf.names)
        or reduction.target.variable_count > cnf.variable_count
    ):
        raise DecodeError(
            f"its variables are not those that {reduction_name or cnf.kind} makes of its problem"
        )
    model = complete_model(cnf, output.literals)
    if model is None:
        wrong = cnf.violations(output.literals)
        raise DecodeError(f"the model does not satisfy the formula: {wrong[0]}")
    answer = reduction.decode(model)
    violations = tuple(map(str, problem.violations(answer)))
    return Decoded(problem, document.form, output.status, answer, violations)


class OutputError(Exception):
    """A solver's output that cannot be read; holds the `ParseError`."""

    def __init__(self, error: ParseError) -> None:
        super().__init__(str(error))
        self.error = error


def _origin(cnf: Cnf) -> tuple[Document, str]:
    """The problem a formula was made from and the reductions' names; a bare formula is its own problem."""
    said = {
        key: [c[len(key) :] for c in cnf.comments if c.startswith(key)] for key in (_KIND, _REDUCTION, _HASH)
    }
    if not said[_KIND]:
        return Document(Cnf.forms[0], (cnf,)), ""
    lines = [c[len(_PUZZLE) :] for c in cnf.comments if c.startswith(_PUZZLE) or c == _PUZZLE.rstrip()]
    text = "".join(line + "\n" for line in lines)
    if said[_HASH] != [hashlib.sha256(text.encode()).hexdigest()] or len(said[_REDUCTION]) != 1:
        raise DecodeError("the problem in its comments was changed: its SHA-256 does not match")
    try:
        document = read(text, said[_KIND][0])
        find_rules(said[_KIND][0], said[_REDUCTION][0])
    except (KeyError, ParseError, UnknownRouteError) as error:
        raise DecodeError(f"the problem in its comments cannot be read: {error}") from None
    if len(document.problems) != 1:
        raise DecodeError("its comments hold not exactly one problem")
    return document, said[_REDUCTION][0]


def write_whole(path: Path, lines: Iterable[str]) -> None:
    """Write a text file completely or not at all: a temporary file beside it, renamed at the end."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.writelines(lines)
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(name, 0o666 & ~umask)  # mkstemp made it private
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
