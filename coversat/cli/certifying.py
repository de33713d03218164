"""``coversat verify`` of a folder of certificates."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from textwrap import fill

from ..certificates import CertificateError, Examination, verify_certificate
from ..certificates.certificate import SUMMARY
from ..deadline import Deadline
from ..errors import NO, UNKNOWN, YES, InputError
from ..files import shown
from .commands import echo
from .results import worst


def certificates_in(folder: Path) -> list[Path]:
    """The certificate that a folder is, or those that it holds."""
    if (folder / SUMMARY).exists():
        return [folder]
    return sorted(path for path in folder.iterdir() if path.is_dir())


def verify_certificates(folder: Path, seconds: float | None, as_json: bool, deep: bool) -> int:
    """Check each certificate, for at most so many seconds, and print what was checked; the exit code.

    Raises
    ------
    InputError
        When the folder holds none.
    """
    try:
        reports = [
            (path, verify_certificate(path, Deadline(seconds), deep)) for path in certificates_in(folder)
        ]
    except (CertificateError, OSError) as error:
        raise InputError(str(folder), str(error)) from None
    if not reports:
        raise InputError(str(folder), "it holds no certificate")
    for path, report in reports:
        echo(_as_json(path, report) if as_json else "\n".join(_lines(path, report)))
    if not as_json:
        # The same for each, so it stands once.
        echo(fill(reports[-1][1].note, width=78, initial_indent="note: "))
    return worst([_CODES[_status(report)] for _, report in reports])


_CODES = {"accepted": YES, "refused": NO, "unknown": UNKNOWN}


def _status(report: Examination) -> str:
    if report.unknown:
        return "unknown"
    return "accepted" if report.accepted else "refused"


def _claimed(report: Examination) -> str:
    if report.count is not None:
        return f"COUNT {report.count}"
    return report.verdict.name if report.verdict is not None else "NOTHING"


def _lines(path: Path, report: Examination) -> Iterable[str]:
    said = f"ACCEPTED {_claimed(report)}" if report.accepted else _status(report).upper()
    yield f"{said} {shown(path)}"
    yield from (f"  {check}" for check in report.checks)
    yield from (f"  elsewhere: {command}" for command in report.commands)


def _as_json(path: Path, report: Examination) -> str:
    row = {
        "file": str(path),
        "status": _status(report),
        "verdict": report.verdict.value if report.verdict is not None else None,
        "count": report.count,
        "checks": [{"what": c.what, "passed": c.passed, "detail": c.detail} for c in report.checks],
        "commands": list(report.commands),
        "note": report.note,
    }
    return json.dumps(row)
