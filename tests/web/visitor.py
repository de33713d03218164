"""Somebody at the page: what a person does there, and what a person sees."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

LONG = 120_000
"""Milliseconds after which something will not happen any more."""

PHONE = {"width": 390, "height": 844}
WIDE = {"width": 1300, "height": 900}


def link(value: Any, version: int = 1) -> str:
    """The fragment that holds a puzzle, made here by another program."""
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(json.dumps(value).encode()) + packer.flush()
    return f"#{version}.{base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


class Visitor:
    def __init__(self, context: Any, address: str, path: str = "") -> None:
        self.context = context
        self.address = address
        self.page = context.new_page()
        self.page.set_default_timeout(LONG)
        self._faults: list[str] = []
        self.page.on("pageerror", lambda error: self._faults.append(str(error)))
        context.on("request", self._hear)
        self.page.goto(address + path)

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
        self.page.select_option("#begin", f"e {example}")
        self.page.wait_for_selector("#board > *")

    def blank(self, name: str) -> None:
        self.page.select_option("#begin", f"b {name}")
        self.page.wait_for_selector(".cell")

    def open(self, text: str) -> None:
        """Paste a text into the dialog, and wait until it was read."""
        self.page.click("#open")
        self.page.fill("#pasted", text)
        self.page.click("#opening button.primary")
        self.page.wait_for_function("document.querySelector('#board > *, #mistake > *')")
        self.settle()

    def settle(self) -> None:
        """Until what was typed last is written or refused."""
        self.page.wait_for_timeout(350)  # a text is read when no key came for a while
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
        session = self.context.new_cdp_session(self.page)
        for number, (x, y) in enumerate(map(self.middle, cells)):
            kind = "touchMove" if number else "touchStart"
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        session.detach()

    def centre(self) -> None:
        """Scroll until all of the board is seen."""
        self.page.evaluate("document.getElementById('board').scrollIntoView({ block: 'center' })")

    def middle(self, cell: tuple[int, int]) -> tuple[float, float]:
        box = self.cell(*cell).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def clue(self, side: str, number: int, typed: str) -> None:
        """Type a clue beside the board: `side` as a screen reader says it, ``left of row``."""
        self.page.locator(f".clue[aria-label^='clue {side} {number},']").click()
        self.keys(*("Space" if key == " " else key for key in typed))

    def draw(self, word: str) -> None:
        """Take a rule from the list."""
        self.page.click(f"#rule-{word}")

    def live(self, verdict: str) -> str:
        """What is known while the puzzle is edited, once that is this verdict."""
        self.page.wait_for_function(
            "word => document.querySelector('#live .badge')?.classList.contains(word)", arg=verdict
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
        script = "rows => rows.map(row => [...row.querySelectorAll('.cell')].map(cell => cell.textContent))"
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
