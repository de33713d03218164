"""How pictures show a board: the names of shapes for its values and clues, and what is drawn around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar


class Look:
    """The picture of a kind, as data; `drawing.puzzle` draws it."""

    look: ClassVar[Mapping[int, str]] = {}
    """How a value is drawn, one of `settings.LOOKS`: a shape; a cell that is ``black``, ``grey`` or ``sea``;
    ``outline``, a line around all cells with this value; ``tile``, for the sides where the other halves of
    dominoes are; by default as text."""
    clue_look: ClassVar[Mapping[Any, str]] = {}
    """The same for clues, and ``circled`` for a clue in a circle."""
    clue_places: ClassVar[Mapping[Any, str]] = {}
    """Where in its cell a clue is drawn, one of `settings.PLACES`: ``bottom right`` for a corner; by default
    in the middle."""
    small_clues: ClassVar[bool] = False
    """Whether a picture has the clues in the corners of cells, so that values have room."""
    has_walls: ClassVar[bool] = False
    """Whether a picture has walls between cells with different values."""
    has_tints: ClassVar[bool] = False
    """Whether regions have colours."""
    background: ClassVar[str] = "lines"
    """What is drawn between cells: ``lines``, ``dots`` at the corners, or ``squares`` of a chessboard."""
    walls_every: ClassVar[int] = 0
    """The number of rows, and of columns, between two thick lines; 0 for none inside the board."""
    rings_placed: ClassVar[bool] = False
    """Whether of two answers that differ only the cells with a drawn value are ringed."""
    lines_above: ClassVar[bool] = False
    """Whether lines through cells are drawn above clues."""
    coloured_lines: ClassVar[bool] = False
    """Whether the lines from each clue have a colour of their own."""

    @property
    def captions(self) -> Sequence[str]:
        """Sentences below the picture."""
        return ()

    def look_of_clue(self, clue: Any) -> str | None:
        return self.clue_look.get(clue)

    def face_of_clue(self, clue: Any) -> str:
        """A clue as pictures write it in its cell; empty if it is only at the border."""
        return "" if clue in self.clue_places else str(clue)

    def at_border(self, clue: Any) -> Sequence[tuple[str, str]]:
        """What of a clue is at a side or a corner of its cell: one of `settings.PLACES`, and a text."""
        return [(self.clue_places[clue], str(clue))] if clue in self.clue_places else []
