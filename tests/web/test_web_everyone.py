"""The page for everyone: by keyboard and screen reader, on a phone, in Korean, and without a network."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from visitor import PHONE, WIDE, FirstVisit, Visitor

ROOT = Path(__file__).resolve().parents[2]

NAMES = json.loads((ROOT / "coversat/setters/prompts/words.json").read_text(encoding="utf-8"))["names"]
"""What the kinds are called, by language, as prompts and the page say it."""

Come = Callable[..., Visitor]
"""Opens the page for somebody who comes for the first time."""

SMALL = "1...\n..2.\n.3..\n...4\n"

TOOLS = ("compare", "export", "generate", "own")


@pytest.fixture
def sized(visitor: Visitor) -> Iterator[Visitor]:
    yield visitor
    visitor.page.set_viewport_size(WIDE)
    visitor.page.emulate_media(color_scheme="light")


ALL = {"resultTypes": ["violations"], "rules": {"label-content-name-mismatch": {"enabled": True}}}
COLOURS = {**ALL, "runOnly": ["color-contrast", "link-in-text-block"]}
"""The checks that depend on colours."""


def findings(visitor: Visitor, *parts: str) -> list[str]:
    """What the accessibility checker finds in the page or parts of it, in light and in dark colours."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe: the extra 'web'")
    context = {"include": [[part] for part in parts]} if parts else None
    found = []
    for scheme, options in (("light", ALL), ("dark", COLOURS)):
        visitor.page.emulate_media(color_scheme=scheme)
        found += [
            f"{scheme}: {one['id']}: {node['html'][:120]} {node.get('failureSummary', '')[:300]}"
            for one in axe.Axe().run(visitor.page, context, options).response["violations"]
            for node in one["nodes"]
        ]
    return found


BOTH = ("section.puzzle", "#result")
"""What changes from state to state: the lists beside them are checked once."""


def test_the_accessibility_checker_finds_nothing(sized: Visitor) -> None:
    for tool in TOOLS:
        sized.tool(tool)
    sized.say(title="A puzzle", rules="Digits differ.")
    sized.begin("sudoku/two-answers.txt")
    sized.ask("explain")
    sized.draw("cage")
    assert findings(sized) == []
    sized.keys("Escape")
    sized.open(SMALL)
    sized.page.fill("#patterns", "cover/bitset search/blanks")
    sized.run("compare")
    assert findings(sized, *BOTH) == []
    sized.ask("steps")
    sized.page.click("#mode-colour")
    sized.go(1, 2)
    sized.keys("4")
    assert findings(sized, *BOTH) == []
    sized.page.click("#mode-given")
    sized.begin("kakuro/picture.txt")
    sized.ask("hint")
    assert findings(sized, *BOTH) == []
    sized.begin("sudominoku/small.txt")
    sized.ask("candidates")
    assert findings(sized, *BOTH) == []
    for name, shown in (("send", "#send-body button"), ("drafts", "#draft-list li"), ("open", "#pasted")):
        sized.page.click(f"#{name}")
        sized.page.wait_for_selector(shown)
        assert findings(sized, "dialog[open]") == []
        sized.keys("Escape")
    sized.open(SMALL.replace("2", "x"))
    assert findings(sized, *BOTH) == []


@pytest.mark.parametrize("example", ["sudoku/killer.txt", "kakuro/kakuro2.txt", "queens/placed.txt"])
def test_nothing_is_wider_than_a_phone(sized: Visitor, example: str) -> None:
    sized.page.set_viewport_size(PHONE)
    sized.begin(example)
    for tool in TOOLS:
        sized.tool(tool)
    sized.ask("check")
    sized.page.fill("#patterns", "cover/bitset")
    sized.run("compare")
    assert sized.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    sized.page.click("#open")
    dialog = sized.page.locator("#opening")
    assert dialog.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
    script = """() => [...document.querySelectorAll('button, select, dialog input, dialog textarea')]
        .filter(one => one.checkVisibility() && !one.closest('li'))
        .map(one => one.getBoundingClientRect().toJSON())"""
    for box in sized.page.evaluate(script):
        assert box["height"] >= 24
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"] + 1
    sized.keys("Escape")


def test_a_phone_shows_the_board_and_the_first_question_without_scrolling(newcomer: Come) -> None:
    phone = newcomer(viewport=PHONE, is_mobile=True, has_touch=True)
    phone.page.wait_for_selector(".cell")
    shown = phone.page.locator("#ask-check").bounding_box()
    assert shown["y"] + shown["height"] < PHONE["height"]
    tops = {
        phone.page.locator(f"#key-{key}").bounding_box()["y"] for key in ("erase", "empty", "undo", "redo")
    }
    assert len(tops) == 1  # in one row
    assert not phone.page.locator("#hint").is_visible()  # it is about keys


