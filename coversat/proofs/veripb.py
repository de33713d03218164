"""Checking VeriPB proofs that a formula has some number of solutions and no others.

The formula is OPB with coefficients 1 and -1.  A line is a comment (``*``), ``preserved: x1 x2 ;``, or a
constraint ``+1 x1 -1 x2 >= 0 ;``; ``=`` makes two constraints.  Variables are numbered in order of
occurrence, so memory depends on the length of the text and not on its numbers.

Of VeriPB's proof format, version 3, these rules are read, one a line::

    f COUNT ;                        the number of constraints of the formula
    rup CLAUSE ;                     it follows by reverse unit propagation
    pol ID ID + ID + ... ;           the sum of constraints
    solx LITERALS ;                  a solution, and the clause that excludes its preserved values
    del id IDS ;                     delete derived constraints
    output NONE ;                    followed by one of
    conclusion ENUMERATION_COMPLETE COUNT : ID ;
    conclusion UNSAT : ID ;          ID is that of a contradiction
    end pseudo-Boolean proof ;

Solutions are distinguished by the preserved variables.  (McCreesh, Nordström, Oertel and Tan, "Proof
Logging for Projected Enumeration (and Counting?) Problems in VeriPB", CP 2026.)  Any other rule is refused,
and so is one whose check would need more than is implemented here: nothing is skipped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from ..base.deadline import NEVER, Deadline
from .cardinality import propagation
from .verification import ProofError, Source, pieces

_NAME = re.compile(rb"[A-Za-z_][A-Za-z0-9_\[\]{}^-]{1,63}")
_INTEGER = re.compile(rb"[+-]?[0-9]{1,9}")
_SIGNS = {b"+1": 1, b"1": 1, b"-1": -1, b"+0": 0, b"0": 0}


class Cardinality(NamedTuple):
    """At least `degree` of these literals, of different variables, are true."""

    literals: tuple[int, ...]
    degree: int


class Variables(dict[bytes, int]):
    """Literals by their spelling: ``x1`` and ``~x1``."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0
        self.open = True
        """Whether new variables may still occur."""

    def __missing__(self, word: bytes) -> int:
        name = word.removeprefix(b"~")
        if not _NAME.fullmatch(name):
            raise ProofError(f"expected a literal, found {shown(word)}")
        if not self.open:
            raise ProofError(f"{shown(name)} is not a variable of the formula")
        self.count += 1
        self[name], self[b"~" + name] = self.count, -self.count
        return self[word]


class Formula(NamedTuple):
    """An OPB text: its constraints in order, and the variables that distinguish solutions."""

    variables: Variables
    constraints: list[Cardinality]
    preserved: tuple[int, ...]


def read_opb(lines: Iterable[bytes]) -> Formula:
    """Read a formula. Raise `ProofError` at the first line that is not understood, with its number."""
    variables = Variables()
    constraints: list[Cardinality] = []
    preserved: tuple[int, ...] | None = None
    for number, line in enumerate(lines, 1):
        try:
            words = line.split()
            if not words or words[0].startswith(b"*"):
                continue
            if words[0] == b"preserved:":
                if preserved is not None or words[-1] != b";":
                    raise ProofError("expected one 'preserved: VARIABLES ;'")
                preserved = _variables_in(words[1:-1], variables)
            else:
                constraints += read_constraint(words, variables)
        except ProofError as error:
            raise ProofError(f"line {number}: {error}") from None
    variables.open = False
    return Formula(
        variables, constraints, tuple(range(1, variables.count + 1)) if preserved is None else preserved
    )


def _variables_in(words: Sequence[bytes], variables: Variables) -> tuple[int, ...]:
    found = tuple(map(variables.__getitem__, words))
    if min(found, default=1) < 0 or len(set(found)) < len(found):
        raise ProofError("expected different variables")
    return found


