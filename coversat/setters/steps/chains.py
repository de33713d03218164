"""Chains of small steps under assumptions: what follows by unit propagation, cut into links.

A link is one rule, or the few that one inference needs, with the facts that follow from them, from what is
known and from the links before. Only the links that the end of a chain needs are part of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from ...base.bits import positions_of
from ...problems.cnf.connectivity import Cut
from ...problems.cnf.rules import Clause
from .graphs import GraphRule
from .loops import Argument, Loops
from .propagation import EVERY, Propagation


class Branch(NamedTuple):
    """One case of a split: the literal that is supposed, and what follows."""

    assumed: int
    links: tuple[Deduction, ...]


@dataclass(frozen=True)
class Deduction:
    """Conclusions (literals) and the rules, by number, that imply them.

    * literals: empty for a contradiction.
    * arguments: each counts as one rule.
    * lemmas: each follows by unit propagation from the rules and those before.
    * smallest: whether it was proved that no fewer rules have this conclusion.
    * by_notes: of a link: whether it also needs what values that are supposed or placed before exclude
      directly.
    """

    literals: tuple[int, ...]
    rules: tuple[int, ...] = ()
    cuts: tuple[Cut, ...] = ()
    arguments: tuple[Argument, ...] = ()
    cases: tuple[Branch, ...] = ()
    lemmas: tuple[Clause, ...] = ()
    smallest: bool = True
    by_notes: bool = False

    @property
    def length(self) -> int:
        """The number of links."""
        return max(sum(link.length for case in self.cases for link in case.links), 1)

    def reasons(self) -> frozenset[int | Argument]:
        """The rules and arguments of all links."""
        links = (link for case in self.cases for link in case.links)
        own: frozenset[int | Argument] = frozenset((*self.rules, *self.arguments))
        return own.union(*(link.reasons() for link in links))


class Reason(NamedTuple):
    """Why a literal holds, or why there is a contradiction.

    * premises (tuple of literals)
    * rules: their bits.
    * is_note: whether the one premise, a placed value, excludes the literal directly.
    """

    premises: tuple[int, ...]
    rules: int = 0
    is_note: bool = False
    cut: Cut | None = None
    argument: Argument | None = None
    split: Deduction | None = None


class _Link(NamedTuple):
    literals: tuple[int, ...]
    rules: int
    premises: frozenset[int]
    reason: Reason
    by_notes: bool


class Chain:
    """Unit propagation from assumptions, with connectivity and loops; a context that forgets it all.

    A chain within another continues from what that one holds. Why a literal follows is found out for the
    links only.
    """

    def __init__(self, propagation: Propagation, loops: Loops) -> None:
        self._propagation, self._loops = propagation, loops
        self._trail = propagation.trail
        self._first = len(propagation.trail)
        self._conflict: Reason | None = None
        self._broken: list[GraphRule] = []
        """Graphs that cannot be connected, which is a contradiction, too."""

    def __enter__(self) -> Chain:
        return self

    def __exit__(self, *_: object) -> None:
        self._propagation.forget(self._first)

    @property
    def is_refuted(self) -> bool:
        """Whether there is a contradiction."""
        return self._conflict is not None or bool(self._broken)

    def holds(self, literal: int) -> bool:
        return self._propagation.holds(literal)

    def new(self) -> list[int]:
        """What holds in this chain, but not around it."""
        return self._trail[self._first :]

    def suppose(self, literal: int, reason: Reason | None = None) -> None:
        """Add a literal, an assumption unless it has a reason, and all that follows until a contradiction."""
        if self.is_refuted or self.holds(literal):
            return
        if self.holds(-literal):
            own = reason or Reason(())
            self._conflict = own._replace(premises=(*own.premises, -literal), is_note=False)
            return
        start = len(self._trail)
        self._hold(literal, reason)
        while not self.is_refuted and start < len(self._trail):
            new, start = self._trail[start:], len(self._trail)
            self._connect(new)

    def _hold(self, literal: int, reason: Reason | None) -> None:
        violated = self._propagation.suppose(literal, reason)
        if violated >= 0:
            self._conflict = self._by_clause(violated, 0)

    def _by_clause(self, number: int, literal: int) -> Reason:
        """Why a clause implies its literal, or is violated."""
        premises = tuple(-one for one in self._propagation.clauses[number] if one != literal)
        if self._propagation.is_note(literal, premises):
            return Reason(premises, is_note=True)
        return Reason(premises, self._propagation.rules_of(number))

    def _connect(self, new: Sequence[int]) -> None:
        """What connectivity and loops imply."""
        propagation = self._propagation
        self._broken = propagation.broken(new)
        if self._broken or propagation.allowed != EVERY:
            return
        for argument, premises, others in list(self._loops.closed(propagation.held, new)):
            for other in others:
                if self.holds(other):
                    self._conflict = Reason((*premises, other), argument=argument)
                elif not self.holds(-other):
                    self._hold(-other, Reason(premises, argument=argument))
                if self._conflict is not None:
                    return

    def facts(self) -> list[int]:
        """The facts that hold in this chain and those around it, beside what is known."""
        return [literal for literal in self._trail if abs(literal) in self._propagation.facts]

    def conclude(self, contradiction: Deduction) -> None:
        """End with a contradiction to all facts."""
        self._conflict = Reason(tuple(self.facts()), split=contradiction)

    # From reasons to links.

    @cached_property
    def _place(self) -> dict[int, int]:
        """Where each literal that holds is in the trail."""
        return {literal: at for at, literal in enumerate(self._trail)}

    def _reason(self, literal: int) -> Reason | None:
        reasons, at = self._propagation.reasons, self._place[literal]
        if isinstance(reasons[at], int):
            reasons[at] = self._by_clause(reasons[at], literal)
        found: Reason | None = reasons[at]
        return found

    def refutation(self) -> tuple[tuple[Deduction, ...], frozenset[int]]:
        """The links to the contradiction, and the literals of outer chains that they need."""
        conflict = self._conflict
        if conflict is None:
            conflict = min(self._by_cuts(), key=lambda one: len(self._needed(one)[0]))
        return self._links(conflict, ())

    def _by_cuts(self) -> Iterator[Reason]:
        for graph in self._broken:
            for cut in graph.broken(self._propagation.held, self._trail):
                yield Reason(tuple(-literal for literal in graph.clause(cut)), 1 << graph.rule, cut=cut)

    def derivation(self, literal: int) -> tuple[Deduction, ...]:
        """The links to a literal that holds."""
        return self._links(None, (literal,))[0]

    def _links(
        self, conflict: Reason | None, goals: Sequence[int]
    ) -> tuple[tuple[Deduction, ...], frozenset[int]]:
        links, outer = self._needed(conflict, goals)
        found = self._added(_merged(links))
        return tuple(map(self._deduction, found)), outer

    def _needed(
        self, conflict: Reason | None, goals: Sequence[int] = ()
    ) -> tuple[list[_Link], frozenset[int]]:
        """The links that lead to a contradiction or to literals, the first one first."""
        links = []
        needed = set(goals)
        if conflict is not None:
            links.append(self._link((), conflict))
            needed |= links[-1].premises
        own = self.new()
        for literal in reversed(own):
            reason = self._reason(literal) if literal in needed else None
            if reason is None:
                continue
            if reason.is_note:
                needed |= set(reason.premises)
                continue
            links.append(self._link((literal,), reason))
            needed |= links[-1].premises
        return links[::-1], frozenset(x for x in needed.difference(own) if x in self._place)

    def _link(self, literals: tuple[int, ...], reason: Reason) -> _Link:
        """One inference; auxiliary literals are replaced by what they follow from."""
        rules, premises, by_notes = reason.rules, set(), False
        waiting = list(reason.premises)
        seen = set()
        for literal in waiting:  # grows meanwhile
            if literal in seen:
                continue
            seen.add(literal)
            if literal not in self._place:
                rules |= self._propagation.held[literal]
                continue
            own = self._reason(literal)
            if own is not None and own.is_note:
                by_notes = True
                waiting += own.premises
            elif own is None or own.split is not None or abs(literal) in self._propagation.facts:
                premises.add(literal)
            else:
                rules |= own.rules
                waiting += own.premises
        return _Link(literals, rules, frozenset(premises), reason, by_notes)

    def _added(self, links: list[_Link]) -> list[_Link]:
        """Runs of rules that state a parity, each with one open variable, are added up to one argument."""
        uses = Counter(literal for link in links for literal in link.premises)

        def is_part(one: _Link, of: _Link) -> bool:
            """Whether one parity only serves another one."""
            if not self._is_parity(one) or len(one.literals) != 1 or one.rules & of.rules:
                return False
            return one.literals[0] in of.premises and uses[one.literals[0]] == 1

        found: list[_Link] = []
        for link in links:
            joined = link
            while joined.premises and self._is_parity(joined):
                inner = next((one for one in found if is_part(one, joined)), None)
                if inner is None:
                    break
                found.remove(inner)
                premises = joined.premises - set(inner.literals) | inner.premises
                by_notes = inner.by_notes or joined.by_notes
                joined = joined._replace(
                    rules=inner.rules | joined.rules, premises=premises, by_notes=by_notes
                )
            found.append(joined)
        return found

    def _is_parity(self, link: _Link) -> bool:
        plain = (
            link.reason._replace(premises=(), rules=0) == Reason(()) and self._propagation.allowed == EVERY
        )
        return plain and len(link.literals) < 2 and self._loops.are_separations(link.rules)

    def _deduction(self, link: _Link) -> Deduction:
        reason = link.reason
        if reason.split is not None:
            return replace(reason.split, literals=link.literals)
        rules = tuple(positions_of(link.rules))
        arguments = () if reason.argument is None else (reason.argument,)
        if len(rules) > 1 and self._propagation.allowed == EVERY and self._loops.are_separations(link.rules):
            rules, arguments = (), (self._loops.parity(rules),)
        cuts = () if reason.cut is None else (reason.cut,)
        return Deduction(link.literals, rules, cuts, arguments, smallest=False, by_notes=link.by_notes)


def _merged(links: Iterable[_Link]) -> list[_Link]:
    """Links by the same rules are one where the later one needs nothing that comes between."""
    found: list[_Link] = []
    alike: dict[Any, list[int]] = {}
    """The places of links that others may join, by what these have in common."""
    place_of: dict[int, int] = {}
    for link in links:
        reason = link.reason
        may_join = link.literals and not reason.split and (link.rules or reason.argument)
        others = alike.setdefault((reason.argument, reason.cut, link.rules), []) if may_join else []
        latest = max((place_of[one] for one in link.premises if one in place_of), default=-1)
        at = next((at for at in others if at > latest), None)
        if at is None:
            if may_join:
                others.append(len(found))
            at = len(found)
            found.append(link)
        else:
            other = found[at]
            joined = (*other.literals, *link.literals)
            found[at] = other._replace(literals=joined, premises=other.premises | link.premises)
        place_of.update(dict.fromkeys(link.literals, at))
    return found
