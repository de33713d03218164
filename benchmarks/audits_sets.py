"""The sets that `audits.py` knows: where their files are, and what their rows state, in plain rows.

A row that states a puzzle of a kind that neither coversat nor the search has is refused by `UnreadError`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import audits_kinds as kinds
from audits_kinds import Row, Rows
from audits_zebra import PLACES, zebra


class UnreadError(ValueError):
    """Why a row is not looked at, in a few words."""


class Part(NamedTuple):
    """The rows of one kind in a set.

    * path: of its file in the folder of the set.
    * is_read: whether coversat reads the file itself; otherwise what `row` makes of it.
    """

    path: str
    row: Callable[[Any], Row]
    is_read: bool = False


class Set(NamedTuple):
    about: str
    parts: dict[str, Part]


def rows_in(path: Path) -> Iterator[Any]:
    """The rows of a file of JSON lines, or of one that maps names to them; texts in a folder."""
    if path.is_dir():
        yield from (file.read_text(encoding="utf-8") for file in sorted(path.rglob("*.non")))
    elif path.suffix == ".jsonl":
        with open(path, encoding="utf-8") as file:
            yield from map(json.loads, file)
    else:
        yield from json.loads(path.read_text(encoding="utf-8"))["data"].values()


def words(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().split("\n")]


def numbers(rows: Rows, blank: str = "-") -> Rows:
    """The numbers of a board; 0 for a blank."""
    return [[0 if word == blank else int(word) for word in row] for row in rows]


def marked(rows: Rows, sign: str) -> Rows:
    return [[int(word == sign) for word in row] for row in rows]


def placed(cells: Any, board: Rows) -> Rows:
    """1 in these cells, which are counted from 0."""
    chosen = {tuple(map(int, cell)) for cell in cells}
    return [[int((r, c) in chosen) for c in range(len(row))] for r, row in enumerate(board)]


# reasoning-gym: a question, an answer, and what both are made of in "metadata".


def gym_sudoku(row: Any) -> Row:
    return kinds.sudoku(row["metadata"]["puzzle"], numbers(words(row["answer"])))


def gym_queens(row: Any) -> Row:
    return kinds.queens(marked(row["metadata"]["puzzle"], "Q"), marked(words(row["answer"]), "Q"))


def gym_futoshiki(row: Any) -> Row:
    meta = row["metadata"]
    pairs = [((a, b), (c, d), sign) for a, b, c, d, sign in meta["constraints"]]
    less = [(one, other) if sign == "<" else (other, one) for one, other, sign in pairs]
    return kinds.futoshiki(meta["puzzle"], less, meta["solution"])


def gym_kakurasu(row: Any) -> Row:
    meta = row["metadata"]
    return kinds.kakurasu(meta["row_sums"], meta["col_sums"], numbers(words(row["answer"])))


def gym_graph(row: Any) -> Row:
    graph, stored = row["metadata"]["puzzle"], row["metadata"]["possible_answer"]
    colours = {int(name): colour for name, colour in stored.items()}
    return kinds.colouring(graph["vertices"], graph["edges"], graph["num_colors"], colours)


def gym_zebra(row: Any) -> Row:
    return zebra(row["question"])


def gym_zebra_denied(row: Any) -> Row:
    """With one more clue: the stored answer, a name, is wrong. If it is right, there is no answer."""
    house = re.search(r"What is Name of the person who lives in House (\d)\?", row["question"])
    if house is None:
        raise UnreadError("a question for something else than a name")
    return zebra(row["question"], f"{row['answer'].title()} is not in the {PLACES[int(house[1]) - 1]} house.")


# Enigmata: a question and an answer, each in the form of its task.


def enigmata_light_up(row: Any) -> Row:
    """As the prompt says: numbers are black cells with clues, ``#`` black cells, dots white cells."""
    board = [
        ["-" if sign == "." else "x" if sign == "#" else sign for sign in line]
        for line in row["question"].split()
    ]
    return kinds.akari(board, placed(row["answer"], board))


