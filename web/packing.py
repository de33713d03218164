"""Bytes of the page: what is compiled from C, archives, and how they are compressed.

The same inputs give the same bytes.
"""

from __future__ import annotations

import gzip
import hashlib
import importlib.util
import lzma
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

WEB = Path(__file__).resolve().parent
ROOT = WEB.parent

TARGET = ("--target=wasm32-freestanding", "-mcpu=generic+simd128+bulk_memory", "-nostdlib")
LINKED = ("-Wl,--no-entry", "-Wl,--export=__heap_base", "-Wl,--strip-all")
WARNED = ("-Wall", "-Wextra", "-Werror", "-Wno-unused-function")
"""Options of the C compiler: nothing is imported, so that the module needs no system at all."""

FILTERS = (
    {"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 24, "nice_len": 273}
    | {"lc": 4, "lp": 0, "pb": 0},
)


class MissingCompilerError(Exception):
    """The extra 'page' is not installed."""


def run(command: list[str], folder: Path, **environment: str) -> None:
    """Run a program; its output is in the error if it fails."""
    subprocess.run(
        command, cwd=folder, check=True, capture_output=True, text=True, env=os.environ | environment
    )


def wasm(source: str) -> bytes:
    """A C file of the folder ``compiled``, for browsers, by the C compiler in the package ziglang."""
    if importlib.util.find_spec("ziglang") is None:
        raise MissingCompilerError("the package ziglang (the extra 'page') is needed and is not there")
    with TemporaryDirectory() as scratch:
        out = Path(scratch, "out.wasm")
        kernels = [
            f"-I{Path('coversat', *folder)}" for folder in (("kinds", "sudoku"), ("solvers", "search"))
        ]
        name = str(Path("web", "compiled", source))
        compiler = [sys.executable, "-m", "ziglang", "cc", *TARGET, *WARNED, "-O2", *kernels]
        run([*compiler, *LINKED, "-o", str(out), name], ROOT)
        return out.read_bytes()


def fetched(folder: Path) -> Path:
    """The packages of npm in the versions of the lock file."""
    folder.mkdir()
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copy(WEB / name, folder)
    run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder)
    return folder / "node_modules"


INLINE = {"STYLES": "styles/all.css", "THEME": "scripts/theme.js"}
"""What the page contains itself, so that it is painted without waiting for another file."""

BUNDLES = ("scripts/main.js", "scripts/worker.js", "scripts/compiled/worker.js", *INLINE.values())
"""The page, its two sorts of workers, and what is in the page: each with all that it imports."""


def bundled(modules: Path) -> dict[str, bytes]:
    """Scripts and styles; ``runtime.js`` is written by the build and stays apart."""
    with TemporaryDirectory() as scratch:
        out = Path(scratch)
        form = ("--bundle", "--format=esm", "--minify", "--target=es2022", "--charset=utf8")
        where = ("--external:../runtime.js", f"--outdir={out}", "--outbase=.")
        run([str(modules / ".bin" / "esbuild"), *BUNDLES, *form, *where], WEB / "page")
        return {name: (out / name).read_bytes() for name in BUNDLES}


def digest(content: bytes) -> str:
    """A short name for bytes."""
    return hashlib.sha256(content).hexdigest()[:12]


def pack(content: bytes) -> bytes:
    """Compress as gzip, without a timestamp: what servers do at best."""
    return gzip.compress(content, 9, mtime=0)


def pack_tight(content: bytes) -> bytes:
    """Compress as LZMA, a quarter smaller than gzip; the page unpacks it by ``unpack.c``."""
    return lzma.compress(content, format=lzma.FORMAT_ALONE, filters=FILTERS)


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
