"""The text of Knuth's exact cover programs.  A cover that nothing led to is its own problem."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ...errors import ParseError, ReductionError
from ...kinds.exact_cover.rules import KNUTH, ExactCover, read_knuth, round_order
from ...reductions import Reduction
from ..format import Decoded, Format, OutputError, judged_cover
from ..origin import Origin


def _recognises(text: str) -> bool:
    """A comment in front, or items and options without any."""
    return text.startswith("|") or (text[:2] not in ("c ", "p ", "* ", "\\ ") and KNUTH.recognises(text))


def _lines(comments: Iterable[str], reduction: Reduction[Any, ExactCover]) -> Iterator[str]:
    cover = reduction.target
    first: dict[tuple[str, ...], int] = {}
    for number, option in enumerate(cover.options, 1):
        other = first.setdefault(round_order(str(option).split()), number)
        if other != number:
            raise ReductionError(
                f"options {other} and {number} are the same to Knuth's programs, so that their answers "
                "cannot be told apart"
            )
    try:
        text = cover.format()
    except ValueError as error:
        raise ReductionError(str(error)) from None
    yield from comments
    yield from text.splitlines(keepends=True)


def _decode(exported: str, printed: str) -> Decoded:
    if FORMAT.stated_origin(exported) is None:
        (cover,) = read_knuth(exported)
        origin = Origin(cover, KNUTH, ())
        reduction = origin.reduce_to(ExactCover.kind)
    else:
        origin, reduction = FORMAT.origin_of(exported)
    try:
        if not printed.strip():
            raise ParseError(1, 1, "expected the options that a program chose, found nothing")
        chosen = reduction.target.parse_answer(printed)
    except ParseError as error:
        raise OutputError(error) from None
    return judged_cover(origin, reduction, chosen)


FORMAT: Format = Format(
    name="cover",
    about="the text of Knuth's exact cover programs",
    target="cover",
    comment="|",
    recognises=_recognises,
    lines=_lines,
    decode=_decode,
    its_own_origin=True,
)