def enigmata_sudoku(row: Any) -> Row:
    return kinds.sudoku(row["question"], row["answer"])


def enigmata_binario(row: Any) -> Row:
    """0 and 1, which become 1 and 2."""
    givens = [[0 if word == "_" else int(word) + 1 for word in line] for line in words(row["question"])]
    return kinds.binairo(givens, [[int(word) + 1 for word in line] for line in words(row["answer"])])


def enigmata_skyscraper(row: Any) -> Row:
    return kinds.skyscrapers(row["question"], row["answer"])


def enigmata_campsite(row: Any) -> Row:
    """The numbers of tents, of all and in each row and column, and a board with an ``X`` for each tree."""
    total, rows, columns, *board = row["question"].split("\n")
    counts = [[int(word) for word in line.split(":")[1].split()] for line in (total, rows, columns)]
    if counts[0] != [sum(counts[1])] or sum(counts[1]) != sum(counts[2]):
        raise UnreadError("the numbers of all tents, of rows and of columns differ")
    answer = row["answer"].split("<begin_board>\n")[1].split("\n<end_board>")[0]
    trees = marked([line.split() for line in board], "X")
    return kinds.tents(trees, counts[1], counts[2], marked(words(answer), "*"))


def enigmata_hitori(row: Any) -> Row:
    board = row["question"]
    return kinds.hitori(board, placed(row["answer"], board))


def enigmata_kakurasu(row: Any) -> Row:
    """The size and the sums in words; the cells of the answer are counted from 1."""
    rows, columns = (
        [int(word) for word in found.split(", ")] for found in re.findall(r"\[(.*)\]", row["question"])
    )
    board = [[0] * len(columns)] * len(rows)
    return kinds.kakurasu(rows, columns, placed([(r - 1, c - 1) for r, c in row["answer"]], board))


# SynLogic: a question, and what it is made of in "metadata".


def synlogic_sudoku(row: Any) -> Row:
    meta = row["metadata"]
    return kinds.sudoku(numbers(meta["original_sudoku"], "X"), meta["complete_sudoku"])


def synlogic_kukurasu(row: Any) -> Row:
    meta = row["metadata"]
    return kinds.kakurasu(meta["row_sums"], meta["col_sums"], marked(meta["solution"], "1"))


def synlogic_campsite(row: Any) -> Row:
    """By the rules of its checker: each tree has a tent of its own."""
    meta = row["metadata"]
    counts = meta["row_constraints"], meta["col_constraints"]
    return kinds.tents(marked(meta["grid"], "T"), *counts, marked(meta["solution"], "C"))


def synlogic_skyscraper(row: Any) -> Row:
    return kinds.skyscrapers(row["metadata"], row["metadata"]["solved_grid"])


def synlogic_futoshiki(row: Any) -> Row:
    meta, answer = row["metadata"], row["answer"]
    shown = placed(meta["prefilled_coords"], answer)
    givens = [
        [value * on for value, on in zip(*both, strict=True)] for both in zip(answer, shown, strict=True)
    ]
    pairs = [(tuple(one), tuple(other), sign) for one, other, sign in meta["constraints"]]
    less = [(one, other) if sign == "<" else (other, one) for one, other, sign in pairs]
    return kinds.futoshiki(givens, less, answer)


# nonogram-db: a file for each puzzle, with runs in rows and in columns, and the picture below.


def db_nonogram(row: Any) -> Row:
    if re.search(r"^color |^\d+[a-z]", row, re.M):
        raise UnreadError("more colours than one")
    rows, columns = (int(re.search(rf"^{side} (\d+)$", row, re.M)[1]) for side in ("height", "width"))  # type: ignore
    clues = [db_clues(row, name, count) for name, count in (("rows", rows), ("columns", columns))]
    goal = re.search(r'^goal "([01]*)"$', row, re.M)
    picture = [goal[1][at : at + columns] for at in range(0, rows * columns, columns)] if goal else None
    return kinds.nonogram(*clues, [list(map(int, line)) for line in picture] if picture else None)


