"""How results are written: JSON objects, or lines for people.  The same for one puzzle and for a million."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..errors import BAD, InputError
from ..findings import Findings, Verdict
from ..problems import AnyProblem, find_form
from .entries import Entry, named
from .query import ERROR, Query


class Shown(NamedTuple):
    """What goes to standard output and to standard error, each without a final newline."""

    out: str
    err: str = ""


def _shown(entry: Entry, out: str, err: str = "") -> Shown:
    """Behind what the entry's text says beside its puzzles."""
    return Shown(out, "\n".join([*remarks(entry), *filter(None, [err])]))


def remarks(entry: Entry) -> list[str]:
    """What the entry's text says beside its puzzles, in lines for standard error."""
    return [f"{named(entry.file)}: {remark}" for remark in entry.remarks]


class JsonRows(NamedTuple):
    """One JSON object a puzzle; `times`: with the seconds, which differ from run to run."""

    times: bool = False

    def wants_answers(self, query: Query, verdict: Verdict) -> bool:
        """All but counts show them."""
        return query.command != "count"

    def found(self, query: Query, entry: Entry, problem: AnyProblem | None, findings: Findings[Any]) -> Shown:
        """The object of findings."""
        verdict = query.verdict(findings)
        row: dict[str, Any] = {
            **_place(entry),
            "status": verdict.value,
            "answers": [problem.answer_rows(answer) for answer in findings.answers] if problem else [],
            "count": findings.at_least,
            "exact": findings.exhausted,
            "route": findings.route or None,
            "reason": findings.reason,
            "claimed_by": findings.claimed_by,
        }
        if query.proof is not None:
            row["certificate"] = None if verdict is Verdict.UNKNOWN else entry.certificate
        if self.times:
            row["seconds"] = round(findings.seconds, 6)
        return _as_json(query, entry, row)

    def fault(self, query: Query, entry: Entry, error: InputError) -> Shown:
        """The object of an error."""
        line = entry.line if error.line is None else error.line
        row = {
            **_place(entry),
            "line": line,
            "status": ERROR,
            "column": error.column,
            "message": error.message,
        }
        return _as_json(query, entry, row)


def told(query: Query, row: dict[str, Any]) -> tuple[str, int] | None:
    """The status and the exit code that an object of `JsonRows` tells; None where it contradicts itself."""
    if row.get("status") == ERROR:
        return ERROR, BAD
    count, exact, reason = row.get("count"), row.get("exact"), row.get("reason")
    if (
        type(count) is not int
        or count < 0
        or type(exact) is not bool
        or type(reason) not in (str, type(None))
    ):
        return None
    verdict = query.verdict(Findings((), count, exact, reason=reason)).value
    return (verdict, query.code(verdict, count, reason)) if row.get("status") == verdict else None


def _place(entry: Entry) -> dict[str, Any]:
    return {"file": entry.file, "case": entry.case, "line": entry.line, "kind": entry.kind or None}


def _as_json(query: Query, entry: Entry, row: dict[str, Any]) -> Shown:
    import json

    origin = {"note": entry.note or None, "command": query.command, "id": entry.id}
    return _shown(entry, json.dumps(row | origin))


class Lines(NamedTuple):
    """For people: a verdict or a number a line, with two answers where there are several; or answers.

    Attributes
    ----------
    width : int
        The terminal's.
    brief : bool
        A line a puzzle; ``check`` shows no answers.
    hints : bool
        Whether to say of a puzzle, some of whose answers are printed, that it has others.
    """

    width: int = 80
    brief: bool = False
    hints: bool = False

    def wants_answers(self, query: Query, verdict: Verdict) -> bool:
        """Answers that are asked for, or two that differ."""
        if query.command == "solve":
            return True
        return query.command == "check" and verdict is Verdict.MULTIPLE and not self.brief

    def found(self, query: Query, entry: Entry, problem: AnyProblem | None, findings: Findings[Any]) -> Shown:
        """The lines of findings."""
        remark = "" if findings.reason is None else f" (stopped after {findings.reason})"
        remark += "" if findings.claimed_by is None else f" (says {findings.claimed_by})"
        remark += f" (read as {entry.read_as})" if entry.read_as else ""
        if query.command == "count":
            return _shown(entry, f"{findings} {entry.name}{remark}")
        verdict = query.verdict(findings)
        line = f"{verdict.name} {entry.name}{remark}"
        if problem is None or not (findings.answers and self.wants_answers(query, verdict)):
            return _shown(entry, line)
        if query.command == "check":
            from ..drawing.side_by_side import mark_differences, side_by_side

            first, second = (problem.render(answer) for answer in findings.answers)
            return _shown(
                entry, f"{line}\n{side_by_side(*mark_differences(first, second), width=self.width)}"
            )
        return _shown(entry, _answers(entry, problem, findings), self._aside(entry, findings))

    def _aside(self, entry: Entry, findings: Findings[Any]) -> str:
        """What the answers do not say."""
        said = [f"read as {entry.read_as}"] if entry.read_as else []
        if findings.reason is not None:
            said.append(f"perhaps not all answers: stopped after {findings.reason}")
        elif findings.at_least > len(findings.answers) and self.hints:
            said.append("it has other answers too")
        return "\n".join(f"{entry.name}: {one}" for one in said)

    def fault(self, query: Query, entry: Entry, error: InputError) -> Shown:
        """The line, a caret, and what was expected."""
        return _shown(entry, "", str(error))


def _answers(entry: Entry, problem: AnyProblem, findings: Findings[Any]) -> str:
    show = find_form(entry.kind, entry.form).show
    shown = [show(problem, answer, entry.case or 1) for answer in findings.answers]
    # A blank line between answers of several lines, so that they can be told apart.
    return ("\n\n" if any("\n" in text for text in shown) else "\n").join(shown)
