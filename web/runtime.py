"""Python for the page: Pyodide (npm), python-sat's wheel for it (pip), and coversat's from this checkout.

What is rarely imported is left for later: an archive of its own, fetched when it is imported first.
"""

from __future__ import annotations

import importlib.util
import json
import shutil
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatchcase
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from packing import ROOT, WEB, digest, pack_tight, run, stored_zip, zip_files

PLATFORM = ("pyemscripten_2026_0_wasm32", "3.14", "cp314")
"""What a wheel for the Pyodide of package.json is built for: platform, Python, ABI."""

MODULES = tuple(
    """
    bridge questions outcomes solving editing hinting tools writing credits later boards shapes
    published_kinds clue_boards turning
    """.split()
)
"""The modules of this folder that run in the browser."""

LATER = """
_ast_unparse _markupbase _pydatetime _pyio _pylong _pyrepl/* _strptime _sysconfigdata_* antigravity argparse
bdb cProfile calendar cmd code colorsys compileall configparser csv ctypes/* datetime difflib doctest
filecmp fileinput ftplib getpass graphlib html/parser http/* imaplib mailbox mimetypes modulefinder netrc
nturl2path optparse pdb pickletools pkgutil platform plistlib poplib pprint profile pstats pty py_compile
pyclbr pydoc pydoc_data/* quopri rlcompleter runpy sched shelve smtplib socketserver sqlite3/* stringprep
symtable sysconfig/* tabnanny tarfile this timeit tomllib/* trace tracemalloc tty turtle unittest/* uuid
wave webbrowser wsgiref/* xmlrpc/* zipapp zoneinfo/* asyncio/windows_* asyncio/proactor_events asyncio/tools
concurrent/futures/process email/[c-z]* email/_[a-z]* importlib/resources/* logging/[ch]*
multiprocessing/[fhmqs]* multiprocessing/p[a-q]* multiprocessing/resource*
pyodide/console urllib/robotparser xml/[des]*
"""
"""Modules of the standard library that no question of the page imports, as patterns of paths."""

ENCODINGS = (
    "__init__ aliases ascii charmap cp437 idna latin_1 punycode raw_unicode_escape utf_* unicode_escape"
)
"""The text encodings that are not left for later."""

PACKAGES_LATER = """
coversat/cli/* coversat/setters/commands/* coversat/__main__ pysat/[a-z]* six
coversat/answering/reduced/* coversat/answering/reduction_graph
coversat/kinds/drawing/diagrams coversat/kinds/drawing/sketch
coversat/kinds/converting coversat/modelling coversat/answering/reducing
coversat/comparing/store
coversat/answering/sampling coversat/answering/sets/[gmpw]* coversat/answering/sets/entries
coversat/answering/sets/exporting coversat/answering/sets/records coversat/answering/sets/sets
coversat/encodings coversat/exchange/exporter
coversat/kinds/between/* coversat/kinds/drawing/strip coversat/problems/*/conversions
coversat/kinds/graphs coversat/kinds/sets coversat/kinds/clauses coversat/kinds/csp
coversat/kinds/pictures_graphs coversat/problems/graph coversat/problems/graph_texts/*
coversat/kinds/langford coversat/kinds/pictures_matrices coversat/kinds/polyomino/* coversat/primitives/source
coversat/problems/elements coversat/kinds/zebra*
coversat/problems/overview coversat/reductions/encod[ei][dn]* coversat/reductions/of_pysat
coversat/comparing/compare coversat/comparing/measures coversat/setters/generate/*
coversat/setters/steps/pictures coversat/setters/testing/constraints
coversat/comparing/bench coversat/comparing/exhibits
coversat/comparing/metrics coversat/comparing/page coversat/comparing/partial_answers coversat/comparing/plots
coversat/comparing/propagation coversat/comparing/report
coversat/comparing/strength coversat/comparing/summary coversat/comparing/witness
coversat/comparing/measuring coversat/comparing/significance
coversat/comparing/audit coversat/comparing/cleaning coversat/comparing/replies coversat/comparing/scoring
coversat/comparing/judging coversat/comparing/imported coversat/comparing/merging
coversat/comparing/ceiling coversat/comparing/ticks
coversat/exchange/external
coversat/exchange/gbd coversat/kinds/examples/* coversat/problems/examples/*
coversat/setters/prompts/*
coversat/setters/testing/problems coversat/setters/testing/reductions
coversat/setters/testing/sandbox coversat/setters/testing/encodings coversat/setters/testing/stress
"""
"""Of packages: PySAT has its solvers in C++, and its Python is used for smallest sets of givens only."""

