"""What ``check``, ``solve`` and ``count`` share: their options, and asking one puzzle or a million."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from ..batch.entries import Entries, Entry, with_certificates
from ..batch.presenting import JsonRows, Lines, Texts
from ..batch.query import Presenter, Query
from ..batch.run import run
from ..batch.summary import Summary
from ..files import shown
from .commands import Option, UsageError, Whole, echo
from .options import FILES, JSON, KIND, NODES, PROGRAM, TIMEOUT, VIA, some_size
from .progress import Progress
from .results import worst

if TYPE_CHECKING:
    from ..parts.asking import Hands

ASKING = (
    FILES,
    VIA,
    PROGRAM,
    TIMEOUT,
    NODES,
    KIND,
    JSON,
    Option("--times", "With --json or --out: the seconds of each puzzle, too."),
    Option("--jobs", "Processes, for a set or one large puzzle.", "N", read=Whole()),
    Option("--memory", "The most a process may use, as 500M.", "SIZE", read=some_size),
    Option("--out", "Write results here, as JSON lines; sum up at the end.", "FILE"),
    Option("--resume", "Go on where the results of --out end."),
    Option("--scheduler", "Use the Dask cluster at tcp://HOST:PORT.", "ADDRESS"),
    Option("--summary", "Print a summary to standard error at the end."),
)
"""What each of the three takes; the parameters are those of `Asking`."""


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
            raise UsageError("--out needs the name of a file")
        if asking.resume and asking.out in (None, "-"):
            raise UsageError("--resume continues the file of --out")
        if asking.scheduler is not None and (asking.jobs or asking.memory):
            raise UsageError("with --scheduler, jobs and memory are the cluster's to say")
        if asking.times and not (asking.as_json or asking.out):
            raise UsageError("--times needs --json or --out")
        return asking

    def query(self, command: str, **asked: Any) -> Query:
        """What is asked of each puzzle; `asked` is what only this command has."""
        return Query(command, self.via, self.solver_command, seconds=self.timeout, nodes=self.nodes, **asked)

    def presenter(self, brief: bool) -> Presenter:
        """How results are written."""
        if self.as_json or self.out is not None:
            return JsonRows(self.times)
        return Lines(_terminal_width(), brief, sys.stderr.isatty())

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
                    raise UsageError("--classes is for the count of one puzzle")
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


def _terminal_width() -> int:
    """As `shutil` knows it, whose import is spared those who look at no terminal."""
    if "COLUMNS" not in os.environ and not sys.stdout.isatty():
        return 80
    from shutil import get_terminal_size

    return get_terminal_size().columns


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
