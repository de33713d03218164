"""Folders with graphs in which something was changed: what is accepted claims what is so.

A change touches any file: a line, a word, a byte, a claim, what is said of the files; a file of another
folder in its place, a file less, a link.  Whether a claim is so is counted anew, by Dancing Links or by
brute force, from the puzzle that stands in the folder then.
"""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from formulas import model_count
from test_certificates import sign_again
from test_cpog import mutant as proof_mutant
from test_proofs_veripb import mutant as text_mutant

from coversat import answers
from coversat.certificates import certify, verify_certificate
from coversat.certificates.verifying import Examination
from coversat.problems import Cnf, read
from coversat.routing import find_route, find_rules

SAMPLE, MANY = 250, 25_000
EXAMPLES = Path(__file__).resolve().parent.parent / "examples"

VERDICTS = ("none", "unique", "multiple")
FILES = ("puzzle.txt", "formula.cnf", "graph.cpog", "certificate.json")
ORIGINALS: tuple[tuple[str, str | None, bool], ...] = (
    ("1200\n0000\n0000\n0003\n", None, True),
    ("1230\n0000\n2100\n0003\n", "cnf:minimal", True),
    ("1234\n3412\n2143\n4300\n", None, False),
    ("1100\n0000\n0000\n0000\n", None, False),
    ("queens 6", None, True),
    ("langford 4", None, True),
    ("p cnf 4 3\n1 2 3 0\n-1 -2 0\n-3 4 0\n", None, True),
    ("c p show 1 2 3 0\np cnf 5 4\n1 2 -4 0\n-1 4 5 0\n-2 -3 0\n3 -5 4 0\n", None, True),
    ("| exact cover\nA B C | x\nA x:1\nB x:1\nA B\nC\nC x:2\n", None, True),
)
"""Puzzles, their reductions where not the usual ones, and whether they are counted."""


def made(folder: Path) -> list[Path]:
    """A certificate of each."""
    folders = []
    for at, (text, rules, counting) in enumerate(ORIGINALS):
        problem = read(text).problems[0]
        way = None if rules is None else find_rules(problem.kind, rules)
        folders.append(folder / f"original-{at}")
        certify(problem, folders[-1], way, proof="graph", counting=counting)
        assert verify_certificate(folders[-1]).accepted
    return folders


@cache
def truth(kind: str, text: str) -> int:
    """How many answers a puzzle has."""
    (problem,) = read(text, kind).problems
    if isinstance(problem, Cnf):
        return model_count(problem)
    route = "dancing-links" if kind == "cover" else "cover/dancing-links"
    found = answers.count(problem, find_route(kind, route))
    assert found.exhausted
    return found.at_least


def is_so(report: Examination, count: int) -> bool:
    """Whether a certificate of a puzzle with so many answers claims what is so."""
    if report.count is not None and report.count != count:
        return False
    return report.verdict is not None and report.verdict.value == VERDICTS[min(count, 2)]


Change = Callable[[Path, random.Random], None]


def change_text(folder: Path, chance: random.Random) -> None:
    path = folder / chance.choice(FILES)
    path.write_text(text_mutant(path.read_text(), chance))


def change_graph(folder: Path, chance: random.Random) -> None:
    path = folder / "graph.cpog"
    path.write_bytes(proof_mutant(chance, path.read_bytes()))


def change_byte(folder: Path, chance: random.Random) -> None:
    path = folder / chance.choice(FILES)
    content = bytearray(path.read_bytes())
    content[chance.randrange(len(content))] = chance.choice((*b"\0\n -019", chance.randrange(256)))
    end = chance.randrange(len(content)) if chance.random() < 0.1 else len(content)
    path.write_bytes(bytes(content[:end]))


def change_claim(folder: Path, chance: random.Random) -> None:
    path = folder / "certificate.json"
    summary = json.loads(path.read_text())
    key = chance.choice(["count", "count", "verdict", "reduction", "proof", "kind", "sizes", "files"])
    match key:
        case "count":
            count = max(0, (summary.get("count") or 0) + chance.choice((-2, -1, 1, 2, 100)))
            summary |= {"count": count, "verdict": ("none", "unique", "multiple")[min(count, 2)]}
        case "sizes" | "files":
            summary[key].pop(chance.choice(list(summary[key])))
        case _:
            words = [*VERDICTS, "graph", "drup", "enumeration", "cnf", "sudoku", "queens"]
            summary[key] = chance.choice([*words, "cover/cnf:pairwise", "cnf:minimal", "cover", ""])
    path.write_text(json.dumps(summary))


def swap(folder: Path, theirs: Path, chance: random.Random) -> None:
    """Some of its files are those of another."""
    for name in chance.sample(FILES, chance.randrange(1, len(FILES))):
        shutil.copy(theirs / name, folder / name)


def spoil(folder: Path, chance: random.Random) -> None:
    """A file is missing, empty, or none."""
    path = folder / chance.choice(FILES)
    path.unlink()
    match chance.randrange(4):
        case 0:
            path.write_bytes(b"")
        case 1:
            path.mkdir()
        case 2:
            path.symlink_to(folder / chance.choice(FILES))


def no_mutant_is_believed(originals: list[Path], folder: Path, seed: int, size: int) -> tuple[int, int]:
    """Change folders; how many were refused, and how many accepted."""
    chance = random.Random(seed)
    refused = accepted = 0
    changes: list[Change] = [change_text, change_graph, change_byte, change_claim]
    for _ in range(size):
        original = chance.choice(originals)
        shutil.copytree(original, folder)
        try:
            if chance.random() < 0.1:
                swap(folder, chance.choice(originals), chance)
            elif chance.random() < 0.03:
                spoil(folder, chance)
            else:
                for change in chance.choices(changes, (2, 2, 1, 1), k=chance.choice((1, 1, 2))):
                    change(folder, chance)
            if chance.random() < 0.9:
                sign_again(folder)
        except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError):
            pass  # what was changed first cannot be read any more
        report = verify_certificate(folder)
        assert not report.unknown
        if report.accepted:
            kind = json.loads((folder / "certificate.json").read_text())["kind"]
            assert is_so(report, truth(kind, (folder / "puzzle.txt").read_text())), folder
        accepted += report.accepted
        refused += not report.accepted
        shutil.rmtree(folder)
    return refused, accepted


def test_no_changed_folder_is_believed(tmp_path: Path) -> None:
    refused, accepted = no_mutant_is_believed(made(tmp_path), tmp_path / "c", 1, SAMPLE)
    assert refused > SAMPLE // 2
    assert accepted > 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 6))
def test_no_changed_folder_is_believed_of_many(seed: int, tmp_path: Path) -> None:
    refused, _ = no_mutant_is_believed(made(tmp_path), tmp_path / "c", seed, MANY)
    assert refused > MANY // 2


def test_what_is_so(tmp_path: Path) -> None:
    """A certificate that claims what is not so would be noticed."""
    for folder, (text, _, counting) in zip(made(tmp_path), ORIGINALS, strict=True):
        report, count = verify_certificate(folder), truth(read(text).problems[0].kind, text)
        assert is_so(report, count)
        assert not is_so(report, 3 - min(count, 2))
        assert is_so(report, count + 1) is (count > 1 and not counting)
