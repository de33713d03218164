"""Certificates are refused once anything in them has changed, and what is still accepted is true."""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from certificate_changes import (
    SUMMARY,
    VERDICTS,
    Change,
    claim,
    content,
    copy_file,
    edit,
    edit_lines,
    refused_at,
    replace,
    set_summary,
    sign_again,
    summary_of,
)
from formulas import lrat_steps, model_count
from test_certificates import HARD, MULTIPLE, NONE, UNIQUE_FILES
from test_cpog import mutant as proof_mutant
from test_proofs_veripb import mutant as text_mutant

from coversat.answering import questions as answers
from coversat.answering.routes import find_path, find_route
from coversat.base.deadline import Deadline
from coversat.certificates import CertificateError, forms, verify_certificate
from coversat.certificates import write_certificate as certify
from coversat.certificates.verifying import Examination
from coversat.problems import Cnf, Sudoku, read
from coversat.problems.cnf.rules import read_dimacs
from coversat.proofs import check_drup
from coversat.solvers import Limits
from coversat.solvers.findings import Verdict

SIX = Sudoku.parse("1200\n0000\n0000\n0003\n")
"""Of the 288 grids, found by trying all rows, 6 have these three givens."""


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Accepted certificates by form of proof; those that count are of several answers."""

    @cache
    def original(proof: str) -> Path:
        folder = tmp_path_factory.mktemp("certificates") / proof
        if proof == "enumeration":
            done = certify(SIX, folder, proof=proof, counting=True)
            assert (done.at_least, done.exhausted) == (6, True)
        else:
            assert certify(HARD, folder, form=Sudoku.forms[1], proof=proof).verdict is Verdict.UNIQUE
            assert (folder / "puzzle.txt").read_text().startswith("800000000\n003600000\n")
        sign_again(folder)
        assert refused_at(folder) is None
        return folder

    return original


@pytest.fixture
def copy(originals: Callable[[str], Path], tmp_path: Path) -> Callable[..., Path]:
    """Makes a copy of an original."""

    def copied(proof: str = "drup", name: str = "c") -> Path:
        return Path(shutil.copytree(originals(proof), tmp_path / name))

    return copied


Copy = Callable[..., Path]


@pytest.mark.parametrize("name", UNIQUE_FILES)
def test_a_changed_missing_or_special_file_is_refused(name: str, copy: Copy) -> None:
    original = copy(name="original")

    def special(make: Callable[[Path], object]) -> Change:
        return lambda folder: ((folder / name).unlink(), make(folder / name))

    changes: list[Change] = [
        edit(name, lambda text: text + "\n"),
        content(name, b""),
        lambda folder: (folder / name).unlink(),
        special(Path.mkdir),
        special(lambda path: path.symlink_to(original / name)),
        special(lambda path: path.symlink_to("/dev/zero")),
        special(lambda path: path.symlink_to(path)),
        special(os.mkfifo),
    ]
    for number, change in enumerate(changes):
        folder = copy(name=str(number))
        change(folder)
        assert refused_at(folder) == "the files", number
    if name == "puzzle.txt":  # a hole on the disk, but read as it is
        os.truncate(original / name, UNIQUE_FILES[name] + 1)
        assert "holds more than" in verify_certificate(original).checks[-1].detail


# Signed again


def add(name: str, line: str) -> Change:
    return edit(name, lambda text: f"{text}{line}\n")


def drop(name: str, at: int) -> Change:
    return edit_lines(name, lambda lines: [line for line in lines if line is not lines[at]])


def first_lines(name: str, count: int) -> Change:
    return edit_lines(name, lambda lines: lines[:count])


def last_line(name: str, change: Callable[[str], str]) -> Change:
    return edit_lines(name, lambda lines: [*lines[:-1], change(lines[-1])])


PUZZLE, FORMULA, BLOCKED, DRUP, LRAT = "puzzle.txt", "formula.cnf", "blocked.cnf", "proof.drup", "proof.lrat"
OPB, PBP, ANSWER, ANSWERS = "formula.opb", "proof.pbp", "answer.txt", "answers.txt"
# A clause on the projection that does not block the answer: then the formula has a model.
NOT_BLOCKING = last_line(BLOCKED, lambda line: f"-{line}".replace("--", ""))
CHANGES: dict[tuple[str, str], list[Change | tuple[Change, str]]] = {
    ("drup", "the puzzle"): [
        *(replace(PUZZLE, "80", new) for new in ("8x", "8")),
        *(content(PUZZLE, new) for new in (b"", b"\xff\xfe", b"1000002004000003\n" * 2, b"p cnf 1 1\n1 0\n")),
        *(set_summary(kind=kind) for kind in ("sudominoku", "chess")),
    ],
    ("drup", "the formula"): [
        replace(PUZZLE, "800000000\n003600000", "000000000\n003600000"),
        replace(PUZZLE, "80", "82"),
        replace(FORMULA, "\n-1 -", "\n1 -"),
        replace(FORMULA, "p cnf", "c p show 1 2 0\np cnf"),
        *(replace(FORMULA, "p cnf 729", f"p cnf {size}") for size in (730, 99999999999)),
        *(content(FORMULA, new) for new in (b"", b"\xff")),
        *(set_summary(reduction=name) for name in ("cnf:minimal", "cover", "", "cnf:nothing")),
        # Each round would make the formula larger.
        (set_summary(reduction="cover/cnf:pairwise/cover/cnf:pairwise"), "passes a kind of problem twice"),
        *(set_summary(sizes=sizes) for sizes in ({}, None)),
    ],
    ("drup", "the answer"): [
        *(content(ANSWER, new) for new in (b"123456789\n" * 9, b"000000000\n" * 9, b"9999\n", b"", b"\x80"))
    ],
    ("drup", "the blocking clause"): [
        *(content(BLOCKED, new) for new in (b"", b"\xff 0\n", b"1 0\n")),
        replace(BLOCKED, "\n-1 -", "\n1 -"),
        *(add(BLOCKED, line) for line in ("1 0", "0")),
        *(drop(BLOCKED, at) for at in (-2, -1)),
        last_line(BLOCKED, lambda line: line.partition(" ")[2]),
    ],
    ("drup", "the proof"): [
        NOT_BLOCKING,
        *(content(DRUP, new) for new in (b"", b"0\n", b"a\0", b"1000 0\n")),
        first_lines(DRUP, 20),
    ],
    ("lrat", "the proof"): [
        NOT_BLOCKING,
        *(content(LRAT, new) for new in (b"", b"1 0\n", b"20000 0 1 0\n", b"a\0")),
        first_lines(LRAT, 20),
        *(drop(LRAT, at) for at in (5, -1)),
    ],
    ("drup", "the files"): [
        set_summary(files=dict.fromkeys(UNIQUE_FILES, value)) for value in (None, "0" * 64)
    ],
    ("drup", "the summary"): [
        *(set_summary(verdict=verdict) for verdict in ("none", "unknown", None)),
        *(set_summary(proof=proof) for proof in ("lrat", "drat", None, ["drup"])),
        *(set_summary(kind=kind) for kind in (["sudoku"], {"a": 1})),
        set_summary(reduction=None),
        set_summary(coversat=1),
        *(set_summary(files=files) for files in (None, [], {}, {"../../etc/passwd": {}})),
        set_summary(files=dict.fromkeys([*UNIQUE_FILES, "/etc/passwd"])),
        *(content(SUMMARY, new) for new in (b"", b"\xff", b"[]", b"null", b"NaN", b"{}")),
        *(content(SUMMARY, new * size) for new, size in ((b"[", 60_000), (b"9", 60_000), (b" ", 70_000))),
        *(content(SUMMARY, b'{"format": %s}' % new) for new in (b"1", b"2", b'[], "verdict": {}')),
    ],
    ("enumeration", "the answers"): [
        (content(ANSWERS, b""), "has 0 answers, and 6 are claimed"),
        (content(ANSWERS, b"answer 1, 99999999 bytes\n"), "ends within answer 1"),
        (content(ANSWERS, b"answer 1, 999999999 bytes\n"), "expected 'answer 1, LENGTH"),
        (content(ANSWERS, b"answer 1, 2 bytes\n\xff\xff"), "is not UTF-8"),
        (replace(ANSWERS, "answer 2,", "answer 3,"), "expected 'answer 2, LENGTH"),
        (replace(ANSWERS, "3 4", "3  4"), "not written as answers are"),
        (replace(ANSWERS, "1 2 | 3 4", "1 2 3 4 |"), "not written as answers are"),
        (replace(ANSWERS, "answer 6, 56", "answer 6, 57"), "ends within answer 6"),
        (add(ANSWERS, ""), "expected 'answer 7, LENGTH"),
        (set_summary(count=7), "has 6 answers, and 7 are claimed"),
    ],
    ("enumeration", "the cover"): [
        (content(OPB, b""), "is not the cover"),
        (add(OPB, "+1 x1 >= 1 ;"), "is not the cover"),
        (set_summary(sizes={}), "other sizes"),
        (set_summary(reduction="cover/cnf:pairwise"), "leads to cnf, not to cover"),
    ],
    ("enumeration", "the proof"): [
        *((content(PBP, new), "line 1: expected") for new in (b"", b"\0" * 1000)),
        (add(PBP, "rup >= 1 ;"), "nothing may follow the end"),
        (drop(PBP, -1), "has no end"),
    ],
    ("enumeration", "the summary"): [
        (set_summary(proof="drup"), "cannot state a count"),
        (set_summary(proof="graphs"), "its form of proof is none of"),
        (set_summary(count=1), "no number of answers that is multiple"),
        *((set_summary(count=count), "no number of answers") for count in (-6, True, 6.0)),
        (set_summary(count=None), "a certificate of multiple has"),
    ],
}
"""By form of proof and the check that fails; some with a part of the reason."""


@pytest.mark.thorough
@pytest.mark.parametrize(("proof", "what"), CHANGES, ids=lambda word: word.removeprefix("the "))
def test_a_change_that_is_signed_again_is_refused(proof: str, what: str, copy: Copy) -> None:
    for number, case in enumerate(CHANGES[proof, what]):
        change, reason = case if isinstance(case, tuple) else (case, "")
        folder = copy(proof, str(number))
        change(folder)
        if what not in ("the summary", "the files"):
            sign_again(folder)
        last = verify_certificate(folder).checks[-1]
        assert (last.what, last.passed) == (what, False), number
        assert reason in last.detail


def test_changes_that_mean_the_same_are_accepted(copy: Copy) -> None:
    """The version of coversat in a comment, a number with a zero before it, a file of another form."""
    for proof, change in (
        ("drup", replace(FORMULA, "c coversat ", "c coversat 0.0.")),
        ("enumeration", replace(ANSWERS, "answer 1, ", "answer 1, 0")),
        ("lrat", content(DRUP, b"0\n")),
    ):
        folder = copy(proof, proof)
        change(folder)
        sign_again(folder)
        assert refused_at(folder) is None


def test_a_proof_of_another_form_is_refused(copy: Copy) -> None:
    folder = copy("lrat")
    copy_file(LRAT, copy("drup", "other") / DRUP)(folder)
    sign_again(folder)
    assert refused_at(folder) == "the proof"


def test_two_answers_must_differ_in_what_the_projection_shows(tmp_path: Path) -> None:
    sudoku, cnf = tmp_path / "sudoku", tmp_path / "cnf"
    certify(MULTIPLE, sudoku)
    certify(Cnf(2, ((1, 2),), projection=(1,)), cnf)
    same = (sudoku / "answer-1.txt").read_bytes()
    for folder, *pair in (
        (sudoku, same, same),
        (sudoku, same, b"1234\n3412\n2143\n4322\n"),
        (cnf, b"v 1 2 0\n", b"v 1 -2 0\n"),
    ):
        for number, answer in enumerate(pair, 1):
            content(f"answer-{number}.txt", answer)(folder)
        sign_again(folder)
        assert refused_at(folder) == "the answers"


def test_a_proof_of_another_puzzle_is_refused(tmp_path: Path) -> None:
    for problem, name in ((MULTIPLE, "other"), (NONE, "none")):
        certify(problem, tmp_path / name)
    copy_file(PUZZLE, tmp_path / "other" / PUZZLE)(tmp_path / "none")
    sign_again(tmp_path / "none")
    assert refused_at(tmp_path / "none") == "the formula"


def test_there_must_be_a_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for name in ("missing", "file"):
        with pytest.raises(CertificateError):
            verify_certificate(tmp_path / name)
    (tmp_path / "empty").mkdir()
    report = verify_certificate(tmp_path / "empty")
    assert (report.accepted, report.verdict, report.commands) == (False, None, ())


def test_many_answers_are_not_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By default the form depends on the count, or on what the reductions end in."""

    def form_of(folder: Path, **how: Any) -> str:
        assert certify(SIX, folder, counting=True, **how).at_least == 6
        return str(summary_of(folder)["proof"])

    assert form_of(tmp_path / "few") == "enumeration"
    monkeypatch.setattr(forms, "LISTED", 5)
    assert form_of(tmp_path / "many") == "graph"
    assert form_of(tmp_path / "named", proof="enumeration") == "enumeration"
    assert form_of(tmp_path / "cover", path=find_path("sudoku", "cover")) == "enumeration"
    assert form_of(tmp_path / "cnf", path=find_path("sudoku", "cnf:minimal")) == "graph"
    found = certify(SIX, tmp_path / "late", counting=True, limits=Limits(deadline=Deadline(0.0)))
    assert (found.verdict, found.reason) == (Verdict.UNKNOWN, "0 seconds")


