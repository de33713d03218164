"""Reductions from one problem to another, neither of which is a formula or an exact cover.

Most are from Karp's list. A reduction is a function from an instance to a `TargetInstance`, which
`table.between` adds to the table `RULES`. Each states what becomes of the answers, its class:

* P: the target has as many answers as the source;
* Q: as many under a projection;
* N: neither; only whether there is an answer is kept. No route takes these, see `answering.routes`.

Sources are named in short: "Karp" is "Reducibility among combinatorial problems", 1972; "GJ" is Garey and
Johnson, "Computers and Intractability", 1979.
"""

from __future__ import annotations

from collections.abc import Mapping

from ...reductions import AnyEncoding


def rules() -> Mapping[tuple[str, str], AnyEncoding]:
    """All of them, by source and target."""
    # Imported here, since each module imports the kinds that it leads from and to.
    from . import formulas, from_boards, graphs, sets  # noqa: F401  each adds its reductions
    from .table import RULES

    return RULES


def reductions_between(kind: str | None = None) -> tuple[AnyEncoding, ...]:
    """The reductions from one kind to another, of this kind or of all."""
    return tuple(rule for rule in rules().values() if kind in (None, rule.source))
