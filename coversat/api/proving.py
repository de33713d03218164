"""What outside solvers and strangers are given, and what is read back."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..arguments import seconds, whole
from ..deadline import Deadline
from ..findings import Findings
from ..solvers import Limits
from .reading import Source, one

if TYPE_CHECKING:
    from ..certificates import Examination
    from ..exchange import Decoded


def export(source: Source, to: str = "dimacs", via: str | None = None) -> str:
    """A problem as the text of an outside solver's format; its comments hold the problem.

    Parameters
    ----------
    source : Problem, str or Path
    to : str
        ``dimacs``, ``cover``, ``opb``, ``lp`` or ``wcnf``.
    via : str, optional
        The reductions by name, such as ``cnf:minimal``.

    Examples
    --------
    >>> import coversat
    >>> text = coversat.export("langford 3", to="cover")
    >>> text.splitlines()[-1]
    'number1 place4 place6'
    """
    from ..exchange import export as lines

    return "".join(lines(one(source), to, via))


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
    from ..exchange import decode as read_back

    return read_back(exported, printed)


def certify(
    source: Source,
    folder: str | os.PathLike[str],
    via: str | None = None,
    *,
    proof: str | None = None,
    counting: bool = False,
    timeout: float | None = None,
    nodes: int | None = None,
) -> Findings[Any]:
    """Whether there is exactly one answer, or how many, and a new folder that proves it to strangers.

    Parameters
    ----------
    source : Problem, str or Path
    folder : str or Path
        A name that does not exist yet.
    via : str, optional
        Reductions that end in what the proof speaks of, such as ``cnf:minimal``.
    proof : str, optional
        A name in `docs/certificates.md`; what fits is taken where none is named.
    counting : bool
        Whether to prove how many answers there are.
    timeout, nodes
        As for `solve`.

    Examples
    --------
    >>> import coversat, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = coversat.certify("1...\\n..2.\\n.3..\\n...4\\n", folder + "/mine")
    ...     print(found.verdict.name, coversat.verify(folder + "/mine").accepted)
    UNIQUE True
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = coversat.certify("queens 8", folder + "/mine", counting=True)
    ...     print(found.at_least, coversat.verify(folder + "/mine").count)
    92 92
    """
    from ..certificates import certify as write
    from ..certificates import rules_named

    deadline = Deadline(seconds(timeout))
    problem = one(source)
    rules = None if via is None else rules_named(problem.kind, via)
    limits = Limits(None, whole("nodes", nodes), deadline)
    return write(problem, Path(folder), rules, None, limits, proof, counting)


def verify(
    folder: str | os.PathLike[str], *, deep: bool = False, timeout: float | None = None
) -> Examination:
    """Check a certificate: the formula is derived again, the answer judged, the proof checked step by step.

    Where it is `deep`, the formula is compared with a second statement of the rules, too.

    Examples
    --------
    See `certify`.

    >>> import coversat
    >>> coversat.verify("no such folder")
    Traceback (most recent call last):
    coversat.certificates.certificate.CertificateError: no such folder is no folder
    """
    from ..certificates import verify_certificate

    return verify_certificate(Path(folder), Deadline(seconds(timeout)), deep)
