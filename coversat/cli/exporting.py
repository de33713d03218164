"""``coversat export``: one puzzle into a file, or sets of puzzles by several reductions into a folder."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from glob import glob

import click

from ..answering.choosing import SIGNS
from ..answering.reducing import export
from ..answering.sets.entries import Entries
from ..answering.sets.entry import Entry, with_stems
from ..answering.sets.exporting import (
    NO_SUCH,
    UNDECIDED,
    UNSUPPORTED,
    WRITTEN,
    ExportRequest,
    Row,
    export_all,
)
from ..answering.sets.manifest import Manifest, files_of, finish_part, prepare
from ..answering.sets.presenting import Summary, remarks
from ..answering.sets.request import ERROR
from ..answering.sets.shares import Ours, head
from ..base import arguments
from ..base.arguments import Share
from ..base.deadline import Deadline
from ..base.errors import BAD, YES, InputError
from ..base.files import STANDARD, shown
from ..base.memory import limited_memory
from ..base.wording import counted
from ..exchange import FORMATS
from ..exchange.gbd import gbd_facts
from ..problems.recognition import ANYTHING, Wanted
from . import options as shared
from .inputs import one_case, report_readings
from .options import KindName, name, numbers, whole
from .output import Progress, echo, in_words, worst, write_out
from .signatures import command

EXPORT_HELP = """Write puzzles for outside solvers.

The comments of a file hold the puzzle, so that 'coversat decode' needs nothing but the file and the solver's
output. One puzzle is written to OUT, whole or not at all. A SET, which is a file with several puzzles, a
folder or a pattern, or several reductions are written into the folder OUT: a file for each puzzle and
reduction, and manifest.jsonl with a row for each file. A reduction that a puzzle does not have is reported
at the end. 'coversat decode OUT' reads what solvers printed.

With --family, generated puzzles are written, each with its one answer and again with a clause that excludes
it, and description.md, the page that a SAT competition asks for. With --hard, they are instances on which
the usual formula takes a SAT solver about so many seconds, with and without answers.

