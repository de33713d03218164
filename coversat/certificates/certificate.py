"""What a certificate's folder holds, and reading its files without trust.

File names are fixed here and in the forms of proofs; none is taken from the certificate.
"""

from __future__ import annotations

import hashlib
import os
import stat
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, Protocol

from ..deadline import Deadline
from ..errors import CoversatError, WrongAnswerError
from ..exchange.origin import Origin, problem_text
from ..files import NewFile, NewFolder
from ..findings import Verdict
from ..parts.asking import Hands
from ..problems import AnyForm, AnyProblem, read
from ..routing import Rules, find_rules, judged
from ..solvers.solver import Meter
from ..wording import counted as in_words

if TYPE_CHECKING:
    from .deep.stated import Stated

SUMMARY = "certificate.json"
PUZZLE = "puzzle.txt"
TWO_ANSWERS = ("answer-1.txt", "answer-2.txt")
"""All that MULTIPLE needs: two different answers prove themselves."""

FORMAT = 1
"""The number of this layout, in the summary."""

_PART = 2**16
SHORT, LONG = 2**26, 2**30
"""The most bytes that are read of a text, and of a formula or a proof."""

COMMON: Mapping[str, int] = {SUMMARY: 2**16, PUZZLE: SHORT, **dict.fromkeys(TWO_ANSWERS, SHORT)}
"""The files that have nothing to do with the form of the proof, and the most bytes that are read of each."""

NOTE = (
    "A proof speaks of the formula or the cover that it was checked against, and of nothing else. That this "
    "says what the puzzle says is the reduction's promise, which coversat's contract tests examine; what is "
    "claimed rests on the proof and on that promise. The version, the solver and the seconds are told, not "
    "checked."
)

DEEP_NOTE = (
    "Where the step of the rules is ok, the formula or the cover has the answers that a second statement of "
    "the rules allows, whatever made it. What is claimed rests on that statement (a page for each kind, in "
    "coversat/certificates/rules), on the reading of the puzzle's text, and on the checkers. The version, "
    "the solver and the seconds are told, not checked."
)


class CertificateError(CoversatError):
    """A certificate that cannot be written, or a folder that cannot be looked at."""


@dataclass(frozen=True)
class Claim:
    """What a certificate says: a verdict, or how many answers there are.

    Attributes
    ----------
    verdict : Verdict
    count : int or None
        The number of answers, where they were counted.
    """

    verdict: Verdict
    count: int | None = None

    @classmethod
    def of(cls, count: int, counted: bool) -> Claim:
        """What so many answers are, all of them, or two at least where they were not counted."""
        verdict = Verdict.NONE if count == 0 else Verdict.UNIQUE if count == 1 else Verdict.MULTIPLE
        return cls(verdict, count if counted else None)

    @property
    def needs_proof(self) -> bool:
        """Whether it says that there are no other answers."""
        return self.verdict is not Verdict.MULTIPLE or self.count is not None

    @property
    def total(self) -> int:
        """How many answers a claim that needs a proof speaks of."""
        return int(self.verdict is Verdict.UNIQUE) if self.count is None else self.count

    def row(self) -> dict[str, int | str]:
        """Its members of the summary."""
        return {"verdict": self.verdict.value} | ({} if self.count is None else {"count": self.count})

    def __str__(self) -> str:
        return self.verdict.value if self.count is None else f"exactly {in_words(self.count, 'answer')}"


