"""What a form of proof is: it writes what proves a claim of one puzzle, and checks what others wrote."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import Any, BinaryIO, NamedTuple, Protocol

from ...deadline import Deadline
from ...errors import WrongAnswerError
from ...exchange.origin import Origin, problem_text
from ...files import NewFolder
from ...parts.asking import Hands
from ...problems import AnyForm, AnyProblem, read
from ...routing import Rules, find_rules, judged
from ...solvers.solver import Meter
from ..deep.stated import Stated
from ..layout import CertificateError, Claim

Step = tuple[str, Callable[[], str]]
"""What is checked, and how: it returns what was found, raises `CertificateError` to refuse, and
`LimitReachedError`."""


class Case:
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


class Given(NamedTuple):
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

    def write(self, case: Case, folder: NewFolder) -> dict[str, int]:
        """Find the answers and keep them, write the files of the claim; the sizes for the summary.

        Where they are not counted and there are two, nothing that it wrote is kept.

        Raises
        ------
        LimitReachedError
            When a limit comes first.
        CertificateError
            When it cannot state the puzzle.
        """

    def check(self, given: Given) -> Iterator[Step]:
        """The steps that check everything in the files, in order; each may rely on those before it."""

    def stated(self, given: Given) -> Stated:
        """What the proof speaks of, derived again."""

    def commands(self, claim: Claim, path: Callable[[str], str]) -> Iterator[str]:
        """Command lines of other checkers, each with what it must print; `path` quotes a file's name."""


def answer_in(given: Given, text: str, name: str) -> Any:
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
