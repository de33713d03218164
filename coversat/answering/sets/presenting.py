"""Results as JSON objects or as lines for people, the same for one puzzle and for a million."""

from __future__ import annotations

import time
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ...base.errors import BAD, NO, YES, InputError
from ...base.wording import counted
from ...problems import AnyProblem, find_form
from ...problems.bulk import ALONE
from ...problems.user_files import rests_on
from ...solvers.findings import Findings, Verdict
from ..found import remark, result_words, shown_answers, two_answers
from .entry import Block, Entry, Part, Stored, judged, named, of_right
from .request import ERROR, Answered, BlockResults, PuzzleResult, Request

if TYPE_CHECKING:
    from ...base.log import Log


class Shown(NamedTuple):
    """Text for standard output and standard error, each without a final newline."""

    out: str
    err: str = ""


class Texts(Sequence[Shown]):
    """The texts of several puzzles; `err` maps positions to texts.

    Those of a block, one line each, remain one text until a single one is wanted.
    """

    def __init__(self, out: Iterable[str] | str = (), err: Mapping[int, str] | None = None) -> None:
        self._out = out if isinstance(out, str) else list(out)
        self.err = dict(err or {})

    @property
    def out(self) -> list[str]:
        if isinstance(self._out, str):
            self._out = self._out.split("\n")
        return self._out

    @property
    def whole(self) -> list[str]:
        """The texts of `out`, perhaps several in one."""
        return [self._out] if isinstance(self._out, str) else self._out

    def __len__(self) -> int:
        return len(self.out)

    def __getitem__(self, at: Any) -> Any:
        return Shown(self.out[at], self.err.get(at, ""))

    def put(self, at: int, shown: Shown) -> None:
        self.out[at] = shown.out
        if shown.err:
            self.err[at] = shown.err


def together(results: Iterable[Shown | Texts]) -> Iterator[Texts]:
    """The same texts: those of blocks as they are, others as many at once as follow each other."""
    for of_block, group in groupby(results, lambda shown: isinstance(shown, Texts)):
        if of_block:
            yield from cast(Iterator[Texts], group)
        else:
            out, err = zip(*group, strict=True)
            yield Texts(out, {at: one for at, one in enumerate(err) if one})


def _shown(entry: Entry, out: str, err: str = "") -> Shown:
    return Shown(out, "\n".join([*remarks(entry), *filter(None, [err])]))


def remarks(entry: Entry) -> list[str]:
    """The remarks of an entry, as lines for standard error."""
    return [f"{named(entry.file)}: {remark}" for remark in entry.remarks]


def read_as(entry: Entry, problem: AnyProblem | None, stored: Stored, with_clash: bool = True) -> str:
    """How a puzzle was read, for its result line: ``sudoku 9x9``; empty if nothing needs to be said."""
    parts = []
    if entry.kind_from == "shape":
        problem = problem or entry.problem()
        parts = list(filter(None, [problem.called, problem.clash if with_clash else ""]))
    parts += [problem.differs_by] if problem and problem.differs_by else []
    parts += [stored.words] if stored.words else []
    return "; ".join([*parts, *_not_read(entry.unread)])


def _not_read(unread: Sequence[str]) -> list[str]:
    return [f"not read: {', '.join(unread)}"] if unread else []


def aside(entry: Entry, problem: AnyProblem) -> list[str]:
    """The same once for a text, as lines for standard error, of a command that prints no such line."""
    first = entry.case in (1, None)
    lines = [f"read as {problem.called}"] if first and entry.kind_from == "shape" else []
    if first or entry.line is not None:
        lines += _not_read(entry.unread)
    return [f"{named(entry.file)}: {line}" for line in lines]


