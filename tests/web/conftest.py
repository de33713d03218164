"""The page in a real browser: ``pytest -m web -n 0``.

The page is built, or taken from the folder that COVERSAT_PAGE names, served on loopback, and driven in
Chromium.  What is missing here is named, and the tests are skipped.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from server import served
from visitor import PHONE, WIDE, Visitor

ROOT = Path(__file__).resolve().parents[2]

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-dev-shm-usage"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)


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
def address(built: Path) -> Iterator[str]:
    """Where the page is served."""
    with served(built) as where:
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


def arrive(browser: Any, address: str, path: str = "", *, python: bool = True, **options: Any) -> Visitor:
    """Open the page in a browser of its own, with these options; perhaps one that never gets Python.

    The driver waits by scripts, which the page's policy forbids, so that most visitors bypass it.
    """
    alone = {} if python else {"service_workers": "block"}
    context = browser.new_context(
        **{"locale": "en-GB", "bypass_csp": True, "reduced_motion": "reduce", **alone, **options}
    )
    if not python:
        context.route("**/runtime/**", lambda route: route.abort())
    return Visitor(context, address, path)


@pytest.fixture(scope="session")
def warm(browser: Any, address: str) -> Iterator[Visitor]:
    """One visitor for all tests that only ask: Python starts once."""
    visitor = arrive(browser, address, viewport=WIDE)
    yield visitor
    visitor.close()


@pytest.fixture(scope="session")
def pocket(browser: Any, address: str) -> Iterator[Visitor]:
    """The same with a phone that is touched."""
    visitor = arrive(browser, address, viewport=PHONE, is_mobile=True, has_touch=True)
    visitor.page.wait_for_selector(".cell")
    visitor.page.tap("#dismiss")
    yield visitor
    visitor.close()


@pytest.fixture
def visitor(warm: Visitor) -> Iterator[Visitor]:
    """The page as it begins, warm; what went wrong in it unheard fails the test."""
    warm.begin("sudoku/boj2239.txt")
    yield warm
    assert warm.faults() == []


@pytest.fixture
def phone(pocket: Visitor) -> Iterator[Visitor]:
    pocket.begin("sudoku/boj2239.txt")
    yield pocket
    assert pocket.faults() == []


@pytest.fixture
def newcomer(browser: Any, address: str) -> Iterator[Callable[..., Visitor]]:
    """Opens the page for somebody who comes for the first time, by default without ever getting Python."""
    visitors: list[Visitor] = []

    def come(path: str = "", *, python: bool = False, **options: Any) -> Visitor:
        visitors.append(arrive(browser, address, path, python=python, **options))
        return visitors[-1]

    yield come
    for visitor in visitors:
        faults = visitor.faults()
        visitor.close()
        assert faults == []
