"""The search for solving steps.

A step is found in this order:

1. by one rule (`OneRule`);
2. by chains of unit propagation from a fact that is assumed, by at most 2, 3 or 4 rules. Of these it is
   proved that no fewer rules have the same conclusion; if there are fewer, these are taken (`Refutations`);
3. by two local rules that share open places, if all their fillings agree on a fact (`TwoRules`);
4. by chains of more rules up to a bound;
5. by a case split (`Splits`), with others among its links if necessary (`Nested`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from ...base.deadline import Deadline
from ...base.errors import WrongAnswerError
from ...certificates.step_files import checker_of
from ...problems.cnf.connectivity import Cut
from ...proofs.steps import ClaimedArgument, ClaimedCase, ClaimedStep
from ...proofs.verification import ProofError
from ...reductions.rule_clauses import RuleClauses
from .chains import Deduction
from .cores import Cores
from .knowledge import ContradictionError, Knowledge
from .loops import Argument
from .propagation import Examined
from .rules import OneRule, TwoRules
from .splits import Nested, Splits

PROVED = 4
"""Steps with up to this number of rules are proved to have as few as possible."""
_ANY = 10**6
"""As a bound: any number of rules."""
_NEVER = 0, Examined(frozenset())

_Found = tuple[tuple[int, ...], tuple[Cut, ...], int]


class StepSearch:
    """Finds deductions one after the other; knows the facts so far.

    * most: the most rules of a step; beyond that, cases are split.
    * entered (sequence of literals): what is known from the beginning.
    """

    def __init__(
        self, formula: RuleClauses, deadline: Deadline, most: int, entered: Sequence[int] = ()
    ) -> None:
        self._deadline, self._most = deadline, most
        values = (clause[0] for clause in formula.domains if len(clause) == 1)
        self._given = (*formula.givens, *values, *entered)
        self._has_empty_place = not all(formula.literals)
        self._labels = formula.labels
        self._checker = checker_of(formula)
        self._checker.learn(entered)
        self._knowledge = Knowledge(formula, deadline)
        self._splits = Splits(self._knowledge, most)
        self._nested = Nested(self._knowledge, self._splits, most)
        self._one_rule = OneRule(self._knowledge)
        self._two_rules = TwoRules(self._knowledge)
        self._refutations = Refutations(self._knowledge, self._splits)

    @property
    def open_variables(self) -> list[int]:
        """Those of places that have to be found out."""
        return self._knowledge.unsettled

    @property
    def is_open(self) -> bool:
        """Whether something that answers show is not known."""
        return not self._knowledge.hidden.issuperset(self.open_variables)

    @property
    def cores(self) -> Cores:
        """The solver of all rules, with the facts so far."""
        return self._knowledge.cores

    def _is_done(self) -> bool:
        """Whether each place that matters has a value, and what is not found out can have one."""
        if self.open_variables:
            return False
        return not self._knowledge.leaves_open or self.cores.answer() is not None

    def deductions(self) -> Iterator[Deduction]:
        """Each, until nothing follows; the last one may be a contradiction."""
        try:
            if self._has_empty_place:
                raise ContradictionError(())
            self._learn(self._given)
            while not self._is_done():
                self._deadline.check()
                found = self._next()
                if found is None and not self.open_variables:
                    found = self._by_all_rules(())
                if found is None:
                    return
                found = self._confirmed(found)
                yield found
                if not found.literals:
                    return
                self._learn(found.literals)
            self._one_rule.find_contradiction()
        except ContradictionError as error:
            lemmas = self._knowledge.lemmas((), error.rules, error.cuts)
            smallest = len(error.rules) <= 2  # no search for fewer
            yield self._confirmed(Deduction((), error.rules, error.cuts, lemmas=lemmas, smallest=smallest))

    def _confirmed(self, found: Deduction) -> Deduction:
        """A deduction that the checker accepts: this one, or its first conclusion by more rules."""
        if not self._is_accepted(found):
            found = self._by_all_rules(found.literals[:1])
            if not self._is_accepted(found):
                raise WrongAnswerError("the checker of steps refuses a step")
        return found

    def _is_accepted(self, found: Deduction) -> bool:
        """Whether the checker accepts a deduction; if so, it knows the conclusions from now on."""
        try:
            self._checker.check(_claimed(found, self._labels))
        except ProofError:
            return False
        return True

    def _by_all_rules(self, literals: Sequence[int]) -> Deduction:
        """A conclusion by rules of which a SAT solver proves it, however many."""
        cores, opposite = self._knowledge.cores, [-literal for literal in literals]
        if cores.answer(opposite) is not None:
            raise WrongAnswerError("a step was found that some answer contradicts")
        return self._knowledge.by_rules(literals, cores.irreducible(opposite) or (), smallest=False)

    def _next(self) -> Deduction | None:
        fewest = 1 if self._knowledge.by_chains else 2
        few, more = range(fewest, min(PROVED, self._most) + 1), range(PROVED + 1, self._most + 1)
        return (
            self._one_rule.find()
            or self._refutations.find(few)
            or (self._two_rules.find() if self._most > 1 else None)
            or self._refutations.find(more)
            or self._split()
        )

    def _learn(self, literals: Iterable[int]) -> None:
        new = self._knowledge.learn(literals)
        for search in (self._one_rule, self._two_rules, self._refutations):
            search.learn(new)

    def available(self, found: Deduction) -> int | None:
        """How many steps of no more rules there were beside, for a deduction that was not learned yet.

        Of one rule: the places with one value left, and the rules that lead further. Of more rules: the facts
        that follow by chains. None for a case split.
        """
        size = max(len(found.rules) + len(found.arguments), 1)
        if found.cases or not found.literals:
            return None
        return self._one_rule.available() if size == 1 else self._refutations.available(size)

    def _split(self) -> Deduction | None:
        """A case split with as few rules, or as short, as are found."""
        by_chains = (self._splits.refuted(self._refutations.failing()), self._splits.common())
        best = min(filter(None, by_chains), key=self._splits.size, default=None)
        if best is None:
            best = self._nested.find(self._refutations.wrong(), self._refutations.possible)
        return None if best is None else self._with_fewest(best)

    def _with_fewest(self, found: Deduction) -> Deduction:
        """The same conclusion, by the fewest rules if there are few."""
        knowledge, reasons = self._knowledge, found.reasons()
        if len(reasons) > PROVED or any(isinstance(one, Argument) for one in reasons):
            return found if found.cases else knowledge.by_rules(found.literals, found.rules, smallest=False)
        fewer = knowledge.cores.fewer(found.literals[0], len(reasons) - 1)
        if fewer is None and (found.cases or found.cuts):
            return replace(found, smallest=True)
        return knowledge.by_rules(found.literals, found.rules if fewer is None else fewer, smallest=True)


def _claimed(found: Deduction, labels: Sequence[str]) -> ClaimedStep:
    """A deduction as the checker takes it, which knows no search."""
    arguments = (ClaimedArgument(one.name, one.rules, one.graph, one.elements) for one in found.arguments)
    links = ((case.assumed, tuple(_claimed(link, labels) for link in case.links)) for case in found.cases)
    return ClaimedStep(
        found.literals,
        tuple(labels[rule] for rule in found.rules),
        found.cuts,
        found.lemmas,
        tuple(arguments),
        tuple(ClaimedCase(*case) for case in links),
    )


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
