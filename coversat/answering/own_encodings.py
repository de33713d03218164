"""Encodings that a user defines in a file of Python.

The file is named after the encoding, and has functions of these names; each yields clauses, and the last
parameter of each makes a new variable: ``at_most_one(literals, fresh)``, ``count(literals, numbers, fresh)``,
``linear(terms, totals, fresh)``, ``regular(places, start, step, accepts, fresh)``, ``table(places, rows,
fresh)``, ``connected(literals, links, roots, fresh)``, and, with the name of a kind of grid puzzle as `kind`,
``clauses(puzzle, places, fresh)``. ``determined = True`` states that all new variables are determined.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

from ..base.errors import ArgumentError, InputError, ReductionError
from ..base.processes import CALLED_FIRST
from ..base.registry import attached
from ..kinds.definitions import run_file
from ..primitives import Regular, Sum
from ..problems import AnyProblem, problem_class
from ..problems.cnf.connectivity import Connectivity
from ..problems.cnf.rules import Clause, Cnf
from ..problems.kind import KINDS
from ..problems.puzzle import GridPuzzle
from ..problems.user_files import ENCODING_FILES, listed, located, mistake_at, text_of
from ..reductions import AnyReduction, Encoding, encodings_from, forget_made, model_of, register_encoding
from ..reductions.at_most_one import AtMostOne, Fresh
from ..reductions.cnf_builder import CnfBuilder
from ..reductions.cover_to_cnf import cover_to_cnf
from ..reductions.elimination import add_eliminated
from ..reductions.encoded import literals_of
from ..reductions.encoders import MIXED, Encoders, rows_of
from ..reductions.encodings import OPEN, TABLES
from ..reductions.grid import NAMED
from ..reductions.places import Literals
from ..reductions.sums import Terms
from ..reductions.to_cnf import values_of

PRIMITIVES = ("count", "linear", "regular", "table", "connected")
FUNCTIONS = ("at_most_one", *PRIMITIVES, "clauses")
"""What a file may define."""
_NAME = re.compile("[a-z][a-z0-9_-]*")


@dataclass(frozen=True)
class OwnEncoding:
    """What a file defines.

    * name: that of the file, without its ending.
    * functions: by their names, some of `FUNCTIONS`.
    * kind: of `clauses`, or "".
    """

    name: str
    file: str
    about: str
    functions: dict[str, Callable[..., Iterable[Clause]]]
    determined: bool
    kind: str

    def listed(self, function: str, given: Iterable[int], fresh: Fresh, *arguments: Any) -> list[Clause]:
        """The clauses that a function lists, over the given variables and new ones.

        Raise `InputError` with the user's line for what is no clause.
        """
        method, known, found = self.functions[function], set(map(abs, given)), []

        def new() -> int:
            known.add(variable := fresh())
            return variable

        with located(self.file):
            clauses = listed(self.file, method, *arguments, new)
            for number, clause in enumerate(clauses, 1):
                try:
                    literals = literals_of(clause)
                    if strange := [x for x in literals if abs(x) not in known]:
                        raise ArgumentError(f"{strange[0]} is neither a given literal nor a new variable")
                except ArgumentError as error:
                    frame = getattr(clauses, "gi_frame", None)
                    line = method.__code__.co_firstlineno if frame is None else frame.f_lineno
                    raise mistake_at(self.file, line, f"clause {number}: {error}") from None
                found.append(tuple(literals))
        return found

    # As the encoders of the language call them

    def at_most_one(self, literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
        return iter(self.listed("at_most_one", literals, fresh, tuple(literals)))

    def count(self, formula: CnfBuilder, literals: Sequence[int], numbers: Collection[int]) -> None:
        chosen = tuple(sorted(numbers))
        formula.add_all(self.listed("count", literals, formula.variable, tuple(literals), chosen))

    def linear(self, formula: CnfBuilder, places: Terms, primitive: Sum) -> None:
        """Factors are made positive, each of another variable."""
        factors: dict[int, int] = {}
        shift = 0
        for factor, cell in primitive.terms:
            for value, literal in places(cell).items():
                factors[literal] = factors.get(literal, 0) + factor * value
        for literal in [one for one in factors if one < 0 and -one in factors]:
            shift += factors[literal]
            factors[-literal] -= factors.pop(literal)
        for literal in [one for one, factor in factors.items() if factor < 0]:
            shift += factors[literal]
            factors[-literal] = -factors.pop(literal)
        terms = tuple((factor, literal) for literal, factor in factors.items() if factor)
        most = sum(factor for factor, _ in terms)
        totals = tuple(sorted(total - shift for total in primitive.totals if 0 <= total - shift <= most))
        literals = [literal for _, literal in terms]
        formula.add_all(self.listed("linear", literals, formula.variable, terms, totals))

    def word(self, formula: CnfBuilder, places: Sequence[Literals], word: Regular) -> None:
        given = [literal for place in places for literal in place.values()]
        those = tuple(map(dict, places))
        if "regular" in self.functions:
            found = self.listed(
                "regular", given, formula.variable, those, word.start, word.step, word.accepts
            )
        else:
            found = self.listed("table", given, formula.variable, those, rows_of(places, word))
        formula.add_all(found)

    def connected(self, formula: CnfBuilder, graph: Connectivity) -> None:
        """Graphs with more than literals, links and roots are stated by elimination."""
        if graph.unless or graph.size is not None or not all(graph.literals):
            add_eliminated(formula, graph)
            return
        literals = [literal for literal in graph.literals if literal]
        pairs = combinations(range(len(literals)), 2)
        links = tuple((literals[a], literals[b]) for a, b in pairs if b in graph.neighbours[a])
        roots = tuple(literals[at] for at in graph.roots)
        found = self.listed("connected", literals, formula.variable, tuple(literals), links, roots)
        formula.add_all(found)

    def reduce(self, puzzle: AnyProblem) -> AnyReduction:
        """A puzzle of `kind`; that each place has one value is stated here."""
        model_made = model_of(self.kind)
        assert model_made is not None
        model = model_made(puzzle)
        if model.has_hidden:
            raise ReductionError(f"the {self.kind} has places that its answers do not show")
        formula = CnfBuilder()
        shows = values_of(formula, model)
        places = {cell: dict(shows.literals(cell)) for cell in shows.cells}
        given = range(1, formula.variable_count + 1)
        formula.add_all(self.listed("clauses", given, formula.variable, puzzle, places))
        target: Cnf = formula.cnf(shows.all())
        return shows.reduction(puzzle, target, self.determined)


_loaded: dict[str, OwnEncoding] = {}
"""By their names."""


def load_encoding(file: str | os.PathLike[str]) -> OwnEncoding:
    """Make the encoding in a file of Python one of those that `coversat.encodings` and all routes have.

    Its name is that of the file: ``mine.py`` has ``cnf:mine``, and from an exact cover ``cover/cnf:mine``.
    Running a file gives it all your rights: read the file of a stranger first.

    Raise `InputError`, with the line, if the file cannot be read or run, or defines no encoding.

    Examples
    --------
    >>> import coversat
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "nopairs.py")
    ...     _ = file.write_text("def at_most_one(x, fresh): return [[-a, -b] for a in x for b in x if a < b]")
    ...     made = coversat.load_encoding(file)
    >>> coversat.encodings.at_most_one([1, 2, 3], made.name).clauses
    ((-1, -2), (-1, -3), (-2, -3))
    """
    path = os.fsdecode(file)
    return _load(path, text_of(path))


def _load(path: str, text: str) -> OwnEncoding:
    own = _read(path, text)
    if (known := _loaded.get(own.name)) is not None and known.functions == own.functions:
        return known
    if known is not None:  # the file has changed, unless there are two
        if os.path.exists(known.file) and os.path.realpath(known.file) != os.path.realpath(path):
            raise InputError(path, f"{known.file} is {own.name!r} already: give the file another name")
        forget_encoding(own.name)
    kinds = [*(["cover"] if "at_most_one" in own.functions else []), *([own.kind] if own.kind else [])]
    taken = {name for table in TABLES.values() for name in table} | NAMED.keys()
    taken |= {one.name.removeprefix("cnf:") for kind in kinds for one in encodings_from(kind)}
    if own.name in taken:
        raise InputError(path, f"there is an encoding {own.name!r} already: give the file another name")
    _register(own)
    _loaded[own.name] = own
    ENCODING_FILES[own.name] = path
    CALLED_FIRST[f"encoding {own.name}"] = partial(_load, path, text)
    return own


def _read(file: str, text: str) -> OwnEncoding:
    name = Path(file).stem
    if not _NAME.fullmatch(name):
        raise InputError(
            file, f"{name!r} is no name of an encoding, such as mine: lower-case letters and digits"
        )
    defined = vars(run_file(file, text))
    functions = {one: defined[one] for one in FUNCTIONS if callable(defined.get(one))}
    if not functions:
        raise InputError(file, f"it defines none of the functions {', '.join(FUNCTIONS)}")
    kind = str(defined.get("kind", ""))
    if "clauses" in functions and (kind not in KINDS or not issubclass(problem_class(kind), GridPuzzle)):
        raise InputError(file, f"`kind` is {kind!r}; 'clauses' is for a kind of grid puzzle, such as latin")
    about = (defined.get("__doc__") or f"the encoding in {file}").strip().splitlines()[0].rstrip(".")
    determined = defined.get("determined", False) is True
    return OwnEncoding(name, file, about, functions, determined, kind if "clauses" in functions else "")


def _register(own: OwnEncoding) -> None:
    forget_made(own.name)
    adds: dict[str, Any] = {
        "count": own.count,
        "linear": own.linear,
        "regular": own.word,
        "table": own.word,
        "connected": own.connected,
    }
    has = {name: adds[name] for name in PRIMITIVES if name in own.functions}
    for name, add in has.items():
        TABLES[name][own.name] = add
    if not own.determined:
        OPEN.add(own.name)
    if "at_most_one" in own.functions:
        one = AtMostOne(own.name, own.about, own.at_most_one, own.determined)
        TABLES["at_most_one"][own.name] = one
        apply = partial(cover_to_cnf, encoding=one)
        register_encoding(Encoding(f"cnf:{own.name}", "cover", "cnf", own.about, apply, file=own.file))
    if has:
        by_sets = MIXED.by_sets and "linear" not in has
        word = has.get("regular") or has.get("table") or MIXED.word
        NAMED[own.name] = Encoders(
            own.about,
            word,
            has.get("linear", MIXED.sum),
            has.get("count", MIXED.counter),
            by_sets,
            has.get("connected", MIXED.connect),
            determined=own.determined,
            file=own.file,
        )
    if own.kind:
        made = Encoding(f"cnf:{own.name}", own.kind, "cnf", own.about, own.reduce, file=own.file)
        register_encoding(made)


def forget_encoding(name: str) -> None:
    """Take out an encoding that was loaded."""
    for table in (*TABLES.values(), NAMED, _loaded, ENCODING_FILES):
        table.pop(name, None)
    CALLED_FIRST.pop(f"encoding {name}", None)
    OPEN.discard(name)
    forget_made(name)


def refuse_untested(file: str) -> None:
    """Raise `InputError` if the test of the encoding in a file does not find it right within its limits."""
    found = {
        "wrong": "the test finds this encoding wrong",
        "unknown": "the test cannot decide within its limits whether this encoding is right",
    }
    for encoding_verdict in attached("encoding_verdict", "testing.encodings"):
        if (verdict := encoding_verdict(file)) != "right":
            raise InputError(
                file,
                found[verdict],
                hint=f"'coversat test {file}' says why; --untested uses it all the same",
            )
