"""What a certificate is: the files of its folder, its claim, and the interface of a form of proof.

File names are fixed here and in the forms of proofs; none is read from the certificate.
"""

from __future__ import annotations

import hashlib
import os
import stat
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO, ClassVar, NamedTuple, Protocol

from ..answering.routes import find_path
from ..answering.running import judged
from ..base.deadline import Deadline
from ..base.errors import CertificateError, WrongAnswerError
from ..base.files import NewFile, NewFolder
from ..base.wording import counted as in_words
from ..exchange.origin import Origin, problem_text
from ..problems import AnyForm, AnyProblem, read
from ..problems.cnf.rules import Cnf, Model
from ..reductions.paths import EncodingPath, path_to, refuse_counts
from ..solvers.findings import Verdict
from ..solvers.solver import Meter
from .statement.rows import FormulaRows, rows_of_formula

SUMMARY = "certificate.json"
PUZZLE = "puzzle.txt"
TWO_ANSWERS = ("answer-1.txt", "answer-2.txt")
"""The proof of MULTIPLE: two different answers."""

DEFINITIONS = tuple(f"definition-{number}.py" for number in range(1, 10))
"""The files of a user that define the kind, or constraints of it; they are compared and never run."""

FORMAT = 1
"""The version of the layout, as the summary states it."""

_PART = 2**16
MOST_SUMMARY, SHORT, LONG = 2**16, 2**26, 2**30
"""Size limits in bytes: of the summary, of a text, and of a formula or a proof."""


NOTE = (
    "A proof speaks of the formula or the cover that it was checked against, and of nothing else. That this "
    "says what the puzzle says is the reduction's promise, which coversat's contract tests examine; what is "
    "claimed rests on the proof and on that promise. The version, the solver and the seconds are stated, not "
    "checked."
)

DEEP_NOTE = (
    "Where the step of the rules is ok, the formula or the cover has the answers that the rules allow, "
    "whatever made it: the rules as stated by hand, or as the labelled rules of the kind's model state them, "
    "which are compared with the rules check on many grids, or as all answers that a search by the rules "
    "check finds. What is claimed rests on that statement or search, on the reading of the puzzle's text, "
    "and on the checkers. The version, the solver and the seconds are stated, not checked."
)


@dataclass(frozen=True)
class Claim:
    """What a certificate claims: a verdict, or the number of answers.

    * count: the number of answers, if they were counted.
    """

    verdict: Verdict
    count: int | None = None

    @classmethod
    def of(cls, count: int, counted: bool) -> Claim:
        """The claim for `count` answers; if they were not `counted`, two stand for two or more."""
        verdict = Verdict.NONE if count == 0 else Verdict.UNIQUE if count == 1 else Verdict.MULTIPLE
        return cls(verdict, count if counted else None)

    @property
    def needs_proof(self) -> bool:
        """Whether it claims that there are no other answers."""
        return self.verdict is not Verdict.MULTIPLE or self.count is not None

    @property
    def total(self) -> int:
        """The number of answers of a claim that needs a proof."""
        return int(self.verdict is Verdict.UNIQUE) if self.count is None else self.count

    def row(self) -> dict[str, int | str]:
        return {"verdict": self.verdict.value} | ({} if self.count is None else {"count": self.count})

    def __str__(self) -> str:
        return self.verdict.value if self.count is None else f"exactly {in_words(self.count, 'answer')}"


def claim_in(summary: Mapping[str, object]) -> Claim:
    """The claim of a summary. Raise `CertificateError` if it is not a valid claim."""
    verdicts = {one.value: one for one in (Verdict.UNIQUE, Verdict.NONE, Verdict.MULTIPLE)}
    verdict, count = verdicts.get(str(summary["verdict"])), summary.get("count")
    if verdict is None:
        raise CertificateError(f"the verdict is none of {', '.join(verdicts)}")
    if count is None:
        return Claim(verdict)
    if type(count) is not int or count < 0 or Claim.of(count, counted=True).verdict is not verdict:
        raise CertificateError(f"the count is no number of answers that is {verdict.value}")
    return Claim(verdict, count)


