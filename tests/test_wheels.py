"""What `setup.py` asks to be built: one wheel with what is compiled, one without."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from each import each

from coversat.base.registry import compiled

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
SOURCES = sorted(
    path
    for path in (ROOT / "coversat").rglob("*")
    if path.suffix in {".pyx", ".pxi", ".h"} and path.is_file()
)
EXAMPLES = sorted((ROOT / "coversat").rglob("examples/**/*.txt"))


class Building:
    """What the command that compiles needs of setuptools, in a folder where it puts what it builds."""

    folder = Path()
    inplace = True
    parallel: int | None = None

    def __init__(self, modules: list[str]) -> None:
        self.extensions = [SimpleNamespace(name=name) for name in modules]

    def get_ext_fullpath(self, name: str) -> str:
        return str(self.folder / f"{name.rpartition('.')[2]}.abi3.so")

    def run(self) -> None:
        for module in self.extensions:
            Path(self.get_ext_fullpath(module.name)).touch()


def asked(monkeypatch: pytest.MonkeyPatch, pure: str | None = None) -> dict[str, Any]:
    """The arguments that `setuptools.setup` is called with."""
    calls: list[dict[str, Any]] = []
    setuptools, command = ModuleType("setuptools"), ModuleType("setuptools.command.build_ext")
    setuptools.setup = lambda **arguments: calls.append(arguments)  # type: ignore[attr-defined]
    setuptools.Extension = (  # type: ignore[attr-defined]
        lambda name, sources, **rest: SimpleNamespace(name=name, sources=sources, **rest)
    )
    command.build_ext = Building  # type: ignore[attr-defined]
    for module in (setuptools, ModuleType("setuptools.command"), command):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.delenv("COVERSAT_PURE", raising=False)
    if pure is not None:
        monkeypatch.setenv("COVERSAT_PURE", pure)
    runpy.run_path(str(ROOT / "setup.py"), run_name="__main__")
    (call,) = calls
    return call


def test_a_pure_wheel_has_nothing_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not asked(monkeypatch, pure="1")["ext_modules"]


def test_distributions_have_what_is_compiled_and_the_examples_but_no_tests(tmp_path: Path) -> None:
    pytest.importorskip("setuptools", "77", "as pyproject.toml requires it for building")
    pytest.importorskip("Cython")
    for path in (*SOURCES, *EXAMPLES, ROOT / "tests" / "test_wheels.py", ROOT / "coversat" / "__init__.py"):
        copy = tmp_path / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    for name in (
        "pyproject.toml",
        "setup.py",
        "MANIFEST.in",
        "README.md",
        "LICENSE",
        "coversat/base/version.py",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    words = [sys.executable, "setup.py", "-q", "sdist", "-d", "d", "build_py", "--build-lib", "b"]
    subprocess.run(words, cwd=tmp_path, capture_output=True, check=True)
    built = {path.relative_to(tmp_path / "b") for path in (tmp_path / "b").rglob("*.txt")}
    assert built == {path.relative_to(ROOT) for path in EXAMPLES}
    (packed,) = (tmp_path / "d").iterdir()
    with tarfile.open(packed) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {path.relative_to(ROOT).as_posix() for path in (*SOURCES, *EXAMPLES)} <= names
    assert not {name for name in names if name.startswith("tests")}


@each("pure", [None, "", "0"])
def test_every_source_is_compiled_unless_asked_otherwise(
    monkeypatch: pytest.MonkeyPatch, pure: str | None
) -> None:
    modules = asked(monkeypatch, pure)["ext_modules"]
    assert all(module.optional for module in modules)
    assert {ROOT / source for module in modules for source in module.sources} == {
        path for path in SOURCES if path.suffix == ".pyx"
    }
    for module in modules:
        assert module.sources == [module.name.replace(".", "/") + ".pyx"]
        before = {ROOT / "coversat" / "solvers" / "stable_interface.h"}
        assert {ROOT / name for name in module.depends} == before | included(ROOT / module.sources[0])


def included(path: Path) -> set[Path]:
    """What a source includes from its folder, directly or not: a change there must build it anew."""
    names = re.findall(
        r'^\s*(?:#include|include|cdef extern from) "([^"]+)"', path.read_text("utf-8"), re.MULTILINE
    )
    found = {path.parent / name for name in names}
    for name in list(found):
        found |= included(name)
    return found


@each("free_threaded", [0, 1])
def test_one_wheel_serves_all_later_versions_but_not_a_free_threaded_python(
    free_threaded: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = {"Py_GIL_DISABLED": free_threaded}
    monkeypatch.setattr(sysconfig, "get_config_var", settings.get)
    monkeypatch.setattr(sys, "implementation", SimpleNamespace(name="cpython"))
    call = asked(monkeypatch)
    for module in call["ext_modules"]:
        assert module.py_limited_api is not bool(free_threaded)
        assert module.define_macros == ([] if free_threaded else [("Py_LIMITED_API", "0x030B0000")])
    assert call["options"] == ({} if free_threaded else {"bdist_wheel": {"py_limited_api": "cp311"}})


def test_the_stable_interface_is_that_of_the_first_python_served() -> None:
    major, minor = map(int, SETTINGS["project"]["requires-python"].removeprefix(">=").split("."))
    text = (ROOT / "setup.py").read_text("utf-8")
    assert f'"0x{major:02X}{minor:02X}0000"' in text
    assert f'"cp{major}{minor}"' in text
    assert SETTINGS["tool"]["cibuildwheel"]["build"][0] == f"cp{major}{minor}-*"


def test_every_python_named_is_tested_and_served() -> None:
    yaml = pytest.importorskip("yaml")
    jobs = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text("utf-8"))["jobs"]
    tested = set(jobs["tests"]["strategy"]["matrix"]["python"])
    served = set(SETTINGS["tool"]["cibuildwheel"]["build"])
    for classifier in SETTINGS["project"]["classifiers"]:
        version = classifier.rpartition(":: ")[2]
        if re.fullmatch(r"3\.\d+", version):
            assert version in tested
            assert f"cp{version.replace('.', '')}-*" in served


def test_what_the_wheels_are_tested_with_is_there() -> None:
    settings = SETTINGS["tool"]["cibuildwheel"]
    for path in settings["test-sources"]:
        assert (ROOT / path).exists()
    for command in (settings["test-command"], settings["pyodide"]["test-command"]):
        paths = re.findall(r"\S+/\S+", command)
        assert paths
        for path in paths:
            assert (ROOT / path).exists()
            assert path.partition("/")[0] in settings["test-sources"]


def test_what_was_built_before_does_not_hide_what_is_built_now(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    suffixes = [".cpython-311-x86_64-linux-gnu.so", ".abi3.so", ".so"]
    monkeypatch.setattr("importlib.machinery.EXTENSION_SUFFIXES", suffixes)
    monkeypatch.setattr(Building, "folder", tmp_path)
    other = (
        tmp_path / "_kernel.cpython-313t-x86_64-linux-gnu.so"
    )  # another Python's, which this one passes by
    for path in (tmp_path / f"_kernel{suffixes[0]}", tmp_path / "_kernel.so", other):
        path.touch()
    translated: list[Any] = []
    cython = ModuleType("Cython.Build")
    cython.cythonize = lambda modules, **options: translated.extend(modules)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "Cython.Build", cython)
    build = asked(monkeypatch)["cmdclass"]["build_ext"](["package._kernel"])
    build.run()
    assert translated == build.extensions
    assert build.parallel
    assert {path.name for path in tmp_path.iterdir()} == {"_kernel.abi3.so", "_kernel.so", other.name}


@pytest.mark.parametrize(
    "name",
    [
        "solvers.cover._cover_kernel",
        "kinds.sudoku._boards_kernel",
        "kinds.sudoku._lines_kernel",
        "proofs._cardinality_kernel",
        "proofs._clauses_kernel",
        "proofs._hints_kernel",
    ],
)
def test_what_is_compiled_here_is_for_all_later_versions(name: str) -> None:
    package, _, module = f"coversat.{name}".rpartition(".")
    built = compiled(package, module)
    if built is None:
        pytest.skip("nothing is compiled here")
    limited = sys.implementation.name == "cpython" and not sysconfig.get_config_var("Py_GIL_DISABLED")
    assert (".abi3." in Path(built.__file__).name or sys.platform == "win32") is limited
