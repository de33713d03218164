"""What a SAT solver finds for the search of steps: cores, the fewest rules, all consequences of one or two
rules, and lemmas where unit propagation is too weak.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence

from ...base.bits import bits_of
from ...base.deadline import Deadline
from ...problems.cnf.connectivity import Cut
from ...problems.cnf.rules import Clause, Cnf
from ...reductions.rule_clauses import RuleClauses
from ...solvers.minimal_sets import by_deletion
from ...solvers.sat.compiled_sat import CompiledSolver, UnitPropagation
from ...solvers.sat.cuts import CutFinder

SOLVER, CORE_SOLVER, PROVER = "minisat22", "glucose4", "glucose4"
SLICE, EFFORT = 2000, 100
"""Conflicts between two looks at the deadline, and those to show that a rule can be satisfied as well."""
MOST_TRIMMED = 200
"""The length of proofs from which what is not needed is left out."""


class Lemmas:
    """Finds clauses by which unit propagation reaches a conclusion: what a SAT solver learns on the way.

    * variables: the largest variable.
    * known (collection of literals)
    """

    def __init__(
        self, clauses: Iterable[Clause], variables: int, known: Collection[int], deadline: Deadline
    ) -> None:
        self._deadline, self._always = deadline, variables + 1
        open_clauses = (clause for clause in clauses if not any(literal in known for literal in clause))
        self._clauses = [tuple(x for x in clause if -x not in known) for clause in open_clauses]

    def of(self, literal: int | None) -> list[Clause]:
        """Lemmas for a literal that follows; for None, for a contradiction.

        Those of earlier calls, and the literals of these, may be used.
        """
        if () in self._clauses:
            return []
        own = () if literal is None else (literal,)
        assumed = [-one for one in own]
        with UnitPropagation(self._clauses, self._always) as units:
            if units.follows(assumed) is None:
                return []
        found = [(*lemma, *own) for lemma in self._learned(assumed)]
        if len(found) <= MOST_TRIMMED:
            found = self._needed(found, assumed)
        found += [own] if own else []
        self._clauses += found
        return found

    def _learned(self, assumed: Sequence[int]) -> list[Clause]:
        with CompiledSolver(PROVER) as solver:
            solver.trace()
            solver.add((*self._clauses, *((literal,) for literal in assumed)))
            solver.solve()
            lines = solver.proof().decode().splitlines()
        learned = (line.split()[:-1] for line in lines if line and line[0] != "d")
        return [tuple(dict.fromkeys(map(int, words))) for words in learned if words]

    def _needed(self, lemmas: Sequence[Clause], assumed: Sequence[int]) -> list[Clause]:
        """The lemmas without those that others, and the conclusion, do not need."""
        first = self._always + 1
        selected = [(-(first + at), *lemma) for at, lemma in enumerate(lemmas)]
        units = UnitPropagation((*self._clauses, *selected), self._always)
        kept = dict.fromkeys(range(len(lemmas)))
        for at in reversed(range(len(lemmas))):
            self._deadline.check()
            without = [one for one in kept if one != at]
            later = [one for one in without if one > at]
            goals = [*((one, [-x for x in lemmas[one]]) for one in later), (len(lemmas), list(assumed))]
            if all(
                units.follows([*(first + one for one in without if one < goal), *literals]) is None
                for goal, literals in goals
            ):
                del kept[at]
        return [lemmas[at] for at in kept]


class Cores:
    """Whether facts are consistent with some of all rules; adds cuts as they are needed.

    Each rule has a literal that is assumed where it is used, and so are its cuts.
    """

    def __init__(self, formula: RuleClauses, deadline: Deadline) -> None:
        self._formula, self._deadline = formula, deadline
        self._first = formula.variable_count + 1
        self.count = len(formula.clauses)
        self._solver = CompiledSolver(CORE_SOLVER)
        self._solver.add(formula.domains)
        for number, clauses in enumerate(formula.clauses):
            unless_used = (-(self._first + number),)
            self._solver.add(map(unless_used.__add__, clauses))
        self._solver.prefer([self._first + number for number in range(self.count)])
        count = formula.variable_count
        self._finders = [CutFinder(Cnf.sound(count, (), {}, None, (graph,))) for graph in formula.graphs]
        self._rule_of = [formula.labels.index(graph.label) for graph in formula.graphs]
        self._cuts: dict[Cut, Clause] = {}
        self._known: set[int] = set()

    def learn(self, known: Collection[int]) -> None:
        """Add facts."""
        self._solver.add((literal,) for literal in sorted(set(known) - self._known, key=abs))
        self._known.update(known)

    def model(
        self, rules: Collection[int], literals: Sequence[int], effort: int | None = None
    ) -> frozenset[int] | None:
        """A model of some rules in which literals hold; None if there is none.

        With `effort`, a number of conflicts, also None if that did not suffice.
        """
        first = self._first
        assumed = [*[first + rule for rule in rules], *literals]
        while self._solve(assumed, effort):
            found = frozenset(self._solver.model())
            if not self._cut(found, rules):
                return found
        return None

    def answer(self, literals: Sequence[int] = ()) -> frozenset[int] | None:
        """A model of all rules in which literals hold; None if there is none."""
        return self.model(range(self.count), literals)

    def refuted(self, facts: Iterable[int], possible: set[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The facts that no answer has, each with rules that suffice to refute it.

        * possible: literals that some answer has; those of further answers are added.
        """
        for fact in facts:
            if fact in possible:
                continue
            answer = self.answer([fact])
            if answer is None:
                yield fact, self.core()
            else:
                possible |= answer

    def _solve(self, assumed: Sequence[int], effort: int | None) -> bool | None:
        """Whether there is a model; the deadline is looked at between slices of work."""
        while True:
            self._deadline.check()
            found = self._solver.solve(assumed, effort or SLICE)
            if found is not None or effort is not None:
                return found

    def _cut(self, model: frozenset[int], chosen: Collection[int]) -> bool:
        """Whether a model breaks the connectivity of a chosen rule, or of one that it happens to satisfy."""
        is_cut = False
        for number, finder in enumerate(self._finders):
            rule = self._rule_of[number]
            for cut in finder.of(model) if rule in chosen else ():
                is_cut = True
                clause = self._cuts[cut._replace(graph=number)] = finder.clause(cut)
                self._solver.add([(-(self._first + rule), *clause)])
        return is_cut

    def satisfied(self, model: frozenset[int]) -> set[int]:
        """Rules that a model satisfies, perhaps not all of them."""
        apart = {self._rule_of[number] for number, finder in enumerate(self._finders) if finder.of(model)}
        return {rule for rule in range(self.count) if self._first + rule in model and rule not in apart}

    def core(self) -> tuple[int, ...]:
        """After `model` found none: rules that suffice."""
        return tuple(sorted(one - self._first for one in self._solver.core() if one >= self._first))

    def cuts(self, rules: Sequence[int], literals: Sequence[int]) -> tuple[Cut, ...]:
        """The cuts by which rules exclude literals."""
        own = [cut for cut in self._cuts if self._rule_of[cut.graph] in rules]
        with CompiledSolver(CORE_SOLVER) as solver:
            solver.add(self._formula.domains)
            solver.add((literal,) for literal in self._known)
            for rule in rules:
                solver.add(self._formula.clauses[rule])
            solver.add((-(self._first + at), *self._cuts[cut]) for at, cut in enumerate(own))

            def core_of(chosen: Sequence[int]) -> Sequence[int] | None:
                return None if solver.solve([*(self._first + at for at in chosen), *literals]) else chosen

            core_of(range(len(own)))
            left = sorted(one - self._first for one in solver.core() if one >= self._first)
            return tuple(own[at] for at in by_deletion(left, core_of) or ())

    def irreducible(self, literals: Sequence[int], most: int | None = None) -> tuple[int, ...] | None:
        """After `model` found none with these literals: a core without superfluous rules.

        None if it has more than `most`.
        """

        def core_of(rules: Sequence[int]) -> tuple[int, ...] | None:
            return self.core() if self.model(rules, literals) is None else None

        return by_deletion(self.core(), core_of, most)

    def fewer(self, literal: int, most: int) -> tuple[int, ...] | None:
        """At most `most` rules from which a fact follows; None if it is proved that there are none.

        A tree of hitting sets (Reiter 1987): a model that satisfies some rules, but not the fact, shows that
        one of the other rules is needed.
        """
        models: list[frozenset[int]] = []
        seen: set[frozenset[int]] = set()

        def search(chosen: frozenset[int]) -> tuple[int, ...] | None:
            if chosen in seen:
                return None
            seen.add(chosen)
            self._deadline.check()
            missing = next((one for one in models if chosen.isdisjoint(one)), None)
            if missing is None:
                model = self.model(chosen, [-literal])
                if model is None:
                    return self.core()
                missing = self._missing(model, literal)
                models.append(missing)
            if len(chosen) == most:
                return None
            branches = (search(chosen | {rule}) for rule in sorted(missing))
            return next((found for found in branches if found is not None), None)

        return search(frozenset())

    def _missing(self, model: frozenset[int], literal: int) -> frozenset[int]:
        """The rules that a model without the literal does not satisfy, as few as additions lead to."""
        held = self.satisfied(model)
        rest = [rule for rule in range(self.count) if rule not in held]
        single: list[int] = []
        while rest:
            # All at once, without those of a core.
            if (better := self.model([*held, *rest], [-literal], EFFORT)) is not None:
                held |= self.satisfied(better) | {*rest}
                break
            core = set(self.core())
            left = [rule for rule in rest if rule not in core]
            single += (rule for rule in rest if rule in core or len(left) == len(rest))
            rest = left if len(left) < len(rest) else []
        for rule in single:
            if rule not in held and (better := self.model([*held, rule], [-literal], EFFORT)) is not None:
                held |= self.satisfied(better) | {rule}
        return frozenset(range(self.count)) - held


