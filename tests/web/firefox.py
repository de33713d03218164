"""Firefox, driven by the standard WebDriver BiDi, which it speaks without a further program."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

LONG = 60.0
"""Seconds after which something will not happen any more."""
KEYS = {"ArrowRight": "\ue014", "ArrowDown": "\ue015", "Enter": "\ue007", "Escape": "\ue00c"}
MIDDLE = """(() => {
    const { x, y, width, height } = document.querySelectorAll('.row')[%d].querySelectorAll('.cell')[%d]
        .getBoundingClientRect();
    return JSON.stringify([x + width / 2, y + height / 2]);
})()"""


class Firefox:
    """One window; `faults` are the errors that nobody caught."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection
        self._numbers = itertools.count(1)
        self.faults: list[str] = []
        self._send("session.new", capabilities={})
        self._send("session.subscribe", events=["log.entryAdded"])
        self._context = self._send("browsingContext.getTree")["contexts"][0]["context"]

    def _send(self, method: str, **parameters: Any) -> Any:
        number = next(self._numbers)
        self._connection.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._connection.recv(LONG))
            if answer.get("method") == "log.entryAdded" and answer["params"]["type"] == "javascript":
                self.faults.append(answer["params"]["text"])
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def open(self, address: str) -> None:
        self._send("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def size(self, width: int, height: int) -> None:
        viewport = {"width": width, "height": height}
        self._send("browsingContext.setViewport", context=self._context, viewport=viewport)

    def find(self, script: str) -> Any:
        """The value of an expression: a string, a number, a boolean, or None."""
        found = self._send(
            "script.evaluate", expression=script, target={"context": self._context}, awaitPromise=True
        )
        assert found["type"] == "success", found
        return found["result"].get("value")

    def until(self, script: str) -> None:
        """Wait until an expression is true."""
        last = time.monotonic() + LONG
        while not self.find(f"Boolean({script})"):
            assert time.monotonic() < last, script
            time.sleep(0.05)

    def click(self, selector: str) -> None:
        self.find(f"document.querySelector({json.dumps(selector)}).click()")

    def keys(self, *keys: str) -> None:
        typed = [KEYS.get(key, key) for key in keys]
        presses = [{"type": kind, "value": key} for key in typed for kind in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keyboard", "actions": presses})

    def drag(self, *cells: tuple[int, int]) -> None:
        """Press the mouse in the first cell, move over the others, and release it in the last."""
        self.find("document.getElementById('board').scrollIntoView({ block: 'center' })")
        moves = []
        for r, c in cells:
            x, y = json.loads(self.find(MIDDLE % (r - 1, c - 1)))
            moves.append({"type": "pointerMove", "x": round(x), "y": round(y), "duration": 60})
        press, release = ({"type": f"pointer{kind}", "button": 0} for kind in ("Down", "Up"))
        self._act({"type": "pointer", "id": "mouse", "actions": [moves[0], press, *moves[1:], release]})

    def _act(self, source: dict[str, Any]) -> None:
        self._send("input.performActions", context=self._context, actions=[source])


@contextmanager
def firefox(program: str, folder: Path) -> Iterator[Firefox]:
    """A started Firefox with a new profile in this folder."""
    from websockets.sync.client import connect

    words = [program, "--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", str(folder)]
    with subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as process:
        assert process.stderr is not None
        lines = (re.search(r"WebDriver BiDi listening on (ws://\S+)", line) for line in process.stderr)
        where = next(filter(None, lines))[1]
        try:
            with connect(f"{where}/session", max_size=None) as connection:
                yield Firefox(connection)
        finally:
            process.terminate()