# Random changes


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_random_changes_of_lrat_proofs(seed: int, copy: Copy) -> None:
    """A word changed or lost: what is still accepted, the DRUP checker must accept too."""
    chance, folder, refused = random.Random(seed), copy("lrat"), 0
    (refuted,) = read_dimacs((folder / BLOCKED).read_text())
    words = (folder / LRAT).read_bytes().split(b" ")
    for _ in range(60):
        changed = list(words)
        at = chance.randrange(len(words))
        changed[at : at + 1] = chance.choice([[], [words[chance.randrange(len(words))]], [b"-" + words[at]]])
        proof = b" ".join(changed)
        content(LRAT, proof)(folder)
        sign_again(folder)
        if refused_at(folder) is None:
            clauses = "".join(" ".join(map(str, [*literals, 0])) + "\n" for _, literals in lrat_steps(proof))
            assert check_drup(refuted, BytesIO(clauses.encode())).accepted
        else:
            refused += 1
    assert refused > 20


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("seed", "count"), [(1, 150), *(pytest.param(n, 10_000, marks=pytest.mark.slow) for n in range(2, 6))]
)
def test_random_changes_of_enumerations(seed: int, count: int, copy: Copy) -> None:
    """A line or a word changed: only a proof with a line more or less than it needs is still accepted."""
    chance, folder, refused = random.Random(seed), copy("enumeration"), 0
    for _ in range(count):
        name = chance.choice([PUZZLE, OPB, ANSWERS, PBP, PBP])
        before = (folder / name).read_text()
        edit(name, lambda text: text_mutant(text, chance))(folder)
        if (folder / name).read_text() != before:
            sign_again(folder)
            accepted = refused_at(folder) is None
            assert name == PBP or not accepted, (name, (folder / name).read_text())
            refused += not accepted
        content(name, before.encode())(folder)
    assert refused > 0.6 * count