def db_clues(text: str, name: str, count: int) -> list[list[int]]:
    found = text.split(f"\n{name}\n")[1].split("\n")[:count]
    return [[int(run) for run in line.split(",") if int(run)] for line in found]


# puzzlekit-dataset: a problem and a solution, texts whose first line has the size.


def kit_parts(row: Any) -> tuple[list[str], list[list[str]], list[list[str]] | None]:
    """The words of the first line, the rows below it, and those of the solution."""
    head, *board = words(row["problem"])
    stored = words(row["solution"])[1:] if row["solution"].strip() else None
    return head, board, stored


def whole(board: Rows | None, rows: int, columns: int) -> None:
    if board is not None and (len(board) != rows or any(len(line) != columns for line in board)):
        raise UnreadError("a board of another size than its first line says")


def kit_board(row: Any, boards: int = 1) -> tuple[list[list[list[str]]], list[list[str]] | None]:
    """The boards of a row, one below the other, and the stored answer."""
    head, lines, stored = kit_parts(row)
    rows, columns = int(head[0]), int(head[1])
    found = [lines[at * rows : at * rows + rows] for at in range(boards)]
    for one in (*found, stored):
        whole(one, rows, columns)
    if len(lines) != boards * rows:
        raise UnreadError("a board of another size than its first line says")
    return found, stored


def kit_akari(row: Any) -> Row:
    (board,), stored = kit_board(row)
    return kinds.akari(board, marked(stored, "o") if stored else None)


def kit_binairo(row: Any) -> Row:
    (board,), stored = kit_board(row)
    return kinds.binairo(numbers(board), numbers(stored) if stored else None)


def kit_suguru(row: Any) -> Row:
    (board, regions), stored = kit_board(row, 2)
    return kinds.suguru(numbers(board), regions, numbers(stored) if stored else None)


def kit_jigsaw(row: Any) -> Row:
    (board, regions), stored = kit_board(row, 2)
    n, names = len(board), sorted({word for line in regions for word in line})
    if len(names) != n or any(sum(line.count(one) for line in regions) != n for one in names):
        raise UnreadError("regions of other sizes than the rows")
    if any(word != "-" and not (word.isdecimal() and 0 < int(word) <= n) for line in board for word in line):
        raise UnreadError("signs other than the digits of its size")
    numbered = [[names.index(word) + 1 for word in line] for line in regions]
    return kinds.sudoku(numbers(board), numbers(stored) if stored else None, numbered)


def kit_sudoku(row: Any) -> Row:
    (board,), stored = kit_board(row)
    if len(board) not in (4, 9, 16, 25):
        raise UnreadError("boxes that are not square")
    return kinds.sudoku(numbers(board), numbers(stored) if stored else None)


def kit_starbattle(row: Any) -> Row:
    head, _, _ = kit_parts(row)
    (regions,), stored = kit_board(row)
    return kinds.starbattle(regions, int(head[2]), marked(stored, "x") if stored else None)


def kit_minesweeper(row: Any) -> Row:
    head, _, _ = kit_parts(row)
    (board,), stored = kit_board(row)
    return kinds.minesweeper(
        board, int(head[2]) if len(head) > 2 else None, marked(stored, "x") if stored else None
    )


def kit_hitori(row: Any) -> Row:
    (board,), stored = kit_board(row)
    return kinds.hitori(board, marked(stored, "x") if stored else None)


def kit_skyscraper(row: Any) -> Row:
    """Views from the top, the bottom, the left and the right, and a board."""
    head, lines, stored = kit_parts(row)
    n = int(head[0])
    if head != [head[0]] * 3:
        raise UnreadError("fewer heights than cells in a row: some cells stay empty")
    whole(stored, n, n)
    views = dict(zip(("top", "bottom", "left", "right"), numbers(lines[:4]), strict=True))
    return kinds.skyscrapers(views, numbers(stored) if stored else None, numbers(lines[4:]))


