"""The search for solving steps.

Facts are literals of places: a cell has this value, or not. A step is found in this order:

1. a value for which a rule leaves one place, by a clause; then a place with one value left, which takes
   pencil marks to see;
2. one rule. A rule is examined again only after a place of its own has changed. Values that a rule places by
   itself come first, then what else local rules imply, then connectivity, with closed loops and parities;
3. chains of unit propagation from a fact that is assumed, by at most 2, 3 or 4 rules. Of these it is proved
   that no fewer rules have the same conclusion; if there are fewer, these are taken;
4. two local rules that share open places, if all their fillings agree on a fact;
5. chains by more rules up to a bound;
6. a case split.

Facts that some known answer has are not examined for being wrong.

In a place with more than two values, what one value placed elsewhere excludes by one clause is noted without
a step, as people do with pencil marks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Generic, Protocol, TypeVar

from ..deadline import Deadline
from ..kinds.cnf.rules import Clause
from ..reductions.rule_clauses import RuleClauses
from .step_chains import Deduction
from .step_consequences import Consequences
from .step_cores import Cores, lemmas_of
from .step_graphs import Separation, graph_rule
from .step_loops import Claim, Loops
from .step_propagation import Examined, Propagation, WholePropagation, bits_of
from .step_splits import Splits

ANY = 10**6
"""As a bound: any number of rules."""
_NEVER = 0, Examined(0, 0)
PROVED = 4
"""Steps with up to this number of rules are proved to have as few as possible."""


class _ContradictionError(Exception):
    """Some rules and the known facts have no model."""

    def __init__(self, rules: Sequence[int], cuts: Sequence[Separation] = ()) -> None:
        super().__init__(rules)
        self.rules, self.cuts = tuple(rules), tuple(cuts)


class _Learner(Protocol):
    def learn(self, literals: Sequence[int], /) -> None: ...


_T = TypeVar("_T", bound=_Learner)


class _Late(Generic[_T]):
    """An engine that is made when it is used first, since simple puzzles need none."""

    def __init__(self, make: Callable[[], _T]) -> None:
        self._make = make
        self._made: _T | None = None
        self._new: list[int] = []

    def learn(self, literals: Iterable[int]) -> None:
        """Note facts, for `now` to add."""
        self._new += literals

    def now(self) -> _T:
        """The engine, with all facts."""
        if self._made is None:
            self._made = self._make()
        if self._new:
            self._made.learn(self._new)
            self._new = []
        return self._made


class StepSearch:
    """Finds deductions one after the other; knows the facts so far.

    Parameters
    ----------
    formula : RuleClauses
    deadline : Deadline
    most : int
        The most rules of a step; beyond that, cases are split.
    entered : sequence of literals
        What is known from the beginning.
    """

    def __init__(
        self, formula: RuleClauses, deadline: Deadline, most: int, entered: Sequence[int] = ()
    ) -> None:
        self.formula = formula
        self._entered = entered
        self._deadline, self._most = deadline, most
        self._graphs = [graph_rule(formula, number) for number in range(len(formula.graphs))]
        self._graph_of = {graph.rule: graph for graph in self._graphs}
        self._loops = Loops(formula)
        every = chain(formula.domains, *formula.clauses)
        self._propagating = _Late(lambda: Propagation(formula, self._graphs))
        self._all_propagating = _Late(lambda: WholePropagation(every, self._graphs, self._loops))
        self._implying = _Late(lambda: Consequences(formula))
        self.known: set[int] = set()
        self._known_bits = 0
        self._literals = formula.literals
        self._place_of = {abs(literal): place for place in formula.literals for literal in place.values()}
        self._position = {
            abs(literal): at for at, place in enumerate(formula.literals) for literal in place.values()
        }
        self._scopes = [self._scope(rule, clauses) for rule, clauses in enumerate(formula.clauses)]
        self._rules_of: dict[int, list[int]] = {variable: [] for variable in sorted(self._place_of)}
        for rule, scope in enumerate(self._scopes):
            for variable in scope:
                self._rules_of[variable].append(rule)
        self._bits_of = {variable: bits_of(rules) for variable, rules in self._rules_of.items()}
        self._domain_of: dict[int, list[Clause]] = {}
        for clause in formula.domains:
            for literal in clause:
                self._domain_of.setdefault(abs(literal), []).append(clause)
        self._excludes = formula.exclusions
        self._to_examine = dict.fromkeys(range(len(self._scopes)))
        self._pairs: dict[tuple[int, int], int] = {}
        self._changes = [0] * len(self._scopes)
        self._sets = [frozenset(tuple(sorted(clause)) for clause in own) for own in formula.clauses]
        self._later: dict[int, None] = {}
        self._scope_bits = [bits_of(scope) for scope in self._scopes]
        self._cores: Cores | None = None
        self._possible: set[int] | None = None  # the facts of the known answers
        self._failed: dict[int, tuple[int, Examined]] = {}
        self._ready: list[Deduction] = []
        self._one_place: list[tuple[int, Clause]] = []
        self._places_of: dict[int, list[tuple[int, Clause]]] = {}
        many = {literal for place in self._literals if len(place) > 2 for literal in place.values()}
        for rule, clauses in enumerate(formula.clauses):
            for clause in clauses:
                if len(clause) > 1 and many.issuperset(clause):
                    for literal in clause:
                        self._places_of.setdefault(literal, []).append((rule, clause))

    def _scope(self, rule: int, clauses: Iterable[Clause]) -> frozenset[int]:
        """The variables of the places of a rule."""
        found = {abs(literal) for clause in clauses for literal in clause}
        if rule in self._graph_of:
            found |= self._graph_of[rule].variables
        places = {self._position[v] for v in found if v in self._position}
        return frozenset(abs(x) for at in places for x in self._literals[at].values())

    @property
    def _propagation(self) -> Propagation:
        return self._propagating.now()

    @property
    def _whole(self) -> WholePropagation:
        return self._all_propagating.now()

    @property
    def _implied(self) -> Consequences:
        return self._implying.now()

    @property
    def _splits(self) -> Splits:
        return Splits(
            self.formula,
            self._propagation,
            self._whole,
            self._loops,
            self._all_rules,
            self.known,
            self._most,
            self._deadline,
        )

    @property
    def open_variables(self) -> list[int]:
        return [v for v in self._rules_of if v not in self.known and -v not in self.known]

    def deductions(self) -> Iterator[Deduction]:
        """Each, until nothing follows; the last one may be a contradiction."""
        try:
            self._learn(self.formula.givens)
            self._learn(clause[0] for clause in self.formula.domains if len(clause) == 1)
            self._learn(self._entered)
            while self.open_variables:
                self._deadline.check()
                found = (
                    self._single_place()
                    or self._single_value()
                    or self._one_rule()
                    or self._chain(range(2, min(PROVED, self._most) + 1))
                    or (self._two_rules() if self._most > 1 else None)
                    or self._chain(range(PROVED + 1, self._most + 1))
                    or self._split()
                )
                if found is None:
                    return
                yield found
                self._learn(found.literals)
            self._last_contradiction()
        except _ContradictionError as error:
            lemmas = self._lemmas((), error.rules, error.cuts)
            yield Deduction((), error.rules, error.cuts, lemmas=lemmas)

    def available(self, found: Deduction) -> int | None:
        """How many steps of no more rules there were beside, for a deduction that was not learned yet.

        Of one rule: the places with one value left, and the rules that lead further. Of more rules: the facts
        that follow by chains. None for a case split.
        """
        size = max(len(found.rules) + len(found.claims), 1)
        if found.cases or not found.literals:
            return None
        if size > 1:
            return max(sum(self._is_refuted(-fact, size) for fact in self._open_facts()), 1)
        places = sum(
            sum(-literal not in self.known for literal in place.values()) == 1
            and not self.known.intersection(place.values())
            for place in self._literals
            if len(place) > 2
        )
        local = [rule for rule in {**self._to_examine, **self._later} if rule not in self._graph_of]
        rules = sum(bool(self._consequences((rule,))) for rule in local)
        graphs = sum(bool(self._of_graph(graph.rule)) for graph in self._graphs)
        return max(places + rules + graphs, 1)

    def _open_facts(self) -> list[int]:
        return [fact for variable in self.open_variables for fact in (variable, -variable)]

    def _is_refuted(self, literal: int, most: int) -> bool:
        """Whether the negation of a literal leads to a contradiction by at most `most` rules."""
        fact = -literal
        if not self._may_fail(fact) or self._failed.get(fact, _NEVER)[0] >= most:
            return False
        found = self._propagation.refute((fact,), most)
        if isinstance(found, Examined):
            self._failed[fact] = most, found
        return not isinstance(found, Examined)

    def _learn(self, literals: Iterable[int]) -> None:
        """Add facts, and note what a placed value excludes."""
        waiting = list(literals)
        new = []
        changed = 0
        for literal in waiting:  # grows meanwhile
            if literal in self.known:
                continue
            if -literal in self.known:
                raise _ContradictionError(())
            self.known.add(literal)
            new.append(literal)
            self._known_bits |= 1 << abs(literal)
            for rule in self._rules_of.get(abs(literal), ()):
                self._to_examine[rule] = None
                self._changes[rule] += 1
            changed |= self._bits_of.get(abs(literal), 0)
            self._one_place += (
                (rule, clause)
                for rule, clause in self._places_of.get(-literal, ())
                if sum(-one not in self.known for one in clause) == 1
            )
            waiting += (-other for other in self._excludes.get(literal, ()) if -other not in self.known)
        for late in (self._propagating, self._all_propagating, self._implying):
            late.learn(new)
        facts = bits_of(abs(literal) for literal in new)
        self._failed = {
            fact: (most, examined)
            for fact, (most, examined) in self._failed.items()
            if not (examined.rules & changed and examined.variables & facts)
        }

    def _last_contradiction(self) -> None:
        """Raise an error if a place has no value, or the rules are not satisfied although all have one."""
        self._single_value()
        while self._to_examine:
            rule = next(iter(self._to_examine))
            del self._to_examine[rule]
            if rule in self._graph_of:
                self._of_graph(rule)
            self._consequences((rule,))

    def _single_place(self) -> Deduction | None:
        """A value for which a clause of a rule leaves one place."""
        while self._one_place:
            rule, clause = self._one_place.pop(0)
            left = [literal for literal in clause if -literal not in self.known]
            if len(left) == 1 and left[0] not in self.known:
                return Deduction((left[0],), (rule,))
        return None

    def _single_value(self) -> Deduction | None:
        """A place with one value left."""
        for place in self._literals:
            if len(place) > 2:
                left = [literal for literal in place.values() if -literal not in self.known]
                if not left:
                    raise _ContradictionError(())
                if len(left) == 1 and left[0] not in self.known:
                    return Deduction((left[0],), ())
        return None

    def _one_rule(self) -> Deduction | None:
        """What one rule implies: values that it alone places, then all else, then connectivity."""
        while True:
            while self._ready:
                found = self._ready.pop(0)
                if not self.known.issuperset(found.literals):
                    return found
            if not self._to_examine:
                return self._later_rule()
            local = (one for one in self._to_examine if one not in self._graph_of)
            rule = next(local, None)
            if rule is None:
                if later := self._later_rule():
                    return later
                rule = next(iter(self._to_examine))
            del self._to_examine[rule]
            if rule in self._graph_of:
                self._ready += self._of_graph(rule)
            elif literals := self._consequences((rule,)):
                self._to_examine[rule] = None
                if placed := self._placed(rule, literals):
                    return Deduction((placed,), (rule,))
                if all(len(self._place_of[abs(literal)]) == 2 for literal in literals):
                    return self._of_rule(rule, literals)
                del self._to_examine[rule]
                self._later[rule] = None

    def _later_rule(self) -> Deduction | None:
        """What a rule that was put off implies, now that no value is placed at once."""
        while self._later:
            rule = next(iter(self._later))
            del self._later[rule]
            if literals := self._consequences((rule,)):
                self._to_examine[rule] = None
                return self._of_rule(rule, self._shown_first(literals))
        return None

    def _of_rule(self, rule: int, literals: Sequence[int]) -> Deduction:
        return Deduction(tuple(literals), (rule,), lemmas=self._lemmas(literals, (rule,)))

    def _placed(self, rule: int, literals: Sequence[int]) -> int | None:
        """A value for which a clause of the rule leaves one place."""
        values = {one for one in literals if one > 0 and len(self._place_of[one]) > 2}
        for clause in self.formula.clauses[rule] if values else ():
            left = [literal for literal in clause if -literal not in self.known]
            if len(left) == 1 and left[0] in values:
                return left[0]
        return None

    def _shown_first(self, literals: Sequence[int]) -> tuple[int, ...]:
        """The first value that is placed where there were several, if there is one; otherwise all."""
        placed = (one for one in literals if one > 0 and len(self._place_of[one]) > 2)
        return tuple(literals) if (first := next(placed, None)) is None else (first,)

    def _of_graph(self, rule: int) -> list[Deduction]:
        found = []
        for literals, cuts in self._graph_of[rule].consequences(self._propagation.held):
            if not literals:
                raise _ContradictionError((rule,), cuts)
            facts = [one for literal in literals for one in self._facts_of(literal, rule)]
            if facts:
                found.append(Deduction(tuple(facts), (rule,), cuts))
        graph = self._graph_of[rule].number
        for literal, claim in self._loops.consequences(graph, self._propagation.held):
            found.append(Deduction((literal,), claims=(claim,), smallest=False))
        return found

    def _facts_of(self, literal: int, rule: int) -> Iterator[int]:
        """The facts that an element's literal implies; it may stand for several values of a cell."""
        if abs(literal) in self._place_of:
            yield literal
            return
        for clause in self.formula.clauses[rule]:
            if -literal in clause:
                left = [one for one in clause if one != -literal and -one not in self.known]
                if len(left) == 1 and left[0] not in self.known:
                    yield left[0]

    def _two_rules(self) -> Deduction | None:
        """Two local rules that share at least two open places.

        After all single rules, each open value of a place is in a filling of each rule. So fillings of two
        rules that share one place can be joined, and nothing follows from the two that does not from one.
        """
        open_places = {self._position[abs(v)] for v in self.open_variables}
        scopes = [open_places & {self._position[v] for v in scope} for scope in self._scopes]
        rules_of: dict[int, list[int]] = {}
        for rule, places in enumerate(scopes):
            for place in places if rule not in self._graph_of else ():
                rules_of.setdefault(place, []).append(rule)
        for rule, places in enumerate(scopes):
            if rule in self._graph_of:
                continue
            shared = Counter(other for place in places for other in rules_of[place] if other > rule)
            for other in sorted(other for other, number in shared.items() if number > 1):
                state = self._changes[rule] + self._changes[other]
                if self._pairs.get((rule, other)) == state:
                    continue
                self._pairs[rule, other] = state
                if self._sets[rule] <= self._sets[other] or self._sets[other] <= self._sets[rule]:
                    continue  # one says nothing new
                self._deadline.check()
                if found := self._shown_first(self._consequences((rule, other))):
                    self._pairs[rule, other] = -1
                    return Deduction(found, (rule, other), lemmas=self._lemmas(found, (rule, other)))
        return None

    def _consequences(self, rules: tuple[int, ...]) -> list[int]:
        """The open facts that some rules imply together with what is known, without connectivity."""
        variables = 0
        for rule in rules:
            variables |= self._scope_bits[rule]
        found = self._implied.of(rules, variables & ~self._known_bits)
        if found is None:
            raise _ContradictionError(rules)
        return found

    def _chain(self, bounds: Iterable[int]) -> Deduction | None:
        """A conclusion by a chain; the bound on its rules grows."""
        facts = [fact for fact in self._wrong_facts() if self._may_fail(fact)]
        for most in bounds:
            for fact in facts:
                if self._failed.get(fact, _NEVER)[0] >= most:
                    continue
                self._deadline.check()
                found = self._propagation.refute((fact,), most)
                if isinstance(found, Examined):
                    self._failed[fact] = most, found
                    continue
                rules, cuts, _ = self._shorter(fact, found)
                if 2 < len(rules) <= PROVED:
                    fewer = self._all_rules().fewer(-fact, len(rules) - 1)
                    if fewer is not None:
                        return self._by_rules(-fact, fewer, smallest=True)
                if len(rules) <= PROVED:
                    return Deduction((-fact,), rules, cuts)
                return self._splits.by_rules(fact, rules) or Deduction((-fact,), rules, cuts, smallest=False)
        return None

    def _may_fail(self, fact: int) -> bool:
        """Whether all rules together refute a fact by unit propagation."""
        if self._failed.get(fact, _NEVER)[0] >= ANY:
            return False
        self._deadline.check()
        examined = self._whole.closure((fact,))
        if examined is None:
            return True
        rules = variables = 0
        for literal in examined:
            rules |= self._bits_of.get(abs(literal), 0)
            variables |= self._propagation.near(literal)
        # What follows from the fact is consistent, too.
        for literal in examined:
            if abs(literal) in self._place_of:
                self._failed[literal] = ANY, Examined(rules, variables)
        return False

    def _wrong_facts(self) -> list[int]:
        """The open facts that no known answer has."""
        if self._possible is None:
            cores = self._all_rules()
            self._possible = set(cores.model(range(cores.count), ()) or ())
        return [fact for fact in self._open_facts() if fact not in self._possible]

    def _shorter(
        self, fact: int, found: tuple[tuple[int, ...], tuple[Separation, ...], int]
    ) -> tuple[tuple[int, ...], tuple[Separation, ...], int]:
        """The same conclusion by as few of the same rules as single omissions lead to."""
        for rule in found[0]:
            if found[2] >> rule & 1 and len(found[0]) > 2:
                fewer = self._propagation.refute((fact,), len(found[0]) - 1, found[2] & ~(1 << rule))
                if not isinstance(fewer, Examined):
                    found = fewer
        return found

    def _split(self) -> Deduction | None:
        """A case split with as few rules, or as short, as are found."""
        failing = [fact for fact in self._wrong_facts() if self._may_fail(fact)]
        found = [one for one in (self._splits.refuted(failing), self._splits.common()) if one is not None]
        best = min(found, key=self._splits.size, default=None)
        if best is None:
            wrong = self._wrong_facts()
            assert self._possible is not None
            best = self._splits.nested(wrong, self._possible)
        return None if best is None else self._with_fewest(best)

    def _with_fewest(self, found: Deduction) -> Deduction:
        """The same conclusion, by the fewest rules if there are few."""
        reasons = found.reasons()
        (fact,) = found.literals
        if len(reasons) > PROVED or any(isinstance(one, Claim) for one in reasons):
            return found if found.cases else self._by_rules(fact, found.rules, smallest=False)
        fewer = self._all_rules().fewer(fact, len(reasons) - 1)
        return replace(found, smallest=True) if fewer is None else self._by_rules(fact, fewer, smallest=True)

    def _all_rules(self) -> Cores:
        """The solver of all rules, with what is known now."""
        if self._cores is None:
            self._cores = Cores(self.formula, self._deadline)
        self._cores.learn(self.known)
        return self._cores

    def _by_rules(self, literal: int, rules: tuple[int, ...], smallest: bool) -> Deduction:
        """A fact that follows from some rules."""
        cuts = self._all_rules().cuts(rules, [-literal])
        lemmas = self._lemmas((literal,), rules, cuts)
        return Deduction((literal,), rules, cuts, lemmas=lemmas, smallest=smallest)

    def _lemmas(
        self, literals: Sequence[int], rules: Sequence[int], cuts: Sequence[Separation] = ()
    ) -> tuple[Clause, ...]:
        """Clauses by which unit propagation reaches the conclusions."""
        clauses = [self._graphs[cut.graph].clause(cut) for cut in cuts]
        return tuple(lemmas_of(self.formula, self.known, rules, clauses, literals, self._deadline))
