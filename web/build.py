"""Build the page: ``python web/build.py OUT`` fills a folder that any web server serves.

It fetches Pyodide (npm) and python-sat's wheel for it (pip), with the versions and hashes of the lock files
in this folder, builds coversat's wheel from this checkout, and compiles ``compiled/*.c`` with the C compiler
in the package ziglang (the extra 'page'). The same inputs give the same bytes.

::

    index.html, sw.js, icon.svg, manifest.webmanifest
    _headers    the security policy and cache times for a server
    BUILD/      scripts, examples and compiled modules, named by a digest of their contents
    runtime/    Python and its packages, compressed, each named by a digest of its contents
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))
from packing import INLINE, ROOT, WEB, MissingCompilerError, bundled, digest, fetched, pack, wasm
from runtime import packed_runtime

PAGE = WEB / "page"
EXAMPLES = tuple(
    """
    sudoku/boj2239.txt sudoku/killer.txt sudoku/windoku-x.txt sudoku/two-answers.txt sudoku/jigsaw.txt
    sudoku/anti-king-knight.txt sudominoku/boj4574.txt sudominoku/small.txt kakuro/kakuro2.txt
    kakuro/picture.txt skyscrapers/order-4.txt starbattle/one-star.txt nonogram/hen.txt queens/placed.txt
    latin/order-9.txt dominosa/order-5.txt akari/puzzle.txt binairo/puzzle.txt fillomino/puzzle.txt
    heyawake/7x7.txt hitori/6x6.txt kenken/puzzle.txt kurodoko/7x7.txt masyu/7x8.txt minesweeper/puzzle.txt
    numberlink/5x5.txt nurikabe/6x6.txt shikaku/puzzle.txt simpleloop/7x7.txt slitherlink/7x9.txt
    suguru/puzzle.txt tents/puzzle.txt yajilin/5x6.txt yinyang/6x6.txt polyomino/six-on-5x6.txt
    langford/pairs.txt cover/knuth.dlx cnf/two-models.cnf
    """.split()
)
"""What the page offers to begin with, of several puzzles the first; the first file is what it shows.

