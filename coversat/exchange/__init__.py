"""Export formats for outside programs, and decoding what these print; nothing that they print is trusted.

The syntax of DIMACS, of what solvers print and of exact covers is in `problems`. This room uses `kinds` and
what it uses. Start with `format`.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.arguments import text
from ..base.errors import DecodeError as DecodeError
from ..base.errors import UnknownKindError
from ..base.errors import WrongModelError as WrongModelError
from ..base.wording import meant
from ..problems import AnyForm, AnyProblem
from ..reductions.paths import end_of, find_path
from .cnf_formats import DIMACS, WCNF
from .format import Decoded, Format, OutputError
from .formulas import CNF_PLUS, KNF
from .linear import COVER, LP, MPS, OPB
from .minizinc_text import MINIZINC
from .origin import Origin
from .puzzle_text import TEXT

FORMATS = {one.name: one for one in (CNF_PLUS, COVER, DIMACS, KNF, LP, MINIZINC, MPS, OPB, TEXT, WCNF)}
"""The export formats by name."""


def register_format(form: Format) -> None:
    """Add an export format. Raise `ValueError` if another format has this name."""
    if FORMATS.setdefault(form.name, form) is not form:
        raise ValueError(f"there is a format called {form.name!r}")


def find_format(name: str) -> Format:
    """The format of this name; `UnknownKindError` if there is none."""
    if text("format", name) not in FORMATS:
        raise UnknownKindError(f"no format {name!r}; {meant(name, FORMATS)}")
    return FORMATS[name]


def usual_format(target: str) -> Format:
    """The format for what a reduction leads to: DIMACS, Knuth's text, or the own text of another kind."""
    return next((one for one in (DIMACS, COVER) if one.target == target), TEXT)


def format_of(exported: str) -> Format:
    """The format of an exported file; DIMACS if no format recognises it."""
    return next((one for one in FORMATS.values() if one.recognises(exported)), DIMACS)


def pieces(
    problem: AnyProblem, to: str | None = None, via: str | None = None, form: AnyForm | None = None
) -> Iterator[str]:
    """Yield the text of a problem in an export format, in pieces of whole lines.

    The comments contain the problem, so that `decode` needs only the text and the output of a solver.

    * to: a name in `FORMATS`; by default, that of `usual_format`.
    * via: the reductions by name, such as ``cnf:minimal`` or ``cover/cnf:product``.
    * form (Form): the form in which the comments state the problem, if it can state it.

    Errors as for `coversat.export`.

    Examples
    --------
    >>> from coversat.exchange import pieces
    >>> from coversat.problems import Sudoku
    >>> puzzle = Sudoku.parse("12.. ..12 .... 4321".replace(" ", chr(10)))
    >>> lines = "".join(pieces(puzzle, via="cnf:minimal")).splitlines()
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
    """The answer of the puzzle inside an exported text, from what a solver printed for it.

    Nothing is trusted. In DIMACS the model must satisfy every clause of the file, and the variables must be
    named as the reduction names them, but the file may have additional clauses; a file in another format must
    be exactly what the export writes. The answer is checked by the puzzle's rules. A built-in solver chooses
    the variables that a model leaves out; if givens are soft, at the least cost.

    Parameters
    ----------
    exported : str
        The text that `export` wrote.
    printed : str
        ``s`` and ``v`` lines, bare literals, chosen options, or values of variables.

    Raises
    ------
    ParseError
        For a malformed exported text.
    DecodeError
        If the exported text does not match the problem in its comments; `OutputError` if the output cannot be
        read; `WrongModelError` if the model breaks a clause, is not a cover, or has another cost than stated.

    Examples
    --------
    >>> import coversat
    >>> text = coversat.export("langford 3")
    >>> (model,) = coversat.solve(text).answers
    >>> found = coversat.decode(text, "s SATISFIABLE\\nv " + " ".join(map(str, model)) + " 0\\n")
    >>> found.answer
    (2, 3, 1, 2, 1, 3)
    """
    text("exported", exported), text("printed", printed)
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
    "pieces",
    "register_format",
    "usual_format",
]
