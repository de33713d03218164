"""Propositional formulas in conjunctive normal form, and their DIMACS text.

A literal is a non-zero integer, as in DIMACS; an answer is a model: a tuple of literals.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import count, islice
from operator import eq
from typing import TYPE_CHECKING, Any, ClassVar, Self

from ...base.errors import ArgumentError, ParseError, ReductionError
from ...base.wording import clear, counted, different
from ...primitives.models import CONNECTED, CUTS
from ..networks import MOST_EDGES, named_graph
from ..problem import Beside, Form, Problem, Violation, alone
from ..remarks import comments, unread
from ..text import HEAD, text_lines
from .clauses import MAX_VARIABLE
from .clauses import Clause as Clause

if TYPE_CHECKING:
    from .cardinalities import Cardinality
    from .connectivity import Connectivity

Model = tuple[int, ...]


def whole_model(literals: Iterable[int], variable_count: int) -> Model:
    """The model in which these literals are true and all other variables false."""
    model = tuple(literals)
    if len(model) == variable_count and all(map(eq, map(abs, model), count(1))):  # as most solvers state it
        return model
    true = {literal for literal in model if literal > 0}
    return tuple(v if v in true else -v for v in range(1, variable_count + 1))


MOST_UNUSED, UNUSED_PER_LITERAL = 100_000, 10
"""The most variables without a clause that are listed one by one; a longer formula may list more."""
_NAME = "c varname "
_SHOW = "c p show "
_CLAUSES_AT_ONCE = 500
_SHOWN_ON_A_LINE = 50
"""Checkers such as drat-trim refuse comments of 1024 characters."""


@dataclass(frozen=True)
class Cnf(Problem[Model]):
    """A formula: every clause has a true literal.

    Attributes
    ----------
    variable_count : int
        Variables are 1 to this number.
    clauses : sequence of tuples of literals
        A tuple, or `Clauses` that are generated on each iteration.
    names : mapping
        Readable names of variables, for those that mean something.
    projection : tuple of variables, or None
        Two models that agree on these variables count as one; None means all variables.
    comments : tuple of strings
        Further lines of the DIMACS text, without the leading ``c``.
    graphs : tuple of Connectivity
        Conditions that no clause states; the formula alone has further models.
    likely : tuple of literals
        A search for the first model may assume these for a while.
    cardinalities : sequence of Cardinality
        What some of the clauses state together, for solvers with at-most constraints of their own.

    Raises
    ------
    ValueError
        If a literal, name or projection is outside 1..variable_count, a name has several lines, there are
        too many variables, or a comment states something.
    """

    variable_count: int
    clauses: Sequence[Clause]
    names: Mapping[int, str] = field(default_factory=dict)
    projection: tuple[int, ...] | None = None
    comments: tuple[str, ...] = ()
    graphs: tuple[Connectivity, ...] = ()
    likely: tuple[int, ...] = ()
    cardinalities: Sequence[Cardinality] = field(default=(), compare=False, repr=False)

    kind: ClassVar[str] = "cnf"
    about: ClassVar[str] = "a propositional formula in conjunctive normal form"
    place_words: ClassVar[str] = "variables"

    def __post_init__(self) -> None:
        n = self.variable_count
        if not 0 <= n <= MAX_VARIABLE:
            raise ArgumentError(f"{n} variables: solvers take at most {MAX_VARIABLE}")
        for clause in self.clauses:
            if clause and (max(clause) > n or min(clause) < -n or 0 in clause):
                wrong = next(literal for literal in clause if not literal or abs(literal) > n)
                raise ArgumentError(f"literal {wrong} in a formula with {n} variables")
        if any("\n" in name or "\r" in name for name in self.names.values()):
            raise ArgumentError("a name of more than one line")
        for comment in self.comments:
            if not _is_plain(comment):
                raise ArgumentError(f"{comment!r} would not be read as a comment")
        for variable in (*self.names, *(self.projection or ())):
            if not 1 <= variable <= n:
                raise ArgumentError(f"variable {variable} in a formula with {n} variables")

    def __repr__(self) -> str:
        return f"<Cnf: {self.render()}>"

    def _repr_html_(self) -> str:
        from ..overview import clauses_html

        return clauses_html(self)

    def __hash__(self) -> int:
        return hash((self.variable_count, len(self.clauses), self.projection))

    @classmethod
    def sound(
        cls,
        variable_count: int,
        clauses: Sequence[Clause],
        names: Mapping[int, str],
        projection: tuple[int, ...] | None,
        graphs: tuple[Connectivity, ...] = (),
        likely: tuple[int, ...] = (),
        cardinalities: Sequence[Cardinality] = (),
    ) -> Self:
        """Construct from clauses known to be valid, without checking them.

        Raise `ValueError` for too many variables.
        """
        formula = cls(variable_count, ())
        fields = {"clauses": clauses, "names": names, "projection": projection, "graphs": graphs}
        for name, content in {**fields, "likely": likely, "cardinalities": cardinalities}.items():
            object.__setattr__(formula, name, content)
        return formula

    @classmethod
    def from_pysat(
        cls, formula: Any, names: Mapping[int, str] | None = None, projection: Iterable[int] | None = None
    ) -> Self:
        """The same formula as a ``pysat.formula.CNF``.

        The projection is that of its comments, ``c p show``, unless another one is given.
        Raise `ReductionError` for another object, and for a formula with weights or at-most constraints.
        """
        from .conversions import parts_of_pysat

        count, clauses, shown = parts_of_pysat(formula)
        shown = shown if projection is None else tuple(projection)
        try:
            return cls(count, clauses, names or {}, shown)
        except ValueError as error:
            raise ReductionError(str(error)) from None

    def to_pysat(self, native: bool = False) -> Any:
        """The formula as a ``pysat.formula.CNF``, whose clauses are lists of their own.

        With `native`, as a ``CNFPlus`` that has at-most constraints in place of clauses that state these, for
        the solvers minicard, gluecard3 and gluecard4. The formula then has as many models on the variables
        without the auxiliary ones of these clauses.

        A formula with graphs is incomplete: an `IncompleteFormulaWarning` and a comment say so.
        """
        from .conversions import to_pysat

        return to_pysat(self, native)

    def to_networkx(self, graph: str = "primal", most_edges: int = MOST_EDGES) -> Any:
        """A graph of the formula as a ``networkx.Graph``; nodes of named variables have a ``name``.

        Parameters
        ----------
        graph : str
            ``primal``: variables, joined if they share a clause. ``incidence``: variables and clauses, which
            are nodes ``("clause", position)``; ``bipartite`` is 0 for variables and 1 for clauses, and the
            ``sign`` of an edge is 1 or -1, or 0 if the clause has both literals.
        most_edges : int
            Raise `TooLargeError` for a graph with more edges.
        """
        from .conversions import GRAPHS

        return named_graph(GRAPHS, graph)(self, most_edges)

    def complete(self, who: str) -> Self:
        """This formula, if its clauses state everything.

        Raise `ReductionError` for a formula with graphs: its clauses have models that are not answers.
        `who` needs the formula, for the message.
        """
        if self.graphs:
            labels = ", ".join(dict.fromkeys(graph.label for graph in self.graphs))
            others = " or ".join(f"cnf:{name}" for name in CONNECTED if name != CUTS)
            raise ReductionError(
                f"cnf:{CUTS} does not state '{labels}' by clauses, which {who} needs: use {others}"
            )
        return self

    @property
    def shown_variables(self) -> Sequence[int]:
        """The variables that distinguish models: the projection, or all of them."""
        return range(1, self.variable_count + 1) if self.projection is None else self.projection

    @property
    def differs_by(self) -> str:
        shown, every = len(self.shown_variables), self.variable_count
        return "" if shown == every else f"projected on {shown} of {every} variables"

    def listed_variables(self) -> Sequence[int]:
        """`shown_variables`, for a caller that iterates over them; see `refuse_unused`."""
        self.refuse_unused(len(self.shown_variables))
        return self.shown_variables

    def refuse_unused(self, count: int | None = None) -> None:
        """Raise `ReductionError` if by far the most of `count` variables, or of all, occur in no clause.

        A model lists every variable, and a header may announce any number of them.
        """
        count = self.variable_count if count is None else count
        # Most formulas have more clauses than variables; then their literals need not be counted.
        if count <= MOST_UNUSED + len(self.clauses):
            return
        if count > MOST_UNUSED + UNUSED_PER_LITERAL * sum(map(len, self.clauses)):
            used = len({abs(literal) for clause in self.clauses for literal in clause})
            raise ReductionError(
                f"{counted(count, 'variable')}, of which clauses hold {used}: too many others to list"
            )

    def format(self) -> str:
        return "".join(dimacs_lines(self.complete("a text")))

    @property
    def answer_shape(self) -> tuple[int | None, ...]:
        return (None,)

    def violations(self, answer: Model) -> list[Violation]:
        """Clauses without a true literal, and variables with both literals.

        A model may leave variables out; its own literals must satisfy every clause.
        """
        chosen = set(answer)
        both = sorted(x for x in chosen if x > 0 and -x in chosen)
        found = [Violation(f"the model holds {x} and {-x}") for x in both]
        found += [
            Violation(f"the model holds {x}, but there are {self.variable_count} variables")
            for x in sorted((x for x in chosen if not 1 <= abs(x) <= self.variable_count), key=abs)
        ]
        for number, clause in enumerate(self.clauses, 1):
            if chosen.isdisjoint(clause):
                found.append(Violation(f"clause {number} has no true literal: {' '.join(map(str, clause))}"))
        for graph in self.graphs:
            if any(graph.loose_pieces(chosen)):
                found.append(Violation(f"{graph.label}: in several pieces"))
        return found

    def render(self, answer: Model | None = None) -> str:
        """The model as ``v`` lines of at most 78 characters; without a model, the sizes."""
        if answer is None:
            sizes = ((self.variable_count, "variable"), (len(self.clauses), "clause"))
            graphs = [(len(self.graphs), "graph")] if self.graphs else []
            return ", ".join(counted(*size) for size in (*sizes, *graphs))
        lines, line = [], "v"
        for word in (*map(str, answer), "0"):
            if len(line) + 1 + len(word) > 78:
                lines.append(line)
                line = "v"
            line += " " + word
        return "\n".join([*lines, line])

    def parse_answer(self, text: str) -> Model:
        """The model in a solver's output, in any dialect that `read_solver_output` accepts."""
        from .solver_output import read_solver_output

        output = read_solver_output(text, self.variable_count, not any(self.clauses))
        if output.literals is None:
            raise ParseError(1, 1, f"expected a model; the solver says {output.status}")
        return output.literals

    def identity(self, answer: Model) -> frozenset[int]:
        if self.projection is None:
            return frozenset(answer)
        shown = set(self.projection)
        return frozenset(literal for literal in answer if abs(literal) in shown)

    def sizes(self) -> dict[str, int]:
        return {
            "variables": self.variable_count,
            "clauses": len(self.clauses),
            "literals": sum(map(len, self.clauses)),
        }

    def answer_rows(self, answer: Model) -> list[list[int]]:
        return [list(answer)]

    def named(self, answer: Model) -> dict[Any, Any]:
        """Whether each variable is true, by its name."""
        return {self.variable_names[abs(literal) - 1]: literal > 0 for literal in answer}

    @cached_property
    def variable_names(self) -> tuple[str, ...]:
        """The name of each variable; repeated ones are numbered."""
        variables = range(1, self.variable_count + 1)
        return different(self.names.get(variable, f"variable {variable}") for variable in variables)

    def fact_words(self, place: str, value: int, holds: bool) -> str:
        return f"{clear(place)} is {'true' if bool(value) == holds else 'false'}"

    def given_names(self) -> tuple[str, ...]:
        """The distinct clauses, numbered by their first occurrence in the formula."""
        first: dict[Clause, int] = {}
        for number, clause in enumerate(self.clauses, 1):
            first.setdefault(clause, number)
        return tuple(clause_words(number, clause) for clause, number in first.items())

    def with_givens(self, keep: Collection[int]) -> Self:
        """The same formula with fewer clauses; equal clauses are removed together."""
        number: dict[Clause, int] = {}
        chosen = (clause for clause in self.clauses if number.setdefault(clause, len(number)) in keep)
        return replace(self, clauses=tuple(chosen))


