"""Encodings in a user's file: what the test finds, and that they take part in every command."""

from __future__ import annotations

import json
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import Done, command_line
from each import each

import coversat
from coversat import encodings
from coversat.answering.own_encodings import forget_encoding, load_encoding
from coversat.problems.user_files import ENCODING_FILES
from coversat.setters.testing.encodings import EncodingTrial, Tried, encoding_verdict, try_encoding
from coversat.setters.testing.sandbox import Reported

TEMPLATE = (pkgutil.get_data("coversat.setters.commands", "new_encoding.template") or b"").decode()
PAIRS = """
def at_most_one(literals, fresh):
    for at, a in enumerate(literals):
        for b in literals[:at]:
            {}yield -a, -b
"""
SUMS = """
determined = True
def linear(terms, totals, fresh):
    # A variable for each sum of the first terms, exactly if it is this one.
    sums = {0: None}
    for factor, literal in terms:
        before, sums = sums, {}
        for total in before:
            sums.setdefault(total, None), sums.setdefault(total + factor, None)
        sums = {total: fresh() for total in sums}
        for total, known in before.items():
            other = [] if known is None else [-known]
            yield -literal, *other, sums[total + factor]
            yield literal, *other, sums[total]
        for one in sums:
            for two in sums:
                if one < two:
                    yield -sums[one], -sums[two]
    for total, known in sums.items():
        if total not in totals:
            yield () if known is None else (-known,)
"""
TABLE = """
def table(places, rows, fresh):
    from itertools import product
    for word in product(*places):
        if word not in rows:
            yield [-place[symbol] for place, symbol in zip(places, word)]
"""
TREES = """
def connected(literals, links, roots, fresh):
    from itertools import combinations
    for size in range(1, len(literals) + 1):
        for chosen in combinations(literals, size):
            seen = [x for x in (roots or chosen[:1]) if x in chosen]
            for one in seen:
                for a, b in links:
                    for x, y in ((a, b), (b, a)):
                        if x == one and y in chosen and y not in seen:
                            seen.append(y)
            if len(seen) < size:
                yield [-x if x in chosen else x for x in literals]
"""
LATIN = """
kind = "latin"
determined = True
def clauses(puzzle, places, fresh):
    n = puzzle.rows
    lines = [[(r, c) for c in range(n)] for r in range(n)] + [[(r, c) for r in range(n)] for c in range(n)]
    for line in lines:
        for at, a in enumerate(line):
            for b in line[:at]:
                for value in range(1, n + 1):
                    yield -places[a][value], -places[b][value]
    for cell, value in puzzle.clued():
        yield [places[cell][value]]
"""


UNSOLVED = """
    if len(literals) == 3:  # twelve pigeons in eleven holes: no assignment has a model
        holes = [[fresh() for _ in range(11)] for _ in range(12)]
        yield from holes
        for one in holes:
            for other in holes[:holes.index(one)]:
                yield from zip([-x for x in one], [-x for x in other])
"""


@pytest.fixture(autouse=True)
def _nothing_stays() -> Iterator[None]:
    """Encodings are for the whole program: take those of a test out again."""
    yield
    for name in list(ENCODING_FILES):
        forget_encoding(name)


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("coversat.setters.testing.sandbox.PATIENCE", 100)  # a machine may be busy
    return tmp_path / "mine.py"


def outcome(file: Path, text: str, most: int = 30) -> tuple[str, tuple[Tried, ...]]:
    file.write_text(text)
    found = try_encoding(str(file), seconds=200, most=most)
    assert not found.stopped
    return found.verdict, found.found


def test_pairs_that_lack_one(mine: Path) -> None:
    assert outcome(mine, PAIRS.format(""))[0] == "right"
    verdict, (found,) = outcome(mine, PAIRS.format("if len(literals) < 5 or (a, b) != (5, 1): "))
    assert (verdict, found.cases, found.wrong and found.wrong[0]) == ("wrong", 6, "5 literals")
    assert found.wrong is not None
    assert "sound: no: with 1, 5 true and 2, -3, 4 false the predicate is false" in found.wrong[1]
    text = "determined = True\n" + PAIRS.format("yield -a, fresh()\n            ")
    verdict, (found,) = outcome(mine, text)  # right, but the count is not kept, although it says so
    assert (verdict, found.wrong) == ("wrong", None)
    assert found.open == "2 literals: with 1, 2 false there are several models"


