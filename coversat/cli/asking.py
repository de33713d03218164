"""``coversat solve``, ``check`` and ``count``, of one puzzle or a million."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ..answers.sets.entries import Entries
from ..answers.sets.entry import Entry, with_certificates
from ..answers.sets.presenting import ROW_BEGINS, JsonRows, Lines, Summary, Texts, earlier_results, together
from ..answers.sets.request import ERROR, Presenter, Request
from ..base.errors import InputError
from ..base.files import STANDARD, refuse_input, shown
from ..base.log import Log
from ..problems.recognition import Wanted
from . import options as shared
from .options import COUNTING_PROOFS, certifying, command, options, size, whole
from .output import Progress, columns, csv_columns, echo, echo_json, worst

if TYPE_CHECKING:
    from pathlib import Path

    from ..answers.parts.divide import Workers

asking = options(
    shared.files,
    shared.via,
    shared.solver_command,
    shared.timeout,
    shared.nodes,
    shared.reading,
    shared.rows(),
    click.option("--times", is_flag=True, help="With --json, --csv, --out: add the seconds of each puzzle."),
    click.option("--jobs", type=whole(), metavar="N", help="Processes, for a set or one large puzzle."),
    shared.memory,
    click.option("--out", metavar="FILE", help="Write results here as JSON lines, and a summary at the end."),
    click.option("--resume", is_flag=True, help="Continue where the results in --out end."),
    click.option("--scheduler", metavar="ADDRESS", help="Use the Dask cluster at tcp://HOST:PORT."),
    click.option("--summary", is_flag=True, help="Print a summary to standard error at the end."),
)
"""The options that the three commands share; their parameters are those of `requested`."""


class Output(NamedTuple):
    """Which puzzles are read, and where and how their results are written.

    * wanted: what is stated about all texts.
    * path: the file of ``--out``; None for standard output.
    * resume: whether to continue that file.
    """

    files: tuple[str, ...]
    wanted: Wanted
    as_json: bool
    times: bool
    brief: bool
    summary: bool
    path: Path | None
    resume: bool

    @property
    def presenter(self) -> Presenter:
        if self.as_json:
            return JsonRows(self.times)
        return Lines(columns(), self.brief, sys.stderr.isatty(), sys.stdout.isatty())

    @property
    def checkpoint(self) -> Path | None:
        """The file of finished parts; beside a device or a pipe there is none, since it cannot be resumed."""
        if self.path is None or not (self.path.is_file() or not self.path.exists()):
            return None
        return self.path.with_name(f"{self.path.name}.parts")


def requested(
    command: str,
    *,
    files: tuple[str, ...],
    via: str | None,
    solver_command: str | None,
    timeout: float | None,
    nodes: int | None,
    wanted: Wanted,
    as_json: bool,
    times: bool,
    jobs: int | None,
    memory: int | None,
    out: str | None,
    resume: bool,
    scheduler: str | None,
    summary: bool,
    brief: bool = False,
    folder: str | None = None,
    **own: Any,
) -> tuple[Request, Output]:
    """What the options say; `own` is what only this command has of a `Request`.

    Raise `UsageError` if they contradict each other.
    """
    if out == "":
        raise click.UsageError("--out needs the name of a file")
    if resume and out in (None, "-"):
        raise click.UsageError("--resume continues the file of --out")
    if scheduler is not None and (jobs or memory):
        raise click.UsageError("--scheduler excludes --jobs and --memory, which the cluster decides")
    if times and not (as_json or out):
        raise click.UsageError("--times needs --json, --csv or --out")
    if out is not None and csv_columns() is not None:
        raise click.UsageError("--out writes JSON lines: leave out --csv")
    if folder is not None and solver_command is not None:
        raise click.UsageError("--certify and --solver-command exclude each other")
    request = Request(
        command,
        via,
        solver_command,
        seconds=timeout,
        nodes=nodes,
        jobs=jobs,
        memory=memory,
        scheduler=scheduler,
        certificates=folder,
        certify=None if folder is None else _certify(),
        **own,
    )
    lines = as_json or out is not None
    return request, Output(files, wanted, lines, times, brief, summary or out is not None, _path(out), resume)


def _certify() -> Callable[..., Any]:
    from ..certificates import certify  # few questions need it

    return certify


def _path(out: str | None) -> Path | None:
    if out is None or out == STANDARD:
        return None
    from pathlib import Path

    return Path(out)


def ask(request: Request, output: Output) -> int:
    """Run the request, print or write the results; return the exit code."""
    source = Entries(output.files, output.wanted, request.seconds)
    tally = Summary()
    try:
        # Of a pipe nothing is read ahead: its first puzzle is answered before there is a second.
        single = source.alone() if request.is_plain and output.path is None and source.total else None
        if single is None:
            _ask_set(request, output, source, tally)
        else:
            with Progress() as tell:
                result = request.ask(single, output.presenter, report=tell)
            assert result is not None
            _print(next(together([result.shown])))
            tally.add(single, result)
    except KeyboardInterrupt:
        _sum_up(output, tally)
        if output.path is not None:
            echo(_how_to_continue(output, tally), err=True)
        raise
    _sum_up(output, tally)
    return worst(tally.codes)


def _ask_set(request: Request, output: Output, source: Entries, tally: Summary) -> None:
    from ..answers.sets.sets import run  # one puzzle is no set

    entries: Iterator[Entry] = source
    if request.certificates is not None:
        entries = with_certificates(source, request.certificates)
    with contextlib.ExitStack() as stack:
        workers = _workers(stack, request, output, source)
        write = _writer(stack, request, output, entries, tally, workers)
        tell = stack.enter_context(Progress())
        chunks = run(request, entries, output.presenter, workers, tell)
        for chunk in stack.enter_context(contextlib.closing(chunks)):
            for texts in together(result.shown for _, result in chunk.part_results()):
                write(texts)
            for part, result in chunk.part_results():
                tally.add(part, result)
            tell(tally.progress(source.position / source.total if source.total else None))


def _how_to_continue(output: Output, tally: Summary) -> str:
    assert output.path is not None
    if tally.statuses or (output.checkpoint is not None and output.checkpoint.exists()):
        return f"{shown(output.path)} is complete so far: the same command with --resume continues"
    return f"no result is in {shown(output.path)} yet: the same command begins again"


def _sum_up(output: Output, tally: Summary) -> None:
    if output.summary:
        echo("\n".join(tally.lines()), err=True)


def _workers(
    stack: contextlib.ExitStack, request: Request, output: Output, source: Entries
) -> Workers | None:
    """The workers for a single puzzle, if several are requested."""
    if not request.several_workers or source.alone() is None:
        if request.classes:
            raise click.UsageError("--classes is for the count of one puzzle")
        return None
    from ..answers.parts.divide import Workers

    show = stack.enter_context(Progress())
    return Workers(
        request.jobs or 1,
        request.memory,
        request.scheduler,
        request.classes,
        output.checkpoint,
        output.resume,
        lambda progress: show(progress.in_words()),
    )


def _writer(
    stack: contextlib.ExitStack,
    request: Request,
    output: Output,
    entries: Iterator[Entry],
    tally: Summary,
    workers: Workers | None,
) -> Callable[[Texts], None]:
    """The function that receives results: appends to the file of ``--out``, or writes to standard output."""
    if output.path is None:
        return _print
    refuse_input(output.path, output.files)  # an empty one could be taken for a file of results
    log = stack.enter_context(Log(output.path, output.resume, ROW_BEGINS))
    if output.resume and workers is not None and output.checkpoint is not None and output.checkpoint.exists():
        log.clear()  # with a checkpoint, the result was preliminary
    elif output.resume:
        for status, code in earlier_results(log, entries, request):
            tally.add_before(status, code)

    def write(texts: Texts) -> None:
        log.append(texts.whole)
        _print(Texts([], texts.err))

    return write


def _print(texts: Texts) -> None:
    """Print with as few calls as preserve the order of the two streams."""
    if csv_columns() is not None:
        _print_rows(texts)
        return
    start = 0
    lines = texts.out if texts.err else texts.whole
    for end, err in [*((at + 1, err) for at, err in sorted(texts.err.items())), (len(lines), "")]:
        out = "\n".join(filter(None, lines[start:end]))
        if out:
            echo(out, data=True)
        if err:
            echo(err, err=True)
        start = end


def _print_rows(texts: Texts) -> None:
    """Print JSON objects as CSV, and those of errors in words."""
    import json

    for text in texts:
        if text.err:
            echo(text.err, err=True)
        row = json.loads(text.out)
        if row["status"] == ERROR:
            error = InputError(row["file"], row["message"], row["line"], row["column"])
            echo(error.with_hint(), err=True)
        else:
            echo_json(row)


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

    An answer is printed in the form of the input: for input of BOJ 4574, 'Puzzle 1' and nine lines; on a
    terminal, loops and lines are drawn below it. For a puzzle without an answer NONE is printed with its
    name, and UNKNOWN if a limit came before any answer was found.

    Without --via the answer is the smallest one if that is settled within a fixed amount of work, which is
    about a second. Otherwise it is the first one found, with a note on standard error. The same holds where a
    limit comes while an answer is known: it is printed, and the exit code is 0. Covers are compared by the
    numbers of their options, in increasing order.
    """
    if everything and limit is not None:
        raise click.UsageError("--all and --limit exclude each other")
    if smallest and (others["via"] is not None or others["solver_command"] is not None):
        raise click.UsageError("--smallest chooses the route itself: leave out --via and --solver-command")
    wanted = None if everything else limit or 1
    return ask(*requested("solve", answers=wanted, smallest=smallest, **others))


