"""Formats in which people and language models state a board: what is around it, and how cells are laid out.

They were written down before the code that reads them. A layout makes a text of rows of words; a wrapper puts
it into a reply. Layouts of one line are also put behind words on the same line.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

Rows = Sequence[Sequence[str]]


def _value(word: str) -> int | str:
    return int(word) if word.isdecimal() else word


def _is_compact(rows: Rows) -> bool:
    return all(len(word) == 1 for row in rows for word in row)


def _lines(rows: Rows, between: str, before: str = "", after: str = "") -> str:
    return "\n".join(before + between.join(row) + after for row in rows)


def _boxed(rows: Rows, bar: str = "|", rule: str = "-", cross: str = "+") -> str:
    """As many programs print sudokus: bars after each third of a row, rules after each third of the rows."""
    third = max(1, len(rows) // 3)
    columns = max(1, len(rows[0]) // 3)
    lines = []
    for at, row in enumerate(rows):
        if at and at % third == 0:
            lines.append(cross.join([rule * (2 * columns + 1)] * 3))
        parts = [row[start : start + columns] for start in range(0, len(row), columns)]
        lines.append(f" {bar} ".join(" ".join(part) for part in parts))
    return "\n".join(lines)


def _framed(rows: Rows, corners: str, rule: str, bar: str) -> str:
    line = corners[0] + corners[1].join([rule * 3] * len(rows[0])) + corners[2]
    body = [f"{bar} " + f" {bar} ".join(row) + f" {bar}" for row in rows]
    return "\n".join([line, f"\n{line}\n".join(body), line])


def _table(rows: Rows, head: Sequence[str]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _labelled(rows: Rows) -> str:
    head = "    " + " ".join(str(at) for at in range(1, len(rows[0]) + 1))
    return "\n".join([head, *(f"{chr(65 + at)} | " + " ".join(row) for at, row in enumerate(rows))])


def _cells(rows: Rows) -> list[tuple[int, int, str]]:
    return [(r, c, word) for r, row in enumerate(rows, 1) for c, word in enumerate(row, 1)]


def _html(rows: Rows) -> str:
    body = "".join("<tr>" + "".join(f"<td>{word}</td>" for word in row) + "</tr>\n" for row in rows)
    return f"<table>\n{body}</table>"


ONE_LINE: dict[str, Callable[[Rows], str]] = {
    "all cells in one word": lambda rows: "".join(map("".join, rows)),
    "all cells in one line": lambda rows: " ".join(map(" ".join, rows)),
    "lists in lists": lambda rows: json.dumps([[_value(word) for word in row] for row in rows]),
    "one list": lambda rows: json.dumps([_value(word) for row in rows for word in row]),
    "a list of strings": lambda rows: json.dumps(["".join(row) for row in rows]),
    "an object": lambda rows: json.dumps({"solution": [[_value(word) for word in row] for row in rows]}),
    "an object with a text": lambda rows: json.dumps({"answer": _lines(rows, " ")}),
    "lists of strings": lambda rows: str([list(row) for row in rows]),
    "rows with slashes": lambda rows: " / ".join(map("".join, rows)),
    "names in an object": lambda rows: json.dumps({f"r{r}c{c}": _value(w) for r, c, w in _cells(rows)}),
    "named cells": lambda rows: ", ".join(f"r{r}c{c}={word}" for r, c, word in _cells(rows)),
}
SEVERAL_LINES: dict[str, Callable[[Rows], str]] = {
    "spaces": lambda rows: _lines(rows, " "),
    "no spaces": lambda rows: _lines(rows, ""),
    "commas": lambda rows: _lines(rows, ", "),
    "commas without spaces": lambda rows: _lines(rows, ","),
    "tabs": lambda rows: _lines(rows, "\t"),
    "bars": lambda rows: _lines(rows, " | "),
    "boxes": _boxed,
    "boxes of lines": lambda rows: _boxed(rows, "│", "─", "┼"),
    "a frame": lambda rows: _framed(rows, "+++", "-", "|"),
    "a double frame": lambda rows: _framed(rows, "╔╦╗", "═", "║"),
    "a table": lambda rows: _table(rows[1:], rows[0]),
    "a table with a head": lambda rows: _table(rows, [str(at) for at in range(1, len(rows[0]) + 1)]),
    "a table with an empty head": lambda rows: _table(rows, [" "] * len(rows[0])),
    "labels of rows and columns": _labelled,
    "named rows": lambda rows: "\n".join(f"Row {at}: {' '.join(row)}" for at, row in enumerate(rows, 1)),
    "numbered rows": lambda rows: "\n".join(f"{at}. {' '.join(row)}" for at, row in enumerate(rows, 1)),
    "items": lambda rows: _lines(rows, " ", "- "),
    "names above rows": lambda rows: "\n".join(
        f"Row {at}:\n{' '.join(row)}\n" for at, row in enumerate(rows, 1)
    ),
    "lists in lines": lambda rows: _lines(rows, ", ", "[", "],"),
    "lists over lines": lambda rows: json.dumps([[_value(word) for word in row] for row in rows], indent=1),
    "an array of numpy": lambda rows: "[" + _lines(rows, " ", " [", "]").strip() + "]",
    "bold cells": lambda rows: "\n".join(" ".join(f"**{word}**" for word in row) for row in rows),
    "an array of LaTeX": lambda rows: (
        "\\begin{array}{ccccccccc}\n" + _lines(rows, " & ", "", " \\\\") + "\n\\end{array}"
    ),
    "a matrix of LaTeX": lambda rows: (
        "\\begin{bmatrix}" + "\\\\".join("&".join(row) for row in rows) + "\\end{bmatrix}"
    ),
    "lists with comments": lambda rows: "\n".join(
        f"    [{', '.join(row)}],  # row {at}" for at, row in enumerate(rows, 1)
    ),
    "capital coordinates": lambda rows: "\n".join(f"R{r}C{c}: {word}" for r, c, word in _cells(rows)),
    "HTML": _html,
    "blank lines": lambda rows: "\n\n".join(" ".join(row) for row in rows),
    "coordinates": lambda rows: "\n".join(f"({r}, {c}): {word}" for r, c, word in _cells(rows)),
}
LAYOUTS = {**ONE_LINE, **SEVERAL_LINES}
COMPACT = {"all cells in one word", "a list of strings", "rows with slashes", "no spaces"}
"""The layouts of boards whose cells are single characters."""

WRAPPERS: dict[str, Callable[[str, str, str], str]] = {
    "alone": lambda board, puzzle, draft: board,
    "a line before": lambda board, puzzle, draft: f"Here is the solution:\n\n{board}",
    "lines around": lambda board, puzzle, draft: f"Sure! I solved it.\n\n{board}\n\nI hope this helps.",
    "a fence": lambda board, puzzle, draft: f"```\n{board}\n```",
    "a fence with words": lambda board, puzzle, draft: (
        f"The answer:\n```text\n{board}\n```\nEvery row has all."
    ),
    "an answer tag": lambda board, puzzle, draft: f"<answer>\n{board}\n</answer>",
    "tags in one line": lambda board, puzzle, draft: f"<think>Easy.</think><answer>{board}</answer>",
    "thoughts with a draft": lambda board, puzzle, draft: f"<think>\n{draft}\nNo.\n</think>\n{board}\n",
    "the puzzle first": lambda board, puzzle, draft: (
        f"The puzzle is\n\n{puzzle}\n\nIts solution is\n\n{board}"
    ),
    "the puzzle last": lambda board, puzzle, draft: (
        f"{board}\n\nThis was solved from the puzzle\n\n{puzzle}\n"
    ),
    "a draft first": lambda board, puzzle, draft: f"First try:\n{draft}\nThat fails. Corrected:\n{board}",
    "a draft in a fence": lambda board, puzzle, draft: f"```\n{draft}\n```\nWait.\n```\n{board}\n```\nDone.",
    "said twice": lambda board, puzzle, draft: f"{board}\n\nSo the final answer is:\n\n{board}",
    "a heading": lambda board, puzzle, draft: f"### Step 2\nFill 4 cells.\n\n**Final answer**\n\n{board}",
    "a quotation": lambda board, puzzle, draft: "\n".join(f"> {line}" for line in board.split("\n")),
    "indented": lambda board, puzzle, draft: "Answer\n\n" + "\n".join(f"    {x}" for x in board.split("\n")),
    "lines of Windows": lambda board, puzzle, draft: f"Answer:\n{board}\n".replace("\n", "\r\n"),
    "Korean": lambda board, puzzle, draft: f"정답은 다음과 같습니다.\n\n{board}\n\n확인해 주세요.",
    "a full stop": lambda board, puzzle, draft: f"The solution is\n{board}.",
}
BESIDE: dict[str, Callable[[str, str, str], str]] = {
    "behind a colon": lambda board, puzzle, draft: f"Final answer: {board}",
    "in a sentence": lambda board, puzzle, draft: f"So the answer is {board}.",
    "in bold": lambda board, puzzle, draft: f"The answer is **{board}**",
    "in a box of LaTeX": lambda board, puzzle, draft: f"Thus \\boxed{{{board}}}",
    "as code": lambda board, puzzle, draft: f"The answer is `{board}`, which is unique.",
}
"""For boards of one line."""


def formats(is_compact: bool = True) -> list[tuple[str, str]]:
    """The names of a wrapper and of a layout."""
    layouts = [name for name in LAYOUTS if is_compact or name not in COMPACT]
    return [
        *((wrapper, layout) for wrapper in WRAPPERS for layout in layouts),
        *((wrapper, layout) for wrapper in BESIDE for layout in layouts if layout in ONE_LINE),
    ]


def reply(wrapper: str, layout: str, rows: Rows, puzzle: str, draft: Rows) -> str:
    """The reply that states these rows; `draft` is a board that it rejects."""
    lay = LAYOUTS[layout]
    return (WRAPPERS | BESIDE)[wrapper](lay(rows), puzzle, lay(draft))
