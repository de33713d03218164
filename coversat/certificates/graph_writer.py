"""Writing a graph of all models of a formula, with its proof, as a search finds positions.

A position of the search becomes a node and one clause, its *lemma*: the node, or one of the position's
*reasons*, literals of its clauses that were false when it was reached.  The lemma does not depend on the
path, so it holds wherever the position is reached again.  A case with models becomes a product: the
literals true in it, and the node below.  The node of a position adds up its products in a chain: this
literal, or not this one but the next.  The lemma of a position without a model consists of reasons only.

Each clause is written with the clauses from which it follows by unit propagation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import BinaryIO, NamedTuple

from ..base.bits import positions_of
from ..base.files import NewFile
from ..solvers.sat.clause_tables import ClauseTables
from ..solvers.sat.model_positions import Beginning, Case, Implication, Position, Witness


class Written(NamedTuple):
    """A position that was written: its node (0 for none), its lemma, and the reasons in the lemma."""

    node: int
    lemma: int
    reasons: int


class _Shown(NamedTuple):
    """The clauses derived for a case.

    * literal: the literal of the branch, as in DIMACS.
    * node, defined: its product, and the first of the clauses that define it; 0 if there is none.
    * clause: the derived clause: the product, or not the literal, or a reason.
    * hints: the clauses from which it follows.
    * taken: whether the literal occurs in the clause.
    """

    literal: int
    node: int
    defined: int
    clause: list[int]
    hints: list[int]
    reasons: int
    taken: bool


class GraphWriter:
    """Writes one graph, position by position, in the order of `ModelPositions`.

    * clause_count: the clauses of the formula.

    * known (dict): the positions that may be reached again, by number.
    """

    def __init__(self, tables: ClauseTables, clause_count: int, file: BinaryIO | NewFile) -> None:
        self._tables, self._file = tables, file
        self._clause, self._node = clause_count, tables.variable_count
        self._literal_at = list(map(tables.literal, range(2 * tables.variable_count)))
        self.known: dict[int, Written] = {}
        self._passing: set[int] = set()
        """Those of them that only the position directly above needs."""

    def write(self, entries: Iterable[Position | Witness | Beginning]) -> int | None:
        """Write the positions; return the number of models, or None if the root was not reached."""
        for one in entries:
            if isinstance(one, Beginning):
                self._begin(one.case)
                return one.models
            if isinstance(one, Position):
                self.known[one.number] = self._position(one)
                for passing in self._passing.intersection(case.child for case in one.cases):
                    self._passing.remove(passing)
                    del self.known[passing]
            else:
                self.known[one.number] = self._witness(one.literals)
            if not one.kept:
                self._passing.add(one.number)
        return None

    def _begin(self, case: Case) -> None:
        if self._dead(case):
            self._line("r", [0])
            self._lemma([], self._refuted(case, 0, 0)[1])
        else:
            product, _, hints = self._product(case, case.true)
            self._line("r", [product])
            self._lemma([product], hints)

    def _position(self, position: Position) -> Written:
        """Write the products of its cases, their sum, and its lemma.

        What was derived for a case becomes a clause when the next case follows; for the last case it is part
        of the lemma.
        """
        tables = self._tables
        last = max((at for at, case in enumerate(position.cases) if not self._dead(case)), default=-1)
        shown: list[_Shown] = []
        lemmas: list[int] = []
        passed = summed = newest = 0  # the earlier literals: all, those with products, the last of these
        for at, case in enumerate(position.cases):
            assert case.literal is not None
            if shown:
                lemmas.append(self._lemma(shown[-1].clause, shown[-1].hints))
            beside = newest if at == last else 0
            one = self._case(case, position.false, passed, summed & ~beside, beside)
            shown.append(one)
            passed |= 1 << case.literal
            if one.node:
                newest = 1 << case.literal
                summed |= newest
            if not one.taken:
                break
        reasons = 0
        for one in shown:
            reasons |= one.reasons
        node, hints = self._sum(shown, lemmas)
        if len(shown) == len(position.cases) and shown[-1].taken and position.clause is not None:
            reasons |= tables.clauses[position.clause] & position.false
            hints.append(self._number(position.clause))
        hints += shown[-1].hints
        lemma = self._lemma([*([node] if node else []), *self._literals(reasons)], hints)
        if lemmas:
            self._line("D", [*lemmas, 0])
        return Written(node, lemma, reasons)

    def _sum(self, cases: Sequence[_Shown], lemmas: Sequence[int]) -> tuple[int, list[int]]:
        """The node that adds up the cases (0 for none), and the hints for the lemma.

        The last product itself excludes the one before it; those between are joined by a product that does.
        """
        node, hints = 0, list[int]()
        last: _Shown | None = None
        for one, lemma in zip(reversed(cases), [[], *([number] for number in reversed(lemmas))], strict=True):
            if not one.node:
                hints = lemma + hints
            elif not node:
                node, last, hints = one.node, one, lemma + hints
            else:
                if last is not None:
                    other, apart = node, last.defined + (1 if last.literal == -one.literal else 2)
                else:
                    other, otherwise = self._define("p", [-one.literal, node])
                    apart, hints = otherwise + 1, [otherwise, *hints]
                node, defined = self._define("s", [one.node, other], [one.defined + 1, apart])
                hints, last = [defined + 1, defined + 2, *lemma, *hints], None
        return node, hints

    def _case(self, case: Case, false: int, passed: int, summed: int, beside: int) -> _Shown:
        """Derive one case, with these literals of the branch false.

        * summed: those that its product leaves out, since the sums exclude them.
        * beside: one that its product excludes itself, so that no sum has to.
        """
        assert case.literal is not None
        tables = self._tables
        literal, own = tables.literal(case.literal), 1 << tables.opposite(case.literal)
        if self._dead(case):
            need, hints = self._refuted(case, false | passed, own)
            return _Shown(literal, 0, 0, self._literals(need), hints, need & false, bool(need & own))
        front = dict.fromkeys((1 << case.literal, tables.negated(beside)))
        product, defined, hints = self._product(case, case.true & ~tables.negated(summed), front)
        need = passed & ~summed | (0 if case.child is None else self.known[case.child].reasons)
        for why, literals in case.steps:
            need |= tables.clauses[-1 - why] & ~literals if why < 0 else 1 << tables.opposite(why)
        need &= false | passed
        clause = [product, -literal, *self._literals(need & ~own)]
        return _Shown(literal, product, defined, clause, hints, need & false, True)

    def _dead(self, case: Case) -> bool:
        """Whether the case has no model."""
        return case.conflict is not None or (case.child is not None and not self.known[case.child].node)

    def _refuted(self, case: Case, false: int, own: int) -> tuple[int, list[int]]:
        """The clause that follows because a case has no model, and its hints.

        They are found backwards from the contradiction, which leaves out what did not contribute.
        """
        tables = self._tables
        if case.conflict is None:
            assert case.child is not None
            last, need = self.known[case.child].lemma, self.known[case.child].reasons
        else:
            why, literal = case.conflict
            if why < 0:
                last, need = self._number(-1 - why), tables.clauses[-1 - why]
            else:
                last, need = tables.pair(why, literal.bit_length() - 1), literal | 1 << tables.opposite(why)
        hints = [last]
        for why, literals in reversed(case.steps):
            used = literals & tables.negated(need)
            if used:
                hints += self._clauses((why, used))
                need |= tables.clauses[-1 - why] & ~literals if why < 0 else 1 << tables.opposite(why)
        return need & (false | own), hints[::-1]

    def _product(self, case: Case, literals: int, front: Iterable[int] = ()) -> tuple[int, int, list[int]]:
        """Define the product of these literals, some in front, and of the node below.

        Returns the node, the first of its clauses, and the hints by which it is true if the literals are.
        Variables outside the projection go into a Skolem node, which stands for one way to set them.
        """
        tables = self._tables
        shown = literals & (tables.shown | tables.shown << tables.variable_count)
        children: list[int] = []
        for some in (*front, shown & ~sum(front)):
            children += self._literals(some & shown)
        hints = [clause for step in case.steps for clause in self._clauses(step)]
        below = [] if case.child is None else [self.known[case.child]]
        if literals != shown:
            below.append(self._witness(literals ^ shown))
        product, defined = self._define("p", [*children, *(one.node for one in below)])
        return product, defined, [*hints, *(one.lemma for one in below), defined]

    def _witness(self, literals: int) -> Written:
        node, stated = self._define("t", self._literals(literals))
        return Written(node, stated, 0)

    def _clauses(self, step: Implication) -> list[int]:
        why, literals = step
        if why < 0:
            return [self._number(-1 - why)]
        return [self._tables.pair(why, place) for place in positions_of(literals)]

    def _number(self, at: int) -> int:
        """The number of a clause of the tables; a derived clause is written when it is first needed."""
        tables = self._tables
        number = tables.numbers[at]
        if number is None:
            origin, place = tables.origins[at]
            implying = tables.clauses[origin] & ~tables.clauses[at]
            hints = [tables.pair(other, place) for other in positions_of(implying)]
            number = self._lemma(self._literals(tables.clauses[at]), [*hints, self._number(origin)])
            tables.numbers[at] = number
        return number

    def _literals(self, literals: int) -> list[int]:
        literal_at = self._literal_at
        return [literal_at[place] for place in positions_of(literals)]

    def _define(self, what: str, children: Sequence[int], hints: Sequence[int] = ()) -> tuple[int, int]:
        """Define a node; returns it and the first of its clauses, which one for each child follows."""
        self._node += 1
        first = self._clause + 1
        self._clause += 1 + len(children)
        self._line(f"{first} {what}", [self._node, *children, *hints, 0])
        return self._node, first

    def _lemma(self, literals: Sequence[int], hints: Sequence[int]) -> int:
        """Write a derived clause; returns its number."""
        self._clause += 1
        self._line(f"{self._clause} a", [*literals, 0, *hints, 0])
        return self._clause

    def _line(self, head: str, numbers: Sequence[int]) -> None:
        self._file.write(f"{head} {' '.join(map(str, numbers))}\n".encode())
