"""How much the tests catch: the code is broken in small ways, one at a time, and the tests that matter run.

    python tests/mutation.py [--root FOLDER] [--seed 1] [--share 1] [--only GLOB] [--out results.jsonl]

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
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 300
"""Seconds for the tests of one mutant; one that does not end is caught."""
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


class Target(NamedTuple):
    """Modules that are broken so many times each, and the tests that should see it, the quickest first."""

    modules: str
    each: int
    tests: tuple[str, ...]
    functions: str = "*"


ENCODING = (
    *("test_at_most_one", "test_routes", "test_dropped_*", "test_contract*"),
    "test_carrying_answers",
)
DIMACS = (
    "test_dimacs*",
    "test_solver_output",
    "test_problems_cover",
    "test_exchange",
    "test_cnf",
)
CONSTRAINTS = ("test_constraints", "test_constraint_lines", "test_sudoku_constraints")
TARGETS = (
    Target(
        "reductions/*.py",
        3,
        (
            "test_reductions_between",
            "test_implied_sums",
            "test_{}",
            "test_sudoku_constraints",
            "test_lines",
            *ENCODING,
        ),
    ),
    Target("proofs/*.py", 2, ("test_proofs", "test_proofs_veripb", "test_cpog", "test_*certificates")),
    Target("solvers/clause_tables.py", 2, ("test_cpog",)),
    Target("solvers/model_positions.py", 4, ("test_cpog",)),
    Target("certificates/graph*.py", 4, ("test_cpog",)),
    Target("reductions/to_cnf.py", 4, CONSTRAINTS),
    Target("reductions/encoders.py", 4, CONSTRAINTS),
    Target("reductions/short_rules.py", 4, CONSTRAINTS),
    *(
        Target("kinds/sudoku/constraints/*.py", each, CONSTRAINTS, functions)
        for functions, each in (("*model*", 6), ("*broken*", 6), ("*violations*", 3), ("*holds*", 3))
    ),
    Target("kinds/sudoku/model.py", 4, CONSTRAINTS),
    Target(
        "problems/[!_]*.py",
        1,
        ("test_{}", "test_problems_{}", "test_sudoku_constraints", "test_searches", "test_contract*"),
        "*violations*",
    ),
    *(
        Target(rules, 1, ("test_puzzles", "test_problems_*", "test_contract*"), "*violations*")
        for rules in ("kinds/[!_]*.py", "kinds/*/rules.py")
    ),
    Target("kinds/cnf/rules.py", 1, DIMACS),
    Target("kinds/cnf/dimacs.py", 3, DIMACS),
    Target("kinds/cnf/solver_output.py", 3, DIMACS),
    Target("problems/text.py", 1, DIMACS),
    Target("problems/forms/[!_]*.py", 1, ("test_codecs*", "test_hostile_texts")),
    Target("kinds/sudoku/links/[!_]*.py", 1, ("test_codecs*", "test_hostile_texts")),
    Target(
        "kinds/*/text.py", 1, ("test_codecs*", "test_hostile_texts", "test_problems_*", "test_contract_texts")
    ),
)


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
    source: str


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


def mutants(path: Path, module: str, functions: str, seed: int, wanted: int) -> Iterator[Mutant]:
    """So many changes of a module, in functions that differ where there are enough."""
    text = path.read_text(encoding="utf-8")
    ranked: list[tuple[str, Site, str, str]] = []
    tree = ast.parse(text)
    nodes = list(ast.walk(tree))
    for site in sites(tree, functions):
        old = nodes[site.number]
        before, after = ast.unparse(old), ast.unparse(broken(old, site.way))
        key = f"{seed} {site.function} {site.way} {before}"
        ranked.append((hashlib.sha256(key.encode()).hexdigest(), site, before, after))
    ranked.sort()
    chosen: list[tuple[str, Site, str, str]] = []
    for fresh in (True, False):
        for row in ranked:
            taken = {other[1].function for other in chosen}
            if len(chosen) < wanted and row not in chosen and not (fresh and row[1].function in taken):
                chosen.append(row)
    for _, site, before, after in chosen:
        tree = ast.parse(text)
        old = list(ast.walk(tree))[site.number]
        changed = ast.fix_missing_locations(Replace(old, broken(old, site.way)).visit(tree))
        yield Mutant(module, site, before, after, ast.unparse(changed))


def all_mutants(root: Path, seed: int, share: float, only: str) -> Iterator[tuple[Mutant, list[str]]]:
    """Each mutant with the test files that should catch it."""
    for target in TARGETS:
        for path in sorted((root / "coversat").glob(target.modules)):
            module = str(path.relative_to(root))
            if path.name == "__init__.py" or not fnmatch.fnmatch(module, only):
                continue
            patterns = [pattern.format(path.stem) + ".py" for pattern in target.tests]
            tests = [
                str(file.relative_to(root)) for one in patterns for file in sorted((root / "tests").glob(one))
            ]
            wanted = max(1, round(target.each * share))
            for mutant in mutants(path, module, target.functions, seed, wanted):
                yield mutant, list(dict.fromkeys(tests))


def run_tests(folder: Path, tests: list[str]) -> tuple[str, str]:
    """``caught`` or ``survived``, and by what."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-o", "addopts=", "-m", "not slow", "--no-header"]
    command += ["-p", "no:cacheprovider", "--tb=no", *tests]
    environment = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    process = subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        start_new_session=True,
    )  # fmt: skip
    try:
        said, _ = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        process.communicate()
        return "caught", "it did not end"
    if process.returncode == 0:
        return "survived", ""
    failed = [line for line in said.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return "caught", failed[0][:160] if failed else (said.splitlines() or ["it crashed"])[-1][:160]


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Break the code in small ways and run the tests that matter."
    )
    parser.add_argument("--root", type=Path, default=ROOT, help="the checkout to examine")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=float, default=1, help="so many times the usual number of mutants")
    parser.add_argument("--only", default="*", metavar="GLOB", help="modules to break")
    parser.add_argument("--list", action="store_true", help="print the mutants and run nothing")
    parser.add_argument(
        "--out", type=Path, help="append a line of JSON for each mutant; those in it are skipped"
    )
    options = parser.parse_args()
    root = options.root.resolve()
    done = set()
    if options.out and options.out.exists():
        done = {json.loads(line)["key"] for line in options.out.read_text().splitlines()}
    with tempfile.TemporaryDirectory(prefix="mutation-") as name:
        folder = Path(name)
        if not options.list:
            for pattern in LIKE:
                for path in root.glob(pattern):
                    copied = shutil.copytree if path.is_dir() else shutil.copy2
                    copied(path, folder / path.name)
        tally = {"caught": 0, "survived": 0}
        for mutant, tests in all_mutants(root, options.seed, options.share, options.only):
            site = mutant.site
            key = f"{mutant.module} {site.function}: {mutant.before} -> {mutant.after}"
            change = " ".join(f"{mutant.module}:{site.line} {key.partition(' ')[2]}".split())
            if key in done:
                continue
            done.add(key)
            if options.list:
                print(change)
                continue
            path = folder / mutant.module
            whole = path.read_text(encoding="utf-8")
            path.write_text(mutant.source, encoding="utf-8")
            began = time.monotonic()
            end, by = run_tests(folder, tests)
            path.write_text(whole, encoding="utf-8")
            tally[end] += 1
            print(f"{end:8} {time.monotonic() - began:4.0f} s  {change}  {by}", flush=True)
            if options.out:
                with options.out.open("a") as file:
                    print(json.dumps({"key": key, "end": end, "change": change, "by": by}), file=file)
        print(tally)


if __name__ == "__main__":
    main()
