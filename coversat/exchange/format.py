"""Export formats: writing a problem, recognising a file, and decoding the output of a solver.

An exported file and the output of a solver are data to be checked; nothing in them is trusted. At the end is
what programs read that are asked as solvers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Protocol, TextIO

from ..base.deadline import Deadline
from ..base.errors import DecodeError, ParseError, ReductionError, UnknownRouteError, WrongModelError
from ..base.undecided import Shown
from ..problems import AnyForm, AnyProblem
from ..problems.cnf.cardinalities import Bounded
from ..problems.cnf.rules import Clause, Cnf, Model
from ..problems.cnf.solver_output import Claim, SolverOutput, read_solver_output
from ..problems.exact_cover.rules import Cover
from ..problems.text import text_lines
from ..reductions import AnyReduction, encodings_from
from ..reductions.paths import EncodingPath, all_paths, apply_path, end_of, name_of, path_to
from ..solvers.sat.sat import complete_model
from .origin import Origin, read_origin

Completion = Callable[[Cnf, Model], Model | None]
"""Find a model of all variables in which some literals are true."""


@dataclass(frozen=True, repr=False)
class Decoded(Shown):
    """The decoded output of a solver for the problem inside an exported file.

    Attributes
    ----------
    answer
        None if the solver claims that there is none, or decided nothing.
    violations : tuple of str
        The rules that the answer breaks.
    dropped : tuple of str
        For a file with soft givens, the givens that the answer does not satisfy.
    cuts : tuple of clauses
        Clauses that the model breaks although it satisfies the formula, because it is in several pieces.
    left_out, variables : int
        The number of variables that the output left out and a built-in solver chose, and of all variables; 0
        and 0 if no solver had to choose.
    """

    problem: AnyProblem
    form: AnyForm
    status: Claim
    answer: Any | None
    violations: tuple[str, ...]
    dropped: tuple[str, ...] = ()
    cuts: tuple[Clause, ...] = ()
    left_out: int = 0
    variables: int = 0

    def __bool__(self) -> bool:
        """Whether there is an answer, and it breaks no rule."""
        return self.answer is not None and not self.violations

    def __str__(self) -> str:
        """The answer as ``coversat decode`` prints it, or why there is none."""
        if self.answer is None:
            return f"the solver says {self.status}"
        if self.cuts:  # the solver is right: no clause excludes this
            why = self.violations[0]
            return f"the model is in several pieces, which the formula does not exclude ({why})"
        if self.violations:
            return "\n".join(f"the answer is wrong: {violation}" for violation in self.violations)
        return self.form.show(self.problem, self.answer, 1)


class OutputError(DecodeError):
    """The output of a solver cannot be read; `error` is the `ParseError`."""

    def __init__(self, error: ParseError) -> None:
        super().__init__(str(error))
        self.error = error


@contextmanager
def reading_output() -> Iterator[None]:
    """A text that is malformed in here is the output of a solver, and not what was exported."""
    try:
        yield
    except ParseError as error:
        raise OutputError(error) from None


@dataclass(frozen=True)
class Format:
    """A format of outside programs.

    * target: the kind that the reductions must lead to; empty for any.
    * comment: the beginning of a comment line.
    * recognises (text -> bool): whether an exported file is of this format.
    * lines (lines of comments, a reduction to `target` -> lines): the text, line by line.
    * decode (exported text, what a solver printed for it -> Decoded): see `exchange.decode`.
    * givens_apart: whether the reduction must keep the clauses of the givens apart.
    * ending: how the names of such files end.
    * counted: whether the reduction must state cardinalities, so that the text has constraints that are no
      clauses.
    * sizes (reduction -> mapping): what the text contains, for manifests.
    * its_own_origin: whether the text states a problem of the kind `target` itself, so that no comment has to
      contain it.
    """

    name: str
    about: str
    target: str
    comment: str
    recognises: Callable[[str], bool]
    lines: Callable[[Iterable[str], AnyReduction], Iterator[str]]
    decode: Callable[[str, str], Decoded]
    ending: str
    givens_apart: bool = False
    counted: bool = False
    sizes: Callable[[AnyReduction], Mapping[str, int]] = lambda reduction: reduction.target.sizes()
    its_own_origin: bool = False

    def usual_path(self, kind: str) -> EncodingPath:
        """The usual reductions for this format; `UnknownRouteError` if there are none."""
        if not self.target:
            return ()
        path = path_to(kind, self.target, complete=True)
        if self.counted:
            return counting_path(kind) or path
        if not self.givens_apart or (len(path) == 1 and path[0].givens_apart):
            return path
        fit = (one for one in encodings_from(kind) if one.target == self.target and not one.by_cuts)
        return next(((rule,) for rule in fit if rule.givens_apart), path)

    def export(self, origin: Origin) -> Iterator[str]:
        """The lines of a problem, reduced by the rules of its origin; errors as in `exchange.export`."""
        return self.reduced(origin)[1]

    def reduced(self, origin: Origin) -> tuple[AnyReduction, Iterator[str]]:
        """The reduction of a problem by the rules of its origin, and the lines; errors as `export`."""
        reduction = origin.reduce_to(self.target or end_of(origin.problem.kind, origin.path))
        if self.givens_apart and reduction.given_clauses is None:
            name = name_of(origin.path) or origin.problem.kind
            raise ReductionError(f"{name} does not keep the givens apart, so they cannot be soft")
        if self.counted and not Bounded(reduction.target).bounds:
            raise ReductionError(self._nothing_counted(origin))
        if not origin.path and isinstance(origin.problem, Cnf):
            origin.problem.complete("an export")
        stated = () if self.its_own_origin and not origin.path else origin.lines()
        return reduction, self.lines(self.comments(stated), reduction)

    def _nothing_counted(self, origin: Origin) -> str:
        name = name_of(origin.path) or f"this {origin.problem.kind}"
        path = counting_path(origin.problem.kind)
        advice = f", or use a reduction such as {name_of(path)}" if _counts(path, origin.problem) else ""
        return f"{name} has no cardinality constraints, which {self.name} is for: write dimacs{advice}"

    def comments(self, lines: Iterable[str]) -> list[str]:
        return [f"{self.comment} {line}".rstrip() + "\n" for line in lines]

    def stated_origin(self, exported: str) -> Origin | None:
        """The origin that the comments of a file state; errors as in `read_origin`."""
        start = f"{self.comment} "
        return read_origin([line[len(start) :] for line in text_lines(exported) if line.startswith(start)])

    def origin_of(self, exported: str) -> tuple[Origin, AnyReduction]:
        """The origin of a file, and the reduction that reproduces it exactly.

        Raise `DecodeError` if its comments state no origin, or the export of that origin is another file.
        """
        origin = self.stated_origin(exported)
        if origin is None:
            raise DecodeError("its comments do not say what it was made from")
        reduction = remade(origin, self.target or end_of(origin.problem.kind, origin.path))
        made = "".join(self.lines((), reduction))
        # Comments may be of another version; those of the origin have a hash.
        ours, theirs = (
            [line for line in text_lines(text) if not line.startswith(self.comment)]
            for text in (made, exported)
        )
        if ours != theirs:
            raise DecodeError("it is not what the export of the problem in its comments writes")
        return origin, reduction


def counting_path(kind: str) -> EncodingPath:
    """The usual reductions to a formula with cardinality constraints; none if there are none."""
    paths = (path_to(kind, Cnf.kind, complete=True), *all_paths(kind))
    formulas = (path for path in paths if path and path[-1].target == Cnf.kind)
    return next((path for path in formulas if path[-1].counted and not any(one.by_cuts for one in path)), ())


def _counts(path: EncodingPath, problem: AnyProblem) -> bool:
    with suppress(ReductionError):
        return bool(path) and bool(Bounded(apply_path(path, problem).target).bounds)
    return False


def remade(origin: Origin, kind: str) -> AnyReduction:
    """The origin reduced again; `DecodeError` if that does not lead to `kind`."""
    try:
        return origin.reduce_to(kind)
    except (ReductionError, UnknownRouteError) as error:
        raise DecodeError(str(error)) from None


def first_word_is(*words: str) -> Callable[[str], bool]:
    """Recognise files whose first line that is not a comment with ``c`` begins with these words."""

    def recognises(text: str) -> bool:
        lines = (line for line in text_lines(text) if line.strip() and not line.startswith("c"))
        return next(lines, "").split()[: len(words)] == list(words)

    return recognises


def undecided(origin: Origin, status: Claim) -> Decoded:
    """The result of an output without an answer."""
    return Decoded(origin.problem, origin.form, status, None, ())


def answered(origin: Origin, reduction: AnyReduction, target_answer: Any) -> Decoded:
    """The result of an answer of the target, checked by the problem's rules."""
    answer = reduction.decode(target_answer)
    violations = tuple(map(str, origin.problem.violations(answer)))
    return Decoded(origin.problem, origin.form, "SATISFIABLE", answer, violations)


