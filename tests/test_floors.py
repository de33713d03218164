"""The floors: a module imports from its own package and from lower floors.

This is what makes the rules check and the direct searches independent of the encoders.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

from each import each

import coversat
from coversat.kinds import BUILT_IN
from coversat.problems.kind import KINDS, find

ROOT = Path(coversat.__file__).parent

FLOORS = {
    part: floor
    for floor, parts in enumerate(
        (
            "base",
            "primitives",
            "problems",
            "rules",
            "proofs reductions solvers",
            "drawing model search between",
            "picture turns exchange",
            "answering",
            "certificates comparing",
            "cli",
            "setters",
            "modelling encodings",
            "__init__ __main__",
        )
    )
    for part in parts.split()
}
"""By the room of a module, and in `kinds` by its role.

A part imports only from the floors below its own, so that two on one floor, such as solvers and reductions,
never import each other."""
APART = {("search", "reductions"), ("model", "solvers")} | {
    (one, "rules") for one in ("reductions", "solvers", "proofs")
}
"""Who does not import whom although the floors would allow it."""
ROLES = ("drawing", "model", "search", "picture", "turns", "between")
"""Modules of a kind with these names import more than its others, which are its `rules`. The small kinds, of
one module each, have their pictures and searches together, in ``pictures`` and ``search_loops``."""
ANYTHING = "a module whose name is computed"
LOADERS = {"__init__", "base", "problems", "cli"}
"""Who may do that: the package itself, the registries' helper, and the commands, which come last."""


def part_of(module: str) -> str:
    """``solvers`` for ``coversat.solvers.sat.sat``; the role of a kind's module, or ``problems``."""
    parts = module.split(".")
    if parts[1:2] == ["kinds"]:
        words = [part.split("_")[0] for part in parts[2:]]
        return next((role for word in words for role in ROLES if word in (role, f"{role}s")), "rules")
    return parts[1] if len(parts) > 1 else "__init__"


def floor(module: str) -> int:
    return FLOORS[part_of(module)]


def inside(node: ast.AST) -> Iterator[ast.AST]:
    """The statements in a module, function, class or other statement."""
    for part in ("body", "orelse", "finalbody", "handlers", "cases"):
        for statement in getattr(node, part, ()):
            yield statement
            yield from inside(statement)


@cache
def statements_of(source: str) -> tuple[ast.Import | ast.ImportFrom | ast.Call, ...]:
    """What a source text imports, anywhere in it, and what it calls if it may load modules by their names."""
    tree = ast.parse(source)
    may_load = re.search(r"\b(load|Registry|import_module|__import__)\b", source)
    nodes = ast.walk(tree) if may_load else inside(tree)
    return tuple(node for node in nodes if isinstance(node, (ast.Import, ast.ImportFrom, ast.Call)))


@cache
def strings_of(source: str) -> frozenset[str]:
    found = (node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant))
    return frozenset(value for value in found if isinstance(value, str))


@cache
def imported_by(module: str, source: str, is_package: bool = False) -> tuple[tuple[int, str], ...]:
    return tuple(_imported_by(module, source, is_package))


def _imported_by(module: str, source: str, is_package: bool) -> Iterator[tuple[int, str]]:
    """The modules of coversat that a source text imports anywhere in it, with their lines.

    Imports inside functions and under ``TYPE_CHECKING`` count too.  Texts such as ``sudoku:ENCODINGS``,
    by which registries load modules of their own package, stay in the package and are not looked at.
    """
    package = module if is_package else module.rpartition(".")[0]
    for node in statements_of(source):
        if isinstance(node, ast.Import):
            yield from (
                (node.lineno, name.name) for name in node.names if name.name.split(".")[0] == "coversat"
            )
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                parts = package.split(".")
                base = ".".join(parts[: len(parts) - node.level + 1])
                target = f"{base}.{node.module}" if node.module else base
            else:
                target = node.module or ""
            if target.split(".")[0] != "coversat":
                continue
            if target == "coversat":
                # ``from . import problems``: the names are the modules.
                yield from ((node.lineno, f"coversat.{name.name}") for name in node.names)
            else:
                yield node.lineno, target
        elif called(node) in ("import_module", "__import__"):
            yield node.lineno, loaded_by_name(node.args[0], module, package)


def called(call: ast.Call) -> str:
    """The name of the function, without what stands before a dot."""
    return getattr(call.func, "attr", "") or getattr(call.func, "id", "")