FILES = {
    "graph": (PUZZLE, FORMULA, "graph.cpog", SUMMARY),
    "cuts": (PUZZLE, ANSWERS, "cuts.txt", "cuts.txt", "refuted.cnf", "proof.drup", SUMMARY),
}
"""The files of two forms of proof."""
ORIGINALS: dict[str, tuple[tuple[str, str | None, bool], ...]] = {}
"""By these forms: puzzles, their reductions unless the default, and whether they are counted."""
ORIGINALS["graph"] = (
    ("1200\n0000\n0000\n0003\n", None, True),
    ("1230\n0000\n2100\n0003\n", "cnf:minimal", True),
    ("1234\n3412\n2143\n4300\n", None, False),
    ("11..\n....\n....\n....\n", None, False),
    ("queens 6", None, True),
    ("langford 4", None, True),
    ("p cnf 4 3\n1 2 3 0\n-1 -2 0\n-3 4 0\n", None, True),
    ("c p show 1 2 3 0\np cnf 5 4\n1 2 -4 0\n-1 4 5 0\n-2 -3 0\n3 -5 4 0\n", None, True),
    ("| exact cover\nA B C | x\nA x:1\nB x:1\nA B\nC\nC x:2\n", None, True),
)
ORIGINALS["cuts"] = (
    ("hitori 3 3\n1 2 1\n2 1 1\n1 1 2\n", None, False),
    ("hitori 3 4\n1 2 2 4\n3 2 1 4\n1 3 2 2\n", None, False),
    ("hitori 3 3\n1 - 1\n- - -\n1 - 1\n", None, True),
    ("slitherlink 3 4\n2 - - 2\n- 3 - -\n2 - 1 -\n", None, False),
    ("slitherlink 3 3\n2 2 2\n2 - 2\n2 2 2\n", None, False),
    ("slitherlink 1 5\n- 2 - 2 -\n", None, True),
    ("slitherlink 2 5\n3 - - - 3\n3 - - - 3\n", None, True),
    ("1234\n3412\n2143\n4300\n", None, False),
)


