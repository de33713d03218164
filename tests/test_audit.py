"""Audits of sets: figures that a brute force without coversat's reader finds, and what is done with them."""

from __future__ import annotations

import csv
import io
import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from command_line import command_line
from each import each

import coversat
from coversat.comparing.audit import Audit, AuditRow
from coversat.comparing.cleaning import write_clean
from coversat.comparing.symmetry import canonical

# A set of sudokus of 4x4 with faults, and what a search without coversat finds of it.

UNITS = [
    *([(r, c) for c in range(4)] for r in range(4)),
    *([(r, c) for r in range(4)] for c in range(4)),
    *([(r + a, c + b) for a in (0, 1) for b in (0, 1)] for r in (0, 2) for c in (0, 2)),
]
PLACES = [4 * r + c for r in range(4) for c in range(4)]
UNITS_AT = {at: [[4 * r + c for r, c in unit] for unit in UNITS if divmod(at, 4) in unit] for at in PLACES}


def completions(cells: str) -> Iterator[str]:
    """Every completion, smallest first; only filled cells are looked at, and no other clash than theirs."""
    at = cells.find(".")
    if at < 0:
        yield cells
        return
    for digit in "1234":
        if not any(cells[other] == digit for unit in UNITS_AT[at] for other in unit if other != at):
            yield from completions(cells[:at] + digit + cells[at + 1 :])


def clashes(cells: str) -> bool:
    return any(
        len({cells[4 * r + c] for r, c in unit} - {"."}) < sum(cells[4 * r + c] != "." for r, c in unit)
        for unit in UNITS
    )


GRIDS = list(completions("." * 16))


def made(number: int, seed: int) -> list[tuple[str, str]]:
    """Puzzles with answers, and every sort of fault."""
    rng = random.Random(seed)
    rows: list[tuple[str, str]] = []
    for _ in range(number):
        grid = rng.choice(GRIDS)
        kept = rng.sample(range(16), rng.randint(3, 9))
        puzzle, answer = "".join(digit if at in kept else "." for at, digit in enumerate(grid)), grid
        fault, at = rng.random(), rng.randrange(16)
        if fault < 0.05:
            answer = rng.choice(GRIDS)
        elif fault < 0.10:
            answer = grid[:at] + str(int(grid[at]) % 4 + 1) + grid[at + 1 :]
        elif fault < 0.15:
            answer = ""
        elif fault < 0.20 and rows:
            puzzle, answer = rng.choice(rows)
        elif fault < 0.25:
            puzzle = puzzle[:at] + str(int(grid[at]) % 4 + 1) + puzzle[at + 1 :]
        rows.append((puzzle, answer))
    return rows


def expected(rows: list[tuple[str, str]]) -> dict[str, Counter[str]]:
    """The figures, by brute force."""
    statuses, stored, repeated, seen = Counter[str](), Counter[str](), 0, set[str]()
    for puzzle, answer in rows:
        found = [] if clashes(puzzle) else [*completions(puzzle)]
        statuses[("none", "unique", "multiple")[min(2, len(found))]] += 1
        if answer in found:
            stored["right" if len(found) == 1 else "several"] += 1
        else:
            stored["wrong" if answer else "absent"] += 1
        repeated += puzzle in seen
        seen.add(puzzle)
    return {"status": statuses, "stored": stored, "repeated": Counter(repeated=repeated)}


def figures(found: Any) -> dict[str, Counter[str]]:
    return {
        "status": Counter(row.status for row in found),
        "stored": Counter(row.stored for row in found),
        "repeated": Counter(repeated=sum(row.duplicate_of is not None for row in found)),
    }


