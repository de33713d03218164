"""The form of proof ``theorem``: a theorem in Coq about the puzzle's text, or about its rules as data.

The folder has the text, the theorem, the lines that state it again, the library, and the commands for Coq, so
that nobody has to trust coversat. `verify` writes the statement and the frame of the proof again and compares
them, and then runs Coq, if it is there, with the library that is installed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from ...base.errors import CertificateError
from ...base.files import NewFolder
from ...base.version import VERSION
from ...base.wording import counted
from ...problems import AnyProblem
from ...reductions import model_of
from ...reductions.paths import EncodingPath
from ...solvers.sat.sat import CADICAL
from ..certificate import LONG, PUZZLE, SHORT, CheckStep, Claim, Draft, OpenCertificate, ProofForm, open_file
from . import coq
from .library import PREFIX, installed, module_for, needed, sources
from .puzzle import Puzzle
from .search import prove

README, LIBRARY = "README.md", "library"
MOST_ANSWERS = 1000
"""A theorem lists the answers."""
THEOREM_NOTE = (
    "A theorem speaks of the rules that it states: as the library in Coq reads the puzzle's text, or as "
    "coversat states them. It rests on these rules, on Coq's kernel with its virtual machine, and on its "
    "text being that of the puzzle. The version, the solver and the seconds are stated, not checked."
)


class Theorem(ProofForm):
    """The form of proof ``theorem``."""

    kind = "theorem"
    solver_name = CADICAL.name
    solver = f"{CADICAL.name}, with clauses that follow from single rules"
    about_rules = True
    note = THEOREM_NOTE

    def way(self, kind: str) -> EncodingPath:
        return ()

    def files(self, claim: Claim) -> Mapping[str, int]:
        return {coq.THEOREM: LONG, coq.CHECK: SHORT, README: SHORT}

    def write(self, case: Draft, folder: NewFolder) -> dict[str, int]:
        """Find the answers and the steps, and write the theorem."""
        if case.path:
            raise CertificateError("a theorem is about the puzzle's rules, and not about what they reduce to")
        problem = case.origin.problem
        with case.timed("state"):
            stated = stated_by(problem)
            statement = coq.Statement(module_for(problem), case.text, stated)
        with case.timed("prove"):
            proof = prove(stated, case.meter, MOST_ANSWERS + 1 if case.counting else 2)
        if len(proof.answers) > MOST_ANSWERS:
            raise CertificateError(f"a theorem lists the answers, and there are more than {MOST_ANSWERS}")
        for answer in proof.answers:
            case.keep(stated.answer(answer), self.solver_name)
        claim = Claim.of(case.found, case.counting)
        answers = [coq.answer_text(stated, answer) for answer in proof.answers]
        steps = None if proof.steps is None else coq.steps_text(stated, proof)
        library = _library(statement.module)
        texts = {
            coq.THEOREM: coq.theorem_text(statement, claim, answers, steps),
            coq.CHECK: coq.check_text(statement, claim),
            README: coq.readme_text(statement, claim, problem.kind, [*library]),
            **library,
        }
        for name, text in texts.items():
            folder.file(name).write(text.encode())
        return {}

    def beside(self, problem: AnyProblem) -> tuple[str, ...]:
        return tuple(_library(module_for(problem)))

    def check(self, given: OpenCertificate) -> TheoremCheck:
        return TheoremCheck(given)

    def proved(self, problem: AnyProblem, claim: Claim) -> tuple[str, ...]:
        module, claimed = module_for(problem), coq.claim_term(claim).replace("_", " ")
        if claim.count is not None:
            claimed = f"has exactly {counted(claim.count, 'answer')}"
        source = f"of {LIBRARY}/Kinds/{module}.v" if module else "that coversat states"
        return (f"the {problem.kind} {claimed}; the rules are those {source}", coq.ACCEPTED)


FORM = Theorem()


def _library(module: str | None) -> dict[str, str]:
    """The files of the library that a theorem needs, by their paths in its folder."""
    return {f"{LIBRARY}/{name}": sources()[name] for name in needed(module)}


def stated_by(problem: AnyProblem) -> Puzzle:
    """The rules of a puzzle, in the order of the library.

    Raise `CertificateError` if there is no model of them.
    """
    model = model_of(problem.kind)
    if model is None:
        raise CertificateError(
            f"a theorem is about rules in the constraint language, and {problem.kind} has none"
        )
    return Puzzle(model(problem))


class TheoremCheck:
    """The check of a certificate of this form."""

    def __init__(self, given: OpenCertificate) -> None:
        self._given = given
        self._module = module_for(given.problem)

    def steps(self) -> Iterator[CheckStep]:
        yield "the library", self._compare_library
        yield "the statement", self._compare_statement
        yield "the proof's text", self._compare_frame
        yield "the theorem", self._run_coq

    def commands(self, path: Callable[[str], str]) -> Iterator[str]:
        files = " ".join((*_library(self._module), coq.THEOREM, coq.CHECK))
        compile_each = f'for file in {files}; do coqc -Q {LIBRARY} {PREFIX} "$file"; done'
        yield f"cd {path('')} && {compile_each}   # must print '{coq.ACCEPTED}'"

    def _compare_library(self) -> str:
        library = _library(self._module)
        for name, text in library.items():
            with open_file(self._given.folder, name, SHORT) as file:
                if file.read() != text.encode():
                    raise CertificateError(
                        f"{name} is not that of coversat {VERSION}, which is installed: another version "
                        "wrote it, or it was changed"
                    )
        return f"{counted(len(library), 'file')}, the same as those of coversat {VERSION}"

    def _compare_statement(self) -> str:
        """What is stated is written again, from the puzzle's text, which has to be as it is written.

        Coq may read another text, with tabs for example, as another puzzle.
        """
        self._given.files[PUZZLE].seek(0)
        text = self._given.text(PUZZLE)
        if text != self._given.problem.format():
            raise CertificateError(f"{PUZZLE} is not as coversat writes this puzzle for Coq")
        self._statement = coq.Statement(self._module, text, stated_by(self._given.problem))
        self._check = coq.check_text(self._statement, self._given.claim)
        if self._given.text(coq.CHECK) != self._check:
            raise CertificateError(f"{coq.CHECK} does not state this of the puzzle in {PUZZLE}")
        return f"{coq.CHECK}: the puzzle in puzzle.txt {coq.claim_term(self._given.claim)}"

    def _compare_frame(self) -> str:
        """All but the texts of the answers and the steps is written again; so nothing else is run."""
        text = self._given.text(coq.THEOREM)
        self._proof = coq.proof_in(text)
        self._theorem = coq.theorem_text(self._statement, self._given.claim, *self._proof)
        if text != self._theorem:
            pairs = enumerate(zip(text.split("\n"), self._theorem.split("\n"), strict=False), 1)
            line = next((number for number, (one, other) in pairs if one != other), text.count("\n") + 1)
            raise CertificateError(
                f"{coq.THEOREM} differs at line {line} from what coversat writes for this puzzle"
            )
        return f"{coq.THEOREM} has nothing but the puzzle, its answers, the steps and one theorem"

    def _run_coq(self) -> str:
        claim, deadline = self._given.claim, self._given.deadline
        program = installed()
        program.require(needed(self._module), deadline)
        ended = program.check({coq.THEOREM: self._theorem, coq.CHECK: self._check}, deadline)
        if ended.accepted and ended.output.strip() == coq.ACCEPTED:
            return f"{program.version}: {coq.ACCEPTED}"
        fault = program.check({"fault.v": coq.fault_text(self._statement, claim, *self._proof)}, deadline)
        found = re.match(r"\s*= (\w+) ?([\d ]*)", fault.output)
        raise CertificateError(
            _FAULTS.get(found[1], ended.output).format(*found[2].split()) if found else ended.output
        )


_FAULTS = {
    "Unreadable": "the library in Coq cannot read puzzle.txt as a puzzle of this kind",
    "Wrong_number": "it has another number of answers than it claims",
    "Wrong_value": "answer {0} has a value that cell {1} cannot hold",
    "Broken_rule": "answer {0} breaks rule {1}",
    "Same_answer": "answers {0} and {1} are the same",
    "Wrong_step": "step {0} does not follow",
    "Unfinished": "the steps do not end in a contradiction",
}
"""What the library finds wrong with a proof."""