UNUSED = "*.pyi *.dist-info/RECORD *.dist-info/WHEEL site-packages/*"
"""Files that nothing reads at run time."""


def packed_runtime(pyodide: Path) -> tuple[dict[str, bytes], dict[str, Any]]:
    """The files of the runtime, from Pyodide's folder, and their description for the page.

    They are compressed here and uncompressed by the page, independently of the server. Scripts are not: they
    are imported from where they lie, since a strict policy allows no blobs.
    """
    info = json.loads((pyodide / "pyodide-lock.json").read_bytes())["info"]
    version = json.loads((pyodide / "package.json").read_bytes())["version"]
    stdlib, later = parted(zip_files(pyodide / "python_stdlib.zip"), LATER)
    packages, others = parted(package_files(), PACKAGES_LATER)
    packages["left_out.txt"] = "".join(f"{name}\n" for name in modules_of([*later, *others])).encode()
    scripts = {
        name: (pyodide / file).read_bytes().partition(b"//# sourceMappingURL")[0]
        for name, file in (("loader", "pyodide.mjs"), ("module", "pyodide.asm.mjs"))
    }
    plain = {
        "wasm": (pyodide / "pyodide.asm.wasm").read_bytes(),
        "stdlib": stored_zip(stdlib),
        "packages": stored_zip(packages),
        "later": stored_zip(_under("stdlib", later) | _under("packages", others)),
    }
    with ThreadPoolExecutor() as pool:  # compressing is most of the build, and leaves Python's lock alone
        packed = scripts | dict(zip(plain, pool.map(pack_tight, plain.values()), strict=True))
    paths = {
        name: f"runtime/{name}-{digest(content)}.{'mjs' if name in scripts else 'lzma'}"
        for name, content in packed.items()
    }
    listed = {
        name: {"path": paths[name], "bytes": len(content)}
        | ({"plain": len(plain[name])} if name in plain else {})
        for name, content in packed.items()
    }
    later_file = listed.pop("later")
    return {paths[name]: content for name, content in packed.items()}, {
        "pyodide": version,
        "lock": {"info": info, "packages": {}},
        "files": listed,
        "later": later_file,
    }


def _under(folder: str, files: Mapping[str, bytes]) -> dict[str, bytes]:
    return {f"{folder}/{name}": content for name, content in files.items()}


def parted(files: Mapping[str, bytes], patterns: str) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """The files that are needed at once, and those for later."""
    needed: dict[str, bytes] = {}
    later: dict[str, bytes] = {}
    for name, content in files.items():
        if not _matches(name, UNUSED):
            (later if is_later(name, patterns) else needed)[name] = content
    return needed, later


def is_later(name: str, patterns: str) -> bool:
    """Whether a file is not needed before it is imported; what marks a package stays."""
    module = name.removesuffix(".py")
    folder, _, inner = module.rpartition("/")
    if folder == "encodings":
        return not _matches(inner, ENCODINGS)
    return _matches(module, patterns)


def _matches(name: str, patterns: str) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns.split())


def modules_of(names: list[str]) -> list[str]:
    """The modules in files, by the names by which they are imported."""
    modules = (name.removesuffix(".py").removesuffix("/__init__") for name in names if name.endswith(".py"))
    return sorted(module.replace("/", ".") for module in modules)


def package_files() -> dict[str, bytes]:
    """The Python packages: python-sat, coversat and the bridge."""
    with TemporaryDirectory() as scratch:
        folder = Path(scratch, "wheels")
        build_wheels(folder)
        files = {f"{name}.py": (WEB / f"{name}.py").read_bytes() for name in MODULES}
        for wheel in sorted(folder.glob("*.whl")):
            contents = zip_files(wheel).items()
            files |= {name: content for name, content in contents if ".data/scripts/" not in name}
    return files


def build_wheels(folder: Path) -> None:
    """Fetch the wheels of the lock file into a folder, and build coversat's."""
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
