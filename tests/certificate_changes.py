"""Changes of certificate folders, for the tests that expect them to be refused."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from coversat.certificates import CertificateError, verify_certificate

SUMMARY = "certificate.json"
VERDICTS = ("none", "unique", "multiple")
Change = Callable[[Path], object]


def refused_at(folder: Path) -> str | None:
    """The name of the check that failed; None if the certificate is accepted."""
    report = verify_certificate(folder)
    assert report.accepted == (not [check for check in report.checks if not check.passed])
    return None if report.accepted else report.checks[-1].what


def accepted(folder: Path) -> bool:
    """Whether it is accepted; one that cannot be read is not."""
    try:
        return verify_certificate(folder).accepted
    except CertificateError:
        return False


def summary_of(folder: Path) -> dict[str, Any]:
    return json.loads((folder / SUMMARY).read_text())  # type: ignore[no-any-return]


def sign_again(folder: Path) -> None:
    """Make the summary fit the files, as a forger would."""
    summary = summary_of(folder)
    for name in summary["files"]:
        data = (folder / name).read_bytes()
        summary["files"][name] = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    (folder / SUMMARY).write_text(json.dumps(summary))


def set_summary(**values: Any) -> Change:
    return lambda folder: (folder / SUMMARY).write_text(json.dumps(summary_of(folder) | values))


def claim(count: int) -> Change:
    return set_summary(count=count, verdict=VERDICTS[min(count, 2)])


def content(name: str, data: bytes) -> Change:
    return lambda folder: (folder / name).write_bytes(data)


def edit(name: str, change: Callable[[str], str]) -> Change:
    return lambda folder: (folder / name).write_text(change((folder / name).read_text()))


def replace(name: str, old: str, new: str) -> Change:
    """Put `new` where the file first has `old`."""

    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return edit(name, change)


def edit_lines(name: str, change: Callable[[list[str]], list[str]]) -> Change:
    return edit(name, lambda text: "".join(change(text.splitlines(keepends=True))))


def copy_file(name: str, source: Path) -> Change:
    return lambda folder: (folder / name).write_bytes(source.read_bytes())


def enumeration_forgeries(count: int, other: Path) -> Iterator[Change]:
    """Another count, an answer lost or repeated, a trial not ruled out, a file of another certificate."""

    def conclude(number: int) -> Change:
        conclusion = rf"\1 ENUMERATION_COMPLETE {number} :"
        change = edit("proof.pbp", lambda text: re.sub("(conclusion).*:", conclusion, text))
        return lambda folder: (claim(number)(folder), change(folder))

    for number in (count - 1, count + 1):
        if number >= 0:
            yield from (claim(number), conclude(number))
    again = f"answer {count + 1},"
    yield edit("answers.txt", lambda text: text.rpartition("answer ")[0])
    yield edit("answers.txt", lambda text: text and text + text.replace("answer 1,", again, 1))
    yield edit("proof.pbp", lambda text: re.sub("solx.*\n", "", text, count=1))
    yield edit("proof.pbp", lambda text: re.sub("(solx.*\n)", r"\1\1", text, count=1))
    yield edit("formula.opb", lambda text: text.replace(" = 1 ;", " >= 1 ;", 1))
    yield edit("formula.opb", lambda text: text.replace("preserved: ", "preserved: x0 ", 1))
    yield from (copy_file(name, other / name) for name in ("formula.opb", "answers.txt", "puzzle.txt"))


def graph_forgeries(count: int, other: Path) -> Iterator[Change]:
    """Another count, files of another certificate, another formula, lines and definitions lost."""
    yield from (claim(number) for number in (count - 1, count + 1, 2 * count) if 0 <= number != count)
    yield from (copy_file(name, other / name) for name in ("formula.cnf", "puzzle.txt", "graph.cpog"))
    yield edit("formula.cnf", lambda text: text.replace("\n-", "\n", 1))
    yield edit("formula.cnf", lambda text: text.replace("c t mc", "c p show 1 0"))
    yield edit("graph.cpog", lambda text: "")
    yield edit("graph.cpog", lambda text: text.replace("\nr ", "\nc "))
    yield from (without_definition(share) for share in (0.0, 0.3, 0.6, 0.9))


def cuts_forgeries(count: int, other: Path) -> Iterator[Change]:
    """Another count, files of another certificate, cuts and clauses lost or changed."""
    yield from (claim(number) for number in (count - 1, count + 1, count + 2) if number >= 0)
    yield from (copy_file(name, other / name) for name in ("refuted.cnf", "cuts.txt", "puzzle.txt"))
    yield edit("cuts.txt", lambda text: re.sub(r"\n\d.*\n", "\n", text, count=1))
    yield edit("cuts.txt", lambda text: re.sub(r"(\n\d+ \d+ \d+) \d+", r"\1", text, count=1))
    yield edit("refuted.cnf", lambda text: re.sub(r"(\np cnf.*\n)-?", r"\1-", text))
    yield edit("refuted.cnf", lambda text: re.sub(r" (\d+ 0\n)\Z", r" -\1", text))


def without_definition(share: float) -> Change:
    """Without one of the graph's nodes, counted from the first by this share of all."""

    def change(lines: list[str]) -> list[str]:
        defining = [at for at, line in enumerate(lines) if line.split()[1] in ("p", "s", "t")]
        if defining:
            del lines[defining[int(share * len(defining))]]
        return lines

    return edit_lines("graph.cpog", change)
