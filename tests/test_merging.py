"""Parts of a set, answered, exported or measured apart and put together, are what one run gives."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from command_line import call

import coversat
from coversat.answering.sets import entries, shares
from coversat.answering.sets.entries import Entries
from coversat.answering.sets.entry import Block
from coversat.base.arguments import Share, share
from coversat.base.errors import ArgumentError
from coversat.comparing.store import Store

SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SMALL = ("1.....2..3.....4", "..............11", "." * 16, "1...x...........")
"""4x4: one answer, none, 288, and what is no puzzle."""


def relabelled(count: int, seed: int) -> Iterator[str]:
    """Sudokus with one answer, no two alike."""
    chosen = random.Random(seed)
    for at in range(count):
        digits = "".join(chosen.sample("123456789", 9))
        yield SUDOKU.translate(str.maketrans("123456789", digits)) + (f"  note {at}" if at % 5 == 0 else "")


@pytest.fixture
def sets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    """Files that are read in blocks, line by line, and whole."""
    monkeypatch.chdir(tmp_path)
    Path("many.txt").write_text("".join(f"{line}\n" for line in relabelled(10, 1)))
    Path("few.txt").write_text("".join(f"{line}\n" for line in SMALL * 3))
    Path("queens.txt").write_text("queens 6\n")
    return "many.txt", "few.txt", "queens.txt"


def cut(path: Path, chosen: random.Random) -> None:
    """What a run leaves that is killed: the beginning of its file, perhaps within a line."""
    data = path.read_bytes()
    path.write_bytes(data[: chosen.randrange(len(data))])


# The option


def test_a_part_is_one_of_several() -> None:
    assert share("3/40") == share((3, 40)) == Share(3, 40)
    assert share(None) is None
    assert str(Share(3, 40)) == "3/40"
    for wrong in (
        "0/4",
        "5/4",
        "3",
        "3/4/5",
        "a/b",
        "-1/4",
        "",
        "\u0661/2",
        (0, 1),
        (1.0, 2),
        (True, 2),
        3,
        [1],
    ):
        with pytest.raises(ArgumentError, match="a part is K/N"):
            share(wrong)


def test_parts_divide_a_set_by_places_only(sets: tuple[str, ...]) -> None:
    whole = [(entry.file, entry.case, entry.line, entry.content) for entry in Entries(sets)]
    for of in (1, 3, 20):
        for number in range(1, of + 1):
            for together in (False, True):
                ours = shares.Ours(Entries(sets), Share(number, of))
                taken = iter(partial(entries.taken, ours.entries, 9, together), ())
                found = [
                    each
                    for some in taken
                    for one in some
                    for each in (one if isinstance(one, Block) else [one])
                ]
                mine = [(one.file, one.case, one.line, one.content) for one in found]
                assert list(map(str, mine)) == list(map(str, whole[number - 1 :: of]))
                assert ours.end(0)["places"] == len(whole)


def test_the_library_divides_many_problems() -> None:
    boards = [*relabelled(7, 2)]
    assert [one.case for one in coversat.check(boards, part="2/3")] == [2, 5]
    assert [one.case for one in coversat.solve(boards, part=(1, 3))] == [1, 4, 7]
    assert [one.count for one in coversat.count(iter(boards), part=(7, 7))] == [1]
    assert list(coversat.export(boards, part=(3, 3))) == list(coversat.export(boards))[2::3]
    for function in (coversat.check, coversat.export):
        with pytest.raises(ArgumentError, match="part divides many problems"):
            function("queens 6", part=(1, 2))


# Results


@pytest.mark.parametrize(
    "words", [["check"], ["count", "--limit", "9"], ["solve", "--all"]], ids=lambda w: w[0]
)
def test_results_of_parts_are_those_of_one_run(
    words: list[str], sets: tuple[str, ...], capfd: pytest.CaptureFixture[str]
) -> None:
    """Parts that were ended somewhere, and run again, among them."""
    whole, chosen, parts = Path("whole.jsonl"), random.Random(5), []
    code = call(capfd, *words, *sets, "--out", str(whole))[0]
    for number in range(1, 8):
        out = f"{number}.jsonl"
        part = [*words, *sets, "--part", f"{number}/7"]
        if number % 2:
            call(capfd, *part, "--out", out)
            cut(Path(out), chosen)
            call(capfd, *part, "--out", out, "--resume")
        else:
            Path(out).write_text(call(capfd, *part, "--json")[1])
        parts.append(out)
    assert call(capfd, "merge", *parts[::-1], "-o", "all.jsonl") == (
        code,
        "",
        "23 puzzles of 7 parts in all.jsonl\n",
    )
    assert Path("all.jsonl").read_bytes() == whole.read_bytes()
    assert call(capfd, "merge", *parts)[1].encode() == whole.read_bytes()


def test_a_finished_part_is_left_as_it_is(sets: tuple[str, ...], capfd: pytest.CaptureFixture[str]) -> None:
    words = ["check", *sets, "--part", "2/3", "--out", "2.jsonl"]
    code = call(capfd, *words)[0]
    before = Path("2.jsonl").read_bytes()
    assert call(capfd, *words, "--resume")[0] == code
    assert Path("2.jsonl").read_bytes() == before
    for other, said in [
        (["--part", "1/3"], "part is 2/3, not 1/3"),
        (["--part", "2/3", "--timeout", "9"], "timeout is none, not 9.0"),
        (["--part", "2/3", "--kind", "sudoku"], "kind is none, not sudoku"),
    ]:
        code, _, err = call(capfd, "check", *sets, *other, "--out", "2.jsonl", "--resume")
        assert (code, err) == (2, f"coversat: 2.jsonl is of another question: {said}\n")
    assert call(capfd, "check", *sets, "--out", "2.jsonl", "--resume")[0] == 2
    assert Path("2.jsonl").read_bytes() == before


def test_parts_that_do_not_belong_together_are_refused(
    sets: tuple[str, ...], capfd: pytest.CaptureFixture[str]
) -> None:
    def part(
        name: str, number: int, *more: str, files: tuple[str, ...] = sets, command: str = "check"
    ) -> str:
        call(capfd, command, *files, "--part", f"{number}/3", "--out", name, *more)
        return name

    one, two, three = (part(f"{number}.jsonl", number) for number in (1, 2, 3))
    Path("cut.jsonl").write_bytes(Path(two).read_bytes()[:-9])
    Path("short.jsonl").write_text("".join([*Path(two).read_text().splitlines(keepends=True)[:3], "{}\n"]))
    Path("lost.jsonl").write_text(re.sub(r'{"file".*\n', "", Path(two).read_text(), count=1))
    Path("newer.jsonl").write_text(Path(two).read_text().replace(coversat.__version__, "9.9", 1))
    Path("same.jsonl").write_bytes(Path(one).read_bytes())
    call(capfd, "check", *sets, "--out", "plain.jsonl")
    call(capfd, "export", "few.txt", "--part", "2/3", "-o", "folder")
    Path("other.txt").write_text("queens 7\n")
    files = (*sets[:2], "other.txt")

    left = "; run what is left, with --resume where it was begun"
    differs = f"is of another question than {one}"
    for parts, said in [
        ([one], f"part 2-3 of 3 is missing{left}"),
        ([three, one], f"part 2 of 3 is missing{left}"),
        ([one, "cut.jsonl"], f"part 3 of 3 is missing; part 2/3 (cut.jsonl) is not finished{left}"),
        ([one, two, "same.jsonl"], "1.jsonl and same.jsonl are both part 1/3"),
        ([one, part("s.jsonl", 2, "--timeout", "8")], f"s.jsonl {differs}: timeout is 8.0, not none"),
        ([one, part("c.jsonl", 2, command="count")], f"c.jsonl {differs}: command is count, not check"),
        ([one, "newer.jsonl"], f"newer.jsonl {differs}: coversat is 9.9, not {coversat.__version__}"),
        (
            [one, part("o.jsonl", 2, files=files)],
            f"o.jsonl is of another set than {one}: 23 and 23 puzzles",
        ),
        ([one, "lost.jsonl"], "lost.jsonl: 7 results of 8; the file was changed"),
        ([one, "short.jsonl"], f"part 3 of 3 is missing; part 2/3 (short.jsonl) is not finished{left}"),
        (["plain.jsonl"], "plain.jsonl: these are no results of a part of a set"),
        (["many.txt"], "many.txt: these are no results of a part of a set"),
        ([one, "folder"], "files of results, folders and stores are not merged with each other"),
        (["nothing"], "nothing: No such file or directory"),
    ]:
        assert call(capfd, "merge", *parts, "-o", "all") == (2, "", f"coversat: {said}\n")
        assert not Path("all").exists()


# Exports


def without_seconds(path: Path) -> str:
    return re.sub(r'"seconds": [^,}]+', '"seconds": 0', path.read_text())


def test_exports_of_parts_are_that_of_one_run(
    sets: tuple[str, ...], capfd: pytest.CaptureFixture[str]
) -> None:
    words = ["export", *sets[1:], "--via", "cnf:m*,cover", "--decide", "--compress", "xz"]
    code = call(capfd, *words, "-o", "whole")[0]
    parts = [f"f{number}" for number in (1, 2, 3)]
    for number, folder in enumerate(parts, 1):
        part = [*words, "--part", f"{number}/3", "-o", folder]
        call(capfd, *part)
        if number == 2:  # as when it was ended
            (Path(folder) / "part.json").unlink()
            cut(Path(folder) / "manifest.jsonl", random.Random(1))
            assert call(capfd, "merge", *parts[:2], "-o", "all")[2] == (
                "coversat: part 3 of 3 is missing; part 2/3 (f2) is not finished; "
                "run what is left, with --resume where it was begun\n"
            )
            call(capfd, *part, "--resume")
    for _ in range(2):  # also over a merge that was ended
        assert call(capfd, "merge", *parts, "-o", "all") == (code, "", "13 puzzles of 3 parts in all\n")
        held = sorted(one.name for one in Path("all").iterdir())
        assert held == sorted(one.name for one in Path("whole").iterdir())
        for name in held:
            one, other = Path("all") / name, Path("whole") / name
            same = without_seconds if name == "manifest.jsonl" else Path.read_bytes
            assert same(one) == same(other)  # type: ignore[operator]
    changed = next(Path("f3").glob("*.xz"))
    changed.write_bytes(changed.read_bytes() + b"\n")
    assert call(capfd, "merge", *parts, "-o", "again")[2] == f"coversat: {changed} was changed\n"


# Measurements


@pytest.mark.thorough
def test_stores_of_parts_are_that_of_one_run(
    sets: tuple[str, ...], capfd: pytest.CaptureFixture[str]
) -> None:
    boards = [SMALL[0], "queens 5", "queens 6"]
    names, how = ["cover/bitset", "cover/d*"], {"runs": 2, "seed": 3}
    coversat.bench(boards, names, store="whole.db", **how)
    parts = [f"{number}.db" for number in (1, 2, 3, 4)]
    for number, store in enumerate(parts, 1):
        coversat.bench(boards, names, store=store, part=(number, 4), **how)
    coversat.merge(parts, "all.db")

    def runs(name: str) -> list[tuple[object, ...]]:
        with Store(Path(name), create=False) as store:
            return [(one.puzzle, one.kind, one.route, one.status, one.effort) for one in store.runs()]

    assert runs("all.db") == runs("whole.db")
    assert len(runs("4.db")) == 0
    before = len(coversat.report("all.db").runs)
    assert len(coversat.bench(boards, names, store="all.db", **how).runs) == before  # nothing is left
    with pytest.raises(coversat.CoversatError, match="its runs are of another part: part is 1/4, not none"):
        coversat.bench(boards, names, store="1.db", **how)
    with pytest.raises(coversat.CoversatError, match=r"runs is 2, not 3"):
        coversat.bench(boards, names, store="1.db", part=(1, 4), runs=3, seed=3)
    with pytest.raises(coversat.CoversatError, match="part 2, 4 of 4 is missing"):
        coversat.merge(["1.db", "3.db"], "more.db")
    with Store(Path("2.db")) as store:
        store._data.execute("delete from runs where repeat = 1")
        store._data.commit()
    with pytest.raises(coversat.CoversatError, match=r"part 2/4 \(2.db\) is not finished"):
        coversat.merge(parts, "more.db")


# Processes that are killed


@pytest.mark.thorough
@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_forty_parts_some_of_which_are_killed(
    sets: tuple[str, ...], capfd: pytest.CaptureFixture[str]
) -> None:
    chosen = random.Random(8)
    Path("set.txt").write_text("".join(f"{line}\n" for line in (*relabelled(2000, 7), *SMALL * 10)))
    words = ["check", "set.txt", "--via", "cover/dancing-links"]
    code = call(capfd, *words, "--out", "whole.jsonl")[0]
    outs = [Path(f"{number}.jsonl") for number in range(1, 41)]

    def begin(number: int) -> subprocess.Popen[bytes]:
        part = [*words, "--part", f"{number}/40", "--out", str(outs[number - 1]), "--resume"]
        return subprocess.Popen([sys.executable, "-m", "coversat", *part], stderr=subprocess.DEVNULL)

    killed = [number for number in range(1, 41) if chosen.random() < 0.4]
    for number in range(1, 41):
        running = begin(number)
        if number in killed:
            least = chosen.randrange(1, 4000)
            wait_until(
                lambda path=outs[number - 1], least=least: path.exists() and path.stat().st_size > least
            )
            running.send_signal(signal.SIGKILL)
        running.wait()
    missing = call(capfd, "merge", *map(str, outs), "-o", "all.jsonl")[2]
    assert missing.count(".jsonl") > len(killed) / 2  # a few may have finished before
    for number in killed:
        begin(number).wait()
    assert call(capfd, "merge", *map(str, outs), "-o", "all.jsonl")[0] == code
    assert Path("all.jsonl").read_bytes() == Path("whole.jsonl").read_bytes()


def wait_until(is_true: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not is_true():
        assert time.monotonic() < end
        time.sleep(0.002)
