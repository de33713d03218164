"""The library in Coq that is installed with coversat, and Coq itself, which checks theorems with it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from ... import proofs
from ...base import programs
from ...base.deadline import NEVER, Deadline
from ...base.files import new_folder
from ...base.signals import signal_name
from ...problems import AnyProblem
from ..statement import UndecidedError

ROOT = Path(proofs.__file__).parent / "theorem"
EXHAUSTED = ("Stack overflow.", "Out of memory.", "Error: Stack overflow.", "Error: Out of memory.")
"""What Coq says where it cannot go on, which is not a refusal."""
PREFIX, PROGRAM = "Coversat", "coqc"
PACKAGES = "Debian and Ubuntu have it in the packages coq and libcoq-stdlib"
MISSING = f"{PROGRAM} is not installed; {PACKAGES}, opam in coq"


@cache
def sources() -> Mapping[str, str]:
    """The files of the library in the order of compilation, by their names in its folder."""
    lines = (ROOT / "_CoqProject").read_text(encoding="utf-8").split()
    names = [name for name in lines if name.endswith(".v")]
    return {name: (ROOT / name).read_text(encoding="utf-8") for name in names}


@cache
def kinds() -> Mapping[str, str]:
    """The modules that read the text of a kind, by the names of kinds."""
    stems = [name[len("Kinds/") : -2] for name in sources() if name.startswith("Kinds/")]
    return {stem.lower(): stem for stem in stems}


def module_for(problem: AnyProblem) -> str | None:
    """The module of the library that reads the text of a problem; None if none does."""
    module, text = kinds().get(problem.kind), problem.format()
    unread = _LONG_NUMBER.search(text) or (module == "Sudoku" and not _is_known_sudoku(text))
    return None if unread else module


_LONG_NUMBER = re.compile(r"^(?=.*\S \S).*\d{5}", re.M)
"""A number of more digits than the library reads; a word alone in its line may be a row of digits."""
CONSTRAINTS = ("regions", "diagonal", "windoku", "anti-king", "anti-knight", "thermo", "cage")


def _is_known_sudoku(text: str) -> bool:
    """Whether there is a board without a heading, and below it only constraints that the library reads."""
    lines = text.splitlines()
    if "regions" in lines and "windoku" in lines:  # the library takes the size of windows from boxes
        return False
    at = size = len(lines[0])
    while at < len(lines) and lines[at].split(" ")[0] in CONSTRAINTS:
        at += 1 + size * (lines[at] == "regions")
    return at == len(lines) and all(len(line) == size and " " not in line for line in lines[:size])


@cache
def needed(module: str | None) -> tuple[str, ...]:
    """The files that a theorem needs, in the order of compilation."""
    wanted = {"Checker/Theorems.v"} | ({f"Kinds/{module}.v"} if module else set())
    for name, text in reversed(list(sources().items())):
        if name in wanted:
            heads = " ".join(re.findall(r"^From Coversat Require.*?\.$", text, re.M | re.S))
            wanted |= {one for one in sources() if re.search(rf"\b{one[:-2].replace('/', '[.]')}\b", heads)}
    return tuple(name for name in sources() if name in wanted)


class Ended(NamedTuple):
    """What Coq says of a file: whether it accepts it, and what it prints."""

    accepted: bool
    output: str


class Coq:
    """The installed Coq, with a folder for what it compiles, which is removed when this process ends.

    Raise `UndecidedError` if it is not installed.
    """

    def __init__(self) -> None:
        found = shutil.which(PROGRAM)
        if found is None:
            raise UndecidedError(MISSING)
        self._program = found
        self._folder = TemporaryDirectory(prefix="coversat-")
        self._compiled: set[str] = set()
        self.place = Path(self._folder.name)
        with new_folder(self.place / "library") as folder:
            for name, text in sources().items():
                folder.file(name).write(text.encode())

    @cached_property
    def version(self) -> str:
        """``Coq 8.16.1``."""
        words = self._run(self.place, ("--print-version",), NEVER).output.split()
        return f"Coq {words[0]}" if words else "Coq"

    def require(self, names: Iterable[str], deadline: Deadline) -> None:
        """Compile these files of the library, which come after those that they require, once."""
        for name in names:
            if name not in self._compiled:
                ended = self._run(self.place / "library", ("-Q", ".", PREFIX, name), deadline)
                if not ended.accepted:
                    failed = f"{self.version} cannot compile the library's {name}"
                    raise UndecidedError(f"{failed}; {PACKAGES}: {ended.output[-300:]}")
                self._compiled.add(name)

    def check(self, files: Mapping[str, str], deadline: Deadline) -> Ended:
        """Compile files one after the other, in a folder of their own: what the last one prints.

        The first that is not accepted ends this.
        """
        ended = Ended(True, "")
        with TemporaryDirectory(dir=self.place) as place:
            folder = Path(place) / "theorem"
            with new_folder(folder) as made:
                for name, text in files.items():
                    made.file(name).write(text.encode())
            for name in files:
                ended = self._run(folder, ("-Q", str(self.place / "library"), PREFIX, name), deadline)
                if not ended.accepted:
                    return Ended(False, f"{name}: {ended.output}")
        return ended

    def _run(self, current: Path, words: Iterable[str], deadline: Deadline) -> Ended:
        command = (self._program, "-q", *words)
        try:
            ended = programs.run(command, programs.new_folder(), deadline=deadline, current=str(current))
        except programs.ProgramError as error:
            raise UndecidedError(f"{PROGRAM} cannot be started: {error}") from None
        if ended.code < 0 or ended.complaint in EXHAUSTED:
            raise UndecidedError(f"{PROGRAM} ended early: {ended.complaint or signal_name(-ended.code)}")
        return Ended(
            ended.code == 0, ended.complaint if ended.code else ended.output.decode(errors="replace")
        )


@cache
def installed() -> Coq:
    """Coq, once for all theorems that this process checks.

    Raise `UndecidedError` if it is not installed.
    """
    return Coq()
