"""Deciding how many answers a puzzle has, and writing down why."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..errors import LimitReachedError, WrongAnswerError
from ..exchange.origin import Origin, problem_text
from ..files import write_folder
from ..findings import Findings, Verdict
from ..problems import AnyForm, AnyProblem, read
from ..problems.cnf import Clause, Cnf, Model, dimacs_lines
from ..routing import Rules, judged, way_to
from ..solvers.sat import blocking_clause
from ..solvers.solver import NO_LIMITS, Limits, Meter
from ..values import replace
from ..version import VERSION
from . import layout
from .layout import CertificateError
from .proving import SOLVER, solve_with_proof


def certify(
    problem: AnyProblem,
    folder: Path,
    rules: Rules | None = None,
    form: AnyForm | None = None,
    limits: Limits = NO_LIMITS,
    proof: str = "drup",
) -> Findings[Any]:
    """Decide whether `problem` has no answer, one or several, and write the certificate.

    The folder is written whole or not at all.  Where a limit comes first it is not: then the findings have
    a `reason`.

    Parameters
    ----------
    problem : Problem
    folder : Path
        A name that does not exist yet, in a folder that does.
    rules : reductions, optional
        They end in a formula.  What `way_to` says where none are given.
    form : Form, optional
        How the puzzle is written in the certificate, where this form can.
    limits : Limits
        `limits.answers` is not looked at.  The deadline is felt by reading, reducing and proving, not by
        writing the folder.
    proof : str
        The form of the proof: ``drup``, which more programs read, or ``lrat``, which is longer and is
        checked faster.

    Raises
    ------
    CertificateError
        When the folder exists, the problem or an answer cannot be written so that it reads back, or the
        proof not in this form.
    OSError
        When writing fails; nothing is left behind.
    ReductionError, UnknownRouteError
        When the reductions do not take the problem, or do not end in a formula.
    WrongAnswerError
        When an answer breaks the puzzle's rules: a fault in coversat or in the solver.
    """
    started = time.perf_counter()
    folder = Path(folder)
    if folder.exists() or folder.is_symlink():
        raise CertificateError(f"{folder} exists already")
    if not folder.parent.is_dir():
        raise CertificateError(f"{folder.parent} is no folder")
    if proof not in layout.PROOFS:
        raise CertificateError(f"no form of proof {proof!r}; there is {', '.join(layout.PROOFS)}")
    case = _Case(problem, way_to(problem.kind, "cnf") if rules is None else rules, form, proof)
    meter, reason = Meter(limits), None
    try:
        with limits.deadline.enforced():
            files = case.decide(meter)
    except LimitReachedError as limit:
        reason = str(limit)
    else:
        write_folder(folder, files)
    answers = tuple(case.answers)
    return Findings(
        answers,
        at_least=len(answers),
        exhausted=reason is None and len(answers) < 2,
        route=case.route,
        seconds=time.perf_counter() - started,
        reason=reason,
        effort={"nodes": meter.nodes},
    )


class _Case:
    """One problem while its certificate is made."""

    def __init__(self, problem: AnyProblem, rules: Rules, form: AnyForm | None, proof: str) -> None:
        self._problem, self._rules, self._form = problem, rules, form
        self._reduction = "/".join(rule.name for rule in rules)
        self._blocked: Cnf | None = None
        self._proof_form, self._proof = proof, b""
        self.answers: list[Any] = []
        self._seconds: dict[str, float] = {}

    @property
    def route(self) -> str:
        """The reductions and the solver."""
        return f"{self._reduction}/{SOLVER}".lstrip("/")

    def decide(self, meter: Meter) -> dict[str, bytes]:
        """Derive the formula, look for an answer and for another, or a proof; the contents of all files."""
        started = time.perf_counter()
        self._derive()
        self._seconds["reduce"] = time.perf_counter() - started
        verdict = self._verdict(meter)
        files = self._files(verdict)
        return {**files, layout.SUMMARY: self._summary(verdict, files)}

    def _derive(self) -> None:
        # What is certified is the text, so everything is made from what it reads as.
        kind = self._problem.kind
        try:
            self._text = problem_text(self._problem, self._form)
        except ValueError as error:
            raise CertificateError(f"the {kind} has no text: {error}") from None
        document = read(self._text, kind)
        if document.problems != (self._problem,):
            raise CertificateError(f"the {kind}'s text does not read back as the same problem")
        derived = Origin(self._problem, document.form, self._rules).derive()
        self._formula, self._decode = derived.target, derived.decode

    def _verdict(self, meter: Meter) -> Verdict:
        """Keeps the answers, or the proof that there is none."""
        model = self._next_model("solve", self._formula, meter)
        if model is None:
            return Verdict.NONE
        blocked = with_clause(self._formula, blocking_clause(self._formula, model))
        if self._next_model("prove", blocked, meter) is not None:
            return Verdict.MULTIPLE
        self._blocked = blocked
        return Verdict.UNIQUE

    def _next_model(self, phase: str, formula: Cnf, meter: Meter) -> Model | None:
        started = time.perf_counter()
        found = solve_with_proof(formula, meter, self._proof_form)
        self._seconds[phase] = time.perf_counter() - started
        if isinstance(found, bytes):
            self._proof = found
            return None
        answer = judged(self._problem, self._decode(found), self.route)
        if answer in self.answers:
            raise WrongAnswerError(f"{self.route}: models that differ on the projection show the same answer")
        self.answers.append(answer)
        return found

    def _files(self, verdict: Verdict) -> dict[str, bytes]:
        files = {layout.PUZZLE: self._text.encode()}
        if verdict is Verdict.MULTIPLE:
            return files | dict(zip(layout.TWO_ANSWERS, map(self._answer_text, self.answers), strict=True))
        files[layout.FORMULA] = dimacs(self._formula)
        if self._blocked is not None:
            files[layout.ANSWER] = self._answer_text(self.answers[0])
            files[layout.BLOCKED] = dimacs(self._blocked)
        files[layout.PROOFS[self._proof_form]] = self._proof
        return files

    def _answer_text(self, answer: Any) -> bytes:
        text = self._problem.render(answer) + "\n"
        if self._problem.parse_answer(text) != answer:
            raise CertificateError(f"the {self._problem.kind}'s answer does not read back as the same")
        return text.encode()

    def _summary(self, verdict: Verdict, files: Mapping[str, bytes]) -> bytes:
        """The text of ``certificate.json``."""
        import pysat

        value = {
            "format": layout.FORMAT,
            "verdict": verdict.value,
            "kind": self._problem.kind,
            "reduction": self._reduction,
            **({"proof": self._proof_form} if verdict in layout.REFUTED else {}),
            "coversat": VERSION,
            "solver": f"{SOLVER} of python-sat {pysat.__version__}",
            "sizes": layout.formula_sizes(self._formula),
            "files": {name: layout.stated(content) for name, content in files.items()},
            "seconds": {phase: round(seconds, 6) for phase, seconds in self._seconds.items()},
            "note": layout.NOTE,
        }
        return (json.dumps(value, indent=2) + "\n").encode()


def with_clause(formula: Cnf, clause: Clause) -> Cnf:
    """The formula and one clause more, without names: what the proof refutes."""
    comments = (
        f"the clauses of {layout.FORMULA}, and one more at the end: it rules out one value of the projection",
    )
    return replace(formula, clauses=(*formula.clauses, clause), names={}, comments=comments)


def dimacs(formula: Cnf) -> bytes:
    """The DIMACS text."""
    return "".join(dimacs_lines(formula)).encode("ascii")