def read_constraint(words: Sequence[bytes], variables: Variables) -> list[Cardinality]:
    """The constraint of a line, or the two of an equality: at least, and at most.

    Raise `ProofError` if it is malformed or has other coefficients.
    """
    if len(words) < 3 or len(words) % 2 == 0 or words[-1] != b";" or words[-3] not in (b">=", b"="):
        raise ProofError("expected '+1 x1 -1 x2 ... >= NUMBER ;', or '=' for '>='")
    if not _INTEGER.fullmatch(words[-2]):
        raise ProofError(f"expected a number, found {shown(words[-2])}")
    literals, degree = [], int(words[-2])
    for coefficient, word in zip(words[:-3:2], words[1:-3:2], strict=True):
        sign = _SIGNS.get(coefficient)
        literal = variables[word]
        if sign is None:
            raise ProofError(f"expected a coefficient of 1 or -1, found {shown(coefficient)}")
        if sign:
            literals.append(sign * literal)
            degree += sign < 0
    if len(set(map(abs, literals))) < len(literals):
        raise ProofError("a variable appears twice in a constraint")
    least = Cardinality(tuple(literals), degree)
    if words[-3] == b">=":
        return [least]
    return [least, Cardinality(tuple(-literal for literal in literals), len(literals) - degree)]


def shown(word: bytes) -> str:
    """A word of a file, quoted for an error message."""
    return ascii(word[:40].decode("latin-1"))


MOST_DERIVED = 2**24
"""The limit of stored literals in derived constraints and solutions."""

_LINE, _LITERAL = 2**20, 2**6
"""The size limit of a line in bytes, and what each variable adds to it."""

_HEAD = b"pseudo-Boolean proof version 3.0"
_Rule = Callable[[Sequence[bytes]], None]


def check_enumeration(formula: Source, proof: Source, deadline: Deadline = NEVER) -> int:
    """Count the solutions of a formula, by its preserved variables, if the proof shows the number.

    * formula: OPB, as described above.
    * proof: VeriPB, as described above.
    * deadline: the time limit.

    Raise `ProofError` if the proof does not show it, with the line and the reason; the number is unknown
    then. Raise `LimitReachedError` if the deadline comes first.
    """
    try:
        stated = read_opb(deadline.through(pieces(b"", formula, b"\n")))
    except ProofError as error:
        raise ProofError(f"the formula: {error}") from None
    proved = _Proof(stated)
    lines = iter(deadline.through(pieces(b"", proof, b"\n")))
    if next(lines, b"").rstrip() != _HEAD:
        raise ProofError(f"line 1: expected '{_HEAD.decode()}'")
    for number, line in enumerate(lines, 2):
        try:
            proved.read(line)
        except ProofError as error:
            raise ProofError(f"line {number}: {error}") from None
    return proved.count()


