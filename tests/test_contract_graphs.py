"""Counts of every kind by graphs: accepted here and by programs of others; changed ones refused."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from instances import instances
from kinds import Instance
from test_contract import EVERY_INSTANCE, EVERY_KIND
from test_contract_certificates import PATHS, claims, edits, has_text, id_of, of_each_verdict, sign_again

from coversat.certificates import CertificateError, certify, verify_certificate
from coversat.certificates.certificate import PUZZLE
from coversat.deadline import Deadline
from coversat.problems import read
from coversat.solvers.solver import Limits

NODES = 4_000
"""Encodings by which more are needed are left alone: their clauses let little follow."""

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
CHECKERS = {
    "cake_scpog": lambda count: f"s VERIFIED {'CPOG REPRESENTATION' if count else 'UNSAT'}",
    "cpog-check": lambda count: f"Regular model count = {count}\n",
}
"""Programs of others, and what they print."""


def accepted_elsewhere(program: str, folder: Path, count: int) -> bool:
    threads = ("-n", "1") if program == "cpog-check" else ()
    command = (program, *threads, str(folder / "formula.cnf"), str(folder / "graph.cpog"))
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    return CHECKERS[program](count) in done.stdout


@EVERY_INSTANCE
def test_every_instance_is_counted(instance: Instance, tmp_path: Path) -> None:
    """By the way taken unasked; every third is asked for its verdict instead."""
    folder, problem = tmp_path / "certificate", instance.problem
    if not has_text(problem):
        with pytest.raises(CertificateError, match="has no text"):
            certify(problem, folder, proof="graph", counting=True)
        return
    counting = instances(problem.kind).index(instance) % 3 > 0 or len(instance.answers) > 1
    found = certify(problem, folder, proof="graph", counting=counting)
    assert found.at_least == len(instance.answers)
    report = verify_certificate(folder)
    assert report.accepted, report.checks
    assert (report.verdict, report.count) == (found.verdict, found.at_least if counting else None)
    names = {PUZZLE, "formula.cnf", "graph.cpog", "certificate.json"}
    assert {path.name for path in folder.iterdir()} == names
    for program in CHECKERS:
        if shutil.which(program):
            assert accepted_elsewhere(program, folder, found.at_least), program


@pytest.mark.parametrize("program", CHECKERS)
def test_programs_of_others_are_asked_where_they_are(program: str, tmp_path: Path) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not on the path")
    folder = tmp_path / "certificate"
    certify(read("queens 6").problems[0], folder, proof="graph", counting=True)
    assert accepted_elsewhere(program, folder, 4)
    graph = (folder / "graph.cpog").read_text()
    (folder / "graph.cpog").write_text(without_a_definition(graph, random.Random(1)))
    assert not accepted_elsewhere(program, folder, 4)


@pytest.mark.parametrize(("kind", "rules"), PATHS, ids=id_of)
def test_graphs_by_every_reduction(kind: str, rules: Any, tmp_path: Path) -> None:
    """Whatever its auxiliary variables and its projection, there are as many models as answers."""
    turn = PATHS.index((kind, rules))
    those = of_each_verdict(kind, turn)
    for instance in those if len(rules) == 1 else those[turn % len(those) :][:1]:
        if instance.refuses(id_of(rules)):
            continue
        folder = tmp_path / instance.name
        found = certify(instance.problem, folder, rules, None, Limits(nodes=NODES), "graph", counting=True)
        if found.reason is None:
            assert found.at_least == len(instance.answers)
            assert verify_certificate(folder).accepted
        else:
            assert not folder.exists()


@EVERY_KIND
def test_changed_graphs_are_refused(kind: str, tmp_path: Path) -> None:
    """Signed again: another number, files of another puzzle, lines lost, doubled or changed."""
    folders = []
    for instance, name in zip(of_each_verdict(kind, 2)[-2:], "ab", strict=True):
        folders.append(tmp_path / name)
        certify(instance.problem, folders[-1], proof="graph", counting=True)
    chance = random.Random(kind)
    for folder, theirs in (folders, folders[::-1]):
        count = verify_certificate(folder).count
        assert count is not None
        for at, change in enumerate(forgeries(count, theirs, chance)):
            forged = tmp_path / f"{folder.name}-{at}"
            shutil.copytree(folder, forged)
            if change(forged):
                sign_again(forged)
                assert not verify_certificate(forged).accepted, at


def forgeries(count: int, theirs: Path, chance: random.Random) -> Iterator[Callable[[Path], bool]]:
    """Changes after which nothing is proved; each says whether it changed anything."""
    yield from (claims(number) for number in (count - 1, count + 1, 2 * count) if 0 <= number != count)
    for name in ("formula.cnf", "puzzle.txt", "graph.cpog"):
        yield edits(name, lambda _, name=name: (theirs / name).read_text())
    yield edits("formula.cnf", lambda text: text.replace("\n-", "\n", 1))
    yield edits("formula.cnf", lambda text: text.replace("c t mc", "c p show 1 0"))
    yield edits("graph.cpog", lambda text: "")
    yield edits("graph.cpog", lambda text: text.replace("\nr ", "\nc "))
    for _ in range(3):
        yield edits("graph.cpog", lambda text: without_a_definition(text, chance))


def without_a_definition(text: str, chance: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    defining = [at for at, line in enumerate(lines) if line.split()[1] in ("p", "s", "t")]
    if defining:
        del lines[chance.choice(defining)]
    return "".join(lines)


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
def test_published_counts(text: str, count: int, tmp_path: Path) -> None:
    folder = tmp_path / "certificate"
    assert certify(read(text).problems[0], folder, proof="graph", counting=True).at_least == count
    assert verify_certificate(folder).accepted


def test_dominoes_on_a_chessboard(tmp_path: Path) -> None:
    """12,988,816 (Kasteleyn, 1961), far more than could be listed."""
    cells = [f"{column}{row}" for row in range(8) for column in "abcdefgh"]
    options = [(at, at + 1) for at in range(64) if at % 8 < 7] + [(at, at + 8) for at in range(56)]
    lines = ["| exact cover", " ".join(cells), *(f"{cells[a]} {cells[b]}" for a, b in options)]
    folder = tmp_path / "certificate"
    problem = read("\n".join(lines) + "\n").problems[0]
    assert certify(problem, folder, proof="graph", counting=True).at_least == 12_988_816
    assert verify_certificate(folder).accepted
    assert (folder / "graph.cpog").stat().st_size < 300_000


def test_a_limit_leaves_nothing_behind(tmp_path: Path) -> None:
    problem = read(".........\n" * 9).problems[0]
    for limits in (Limits(nodes=50), Limits(deadline=Deadline(0.3))):
        found = certify(problem, tmp_path / "c", limits=limits, proof="graph", counting=True)
        assert found.reason is not None
        assert not found.exhausted
        assert list(tmp_path.iterdir()) == []


def test_the_same_bytes_every_time(tmp_path: Path) -> None:
    problem = read((EXAMPLES / "sudominoku/small.txt").read_text()).problems[0]
    graphs = []
    for name in "ab":
        certify(problem, tmp_path / name, proof="graph", counting=True)
        graphs.append((tmp_path / name / "graph.cpog").read_bytes())
    assert graphs[0] == graphs[1]