class JsonRows(NamedTuple):
    """One JSON object per puzzle; `times`: with seconds, which differ between runs."""

    times: bool = False

    def found(
        self, request: Request, entry: Entry, problem: AnyProblem | None, findings: Findings[Any]
    ) -> Shown:
        stored = judged(problem, entry.stored, findings)
        row = self.row(request, entry, problem, findings, stored)
        return _shown(entry, _as_json(row), wrong_answer(entry, stored))

    def row(
        self,
        request: Request,
        entry: Entry,
        problem: AnyProblem | None,
        findings: Findings[Any],
        stored: Stored,
    ) -> dict[str, Any]:
        """The object for what was found; without a problem it has no answers."""
        verdict = request.verdict(findings)
        row: dict[str, Any] = {
            **_place(entry),
            "status": verdict.value,
            "answers": [problem.answer_rows(answer) for answer in findings.answers] if problem else [],
            "count": findings.at_least,
            "exact": findings.exhausted,
            "route": findings.route or None,
            "reason": findings.reason,
            "claimed_by": findings.claimed_by,
            "smallest": findings.smallest if request.command == "solve" else None,
            "stored": stored.judgement,
        }
        if own := rests_on(findings.route):
            row["rests_on"] = own
        if stored.broken:
            row["message"] = f"the stored answer is wrong: {stored.broken}"
        if request.certificates is not None:
            written = verdict is not Verdict.UNKNOWN and findings.reason is None
            row["certificate"] = entry.certificate if written else None
        if self.times:
            row["seconds"] = round(findings.seconds, 6)
        return row | _origin(request, entry)

    def fault(self, request: Request, entry: Entry, error: InputError) -> Shown:
        return _shown(entry, _as_json(self.error_row(request, entry, error)))

    def error_row(self, request: Request, entry: Entry, error: InputError) -> dict[str, Any]:
        """The object for a malformed puzzle, or one that could not be asked about."""
        line = entry.line if error.line is None else error.line
        row = {
            **_place(entry),
            "line": line,
            "status": ERROR,
            "column": error.column,
            "message": error.message,
        }
        return row | _origin(request, entry)

    def many(self, request: Request, answered: Answered) -> Texts:
        """The objects of a block; their constant parts are formatted once."""
        block = answered.block
        columns = {"case": block.numbers(block.case), "line": block.numbers(block.line)}
        if request.command != "count" and answered.together:
            columns["answers"] = block.bulk.json_lists(answered.counted, answered.answers)
        if self.times:
            columns["seconds"] = [str(round(second, 6)) for second in answered.seconds]
        if block.notes:
            columns["note"] = [_as_json(note or None) for note in block.notes]
        if block.unread:
            columns["unread"] = [_as_json(list(one) or None) for one in block.unread]
        columns["id"] = block.ids
        templates = {
            found.at_least: self._template(request, block[0], found, columns) for found in answered.findings
        }
        return _texts(answered, templates, [*columns.values()])

    def _template(self, request: Request, entry: Entry, found: Findings[Any], columns: Iterable[str]) -> str:
        """The object, with holes for values that differ between entries; see `Bulk.filled`."""
        holes = {name: f"\0{name}" for name in columns}  # no file name contains a zero byte
        stored = of_right(entry.stored is not None, found.at_least)
        text = _as_json(self.row(request, entry, None, found, stored) | holes)
        for number, (name, hole) in enumerate(holes.items(), 1):
            text = text.replace(_as_json(hole), f'"{chr(number)}"' if name == "id" else chr(number))
        return text


def status_and_code(request: Request, row: dict[str, Any]) -> tuple[str, int] | None:
    """The status and exit code of a row written by `JsonRows`; None if it is inconsistent."""
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
    verdict = request.verdict(Findings((), count, exact, reason=reason)).value
    code = request.code(verdict, count, reason)
    code = NO if code == YES and request.is_wrong(row.get("stored", "")) else code
    return (verdict, code) if row.get("status") == verdict else None


ROW_BEGINS = (b'{"file": ',)
"""How the rows of `JsonRows` begin."""


def earlier_results(
    log: Log, entries: Iterator[Entry], request: Request, begins: str = ""
) -> Iterator[tuple[str, int]]:
    """The status and exit code of each result in a resumed log; skips its entries.

    Results are matched by number and content, so the file of puzzles may have been moved.

    * begins: the first line of the results of a part; see `shares.head`.

    Raise `LogError` if a result belongs to another entry or command.
    """
    from ...base.log import LogError  # few runs are continued
    from .shares import rows_before

    for number, row in rows_before(log, begins):
        place = f"{log.name}:{number}"
        if row is None:
            raise LogError(f"{place}: expected a result of coversat")
        entry = next(entries, None)
        if entry is None:
            raise LogError(f"{place}: the input has no more puzzles; it was changed")
        if (row.get("case"), row.get("id")) != (entry.case, entry.id):
            raise LogError(f"{place}: not the result of {entry.name}; the input was changed")
        if row.get("command") != request.command:
            raise LogError(f"{place}: a result of '{row.get('command')}', not '{request.command}'")
        result = status_and_code(request, row)
        if result is None:
            raise LogError(f"{place}: not a result that coversat writes; it was changed")
        yield result