def claim_in(summary: Mapping[str, object]) -> Claim:
    """What a summary claims.

    Raises
    ------
    CertificateError
        When it is nothing that can be claimed.
    """
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

    Raises
    ------
    CertificateError
        When it is missing, is no regular file (a link could lead anywhere, a pipe could wait for
        ever), or is too large.
    """
    # Some systems lack these flags, and those have no such files.
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    flags |= getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(folder / name, flags)
    except OSError as error:
        raise CertificateError(f"{name} cannot be opened: {error.strerror}") from None
    status = os.fstat(handle)
    if not stat.S_ISREG(status.st_mode):
        os.close(handle)
        raise CertificateError(f"{name} is no regular file")
    if status.st_size > most:
        os.close(handle)
        raise CertificateError(f"{name} holds more than {most} bytes")
    return os.fdopen(handle, "rb")


def file_entry(file: BinaryIO | NewFile) -> dict[str, int | str]:
    """What the summary states of a file; it is then at its beginning."""
    file.seek(0)
    digest = hashlib.sha256()
    while part := file.read(_PART):
        digest.update(part)
    size = file.tell()
    file.seek(0)
    return {"bytes": size, "sha256": digest.hexdigest()}


CheckStep = tuple[str, Callable[[], str]]
"""What is checked, and how: it returns what was found, raises `CertificateError` to refuse, and
`LimitReachedError`."""


class Draft:
    """One puzzle while its certificate is written.

    Attributes
    ----------
    problem : Problem
    rules : reductions
    counting : bool
        Whether all answers are asked for; otherwise two are enough.
    meter : Meter
        Which ends the work at a limit.
    hands : Hands or None
        Who works on parts of it, where its form has parts.
    found : int
        How many answers were kept.
    answers : list
        The first two of them.
    seconds : dict
        By what took them.
    """

    def __init__(
        self,
        problem: AnyProblem,
        rules: Rules,
        form: AnyForm | None,
        counting: bool,
        meter: Meter,
        hands: Hands | None = None,
    ) -> None:
        self.problem, self.rules, self._form = problem, rules, form
        self.counting, self.meter, self.hands = counting, meter, hands
        self.found = 0
        self.answers: list[Any] = []
        self.seconds: dict[str, float] = {}

    @property
    def reduction(self) -> str:
        """The names of the reductions."""
        return "/".join(rule.name for rule in self.rules)

    @cached_property
    def text(self) -> str:
        """The puzzle's text."""
        try:
            return problem_text(self.problem, self._form)
        except ValueError as error:
            raise CertificateError(f"the {self.problem.kind} has no text: {error}") from None

    @cached_property
    def origin(self) -> Origin:
        """The puzzle as its text reads: what is certified is the text, so everything is made from that.

        Raises
        ------
        CertificateError
            When it does not read back as the same puzzle.
        """
        document = read(self.text, self.problem.kind)
        if document.problems != (self.problem,):
            raise CertificateError(f"the {self.problem.kind}'s text does not read back as the same problem")
        return Origin(self.problem, document.form, self.rules)

    @contextmanager
    def timed(self, phase: str) -> Iterator[None]:
        """What happens here takes the seconds of this phase."""
        started = time.perf_counter()
        yield
        self.seconds[phase] = time.perf_counter() - started

    def keep(self, answer: Any, who: str) -> bytes:
        """One answer more, judged by the rules: its text.

        Raises
        ------
        WrongAnswerError
            When it breaks the rules, or is one of the first two again: a fault in coversat or in the solver.
        """
        judged(self.problem, answer, who)
        if answer in self.answers:
            raise WrongAnswerError(f"{who}: models that differ on the projection show the same answer")
        self.found += 1
        if len(self.answers) < 2:
            self.answers.append(answer)
        return self.text_of(answer)

    def text_of(self, answer: Any) -> bytes:
        """An answer's text, which reads back as the same answer."""
        text = self.problem.render(answer) + "\n"
        if self.problem.parse_answer(text) != answer:
            raise CertificateError(f"the {self.problem.kind}'s answer does not read back as the same")
        return text.encode()


class OpenCertificate(NamedTuple):
    """A certificate while its proof is checked: its files have the sums that the summary states.

    Attributes
    ----------
    problem : Problem
        What was read from the puzzle's text.
    form : Form
        How the text states it.
    reduction : str
        The names of the reductions.
    claim : Claim
    sizes : Any
        What the summary states of the formula; not looked at yet.
    files : mapping from names to files
        Those that the form has for the claim, open at their beginnings.
    deadline : Deadline
    """

    problem: AnyProblem
    form: AnyForm
    reduction: str
    claim: Claim
    sizes: Any
    files: Mapping[str, BinaryIO]
    deadline: Deadline

    def origin(self) -> Origin:
        """The puzzle and the reductions.

        Raises
        ------
        CertificateError, UnknownRouteError
            When there are no such reductions.
        """
        rules = find_rules(self.problem.kind, self.reduction)
        passed = [self.problem.kind, *(rule.target for rule in rules)]
        # Going round in circles would make the formula larger each time.
        if len(set(passed)) != len(passed):
            raise CertificateError("its reduction passes a kind of problem twice")
        return Origin(self.problem, self.form, rules)

    def text(self, name: str) -> str:
        """A whole file."""
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


class ProofForm(Protocol):
    """A way to prove that a puzzle has so many answers and no others."""

    @property
    def kind(self) -> str:
        """What the reductions end in: ``cnf`` or ``cover``."""

    @property
    def counts(self) -> bool:
        """Whether it proves numbers above 1."""

    @property
    def solver_name(self) -> str:
        """What finds the answers and writes the proof."""

    @property
    def solver(self) -> str:
        """The same in more words, for the summary."""

    def way(self, kind: str) -> Rules:
        """The reductions of a kind of problem that are taken where nobody named any."""

    def files(self, claim: Claim) -> Mapping[str, int]:
        """The files of a claim that needs a proof, and the most bytes of each that are read."""

    def write(self, case: Draft, folder: NewFolder) -> dict[str, int]:
        """Find the answers and keep them, write the files of the claim; the sizes for the summary.

        Where they are not counted and there are two, nothing that it wrote is kept.

        Raises
        ------
        LimitReachedError
            When a limit comes first.
        CertificateError
            When it cannot state the puzzle.
        """

    def check(self, given: OpenCertificate) -> ProofCheck:
        """The check of everything in the files."""

    def stated(self, given: OpenCertificate) -> Stated:
        """What the proof speaks of, derived again."""


def answer_in(given: OpenCertificate, text: str, name: str) -> Any:
    """An answer that obeys the puzzle's rules.

    Raises
    ------
    CertificateError
        When the text is none.
    """
    try:
        answer = given.problem.parse_answer(text)
    except ValueError as error:
        raise CertificateError(f"{name}: {error}") from None
    wrong = given.problem.violations(answer)
    if wrong:
        raise CertificateError(f"{name} breaks the rules: {wrong[0]}")
    return answer
