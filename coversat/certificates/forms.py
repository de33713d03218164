"""The table of forms of proof, by the names that `--proof` and summaries use, and the choice of a default."""

from __future__ import annotations

from collections.abc import Mapping

from ..answering.routes import split_name
from ..base.errors import CertificateError
from ..base.wording import meant
from ..problems import AnyProblem
from ..problems.cnf.rules import Cnf
from ..reductions.paths import EncodingPath, apply_path, end_of, path_to
from ..solvers.cover.bitset_cover import BITSET
from ..solvers.solver import Limits
from .certificate import ProofForm
from .clausal import DRUP, LRAT
from .cuts import CUTS_FORM
from .enumeration import ENUMERATION
from .graph import GRAPHS
from .theorem.form import FORM as THEOREM

FORMS: Mapping[str, ProofForm] = {
    "drup": DRUP,
    "lrat": LRAT,
    "enumeration": ENUMERATION,
    "graph": GRAPHS,
    "cuts": CUTS_FORM,
    "theorem": THEOREM,
}


def form_called(name: str) -> ProofForm:
    """The form of this name. Raise `CertificateError` if there is none."""
    if name not in FORMS:
        raise CertificateError(f"no form of proof {name!r}; {meant(name, FORMS)}")
    return FORMS[name]


def path_named(kind: str, name: str) -> EncodingPath:
    """The reductions of this name, or those of a route whose solver writes proofs.

    Raise `UnknownRouteError` if there is neither; `CertificateError` if the solver of the route does not
    write proofs.
    """
    path, solver = split_name(kind, name)
    writers = [form.solver_name for form in FORMS.values() if solver and form.kind == solver.kind]
    if solver is not None and solver.name not in writers:
        known = " or ".join(dict.fromkeys(writers)) or "no solver of such problems"
        raise CertificateError(f"{solver.name} writes no proofs, {known} does: name only the reduction")
    return path


LISTED = 10_000
"""Up to this number of answers, a count is proved by listing them, unless a form is named."""


def form_for(problem: AnyProblem, path: EncodingPath | None, counting: bool, limits: Limits) -> str:
    """The default form: the first that can prove the claim for the kind that the reductions end in.

    If these are by cuts, so is the proof.

    For a count without named reductions, the answers are counted first without a proof, which costs far
    less: up to `LISTED` answers are proved by listing them, more by a graph.

    Raise `CertificateError` if no form can prove it.
    """
    way = path_to(problem.kind, Cnf.kind) if path is None else path
    if way and way[-1].by_cuts:
        return "cuts"
    kind = None if path is None else end_of(problem.kind, path)
    fit = [name for name, form in FORMS.items() if form.counts >= counting and kind in (None, form.kind)]
    if not fit:
        what = "counts" if counting else "verdicts"
        raise CertificateError(f"no form of proof states {what} by reductions that end in {kind}")
    if counting and path is None and _count(problem, limits) > LISTED:
        return "graph"
    return fit[0]


def _count(problem: AnyProblem, limits: Limits) -> int:
    cover = apply_path(path_to(problem.kind, ENUMERATION.kind), problem).target
    return BITSET.count(cover, limits).at_least