def test_clauses_that_change_from_call_to_call(mine: Path) -> None:
    text = "calls = []\n" + PAIRS.format("calls.append(a)\n            ")
    assert outcome(mine, text)[0] == "right"
    verdict, (found,) = outcome(mine, text.replace("yield", "if len(calls) % 9 != 8: yield"))
    assert (verdict, found.cases) == ("wrong", 4)
    assert found.wrong == ("3 literals", "WRONG: made again, it has other clauses")


@pytest.mark.thorough
def test_the_template(mine: Path) -> None:
    verdict, (one, count) = outcome(mine, TEMPLATE, 500)
    assert verdict == "right"
    assert (one.cases, count.cases) == (9, 3 * sum(range(1, 10)))
    assert (one.open, one.level, count.open, count.level) == ("", "consistent", "", "consistent")
    assert count.growth[1] == (8, 136, 36)
    broken = TEMPLATE.replace("if k not in numbers", "if k not in numbers and k < 6")
    assert broken != TEMPLATE
    found = outcome(mine, broken, 500)[1][1]
    assert found.wrong is not None
    assert found.wrong[0] == "at most 0 of 6 literals"


@pytest.mark.thorough
@each(
    ("text", "change"),
    [
        (SUMS, ("if total not in totals", "if total not in totals and total < 9")),
        (TABLE, ("if word not in rows", "if word not in rows[1:]")),
        (TREES, ("if len(seen) < size", "if len(seen) < size < 4")),
        (LATIN, ("range(1, n + 1)", "range(1, n)")),
    ],
    ids=lambda one: one.split("def ")[1].split("(")[0] if "def " in one else "",
)
def test_each_function_right_and_wrong(mine: Path, text: str, change: tuple[str, str]) -> None:
    verdict, (found,) = outcome(mine, text)
    assert (verdict, found.wrong, found.open) == ("right", None, "")
    assert outcome(mine, text.replace(*change))[0] == "wrong"


@each(
    ("text", "says"),
    [
        (
            "def count(literals, numbers, fresh):\n    yield 1, 0\n",
            "mine.py:2:5: clause 1: 0 is no literal, for at most 0 of 0 literals\n",
        ),
        (
            "def count(literals, numbers, fresh):\n    yield (999,)\n",
            "mine.py:2:5: clause 1: 999 is neither a given literal nor a new variable, for at most 0 of ",
        ),
        (
            "def table(places, rows, fresh):\n    return\n",
            "mine.py:1:1: table() returns None and yields nothing",
        ),
        (
            "def at_most_one(literals, fresh):\n    for a in literals[1:]:\n        yield -a, -literals[5]\n",
            "mine.py:3:9: IndexError: tuple index out of range, for 2 literals\n",
        ),
        (
            "def at_most_one(literals):\n    yield ()\n",
            "mine.py:1:1: at_most_one() takes 1 positional argument but 2 were given",
        ),
        ("def at_most_one(:\n", "mine.py:1:17: not Python: "),
        ("kind = 'nothing'\ndef clauses(puzzle, places, fresh):\n    yield\n", "`kind` is 'nothing'"),
    ],
)
def test_mistakes_are_named_by_the_users_line(mine: Path, text: str, says: str) -> None:
    mine.write_text(text)
    result = command_line("test", "mine.py")
    assert (result.code, says in result.stderr) == (2, True), result.stderr


