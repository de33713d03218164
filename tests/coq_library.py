"""The library in Coq, for tests: compiled once, computing with it, and its terms as values."""

from __future__ import annotations

import getpass
import hashlib
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import coversat

LIBRARY = Path(coversat.__file__).parent / "proofs" / "theorem"
needs_coq = pytest.mark.skipif(
    shutil.which("coqc") is None, reason="coqc is not installed: the package coq of Debian has it"
)


MODULES = {
    "sudoku": "Sudoku",
    "kakuro": "Kakuro",
    "slitherlink": "Slitherlink",
    "starbattle": "StarBattle",
    "nonogram": "Nonogram",
    "hitori": "Hitori",
    "latin": "Latin",
    "skyscrapers": "Skyscrapers",
    "queens": "Queens",
    "binairo": "Binairo",
    "akari": "Akari",
    "tents": "Tents",
    "minesweeper": "Minesweeper",
    "suguru": "Suguru",
    "shikaku": "Shikaku",
    "dominosa": "Dominosa",
    "masyu": "Masyu",
    "simpleloop": "SimpleLoop",
    "yajilin": "Yajilin",
    "numberlink": "Numberlink",
    "heyawake": "Heyawake",
    "kurodoko": "Kurodoko",
    "yinyang": "YinYang",
    "sudominoku": "Sudominoku",
}
"""The kinds whose texts are read in Coq, and their modules."""


def sources() -> list[str]:
    """The files of the library, in the order of compilation."""
    return (LIBRARY / "_CoqProject").read_text().split("\n", 1)[1].split()


@cache
def compiled() -> Path:
    """A folder with the compiled library; one for each state of its sources and each user."""
    texts = {name: (LIBRARY / name).read_text() for name in sources()}
    state = f"{hashlib.sha256(''.join(texts.values()).encode()).hexdigest()[:16]}-{getpass.getuser()}"
    folder = Path(tempfile.gettempdir()) / f"coversat-theorem-{state}"
    if not folder.exists():
        made = Path(tempfile.mkdtemp(prefix="coversat-theorem-"))
        for name, text in texts.items():
            (made / name).parent.mkdir(exist_ok=True)
            (made / name).write_text(text)
            coqc(made, made / name)
        try:
            made.rename(folder)
        except OSError:  # another process was faster
            shutil.rmtree(made)
    return folder


def coqc(library: Path, file: Path) -> str:
    """What coqc prints; raise `AssertionError` with its message if it refuses."""
    command = ["coqc", "-q", "-Q", str(library), "Coversat", str(file)]
    run = subprocess.run(command, capture_output=True, text=True, cwd=file.parent, timeout=600)
    assert run.returncode == 0, run.stdout[-2000:] + run.stderr[-2000:]
    return run.stdout


def compute(modules: Iterable[str], terms: Sequence[str], definitions: str = "") -> list[Any]:
    """The values of closed terms, with these modules of the library at hand."""
    head = "From Coq Require Import String ZArith List. Import ListNotations.\n"
    head += "Set Printing Width 1000000. Set Printing Depth 10000000.\n"
    head += (
        "".join(f"From Coversat Require {name}.\n" for name in modules)
        + f"Local Open Scope Z_scope.\n{definitions}"
    )
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "compute.v"
        file.write_text(head + "".join(f"Eval vm_compute in ({term}).\n" for term in terms))
        printed = coqc(compiled(), file)
    found = re.findall(r"^     = (.*?)^     : ", printed, re.DOTALL | re.MULTILINE)
    assert len(found) == len(terms)
    return [value_of(text) for text in found]


def text_in_coq(text: str) -> str:
    """A text as a term."""
    return '"' + text.replace('"', '""') + '"%string'


_TOKEN = re.compile(r"\s+|%[A-Za-z_]+|\{\||\|\}|:=|-?[0-9]+|[A-Za-z_][\w.']*|[][();,]")


def value_of(text: str) -> Any:
    """A printed term: lists, numbers, tuples, records as dicts, applications as tuples that a name leads."""
    tokens = [one for one in _TOKEN.findall(text) if not one.isspace() and not one.startswith("%")]
    tokens.append("")
    value, at = _term(tokens, 0)
    assert tokens[at] == "", text[:200]
    return value


def _term(tokens: list[str], at: int) -> tuple[Any, int]:
    first, at = _atom(tokens, at)
    if not (isinstance(first, tuple) and len(first) == 1 and isinstance(first[0], str)):
        return first, at
    arguments = []
    while tokens[at] and tokens[at] not in "];),|}:=":
        one, at = _atom(tokens, at)
        arguments.append(one)
    return (first[0], *arguments), at


def _several(tokens: list[str], at: int, between: str, end: str) -> tuple[list[Any], int]:
    found: list[Any] = []
    while tokens[at] != end:
        one, at = _term(tokens, at)
        found.append(one)
        if tokens[at] == between:
            at += 1
    return found, at + 1


def _atom(tokens: list[str], at: int) -> tuple[Any, int]:
    token = tokens[at]
    if token == "[":
        return _several(tokens, at + 1, ";", "]")
    if token == "(":
        found, at = _several(tokens, at + 1, ",", ")")
        return (found[0] if len(found) == 1 else ("", *found)), at
    if token == "{|":
        fields: dict[str, Any] = {}
        at += 1
        while tokens[at] != "|}":
            name = tokens[at].rpartition(".")[2]
            fields[name], at = _term(tokens, at + 2)
            at += tokens[at] == ";"
        return fields, at + 1
    if re.fullmatch("-?[0-9]+", token):
        return int(token), at + 1
    return (token.rpartition(".")[2],), at + 1
