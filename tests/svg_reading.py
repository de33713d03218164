"""What the tests of pictures share: reading an SVG text, where things stand on it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from coversat.kinds.drawing.board import SIDE
from coversat.problems import AnyProblem, read

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
MARGIN = 12
SVG = "{http://www.w3.org/2000/svg}"


def problem(source: str) -> AnyProblem:
    text = source if "\n" in source else (EXAMPLES / source).read_text()
    return read(text).problems[0]


def elements(svg: str) -> Iterator[tuple[ElementTree.Element, float, float]]:
    """Each element, with what the groups around it are moved by."""

    def walk(node: ElementTree.Element, x: float, y: float) -> Iterator[Any]:
        for child in node:
            words = child.get("transform", "").replace("translate(", "").replace(")", "").split()
            dx, dy = (float(words[0]), float(words[1])) if words else (0.0, 0.0)
            yield child, x + dx, y + dy
            yield from walk(child, x + dx, y + dy)

    return walk(ElementTree.fromstring(svg), 0.0, 0.0)


def placed(svg: str, tag: str) -> list[tuple[ElementTree.Element, float, float]]:
    """Each element of this name and where it stands on the picture."""
    found = []
    for element, dx, dy in elements(svg):
        if element.tag == SVG + tag:
            x, y = (float(element.get(name, element.get(f"c{name}", "0"))) for name in "xy")
            found.append((element, x + dx, y + dy))
    return found


def words(svg: str) -> list[str]:
    return [element.text or "" for element, _, _ in placed(svg, "text")]


def in_cells(svg: str, left: float = 0) -> dict[tuple[int, int], str]:
    """What stands in the cells of a board whose left edge is `left` behind the margin."""
    found = {}
    for element, x, y in placed(svg, "text"):
        column = (x - MARGIN - left) / SIDE
        found[int((y - MARGIN) // SIDE), int(column // 1)] = element.text or ""
    return found


DIFFERENT, MARKED = "5", "6"
"""How round the rings are of what differs from another answer, and of what is laid over the board."""


def ringed(svg: str, columns: int, left: float = 0, rx: str = DIFFERENT) -> set[tuple[int, int]]:
    """The ringed cells of a board of so many columns whose left edge is `left` behind the margin."""
    found = set()
    for rect, x, y in placed(svg, "rect"):
        column = int((x - MARGIN - left) // SIDE)
        if rect.get("rx") == rx and 0 <= column < columns:
            found.add((int((y - MARGIN) // SIDE), column))
    return found


def second(columns: int) -> float:
    """Where the right one of two boards begins."""
    return columns * SIDE + 32