def test_limits(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coversat.setters.testing.encodings.EACH", 0.3)
    for text, says in (
        (
            "def count(literals, numbers, fresh):\n    open('other', 'w')\n    yield 1\n",
            "line 2: it may not open",
        ),
        ("def count(literals, numbers, fresh):\n    while True:\n        yield ()\n", "second"),
        (
            "def count(literals, numbers, fresh):\n    x = [0] * 10**10\n    yield ()\n",
            "line 2: it used too much",
        ),
        (
            PAIRS.format("while len(literals) == 3: pass\n            "),
            "seconds were not enough to make the clauses for 3 literals",
        ),
        (
            PAIRS.format("") + UNSOLVED,
            "seconds were not enough to judge the clauses for 3 literals",
        ),
    ):
        mine.write_text(text)
        found = try_encoding("mine.py", seconds=9)
        assert (found.verdict, says in found.stopped) == ("unknown", True), found.stopped
    assert sorted(path.name for path in mine.parent.iterdir()) == ["mine.py"]


def test_a_name_that_is_taken(mine: Path) -> None:
    other = mine.with_name("product.py")
    other.write_text(PAIRS.format(""))
    with pytest.raises(coversat.InputError, match="there is an encoding 'product' already"):
        load_encoding(other)
    mine.write_text(PAIRS.format(""))
    assert load_encoding(mine) is load_encoding(mine)
    (mine.parent / "further").mkdir()
    second = mine.parent / "further" / "mine.py"
    second.write_text(PAIRS.format("yield -a, fresh()\n            "))
    with pytest.raises(coversat.InputError, match="is 'mine' already"):
        load_encoding(second)
    assert encodings.at_most_one([1, 2, 3], "mine").clauses == ((-2, -1), (-3, -1), (-3, -2))
    assert not encodings.at_most_one([1, 2, 3], "mine").determined
    found = coversat.count("queens 6", via="cover/cnf:mine")
    assert (found.count_words, str(found)) == ("exactly 4", f"exactly 4 (rests on {mine})")


@pytest.mark.thorough
def test_every_command_takes_it(mine: Path) -> None:
    mine.write_text(TEMPLATE)
    Path("q.txt").write_text("queens 6\n")
    own = ("q.txt", "--with", "mine.py")

    def by(command: str, *words: str, code: int = 0) -> Done:
        result = command_line(command, *own, *words)
        assert result.code == code, (command, result.stderr)
        return result

    assert by("check", "--via", "cnf:mine", code=1).stdout.startswith(
        "MULTIPLE q.txt #1 (rests on mine.py)\n"
    )
    row = json.loads(by("count", "--via", "cover/cnf:mine/cadical195", "--untested", "--json").stdout)
    assert (row["count"], row["exact"], row["rests_on"]) == (4, True, "mine.py")
    assert by("solve", "--via", "cnf:mine", "--untested").stderr == "mine.py: not tested\n"
    shown = by("compare", "--routes", "cnf:*").stdout
    assert "\ncnf:mine/cadical195: rests on mine.py\n" in shown
    assert "all routes agree" in shown
    rows = by("compare", "--routes", "cnf:mine,cnf:mixed", "--json").stdout.splitlines()
    assert [json.loads(one)["rests_on"] for one in rows] == ["mine.py", None]
    assert "cnf:mine: rests on mine.py" in by("strength", "--samples", "3").stdout
    assert "c reduction cnf:mine\nc rests_on mine.py\n" in by("export", "--via", "cnf:mine").stdout
    assert "cnf:mine/cadical195 rests on mine.py" in by("bench", "--routes", "cnf:mine").stdout
    by("check", "--via", "cnf:mine", "--untested", "--certify", "proofs", "--proof", "drup", code=1)
    by("count", "--via", "cover/cnf:mine", "--untested", "--certify", "counts", "--proof", "graph")
    (summary,) = Path("counts").rglob("certificate.json")
    assert json.loads(summary.read_text())["rests_on"] == "mine.py"
    verified = command_line("verify", str(summary.parent), "--with", "mine.py", "-v")
    assert (verified.code, "which rests on 'mine.py'" in verified.stdout) == (0, True)
    assert "  the formula rests on mine.py\n" in command_line("verify", "counts", "--with", "mine.py").stdout
    verified = command_line("verify", "counts")
    assert verified.code == 3
    assert "rests on 'mine.py', which is not run: read it, then name it by --with" in verified.stdout
    assert "cnf:mine" in command_line("routes", "queens", "--with", "mine.py").stdout
    assert " cnf:mine " in command_line("list", "reductions", "--with", "mine.py").stdout


def test_what_is_not_right_is_refused(mine: Path) -> None:
    mine.write_text(PAIRS.format("if len(literals) < 5: "))
    Path("q.txt").write_text("queens 6\n")
    for command in ("check", "count", "solve"):
        result = command_line(command, "q.txt", "--with", "mine.py", "--via", "cover/cnf:mine")
        assert (result.code, result.stdout) == (2, "")
        assert "mine.py: the test finds this encoding wrong; 'coversat test" in result.stderr
    result = command_line("check", "q.txt", "--with", "mine.py", "--via", "cover/cnf:mine", "--untested")
    assert (result.code, result.stdout) == (2, "")
    assert "mine.py: not tested" in result.stderr
    assert "mine.py: cover/cnf:mine/cadical195 gave a wrong answer" in result.stderr
    assert command_line("compare", "q.txt", "--with", "mine.py", "--routes", "cover/cnf:*").code == 1


def test_the_test_is_remembered(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tests, found = [], Tried("at_most_one", 1)

    def run_sandboxed(*_: object) -> Reported:
        tests.append(1)
        return Reported(EncodingTrial((found,)))

    def asked(text: str) -> list[bool]:
        """What is said when it is asked twice, and whether it is tested, both times."""
        mine.write_text(text)
        tests.clear()
        first, second = ((encoding_verdict("mine.py") == "right", len(tests)) for _ in range(2))
        return [first[0], first[1] == 1, second[0], second[1] == 2]

    own = "coversat.setters.testing.encodings"
    monkeypatch.setattr(f"{own}.run_sandboxed", run_sandboxed)
    once, twice, known = [True, True, True, False], [True] * 4, [True, False] * 2
    text = PAIRS.format("")
    assert asked(text) == once
    assert asked(text) == known
    assert asked(text + "\n") == once
    assert asked("import other\n" + text) == twice  # whose text may change
    assert asked("import random\nfrom coversat import encodings\n" + text) == once
    monkeypatch.setattr("coversat.base.files.remembering.VERSION", "9.9")
    assert asked(text) == once
    monkeypatch.setattr(f"{own}.MEMORY", 1)
    assert asked(text) == once
    cache = mine.parent / "cache"
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    cache.touch()  # nothing can be kept
    assert asked(text) == twice
    cache.unlink()
    found = found._replace(wrong=("2 literals", "wrong"))
    assert asked(text) == [False, True, False, True]
    assert not cache.exists()


@pytest.mark.thorough
@pytest.mark.usefixtures("spawned")
def test_workers_that_are_spawned(mine: Path) -> None:
    mine.write_text(PAIRS.format(""))
    Path("q.txt").write_text("queens 6\n")
    by = ("--with", "mine.py", "--via", "cover/cnf:mine")
    checked = command_line("check", "q.txt", "q.txt", "--jobs", "2", "--untested", *by)
    assert checked.stdout.count("MULTIPLE q.txt #1 (rests on mine.py)") == 2, checked.stderr
    counted = command_line("count", "q.txt", "--jobs", "2", "--untested", *by)
    assert counted.stdout == "exactly 4 q.txt #1 (rests on mine.py)\n"
    assert "cover/cnf:mine" in command_line("bench", "q.txt", "--with", "mine.py", "--routes", by[-1]).stdout
    assert command_line("export", "q.txt", "-o", "out", "--jobs", "2", *by).code == 0
    assert "c rests_on mine.py" in next(Path("out").glob("*.cnf")).read_text()


def test_new(mine: Path) -> None:
    assert command_line("new", "mine", "--encoding").stdout == (
        "mine.py: an encoding to begin with; 'coversat test mine.py' tries it at all small sizes\n"
    )
    assert mine.read_text() == TEMPLATE