def clause_words(number: int, clause: Clause) -> str:
    """``clause 3: 1 -2 0``."""
    return f"clause {number}: {' '.join(map(str, (*clause, 0)))}"


def dimacs_lines(cnf: Cnf) -> Iterator[str]:
    """The DIMACS text of `cnf` in pieces of whole lines.

    Conservative enough for every reader: comments before the header, exact counts, one clause a line
    ended by `` 0``, single spaces, ASCII. The projection is ``c p show``; names are ``c varname ID
    NAME``.
    """
    for comment in cnf.comments:
        yield as_ascii(f"c {comment}".rstrip(" \t")) + "\n"
    yield from name_lines(cnf.names)
    yield from projection_lines(cnf.projection)
    yield f"p cnf {cnf.variable_count} {len(cnf.clauses)}\n"
    clauses = iter(cnf.clauses)
    while several := list(islice(clauses, _CLAUSES_AT_ONCE)):
        yield "".join([_layout(len(clause)) % clause for clause in several])


def name_lines(names: Mapping[int, str]) -> Iterator[str]:
    """Comments with the names of variables."""
    return (f"{_NAME}{variable} {as_ascii(names[variable])}\n" for variable in sorted(names))


def projection_lines(projection: Sequence[int] | None) -> Iterator[str]:
    """Comments with the variables that distinguish models; none if these are all variables."""
    if projection is not None:
        for at in range(0, max(len(projection), 1), _SHOWN_ON_A_LINE):
            shown_here = projection[at : at + _SHOWN_ON_A_LINE]
            yield f"{_SHOW}{' '.join(map(str, (*shown_here, 0)))}\n"


