"""The compiled engine: what it finds is what the library finds, and it answers before Python runs."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from visitor import Visitor, link

import coversat
from coversat.problems import Sudoku, read

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "web"), str(ROOT / "tests")]
import boards  # noqa: E402
from constraint_cases import CASES, cases  # noqa: E402

SCRIPTS = ROOT / "web" / "page" / "scripts" / "compiled"
STATED = re.findall(r'^  "?([a-z-]+)"?: ', (SCRIPTS / "rules.js").read_text(), re.MULTILINE)
"""The constraints that the engine knows."""

MOST = 100_000

COUNT = """async ([folder, puzzles, most, marks]) => {
    const worker = new Worker(`${folder}compiled/worker.js`, { type: "module" });
    const engine = await fetch(new URL("../engine.wasm", folder));
    worker.postMessage({ code: await WebAssembly.compile(await engine.arrayBuffer()) });
    const found = [];
    for (const [id, puzzle] of puzzles.entries()) {
        worker.postMessage({ id, puzzle, most, seconds: 60, marks });
        found.push(await new Promise((resolve) => {
            worker.onmessage = ({ data }) => data.id === id && data.done && resolve(data.result);
        }));
    }
    worker.terminate();
    return found;
}"""


def counted(visitor: Visitor, puzzles: list[dict[str, Any]], most: int, marks: bool = False) -> list[Any]:
    """What the engine finds of each puzzle; None if it cannot state it."""
    folder = visitor.page.get_attribute("script[type=module]", "src").replace("main.js", "")
    found: list[Any] = visitor.page.evaluate(COUNT, [visitor.address + folder, puzzles, most, marks])
    return found


def settled(problem: Sudoku) -> Sudoku:
    """A puzzle with so many givens that its answers can be counted."""
    if problem.rows < 5 or problem.lowest != 1:
        return problem
    first = tuple(range(1, problem.columns // 2 + 1)) + (None,) * (problem.columns - problem.columns // 2)
    rows = problem.givens[1:-1]
    last = (*(None,) * (problem.columns - 2), 1, 2)
    return replace(problem, givens=(first, *rows, last))


FIVE = "boxes none\n" + ".....\n" * 4
MORE = (
    f"{FIVE}1...3\nanti-consecutive\n".replace(".....", ".4.2.", 1),
    f"{FIVE}1...3\nstrict-kropki\ndifference r1c1 r1c2\nratio r2c1 r2c2\n",
    f"{FIVE}1...3\nstrict-kropki r1c1 r1c2 / r2c2 r3c2\nratio r4c4 r4c5\n",
)
"""Rules whose boards there are not square."""


def test_it_counts_what_the_library_counts_for_every_rule(visitor: Visitor) -> None:
    """On the same small boards that compare each constraint's check with its models."""
    problems = [(word, settled(problem)) for word in CASES for problem in cases(word)]
    problems += [(text.split("\n")[6].split()[0], *read(text).problems) for text in MORE]
    found = counted(visitor, [{"board": boards.board(problem)} for _, problem in problems], MOST)
    stated = set()
    for (word, problem), result in zip(problems, found, strict=True):
        if result is None:
            continue
        expected = coversat.count(problem, limit=MOST)
        assert (result["count"], result["exact"]) == (expected.at_least, expected.exhausted), problem.format()
        stated.add(word)
    assert set(STATED) <= stated
    assert len(STATED) >= 45


EXAMPLES = sorted((ROOT / "examples" / "sudoku").glob("*.txt"))


def test_examples_have_the_verdicts_of_the_library(visitor: Visitor) -> None:
    texts = [path.read_text() for path in EXAMPLES if len(read(path.read_text()).problems) == 1]
    problems = [read(text).problems[0] for text in texts]
    found = counted(visitor, [{"board": boards.board(problem)} for problem in problems], 2)
    again = counted(visitor, [{"text": text} for text in texts], 2)
    for problem, result, other in zip(problems, found, again, strict=True):
        for one in filter(None, (result, other)):
            assert one["count"] == min(2, coversat.count(problem, limit=2).at_least)
    assert sum(result is not None for result in found) >= 8
    assert sum(result is not None for result in again) >= 8


