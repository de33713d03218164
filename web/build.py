"""Build the page: ``python web/build.py OUT`` fills a folder that any web server serves.

It fetches Pyodide (npm) and python-sat's wheel for it (pip), with the versions and hashes of the lock files
in this folder, and builds coversat's wheel from this checkout. The same inputs give the same bytes.

::

    index.html, sw.js, icon.svg, manifest.webmanifest
    _headers    the security policy and cache times for a server
    BUILD/      scripts, styles and examples, named by a digest of their contents
    runtime/    Python and its packages, compressed, each named by a digest of its contents
"""

from __future__ import annotations

import gzip
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

WEB = Path(__file__).resolve().parent
ROOT = WEB.parent
PAGE = WEB / "page"
PLATFORM = ("pyemscripten_2026_0_wasm32", "3.14", "cp314")
"""What a wheel for the Pyodide of package.json is built for: platform, Python, ABI."""

EXAMPLES = (
    *("sudoku/boj2239.txt", "sudoku/killer.txt", "sudoku/windoku-x.txt", "sudoku/two-answers.txt"),
    *("sudoku/jigsaw.txt", "sudoku/anti-king-knight.txt", "sudominoku/boj4574.txt", "sudominoku/small.txt"),
    *("kakuro/kakuro2.txt", "kakuro/picture.txt", "skyscrapers/order-4.txt", "starbattle/one-star.txt"),
    *("nonogram/hen.txt", "queens/placed.txt", "latin/order-9.txt", "dominosa/order-5.txt"),
    *("akari/puzzle.txt", "binairo/puzzle.txt", "heyawake/7x7.txt", "hitori/6x6.txt", "kenken/puzzle.txt"),
    *("kurodoko/7x7.txt", "masyu/7x8.txt", "minesweeper/puzzle.txt", "numberlink/5x5.txt"),
    *("nurikabe/6x6.txt", "shikaku/puzzle.txt", "simpleloop/7x7.txt", "slitherlink/7x9.txt"),
    *("suguru/puzzle.txt", "tents/puzzle.txt", "yajilin/5x6.txt", "yinyang/6x6.txt"),
    *("polyomino/six-on-5x6.txt", "langford/pairs.txt", "cover/knuth.dlx", "cnf/two-models.cnf"),
)
"""What the page offers to begin with, of several puzzles the first; the first file is what it shows.

Of other kinds the first example is offered too.
"""

MODULES = ("bridge", "boards", "editing")
"""The modules of this folder that run in the browser."""

UNUSED = ("_pyrepl", "unittest", "wsgiref", "xmlrpc", "pydoc_data")
UNUSED_MODULES = ("doctest", "imaplib", "mailbox", "optparse", "pdb", "pydoc", "turtle")
CODECS = (
    "__init__",
    "aliases",
    "ascii",
    "charmap",
    "cp437",
    "idna",
    "latin_1",
    "punycode",
    "raw_unicode_escape",
)
UTF = ("utf_8", "utf_8_sig", "utf_16", "utf_16_be", "utf_16_le", "utf_32", "unicode_escape")
"""Packages and modules of the standard library that nothing here imports, and the encodings that are kept."""

OWN = "examples/own/mosaic.py"
"""A kind in one file, to begin with."""

SET = "sudoku/oneline.txt"
"""Several puzzles at once."""

WARMING = (
    *("sudoku/boj2239.txt", "sudoku/two-answers.txt", "sudoku/killer.txt"),
    *("sudominoku/boj4574.txt", "kakuro/kakuro2.txt"),
)
"""What a worker checks before it is asked: all is imported then, and prepared for puzzles of these shapes."""