def judged_cover(origin: Origin, reduction: AnyReduction, cover: Cover) -> Decoded:
    """Like `answered`; `WrongModelError` for options that are not an exact cover."""
    wrong = reduction.target.violations(cover)
    if wrong:
        raise WrongModelError(f"the solver's choice is not an exact cover: {wrong[0]}")
    return answered(origin, reduction, cover)


def read_output(text: str, cnf: Cnf) -> SolverOutput:
    """Read the output of a solver for a formula; `OutputError` if it cannot be read."""
    with reading_output():
        return read_solver_output(text, cnf.variable_count, not any(cnf.clauses))


def completed_model(cnf: Cnf, literals: Model, complete: Completion = complete_model) -> tuple[Model, int]:
    """A model in which `literals` are true, and the number of variables that a built-in solver chose.

    Raise `WrongModelError` if there is none.
    """
    model = complete(cnf, literals)
    if model is None:
        raise WrongModelError(f"the model does not satisfy the formula: {cnf.violations(literals)[0]}")
    # Some solvers print only the true literals; then the others are false, and nothing had to be chosen.
    chosen = {x for x in model if x > 0}.difference(literals)
    return model, cnf.variable_count - len(literals) if chosen else 0


# What a program is asked


class Dialogue(Protocol):
    """One problem, which a program is asked again and again without the answers that are known."""

    def lines(self) -> Iterator[str]:
        """The text, line by line."""

    def read(self, printed: TextIO, deadline: Deadline) -> tuple[Claim, Any | None]:
        """What the program claims, and its answer, which is checked.

        Raise `ParseError` for an output that cannot be read, `WrongModelError` for a wrong answer.
        """

    def exclude(self, answer: Any) -> int:
        """Exclude an answer, or what it is wrong in; return the number of cuts, which is 0 for an answer."""


@dataclass(frozen=True)
class ProgramText:
    """A text that programs read.

    * name: its field on command lines is this name in braces, and its files end in it.
    * kind: the kind of problems that it states; empty for all whose rules are stated in the constraint
      language.
    * ask (problem -> Dialogue): raises `ReductionError` for a problem that it cannot state.
    * once: whether the program prints one answer and cannot be asked for others; it may also read the text
      from its standard input.
    """

    name: str
    about: str
    kind: str
    ask: Callable[[AnyProblem], Dialogue]
    once: bool = False

    @property
    def field(self) -> str:
        """``{cnf}``, in place of the name of the file."""
        return f"{{{self.name}}}"