def loaded_by_name(name: ast.expr, module: str, package: str) -> str:
    """As much of a computed module name as stands in the source, such as ``coversat.problems``."""
    known = {"__package__": package, "__name__": module}
    text = ""
    for piece in name.values if isinstance(name, ast.JoinedStr) else [name]:
        if isinstance(piece, ast.Constant):
            text += str(piece.value)
        elif isinstance(piece, ast.FormattedValue) and getattr(piece.value, "id", "") in known:
            text += known[getattr(piece.value, "id", "")]
        else:
            text += "*"
            break
    dots = len(text) - len(text.lstrip("."))
    if dots:
        parts = package.split(".")
        text = ".".join(parts[: len(parts) - dots + 1]) + "." + text.lstrip(".")
    whole = text.split("*")[0].rpartition(".")[0] if "*" in text else text
    return whole if "." in whole else ANYTHING


def broken_floors(module: str, source: str, is_package: bool = False) -> list[str]:
    """What is wrong with the imports of a module, a line each."""
    found = []
    for line, target in imported_by(module, source, is_package):
        if target == ANYTHING:
            if part_of(module) not in LOADERS:
                found.append(f"{module}:{line} imports {target}")
        elif part_of(target) != part_of(module) and (
            floor(target) >= floor(module) or (part_of(module), part_of(target)) in APART
        ):
            found.append(f"{module}:{line} (floor {floor(module)}) imports {target} (floor {floor(target)})")
    return found


class Module(NamedTuple):
    name: str
    source: str
    is_package: bool


@cache
def modules() -> tuple[Module, ...]:
    found = []
    for path in sorted(ROOT.rglob("*.py")):
        parts = ["coversat", *path.relative_to(ROOT).with_suffix("").parts]
        is_package = parts[-1] == "__init__"
        name = ".".join(parts[:-1] if is_package else parts)
        found.append(Module(name, path.read_text(encoding="utf-8"), is_package))
    return tuple(found)


def test_the_modules_are_found() -> None:
    names = {module.name for module in modules()}
    assert len(names) > 40
    for expected in (
        "coversat",
        "coversat.kinds.sudoku.rules",
        "coversat.kinds.kakuro.search",
        "coversat.answering.routes",
    ):
        assert expected in names
    assert {part_of(name) for name in names} == {*FLOORS}, "every part has its floor, and no other has one"


def test_contributing_tells_the_same_floors() -> None:
    text = (ROOT.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    told: dict[str, int] = {}
    floor = None
    for line in text.partition("coversat/\n")[2].partition("```")[0].splitlines():
        floor = int(last) if (last := line.split()[-1]).isdecimal() else floor
        told |= {
            name: floor
            for name in re.findall(r"(?<![/`])\b(\w+)(?:/|\.py)", line)
            if name in FLOORS and told.get(name, 99) > (floor or 0)
        }
    assert told == FLOORS


def test_no_floor_is_broken() -> None:
    assert [broken for module in modules() for broken in broken_floors(*module)] == []


def imports_of(sources: Sequence[Module]) -> dict[str, set[str]]:
    """For each module the modules that it imports, also of its own package; packages stand for themselves."""
    names = {name for name, _, _ in sources}
    found: dict[str, set[str]] = {}
    for name, source, is_package in sources:
        package = name if is_package else name.rpartition(".")[0]
        used = found[name] = set()
        for node in statements_of(source):
            if isinstance(node, ast.ImportFrom) and node.level:
                parts = package.split(".")
                base = ".".join([*parts[: len(parts) - node.level + 1], *filter(None, [node.module])])
                used |= {full if (full := f"{base}.{one.name}") in names else base for one in node.names}
    return {name: used & names - {name} for name, used in found.items()}


def circles(imports: Mapping[str, Collection[str]]) -> list[tuple[str, ...]]:
    """Modules each of which imports the next, and the last the first."""
    order = TopologicalSorter(imports)
    try:
        order.prepare()
    except CycleError as error:
        return [tuple(error.args[1])]
    return []


def test_no_modules_import_each_other() -> None:
    """Not inside functions either; the names that the package itself offers are left out."""
    imports = imports_of(modules())
    del imports["coversat"]
    assert circles(imports) == []
    assert sum(map(len, imports.values())) > 1000
    bad = [Module("a", "from . import b", False), Module("b", "def f():\n    from .a import x\n", False)]
    assert circles(imports_of([one._replace(name=f"p.{one.name}") for one in bad]))


def test_for_setters_only_commands_use_the_command_line() -> None:
    """The page has the rest of `setters` without `cli`."""
    users = {
        module.name.rpartition(".")[0]
        for module in modules()
        if part_of(module.name) == "setters"
        and "cli" in {part_of(target) for _, target in imported_by(*module)}
    }
    assert users == {"coversat.setters.commands"}


def test_rules_checks_and_direct_searches_are_independent() -> None:
    """They import nothing of the reductions, and problems nothing of the solvers either."""
    may = {"base", "primitives", "problems", "rules"}
    looked_at = set()
    for module in modules():
        part = part_of(module.name)
        if part in ("problems", "rules", "search"):
            for line, target in imported_by(*module):
                if target == ANYTHING and module.name == "coversat.problems.kind":
                    continue  # the registry of the kinds
                assert part_of(target) in {*may, part, *(("solvers",) if part == "search" else ())}, (
                    f"{module.name}:{line} imports {target}"
                )
            looked_at.add(part)
    assert looked_at == {"problems", "rules", "search"}


def defined_in(tree: ast.Module, name: str) -> dict[str, ast.FunctionDef]:
    """The functions of a module, and the methods of one of its classes, by name.

    Properties of its values, and words of labels and messages, are left out.
    """
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    lineage = [name]
    for ancestor in lineage:  # grows meanwhile
        lineage += [base for node in classes[ancestor].bases if (base := ast.unparse(node)) in classes]
    inside = [node for ancestor in reversed(lineage) for node in classes[ancestor].body]
    return {
        node.name: node
        for node in (*tree.body, *inside)
        if isinstance(node, ast.FunctionDef)
        and not any("property" in ast.unparse(decorator) for decorator in node.decorator_list)
        and not node.name.endswith("_words")
    }


def used_by(names: set[str], functions: dict[str, ast.FunctionDef]) -> set[str]:
    """These functions and all functions of the module that they use."""
    used: set[str] = set()
    while names - used:
        used |= names
        nodes = [node for name in names for node in ast.walk(functions[name])]
        names = {getattr(node, "id", "") or getattr(node, "attr", "") for node in nodes} & functions.keys()
    return used


@each("kind", [kind.name for kind in BUILT_IN if not kind.is_package])
def test_the_check_of_a_small_kind_is_independent_of_its_model(kind: str) -> None:
    """They are in one module, and neither uses a function of the other."""
    (tree,) = (ast.parse(source) for name, source, _ in modules() if name == find(kind).home)
    functions = defined_in(tree, find(kind).class_name)
    checks = {"violations", "partial_violations", "steps", "broken", "wrong"} & functions.keys()
    encodings = [
        node
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign) and "ENCODINGS" in ast.unparse(node).split("=")[0]
    ]
    names = {"model", "domain", "domains", "hidden_domains"}  # of a kind that is one class
    for encoding in encodings:
        names |= {getattr(node, "id", "") or getattr(node, "attr", "") for node in ast.walk(encoding)}
    models = names & functions.keys()
    assert checks
    assert models
    assert not used_by(checks, functions) & used_by(models, functions)