ByForm = Callable[[str], list[Path]]


@pytest.fixture(scope="module")
def by_form(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], list[Path]]:
    """Certificates of the puzzles of each form."""

    @cache
    def certified(form: str) -> list[Path]:
        folder = tmp_path_factory.mktemp(form)
        for at, (text, rules, counting) in enumerate(ORIGINALS[form]):
            problem = read(text).problems[0]
            way = None if rules is None else find_path(problem.kind, rules)
            certify(problem, folder / str(at), way, proof=form, counting=counting)
        return [folder / str(at) for at in range(len(ORIGINALS[form]))]

    return certified


@cache
def true_count(kind: str, text: str) -> int:
    """The number of answers of a puzzle, by Dancing Links, by a complete formula or by brute force."""
    (problem,) = read(text, kind).problems
    if isinstance(problem, Cnf):
        return model_count(problem)
    route = "cnf:elimination/minisat22" if kind in ("hitori", "slitherlink") else "cover/dancing-links"
    found = answers.count_answers(problem, find_route(kind, route.removeprefix(f"{kind}/")))
    assert found.exhausted
    return found.at_least


def is_true(report: Examination, count: int) -> bool:
    """Whether it is true of a puzzle with this many answers."""
    assert report.verdict is not None
    return report.count in (None, count) and report.verdict.value == VERDICTS[min(count, 2)]


