"""Certificates of every kind, by every form of proof: accepted as written, refused once changed."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from certificate_changes import (
    SUMMARY,
    accepted,
    claim,
    copy_file,
    cuts_forgeries,
    edit_lines,
    enumeration_forgeries,
    graph_forgeries,
    set_summary,
    sign_again,
    summary_of,
    without_definition,
)
from instances import has_text, id_of, in_case, instances, sampled
from kinds import Instance
from test_contract import EVERY_KIND

from coversat.base.deadline import Deadline
from coversat.certificates import CertificateError, verify_certificate
from coversat.certificates import write_certificate as certify
from coversat.certificates.certificate import PUZZLE, TWO_ANSWERS, Claim
from coversat.certificates.forms import FORMS
from coversat.problems import KINDS, read
from coversat.reductions.paths import EncodingPath, all_paths, path_to
from coversat.solvers.findings import Verdict
from coversat.solvers.solver import Limits

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
VERDICTS = (Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE)
COUNTING = {
    "enumeration": ({"formula.opb", "proof.pbp", "answers.txt"}, enumeration_forgeries),
    "graph": ({"formula.cnf", "graph.cpog"}, graph_forgeries),
    "cuts": ({"refuted.cnf", "cuts.txt", "proof.drup", "answers.txt"}, cuts_forgeries),
}
"""The files of each form that counts, and changes of them."""
NO_ANSWERS = {"cuts": {"answers.txt"}}
"""The files that are missing if there is no answer."""
CHECKERS = {
    "cake_scpog": lambda count: f"s VERIFIED {'CPOG REPRESENTATION' if count else 'UNSAT'}",
    "cpog-check": lambda count: f"Regular model count = {count}\n",
}
"""Other programs that check graphs, and what they print."""
NODES = 400
"""Graphs by encodings that need more are skipped: little follows from their clauses."""


def expected(instance: Instance) -> Verdict:
    return VERDICTS[min(len(instance.answers), 2)]


def of_each_verdict(kind: str, turn: int) -> list[Instance]:
    """One instance of each verdict, others for each turn."""
    found = []
    for verdict in VERDICTS:
        those = [one for one in instances(kind) if expected(one) is verdict and has_text(one.problem)]
        found += those[turn % len(those) :][:1] if those else []
    return found


def of_problem(text: str) -> Any:
    return read(text).problems[0]


def accepted_elsewhere(program: str, folder: Path, count: int) -> bool:
    threads = ("-n", "1") if program == "cpog-check" else ()
    command = (program, *threads, str(folder / "formula.cnf"), str(folder / "graph.cpog"))
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    return CHECKERS[program](count) in done.stdout


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} - {PUZZLE, SUMMARY}


@EVERY_KIND
def test_every_instance_has_certificates(kind: str, tmp_path: Path) -> None:
    for number, instance in enumerate(sampled(instances(kind), kind)):
        with in_case(instance.name):
            (folder := tmp_path / str(number)).mkdir()
            has_certificates(instance, folder)


def has_certificates(instance: Instance, folder: Path) -> None:
    if not has_text(instance.problem):
        for form in (None, *COUNTING):
            with pytest.raises(CertificateError, match="has no text"):
                certify(instance.problem, folder / "c", proof=form or "drup", counting=form is not None)
        return
    certified(instance, folder / "verdict")
    forms = counting_forms(instance.problem.kind)
    if place_of(instance) % 3 < 2:
        counted(instance, forms[place_of(instance) % 3 % len(forms)], folder / "count")


def place_of(instance: Instance) -> int:
    """Its place among those with as many answers, of which the forms of proof take turns."""
    those = [one for one in instances(instance.problem.kind) if expected(one) is expected(instance)]
    return those.index(instance)


def counting_forms(kind: str) -> tuple[str, ...]:
    """By cuts where something is connected: enumerations of the covers of complete formulas are slow."""
    by_cuts = kind != "cnf" and path_to(kind, "cnf")[-1].by_cuts
    return ("cuts", "graph") if by_cuts else ("enumeration", "graph")


def certified(instance: Instance, folder: Path) -> None:
    """Of its verdict; the clausal forms of proof take turns."""
    proof = ("drup", "lrat")[instances(instance.problem.kind).index(instance) % 2]
    assert certify(instance.problem, folder, proof=proof).verdict is expected(instance)
    report = verify_certificate(folder)
    assert report.accepted, report.checks
    assert report.verdict is expected(instance)
    proved = report.verdict is not Verdict.MULTIPLE
    assert names_in(folder) == {*(FORMS[proof].files(Claim(report.verdict)) if proved else TWO_ANSWERS)}
    assert summary_of(folder).get("proof") == (proof if proved else None)
    assert bool(report.commands) is proved


def counted(instance: Instance, proof: str, folder: Path) -> None:
    """By the default reduction; some with at most one answer have their verdict certified instead."""
    problem = instance.problem
    counting = place_of(instance) % 4 < 3 or len(instance.answers) > 1
    found = certify(problem, folder, proof=proof, counting=counting)
    assert (found.verdict, found.at_least) == (expected(instance), len(instance.answers))
    report = verify_certificate(folder)
    assert report.accepted, report.checks
    assert (report.verdict, report.count) == (found.verdict, found.at_least if counting else None)
    missing = set[str]() if instance.answers else NO_ANSWERS.get(proof, set())
    assert names_in(folder) == COUNTING[proof][0] - missing
    for program in CHECKERS:
        if proof == "graph" and shutil.which(program):
            assert accepted_elsewhere(program, folder, found.at_least), program


@EVERY_KIND
def test_every_reduction_to_cnf(kind: str, tmp_path: Path) -> None:
    """Those of several steps take turns over the kinds, instances with no, one and several answers always."""
    paths = [rules for rules in all_paths(kind) if rules and rules[-1].target == "cnf"]
    for turn, rules in sampled(enumerate(paths, KINDS.index(kind)), kind):
        those = of_each_verdict(kind, turn)
        instance = those[turn % len(those)]
        if (len(rules) == 1 or turn % 4 == 0) and not instance.refuses(id_of(rules)):
            with in_case((instance.name, id_of(rules))):
                (folder := tmp_path / str(turn)).mkdir()
                is_certified_by(rules, instance, folder)


def is_certified_by(rules: EncodingPath, instance: Instance, where: Path) -> None:
    """A verdict by a clausal proof; by a graph as many models as answers, despite auxiliary variables."""
    kind = instance.problem.kind
    folder, with_count = where / "verdict", where / "counted"
    assert certify(instance.problem, folder, rules).verdict is expected(instance)
    assert accepted(folder)
    summary = summary_of(folder)
    assert (summary["kind"], summary["reduction"]) == (kind, id_of(rules))
    if rules[-1].by_cuts:
        return
    found = certify(instance.problem, with_count, rules, None, Limits(nodes=NODES), "graph", counting=True)
    if found.reason is None:
        assert found.at_least == len(instance.answers)
        assert accepted(with_count)
    else:
        assert not with_count.exists()


@EVERY_KIND
def test_changed_certificates_are_refused(kind: str, tmp_path: Path) -> None:
    """A bit flipped or a line lost in any file, a file lost, another verdict."""
    chance = random.Random(kind)
    for instance in sampled(of_each_verdict(kind, 1), kind):
        folder = tmp_path / expected(instance).name
        certify(instance.problem, folder)
        for path in sorted(folder.iterdir()):
            before = path.read_bytes()
            if path.name != SUMMARY and before:
                flipped = bytearray(before)
                flipped[chance.randrange(len(before))] ^= 1
                path.write_bytes(flipped)
                assert not accepted(folder), path.name
            path.write_bytes(before)
            edit_lines(path.name, lambda lines: [*lines[: len(lines) // 2], *lines[len(lines) // 2 + 1 :]])(
                folder
            )
            assert not before or not accepted(folder), path.name
            path.unlink()
            assert not accepted(folder), path.name
            path.write_bytes(before)
        verdict = summary_of(folder)["verdict"]
        for other in {"unique", "none", "multiple"} - {verdict}:
            set_summary(verdict=other)(folder)
            assert not accepted(folder)
        set_summary(verdict=verdict)(folder)
        assert accepted(folder)


# What is refused is seen by checkers that know no kinds: by default a third of the kinds shows it.
@pytest.mark.parametrize("kind", sampled(KINDS, "changed counts"))
def test_changed_counts_are_refused(kind: str, tmp_path: Path) -> None:
    """Also when the summary is made to fit the changed files; the forms of proof take turns."""
    forms = counting_forms(kind)
    proof = "cuts" if "cuts" in forms else forms[KINDS.index(kind) % len(forms)]  # graphs of layers take long
    folders = [tmp_path / f"{proof}-{name}" for name in "ab"]
    for instance, folder in zip(of_each_verdict(kind, 2)[-2:], folders, strict=True):
        certify(instance.problem, folder, proof=proof, counting=True)
    for folder, other in sampled((folders, folders[::-1]), kind):
        assert accepted(folder)
        changes = enumerate(COUNTING[proof][1](summary_of(folder)["count"], other))
        for number, change in sampled(changes, kind):
            forged = tmp_path / f"{folder.name}-{number}"
            shutil.copytree(folder, forged)
            change(forged)
            if any((forged / path.name).read_bytes() != path.read_bytes() for path in folder.iterdir()):
                sign_again(forged)
                assert not accepted(forged), number


@pytest.mark.parametrize("kind", sampled(KINDS, "other puzzles"))
def test_the_puzzle_of_another_certificate_is_refused(kind: str, tmp_path: Path) -> None:
    """Its checksum set right: the formula is derived again."""
    one, other = (of_each_verdict(kind, turn)[0] for turn in (0, 1))
    if one is other:
        one, other = of_each_verdict(kind, 0)[:2]
    folders = [tmp_path / name for name in ("one", "other")]
    for folder, instance in zip(folders, (one, other), strict=True):
        certify(instance.problem, folder)
    if (folders[0] / PUZZLE).read_bytes() != (folders[1] / PUZZLE).read_bytes():
        copy_file(PUZZLE, folders[1] / PUZZLE)(folders[0])
        sign_again(folders[0])
        assert not accepted(folders[0])


# Graphs


@pytest.mark.parametrize("program", CHECKERS)
def test_other_programs_accept_graphs_and_refuse_changed_ones(program: str, tmp_path: Path) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not on the path")
    folder = tmp_path / "certificate"
    certify(of_problem("queens 6"), folder, proof="graph", counting=True)
    assert accepted_elsewhere(program, folder, 4)
    without_definition(0.5)(folder)
    assert not accepted_elsewhere(program, folder, 4)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("queens 8", 92),  # Nauck, 1850
        ("langford 7", 52),  # 26 and their mirror images
        ("....\n" * 4, 288),
        ((EXAMPLES / "sudominoku/small.txt").read_text(), 1),
        ((EXAMPLES / "kakuro/picture.txt").read_text(), 1),
    ],
)
def test_published_counts_in_the_same_bytes_every_time(text: str, count: int, tmp_path: Path) -> None:
    for name in "ab":
        found = certify(of_problem(text), tmp_path / name, proof="graph", counting=True)
        assert found.at_least == count
    assert accepted(tmp_path / "a")
    assert (tmp_path / "a/graph.cpog").read_bytes() == (tmp_path / "b/graph.cpog").read_bytes()


def test_dominoes_on_a_chessboard(tmp_path: Path) -> None:
    """12,988,816 (Kasteleyn, 1961), far more than could be listed."""
    cells = [f"{column}{row}" for row in range(8) for column in "abcdefgh"]
    options = [(at, at + 1) for at in range(64) if at % 8 < 7] + [(at, at + 8) for at in range(56)]
    lines = ["| exact cover", " ".join(cells), *(f"{cells[a]} {cells[b]}" for a, b in options)]
    folder, problem = tmp_path / "certificate", of_problem("\n".join(lines) + "\n")
    assert certify(problem, folder, proof="graph", counting=True).at_least == 12_988_816
    assert accepted(folder)
    assert (folder / "graph.cpog").stat().st_size < 300_000
    claim(12_988_815)(folder)
    assert not accepted(folder)


def test_a_limit_leaves_no_folder(tmp_path: Path) -> None:
    for limits in (Limits(nodes=50), Limits(deadline=Deadline(0.3))):
        found = certify(
            of_problem(".........\n" * 9), tmp_path / "c", limits=limits, proof="graph", counting=True
        )
        assert (found.exhausted, found.reason is None) == (False, False)
        assert list(tmp_path.iterdir()) == []
