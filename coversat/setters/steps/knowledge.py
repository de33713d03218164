"""What is known while steps are searched for, and the engines that draw conclusions from it.

Facts are literals of places: a cell has this value, or not. In a place with more than two values, what one
value placed elsewhere excludes by one clause is noted without a step, as people do with pencil marks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from ...base.bits import bits_of
from ...base.deadline import Deadline
from ...problems.cnf.connectivity import Cut
from ...problems.cnf.rules import Clause
from ...proofs.steps import Domains
from ...reductions.rule_clauses import RuleClauses
from .chains import Chain, Deduction
from .cores import Consequences, Cores, Lemmas
from .graphs import graph_rule
from .loops import Loops
from .propagation import Propagation


class ContradictionError(Exception):
    """Some rules and the known facts have no model."""

    def __init__(self, rules: Sequence[int], cuts: Sequence[Cut] = ()) -> None:
        super().__init__(rules)
        self.rules, self.cuts = tuple(rules), tuple(cuts)


_T = TypeVar("_T", bound=Any)  # what has a method `learn`, which takes literals


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


class Knowledge:
    """The facts so far, and engines that know them, too.

    * known (set of literals)
    * graphs (list of GraphRule)
    * graph_of (mapping from rules to GraphRule)
    * loops (Loops)
    * scopes (list of sets of variables): of each rule, those of the places that it is about.
    * rules_of (mapping from variables to the rules about their places)
    * facts (set of literals): of all places.
    * asides (set of variables): those of places that need not be found out.
    * hidden (set of variables): those of places that no answer shows; they are found out if they can be.
    * leaves_open (bool): whether there are variables that steps need not find out.
    * by_chains (set of rules): those whose consequences are found by chains only; see `is_local`.
    """

    def __init__(self, formula: RuleClauses, deadline: Deadline) -> None:
        self.formula, self.deadline = formula, deadline
        self.known: set[int] = set()
        self._known_bits = 0
        self.graphs = [graph_rule(formula, number) for number in range(len(formula.graphs))]
        self.graph_of = {graph.rule: graph for graph in self.graphs}
        self.loops = Loops(formula)
        self._place_of = {abs(x): at for at, place in enumerate(formula.literals) for x in place.values()}
        asides = [place for place in formula.places if place.is_aside]
        self.asides = {abs(x) for place in asides for x in place.literals.values()}
        hidden = (place for place in formula.places if place.is_hidden)
        self.hidden = {abs(x) for place in hidden for x in place.literals.values()}
        self._unsaid = {abs(x) for place in asides if place.is_silent for x in place.literals.values()}
        self.scopes = [self._scope(rule, clauses) for rule, clauses in enumerate(formula.clauses)]
        self.by_chains = {
            rule for rule, scope in enumerate(self.scopes) if not scope.isdisjoint(self._unsaid)
        }
        self._scope_bits = [bits_of(scope) for scope in self.scopes]
        self.rules_of: dict[int, list[int]] = {variable: [] for variable in sorted(self._place_of)}
        for rule, scope in enumerate(self.scopes):
            for variable in scope:
                self.rules_of[variable].append(rule)
        self.facts = {literal for variable in self.rules_of for literal in (variable, -variable)}
        self.leaves_open = bool(self.asides) or formula.variable_count > len(self.rules_of)
        self._propagation = _Late(lambda: Propagation(formula, self.graphs))
        self._consequences = _Late(lambda: Consequences(formula))

    def _scope(self, rule: int, clauses: Iterable[Clause]) -> frozenset[int]:
        found = set(map(abs, set[int]().union(*clauses)))
        if rule in self.graph_of:
            found |= self.graph_of[rule].variables
        return frozenset(abs(x) for at in self.places(found) for x in self.formula.literals[at].values())

    def learn(self, literals: Iterable[int]) -> list[int]:
        """Add facts, and what a placed value excludes; gives those that are new."""
        waiting = list(literals)
        new = []
        for literal in waiting:  # grows meanwhile
            if literal in self.known:
                continue
            if -literal in self.known:
                raise ContradictionError(())
            self.known.add(literal)
            self._known_bits |= 1 << abs(literal)
            new.append(literal)
            waiting += (
                -other for other in self.formula.exclusions.get(literal, ()) if -other not in self.known
            )
        for late in (self._propagation, self._consequences):
            late.learn(new)
        return new

    def is_local(self, rule: int) -> bool:
        """Whether all that a rule implies is to be found at once.

        Not so of connectivity, nor of the many places of something that is left unsaid.
        """
        return rule not in self.graph_of and rule not in self.by_chains

    # Places and what is open.

    def places(self, variables: Iterable[int]) -> set[int]:
        """The places, by number, of those variables that state facts."""
        return {self._place_of[one] for one in variables if one in self._place_of}

    def is_said(self, literal: int) -> bool:
        """Whether a step states it that one rule suffices for."""
        return abs(literal) not in self._unsaid

    def has_many_values(self, literal: int) -> bool:
        """Whether the place of a literal has more than two values."""
        return len(self._values(literal)) > 2

    def _values(self, literal: int) -> Mapping[int, int]:
        return self.formula.literals[self._place_of[abs(literal)]]

    def signed_value(self, literal: int) -> tuple[int, bool] | None:
        """The value of a place with more than two, and whether the literal says that it has it."""
        if not self.has_many_values(literal):
            return None
        return next(
            (value, x == literal) for value, x in self._values(literal).items() if abs(x) == abs(literal)
        )

    def left(self, literals: Iterable[int]) -> list[int]:
        """Those that are not known to be false."""
        return [literal for literal in literals if -literal not in self.known]

    @property
    def open_variables(self) -> list[int]:
        return [v for v in self.rules_of if v not in self.known and -v not in self.known]

    @property
    def unsettled(self) -> list[int]:
        """The open variables of places that have to be found out."""
        return [variable for variable in self.open_variables if variable not in self.asides]

    @property
    def open_facts(self) -> list[int]:
        return [fact for variable in self.open_variables for fact in (variable, -variable)]

    def one_placed(self, literals: Sequence[int]) -> tuple[int, ...]:
        """The first value that is placed where there were several, if there is one; otherwise all."""
        placed = (one for one in literals if one > 0 and self.has_many_values(one))
        return tuple(literals) if (first := next(placed, None)) is None else (first,)

    # What follows.

    @property
    def propagation(self) -> Propagation:
        return self._propagation.now()

    def chain(self) -> Chain:
        """A chain from what is known, or from what a chain around it holds."""
        return Chain(self.propagation, self.loops)

    @property
    def cores(self) -> Cores:
        """The solver of all rules."""
        self._cores.learn(self.known)
        return self._cores

    @cached_property
    def _cores(self) -> Cores:
        return Cores(self.formula, self.deadline)

    def implied(self, rules: tuple[int, ...]) -> list[int]:
        """The open facts that some local rules imply."""
        variables = 0
        for rule in rules:
            variables |= self._scope_bits[rule]
        variables &= ~self._known_bits
        found = self.propagation.consequences(rules, variables)
        if found is False:
            found = self._consequences.now().of(rules, variables)
        if found is None:
            raise ContradictionError(rules)
        return found

    def deduction(self, literals: Sequence[int], rules: tuple[int, ...]) -> Deduction:
        """Facts that follow from some rules without connectivity."""
        return Deduction(tuple(literals), rules, lemmas=self.lemmas(literals, rules))

    def by_rules(self, literals: Sequence[int], rules: tuple[int, ...], smallest: bool) -> Deduction:
        """A fact that follows from some rules, perhaps by connectivity; no literal for a contradiction."""
        cuts = self.cores.cuts(rules, [-literal for literal in literals])
        lemmas = self.lemmas(literals, rules, cuts)
        return Deduction(tuple(literals), rules, cuts, lemmas=lemmas, smallest=smallest)

    def lemmas(
        self,
        literals: Sequence[int],
        rules: Sequence[int],
        cuts: Sequence[Cut] = (),
        known: Collection[int] | None = None,
    ) -> tuple[Clause, ...]:
        """Clauses by which unit propagation reaches the conclusions; `known`: from other facts."""
        clauses = [clause for rule in rules for clause in self.formula.clauses[rule]]
        clauses += [self.graphs[cut.graph].clause(cut) for cut in cuts]
        if rules or literals:  # the checker uses the domains of what these are about
            domains = self._domains.about(abs(x) for clause in (*clauses, literals) for x in clause)
        else:
            domains = [*self._domains.clauses]
        known = self.known if known is None else known
        lemmas = Lemmas([*domains, *clauses], self.formula.variable_count, known, self.deadline)
        found: list[Clause] = []
        for literal in literals or (None,):
            self.deadline.check()
            found += lemmas.of(literal)
        return tuple(found)

    @cached_property
    def _domains(self) -> Domains:
        return Domains(self.formula.domains, self.rules_of.keys())
