"""Judging clauses: do they state a predicate of some inputs, do they keep the count, what is propagated.

All other variables of the clauses are auxiliary. Up to `MOST_INPUTS` inputs every assignment is tried, in the
order of the number of true inputs, so that a counterexample is a smallest one; of more inputs, random ones
are tried. The predicate is called once for an assignment, and nothing else decides what is right.

*Count kept*: a second copy of the auxiliary variables differs somewhere from the first. If no model of both
copies exists, the inputs determine all variables (Padoa's method), whatever the number of inputs.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, product
from typing import Any

from ..base.arguments import Timeout, deadline_of, whole
from ..base.deadline import NEVER, Deadline
from ..base.errors import ArgumentError, CoversatError, LimitReachedError
from ..base.processes import run_apart, safe_method
from ..base.wording import counted, several
from ..solvers.sat.compiled_sat import PROPAGATES, CompiledSolver, UnitPropagation
from .given_clauses import Given, given_clauses

MOST_INPUTS, MOST_PROPAGATED = 16, 10
"""Of inputs all of whose assignments, and partial assignments, are tried."""
RANDOM, RANDOM_PARTIAL, LEFT_OPEN = 3_000, 300, 6
"""The assignments and the partial ones tried of more inputs; the inputs that these leave open."""
CONFLICTS = 2_000
"""Of a solver, before the time is looked at."""
SECONDS = 60.0
MOST_NAMED = 16
"""Inputs in a sentence."""

RIGHT, WRONG, UNKNOWN = "right", "wrong", "unknown"
YES, NO = "yes", "no"
CONSISTENT, REFUTING, NEITHER = "consistent", "refuting", "neither"
Values = tuple[bool, ...]
_Left = set[int]
"""The literals of inputs that some allowed assignment has, and 0 if there is one."""


@dataclass(frozen=True)
class Property:
    """One property of the clauses; it is true if it holds.

    Attributes
    ----------
    name : str
    says : str
        ``yes``, ``no`` or ``unknown``; of propagation ``consistent`` (every literal that follows is found),
        ``refuting`` (every contradiction is), ``neither`` or ``unknown``.
    counterexample : mapping from inputs to bool, or None
        Of a property that does not hold: the values of inputs. Up to 16 inputs (10 for propagation) no
        counterexample has fewer true inputs, or fewer values. An input is called by its number, or by its
        name in another library.
    words : str
        What the counterexample shows, or why it is unknown.
    """

    name: str
    says: str = UNKNOWN
    counterexample: Mapping[int | str, bool] | None = None
    words: str = ""

    def __bool__(self) -> bool:
        return self.says in (YES, CONSISTENT)

    def __str__(self) -> str:
        return f"{self.name}: {self.says}{self.words and f': {self.words}'}"


@dataclass(frozen=True)
class Judgement:
    """What `judge` found.

    Attributes
    ----------
    sound : Property
        No model is outside the predicate.
    complete : Property
        Each assignment for which the predicate holds extends to a model.
    count_kept : Property
        It extends to one model only.
    propagation : Property
        What unit propagation finds of any partial assignment of the inputs.
    inputs, auxiliary, clauses : int
        Their numbers.
    assignments : int
        How many were tried, of all inputs.
    exhaustive : bool
        Whether these are all.
    stopped : str
        The limit that was reached; empty if none.
    """

    sound: Property = Property("sound")
    complete: Property = Property("complete")
    count_kept: Property = Property("count kept")
    propagation: Property = Property("propagation")
    inputs: int = 0
    auxiliary: int = 0
    clauses: int = 0
    assignments: int = 0
    exhaustive: bool = False
    stopped: str = ""

    @property
    def properties(self) -> tuple[Property, ...]:
        return self.sound, self.complete, self.count_kept, self.propagation

    @property
    def verdict(self) -> str:
        """``right`` if the clauses are sound and complete, ``wrong`` if they are not, or ``unknown``."""
        if NO in (self.sound.says, self.complete.says):
            return WRONG
        return RIGHT if self.sound and self.complete else UNKNOWN

    @property
    def is_right(self) -> bool:
        return self.verdict == RIGHT

    def __str__(self) -> str:
        sizes = counted(self.clauses, "clause"), counted(self.inputs, "input")
        auxiliary = counted(self.auxiliary, "auxiliary variable")
        tried = f"{'all ' if self.exhaustive else ''}{counted(self.assignments, 'assignment')}"
        verdict = WRONG.upper() if self.verdict == WRONG else self.verdict
        head = f"{verdict}: {sizes[0]}, {sizes[1]}, {auxiliary}; {tried}"
        stopped = f"; stopped after {self.stopped}" if self.stopped else ""
        return "\n".join([head + stopped, *(f"  {one}" for one in self.properties)])


def judge(
    clauses: Any,
    inputs: Any,
    predicate: Callable[[Values], bool],
    *,
    seed: int = 0,
    timeout: Timeout = SECONDS,
) -> Judgement:
    """Judge whether clauses state a predicate of some inputs.

    Parameters
    ----------
    clauses : iterable of iterables of int, or a formula
        What `coversat.encodings` gives, a ``pysat.formula.CNF``, a ``pindakaas.CNF``, what CPMpy's ``to_cnf``
        gives, or lists of literals. Or a function without parameters that makes them: it is called in another
        process, which is ended when the time is over.
    inputs : sequence of int
        The literals that the predicate is about; for Pindakaas and CPMpy, their Boolean variables. All other
        variables of the clauses are auxiliary.
    predicate : function of a tuple of bool
        Whether the values of the inputs, in their order, are to be allowed.
    seed : int
        For more than 16 inputs: another seed, other assignments.
    timeout : float, optional
        In seconds; what is not known then is ``unknown``.

    Raises
    ------
    ArgumentError
        For what is no clause, no literal and no input, and a predicate that raises or gives no truth value.

    Examples
    --------
    >>> from coversat.encodings import judge
    >>> print(judge([(-1, -2), (-1, -3)], [1, 2, 3], lambda values: sum(values) <= 1))
    WRONG: 2 clauses, 3 inputs, 0 auxiliary variables; all 8 assignments
      sound: no: with 2, 3 true and 1 false the predicate is false, and there is a model
      complete: yes
      count kept: yes
      propagation: unknown: the clauses are wrong
    """
    deadline, rng = deadline_of(timeout), random.Random(f"coversat judge {whole('seed', seed)}")
    found: dict[str, Any] = {}
    try:
        given = _made(clauses, inputs, deadline)
        found |= {"inputs": len(given.inputs), "auxiliary": len(given.auxiliary)}
        with deadline.enforced(), _Trial(given, predicate, rng, deadline) as trial:
            trial.run(found)
    except LimitReachedError as reached:
        found["stopped"] = str(reached)
    return Judgement(**found)


def _made(clauses: Any, inputs: Any, deadline: Deadline) -> Given:
    if not callable(clauses):
        with deadline.enforced():
            return given_clauses(clauses, inputs)
    try:
        apart = safe_method() == "fork"  # else the function would have to be sent
        found: Given = run_apart(_called, (clauses, inputs), deadline if apart else NEVER)
        return found
    except (CoversatError, MemoryError):
        raise
    except Exception as error:  # of the caller's code
        raise ArgumentError(f"the function that makes the clauses raises {_words_of(error)}") from error


def _called(what: tuple[Callable[[], Any], Any]) -> Given:
    make, inputs = what
    return given_clauses(make(), inputs)


def _words_of(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".removesuffix(": ")


class _Trial:
    """The clauses with small numbers: the inputs first, then the auxiliary variables; a context manager."""

    def __init__(
        self, given: Given, predicate: Callable[[Values], bool], rng: random.Random, deadline: Deadline
    ) -> None:
        self._given, self._predicate, self._rng, self._deadline = given, predicate, rng, deadline
        self._inputs = range(1, len(given.inputs) + 1)
        self._auxiliary = range(self._inputs.stop, self._inputs.stop + len(given.auxiliary))
        signed = [
            *zip(given.inputs, self._inputs, strict=True),
            *zip(given.auxiliary, self._auxiliary, strict=True),
        ]
        number = {sign * given_as: sign * here for given_as, here in signed for sign in (1, -1)}
        self._clauses = [tuple(number[x] for x in clause) for clause in given.clauses]
        self._exhaustive = len(self._inputs) <= MOST_INPUTS
        self._solver = CompiledSolver(PROPAGATES)

    def __enter__(self) -> _Trial:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()

    def run(self, found: dict[str, Any]) -> None:
        """Store what is found in `found` as soon as it is."""
        found |= {"clauses": len(self._clauses), "exhaustive": False, "assignments": 0}
        self._solver.add(self._clauses)
        allowed: dict[Values, bool] = {}
        for values in self._assignments():
            right = allowed[values] = self._holds(values)
            name = "complete" if right else "sound"
            if name not in found and self._has_model(self._solver, self._literals(values)) != right:
                shown = self._shown(values)
                what = "holds, and there is no model" if right else "is false, and there is a model"
                found[name] = Property(name, NO, shown, f"with {in_words(shown)} the predicate {what}")
            found["assignments"] = len(allowed)
        found["exhaustive"] = self._exhaustive
        tried = f"no counterexample among {counted(len(allowed), 'assignment')} tried"
        for name in ("sound", "complete"):
            found.setdefault(name, Property(name, YES) if self._exhaustive else Property(name, words=tried))
        found["count_kept"] = self._count_kept(allowed)
        if NO in (found["sound"].says, found["complete"].says):
            found["propagation"] = Property("propagation", words="the clauses are wrong")
        else:
            found["propagation"] = self._propagation(allowed)

    # Assignments

    def _assignments(self) -> Iterator[Values]:
        """All of them, or random ones, those with fewer true inputs first."""
        number = len(self._inputs)
        if self._exhaustive:
            chosen: Iterable[Sequence[int]] = (
                those for size in range(number + 1) for those in combinations(range(number), size)
            )
        else:
            sizes = sorted(self._rng.randint(0, number) for _ in range(RANDOM))
            chosen = dict.fromkeys(tuple(sorted(self._rng.sample(range(number), size))) for size in sizes)
        for true in self._deadline.through(map(frozenset, chosen)):
            yield tuple(at in true for at in range(number))

    def _holds(self, values: Values) -> bool:
        try:
            found: Any = self._predicate(values)
            if not isinstance(found, (bool, int)) and type(found).__name__ not in ("bool_", "bool"):
                raise ArgumentError(f"the predicate gives {found!r:.40} for {values}; expected True or False")
            return bool(found)
        except (CoversatError, MemoryError):
            raise
        except Exception as error:  # of the caller's code
            raise ArgumentError(f"the predicate raises {_words_of(error)} for {values}") from error

    def _literals(self, values: Values) -> list[int]:
        return [x if value else -x for x, value in zip(self._inputs, values, strict=True)]

    def _has_model(self, solver: CompiledSolver, literals: Sequence[int]) -> bool:
        while (found := solver.solve(literals, CONFLICTS)) is None:
            self._deadline.check()
        return found

    # Words

    def _shown(self, values: Values) -> dict[int | str, bool]:
        return dict(zip(self._given.labels, values, strict=True))

    # The count

    def _count_kept(self, allowed: Mapping[Values, bool]) -> Property:
        """Whether two copies of the auxiliary variables can differ, and for which values of the inputs."""
        past = self._auxiliary.stop - self._inputs.stop
        if not past:
            return Property("count kept", YES)
        differ = [x + 2 * past for x in self._auxiliary]
        second = [
            tuple(x if abs(x) in self._inputs else x + past if x > 0 else x - past for x in clause)
            for clause in self._clauses
        ]
        with CompiledSolver(PROPAGATES) as solver:
            solver.add([*self._clauses, *second, tuple(differ)])
            for x, unlike in zip(self._auxiliary, differ, strict=True):
                solver.add([(-unlike, x, x + past), (-unlike, -x, -x - past)])
            if not self._has_model(solver, ()):
                return Property("count kept", YES)
            first = {abs(x): x > 0 for x in solver.model()}
            for values in self._deadline.through(allowed):
                if self._has_model(solver, self._literals(values)):
                    break
            else:
                values = tuple(first.get(x, False) for x in self._inputs)
        shown = self._shown(values)
        return Property("count kept", NO, shown, f"with {in_words(shown)} there are several models")

    # What unit propagation finds

    def _propagation(self, allowed: Mapping[Values, bool]) -> Property:
        every = len(self._inputs) <= MOST_PROPAGATED
        missed = None
        with UnitPropagation(self._clauses, self._auxiliary.stop) as solver:
            for known, left in self._partial(allowed) if every else self._random_partial(allowed):
                found = solver.follows(known)
                if not left and found is not None:
                    return self._missing(NEITHER, known, None)
                if missed is None and left and found is not None:
                    missed = next(((known, x) for x in _implied(known, left, found)), None)
        if missed is not None:
            return self._missing(REFUTING if every else UNKNOWN, *missed)
        tried = f"no counterexample among {RANDOM_PARTIAL} partial assignments tried"
        return Property("propagation", CONSISTENT) if every else Property("propagation", words=tried)

    def _missing(self, says: str, known: Sequence[int], missed: int | None) -> Property:
        labels = self._given.labels
        held = {labels[abs(x) - 1]: x > 0 for x in known}
        what = "nothing is allowed, and it finds no contradiction"
        if missed is not None:
            value = "true" if missed > 0 else "false"
            what = f"{labels[abs(missed) - 1]} must be {value}, and it does not find this"
        if says == UNKNOWN:
            what += ": at most refuting"
        return Property("propagation", says, held, f"with {in_words(held)} {what}")

    def _partial(self, allowed: Mapping[Values, bool]) -> Iterator[tuple[tuple[int, ...], _Left]]:
        """Every partial assignment, small ones first, and what is allowed then."""
        where = {x: 0 for at in self._inputs for x in (at, -at)}
        right = 0
        for at, (values, is_right) in enumerate(allowed.items()):
            right |= is_right << at
            for x in self._literals(values):
                where[x] |= 1 << at
        for size in range(len(self._inputs) + 1):
            for chosen in combinations(self._inputs, size):
                for signs in self._deadline.through(product((1, -1), repeat=size)):
                    known = tuple(sign * at for sign, at in zip(signs, chosen, strict=True))
                    left = reduce(lambda bits, x: bits & where[x], known, right)
                    yield known, {x for x, bits in where.items() if bits & left} | ({0} if left else set())

    def _random_partial(self, allowed: Mapping[Values, bool]) -> Iterator[tuple[tuple[int, ...], _Left]]:
        """Random ones that leave a few inputs open, half of them beside an assignment that is allowed."""
        sources = [[values for values, is_right in allowed.items() if is_right], list(allowed)]
        for at in self._deadline.through(range(RANDOM_PARTIAL)):
            whole_ = self._literals(self._rng.choice(sources[at % 2] or sources[1]))
            open_ = self._rng.sample(range(len(whole_)), LEFT_OPEN)
            left: set[int] = set()
            for signs in product((1, -1), repeat=LEFT_OPEN):
                filled = list(whole_)
                for place, sign in zip(open_, signs, strict=True):
                    filled[place] = sign * (place + 1)
                if self._holds(tuple(x > 0 for x in filled)):
                    left.update((0, *filled))
            yield tuple(x for place, x in enumerate(whole_) if place not in open_), left


def _implied(known: Sequence[int], left: _Left, found: Sequence[int]) -> Iterator[int]:
    """The literals that follow from known ones, and that unit propagation does not find."""
    have = {*known, *found}
    return (x for x in sorted(left, key=abs) if x and -x not in left and x not in have)


def in_words(values: Mapping[int | str, bool]) -> str:
    """``1, 3 true and 2 false``; of many inputs, the first ones."""
    parts = [
        f"{several([str(one) for one, held in values.items() if held is value], MOST_NAMED)} {word}"
        for value, word in ((True, "true"), (False, "false"))
        if value in values.values()
    ]
    return " and ".join(parts) or "no input known"
