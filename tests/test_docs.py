"""The README and the manual name every command, export format and kind of problem."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

from each import each

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


def test_the_reference_of_commands_is_up_to_date() -> None:
    """Run ``python docs/make_commands.py`` when this fails."""
    spec = importlib.util.spec_from_file_location("make_commands", ROOT / "docs" / "make_commands.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.PAGE.read_text("utf-8") == module.page()


def test_the_version_to_cite_is_this_one() -> None:
    cited = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\nversion: {VERSION}\n" in cited