@pytest.mark.parametrize("size", [(1280, 720), (1440, 900), (1920, 1080)])
def test_all_of_the_board_and_its_keys_are_in_the_window(sized: Visitor, size: tuple[int, int]) -> None:
    wide, high = size
    sized.page.set_viewport_size({"width": wide, "height": high})
    for example in ("sudoku/boj2239.txt", "slitherlink/7x9.txt", "nonogram/hen.txt"):
        sized.begin(example)
        board = sized.page.locator(".board").bounding_box()
        places = [
            board,
            *(key.bounding_box() for key in sized.page.locator("#modes button, #keys button").all()),
        ]
        for box in places:
            assert min(box["x"], box["y"]) >= 0
            assert box["x"] + box["width"] <= wide
            assert box["y"] + box["height"] <= high
        assert max(board["height"] / high, board["width"] / wide) > 0.45
    sized.begin("sudoku/boj2239.txt")
    assert sized.page.locator(".board").bounding_box()["height"] > 0.8 * high


def test_a_board_or_an_example_is_chosen_in_a_dialog(visitor: Visitor) -> None:
    visitor.page.click("#begin")
    visitor.page.click("#blanks button[data-name='b sudoku-16x16']")
    visitor.page.wait_for_function("document.querySelectorAll('.cell').length === 256")
    visitor.page.click("#begin")
    visitor.page.click("#gallery >> text=a hen")
    visitor.page.wait_for_selector(".board.nonogram")
    assert not visitor.page.locator("#beginning").is_visible()
    visitor.page.focus("#begin")
    visitor.keys("Enter", "Tab", "Enter")  # the second of the empty boards, by keys alone
    visitor.keys("3", "ArrowRight", "1")
    assert visitor.text().startswith("31")


def test_labels_of_cells_name_their_rules(visitor: Visitor) -> None:
    visitor.begin("sudoku/killer.txt")
    assert visitor.cell(7, 5).get_attribute("aria-label") == "row 7 column 5, empty, Cage 10"
    visitor.begin("starbattle/one-star.txt")
    assert "region A" in visitor.cell(1, 1).get_attribute("aria-label")


def test_a_long_message_is_wrapped_on_a_phone(sized: Visitor) -> None:
    sized.page.set_viewport_size(PHONE)
    sized.open("12" * 200 + "\nx\n")
    wider = "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).length"
    assert sized.page.eval_on_selector_all("#mistake *:not(mark)", wider) == 0
    assert sized.page.locator("#mistake .failure").is_visible()


@pytest.mark.parametrize("example", ["sudoku/killer.txt", "sudoku/boj2239.txt"])
def test_digits_are_in_the_middle_of_their_cells(visitor: Visitor, example: str) -> None:
    visitor.begin(example)
    visitor.ask("check")
    found = visitor.page.locator(".cell .found").all()
    assert len(found) >= 51
    for digit in found[:20]:
        inner, outer = digit.bounding_box(), digit.locator("..").bounding_box()
        for start, size in (("x", "width"), ("y", "height")):
            shift = inner[start] + inner[size] / 2 - outer[start] - outer[size] / 2
            assert abs(shift) < 0.03 * outer[size]


def test_a_print_is_one_sheet_without_buttons(sized: Visitor) -> None:
    sized.tool("own")
    code = sized.page.input_value("#own-code")
    sized.page.fill("#own-code", "x = 1\n")
    sized.run("own")
    sized.page.fill("#own-code", code)
    try:
        sized.page.emulate_media(media="print")
        assert not sized.page.locator("#result").is_visible()  # it is not about the puzzle
        sized.page.emulate_media(media="screen")
        sized.begin("sudoku/two-answers.txt")
        sized.ask("explain")
        sized.page.emulate_media(media="print")
        visible = sized.page.locator("button:visible, select:visible, summary:visible, footer:visible")
        assert visible.count() == 0
        assert sized.page.locator(".cell").first.is_visible()
        assert "77 of 81 cells are settled" in sized.page.inner_text("#result-body")
        sheets = sized.page.pdf(format="A4", print_background=True).count(b"/Type /Page\n")
        assert sheets == 1
    finally:
        sized.page.emulate_media(media="screen")


def test_examples_have_titles(visitor: Visitor) -> None:
    script = "all => all.map(one => one.textContent)"
    titles = visitor.page.eval_on_selector_all("#gallery button", script)
    assert len(titles) == len(set(titles)) >= 38
    assert not any(word in title for title in titles for word in ("boj", ".txt", ".dlx", ".cnf", "/"))
    # Names of kinds and files are not shown instead.
    words = (ROOT / "web" / "page" / "scripts" / "words" / "en.js").read_text()
    script = "all => all.map(one => one.dataset.name.slice(2))"
    for name in visitor.page.eval_on_selector_all("#gallery button", script):
        assert f'"{name}": "' in words
        assert NAMES["en"][name.split("/")[0]]


def test_the_policy_is_strict(policy: str) -> None:
    for word in ("unsafe-inline", "'unsafe-eval'", "blob:"):
        assert word not in policy


def test_python_that_cannot_start_is_told_and_tried_again(first: FirstVisit) -> None:
    assert "Python could not start" in first.refused
    assert first.cells == 81
    assert first.verdict == "UNIQUE"