def kit_kakurasu(row: Any) -> Row:
    """Two lines of sums, each ``-`` if it is not stated."""
    _, (columns, rows), stored = kit_parts(row)
    sums = [[None if word == "-" else int(word) for word in line] for line in (rows, columns)]
    return kinds.kakurasu(*sums, marked(stored, "x") if stored else None)


def kit_tents(row: Any) -> Row:
    head, (columns, rows, *board), stored = kit_parts(row)
    for one in (board, stored):
        whole(one, int(head[0]), int(head[1]))
    counts = [list(map(int, line)) for line in (rows, columns)]
    return kinds.tents(marked(board, "x"), *counts, marked(stored, "o") if stored else None)


def kit(name: str, row: Callable[[Any], Row], is_read: bool = False) -> Part:
    return Part(f"{name}/{name}_dataset.json", row, is_read)


SETS = {
    "reasoning-gym": Set(
        "reasoning-gym 0.1.25, made with seed 7",
        {
            "sudoku": Part("sudoku.jsonl", gym_sudoku, is_read=True),
            "mini_sudoku": Part("mini_sudoku.jsonl", gym_sudoku, is_read=True),
            "n_queens": Part("n_queens.jsonl", gym_queens, is_read=True),
            "futoshiki": Part("futoshiki.jsonl", gym_futoshiki, is_read=True),
            "kakurasu": Part("kakurasu.jsonl", gym_kakurasu, is_read=True),
            "graph_color": Part("graph_color.jsonl", gym_graph, is_read=True),
            "zebra_puzzles": Part("zebra_puzzles.jsonl", gym_zebra, is_read=True),
            "zebra_denied": Part("zebra_puzzles.jsonl", gym_zebra_denied),
        },
    ),
    "enigmata": Set(
        "Enigmata at b9c6f59, made with seed 7",
        {
            "light_up": Part("light_up.jsonl", enigmata_light_up),
            "binario": Part("binario.jsonl", enigmata_binario),
            "sudoku": Part("sudoku.jsonl", enigmata_sudoku),
            "sudoku2": Part("sudoku2.jsonl", enigmata_sudoku),
            "skyscraper": Part("skyscraper.jsonl", enigmata_skyscraper),
            "campsite": Part("campsite.jsonl", enigmata_campsite),
            "hitori": Part("hitori.jsonl", enigmata_hitori),
            "kakurasu": Part("kakurasu.jsonl", enigmata_kakurasu),
        },
    ),
    "synlogic": Set(
        "SynLogic at 6794f97, made with seed 7",
        {
            "sudoku": Part("sudoku.jsonl", synlogic_sudoku),
            "kukurasu": Part("kukurasu.jsonl", synlogic_kukurasu),
            "campsite": Part("campsite.jsonl", synlogic_campsite),
            "skyscraper": Part("skyscraper.jsonl", synlogic_skyscraper),
            "futoshiki": Part("futoshiki.jsonl", synlogic_futoshiki),
        },
    ),
    "nonogram-db": Set("nonogram-db at 8351eed", {"nonogram": Part("db", db_nonogram)}),
    "puzzlekit": Set(
        "puzzlekit-dataset at 53de2fc",
        {
            "Sudoku": kit("Sudoku", kit_sudoku),
            "JigsawSudoku": kit("JigsawSudoku", kit_jigsaw),
            "Akari": kit("Akari", kit_akari),
            "Binairo": kit("Binairo", kit_binairo),
            "Suguru": kit("Suguru", kit_suguru),
            "Starbattle": kit("Starbattle", kit_starbattle),
            "Minesweeper": kit("Minesweeper", kit_minesweeper),
            "Hitori": kit("Hitori", kit_hitori),
            "Skyscraper": kit("Skyscraper", kit_skyscraper),
            "Kakurasu": kit("Kakurasu", kit_kakurasu),
            "Tent": kit("Tent", kit_tents),
        },
    ),
}
