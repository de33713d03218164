"""``coversat solve``, ``check`` and ``count``, of one puzzle or a million."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ..answering.asking import check, count, solve
from ..answering.sets.entries import Entries
from ..answering.sets.entry import Entry, with_certificates
from ..answering.sets.presenting import ROW_BEGINS, JsonRows, Lines, Summary, Texts, earlier_results, together
from ..answering.sets.request import ERROR, Presenter, Request
from ..base.errors import InputError
from ..base.files import STANDARD, refuse_input, shown
from ..problems.recognition import Wanted
from . import options as shared
from .options import COUNTING_PROOFS, certifying, options, size, whole
from .output import Progress, columns, csv_columns, echo, echo_json, worst
from .signatures import command

if TYPE_CHECKING:
    from pathlib import Path

    from ..answering.parts.divide import Workers

asking = options(
    shared.files,
    shared.reading,
    shared.untested,
    shared.rows(),
    click.option("--times", is_flag=True, help="With --json, --csv, --out: add the seconds of each puzzle."),
    click.option("--out", metavar="FILE", help="Write results here as JSON lines, and a summary at the end."),
    click.option("--resume", is_flag=True, help="Continue where the results in --out end."),
    click.option("--summary", is_flag=True, help="Print a summary to standard error at the end."),
)
"""How results are printed: what the three commands share beside the parameters of their functions."""


class Output(NamedTuple):
    """Which puzzles are read, and where and how their results are written.

    * out: the file of ``--out``.
    * resume: whether to continue that file.
    * folder, proof: the folder of certificates, and the form of proof.
    * quiet: whether the results are only written, and somebody else says what they are.
    """

    files: tuple[str, ...]
    as_json: bool
    times: bool
    out: str | None
    resume: bool
    summary: bool
    brief: bool = False
    folder: str | None = None
    proof: str | None = None
    quiet: bool = False

    def refuse(self, how: Mapping[str, Any]) -> None:
        """Raise `UsageError` for options that contradict each other, or those of the question."""
        if self.out == "":
            raise click.UsageError("--out needs the name of a file")
        if self.resume and self.out in (None, "-"):
            raise click.UsageError("--resume continues the file of --out")
        if how["scheduler"] is not None and (how["jobs"] or how["memory"]):
            raise click.UsageError("--scheduler excludes --jobs and --memory, which the cluster decides")
        if self.times and not (self.as_json or self.out):
            raise click.UsageError("--times needs --json, --csv or --out")
        if self.out is not None and csv_columns() is not None and not self.quiet:
            raise click.UsageError("--out writes JSON lines: leave out --csv")
        if self.folder is not None and how["solver_command"] is not None:
            raise click.UsageError("--certify and --solver-command exclude each other")

    @property
    def path(self) -> Path | None:
        """The file of results; None for standard output."""
        if self.out is None or self.out == STANDARD:
            return None
        from pathlib import Path

        return Path(self.out)

    @property
    def presenter(self) -> Presenter:
        if self.as_json or self.out is not None:
            return JsonRows(self.times)
        return Lines(columns(), self.brief, sys.stderr.isatty(), sys.stdout.isatty())

    def head(self, request: Request, source: Entries) -> str:
        """The line before the results of a part; empty where these are no JSON lines."""
        if request.part is None or not isinstance(self.presenter, JsonRows) or csv_columns() is not None:
            return ""
        from ..answering.sets.shares import as_line, head

        how = {**request.question, **source.wanted._asdict(), "times": self.times}
        return as_line(head(request.part, how))

    @property
    def checkpoint(self) -> Path | None:
        """The file of finished parts; beside a device or a pipe there is none, since it cannot be resumed."""
        path = self.path
        if path is None or not (path.is_file() or not path.exists()):
            return None
        return path.with_name(f"{path.name}.parts")


def ask(question: Callable[..., Any], files: tuple[str, ...], wanted: Wanted, **chosen: Any) -> int:
    """Ask the question about all puzzles, print or write the results; return the exit code."""
    output = Output(files, **{name: chosen.pop(name) for name in Output._fields[1:] if name in chosen})
    output.refuse(chosen)
    found = question(Entries(files, wanted, chosen["timeout"]), **chosen)
    request: Request = found.request
    if output.folder is not None:
        from ..certificates import write_certificate  # few questions need it

        request = request._replace(certificates=output.folder, certify=write_certificate, proof=output.proof)
    source: Entries = found.entries
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
        if output.path is not None and not output.quiet:
            echo(_how_to_continue(output, tally), err=True)
        raise
    _sum_up(output, tally)
    return worst(tally.codes)


def _ask_set(request: Request, output: Output, source: Entries, tally: Summary) -> None:
    from ..answering.sets.sets import run  # one puzzle is no set
    from ..answering.sets.shares import Ours, as_line

    entries: Iterator[Entry] = source
    if request.certificates is not None:
        entries = with_certificates(source, request.certificates)
    ours, begins = None, ""
    if request.part is not None:
        ours = Ours(entries, request.part)
        entries, begins = ours.entries, output.head(request, source)
    with contextlib.ExitStack() as stack:
        workers = _workers(stack, request, output, source)
        write = _writer(stack, request, output, entries, tally, workers, begins)
        tell = stack.enter_context(Progress())
        chunks = run(request, entries, output.presenter, workers, tell)
        for chunk in stack.enter_context(contextlib.closing(chunks)):
            for texts in together(result.shown for _, result in chunk.part_results()):
                write(texts)
            for part, result in chunk.part_results():
                tally.add(part, result)
            tell(tally.progress(source.position / source.total if source.total else None))
        if ours is not None and begins:
            write(Texts([as_line(ours.end(worst(tally.codes)))]))


def _how_to_continue(output: Output, tally: Summary) -> str:
    assert output.path is not None
    if tally.statuses or (output.checkpoint is not None and output.checkpoint.exists()):
        return f"{shown(output.path)} is complete so far: the same command with --resume continues"
    return f"no result is in {shown(output.path)} yet: the same command begins again"


def _sum_up(output: Output, tally: Summary) -> None:
    if output.summary or (output.out is not None and not output.quiet):
        echo("\n".join(tally.lines()), err=True)


def _workers(
    stack: contextlib.ExitStack, request: Request, output: Output, source: Entries
) -> Workers | None:
    """The workers for a single puzzle, if several are requested."""
    if not request.several_workers or source.alone() is None:
        return None
    from ..answering.parts.divide import Workers

    show = stack.enter_context(Progress())
    return Workers(
        request.jobs or 1,
        request.memory,
        request.scheduler,
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
    begins: str,
) -> Callable[[Texts], None]:
    """The function that receives results: appends to the file of ``--out``, or writes to standard output.

    * begins: what is written before the results; empty for nothing.
    """
    if output.path is None:
        if begins:
            echo(begins, data=True)
        return _print
    from ..answering.sets.shares import BEGINS
    from ..base.log import Log

    refuse_input(output.path, output.files)  # an empty one could be taken for a file of results
    log = stack.enter_context(Log(output.path, output.resume, (*ROW_BEGINS, *BEGINS)))
    if output.resume and workers is not None and output.checkpoint is not None and output.checkpoint.exists():
        log.clear()  # with a checkpoint, the result was preliminary
    elif output.resume:
        for status, code in earlier_results(log, entries, request, begins):
            tally.add_before(status, code)
    elif begins:
        log.append([begins])

    def write(texts: Texts) -> None:
        log.append(texts.whole)
        if not output.quiet:
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
    solve,
    examples=(
        "coversat solve examples/sudominoku/boj4574.txt",
        "coversat solve examples/queens/eight.txt --limit 3",
    ),
)
@asking
@click.option("--all", "everything", is_flag=True, help="Every answer, in increasing order.")
@click.option("--limit", type=whole(), metavar="N", help="At most this many answers (1 if not given).")
def solve_command(everything: bool, limit: int | None, **chosen: Any) -> int:
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
    if chosen["smallest"] and (chosen["via"] is not None or chosen["solver_command"] is not None):
        raise click.UsageError("--smallest chooses the route itself: leave out --via and --solver-command")
    return ask(solve, limit=None if everything else limit or 1, **chosen)


@command(
    check,
    examples=(
        "coversat check examples/sudoku/killer.txt --out results.jsonl --timeout 10",
        "coversat check examples/sudoku/boj2239.txt --certify proofs",
    ),
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
    return ask(check, **chosen)


@command(
    count,
    examples=(
        "coversat count examples/sudoku/two-answers.txt --limit 50",
        "coversat count examples/queens/eight.txt --certify proofs",
    ),
    without=("memo",),
)
@asking
@click.option(
    "--memo-limit",
    type=size(0),
    metavar="SIZE",
    help="Memory for remembering positions already met, as 500M; 0 visits every answer. Default: 256M.",
)
@certifying("each number; --via names a reduction", COUNTING_PROOFS)
def count_command(limit: int | None, memo_limit: int | None, folder: str | None, **chosen: Any) -> int:
    """Count the distinct answers: 'exactly n', or 'at least n' where a limit came first.

    With --certify each number gets a folder with the puzzle, what it reduces to and a proof, which 'coversat
    verify DIR' checks: enumeration and cuts list every answer; graph is for counts of any size.
    """
    if folder is not None and (limit is not None or memo_limit is not None):
        raise click.UsageError("--certify counts all answers, without --limit and --memo-limit")
    return ask(count, limit=limit, memo=memo_limit, folder=folder, **chosen)