def open_file(folder: Path, name: str, most: int) -> BinaryIO:
    """One of the certificate's files, open for reading.

    Raise `CertificateError` if it is missing, too large, or not a regular file: a link could lead anywhere,
    and a pipe could block for ever.
    """
    # Systems without these flags have no such files.
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    flags |= getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(folder / name, flags)
    except OSError as error:
        raise CertificateError(f"{name} cannot be opened: {error.strerror}") from None
    status = os.fstat(handle)
    if not stat.S_ISREG(status.st_mode):
        os.close(handle)
        raise CertificateError(f"{name} is not a regular file")
    if status.st_size > most:
        os.close(handle)
        raise CertificateError(f"{name} holds more than {most} bytes")
    return os.fdopen(handle, "rb")


def file_entry(file: BinaryIO | NewFile) -> dict[str, int | str]:
    """The entry of a file in the summary: its size and hash.  Leaves the file at its beginning."""
    file.seek(0)
    digest = hashlib.sha256()
    while part := file.read(_PART):
        digest.update(part)
    size = file.tell()
    file.seek(0)
    return {"bytes": size, "sha256": digest.hexdigest()}


CheckStep = tuple[str, Callable[[], str]]
"""The name of a step, and a function that performs it.

It returns a summary of what was found, and raises `CertificateError` to refuse the certificate.
"""


class Draft:
    """A certificate while it is written.

    * path (encodings)
    * counting: whether all answers are counted; otherwise the search ends at two.
    * meter: ends the work at a limit.
    * prove: who finds a model, or joins a proof by ``drup`` that there is none; by default one solver.
    * found (int): the number of answers so far.
    * answers (list): the first two of them.
    * seconds (dict): seconds by phase.
    """

    def __init__(
        self,
        problem: AnyProblem,
        path: EncodingPath,
        form: AnyForm | None,
        counting: bool,
        meter: Meter,
        prove: Callable[[Cnf, Meter], Model | bytes] | None = None,
    ) -> None:
        self.problem, self.path, self._form = problem, path, form
        self.counting, self.meter, self.prove = counting, meter, prove
        self.found = 0
        self.answers: list[Any] = []
        self.seconds: dict[str, float] = {}

    @cached_property
    def text(self) -> str:
        try:
            return problem_text(self.problem, self._form)
        except ValueError as error:
            raise CertificateError(f"the {self.problem.kind} has no text: {error}") from None

    @cached_property
    def origin(self) -> Origin:
        """The puzzle as its text is read: the certificate is about the text, so all else derives from that.

        Raise `CertificateError` if it does not read back as the same puzzle.
        """
        document = read(self.text, self.problem.kind)
        if document.problems != (self.problem,):
            raise CertificateError(f"the {self.problem.kind}'s text does not read back as the same problem")
        return Origin(self.problem, document.form, self.path)

    @contextmanager
    def timed(self, phase: str) -> Iterator[None]:
        """Record the seconds of the body under this phase."""
        started = time.perf_counter()
        yield
        self.seconds[phase] = time.perf_counter() - started

    def keep(self, answer: Any, who: str) -> bytes:
        """Check an answer by the rules, record it, and return its text.

        Raise `WrongAnswerError` if it breaks the rules or repeats one of the first two: a fault in coversat
        or in the solver.
        """
        judged(self.problem, answer, who)
        if answer in self.answers:
            raise WrongAnswerError(f"{who}: models that differ on the projection show the same answer")
        self.found += 1
        if len(self.answers) < 2:
            self.answers.append(answer)
        return self.text_of(answer)

    def text_of(self, answer: Any) -> bytes:
        """The text of an answer, after checking that it reads back as the same answer."""
        text = self.problem.render(answer) + "\n"
        if self.problem.parse_answer(text) != answer:
            raise CertificateError(f"the {self.problem.kind}'s answer does not read back as the same")
        return text.encode()


class OpenCertificate(NamedTuple):
    """A certificate while its proof is checked; its files have the hashes that the summary states.

    * problem: as read from the puzzle's text.
    * form (Form): the form of that text.
    * sizes: the sizes that the summary states, not checked yet.
    * files (mapping from names to files): the files of the proof's form, open at their beginnings.
    """

    problem: AnyProblem
    form: AnyForm
    reduction_name: str
    claim: Claim
    sizes: Any
    files: Mapping[str, BinaryIO]
    deadline: Deadline
    folder: Path

    def origin(self) -> Origin:
        """The puzzle and the reductions.

        Raise `CertificateError`, `UnknownRouteError` or `ReductionError` if there are no such reductions, or
        they do not keep what is claimed.
        """
        path = find_path(self.problem.kind, self.reduction_name)
        passed = [self.problem.kind, *(rule.target for rule in path)]
        # A cycle of reductions could make the formula larger each time.
        if len(set(passed)) != len(passed):
            raise CertificateError("its reduction passes a kind of problem twice")
        if self.claim.count is not None:
            refuse_counts(path, None)
        return Origin(self.problem, self.form, path)

    def text(self, name: str) -> str:
        try:
            return self.files[name].read().decode()
        except UnicodeDecodeError:
            raise CertificateError(f"{name} is not UTF-8") from None


