"""``coversat verify``, of an answer, of solving steps or of certificates."""

from __future__ import annotations

import os.path
from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import Any

import click

from ..answering.sets.entries import Entries
from ..base.deadline import Deadline
from ..base.errors import CODES, NO, YES, InputError
from ..base.files import read_text, shown
from ..base.wording import counted
from ..certificates import Examination
from ..certificates.certificate import SUMMARY
from ..certificates.certifying import verify
from ..certificates.step_files import is_steps, verify_steps
from ..problems.recognition import Wanted
from . import options as shared
from .failures import apart
from .inputs import Case, cases_of, one_case, read_answer, read_answers, read_cases
from .options import in_memory
from .output import Results, echo, echo_json, worst
from .signatures import command


@command(
    verify,
    examples=(
        "coversat verify examples/sudoku/boj2239.txt answer.txt",
        "coversat verify proofs",
    ),
)
@shared.file
@click.argument("answer", metavar="[ANSWER]", required=False)
@shared.case
@shared.reading
@click.option(
    "-v", "--verbose", is_flag=True, help="Print each check of a certificate, and how others check it."
)
@shared.rows("certificate")
@in_memory
def verify_command(
    file: str,
    answer: str | None,
    case: int | None,
    wanted: Wanted,
    deep: bool,
    verbose: bool,
    timeout: float | None,
    as_json: bool,
) -> int:
    """Check the answer in the file ANSWER by the rules of the puzzle in FILE.

    If FILE has several puzzles, and there is no --case: check their answers, one below the other.

    If FILE is a data set with answers beside its puzzles, and there is no ANSWER: check each of these.

    If FILE is the output of 'coversat steps --json': check each step, from the clauses of the rules that it
    names.

    If FILE is a folder: check the certificates that 'coversat check --certify' or 'coversat count --certify'
    wrote there. A certificate that takes longer than --timeout is UNKNOWN. With --deep the formula or cover
    of each is also compared with a second statement of the rules. That works for puzzles of every kind, but a
    certificate is UNKNOWN if one of its rules has too many assignments to be looked at, such as a large
    rectangle of shikaku.
    """
    if answer is None:
        if not os.path.isdir(file):
            if not os.path.exists(file):
                raise click.UsageError(f"there is no folder {shown(file)}")
            with Deadline(timeout).enforced():
                text = read_text(file)
            if is_steps(text):
                return _verify_steps_in(file, text, timeout, as_json)
            return _verify_stored(file, wanted, timeout, as_json)
        return verify_certificates(Path(file), timeout, as_json, deep, verbose)
    if deep:
        raise click.UsageError("--deep is for certificates: name their folder alone")
    if os.path.isdir(file):
        raise click.UsageError("name one folder of certificates, or a puzzle and an answer")
    with Deadline(timeout).enforced():
        cases = read_cases(file, wanted) if case is None else [one_case(file, wanted, case)]
        answers = [read_answer(cases[0], answer)] if len(cases) == 1 else read_answers(cases, answer)
    results = Results(as_json)
    for chosen, one in zip(cases, answers, strict=True):
        _show_violations(chosen, verify(chosen.problem, one).violations, results)
    return results.code


def _show_violations(case: Case, violations: Sequence[str], results: Results) -> None:
    row = case.row("wrong" if violations else "right") | {"violations": violations}
    lines = [f"WRONG {case.title}: {wrong}" for wrong in violations] or [f"RIGHT {case.title}"]
    results.add(NO if violations else YES, row, "\n".join(lines))


def _verify_stored(file: str, wanted: Wanted, timeout: float | None, as_json: bool) -> int:
    """Check the answers that stand beside the puzzles of a set; the exit code."""
    results, count = Results(as_json), 0
    for case in cases_of(Entries([file], wanted, timeout), results):
        if case.stored is not None:
            count += 1
            violations = verify(case.problem, case.stored).violations
            _show_violations(case, violations[:1] if not as_json else violations, results)
    if not count and not results.codes:
        raise click.UsageError(
            "name a file with the answer, a data set with answers, or a folder of certificates"
        )
    return results.code


def certificates_in(folder: Path) -> list[Path]:
    """The certificate that a folder is, or those in its subfolders; a folder without either is one, too."""
    if (folder / SUMMARY).exists():
        return [folder]
    inner = sorted(path for path in folder.iterdir() if path.is_dir() and not path.is_symlink())
    return [certificate for path in inner for certificate in certificates_in(path) or [path]]


def verify_certificates(folder: Path, seconds: float | None, as_json: bool, deep: bool, verbose: bool) -> int:
    """Check each certificate, for at most this many seconds, and print the checks; the exit code.

    Raise `InputError` if the folder holds none.
    """
    certificates = certificates_in(folder)
    if not certificates:
        raise InputError(str(folder), "it holds no certificate")
    codes: list[int] = []
    note = ""
    for path in certificates:
        with apart(str(path), as_json, codes):
            report = verify(path, deep=deep, timeout=seconds)
            if as_json:
                echo_json(_report_row(path, report))
            else:
                echo("\n".join(report.lines(shown(path), verbose)))
            codes.append(CODES[report.status])
            note = report.note
    if verbose and note and not as_json:
        # The same for each certificate, so it is printed once.
        echo(fill(note, width=78, initial_indent="note: "))
    return worst(codes)


def _report_row(path: Path, report: Examination) -> dict[str, Any]:
    return {
        "file": str(path),
        "status": report.status,
        "verdict": report.verdict.value if report.verdict is not None else None,
        "count": report.count,
        "checks": [{"what": c.what, "passed": c.passed, "detail": c.detail} for c in report.checks],
        "commands": list(report.commands),
        "note": report.note,
    }


def _verify_steps_in(file: str, text: str, timeout: float | None, as_json: bool) -> int:
    """Check the steps of each puzzle in a text, and print the results; the exit code."""
    deadline = Deadline(timeout)
    lines = [line for line in text.splitlines() if line.strip()]
    parts = lines if all(line.startswith("{") for line in lines[1:]) else [text]
    codes: list[int] = []
    for number, part in enumerate(parts, 1):
        with apart(f"{file} #{number}", as_json, codes):
            examined = verify_steps(part, deadline)
            status = examined.status
            verdict = examined.verdict.value if examined.verdict else None
            if as_json:
                row = {"file": file, "case": number, "status": status, "verdict": verdict}
                echo_json(row | {"steps": examined.checked, "reason": examined.reason})
            else:
                said = f"{status.upper()} {examined.verdict.name}" if examined.verdict else status.upper()
                steps = counted(examined.checked, "step")
                echo(f"{said} {shown(file)} #{number} ({steps}): {examined.reason}")
            codes.append(CODES[status])
    return worst(codes)
