"""Empty boards of every kind, to begin with."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from boards import BoardData, board, shaped

from coversat.base.errors import CoversatError
from coversat.kinds.star_battle.rules import NAMES
from coversat.kinds.sudominoku.rules import Sudominoku
from coversat.problems import KINDS, AnyProblem, problem_class, read
from coversat.problems.clue_board import ClueBoard
from coversat.problems.grid import DIGITS


def blanks() -> dict[str, BoardData]:
    """Empty boards by the names in the page's menu: the kind and the size."""
    found: dict[str, BoardData | None] = {}
    for size in (4, 6, 9, 16):
        found[f"sudoku-{size}x{size}"] = board(_parsed("sudoku", "." * size**2))
    for box in ("2x2", "2x3", "3x3"):
        rows, columns = (int(side) for side in box.split("x"))
        size = rows * columns
        tiled = board(Sudominoku(rows, columns, (), tuple((0, c) for c in range(size))))
        assert tiled is not None, "a sudominoku has a board"
        found[f"sudominoku-{size}x{size}"] = tiled | {"faces": [[""] * size for _ in range(size)]}
    for size in (6, 8, 10):
        walls = [["#"] * size, *(["#"] + [""] * (size - 1) for _ in range(size - 1))]
        found[f"kakuro-{size}x{size}"] = shaped(
            "kakuro",
            walls,
            DIGITS[:9],
            values=list(DIGITS[:9]),
            words=True,
            picture=None,
            drawn=[[""] * size] * size,
        )
    texts = {f"latin-{n}x{n}": f"latin {n}\n" + ("." * n + "\n") * n for n in (5, 7, 9)}
    for n in (4, 5, 6):
        line = " ".join("." * n)
        texts[f"skyscrapers-{n}x{n}"] = f"skyscrapers {n}\n  {line}\n" + f". {line} .\n" * n + f"  {line}\n"
    for n, stars in ((6, 1), (8, 1), (10, 2)):
        texts[f"starbattle-{n}x{n}"] = f"starbattle {stars}\n" + "".join(
            NAMES[r] * n + "\n" for r in range(n)
        )
    for n in (5, 10, 15):
        texts[f"nonogram-{n}x{n}"] = "\n".join(["nonogram", "rows", *"0" * n, "columns", *"0" * n, ""])
    texts |= {f"queens-{n}x{n}": f"queens {n}\n" for n in (6, 8)}
    for name, kind in _clue_kinds():
        for n in (6, 8, 10):
            text = _empty_text(kind, n)
            with suppress(CoversatError, ValueError):
                read(text, name)
                texts[f"{name}-{n}x{n}"] = text
    found |= {name: board(_parsed(name.partition("-")[0], text)) for name, text in texts.items()}
    return {name: _emptied(one) for name, one in found.items() if one is not None}


def _emptied(shape: BoardData) -> BoardData:
    if shape["kind"] == "nonogram":
        return shape | {"sides": {side: [""] * len(row) for side, row in shape["sides"].items()}}
    return shape


def _clue_kinds() -> list[tuple[str, Any]]:
    found = [(name, problem_class(name)) for name in KINDS]
    return [(name, kind) for name, kind in found if issubclass(kind, ClueBoard)]


def _empty_text(kind: Any, n: int) -> str:
    row = " ".join("-" * n) + "\n"
    head = " ".join([kind.kind, str(n), str(n), *("0" for _ in kind.header)]) + "\n"
    regions = "".join(" ".join([str(r + 1)] * n) + "\n" for r in range(n)) if kind.has_regions else ""
    return head + row * len(kind.sides) + row * n + regions


def _parsed(kind: str, text: str) -> AnyProblem:
    return read(text, kind).problems[0]
