"""The forms of proofs, by the names that `--proof` and summaries give them.

A form is a module with a `ProofForm` and its line in the table.  Which is taken unasked is said here too.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..errors import UnknownRouteError
from ..problems import AnyProblem
from ..routing import Rules, apply_rules, end_of, find_route, find_rules, way_to
from ..solvers.bitset_cover import BITSET
from ..solvers.solver import Limits
from .certificate import CertificateError, ProofForm
from .clausal import DRUP, LRAT
from .enumeration import ENUMERATION
from .graph import GRAPHS

FORMS: Mapping[str, ProofForm] = {"drup": DRUP, "lrat": LRAT, "enumeration": ENUMERATION, "graph": GRAPHS}


def form_called(name: str) -> ProofForm:
    """The form of this name.

    Raises
    ------
    CertificateError
        When there is none.
    """
    if name not in FORMS:
        raise CertificateError(f"no form of proof {name!r}; there is {', '.join(FORMS)}")
    return FORMS[name]


def rules_named(kind: str, name: str) -> Rules:
    """The reductions of this name; or of a route, whose solver is one that writes proofs.

    Raises
    ------
    UnknownRouteError
        When there are none.
    CertificateError
        For a route whose solver would not be asked.
    """
    try:
        return find_rules(kind, name)
    except UnknownRouteError as unknown:
        try:
            route = find_route(kind, name)
        except UnknownRouteError:
            raise unknown from None
    writers = [form.solver_name for form in FORMS.values() if form.kind == route.solver.kind]
    if route.solver.name not in writers:
        told = " or ".join(dict.fromkeys(writers)) or "no solver of such problems"
        raise CertificateError(f"{route.solver.name} writes no proofs, {told} does: name the reduction alone")
    return route.rules


LISTED = 10_000
"""A number of answers up to this is proved by listing them, where nobody says how."""


def form_for(problem: AnyProblem, rules: Rules | None, counting: bool, limits: Limits) -> str:
    """The form that is taken unasked: the first that states what is asked of what the reductions end in.

    Where nobody named reductions a number is counted before, without a proof, which costs far less than one:
    few answers are listed, many are not.

    Raises
    ------
    CertificateError
        When none does.
    """
    kind = None if rules is None else end_of(problem.kind, rules)
    fit = [name for name, form in FORMS.items() if form.counts >= counting and kind in (None, form.kind)]
    if not fit:
        what = "counts" if counting else "verdicts"
        raise CertificateError(f"no form of proof states {what} by reductions that end in {kind}")
    if counting and rules is None and _count(problem, limits) > LISTED:
        return "graph"
    return fit[0]


def _count(problem: AnyProblem, limits: Limits) -> int:
    """How many answers there are, or are known of when a limit comes."""
    cover = apply_rules(way_to(problem.kind, ENUMERATION.kind), problem).target
    return BITSET.count(cover, limits).at_least