@command(
    examples=(
        "coversat check examples/sudoku/killer.txt --out results.jsonl --timeout 10",
        "coversat check examples/sudoku/boj2239.txt --certify proofs",
    )
)
@asking
@click.option("--brief", is_flag=True, help="One line a puzzle: MULTIPLE shows no answers.")
@certifying("each verdict; --via names a reduction")
def check_command(**chosen: Any) -> int:
    """Decide whether each puzzle has exactly one answer.

    One line per puzzle: UNIQUE, MULTIPLE, NONE or UNKNOWN, the file and the puzzle's number in it. MULTIPLE
    shows two answers; a star marks each value that differs.

    With --certify each verdict gets a folder with the puzzle, the formula, the answer and a proof, which
    'coversat verify DIR' checks: by clauses, drup or lrat, which names reasons; by the exact cover,
    enumeration; as a count of models, graph; by clauses and cuts, if something has to be connected; or, about
    the rules themselves, as a theorem for Coq.
    """
    return ask(*requested("check", **chosen))


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
    folder: str | None,
    **others: Any,
) -> int:
    """Count the distinct answers: 'exactly n', or 'at least n' where a limit came first.

    With --certify each number gets a folder with the puzzle, what it reduces to and a proof, which 'coversat
    verify DIR' checks: enumeration and cuts list every answer; graph is for counts of any size.
    """
    if folder is not None and (limit is not None or memo_limit is not None):
        raise click.UsageError("--certify counts all answers, without --limit and --memo-limit")
    return ask(*requested("count", folder=folder, answers=limit, memo=memo_limit, **others))
