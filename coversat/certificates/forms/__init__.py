"""The forms of proofs, by the names that `--proof` and summaries give them.

A form is a module with a `ProofForm` and its line in the table; nothing else names one.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..layout import CertificateError
from .clausal import DRUP, LRAT
from .enumeration import ENUMERATION
from .form import ProofForm
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


def form_for(counting: bool, kind: str | None) -> str:
    """The form that is taken unasked: the first that states what is asked of what the reductions end in.

    Parameters
    ----------
    counting : bool
        Whether a number is asked for.
    kind : str or None
        Where the reductions end; None where nobody named any.
    """
    for name, form in FORMS.items():
        if form.counts >= counting and kind in (None, form.kind):
            return name
    what = "counts" if counting else "verdicts"
    raise CertificateError(f"no form of proof states {what} by reductions that end in {kind}")
