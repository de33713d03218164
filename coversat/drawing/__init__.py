"""Pictures of puzzles and answers."""

from .picture import Picture, PngError, draw, draw_sheet

__all__ = ["Picture", "PngError", "draw", "draw_sheet"]
