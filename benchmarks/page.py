"""How long the page takes in Chromium: `python benchmarks/page.py BUILT_PAGE [--loads N]`.

Each load begins with an empty cache, from a server on this machine. Times are in seconds from the start of
the load: the first paint, the first verdict of the compiled engine, and Python's readiness. While digits are
typed into a killer sudoku, the longest time for which the page did not react is measured; Chromium reports
only tasks of 50 ms or more.
"""

from __future__ import annotations

import shutil
import sys
from argparse import ArgumentParser
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "web"))
from server import served

PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime / 1000"
NOW = "performance.now() / 1000"
VERDICT = "() => document.querySelector('#live .badge')?.matches('.unique, .multiple, .none')"
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
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    with served(options.page) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        loads = [_load(browser, address) for _ in range(options.loads)]
        for name, times in zip(
            ("first paint", "compiled verdict", "Python ready"), zip(*loads, strict=True), strict=True
        ):
            print(f"{name:18}{median(times):6.2f} s (median of {len(times)}; at most {max(times):.2f})")
        print(f"{'longest task':18}{_longest_task(browser, address):6.0f} ms while typing (0: below 50)")


def _load(browser: Any, address: str) -> tuple[float, float, float]:
    """Seconds until the first paint, a verdict and Python."""
    context = browser.new_context(bypass_csp=True)
    page = context.new_page()
    page.goto(address, wait_until="commit")
    page.wait_for_function(VERDICT, polling="raf")
    verdict = page.evaluate(NOW)
    page.wait_for_selector("[data-state=ready]", state="attached", timeout=60_000)
    found = page.evaluate(PAINT), verdict, page.evaluate(NOW)
    context.close()
    return found


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
