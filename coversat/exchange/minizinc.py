"""A puzzle's rules as a MiniZinc model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from ..base.errors import ParseError
from ..reductions import AnyReduction
from .format import Decoded, Format, OutputError, answered, undecided
from .minizinc_text import model_lines, read_values, stated_model


def _lines(comments: Iterable[str], reduction: AnyReduction) -> Iterator[str]:
    return chain(comments, model_lines(stated_model(reduction.target)))


def _decode(exported: str, printed: str) -> Decoded:
    origin, reduction = MINIZINC.origin_of(exported)
    model = stated_model(reduction.target)
    try:
        status, values = read_values(model, printed)
    except ParseError as error:
        raise OutputError(error) from None
    if values is None:
        return undecided(origin, status)
    return answered(origin, reduction, model.answer_of(values.items()))


MINIZINC: Format = Format(
    name="minizinc",
    about="the rules as a MiniZinc model, for CP solvers",
    target="",
    comment="%",
    recognises=lambda text: text.startswith("% coversat "),
    lines=_lines,
    decode=_decode,
    ending=".mzn",
)
