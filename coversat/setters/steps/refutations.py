"""The search for facts whose opposite few rules refute, by unit propagation from what is known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from ...problems.cnf.connectivity import Cut
from .chains import Deduction
from .knowledge import ContradictionError, Knowledge
from .propagation import Examined
from .splits import Splits

PROVED = 4
"""Steps with up to this number of rules are proved to have as few as possible."""
_ANY = 10**6
"""As a bound: any number of rules."""
_NEVER = 0, Examined(frozenset())

_Found = tuple[tuple[int, ...], tuple[Cut, ...], int]


class Refutations:
    """Facts that lead to a contradiction by chains of unit propagation.

    Facts that some known answer has are not examined. What was examined in vain is examined again only after
    a change of something that mattered.
    """

    def __init__(self, knowledge: Knowledge, splits: Splits) -> None:
        self._knowledge, self._splits = knowledge, splits
        self._in_vain: dict[int, tuple[int, Examined]] = {}
        """For facts the number of rules that do not refute them, and what this depends on."""
        self._failing: list[int] | None = None

    @cached_property
    def possible(self) -> set[int]:
        """The literals of known answers."""
        return set(self._knowledge.cores.answer() or ())

    def learn(self, new: Sequence[int]) -> None:
        """Forget what depends on new facts."""
        self._failing = None
        if self._in_vain:
            touched = self._knowledge.propagation.touched(new)
            # Many facts share one `Examined`, whose literals are compared once.
            same = {id(x): x.literals.isdisjoint(touched) for _, x in self._in_vain.values()}
            self._in_vain = {fact: one for fact, one in self._in_vain.items() if same[id(one[1])]}

    def wrong(self) -> list[int]:
        """The open facts that no known answer has; what one rule excludes unsaid is none of them."""
        held = self._knowledge.propagation.held
        return [x for x in self._knowledge.open_facts if x not in self.possible and -x not in held]

    def failing(self) -> list[int]:
        """Those that all rules together refute."""
        if self._failing is None:
            self._failing = [fact for fact in self.wrong() if self._may_fail(fact)]
        return self._failing

    def available(self, most: int) -> int:
        """How many facts follow by at most `most` rules."""
        failing = filter(self._may_fail, self.wrong())
        return max(sum(self._refuted(fact, most) is not None for fact in failing), 1)

    def find(self, bounds: Iterable[int]) -> Deduction | None:
        """A conclusion by as few rules as a chain needs; the bound on these grows.

        Raise `ContradictionError` if what is known violates rules by what steps leave unsaid.
        """
        if (rules := self._knowledge.propagation.contradiction) is not None:
            raise ContradictionError(rules)
        facts = self.failing()
        for most in bounds:
            for fact in facts:
                if (found := self._refuted(fact, most)) is not None:
                    return self._deduction(fact, self._shorter(fact, found))
        return None

    def _refuted(self, fact: int, most: int) -> _Found | None:
        if self._in_vain.get(fact, _NEVER)[0] >= most:
            return None
        self._knowledge.deadline.check()
        found = self._knowledge.propagation.refute((fact,), most)
        if isinstance(found, Examined):
            self._in_vain[fact] = most, found
            return None
        return found

    def _may_fail(self, fact: int) -> bool:
        """Whether all rules together refute a fact by unit propagation."""
        if self._in_vain.get(fact, _NEVER)[0] >= _ANY:
            return False
        knowledge = self._knowledge
        knowledge.deadline.check()
        with knowledge.chain() as chain:
            chain.suppose(fact)
            if chain.is_refuted:
                return True
            follows = set(chain.new())
        # What follows from the fact is consistent, too.
        self._in_vain |= dict.fromkeys(follows & knowledge.facts, (_ANY, Examined(follows)))
        return False

    def _shorter(self, fact: int, found: _Found) -> _Found:
        """The same conclusion by as few of the same rules as single omissions lead to."""
        for rule in sorted(found[0]):
            if found[2] >> rule & 1 and len(found[0]) > 2:
                allowed = found[2] & ~(1 << rule)
                fewer = self._knowledge.propagation.refute((fact,), len(found[0]) - 1, allowed)
                if not isinstance(fewer, Examined):
                    found = fewer
        return found

    def _deduction(self, fact: int, found: _Found) -> Deduction:
        rules, cuts, _ = found
        if len(rules) == 1 and not cuts:
            return Deduction(tuple(self._all_of(fact, found[2])), rules)
        if len(rules) > PROVED:
            return self._splits.by_rules(fact, rules) or Deduction((-fact,), rules, cuts, smallest=False)
        tried = 1 if self._knowledge.by_chains else 2  # of how many rules all was found already
        fewer = self._knowledge.cores.fewer(-fact, len(rules) - 1) if len(rules) > tried else None
        if fewer is not None:
            return self._knowledge.by_rules((-fact,), fewer, smallest=True)
        alike = self._alike(fact, found[2]) if len(rules) == 2 and not cuts else ()
        return Deduction((-fact, *alike), rules, cuts)

    def _all_of(self, fact: int, rule: int) -> Sequence[int]:
        """What one rule refutes beside a fact; values that it places, if it places any."""
        refute, knowledge = self._knowledge.propagation.refute, self._knowledge
        others = [one for one in self.failing() if one != fact and knowledge.is_said(one)]
        found = [one for one in others if not isinstance(refute((one,), 1, rule), Examined)]
        follows = [-one for one in (fact, *found)]
        return [one for one in follows if one > 0 and knowledge.has_many_values(one)] or follows

    def _alike(self, fact: int, rules: int) -> list[int]:
        """What else the same two rules imply, without cuts; of places with many values the same elsewhere."""
        refute, value = self._knowledge.propagation.refute, self._knowledge.signed_value(fact)
        others = (one for one in self.failing() if one != fact and self._knowledge.signed_value(one) == value)
        found = ((one, refute((one,), 2, rules)) for one in others)
        return [-one for one, how in found if not isinstance(how, Examined) and not how[1]]
