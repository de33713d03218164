"""Somebody at the page: what a person does there, and what a person sees."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

LONG = 120_000
"""Milliseconds after which something will not happen any more."""

PHONE = {"width": 390, "height": 844}
WIDE = {"width": 1300, "height": 900}

PYTHON = "**/runtime/**"
"""Where Python's files are served."""


def link(value: Any, version: int = 1) -> str:
    """The fragment that holds a puzzle, made here by another program."""
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(json.dumps(value).encode()) + packer.flush()
    return f"#{version}.{base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def middle(found: Any) -> tuple[float, float]:
    box = found.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Visitor:
    """A page; `touched` as a phone is.

    The driver waits by scripts, which the page's policy forbids: it holds only for somebody `strict`.
    """

    def __init__(
        self, context: Any, address: str, path: str = "", *, strict: bool = False, touched: bool = False
    ) -> None:
        self.context = context
        self.address = address
        self.page = context.new_page()
        self.page.set_default_timeout(LONG)
        self._faults: list[str] = []
        self.page.on("pageerror", lambda error: self._faults.append(str(error)))
        context.on("request", self._hear)
        self._tools = context.new_cdp_session(self.page)
        if not strict:
            self.relax()
        if touched:
            size = {**PHONE, "deviceScaleFactor": 1, "mobile": True}
            self._tools.send("Emulation.setDeviceMetricsOverride", size)
            self._tools.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
        self.page.goto(address + path)

    def relax(self) -> None:
        """From the next visit on."""
        self._tools.send("Page.setBypassCSP", {"enabled": True})

    def _hear(self, request: Any) -> None:
        if not request.url.startswith((self.address, "blob:", "data:")):
            self._faults.append(f"asked another machine: {request.url}")

    def close(self) -> None:
        self.context.close()

    def faults(self) -> list[str]:
        """What went wrong in the page and nobody caught, and what it asked of others; each is told once."""
        told, self._faults = self._faults, []
        return told

    def wait_warm(self) -> None:
        """Until Python is there."""
        self.page.wait_for_selector("[data-state=ready], [data-state=offline]", state="attached")

    # What is done

    def begin(self, example: str) -> None:
        self._choose(f"e {example}")
        self.page.wait_for_selector("#board > *")

    def blank(self, name: str) -> None:
        self._choose(f"b {name}")
        self.page.wait_for_selector(".cell")

    def _choose(self, name: str) -> None:
        """Begin with a board or an example, without opening the dialog that offers them."""
        self.page.evaluate("name => document.querySelector(`[data-name='${name}']`).click()", name)

    def open(self, text: str) -> None:
        """Paste a text into the dialog, and wait until it was read."""
        self.page.click("#open")
        self.page.fill("#pasted", text)
        self.page.click("#opening button.primary")
        self.page.wait_for_function("!document.getElementById('pasted').value")
        self.settle()

    def settle(self) -> None:
        """Until what was typed last is written or refused."""
        self.page.wait_for_function("!document.body.classList.contains('writing')")

    def go(self, row: int, column: int) -> None:
        self.cell(row, column).click()

    def drag(self, *cells: tuple[int, int]) -> None:
        """Press the mouse in the first cell, move over the others, and release it in the last."""
        self.centre()
        for number, (x, y) in enumerate(map(self.middle, cells)):
            self.page.mouse.move(x, y, steps=3)
            if not number:
                self.page.mouse.down()
        self.page.mouse.up()

    def stroke(self, *cells: tuple[int, int]) -> None:
        """The same with a finger."""
        self.centre()
        self._touch(*map(self.middle, cells))

    def tap(self, target: Any) -> None:
        """Touch a cell, a button, or what a selector finds."""
        self.settle()
        found = self.page.locator(target) if isinstance(target, str) else target
        found.scroll_into_view_if_needed()
        self._touch(middle(found))

    def _touch(self, *places: tuple[float, float]) -> None:
        for number, (x, y) in enumerate(places):
            kind = "touchMove" if number else "touchStart"
            self._tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        self._tools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def centre(self) -> None:
        """Scroll until all of the board is seen."""
        self.page.evaluate("document.getElementById('board').scrollIntoView({ block: 'center' })")

    def middle(self, cell: tuple[int, int]) -> tuple[float, float]:
        return middle(self.cell(*cell))

    def clue(self, side: str, number: int, typed: str) -> None:
        """Type a clue beside the board: `side` as a screen reader says it, ``left of row``."""
        self.page.locator(f".clue[aria-label^='clue {side} {number},']").click()
        self.keys(*("Space" if key == " " else key for key in typed))

    def draw(self, word: str) -> None:
        """Take a rule from the list."""
        self.page.click(f"#rule-{word}")

    def say(self, **about: str) -> None:
        """Give the puzzle a title, an author or rules in words."""
        self.page.evaluate("document.getElementById('about-panel').open = true")
        for name, words in about.items():
            self.page.fill(f"#about-{name}", words)
            self.page.locator(f"#about-{name}").blur()

    def live(self, verdict: str, words: str = "") -> str:
        """What is known while the puzzle is edited, once that is this verdict, in these words."""
        self.page.wait_for_function(
            """([verdict, words]) => {
                const live = document.getElementById("live");
                const badge = live.querySelector(".badge");
                return badge?.classList.contains(verdict) && live.innerText.includes(words);
            }""",
            arg=[verdict, words],
        )
        return str(self.page.inner_text("#live"))

    def keys(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def ask(self, name: str) -> str:
        """Ask, and wait for what is found out."""
        return self.told(lambda: self.page.click(f"#ask-{name}"))

    def run(self, name: str) -> str:
        """Use a tool."""
        return self.told(lambda: self.page.click(f"#run-{name}"))

    def told(self, act: Callable[[], Any]) -> str:
        """What the next result says, after something is done."""
        script = "Number(document.getElementById('result').dataset.told ?? 0)"
        before = self.page.evaluate(script)
        act()
        self.page.wait_for_function(f"{script} > {before}")
        return str(self.page.inner_text("#result-body"))

    def tool(self, name: str) -> None:
        """Unfold a tool."""
        self.page.evaluate("name => { document.getElementById(`tool-${name}`).open = true; }", name)

    def save(self, selector: str) -> bytes:
        """What a button saves."""
        with self.page.expect_download() as waited:
            self.page.click(selector)
        return Path(waited.value.path()).read_bytes()

    def break_worker(self) -> None:
        """Have an error nobody catches in one of Python's workers; those that were ended are still listed."""
        for worker in (one for one in self.page.workers if "compiled" not in one.url):
            with suppress(Exception):
                worker.evaluate("() => { setTimeout(() => { throw new Error('gone'); }); }")
                return
        raise AssertionError("there is no worker")

    # What is seen

    def badge(self) -> str:
        return self.page.inner_text("#result-body .badge")

    def cell(self, row: int, column: int) -> Any:
        """By numbers from 1, as cells are named."""
        return self.page.locator(".row").nth(row - 1).locator(".cell").nth(column - 1)

    def board(self) -> list[list[str]]:
        """What stands in the cells, givens and what was found alike."""
        script = """rows => rows.map(row => [...row.querySelectorAll('.cell')].map(cell => cell.textContent
            || [...cell.querySelectorAll('[data-mark]')].map(mark => mark.dataset.mark).join('')))"""
        return self.page.eval_on_selector_all(".row", script)

    def ringed(self) -> set[tuple[int, int]]:
        script = """rows => rows.flatMap((row, r) => [...row.querySelectorAll('.cell')].flatMap((cell, c) =>
            cell.classList.contains('ringed') ? [[r + 1, c + 1]] : []))"""
        return {(r, c) for r, c in self.page.eval_on_selector_all(".row", script)}

    def text(self) -> str:
        """The puzzle as text."""
        self.settle()
        return self.page.input_value("#text")

    def mistake(self) -> str:
        self.settle()
        return self.page.inner_text("#mistake")


class FirstVisit(NamedTuple):
    """What somebody sees who comes for the first time, and the visitor who stays."""

    visitor: Visitor
    refused: str
    """What is said when Python cannot start."""
    cells: int
    """Those that are shown nevertheless."""
    verdict: str
    """After another try, of a question that was asked while Python started."""
    later: list[str]
    """What was fetched that is left for later."""
    again: str
    """The verdict at the next visit, without a network."""
    source: str
    """Whence Python started then."""
    faults: list[str]


def first_visit(context: Any, address: str) -> FirstVisit:
    """Come under the page's policy; Python cannot start, can start, and starts again without a network."""
    context.route(PYTHON, lambda route: route.abort())
    visitor = Visitor(context, address, strict=True)
    page = visitor.page
    page.wait_for_selector("[data-state=failed]")
    refused, cells = page.inner_text("#engine"), page.locator(".cell").count()
    context.unroute(PYTHON)
    later: list[str] = []
    page.on("request", lambda one: one.resource_type == "xhr" and later.append(one.url))
    page.click("text=Try again")
    page.click("#ask-check")  # waits for Python by itself
    page.wait_for_selector("#result-body .badge")
    verdict = visitor.badge()
    page.wait_for_selector("[data-state=offline]")
    context.set_offline(True)
    visitor.relax()
    page.reload()
    page.wait_for_selector(".cell")
    visitor.ask("check")
    again, source = visitor.badge(), page.get_attribute("#engine", "data-from")
    context.set_offline(False)
    return FirstVisit(visitor, refused, cells, verdict, list(later), again, source, visitor.faults())
