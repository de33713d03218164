"""Asking a whole set: options, results in a file, progress and the summary.

A few puzzles are answered one after the other, as the commands always did.  More of them, or any of
these options, make a set.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .options import Size
from .results import BAD, INTERRUPTED, gravest

if TYPE_CHECKING:
    from ..batch.entries import Entries, Entry
    from ..batch.question import Question
    from ..batch.summary import Summary
    from ..solvers import Limits

F = TypeVar("F", bound=Callable[..., Any])

FEW = 16
"""Up to so many puzzles are no set."""

_OPTIONS = (
    click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Processes; as many as cores."),
    click.option("--memory", type=Size(), metavar="SIZE", help="The most a process may use, as 500M."),
    click.option("--out", metavar="FILE", help="Write results here, as JSON lines."),
    click.option("--resume", is_flag=True, help="Go on where the results of --out end."),
    click.option("--scheduler", metavar="ADDRESS", help="Use the Dask cluster at tcp://HOST:PORT."),
)


def set_options(command: F) -> F:
    """The options of sets."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


@dataclass(frozen=True)
class SetOptions:
    """How a set is to be worked on, as the options say."""

    jobs: int | None
    memory: int | None
    out: str | None
    resume: bool
    scheduler: str | None

    def check(self) -> None:
        """Refuse options that do not go together."""
        if self.resume and self.out is None:
            raise click.UsageError("--resume continues the file of --out")
        if self.scheduler is not None and (self.jobs or self.memory):
            raise click.UsageError("with --scheduler, jobs and memory are the cluster's to say")

    @property
    def asked(self) -> bool:
        """Whether any was given."""
        return self != SetOptions(None, None, None, False, None)


def few_or_set(entries: Entries, options: SetOptions) -> tuple[Iterable[Entry] | None, Iterator[Entry]]:
    """The entries when they are few, otherwise None; and those that are left."""
    options.check()
    if options.asked:
        return None, entries
    first = list(islice(entries, FEW + 1))
    return (first, iter(())) if len(first) <= FEW else (None, chain(first, entries))


def run_set(
    command: str,
    source: Entries,
    entries: Iterator[Entry],
    options: SetOptions,
    via: str | None,
    solver_command: str | None,
    wanted: Limits,
    as_json: bool,
) -> int:
    """Ask what `command` asks of each puzzle, print or write the results; the exit code."""
    from ..batch.question import Question

    written = as_json or options.out is not None
    question = Question(
        command,
        via,
        solver_command,
        wanted.answers,
        wanted.deadline.seconds,
        wanted.nodes,
        written,
        wanted.memo,
    )
    return _run_set(question, source, entries, options)


def _run_set(question: Question, source: Entries, entries: Iterator[Entry], options: SetOptions) -> int:
    from ..batch.journal import JournalError
    from ..batch.summary import Summary

    summary = Summary()
    try:
        with contextlib.ExitStack() as stack:
            write = _writer(stack, question, entries, options, summary)
            _run(question, source, entries, options, summary, write)
    except JournalError as error:
        click.echo(f"coversat: {error}", err=True)
        return BAD
    except KeyboardInterrupt:
        click.echo("\n".join(["", *summary.lines(), _how_to_go_on(options)]), err=True)
        return INTERRUPTED
    click.echo("\n".join(summary.lines()), err=True)
    return gravest(sorted(summary.codes))


def _writer(
    stack: contextlib.ExitStack,
    question: Question,
    entries: Iterator[Entry],
    options: SetOptions,
    summary: Summary,
) -> Callable[[Sequence[str]], None]:
    """What results are handed to: the file of ``--out``, behind those it holds, or standard output."""
    if options.out is None:
        return lambda lines: click.echo("\n".join(lines))
    from ..batch.journal import Journal

    journal = stack.enter_context(Journal(Path(options.out), options.resume))
    if options.resume:
        for row in journal.seen(entries, question.command):
            code = question.code(row["status"], len(row.get("answers", ())), row.get("count"))
            summary.add_before(row["status"], code)
    return journal.write


def _run(
    question: Question,
    source: Entries,
    entries: Iterator[Entry],
    options: SetOptions,
    summary: Summary,
    write: Callable[[Sequence[str]], None],
) -> None:
    from ..batch.run import run_parts

    parts = run_parts(question, entries, options.jobs, options.memory, options.scheduler)
    with contextlib.closing(parts), _progress(source, summary, options) as show:
        for part in parts:
            pairs = list(part.pairs())
            write([result.text for _, result in pairs])
            for entry, result in pairs:
                summary.add(entry, result)
            show()


def _how_to_go_on(options: SetOptions) -> str:
    if options.out is None:
        return "interrupted"
    return f"interrupted; {options.out} is whole so far: the same command with --resume goes on"


@contextlib.contextmanager
def _progress(source: Entries, summary: Summary, options: SetOptions) -> Iterator[Callable[[], None]]:
    """A bar on standard error where that is a terminal and the results go elsewhere."""
    if not sys.stderr.isatty() or (options.out is None and sys.stdout.isatty()):
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        BarColumn(bar_width=24),
        TextColumn("{task.percentage:3.0f}%" if source.total else ""),
        TextColumn("{task.fields[said]}"),
        TimeRemainingColumn(),
    )
    # Refreshed from here: a thread would forbid to fork workers.
    progress = Progress(*columns, console=Console(stderr=True), auto_refresh=False, transient=True)
    task = progress.add_task("", total=source.total, said="")
    shown = 0.0

    def show() -> None:
        nonlocal shown
        if time.monotonic() - shown >= 0.1:
            shown = time.monotonic()
            done = f"{summary.statuses.total()} puzzles, {summary.rate:.0f}/s"
            progress.update(task, completed=source.position, said=done)
            progress.refresh()

    with progress:
        yield show
