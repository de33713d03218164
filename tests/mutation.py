"""How much the tests catch: the code is broken in small ways, one at a time, and the tests that matter run.

    python tests/mutation.py [--root FOLDER] [--seed 1] [--share 1] [--sample 60] [--only GLOB] [-k WORDS]

Each mutant is one change of one expression or statement, in a copy of the tree.  Which changes are made
follows from the seed and from the text of the function alone, not from its place, so that two states of the
project are broken alike wherever they are alike.  A mutant is caught when a test fails or does not end.  What
survives is printed as code before and after: a test is missing, or the change means nothing.
"""

from __future__ import annotations

import argparse
import ast
import copy
import fnmatch
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from resource import RLIMIT_CPU, setrlimit
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 300
"""Seconds of processor time for a run of tests, or four times as many in all; what does not end is caught."""
NOTHING_RUN = 5
"""The exit code of pytest if it selects no test."""
LIKE = (
    "coversat",
    "tests",
    "examples",
    "docs",
    "benchmarks",
    "README*",
    "CHANGELOG*",
    "CONTRIBUTING*",
    "pyproject.toml",
)


IMPORT = r"^ *(?:from|import) (coversat[\w.]*)(?: import ([\w, ]+))?"


class Target(NamedTuple):
    """Modules that are broken alike, and tests that see it beside those that their names and imports lead to.

    Attributes
    ----------
    modules : str
        A pattern of paths in ``coversat``.
    each : int
        So many changes of each module.
    tests : tuple of str
        Patterns of test files.
    functions : str
        A pattern of the functions that are broken.
    """

    modules: str
    each: int
    tests: tuple[str, ...] = ()
    functions: str = "*"


CONTRACT = ("test_contract*", "test_carrying_answers", "test_dropped_*")
"""The tests of every kind; of a module of one kind only its own cases are run."""
CONSTRAINTS = ("test_constraints", "test_constraint_lines", "test_sudoku_constraints")
CODECS = ("test_codecs*", "test_hostile_texts")
DIMACS = ("test_dimacs*", "test_solver_output", "test_exchange")
PICTURES = ("test_drawing", "test_picture_parts", "test_contract_texts")
TARGETS = (
    Target("kinds/between/*", 3, ("test_reductions_between",)),
    Target("reductions/*", 3, ("test_routes", "test_lines", *CONSTRAINTS, *CONTRACT)),
    Target("proofs/*", 2, ("test_proofs*", "test_cpog", "test_*certificates")),
    Target("certificates/*", 2, ("test_cpog", "test_deep", "test_*certificates")),
    Target("kinds/sudoku/constraints/*", 6, CONSTRAINTS, "*model*"),
    Target("kinds/sudoku/constraints/*", 6, CONSTRAINTS, "*broken*"),
    Target("kinds/sudoku/constraints/*", 3, CONSTRAINTS),
    Target("setters/links/*", 2, CODECS),
    Target("problems/cnf/*", 3, DIMACS),
    Target("kinds/drawing/*", 2, PICTURES),
    Target("kinds/sources*", 2, ("test_cli", "test_door")),
    Target("kinds/*/text.py", 2, CODECS),
    Target("kinds/search_*", 3, ("test_searches", "test_frontier")),
    Target("kinds/pictures*", 2, PICTURES),
    Target("kinds/*/picture.py", 2, PICTURES),
    Target("problems/forms/*", 2, CODECS),
    Target("problems/text.py", 2, DIMACS),
    Target("problems/*", 2, ("test_puzzles", "test_puzzle_models", "test_problems_*", *CONTRACT)),
    Target("kinds/*", 2, ("test_puzzles", "test_problems_*", *CONTRACT)),
    Target("solvers/cover/*", 2, ("test_cover_*", "test_dancing_links", "test_contract")),
    Target("solvers/*", 2, ("test_contract",)),
    Target("setters/steps/*", 2, ("test_steps", "test_step_*", "test_hints")),
    Target("setters/testing/*", 2, ("test_own_*", "test_faulty_rules")),
    Target("setters/*", 2, ("test_setter", "test_cli_setter", "test_contract_setter")),
    Target("exchange/*", 2, ("test_program_texts", "test_export_formats", "test_round_trip")),
    Target("exchange/*", 2, ("test_exchange", "test_contract_exchange")),
    Target("cli/*", 2, ("test_cli*", "test_commands", "test_help")),
    Target("base/files/*", 2, ("test_files", "test_inputs")),
    Target("base/*", 2, ("test_deadline", "test_processes", "test_failures")),
    Target("answering/parts/*", 2, ("test_parts*", "test_batch_run", "test_cubes")),
    Target("answering/sets/*", 2, ("test_batch_run", "test_blocks", "test_cli")),
    Target("answering/*", 2, ("test_answers", "test_routes", "test_estimate")),
    Target("comparing/*", 2, ("test_lab_*", "test_compare")),
    Target("primitives/*", 2, ("test_primitives", "test_models", *CONSTRAINTS)),
    Target("*", 2, ("test_cli", "test_door")),
)
"""The first that fits a module counts, and those after it with the same pattern."""


