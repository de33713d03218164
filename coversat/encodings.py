"""Encodings of constraints as clauses, for literals that one already has; no puzzle is needed.

>>> from coversat.encodings import at_most_one, exactly, linear
>>> at_most_one([1, 2, 3, 4, 5], "product", first_free=6)
<at_most_one by product: 14 clauses, 5 auxiliary variables, not determined>
>>> linear([(3, 1), (5, 2), (7, 3)], "<=", 10, first_free=4).clauses
((-2, -3),)

The code is in the room `reductions` (`reductions.encodings`), and `judge` in `comparing`.

`names` lists the encodings of a constraint; the manual has their sources, sizes, classes and strengths.
`Formula` puts several constraints over the same variables together. `judge` tries whether clauses, also
those of other libraries, state what they should.
"""

from __future__ import annotations

from .comparing.judging import Judgement, Property, judge
from .reductions.encoded import Encoded, Formula, SharedVariablesWarning
from .reductions.encodings import (
    all_different,
    at_least,
    at_most,
    at_most_one,
    connected,
    exactly,
    linear,
    names,
    regular,
    table,
)

__all__ = [
    "Encoded",
    "Formula",
    "Judgement",
    "Property",
    "SharedVariablesWarning",
    "all_different",
    "at_least",
    "at_most",
    "at_most_one",
    "connected",
    "exactly",
    "judge",
    "linear",
    "names",
    "regular",
    "table",
]


def __dir__() -> list[str]:
    return __all__
