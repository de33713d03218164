"""Pictures of puzzles and answers, as SVG.

What is special to a kind is in its `picture`. This room uses what `kinds` may use. Start with `picture`.
"""

from .picture import Picture, PngError, draw, draw_sheet

__all__ = ["Picture", "PngError", "draw", "draw_sheet"]
