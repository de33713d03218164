"""Dominosa as a game id of Simon Tatham's collection: the order, ``:``, and the digits row by row.

Numbers from 10 on are in brackets. Letters after the order (``6db``) only describe the generation.

Source: the collection's public code.
"""

from __future__ import annotations

import re

from ...problems.forms.lines import Characters, Game, cells_of, line_form
from ...problems.grid import rows_of
from ...problems.problem import Form
from ...problems.text import Token
from .rules import LARGEST_ORDER, Dominosa, Tiling

_GAME = Game("dominosa", "[0-9]{1,3}(?:a|d[a-z])*")
_NUMBER = re.compile(r"[0-9]|\[[0-9]{1,3}\]")


def _read(token: Token) -> Dominosa:
    head, board = _GAME.parts(token)
    order = int(re.split("[ad]", head)[0])
    if not 1 <= order <= LARGEST_ORDER:
        raise token.error(f"an order from 1 to {LARGEST_ORDER}")
    count = (order + 1) * (order + 2)

    def one(characters: Characters) -> list[int]:
        mark = characters.take(_NUMBER, f"a digit (or a number in brackets), {count} in all")
        if (number := int(mark.strip("[]"))) > order:
            raise characters.error(f"a number from 0 to {order}", back=len(mark))
        return [number]

    cells = cells_of(board, count, one)
    board.end(f"{count} numbers")
    return Dominosa(rows_of(cells, order + 2))


def _write(problem: Dominosa) -> str:
    digits = (str(n) if n < 10 else f"[{n}]" for row in problem.digits for n in row)
    return f"{problem.order}:{''.join(digits)}"


GAME: Form[Dominosa, Tiling] = line_form(
    name="game",
    about="game ids of Dominosa in Simon Tatham's collection, one a line: 6:...",
    word="a game id",
    recognises=_GAME.recognises,
    read=_read,
    write=_write,
)