def modules_of(root: Path) -> list[str]:
    """Every module, as a path in ``coversat``."""
    package = root / "coversat"
    return sorted(path.relative_to(package).as_posix() for path in package.rglob("*.py"))


def targets_of(module: str) -> list[Target]:
    """What is known of a module: an asterisk of a pattern also stands for a slash."""
    first = next(target for target in TARGETS if fnmatch.fnmatch(module, target.modules))
    return [target for target in TARGETS if target.modules == first.modules]


@cache
def importers(root: Path) -> dict[str, list[str]]:
    """For each module or package, the test files that import it, the smallest first."""
    found: dict[str, list[str]] = {}
    for path in sorted((root / "tests").glob("test_*.py"), key=lambda path: path.stat().st_size):
        for name, taken in re.findall(IMPORT, path.read_text(encoding="utf-8"), re.MULTILINE):
            for one in (name, *(f"{name}.{part}" for part in taken.split(", "))):
                found.setdefault(one, []).append(path.stem)
    return found


@cache
def kinds_in(path: Path) -> tuple[str, ...]:
    """The kinds that a module defines: by their names and their classes."""
    words = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.ClassDef(name=name, bases=[_, *_]) if not name.startswith("_"):
                words.append(name.lower())
            case ast.AnnAssign(target=ast.Name(id="kind"), value=ast.Constant(value=str(name))):
                words.append(name)
            case ast.Assign(targets=[ast.Name(id="kind")], value=ast.Constant(value=str(name))):
                words.append(name)
    return tuple(words)


def words_of(root: Path, module: str) -> str:
    """What the tests of its kinds are called: by the kinds of its package, and its name."""
    where = root / "coversat" / module
    package = module.count("/") > 1
    words = [(where.parent if package else where).stem]
    for path in sorted(where.parent.glob("*.py")) if package else [where]:
        words += kinds_in(path)
    return " or ".join(dict.fromkeys(words))


def runs_of(root: Path, module: str, target: Target) -> list[list[str]]:
    """The arguments of pytest, for one run after the other.

    First come the tests with the module's name, then those that import it, then those of its target. Of the
    contract only the cases of its own kinds are run, if it belongs to some.
    """
    name = "coversat." + module.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    patterns = [f"test_{name.rpartition('.')[2]}", *importers(root).get(name, ()), *target.tests]
    found = {file.stem: None for one in patterns for file in sorted((root / "tests").glob(f"{one}.py"))}
    of_kind = module.startswith("kinds/") and not module.startswith(("kinds/search_", "kinds/pictures"))
    contract = [name for name in found if of_kind and any(fnmatch.fnmatch(name, one) for one in CONTRACT)]
    runs = [[f"tests/{name}.py" for name in found if name not in contract]]
    if contract:
        runs.append(["-k", words_of(root, module), *(f"tests/{name}.py" for name in contract)])
    return [run for run in runs if run]


class Site(NamedTuple):
    """A place in a module where it can be broken: the node's number in `ast.walk`, and how."""

    function: str
    line: int
    number: int
    way: str


@dataclass(frozen=True)
class Mutant:
    """One change."""

    module: str
    site: Site
    before: str
    after: str

    @property
    def key(self) -> str:
        return f"coversat/{self.module} {self.site.function}: {self.before} -> {self.after}"

    def __str__(self) -> str:
        return " ".join(f"coversat/{self.module}:{self.site.line} {self.key.partition(' ')[2]}".split())


SWAPPED = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip


