"""``coversat solve``, ``check`` and ``count``, of one puzzle or a million."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ..batch.entries import Entries, Entry, with_certificates
from ..batch.presenting import JsonRows, Lines, Texts
from ..batch.query import Presenter, Query
from ..batch.run import run
from ..batch.summary import Summary
from ..files import shown
from . import options as shared
from .options import COUNTING_PROOFS, Certified, certifying, command, options, size, whole
from .output import Progress, columns, echo, worst

if TYPE_CHECKING:
    from ..parts.asking import Hands

asking = options(
    shared.files,
    shared.via,
    shared.solver_command,
    shared.timeout,
    shared.nodes,
    shared.kind,
    shared.as_json,
    click.option("--times", is_flag=True, help="With --json or --out: add the seconds of each puzzle."),
    click.option("--jobs", type=whole(), metavar="N", help="Processes, for a set or one large puzzle."),
    shared.memory,
    click.option("--out", metavar="FILE", help="Write results here as JSON lines, and a summary at the end."),
    click.option("--resume", is_flag=True, help="Continue where the results in --out end."),
    click.option("--scheduler", metavar="ADDRESS", help="Use the Dask cluster at tcp://HOST:PORT."),
    click.option("--summary", is_flag=True, help="Print a summary to standard error at the end."),
)
"""The options that the three commands share; their parameters are those of `Asking`."""


class Asking(NamedTuple):
    """Which puzzles are asked, how, and where the results go, as the options say."""

    files: tuple[str, ...]
    via: str | None
    solver_command: str | None
    timeout: float | None
    nodes: int | None
    kind: str | None
    as_json: bool
    times: bool
    jobs: int | None
    memory: int | None
    out: str | None
    resume: bool
    scheduler: str | None
    summary: bool

    @classmethod
    def of(cls, options: dict[str, Any]) -> Asking:
        """As the options say.

        Raises
        ------
        UsageError
            When they contradict each other.
        """
        asking = cls(**options)
        if asking.out == "":
            raise click.UsageError("--out needs the name of a file")
        if asking.resume and asking.out in (None, "-"):
            raise click.UsageError("--resume continues the file of --out")
        if asking.scheduler is not None and (asking.jobs or asking.memory):
            raise click.UsageError("with --scheduler, jobs and memory are the cluster's to say")
        if asking.times and not (asking.as_json or asking.out):
            raise click.UsageError("--times needs --json or --out")
        return asking

    def query(self, command: str, **asked: Any) -> Query:
        """What is asked of each puzzle; `asked` is what only this command has."""
        return Query(command, self.via, self.solver_command, seconds=self.timeout, nodes=self.nodes, **asked)

    def presenter(self, brief: bool) -> Presenter:
        """How results are written."""
        if self.as_json or self.out is not None:
            return JsonRows(self.times)
        return Lines(columns(), brief, sys.stderr.isatty())

    def ask(
        self, query: Query, brief: bool = False, certificates: str | None = None, classes: bool = False
    ) -> int:
        """Ask each puzzle, print or write the results; the exit code."""
        source = Entries(self.files, self.kind, self.timeout)
        entries: Iterator[Entry] = source if certificates is None else with_certificates(source, certificates)
        tally = Summary()
        try:
            with contextlib.ExitStack() as stack:
                hands = self._hands(stack, source, classes) if query.divides else None
                if classes and hands is None:
                    raise click.UsageError("--classes is for the count of one puzzle")
                write = self._writer(stack, query, entries, tally, hands)
                workers = self.jobs, self.memory, self.scheduler
                chunks = run(query, entries, self.presenter(brief), *workers, hands)
                stack.enter_context(contextlib.closing(chunks))
                show = _say_nothing if hands else stack.enter_context(self._progress(source, tally))
                for chunk in chunks:
                    texts = Texts()
                    for _, result in chunk.told():
                        texts.add(result.shown)
                    write(texts)
                    for part, result in chunk.told():
                        tally.add(part, result)
                    show()
        except KeyboardInterrupt:
            self._sum_up(tally)
            if self.out not in (None, "-"):
                echo(f"{shown(self.out)} is whole so far: the same command with --resume goes on", err=True)
            raise
        self._sum_up(tally)
        return worst(tally.codes)

    def _sum_up(self, tally: Summary) -> None:
        if self.summary or self.out is not None:
            echo("\n".join(tally.lines()), err=True)

    def _hands(self, stack: contextlib.ExitStack, source: Entries, classes: bool) -> Hands | None:
        """Who works on the parts of a puzzle that is the only one, where several were asked for."""
        if self.scheduler is None and (self.jobs or 1) < 2 and not classes:
            return None
        if source.alone() is None:
            return None
        from pathlib import Path

        from ..parts.asking import Hands, Standing

        show = stack.enter_context(Progress())

        def watch(standing: Standing) -> None:
            show(standing.in_words())

        out = None if self.out in (None, "-") else Path(str(self.out))
        # Beside a device or a pipe nothing is kept: they cannot be gone on with.
        kept = Path(f"{out}.parts") if out is not None and (out.is_file() or not out.exists()) else None
        return Hands(self.jobs or 1, self.memory, self.scheduler, classes, kept, self.resume, watch)

    def _writer(
        self,
        stack: contextlib.ExitStack,
        query: Query,
        entries: Iterator[Entry],
        tally: Summary,
        hands: Hands | None,
    ) -> Callable[[Texts], None]:
        """What results are handed to: the file of ``--out``, behind those it holds, or standard output."""
        if self.out in (None, "-"):
            return _print
        from pathlib import Path

        from ..batch.journal import Journal

        journal = stack.enter_context(Journal(Path(str(self.out)), self.resume))
        if self.resume and hands is not None and hands.kept is not None and hands.kept.exists():
            journal.empty()  # where parts are kept, the result was not the last word
        elif self.resume:
            for status, code in journal.seen(entries, query):
                tally.add_before(status, code)

        def write(texts: Texts) -> None:
            journal.write(texts.out)
            _print(Texts([], texts.err))

        return write

    @contextlib.contextmanager
    def _progress(self, source: Entries, tally: Summary) -> Iterator[Callable[[], None]]:
        """A bar on standard error where that is a terminal and the results go elsewhere."""
        if not sys.stderr.isatty() or (self.out is None and sys.stdout.isatty()):
            yield lambda: None
            return
        from rich import progress as bars
        from rich.console import Console

        columns = (
            bars.BarColumn(bar_width=24),
            bars.TextColumn("{task.percentage:3.0f}%" if source.total else ""),
            bars.TextColumn("{task.fields[said]}"),
            bars.TimeRemainingColumn(),
        )
        # Refreshed from here: a thread would forbid to fork workers.
        progress = bars.Progress(*columns, console=Console(stderr=True), auto_refresh=False, transient=True)
        task = progress.add_task("", total=source.total, said="")
        shown = time.monotonic()

        def show() -> None:
            nonlocal shown
            if time.monotonic() - shown >= 0.1:
                shown = time.monotonic()
                done = f"{tally.statuses.total()} puzzles, {tally.rate:.0f}/s"
                progress.update(task, completed=source.position, said=done)
                progress.refresh()

        with progress:
            yield show


def _say_nothing() -> None:
    """Where something else shows how far it is."""


def _print(texts: Texts) -> None:
    """What goes to standard output in as few calls as keep the order of the two streams."""
    start = 0
    for end, err in [*((at + 1, err) for at, err in sorted(texts.err.items())), (len(texts.out), "")]:
        out = "\n".join(filter(None, texts.out[start:end]))
        if out:
            echo(out)
        if err:
            echo(err, err=True)
        start = end


@command(
    examples=(
        "coversat solve examples/sudominoku/boj4574.txt",
        "coversat solve examples/queens/eight.txt --limit 3",
    )
)
@asking
@click.option("--all", "everything", is_flag=True, help="Every answer, in increasing order.")
@click.option("--smallest", is_flag=True, help="Search for the smallest answer however long that takes.")
@click.option("--limit", type=whole(), metavar="N", help="At most this many answers (1 if not given).")
def solve_command(everything: bool, smallest: bool, limit: int | None, **others: Any) -> int:
    """Print the answers of puzzles, each checked by the rules.

    An answer is printed in the form of the input: for input of BOJ 4574, 'Puzzle 1' and nine lines. For a
    puzzle without an answer NONE is printed with its name, and UNKNOWN if a limit came before any answer was
    found.

    Without --via the answer is the smallest one if that is settled within a fixed amount of work, which is
    about a second. Otherwise it is the first one found, with a note on standard error. The same holds where a
    limit comes while an answer is known: it is printed, and the exit code is 0.
    """
    if everything and limit is not None:
        raise click.UsageError("--all and --limit exclude each other")
    asking = Asking.of(others)
    if smallest and (asking.via is not None or asking.solver_command is not None):
        raise click.UsageError("--smallest chooses the route itself: leave out --via and --solver-command")
    wanted = None if everything else limit or 1
    return asking.ask(asking.query("solve", answers=wanted, smallest=smallest))


@command(
    examples=(
        "coversat check examples/sudoku/killer.txt --out results.jsonl --timeout 10",
        "coversat check examples/sudoku/boj2239.txt --certify proofs",
    )
)
@asking
@click.option("--brief", is_flag=True, help="One line a puzzle: MULTIPLE shows no answers.")
@certifying("each verdict; --via names a reduction")
def check_command(brief: bool, folder: str | None, proof: str | None, **others: Any) -> int:
    """Decide whether each puzzle has exactly one answer.

    One line per puzzle: UNIQUE, MULTIPLE, NONE or UNKNOWN, the file and the puzzle's number in it. MULTIPLE
    shows two answers; a star marks each value that differs.

    With --certify each verdict gets a folder with the puzzle, the formula, the answer and a proof, which
    'coversat verify DIR' checks: by clauses, drup or lrat, which is checked faster; by the exact cover,
    enumeration; or as a count of models, graph.
    """
    asking = Asking.of(others)
    asked = certificates(Certified(folder, proof), asking)
    return asking.ask(asking.query("check", **asked), brief, folder)


@command(
    examples=(
        "coversat count examples/sudoku/two-answers.txt --limit 50",
        "coversat count examples/queens/eight.txt --certify proofs",
    )
)
@asking
@click.option("--limit", type=whole(), metavar="N", help="Stop at this many answers.")
@click.option(
    "--memo-limit",
    type=size(0),
    metavar="SIZE",
    help="Memory for remembering positions already met, as 500M; 0 visits every answer. Default: 256M.",
)
@click.option(
    "--classes", is_flag=True, help="Of one puzzle: count parts that are images of each other once."
)
@certifying("each number; --via names a reduction", COUNTING_PROOFS)
def count_command(
    limit: int | None,
    memo_limit: int | None,
    classes: bool,
    folder: str | None,
    proof: str | None,
    **others: Any,
) -> int:
    """Count the distinct answers: 'exactly n', or 'at least n' where a limit came first.

    With --certify each number gets a folder with the puzzle, what it reduces to and a proof, which 'coversat
    verify DIR' checks: enumeration lists every answer; graph is for counts of any size.
    """
    asking = Asking.of(others)
    asked = certificates(Certified(folder, proof), asking)
    if asked and (limit is not None or memo_limit is not None):
        raise click.UsageError("--certify counts all answers, without --limit and --memo-limit")
    query = asking.query("count", answers=limit, memo=memo_limit, **asked)
    return asking.ask(query, certificates=folder, classes=classes)


def certificates(certified: Certified, asking: Asking) -> dict[str, Any]:
    """The fields of a query for certificates; raises `click.UsageError` for contradictory options."""
    if not certified.wanted():
        return {}
    if asking.solver_command is not None:
        raise click.UsageError("--certify and --solver-command exclude each other")
    return {"certified": True, "proof": certified.proof}