@cache
def _layout(literals: int) -> str:
    return "%d " * literals + "0\n"


def _is_plain(comment: str) -> bool:
    """Whether a text can be a comment: a line that states nothing."""
    from .dimacs import stated  # few formulas have comments

    return not ("\n" in comment or "\r" in comment or stated(f"c {comment}"))


def as_ascii(text: str) -> str:
    """A comment or name in ASCII; other characters become escapes such as ``\\xe9``."""
    return text.encode("ascii", "backslashreplace").decode("ascii")


def read_dimacs(text: str) -> tuple[Cnf, ...]:
    """Read one formula from DIMACS, strictly.

    Counts must be exact, literals in range, and nothing may follow. Memory grows with the text, regardless
    of the header. Raise `ParseError`.
    """
    from .dimacs import DimacsReader  # only texts of formulas need it

    return (Cnf(*DimacsReader(text).read()),)


def _looks_like_dimacs(text: str) -> bool:
    """Whether a text begins with comments, followed by ``p`` and a format unless it is a long text."""
    for line in text_lines(text):
        words = line.split(None, 2)
        if words and not words[0].startswith("c"):
            return words[0] in ("p", "P") and len(words[1:]) > 0 and words[1].isalpha() and len(words[1]) > 2
    return len(text) > HEAD // 2 and text.startswith("c ")