STATEMENTS = tuple(
    f"coversat.certificates.statement.{name}" for name in ("theory", "connected", "statements", "labelled")
)


def test_the_second_statements_of_the_rules_are_independent() -> None:
    """What formulas are compared with has nothing of the reductions, and nothing of the solvers."""
    looked_at = 0
    for module in modules():
        if module.name in STATEMENTS:
            looked_at += 1
            for line, target in imported_by(*module):
                assert target.startswith(STATEMENTS) or part_of(target) in {
                    *("problems", "rules", "proofs", "primitives", "base")
                }, f"{module.name}:{line} imports {target}"
    assert looked_at == len(STATEMENTS)


TABLES = (
    "coversat.problems.kind",
    "coversat.problems.forms",
    "coversat.reductions.paths",
    "coversat.cli",
    "coversat.setters.generate.generate",
)
"""What is listed in tables: the kinds, the forms of other programs, what leads from one kind to
another, the commands and the generators."""


def test_registries_load_from_their_own_package_only() -> None:
    """What a registry finds by a module's name is in the package that holds the registry, or inside it."""
    found = []
    for module, source, _ in modules():
        if module in ("coversat.base.registry", *TABLES):
            continue
        for node in statements_of(source):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("load", "Registry"):
                found.append(module)
                package = node.args[0]
                if isinstance(package, ast.JoinedStr) and isinstance(package.values[0], ast.FormattedValue):
                    package = package.values[0].value
                assert getattr(package, "id", "") in ("__name__", "__package__"), module
    assert "coversat.reductions" in found


def test_what_registries_load_is_seen() -> None:
    """A module that is found by convention is one of those that the floors look at."""
    seen = {module.name for module in modules()}
    for kind in BUILT_IN:
        if not kind.is_package:
            assert kind.home in seen
            continue
        assert all(kind.module_of(part) in seen for part in ("rules", "model", "picture") if kind.has(part))


@each("kind", KINDS)
def test_a_kind_is_told_once(kind: str) -> None:
    """Its name stands in the table; elsewhere only in the modules that are the kind's own."""
    # Formulas and covers are what everything is reduced to, and sudoku is what sets are read as fastest.
    if kind in ("cnf", "cover", "sudoku"):
        return
    told = [
        module
        for module, source, _ in modules()
        if not module.startswith(find(kind).home)
        and module not in find(kind).parts.values()
        # Other programs' words, in their formats; and what leads from one kind to another.
        and not module.startswith("coversat.problems.forms")
        and not module.startswith(
            ("coversat.kinds.between", "coversat.comparing.exhibits", "coversat.setters")
        )
        and re.search(rf"""(["']){kind}\1""", source)
        and kind in strings_of(source)
    ]
    assert [one for one in told if one not in STATEMENTS] == ["coversat.kinds"]


