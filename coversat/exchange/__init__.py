"""Export formats for outside programs, and decoding what these print; nothing that they print is trusted.

The syntax of texts is in the room `formats`. This room uses `answers` and what it uses. Start with `format`.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.errors import DecodeError as DecodeError
from ..base.errors import UnknownKindError
from ..base.errors import WrongModelError as WrongModelError
from ..base.wording import meant
from ..problems import AnyForm, AnyProblem
from ..reductions.paths import end_of, find_path
from .cardinality_formats import CNF_PLUS, KNF
from .cnf_formats import DIMACS, WCNF
from .cover_formats import COVER, LP, MPS, OPB
from .format import Decoded, Format, OutputError
from .minizinc import MINIZINC
from .origin import Origin
from .own_text import TEXT

FORMATS = {one.name: one for one in (CNF_PLUS, COVER, DIMACS, KNF, LP, MINIZINC, MPS, OPB, TEXT, WCNF)}
"""The export formats by name."""


def register_format(form: Format) -> None:
    """Add an export format. Raise `ValueError` if another format has this name."""
    if FORMATS.setdefault(form.name, form) is not form:
        raise ValueError(f"there is a format called {form.name!r}")


def find_format(name: str) -> Format:
    """The format of this name; `UnknownKindError` if there is none."""
    if name not in FORMATS:
        raise UnknownKindError(f"no format {name!r}; {meant(name, FORMATS)}")
    return FORMATS[name]


def usual_format(target: str) -> Format:
    """The format for what a reduction leads to: DIMACS, Knuth's text, or the own text of another kind."""
    return next((one for one in (DIMACS, COVER) if one.target == target), TEXT)


def format_of(exported: str) -> Format:
    """The format of an exported file; DIMACS if no format recognises it."""
    return next((one for one in FORMATS.values() if one.recognises(exported)), DIMACS)


def export(
    problem: AnyProblem, to: str | None = None, via: str | None = None, form: AnyForm | None = None
) -> Iterator[str]:
    """Yield the text of a problem in an export format, in pieces of whole lines.

    The comments contain the problem, so that `decode` needs only the text and the output of a solver.

    * to: a name in `FORMATS`; by default, that of `usual_format`.
    * via: the reductions by name, such as ``cnf:minimal`` or ``cover/cnf:product``.
    * form (Form): the form in which the comments state the problem, if it can state it.

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
    >>> from coversat.exchange import export
    >>> from coversat.problems import Sudoku
    >>> puzzle = Sudoku.parse("12.. ..12 .... 4321".replace(" ", chr(10)))
    >>> lines = "".join(export(puzzle, via="cnf:minimal")).splitlines()
    >>> lines[1], lines[2], lines[-1]
    ('c kind sudoku', 'c reduction cnf:minimal', '61 0')
    """
    if via is None:
        found = find_format(to or DIMACS.name)
        path = found.usual_path(problem.kind)
    else:
        path = find_path(problem.kind, via)
        found = find_format(to) if to else usual_format(end_of(problem.kind, path))
    return found.export(Origin(problem, form or problem.forms[0], path))


def decode(exported: str, printed: str) -> Decoded:
    """Decode the output of a solver for an exported text into an answer of the problem.

    Nothing is trusted. In DIMACS the model must satisfy every clause of the file, and the variables must be
    named as the reduction names them, but the file may have additional clauses; a file in another format must
    be exactly what the export writes. The answer is checked by the problem's rules. A built-in solver chooses
    the variables that a model leaves out; if givens are soft, at the least cost.

    * exported: the text that `export` wrote.
    * printed: ``s`` and ``v`` lines, bare literals, chosen options, or values of variables.

    Raises
    ------
    ParseError
        For a malformed exported text.
    DecodeError
        If the exported text does not match the problem in its comments; `OutputError` if the output cannot be
        read; `WrongModelError` if the model breaks a clause, is not a cover, or has another cost than stated.

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
    "register_format",
    "usual_format",
]
