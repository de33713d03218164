"""The form of proof ``theorem``: a theorem in Coq about the puzzle's text, or about its rules as data.

The folder has the text, the theorem, the lines that state it again, the library, and the commands for Coq. Nobody
has to trust coversat then: what is proved stands in a few files to read. `verify` writes the statement and the frame
of the proof again, compares them, and runs Coq with the library that is installed, where Coq is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ...answers.routes import Rules
from ...base.errors import CertificateError
from ...base.files import NewFolder
from ...base.wording import counted
from ...problems import AnyProblem
from ...reductions import model_of
from ...solvers.sat.sat import CADICAL
from ..certificate import LONG, PUZZLE, SHORT, CheckStep, Claim, Draft, OpenCertificate, ProofForm, open_file
from .coq import (
    ACCEPTED,
    Statement,
    answer_text,
    check_text,
    fault_text,
    proof_in,
    readme_text,
    steps_text,
    theorem_text,
)
from .library import PREFIX, coq, kinds, needed, sources
from .rules import Board
from .search import prove
from .sudominoku import Sudominoku
from .translation import ModelPuzzle

THEOREM, CHECK, README, LIBRARY = "theorem.v", "check.v", "README.md", "library"
MOST_ANSWERS = 1000
"""A theorem lists the answers."""
NOTE = (
    "A theorem speaks of the rules that it states: in Coq, where the library reads the puzzle's text, and otherwise "
    "as coversat states them. It rests on these, on Coq's kernel with its virtual machine, and on puzzle.txt being "
    "the puzzle. The version, the solver and the seconds are stated, not checked."
)


class Theorem(ProofForm):
    """The form of proof ``theorem``."""

    kind = "theorem"
    solver_name = CADICAL.name
    solver = f"{CADICAL.name}: clauses that follow from single rules, made when a board breaks a rule"
    proves_several = True
    own_text = True
    note = NOTE

    def way(self, kind: str) -> Rules:
        return ()

    def files(self, claim: Claim) -> Mapping[str, int]:
        return {THEOREM: LONG, CHECK: SHORT, README: SHORT}

    def write(self, case: Draft, folder: NewFolder) -> dict[str, int]:
        """Find the answers and the steps, and write the theorem."""
        puzzle = case.origin.problem
        with case.timed("state"):
            stated, statement = stating(puzzle, case.text)
        with case.timed("prove"):
            proof = prove(statement.data, case.meter, MOST_ANSWERS + 1 if case.counting else 2)
        if len(proof.answers) > MOST_ANSWERS:
            raise CertificateError(f"a theorem lists the answers, and there are more than {MOST_ANSWERS}")
        for answer in proof.answers:
            case.keep(stated.answer(answer), self.solver_name)
        claim = Claim.of(case.found, case.counting)
        answers = [answer_text(statement.data, answer) for answer in proof.answers]
        steps = None if proof.steps is None else steps_text(proof)
        folder.file(THEOREM).write(theorem_text(statement, claim, answers, steps).encode())
        folder.file(CHECK).write(check_text(statement, claim).encode())
        folder.file(README).write(readme_text(statement, claim, puzzle.kind, needed(statement.module)).encode())
        for name in needed(statement.module):
            folder.file(f"{LIBRARY}/{name}").write(sources()[name].encode())
        return {}

    def check(self, given: OpenCertificate) -> TheoremCheck:
        return TheoremCheck(given)
