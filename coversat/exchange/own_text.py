"""Another problem as its own text, such as a vertex cover; the source is in comments before it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..base.errors import ParseError, WrongModelError
from ..problems.cnf.solver_output import Claim
from ..problems.text import text_lines
from ..reductions import AnyReduction
from .format import Decoded, Format, OutputError, answered, undecided

CLAIMS: dict[str, Claim] = {
    "NONE": "UNSATISFIABLE",
    "UNSAT": "UNSATISFIABLE",
    "UNSATISFIABLE": "UNSATISFIABLE",
    "UNKNOWN": "UNKNOWN",
}
"""What a program prints in place of an answer; perhaps after ``s``."""


def _lines(comments: Iterable[str], reduction: AnyReduction) -> Iterator[str]:
    yield from comments
    yield from reduction.target.format().splitlines(keepends=True)


def _decode(exported: str, printed: str) -> Decoded:
    origin, reduction = TEXT.origin_of(exported)
    words = next(iter(text_lines(printed)), "").removeprefix("s ").split()
    if words and (claim := CLAIMS.get(words[0])) is not None:
        return undecided(origin, claim)
    try:
        answer = reduction.target.parse_answer(printed)
    except ParseError as error:
        raise OutputError(error) from None
    wrong = reduction.target.violations(answer)
    if wrong:
        raise WrongModelError(f"it is no answer of the {reduction.target.kind}: {wrong[0]}")
    return answered(origin, reduction, answer)


TEXT: Format = Format(
    name="text",
    about="the own text of another problem, such as a vertex cover",
    target="",
    comment="#",
    recognises=lambda text: text.startswith("# coversat "),
    lines=_lines,
    decode=_decode,
    ending=".txt",
)
