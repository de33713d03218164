"""Problems of sets: packing, covering, hitting, and matching in three dimensions.

Karp, "Reducibility among combinatorial problems", 1972.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Self

from ..primitives import Count
from ..primitives.models import Rule
from ..problems.elements import ElementProblem, Lines
from ..problems.graph import COMMENTS, check_names, is_plain, may_be_header, name_fault, strange_word
from ..problems.graph_texts import is_dimacs, remarks
from ..problems.text import Token

ELEMENTS = "elements:"
"""The first word of a line that lists elements."""


LARGEST = 100_000
"""The most elements that a text may have without naming them."""


@dataclass(frozen=True)
class SetProblem(ElementProblem):
    """A problem of some sets and a number k.

    * members: the names of the elements.
    * sets (tuple of tuples of positions)
    * set_names: the numbers of the sets, from 1, if empty.
    """

    members: tuple[str, ...]
    sets: tuple[tuple[int, ...], ...]
    k: int
    set_names: tuple[str, ...] = ()

    heading: ClassVar[tuple[str, ...]] = ("k",)
    remarks = staticmethod(remarks)
    place_words: ClassVar[str] = "sets"
    body_words: ClassVar[str] = "a set a line: 'a b c', or 'NAME: a b c'"

    def __post_init__(self) -> None:
        sets = tuple(tuple(sorted(one)) for one in self.sets)
        object.__setattr__(self, "sets", sets)
        if not self.set_names:
            object.__setattr__(self, "set_names", tuple(map(str, range(1, len(sets) + 1))))
        check_names(self.members, "element")
        check_names(self.set_names, "set")
        if len(self.set_names) != len(sets):
            raise ValueError("there must be a name for each set")
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
        rows = [tokens for tokens in lines if not tokens[0].text.startswith(COMMENTS)]
        place: dict[str, int] = {}
        sets: dict[str, tuple[int, ...]] = {}
        header: Sequence[Token] = ()
        if not any(tokens[0].text == ELEMENTS for tokens in rows):
            if rows and is_dimacs(rows):
                header, *rows = [tokens for tokens in rows if tokens[0].text != "c"]
                place = cls._numbered(header, len(rows))
            else:
                _refuse_headers(rows)
        for tokens in rows:
            name = tokens[0].text.removesuffix(":")
            named = tokens[0].text.endswith(":")
            those: dict[int, None] = {}
            for token in tokens[named:]:
                if token.text not in place:
                    fault = name_fault(token.text)
                    if header or fault or (tokens[0].text != ELEMENTS and not is_plain(token.text)):
                        raise token.error(f"the name of an element ({fault or _NAMES})")
                if place.setdefault(token.text, len(place)) in those:
                    raise token.error("each element once in a set")
                those[place[token.text]] = None
            if tokens[0].text != ELEMENTS:
                name = name if named else str(len(sets) + 1)
                if name_fault(name) or name in sets:
                    raise tokens[0].error("another name for the set", repr(name))
                sets[name] = tuple(those)
        found = cls(tuple(place), tuple(sets.values()), head["k"], tuple(sets))
        if not found.names:
            raise ValueError(f"there are no {cls.place_words} to choose")
        return found

    def body(self) -> Iterable[str]:
        numbers = tuple(str(number) for number in range(1, len(self.sets) + 1))
        is_numbered = self.set_names == numbers and all(self.sets)
        rows = []
        for name, one in zip(self.set_names, self.sets, strict=True):
            rows.append([*([] if is_numbered else [f"{name}:"]), *(self.members[at] for at in one)])
        met = dict.fromkeys(self.members[at] for one in self.sets for at in one)
        words = [word for row in rows for word in row]
        doubtful = rows and (may_be_header(rows) or strange_word(rows) or _has_costs(words))
        if (*met,) != self.members or not all(map(is_plain, met)) or doubtful or "p" in met:
            yield " ".join([ELEMENTS, *self.members])
        yield from map(" ".join, rows)

    @staticmethod
    def _numbered(header: Sequence[Token], count: int) -> dict[str, int]:
        """The elements that ``p hs N M`` states, as in the PACE challenge."""
        if [token.text for token in header[:2]] != ["p", "hs"] or len(header) != 4:
            raise header[0].error("'p hs', the number of elements and that of sets")
        header[3].integer(count, count, "the number of sets, as there are below,")
        return {str(at + 1): at for at in range(header[2].integer(1, LARGEST, "the number of elements"))}


_NAMES = f"it has letters, digits, '_', '.' and ':', or is listed after '{ELEMENTS}'"


def _refuse_headers(rows: Lines) -> None:
    """Raise `ParseError` if the first row may be no set, or if only some sets have names."""
    words = [[token.text for token in tokens] for tokens in rows]
    named = [row[0].endswith(":") for row in words]
    if any(named) and not all(named):
        raise rows[named.index(False)][0].error("a name and ':' first, as of other sets")
    if not words:
        return
    expected = f"a set, or '{ELEMENTS}' and the names of all elements above it"
    if not any(named) and may_be_header(words):
        found = "two sizes" if words[0][0].isdecimal() else "names of columns"
        raise rows[0][0].error(expected, f"what may be {found}")
    if word := strange_word(words):
        raise next(token for row in rows for token in row if token.text == word).error(expected)
    if _has_costs([word for row in words for word in row]):
        raise rows[0][0].error(expected, "sets with costs, as in OR-Library, which are not read")


def _has_costs(words: Sequence[str]) -> bool:
    """Whether these are M, N, N costs, and M times a number and so many columns."""
    if len(words) < 4 or not all(word.isdecimal() and len(word) < 10 for word in words):
        return False
    rows, at = int(words[0]), 2 + int(words[1])
    while rows and at < len(words):
        rows, at = rows - 1, at + 1 + int(words[at])
    return rows == 0 and at == len(words)


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