def _place(entry: Entry) -> dict[str, Any]:
    return {
        "file": entry.file,
        "case": entry.case,
        "line": entry.line,
        "kind": entry.kind or None,
        "form": entry.form or None,
        "kind_from": entry.kind_from or None,
    }


def wrong_answer(entry: Entry, stored: Stored) -> str:
    """A sentence about a stored answer that is wrong, with its place; empty otherwise."""
    place = named(entry.file) if entry.line is None else f"{named(entry.file)}:{entry.line}"
    return f"{place}: the stored answer of #{entry.case} is wrong: {stored.broken}" if stored.broken else ""


def _origin(request: Request, entry: Entry) -> dict[str, Any]:
    unread = list(entry.unread) or None
    return {"note": entry.note or None, "unread": unread, "command": request.command, "id": entry.id}


def _texts(answered: Answered, templates: Mapping[int, str], columns: Sequence[int | Sequence[str]]) -> Texts:
    """The texts of a block: the template of the number of answers, filled, or what was said separately."""
    if not answered.together:
        texts = Texts([""] * len(answered.counts))
    else:
        texts = Texts(answered.block.bulk.filled(answered.counts, {ALONE: "", **templates}, columns))
    for at, alone in answered.alone.items():
        texts.put(at, alone.shown)
    return texts


def _as_json(value: Any) -> str:
    import json

    return json.dumps(value)


class Lines(NamedTuple):
    """Lines for people: a verdict or a number, with two answers if there are several; or answers.

    * width: the width of the terminal.
    * brief: one line per puzzle; ``check`` shows no answers.
    * hints: whether to mention that a puzzle has more answers than printed.
    * drawn: whether to draw loops and lines below answers.
    """

    width: int = 80
    brief: bool = False
    hints: bool = False
    drawn: bool = False

    def wants_answers(self, request: Request, verdict: Verdict) -> bool:
        if request.command == "solve":
            return True
        return request.command == "check" and verdict is Verdict.MULTIPLE and not self.brief

    def found(
        self, request: Request, entry: Entry, problem: AnyProblem | None, findings: Findings[Any]
    ) -> Shown:
        stored = judged(problem, entry.stored, findings)
        found, wrong = result_words(request.command, findings), wrong_answer(entry, stored)
        said = read_as(entry, problem, stored)
        name = f"{entry.name} ({said})" if said else entry.name
        line = f"{found} {name}{remark(request.command, findings)}"
        if problem is None or not (
            findings.answers and self.wants_answers(request, request.verdict(findings))
        ):
            return _shown(entry, line, wrong)
        if request.command == "check":
            return _shown(
                entry, f"{line}\n{two_answers(problem, findings.answers, self.width, self.drawn)}", wrong
            )
        form = find_form(entry.kind, entry.form)
        answers = shown_answers(problem, form, findings.answers, entry.case or 1, self.drawn)
        return _shown(entry, answers, "\n".join(filter(None, [self._aside(entry, problem, findings), wrong])))

    def many(self, request: Request, answered: Answered) -> Texts:
        block = answered.block
        name = f"{named(block.file)} #"
        verdicts = {found.at_least: result_words(request.command, found) for found in answered.findings}
        templates = {}
        for count, verdict in verdicts.items():
            first = block[0]._replace(unread=())
            said = read_as(first, None, of_right(bool(block.stored), count), with_clash=False)
            templates[count] = f"{verdict} {name}\1" + (f" ({said}\2)" if said else "\3")
        unread = ["".join(_not_read(one)) for one in block.unread] or [""] * len(block)
        behind, alone = [one and f"; {one}" for one in unread], [one and f" ({one})" for one in unread]
        texts = _texts(answered, templates, [block.numbers(block.case), behind, alone])
        solved = request.command == "solve"
        shown = {found.at_least for found in answered.findings if self.wants_answers(request, found.verdict)}
        shown = (set() if solved else shown) | ({0} if block.kind_from == "shape" else set())  # a clash
        if not shown.isdisjoint(answered.counts):
            for at, found in enumerate(answered.each()):
                if found is not None and found.at_least in shown:
                    texts.put(at, self.found(request, block[at], block[at].problem(), found))
        if not solved:
            return texts
        both = zip(answered.lines(), texts.out, strict=True)  # the form shows an answer as a line of digits
        err, problem = dict(texts.err), block[0].problem()
        for at in range(len(block) if block.unread else 1):
            if at not in answered.alone and answered.counts[at] and (lines := aside(block[at], problem)):
                err[at] = "\n".join(lines)
        return Texts([lines[0] if lines else out for lines, out in both], err)

    def _aside(self, entry: Entry, problem: AnyProblem, findings: Findings[Any]) -> str:
        """Remarks that the answers do not show."""
        lines = []
        stopped = "" if findings.reason is None else f": stopped after {findings.reason}"
        if not findings.smallest and findings.answers:
            hint = "" if stopped else "; --smallest looks for it"
            others = "there may be other answers, and smaller ones"
            only = findings.verdict is Verdict.SATISFIABLE
            lines.append(f"{others if only else 'this may not be the smallest answer'}{stopped}{hint}")
        elif findings.reason is not None:
            lines.append(f"there may be other answers{stopped}")
        elif findings.at_least > len(findings.answers) and self.hints:
            lines.append("it has other answers too")
        return "\n".join([*aside(entry, problem), *(f"{entry.name}: {one}" for one in lines)])

    def fault(self, request: Request, entry: Entry, error: InputError) -> Shown:
        return _shown(entry, "", error.with_hint())