def ways(node: ast.AST) -> Iterator[str]:
    """How a node can be broken."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in SWAPPED:
            yield "swap"
        case ast.BinOp(op=op) if type(op) in SWAPPED and not isinstance(node.left, ast.JoinedStr):
            yield "swap"
        case ast.BoolOp():
            yield "swap"
            yield "drop"
        case ast.Constant(value=int() as value) if not isinstance(value, bool):
            yield "one more"
        case ast.Constant(value=bool()):
            yield "negate"
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield "drop"
        case ast.If() | ast.While() | ast.IfExp():
            yield "negate"
        case ast.comprehension(ifs=[_, *_]):
            yield "drop"
        case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()) | ast.AugAssign():
            yield "drop"
        case ast.List(elts=[_, _, *_]) | ast.Tuple(elts=[_, _, *_]) if isinstance(node.ctx, ast.Load):
            yield "drop"


def broken(node: ast.AST, way: str) -> ast.AST:
    """The node after the change."""
    node = copy.deepcopy(node)
    match node, way:
        case ast.Compare(), "swap":
            node.ops = [SWAPPED[type(node.ops[0])]()]
        case ((ast.BinOp() | ast.BoolOp()), "swap"):
            node.op = SWAPPED[type(node.op)]()
        case ast.BoolOp(), _:
            node.values = node.values[:-1]
        case ast.Constant(), "one more":
            node.value += 1
        case ast.Constant(), _:
            node.value = not node.value
        case ast.UnaryOp(), _:
            return node.operand
        case ((ast.If() | ast.While() | ast.IfExp()), _):
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case ast.comprehension(), _:
            node.ifs = node.ifs[:-1]
        case ((ast.List() | ast.Tuple()), _):
            node.elts = node.elts[:-1]
        case _:
            return ast.Pass()
    return node


def sites(tree: ast.Module, functions: str) -> Iterator[Site]:
    """Every place in the bodies of these functions that can be broken, but for what is said of errors."""
    numbers = {id(node): number for number, node in enumerate(ast.walk(tree))}

    def inside(node: ast.AST, name: str, line: int) -> Iterator[Site]:
        if isinstance(node, ast.Raise | ast.AnnAssign | ast.JoinedStr | ast.Assert):
            return
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            name = f"{name}.{node.name}" if name else node.name
            for child in node.body:
                yield from inside(child, name, getattr(node, "lineno", line))
            return
        if name and fnmatch.fnmatch(name, functions):
            for way in ways(node):
                yield Site(name, getattr(node, "lineno", line), numbers[id(node)], way)
        for child in ast.iter_child_nodes(node):
            yield from inside(child, name, getattr(node, "lineno", line))

    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield from inside(node, "", 0)


class Replace(ast.NodeTransformer):
    """Puts `new` where `old` stands."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self.new if node is self.old else self.generic_visit(node)


def ranked(tree: ast.Module, functions: str, seed: int) -> list[tuple[str, Site]]:
    """Every place with its rank, which depends on the seed and on the text of the function alone.

    The first place of each function comes before the others.
    """
    nodes = list(ast.walk(tree))
    texts = {
        site: f"{site.function} {site.way} {ast.unparse(nodes[site.number])}"
        for site in sites(tree, functions)
    }
    ranks = {site: hashlib.sha256(f"{seed} {text}".encode()).hexdigest() for site, text in texts.items()}
    first: dict[str, Site] = {}
    for site in sorted(ranks, key=lambda site: ranks[site]):
        first.setdefault(site.function, site)
    order = sorted(ranks, key=lambda site: (site != first[site.function], ranks[site]))
    return [(ranks[site], site) for site in order]


