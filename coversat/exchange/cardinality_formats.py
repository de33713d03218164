"""Formulas with cardinality constraints: KNF and CNF+."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain

from ..base.errors import WrongModelError
from ..problems.cnf.cardinalities import Bounded
from ..problems.cnf.rules import Cnf, Model
from ..solvers.sat.sat import complete_model
from .cnf_formats import CnfReduction
from .format import Decoded, Format, answered, first_word_is, read_output, undecided
from .formulas import cnf_plus_lines, knf_lines


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
