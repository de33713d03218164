"""How long the page takes in Chromium: `python benchmarks/page.py BUILT_PAGE [--loads N]`.

Each load is a new browser without any driver, which begins with an empty cache; the page is from a server on
this machine, with a script that reports times in seconds from the start of the load: the first paint, the
first verdict of the compiled engine, and Python's readiness. While digits are typed into a killer sudoku, the
longest time for which the page did not react is measured; Chromium reports only tasks of 50 ms or more.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from argparse import ArgumentParser
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
PROBE = """
const seen = {};
const watch = new MutationObserver(() => {
    const badge = document.querySelector("#live .badge");
    if (badge?.matches(".unique, .multiple, .none")) seen.verdict ??= performance.now();
    if (document.querySelector("[data-state=ready], [data-state=offline]")) {
        watch.disconnect();
        seen.python = performance.now();
        seen.paint = performance.getEntriesByName("first-contentful-paint")[0].startTime;
        fetch(`told?${new URLSearchParams(seen)}`);
    }
});
watch.observe(document, { subtree: true, childList: true, attributes: true });
"""
WATCH = """() => {
    window.longest = 0;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.longest = Math.max(window.longest, entry.duration);
    }).observe({ type: 'longtask' });
}"""
KEYS = ("5", "ArrowRight", "3", "Backspace", "ArrowDown", "7", "ArrowLeft", "1", "Delete", "ArrowRight") * 5


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("page", type=Path, help="the folder that web/build.py made")
    parser.add_argument("--loads", type=int, default=7)
    options = parser.parse_args()
    program = shutil.which("chromium") or shutil.which("chromium-browser") or "chromium"
    with TemporaryDirectory() as scratch:
        probed = Path(shutil.copytree(options.page, Path(scratch, "page")))
        index = (probed / "index.html").read_text(encoding="utf-8")
        (probed / "index.html").write_text(index.replace("<head>", '<head><script src="probe.js"></script>'))
        (probed / "probe.js").write_text(PROBE)
        loads = [_load(program, probed) for _ in range(options.loads)]
    for name, times in zip(NAMES, zip(*loads, strict=True), strict=True):
        print(f"{name:18}{median(times):6.2f} s (median of {len(times)}; at most {max(times):.2f})")
    with served(options.page) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        print(f"{'longest task':18}{_longest_task(browser, address):6.0f} ms while typing (0: below 50)")


def _load(program: str, page: Path) -> tuple[float, ...]:
    """Seconds until the first paint, a verdict and Python."""
    told: Queue[str] = Queue()
    with served(page, hear=told.put) as address, TemporaryDirectory() as profile:
        words = [program, *FLAGS, f"--user-data-dir={profile}", address]
        with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as browser:
            try:
                path = next(path for path in iter(lambda: told.get(timeout=120), None) if "/told?" in path)
            finally:
                browser.terminate()
    seen = parse_qs(urlsplit(path).query)
    return tuple(float(seen[name][0]) / 1000 for name in ("paint", "verdict", "python"))


def _longest_task(browser: Any, address: str) -> float:
    """Milliseconds of the longest task while keys are pressed."""
    page = browser.new_context(bypass_csp=True).new_page()
    page.goto(address)
    page.wait_for_selector("[data-state=ready]", state="attached", timeout=60_000)
    page.select_option("#begin", "e sudoku/killer.txt")
    page.locator(".cell").first.click()
    page.evaluate(WATCH)
    for key in KEYS:
        page.keyboard.press(key)
        page.wait_for_timeout(60)
    page.wait_for_timeout(500)
    return float(page.evaluate("window.longest"))


if __name__ == "__main__":
    main()
