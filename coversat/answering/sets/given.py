"""Sets of puzzles in memory as entries, in order: texts, names of files, problems and other sources."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

from ...base.errors import CoversatError, InputError
from ...kinds.sources import Source, members, opened
from ...problems import Wanted, find_form
from ...problems.bulk import Bulk
from ...problems.kind import load_part
from .entries import TOGETHER, Entries
from .entry import Block, Entry, Part


class Given(Entries):
    """Entries of sources in memory, named by their numbers; those in files, by their files.

    Texts of one line are decided in blocks, as the lines of a file are, once one of them was read.
    """

    def __init__(self, sources: Iterator[Source], wanted: Wanted, seconds: float | None) -> None:
        self._sources = sources
        self._number = 0
        self._usual: tuple[str, str, str, Bulk] | None = None
        super().__init__((), wanted, seconds)
        self.total = None

    def _of_files(self) -> Iterator[Part]:
        alike: list[str] = []
        most = 1  # the first results are soon there, also of a slow generator
        for source in self._sources:
            usual = isinstance(source, str) and self._is_usual(source)
            if alike and (len(alike) == most or not usual):
                yield self._together(alike)
                alike, most = [], min(2 * most, TOGETHER)
            if usual:
                alike.append(source)
            else:
                yield from self._read(source)
        if alike:
            yield self._together(alike)

    def _is_usual(self, text: str) -> bool:
        """Whether a text is a puzzle like an earlier one, which may be decided with others."""
        return self._usual is not None and text.isascii() and self._usual[3].is_usual(text.encode(), b"")

    def _together(self, texts: list[str]) -> Block:
        assert self._usual is not None
        kind, form, kind_from, bulk = self._usual
        first, self._number = self._number + 1, self._number + len(texts)
        return Block("", kind, form, first, first, bulk, "".join(texts).encode(), kind_from=kind_from)

    def _read(self, source: Source) -> Iterator[Part]:
        """The entries of one source, in blocks where a file has many alike; an error is its entry."""
        wanted = self.wanted
        try:
            if (inside := members(source, wanted.kind)) is not None:
                for one in inside:
                    yield from self._read(one)
            elif isinstance(source, os.PathLike) or (isinstance(source, str) and os.path.lexists(source)):
                yield from Entries([os.fspath(source)], wanted, self._seconds)._of_files()
            elif isinstance(source, str):
                yield from self._of_one(source)
            else:
                for problem in opened(source, wanted.kind)[0]:
                    self._number += 1
                    yield Entry("", self._number, None, problem, problem.kind, problem.forms[0].name)
        except CoversatError as error:
            self._number += 1
            if isinstance(error, InputError):
                place = error.line, error.column, error.source
                error = InputError(f"#{self._number}", error.message, *place, hint=error.hint)
            yield Entry("", self._number, None, error)

    def _of_one(self, text: str) -> Iterator[Entry]:
        """The entries of a text, and what texts like it are."""
        for entry in self._of_text("", text.encode, time.monotonic()):
            self._number += 1
            form = find_form(entry.kind, entry.form)
            if form.bulk:
                bulk = load_part(entry.kind, form.bulk, "BULK")
                self._usual = entry.kind, entry.form, entry.kind_from, bulk
            if self._is_usual(text):  # as those after it
                entry = entry._replace(content=text, line=self._number)
            yield entry._replace(case=self._number)
