"""The manual's site: what lies beside docs/ in a checkout lies elsewhere there, and links are led to it."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PLACES = {"README.md": "index.md", "README.ko.md": "ko/index.md", "CONTRIBUTING.md": "adding.md"}
"""The pages that stand for files outside of docs/."""
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(((?!\w+:)[^)#\s]+)(#[^)\s]*)?\)")


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Called with the text of each page before it is rendered."""
    at = page.file.src_uri
    if at == PLACES["CONTRIBUTING.md"]:
        return LINK.sub(
            lambda link: _led(link, "CONTRIBUTING.md", at), (ROOT / "CONTRIBUTING.md").read_text("utf-8")
        )
    return LINK.sub(lambda link: _led(link, f"docs/{at}", at), markdown)


def _led(link: re.Match[str], source: str, at: str) -> str:
    """A link of the file `source`, for the page `at`; what has no page is named."""
    text, target, place = link.groups()
    target = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
    if target.startswith("docs/"):
        found = target.removeprefix("docs/")
    elif target in PLACES:
        found = PLACES[target]
    else:
        return f"{text} (`{target}`)"
    return f"[{text}]({posixpath.relpath(found, posixpath.dirname(at) or '.')}{place or ''})"
