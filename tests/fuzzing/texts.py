"""What files hold: puzzles in all their forms, what commands made of them, and all of these damaged."""

from __future__ import annotations

import contextlib
import gzip
import io
import lzma
import random
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

from instances import instances

from coversat.cli import exit_code
from coversat.problems import KINDS, forms

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"
FOLDERS = sorted(path.name for path in EXAMPLES.iterdir() if path.name in KINDS)
Mistake = Callable[[bytes, random.Random], bytes]

MOST_BYTES = 1000
"""The longest text that is taken, so that most runs have an end."""


@cache
def puzzles(kind: str) -> tuple[bytes, ...]:
    """Examples and small instances, in every form that can state them."""
    found = [path.read_bytes() for path in sorted((EXAMPLES / kind).glob("*"))]
    problems = [instance.problem for instance in instances(kind)][::3][:8]
    for form in forms(kind):
        for some in ([one] for one in problems):
            with contextlib.suppress(ValueError):
                if form.write is not None:
                    found.append(form.write(some).encode())
    return tuple(text for text in dict.fromkeys(found) if len(text) <= MOST_BYTES)


@cache
def definition() -> bytes:
    """A file that defines a kind of puzzle."""
    return min((EXAMPLES / "own").glob("*.py")).read_bytes()


@cache
def links() -> tuple[str, ...]:
    """Texts that may stand on the command line itself."""
    texts = (text.decode().strip() for kind in KINDS for text in puzzles(kind))
    return tuple(text for text in texts if text.startswith("http") and "\n" not in text)


@cache
def made(kind: str, command: str) -> dict[str, bytes]:
    """The files that a command leaves of the file ``puzzle``, and under ``printed`` what it prints."""
    return _printed({"puzzle": example(kind)}, command)


def example(kind: str) -> bytes:
    """The smallest example of a kind, or instance if there are no examples."""
    found = (path.read_bytes() for path in sorted((EXAMPLES / kind).glob("*")))
    return min(found, key=len, default=min(puzzles(kind), key=len))


def _printed(files: dict[str, bytes], command: str) -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, content in files.items():
            (folder / file).write_bytes(content)
        printed = io.StringIO()
        said = contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO())
        with contextlib.chdir(folder), said[0], said[1]:
            exit_code(command.split())
        left = [path for path in folder.rglob("*") if path.is_file()]
        found = {str(path.relative_to(folder)): path.read_bytes() for path in left}
        return found | {"printed": printed.getvalue().encode()}


@cache
def model(kind: str, name: str) -> bytes:
    """What a solver prints for a small puzzle's formula (``e.cnf``) or exact cover (``e.dlx``)."""
    to = "cover" if name == "e.dlx" else "dimacs"
    exported = made(kind, f"export puzzle --case 1 --to {to} -o e").get("e", b"")
    return _printed({name: exported}, f"solve {name} --timeout 2")["printed"]


def damaged(text: bytes, chance: random.Random) -> bytes:
    """A text with one to three mistakes in it."""
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        text = chance.choice(_MISTAKES)(text, chance)
    return text


def packed(text: bytes, ending: str, chance: random.Random) -> bytes:
    """As the ending says; sometimes torn."""
    whole = gzip.compress(text, mtime=0) if ending == ".gz" else lzma.compress(text)
    return _torn(whole, chance) if chance.random() < 0.3 else whole


def _torn(text: bytes, chance: random.Random) -> bytes:
    return text[: chance.randrange(len(text) + 1)]


def _flipped(text: bytes, chance: random.Random) -> bytes:
    return _put(text, bytes([chance.randrange(256)]), chance, 1)


def _replaced(text: bytes, chance: random.Random) -> bytes:
    return _put(text, chance.choice(ODD), chance, chance.randrange(3))


def _put(text: bytes, piece: bytes, chance: random.Random, instead_of: int) -> bytes:
    at = chance.randrange(len(text) + 1)
    return text[:at] + piece + text[at + instead_of :]


def _other_number(text: bytes, chance: random.Random) -> bytes:
    places = [at for at, byte in enumerate(text) if chr(byte).isdigit()]
    if not places:
        return text
    at = chance.choice(places)
    return text[:at] + chance.choice(NUMBERS) + text[at + 1 :]


def _lines(change: Callable[[list[bytes], random.Random], list[bytes]]) -> Mistake:
    return lambda text, chance: b"".join(change(text.splitlines(keepends=True) or [b""], chance))


