"""A graph with the models of a formula, and a proof that it has all: for counts of any size.

Its text is CPOG, or SCPOG where a projection hides variables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from ...errors import WrongAnswerError
from ...files import NewFolder
from ...kinds.cnf.rules import Cnf, dimacs_lines
from ...proofs import check_cpog
from ...routing import Rules, find_rules, way_to
from ...solvers.model_positions import ModelPositions
from ...solvers.position_orders import Order, Told, better_order, tried
from ...solvers.sat import CADICAL
from ...solvers.solver import Meter
from ..deep.stated import Stated, stated_formula
from ..graph_writing import GraphWriter
from ..layout import LONG, CertificateError, Claim
from .clausal import formula_sizes
from .form import Case, Given, Step

FORMULA = "formula.cnf"
GRAPH = "graph.cpog"

_COVER, _REMAINING = "cover", "cnf:remaining"


class Graph:
    """The form; see the module's text."""

    kind = "cnf"
    counts = True
    solver_name = "positions"
    solver = f"{solver_name}: memoised branching with unit propagation"

    def way(self, kind: str) -> Rules:
        """By what remains of the cover, pairwise: there unit propagation finds most."""
        if kind == self.kind:
            return ()
        return (*way_to(kind, _COVER), *find_rules(_COVER, _REMAINING))

    def files(self, claim: Claim) -> Mapping[str, int]:
        """The formula and the graph."""
        return {FORMULA: LONG, GRAPH: LONG}

    def write(self, case: Case, folder: NewFolder) -> dict[str, int]:
        """Search all positions, and write each; where answers are not counted, look for two before."""
        with case.timed("reduce"):
            reduction = case.origin.derive()
            formula: Cnf = reduction.target
        if not case.counting:
            with case.timed("solve"):
                for model in CADICAL.search(formula, case.meter.limits):
                    case.keep(reduction.decode(model), CADICAL.name)
                    if case.found == 2:
                        return {}
        folder.file(FORMULA).writelines(line.encode() for line in formula_lines(formula))
        with case.timed("count"):
            models = _write_graph(formula, case.meter, folder)
        if not case.counting and models != case.found:
            raise WrongAnswerError(f"{CADICAL.name} finds {case.found} answers, and the graph has {models}")
        case.found = models
        return formula_sizes(formula)

    def check(self, given: Given) -> Iterator[Step]:
        """The formula, the graph."""
        check = _Check(given)
        yield "the formula", check.derive
        yield "the graph", check.prove

    def stated(self, given: Given) -> Stated:
        """The formula."""
        return stated_formula(given.origin().derive().target)

    def commands(self, claim: Claim, path: Callable[[str], str]) -> Iterator[str]:
        """The verified checker, and one that tells the count as well."""
        formula, graph = path(FORMULA), path(GRAPH)
        said = "CPOG REPRESENTATION" if claim.total else "UNSAT"
        yield f"cake_scpog {formula} {graph}   # must print 's VERIFIED {said}'"
        said = f"'FULL-PROOF SUCCESS' and 'count = {claim.total}'"
        yield f"cpog-check -n 1 {formula} {graph}   # must print {said}"


GRAPHS = Graph()


def formula_lines(formula: Cnf) -> Iterator[str]:
    """DIMACS as model counting competitions have it: the projection stands behind the header.

    It stands before the header too, where other checkers look for it, and these take no more comments.
    """
    shown = formula.projection
    show = "" if shown is None else f"c p show {' '.join(map(str, (*shown, 0)))}\n"
    yield f"c t {'mc' if shown is None else 'pmc'}\n{show}"
    for line in dimacs_lines(replace(formula, names={}, projection=None, comments=())):
        yield line
        if line.startswith("p "):
            yield show


def _write_graph(formula: Cnf, meter: Meter, folder: NewFolder) -> int:
    """Write the graph, anew in another order where that seems to be shorter; how many models there are."""

    def begun(order: Order | None = None) -> tuple[ModelPositions, Iterator[Told], GraphWriter]:
        search = ModelPositions(formula, meter, order)
        writer = GraphWriter(search.tables, len(formula.clauses), folder.file(GRAPH))
        return search, iter(search), writer

    search, told, writer = begun()
    models = writer.write(tried(told))
    if models is None:
        order = better_order(formula, meter, search.seen)
        if order is not None:
            folder.drop(GRAPH)
            search, told, writer = begun(order)
        models = writer.write(told)
    assert models is not None, "a beginning is told last"
    return models


class _Check:
    """A certificate of this form while it is checked."""

    def __init__(self, given: Given) -> None:
        self._given = given
        self._formula: Cnf

    def derive(self) -> str:
        given = self._given
        formula = given.origin().derive().target
        file = given.files[FORMULA]
        if not all(file.read(len(line)) == line.encode() for line in formula_lines(formula)) or file.read(1):
            raise CertificateError(f"{FORMULA} is not the formula that the puzzle reduces to")
        if given.sizes != formula_sizes(formula):
            raise CertificateError("the summary states other sizes")
        self._formula = formula
        return f"{len(formula.clauses)} clauses, derived again from the puzzle: the same"

    def prove(self) -> str:
        found = check_cpog(self._formula, self._given.files[GRAPH], self._given.deadline)
        if not found.decided():
            raise CertificateError(found.reason)
        total = self._given.claim.total
        if found.count != total:
            raise CertificateError(f"the graph has {found.count} models, and {total} are claimed")
        return f"{found.reason}: exactly {total}, as its projection tells them apart"
