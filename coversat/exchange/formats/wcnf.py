"""Weighted CNF in which the givens are soft, for MaxSAT solvers: the fewest changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from ...kinds.cnf.rules import Clause, Cnf, Model, as_ascii
from ...reductions import Reduction
from ...solvers.sat import complete_model
from ..format import Decoded, Format, WrongModelError, completed_model, first_word_is, read_output, undecided

AnyReduction = Reduction[Any, Cnf]


def _selectors(reduction: AnyReduction) -> range:
    """A variable for each given, behind those of the formula; its clauses hold where it is true."""
    variables = reduction.target.variable_count
    return range(variables + 1, variables + len(reduction.given_clauses or ()) + 1)


def _hard(reduction: AnyReduction) -> Iterator[Clause]:
    """The formula's clauses, those of the givens guarded by their selectors."""
    selector_of = {
        place: selector
        for selector, places in zip(_selectors(reduction), reduction.given_clauses or (), strict=True)
        for place in places
    }
    for place, clause in enumerate(reduction.target.clauses):
        yield (-selector_of[place], *clause) if place in selector_of else clause


def _lines(comments: Iterable[str], reduction: AnyReduction) -> Iterator[str]:
    cnf = reduction.target
    selectors = _selectors(reduction)
    top = len(selectors) + 1
    yield from comments
    for variable in sorted(cnf.names):
        yield f"c varname {variable} {as_ascii(cnf.names[variable])}\n"
    yield f"p wcnf {cnf.variable_count + len(selectors)} {len(cnf.clauses) + len(selectors)} {top}\n"
    for clause in _hard(reduction):
        yield " ".join(map(str, (top, *clause, 0))) + "\n"
    for selector in selectors:
        yield f"1 {selector} 0\n"


def _decode(exported: str, printed: str) -> Decoded:
    """What the solver left out is chosen so that it costs the least; what it says it costs must be so."""
    origin, reduction = FORMAT.origin_of(exported)
    cnf, selectors = reduction.target, _selectors(reduction)
    hard = Cnf(cnf.variable_count + len(selectors), tuple(_hard(reduction)))
    output = read_output(printed, hard.variable_count)
    if output.literals is None:
        return undecided(origin, output.status)
    model, left_out = completed_model(hard, output.literals, partial(_cheapest, selectors))
    true = set(model)
    kept = {
        number
        for number, places in enumerate(reduction.given_clauses or ())
        if all(not true.isdisjoint(cnf.clauses[place]) for place in places)
    }
    names = origin.problem.given_names()
    dropped = tuple(name for number, name in enumerate(names) if number not in kept)
    # A selector may be false where its given is kept all the same; then the model costs more than the answer.
    if output.cost is not None and output.cost not in (len(dropped), len(set(selectors) - true)):
        raise WrongModelError(f"the solver says {output.cost}, but its model costs {len(dropped)}")
    answer = reduction.decode(model[: cnf.variable_count])
    violations = tuple(map(str, origin.problem.with_givens(kept).violations(answer)))
    return Decoded(
        origin.problem,
        origin.form,
        output.status,
        answer,
        violations,
        dropped,
        left_out=left_out,
        variables=left_out and hard.variable_count,
    )


def _cheapest(soft: Sequence[int], hard: Cnf, literals: Sequence[int]) -> Model | None:
    """A model in which `literals` are true, and of the soft ones as many as can be."""
    if len(literals) == hard.variable_count:
        return complete_model(hard, literals)
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    formula = WCNF()
    # A clause that is always true for each variable, so that the model has them all.
    formula.extend([[variable, -variable] for variable in range(1, hard.variable_count + 1)])
    formula.extend([[literal] for literal in literals])
    formula.extend(map(list, hard.clauses))
    formula.extend([[literal] for literal in soft], weights=[1] * len(soft))
    with RC2(formula) as solver:
        model = solver.compute()
    return None if model is None else tuple(model)


FORMAT: Format = Format(
    name="wcnf",
    about="weighted CNF with the givens soft, for MaxSAT: the fewest changes",
    target="cnf",
    comment="c",
    recognises=first_word_is("p", "wcnf"),
    lines=_lines,
    decode=_decode,
    givens_apart=True,
)