_NAMED = r"(?=\S*?[A-Za-z])(?=\S*?[0-9_@.'(\[])\S++"
_HARMLESS = (
    r"c[ \t]*(?:varname\b|p[ \t]+(?:show|cnf)\b|ind[ \t]+[-+]?[0-9]"
    rf"|-?[0-9]+\s*(?:=|:|->)?\s*{_NAMED}\s*$|{_NAMED}\s*(?:=|:|->)?\s*-?[0-9]+\s*$)"
)
"""How comments begin that are read, and those that name one variable each."""
_OF_EXPORT = r"|c (?:coversat|kind|reduction|rests_on|sha256|puzzle)\b"
"""An export states its puzzle in comments, and the formula states all of it."""
_PROJECTION = r"(?m)^[ \t]*c[ \t]+(?:p[ \t]+show|ind)\b"


def _comments(text: str) -> Beside:
    """The comments that may change a count; a projected one is asked for where a projection is stated."""
    task = rf"|c[ \t]+t[ \t]+{'p' if re.search(_PROJECTION, text) else ''}mc\b"
    harmless = _HARMLESS + task + (_OF_EXPORT if text.startswith("c coversat ") else "")
    return Beside(unread=unread(comments(text, r"^[ \t]*c"), re.compile(harmless)))


# Clauses without the line 'p cnf', as some programs write them.


_CLAUSE_WORD = re.compile(r"[-+]?[0-9]{1,9}")


def _clause_words(text: str) -> list[str]:
    return [word for line in text_lines(text) if line[:1] != "c" for word in line.split()]


def _are_clauses(text: str) -> bool:
    words = _clause_words(text)
    return len(words) > 1 and words[-1] == "0" and all(map(_CLAUSE_WORD.fullmatch, words))


def _sizes_found(text: str) -> tuple[int, int]:
    """The largest variable and the number of clauses."""
    words = [word for word in _clause_words(text) if _CLAUSE_WORD.fullmatch(word)]
    return max((abs(int(word)) for word in words), default=0), words.count("0")


def _read_clauses(text: str) -> tuple[Cnf, ...]:
    variables, clauses = _sizes_found(text)
    try:
        return read_dimacs(f"p cnf {variables} {clauses}\n{text}")
    except ParseError as error:
        raise ParseError(max(error.line - 1, 1), error.column, error.reason) from None


def _beside_clauses(text: str) -> Beside:
    variables, clauses = _sizes_found(text)
    found = f"{counted(variables, 'variable')} and {counted(clauses, 'clause')}"
    return _comments(text)._replace(notes=(f"without 'p cnf', of {found} as they occur",))


DIMACS: Form[Cnf, Model] = Form(
    name="dimacs",
    about="'p cnf VARIABLES CLAUSES' and clauses ended by 0",
    recognises=_looks_like_dimacs,
    read=read_dimacs,
    write=alone(Cnf.format),
    show=lambda problem, answer, case: "s SATISFIABLE\n" + problem.render(answer),
    beside=_comments,
)
CLAUSES: Form[Cnf, Model] = Form(
    name="clauses",
    about="clauses ended by 0 without a line 'p cnf'; with --kind, or in a file .cnf",
    recognises=lambda text: not _looks_like_dimacs(text) and _are_clauses(text),
    read=_read_clauses,
    show=DIMACS.show,
    beside=_beside_clauses,
    only_stated=True,
)

Cnf.forms = (DIMACS, CLAUSES)
