"""``coversat check``."""

from __future__ import annotations

from typing import Any

from .asking import ASKING, Asking
from .certified import PROOFS, Certified, certifying
from .commands import Option, takes


@takes(
    *ASKING,
    Option("--brief", "One line a puzzle: MULTIPLE shows no answers."),
    *certifying("each verdict; --via names a reduction", PROOFS),
    examples=(
        "coversat check examples/sudoku/killer.txt --out results.jsonl --timeout 10",
        "coversat check examples/sudoku/boj2239.txt --certify proofs",
    ),
)
def command(brief: bool, folder: str | None, proof: str | None, **options: Any) -> int:
    """Say of each puzzle whether it has exactly one answer.

    One line per puzzle: UNIQUE, MULTIPLE, NONE or UNKNOWN, the file and the
    puzzle's number in it.  MULTIPLE shows two answers; a star marks each
    value that differs.

    With --certify each verdict gets a folder with the puzzle, the formula, the
    answer and a proof, which 'coversat verify DIR' checks: by clauses, drup or
    lrat, which is checked faster; by the exact cover, enumeration; or as a
    count of models, graph.
    """
    asking = Asking.of(options)
    asked = Certified(folder, proof).asked(asking)
    return asking.ask(asking.query("check", **asked), brief, folder)