MOST_MODELS = 400
"""The models that are remembered."""


class Consequences:
    """What rules imply together with what is known, without connectivity.

    A model satisfies more rules than required. So models are remembered, as bit sets of the variables
    that are true and of the rules that hold, and show for other rules which facts do not follow.
    """

    def __init__(self, formula: RuleClauses) -> None:
        # Selectors of rules come first, so that the solver first decides to satisfy them.
        self._count = len(formula.clauses)
        self._facts = max((abs(x) for place in formula.literals for x in place.values()), default=0)
        """The last variable of a place; auxiliary ones come after it."""
        self._solver = CompiledSolver(SOLVER)
        # Tables that are indexed by literals, negative ones from the end, are faster than functions.
        variables = range(1, formula.variable_count + 1)
        moved = [0, *map(self._moved, variables), *(self._moved(-one) for one in reversed(variables))]
        total = self._count + formula.variable_count
        self._digit = b"0" + b"1" * total + b"0" * total
        self._solver.add(tuple(map(moved.__getitem__, clause)) for clause in formula.domains)
        for rule, clauses in enumerate(formula.clauses):
            self._solver.add((-(rule + 1), *map(moved.__getitem__, clause)) for clause in clauses)
        self._solver.prefer(range(1, self._count + 1))
        self._models: deque[tuple[int, int]] = deque(maxlen=MOST_MODELS)

    def _moved(self, literal: int) -> int:
        return literal + self._count if literal > 0 else literal - self._count

    def learn(self, literals: Sequence[int]) -> None:
        """Add facts."""
        self._solver.add((self._moved(literal),) for literal in literals)
        true = bits_of(literal for literal in literals if literal > 0)
        false = bits_of(-literal for literal in literals if literal < 0)
        kept = ((held, model) for held, model in self._models if not true & ~model and not false & model)
        self._models = deque(kept, maxlen=MOST_MODELS)

    def of(self, rules: tuple[int, ...], variables: int) -> list[int] | None:
        """The literals of variables, a bit set, that follow from rules; None if these have no model."""
        chosen = [rule + 1 for rule in rules]
        wanted = bits_of(rules)
        can_be_true = can_be_false = 0
        for held, model in self._models:
            if not wanted & ~held:
                can_be_true |= model
                can_be_false |= ~model
        if not can_be_true | can_be_false:
            if (found := self._model(chosen)) is None:
                return None
            can_be_true, can_be_false = found, ~found
        follows = []
        while left := variables & ~(can_be_true & can_be_false):
            lowest = left & -left
            variable = lowest.bit_length() - 1
            literal = -variable if can_be_true & lowest else variable
            if (found := self._model([*chosen, self._moved(literal)])) is None:
                follows.append(-literal)
                variables ^= lowest
            else:
                can_be_true |= found
                can_be_false |= ~found
        return follows

    def _model(self, assumed: Sequence[int]) -> int | None:
        """The bits of the variables that are true in a model; it is remembered."""
        if not self._solver.solve(assumed):
            return None
        # As bits, since all further work is on sets; variables come in their order.
        model = self._solver.model()[: self._count + self._facts]
        bits = int(bytes(map(self._digit.__getitem__, reversed(model))), 2)
        held, true = bits & (1 << self._count) - 1, bits << 1 >> self._count
        self._models.append((held, true))
        return true
