"""How results are written: JSON objects, or lines for people.  The same for one puzzle and for a million."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from typing import Any, NamedTuple

from ..errors import BAD, InputError
from ..findings import Findings, Verdict
from ..problems import AnyProblem, find_form
from .blocks import ALONE, Answered
from .entries import CELLS, Entry, named
from .query import ERROR, Query


class Shown(NamedTuple):
    """What goes to standard output and to standard error, each without a final newline."""

    out: str
    err: str = ""


class Texts(Sequence[Shown]):
    """What is shown of several puzzles, in columns: `err` by place, of those that have any."""

    def __init__(self, out: Iterable[str] = (), err: Mapping[int, str] | None = None) -> None:
        self.out = list(out)
        self.err = dict(err or {})

    def __len__(self) -> int:
        return len(self.out)

    def __getitem__(self, at: Any) -> Any:
        return Shown(self.out[at], self.err.get(at, ""))

    def put(self, at: int, shown: Shown) -> None:
        """In the place of what is shown of one puzzle."""
        self.out[at] = shown.out
        if shown.err:
            self.err[at] = shown.err

    def add(self, more: Shown | Texts) -> None:
        """One puzzle more, or several."""
        if isinstance(more, Shown):
            more = Texts([more.out], {0: more.err} if more.err else {})
        self.err |= {len(self.out) + at: err for at, err in more.err.items()}
        self.out += more.out


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
        return _shown(entry, _as_json(self._row(query, entry, problem, findings)))

    def _row(
        self, query: Query, entry: Entry, problem: AnyProblem | None, findings: Findings[Any]
    ) -> dict[str, Any]:
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
            "smallest": findings.smallest if query.command == "solve" else None,
        }
        if query.certified:
            written = verdict is not Verdict.UNKNOWN and findings.reason is None
            row["certificate"] = entry.certificate if written else None
        if self.times:
            row["seconds"] = round(findings.seconds, 6)
        return row | _origin(query, entry)

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
        return _shown(entry, _as_json(row | _origin(query, entry)))

    def many(self, query: Query, answered: Answered) -> Texts:
        """The object of each; they differ in little, and the rest is written once."""
        block, total = answered.block, len(answered.counts)
        notes = map(_as_json, (note or None for note in block.notes)) if block.notes else repeat("null")
        columns: dict[str, Iterable[Any]] = {
            "case": range(block.case, block.case + total),
            "line": range(block.line, block.line + total),
            "answers": _answer_lists(answered),
            "seconds": (round(second, 6) for second in answered.seconds),
            "note": notes,
            "id": (f'"{one}"' for one in block.ids),
        }
        if not self.times:
            del columns["seconds"]
        if query.command == "count":
            columns["answers"] = repeat("[]")
        whole = {
            found.at_least: self._pattern(query, block[0], found, columns) for found in answered.findings
        }
        whole[ALONE] = "%.0s" * len(columns)
        rows = zip(answered.counts, *columns.values(), strict=False)
        texts = Texts([whole[count] % tuple(values) for count, *values in rows])
        for at, alone in answered.alone.items():
            texts.put(at, alone.shown)
        return texts

    def _pattern(self, query: Query, entry: Entry, found: Findings[Any], holes: Iterable[str]) -> str:
        """The object of findings, with places for what differs from entry to entry."""
        hole = "\0"  # no file has it in its name
        row = self._row(query, entry, None, found)
        text = _as_json(row | dict.fromkeys(holes, hole))
        return text.replace("%", "%%").replace(_as_json(hole), "%s")


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


def _origin(query: Query, entry: Entry) -> dict[str, Any]:
    return {"note": entry.note or None, "command": query.command, "id": entry.id}


def _as_json(value: Any) -> str:
    import json

    return json.dumps(value)


def _answer_lists(answered: Answered) -> Iterator[str]:
    """For each puzzle of a block a list of its answers, which are lists of rows."""
    shape = _as_json([[[0] * 9] * 9]).encode()  # of a list of one
    size, answers = len(shape), answered.answers.encode()
    filled = bytearray(shape * (len(answers) // CELLS))
    # The digit of one cell in all answers at a time.
    for cell, place in enumerate(at for at, character in enumerate(shape) if character == ord("0")):
        filled[place::size] = answers[cell::CELLS]
    text, at = filled.decode(), 0
    for count in answered.counts:
        if count in (0, ALONE):
            yield "[]"
        elif count == 1:
            yield text[at : at + size]
            at += size
        else:
            yield f"{text[at : at + size - 1]}, {text[at + size + 1 : at + 2 * size]}"
            at += 2 * size


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
        line = f"{self._said(query, findings)} {entry.name}"
        remark = "" if findings.reason is None else f" (stopped after {findings.reason})"
        remark += "" if findings.claimed_by is None else f" (says {findings.claimed_by})"
        remark += f" (read as {entry.read_as})" if entry.read_as else ""
        line += remark
        if problem is None or not (findings.answers and self.wants_answers(query, query.verdict(findings))):
            return _shown(entry, line)
        if query.command == "check":
            from ..drawing.marks import mark_differences, side_by_side

            first, second = (problem.render(answer) for answer in findings.answers)
            return _shown(
                entry, f"{line}\n{side_by_side(*mark_differences(first, second), width=self.width)}"
            )
        return _shown(entry, _answers(entry, problem, findings), self._aside(entry, findings))

    def _said(self, query: Query, findings: Findings[Any]) -> str:
        return str(findings) if query.command == "count" else query.verdict(findings).name

    def many(self, query: Query, answered: Answered) -> Texts:
        """The lines of each."""
        block = answered.block
        name = f"{named(block.file)} #"
        heads = {found.at_least: f"{self._said(query, found)} {name}" for found in answered.findings}
        heads[ALONE] = ""
        texts = Texts([f"{heads[count]}{case}" for case, count in enumerate(answered.counts, block.case)])
        for at, alone in answered.alone.items():
            texts.put(at, alone.shown)
        if query.command == "solve":  # an answer is a line of digits, as its form shows it
            texts.out = [
                lines[0] if lines else out for lines, out in zip(answered.lines(), texts.out, strict=True)
            ]
            return texts
        shown = {found.at_least for found in answered.findings if self.wants_answers(query, found.verdict)}
        if not shown.isdisjoint(answered.counts):
            for at, found in enumerate(answered.each()):
                if found is not None and found.at_least in shown and found.answers:
                    texts.put(at, self.found(query, block[at], block[at].problem(), found))
        return texts

    def _aside(self, entry: Entry, findings: Findings[Any]) -> str:
        """What the answers do not say."""
        said = [f"read as {entry.read_as}"] if entry.read_as else []
        stopped = "" if findings.reason is None else f": stopped after {findings.reason}"
        if not findings.smallest and findings.answers:
            hint = "" if stopped else "; --smallest looks for it"
            said.append(f"this may not be the smallest answer{stopped}{hint}")
        elif findings.reason is not None:
            said.append(f"there may be other answers{stopped}")
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
