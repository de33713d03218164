"""How long the page takes in Chromium: `python benchmarks/page.py BUILT_PAGE [--loads N]`.

Each load is a new browser without any driver, which begins with an empty cache; the page is from a server on
this machine, with a script that reports times in seconds from the start of the load: the first paint, the
first verdict of the compiled engine, and Python's readiness. A page of one word is loaded in turn: its first
paint is what the browser itself takes. While digits are typed into a killer sudoku, the
processor time of the longest task of the page is measured: so long it does not react.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from queue import Queue
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "web"))
from server import served

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
)
NAMES = ("first paint", "compiled verdict", "Python ready")
WORD = "<!doctype html><html><head></head><body id=word>word</body></html>"
PROBE = """
const seen = {};
const tell = () => {
    seen.paint = performance.getEntriesByName("first-contentful-paint")[0].startTime;
    fetch(`told?${new URLSearchParams(seen)}`);
};
const watch = new MutationObserver(() => {
    const badge = document.querySelector("#live .badge");
    if (badge?.matches(".unique, .multiple, .none")) seen.verdict ??= performance.now();
    if (document.querySelector("[data-state=ready], [data-state=offline]")) {
        watch.disconnect();
        seen.python = performance.now();
        tell();
    }
});
watch.observe(document, { subtree: true, childList: true, attributes: true });
addEventListener("load", () => document.body.id === "word" && setTimeout(tell, 1000));
"""
KEYS = ("5", "ArrowRight", "3", "Backspace", "ArrowDown", "7", "ArrowLeft", "1", "Delete", "ArrowRight") * 5


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("page", type=Path, help="the folder that web/build.py made")
    parser.add_argument("--loads", type=int, default=7)
    options = parser.parse_args()
    program = shutil.which("chromium") or shutil.which("chromium-browser") or "chromium"
    with TemporaryDirectory() as scratch:
        page = Path(shutil.copytree(options.page, Path(scratch, "page")))
        word = Path(scratch, "word")
        word.mkdir()
        (word / "index.html").write_text(WORD)
        for folder in (page, word):
            _probe(folder)
        pairs = [(_load(program, page), _load(program, word)) for _ in range(options.loads)]
    for name, key in zip(NAMES, ("paint", "verdict", "python"), strict=True):
        _show(name, [load[key] for load, _ in pairs])
    _show("  of one word", [load["paint"] for _, load in pairs])
    with served(options.page) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        print(f"{'longest task':18}{_longest_task(browser, address):6.0f} ms of processor time while typing")


def _probe(folder: Path) -> None:
    """Add the script that reports times; the first paint does not wait for it."""
    index = (folder / "index.html").read_text(encoding="utf-8")
    script = '<script async src="probe.js"></script>'
    (folder / "index.html").write_text(index.replace("<head>", f"<head>{script}"), encoding="utf-8")
    (folder / "probe.js").write_text(PROBE)


def _show(name: str, times: list[float]) -> None:
    print(f"{name:18}{median(times):6.2f} s (median of {len(times)}; at most {max(times):.2f})")


def _load(program: str, page: Path) -> dict[str, float]:
    """Seconds until the first paint, a verdict and Python."""
    told: Queue[str] = Queue()
    with served(page, hear=told.put) as address, TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        words = [program, *FLAGS, f"--user-data-dir={profile}", address]
        with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as browser:
            try:
                path = next(path for path in iter(lambda: told.get(timeout=120), None) if "/told?" in path)
            finally:
                browser.terminate()
    seen = parse_qs(urlsplit(path).query)
    return {name: float(values[0]) / 1000 for name, values in seen.items()}


def _longest_task(browser: Any, address: str) -> float:
    """Milliseconds of processor time of the longest task of the page while keys are pressed."""
    page = browser.new_context(bypass_csp=True).new_page()
    page.goto(address)
    page.wait_for_selector("[data-state=ready]", state="attached", timeout=60_000)
    page.select_option("#begin", "e sudoku/killer.txt")
    page.locator(".cell").first.click()
    browser.start_tracing(page=page, categories=["toplevel", "devtools.timeline"])
    for key in KEYS:
        page.keyboard.press(key)
        page.wait_for_timeout(60)
    page.wait_for_timeout(500)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    threads = Counter((one["pid"], one["tid"]) for one in events if one["name"] == "UpdateLayoutTree")
    ((own, _),) = threads.most_common(1)
    tasks = [one for one in events if one["name"].endswith("RunTask") and (one["pid"], one["tid"]) == own]
    return max(float(one.get("tdur", 0)) for one in tasks) / 1000


if __name__ == "__main__":
    main()
