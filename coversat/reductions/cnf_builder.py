"""Building a formula: variables with names, clauses, and groups of clauses with labels."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import chain, count, repeat
from operator import itemgetter, neg
from typing import Any, TypeVar

from ..base.unfolded import Several, Unfolded
from ..problems.cnf.cardinalities import Cardinality
from ..problems.cnf.clauses import Clause, Clauses
from ..problems.cnf.connectivity import Connectivity
from ..problems.cnf.rules import Cnf
from ..problems.exact_cover.builder import Names, Naming
from .at_most_one import PAIRWISE, AtMostOne, AtMostOneClauses
from .reduction import Group, Groups

T = TypeVar("T")
MakeClauses = Callable[[], Iterable[Clause]]


class Pattern:
    """Clauses of positions among literals, to be used for many; ``~at`` is the negation of the one there."""

    def __init__(self, clauses: Iterable[Clause]) -> None:
        self.clauses = tuple(clauses)
        self.picks = [itemgetter(*clause) if len(clause) > 1 else _picking(clause) for clause in self.clauses]
        """For each clause, what takes its literals from all and, backwards, their negations."""

    def filled(self, literals: Sequence[int]) -> list[Clause]:
        """Its clauses of these literals."""
        either = (*literals, *[-literal for literal in reversed(literals)])  # either[~at] is the negation
        return [pick(either) for pick in self.picks]

    def filled_by_all(self, rows: Sequence[Sequence[int]]) -> Iterable[Clause]:
        """Its clauses of each row of literals."""
        columns = list(zip(*rows, strict=True))
        either = [*columns, *[tuple(map(neg, column)) for column in reversed(columns)]]
        alike = [
            zip(*[either[at] for at in clause], strict=True) if clause else repeat((), len(rows))
            for clause in self.clauses
        ]
        return chain.from_iterable(zip(*alike, strict=True))

    @classmethod
    def of(cls, formula: CnfBuilder) -> Pattern:
        """The clauses of a formula, whose variables are the positions."""
        clauses = formula.cnf(()).clauses
        return cls(tuple([x - 1 if x > 0 else x for x in clause]) for clause in clauses)


def _picking(clause: Clause) -> Callable[[Sequence[int]], Clause]:
    """`itemgetter` for clauses of one literal, or of none."""
    return lambda either: tuple([either[at] for at in clause])


class CnfBuilder:
    """A `Cnf` while it is built."""

    def __init__(self) -> None:
        self._count = 0
        self._names = Names()
        self._blocks: list[tuple[int, MakeClauses]] = []
        self._written: list[Clause] = []
        """The clauses of the last block."""
        self.clause_count = 0
        self._given_clauses: list[tuple[int, ...]] = []
        self._groups: list[Group | Several[Group]] = []
        self._graphs: list[Connectivity] = []
        self._cardinalities: list[Cardinality] = []
        self._unless: tuple[int, ...] = ()
        """Literals that are added to each clause."""
        self._made: dict[Hashable, Any] = {}
        self._definitions: list[Clause] = []

    def variable(self, name: str | None = None) -> int:
        """A new variable; auxiliary variables need no name."""
        self._count += 1
        if name is not None:
            self._names.add(range(self._count, self._count + 1), lambda _: name)
        return self._count

    def variables(self, count: int, name: Naming | None = None) -> range:
        """New variables; their names are made when they are read."""
        numbers = range(self._count + 1, self._count + 1 + count)
        self._count += count
        return numbers if name is None else self._names.add(numbers, name)

    def add(self, *literals: int) -> None:
        self._written.append(self._unless + literals)
        self.clause_count += 1

    def add_all(self, clauses: Iterable[Clause]) -> None:
        before = len(self._written)
        self._written += [self._unless + tuple(clause) for clause in clauses] if self._unless else clauses
        self.clause_count += len(self._written) - before

    def add_pattern(self, literals: Sequence[int], pattern: Pattern, auxiliary: int = 0) -> None:
        """Add the clauses of a pattern, in which new auxiliary variables follow the literals."""
        self.add_all(pattern.filled((*literals, *self.variables(auxiliary))))

    def add_patterns(self, patterns: Sequence[Pattern], rows: Iterable[Sequence[int]]) -> None:
        """Add the clauses of each of these patterns, with the literals of its row."""
        if len(set(patterns)) == 1:  # which is faster at once
            self.add_all(patterns[0].filled_by_all(list(rows)))
        else:
            self.add_all(chain.from_iterable(map(Pattern.filled, patterns, rows)))

    def _close_block(self) -> None:
        if self._written:
            self._blocks.append((len(self._written), tuple(self._written).__iter__))
            self._written = []

    @contextmanager
    def given(self) -> Iterator[None]:
        """Record that the clauses added inside, and no others, state the next given."""
        first = self.clause_count
        yield
        self._given_clauses.append(tuple(range(first, self.clause_count)))

    @contextmanager
    def group(self, label: str) -> Iterator[None]:
        """Record that the clauses added inside state the rule of this label."""
        first = self.clause_count
        yield
        self.add_group(label, first)

    def add_group(self, label: str, first: int) -> None:
        """Record that the clauses from this position on state the rule of this label."""
        self._groups.append(Group(label, range(first, self.clause_count)))

    def add_groups(self, label: Callable[[int], str], ends: Sequence[int]) -> None:
        """Record that the clauses from each of these positions to the next one state a rule."""
        self._groups.append(Groups(label, ends))

    def connect(self, graph: Connectivity) -> None:
        """Require connectivity without clauses; solvers add these when they are needed."""
        self._graphs.append(graph._replace(unless=self._unless))

    @property
    def variable_count(self) -> int:
        return self._count

    @property
    def groups(self) -> Unfolded[Group]:
        return Unfolded(self._groups)

    @contextmanager
    def where(self, literal: int) -> Iterator[None]:
        """Make the clauses added inside hold only if the literal is true."""
        before = self._unless
        self._unless = (*before, -literal)
        yield
        self._unless = before

    @property
    def given_clauses(self) -> tuple[tuple[int, ...], ...]:
        return tuple(self._given_clauses)

    def once(self, key: Hashable, define: Callable[[], T]) -> T:
        """What `define` returns, which is called once for each key.

        The clauses that it adds come last, and belong to no rule, given or condition. It adds them one by
        one, none by `at_most_one`.
        """
        if key not in self._made:
            outside = self._written, self._unless, self.clause_count
            self._written, self._unless = self._definitions, ()
            self._made[key] = define()
            self._written, self._unless, self.clause_count = outside
        found: T = self._made[key]
        return found

    def at_most_one(self, literals: Sequence[int], encoding: AtMostOne = PAIRWISE) -> None:
        """State that at most one of `literals` is true.

        Only the number of clauses is stored; they are made again, with the same auxiliary variables, whenever
        the formula is read.  Most of the clauses of a formula are of this kind.
        """
        self._close_block()
        first = self.clause_count
        again: MakeClauses = partial(_made, encoding.clauses, tuple(literals), self._count + 1, self._unless)
        size, auxiliary = encoding.size(len(literals))
        self._count += auxiliary
        self._blocks.append((size, again))
        self.clause_count += size
        if size > 1:
            self.add_cardinality(first, literals, 0, 1)

    def add_cardinality(self, first: int, literals: Sequence[int], least: int, most: int) -> None:
        """Record that the clauses from this position on state how many of some literals are true.

        Not of clauses that hold only under a condition, or that define a variable.
        """
        if not self._unless and self._written is not self._definitions:
            parts = range(first, self.clause_count)
            self._cardinalities.append(Cardinality(parts, tuple(literals), least, most))

    def exactly_one(self, literals: Sequence[int], encoding: AtMostOne = PAIRWISE) -> None:
        """State that exactly one of `literals` is true."""
        self.add(*literals)
        self.at_most_one(literals, encoding)

    def cnf(self, projection: Iterable[int], likely: Iterable[int] = ()) -> Cnf:
        """The formula; a `projection` on all variables is omitted."""
        shown = tuple(projection)
        self._close_block()
        self._written, self._definitions = self._definitions, []
        self._close_block()
        projected = None if len(shown) == self._count else shown
        graphs = tuple(self._graphs)
        return Cnf.sound(
            self._count,
            Clauses(self._blocks),
            self._names,
            projected,
            graphs,
            tuple(likely),
            tuple(self._cardinalities),
        )


def _made(
    clauses: AtMostOneClauses, literals: Sequence[int], first: int, unless: tuple[int, ...]
) -> Iterable[Clause]:
    """The clauses of an at-most-one whose auxiliary variables begin at `first`."""
    made = clauses(literals, count(first).__next__)
    return ((*unless, *clause) for clause in made) if unless else made


ALWAYS = 1 << 62
"""Used as a literal: true in every model."""
NEVER = -ALWAYS


def add_clauses(formula: CnfBuilder, clauses: Iterable[tuple[int, ...]]) -> None:
    """Add clauses that contain `ALWAYS` and `NEVER`, simplified."""
    possible = [clause for clause in clauses if ALWAYS not in clause]
    formula.add_all(
        clause if NEVER not in clause else tuple(x for x in clause if x != NEVER) for clause in possible
    )