def source_of(path: Path, mutant: Mutant) -> str:
    """The text of the module after the change."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    old = list(ast.walk(tree))[mutant.site.number]
    return ast.unparse(ast.fix_missing_locations(Replace(old, broken(old, mutant.site.way)).visit(tree)))


def all_mutants(root: Path, seed: int, share: float, only: str) -> Iterator[tuple[str, Mutant, Target]]:
    """The mutants of each module, with their ranks and the target that says which tests should catch them."""
    for module in modules_of(root):
        if not fnmatch.fnmatch(f"coversat/{module}", only):
            continue
        tree = ast.parse((root / "coversat" / module).read_text(encoding="utf-8"))
        nodes = list(ast.walk(tree))
        for target in targets_of(module):
            wanted = max(1, round(target.each * share))
            for rank, site in ranked(tree, target.functions, seed)[:wanted]:
                old = nodes[site.number]
                mutant = Mutant(module, site, ast.unparse(old), ast.unparse(broken(old, site.way)))
                yield rank, mutant, target


MARKERS = {"default": "not thorough and not slow and not web", "thorough": "not slow and not web"}
"""The tests of each set, by their markers."""


def run_tests(folder: Path, arguments: list[str], markers: str) -> tuple[str, str]:
    """``caught`` or ``survived``, and by what."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-o", "addopts=", "-m", markers, "--no-header"]
    command += ["-p", "no:cacheprovider", "--tb=no", *arguments]
    environment = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    process = subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        start_new_session=True, preexec_fn=lambda: setrlimit(RLIMIT_CPU, (PATIENCE, PATIENCE)),
    )  # fmt: skip
    try:
        said, _ = process.communicate(timeout=4 * PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        process.communicate()
        return "caught", "it did not end"
    if process.returncode in (0, NOTHING_RUN):
        return "survived", ""
    failed = [line for line in said.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return "caught", failed[0][:160] if failed else (said.splitlines() or ["it crashed"])[-1][:160]


def judged(folder: Path, mutant: Mutant, runs: list[list[str]], markers: str) -> tuple[str, str]:
    """What the tests say of a mutant that stands in for its module in this copy of the tree."""
    path = folder / "coversat" / mutant.module
    whole, changed = path.read_text(encoding="utf-8"), source_of(path, mutant)
    path.write_text(changed, encoding="utf-8")
    try:
        ends = (run_tests(folder, arguments, markers) for arguments in runs)
        return next((end for end in ends if end[0] == "caught"), ("survived", ""))
    finally:
        path.write_text(whole, encoding="utf-8")


def copied(root: Path, folder: Path) -> None:
    """What the tests need of a checkout."""
    for pattern in LIKE:
        for path in root.glob(pattern):
            copy_one = shutil.copytree if path.is_dir() else shutil.copy2
            copy_one(path, folder / path.name)


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Break the code in small ways and run the tests that matter."
    )
    parser.add_argument("--root", type=Path, default=ROOT, help="the checkout to examine")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=float, default=1, help="so many times the usual number of mutants")
    parser.add_argument("--sample", type=int, metavar="N", help="only N of them, the first in rank")
    parser.add_argument("--only", default="*", metavar="GLOB", help="modules to break")
    parser.add_argument("-k", dest="words", metavar="WORDS", help="only tests that pytest selects by this")
    parser.add_argument("--set", choices=MARKERS, default="thorough", help="which tests are run")
    parser.add_argument("--list", action="store_true", help="print the mutants and run nothing")
    parser.add_argument(
        "--out", type=Path, help="append a line of JSON for each mutant; those in it are skipped"
    )
    return parser.parse_args()


def main() -> None:
    given = options()
    root = given.root.resolve()
    done = set()
    if given.out and given.out.exists():
        done = {json.loads(line)["key"] for line in given.out.read_text().splitlines()}
    found = list(all_mutants(root, given.seed, given.share, given.only))
    if given.sample is not None:
        found = sorted(found, key=lambda row: row[0])[: given.sample]
    wanted = {mutant.key: (mutant, target) for _, mutant, target in found if mutant.key not in done}
    if given.list:
        for mutant, _ in wanted.values():
            print(mutant)
        return
    tally = {"caught": 0, "survived": 0}
    with tempfile.TemporaryDirectory(prefix="mutation-") as name:
        copied(root, Path(name))
        for key, (mutant, target) in wanted.items():
            began = time.monotonic()
            runs = runs_of(root, mutant.module, target)
            if given.words:
                runs = [["-k", given.words, *(word for word in run if word.endswith(".py"))] for run in runs]
            end, by = judged(Path(name), mutant, runs, MARKERS[given.set])
            tally[end] += 1
            print(f"{end:8} {time.monotonic() - began:4.0f} s  {mutant}  {by}", flush=True)
            if given.out:
                with given.out.open("a") as file:
                    print(json.dumps({"key": key, "end": end, "change": str(mutant), "by": by}), file=file)
    print(tally)


if __name__ == "__main__":
    main()