class _Proof:
    """A proof while it is read: the constraints so far, and the rules that may come next."""

    def __init__(self, formula: Formula) -> None:
        self._variables, self._preserved = formula.variables, formula.preserved
        self._follows = propagation(formula.variables.count)
        self._constraints: dict[int, Cardinality] = {}
        """By number, without those that exclude solutions."""
        self._solutions: set[bytes] = set()
        """The values of the preserved variables."""
        self._newest = self._kept = 0
        for constraint in formula.constraints:
            self._add(constraint)
        self._given = self._newest
        self._kept = 0
        self._longest = _LINE + _LITERAL * formula.variables.count
        self._proved: int | None = None
        self._ended = False
        self._rules: Mapping[bytes, _Rule] = {
            b"f": self._count_given,
            b"rup": self._rup,
            b"pol": self._sum,
            b"solx": self._solution,
            b"del": self._delete,
            b"output": self._output,
        }

    def read(self, line: bytes) -> None:
        if len(line) > self._longest:
            raise ProofError(f"more than {self._longest} bytes")
        words = line.split()
        if not words:
            return
        if self._ended:
            raise ProofError("nothing may follow the end")
        if words[-1] != b";" or words[0] not in self._rules:
            expected = ", ".join(rule.decode() for rule in self._rules)
            raise ProofError(f"expected a rule ({expected}) and ';' at its end, found {shown(words[0])}")
        self._rules[words[0]](words[1:])

    def count(self) -> int:
        if not self._ended or self._proved is None:
            raise ProofError("the proof has no end")
        return self._proved

    def _add(self, constraint: Cardinality) -> None:
        self._newest += 1
        self._keep(len(constraint.literals))
        self._constraints[self._newest] = constraint
        self._follows.add(self._newest, *constraint)

    def _keep(self, literals: int) -> None:
        self._kept += literals
        if self._kept > MOST_DERIVED:
            raise ProofError(f"more than {MOST_DERIVED} literals of derived constraints and solutions")

    def _count_given(self, words: Sequence[bytes]) -> None:
        (count,) = _numbers(words[:-1], 1)
        if count != self._given:
            raise ProofError(f"the formula has {self._given} constraints")

    def _rup(self, words: Sequence[bytes]) -> None:
        found = read_constraint(words, self._variables)
        if len(found) > 1 or found[0].degree != 1:
            raise ProofError("expected a clause")
        refuted = self._follows.assume([-literal for literal in found[0].literals])
        if not refuted and self._shown() not in self._solutions:
            raise ProofError("the clause does not follow by unit propagation")
        self._add(found[0])

    def _shown(self) -> bytes:
        return self._follows.values(self._preserved)

    def _sum(self, words: Sequence[bytes]) -> None:
        if any(word != b"+" for word in words[2:-1:2]) or len(words) % 2:
            raise ProofError("expected 'pol ID ID + ID + ... ;'")
        numbers = _numbers([words[0], *words[1:-1:2]])
        self._add(added(self._constraint(number) for number in numbers))

    def _constraint(self, number: int) -> Cardinality:
        if number not in self._constraints:
            raise ProofError(f"there is no constraint {number}")
        return self._constraints[number]

    def _solution(self, words: Sequence[bytes]) -> None:
        literals = list(map(self._variables.__getitem__, words[:-1]))
        if self._follows.assume(literals):
            raise ProofError("the literals are no solution: they lead to a contradiction")
        if not self._follows.complete:
            raise ProofError("the literals are no solution: they leave variables open")
        solution = self._shown()
        if solution in self._solutions:
            raise ProofError("the solution equals an earlier one on the preserved variables")
        self._solutions.add(solution)
        self._keep(len(solution) // 8)
        self._newest += 1

    def _delete(self, words: Sequence[bytes]) -> None:
        if words[0] != b"id":
            raise ProofError("expected 'del id IDS ;'")
        for number in _numbers(words[1:-1]):
            self._kept -= len(self._constraint(number).literals)
            if number <= self._given:
                raise ProofError(f"constraint {number} is the formula's, and stays")
            del self._constraints[number]
            self._follows.remove(number)

    def _output(self, words: Sequence[bytes]) -> None:
        if list(words) != [b"NONE", b";"]:
            raise ProofError("expected 'output NONE ;'")
        self._rules = {b"conclusion": self._conclusion}

    def _conclusion(self, words: Sequence[bytes]) -> None:
        *claim, colon, hint, _ = words if len(words) > 3 else [b""] * 4
        if colon != b":" or not (claim == [b"UNSAT"] or claim[:-1] == [b"ENUMERATION_COMPLETE"]):
            raise ProofError("expected 'ENUMERATION_COMPLETE COUNT : ID ;' or 'UNSAT : ID ;'")
        (number,) = _numbers([hint])
        count = 0 if len(claim) == 1 else _numbers(claim[1:])[0]
        if self._constraint(number).literals or self._constraint(number).degree < 1:
            raise ProofError(f"constraint {number} is not a contradiction")
        if count != len(self._solutions):
            raise ProofError(f"{len(self._solutions)} solutions were found, not {count}")
        self._proved = count
        self._rules = {b"end": self._end}

    def _end(self, words: Sequence[bytes]) -> None:
        if list(words) != [b"pseudo-Boolean", b"proof", b";"]:
            raise ProofError("expected 'end pseudo-Boolean proof ;'")
        self._ended = True


def added(constraints: Iterable[Cardinality]) -> Cardinality:
    """The sum of constraints. Raise `ProofError` if it has coefficients other than 1 and -1."""
    coefficients: dict[int, int] = {}
    bound = 0  # of the sum of coefficients times variables
    for literals, degree in constraints:
        bound += degree
        for literal in literals:
            coefficients[abs(literal)] = coefficients.get(abs(literal), 0) + (1 if literal > 0 else -1)
            bound -= literal < 0
    if any(abs(coefficient) > 1 for coefficient in coefficients.values()):
        raise ProofError("the sum has other coefficients than 1 and -1")
    literals = tuple(coefficient * variable for variable, coefficient in coefficients.items() if coefficient)
    return Cardinality(literals, bound + sum(literal < 0 for literal in literals))


def _numbers(words: Sequence[bytes], most: int | None = None) -> list[int]:
    if (
        not words
        or (most and len(words) > most)
        or not all(word.isdigit() and len(word) < 16 for word in words)
    ):
        raise ProofError("expected numbers")
    return list(map(int, words))
