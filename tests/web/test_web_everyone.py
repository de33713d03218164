"""The page for everyone: by keyboard and screen reader, on a phone, in Korean, and without a network."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from visitor import Visitor

PHONE = {"width": 390, "height": 844}
WIDE = {"width": 1300, "height": 900}


@pytest.fixture
def sized(visitor: Visitor) -> Iterator[Visitor]:
    yield visitor
    visitor.page.set_viewport_size(WIDE)
    visitor.page.emulate_media(color_scheme="light")


def findings(visitor: Visitor) -> list[str]:
    """What the accessibility checker finds."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe: the extra 'web'")
    found = axe.Axe().run(visitor.page).response["violations"]
    return [
        f"{one['id']}: {node['html'][:120]} {node.get('failureSummary', '')[:300]}"
        for one in found
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_accessibility_checker_finds_nothing(sized: Visitor, scheme: str) -> None:
    sized.page.emulate_media(color_scheme=scheme)
    for tool in ("compare", "export", "verify", "generate"):
        sized.tool(tool)
    sized.begin("sudoku/two-answers.txt")
    sized.ask("explain")
    assert findings(sized) == []
    sized.page.fill("#patterns", "cover/bitset search/*")
    sized.run("compare")
    assert findings(sized) == []
    sized.begin("kakuro/picture.txt")
    sized.ask("check")
    assert findings(sized) == []
    sized.begin("sudominoku/small.txt")
    sized.ask("candidates")
    assert findings(sized) == []
    sized.open(".x..\n1...\n....\n....\n")
    assert findings(sized) == []


@pytest.mark.parametrize("example", ["sudoku/killer.txt", "kakuro/kakuro2.txt", "queens/placed.txt"])
def test_nothing_is_wider_than_a_phone(sized: Visitor, example: str) -> None:
    sized.page.set_viewport_size(PHONE)
    sized.begin(example)
    sized.tool("compare")
    sized.ask("check")
    sized.page.fill("#patterns", "cover/bitset")
    sized.run("compare")
    assert sized.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    sized.page.click("#open")
    dialog = sized.page.locator("#opening")
    assert dialog.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
    shown = sized.page.locator("button:visible, select:visible, dialog input, dialog textarea")
    for box in (each.bounding_box() for each in shown.all()):
        assert box["height"] >= 24
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"] + 1
    sized.keys("Escape")


def test_all_is_said_in_both_languages(visitor: Visitor) -> None:
    script = """async folder => {
        const [en, ko] = await Promise.all(["en", "ko"].map((one) => import(`${folder}words/${one}.js`)));
        const keys = (value, at) => Array.isArray(value) ? [`${at}[${value.length}]`]
            : typeof value === "string" ? [`${at} ${[...value.matchAll(/\\{\\w+\\}/g)].map(String).sort()}`]
            : Object.entries(value).flatMap(([name, inner]) => keys(inner, `${at}.${name}`));
        return [keys(en.default, ""), keys(ko.default, "")];
    }"""
    folder = visitor.page.get_attribute("script[type=module]", "src").replace("main.js", "")
    english, korean = visitor.page.evaluate(script, f"./{folder}")
    assert english == korean
    assert len(english) > 100


def test_korean_is_a_click_away_and_remembered(stranger: Visitor) -> None:
    stranger.page.wait_for_selector("#ask-check")
    stranger.page.click("#language")
    assert stranger.page.inner_text("#ask-check") == "답이 하나뿐인가?"
    assert stranger.page.get_attribute("html", "lang") == "ko"
    assert stranger.page.locator("[data-t]:empty").count() == 0
    stranger.page.reload()
    stranger.page.wait_for_selector("#ask-check")
    assert stranger.page.inner_text("#ask-check") == "답이 하나뿐인가?"


def test_the_colours_are_a_click_away(visitor: Visitor) -> None:
    def paper() -> str:
        return str(visitor.page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))

    light = paper()
    visitor.page.click("#theme")
    assert paper() == light
    visitor.page.click("#theme")
    assert paper() != light
    visitor.page.click("#theme")
    assert paper() == light


def test_the_page_works_again_without_a_network(warm: Visitor) -> None:
    warm.page.wait_for_selector("[data-state=offline]")
    again = Visitor(warm.context, warm.address)
    again.page.wait_for_selector("#ask-check")
    warm.context.set_offline(True)
    try:
        again.page.reload()
        again.page.wait_for_selector(".cell")
        again.ask("check")
        assert again.badge() == "UNIQUE"
        assert again.faults() == []
    finally:
        warm.context.set_offline(False)
        again.page.close()


def test_python_that_cannot_start_is_told_and_tried_again(browser: Any, address: str) -> None:
    context = browser.new_context(locale="en-GB", service_workers="block", bypass_csp=True)
    context.route("**/runtime/**", lambda route: route.abort())
    visitor = Visitor(context, address)
    visitor.page.wait_for_selector("[data-state=failed]")
    assert "Python could not start" in visitor.page.inner_text("#engine")
    assert visitor.page.locator(".cell").count() == 81
    context.unroute("**/runtime/**")
    visitor.page.click("text=Try again")
    visitor.ask("check")
    assert visitor.badge() == "UNIQUE"
    visitor.close()
