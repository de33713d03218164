"""A proof that a formula has no model: clauses, each with the clauses that make it follow.

A solver writes every clause that it derives, most of which lead nowhere.  A `Refutation` holds those that the
empty clause needs, and its texts delete each after its last use, so they are shorter than what the solver
wrote, and checked in less time.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ..base.errors import CertificateError


class DerivedClause(NamedTuple):
    """A clause and its hints, the numbers of the clauses that make it follow.

    `literals` is text, with a space before each literal; the numbers are those of `Refutation`.
    """

    literals: bytes
    hints: Sequence[int]


@dataclass(frozen=True)
class Refutation:
    """The steps that lead to the empty clause, which is the last.

    The clauses of the formula are numbered from 1, the steps from `clause_count` + 1.
    """

    clause_count: int
    steps: Sequence[DerivedClause]

    @property
    def used(self) -> list[int]:
        """The positions of the formula's clauses that are hints, in order."""
        return sorted({hint - 1 for step in self.steps for hint in step.hints if hint <= self.clause_count})

    def drup(self) -> bytes:
        """The proof in DRUP, as text."""
        return b"".join(self._drup_lines())

    def lrat(self) -> bytes:
        """The proof in LRAT, as text."""
        return b"".join(self._lrat_lines())

    def _drup_lines(self) -> Iterator[bytes]:
        for number, (literals, _) in self._numbered():
            yield (literals + b" 0\n").removeprefix(b" ")
            for done in self._done_after.get(number, ()):
                yield b"d%b 0\n" % self.steps[done - self.clause_count - 1].literals

    def _lrat_lines(self) -> Iterator[bytes]:
        for number, (literals, hints) in self._numbered():
            yield b"%d%b 0 %b 0\n" % (number, literals, _spaced(hints))
            if number in self._done_after:
                yield b"%d d %b 0\n" % (number, _spaced(self._done_after[number]))

    def _numbered(self) -> Iterator[tuple[int, DerivedClause]]:
        return enumerate(self.steps, self.clause_count + 1)

    @cached_property
    def _done_after(self) -> Mapping[int, Sequence[int]]:
        """The steps of two or more literals that are used last in a step; by its number.

        Other checkers warn of deleted units, and these cost nothing.
        """
        last = {hint: number for number, step in self._numbered() for hint in step.hints}
        done = defaultdict(list)
        for number, (literals, _) in self._numbered():
            if literals.count(b" ") > 1:
                done[last[number]].append(number)
        return done


def _spaced(numbers: Sequence[int]) -> bytes:
    return b" ".join(b"%d" % number for number in numbers)


def read_refutation(proof: bytes, clause_count: int) -> Refutation:
    """The steps of a solver's LRAT proof that lead to the empty clause, with new numbers.

    The solver numbers its own clauses in one sequence with those of the formula, and derives the first
    while it reads the formula.

    Raise `CertificateError` if the proof has no empty clause.
    """
    derived = list(_derived(proof))
    made = [int(number) for number, _ in derived]
    needed = {derived[-1][0]} if derived else set()
    kept: list[tuple[bytes, bytes, list[bytes]]] = []
    for number, rest in reversed(derived):
        if number in needed:
            literals, _, end = rest.partition(b" 0 ")
            hints = end.split()[:-1]
            needed.update(hints)
            kept.append((number, literals, hints))
    if not kept or kept[0][1]:
        raise CertificateError("the solver's proof does not end with a contradiction")
    kept.reverse()
    new = {number: at for at, (number, _, _) in enumerate(kept, clause_count + 1)}
    for number in needed.difference(new):
        new[number] = int(number) - bisect_left(made, int(number))
    return Refutation(
        clause_count,
        tuple(DerivedClause(literals, tuple(map(new.__getitem__, hints))) for _, literals, hints in kept),
    )


def _derived(proof: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The number and the rest of each line that adds a clause, to the first empty clause."""
    for line in proof.splitlines():
        number, _, rest = line.partition(b" ")
        if rest.startswith(b"d "):
            continue
        yield number, b" " + rest
        if rest.startswith(b"0 "):
            return
