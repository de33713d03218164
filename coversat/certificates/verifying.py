"""Checking a certificate: everything is derived again or checked, and nothing in the folder is trusted."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO

from ..base.deadline import NEVER, Deadline
from ..base.errors import CertificateError, LimitReachedError, ReductionError, UnknownRouteError, visible
from ..base.files import shown
from ..base.undecided import Shown
from ..base.wording import counted
from ..kinds.definitions import all_definitions, definitions
from ..problems import read
from ..problems.user_files import rests_on
from ..solvers.findings import Verdict
from .certificate import (
    DEEP_NOTE,
    DEFINITIONS,
    FORMAT,
    MOST_SUMMARY,
    NOTE,
    PUZZLE,
    SHORT,
    SUMMARY,
    TWO_ANSWERS,
    CheckStep,
    Claim,
    OpenCertificate,
    ProofCheck,
    ProofForm,
    answer_in,
    claim_in,
    file_entry,
    open_file,
)
from .forms import FORMS
from .statement import UndecidedError, agreement


@dataclass(frozen=True)
class Check:
    """One check and its result; `passed` is None if it could not be decided, or not in time."""

    what: str
    passed: bool | None
    detail: str

    def __str__(self) -> str:
        how = {True: "ok", False: "REFUSED", None: "UNKNOWN"}[self.passed]
        return f"{how}: {self.what}: {self.detail}"


@dataclass(frozen=True, repr=False)
class Examination(Shown):
    """The result of `verify_certificate`.

    * verdict: the claimed verdict, proved only if the certificate is `accepted`.
    * count: the claimed number of answers, if it claims one.
    * checks: in order, up to the first that does not pass.
    * commands: command lines of other programs that check the proof, each with the output to expect; their
      exit codes do not tell the result.
    * note: what the checks do not establish.
    """

    verdict: Verdict | None
    count: int | None
    checks: tuple[Check, ...]
    commands: tuple[str, ...]
    note: str = NOTE
    proved: tuple[str, ...] = ()

    @property
    def accepted(self) -> bool:
        return all(check.passed for check in self.checks)

    @property
    def unknown(self) -> bool:
        """Whether a check neither passed nor failed, because of a limit or because it cannot be decided."""
        return any(check.passed is None for check in self.checks)

    def __bool__(self) -> bool:
        return self.accepted

    @property
    def status(self) -> str:
        """``accepted``, ``refused`` or ``unknown``."""
        return _STATUS[None if self.unknown else self.accepted]

    def lines(self, name: str = "", verbose: bool = False) -> Iterator[str]:
        """What ``coversat verify`` prints: the verdict, and each check, or those that failed."""
        claimed = self.verdict.name if self.verdict is not None else "NOTHING"
        claimed = claimed if self.count is None else f"COUNT {self.count}"
        yield f"{f'ACCEPTED {claimed}' if self.accepted else self.status.upper()} {name}".rstrip()
        yield from (f"  {check}" for check in self.checks if verbose or not check.passed)
        if verbose:
            yield from (f"  elsewhere: {visible(command)}" for command in self.commands)
        elif self.accepted:
            yield from (f"  {line}" for line in self.proved)
            yield f"  ok: {counted(len(self.checks), 'check')} (-v lists them)"


@dataclass(frozen=True, repr=False)
class StepsExamination(Shown):
    """The result of `verify_steps`.

    * accepted: whether every step follows; None if a limit was reached.
    * verdict: what the steps prove: one answer or none; None if they leave places open.
    * checked: the number of steps that were accepted.
    * reason: one sentence without a full stop.
    """

    accepted: bool | None
    verdict: Verdict | None
    checked: int
    reason: str

    @property
    def status(self) -> str:
        """``accepted``, ``refused`` or ``unknown``."""
        return _STATUS[self.accepted]

    def __str__(self) -> str:
        return f"{self.status}: {self.reason}"


_STATUS = {True: "accepted", False: "refused", None: "unknown"}


def verify_certificate(folder: Path, deadline: Deadline = NEVER, deep: bool = False) -> Examination:
    """Check the certificate in `folder`.

    The formula or cover is derived again from the puzzle's text, the answers are checked by the puzzle's
    rules, and the proof is checked step by step.  A refusal means that this certificate proves nothing, not
    that its claim is false.

    * deadline: the time limit; it can end a check in the middle.
    * deep: whether to compare the formula or cover with a second statement of the puzzle's rules as well.

    Raise `CertificateError` if there is no such folder.
    """
    folder = Path(folder)
    if not os.path.isdir(folder):  # which takes any name
        raise CertificateError(f"{shown(folder)} is not a folder")
    checks: list[Check] = []
    with ExitStack() as stack:
        certificate = _Certificate(folder, deadline, deep, stack)
        for what, step in certificate.steps():
            try:
                with deadline.enforced():
                    deadline.check()
                    found = step()
                checks.append(Check(what, True, found))
            except (CertificateError, ReductionError, UnknownRouteError) as error:
                checks.append(Check(what, False, str(error)))
                break
            except UndecidedError as undecided:
                checks.append(Check(what, None, str(undecided)))
                break
            except LimitReachedError as limit:
                checks.append(Check(what, None, f"stopped after {limit}"))
                break
    claim = certificate.claim
    verdict, count = (None, None) if claim is None else (claim.verdict, claim.count)
    commands, note = tuple(certificate.commands()), certificate.note(deep)
    examined = Examination(verdict, count, tuple(checks), commands, note)
    return replace(examined, proved=certificate.proved()) if examined.accepted else examined


class _Certificate:
    """A certificate while it is checked: each step relies only on the steps before it."""

    def __init__(self, folder: Path, deadline: Deadline, deep: bool, stack: ExitStack) -> None:
        self._folder, self._deadline, self._deep, self._stack = folder, deadline, deep, stack
        self._summary: dict[str, Any] = {}
        self.claim: Claim | None = None
        self._form: ProofForm | None = None
        self._sizes: Mapping[str, int] = {}
        self._files: dict[str, BinaryIO] = {}
        self._definitions: dict[str, bytes] = {}
        self._given: OpenCertificate
        self._check: ProofCheck | None = None

    def steps(self) -> Iterator[CheckStep]:
        """The checks, in order."""
        yield "the summary", self._read_summary
        yield "the files", self._open_files
        if any(name in self._files for name in DEFINITIONS):
            yield "the definition", self._compare_definitions
        yield "the puzzle", self._read_puzzle
        if self._form is None:
            yield "the answers", self._two_answers
        else:
            if self._summary.get("rests_on") and not self._form.about_rules:
                yield "the encoding", self._find_encoding
            self._check = self._form.check(self._given)
            yield from self._check.steps()
        if self._deep:
            yield "the rules", self._compare_with_rules

    def commands(self) -> Iterator[str]:
        """The commands of other programs that check the proof."""
        if self._check is not None:
            yield from self._check.commands(lambda name: shlex.quote(str(self._folder / name)))

    def note(self, deep: bool) -> str:
        """What the checks do not establish."""
        form_note = NOTE if self._form is None else self._form.note
        return DEEP_NOTE if deep and form_note == NOTE else form_note

    def proved(self) -> tuple[str, ...]:
        """What is proved, once all checks have passed."""
        if self._form is None or self.claim is None:
            return ()
        own = rests_on(self._given.reduction_name)
        words = [f"the formula rests on {shown(own)}"] if own else []
        return (*self._form.proved(self._given.problem, self.claim), *words)

    def _read_summary(self) -> str:
        try:
            with open_file(self._folder, SUMMARY, MOST_SUMMARY) as file:
                summary = json.loads(file.read(MOST_SUMMARY))
        except (ValueError, RecursionError):
            raise CertificateError(f"{SUMMARY} is not JSON") from None
        if not isinstance(summary, dict) or summary.get("format") != FORMAT:
            raise CertificateError(f"{SUMMARY} is not a certificate of format {FORMAT}")
        for key in ("verdict", "kind", "reduction", "coversat", "solver"):
            if not isinstance(summary.get(key), str):
                raise CertificateError(f"{SUMMARY} has no text for {key!r}")
        claim = claim_in(summary)
        form = self._form_of(claim, summary.get("proof"))
        own: Mapping[str, int] = form.files(claim) if form else dict.fromkeys(TWO_ANSWERS, SHORT)
        sizes = {PUZZLE: SHORT, **own}
        files = summary.get("files")
        if isinstance(files, dict):
            sizes |= {name: SHORT for name in DEFINITIONS if name in files}
        if not isinstance(files, dict) or sorted(files) != sorted(sizes):
            raise CertificateError(f"a certificate of {claim} has {', '.join(sizes)}")
        self._summary, self._form, self._sizes, self.claim = summary, form, sizes, claim
        origin = f", which rests on {summary['rests_on']!a:.80}" if summary.get("rests_on") else ""
        way = f" by {summary['reduction'][:80]!a}" if summary["reduction"] else ""
        return f"claims {claim} for a {summary['kind'][:40]!a}{way}{origin}"

    @staticmethod
    def _form_of(claim: Claim, proof: object) -> ProofForm | None:
        form = FORMS.get(proof) if isinstance(proof, str) else None
        if not claim.needs_proof and not (form and form.about_rules):
            return None
        if form is None:
            raise CertificateError(f"its form of proof is none of {', '.join(FORMS)}")
        if claim.count is not None and not form.counts:
            raise CertificateError(f"a proof by {proof} cannot state a count")
        return form

    def _open_files(self) -> str:
        for name, most in self._sizes.items():
            file = self._files[name] = self._stack.enter_context(open_file(self._folder, name, most))
            if self._summary["files"][name] != file_entry(file):
                raise CertificateError(f"{name} is not the file whose SHA-256 {SUMMARY} states")
        return f"{len(self._files)} files have the stated SHA-256"

    def _compare_definitions(self) -> str:
        """The files that define the kind are those that the user has loaded; none is run from the folder."""
        mine = {definition.text.encode(): definition.file for definition in all_definitions()}
        self._definitions = {name: self._files[name].read() for name in DEFINITIONS if name in self._files}
        for name, text in self._definitions.items():
            if text not in mine:
                kind, place = self._summary["kind"], shown(self._folder / name)
                raise UndecidedError(
                    f"{name} defines the {kind} and is not run: read it, then name it as the kind ({place})"
                )
        paths = (shown(mine[text]) for text in self._definitions.values())
        return f"{', '.join(self._definitions)}: the same as {', '.join(paths)}"

    def _read_puzzle(self) -> str:
        assert self.claim is not None
        kind = self._summary["kind"]
        try:
            document = read(self._files[PUZZLE].read().decode(), kind)
        except KeyError:
            raise CertificateError("there is no problem of its kind") from None
        except UnicodeDecodeError:
            raise CertificateError(f"{PUZZLE} is not UTF-8") from None
        except ValueError as error:
            raise CertificateError(f"{PUZZLE}: {error}") from None
        if len(document.problems) != 1:
            raise CertificateError(f"{PUZZLE} holds {len(document.problems)} puzzles, not one")
        own = [definition.text.encode() for definition in definitions(document.problems[0])]
        if sorted(own) != sorted(self._definitions.values()):
            raise CertificateError(f"the {kind} is not defined as in the certificate")
        self._given = OpenCertificate(
            document.problems[0],
            document.form,
            self._summary["reduction"],
            self.claim,
            self._summary.get("sizes"),
            self._files,
            self._deadline,
            self._folder,
        )
        return f"one {kind}, in the form {document.form.name}"

    def _find_encoding(self) -> str:
        """The encoding in a file of a user is one that the user has loaded."""
        if file := rests_on(self._given.reduction_name):
            return f"defined by {shown(file)}"
        stated = str(self._summary["rests_on"])[:80]
        raise UndecidedError(
            f"the formula rests on {stated!a}, which is not run: read it, then name it by --with"
        )

    def _compare_with_rules(self) -> str:
        if self._form is None:
            return "two answers prove themselves: there is no formula to compare with them"
        if self._form.about_rules:
            return "the theorem states the rules themselves: there is no formula to compare with them"
        return agreement(self._given.problem, self._form.formula_rows(self._given), self._deadline)

    def _two_answers(self) -> str:
        answers = [answer_in(self._given, self._given.text(name), name) for name in TWO_ANSWERS]
        first, second = map(self._given.problem.identity, answers)
        if first == second:
            raise CertificateError("the two answers are the same")
        return "two different ones obey the puzzle's rules"
