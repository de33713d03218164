"""``coversat generate``."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..errors import UNKNOWN, YES
from ..files import STANDARD, shown, write_whole
from ..problems import AnyProblem, problem_class
from ..setter.generate import GENERATED, Generated, NotFoundError, generate
from ..setter.spec import Spec
from ..setter.symmetry import SYMMETRIES
from ..solvers import Limits
from .certified import PROOFS, Certified, certifying
from .commands import Argument, Choice, Option, UsageError, Whole, echo, integer, takes
from .inputs import one_case
from .options import JSON, TIMEOUT, limits
from .progress import Progress
from .writing import Writer, writer

PATIENCE = 60.0
"""Seconds for each puzzle, where no time is named: nobody knows whether there is one as asked for."""


def _sides(word: str) -> tuple[int, int]:
    """``9x9`` or ``9`` as two numbers."""
    found = re.fullmatch(r"(\d{1,3})(?:x(\d{1,3}))?", word, re.ASCII)
    if not found:
        raise ValueError(f"expected RxC, such as 9x9, found {word!r}")
    return int(found[1]), int(found[2] or found[1])


def _rounds(word: str) -> str:
    if word != "search" and not (word.isascii() and word.isdecimal()):
        raise ValueError(f"expected a number of rounds or 'search', found {word!r}")
    return word


@takes(
    Argument("kind", "KIND", read=Choice(GENERATED)),
    Option("--size", "Rows and columns, such as 16x16.", "RxC", read=_sides),
    Option("--boxes", "The boxes of a sudoku, such as 2x5.", "RxC", read=_sides),
    Option("--givens", "The number of given cells, or dominoes.", "N", read=Whole(0)),
    Option(
        "--symmetry",
        f"The symmetry of the givens, or of a kakuro's cells: {', '.join(SYMMETRIES)}.",
        "NAME",
        read=Choice(SYMMETRIES),
    ),
    Option("--grade", "Rounds, as 'coversat grade' has them, or 'search'.", "G", read=_rounds),
    Option("--layout", "A sudoku whose constraints, boxes and givens stay; digits are added.", "FILE"),
    Option("--seed", "Another seed, other puzzles (0).", "N", read=integer, default=0),
    Option("--count", "How many puzzles (1).", "N", read=Whole(), default=1),
    Option("--to", "Their form; see 'coversat list forms'.", "FORM", to="form"),
    Option("--output", "The file to write, whole or not at all.", "OUT", short="-o"),
    *certifying("each puzzle's one answer", PROOFS),
    TIMEOUT,
    JSON,
    examples=(
        "coversat generate sudoku --symmetry half-turn --seed 3",
        "coversat generate sudoku --boxes 2x2 --count 20 --to oneline -o puzzles.txt",
    ),
)
def command(
    kind: str,
    size: tuple[int, int] | None,
    boxes: tuple[int, int] | None,
    givens: int | None,
    symmetry: str | None,
    grade: str | None,
    layout: str | None,
    seed: int,
    count: int,
    form: str | None,
    output: str | None,
    folder: str | None,
    proof: str | None,
    timeout: float | None,
    as_json: bool,
) -> int:
    """Make puzzles that have exactly one answer, of a KIND: sudoku, sudominoku, kakuro or latin.

    Each is checked by two routes that share no reduction.  Without --givens
    none can be left out alone (or with its symmetric ones).  With --layout
    a sudoku gets digits that make it unique with the constraints drawn in
    the file.  A kakuro's
    --size counts its first row and column of clues.  The same seed makes the
    same puzzles.  Without --timeout the search for each ends after a minute;
    exit code 3 where none is found, with what was found instead.  With
    --certify each gets a folder with a proof that it has one answer, which
    'coversat verify DIR' checks.
    """
    certified = Certified(folder, proof)
    certified.wanted()
    within = limits(timeout)
    write = _usual_writer(kind) if form is None else writer(kind, form)
    drawn = None if layout is None else one_case(layout, kind, timeout=timeout).problem
    spec = Spec(size, boxes, givens, symmetry, grade, drawn)
    patience = PATIENCE if timeout is None else None
    made: list[AnyProblem] = []
    rows: list[str] = []
    code = YES
    try:
        with Progress() as tell:
            for found in generate(kind, spec, seed, count, within, tell, patience):
                made.append(found.problem)
                # Whether the form can state such puzzles, and several of them, is better known at once.
                write([found.problem] * min(count, 2))
                row = _row(len(made), seed, found, spec, write)
                if certified.wanted():
                    row["certificate"] = _proved(
                        found.problem, certified, f"{kind}-{seed}-{len(made)}", within
                    )
                    code = code if row["certificate"] else UNKNOWN
                rows.append(json.dumps(row) + "\n")
                if as_json and output is None:
                    tell.clear()
                    echo(rows.pop(), end="")
    except ValueError as error:
        raise UsageError(str(error)) from None
    except NotFoundError as error:
        echo(f"coversat: {error}; {len(made)} of {count} made", err=True)
        code = UNKNOWN
    if made and not (as_json and output is None):
        write_whole(STANDARD if output is None else output, rows if as_json else [write(made)])
    return code


def _row(number: int, seed: int, made: Generated, spec: Spec, write: Writer) -> dict[str, Any]:
    problem = made.problem
    drawn = 0 if spec.layout is None else len(spec.layout.blank().given_names())
    return {
        "kind": problem.kind,
        "status": "unique",
        "seed": seed,
        "number": number,
        "puzzle": write([problem]),
        "givens": len(problem.given_names()) - drawn,
        "grade": made.grade,
        "routes": list(made.routes),
        "answer": problem.answer_rows(made.answer),
    }


def _proved(problem: AnyProblem, certified: Certified, name: str, within: Limits) -> str | None:
    """The folder of its certificate; None, and a word, where the time was over before."""
    from ..certificates import certify

    folder = Path(certified.folder or "") / name
    folder.parent.mkdir(parents=True, exist_ok=True)
    found = certify(problem, folder, limits=within, proof=certified.proof)
    if found.reason is None:
        return str(folder)
    echo(f"coversat: {shown(folder)}: no certificate (stopped after {found.reason})", err=True)
    return None


def _usual_writer(kind: str) -> Writer:
    """The kind's own form; of several puzzles one in which they stand together, where there is one."""
    together = [form.write for form in problem_class(kind).forms if form.several and form.write is not None]

    def write(problems: Sequence[AnyProblem]) -> str:
        for state in together if len(problems) > 1 else ():
            with suppress(ValueError):
                return state(problems)
        return "\n".join(problem.format() for problem in problems)

    return write
