"""Theorems in Coq: each kind's are accepted, and what is said where Coq is missing or a folder was changed.

Tests that need Coq are skipped where it is not installed.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from certificate_changes import claim, copy_file, edit, refused_at, replace, sign_again, summary_of
from command_line import call
from instances import has_text, in_case, instances, sampled
from test_contract import EVERY_KIND

import coversat
from coversat.base.deadline import Deadline
from coversat.certificates import CertificateError, verify_certificate
from coversat.certificates import write_certificate as certify
from coversat.certificates.theorem import library
from coversat.certificates.theorem.coq import ACCEPTED
from coversat.certificates.theorem.library import kinds, module_for, needed, sources
from coversat.problems import AnyProblem
from coversat.reductions import model_of
from coversat.solvers.findings import Verdict
from coversat.solvers.solver import Limits

COQ = pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not installed")
EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
LARGE = {"polyomino"}
"""Kinds whose smallest examples take minutes."""


def example(name: str) -> AnyProblem:
    return coversat.read(EXAMPLES / f"{name}.txt")[0]


def written(problem: AnyProblem, folder: Path, counting: bool = False) -> Path:
    certify(problem, folder, proof="theorem", counting=counting)
    return folder


@COQ
@EVERY_KIND
@pytest.mark.thorough
def test_theorems_of_every_kind_are_accepted(kind: str, tmp_path: Path) -> None:
    if model_of(kind) is None or kind in LARGE:
        pytest.skip("no rules in the constraint language, or large ones")
    seen = set[Verdict]()
    for number, instance in enumerate(instances(kind)):
        verdict = (Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE)[min(len(instance.answers), 2)]
        if verdict in seen or not has_text(instance.problem):
            continue
        seen.add(verdict)
        with in_case(instance.name):
            report = verify_certificate(written(instance.problem, tmp_path / str(number)))
            assert report.accepted, report.checks
            assert report.verdict is verdict
            assert report.proved[-1] == ACCEPTED
    several = [one for one in instances(kind) if 1 < len(one.answers) < 100 and has_text(one.problem)]
    for instance in sampled(several, kind)[:1]:
        report = verify_certificate(written(instance.problem, tmp_path / "count", counting=True))
        assert report.accepted, report.checks
        assert report.count == len(instance.answers)
        assert f" has exactly {report.count} answer" in report.proved[0]


@COQ
@pytest.mark.thorough
def test_a_theorem_is_checked_by_the_commands_of_its_readme(tmp_path: Path) -> None:
    """By Coq alone, as a stranger does it."""
    folder = written(example("sudoku/boj2239"), tmp_path / "c")
    lines = (folder / "README.md").read_text().splitlines()
    commands = [line.strip() for line in lines if line.startswith("    coqc ")]
    assert len(commands) == len(needed("Sudoku")) + 2
    last = ""
    for command in commands:
        done = subprocess.run(command.split(), cwd=folder, capture_output=True, text=True, check=True)
        last = done.stdout
    assert last.strip() == ACCEPTED
    assert len((folder / "check.v").read_text().splitlines()) == 13
    assert len((folder / "README.md").read_text().splitlines()[-1]) < 110


@COQ
@pytest.mark.thorough
def test_rules_that_follow_narrow_no_domain(tmp_path: Path) -> None:
    """Of tents: that the only cell beside a tree has its tent is what the model says for people."""
    text = "tents 1 3\n- - -\n-\nx - -\n"
    report = verify_certificate(written(coversat.read(text)[0], tmp_path / "c"))
    assert report.accepted, report.checks


@COQ
@pytest.mark.thorough
def test_a_text_that_only_coq_refuses(tmp_path: Path) -> None:
    """Changed answers and steps have the form of a proof, so Coq is asked, and says where it fails."""
    folder = written(example("sudoku/boj2239"), tmp_path / "c")
    text = (folder / "theorem.v").read_text()
    steps = text.partition("steps : list text_part := [")[2].split('"')[1]
    cases = {
        "answer 1 breaks rule": text.replace('[["%+', '[["%-', 1),
        "answer 1 has a value that cell 1 cannot hold": text.replace('[["%+', '[["++', 1),
        "the steps do not end in a contradiction": re.sub(
            r"(steps .*?:= ).*?%proof", r"\1[]%proof", text, flags=re.S
        ),
        "step 2 does not follow": text.replace(steps[:9], "#" + steps[:8], 1),
    }
    for words, changed in cases.items():
        with in_case(words):
            assert changed != text
            (folder / "theorem.v").write_text(changed)
            sign_again(folder)
            report = verify_certificate(folder)
            assert report.status == "refused"
            assert report.checks[-1].what == "the theorem"
            assert words in report.checks[-1].detail


def test_without_coq_nothing_is_decided(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = written(example("hitori/6x6"), tmp_path / "c")
    library.installed.cache_clear()
    monkeypatch.setenv("PATH", str(tmp_path))
    report = verify_certificate(folder)
    assert report.status == "unknown"
    assert "Debian and Ubuntu have it in the packages coq and libcoq-stdlib" in report.checks[-1].detail
    code, out, _ = call(capfd, "verify", str(folder))
    assert code == 3
    assert out.startswith("UNKNOWN")


def test_coq_without_its_standard_library_decides_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not the folder that is wrong."""
    folder = written(example("hitori/6x6"), tmp_path / "c")
    program = tmp_path / "coqc"
    program.write_text(
        "#!/bin/sh\n[ $2 = --print-version ] && echo 9.2 5.4.1 && exit\necho 'no List' >&2\nexit 1\n"
    )
    program.chmod(0o755)
    library.installed.cache_clear()
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    report = verify_certificate(folder)
    library.installed.cache_clear()
    assert report.status == "unknown"
    said = report.checks[-1].detail
    assert said.startswith("Coq 9.2 cannot compile the library's Rules.v; Debian")
    assert said.endswith(": no List")