def test_listing_the_kinds_imports_no_puzzle() -> None:
    code = (
        "import sys; from coversat.problems import KINDS; from coversat.reductions import Encoding;"
        "from coversat.solvers import solvers_of; import coversat.kinds.drawing;"
        "from coversat.kinds import BUILT_IN;"
        "print(*(kind.home for kind in BUILT_IN if kind.home in sys.modules))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert {*run.stdout.split()} <= {"coversat.problems.cnf", "coversat.problems.exact_cover"}


BAD = [
    ("coversat.problems.bad", "from ..reductions import Encoding\n"),
    ("coversat.problems.bad", "from ..solvers.solver import Limits\n"),
    ("coversat.problems.bad", "from .. import answering\n"),
    ("coversat.problems.bad", "import coversat.answering.routes\n"),
    ("coversat.problems.bad", "def f():\n    from coversat.kinds.sudoku.model import ENCODINGS\n"),
    ("coversat.problems.bad", "if TYPE_CHECKING:\n    from ..answering.routes import Route\n"),
    ("coversat.problems.bad", "import importlib\nimportlib.import_module('coversat.reductions')\n"),
    (
        "coversat.problems.bad",
        "from importlib import import_module\nimport_module('..reductions', __package__)\n",
    ),
    ("coversat.problems.bad", "importlib.import_module(f'..solvers.{name}', __package__)\n"),
    ("coversat.reductions.bad", "importlib.import_module(name)\n"),
    ("coversat.problems.bad", "__import__('coversat.answering.routes')\n"),
    ("coversat.problems.forms.bad", "from ...reductions import Encoding\n"),
    ("coversat.reductions.bad", "from ..solvers import solve\n"),
    ("coversat.reductions.bad", "from ..answering.running import run\n"),
    ("coversat.reductions.bad", "from ..kinds.latin import Latin\n"),
    ("coversat.solvers.bad", "from ..reductions.at_most_one import AT_MOST_ONE\n"),
    ("coversat.kinds.kakuro.rules", "from ...reductions import Reduction\n"),
    ("coversat.kinds.kakuro.search", "from .model import allowed_combinations\n"),
    ("coversat.kinds.kakuro.search", "from coversat import reductions\n"),
    ("coversat.kinds.kakuro.model", "from ...solvers import solve\n"),
    ("coversat.exchange.exporter", "from ..answering.routes import Route\n"),
    ("coversat.answering.questions", "from ..cli.output import show\n"),
    ("coversat.answering.questions", "from ..certificates import certify\n"),
    ("coversat.exchange.bad", "from ..setters.steps.values import Fact\n"),
    ("coversat.answering.sets.bad", "import coversat\n"),
    ("coversat.cli.bad", "from ..setters.grade import grade\n"),
    ("coversat.exchange.bad", "from ..cli import run\n"),
    ("coversat.base.registry", "from ..problems import read\n"),
]


@each(("module", "source"), BAD)
def test_a_broken_floor_is_seen(module: str, source: str) -> None:
    assert broken_floors(module, source)


GOOD = [
    ("coversat.problems.good", "from .grid import Cell\nfrom ..base.registry import load\nimport re\n"),
    ("coversat.reductions.good", "from ..problems.cnf import Cnf\nfrom .cnf_builder import CnfBuilder\n"),
    (
        "coversat.kinds.kakuro.search",
        "from ...solvers.solver import Meter\nfrom ...problems.grid import Grid\n",
    ),
    (
        "coversat.answering.routes",
        "from ..reductions import Encoding\nfrom ..solvers import Limits\nimport networkx\n",
    ),
    ("coversat.answering.questions", "from .routes import Route\nfrom .running import begin_two\n"),
    ("coversat.setters.generate.good", "importlib.import_module(f'{__package__}.boards.{kind}')\n"),
    ("coversat.setters.generate.good", "import_module(f'...problems.{kind}', __package__)\n"),
    ("coversat.cli.good", "from ..comparing.compare import compare\nfrom .options import x\n"),
]


@each(("module", "source"), GOOD)
def test_a_good_module_is_fine(module: str, source: str) -> None:
    assert broken_floors(module, source) == []


def test_a_package_imports_from_itself() -> None:
    for source, target in (
        ("from .grid import Cell\n", "problems.grid"),
        ("from ..base.registry import load\n", "base.registry"),
    ):
        assert imported_by("coversat.problems", source, True) == ((1, f"coversat.{target}"),)
