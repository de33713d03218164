"""Reductions as values, and as texts for other programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..answers.reduced import Reduced
from ..answers.routes import find_path
from ..base.arguments import text
from ..base.garbage import gc_paused
from ..reductions.paths import path_to
from .sources import Source, one

if TYPE_CHECKING:
    from ..exchange import Decoded


def reduce(source: Source, via: str | None = None, *, kind: str | None = None) -> Reduced:
    """Reduce a problem to a formula, an exact cover or another problem, with the way back.

    Parameters
    ----------
    source : Problem, str, Path, or another object
        See `read`.
    via : str, optional
        The reductions by name, such as ``cnf:minimal``, ``cover`` or ``cover/cnf:product``; by default the
        preferred ones to a formula.
    kind : str, optional
        The kind of problem, if the source does not show it.

    Raises
    ------
    UnknownRouteError
        If there is no such reduction.
    ReductionError
        For an instance that it does not support.

    Examples
    --------
    >>> import coversat
    >>> reduction = coversat.reduce("1...\\n..2.\\n.3..\\n...4\\n", via="cnf:minimal")
    >>> reduction
    <Reduced: sudoku by cnf:minimal, class P: 64 variables, 308 clauses>
    >>> reduction.literal("r1c2", 3), reduction.name(7), reduction.rule_of([-7, -3])
    (7, 'r1c2=3', ('row 1', 'box 1'))
    >>> reduction.rules["r1c1 is 1"]
    ((1,),)
    >>> found = reduction.solve_with("cadical195")
    >>> reduction.blocking_clause(found.answers[0])[:4]
    (-1, -6, -12, -15)
    """
    problem = one(source, kind)
    rules = path_to(problem.kind, "cnf") if via is None else find_path(problem.kind, via, exhibited=True)
    with gc_paused():
        return Reduced(problem, rules)


def export(source: Source, to: str | None = None, via: str | None = None, *, kind: str | None = None) -> str:
    """A problem as the text of an outside solver's format; its comments hold the problem.

    Parameters
    ----------
    source : Problem, str, Path, or another object
        See `read`.
    to : str, optional
        ``dimacs``, ``knf``, ``cnf+``, ``wcnf``, ``cover``, ``opb``, ``lp``, ``mps``, ``minizinc`` or
        ``text``; by default, that of what the reductions lead to.
    via : str, optional
        The reductions by name, such as ``cnf:minimal``.

    Examples
    --------
    >>> import coversat
    >>> text = coversat.export("langford 3", to="cover")
    >>> text.splitlines()[-1]
    'number1 place4 place6'
    """
    from .. import exchange

    return "".join(exchange.export(one(source, kind), to, via))


def decode(exported: str, printed: str) -> Decoded:
    """The answer of the puzzle inside an exported text, from what a solver printed for it.

    The model is checked against the formula, and the answer by the puzzle's rules.

    Examples
    --------
    >>> import coversat
    >>> text = coversat.export("langford 3")
    >>> (model,) = coversat.solve(text).answers
    >>> found = coversat.decode(text, "s SATISFIABLE\\nv " + " ".join(map(str, model)) + " 0\\n")
    >>> found.answer
    (2, 3, 1, 2, 1, 3)
    """
    from .. import exchange

    return exchange.decode(text("exported", exported), text("printed", printed))
