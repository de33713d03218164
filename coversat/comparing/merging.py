"""Parts of a set that were answered, exported or measured apart, put together to what one run gives."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from ..answering.sets.manifest import merge_folders
from ..answering.sets.shares import MergeError, Stated, in_order, merged_rows
from ..base.arguments import path, refuse_others
from ..base.errors import YES
from ..base.files import STANDARD, naming, shown, write_whole
from ..base.undecided import Shown
from ..base.wording import counted
from .store import Store

SQLITE = b"SQLite format 3\0"
"""How a store begins."""


@dataclass(frozen=True, repr=False)
class Merged(Shown):
    """What was put together.

    Attributes
    ----------
    output : str
        The file or folder that was written.
    parts, puzzles : int
        How many there are.
    codes : tuple of int
        The exit codes of the parts.
    """

    output: str
    parts: int
    puzzles: int
    codes: tuple[int, ...]

    def __str__(self) -> str:
        return f"{counted(self.puzzles, 'puzzle')} of {counted(self.parts, 'part')} in {shown(self.output)}"


def merge(parts: Sequence[str | os.PathLike[str]], output: str | os.PathLike[str] = STANDARD) -> Merged:
    """Put the results of all parts of a set together, in the order of the set.

    They are then what one run gives, byte for byte but for seconds. Parts are refused that are not all of one
    set, one question and one version of coversat, and what is missing or not finished is named.

    Parameters
    ----------
    parts : sequence of str or Path
        What commands with ``--part K/N`` wrote: files of results, folders of ``export``, or stores of
        ``bench``.
    output : str or Path
        The file or the folder to write, whole or not at all; ``-`` is standard output.

    Raises
    ------
    MergeError
        If they do not belong together, or if any is missing.

    Examples
    --------
    >>> import coversat, tempfile
    >>> sets = coversat.read("queens 4") + coversat.read("queens 5") + coversat.read("queens 6")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for k in (1, 2):
    ...         store = f"{folder}/{k}.db"
    ...         _ = coversat.bench(sets, ["search/*"], part=(k, 2), store=store)
    ...     found = coversat.merge([f"{folder}/1.db", f"{folder}/2.db"], folder + "/all.db")
    ...     print(found.puzzles, len(coversat.report(folder + "/all.db").runs))
    3 3
    """
    refuse_others("parts", parts, (list, tuple), "a list of names")
    names, target = [path("parts", one) for one in parts], path("output", output)
    kinds = {_kind(one) for one in names}
    if len(kinds) > 1:
        raise MergeError("files of results, folders and stores are not merged with each other")
    kind = next(iter(kinds), "")
    if kind != "results" and target == STANDARD:
        raise MergeError("folders and stores are not printed: name what is to be written")
    if kind == "store":
        stated = _merge_stores(names, target)
    elif kind == "folder":
        stated = merge_folders(names, target)
    else:
        stated, rows = merged_rows(names)
        write_whole(target, rows, sources=names)
    codes = tuple(int(one.end.get("code", YES)) for one in stated if one.end)
    return Merged(target, len(stated), stated[0].places, codes)


def _kind(name: str) -> str:
    if os.path.isdir(name):
        return "folder"
    with naming(name), open(name, "rb") as file:
        return "store" if file.read(len(SQLITE)) == SQLITE else "results"


def _merge_stores(names: Sequence[str], target: str) -> list[Stated]:
    with ExitStack() as stack:
        stores = {shown(name): stack.enter_context(Store(Path(name), create=False)) for name in names}
        stated = in_order(one.stated() for one in stores.values())
        whole = stack.enter_context(Store())
        for one in stated:
            whole.take_in(stores[one.name])
        write_whole(target, [whole.serialized()], sources=names)
    return stated
