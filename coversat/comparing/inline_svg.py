"""Plots as a part of a page: points have titles, and ids are those of one plot only."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape

_PROLOG = re.compile(r".*?(?=<svg)", re.DOTALL)
_METADATA = re.compile(r"<metadata>.*?</metadata>", re.DOTALL)
_NAMESPACE = re.compile(r'\sxmlns(:\w+)?="[^"]*"')
_POINT = re.compile(r"<use ([^>]*)/>")
_ID = re.compile(r'(\bid="|href="#|url\(#)')


def titled(svg: str, names: Mapping[str, Sequence[str]]) -> str:
    """The picture with a title for each point.

    * names: the names of the points of each group of this id, in the order in which they are drawn.

    Raise `ValueError` if a group has another number of points.
    """
    for group, words in names.items():
        begin = svg.index(f'<g id="{group}">')
        end = svg.index("</g>", svg.index("<use ", begin))
        points = _POINT.findall(svg[begin:end])
        if len(points) != len(words):
            raise ValueError(f"{len(points)} points drawn of {len(words)}")
        parts = _POINT.split(svg[begin:end])  # what is between points, and the attributes of each
        shown = zip(parts[1::2], words, parts[2::2], strict=True)
        uses = (f"<use {point}><title>{escape(name)}</title></use>{rest}" for point, name, rest in shown)
        svg = svg[:begin] + parts[0] + "".join(uses) + svg[end:]
    return svg


def inlined(svg: str, prefix: str, label: str) -> str:
    """The picture as an element of a page, which an assistive program calls by its label."""
    body = _NAMESPACE.sub("", _METADATA.sub("", _PROLOG.sub("", svg, count=1)))
    body = _ID.sub(lambda found: found[1] + prefix, body.replace("xlink:href", "href"))
    return body.replace("<svg ", f'<svg role="img" aria-label="{escape(label)}" ', 1)
