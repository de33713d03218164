"""Links and the browser's history, and texts that are slow to read."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from visitor import Visitor, link

from coversat.setters.links.lz_string import compress

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

SIXTEEN = "document.querySelectorAll('.cell').length === 16"

SMALL = "12..\n....\n....\n..21\n"


def test_a_link_holds_the_puzzle(visitor: Visitor) -> None:
    visitor.open(SMALL)
    visitor.page.click("#share")
    visitor.page.wait_for_function("location.hash !== ''")
    shared = visitor.page.evaluate("location.hash")
    visitor.begin("sudoku/killer.txt")
    visitor.page.wait_for_function("hash => location.hash.length > 9 && location.hash !== hash", arg=shared)
    visitor.page.evaluate("hash => { location.hash = hash; }", shared)
    visitor.page.wait_for_function("document.querySelectorAll('.cell').length === 16")
    assert visitor.board()[0] == ["1", "2", "", ""]


def test_a_link_made_elsewhere_is_followed(visitor: Visitor) -> None:
    text = (EXAMPLES / "kakuro" / "picture.txt").read_text()
    visitor.page.evaluate("hash => { location.hash = hash; }", link({"kind": "kakuro", "text": text}))
    visitor.page.wait_for_selector(".board.kakuro")
    visitor.settle()
    assert visitor.page.input_value("#text") == text
    visitor.open(visitor.address + link({"kind": "sudoku", "text": SMALL}))  # or pasted
    visitor.page.wait_for_function(SIXTEEN)


FOGGY: Any = {"size": 9, "grid": [[{}] * 9] * 9, "fogofwar": ["R1C1"], "foglight": ["R1C1"]}


def test_what_a_link_left_out_is_named_in_both_languages(visitor: Visitor) -> None:
    visitor.open(f"https://f-puzzles.com/?load={compress(json.dumps(FOGGY))}")
    visitor.page.wait_for_selector("#mistake .hint")
    assert visitor.mistake() == "not read: what is only drawn: fogofwar, foglight"
    assert visitor.text() == "000000000\n" * 9  # the link is text that people read
    visitor.page.click("#language")
    visitor.page.wait_for_selector("html[lang=ko]")
    assert re.fullmatch("[가-힣 ]+: fogofwar, foglight[.]?", visitor.mistake())
    visitor.page.click("#language")
    visitor.page.wait_for_selector("html[lang=en]")
    visitor.go(1, 1)
    visitor.keys("1")  # of another puzzle than the link's nothing was left out
    assert visitor.mistake() == ""
    visitor.page.click("#key-undo")
    assert visitor.mistake().startswith("not read")


def test_a_long_text_is_pasted_at_once(visitor: Visitor) -> None:
    visitor.page.evaluate("""() => {
        const data = new DataTransfer();
        data.setData("text", (".".repeat(81) + "\\n").repeat(300));
        const area = document.getElementById("text");
        area.select();
        area.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data }));
    }""")
    visitor.page.wait_for_selector(".many")
    assert "300" in visitor.page.inner_text(".many")


BAD_LINKS = {
    "version": (link({"kind": "sudoku", "text": "1"}, version=2), "version 2"),
    "damaged": ("#1.AAAA", "cut off or damaged"),
    "other": (link(["no puzzle"]), "cut off or damaged"),
    "huge": (link({"kind": "sudoku", "text": "." * 2_000_000}), "cut off or damaged"),
    "kind": (link({"kind": "no-such-kind", "text": "1"}), "which this page does not have"),
    "prototype": (link({"kind": "__proto__", "text": "1"}), "which this page does not have"),
}


@pytest.mark.parametrize("name", BAD_LINKS)
def test_a_link_that_is_not_understood_is_refused_in_an_open_page(visitor: Visitor, name: str) -> None:
    hash_, words = BAD_LINKS[name]
    before = visitor.text()
    visitor.page.evaluate("hash => { location.hash = hash; }", hash_)
    visitor.page.wait_for_selector("#link-error")
    assert words in visitor.page.inner_text("#link-error")
    assert visitor.text() == before


@pytest.fixture
def tabs(warm: Visitor) -> Iterator[Callable[[str], Visitor]]:
    """Opens new tabs at an address; what went wrong in them unheard fails the test."""
    opened: list[Visitor] = []

    def visit(path: str = "") -> Visitor:
        opened.append(Visitor(warm.context, warm.address, path))
        opened[-1].page.wait_for_selector("#ask-check")
        return opened[-1]

    yield visit
    for each in opened:
        faults = each.faults()
        each.page.close()
        assert faults == []


def test_a_page_opened_with_a_bad_link_says_so(newcomer: Callable[[], Visitor]) -> None:
    visitor = newcomer()
    for hash_, words in (BAD_LINKS["damaged"], BAD_LINKS["kind"]):
        visitor.page.goto("about:blank")
        visitor.page.goto(visitor.address + hash_)
        visitor.page.wait_for_selector("#link-error")
        assert words in visitor.page.inner_text("#link-error")
        visitor.page.wait_for_selector(".cell")


def test_a_bad_link_is_refused_in_words_beside_a_draft(tabs: Callable[[str], Visitor]) -> None:
    visitor = tabs("")
    visitor.blank("sudoku-4x4")
    visitor.go(1, 1)
    visitor.keys("3")
    visitor.settle()
    visitor.page.goto("about:blank")
    for digit, (hash_, words) in {"2": BAD_LINKS["damaged"], "1": BAD_LINKS["version"]}.items():
        other = tabs(hash_)
        other.page.wait_for_function(SIXTEEN)  # the draft
        other.wait_warm()
        other.settle()
        assert words in other.page.inner_text("#link-error")
        other.go(1, 1)
        other.keys(digit)
        assert other.page.locator("#link-error").count() == 0  # the draft is worked on


def test_a_link_stays_in_the_address_for_reload_back_and_forward(tabs: Callable[[str], Visitor]) -> None:
    shared = link({"kind": "sudoku", "text": SMALL})
    visitor = tabs(shared)
    visitor.page.wait_for_function(SIXTEEN)
    visitor.wait_warm()
    visitor.settle()
    assert visitor.page.evaluate("location.hash") == shared
    visitor.page.reload()
    visitor.page.wait_for_function(SIXTEEN)
    visitor.begin("sudoku/killer.txt")
    visitor.page.wait_for_function("document.querySelectorAll('.cell').length === 81")
    visitor.page.go_back()
    visitor.page.wait_for_function(SIXTEEN)
    assert visitor.page.evaluate("location.hash") == shared
    visitor.page.go_forward()
    visitor.page.wait_for_function("document.querySelectorAll('.cell').length === 81")
    assert "cage" in visitor.text()


def test_what_is_typed_is_kept_over_a_reload_and_is_in_the_address(tabs: Callable[[str], Visitor]) -> None:
    visitor = tabs("")
    visitor.blank("sudoku-4x4")
    visitor.go(1, 1)
    visitor.keys("3", "ArrowRight", "1")
    visitor.page.reload()  # at once
    visitor.page.wait_for_selector(".cell")
    assert visitor.board()[0] == ["3", "1", "", ""]
    visitor.page.wait_for_function("document.querySelector('#text').value.startsWith('3100')")
    visitor.page.wait_for_timeout(1000)  # the address follows the text
    before = visitor.page.evaluate("location.hash")
    visitor.go(1, 3)
    visitor.keys("2")
    assert visitor.text().startswith("3120")
    visitor.page.wait_for_function("hash => location.hash !== hash", arg=before)
    other = tabs(visitor.page.evaluate("location.hash"))
    other.page.wait_for_function(SIXTEEN)
    assert other.board()[0] == ["3", "1", "2", ""]


def test_what_is_no_puzzle_yet_is_kept_over_a_reload_too(tabs: Callable[[str], Visitor]) -> None:
    visitor = tabs("")
    for text in ("a text that is no puzzle", "." * 81 + "\n" + "1" * 90_000):
        visitor.page.fill("#text", text)
        visitor.page.reload()  # before typing pauses
        visitor.page.wait_for_selector("#mistake > *", state="attached")
        assert visitor.page.input_value("#text") == text
    visitor.blank("sudominoku-9x9")
    visitor.go(1, 1)
    visitor.keys("1")
    assert "expected a single (2)" in visitor.mistake()
    visitor.page.reload()
    visitor.page.wait_for_selector(".board.sudominoku")
    assert visitor.board()[0][0] == "1"
    visitor.page.evaluate("document.getElementById('about-panel').open = true")
    visitor.page.fill("#about-title", "A title")
    visitor.page.reload()
    visitor.page.wait_for_selector("#credit b")


def test_a_reload_finds_what_the_browser_did_not_record_yet(tabs: Callable[[str], Visitor]) -> None:
    visitor = tabs("")
    visitor.blank("sudominoku-9x9")
    visitor.settle()
    visitor.page.evaluate("history.pushState = history.replaceState = () => {}")
    visitor.go(1, 1)
    visitor.keys("1")
    visitor.page.reload()
    visitor.page.wait_for_selector(".board.sudominoku")
    assert visitor.board()[0][0] == "1"
    other = tabs("")  # begins with the draft, which is no puzzle yet
    other.page.wait_for_selector(".board.sudominoku")
    assert other.board()[0][0] == "1"
    assert "expected a single (2)" in other.mistake()


NO_ANSWER = """() => {
    const [post, wait] = [Worker.prototype.postMessage, setTimeout];
    Worker.prototype.postMessage = function (message) {
        if (!JSON.stringify(message.values ?? {}).includes("SLOW")) post.call(this, message);
    };
    globalThis.answerAgain = () => {
        Worker.prototype.postMessage = post;
        globalThis.setTimeout = wait;
    };
}"""
"""Texts that hold a certain word are never answered by the workers, as if their reading had no end."""


@pytest.fixture
def slow(visitor: Visitor) -> Iterator[Visitor]:
    """A page that reads some texts for ever."""
    visitor.wait_warm()
    visitor.page.evaluate(NO_ANSWER)
    yield visitor
    visitor.page.evaluate("answerAgain()")


def paste(visitor: Visitor, text: str) -> None:
    visitor.page.click("#open")
    visitor.page.fill("#pasted", text)
    visitor.page.click("#opening button.primary")


def test_a_reading_is_shown_and_stopped(slow: Visitor) -> None:
    paste(slow, "SLOW")
    slow.page.wait_for_selector("#reading:not([hidden])")
    slow.page.click("#stop-reading")
    slow.page.wait_for_selector("#read-again")
    assert "stopped" in slow.mistake()
    paste(slow, "SLOW again")
    slow.page.wait_for_selector("#reading:not([hidden])")
    slow.keys("Escape")
    slow.page.wait_for_selector("#read-again")


@pytest.mark.parametrize("key", [True, False])
def test_a_question_about_a_text_that_is_being_read_can_be_stopped(slow: Visitor, key: bool) -> None:
    paste(slow, "SLOW")
    slow.page.click("#ask-check")
    slow.page.wait_for_selector("#stop")
    said = slow.told(lambda: slow.keys("Escape") if key else slow.page.click("#stop"))
    assert "Stopped after" in said
    slow.begin("sudoku/boj2239.txt")
    slow.ask("check")
    assert slow.badge() == "UNIQUE"


def test_a_question_about_another_puzzle_does_not_wait_for_old_readings(slow: Visitor) -> None:
    paste(slow, "SLOW 1")
    slow.page.wait_for_selector("#reading:not([hidden])")
    paste(slow, "SLOW 2")
    slow.begin("sudoku/boj2239.txt")
    slow.ask("check")  # waits for neither
    assert slow.badge() == "UNIQUE"


def test_a_reading_has_a_limit(slow: Visitor) -> None:
    slow.page.evaluate("""() => {
        const set = setTimeout;
        globalThis.setTimeout = (run, wait) => set(run, wait === 30_000 ? 500 : wait);
    }""")
    paste(slow, "SLOW")
    slow.page.wait_for_selector("#read-again")
    assert "takes longer than 30 s" in slow.mistake()
