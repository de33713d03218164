"""What `setup.py` asks to be built: one wheel with what is compiled, one without."""

from __future__ import annotations

import re
import runpy
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted(
    path
    for path in (ROOT / "coversat").rglob("*")
    if path.suffix in {".pyx", ".pxi", ".h"} and path.is_file()
)


def asked(monkeypatch: pytest.MonkeyPatch, pure: str | None = None) -> dict[str, Any]:
    """The arguments that `setuptools.setup` is called with."""
    calls: list[dict[str, Any]] = []
    setuptools = ModuleType("setuptools")
    setuptools.setup = lambda **arguments: calls.append(arguments)  # type: ignore[attr-defined]
    setuptools.Extension = (  # type: ignore[attr-defined]
        lambda name, sources, **rest: SimpleNamespace(name=name, sources=sources, **rest)
    )
    monkeypatch.setitem(sys.modules, "setuptools", setuptools)
    monkeypatch.delenv("COVERSAT_PURE", raising=False)
    if pure is not None:
        monkeypatch.setenv("COVERSAT_PURE", pure)
    runpy.run_path(str(ROOT / "setup.py"), run_name="__main__")
    (call,) = calls
    return call


def test_a_pure_wheel_has_nothing_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not asked(monkeypatch, pure="1")["ext_modules"]


@pytest.mark.parametrize("pure", [None, "", "0"])
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
        assert {ROOT / name for name in module.depends} == included(ROOT / module.sources[0])


def included(path: Path) -> set[Path]:
    """What a source includes from its folder, directly or not: a change there must build it anew."""
    names = re.findall(
        r'^\s*(?:#include|include|cdef extern from) "([^"]+)"', path.read_text("utf-8"), re.MULTILINE
    )
    found = {path.parent / name for name in names}
    for name in list(found):
        found |= included(name)
    return found
