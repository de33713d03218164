"""Counting the models of a formula by memoised branching, reported position by position.

A *position* is what branching and unit propagation leave of a formula: the clauses without a true literal,
and their open variables.  The models below it do not depend on the path, so each position is searched once;
the positions form a decision diagram, which is reported children first.  Each case comes with what follows
from it, in order, and with the clauses from which it follows, so that a proof can be written.

Branching goes by variables of the projection until none is left open in a clause; below that one model is
enough, and its literals are the *witness* of the position.

The number of positions depends on the order of branching: `position_orders` tries some.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from sys import getsizeof
from typing import NamedTuple

from ...base.bits import bits_of, positions_of
from ...problems.cnf.rules import Cnf
from ..solver import Meter
from .clause_tables import ClauseTables

MEMO_LIMIT = 1 << 29
"""The default memory limit of the memo in bytes; positions beyond it are searched again."""
_ENTRY = 250
"""The bytes of a memo entry without its numbers."""

SMALL = 40
"""Literals that all open literals of a clause imply are derived for clauses of at most this length."""

Implication = tuple[int, int]
"""Literals, as a set, and before it why they are true: by clauses of two with the negation of the literal at
this place; or, as -1 - i, by clause i of the tables, perhaps a derived one, all else in it being false."""


class Case(NamedTuple):
    """One branch of a position, or what a formula begins with.

    * literal: the place of the literal taken, while those before it in the branch are false; None at the
      beginning.
    * steps: what follows from it, in order.
    * conflict: a step to a literal that is false; for a clause, to none at all.
    * true: the literals true now that were open at the position.
    * child: the position below, if any: none in a conflict, and where every clause has a true literal.
    """

    literal: int | None
    steps: Sequence[Implication]
    conflict: Implication | None
    true: int
    child: int | None


class Position(NamedTuple):
    """A position with its cases.

    * false: the literals false on the way on which it was first met.
    * clause: the clause, a place in the tables, whose open literals it branches on; None for a variable.
    * cases: of the literals branched on, in order.
    * kept: whether it is remembered, and may be below several others; or below the next reported one that has
      it.
    """

    number: int
    false: int
    clause: int | None
    cases: list[Case]
    kept: bool


class Witness(NamedTuple):
    """A position without open variables of the projection, and literals that complete a model; `kept` as in
    `Position`."""

    number: int
    literals: int
    kept: bool


class Beginning(NamedTuple):
    """What follows at the root, reported last, and the number of models under the projection."""

    case: Case
    models: int


class _Found(NamedTuple):
    """What is known of a position: its number, how many models it has and over how many shown variables.

    `witness` are literals that make a model of one that has nothing shown left open.
    """

    number: int
    models: int
    over: int
    witness: int = 0


_COMPLETE = _Found(-1, 1, 0)
_DEAD = _Found(-1, 0, 0)


@dataclass(slots=True)
class _Node:
    """A position while its cases are searched.

    * key: determines everything below the position.
    * true: the literals true here.
    * open: the clauses without a true literal.
    * over: the number of shown variables open in clauses.
    * branch: the literals to branch on that are left, the first last.
    * share: the share of each of its cases in the whole search, with equal shares for the cases of a
      position.
    * top: whether it is the root.
    * below_hidden: whether it is below a hidden one.
    * done: the literals branched on before.
    * waiting: the case that is searched below.
    """

    key: Hashable
    true: int
    open: list[int]
    over: int
    clause: int | None
    branch: list[int]
    share: float = 1.0
    top: bool = False
    below_hidden: bool = False
    done: int = 0
    waiting: Case | None = None
    witness: int | None = None
    cases: list[Case] = field(default_factory=list)
    models: int = 0

    @property
    def hidden(self) -> bool:
        """Whether one model is enough."""
        return not self.over and not self.top


class ModelPositions:
    """One search: an iterator of `Position` and `Witness` values, children first, and one `Beginning`.

    * meter: counts the cases, and ends the search by `LimitReachedError`.
    * order: the places of all clauses in the tables: a position branches on the first that is open; where no
      order is given, on one with the fewest open literals.

    * seen (float): how much of the search is done, as `_Node.share` weighs it.
    """

    def __init__(self, cnf: Cnf, meter: Meter, order: Sequence[int] | None = None) -> None:
        self.tables = ClauseTables(cnf)
        self._ranks = None if order is None else ranks_in(order)
        self.seen = 0.0
        self._meter = meter
        self._memo: dict[Hashable, _Found] = {}
        limit = meter.limits.memo
        self._room = MEMO_LIMIT if limit is None else limit
        self._numbers = 0
        implied = self.tables.implied
        self._forcing = bits_of(place for place, literals in enumerate(implied) if literals)
        self._paired = self.tables.variables(self._forcing)

    def __iter__(self) -> Iterator[Position | Witness | Beginning]:
        clauses, shown = self.tables.clauses, self.tables.shown
        path = [_Node(None, 0, list(range(len(clauses))), shown.bit_count(), None, [], top=True)]
        found = self._case(path, None)
        while True:
            node = path[-1]
            if found is not None:
                self._add(node, found)
                if node.top:
                    yield Beginning(node.cases[0], node.models)
                    return
            if node.branch and node.witness is None:
                found = self._case(path, node.branch.pop())
            else:
                path.pop()
                found = self._found(node)
                if found.number >= 0:
                    yield self._entry(node, found, self._remember(node.key, found))

    def _case(self, path: list[_Node], literal: int | None) -> _Found | None:
        """Search one case of the last node without branching; None if it needs a new node."""
        self._meter.node()
        node, tables = path[-1], self.tables
        taken = 0 if literal is None else 1 << literal
        taken |= tables.negated(node.done)
        steps, true, open_, conflict = self._follow(node.true, taken, node.open, node.top)
        node.waiting = Case(literal, steps, conflict, true & ~node.true, None)
        if literal is not None:
            node.done |= 1 << literal
        below = None if conflict is not None else self._node(true, open_, node.hidden)
        if below is not None:
            known = self._memo.get(below.key)
            if known is None:
                below.share = node.share / len(below.branch)
                path.append(below)
                return None
        else:
            known = _COMPLETE if conflict is None else _DEAD
        self.seen += node.share
        return known

    def _follow(
        self, true: int, taken: int, open_: list[int], everywhere: bool
    ) -> tuple[list[Implication], int, list[int], Implication | None]:
        """Propagate the literals `taken`: return the steps, the true literals and the open clauses.

        Without `everywhere`, the true literals must be propagated already.
        """
        tables = self.tables
        implied, clauses, count = tables.implied, tables.clauses, tables.variable_count
        low = (1 << count) - 1
        old = tables.negated(true)
        true |= taken
        false = true >> count | (true & low) << count
        steps: list[Implication] = []
        pending = taken & self._forcing
        while True:
            while pending:
                bit = pending & -pending
                pending ^= bit
                place = bit.bit_length() - 1
                new = implied[place] & ~true
                if new:
                    if new & false:
                        return steps, true, open_, (place, new & false & -(new & false))
                    steps.append((place, new))
                    true |= new
                    false |= new >> count | (new & low) << count
                    pending |= new & self._forcing
            before, unsettled = true, []
            for at in open_:
                clause = clauses[at]
                if clause & true:
                    continue
                left = clause & ~false
                if left & (left - 1):
                    unsettled.append(at)
                elif left:
                    steps.append((-1 - at, left))
                    true |= left
                    false |= left >> count | (left & low) << count
                    pending |= left & self._forcing
                else:
                    return steps, true, open_, (-1 - at, 0)
            open_ = unsettled
            if true != before:
                continue
            for at, common in self._common(true, false, -1 if everywhere else false & ~old, open_):
                for place in positions_of(common):
                    why = -1 - tables.derived(at, place)
                    if false >> place & 1:
                        return steps, true, open_, (why, 0)
                    steps.append((why, 1 << place))
                    true |= 1 << place
                    false |= 1 << tables.opposite(place)
                pending |= common & self._forcing
                break
            else:
                return steps, true, open_, None

    def _common(self, true: int, false: int, newly: int, open_: list[int]) -> Iterator[tuple[int, int]]:
        """The small clauses whose open literals all imply something that is not true, and what.

        They have one of the literals that are newly false: what others imply is true already.
        """
        tables = self.tables
        for at in open_:
            clause = tables.clauses[at]
            left = clause & ~false
            if not clause & newly or left.bit_count() > SMALL:
                continue
            common = ~true
            while left and common:
                bit = left & -left
                left ^= bit
                common &= tables.implied[bit.bit_length() - 1]
            if common:
                yield at, common

    def _node(self, true: int, open_: list[int], below_hidden: bool) -> _Node | None:
        """The position with these literals true and these clauses open; None if no clause is open.

        Its share is that of the whole until the caller changes it.
        """
        tables, ranks = self.tables, self._ranks
        false = tables.negated(true)
        lowest, best, least, reached = len(tables.clauses) + 2 * tables.variable_count, None, 0, 0
        for at in open_:
            left = tables.clauses[at] & ~false
            reached |= left
            rank = left.bit_count() if ranks is None else ranks[at]
            if rank < lowest:
                lowest, best, least = rank, at, left
        free = ~(true | false)
        variables = tables.variables(reached)
        for place in positions_of(self._paired & ~variables & free):
            if (tables.implied[place] | tables.implied[tables.opposite(place)]) & free:
                variables |= 1 << place
        if not variables:
            return None
        loose = tuple(at for at in open_ if not tables.settled[at])
        shown = variables & tables.shown
        if least and (not shown or not tables.variables(least) & ~tables.shown):
            branch = list(positions_of(least))
        else:
            best, variable = None, self._variable(least, shown or variables, free)
            branch = [variable, tables.opposite(variable)]
        key = (variables, loose) if loose else variables
        return _Node(key, true, open_, shown.bit_count(), best, branch[::-1], below_hidden=below_hidden)

    def _variable(self, clause: int, choice: int, free: int) -> int:
        """The variable of these to branch on, chosen by the smallest clause."""
        tables = self.tables
        for literals in (clause, *(tables.implied[place] & free for place in positions_of(clause))):
            near = tables.variables(literals) & choice
            if near:
                return (near & -near).bit_length() - 1
        return (choice & -choice).bit_length() - 1

    def _add(self, node: _Node, found: _Found) -> None:
        case = node.waiting
        assert case is not None
        if found.models and node.hidden:
            node.witness = case.true | found.witness
            return
        node.cases.append(case._replace(child=found.number if found.number >= 0 else None))
        decided = (self.tables.variables(case.true) & self.tables.shown).bit_count()
        node.models += found.models << node.over - decided - found.over if found.models else 0

    def _found(self, node: _Node) -> _Found:
        """The result of a node with all cases done; numbers identify reported positions."""
        if node.witness is not None and node.below_hidden:
            return _Found(-1, 1, 0, node.witness)
        self._numbers += 1
        if node.witness is not None:
            return _Found(self._numbers - 1, 1, 0, node.witness)
        return _Found(self._numbers - 1, node.models, node.over)

    def _entry(self, node: _Node, found: _Found, kept: bool) -> Position | Witness:
        if node.witness is not None:
            return Witness(found.number, node.witness, kept)
        return Position(found.number, self.tables.negated(node.true), node.clause, node.cases, kept)

    def _remember(self, key: Hashable, found: _Found) -> bool:
        room = self._room > 0
        if room:
            self._memo[key] = found
            self._room -= _ENTRY + getsizeof(key) + getsizeof(found.models) + getsizeof(found.witness)
        return room


def ranks_in(order: Sequence[int]) -> list[int]:
    """Per number below their count, its place among these numbers."""
    ranks = [0] * len(order)
    for rank, at in enumerate(order):
        ranks[at] = rank
    return ranks