def _dropped(lines: list[bytes], chance: random.Random) -> list[bytes]:
    at = chance.randrange(len(lines))
    return lines[:at] + lines[at + 1 :]


def _doubled(lines: list[bytes], chance: random.Random) -> list[bytes]:
    at = chance.randrange(len(lines))
    return lines[:at] + [lines[at]] * 2 + lines[at + 1 :]


def _joined(lines: list[bytes], chance: random.Random) -> list[bytes]:
    at = chance.randrange(len(lines))
    return [*lines[:at], lines[at].rstrip(b"\r\n"), *lines[at + 1 :]]


def _shuffled(lines: list[bytes], chance: random.Random) -> list[bytes]:
    return chance.sample(lines, len(lines))


def _ends(lines: list[bytes], chance: random.Random) -> list[bytes]:
    end = chance.choice((b"\r\n", b"\r", b"\n\n", b" \n", b"\x0c\n", b"\xc2\x85", b"\xe2\x80\xa8"))
    return [line.rstrip(b"\r\n") + end for line in lines]


def _mixed(text: bytes, chance: random.Random) -> bytes:
    other = chance.choice(puzzles(chance.choice(KINDS)))
    return chance.choice((text + other, text + b"\n" + other, _torn(text, chance) + other))


NUMBERS = (b"0", b"-1", b"7", b"12", b"99", b"1000", b"999999999", b"9" * 30, b"9" * 5000)
NUMBERS += (b"1e3", b"+1", b"-0", b"0x1")
ODD = (b"\0", b"\xef\xbb\xbf", b"\xff", b"\xed\xa0\x80", b"\xc0\x80", b"\xf0\x9f\xa6\x95", b"\xc2\xa0")
ODD += (b"\x0b", b"\x0c", b"\x1b[31m", b"\r", *(sign.encode() for sign in "\uff11\u0663\u00b2\u2028\u0301"))
ODD += (
    b"#",
    b"|",
    b":",
    b"%",
    b"\\",
    b"-",
    b"?",
    b".",
    b" ",
    b"\t",
    b"\n",
    b"0",
    b"p cnf 2 1\n",
    b"c ",
    b"puzzle",
)
_MISTAKES: tuple[Mistake, ...] = (
    *(_torn, _flipped, _flipped, _replaced, _replaced, _other_number, _other_number, _mixed),
    *(_lines(change) for change in (_dropped, _doubled, _joined, _shuffled, _ends)),
    lambda text, _: b"\xef\xbb\xbf" + text,
    lambda text, chance: text * chance.choice((2, 3)),
    lambda text, _: text.decode("utf-8", "replace").encode("utf-16"),
)
HEADERS = (b"p cnf 1000000000 0\n", b"p cnf 30000000 1\n1 0\n", b"p cnf 99999999 99999999\n", b"p cnf 9 1\n")
HEADERS += (b"queens 99999\n", b"langford 99999\n", b"| A B\n" + b"A B C\n", b"99999\n", b"1\n99999\n")
HEADERS += (b"c p show 1 0\np cnf 2000000 2\n1 2000000 0\n-1 0\n",)
"""Announced numbers that nothing stands behind."""

FOREIGN = (b"[" * 10_000 + b"\n", b'{"a":' * 10_000 + b"\n", b"{}\n", b"[]\n", b"null\n", b'{"id": 5}\n')
FOREIGN += (b'{"id": "x", "status": [], "code": {}}\n', b"{" * 50, b"\xff\n", b"\0\n", b"hello\n", b"")
FOREIGN += (b'{"id": "x", "status": "unique", "code": 1e999}\n', b'{"id": NaN}\n', b'{"part": -1}\n')
"""Files that no run of these commands left, for runs that are to be resumed."""


@cache
def heavy() -> bytes:
    """A sudoku of 25x25 without givens and with one line that takes long to reduce."""
    path = (f"r{r}c{c}" for r in range(1, 26) for c in (range(1, 26) if r % 2 else range(25, 0, -1)))
    rows = "\n".join(["." * 25] * 25)
    return f"{rows}\nregion-sum {' '.join(path)}\n".encode()


PLAIN = (b"", b"\n", b"hello hello\n", b"0\n", b"1\n" * 1000, b"A" * 70_000, bytes(range(256)))
PLAIN += (b"{}", b"[1", b"<game", b"\0" * 81)
