"""Reading a solver's answer back, from the exported file and the solver's output alone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from ..errors import CoversatError, ParseError
from ..problems import Form, Problem
from ..problems.cnf import Cnf, as_ascii, read_dimacs
from ..problems.solver_output import SolverOutput, Verdict, read_solver_output
from ..problems.text import text_lines, token_lines
from ..reductions import Reduction
from ..solvers.sat import complete_model
from .formats import FORMATS, Format
from .linear import LinearCover
from .origin import DecodeError, Origin, read_origin

_VARIABLE = re.compile(r"(-|~)?x([0-9]{1,9})")
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]+)?")


@dataclass(frozen=True)
class Decoded:
    """What a solver's output says of the problem inside an exported file.

    Attributes
    ----------
    answer
        None when the solver claims that there is none, or does not know.
    violations : tuple of str
        The rules that the answer breaks.
    dropped : tuple of str
        Of a file with soft givens: those that the answer does not keep.
    """

    problem: Problem[Any]
    form: Form[Any, Any]
    status: Verdict
    answer: Any | None
    violations: tuple[str, ...]
    dropped: tuple[str, ...] = ()


class OutputError(CoversatError):
    """A solver's output that cannot be read; holds the `ParseError`."""

    def __init__(self, error: ParseError) -> None:
        super().__init__(str(error))
        self.error = error


def decode(exported: str, output: str) -> Decoded:
    """The answer of the problem inside an exported file.

    Nothing is trusted.  In DIMACS the model must make every clause of the file true, and the variables
    must mean what the reduction says, but the file may have clauses of its own; a file in another
    format must be what the export writes.  The answer is checked by the problem's rules.  Variables that
    a model leaves out are chosen by a solver of our own.

    Raises
    ------
    ParseError
        For a malformed file; `OutputError` for a malformed output.
    DecodeError
        When the model breaks a clause or the file does not match the problem in its comments.
    """
    found = _format_of(exported)
    if found.name == "dimacs":
        return _decode_cnf(exported, output)
    origin, reduction = _unchanged_origin(exported, found)
    if found.name == "wcnf":
        return _decode_wcnf(origin, reduction, output)
    return _decode_cover(origin, reduction, found, output)


def _format_of(text: str) -> Format:
    """By what the first line that tells begins with."""
    for line in text_lines(text):
        if line.startswith("p wcnf"):
            return FORMATS["wcnf"]
        for found in ("opb", "lp", "cover"):
            if line.startswith(FORMATS[found].comment):
                return FORMATS[found]
        if line.strip() and not line.startswith("c"):
            break
    return FORMATS["dimacs"]


AnyReduction = Reduction[Any, Any, Any, Any]


def _unchanged_origin(exported: str, found: Format) -> tuple[Origin, AnyReduction]:
    """Where the file comes from, and the reduction that makes it again as it is."""
    start = f"{found.comment} "
    origin = read_origin([line[len(start) :] for line in text_lines(exported) if line.startswith(start)])
    if origin is None:
        raise DecodeError("its comments do not say what it was made from")
    reduction = origin.reduce_to(found.target)
    if text_lines("".join(found.lines(origin, reduction))) != text_lines(exported):
        raise DecodeError("it is not what the export of the problem in its comments writes")
    return origin, reduction


def _decode_cnf(exported: str, output_text: str) -> Decoded:
    (cnf,) = read_dimacs(exported)
    origin = read_origin(cnf.comments) or Origin(cnf, Cnf.forms[0], ())
    output = _read_output(output_text, cnf.variable_count)
    if output.literals is None:
        return Decoded(origin.problem, origin.form, output.status, None, ())
    reduction = origin.reduce()
    target: Cnf = reduction.target
    names = {variable: as_ascii(name) for variable, name in target.names.items()}
    if names != dict(cnf.names) or target.variable_count > cnf.variable_count:
        raise DecodeError("its variables are not those that the reduction makes of its problem")
    answer = reduction.decode(_model(cnf, output))
    violations = tuple(map(str, origin.problem.violations(answer)))
    return Decoded(origin.problem, origin.form, output.status, answer, violations)


