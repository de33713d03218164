"""What is known of each encoding of `encodings`: source, size, class, and what unit propagation finds.

Sizes are formulas, exact or, after ``<=``, bounds. A test holds each statement.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

ARC, REFUTING, NEITHER = "every literal", "every contradiction", "less"
"""What unit propagation finds of all that follows, whatever literals are given."""


class Description(NamedTuple):
    """What is known of an encoding.

    Attributes
    ----------
    source : str
    clauses, auxiliary : str
        Their numbers as formulas of the letters in `LETTERS`; a bound if there is ``<=`` before it.
    determined : bool
        Whether the given literals determine all auxiliary variables.
    finds : str
        What unit propagation finds of all that follows: `ARC`, `REFUTING` or `NEITHER`.
    """

    source: str
    clauses: str
    auxiliary: str
    determined: bool = True
    finds: str = ARC


LETTERS: Mapping[str, str] = {
    "at_most_one": "n literals, from 4 on",
    "exactly": "k of n literals, from 1 to n - 1; at most and at least k have no more",
    "linear": "n literals with factors of b bits that add up to t, and the bound s, not less than 0",
    "all_different": "n places of the same q symbols, n from 4 to q - 1",
    "regular": "p places of q symbols, m nodes and e edges of the reduced diagram, w words",
    "connected": "n literals, from 2 on, and l links",
}
"""The letters in the sizes of the encodings of a constraint."""

_MDD = "Abío, Gange, Mayer-Eichberger and Stuckey, CPAIOR 2016, with fewer variables"
_BACCHUS = "Bacchus, CP 2007"
_AT_MOST_ONE = {
    "pairwise": Description("", "n*(n - 1)/2", "0"),
    "product": Description("Chen, ModRef 2010", "<= 2*n + 6*sqrt(n) + 6", "<= 4*sqrt(n)", False),
    "sequential": Description("Sinz, CP 2005", "3*n - 4", "n - 1", False),
    "commander": Description("Klieber and Kwon, CFV 2007", "<= 3*n", "<= n/2 + 1", False),
    "bitwise": Description("Frisch and Peugniez, IJCAI 2001", "n*ceil(log2(n))", "ceil(log2(n))", False),
    "ladder": Description("Gent and Nightingale, 2004", "4*n - 2", "n"),
}
_COUNTS = {
    "count": Description("`counter`, or `network` if that is shorter", "<= 4*k*(n - k)", "<= k*(n - k)"),
    "counter": Description("Sinz, CP 2005, in both directions", "4*k*(n - k) - 2", "k*(n - k) - 1"),
    "network": Description("Abío et al., CP 2013", "<= 3*n*log2(2*n)**2", "<= n*log2(2*n)**2"),
    "mdd": Description(_MDD, "<= 8*(k + 1)*(n - k + 1)", "<= 3*(k + 1)*(n - k + 1)"),
    "totalizer": Description("Bailleux and Boufkhad, CP 2003", "<= 2*n**2 + 3*n", "<= n*log2(2*n)"),
}
_LINEAR = {
    "diagram": Description("`ends` where that finds all, else `mdd`", "<= 10*n*(s + 1)", "<= 3*n*(s + 1)"),
    "ends": Description("Abío et al., JAIR 45, 2012", "<= 8*n*(s + 1)", "<= 2*n*(s + 1)", finds=NEITHER),
    "mdd": Description(_MDD, "<= 10*n*(s + 1)", "<= 3*n*(s + 1)"),
    "radix": Description(
        "Eén and Sörensson, JSAT 2, 2006", "<= 6*n*b*log2(4*n)**2", "<= 2*n*b*log2(4*n)**2", finds=NEITHER
    ),
    "totalizer": Description(
        "Joshi, Martins and Manquinho, CP 2015", "<= 2*n*(t + 1)**2", "<= n*(t + 1)", finds=NEITHER
    ),
}
_WORDS = {
    "mdd": Description(_MDD, "<= 3*e + 2*m + q*p", "<= e + m"),
    "regular": Description(_BACCHUS, "<= 2*q*m + 2*m + q*p", "<= m", finds=NEITHER),
    "table": Description(_BACCHUS, "<= p*w + p*q + 1", "w"),
}
_GRAPHS = {
    "elimination": Description(
        "after Rankooh and Rintanen, AAAI 2022",
        "<= n**3 + 12*(n + l)",
        "<= n**3/2 + 4*(n + l)",
        finds=NEITHER,
    ),
    "distances": Description(
        "from the first one, by a shift register",
        "<= 20*(n + l)*log2(4*n)",
        "<= 8*n*log2(4*n)",
        finds=NEITHER,
    ),
}


def _for_each_symbol(one: Description) -> Description:
    clauses, auxiliary = (
        re.sub("(<= )?(.*)", r"\1q*(\2)", size, count=1) for size in (one.clauses, one.auxiliary)
    )
    return Description(one.source, clauses, auxiliary, one.determined, NEITHER)


DESCRIPTIONS: Mapping[str, Mapping[str, Description]] = {
    "at_most_one": _AT_MOST_ONE,
    **dict.fromkeys(("at_most", "at_least", "exactly"), _COUNTS),
    "linear": _LINEAR,
    "all_different": {name: _for_each_symbol(one) for name, one in _AT_MOST_ONE.items()},
    "regular": _WORDS,
    "table": _WORDS,
    "connected": _GRAPHS,
}
"""By the names of constraints and of encodings."""
