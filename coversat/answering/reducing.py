"""Reductions as values, and as texts for other programs."""

from __future__ import annotations

import os

from ..base.arguments import Part, path
from ..base.files import write_whole
from ..base.memory import gc_paused
from ..kinds.many import one_or_many
from ..kinds.sources import Source, only, problem_in
from ..problems import find_form
from ..reductions.paths import path_to
from .reduced import Reduced
from .routes import find_path


@one_or_many
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
    problem = problem_in(source, kind)
    rules = path_to(problem.kind, "cnf") if via is None else find_path(problem.kind, via, exhibited=True)
    with gc_paused():
        return Reduced(problem, rules)


@one_or_many
def export(
    source: Source,
    to: str | None = None,
    via: str | None = None,
    *,
    kind: str | None = None,
    output: str | os.PathLike[str] | None = None,
    part: Part = None,
) -> str:
    """A problem as the text of an outside solver's format; its comments hold the problem.

    Parameters
    ----------
    source, kind
        See `read`.
    to : str, optional
        ``dimacs``, ``knf``, ``cnf+``, ``wcnf``, ``cover``, ``opb``, ``lp``, ``mps``, ``minizinc`` or
        ``text``; by default, that of what the reductions lead to.
    via : str, optional
        The reductions by name, such as ``cnf:minimal``.
    output : str or Path, optional
        A file to write, whole or not at all, compressed if it ends in ``.gz`` or ``.xz``; the text, which may
        be large, is then written in pieces, and the result is the name of the file.
    part : tuple of int or str, optional
        As for `solve`, of many problems.

    Raises
    ------
    UnknownKindError
        For a format that does not exist.
    UnknownRouteError
        If the reductions do not exist or do not lead to the format's kind of problem.
    ReductionError
        For an instance that an encoding does not accept, an encoding that the format cannot use, or a problem
        whose answers could not be read back.

    Examples
    --------
    >>> import coversat
    >>> text = coversat.export("langford 3", to="cover")
    >>> text.splitlines()[-1]
    'number1 place4 place6'
    """
    from ..exchange import pieces  # its formats are for few

    problem, form = only(source, kind)
    lines = pieces(problem, to, via, find_form(problem.kind, form) if form else None)
    if output is None:
        return "".join(lines)
    write_whole(path("output", output), lines)
    return os.fspath(output)