def test_candidates_are_those_of_the_library(visitor: Visitor) -> None:
    (problem,) = read((ROOT / "examples" / "sudoku" / "two-answers.txt").read_text()).problems
    for givens in (
        problem.givens,
        (problem.givens[0], *((None,) * 9 for _ in range(3)), *problem.givens[4:]),
    ):
        puzzle = replace(problem, givens=givens)
        (found,) = counted(visitor, [{"board": boards.board(puzzle)}], 50, marks=True)
        expected = {place.cell: list(values) for place, values in coversat.candidates(puzzle).seen}
        marks = {divmod(at, 9): digits for at, digits in enumerate(found["marks"])}
        assert {cell: marks[cell] for cell in expected} == expected


UNSTATED = (
    "....\n....\n....\n....\nor\nthermo r1c1 r1c2\nthermo r1c2 r1c1\nend\n",
    "digits 0-3\n....\n....\n....\n....\n",
    "grid 2x4\nboxes none\n....\n....\n",
    "1.3.\n",
    "p cnf 1 1\n1 0\n",
    "what is this?",
    "....\n....\n....\n....\nthermo r1c1 r9c9\n",
    "....\n....\n....\n....\nno-such-rule\n",
    "....\n....\n....\n....\n__proto__\n",
    "....\n....\n....\n....\nskyscraper 2 left 9\n",
)


def test_what_it_does_not_know_is_left_to_python(visitor: Visitor) -> None:
    found = counted(visitor, [{"text": text} for text in UNSTATED], 2)
    assert dict(zip(UNSTATED, found, strict=True)) == dict.fromkeys(UNSTATED)


def test_a_verdict_comes_before_python(newcomer: Callable[..., Visitor]) -> None:
    """Python never starts here."""
    visitor = newcomer()
    assert "exactly one answer" in visitor.live("unique")
    assert "compiled engine" in visitor.live("unique")
    visitor.begin("sudoku/killer.txt")
    assert "compiled engine" in visitor.live("unique")
    visitor.begin("sudoku/two-answers.txt")
    visitor.live("multiple", "2 answers")
    visitor.blank("sudoku-9x9")
    visitor.live("multiple", "at least 1,000 answers")  # the verdict before is the same
    visitor.go(1, 1)
    visitor.keys("5", "ArrowRight", "5")
    assert "compiled engine" in visitor.live("none")
    visitor.page.wait_for_timeout(1000)  # Python is asked why, and for the text, and is not there
    assert "compiled engine" in visitor.page.inner_text("#live")
    assert "could not start" in visitor.mistake()


def test_a_link_has_a_verdict_before_python(newcomer: Callable[..., Visitor]) -> None:
    text = (ROOT / "examples" / "sudoku" / "jigsaw.txt").read_text()
    visitor = newcomer(link({"kind": "sudoku", "text": text}))
    assert "compiled engine" in visitor.live("unique")
    stranger = newcomer(link({"kind": None, "text": text}))  # Python says what it is
    stranger.page.wait_for_selector("[data-state=failed]")
    assert stranger.page.inner_text("#live") == ""


def test_a_question_shows_it_while_python_starts(newcomer: Callable[..., Visitor]) -> None:
    visitor = newcomer()
    visitor.context.route("**/runtime/**", lambda route: None)  # never answered
    visitor.page.reload()
    visitor.live("unique")
    visitor.page.click("#ask-check")
    visitor.page.wait_for_selector("#first .badge")
    assert "compiled engine" in visitor.page.inner_text("#first")
    visitor.page.click("#stop")
    visitor.draw("sandwich")
    visitor.clue("left of row", 2, "5")
    assert visitor.page.is_visible(".clue.waits .run")  # the picture does not show it yet