def test_what_changes_a_folder_is_noticed(tmp_path: Path) -> None:
    """Without Coq: at the first check that can notice it."""
    folder = written(example("sudoku/boj2239"), tmp_path / "c")
    other = written(example("sudoku/killer"), tmp_path / "other")
    axiom = "Axiom wrong : False.\nTheorem proved"
    changes = {
        "the files": [edit("theorem.v", lambda text: text + "\n")],
        "the library": [
            edit("library/Rules.v", lambda text: text.replace("~ answer", "answer")),
            lambda path: (path / "library" / "Rules.v").unlink(),
        ],
        "the statement": [
            claim(0),
            replace("check.v", "103000509", "100000509"),
            replace("puzzle.txt", "103000509", "100000509"),
            edit("check.v", lambda text: "Set Printing All.\n" + text),
            copy_file("check.v", other / "check.v"),
        ],
        "the proof's text": [
            replace("theorem.v", "103000509", "100000509"),
            replace("theorem.v", "Theorem proved", axiom),
            replace("theorem.v", "vm_cast_no_check (eq_refl Proved). Qed", "Admitted"),
            replace(
                "theorem.v", "Theorem proved", "Notation the_puzzle := (fun _ _ => True).\nTheorem proved"
            ),
            replace("theorem.v", "From Coversat", "From Other"),
            edit("theorem.v", lambda text: text[: len(text) // 2]),
            copy_file("theorem.v", other / "theorem.v"),
        ],
    }
    for what, those in changes.items():
        for number, change in enumerate(those):
            with in_case((what, number)):
                changed = tmp_path / f"{what} {number}"
                shutil.copytree(folder, changed)
                change(changed)
                if what != "the files":
                    sign_again(changed)
                assert refused_at(changed) == what


def test_rules_as_data_are_written_again(tmp_path: Path) -> None:
    """So that none can be left out, or be another."""
    folder = written(example("fillomino/puzzle"), tmp_path / "c")
    text = (folder / "theorem.v").read_text()
    before, first, *others = text.replace("\n|}", ";\n   |}").split(";\n   ")
    assert len(others) > 5
    for rules in (others, [others[0], *others], [first, first.replace("[]", "[2]"), *others[1:]]):
        changed = ";\n   ".join((before, *rules)).replace(";\n   |}", "\n|}")
        (folder / "theorem.v").write_text(changed)
        sign_again(folder)
        assert refused_at(folder) == "the proof's text"


def test_what_a_theorem_is_not_made_of(tmp_path: Path) -> None:
    with pytest.raises(CertificateError, match="about the puzzle's rules"):
        coversat.certify("queens 6", tmp_path / "a", "cnf:mixed", proof="theorem")
    with pytest.raises(CertificateError, match="there are more than 1000"):
        certify(
            example("sudoku/two-answers").with_givens(range(20)),
            tmp_path / "b",
            None,
            proof="theorem",
            counting=True,
        )
    found = certify(example("slitherlink/7x9"), tmp_path / "c", None, None, Limits(None, 1), "theorem")
    assert found.reason is not None
    late = certify(
        example("slitherlink/7x9"), tmp_path / "d", None, None, Limits(None, None, Deadline(0.0)), "theorem"
    )
    assert late.reason is not None
    assert [*tmp_path.iterdir()] == []


def test_the_library_is_whole_and_says_everything(tmp_path: Path) -> None:
    """Each kind's module is one of a kind; what it requires comes before it; nothing is assumed in a file."""
    from coversat.problems import KINDS

    assert set(kinds()) <= set(KINDS)
    for module in (None, *kinds().values()):
        files = needed(module)
        assert "Rules.v" in files
        assert files[-1] == "Checker/Theorems.v"
        assert sum(name.startswith("Kinds/") for name in files) >= (module is not None)
    for name, text in sources().items():
        assert not {"Axiom", "Parameter", "Admitted", "Conjecture"} & set(text.replace(".", " ").split()), (
            name
        )


def test_which_sudokus_the_library_reads() -> None:
    """Others are proved as data: with a heading, or with another constraint."""
    board = "000000000\n" * 9
    for below in ("", "windoku\n", "diagonal up\nanti-king\n", "cage 3 r1c1 r1c2\n"):
        assert module_for(coversat.read(board + below, kind="sudoku")[0]) == "Sudoku", below
    for below in ("disjoint-groups\n", "renban r1c1 r1c2\n", "windoku\nodd r1c1\n"):
        assert module_for(coversat.read(board + below, kind="sudoku")[0]) is None, below
    assert module_for(example("sudoku/jigsaw")) == "Sudoku"
    assert module_for(example("fillomino/puzzle")) is None
    assert module_for(example("slitherlink/7x9")) == "Slitherlink"


def test_long_numbers_are_not_for_the_library() -> None:
    """It reads numbers of four digits; a row of digits is none."""
    for number, module in (("9999", "Numberlink"), ("10000", None)):
        text = f"numberlink 2 3\n1 - 1\n{number} - {number}\n"
        assert module_for(coversat.read(text)[0]) == module, number
    assert module_for(example("dominosa/order-3")) == "Dominosa"


def test_a_summary_of_a_theorem(tmp_path: Path) -> None:
    summary = summary_of(written(example("sudoku/two-answers"), tmp_path / "c"))
    assert (summary["verdict"], summary["proof"], summary["reduction"]) == ("multiple", "theorem", "")
    assert sorted(summary["files"]) == ["README.md", "check.v", "puzzle.txt", "theorem.v"]
    assert summary["note"].startswith("A theorem speaks of the rules")
