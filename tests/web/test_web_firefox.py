"""The page in Firefox: the two engines, drawing, typing, a hint, and a link; other tests use Chromium."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator

import pytest
from firefox import Firefox, firefox

PROGRAMS = ("firefox", "firefox-esr")
TOLD = "Number(document.getElementById('result').dataset.told ?? 0)"
RESULT = "document.getElementById('result-body').innerText"


@pytest.fixture(scope="module")
def window(address: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        pytest.skip(f"needs Firefox: one of {', '.join(PROGRAMS)}")
    pytest.importorskip("websockets", reason="needs websockets: the extra 'web'")
    with firefox(program, tmp_path_factory.mktemp("firefox")) as started:
        started.size(1300, 900)
        started.open(address)
        yield started
        assert started.faults == []


def begin(window: Firefox, value: str) -> None:
    window.until("document.querySelector('#gallery button')")
    window.find(f"document.querySelector('[data-name=\"' + {json.dumps(value)} + '\"]').click()")
    window.until("document.querySelector('.cell')")


def told(window: Firefox, selector: str) -> str:
    """What the next result says, after a button is pressed."""
    before = window.find(TOLD)
    window.click(selector)
    window.until(f"{TOLD} > {before}")
    return str(window.find(RESULT))


def text(window: Firefox) -> str:
    window.until("!document.body.classList.contains('writing')")
    return str(window.find("document.getElementById('text').value"))


def test_both_engines_answer(window: Firefox) -> None:
    begin(window, "e sudoku/killer.txt")
    window.until("document.querySelector('#live .badge')?.classList.contains('unique')")
    window.until("document.querySelector('[data-state=ready], [data-state=offline]')")
    assert "UNIQUE" in told(window, "#ask-check")


def test_a_thermometer_is_drawn_and_digits_are_typed(window: Firefox) -> None:
    begin(window, "b sudoku-4x4")
    window.click("#rule-thermo")
    window.drag((1, 1), (1, 2), (1, 3), (1, 4))
    assert "thermo r1c1 r1c2 r1c3 r1c4" in text(window)
    window.keys("Escape")
    window.drag((3, 1))
    window.keys("3")
    assert "3000" in text(window)
    window.until("document.querySelector('#live .badge')?.classList.contains('multiple')")


def test_a_hint_and_a_certificate(window: Firefox) -> None:
    begin(window, "e sudoku/boj2239.txt")
    assert "r" in told(window, "#ask-hint")
    assert "UNIQUE" in told(window, "#ask-prove")


def test_a_link_holds_the_puzzle(window: Firefox, address: str) -> None:
    other = json.dumps(window.find("location.hash"))
    begin(window, "e kakuro/kakuro2.txt")
    before = text(window)
    window.until(f"!['', {other}].includes(location.hash)")
    link = str(window.find("location.href"))
    window.open("about:blank")
    window.open(link)
    window.until("document.querySelector('.cell')")
    assert text(window) == before