def test_the_whole_page_is_small(built: Path) -> None:
    """Bytes before the first answers: compressed files as they are, others as servers compress them."""
    from packing import pack

    sizes = {
        path.relative_to(built).as_posix(): min(path.stat().st_size, len(pack(path.read_bytes())))
        for path in built.rglob("*")
        if path.is_file()
    }
    first = {name: size for name, size in sizes.items() if "runtime/" not in name and "pictures/" not in name}
    python = {name: size for name, size in sizes.items() if "/later-" not in name and "pictures/" not in name}
    assert sum(size for name, size in first.items() if name.endswith(".wasm")) < 200_000
    assert sum(first.values()) < 300_000
    assert sum(python.values()) < 5_000_000


OWN = """import configparser
import coversat

assert configparser.ConfigParser().sections() == []
"""


def test_rare_modules_are_fetched_when_they_are_imported(visitor: Visitor) -> None:
    visitor.tool("own")
    before = visitor.page.input_value("#own-code")
    visitor.page.fill("#own-code", OWN)
    try:
        assert "derives from" in visitor.run("own")
    finally:
        visitor.page.fill("#own-code", before)


def test_all_steps_are_played_on_the_board(visitor: Visitor) -> None:
    """The answer is 1243 3421 4312 2134, as brute force finds it."""
    visitor.open("1...\n..2.\n.3..\n...4\n")
    said = visitor.ask("steps")
    assert said.startswith("Solved in 12 steps; rules used together in the hardest: 1.\n\nGrade 0")
    assert visitor.board()[0] == ["1", "2", "", ""]
    assert visitor.ringed() == {(1, 2)}
    assert visitor.page.inner_text(".step").startswith("r1c2 is 2")
    visitor.page.click("#step-on")
    assert "2 / 12" in visitor.page.inner_text(".player")
    visitor.page.locator("#step").press("End")
    assert ["".join(row) for row in visitor.board()] == ["1243", "3421", "4312", "2134"]
    visitor.page.click("#step-back")
    assert "".join("".join(row) for row in visitor.board()).count("1") >= 3
    visitor.page.locator("#step").press("Home")
    assert visitor.board()[0] == ["1", "2", "", ""]
    assert visitor.text() == "1...\n..2.\n.3..\n...4\n"  # nothing was typed
    visitor.page.click("#language")
    try:
        assert "r1c2 = 2" in visitor.page.inner_text(".step")
    finally:
        visitor.page.click("#language")
    visitor.go(4, 1)
    visitor.keys("2")
    assert visitor.page.locator("#step").is_disabled()
    visitor.page.click("#key-undo")
    visitor.page.click("#step-close")
    assert visitor.board()[0] == ["1", "", "", ""]


def test_what_is_left_of_excluded_digits_is_shown(visitor: Visitor) -> None:
    visitor.begin("sudoku/killer.txt")
    said = visitor.ask("hint")  # four cells with a small sum
    assert "5 or 6 or 7 or 8 or 9" in said
    board = visitor.board()
    assert {board[r - 1][c - 1] for r, c in visitor.ringed()} == {"1234"}


def test_steps_that_were_found_are_kept_when_the_search_is_stopped(visitor: Visitor) -> None:
    visitor.begin("sudominoku/boj4574.txt")  # it takes minutes
    visitor.page.click("#ask-steps")
    visitor.page.wait_for_selector("#so-far:not(:empty)")
    said = visitor.told(lambda: visitor.page.click("#stop"))
    assert "found so far" in said
    assert "\n1. C2 is 4: box 1 [1 rule]" in said


def test_a_link_of_penpa_is_made_and_read(visitor: Visitor) -> None:
    for example in ("sudoku/killer.txt", "slitherlink/7x9.txt", "kakuro/picture.txt"):
        visitor.begin(example)
        before = visitor.text()
        visitor.page.click("#send")
        link = visitor.page.input_value("#link-penpa")
        assert visitor.page.get_attribute("#go-penpa", "href") == link
        visitor.keys("Escape")
        visitor.blank("sudoku-4x4")
        visitor.open(link)
        cells = visitor.board()
        visitor.open(before)
        assert visitor.board() == cells
