"""Handing a problem to outside programs, and reading their answers back without trusting them."""

from __future__ import annotations

from collections.abc import Iterator

from ..problems import AnyForm, AnyProblem
from ..routing import find_rules
from .format import Decoded, Format, OutputError, WrongModelError
from .formats import FORMATS, find_format, format_of
from .origin import DecodeError, Origin


def export(
    problem: AnyProblem, to: str = "dimacs", via: str | None = None, form: AnyForm | None = None
) -> Iterator[str]:
    """The text of a problem in a format of outside programs, in pieces of whole lines.

    The comments hold the problem, so that `decode` needs nothing but the text and what a solver printed.

    Parameters
    ----------
    problem : Problem
    to : str
        A name in `FORMATS`.
    via : str, optional
        The reductions by name, such as ``cnf:minimal`` or ``cover/cnf:product``.
    form : Form, optional
        How the problem is written in the comments, where this form can.

    Raises
    ------
    UnknownKindError
        For a format that does not exist.
    UnknownRouteError
        When the reductions do not exist or do not lead to what the format states.
    ReductionError
        For an instance that an encoding does not take, an encoding that the format cannot use, or answers
        that could not be read back.

    Examples
    --------
    >>> from coversat.exchange import export
    >>> from coversat.problems import Sudoku
    >>> puzzle = Sudoku.parse("12.. ..12 .... 4321".replace(" ", chr(10)))
    >>> lines = "".join(export(puzzle, via="cnf:minimal")).splitlines()
    >>> lines[1], lines[2], lines[-1]
    ('c kind sudoku', 'c reduction cnf:minimal', '61 0')
    """
    found = find_format(to)
    rules = found.rules_from(problem.kind) if via is None else find_rules(problem.kind, via)
    return found.export(Origin(problem, form or problem.forms[0], rules))


def decode(exported: str, printed: str) -> Decoded:
    """The answer of the problem inside an exported text, from what a solver printed for it.

    Nothing is trusted.  In DIMACS the model must make every clause of the file true, and the variables
    must mean what the reduction says, but the file may have clauses of its own; a file in another
    format must be what the export writes.  The answer is checked by the problem's rules.  Variables that
    a model leaves out are chosen by a solver of our own; where givens are soft, so that it costs the least.

    Parameters
    ----------
    exported : str
        What `export` wrote.
    printed : str
        ``s`` and ``v`` lines, bare literals, chosen options, or values of variables.

    Raises
    ------
    ParseError
        For a malformed exported text; `OutputError` for what a solver cannot have printed.
    DecodeError
        When the exported text does not match the problem in its comments; `WrongModelError` when the model
        breaks a clause, is no cover, or costs something else than the solver says.

    Examples
    --------
    >>> from coversat.exchange import decode, export
    >>> from coversat.problems import ExactCover
    >>> cover = ExactCover.parse(chr(10).join(["a b c", "a b", "b c", "c"]))
    >>> decode("".join(export(cover, to="opb")), "s SATISFIABLE" + chr(10) + "v x1 -x2 x3").answer
    (0, 2)
    """
    return format_of(exported).decode(exported, printed)


__all__ = [
    "FORMATS",
    "DecodeError",
    "Decoded",
    "Format",
    "Origin",
    "OutputError",
    "WrongModelError",
    "decode",
    "export",
]
