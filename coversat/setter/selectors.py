"""Which clauses of a formula come from which given, found without knowing the puzzle.

By group testing: the problem is encoded with half of its givens and with the other half, once for each
binary digit of a given's number.  A clause that comes from one given is there in just the encodings that
have it, and so spells its number; a handful of encodings name the owners of all clauses.

It works for an encoding in which a given adds clauses and changes none, and whose variables have names.
Where it does not, the answer is None.  What rests on it is checked afterwards by encoding anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..problems import Problem
from ..problems.cnf import Clause, Cnf
from ..routes import apply_rules
from .facts import formula_rules

_Key = frozenset[tuple[str, bool]]
"""A clause in the names of its variables, so that encodings can be compared."""


@dataclass(frozen=True)
class Groups:
    """A formula split by givens: the rules' clauses, and those of each given."""

    rules: tuple[Clause, ...]
    of_given: tuple[tuple[Clause, ...], ...]


def group_clauses(problem: Problem[Any]) -> Groups | None:
    """Split the usual encoding by givens; None where a given does more than add clauses."""
    count = len(problem.given_names())
    whole = _formula(problem, range(count))
    rules = _keys(_formula(problem, ()))
    clauses = {_key(whole, clause): clause for clause in whole.clauses}
    if not rules <= clauses.keys():
        return None
    owners = dict.fromkeys((key for key in clauses if key not in rules), 0)
    for bit in range(max(count - 1, 0).bit_length()):
        halves = [
            _keys(_formula(problem, [n for n in range(count) if n >> bit & 1 == side])) for side in (0, 1)
        ]
        if not all(rules <= half <= clauses.keys() for half in halves):
            return None
        for key in owners:
            without, having = (key in half for half in halves)
            if without == having:
                return None
            owners[key] |= having << bit
    groups: list[list[Clause]] = [[] for _ in range(count)]
    for key, owner in owners.items():
        if owner >= count:
            return None
        groups[owner].append(clauses[key])
    return Groups(tuple(clauses[key] for key in clauses if key in rules), tuple(map(tuple, groups)))


def _formula(problem: Problem[Any], keep: range | list[int] | tuple[()]) -> Cnf:
    target: Cnf = apply_rules(formula_rules(problem.kind), problem.with_givens(set(keep))).target
    return target


def _keys(cnf: Cnf) -> set[_Key]:
    return {_key(cnf, clause) for clause in cnf.clauses}


def _key(cnf: Cnf, clause: Clause) -> _Key:
    return frozenset((cnf.names.get(abs(x), str(abs(x))), x > 0) for x in clause)
