"""DIMACS CNF.  A file may have clauses of its own, and a formula that nothing led to is its own problem."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

from ...kinds.cnf.rules import Cnf, as_ascii, dimacs_lines, read_dimacs
from ...reductions import Reduction
from ..format import Decoded, Format, answered, completed_model, first_word_is, read_output, remade, undecided
from ..origin import DecodeError, Origin, read_origin


def _lines(comments: Iterable[str], reduction: Reduction[Any, Cnf]) -> Iterator[str]:
    return chain(comments, dimacs_lines(reduction.target))


def _decode(exported: str, printed: str) -> Decoded:
    (cnf,) = read_dimacs(exported)
    origin = read_origin(cnf.comments) or Origin(cnf, Cnf.forms[0], ())
    output = read_output(printed, cnf.variable_count)
    if output.literals is None:
        return undecided(origin, output.status)
    reduction = remade(origin, Cnf.kind)
    target: Cnf = reduction.target
    names = {variable: as_ascii(name) for variable, name in target.names.items()}
    if names != dict(cnf.names) or target.variable_count > cnf.variable_count:
        raise DecodeError("its variables are not those that the reduction makes of its problem")
    model, left_out = completed_model(cnf, output.literals)
    return replace(answered(origin, reduction, model), left_out=left_out, variables=left_out and len(model))


FORMAT: Format = Format(
    name="dimacs",
    about="DIMACS CNF, for SAT solvers",
    target="cnf",
    comment="c",
    recognises=first_word_is("p", "cnf"),
    lines=_lines,
    decode=_decode,
    its_own_origin=True,
)
