"""Certificates of every registered kind: UNIQUE, NONE and MULTIPLE, accepted; changed ones refused."""

from __future__ import annotations

import hashlib
import json
import random
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from instances import instances
from kinds import Instance
from test_contract import EVERY_INSTANCE, EVERY_KIND

from coversat.certificates import CertificateError, certify, verify_certificate
from coversat.certificates.certificate import PUZZLE, TWO_ANSWERS, Claim
from coversat.certificates.forms import FORMS
from coversat.certificates.proving import PROVERS
from coversat.findings import Verdict
from coversat.problems import KINDS
from coversat.routing import reduction_paths

EXPECTED = {0: Verdict.NONE, 1: Verdict.UNIQUE}


def expected(instance: Instance) -> Verdict:
    return EXPECTED.get(len(instance.answers), Verdict.MULTIPLE)


def has_text(problem: Any) -> bool:
    return problem.kind != "cover" or bool(problem.primary)


def of_each_verdict(kind: str, turn: int) -> list[Instance]:
    """One instance of each, other ones each turn."""
    found = []
    for verdict in (Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE):
        those = [one for one in instances(kind) if expected(one) is verdict and has_text(one.problem)]
        found += those[turn % len(those) :][:1] if those else []
    return found


@EVERY_INSTANCE
def test_every_instance_gets_its_verdict_and_an_accepted_certificate(
    instance: Instance, tmp_path: Path
) -> None:
    """The forms of proofs take turns."""
    folder = tmp_path / "certificate"
    if not has_text(instance.problem):
        with pytest.raises(CertificateError, match="has no text"):
            certify(instance.problem, folder)
        return
    proof = list(PROVERS)[instances(instance.problem.kind).index(instance) % len(PROVERS)]
    done = certify(instance.problem, folder, proof=proof)
    assert done.verdict is expected(instance)
    report = verify_certificate(folder)
    assert report.accepted, report.checks
    assert report.verdict is done.verdict
    one = done.verdict is not Verdict.MULTIPLE
    files = FORMS[proof].files(Claim(done.verdict)) if one else TWO_ANSWERS
    assert {path.name for path in folder.iterdir()} == {PUZZLE, *files, "certificate.json"}
    assert json.loads((folder / "certificate.json").read_text()).get("proof") == (proof if one else None)
    assert bool(report.commands) == (done.verdict is not Verdict.MULTIPLE)


@EVERY_INSTANCE
def test_every_instance_is_counted_and_listed(instance: Instance, tmp_path: Path) -> None:
    """By the cover, whatever the kind; every other one is asked for its verdict instead."""
    folder, problem = tmp_path / "certificate", instance.problem
    counting = instances(problem.kind).index(instance) % 3 > 0 or len(instance.answers) > 1
    if not has_text(problem) or instance.name == "twins":  # of which no answer's text tells which it is
        with pytest.raises(CertificateError, match=r"has no text|does not read back"):
            certify(problem, folder, proof="enumeration", counting=counting)
        return
    found = certify(problem, folder, proof="enumeration", counting=counting)
    assert found.verdict is expected(instance)
    assert found.at_least == len(instance.answers)
    report = verify_certificate(folder)
    assert report.accepted, report.checks
    assert (report.verdict, report.count) == (found.verdict, found.at_least if counting else None)
    names = FORMS["enumeration"].files(Claim(found.verdict, report.count))
    assert {path.name for path in folder.iterdir()} == {PUZZLE, *names, "certificate.json"}


@EVERY_KIND
def test_changed_enumerations_are_refused(kind: str, tmp_path: Path) -> None:
    """Signed again: another number, an answer lost or doubled, a trial not ruled out, a file of another."""
    one, other = (
        certified_count(instance, tmp_path / name)
        for name, instance in zip("ab", of_each_verdict(kind, 2)[-2:], strict=True)
    )
    for folder, theirs in ((one, other), (other, one)):
        assert verify_certificate(folder).accepted
        count = json.loads((folder / "certificate.json").read_text())["count"]
        for at, change in enumerate(forgeries(count, theirs)):
            forged = tmp_path / f"{folder.name}-{at}"
            shutil.copytree(folder, forged)
            if change(forged):
                sign_again(forged)
                assert not verify_certificate(forged).accepted, at


def certified_count(instance: Instance, folder: Path) -> Path:
    certify(instance.problem, folder, proof="enumeration", counting=True)
    return folder


def claims(number: int) -> Callable[[Path], bool]:
    """Another number is claimed."""

    def change(folder: Path) -> bool:
        summary = json.loads((folder / "certificate.json").read_text())
        verdict = ["none", "unique", "multiple"][min(number, 2)]
        (folder / "certificate.json").write_text(json.dumps(summary | {"count": number, "verdict": verdict}))
        return True

    return change


def edits(name: str, edit: Callable[[str], str]) -> Callable[[Path], bool]:
    """The text of a file is another."""

    def change(folder: Path) -> bool:
        before = text_of(folder, name)
        (folder / name).write_text(edit(before))
        return edit(before) != before

    return change


