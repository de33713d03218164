"""The form ``graph``: a graph of all models of a formula, with a proof, for counts of any size.

The text is CPOG (a partitioned-operation graph with its proof), or SCPOG if a projection hides variables.

References
----------
Bryant, Nawrocki, Avigad and Heule, "Certified knowledge compilation with application to formally verified
model counting", JAIR 2025; Bryant, Tan and Heule, "Certifying projected knowledge compilation", 2025.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from io import BytesIO
from typing import Any

from ..answering.routes import find_path
from ..base.errors import CertificateError, WrongAnswerError
from ..base.files import NewFolder, add_file, read_text
from ..base.wording import counted
from ..problems.cnf.rules import Cnf, dimacs_lines, read_dimacs
from ..proofs import check_cpog, check_lrat
from ..reductions.paths import EncodingPath, path_to
from ..solvers import NO_LIMITS
from ..solvers.sat.model_positions import ModelPositions
from ..solvers.sat.position_orders import Entry, Order, better_order, tried
from ..solvers.sat.sat import CADICAL
from ..solvers.solver import Meter
from .certificate import LONG, CheckStep, Claim, Draft, OpenCertificate, ProofForm, formula_sizes, simplified
from .graph_writer import GraphWriter
from .proving import Refutation, solve_with_proof

FORMULA = "formula.cnf"
GRAPH = "graph.cpog"

_COVER, _REMAINING = "cover", "cnf:remaining"


class Graph(ProofForm):
    """The form of proof ``graph``: a decision graph that shows the number of models."""

    solver_name = "positions"
    solver = f"{solver_name}: memoised branching with unit propagation"

    def way(self, kind: str) -> EncodingPath:
        """By the reduced cover with pairwise at-most-ones, where unit propagation finds most."""
        rules = path_to(kind, _COVER)
        if self.kind in (kind, *(rule.target for rule in rules)):
            return rules[:-1]  # what leads to the formula that the cover would be made of
        return (*rules, *find_path(_COVER, _REMAINING))

    def files(self, claim: Claim) -> Mapping[str, int]:
        return {FORMULA: LONG, GRAPH: LONG}

    def write(self, case: Draft, folder: NewFolder) -> dict[str, int]:
        """Search all positions and write them; if answers are not counted, look for two first."""
        with case.timed("reduce"):
            reduction = case.origin.derive()
            formula = simplified(reduction.target.complete("a proof by graph"))
        if not case.counting:
            with case.timed("solve"):
                for model in CADICAL.search(formula, case.meter.limits):
                    case.keep(reduction.decode(model), CADICAL.name)
                    if case.found == 2:
                        return {}
        folder.file(FORMULA).writelines(line.encode() for line in formula_lines(formula))
        with case.timed("count"):
            models = write_graph(formula, case.meter, folder)
        if not case.counting and models != case.found:
            raise WrongAnswerError(f"{CADICAL.name} finds {case.found} answers, and the graph has {models}")
        case.found = models
        return formula_sizes(formula)

    def check(self, given: OpenCertificate) -> GraphCheck:
        return GraphCheck(given)


GRAPHS = Graph()


def formula_lines(formula: Cnf) -> Iterator[str]:
    """DIMACS in the format of model counting competitions, with the projection after the header.

    It is repeated before the header, where other checkers look for it; they accept no other comments.
    """
    shown = formula.projection
    show = "" if shown is None else f"c p show {' '.join(map(str, (*shown, 0)))}\n"
    yield f"c t {'mc' if shown is None else 'pmc'}\n{show}"
    for line in dimacs_lines(replace(formula, names={}, projection=None, comments=())):
        yield line
        if line.startswith("p "):
            yield show


def write_graph(formula: Cnf, meter: Meter, folder: NewFolder) -> int:
    """Write the graph, again in another order if that is estimated to be shorter; returns the count."""

    def begun(order: Order | None = None) -> tuple[ModelPositions, Iterator[Entry], GraphWriter]:
        search = ModelPositions(formula, meter, order)
        writer = GraphWriter(search.tables, len(formula.clauses), folder.file(GRAPH))
        return search, iter(search), writer

    search, entries, writer = begun()
    models = writer.write(tried(entries))
    if models is None:
        order = better_order(formula, meter, search.seen)
        if order is not None:
            folder.drop(GRAPH)
            search, entries, writer = begun(order)
        models = writer.write(entries)
    assert models is not None, "the root is reported last"
    return models


class GraphCheck:
    """The check of a certificate of this form."""

    def __init__(self, given: OpenCertificate) -> None:
        self._given = given
        self._formula: Cnf | None = None

    def steps(self) -> Iterator[CheckStep]:
        yield "the formula", self._derive
        yield "the graph", self._prove

    def commands(self, path: Callable[[str], str]) -> Iterator[str]:
        if self._formula is None or simplified(self._formula) is not self._formula:
            return
        formula, graph, total = path(FORMULA), path(GRAPH), self._given.claim.total
        verdict = "CPOG REPRESENTATION" if total else "UNSAT"
        yield f"cake_scpog {formula} {graph}   # must print 's VERIFIED {verdict}'"
        output = f"'FULL-PROOF SUCCESS' and 'count = {total}'"
        yield f"cpog-check -n 1 {formula} {graph}   # must print {output}"

    def _derive(self) -> str:
        given = self._given
        derived = given.origin().derive().target.complete("a proof by graph")
        formula = simplified(derived)
        if not self._has(formula):
            formula = derived  # as earlier versions wrote it
            if not self._has(formula):
                raise CertificateError(f"{FORMULA} is not the formula that the puzzle reduces to")
        if given.sizes != formula_sizes(formula):
            raise CertificateError("the summary states other sizes")
        self._formula = formula
        return f"{counted(len(formula.clauses), 'clause')}, derived again from the puzzle: the same"

    def _has(self, formula: Cnf) -> bool:
        file = self._given.files[FORMULA]
        file.seek(0)
        return all(
            file.read(len(line)) == line.encode() for line in formula_lines(formula)
        ) and not file.read(1)

    def _prove(self) -> str:
        assert self._formula is not None
        found = check_cpog(self._formula, self._given.files[GRAPH], self._given.deadline)
        if not found.decided():
            raise CertificateError(found.reason)
        total = self._given.claim.total
        if found.count != total:
            raise CertificateError(f"the graph has {found.count} models, and {total} are claimed")
        return f"{found.reason}: exactly {total}, as its projection tells them apart"


def prove_count(folder: str, file: str) -> dict[str, Any]:
    """Count the models of a formula, under its projection, and write a proof, which is checked before.

    That is LRAT if there is none, and a graph of all models (CPOG) otherwise. The columns of a manifest are
    returned. Raise `CertificateError` for a proof that is refused.
    """
    (formula,) = read_dimacs(read_text(os.path.join(folder, file)))
    meter = Meter(NO_LIMITS)
    found = solve_with_proof(formula, meter)
    if isinstance(found, Refutation):
        form, count, proof = "lrat", 0, found.lrat()
        checked = check_lrat(formula, BytesIO(proof))
    else:
        made = NewFolder(folder)
        form, count = "cpog", write_graph(formula, meter, made)
        graph = made.file("graph.cpog")
        graph.seek(0)
        proof = graph.read(-1)
        made.close()
        checked = check_cpog(formula, BytesIO(proof))
    if not checked.decided() or getattr(checked, "count", count) != count:
        raise CertificateError(f"{file}: {checked.reason}")
    stem, _, packed = file.rpartition(".cnf")
    name = f"{stem}.{form}{packed}"
    added = add_file(folder, name, [proof])
    return {
        "count": count,
        "certificate": name,
        "certificate_bytes": added.bytes,
        "certificate_sha256": added.sha256,
    }
