"""Formulas: DIMACS, and the forms with cardinality constraints, KNF of Cardinality-CDCL and CNF+ of MiniCARD.

Sources: Reeves, Heule and Bryant, "From clauses to klauses", CAV 2024; Liffiton and Maglalang, "A cardinality
solver: more expressive constraints for free", SAT 2012.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import TextIO

from ..base.deadline import Deadline
from ..base.errors import WrongModelError
from ..problems.cnf.cardinalities import AtMost, Bounded
from ..problems.cnf.rules import Cnf, Model, dimacs_lines, name_lines, projection_lines
from ..problems.cnf.solver_output import Claim, bounded_lines, read_solver_lines
from ..solvers.sat.cuts import CutFinder
from ..solvers.sat.sat import complete_model
from .cnf_formats import CnfReduction
from .format import Decoded, Format, ProgramText, answered, first_word_is, read_output, undecided


def knf_bound(bound: AtMost) -> str:
    """The line of a bound: at least so many of the negated literals."""
    least = len(bound.literals) - bound.most
    return " ".join(map(str, ("k", least, *(-literal for literal in bound.literals), 0))) + "\n"


def cnf_plus_bound(bound: AtMost) -> str:
    """The line of a bound: at most so many of the literals."""
    return f"{' '.join(map(str, bound.literals))} <= {bound.most}\n"


def bounded_text(name: str, bound_line: Callable[[AtMost], str], cnf: Cnf) -> Iterator[str]:
    """The lines of clauses and bounds, with names and projection before the header."""
    bounded = Bounded(cnf)
    count = sum(1 for _ in bounded.clauses()) + len(bounded.bounds)
    yield from name_lines(cnf.names)
    yield from projection_lines(bounded.projection())
    yield f"p {name} {cnf.variable_count} {count}\n"
    yield from (" ".join(map(str, (*clause, 0))) + "\n" for clause in bounded.clauses())
    yield from map(bound_line, bounded.bounds)


knf_lines = partial(bounded_text, "knf", knf_bound)
cnf_plus_lines = partial(bounded_text, "cnf+", cnf_plus_bound)


class _Formula:
    """Models are excluded by clauses, and pieces that are not connected by cuts."""

    def __init__(self, lines: Callable[[Cnf], Iterator[str]], problem: Cnf) -> None:
        problem.refuse_unused()
        self._write, self._formula = lines, problem
        self._cuts = CutFinder(problem)
        self._shown = problem.shown_variables

    def lines(self) -> Iterator[str]:
        return self._write(self._formula)

    def read(self, printed: TextIO, deadline: Deadline) -> tuple[Claim, Model | None]:
        count = self._formula.variable_count
        lines = bounded_lines(printed, count)
        output = read_solver_lines(lines, count, deadline, not any(self._formula.clauses))
        if output.literals is None:
            return output.status, None
        model = complete_model(replace(self._formula, graphs=()), self._stated(output.literals))
        if model is None:
            raise WrongModelError("its model leaves a clause false")
        return output.status, model

    def _stated(self, literals: Model) -> Model:
        return literals

    def exclude(self, answer: Model) -> int:
        cuts = list(map(self._cuts.clause, self._cuts.of(answer)))
        added = cuts or [tuple(-answer[variable - 1] for variable in self._shown)]
        self._formula = replace(self._formula, clauses=(*self._formula.clauses, *added))
        return len(cuts)


class _BoundedFormula(_Formula):
    """A program may say anything of the variables that are in replaced clauses only."""

    def __init__(self, lines: Callable[[Cnf], Iterator[str]], problem: Cnf) -> None:
        super().__init__(lines, problem)
        bounded = Bounded(problem)
        self._used = bounded.variables()
        self._shown = self._shown if (shown := bounded.projection()) is None else shown

    def _stated(self, literals: Model) -> Model:
        return tuple(literal for literal in literals if abs(literal) in self._used)


TEXTS = (
    ProgramText("cnf", "the formula in DIMACS", Cnf.kind, partial(_Formula, dimacs_lines)),
    ProgramText("knf", "with at-least constraints", Cnf.kind, partial(_BoundedFormula, knf_lines)),
    ProgramText("cnfp", "with at-most constraints, CNF+", Cnf.kind, partial(_BoundedFormula, cnf_plus_lines)),
)


# Formats


def _cardinality_format(name: str, about: str, ending: str, write: Callable[[Cnf], Iterator[str]]) -> Format:
    """A format of clauses and bounds."""

    def lines(comments: Iterable[str], reduction: CnfReduction) -> Iterator[str]:
        return chain(comments, write(reduction.target.complete(name.upper())))

    def decode(exported: str, printed: str) -> Decoded:
        origin, reduction = found.origin_of(exported)
        output = read_output(printed, reduction.target)
        if output.literals is None:
            return undecided(origin, output.status)
        model, left_out, variables = _completed(reduction.target, output.literals)
        answer = answered(origin, reduction, model)
        return replace(answer, left_out=left_out, variables=left_out and variables)

    found = Format(
        name=name,
        about=about,
        target=Cnf.kind,
        comment="c",
        recognises=first_word_is("p", name),
        lines=lines,
        decode=decode,
        ending=ending,
        counted=True,
        sizes=_sizes,
    )
    return found


def _sizes(reduction: CnfReduction) -> Mapping[str, int]:
    bounded = Bounded(reduction.target)
    lengths = [len(clause) for clause in bounded.clauses()]
    return {
        "variables": reduction.target.variable_count,
        "clauses": len(lengths),
        "cardinalities": len(bounded.bounds),
        "literals": sum(lengths) + sum(len(bound.literals) for bound in bounded.bounds),
    }


def _completed(cnf: Cnf, literals: Model) -> tuple[Model, int, int]:
    """A model of the formula, how many variables of the file a solver had to choose, and how many there are.

    The variables that the file does not use follow from the others. Raise `WrongModelError` if there is none.
    """
    bounded = Bounded(cnf)
    used = bounded.variables()
    stated = tuple(literal for literal in literals if abs(literal) in used)
    model = complete_model(cnf, stated)
    if model is None:
        raise WrongModelError(f"the model does not satisfy the formula: {_broken(bounded, set(literals))}")
    # Some solvers print only the true literals; then the others are false, and nothing had to be chosen.
    chosen = used.intersection(model).difference(literals)
    return model, len(used) - len(stated) if chosen else 0, len(used)


def _broken(bounded: Bounded, true: set[int]) -> str:
    """A constraint that literals break, or leave without a true one, in words."""
    for literals, most in bounded.bounds:
        if (count := sum(literal in true for literal in literals)) > most:
            return f"{count} literals are true, and at most {most} may be: {' '.join(map(str, literals))}"
    clause = next((one for one in bounded.clauses() if true.isdisjoint(one)), ())
    return f"a clause has no true literal: {' '.join(map(str, clause))}"


KNF = _cardinality_format("knf", "clauses and at-least constraints, for Cardinality-CDCL", ".knf", knf_lines)
CNF_PLUS = _cardinality_format(
    "cnf+", "clauses and at-most constraints, for MiniCARD and PySAT", ".cnfp", cnf_plus_lines
)