def change_byte(folder: Path, names: Sequence[str], chance: random.Random) -> None:
    path = folder / chance.choice(names)
    changed = bytearray(path.read_bytes())
    changed[chance.randrange(len(changed))] = chance.choice((*b"\0\n -019", chance.randrange(256)))
    end = chance.randrange(len(changed)) if chance.random() < 0.1 else len(changed)
    path.write_bytes(bytes(changed[:end]))


def change_claim(folder: Path, chance: random.Random) -> None:
    summary = summary_of(folder)
    key = chance.choice(["count", "count", "verdict", "reduction", "proof", "kind", "sizes", "files"])
    if key == "count":
        claim(max(0, (summary.get("count") or 0) + chance.choice((-2, -1, 1, 2, 100))))(folder)
    elif key in ("sizes", "files"):
        summary[key].pop(chance.choice(list(summary[key])))
        set_summary(**{key: summary[key]})(folder)
    else:
        words = [*VERDICTS, "graph", "drup", "enumeration", "cuts", "cnf", "sudoku", "queens", "hitori"]
        ways = ["cover/cnf:pairwise", "cnf:minimal", "cover", "cnf:cuts", "cnf:elimination", ""]
        set_summary(**{key: chance.choice([*words, *ways])})(folder)


def spoil(folder: Path, names: Sequence[str], chance: random.Random) -> None:
    """A file is missing, empty, a folder or a link."""
    path = folder / chance.choice(names)
    path.unlink()
    match chance.randrange(4):
        case 0:
            path.write_bytes(b"")
        case 1:
            path.mkdir()
        case 2:
            path.symlink_to(folder / chance.choice(names))


