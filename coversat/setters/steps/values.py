"""Solving steps as values: known facts, the rules that are used, and what follows from them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from math import log2
from typing import Any, NamedTuple

from ...base.undecided import Shown
from ...base.wording import QUOTED, counted
from ...problems import AnyProblem
from ...problems.cnf.connectivity import Cut
from ...problems.cnf.rules import Clause
from ...problems.grid import Cell, cell_name
from ...proofs.steps import FORMAT
from ...reductions.places import Place
from ...reductions.rule_clauses import RuleClauses
from .loops import Argument

MOST_RULES = 8
"""The most rules of a step; beyond that, cases are split."""


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


def fact_of(puzzle: AnyProblem, place: Place, value: int, holds: bool = True) -> Fact:
    """The fact that a place has a value, or has it not, in the words of the puzzle."""
    return Fact(place.name, place.cell, value, holds, puzzle.fact_words(place.name, value, holds))


class Case(NamedTuple):
    """One case of a split: a fact that is supposed, and the links that lead from it.

    They lead to the conclusions of the split or, if the last one has no conclusion, to a contradiction.
    """

    assumed: Fact
    links: tuple[Step, ...]

    @property
    def length(self) -> int:
        """The number of links, with those of splits among them."""
        return sum(link.length for link in self.links)

    def as_json(self) -> dict[str, Any]:
        return {"assumed": self.assumed.as_json(), "links": [link.as_json() for link in self.links]}


@dataclass(frozen=True, repr=False)
class Step(Shown):
    """One deduction.

    Attributes
    ----------
    conclusions : tuple of Fact
        None of them: the rules contradict what is known, so there is no answer.
    rules : tuple of str
        Labels; none if a place has one value left. Of a case split: the rule that says that one case holds.
    cuts : tuple of Cut
        The consequences of connectivity that are used.
    joined : mapping from labels to str
        Of rules of connectivity: which places would be separated otherwise, such as ``r1c1 with r4c4``.
    arguments : tuple of Argument
    cases : tuple of Case
        One of them holds, or else the conclusions do.
    lemmas : tuple of clauses
        For the checker: intermediate conclusions, in the variables of the formula.
    smallest : bool
        Whether it was proved that no fewer rules have this conclusion.
    most : int
        The bound on the rules of steps and links without cases.
    pattern : str
        The name that people have for such a step, such as ``naked pair``.
    pattern_cells : tuple of (row, column) from 0
        Those that show it.
    available : int, optional
        How many steps of no more rules there were, this one included, if they were counted.
    empty : str
        Of a contradiction without rules: the place without a value.
    """

    conclusions: tuple[Fact, ...]
    rules: tuple[str, ...]
    cuts: tuple[Cut, ...] = ()
    joined: Mapping[str, str] = field(default_factory=dict, hash=False)
    arguments: tuple[Argument, ...] = ()
    cases: tuple[Case, ...] = ()
    lemmas: tuple[Clause, ...] = ()
    smallest: bool = True
    most: int = MOST_RULES
    pattern: str = ""
    pattern_cells: tuple[Cell, ...] = ()
    available: int | None = None
    empty: str = ""

    @property
    def size(self) -> int:
        """The number of different rules, at least 1; at most one more than `most`, for a long case split."""
        return min(max(len(self._different()), 1), self.most + 1)

    def _different(self) -> frozenset[str]:
        links = (link for case in self.cases for link in case.links)
        return frozenset(self.reasons).union(*(link._different() for link in links))

    @property
    def all_rules(self) -> frozenset[str]:
        """The labels of the rules of all links and arguments."""
        links = (link for case in self.cases for link in case.links)
        own = frozenset(self.rules).union(*(argument.rules for argument in self.arguments))
        return own.union(*(link.all_rules for link in links))

    @property
    def link_size(self) -> int:
        """The most rules that have to be seen together: of a case split, those of its largest link."""
        own = max(len(self.reasons), 1)
        return max((link.link_size for case in self.cases for link in case.links), default=own)

    @property
    def length(self) -> int:
        """The number of links; 1 for a step without cases."""
        return max(sum(case.length for case in self.cases), 1)

    @property
    def cost(self) -> float:
        """How hard the step is to find, for `Steps.score`.

        0: one rule alone decides a place; 1: a place has one value left, which takes pencil marks; for
        other steps the size plus 1, so 2 if one rule excludes values; for a split with more rules than the
        bound one more each time that the number of its links doubles.
        """
        if not self.reasons and not self.cases:
            return 1
        if self.size == 1 and any(fact.holds for fact in self.conclusions):
            return 0
        long = self.size > self.most
        return self.size + 1 + (log2(max(self.length / self.most, 1)) if long else 0)

    @property
    def reasons(self) -> tuple[str, ...]:
        """The rules and the arguments in words."""
        return (*self.rules, *(argument.words for argument in self.arguments))

    @property
    def conclusion(self) -> str:
        """What follows, in words; what is the same for several places is one phrase."""
        words: dict[tuple[str, bool], str] = {}
        for fact in self.conclusions:
            key = fact.place, fact.holds
            value = fact.words.rpartition(" ")[2]
            words[key] = f"{words[key]} or {value}" if key in words else fact.words
        return ", ".join(_together(words.values())) or "there is no answer"

    @property
    def reason(self) -> str:
        """Why it follows: the rules and their number."""
        if self.cases:
            return self._split_reason()
        if not self.reasons:
            no_value = (
                f"no value is left for {self.empty}" if self.empty else "what is known contradicts itself"
            )
            return "the only value left" if self.conclusions else no_value
        is_cut = len(self.rules) == 1 and self.cuts and not self.arguments
        number = counted(len(self.cuts), "cut") if is_cut else counted(self.link_size, "rule")
        proved = "the fewest" if self.smallest and len(self.rules) > 2 else ""
        because = (f"{one} ({self.joined[one]})" if one in self.joined else one for one in self.reasons)
        return f"{'; '.join(because)} [{', '.join(filter(None, (number, proved, self._named)))}]"

    @property
    def _named(self) -> str:
        """``naked pair r1c1/r1c6``."""
        return " ".join(filter(None, (self.pattern, "/".join(map(cell_name, self.pattern_cells)))))

    def _split_reason(self) -> str:
        assumed = [str(case.assumed) for case in self.cases]
        is_negation = assumed[1:] == [] and len(self.conclusions) == 1
        few = self.size <= self.most
        number = counted(self.size, "rule") if few else f"at most {counted(self.link_size, 'rule')} in each"
        proved = "the fewest" if self.smallest and self.size > 2 else ""
        notes = f"[{', '.join(filter(None, (number, proved, self._named, counted(self.length, 'link'))))}]"
        if is_negation:
            return f"to suppose the opposite leads to a contradiction {notes}"
        because = f" ({'; '.join(self.rules)})" if self.rules else ""
        follows = "follows" if self.conclusions else "is a contradiction"
        return f"{' or '.join(assumed)}{because}; it {follows} in each case {notes}"

    @property
    def form(self) -> str:
        """What steps of a rule that names their place share if only cells differ; empty for others."""
        if len(self.reasons) != 1 or len(self.conclusions) != 1 or self.cuts or self._named:
            return ""
        place, label = self.conclusions[0].place, self.reasons[0]
        return _NUMBER.sub("#", str(self)) if place in _NAME.findall(label) else ""

    def lines(self, number: str = "") -> Iterator[str]:
        """The step with this number, and the links of each case, indented and numbered."""
        yield f"{number}. {self}" if number else str(self)
        for letter, case in enumerate(self.cases):
            own = f"{number}{_letter(letter)}"
            yield f"   {own}. suppose that {case.assumed}"
            for at, link in enumerate(case.links, 1):
                words = list(link.lines(f"{own}{at}"))
                if not link.conclusions:
                    words[0] = f"{own}{at}. a contradiction: {link.reason}"
                yield from (f"   {line}" for line in words)

    def __str__(self) -> str:
        return f"{self.conclusion}: {self.reason}"

    def as_json(self) -> dict[str, Any]:
        cuts = [{"graph": x.graph, "a": x.a, "z": x.z, "border": list(x.border)} for x in self.cuts]
        return {
            "conclusions": [fact.as_json() for fact in self.conclusions],
            "rules": list(self.rules),
            **({"cuts": cuts} if cuts else {}),
            **({"arguments": [one.as_json() for one in self.arguments]} if self.arguments else {}),
            **({"cases": [case.as_json() for case in self.cases]} if self.cases else {}),
            **({"lemmas": [list(lemma) for lemma in self.lemmas]} if self.lemmas else {}),
            "smallest": self.smallest,
            **({"pattern": self.pattern} if self.pattern else {}),
            **({"pattern_cells": list(map(cell_name, self.pattern_cells))} if self.pattern_cells else {}),
            **({} if self.available is None else {"available": self.available}),
            "words": str(self),
        }


_NUMBER, _NAME = re.compile(r"[0-9]+"), re.compile(r"\w+")
_FEWEST_ALIKE = 3
"""The fewest steps of one form that are one line."""
_SAID = re.compile(
    r"(?P<line>there is (?:a|no) line|(?:a|no) domino lies) (?P<where>.+)|"
    rf"(?P<place>(?:{QUOTED}|.)+?) (?P<is>is .+)"
)


def _together(facts: Iterable[str]) -> Iterator[str]:
    """The facts; three or more that say the same of different places are one phrase."""
    alike: dict[str, list[str]] = {}
    for words in facts:
        parts = _SAID.fullmatch(words)  # None where a kind has words of its own
        said, where = (
            (parts["line"] or parts["is"], parts["where"] or parts["place"]) if parts else (words, "")
        )
        alike.setdefault(said, []).append(where)
    for said, (*first, last) in alike.items():
        is_line = not said.startswith("is ")
        if len(first) < 2:
            each = (f"{said} {where}" if is_line else f"{where} {said}" for where in (*first, last))
            yield from map(str.strip, each)
        elif is_line:
            yield f"{said} {', '.join([*first, last])}"
        else:
            of = "none" if said.startswith("is not ") else "each"
            yield f"{of} of {', '.join(first)} and {last} {said.replace('is not', 'is', 1)}"


def _letter(number: int) -> str:
    """``a`` to ``z``, then numbers."""
    return chr(ord("a") + number) if number < 26 else f"-{number + 1}"


@dataclass(frozen=True, repr=False)
class Steps(Shown):
    """The steps of one puzzle.

    Attributes
    ----------
    puzzle : Problem
    steps : tuple of Step
    outcome : str
        ``solved``; ``none`` (there is no answer); ``open`` (nothing follows for the places left:
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
        """The size of the largest step; see `Step.size`."""
        return max((step.size for step in self.steps), default=0)

    @property
    def hardest_words(self) -> str:
        """The largest step, and of those with too many rules the longest, in words."""
        largest = [step for step in self.steps if step.size == self.hardest]
        longest = max(largest, key=lambda step: step.length, default=None)
        if longest is None or longest.size <= longest.most:
            return counted(self.hardest, "rule")
        links = f"{counted(longest.length, 'link')} of at most {counted(longest.link_size, 'rule')}"
        return f"more than {counted(longest.most, 'rule')}, in {links}"

    @property
    def score(self) -> float:
        """How hard the puzzle is: close to the cost of the hardest step, more if there are many such."""
        return log2(1 + sum(2**step.cost - 1 for step in self.steps))

    def lines(self) -> Iterator[str]:
        """The steps in words and numbered; several in a row that differ in cells only are one line."""
        for _, group in groupby(enumerate(self.steps, 1), key=lambda one: one[1].form or one[0]):
            alike = list(group)
            if len(alike) < _FEWEST_ALIKE:
                for number, step in alike:
                    yield from step.lines(str(number))
                continue
            said = ", ".join(_together(str(fact) for _, step in alike for fact in step.conclusions))
            rule = alike[0][1].reasons[0]
            yield f"{alike[0][0]}-{alike[-1][0]}. {said}: {rule}, and so on [1 rule each]"

    def report(self) -> Iterator[str]:
        """What ``coversat steps`` prints: the steps, the hardest one, and what is left open."""
        yield from self.lines()
        if self.steps:
            yield f"hardest step: {self.hardest_words}; {counted(len(self.steps), 'step')}"
        elif self.outcome == "solved":
            yield "no step is needed: each place has one value from the beginning"
        if self.outcome == "open":
            yield f"nothing follows for {counted(len(self.open_places), 'place')}: there are several answers"
        if self.outcome == "unknown":
            left = f", {counted(len(self.open_places), 'place')} left open" if self.open_places else ""
            yield f"UNKNOWN: stopped after {self.reason}{left}"

    def __str__(self) -> str:
        return "\n".join(self.report())

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
            "score": round(self.score, 2),
            "sizes": {str(size): number for size, number in self.sizes().items()},
            "open": list(self.open_places),
            **({"reason": self.reason} if self.reason else {}),
            "steps": [step.as_json() for step in self.steps],
        }


def facts_of(puzzle: AnyProblem, formula: RuleClauses) -> dict[int, Fact]:
    """The facts of a formula, by literals."""
    found: dict[int, Fact] = {}
    for place in formula.places:
        for value, literal in place.literals.items():
            for sign, holds in ((literal, True), (-literal, False)):
                if holds or sign not in found:
                    found[sign] = fact_of(puzzle, place, value, holds)
    return found
