"""Game ids of Simon Tatham's collection: ``PARAMETERS:BOARD``, perhaps behind the address of the game."""

from __future__ import annotations

import re
from urllib.parse import unquote

from ..text import Token
from .characters import Characters


class Game:
    """The ids of one game: what they are recognised by, and their two parts.

    Parameters
    ----------
    name : str
        The game's name in the addresses of its pages.
    parameters : str
        A pattern that the parameters of every id match, and no other game's.
    """

    def __init__(self, name: str, parameters: str) -> None:
        self._start = re.compile(rf"(?:https?://\S*/{name}\.html#)?(?={parameters}:(?:\S|$))")
        self._name = name

    def recognises(self, text: str) -> bool:
        """Whether a text begins with an id of the game."""
        return self._start.match(text.lstrip()) is not None

    def parts(self, token: Token) -> tuple[str, Characters]:
        """The parameters, and the board that is still to be read."""
        found = self._start.match(token.text)
        if found is None:
            raise token.error(f"a game id of {self._name}")
        colon = token.text.index(":", found.end())
        board = token.part(colon + 1)
        # Browsers show some characters of an address as %2C and the like.
        return token.text[found.end() : colon], Characters(board._replace(text=unquote(board.text)))
