"""Checking CPOG and SCPOG: a graph that has the models of a formula, and so counts them.

- The graph is what it has to be for counting (`partitioned_graph`), and its sums are exclusive.
- Forward: where the formula is true the root is, by clauses each of which follows by unit propagation.
- Reverse: each clause of the formula follows from the root.

The formula's clauses are numbered from 1.

References
----------
Bryant, Nawrocki, Avigad and Heule, "Certified knowledge compilation with application to formally verified
model counting", JAIR 2025; with a projection: Bryant, Tan and Heule, "Certifying projected knowledge
compilation", 2025.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..deadline import NEVER, Deadline
from ..errors import LimitReachedError
from ..kinds.cnf.rules import Clause, Cnf
from .cpog_file import Line, line_reader
from .hinted_clauses import hinted_clauses
from .partitioned_graph import PartitionedGraph
from .proof_file import Source, pieces
from .verification import MOST_VARIABLES, ProofError, Verification


@dataclass(frozen=True)
class CountVerification(Verification):
    """The end of a check of a count; steps are lines.

    Attributes
    ----------
    count : int or None
        How many models the formula has, as its projection tells them apart; None unless verified.
    """

    count: int | None = None


def check_cpog(cnf: Cnf, proof: Source, deadline: Deadline = NEVER) -> CountVerification:
    """How many models `cnf` has, if `proof` (CPOG or SCPOG as text, with hints) shows it.

    Parameters
    ----------
    cnf : Cnf
    proof : binary file
    deadline : Deadline
        When it stops.

    Returns
    -------
    CountVerification
        Also for malformed proofs: they are not verified.  Unknown when the deadline came first.
    """
    if cnf.variable_count > MOST_VARIABLES:
        return CountVerification(False, 0, None, f"the formula has more than {MOST_VARIABLES} variables")
    at, ended = 0, False
    try:
        check = _Check(cnf)
        read_line = line_reader()
        for text in deadline.through(pieces(b"", proof, b"\n")):
            at += 1
            line = read_line(text)
            if line is not None:
                check.take(line)
        ended = True
        models = check.end(deadline.check)
    except ProofError as error:
        where = "the end" if ended else f"line {at}"
        return CountVerification(False, at, None if ended else at, f"{where}: {error}")
    except LimitReachedError as limit:
        return CountVerification(None, at, None, f"stopped after {limit}, at line {at} of the proof")
    return CountVerification(True, at, None, f"{at} lines lead to a graph with the formula's models", models)


class _Check:
    """The formula, the graph, and the clauses that follow, while lines are taken one after the other."""

    def __init__(self, cnf: Cnf) -> None:
        self._cnf = cnf
        self._graph = PartitionedGraph(cnf.variable_count, cnf.shown_variables)
        self._formula: Sequence[Clause] = tuple(cnf.clauses)
        self._clauses = hinted_clauses(cnf.variable_count, self._formula)
        self._newest = len(self._formula)
        self._root: int | None = None
        self._proved: set[Clause] = set()
        """The clauses that followed and have at most one literal."""

    def take(self, line: Line) -> None:
        """One line more.

        Raises
        ------
        ProofError
            When it is wrong.
        """
        if line.number:
            last = line.number + (len(line.literals) if line.node else 0)
            if line.number <= self._newest:
                raise ProofError(f"number {line.number} is not above {self._newest}, the newest")
            self._newest = last
        match line.command:
            case "r":
                self._take_root(line.node)
            case "D":
                for number in line.literals:
                    self._clauses.delete(number)
            case "a" | "as":
                self._clauses.add(line.number, line.literals, line.hints, line.command == "as")
                if line.command == "a" and len(line.literals) < 2:
                    self._proved.add(line.literals)
            case _:
                self._graph.add(line.command, line.node, line.literals)
                self._clauses.define(line.number, line.command, line.node, line.literals, line.hints)

    def _take_root(self, root: int) -> None:
        if self._root is not None:
            raise ProofError("a second root")
        self._root = root

    def end(self, look_up: Callable[[], None]) -> int:
        """After the last line: that the root and the formula say the same, and the count.

        Raises
        ------
        ProofError
            When it was not shown.
        LimitReachedError
            From `look_up`.
        """
        if self._root is None:
            raise ProofError("no root was named")
        if self._root == 0:
            if () not in self._proved:
                raise ProofError("that the formula has no model was not shown")
            return 0
        if self._root not in self._graph.nodes:
            raise ProofError(f"the root {self._root} was not defined")
        if (self._root,) not in self._proved and not self._graph.is_true(self._root):
            raise ProofError(f"that the formula makes the root {self._root} true was not shown")
        at = self._clauses.not_implied(self._root, look_up)
        if at is not None:
            raise ProofError(f"clause {at + 1} of the formula does not follow from the root")
        return self._graph.count(self._root)