def _model(cnf: Cnf, output: SolverOutput) -> tuple[int, ...]:
    assert output.literals is not None
    model = complete_model(cnf, output.literals)
    if model is None:
        wrong = cnf.violations(output.literals)
        raise DecodeError(f"the model does not satisfy the formula: {wrong[0]}")
    return model


def _decode_wcnf(origin: Origin, reduction: AnyReduction, output_text: str) -> Decoded:
    target: Cnf = reduction.target
    givens = reduction.given_clauses or ()
    output = _read_output(output_text, target.variable_count + len(givens))
    if output.literals is None:
        return Decoded(origin.problem, origin.form, output.status, None, ())
    soft = {place for places in givens for place in places}
    hard = tuple(clause for place, clause in enumerate(target.clauses) if place not in soft)
    literals = tuple(x for x in output.literals if abs(x) <= target.variable_count)
    model = set(_model(Cnf(target.variable_count, hard), SolverOutput(output.status, literals)))
    kept = [
        number
        for number, places in enumerate(givens)
        if all(not model.isdisjoint(target.clauses[place]) for place in places)
    ]
    answer = reduction.decode(tuple(sorted(model, key=abs)))
    violations = tuple(map(str, origin.problem.with_givens(kept).violations(answer)))
    names = origin.problem.given_names()
    dropped = tuple(name for number, name in enumerate(names) if number not in set(kept))
    return Decoded(origin.problem, origin.form, output.status, answer, violations, dropped)


def _decode_cover(origin: Origin, reduction: AnyReduction, found: Format, output_text: str) -> Decoded:
    if found.name == "cover":
        try:
            cover = reduction.target.parse_answer(output_text)
        except ParseError as error:
            raise OutputError(error) from None
        status: Verdict = "SATISFIABLE"
    else:
        status, true = _read_variables(output_text)
        if true is None:
            return Decoded(origin.problem, origin.form, status, None, ())
        cover = LinearCover(reduction.target).cover_of(true)
    wrong = reduction.target.violations(cover)
    if wrong:
        raise DecodeError(f"what the solver chose is no exact cover: {wrong[0]}")
    answer = reduction.decode(cover)
    violations = tuple(map(str, origin.problem.violations(answer)))
    return Decoded(origin.problem, origin.form, status, answer, violations)


def _read_output(text: str, variable_count: int) -> SolverOutput:
    try:
        return read_solver_output(text, variable_count)
    except ParseError as error:
        raise OutputError(error) from None


def _read_variables(text: str) -> tuple[Verdict, set[int] | None]:
    """The variables that are 1, by OPB's ``v x1 -x2`` or by a MIP solution's ``x1 1``.

    In a MIP solution the first number behind a name is its value; variables that do not occur are 0.
    """
    rows = [row for row in token_lines(text) if not row[0].text.startswith(("#", "c", "\\"))]
    status = next((row[1].text for row in rows if row[0].text == "s" and len(row) > 1), "SATISFIABLE")
    if status.startswith("UNSAT"):
        return "UNSATISFIABLE", None
    if "UNKNOWN" in status:
        return "UNKNOWN", None
    true: set[int] = set()
    named = False
    for row in rows:
        for at, token in enumerate(row):
            found = _VARIABLE.fullmatch(token.text)
            if not found:
                continue
            named = True
            values = (t.text for t in row[at + 1 :] if _NUMBER.fullmatch(t.text))
            value = "1" if row[0].text == "v" else next(values, "0")
            if not found[1] and float(value) > 0.5:
                true.add(int(found[2]))
    if not named:
        raise OutputError(ParseError(1, 1, "expected a solution: 'v x1 -x2 ...' or lines such as 'x1 1'"))
    return "SATISFIABLE", true
