"""Deciding a puzzle, or counting its answers, and writing the certificate."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from ..answering.parts.divide import Workers
from ..answering.routes import default_route
from ..answering.running import begin
from ..answering.turns import verdict_encoding
from ..base.errors import CertificateError, LimitReachedError
from ..base.files import NewFolder, new_folder, shown
from ..base.version import VERSION
from ..kinds.definitions import definitions
from ..problems import AnyForm, AnyProblem
from ..problems.cnf.rules import Cnf, Model
from ..problems.user_files import rests_on
from ..reductions.paths import EncodingPath, name_of, refuse_counts
from ..solvers.findings import Findings
from ..solvers.solver import NO_LIMITS, Limits, Meter
from ..solvers.strategy import LONG
from .certificate import DEFINITIONS, FORMAT, PUZZLE, SHORT, SUMMARY, TWO_ANSWERS, Claim, Draft, file_entry
from .forms import form_called, form_for, path_named
from .proving import prove_in_parts


def write_certificate(
    problem: AnyProblem,
    folder: Path,
    path: EncodingPath | str | None = None,
    form: AnyForm | None = None,
    limits: Limits = NO_LIMITS,
    proof: str | None = None,
    counting: bool = False,
    workers: Workers | None = None,
    prove: Callable[[Cnf, Meter], Model | bytes] | None = None,
) -> Findings[Any]:
    """Decide whether `problem` has no answer, one or several, or count them, and write the certificate.

    The folder is written completely or not at all.  If a limit is reached first it is not written, and the
    findings have a `reason`.

    * folder: a new folder; those above it are made if they do not exist.
    * path (encodings or str): they end in the formula or cover that the proof is about; or their name.  By
      default those of the form of proof.
    * form (Form): the form of the puzzle's text in the certificate, if it can state the puzzle.
    * limits: `limits.answers` is ignored.  The deadline applies to reading, reducing and proving, not to
      writing the folder.
    * proof: the form of the proof, a name in `forms.FORMS`; by default the choice of `form_for`.
    * counting: whether the certificate claims the number of answers; otherwise the verdict.
    * workers: who works on the parts of a proof by ``drup``; one alone where none are given, and on any
      other.
    * prove: what does so in their place; see `Draft`.

    Raise `CertificateError` if the folder exists, the problem or an answer does not read back, or the claim
    cannot be proved in this form. Raise `OSError` if writing fails; nothing is left behind. Raise
    `ReductionError` or `UnknownRouteError` if the reductions do not take the problem, or do not end in the
    kind that the form proves. Raise `WrongAnswerError` if an answer breaks the puzzle's rules: a fault in
    coversat or in the solver.
    """
    started = time.perf_counter()
    folder = Path(folder)
    if not (path is None or isinstance(path, tuple)):
        path = path_named(problem.kind, path)
    if folder.exists() or folder.is_symlink():
        raise CertificateError(f"{shown(folder)} exists already")
    try:
        with limits.deadline.enforced():
            proof = form_for(problem, path, counting, limits) if proof is None else proof
            if counting and not form_called(proof).counts:
                raise CertificateError(f"a proof by {proof} cannot state a count")
            if counting and path is not None:
                refuse_counts(path, None)
            path = _way(problem, proof, counting, limits) if path is None else path
    except LimitReachedError as limit:
        return Findings((), 0, False, seconds=time.perf_counter() - started, reason=str(limit))
    if workers is not None:
        prove = partial(prove_in_parts, workers=workers)
    case, reason = Draft(problem, path, form, counting, Meter(limits), prove), None
    try:
        with new_folder(folder) as made:
            with limits.deadline.enforced():
                sizes = form_called(proof).write(case, made)
            _complete(case, proof, sizes, made)
    except LimitReachedError as limit:
        reason = str(limit)
    decided = counting or case.found < 2
    return Findings(
        tuple(case.answers) if not counting else (),
        at_least=case.found,
        exhausted=reason is None and decided,
        route=f"{name_of(case.path)}/{form_called(proof).solver_name}".lstrip("/"),
        seconds=time.perf_counter() - started,
        reason=reason,
        effort={"nodes": case.meter.nodes},
    )


def _way(problem: AnyProblem, proof: str, counting: bool, limits: Limits) -> EncodingPath:
    """The reductions of a form of proof; of class V for a verdict that takes long without these."""
    verdict = verdict_encoding(problem.kind) if proof == "cuts" and not counting else None
    if verdict is not None:
        with closing(begin(problem, default_route(problem.kind), limits._replace(answers=2))) as usual:
            if not usual.turn(LONG):
                return (verdict,)
    return form_called(proof).way(problem.kind)


def _complete(case: Draft, proof: str, sizes: dict[str, int], folder: NewFolder) -> None:
    """Add the files of every certificate, and drop those that this claim does not need."""
    claim = Claim.of(case.found, case.counting)
    folder.file(PUZZLE).write(case.text.encode())
    files: Mapping[str, int] = {PUZZLE: SHORT}
    for name, definition in zip(DEFINITIONS, definitions(case.problem), strict=False):
        folder.file(name).write(definition.text.encode())
        files = {**files, name: SHORT}
    form = form_called(proof)
    has_proof = claim.needs_proof or form.about_rules
    beside: Sequence[str] = ()
    if has_proof:
        files, beside = {**files, **form.files(claim)}, form.beside(case.problem)
    else:
        for name, answer in zip(TWO_ANSWERS, case.answers, strict=True):
            folder.file(name).write(case.text_of(answer))
            files = {**files, name: SHORT}
    for name in folder.names():
        if name not in files and name not in beside:
            folder.drop(name)
    made = {name: file_entry(folder.file(name)) for name in files}
    for name, most in files.items():
        if int(made[name]["bytes"]) > most:
            raise CertificateError(f"{name} would hold more than {most} bytes, more than verify reads")
    value = {
        "format": FORMAT,
        **claim.row(),
        "kind": case.problem.kind,
        "reduction": name_of(case.path),
        **({"proof": proof} if has_proof else {}),
        **({"rests_on": own} if (own := rests_on(name_of(case.path))) else {}),
        "coversat": VERSION,
        "solver": form.solver,
        "sizes": sizes,
        "files": made,
        "seconds": {phase: round(seconds, 6) for phase, seconds in case.seconds.items()},
        "note": form.note,
    }
    folder.file(SUMMARY).write((json.dumps(value, indent=2) + "\n").encode())