def as_csv(rows: list[tuple[str, str]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([("puzzle", "solution"), *rows])
    return text.getvalue()


FORMS = {
    "csv": as_csv,
    "jsonl": lambda rows: "".join(json.dumps({"puzzle": p, "solution": s}) + "\n" for p, s in rows),
    "json": lambda rows: json.dumps([{"puzzle": p, "solution": s} for p, s in rows]),
}


def written(folder: Path, ending: str, rows: list[tuple[str, str]]) -> Path:
    path = folder / f"set.{ending}"
    path.write_text(FORMS[ending](rows))
    return path


@each("ending", FORMS)
def test_the_figures_are_those_of_brute_force(ending: str, tmp_path: Path) -> None:
    rows = made(150, 1)
    assert figures(coversat.audit(written(tmp_path, ending, rows))) == expected(rows)


@pytest.mark.thorough
@each("ending", FORMS)
def test_thousands_of_rows(ending: str, tmp_path: Path) -> None:
    rows = made(4000, 2)
    found = coversat.audit(written(tmp_path, ending, rows))
    assert figures(found) == expected(rows)
    assert min(figures(found)["stored"].values()) > 100


# Prompts and replies: sudokus of 9x9 in chat messages, and a search for two answers without coversat.

PEERS = [
    {
        o
        for o in range(81)
        if o != at
        and (o // 9 == at // 9 or o % 9 == at % 9 or (o // 27, o % 9 // 3) == (at // 27, at % 9 // 3))
    }
    for at in range(81)
]


def answers_of(cells: str, most: int = 2) -> list[str]:
    """At most two answers of a sudoku; the blank with the fewest digits comes first."""
    if any(cells[at] != "." and any(cells[o] == cells[at] for o in PEERS[at]) for at in range(81)):
        return []
    left = {at: {*"123456789"} - {cells[o] for o in PEERS[at]} for at in range(81) if cells[at] == "."}
    if not left:
        return [cells]
    at = min(left, key=lambda one: len(left[one]))
    found: list[str] = []
    for digit in sorted(left[at]):
        found += answers_of(cells[:at] + digit + cells[at + 1 :], most - len(found))
        if len(found) == most:
            break
    return found


def spaced(cells: str, blank: str) -> str:
    return "\n".join(" ".join(cells[at : at + 9].replace(".", blank)) for at in range(0, 81, 9))


def chats(number: int, seed: int) -> tuple[list[str], dict[str, Counter[str]]]:
    """Lines of chat messages with every sort of fault, and their figures."""
    rng = random.Random(seed)
    lines, seen = [], set[str]()
    statuses, stored, repeated = Counter[str](), Counter[str](), 0
    for _ in range(number):
        grid = "".join(
            str(digit)
            for row in shuffled(rng, [[(3 * r + r // 3 + c) % 9 + 1 for c in range(9)] for r in range(9)])
            for digit in row
        )
        kept, at = rng.sample(range(81), rng.randint(30, 50)), rng.randrange(81)
        puzzle = "".join(digit if place in kept else "." for place, digit in enumerate(grid))
        fault = rng.random()
        other = grid[:at] + str(int(grid[at]) % 9 + 1) + grid[at + 1 :]
        puzzle = rng.choice(sorted(seen)) if fault < 0.05 and seen else puzzle
        puzzle = puzzle[:at] + other[at] + puzzle[at + 1 :] if 0.05 < fault < 0.1 else puzzle
        answer = other if 0.1 < fault < 0.2 else "" if 0.2 < fault < 0.3 else grid
        found = answers_of(puzzle)
        right = answer and not answers_clash(puzzle, answer)
        statuses[("none", "unique", "multiple")[len(found)]] += 1
        stored[("right" if len(found) == 1 else "several") if right else "wrong" if answer else "absent"] += 1
        repeated += puzzle in seen
        seen.add(puzzle)
        says = f"The answer is\n\n{spaced(answer, '_')}\n" if answer else "I do not know."
        asks = f"Solve this sudoku.\n\n{spaced(puzzle, '_')}"
        both = [{"role": "user", "content": asks}, {"role": "assistant", "content": says}]
        lines.append(json.dumps({"messages": both}) + "\n")
    return lines, {"status": statuses, "stored": stored, "repeated": Counter(repeated=repeated)}


def answers_clash(puzzle: str, answer: str) -> bool:
    """Whether an answer changes a given or repeats a digit."""
    changed = any(given not in (".", digit) for given, digit in zip(puzzle, answer, strict=True))
    return changed or answers_of(answer) != [answer]


@pytest.mark.thorough
def test_prompts_and_replies(tmp_path: Path) -> None:
    check_chats(tmp_path, *chats(300, 9), 3)


@pytest.mark.slow
def test_ten_thousand_prompts_and_replies(tmp_path: Path) -> None:
    check_chats(tmp_path, *chats(10_000, 10), 100)


@each("says, status", [("Solve this sudoku.", "none"), ("Solve this.", "error")])
def test_givens_that_clash_in_a_prompt(says: str, status: str, tmp_path: Path) -> None:
    """A board of this sort may be one of another kind, unless its prompt says that it is a sudoku."""
    whole = "".join(str((3 * r + r // 3 + c) % 9 + 1) for r in range(9) for c in range(9))
    lines = []
    for cells in (f"{whole[:40]}{'.' * 41}", f"{whole[:40]}{'.' * 40}{whole[8]}"):
        both = [{"role": "user", "content": f"{says}\n\n{spaced(cells, '_')}"}]
        both.append({"role": "assistant", "content": spaced(whole, "_")})
        lines.append(json.dumps({"messages": both}) + "\n")
    (tmp_path / "set.jsonl").write_text("".join(lines))
    assert coversat.audit(tmp_path / "set.jsonl")[1].status == status


def check_chats(folder: Path, lines: list[str], figures_of: dict[str, Counter[str]], least: int) -> None:
    """The figures are those of the search, each fault is there often enough, and the clean rows are kept."""
    (folder / "chats.jsonl").write_text("".join(lines))
    found = coversat.audit(folder / "chats.jsonl")
    assert figures(found) == figures_of
    assert min(*figures_of["status"].values(), *figures_of["stored"].values()) > least
    write_clean(found.all_rows, folder / "clean.jsonl")
    kept = [line for line, row in zip(lines, found, strict=True) if row.is_clean]
    assert (folder / "clean.jsonl").read_text() == "".join(kept)


@each("ending", FORMS)
def test_a_cleaned_set_is_clean_and_keeps_the_clean_rows(ending: str, tmp_path: Path) -> None:
    rows = made(120, 3)
    found = coversat.audit(path := written(tmp_path, ending, rows))
    number = write_clean(found.all_rows, tmp_path / f"clean.{ending}")
    clean = coversat.audit(tmp_path / f"clean.{ending}")
    assert len(clean) == number == sum(row.is_clean for row in found)
    assert all(row.is_clean for row in clean)
    kept = [row for row, one in zip(rows, found, strict=True) if one.is_clean]
    assert figures(clean) == expected(kept)
    assert path.read_text() == FORMS[ending](rows)
    if ending != "json":
        assert (tmp_path / f"clean.{ending}").read_text() == FORMS[ending](kept)


def test_a_row_that_cannot_be_read_is_a_row_of_the_result(tmp_path: Path) -> None:
    path = tmp_path / "set.csv"
    path.write_text("puzzle,solution\n1.....2..3.....4,\nhello there,\n1.....2..3.....4,\n")
    found = coversat.audit(path)
    assert [row.status for row in found] == ["unique", "error", "unique"]
    assert found[1].message is not None
    assert found[2].duplicate_of == f"{path}:2"
    assert f"{path}:3: not read: {found[1].message}" in str(found)


def test_signs_of_blanks_make_no_other_puzzle() -> None:
    assert coversat.audit([f"{'.' * 80}1", f"{'0' * 80}1"])[1].duplicate_of == "#1"


def test_a_second_answer_is_another_answer() -> None:
    (row,) = coversat.audit(["12..34........" + ".."])
    first = coversat.solve("12..34..........").answers[0]
    assert row.second is not None
    assert [list(line) for line in first] != row.second
    assert not coversat.verify("12..34..........", tuple(map(tuple, row.second))).violations


def test_a_data_frame() -> None:
    pandas = pytest.importorskip("pandas")
    rows = made(60, 4)
    frame = pandas.DataFrame(rows, columns=["puzzle", "solution"])
    found = coversat.audit(frame, symmetry=True)
    assert figures(found) == expected(rows)
    texts = coversat.audit([puzzle for puzzle, _ in rows], symmetry=True)
    assert [row.name for row in found] == [row.name for row in texts]
    assert [row.duplicate_of for row in found] == [row.duplicate_of for row in texts]
    assert [row.same_as for row in found] == [row.same_as for row in texts]
    assert list(found.to_pandas().status) == [row.status for row in found]


def test_one_problem_is_a_set_of_one() -> None:
    """Of what is no problem, that is said in the row."""
    assert [row.status for row in coversat.audit(coversat.read("queens 8")[0])] == ["multiple"]
    (row,) = coversat.audit(17)
    assert row.status == "error"
    assert row.message == "a source is a problem, the name of a file or a text, not 17"
    board = [[1, 0, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]]
    for source in (board, [board], iter([board])):
        assert [row.status for row in coversat.audit(source)] == ["unique"]
    assert coversat.audit("\ud800")[0].message == "a name cannot hold half of a surrogate pair"


def test_parquet(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    pandas = pytest.importorskip("pandas")
    rows = made(60, 5)
    pandas.DataFrame(rows, columns=["puzzle", "solution"]).to_parquet(tmp_path / "set.parquet")
    found = coversat.audit(tmp_path / "set.parquet")
    assert figures(found) == expected(rows)
    write_clean(found.all_rows, tmp_path / "clean.parquet")
    kept = pandas.read_parquet(tmp_path / "clean.parquet")
    assert [*kept.itertuples(index=False, name=None)] == [
        row for row, one in zip(rows, found, strict=True) if one.is_clean
    ]


def test_a_folder(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("queens 4\nQ...\n....\n....\n....\n")
    (tmp_path / "in" / "b.txt").write_text("queens 4\n.Q..\n....\n....\n....\n")
    found = coversat.audit(tmp_path / "in")
    assert [row.status for row in found] == ["none", "unique"]
    done = command_line("audit", str(tmp_path / "in"), "-o", str(tmp_path / "out"))
    assert done.code == 1
    assert [one.name for one in (tmp_path / "out").iterdir()] == ["b.txt"]


# Up to symmetry.


def shuffled(rng: random.Random, rows: list[list[int | None]]) -> list[list[int | None]]:
    """The same puzzle with lines in another order, other digits, and perhaps transposed."""

    def order() -> list[int]:
        return [3 * chute + line for chute in rng.sample(range(3), 3) for line in rng.sample(range(3), 3)]

    digits = [None, *rng.sample(range(1, 10), 9)]
    across, down = order(), order()
    found = [[digits[rows[r][c] or 0] for c in across] for r in down]
    return [list(line) for line in zip(*found, strict=True)] if rng.random() < 0.5 else found


def test_puzzles_are_the_same_up_to_symmetry() -> None:
    rng = random.Random(1)
    for _ in range(5):
        places = rng.sample(range(81), 24)
        rows: list[list[int | None]] = [
            [(3 * r + r // 3 + c) % 9 + 1 if 9 * r + c in places else None for c in range(9)]
            for r in range(9)
        ]
        (one,), (two,) = coversat.read(rows), coversat.read(shuffled(rng, rows))
        r, c = divmod(places[0], 9)
        rows[r][c] = None
        (three,) = coversat.read(rows)
        assert canonical(one) is not None
        assert canonical(one) == canonical(two) != canonical(three)


def test_all_puzzles_of_two_givens_by_brute_force() -> None:
    """The classes of puzzles of 4x4 with two givens, by all 2 * 8 * 8 * 4! symmetries of each."""
    orders = [
        [2 * a + x, 2 * a + 1 - x, 2 * (1 - a) + y, 2 * (1 - a) + 1 - y]
        for a in (0, 1)
        for x in (0, 1)
        for y in (0, 1)
    ]
    puzzles = {(p, q, same) for p in range(16) for q in range(p) for same in (0, 1)}

    def images(one: tuple[int, int, int]) -> frozenset[tuple[int, int, int]]:
        found = set()
        for rows in orders:
            for columns in orders:
                for turned in (0, 1):
                    places = [(rows.index(at // 4), columns.index(at % 4)) for at in one[:2]]
                    p, q = sorted((4 * r + c if not turned else 4 * c + r for r, c in places), reverse=True)
                    found.add((p, q, one[2]))
        return frozenset(found)

    def text(p: int, q: int, same: int) -> str:
        return "".join("1" if at == p else "2"[same:] + "1"[:same] if at == q else "." for at in range(16))

    classes = {images(one) for one in puzzles}
    forms = {canonical(coversat.read(text(*one))[0]) for one in puzzles}
    assert len(forms) == len(classes)


def test_examinations_on_request() -> None:
    texts = ["1.....2..3.....4", "4.....3..2.....1", f"{GRIDS[100][:12]}....", "1...............", "queens 4"]
    found = coversat.audit(texts, symmetry=True, needless=True, difficulty=True)
    assert found[1].same_as == "#1"
    assert not found[1].is_clean
    assert [row.needless for row in found][:2] == [0, 0]
    assert found[2].status == "unique"
    assert found[2].needless == sum(
        len([*completions(texts[2][:at] + "." + texts[2][at + 1 :])]) == 1
        for at in range(16)
        if texts[2][at] != "."
    )
    assert found[0].difficulty == coversat.grade(texts[0]).name
    assert {*found.rates} == {"symmetry", "needless", "difficulty"}
    assert all(f"{name}" in str(found) for name in found.rates)


# The command.


def test_the_command_prints_a_summary_rows_and_a_card(tmp_path: Path) -> None:
    rows = made(80, 6)
    path = str(written(tmp_path, "csv", rows))
    done = command_line("audit", path, "--card", str(tmp_path / "card.md"))
    assert done.code == 1
    assert done.stdout.startswith("rows        80\n")
    assert len(done.stdout.splitlines()) <= 24
    assert "| rows | 80 |" in (tmp_path / "card.md").read_text()
    done = command_line("audit", path, "--csv")
    assert (
        Counter(one["status"] for one in csv.DictReader(io.StringIO(done.stdout))) == expected(rows)["status"]
    )
    done = command_line("audit", path, "--json", "--jobs", "2")
    assert (
        Counter(json.loads(line)["stored"] for line in done.stdout.splitlines()) == expected(rows)["stored"]
    )


def test_a_summary_of_all_sorts_of_rows_fits_a_screen() -> None:
    row = AuditRow("set.csv", 1, 2, "sudoku", "unique", "right")
    sorts: tuple[dict[str, Any], ...] = (
        {"stored": "wrong", "message": "1 appears twice"},
        {"status": "multiple", "stored": "several"},
        {"status": "none"},
        {"status": "error", "stored": None, "message": "expected a board"},
        {"unread": ["a rule"]},
    )
    rates = {"symmetry": 1.0, "needless": 1.0, "difficulty": 1.0}
    for count in (1, 3, 4, 5):
        rows = tuple(replace(row, **sort) for sort in sorts[:count] for _ in range(9))
        lines = str(Audit(rows, rates)).splitlines()
        assert len(lines) <= 24
        assert sum("more: " in line for line in lines) == count


def test_an_audit_is_continued_and_made_of_results(tmp_path: Path) -> None:
    rows = made(40, 7)
    path, out = str(written(tmp_path, "csv", rows)), tmp_path / "out.jsonl"
    whole = command_line("audit", path, "--out", str(out))
    lines = out.read_text().splitlines(keepends=True)
    assert len(lines) == 40
    out.write_text("".join(lines[:15]))
    assert command_line("audit", path, "--out", str(out), "--resume").stdout == whole.stdout
    assert out.read_text() == "".join(lines)
    assert command_line("audit", str(out)).stdout == whole.stdout


def test_parts_are_merged_and_audited(tmp_path: Path) -> None:
    rows = made(30, 8)
    path = str(written(tmp_path, "csv", rows))
    for part in (1, 2):
        command_line("audit", path, "--part", f"{part}/2", "--out", str(tmp_path / f"{part}.jsonl"))
    both = [str(tmp_path / f"{part}.jsonl") for part in (1, 2)]
    (tmp_path / "all.jsonl").write_text(command_line("merge", *both).stdout)
    assert command_line("audit", str(tmp_path / "all.jsonl")).stdout == command_line("audit", path).stdout


def test_certificates(tmp_path: Path) -> None:
    path = str(written(tmp_path, "csv", [("1.....2..3.....4", ""), ("12.3..........4.", "")]))
    done = command_line("audit", path, "--certify", str(tmp_path / "proofs"))
    assert done.code == 1
    assert command_line("verify", str(tmp_path / "proofs")).code == 0


@each(
    "words, message",
    [
        (["nothing.csv"], "nothing.csv"),
        (["--resume", "queens 4"], "--resume continues the file of --out"),
        (["queens 4", "-o", "x.txt"], "a cleaned set has rows of files, and queens 4 is none"),
    ],
)
def test_bad_usage(words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = command_line("audit", *words)
    assert done.code == 2
    assert message in done.output
    assert not (tmp_path / "x.txt").exists()


def test_files_of_a_folder_without_a_puzzle(tmp_path: Path) -> None:
    """They are counted; a folder of no other files is refused."""
    (tmp_path / "README").write_text("hello there\n")
    done = command_line("audit", str(tmp_path))
    assert (done.code, "no puzzle in" in done.output) == (2, True)
    (tmp_path / "a.txt").write_text("1.....2..3.....4\n")
    done = command_line("audit", str(tmp_path))
    assert (done.code, "1 file in no known form left out" in done.output) == (0, True)


def test_rows_that_name_a_file_are_no_results(tmp_path: Path) -> None:
    """What `check --out` writes has a case, too; a line that is damaged is named."""
    puzzle = "1.....2..3.....4"
    (tmp_path / "set.jsonl").write_text(json.dumps({"file": "a book", "puzzle": puzzle}) + "\n")
    (row,) = coversat.audit(tmp_path / "set.jsonl")
    assert (row.status, row.file) == ("unique", str(tmp_path / "set.jsonl"))
    for line in ('{"file": "x", "case": y, "line": 3}', '{"file": "x", "case": 1, "line": 3}'):
        (tmp_path / "rows.jsonl").write_text(f"{line}\n")
        with pytest.raises(coversat.CoversatError, match="has a line that is no result of 'check': "):
            coversat.audit(tmp_path / "rows.jsonl")