POLICY = "; ".join(
    (
        *("default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "worker-src 'self'"),
        *("connect-src 'self'", "img-src 'self' data:", "style-src 'self'", "manifest-src 'self'"),
        *("base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"),
    )
)
"""The content security policy under which everything works, for the page and its workers."""

HEADERS = f"""/*
  Content-Security-Policy: {POLICY}
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
        total = build(out)
    except subprocess.CalledProcessError as error:
        print(f"{' '.join(map(str, error.cmd))} failed:\n{error.stderr}", file=sys.stderr)
        return 1
    except FileNotFoundError as error:
        print(f"{error.filename} is needed and is not there", file=sys.stderr)
        return 1
    print(f"{out}: {total / 1e6:.2f} MB to download")
    return 0


def build(out: Path) -> int:
    """Write the folder; return the size in bytes of a visitor's download, compressed."""
    runtime, listed = packed_runtime()
    shell = {path.relative_to(PAGE).as_posix(): path.read_bytes() for path in files_in(PAGE)}
    top = {name: shell.pop(name) for name in ("index.html", "sw.js", "icon.svg", "manifest.webmanifest")}
    examples = offered()
    listed["warming"] = [one["text"] for one in examples["examples"] if one["name"] in WARMING]
    shell["runtime.js"] = f"export default {json.dumps(listed, indent=1)};\n".encode()
    shell |= thumbnails(examples["examples"])
    shell["examples.json"] = json.dumps(examples, separators=(",", ":")).encode()
    build_name = "b" + digest(b"".join(digest(each).encode() for each in (*shell.values(), *top.values())))
    files = {f"{build_name}/{name}": content for name, content in shell.items()}
    names = json.dumps(["./", *(name for name in top if name not in ("index.html", "sw.js")), *files])
    places = {"BUILD": build_name, "['FILES']": names}
    files |= {name: filled(content, places) for name, content in top.items()} | runtime
    files["_headers"] = filled(HEADERS.encode(), places)
    if out.exists():
        shutil.rmtree(out)
    for name, content in files.items():
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return sum(min(len(content), len(pack(content))) for content in files.values())


def files_in(folder: Path) -> Iterator[Path]:
    """The files of a folder, sorted."""
    return (path for path in sorted(folder.rglob("*")) if path.is_file())


def filled(content: bytes, places: Mapping[str, str]) -> bytes:
    """The template with its placeholders filled."""
    for place, value in places.items():
        content = content.replace(place.encode(), value.encode())
    return content


def digest(content: bytes) -> str:
    """A short name for bytes."""
    return hashlib.sha256(content).hexdigest()[:12]


def pack(content: bytes) -> bytes:
    """Compress as gzip, without a timestamp."""
    return gzip.compress(content, 9, mtime=0)


def packed_runtime() -> tuple[dict[str, bytes], dict[str, Any]]:
    """The files of the runtime, and their description for the page.

    They are compressed here and uncompressed by the page, independently of the server. Their names do not end
    in ``.gz``, since some servers then add a Content-Encoding header.
    """
    with TemporaryDirectory() as scratch:
        pyodide = fetched_pyodide(Path(scratch, "npm"))
        packages = stored_zip(package_files(Path(scratch, "wheels")))
        info = json.loads((pyodide / "pyodide-lock.json").read_bytes())["info"]
        version = json.loads((pyodide / "package.json").read_bytes())["version"]
        contents = {
            "loader": (pyodide / "pyodide.mjs").read_bytes().partition(b"//# sourceMappingURL")[0],
            "module": (pyodide / "pyodide.asm.mjs").read_bytes().partition(b"//# sourceMappingURL")[0],
            "wasm": (pyodide / "pyodide.asm.wasm").read_bytes(),
            "stdlib": stored_zip(used(zip_files(pyodide / "python_stdlib.zip"))),
            "packages": packages,
        }
    scripts = {"loader", "module"}  # imported from where they lie: a strict policy allows no blobs
    packed = {name: content if name in scripts else pack(content) for name, content in contents.items()}
    paths = {
        name: f"runtime/{name}-{digest(content)}.{'mjs' if name in scripts else 'bin'}"
        for name, content in packed.items()
    }
    listed = {name: {"path": paths[name], "bytes": len(content)} for name, content in packed.items()}
    return {paths[name]: content for name, content in packed.items()}, {
        "pyodide": version,
        "lock": {"info": info, "packages": {}},
        "files": listed,
    }


def used(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files of the standard library without those that are never imported."""
    return {name: content for name, content in files.items() if _is_used(name)}


def _is_used(name: str) -> bool:
    package, _, rest = name.rpartition("/")
    module = rest.partition(".")[0]
    if package == "encodings":
        return module in (*CODECS, *UTF)
    return name.partition("/")[0] not in UNUSED and not (package == "" and module in UNUSED_MODULES)


def fetched_pyodide(folder: Path) -> Path:
    """Pyodide in the version of the lock file."""
    folder.mkdir()
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copy(WEB / name, folder)
    run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder)
    return folder / "node_modules" / "pyodide"


def package_files(folder: Path) -> dict[str, bytes]:
    """The Python packages: python-sat, coversat and the bridge."""
    platform, python, abi = PLATFORM
    wanted = ["--platform", platform, "--python-version", python, "--implementation", "cp", "--abi", abi]
    exact = ["--only-binary", ":all:", "--require-hashes", "-r", str(WEB / "requirements.txt")]
    pip = [sys.executable, "-m", "pip"] if importlib.util.find_spec("pip") else ["pip"]
    run([*pip, "download", "--quiet", "--dest", str(folder), *wanted, *exact], ROOT)
    source = folder / "source"
    shutil.copytree(
        ROOT / "coversat", source / "coversat", ignore=shutil.ignore_patterns("__pycache__", "*.so")
    )
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    run(
        [*pip, "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(source)],
        ROOT,
        COVERSAT_PURE="1",
    )
    files = {f"{name}.py": (WEB / f"{name}.py").read_bytes() for name in MODULES}
    for wheel in sorted(folder.glob("*.whl")):
        files |= {name: content for name, content in zip_files(wheel).items() if ".data/scripts/" not in name}
    return files


def zip_files(path: Path) -> dict[str, bytes]:
    """The files in a zip archive."""
    with zipfile.ZipFile(path) as archive:
        return {entry.filename: archive.read(entry) for entry in archive.infolist() if not entry.is_dir()}


def stored_zip(files: Mapping[str, bytes]) -> bytes:
    """An archive without compression; it compresses better as a whole."""
    whole = BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name), files[name])
    return whole.getvalue()


def run(command: list[str], folder: Path, **environment: str) -> None:
    """Run a program; its output is in the error if it fails."""
    subprocess.run(
        command, cwd=folder, check=True, capture_output=True, text=True, env=os.environ | environment
    )


def offered() -> dict[str, Any]:
    """The examples and empty boards that the page shows before Python runs."""
    sys.path[:0] = [str(ROOT), str(WEB)]
    import blanks
    import boards
    import bridge
    import rulebook

    from coversat.problems import KINDS

    listed = {name.partition("/")[0] for name in EXAMPLES}
    folders = (ROOT / "examples" / kind for kind in KINDS if kind not in listed)
    others = [
        next(files_in(folder)).relative_to(ROOT / "examples").as_posix()
        for folder in folders
        if folder.is_dir()
    ]
    names = (*EXAMPLES, *others)
    texts = {name: (ROOT / "examples" / name).read_text(encoding="utf-8") for name in (*names, SET)}
    for name in names:
        if bridge.open_text(texts[name])["count"] > 1:
            texts[name] = bridge.pick(texts[name], 1)
    opened = {name: bridge.open_text(text) for name, text in texts.items()}
    examples = [{"name": name, "text": text, "opened": opened[name]} for name, text in texts.items()]
    empty = {name: {"board": board, "text": boards.text(board)} for name, board in blanks.blanks().items()}
    return {
        "examples": examples,
        "blanks": empty,
        "rules": rulebook.rulebook(),
        "kinds": list(KINDS),
        "own": (ROOT / OWN).read_text(encoding="utf-8"),
    }


def thumbnails(examples: Sequence[dict[str, Any]]) -> dict[str, bytes]:
    """A picture of each example, by the name of its file."""
    from coversat.drawing import draw
    from coversat.problems import read

    found = {}
    for one in examples:
        problem = read(one["text"], one["opened"]["kind"]).problems[0]
        found[f"pictures/{one['name'].replace('/', '-').partition('.')[0]}.svg"] = draw(problem).svg.encode()
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
