"""What the build of the page says and promises, as far as it can be seen without a network."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from coversat.problems import KINDS

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "web"))
import build  # noqa: E402


def test_a_folder_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert build.main([]) == build.main(["--help"]) == 2
    assert capsys.readouterr().err == "Usage: python web/build.py OUT\n" * 2


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    assert build.main([str(tmp_path)]) == 2
    assert "holds something else" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_program_that_is_missing_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert build.main([str(tmp_path / "page")]) == 1
    assert capsys.readouterr().err == "npm is needed and is not there\n"
    assert not (tmp_path / "page").exists()


def test_what_is_fetched_has_its_version_and_hash() -> None:
    wanted = json.loads((build.WEB / "package.json").read_text())["dependencies"]
    locked = json.loads((build.WEB / "package-lock.json").read_text())["packages"]
    for name, version in wanted.items():
        assert locked[f"node_modules/{name}"]["version"] == version
    fetched = [entry for name, entry in locked.items() if name]
    assert all(entry["integrity"].startswith("sha512-") and "resolved" not in entry for entry in fetched)
    lines = (build.WEB / "requirements.txt").read_text().splitlines()
    pinned = [line for line in lines if not line.startswith("#")]
    assert all(re.fullmatch(r"[\w-]+==\S+ --hash=sha256:[0-9a-f]{64}", line) for line in pinned)


def test_what_is_offered_can_be_opened() -> None:
    offered = build.offered()
    names = [one["name"] for one in offered["examples"]]
    assert set(names) >= {*build.EXAMPLES, build.SET}
    assert names[0] == build.EXAMPLES[0]
    assert set(build.WARMING) <= set(names)
    counts = {one["name"]: one["opened"]["count"] for one in offered["examples"]}
    assert {name for name, count in counts.items() if count > 1} == {build.SET}
    kinds = {one["opened"]["kind"] for one in offered["examples"]}
    assert kinds == set(KINDS)


def test_the_same_files_give_the_same_bytes() -> None:
    files = {"b.txt": b"2", "a.txt": b"1"}
    assert build.stored_zip(files) == build.stored_zip(dict(sorted(files.items())))
    assert build.pack(b"x") == build.pack(b"x")
    assert build.pack(b"x")[4:8] == bytes(4)  # no time


def test_the_standard_library_keeps_what_is_imported() -> None:
    kept = {
        "json/__init__.py",
        "encodings/utf_8.py",
        "encodings/aliases.py",
        "importlib/metadata/__init__.py",
    }
    left_out = {"unittest/mock.py", "encodings/cp1140.py", "pdb.py", "_pyrepl/reader.py", "doctest.pyc"}
    assert set(build.used(dict.fromkeys(kept | left_out, b""))) == kept
