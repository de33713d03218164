"""Which clauses of a formula come from which given, found without knowing the puzzle.

By group testing: the problem is encoded with half of its givens and with the other half, once for each
binary digit of a given's number.  A clause that comes from one given is there in just the encodings that
have it, and so spells its number: a handful of encodings name the owners.  A clause that comes from
several givens spells no number; those that it may come from are then encoded alone, one by one.

It works for an encoding in which a given adds clauses and changes none, and whose variables have names.
Where it does not, the answer is None.  What rests on it is checked afterwards by encoding anew.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ..kinds.cnf.rules import Clause, Cnf
from ..problems import AnyProblem
from .clock import Clock
from .facts import reduced


@dataclass(frozen=True)
class Groups:
    """A formula split by givens: the rules' clauses, and those of each given.

    A clause that several givens bring is in the group of each.
    """

    rules: tuple[Clause, ...]
    of_given: tuple[tuple[Clause, ...], ...]


def group_clauses(problem: AnyProblem, clock: Clock) -> Groups | None:
    """Split the usual encoding by givens; None where a given does more than add clauses."""
    count = len(problem.given_names())
    encodings = _Encodings(problem, clock)
    try:
        rules = encodings.having(())
        owners = _owners(encodings, [clause for clause in encodings.clauses if clause not in rules], count)
    except _ChangedError:
        return None
    groups: list[list[Clause]] = [[] for _ in range(count)]
    for clause, givens in owners.items():
        for given in givens:
            groups[given].append(clause)
    if not all(owners.values()):
        return None
    return Groups(tuple(clause for clause in encodings.clauses if clause in rules), tuple(map(tuple, groups)))


def _owners(encodings: _Encodings, clauses: Sequence[Clause], count: int) -> dict[Clause, list[int]]:
    """The givens, of so many, that each of these clauses comes from; none where that is not known."""
    # For each clause, what is seen of its owners' binary digits: 1 a zero, 2 a one, 3 both.
    digits: dict[Clause, list[int]] = {clause: [] for clause in clauses}
    for bit in range(max(count - 1, 0).bit_length()):
        zero = encodings.having([n for n in range(count) if not n >> bit & 1])
        one = encodings.having([n for n in range(count) if n >> bit & 1])
        for clause, seen in digits.items():
            seen.append((clause in zero) + 2 * (clause in one))
    owners = {clause: _fitting(seen, count) for clause, seen in digits.items()}
    unsure = {owner for fitting in owners.values() if len(fitting) > 1 for owner in fitting}
    alone = {given: encodings.having([given]) for given in sorted(unsure)}
    return {
        clause: fitting if len(fitting) < 2 else [given for given in fitting if clause in alone[given]]
        for clause, fitting in owners.items()
    }


def _fitting(seen: list[int], count: int) -> list[int]:
    """The numbers below `count` whose binary digits are all among those seen."""
    fitting = [0]
    for bit, digits in enumerate(seen):
        zeros = fitting if digits & 1 else []
        ones = [number | 1 << bit for number in fitting] if digits & 2 else []
        fitting = [*zeros, *ones]
    return [number for number in fitting if number < count]


class _ChangedError(Exception):
    """A given that does more than add clauses."""


class _Encodings:
    """The encodings of parts of a problem, each as clauses in the variables of the whole."""

    def __init__(self, problem: AnyProblem, clock: Clock) -> None:
        self._problem = problem
        self._clock = clock
        whole: Cnf = reduced(problem).target
        self._number = {name: variable for variable, name in whole.names.items()}
        self.clauses = dict.fromkeys(tuple(sorted(set(clause))) for clause in whole.clauses)

    def having(self, keep: Collection[int]) -> set[Clause]:
        """The clauses with only these givens; `_ChangedError` where one is not among those of the whole."""
        self._clock.check()
        self._clock.report("finding out what each given adds to the formula")
        part: Cnf = reduced(self._problem.with_givens(frozenset(keep))).target
        number = [0, *(self._number.get(part.names.get(v, ""), v) for v in range(1, part.variable_count + 1))]
        clauses = {
            tuple(sorted({number[x] if x > 0 else -number[-x] for x in clause})) for clause in part.clauses
        }
        if not clauses <= self.clauses.keys():
            raise _ChangedError
        return clauses
