"""Solving steps as values: known facts, the rules that are used, and what follows from them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..kinds.cnf.rules import Clause
from ..problems import AnyProblem
from ..problems.grid import Cell
from ..proofs.steps import FORMAT
from ..reductions.rule_clauses import RuleClauses
from ..wording import counted
from .step_graphs import Separation


class Fact(NamedTuple):
    """A place has a value, or has it not.

    Attributes
    ----------
    place : str
        Such as ``r1c1``, or ``r1c1-r1c2`` for a line.
    cell : (row, column) from 0, or None
    value : int
    holds : bool
    words : str
        In the words of the kind.
    """

    place: str
    cell: Cell | None
    value: int
    holds: bool
    words: str

    def as_json(self) -> dict[str, Any]:
        return {"place": self.place, "value": self.value, "holds": self.holds}

    def __str__(self) -> str:
        return self.words


@dataclass(frozen=True)
class Step:
    """One deduction.

    Attributes
    ----------
    conclusions : tuple of Fact
        None of them: the rules contradict what is known, so there is no answer.
    rules : tuple of str
        Labels; none if a place has one value left.
    cuts : tuple of Separation
        The consequences of connectivity that are used.
    lemmas : tuple of clauses
        For the checker: intermediate conclusions, in the variables of the formula.
    smallest : bool
        Whether it was proved that no fewer rules have this conclusion.
    tried : bool
        Whether there are so many rules that a value is tried.
    pattern : str
        The name that people have for such a step, such as ``naked pair``.
    available : int, optional
        How many steps of no more rules there were, this one included, if they were counted.
    """

    conclusions: tuple[Fact, ...]
    rules: tuple[str, ...]
    cuts: tuple[Separation, ...] = ()
    lemmas: tuple[Clause, ...] = ()
    smallest: bool = True
    tried: bool = False
    pattern: str = ""
    available: int | None = None

    @property
    def size(self) -> int:
        """The number of rules, at least 1."""
        return max(len(self.rules), 1)

    @property
    def conclusion(self) -> str:
        """What follows, in words; values that one place loses are together."""
        words: dict[tuple[str, bool], str] = {}
        for fact in self.conclusions:
            key = fact.place, fact.holds
            value = fact.words.rpartition(" ")[2]
            words[key] = f"{words[key]} or {value}" if key in words else fact.words
        return ", ".join(words.values()) or "there is no answer"

    @property
    def reason(self) -> str:
        """Why it follows: the rules and their number."""
        if not self.rules:
            return "the only value left" if self.conclusions else "what is known contradicts itself"
        how = "if not, these contradict each other: " if self.tried else ""
        number = counted(len(self.cuts), "cut") if len(self.rules) == 1 and self.cuts else None
        proved = "the fewest" if self.smallest and len(self.rules) > 2 else ""
        notes = ", ".join(filter(None, (number or counted(len(self.rules), "rule"), proved, self.pattern)))
        return f"{how}{'; '.join(self.rules)} [{notes}]"

    def __str__(self) -> str:
        return f"{self.conclusion}: {self.reason}"

    def as_json(self) -> dict[str, Any]:
        cuts = [{"graph": x.graph, "a": x.a, "z": x.z, "border": list(x.border)} for x in self.cuts]
        return {
            "conclusions": [fact.as_json() for fact in self.conclusions],
            "rules": list(self.rules),
            **({"cuts": cuts} if cuts else {}),
            **({"lemmas": [list(lemma) for lemma in self.lemmas]} if self.lemmas else {}),
            "smallest": self.smallest,
            "tried": self.tried,
            **({"pattern": self.pattern} if self.pattern else {}),
            **({} if self.available is None else {"available": self.available}),
            "words": str(self),
        }


@dataclass(frozen=True)
class Steps:
    """The steps of one puzzle.

    Attributes
    ----------
    puzzle : Problem
    steps : tuple of Step
    outcome : str
        ``solved``; ``contradiction`` (there is no answer); ``open`` (nothing follows for the places left:
        there are several answers); ``unknown`` (a limit was reached).
    open_places : tuple of str
        Those without a value.
    reason : str, optional
        The limit that was reached.
    """

    puzzle: AnyProblem
    steps: tuple[Step, ...]
    outcome: str
    open_places: tuple[str, ...] = ()
    reason: str | None = None

    @property
    def hardest(self) -> int:
        """The size of the largest step."""
        return max((step.size for step in self.steps), default=0)

    def sizes(self) -> dict[int, int]:
        """The number of steps of each size."""
        return dict(sorted(Counter(step.size for step in self.steps).items()))

    def as_json(self) -> dict[str, Any]:
        """All that `verify` needs to check the steps."""
        return {
            "format": FORMAT,
            "kind": self.puzzle.kind,
            "puzzle": self.puzzle.format(),
            "outcome": self.outcome,
            "hardest": self.hardest,
            "sizes": {str(size): number for size, number in self.sizes().items()},
            "open": list(self.open_places),
            **({"reason": self.reason} if self.reason else {}),
            "steps": [step.as_json() for step in self.steps],
        }


class Facts:
    """The facts of a formula, by literals."""

    def __init__(self, puzzle: AnyProblem, formula: RuleClauses) -> None:
        self._facts: dict[int, Fact] = {}
        for place in formula.places:
            for value, literal in place.literals.items():
                for sign, holds in ((literal, True), (-literal, False)):
                    words = puzzle.fact_words(place.name, value, holds)
                    if holds or sign not in self._facts:
                        self._facts[sign] = Fact(place.name, place.cell, value, holds, words)

    def __getitem__(self, literal: int) -> Fact:
        return self._facts[literal]

    def by_words(self) -> dict[str, int]:
        """The literals of facts, by their words."""
        return {fact.words: literal for literal, fact in self._facts.items()}
