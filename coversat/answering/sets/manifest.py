"""The folder of an export, and its manifest, a log of what was written that a later run continues."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from ...base.errors import CoversatError, InputError, ParseError
from ...base.files import (
    FileError,
    add_file,
    drop_unfinished,
    naming,
    read_text,
    read_whole,
    shown,
    write_whole,
)
from ...base.log import Log, LogError, row_of
from ...base.version import VERSION
from ...exchange import FORMATS, Decoded, DecodeError, OutputError, WrongModelError, decode
from .entry import Entry
from .exporting import WRITTEN, Row, result_of
from .request import PuzzleResult
from .shares import PIECE, MergeError, Stated, as_line, in_order, stated_of

MANIFEST = "manifest.jsonl"
OPTIONS = "export.json"
"""Beside it: what is exported, in the words of options."""
PART = "part.json"
"""In the folder of a part: its question, once it is finished, and what the set was, a line each."""
BEGINS = (b'{"file": ', b'{"name": ')
"""How its lines begin."""


ENDINGS = (".gz", ".xz", "")


def files_of(folder: str) -> Iterator[tuple[str, Row]]:
    """The exported files of a folder with their rows, in the order of the manifest.

    Without a manifest, all files whose names end like those of an export format, without rows.

    Raise `FolderError` if the folder holds none; `LogError` for a line that is no row.
    """
    manifest = Path(folder) / MANIFEST
    if manifest.exists():
        with naming(str(manifest)), open(manifest, "rb") as lines:
            for number, line in enumerate(lines, 1):
                row = row_of(line)
                if row is None:
                    raise LogError(f"{shown(manifest)}:{number}: expected a row of coversat")
                if row.get("status") == WRITTEN:
                    yield os.path.basename(str(row["file"])), row
        return
    endings = tuple(f"{form.ending}{packed}" for form in FORMATS.values() for packed in ENDINGS)
    with naming(folder):
        found = sorted(one for one in os.listdir(folder) if one.endswith(endings))
    if not found:
        raise FolderError(f"{shown(folder)} holds no exported file")
    yield from ((one, {}) for one in found)


class FolderError(CoversatError):
    """A folder that is not that of an export, or not of this one."""


def prepare(folder: str, resume: bool) -> Path:
    """Make the folder if there is none; return the place of its manifest.

    Raise `FolderError` for a folder with other files; `FileError` if it cannot be made.
    """
    path = Path(folder)
    manifest = path / MANIFEST
    with naming(folder):
        if path.exists() and not path.is_dir():
            raise FileError(folder, "it is a file; an export of several puzzles or reductions needs a folder")
        path.mkdir(parents=True, exist_ok=True)
        held = os.listdir(path)  # before the manifest is looked for, which another run may begin meanwhile
        if manifest.exists():
            if not resume:
                raise FolderError(f"{shown(folder)} holds an export", hint="--resume continues it")
        elif held not in ([], [OPTIONS]):
            raise FolderError(f"{shown(folder)} holds other files", hint="name a new or an empty folder")
    return manifest


class Manifest:
    """A manifest that is open for writing; a context.

    * question: what is exported, in the words of options; a run is continued by the same question only.
    """

    def __init__(self, path: Path, question: Row) -> None:
        self._folder = path.parent
        self._head = {"coversat": VERSION, **question}
        self._log = Log(path, True, BEGINS)
        self._first: dict[str, str] = {}
        """The first file of each hash of the benchmark database."""
        self.duplicates = 0

    def __enter__(self) -> Manifest:
        self._log.__enter__()
        drop_unfinished(self._folder)
        return self

    def __exit__(self, *error: Any) -> None:
        drop_unfinished(self._folder)
        self._log.__exit__(*error)

    def again(self) -> None:
        """Begin from the start, also where an earlier merge was ended. Raise `LogError` as `earlier` does."""
        self._begin()
        self._log.cut(0)

    def _begin(self) -> None:
        """Write the options. Raise `LogError` if the folder has others."""
        head = _head(self._folder)
        if head and {**head, "coversat": VERSION} != self._head:
            words = ", ".join(f"{name} {value}" for name, value in stated_of(head).items())
            raise LogError(f"{self._log.name} is of another export: {words}")
        if not head and self._log.path.stat().st_size:
            raise LogError(f"{self._log.name} is of another export: {OPTIONS} is missing")
        if not head:
            write_whole(self._folder / OPTIONS, [f"{json.dumps(self._head, indent=1)}\n"])

    def earlier(self, entries: Iterator[Entry]) -> Iterator[PuzzleResult]:
        """The results of puzzles that are written already, which are taken from the entries.

        The last one is written again, since its rows may be incomplete.

        Raise `LogError` if the manifest is of another run, or a file of it is missing.
        """
        self._begin()
        begin = before = 0
        group: list[tuple[int, Row | None]] = []
        for number, row in self._log.rows():
            if group and _place(row) != _place(group[0][1]):
                yield self._taken(next(entries, None), group)
                group, begin = [], before
            group.append((number, row))
            before = self._log.end
        self._log.cut(begin)

    def _taken(self, entry: Entry | None, rows: list[tuple[int, Row | None]]) -> PuzzleResult:
        number, first = rows[0]
        at = f"{self._log.name}:{number}"
        if first is None:
            raise LogError(f"{at}: expected a row of coversat")
        if entry is None or _place(first) != (entry.stem, entry.file, entry.case, entry.id):
            raise LogError(
                f"{at}: not of {'a puzzle' if entry is None else entry.name}; the input was changed"
            )
        for number, row in rows:
            if row is not None and row.get("status") == WRITTEN:
                self._check(f"{self._log.name}:{number}", row)
                self._beside_first(row)
        return result_of([row for _, row in rows if row is not None])

    def _check(self, at: str, row: Row) -> None:
        file = self._folder / str(row.get("file"))
        if not file.is_file() or file.stat().st_size != row.get("bytes"):
            raise LogError(f"{at}: {shown(file)} is missing or was changed")

    def add(self, result: PuzzleResult) -> None:
        """Append the rows of a puzzle, whose files are complete, with the files that they repeat."""
        self._log.append(json.dumps(self._beside_first(row)) for row in result.shown)

    def _beside_first(self, row: Row) -> Row:
        """The row of a formula with the first file that has the same clauses, if that is another one."""
        if not (gbdhash := row.get("gbdhash")):
            return row
        first = self._first.setdefault(gbdhash, row["file"])
        self.duplicates += first != row["file"]
        return row | {"duplicate_of": None if first == row["file"] else first}


def _place(row: Row | None) -> Any:
    return None if row is None else tuple(row.get(name) for name in ("name", "puzzle", "case", "id"))


# Parts of a set


def finish_part(folder: str, head: Row, end: Row) -> None:
    """State that the export of a part is complete; see `shares.head` and `shares.Ours.end`."""
    write_whole(os.path.join(folder, PART), [f"{as_line(one)}\n" for one in (head, end)])


def merge_folders(folders: Sequence[str], target: str) -> list[Stated]:
    """Copy the files of all parts into a folder with one manifest; what the parts state, in order.

    Raise `MergeError` as `in_order` does, and for a file that was changed.
    """
    stated = in_order(map(_stated, folders))
    groups = [_groups(one.name) for one in stated]
    question = {
        name: value for name, value in _head(stated[0].name).items() if name not in ("coversat", "part")
    }
    with Manifest(prepare(target, resume=True), question) as log:
        log.again()
        for place in range(stated[0].places):
            folder, rows = stated[place % len(stated)].name, next(groups[place % len(groups)], [])
            if not rows:
                raise MergeError(f"{shown(folder)}: rows are missing in its manifest; it was changed")
            for row in rows:
                for name, digest in (("file", "sha256"), ("certificate", "certificate_sha256")):
                    if row["status"] == WRITTEN and name in row:
                        _copy(folder, row[name], target, row[digest])
            log.add(result_of(rows))
    return stated


def _stated(folder: str) -> Stated:
    try:
        lines = read_whole(os.path.join(folder, PART)).splitlines()
    except FileError:
        return Stated.of(folder, stated_of(_head(folder)), None)
    return Stated.of(folder, *(row_of(line) for line in (*lines, b"", b"")[:2]))


def _head(folder: str | Path) -> Row:
    """The options of an export; empty if there are none."""
    try:
        return row_of(read_whole(os.path.join(folder, OPTIONS))) or {}
    except FileError:
        return {}


def _groups(folder: str) -> Iterator[list[Row]]:
    """The rows of each puzzle in the manifest of a folder."""
    manifest = os.path.join(folder, MANIFEST)
    with naming(manifest), open(manifest, "rb") as lines:
        rows = [row_of(line) for line in lines]
    for _, group in groupby(rows, _place):
        yield [row for row in group if row is not None]


def _copy(folder: str, name: str, target: str, digest: str) -> None:
    path = os.path.join(folder, name)
    with naming(path), open(path, "rb") as file:
        added = add_file(target, name, iter(partial(file.read, PIECE), b""), packed=True)
    if added.sha256 != digest:
        raise MergeError(f"{shown(path)} was changed")


# What solvers printed for exported files


CONTRADICTIONS = {("none", "unique"), ("none", "multiple"), ("right", "none")}
"""Statuses and verdicts that cannot both be right."""


def unpacked_name(exported: str) -> str:
    """The name of an exported file after it was uncompressed."""
    return exported.removesuffix(".gz").removesuffix(".xz")


def output_of(exported: str) -> str | None:
    """The file beside an exported one in which the output of a solver was left; None if there is none."""
    plain = unpacked_name(exported)
    names = (f"{os.path.splitext(plain)[0]}.out", f"{plain}.out", f"{exported}.out")
    return next((name for name in names if os.path.isfile(name)), None)


@contextmanager
def texts_of(exported: str, output: str) -> Iterator[tuple[str, str]]:
    """The texts of an exported file and of what a solver printed; errors of decoding them name their place.

    Raise `InputError` if one of both cannot be read.
    """
    exported_text, output_text = read_text(exported), read_text(output)
    try:
        yield exported_text, output_text
    except WrongModelError:
        raise
    except ParseError as error:
        raise InputError.of_text(exported, exported_text, error) from None
    except OutputError as error:
        raise InputError.of_text(output, output_text, error.error) from None
    except DecodeError as error:
        raise InputError(exported, str(error)) from None


def status_of(found: Decoded) -> str:
    """The status of a decoded output; see `base.statuses`."""
    if found.cuts:
        return "incomplete"
    status = {"SATISFIABLE": "right", "UNSATISFIABLE": "none", "UNKNOWN": "unknown"}[found.status]
    return "wrong" if found.violations else status


def decoded_row(output: str, found: Decoded) -> dict[str, Any]:
    """A decoded output as a row."""
    answers = [] if found.answer is None else [found.problem.answer_rows(found.answer)]
    return {
        "file": output,
        "kind": found.problem.kind,
        "status": status_of(found),
        "answers": answers,
        "violations": list(found.violations),
        "dropped": list(found.dropped),
        "cuts": [list(clause) for clause in found.cuts],
        "left_out": found.left_out,
        "variables": found.variables,
        "message": None,
    }


def checked_row(exported: str, output: str, manifest: Mapping[str, Any]) -> dict[str, Any]:
    """The row of an output beside the row of the manifest, whose verdict it may contradict.

    Raise `InputError` if a file cannot be read.
    """
    beside = {"exported": exported, **{name: manifest.get(name) for name in ("name", "reduction", "verdict")}}
    try:
        with texts_of(exported, output) as texts:
            found = decode(*texts)
    except WrongModelError as error:
        wrong = {"file": output, "kind": manifest.get("kind"), "status": "wrong", "message": str(error)}
        return dict.fromkeys(_FIELDS) | wrong | beside
    row = decoded_row(output, found) | beside
    verdict = manifest.get("verdict")
    if found.cuts:
        row["message"] = str(found)
    elif row["violations"]:
        row["message"] = f"the answer is wrong: {row['violations'][0]}"
    elif (row["status"], verdict) in CONTRADICTIONS:
        words = f"the solver says {found.status}, and the verdict is {verdict}"
        row |= {"status": "wrong", "message": words}
    return row


_FIELDS = tuple("file kind status answers violations dropped cuts left_out variables message".split())
