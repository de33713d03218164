"""``coversat check --certify`` and ``coversat verify`` of a folder of certificates."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import click

from ..certificates import CertificateError, Report, certify, verify_certificate
from ..certificates.layout import SUMMARY
from ..deadline import Deadline
from ..errors import ReductionError, SolverError
from ..routes import find_rules
from ..solvers import Limits
from ..uniqueness import Uniqueness, Verdict
from .inputs import Case
from .results import NO, UNKNOWN, YES, InputError, gravest


def folder_of(folder: Path, case: Case, taken: set[str]) -> Path:
    """Where the certificate of a case goes: a folder named by the file and the puzzle's number."""
    stem = "stdin" if case.file == "-" else Path(case.file).name.partition(".")[0]
    name = f"{stem}-{case.number}"
    copies = 1
    while name in taken:
        copies += 1
        name = f"{stem}-{case.number}-{copies}"
    taken.add(name)
    return folder / name


def certified(case: Case, folder: Path, via: str | None, limits: Limits, proof: str) -> Uniqueness:
    """Decide and write the certificate; the verdict as `check` gives it.

    Raises
    ------
    InputError
        When the certificate cannot be written.
    """
    rules = None if via is None else find_rules(case.problem.kind, via)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        found = certify(case.problem, folder, rules, case.form, limits, proof)
    except (CertificateError, ReductionError, SolverError, OSError) as error:
        raise InputError(case.name, f"no certificate: {error}") from None
    verdict = Verdict.UNKNOWN if found.reason is not None else Verdict(found.verdict.value)
    return Uniqueness(verdict, found.answers, found.route, found.seconds, found.reason)


def certificates_in(folder: Path) -> list[Path]:
    """The certificate that a folder is, or those that it holds."""
    if (folder / SUMMARY).exists():
        return [folder]
    return sorted(path for path in folder.iterdir() if path.is_dir())


def verify_certificates(folder: Path, seconds: float | None, as_json: bool) -> int:
    """Check each certificate, for at most so many seconds, and print what was checked; the exit code.

    Raises
    ------
    InputError
        When the folder holds none.
    """
    try:
        reports = [(path, verify_certificate(path, Deadline(seconds))) for path in certificates_in(folder)]
    except (CertificateError, OSError) as error:
        raise InputError(str(folder), str(error)) from None
    if not reports:
        raise InputError(str(folder), "it holds no certificate")
    for path, report in reports:
        click.echo(_as_json(path, report) if as_json else "\n".join(_lines(path, report)))
    if not as_json:
        # The same for each, so it stands once.
        click.echo(click.wrap_text(reports[-1][1].note, width=78, initial_indent="note: "))
    return gravest([_CODES[_status(report)] for _, report in reports])


_CODES = {"accepted": YES, "refused": NO, "unknown": UNKNOWN}


def _status(report: Report) -> str:
    if report.unknown:
        return "unknown"
    return "accepted" if report.accepted else "refused"


def _lines(path: Path, report: Report) -> Iterable[str]:
    verdict = report.verdict.name if report.verdict is not None else "NOTHING"
    yield f"ACCEPTED {verdict} {path}" if report.accepted else f"{_status(report).upper()} {path}"
    yield from (f"  {check}" for check in report.checks)
    yield from (f"  elsewhere: {command}" for command in report.commands)


def _as_json(path: Path, report: Report) -> str:
    row = {
        "file": str(path),
        "status": _status(report),
        "verdict": report.verdict.value if report.verdict is not None else None,
        "checks": [{"what": c.what, "passed": c.passed, "detail": c.detail} for c in report.checks],
        "commands": list(report.commands),
        "note": report.note,
    }
    return json.dumps(row)