def test_what_is_left_for_later_is_not_fetched_by_a_first_visitor(first: FirstVisit) -> None:
    assert first.later == []


def test_the_page_works_again_without_a_network(first: FirstVisit) -> None:
    assert first.again == "UNIQUE"
    assert first.source == "memory"  # stored by the first visit
    assert first.faults == []


def test_all_is_said_in_both_languages(visitor: Visitor) -> None:
    script = """([source, names]) => {
        const body = source.replace(/^import .*$/m, "").replace("export default", "return");
        const words = Function("names", body)(names);
        const keys = (value, at) => Array.isArray(value) ? [`${at}[${value.length}]`]
            : typeof value === "string" ? [`${at} ${[...value.matchAll(/\\{\\w+\\}/g)].map(String).sort()}`]
            : Object.entries(value).flatMap(([name, inner]) => keys(inner, `${at}.${name}`));
        return keys(words, "");
    }"""
    folder = ROOT / "web" / "page" / "scripts" / "words"
    english, korean = (
        visitor.page.evaluate(script, [(folder / f"{one}.js").read_text(), NAMES]) for one in ("en", "ko")
    )
    assert english == korean
    assert len(english) > 100


def test_korean_is_a_click_away_and_remembered(newcomer: Come) -> None:
    stranger = newcomer()
    stranger.page.wait_for_selector("#ask-check")
    stranger.page.click("#language")
    assert stranger.page.inner_text("#ask-check") == "답이 하나뿐인가?"
    assert stranger.page.get_attribute("html", "lang") == "ko"
    assert stranger.page.locator("[data-t]:empty").count() == 0
    stranger.page.reload()
    stranger.page.wait_for_selector("#ask-check")
    assert stranger.page.inner_text("#ask-check") == "답이 하나뿐인가?"


def test_messages_are_in_korean_on_the_korean_page(visitor: Visitor) -> None:
    visitor.tool("export")
    visitor.page.click("#language")
    try:
        visitor.open(".9..\n1...\n....\n....\n")
        assert visitor.mistake().startswith(
            "1행 2열: 필요한 것은 1부터 4까지의 숫자나 0 또는 '.', 실제로 있는 것은 '9'"
        )
        visitor.open("what is this?")
        assert visitor.mistake().startswith("1행 1열: 필요한 것은 판(홀로 또는 행의 한 필드에), 또는 종류")
        assert "실제로 있는 것은 알 수 없는 형식의" in visitor.mistake()
        visitor.open("1.x.1..........1\n")
        assert visitor.mistake().startswith("1행 3열: 필요한 것은 앞의 '.'처럼 모든 빈칸에 같은 기호")
        visitor.open("p cnf 1 1\n1 x 0\n")
        assert visitor.mistake().startswith("2행 3열: 필요한 것은 -1부터 1까지의 리터럴")
        visitor.open("11..\n....\n....\n....\n")
        assert "r1c1의 힌트 1" in visitor.ask("explain")
        visitor.tool("compare")
        visitor.page.fill("#patterns", "no-such/*")
        assert visitor.run("compare").startswith("'no-such/*'에 맞는 경로가 없습니다. 있는 것: cnf:")
        visitor.begin("sudoku/anti-king-knight.txt")
        assert "나이트" in visitor.page.inner_text("#captions")
        visitor.begin("sudoku/boj2239.txt")
    finally:
        visitor.page.fill("#patterns", "")
        visitor.page.click("#language")


def test_a_message_without_a_translation_is_marked_as_english(visitor: Visitor) -> None:
    code = visitor.page.input_value("#own-code")
    visitor.page.click("#language")
    try:
        visitor.tool("own")
        visitor.page.fill("#own-code", "x = 1\n")
        assert visitor.run("own").startswith("자세한 내용(영어): ")
        assert "derives from" in visitor.page.inner_text("#result-body span[lang=en]")
    finally:
        visitor.page.fill("#own-code", code)
        visitor.page.click("#language")


BLOCKED = """Object.defineProperty(window, "localStorage", {
    get() { throw new DOMException("blocked", "SecurityError"); },
});"""


@pytest.mark.parametrize("script", ["", BLOCKED], ids=["stored", "blocked"])
def test_the_colours_are_a_click_away(newcomer: Come, script: str) -> None:
    visitor = newcomer(script=script)

    def paper() -> str:
        return str(visitor.page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))

    light = paper()
    visitor.page.click("#theme")
    assert paper() == light
    visitor.page.click("#theme")
    assert paper() != light
    visitor.page.click("#theme")
    assert paper() == light


SHIFTS = """window.shifted = 0;
new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shifted += entry.value;
}).observe({ type: 'layout-shift', buffered: true });"""


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_nothing_jumps_while_the_page_loads(newcomer: Come, size: dict[str, int]) -> None:
    """The sum of Chromium's layout shifts; up to 0.1 is called good."""
    page = newcomer(script=SHIFTS, viewport=size).page
    page.wait_for_selector("#tools > *")
    page.wait_for_selector("[data-state=failed]")  # what is shown last where Python cannot start
    assert page.evaluate("window.shifted") < 0.05
