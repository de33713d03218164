"""What the build of the page says and promises, as far as it can be seen without a network."""

from __future__ import annotations

import importlib
import json
import lzma
import re
import subprocess
import sys
from pathlib import Path

import pytest

from coversat.problems import KINDS

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "web"))
import build  # noqa: E402
import later  # noqa: E402
import packing  # noqa: E402
import runtime  # noqa: E402

FIRST = """
import bridge, json, runtime, sys
for text in sys.argv[1:]:
    print(json.loads(bridge.ask("check", json.dumps({"text": text})))["result"]["verdict"])
files = {name: name.replace(".", "/") + ".py" for name in sys.modules}
print(*(name for name, file in files.items() if runtime.is_later(file, runtime.PACKAGES_LATER)))
"""


def test_first_questions_import_nothing_that_is_left_for_later() -> None:
    """Else the page cannot start, or fetches its second archive at once."""
    names = ("sudoku/boj2239", "sudoku/windoku-x", "sudoku/killer", "kakuro/kakuro2", "slitherlink/7x9")
    texts = [(ROOT / "examples" / f"{name}.txt").read_text() for name in names]
    done = subprocess.run(
        [sys.executable, "-c", FIRST, *texts], capture_output=True, text=True, cwd=ROOT / "web", check=True
    )
    *verdicts, later_ones = done.stdout.splitlines()
    assert verdicts == ["unique"] * len(names)
    assert later_ones == ""


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


@pytest.mark.thorough
def test_what_is_offered_can_be_opened() -> None:
    offered = build.offered()
    names = [one["name"] for one in offered["examples"]]
    assert set(names) >= set(build.EXAMPLES)
    assert names[0] == build.EXAMPLES[0]
    assert set(build.WARMING) <= set(names)
    counts = {one["name"]: one["opened"]["count"] for one in offered["examples"]}
    assert set(counts.values()) == {1}
    kinds = {one["opened"]["kind"] for one in offered["examples"]}
    assert kinds == set(KINDS)


def test_the_same_files_give_the_same_bytes() -> None:
    files = {"b.txt": b"2", "a.txt": b"1"}
    assert packing.stored_zip(files) == packing.stored_zip(dict(sorted(files.items())))
    assert packing.pack(b"x") == packing.pack(b"x")
    assert packing.pack(b"x")[4:8] == bytes(4)  # no time
    assert lzma.decompress(packing.pack_tight(b"x" * 999)) == b"x" * 999


def test_the_standard_library_keeps_what_is_imported() -> None:
    kept = {
        "json/__init__.py",
        "encodings/utf_8.py",
        "encodings/aliases.py",
        "importlib/metadata/__init__.py",
    }
    later = {"unittest/mock.py", "encodings/cp1140.py", "pdb.py", "_pyrepl/reader.py"}
    unused = {"site-packages/README.txt"}
    parts = runtime.parted(dict.fromkeys(kept | later | unused, b""), runtime.LATER)
    assert tuple(map(set, parts)) == (kept, later)
    assert runtime.modules_of(["unittest/__init__.py", "pdb.py", "a/b.txt"]) == ["pdb", "unittest"]


IMPORTS = """
import builtins, sys

usual, named = builtins.__import__, set()

def noted(name, globals=None, locals=None, some=(), level=0):
    if level == 0 and str((globals or {}).get("__file__")).startswith(sys.argv[1]):
        named.add(name)
    return usual(name, globals, locals, some, level)

builtins.__import__ = noted
import bridge
print(*named)
print(*(getattr(module, "__file__", "") for module in [*sys.modules.values()]))
"""
"""Prints the modules that files of the project name, and the files of all that are imported."""


@pytest.mark.thorough
def test_the_page_starts_with_the_modules_that_it_has_at_once() -> None:
    """Python could not start in a browser otherwise: what is left for later is found after the start."""
    done = subprocess.run(
        [sys.executable, "-c", IMPORTS, ROOT], cwd=build.WEB, capture_output=True, text=True, check=True
    )
    named, files = (line.split(" ") for line in done.stdout.splitlines())
    paths = [name.replace(".", "/") for name in named]
    assert "json" in paths
    assert not [path for path in paths if runtime.is_later(path, runtime.LATER)]
    loaded = [Path(name) for name in files]
    own = [str(path.relative_to(ROOT)) for path in loaded if path.is_relative_to(ROOT / "coversat")]
    assert len(own) > 100
    assert not [path for path in own if runtime.is_later(path, runtime.PACKAGES_LATER)]
    assert {path.stem for path in loaded if path.parent == build.WEB} <= set(runtime.MODULES)


def test_what_is_left_for_later_is_fetched_when_it_is_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stdlib = tmp_path / "python.zip"
    archive = tmp_path / "later.zip"
    stdlib.write_bytes(packing.stored_zip({"here_at_once.py": b"one = 1"}))
    archive.write_bytes(
        packing.stored_zip({"stdlib/kept_back.py": b"two = 2", "packages/odd/three.py": b"three = 3"})
    )
    (tmp_path / "left_out.txt").write_text("kept_back\nodd.three\n")
    monkeypatch.setattr(later, "HERE", tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path, str(stdlib), str(tmp_path)])
    fetched: list[int] = []
    finder = later.Later(lambda: (fetched.append(1), str(archive))[1], stdlib)
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, finder])
    assert importlib.import_module("here_at_once").one == 1
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("there_is_no_such_module")
    assert not fetched
    assert importlib.import_module("kept_back").two == 2
    assert importlib.import_module("odd.three").three == 3
    assert fetched == [1]
    for name in ("here_at_once", "kept_back", "odd.three", "odd"):
        sys.modules.pop(name)


def test_what_is_compiled_is_small_and_needs_nothing() -> None:
    pytest.importorskip("ziglang", reason="needs the C compiler in ziglang: the extra 'page'")
    for name in build.COMPILED:
        first, second = (packing.wasm(f"{name}.c") for _ in range(2))
        assert first == second
        assert len(packing.pack(first)) < 20_000
