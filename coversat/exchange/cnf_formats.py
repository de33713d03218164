"""Formats of a formula: DIMACS CNF, and WCNF with soft givens for MaxSAT solvers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any

from ..base.errors import DecodeError, WrongModelError
from ..problems.cnf.rules import Clause, Cnf, Model, as_ascii, dimacs_lines, name_lines, read_dimacs
from ..reductions import Reduction
from ..solvers.sat.cuts import CutFinder
from ..solvers.sat.sat import complete_model
from .format import Decoded, Format, answered, completed_model, first_word_is, read_output, remade, undecided
from .origin import Origin, read_origin

CnfReduction = Reduction[Any, Cnf]


# DIMACS: a file may have additional clauses, and an exported formula may itself be the problem


def _lines_dimacs(comments: Iterable[str], reduction: CnfReduction) -> Iterator[str]:
    cnf = reduction.target
    open_rules = (as_ascii(f"c not stated by clauses: {graph.label}\n") for graph in cnf.graphs)
    return chain(comments, open_rules, dimacs_lines(cnf))


def _decode_dimacs(exported: str, printed: str) -> Decoded:
    (cnf,) = read_dimacs(exported)
    origin = read_origin(cnf.comments) or Origin(cnf, Cnf.forms[0], ())
    output = read_output(printed, cnf)
    if output.literals is None:
        return undecided(origin, output.status)
    reduction = remade(origin, Cnf.kind)
    target: Cnf = reduction.target
    names = {variable: as_ascii(name) for variable, name in target.names.items()}
    if names != dict(cnf.names) or target.variable_count > cnf.variable_count:
        raise DecodeError("its variables are not those that the reduction makes of its problem")
    model, left_out = completed_model(cnf, output.literals)
    finder = CutFinder(target)
    cuts = tuple(dict.fromkeys(map(finder.clause, finder.of(model))))
    found = answered(origin, reduction, model)
    return replace(found, cuts=cuts, left_out=left_out, variables=left_out and len(model))


DIMACS: Format = Format(
    name="dimacs",
    about="DIMACS CNF, for SAT solvers",
    target="cnf",
    comment="c",
    recognises=first_word_is("p", "cnf"),
    lines=_lines_dimacs,
    decode=_decode_dimacs,
    ending=".cnf",
    its_own_origin=True,
)


# WCNF in the form of 2022: h before hard clauses, a weight before soft ones, and no header


def _selectors(reduction: CnfReduction) -> range:
    """A variable for each given, behind those of the formula; its clauses hold where it is true."""
    variables = reduction.target.variable_count
    return range(variables + 1, variables + len(reduction.given_clauses or ()) + 1)


def _hard(reduction: CnfReduction) -> Iterator[Clause]:
    """The clauses of the formula, those of the givens with their negated selectors."""
    selector_of = {
        place: selector
        for selector, places in zip(_selectors(reduction), reduction.given_clauses or (), strict=True)
        for place in places
    }
    for place, clause in enumerate(reduction.target.clauses):
        yield (-selector_of[place], *clause) if place in selector_of else clause


def _lines_wcnf(comments: Iterable[str], reduction: CnfReduction) -> Iterator[str]:
    cnf = reduction.target
    cnf.complete("WCNF")
    selectors = _selectors(reduction)
    yield from comments
    yield from name_lines(cnf.names)
    for clause in _hard(reduction):
        yield " ".join(map(str, ("h", *clause, 0))) + "\n"
    for selector in selectors:
        yield f"1 {selector} 0\n"


def _decode_wcnf(exported: str, printed: str) -> Decoded:
    """Choose the variables that the solver left out at the least cost; its stated cost must be right."""
    origin, reduction = WCNF.origin_of(exported)
    cnf, selectors = reduction.target, _selectors(reduction)
    hard = Cnf(cnf.variable_count + len(selectors), tuple(_hard(reduction)))
    output = read_output(printed, hard)
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
    # A selector may be false although its given holds; then the model costs more than the answer.
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
    """A model in which `literals` are true, and as many of the soft ones as possible."""
    if len(literals) == hard.variable_count:
        return complete_model(hard, literals)
    from pysat import formula as pysat_formula
    from pysat.examples.rc2 import RC2

    formula = pysat_formula.WCNF()
    # A tautology for each variable, so that the model contains all of them.
    formula.extend([[variable, -variable] for variable in range(1, hard.variable_count + 1)])
    formula.extend([[literal] for literal in literals])
    formula.extend(map(list, hard.clauses))
    formula.extend([[literal] for literal in soft], weights=[1] * len(soft))
    with RC2(formula) as solver:
        model = solver.compute()
    return None if model is None else tuple(model)


WCNF: Format = Format(
    name="wcnf",
    about="weighted CNF of 2022, givens soft, for MaxSAT: the fewest changes",
    target="cnf",
    comment="c",
    recognises=first_word_is("h"),
    lines=_lines_wcnf,
    decode=_decode_wcnf,
    ending=".wcnf",
    givens_apart=True,
)
