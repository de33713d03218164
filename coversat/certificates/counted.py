"""The exact number of models of a formula in a file, with its proof in a file beside it."""

from __future__ import annotations

import os
from io import BytesIO
from typing import Any

from ..base.errors import CertificateError
from ..base.files import NewFolder, add_file, read_text
from ..problems.cnf.rules import read_dimacs
from ..proofs import check_cpog, check_lrat
from ..solvers import NO_LIMITS
from ..solvers.solver import Meter
from .graph import write_graph
from .proving import solve_with_proof
from .refutation import Refutation


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
