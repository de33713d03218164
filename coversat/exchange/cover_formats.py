"""Formats of an exact cover: Knuth's text, and linear 0/1 constraints as OPB, LP and MPS."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ..base.errors import ParseError, ReductionError
from ..problems.exact_cover.rules import ExactCover, round_order
from ..problems.exact_cover.text import KNUTH, read_knuth
from ..problems.text import text_lines
from ..reductions import Reduction
from .format import Decoded, Format, judged_cover, reading_output, undecided
from .linear import LinearCover, lp_lines, mps_lines, opb_lines, read_solution
from .origin import Origin


def linear_format(
    name: str,
    about: str,
    comment: str,
    lines: Callable[[Iterable[str], LinearCover], Iterator[str]],
    recognises: Callable[[str], bool],
) -> Format:
    """A format of these constraints; `lines` are those of the comments and of the constraints."""

    def decode(exported: str, printed: str) -> Decoded:
        origin, reduction = found.origin_of(exported)
        with reading_output():
            status, true = read_solution(printed)
        if true is None:
            return undecided(origin, status)
        return judged_cover(origin, reduction, LinearCover(reduction.target).cover_of(true))

    found = Format(
        name=name,
        about=about,
        target=ExactCover.kind,
        comment=comment,
        recognises=recognises,
        lines=lambda comments, reduction: lines(comments, LinearCover(reduction.target)),
        decode=decode,
        ending=f".{name}",
    )
    return found


OPB = linear_format(
    "opb",
    "pseudo-Boolean constraints of the exact cover",
    "*",
    opb_lines,
    lambda text: text.startswith("* #variable="),
)


LP = linear_format(
    "lp",
    "the exact cover as a linear 0/1 program, for MIP solvers",
    "\\",
    lp_lines,
    lambda text: text.startswith("\\"),
)


def _is_mps(text: str) -> bool:
    lines = (line for line in text_lines(text) if line.strip() and not line.startswith("*"))
    return text.startswith("*") and next(lines, "").split()[:1] == ["NAME"]


MPS = linear_format("mps", "the same program as MPS", "*", mps_lines, _is_mps)


def _recognises(text: str) -> bool:
    return text.startswith("|") or (text[:2] not in ("c ", "p ", "* ", "\\ ") and KNUTH.recognises(text))


def _lines_cover(comments: Iterable[str], reduction: Reduction[Any, ExactCover]) -> Iterator[str]:
    cover = reduction.target
    first: dict[tuple[str, ...], int] = {}
    for number, option in enumerate(cover.options, 1):
        other = first.setdefault(round_order(str(option).split()), number)
        if other != number:
            raise ReductionError(
                f"options {other} and {number} are the same to Knuth's programs, so that their answers "
                "cannot be distinguished"
            )
    try:
        text = cover.format()
    except ValueError as error:
        raise ReductionError(str(error)) from None
    yield from comments
    yield from text.splitlines(keepends=True)


def _decode(exported: str, printed: str) -> Decoded:
    if COVER.stated_origin(exported) is None:
        (cover,) = read_knuth(exported)
        origin = Origin(cover, KNUTH, ())
        reduction = origin.reduce_to(ExactCover.kind)
    else:
        origin, reduction = COVER.origin_of(exported)
    with reading_output():
        if not printed.strip():
            raise ParseError(1, 1, "expected the options that a program chose, found nothing")
        chosen = reduction.target.parse_answer(printed)
    return judged_cover(origin, reduction, chosen)


COVER: Format = Format(
    name="cover",
    about="the text of Knuth's exact cover programs",
    target="cover",
    comment="|",
    recognises=_recognises,
    lines=_lines_cover,
    decode=_decode,
    ending=".dlx",
    its_own_origin=True,
)