Of other kinds the first example is offered too.
"""

OWN = "examples/own/mosaic.py"
"""A kind in one file, to begin with."""

WARMING = (
    "sudoku/boj2239.txt",
    "sudoku/two-answers.txt",
    "sudoku/killer.txt",
    "sudominoku/boj4574.txt",
    "kakuro/kakuro2.txt",
)
"""What a worker checks before it is asked: all is imported then, and prepared for puzzles of these shapes."""


POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval' {THEME}",
        "worker-src 'self'",
        "connect-src 'self'",
        "img-src 'self' data:",
        "style-src {STYLES}",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)
"""The content security policy under which everything works, for the page and its workers."""

HEADERS = """/*
  Content-Security-Policy: POLICY; frame-ancestors 'none'
  X-Content-Type-Options: nosniff
  Referrer-Policy: no-referrer
/BUILD/*
  Cache-Control: public, max-age=31536000, immutable
/runtime/*
  Cache-Control: public, max-age=31536000, immutable
"""
"""What a server should send with the files, in the format of hosts for static sites (``_headers``)."""


def main(words: list[str]) -> int:
    """Build into a folder; return the exit code."""
    if len(words) != 1 or words[0].startswith("-"):
        print("Usage: python web/build.py OUT", file=sys.stderr)
        return 2
    out = Path(words[0])
    if out.exists() and any(out.iterdir()) and not (out / "sw.js").exists():
        print(f"{out} holds something else; name an empty folder", file=sys.stderr)
        return 2
    try:
        sizes = build(out)
    except MissingCompilerError as error:
        print(error, file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        print(f"{' '.join(map(str, error.cmd))} failed:\n{error.stderr}", file=sys.stderr)
        return 1
    except FileNotFoundError as error:
        print(f"{error.filename} is needed and is not there", file=sys.stderr)
        return 1
    print(
        f"{out}: {sizes.compiled / 1e6:.2f} MB to download before the compiled engine answers, "
        f"{sizes.python / 1e6:.2f} MB before Python does, {sizes.whole / 1e6:.2f} MB in all"
    )
    return 0


class Sizes(NamedTuple):
    """Bytes that a visitor downloads, compressed, before an engine answers."""

    compiled: int
    python: int
    whole: int


TOP = ("index.html", "sw.js", "icon.svg", "manifest.webmanifest")
"""The files that have the same name in every build."""

COMPILED = ("engine", "unpack")
"""The modules in C, each a file in ``compiled``."""


def build(out: Path) -> Sizes:
    """Write the folder; return what a visitor downloads."""
    with TemporaryDirectory() as scratch:
        modules = fetched(Path(scratch, "npm"))
        runtime, listed = packed_runtime(modules / "pyodide")
        shell = bundled(modules)
    inline = {place: shell.pop(name).strip() for place, name in INLINE.items()}
    shell |= {f"{name}.wasm": wasm(f"{name}.c") for name in COMPILED}
    top = {name: (PAGE / name).read_bytes() for name in TOP}
    examples = offered()
    listed["warming"] = [one["text"] for one in examples["examples"] if one["name"] in WARMING]
    shell["runtime.js"] = f"export default {json.dumps(listed, indent=1)};\n".encode()
    shell |= thumbnails(examples["examples"])
    shell["examples.json"] = json.dumps(examples, separators=(",", ":")).encode()
    contents = (*inline.values(), *shell.values(), *top.values())
    build_name = "b" + digest(b"".join(digest(each).encode() for each in contents))
    files = {f"{build_name}/{name}": content for name, content in shell.items()}
    names = json.dumps(["./", *(name for name in top if name not in ("index.html", "sw.js")), *files])
    hashes = {
        place: f"'sha256-{b64encode(sha256(each).digest()).decode()}'" for place, each in inline.items()
    }
    places = {"BUILD": build_name, "['FILES']": names, "POLICY": POLICY.format(**hashes)}
    places |= {place: each.decode() for place, each in inline.items()}
    files |= {name: filled(content, places) for name, content in top.items()} | runtime
    files["_headers"] = filled(HEADERS.encode(), places)
    if out.exists():
        shutil.rmtree(out)
    for name, content in files.items():
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return sizes_of(files, listed["later"]["path"])


def sizes_of(files: Mapping[str, bytes], later: str) -> Sizes:
    """What is downloaded first, then with Python, then with the modules that are rarely imported."""
    sizes = {name: min(len(content), len(pack(content))) for name, content in files.items()}
    whole = sum(sizes.values())
    shown = sum(size for name, size in sizes.items() if "/pictures/" in name)  # when they are looked at
    runtime = sum(size for name, size in sizes.items() if name.startswith("runtime/"))
    return Sizes(whole - shown - runtime, whole - shown - sizes[later], whole)


def files_in(folder: Path) -> Iterator[Path]:
    """The files of a folder, sorted."""
    return (path for path in sorted(folder.rglob("*")) if path.is_file())


def filled(content: bytes, places: Mapping[str, str]) -> bytes:
    """The template with its placeholders filled."""
    for place, value in places.items():
        content = content.replace(place.encode(), value.encode())
    return content


def offered() -> dict[str, Any]:
    """The examples and empty boards that the page shows before Python runs."""
    sys.path.insert(0, str(ROOT))
    import boards
    import rulebook
    import solving
    from questions import Text

    from coversat.exchange import FORMATS
    from coversat.problems import KINDS
    from coversat.setters.generate.generate import can_generate
    from coversat.setters.generate.spec import SYMMETRIES

    listed = {name.partition("/")[0] for name in EXAMPLES}
    folders = (ROOT / "examples" / kind for kind in KINDS if kind not in listed)
    others = [
        next(files_in(folder)).relative_to(ROOT / "examples").as_posix()
        for folder in folders
        if folder.is_dir()
    ]
    names = (*EXAMPLES, *others)
    texts = {name: (ROOT / "examples" / name).read_text(encoding="utf-8") for name in names}
    for name in names:
        if solving.open_text(Text(texts[name]))["count"] > 1:
            texts[name] = solving.pick(Text(texts[name]), 1)
    opened = {name: solving.open_text(Text(text)) for name, text in texts.items()}
    examples = [{"name": name, "text": text, "opened": opened[name]} for name, text in texts.items()]
    empty = {name: beginning(board) for name, board in boards.blanks().items()}
    return {
        "examples": examples,
        "blanks": empty,
        "rules": rulebook.rulebook(),
        "kinds": list(KINDS),
        "made": [kind for kind in KINDS if can_generate(kind)],
        "symmetries": list(SYMMETRIES),
        "formats": ["dimacs", *(name for name in FORMATS if name != "dimacs")],  # the usual one first
        "own": (ROOT / OWN).read_text(encoding="utf-8"),
    }


def beginning(board: dict[str, Any]) -> dict[str, Any]:
    """An empty board with its text and, if it is no puzzle yet, what is missing."""
    import solving

    written = solving.write_board(board)
    return {"board": board} | {name: written[name] for name in ("text", "form", "failed")}


def thumbnails(examples: Sequence[dict[str, Any]]) -> dict[str, bytes]:
    """Pictures of examples, and of constraints with right and wrong digits, by the names of files."""
    from samples import sample

    from coversat.kinds.drawing import draw
    from coversat.kinds.sudoku.constraints import all_constraints
    from coversat.problems import read

    found = {}
    for one in examples:
        problem = read(one["text"], one["opened"]["kind"]).problems[0]
        found[f"pictures/{one['name'].replace('/', '-').partition('.')[0]}.svg"] = draw(problem).svg.encode()
    for constraint in all_constraints():
        right, wrong, _ = sample(constraint)
        found[f"pictures/{constraint.word}-right.svg"] = right.encode()
        found[f"pictures/{constraint.word}-wrong.svg"] = wrong.encode()
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