class ProofCheck(Protocol):
    """The check of one certificate's proof."""

    def steps(self) -> Iterator[CheckStep]:
        """The steps, in order; each may rely on those before it."""

    def commands(self, path: Callable[[str], str]) -> Iterator[str]:
        """Command lines of other checkers, each with the output to expect.

        `path` quotes a file's name.  Commands that these checkers would refuse are left out.
        """


class ProofForm(ABC):
    """A way to prove that a puzzle has some number of answers and no others.

    * kind: the kind of problem that the proof is about: ``cnf`` or ``cover``.
    * counts: whether it can prove counts above 1.
    * solver_name: the name of the solver that finds the answers and writes the proof.
    * about_rules: whether the proof is about the puzzle's rules, from the text form of its kind, and not
      about a formula. It also proves that there are several answers, which otherwise two answers do.
    * note: what the checks do not establish.
    """

    kind: ClassVar[str] = "cnf"
    counts: ClassVar[bool] = True
    solver_name: ClassVar[str]
    about_rules: ClassVar[bool] = False
    note: ClassVar[str] = NOTE

    @property
    @abstractmethod
    def solver(self) -> str:
        """A description of the solver for the summary."""

    def way(self, kind: str) -> EncodingPath:
        """The default reductions for a kind of problem."""
        return path_to(kind, self.kind)

    @abstractmethod
    def files(self, claim: Claim) -> Mapping[str, int]:
        """The files for a claim that needs a proof, with their size limits in bytes."""

    @abstractmethod
    def write(self, case: Draft, folder: NewFolder) -> dict[str, int]:
        """Find the answers, write the files of the proof, and return the sizes for the summary.

        If answers are not counted and there are two, the files that it wrote are dropped.

        Raise `LimitReachedError` if a limit is reached first; `CertificateError` if this form cannot state
        the puzzle.
        """

    @abstractmethod
    def check(self, given: OpenCertificate) -> ProofCheck:
        """Prepare the check of the files."""

    def beside(self, problem: AnyProblem) -> Sequence[str]:
        """Further files of the folder, which need not be believed and are not listed."""
        return ()

    def proved(self, problem: AnyProblem, claim: Claim) -> Sequence[str]:
        """Lines that say what an accepted certificate proves, beside its claim."""
        return ()

    def formula_rows(self, given: OpenCertificate) -> FormulaRows:
        """The formula or cover that the proof is about, derived again from the puzzle."""
        reduction = given.origin().derive()
        return rows_of_formula(simplified(reduction.target), reduction)


def simplified(formula: Cnf) -> Cnf:
    """The formula with each literal once in a clause, and without clauses that hold x and not x.

    The same object if there is nothing to change.  Some checkers refuse formulas with such clauses.
    """
    if all(len(set(map(abs, clause))) == len(clause) for clause in formula.clauses):
        return formula
    short = (tuple(dict.fromkeys(clause)) for clause in formula.clauses)
    clauses = tuple(clause for clause in short if len(set(map(abs, clause))) == len(clause))
    return replace(formula, clauses=clauses)


def formula_sizes(cnf: Cnf) -> dict[str, int]:
    """The sizes of a formula, for the summary."""
    return {**cnf.sizes(), "projection": len(cnf.shown_variables)}


def answer_in(given: OpenCertificate, text: str, name: str) -> Any:
    """Read an answer and check it by the puzzle's rules.

    Raise `CertificateError` if the text is not a correct answer.
    """
    try:
        answer = given.problem.parse_answer(text)
    except ValueError as error:
        raise CertificateError(f"{name}: {error}") from None
    wrong = given.problem.violations(answer)
    if wrong:
        raise CertificateError(f"{name} breaks the rules: {wrong[0]}")
    return answer
