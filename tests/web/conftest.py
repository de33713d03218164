"""The page in a real browser: ``pytest -m web -n 0``.

The page is built, or taken from the folder that COVERSAT_PAGE names, served on loopback, and driven in
Chromium.  What is missing here is named, and the tests are skipped.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from server import served
from visitor import PYTHON, WIDE, FirstVisit, Visitor, first_visit

ROOT = Path(__file__).resolve().parents[2]

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-dev-shm-usage"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
OPTIONS = {"locale": "en-GB", "reduced_motion": "reduce"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if item.path.parent == here:
            item.add_marker("web")


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the page."""
    if named := os.environ.get("COVERSAT_PAGE"):
        return Path(named).resolve()
    folder = tmp_path_factory.mktemp("page")
    done = subprocess.run(
        [sys.executable, ROOT / "web" / "build.py", folder], capture_output=True, text=True, timeout=300
    )
    if done.returncode:
        pytest.skip(f"the page cannot be built here: {done.stderr.strip()[-300:]}")
    return folder


@pytest.fixture(scope="session")
def policy(built: Path) -> str:
    """The security policy that the page's servers are told to send."""
    listed = re.search(r"^  Content-Security-Policy: (.+)$", (built / "_headers").read_text(), re.MULTILINE)
    assert listed
    return listed[1]


@pytest.fixture(scope="session")
def address(built: Path, policy: str) -> Iterator[str]:
    """Where the page is served, under its policy: one in the page itself does not reach workers."""
    with served(built, {"Content-Security-Policy": policy}) as where:
        yield where


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    program = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if program is None:
        pytest.skip(f"needs a browser: one of {', '.join(CHROMIUM)}")
    driver = pytest.importorskip("playwright.sync_api", reason="needs playwright: the extra 'web'")
    with driver.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield started
        started.close()


@pytest.fixture(scope="session")
def first(browser: Any, address: str) -> Iterator[FirstVisit]:
    """Somebody who comes for the first time, and stays for all tests that only ask: Python starts once."""
    context = browser.new_context(**OPTIONS, viewport=WIDE)
    yield first_visit(context, address)
    context.close()


@pytest.fixture(scope="session")
def warm(first: FirstVisit) -> Visitor:
    return first.visitor


@pytest.fixture(scope="session")
def pocket(warm: Visitor) -> Visitor:
    """The same page on a phone that is touched."""
    return Visitor(warm.context, warm.address, touched=True)


@pytest.fixture
def visitor(warm: Visitor) -> Iterator[Visitor]:
    """The page as it begins, warm; what went wrong in it unheard fails the test."""
    warm.page.bring_to_front()  # behind another page, it would answer in seconds
    warm.begin("sudoku/boj2239.txt")
    yield warm
    assert warm.faults() == []


@pytest.fixture
def phone(pocket: Visitor) -> Iterator[Visitor]:
    pocket.page.bring_to_front()
    pocket.begin("sudoku/boj2239.txt")
    yield pocket
    assert pocket.faults() == []


@pytest.fixture
def newcomer(browser: Any, address: str) -> Iterator[Callable[..., Visitor]]:
    """Opens the page for somebody who comes for the first time, and never gets Python."""
    visitors: list[Visitor] = []

    def come(path: str = "", script: str = "", **options: Any) -> Visitor:
        context = browser.new_context(**OPTIONS, service_workers="block", **options)
        context.add_init_script(script)
        context.route(PYTHON, lambda route: route.abort())
        visitors.append(Visitor(context, address, path))
        return visitors[-1]

    yield come
    for visitor in visitors:
        faults = visitor.faults()
        visitor.close()
        assert faults == []
