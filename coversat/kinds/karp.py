"""Problems of sets, of clauses and of numbers, most of which are in Karp's list.

Karp, "Reducibility among combinatorial problems", 1972; Schaefer, "The complexity of satisfiability
problems", 1978, for clauses that are not all equal or one in three; Garey and Johnson, "Computers and
Intractability", 1979.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any, ClassVar, Self

from ..errors import ReductionError
from ..language import Count, Sum, Table
from ..language.models import Rule
from ..problems.elements import NOTHING, ElementProblem, Lines, Values, answer_tokens
from ..problems.graph import check_names, name_fault
from ..problems.text import Token
from ..wording import counted

ELEMENTS = "elements:"
"""The first word of a line that lists elements."""


LARGEST = 100_000
"""The most elements that a text may have without naming them."""


@dataclass(frozen=True)
class SetProblem(ElementProblem):
    """A problem of some sets and a number k.

    Attributes
    ----------
    members : tuple of str
        The names of the elements.
    sets : tuple of tuples of positions
    k : int
    set_names : tuple of str
        The numbers of the sets, from 1, if empty.
    """

    members: tuple[str, ...]
    sets: tuple[tuple[int, ...], ...]
    k: int
    set_names: tuple[str, ...] = ()

    heading: ClassVar[tuple[str, ...]] = ("k",)
    place_words: ClassVar[str] = "sets"
    body_words: ClassVar[str] = "a set a line: 'a b c', or 'NAME: a b c'"

    def __post_init__(self) -> None:
        sets = tuple(tuple(sorted(one)) for one in self.sets)
        object.__setattr__(self, "sets", sets)
        if not self.set_names:
            object.__setattr__(self, "set_names", tuple(map(str, range(1, len(sets) + 1))))
        check_names(self.members, "element")
        check_names(self.set_names, "set")
        if not self.names or len(self.set_names) != len(sets):
            raise ValueError("there must be an element to choose, and a name for each set")
        for name, one in zip(self.set_names, sets, strict=True):
            if len(set(one)) < len(one) or any(not 0 <= at < len(self.members) for at in one):
                raise ValueError(f"the set {name} has an element twice, or one that does not exist")
        super().__post_init__()

    @property
    def names(self) -> tuple[str, ...]:
        return self.set_names

    @cached_property
    def holding(self) -> tuple[tuple[int, ...], ...]:
        """The sets that contain each element."""
        found: list[list[int]] = [[] for _ in self.members]
        for number, one in enumerate(self.sets):
            for at in one:
                found[at].append(number)
        return tuple(map(tuple, found))

    @classmethod
    def read_body(cls, lines: Lines, head: Mapping[str, int]) -> Self:
        place: dict[str, int] = {}
        sets: dict[str, tuple[int, ...]] = {}
        for tokens in lines:
            name = tokens[0].text.removesuffix(":")
            named = tokens[0].text.endswith(":")
            those: dict[int, None] = {}
            for token in tokens[named:]:
                if fault := name_fault(token.text):
                    raise token.error(f"the name of an element ({fault})")
                if place.setdefault(token.text, len(place)) in those:
                    raise token.error("each element once in a set")
                those[place[token.text]] = None
            if tokens[0].text != ELEMENTS:
                name = name if named else str(len(sets) + 1)
                if name_fault(name) or name in sets:
                    raise tokens[0].error("another name for the set", repr(name))
                sets[name] = tuple(those)
        return cls(tuple(place), tuple(sets.values()), head["k"], tuple(sets))

    def body(self) -> Iterable[str]:
        met = dict.fromkeys(at for one in self.sets for at in one)
        if list(met) != list(range(len(self.members))):
            yield " ".join([ELEMENTS, *self.members])
        for number, (name, one) in enumerate(zip(self.set_names, self.sets, strict=True), 1):
            head = [] if name == str(number) and one else [f"{name}:"]
            yield " ".join([*head, *(self.members[at] for at in one)])


class SetPacking(SetProblem):
    """At least k of the sets, no two with a common element."""

    def model(self) -> Iterator[Rule]:
        for name, sets in zip(self.members, self.holding, strict=True):
            if len(sets) > 1:
                yield Rule(f"{name} at most once", Count(self.at(*sets), (1,), (0, 1)))
        yield from self.number_rule(self.k, least=True)

    def wrong(self, values: Sequence[int]) -> Iterator[str]:
        times = Counter(at for number in self.chosen(values) for at in self.sets[number])
        yield from (f"{self.members[at]} is in {n} chosen sets" for at, n in times.items() if n > 1)
        yield from self.number_wrong(values, self.k, least=True)


class SetCover(SetProblem):
    """At most k of the sets, which together contain every element."""

    def model(self) -> Iterator[Rule]:
        for name, sets in zip(self.members, self.holding, strict=True):
            yield Rule(f"{name} is covered", Count(self.at(*sets), (1,), range(1, len(sets) + 1)))
        yield from self.number_rule(self.k, least=False)

    def wrong(self, values: Sequence[int]) -> Iterator[str]:
        covered = {at for number in self.chosen(values) for at in self.sets[number]}
        for at, name in enumerate(self.members):
            if at not in covered:
                yield f"{name} is in no chosen set"
        yield from self.number_wrong(values, self.k, least=False)


class HittingSet(SetProblem):
    """At most k elements, at least one of each set."""

    place_words = "elements"

    @property
    def names(self) -> tuple[str, ...]:
        return self.members

    def model(self) -> Iterator[Rule]:
        for number, one in enumerate(self.sets):
            words = f"set {self.set_names[number]} is hit"
            yield Rule(words, Count(self.at(*one), (1,), range(1, len(one) + 1)), number)
        yield from self.number_rule(self.k, least=False)

    def wrong(self, values: Sequence[int]) -> Iterator[str]:
        for name, one in zip(self.set_names, self.sets, strict=True):
            if not any(values[at] for at in one):
                yield f"no element of set {name} is chosen"
        yield from self.number_wrong(values, self.k, least=False)

    def given_names(self) -> tuple[str, ...]:
        return tuple(f"set {name}" for name in self.set_names)

    def given_cells(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        return tuple(tuple((0, at) for at in one) for one in self.sets)

    def with_givens(self, keep: Collection[int]) -> Self:
        kept = [at for at in range(len(self.sets)) if at in keep]
        sets = tuple(self.sets[at] for at in kept)
        return replace(self, sets=sets, set_names=tuple(self.set_names[at] for at in kept))


@dataclass(frozen=True)
class Matching3D(ElementProblem):
    """Some of the triples, so that each x, each y and each z of 1 to n is in exactly one."""

    n: int
    triples: tuple[tuple[int, int, int], ...]

    heading: ClassVar[tuple[str, ...]] = ("n",)
    place_words: ClassVar[str] = "triples"
    body_words: ClassVar[str] = "a triple of numbers from 1 to N a line"
    may_be_empty: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if not 1 <= self.n <= LARGEST:
            raise ValueError(f"n is {self.n}, and not from 1 to {LARGEST}")
        if len(set(self.triples)) < len(self.triples):
            raise ValueError("a triple occurs twice")
        for triple in self.triples:
            if len(triple) != 3 or any(not 1 <= one <= self.n for one in triple):
                raise ValueError(f"{triple} are not three numbers from 1 to {self.n}")
        super().__post_init__()

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(f"{x}/{y}/{z}" for x, y, z in self.triples)

    def model(self) -> Iterator[Rule]:
        for side, name in enumerate("xyz"):
            for number in range(1, self.n + 1):
                those = [at for at, triple in enumerate(self.triples) if triple[side] == number]
                yield Rule(f"{name} {number} in one triple", Count(self.at(*those), (1,), (1,)))

    def wrong(self, values: Sequence[int]) -> Iterator[str]:
        for side, name in enumerate("xyz"):
            times = Counter(self.triples[at][side] for at in self.chosen(values))
            for number in range(1, self.n + 1):
                if times[number] != 1:
                    yield f"{name} {number} is in {times[number]} chosen triples"

    @classmethod
    def read_body(cls, lines: Lines, head: Mapping[str, int]) -> Self:
        triples: dict[tuple[int, ...], None] = {}
        for tokens in lines:
            if len(tokens) != 3:
                raise tokens[min(len(tokens) - 1, 3)].error("three numbers", f"{len(tokens)} words")
            triple = tuple(token.integer(1, head["n"], "a number") for token in tokens)
            if triple in triples:
                raise tokens[0].error("each triple once")
            triples[triple] = None
        return cls(head["n"], tuple(triples))  # type: ignore[arg-type]

    def body(self) -> Iterable[str]:
        return (" ".join(map(str, triple)) for triple in self.triples)


Clause = tuple[int, ...]


@dataclass(frozen=True)
class ClauseProblem(ElementProblem):
    """Values of variables such that each clause of up to three literals has a right number of true ones."""

    count: int
    clauses: tuple[Clause, ...]

    heading: ClassVar[tuple[str, ...]] = ("count",)
    place_words: ClassVar[str] = "variables"
    body_words: ClassVar[str] = "a clause a line, such as '1 -2 3', or DIMACS"
    may_be_empty: ClassVar[bool] = True
    wrong_words: ClassVar[str]

    @staticmethod
    @abstractmethod
    def wanted(length: int, true: int) -> bool:
        """Whether a clause of a length may have this number of true literals."""

    def __post_init__(self) -> None:
        if not 1 <= self.count <= LARGEST:
            raise ValueError(f"the number of variables is not from 1 to {LARGEST}")
        for clause in self.clauses:
            if len(clause) > 3 or any(not 1 <= abs(literal) <= self.count for literal in clause):
                raise ValueError(f"{clause} is no clause of up to three of {self.count} variables")
        super().__post_init__()

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(f"x{variable}" for variable in range(1, self.count + 1))

    def model(self) -> Iterator[Rule]:
        for number, clause in enumerate(self.clauses):
            variables = sorted(set(map(abs, clause)))
            rows = [
                row
                for row in product((0, 1), repeat=len(variables))
                if self._holds(clause, dict(zip(variables, row, strict=True)))
            ]
            table = Table(self.at(*(variable - 1 for variable in variables)), tuple(rows))
            name = f"clause{','.join(map(str, clause))}"
            yield Rule(self._clause_words(number), table, number, name)

    def _holds(self, clause: Clause, values: Mapping[int, int]) -> bool:
        return self.wanted(len(clause), sum(values[abs(x)] == (x > 0) for x in clause))

    def _clause_words(self, number: int) -> str:
        return f"clause {' '.join(map(str, self.clauses[number])) or 'without literals'}"

    def wrong(self, values: Sequence[int]) -> Iterator[str]:
        true = {at + 1 if value else -at - 1 for at, value in enumerate(values)}
        for number, clause in enumerate(self.clauses):
            if not self.wanted(len(clause), len([x for x in clause if x in true])):
                yield f"{self._clause_words(number)} {self.wrong_words}"

    @classmethod
    def read_body(cls, lines: Lines, head: Mapping[str, int]) -> Self:
        rows = [tokens for tokens in lines if tokens[0].text != "c"]
        stated = None
        if rows and rows[0][0].text == "p":
            header = rows.pop(0)
            if len(header) != 4 or header[1].text != "cnf":
                raise header[min(1, len(header) - 1)].error(
                    "'p cnf', the numbers of variables and of clauses"
                )
            header[2].integer(head["count"], head["count"], "the number of variables")
            stated = header[3]
        clauses = tuple(cls._clause(tokens, head["count"]) for tokens in rows)
        if stated is not None and stated.text != str(len(clauses)):
            raise stated.error(f"{counted(len(clauses), 'clause')}, as there are below")
        return cls(head["count"], clauses)

    @staticmethod
    def _clause(tokens: Sequence[Token], count: int) -> Clause:
        literals = tokens[:-1] if tokens[-1].text == "0" else tokens
        for token in literals:
            if token.text == "0":
                raise token.error("one clause a line")
            token.integer(-count, count, "a literal")
        if len(literals) > 3:
            raise literals[3].error("the end of the clause after three literals")
        return tuple(int(token.text) for token in literals)

    def body(self) -> Iterable[str]:
        return (" ".join(map(str, clause)) or "0" for clause in self.clauses)

    def render(self, answer: Values | None = None) -> str:
        """A literal for each variable: ``1 -2 3``."""
        if answer is None:
            return super().render()
        return " ".join(str(at if value else -at) for at, value in enumerate(answer, 1))

    def parse_answer(self, text: str) -> Values:
        """A literal for each variable, in any order."""
        held: dict[int, int] = {}
        tokens = answer_tokens(text)
        for token in tokens:
            literal = token.integer(-self.count, self.count, "a literal")
            if not literal or abs(literal) in held:
                raise token.error("each variable once")
            held[abs(literal)] = int(literal > 0)
        if len(held) < self.count:
            missing = next(at for at in range(1, self.count + 1) if at not in held)
            last = tokens[-1] if tokens else Token(NOTHING, 1, 1)
            raise last.part(len(last.text)).error(f"a literal of variable {missing}", "the end of the answer")
        return tuple(held[at] for at in range(1, self.count + 1))

    def given_names(self) -> tuple[str, ...]:
        return tuple(map(self._clause_words, range(len(self.clauses))))

    def given_cells(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        return tuple(tuple((0, abs(x) - 1) for x in clause) for clause in self.clauses)

    def with_givens(self, keep: Collection[int]) -> Self:
        clauses = tuple(clause for at, clause in enumerate(self.clauses) if at in keep)
        return replace(self, clauses=clauses)


class ThreeSat(ClauseProblem):
    """A true literal in each clause of up to three."""

    kind = "3sat"
    wrong_words = "has no true literal"

    @staticmethod
    def wanted(length: int, true: int) -> bool:
        return true > 0


class NaeSat(ClauseProblem):
    """A true and a false literal in each clause of up to three."""

    wrong_words = "has equal literals only"

    @staticmethod
    def wanted(length: int, true: int) -> bool:
        return 0 < true < length


class OneInThreeSat(ClauseProblem):
    """Exactly one true literal in each clause of up to three."""

    kind = "1in3sat"
    wrong_words = "has not exactly one true literal"

    @staticmethod
    def wanted(length: int, true: int) -> bool:
        return true == 1


MOST_SUMS = 300_000
"""The most different sums of some of the numbers that a formula has variables for."""


@dataclass(frozen=True)
class NumberProblem(ElementProblem):
    """Some of the numbers, with a given sum."""

    numbers: tuple[int, ...]

    place_words: ClassVar[str] = "numbers"
    body_words: ClassVar[str] = "numbers"
    encoding_names: ClassVar[tuple[str, ...]] = ("mixed", "mdd", "totalizer", "order", "cover")

    def __post_init__(self) -> None:
        if not self.numbers or min(self.numbers) < 1:
            raise ValueError("there must be at least one number, all of them from 1 on")
        super().__post_init__()

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The numbers; the second 5 is ``5#2``."""
        times: Counter[int] = Counter()
        found = []
        for number in self.numbers:
            times[number] += 1
            found.append(str(number) if times[number] == 1 else f"{number}#{times[number]}")
        return tuple(found)

    def sum_rule(self, total: int, words: str) -> Rule:
        if min(2 ** len(self.numbers), total) > MOST_SUMS:
            raise ReductionError(f"the numbers have too many sums up to {total} for a formula")
        terms = zip(self.numbers, self.variables, strict=True)
        return Rule(words, Sum(tuple(terms), (total,)))

    def sum_wrong(self, values: Sequence[int], total: int) -> Iterator[str]:
        found = sum(self.numbers[at] for at in self.chosen(values))
        if found != total:
            yield f"the chosen numbers add up to {found}, and not to {total}"

    @classmethod
    def read_body(cls, lines: Lines, head: Mapping[str, int]) -> Self:
        tokens = [token for line in lines for token in line]
        return cls(tuple(token.integer(1, 10**17, "a number") for token in tokens), **dict[str, Any](head))

    def body(self) -> Iterable[str]:
        yield " ".join(map(str, self.numbers))


@dataclass(frozen=True)
class SubsetSum(NumberProblem):
    """Some of the numbers, whose sum is the target."""

    target: int

    heading: ClassVar[tuple[str, ...]] = ("target",)

    def model(self) -> Iterator[Rule]:
        yield self.sum_rule(self.target, f"a sum of {self.target}")

    def wrong(self, values: Sequence[int]) -> Iterator[str]:
        return self.sum_wrong(values, self.target)


class Partition(NumberProblem):
    """Some of the numbers, whose sum is that of the others."""

    def model(self) -> Iterator[Rule]:
        half, rest = divmod(sum(self.numbers), 2)
        if rest:
            yield Rule("an even sum", Count((), (), (1,)))
        else:
            yield self.sum_rule(half, "equal sums")

    def wrong(self, values: Sequence[int]) -> Iterator[str]:
        chosen = sum(self.numbers[at] for at in self.chosen(values))
        if 2 * chosen != sum(self.numbers):
            yield f"the chosen numbers add up to {chosen}, and the others to {sum(self.numbers) - chosen}"
