"""The parts that are done, in a file of JSON lines from which a later run goes on.

The first line says which question it is; each other what was told of a part, and what of it was left.  A line
that was not finished is dropped.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any

from ..errors import CoversatError
from ..files import json_lines, naming, shown
from .ledger import OPENINGS, Ledger
from .part import Told


class KeptError(CoversatError):
    """A file of parts that cannot be begun, or does not belong to this question."""

    ends_run = True


class Kept:
    """A file of parts, opened for writing by one run at a time; a context.

    Parameters
    ----------
    path : Path
    resume : bool
        Whether to go on where it ends.

    Raises
    ------
    KeptError
        When the file holds something and is not to be continued, or another run is writing it.
    OSError
    """

    def __init__(self, path: Path, resume: bool) -> None:
        self._path, self._name = path, shown(path)
        self._file: IO[bytes] = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b")
        try:
            json_lines.claim(self._file, path, resume, KeptError)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Kept:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def begin(self, identity: str, ledger: Ledger) -> None:
        """Put what is there into the ledger, and write on behind it.

        Raises
        ------
        KeptError
            When it is of another question, or was changed.
        """
        number = 0
        for number, row in json_lines.rows(self._file, (b'{"question": ', b'{"place": ')):
            if row is None:
                raise self._strange(number)
            if number == 1:
                if row.get("question") != identity:
                    raise KeptError(f"{self._name}: the parts of another question; the input was changed")
                continue
            if OPENINGS in (row.get("effort") or ()):
                ledger.take_back()
            if not ledger.add(self._told(row, ledger, number)):
                raise KeptError(f"{self._name}:{number}: no part that is left; the file was changed")
        ledger.gather()
        if not number:
            self._write([{"question": identity}])

    def _told(self, row: dict[str, Any], ledger: Ledger, number: int) -> Told:
        try:
            part = ledger.part_at(tuple(row["place"]))
            if part is None:
                raise self._strange(number)
            left = part.cut((tuple(choices), share, times) for choices, share, times in row["left"])
            answers = tuple(map(tuple, row["answers"]))
            return Told(part, row["found"], answers, row["effort"], row["seconds"], left, row["more"])
        except (KeyError, TypeError, ValueError):
            raise self._strange(number) from None

    def _strange(self, number: int) -> KeptError:
        return KeptError(f"{self._name}:{number}: no part that coversat wrote there; the file was changed")

    def write(self, told: Iterable[Told]) -> None:
        """What was told; it is in the file when this returns."""
        self._write([as_row(one) for one in told])

    def _write(self, rows: list[dict[str, Any]]) -> None:
        with naming(str(self._path)):
            json_lines.append(self._file, map(json.dumps, rows))


def as_row(told: Told) -> dict[str, Any]:
    """What stands in its line."""
    whole, times = told.part.share, told.part.times
    return {
        "place": told.part.place,
        "found": told.found,
        "answers": told.answers,
        "effort": dict(told.effort),
        "seconds": round(told.seconds, 6),
        "left": [(part.choices, part.share / whole, part.times // times) for part in told.left],
        "more": dict(told.more),
    }
