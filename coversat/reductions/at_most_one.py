"""At-most-one: six encodings of the rule that no two of some literals are true.

Each encoding is a function of the literals and of a source of fresh auxiliary variables, and yields
clauses.  Whatever the literals, the clauses can be satisfied exactly when at most one is true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, count, pairwise
from math import comb, isqrt
from typing import NamedTuple

from ..problems.cnf.rules import Clause

Fresh = Callable[[], int]
"""Makes a new variable and returns it."""
AtMostOneClauses = Callable[[Sequence[int], Fresh], Iterator[Clause]]

GROUP = 3
"""The commander encoding's group size; Klieber and Kwon found three the best."""
SMALL = 4
"""Up to this number of literals the product encoding is pairwise: a product would not be shorter."""


class AtMostOne(NamedTuple):
    """An encoding, and whether it keeps the number of models (each auxiliary variable determined)."""

    name: str
    about: str
    clauses: AtMostOneClauses
    parsimonious: bool

    def size(self, literals: int) -> tuple[int, int]:
        """The numbers of clauses and of auxiliary variables for this number of literals."""
        return _size(self.clauses, literals)


@lru_cache
def _size(clauses: AtMostOneClauses, literals: int) -> tuple[int, int]:
    if clauses is at_most_one_pairwise:
        return comb(literals, 2), 0
    auxiliary = count(literals + 1)
    size = sum(1 for _ in clauses(range(1, literals + 1), auxiliary.__next__))
    return size, next(auxiliary) - literals - 1


def at_most_one_pairwise(literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """A clause for each two literals: n(n-1)/2 clauses, no auxiliary variable."""
    return combinations([-literal for literal in literals], 2)


def at_most_one_sequential(literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """Sinz, CP 2005: s[i] is forced when one of the first i literals is true; 3n-4 clauses."""
    if len(literals) < 2:
        return
    before = fresh()
    yield (-literals[0], before)
    for literal in literals[1:-1]:
        here = fresh()
        yield (-literal, -before)
        yield (-literal, here)
        yield (-before, here)
        before = here
    yield (-literals[-1], -before)


def at_most_one_product(literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """Chen, ModRef 2010: literals on a rectangle; at most one line and one file of it is in use."""
    if len(literals) <= SMALL:
        yield from at_most_one_pairwise(literals, fresh)
        return
    width = isqrt(len(literals) - 1) + 1
    lines = [literals[at : at + width] for at in range(0, len(literals), width)]
    line_used = [fresh() for _ in lines]
    file_used = [fresh() for _ in range(width)]
    yield from at_most_one_product(line_used, fresh)
    yield from at_most_one_product(file_used, fresh)
    for used, line in zip(line_used, lines, strict=True):
        for literal, file in zip(line, file_used, strict=False):
            yield (-literal, used)
            yield (-literal, file)


def at_most_one_commander(literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """Klieber and Kwon, CFV 2007: groups of three, each with a commander that is forced by any of them."""
    if len(literals) <= GROUP + 1:
        yield from at_most_one_pairwise(literals, fresh)
        return
    commanders = []
    for at in range(0, len(literals), GROUP):
        group = literals[at : at + GROUP]
        commander = fresh()
        yield from at_most_one_pairwise(group, fresh)
        for literal in group:
            yield (-literal, commander)
        commanders.append(commander)
    yield from at_most_one_commander(commanders, fresh)


def at_most_one_bitwise(literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """Frisch and Peugniez, IJCAI 2001: a true literal spells its own place in binary."""
    if len(literals) < 2:
        return
    bits = [fresh() for _ in range((len(literals) - 1).bit_length())]
    for place, literal in enumerate(literals):
        for weight, bit in enumerate(bits):
            yield (-literal, bit if place >> weight & 1 else -bit)


def at_most_one_ladder(literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """Gent and Nightingale, 2004: the i-th literal is where the ladder ends.

    The rungs are true up to some height, 0 when no literal is true; so they are determined.
    """
    if len(literals) < 2:
        return
    rungs = [fresh() for _ in literals]
    for lower, upper in pairwise(rungs):
        yield (-upper, lower)
    for literal, lower, upper in zip(literals, rungs, rungs[1:], strict=False):
        yield (-literal, lower)
        yield (-literal, -upper)
        yield (literal, -lower, upper)
    yield (-literals[-1], rungs[-1])
    yield (literals[-1], -rungs[-1])


PAIRWISE = AtMostOne("pairwise", "a clause for each two literals", at_most_one_pairwise, True)
LADDER = AtMostOne("ladder", "Gent and Nightingale's ladder", at_most_one_ladder, True)
AT_MOST_ONE = (
    AtMostOne("product", "Chen's rectangle", at_most_one_product, False),
    PAIRWISE,
    AtMostOne("sequential", "Sinz's counter", at_most_one_sequential, False),
    AtMostOne("commander", "Klieber and Kwon's groups of three", at_most_one_commander, False),
    AtMostOne("bitwise", "the place of the true literal in binary", at_most_one_bitwise, False),
    LADDER,
)
"""Every encoding."""