def forgeries(count: int, theirs: Path) -> Iterator[Callable[[Path], bool]]:
    """Changes of a folder; each says whether it changed anything that it claims or shows."""

    def concludes(number: int) -> Callable[[Path], bool]:
        said = rf"\1 ENUMERATION_COMPLETE {number} :"
        in_proof = edits("proof.pbp", lambda text: re.sub("(conclusion).*:", said, text))
        return lambda folder: claims(number)(folder) and in_proof(folder)

    def takes(name: str) -> Callable[[Path], bool]:
        return edits(name, lambda _: text_of(theirs, name))

    for number in (count - 1, count + 1):
        if number >= 0:
            yield claims(number)
            yield concludes(number)
    yield edits("answers.txt", lambda text: text.rpartition("answer ")[0])
    yield edits(
        "answers.txt", lambda text: text and text + text.replace("answer 1,", f"answer {count + 1},", 1)
    )
    yield edits("proof.pbp", lambda text: re.sub("solx.*\n", "", text, count=1))
    yield edits("proof.pbp", lambda text: re.sub("(solx.*\n)", r"\1\1", text, count=1))
    yield edits("formula.opb", lambda text: text.replace(" = 1 ;", " >= 1 ;", 1))
    yield edits("formula.opb", lambda text: text.replace("preserved: ", "preserved: x0 ", 1))
    yield from map(takes, ("formula.opb", "answers.txt", "puzzle.txt"))


def text_of(folder: Path, name: str) -> str:
    return (folder / name).read_text()


def sign_again(folder: Path) -> None:
    """Make the summary fit the files, as one would who wants to deceive."""
    summary = json.loads(text_of(folder, "certificate.json"))
    for name in summary["files"]:
        data = (folder / name).read_bytes()
        summary["files"][name] = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    (folder / "certificate.json").write_text(json.dumps(summary))


PATHS = [
    (kind, rules) for kind in KINDS for rules in reduction_paths(kind) if rules and rules[-1].target == "cnf"
]


def id_of(value: Any) -> str:
    return value if isinstance(value, str) else "/".join(rule.name for rule in value)


@pytest.mark.parametrize(("kind", "rules"), PATHS, ids=id_of)
def test_certificates_by_every_reduction(kind: str, rules: Any, tmp_path: Path) -> None:
    turn = PATHS.index((kind, rules))
    those = of_each_verdict(kind, turn)
    for instance in those if len(rules) == 1 else those[turn % len(those) :][:1]:
        if not instance.refuses(id_of(rules)):
            folder = tmp_path / instance.name
            assert certify(instance.problem, folder, rules).verdict is expected(instance)
            assert verify_certificate(folder).accepted
            summary = json.loads((folder / "certificate.json").read_text())
            assert (summary["kind"], summary["reduction"]) == (kind, id_of(rules))


@EVERY_KIND
def test_changed_certificates_are_refused(kind: str, tmp_path: Path) -> None:
    """A letter of any file replaced, a line left out, a file gone, another verdict."""
    chance = random.Random(kind)
    for instance in of_each_verdict(kind, 1):
        folder = tmp_path / expected(instance).name
        certify(instance.problem, folder)
        for path in sorted(folder.iterdir()):
            content = path.read_bytes()
            for change in ("letter", "line", "gone"):
                changed = content
                if change == "letter" and content:
                    at = chance.randrange(len(content))
                    changed = content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]
                elif change == "line" and content:
                    lines = content.splitlines(keepends=True)
                    changed = b"".join(lines[: len(lines) // 2] + lines[len(lines) // 2 + 1 :])
                if change == "gone":
                    path.unlink()
                elif changed == content:
                    continue
                else:
                    path.write_bytes(changed)
                if path.name != "certificate.json" or change != "letter":
                    assert not verify_certificate_or_none(folder), (path.name, change)
                path.write_bytes(content)
        summary = (folder / "certificate.json").read_text()
        told = json.loads(summary)["verdict"]
        for other in {"unique", "none", "multiple"} - {told.lower()}:
            (folder / "certificate.json").write_text(summary.replace(f'"{told}"', f'"{other}"'))
            assert not verify_certificate_or_none(folder)
        (folder / "certificate.json").write_text(summary)
        assert verify_certificate(folder).accepted


def verify_certificate_or_none(folder: Path) -> bool:
    """Whether it is accepted; one that cannot be read is not."""
    try:
        return verify_certificate(folder).accepted
    except CertificateError:
        return False


@EVERY_KIND
def test_a_certificate_of_another_instance_is_refused(kind: str, tmp_path: Path) -> None:
    """Its files in the place of another's, with the sums told right: the formula is derived again."""
    one, other = (of_each_verdict(kind, turn)[0] for turn in (0, 1))
    if one is other:
        one, other = of_each_verdict(kind, 0)[:2]
    for name, instance in (("one", one), ("other", other)):
        certify(instance.problem, tmp_path / name)
    mixed = tmp_path / "one"
    summary = json.loads((mixed / "certificate.json").read_text())
    theirs = json.loads((tmp_path / "other" / "certificate.json").read_text())
    puzzle = "puzzle.txt"
    if (mixed / puzzle).read_bytes() == (tmp_path / "other" / puzzle).read_bytes():
        return
    (mixed / puzzle).write_bytes((tmp_path / "other" / puzzle).read_bytes())
    text = json.dumps(summary)
    for key in ("sha256", "files"):
        if key in summary and puzzle in summary[key]:
            summary[key][puzzle] = theirs[key][puzzle]
            text = json.dumps(summary)
    (mixed / "certificate.json").write_text(text)
    assert not verify_certificate_or_none(mixed)