SLOWEST = 3


class Summary:
    """Statistics of results."""

    def __init__(self) -> None:
        self.statuses: Counter[str] = Counter()
        self.codes: set[int] = set()
        self.before = 0
        self._seconds = array("d")
        self._slowest: list[tuple[float, int, str]] = []
        self._started = time.monotonic()

    def add_before(self, status: str, code: int) -> None:
        self.before += 1
        self.statuses[status] += 1
        self.codes.add(code)

    def add(self, part: Part, result: PuzzleResult | BlockResults) -> None:
        if isinstance(part, Block):
            assert isinstance(result, BlockResults)
            self.statuses.update(result.statuses)
            self.codes.update(result.codes)
            if len(self._slowest) < SLOWEST or max(result.seconds) > self._slowest[-1][0]:
                for at in sorted(range(len(part)), key=result.seconds.__getitem__, reverse=True)[:SLOWEST]:
                    self._slow(result.seconds[at], len(self._seconds) + at, part[at])
            self._seconds.extend(result.seconds)
        else:
            assert isinstance(result, PuzzleResult)
            self.statuses[result.status] += 1
            self.codes.add(result.code)
            self._slow(result.seconds, len(self._seconds), part)
            self._seconds.append(result.seconds)

    def _slow(self, seconds: float, number: int, entry: Entry) -> None:
        """Add it to the slowest if it is one; of equals, the earlier remains."""
        place = entry.name if entry.line is None else f"{named(entry.file)}:{entry.line}"
        slow = (seconds, -number, place)
        self._slowest = sorted([*self._slowest, slow], reverse=True)[:SLOWEST]

    @property
    def _spent(self) -> float:
        return max(time.monotonic() - self._started, 1e-9)

    @property
    def rate(self) -> float:
        return len(self._seconds) / self._spent

    def progress(self, part: float | None) -> str:
        """What was done so far; with the part of the input that was read, also the time left."""
        words = f"{counted(self.statuses.total(), 'puzzle')}, {self.rate:.0f}/s"
        if part is None:
            return words
        left = f", {self._spent * (1 - part) / part:.0f} s left" if part else ""
        return f"{part:4.0%}  {words}{left}"

    def lines(self) -> list[str]:
        total = self.statuses.total()
        counts = ", ".join(f"{count} {status}" for status, count in self.statuses.most_common())
        head = f"{counted(total, 'puzzle')}: {counts}" if total else "no puzzle"
        if self.before:
            head += f" ({self.before} of them before)"
        if not self._seconds:
            return [head]
        ordered = sorted(self._seconds)
        return [
            head,
            f"{self._spent:.1f} s, {self.rate:.0f} puzzles/s; per puzzle {_time(_rank(ordered, 0.5))} "
            f"(median), {_time(_rank(ordered, 0.99))} (99th percentile)",
            "slowest: " + ", ".join(f"{_time(s)} {place}" for s, _, place in self._slowest),
        ]


def _rank(ordered: list[float], part: float) -> float:
    return ordered[max(0, -int(-part * len(ordered) // 1) - 1)]


def _time(seconds: float) -> str:
    if seconds < 1e-3:
        return f"{seconds * 1e6:.0f} us"
    return f"{seconds * 1e3:.1f} ms" if seconds < 1 else f"{seconds:.1f} s"
