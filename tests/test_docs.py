"""The README and the manual name every command, export format and kind of problem."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest
from each import each

import coversat
from coversat.base.version import VERSION
from coversat.cli import commands
from coversat.exchange import FORMATS
from coversat.problems import KINDS

ROOT = Path(__file__).resolve().parent.parent
DOCS = "\n".join(
    path.read_text("utf-8") for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
)


@each("command", commands())
def test_every_command_is_named(command: str) -> None:
    for text in (DOCS, (ROOT / "README.ko.md").read_text("utf-8")):
        assert re.search(rf"(coversat |`){command}\b", text)


@each("name", FORMATS)
def test_every_export_format_is_named(name: str) -> None:
    assert re.search(rf"(`|\b){name}\b", DOCS, re.IGNORECASE)


@each("kind", KINDS)
def test_every_kind_is_shown(kind: str) -> None:
    assert f"## {kind}\n" in DOCS


def test_links_between_the_pages_lead_somewhere() -> None:
    for page in (*ROOT.glob("README*.md"), ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")):
        for target in re.findall(r"\]\((?!https?:)([^)#\s]+)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), (page, target)


@pytest.mark.parametrize("reference", ["commands", "api"])
def test_a_reference_is_up_to_date(reference: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run ``python docs/make_commands.py`` or ``python docs/make_api.py`` when this fails."""
    monkeypatch.syspath_prepend(ROOT / "docs")
    module = importlib.import_module(f"make_{reference}")
    assert module.PAGE.read_text("utf-8") == module.page()


def test_the_reference_of_the_library_has_every_name() -> None:
    text = (ROOT / "docs" / "api.md").read_text("utf-8")
    for name in {*coversat.__all__} - {"__version__", "KINDS", "encodings", "primitives"}:
        assert re.search(rf"^### coversat.{name}\n\n(```text\n[^`]*```\n\n)?\w", text, re.MULTILINE), name


def test_the_version_to_cite_is_this_one() -> None:
    cited = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\nversion: {VERSION}\n" in cited