def change_at_random(
    folder: Path, names: Sequence[str], originals: list[Path], chance: random.Random
) -> None:
    proof = names[-2]
    changes: list[Callable[[], object]] = [
        lambda: edit(chance.choice(names), lambda text: text_mutant(text, chance))(folder),
        lambda: content(proof, proof_mutant(chance, (folder / proof).read_bytes()))(folder),
        lambda: change_byte(folder, names, chance),
        lambda: change_claim(folder, chance),
    ]
    if chance.random() < 0.1:
        other = chance.choice(originals)
        for name in chance.sample(names, chance.randrange(1, len(names))):
            copy_file(name, other / name)(folder)
    elif chance.random() < 0.03:
        spoil(folder, names, chance)
    else:
        for change in chance.choices(changes, (2, 2, 1, 1), k=chance.choice((1, 1, 2))):
            change()
    if chance.random() < 0.9:
        sign_again(folder)


@pytest.mark.thorough
@pytest.mark.parametrize("form", ORIGINALS)
@pytest.mark.parametrize(
    ("seed", "size"), [(1, 120), *(pytest.param(n, 25_000, marks=pytest.mark.slow) for n in range(2, 6))]
)
def test_random_changes(seed: int, size: int, form: str, by_form: ByForm, tmp_path: Path) -> None:
    """What is accepted is true of the puzzle that is then in the folder."""
    chance, folder, accepted, originals = random.Random(seed), tmp_path / "c", 0, by_form(form)
    for _ in range(size):
        shutil.copytree(chance.choice(originals), folder)
        with suppress(OSError, ValueError, KeyError, TypeError, AttributeError, IndexError):
            # It fails if an earlier change left nothing to read.
            change_at_random(folder, FILES[form], originals, chance)
        report = verify_certificate(folder)
        assert not report.unknown
        if report.accepted:
            kind = json.loads((folder / SUMMARY).read_text())["kind"]
            assert is_true(report, true_count(kind, (folder / PUZZLE).read_text())), folder
        accepted += report.accepted
        shutil.rmtree(folder)
    assert 0 < accepted < size // 2


@pytest.mark.parametrize("form", ORIGINALS)
def test_a_false_claim_would_be_noticed(form: str, by_form: ByForm) -> None:
    for folder, (text, _, counting) in zip(by_form(form), ORIGINALS[form], strict=True):
        report, count = verify_certificate(folder), true_count(read(text).problems[0].kind, text)
        assert report.accepted
        assert is_true(report, count)
        assert not is_true(report, 3 - min(count, 2))
        assert is_true(report, count + 1) is (count > 1 and not counting)
