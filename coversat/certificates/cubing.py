"""One hard instance on machines that know nothing of each other: its cubes as formulas, and one proof of all.

A cube is the formula and some unit clauses, a file like any other: whoever decides it writes a certificate.
No model is in two cubes. What each certificate proves of its cube holds of the whole formula once each clause
has "or not this cube" added (`proving.without_cube`), also beside a clause that rules out a model.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..answering.found import Found
from ..answering.parts.cubes import Lookahead, formula_identity, with_parts
from ..answering.parts.ledger import Checkpoint, Ledger, Part, PartResult, as_row
from ..base.arguments import Timeout, deadline_of, path, whole
from ..base.errors import CertificateError
from ..base.files import new_folder, read_text, read_whole, shown
from ..base.log import Log, row_of
from ..base.wording import spans
from ..kinds.definitions import kind_named
from ..kinds.sources import Source, only
from ..problems import find_form, read
from ..problems.cnf.rules import Cnf, Model
from ..reductions.paths import find_path, name_of
from ..solvers.solver import NO_LIMITS, Limits, Meter
from .certificate import LONG, MOST_SUMMARY, PUZZLE, SHORT, SUMMARY, TWO_ANSWERS, Draft, claim_in, open_file
from .clausal import ANSWER, DRUP, dimacs, formula_of
from .forms import path_named
from .proving import joined, without_cube
from .verifying import verify_certificate
from .writing import write_certificate

SPLITS, PROOFS, WHOLE = "cubes.jsonl", "proofs", "certificate"
"""In the folder: how the formula was split; the certificates of cubes; that of the whole."""


def cubes(
    source: Source,
    output: str | os.PathLike[str],
    *,
    into: int = 40,
    via: str | None = None,
    kind: str | None = None,
    timeout: Timeout = None,
) -> list[str]:
    """Split the formula of a problem into cubes, a file each, which are decided apart.

    Parameters
    ----------
    source : Problem, str, Path, or another object
        See `read`.
    output : str or Path
        A new folder.
    into : int
        The least number of cubes, if the formula can be split into so many.
    via : str, optional
        The reductions to the formula, such as ``cnf:minimal``.
    timeout : float, optional

    Returns
    -------
    list of str
        The names of the files.

    Examples
    --------
    >>> import coversat, pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for file in coversat.cubes("queens 6", folder + "/cubes", into=3):
    ...         _ = coversat.certify(file, f"{folder}/cubes/proofs/{pathlib.Path(file).stem}-1")
    ...     print(coversat.join(folder + "/cubes").verdict.name)
    MULTIPLE
    """
    least = whole("into", into)
    problem, form = only(source, kind)
    rules = DRUP.way(problem.kind) if via is None else path_named(problem.kind, via)
    case = Draft(problem, rules, find_form(problem.kind, form) if form else None, False, Meter(NO_LIMITS))
    with new_folder(path("output", output)) as folder, deadline_of(timeout).enforced():
        formula = replace(formula_of(case)[1], names={}, comments=())
        ledger = Ledger(Part())
        question = {"kind": problem.kind, "reduction": name_of(rules)}
        lines = [json.dumps({"question": formula_identity(formula, "drup"), **question})]
        for result in _splits(formula, least):
            ledger.add(result)
            lines.append(json.dumps(as_row(result)))
        folder.file(PUZZLE).write(case.text.encode())
        folder.file(SPLITS).writelines(f"{line}\n".encode() for line in lines)
        for name, part in _named(ledger):
            units = tuple((literal,) for literal in part.choices)
            cube = replace(formula, clauses=(*formula.clauses, *units))
            folder.file(f"{name}.cnf").write(dimacs(cube))
    return [os.path.join(output, f"{name}.cnf") for name, _ in _named(ledger)]


def _splits(formula: Cnf, least: int) -> Iterator[PartResult]:
    """The splits of the largest cubes, until there are so many, or none can be split."""
    if () in formula.clauses:
        yield PartResult(Part(), more={"failed": []})
        return
    lookahead, parts = Lookahead(formula), [Part()]
    count = 1
    while parts and count < least:
        part = max(parts, key=lambda one: one.share)
        parts.remove(part)
        result = with_parts(PartResult(part, left=(part,)), lookahead)
        if result.left != (part,):
            parts += result.left
            count += len(result.left) - 1
            yield result


def _named(ledger: Ledger) -> list[tuple[str, Part]]:
    """The cubes that are left, by the names of their files."""
    parts = ledger.left
    width = len(str(len(parts)))
    return [(f"cube-{number:0{width}}", part) for number, part in enumerate(parts, 1)]


def join(
    folder: str | os.PathLike[str],
    output: str | os.PathLike[str] | None = None,
    *,
    kind: str | None = None,
    timeout: Timeout = None,
) -> Found[Any]:
    """The verdict about a problem from the certificates of all cubes, as one certificate, which is checked.

    Parameters
    ----------
    folder : str or Path
        What `cubes` wrote. The certificate of ``cube-07.cnf`` is ``proofs/cube-07-1`` in this folder, where
        ``check cube-*.cnf --certify proofs`` writes it.
    output : str or Path, optional
        The new folder of the whole certificate; by default ``certificate`` in this folder.
    kind : str, optional
        The file of Python that defines the kind of the problem.
    timeout : float, optional

    Raises
    ------
    CertificateError
        If cubes have no certificate, of which the numbers are named, unless two answers are known; or if the
        whole is refused.

    Examples
    --------
    See `cubes`.

    >>> import coversat
    >>> coversat.join("no such folder")
    Traceback (most recent call last):
    coversat.base.files.names.FileError: no such folder/cubes.jsonl: No such file or directory
    """
    place, deadline = Path(path("folder", folder)), deadline_of(timeout)
    target = place / WHOLE if output is None else Path(path("output", output))
    if kind is not None:
        kind_named(kind)
    stated = row_of(read_whole(place / SPLITS).partition(b"\n")[0]) or {}
    try:
        reading = read(read_text(place / PUZZLE), str(stated["kind"]))
        (problem,), rules = reading.problems, find_path(str(stated["kind"]), str(stated["reduction"]))
    except (KeyError, ValueError) as error:
        raise CertificateError(f"{shown(place)} is no folder of cubes: {error}") from None
    case = Draft(problem, rules, reading.form, False, Meter(NO_LIMITS))
    formula = replace(formula_of(case)[1], names={}, comments=())
    ledger = Ledger(Part())
    with Log(place / SPLITS, True, Checkpoint.BEGINS) as log:
        Checkpoint(log).load(formula_identity(formula, "drup"), ledger)
    prove = _Decided(place, ledger, formula)
    limits = Limits(deadline=deadline)
    found = write_certificate(problem, target, rules, reading.form, limits, DRUP.name, prove=prove)
    examined = None if found.reason else verify_certificate(target, deadline)
    if examined is not None and not examined.accepted:
        raise CertificateError(f"{shown(target)} is refused: {examined.checks[-1].detail}")
    return Found.of(found, "check", problem, reading.form.name)


class _Decided:
    """What is known of all cubes, in place of the solver that writes a certificate."""

    def __init__(self, folder: Path, ledger: Ledger, formula: Cnf) -> None:
        self._ledger, self._models, self._missing = ledger, list[Model](), list[int]()
        named = _named(ledger)
        self._of, self._folder = len(named), folder
        for number, (name, part) in enumerate(named, 1):
            certificate = folder / PROOFS / f"{name}-1"
            if not (certificate / SUMMARY).is_file():
                self._missing.append(number)
                continue
            models, proof = _read(certificate, formula)
            self._models += models
            ledger.add(PartResult(part, more={"proof": "".join(without_cube(proof, part.choices))}))

    def __call__(self, formula: Cnf, meter: Meter) -> Model | bytes:
        """A model that was not returned yet, or the proof that there is no other."""
        if self._models:
            return self._models.pop(0)
        if self._missing:
            proofs, cubes = shown(self._folder / PROOFS), shown(self._folder / "cube-*.cnf")
            raise CertificateError(
                f"no certificate in {proofs} of cubes {spans(self._missing)} of {self._of}",
                hint=f"coversat check {cubes} --certify {proofs}",
            )
        return joined(self._ledger)


def _read(certificate: Path, formula: Cnf) -> tuple[list[Model], str]:
    """The models in the certificate of a cube, and its proof, which are checked as parts of the whole."""

    def text(name: str, most: int) -> str:
        with open_file(certificate, name, most) as file:
            return file.read().decode()

    try:
        summary = json.loads(text(SUMMARY, MOST_SUMMARY))
        claim = claim_in(summary)
        if claim.needs_proof and summary["proof"] != DRUP.name:
            raise CertificateError(f"its proof is {summary['proof']}, and {DRUP.name} is joined")
        names = [ANSWER][: claim.total] if claim.needs_proof else TWO_ANSWERS
        models = [formula.parse_answer(text(name, SHORT)) for name in names]
        return models, text(DRUP.proof, LONG) if claim.needs_proof else ""
    except (CertificateError, KeyError, TypeError, ValueError) as error:
        raise CertificateError(f"{shown(certificate)}: {error}") from None
