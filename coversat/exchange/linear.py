"""An exact cover as linear constraints on variables that are 0 or 1: OPB, LP and MPS; and as Knuth's text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from textwrap import wrap
from typing import Any, Literal, TextIO

from ..base.deadline import Deadline
from ..base.errors import ParseError, ReductionError, WrongModelError
from ..problems.cnf.solver_output import Claim
from ..problems.exact_cover.rules import Cover, ExactCover, round_order
from ..problems.exact_cover.text import KNUTH, read_knuth
from ..problems.text import text_lines
from ..reductions import Reduction
from .format import Decoded, Format, ProgramText, judged_cover, reading_output, undecided
from .origin import Origin

Relation = Literal["=", ">=", "<="]


LinearConstraint = tuple[Sequence[int], Sequence[int], Relation, int]
"""Variables that are added, variables that are taken from them, and what the sum must be."""


class LinearCover:
    """The constraints of an exact cover.

    Variable i, from 1, is option i-1; behind the options comes a variable for each colour of each item,
    which is 1 exactly when an option gives the item this colour.

    * option_count, variable_count (int)
    * shade_variables (shade -> variable)
    """

    def __init__(self, cover: ExactCover) -> None:
        table = cover.table
        self.option_count = len(table.options)
        self._cover, self._table, self._shown = cover, table, table.shown()
        self._excluded: list[LinearConstraint] = []
        used = sorted((shade for shade, by in enumerate(self._shown) if by), key=cover.shades.__getitem__)
        self.shade_variables = {shade: self.option_count + n for n, shade in enumerate(used, 1)}
        self.variable_count = self.option_count + len(used)

    def constraints(self) -> Iterator[LinearConstraint]:
        """One constraint for each item, those that define the colours, and one for each excluded cover."""
        shades: dict[int, list[int]] = {}
        for shade, variable in self.shade_variables.items():
            shades.setdefault(self._table.shades[shade], []).append(variable)
        primary = self._table.primary_count
        for item, options in enumerate(self._table.covering()):
            variables = [option + 1 for option in options]
            if item < primary:
                yield variables, (), "=", 1
            else:
                yield [*variables, *shades.get(item, ())], (), "<=", 1
        for shade, variable in self.shade_variables.items():
            givers = [option + 1 for option in self._shown[shade]]
            yield givers, (variable,), ">=", 0
            for giver in givers:
                yield (variable,), (giver,), ">=", 0
        yield from self._excluded

    def exclude(self, cover: Cover) -> None:
        """Exclude the covers that show the same as this one."""
        chosen = [option + 1 for option in cover]
        others: list[int] = []
        item_of, projection = self._table.shades, self._table.projection
        if projection is not None:
            given = {shade for option in cover for shade in self._table.colours[option]}
            coloured = {item_of[shade] for shade in given}
            shown = {shade: at for shade, at in self.shade_variables.items() if item_of[shade] in projection}
            chosen = [at for shade, at in shown.items() if shade in given]
            others = [at for shade, at in shown.items() if item_of[shade] not in coloured]
        self._excluded.append((chosen, others, "<=", len(chosen) - 1))

    def cover_of(self, true: set[int]) -> Cover:
        """The options whose variables are 1."""
        return tuple(variable - 1 for variable in sorted(true) if variable <= self.option_count)


_COMMENTS = ("#", "c", "\\")
_NAME = re.compile(r"(?<!\S)x([0-9]{1,9})(?!\S)")
_LITERAL = re.compile(r"([-~]?)x([0-9]{1,9})")
_VALUE = re.compile(r"(?<!\S)[+-]?[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?(?!\S)")
_INFEASIBLE = re.compile(r"infeasible|no feasible|integer empty", re.IGNORECASE)


def read_solution(text: str) -> tuple[Claim, set[int] | None]:
    """The variables that are 1, from OPB's ``v x1 -x2`` or from a MIP solution's ``x1 1``.

    In a MIP solution the first number after a name is its value; variables that do not occur are 0. Of
    several solutions with an ``o`` line before each, the last.

    Raise `ParseError` if there is neither a variable nor a claim, or both x and not x.
    """
    values: dict[int, bool] = {}
    claimed, listed = "", False
    for number, line in enumerate(text_lines(text), 1):
        match line.split():
            case [first, *_] if first.startswith(_COMMENTS):
                continue
            case ["v", *words]:
                _set_literals(values, words, number)
                listed = listed or not words
            case ["o", *_]:
                values = {}
            case ["s", *words]:
                claimed = " ".join(words)
            case ["Infeasible", *_] | ["Integer", "infeasible", *_]:  # CBC lists values all the same
                return "UNSATISFIABLE", None
            case _ if name := _NAME.search(line):
                value = _VALUE.search(line, name.end())
                values[int(name[1])] = value is not None and float(value[0]) > 0.5
            case _ if _INFEASIBLE.search(line):
                claimed = "UNSATISFIABLE"
    true = {variable for variable, value in values.items() if value}
    if claimed.startswith("UNSAT") and not true:
        return "UNSATISFIABLE", None
    if "UNKNOWN" in claimed:
        return "UNKNOWN", None
    # Of no variables, a solver lists no values.
    if not values and not (listed and claimed == "SATISFIABLE"):
        raise _error("a solution: 'v x1 -x2 ...' or lines such as 'x1 1'", 1)
    return "SATISFIABLE", true


def _set_literals(values: dict[int, bool], words: Iterable[str], line: int) -> None:
    """The variables that literals name, and their values; other words are ignored."""
    for literal in filter(None, map(_LITERAL.fullmatch, words)):
        variable, value = int(literal[2]), not literal[1]
        if values.setdefault(variable, value) != value:
            raise _error(f"a solution; x{variable} is both 0 and 1 in it", line)


def _error(expected: str, line: int) -> ParseError:
    return ParseError(line, 1, f"expected {expected}")


def opb_lines(comments: Iterable[str], linear: LinearCover) -> Iterator[str]:
    """The lines of the text; after the sizes come the comments, each with its line end.

    The sizes are those that every reader takes: clasp refuses the further ones of recent competitions.
    """
    constraints = list(linear.constraints())
    count = max(linear.variable_count, 1 if constraints else 0)  # an empty sum is one of x1
    yield f"* #variable= {count} #constraint= {len(constraints)}\n"
    yield from comments
    plus = [f"+1 x{variable} " for variable in range(linear.variable_count + 1)]
    for added, taken, relation, bound in constraints:
        terms = "".join([plus[variable] for variable in added])
        if taken:
            terms += "".join(f"-1 x{variable} " for variable in taken)
        if relation == "<=":  # OPB has only "=" and ">="
            terms, relation, bound = terms.translate(_NEGATED), ">=", -bound
        yield f"{terms or '+0 x1 '}{relation} {bound} ;\n"


_NEGATED = str.maketrans("+-", "-+")


def lp_lines(comments: Iterable[str], linear: LinearCover) -> Iterator[str]:
    """The lines of the text, in the format of CPLEX."""
    yield from comments
    # Readers want a variable and a constraint, so that x1 is there even if nothing needs it.
    yield "Minimize\n obj: 0 x1\nSubject To\n"
    constraints = [*map(_terms, linear.constraints())] or ["x1 <= 1"]
    for number, constraint in enumerate(constraints, 1):
        yield from _folded(f" c{number}: {constraint}\n")
    yield "Binary\n"
    yield from _folded(" ".join(["", *(f"x{v}" for v in range(1, max(1, linear.variable_count) + 1))]) + "\n")
    yield "End\n"


def _terms(constraint: LinearConstraint) -> str:
    added, taken, relation, bound = constraint
    terms = [*(f"+ x{variable}" for variable in added), *(f"- x{variable}" for variable in taken)]
    return f"{' '.join(terms) or '0 x1'} {relation} {bound}"


def _folded(line: str) -> Iterator[str]:
    """LP readers take lines of up to 255 characters."""
    line = line.strip()
    for part in wrap(line, 200) if len(line) > 200 else filter(None, [line]):  # `wrap` is slow
        yield f" {part}\n"


_ROWS = {"=": "E", "<=": "L", ">=": "G"}


def mps_lines(comments: Iterable[str], linear: LinearCover) -> Iterator[str]:
    """In columns, which readers of fixed and of free MPS accept."""
    yield from comments
    yield "NAME          coversat\nROWS\n N  obj\n"
    entries: list[list[str]] = [[] for _ in range(max(1, linear.variable_count) + 1)]
    bounds = []
    for number, (added, taken, relation, bound) in enumerate(linear.constraints(), 1):
        yield f" {_ROWS[relation]}  c{number}\n"
        for variable in added:
            entries[variable].append(f"{f'c{number}':8}  {1:12}")
        for variable in taken:
            entries[variable].append(f"{f'c{number}':8}  {-1:12}")
        if bound:
            bounds.append(f"    rhs       {f'c{number}':8}  {bound:12}\n")
    yield "COLUMNS\n    MARKER    'MARKER'                 'INTORG'\n"
    for variable, lines in enumerate(entries[1:], 1):
        for line in lines or [f"{'obj':8}  {0:12}"]:
            yield f"    {f'x{variable}':8}  {line}\n"
    yield "    MARKER    'MARKER'                 'INTEND'\nRHS\n"
    yield from bounds
    yield "BOUNDS\n"
    yield from (f" BV bnd       x{variable}\n" for variable in range(1, len(entries)))
    yield "ENDATA\n"


Writer = Callable[[Iterable[str], LinearCover], Iterator[str]]


class _Linear:
    """Covers are excluded by a constraint each."""

    def __init__(self, lines: Writer, problem: ExactCover) -> None:
        self._write, self._problem, self._linear = lines, problem, LinearCover(problem)

    def lines(self) -> Iterator[str]:
        return self._write((), self._linear)

    def read(self, printed: TextIO, deadline: Deadline) -> tuple[Claim, Cover | None]:
        status, true = read_solution(printed.read())
        if true is None:
            return status, None
        cover = self._linear.cover_of(true)
        if wrong := self._problem.violations(cover):
            raise WrongModelError(f"its choice is not an exact cover: {wrong[0]}")
        return status, cover

    def exclude(self, answer: Cover) -> int:
        self._linear.exclude(answer)
        return 0


TEXTS = tuple(
    ProgramText(name, about, ExactCover.kind, partial(_Linear, lines))
    for name, about, lines in (
        ("opb", "the exact cover as pseudo-Boolean constraints", opb_lines),
        ("lp", "the exact cover as a 0-1 program", lp_lines),
        ("mps", "the same program as MPS", mps_lines),
    )
)


# Formats, beside Knuth's text


def linear_format(
    name: str,
    about: str,
    comment: str,
    lines: Callable[[Iterable[str], LinearCover], Iterator[str]],
    recognises: Callable[[str], bool],
) -> Format:
    """A format of these constraints; `lines` are those of the comments and of the constraints."""

    def decode(exported: str, printed: str) -> Decoded:
        origin, reduction = found.origin_of(exported)
        with reading_output():
            status, true = read_solution(printed)
        if true is None:
            return undecided(origin, status)
        return judged_cover(origin, reduction, LinearCover(reduction.target).cover_of(true))

    found = Format(
        name=name,
        about=about,
        target=ExactCover.kind,
        comment=comment,
        recognises=recognises,
        lines=lambda comments, reduction: lines(comments, LinearCover(reduction.target)),
        decode=decode,
        ending=f".{name}",
    )
    return found


OPB = linear_format(
    "opb",
    "pseudo-Boolean constraints of the exact cover",
    "*",
    opb_lines,
    lambda text: text.startswith("* #variable="),
)


LP = linear_format(
    "lp",
    "the exact cover as a linear 0/1 program, for MIP solvers",
    "\\",
    lp_lines,
    lambda text: text.startswith("\\"),
)


def _is_mps(text: str) -> bool:
    lines = (line for line in text_lines(text) if line.strip() and not line.startswith("*"))
    return text.startswith("*") and next(lines, "").split()[:1] == ["NAME"]


MPS = linear_format("mps", "the same program as MPS", "*", mps_lines, _is_mps)


def _recognises(text: str) -> bool:
    return text.startswith("|") or (text[:2] not in ("c ", "p ", "* ", "\\ ") and KNUTH.recognises(text))


def _lines_cover(comments: Iterable[str], reduction: Reduction[Any, ExactCover]) -> Iterator[str]:
    cover = reduction.target
    first: dict[tuple[str, ...], int] = {}
    for number, option in enumerate(cover.options, 1):
        other = first.setdefault(round_order(str(option).split()), number)
        if other != number:
            raise ReductionError(
                f"options {other} and {number} are the same to Knuth's programs, so that their answers "
                "cannot be distinguished"
            )
    try:
        text = cover.format()
    except ValueError as error:
        raise ReductionError(str(error)) from None
    yield from comments
    yield from text.splitlines(keepends=True)


def _decode(exported: str, printed: str) -> Decoded:
    if COVER.stated_origin(exported) is None:
        (cover,) = read_knuth(exported)
        origin = Origin(cover, KNUTH, ())
        reduction = origin.reduce_to(ExactCover.kind)
    else:
        origin, reduction = COVER.origin_of(exported)
    with reading_output():
        if not printed.strip():
            raise ParseError(1, 1, "expected the options that a program chose, found nothing")
        chosen = reduction.target.parse_answer(printed)
    return judged_cover(origin, reduction, chosen)


COVER: Format = Format(
    name="cover",
    about="the text of Knuth's exact cover programs",
    target="cover",
    comment="|",
    recognises=_recognises,
    lines=_lines_cover,
    decode=_decode,
    ending=".dlx",
    its_own_origin=True,
)