\b
Formats:
{formats}
"""


@command(
    export,
    examples=(
        "coversat export examples/kakuro/kakuro2.txt -o puzzle.cnf",
        "coversat export examples/kakuro --via 'cnf:*' --via cover -o formulas",
    ),
    without=("via",),
    help=EXPORT_HELP.format(formats="\n".join(f"  {name:8}  {one.about}" for name, one in FORMATS.items())),
)
@click.argument("files", metavar="[SET...]", nargs=-1)
@click.option(
    "--to",
    type=click.Choice(tuple(FORMATS)),
    help="The format; if not given, dimacs, cover or text, whichever the reduction leads to.",
)
@click.option(
    "--via",
    "names",
    type=name,
    metavar="REDUCTION,...",
    multiple=True,
    help="Reductions: names or patterns, such as cnf:minimal, 'cnf:*' or vertexcover.",
)
@shared.output("The file to write, compressed if it ends in .gz or .xz; or the folder of a set.", STANDARD)
@click.option("--compress", type=click.Choice(("gz", "xz")), help="Compress each file of a folder.")
@click.option("--decide", is_flag=True, help="Check each puzzle; the manifest has the verdicts.")
@click.option("--gbd", is_flag=True, help="Add the isohash and base features of each formula, by gbdc.")
@click.option("--resume", is_flag=True, help="Continue where the manifest in the folder ends.")
@click.option("--jobs", type=whole(), metavar="N", help="Processes, for a set (1).")
@click.option(
    "--family", type=KindName(), metavar="KIND", help="Generate puzzles of this kind, in place of SET."
)
@click.option("--sizes", type=numbers, metavar="N..M", help="Of a family: rows of the boards, as 8..64/8.")
@click.option(
    "--hard",
    type=click.Choice(("1", "10", "30")),
    help="Of a family: hard instances, of about so many seconds, in place of sizes.",
)
@click.option(
    "--seeds", type=numbers, metavar="N..M", help="Of a family: a puzzle of each size for each (1)."
)
@click.option(
    "--truth", is_flag=True, help="Write formulas of many kinds with their exact counts and proofs of these."
)
@shared.case
@shared.reading
@shared.timeout
@shared.memory
@shared.part
def export_command(
    files: tuple[str, ...],
    to: str | None,
    names: tuple[str, ...],
    output: str,
    compress: str | None,
    decide: bool,
    gbd: bool,
    resume: bool,
    jobs: int | None,
    family: str | None,
    sizes: tuple[int, ...] | None,
    hard: str | None,
    seeds: tuple[int, ...] | None,
    truth: bool,
    case: int | None,
    wanted: Wanted,
    timeout: float | None,
    memory: int | None,
    part: Share | None,
) -> int:
    """Write one puzzle, or a set."""
    chosen = tuple(arguments.separated(names))
    packed = f".{compress}" if compress else ""
    request = ExportRequest(output, chosen, to, packed, decide, timeout, jobs, memory, gbd)
    if gbd:
        gbd_facts()  # before anything is written
    if truth:
        if files or family or sizes or hard or decide or chosen or to or output == STANDARD:
            raise click.UsageError(
                "--truth needs -o, and takes only --seeds, --compress, --gbd, --jobs, --part, --resume"
            )
        return _export_truth(request, seeds, resume, part)
    if family is not None:
        if files or case is not None or wanted != ANYTHING or output == STANDARD or bool(sizes) == bool(hard):
            raise click.UsageError(
                "--family needs -o and either --sizes or --hard, and takes none of SET, --case and --kind"
            )
        if part is not None:
            raise click.UsageError("--sizes and --seeds divide a family, and not --part")
        return _export_family(request, family, sizes or (), int(hard or 0), seeds or (1,), resume)
    if not files or sizes or hard or seeds:
        raise click.UsageError("expected SET, or --family with --sizes or --hard")
    in_folder = bool(compress or decide or gbd or resume or jobs or part) or _is_set(files, chosen, output)
    if case is not None and (in_folder or len(files) > 1):
        raise click.UsageError("--case takes one puzzle, which is written to a file")
    if not in_folder and (case is not None or not _holds_several(files[0], wanted, output)):
        with limited_memory(memory), Deadline(timeout).enforced():
            one = one_case(files[0], wanted, case)
            via = chosen[0] if chosen else None
            if output != STANDARD:
                export(one, to, via, output=output)
            else:
                write_out(STANDARD, [export(one, to, via)])
            report_readings([one])
        return YES
    if output == STANDARD:
        raise click.UsageError("several puzzles or reductions are written into a folder: name it with -o")
    source = Entries(_expanded(files), wanted, timeout)
    more = {"kind": wanted.kind, "form": wanted.form}
    return _export(request, with_stems(source), more, resume, source, part)


def _is_set(files: Sequence[str], names: Sequence[str], output: str) -> bool:
    """Whether a set is meant, by the words of the command alone."""
    several = len(files) > 1 or len(names) > 1 or any(sign in name for name in names for sign in SIGNS)
    return several or os.path.isdir(files[0]) or _is_pattern(files[0]) or os.path.isdir(output)


def _holds_several(file: str, wanted: Wanted, output: str) -> bool:
    """Whether a file of several puzzles is to be written into a folder; its first two are read."""
    if output == STANDARD or os.path.splitext(output)[1] or os.path.isfile(output) or file == STANDARD:
        return False
    return Entries([file], wanted).alone() is None


def _is_pattern(word: str) -> bool:
    return (
        any(sign in word for sign in SIGNS) and not os.path.lexists(word) and bool(glob(word, recursive=True))
    )


def _expanded(words: Iterable[str]) -> list[str]:
    """The files that words name: files, those of folders and of patterns, in the order of their names."""
    found: list[str] = []
    for word in words:
        matching = sorted(glob(word, recursive=True)) if _is_pattern(word) else [word]
        for one in matching:
            found += _files_in(one) if os.path.isdir(one) else [one]
    return found


def _files_in(folder: str) -> list[str]:
    found = []
    for path, folders, names in os.walk(folder):
        folders[:] = sorted(one for one in folders if not one.startswith("."))
        found += [os.path.join(path, one) for one in sorted(names) if not one.startswith(".")]
    if not found:
        raise InputError(folder, "the folder holds no file")
    return found


def _export_family(
    request: ExportRequest, kind: str, sizes: Sequence[int], level: int, seeds: Sequence[int], resume: bool
) -> int:
    """A family of generated puzzles of these sizes, or of hard ones of this level, with its description."""
    generated = shared.of_setters("--family", "hard_members" if level else "members", FAMILY)
    question = {"family": kind, "seeds": list(seeds)} | ({"hard": level} if level else {"sizes": list(sizes)})
    formulas = request if request.to else request._replace(to="dimacs")
    code = _export(formulas, generated(kind, level or sizes, seeds, request.seconds), question, resume)
    describe = shared.of_setters("--family", "description", FAMILY)
    rows = (row for _, row in files_of(request.folder))
    of = f"--hard {level}" if level else f"--sizes {_words(sizes)}"
    command = f"coversat export --family {kind} {of} --seeds {_words(seeds)}"
    vias = "".join(f" --via {name}" for name in request.names)
    page = describe(kind, f"{command}{vias} -o FOLDER", rows, level)
    write_out(os.path.join(request.folder, DESCRIPTION), [page])
    return code


def _export_truth(
    request: ExportRequest, seeds: Sequence[int] | None, resume: bool, part: Share | None
) -> int:
    """Formulas of many kinds with their counts, the certificates of these, a card and a licence."""
    from ..certificates.graph import prove_count  # few need it

    generated, usual, card, licence = (
        shared.of_setters("--truth", name, TRUTH) for name in ("members", "SEEDS", "card", "LICENCE")
    )
    chosen = tuple(seeds or usual)
    formulas = request._replace(names=WAYS, to="dimacs", prove=prove_count)
    code = _export(formulas, generated(chosen), {"truth": list(chosen)}, resume, part=part)
    packed = f" --compress {request.packed[1:]}" if request.packed else ""
    command = f"coversat export --truth --seeds {_words(chosen)}{packed} -o FOLDER"
    rows = (row for _, row in files_of(request.folder))
    write_out(os.path.join(request.folder, "README.md"), [card(command, rows)])
    write_out(os.path.join(request.folder, "LICENSE"), [licence])
    return code


TRUTH = "generate.truth"
"""The module of an attached room that has the instances of ``--truth``."""
WAYS = ("", "cover/cnf:remaining")
"""Their reductions: the usual one, and another that many kinds have."""
FAMILY = "generate.family"
"""The module of an attached room that generates families."""
DESCRIPTION = "description.md"


def _words(numbers: Sequence[int]) -> str:
    if len(numbers) > 2 and list(numbers) == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]}..{numbers[-1]}"
    return ",".join(map(str, numbers))


def _export(
    request: ExportRequest,
    entries: Iterator[Entry],
    more: Row,
    resume: bool,
    source: Entries | None = None,
    part: Share | None = None,
) -> int:
    """Write the files and the manifest; `source` says how far the entries are."""
    question = {
        "via": list(request.names),
        "to": request.to,
        "compress": request.packed,
        "decide": request.decide,
        "gbd": request.gbd,
        **more,
    }
    ours = None
    if part is not None:
        ours = Ours(entries, part)
        entries, begins = ours.entries, head(part, question)
        question["part"] = str(part)
    manifest = prepare(request.folder, resume)
    tally, left_out = Summary(), LeftOut()
    written = 0
    with Manifest(manifest, question) as log, Progress() as tell:
        for result in log.earlier(entries):
            tally.add_before(result.status, result.code)
            left_out.add(result.shown)
        with closing(export_all(request, entries)) as results:
            for entry, result in results:
                log.add(result)
                tally.add(entry, result)
                written += sum(row["status"] == WRITTEN for row in result.shown)
                _report(remarks(entry), result.shown)
                left_out.add(result.shown)
                tell(tally.progress(source.position / source.total if source and source.total else None))
    for line in left_out.lines():
        echo(line, err=True)
    if log.duplicates:
        words = counted(log.duplicates, "file")
        echo(f"{words} with the clauses of another one; see duplicate_of in the manifest", err=True)
    echo(f"{counted(written, 'file')} in {shown(request.folder)}; {tally.lines()[0]}", err=True)
    if ours is None:
        return worst((*tally.codes, left_out.code))
    code = worst(tally.codes)  # a reduction that is not used here may be used in another part
    finish_part(request.folder, begins, ours.end(code))
    return code


def _report(notes: Iterable[str], rows: Iterable[Row]) -> None:
    for note in notes:
        echo(note, err=True)
    for row in rows:
        if row["status"] == ERROR:
            place = InputError(row["puzzle"], row["message"], row["line"], row["column"], row["source"])
            echo(in_words(place), err=True)
        elif row["status"] == UNDECIDED:
            case = "" if row["case"] is None else f" #{row['case']}"
            echo(f"UNKNOWN {row['puzzle']}{case} (stopped after {row['reason']})", err=True)


class LeftOut:
    """The reductions that some puzzles do not have; each is reported once."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], tuple[int, Row]] = {}
        self._used: set[str] = set()
        self._unknown: set[str] = set()

    def add(self, rows: Iterable[Row]) -> None:
        for row in rows:
            if row["status"] == WRITTEN:
                self._used.add(row["reduction"])
            elif row["status"] in (UNSUPPORTED, NO_SUCH):
                if row["status"] == NO_SUCH:
                    self._unknown.add(row["reduction"])
                count, first = self._found.get((row["kind"], row["reduction"]), (0, row))
                self._found[row["kind"], row["reduction"]] = count + 1, first

    def lines(self) -> Iterator[str]:
        for (kind, reduction), (count, row) in self._found.items():
            of = f"{counted(count, 'puzzle')}, such as {row['puzzle']} #{row['case']}"
            yield f"{kind}/{reduction}: not for {of}: {row['reason']}"

    @property
    def code(self) -> int:
        """`BAD` for a name that no puzzle has."""
        return BAD if any(reduction not in self._used for reduction in self._unknown) else YES
