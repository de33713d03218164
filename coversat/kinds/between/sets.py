"""Reductions between problems of sets and of numbers; see the package."""

from __future__ import annotations

from collections.abc import Sequence

from ...base.errors import ReductionError
from ...reductions.reduction import EXACT, MANY
from ..graphs import IndependentSet
from ..numbers import Partition, SubsetSum
from ..sets import HittingSet, Matching3D, SetCover, SetPacking
from .table import Drawing, TargetInstance, between


@between("setpacking", "independentset", EXACT, "GJ SP3")
def set_packing_to_independent_set(problem: SetPacking) -> TargetInstance:
    """Sets with a common element are joined."""
    drawn = Drawing(problem.set_names)
    for sets in problem.holding:
        drawn.all_joined([problem.set_names[at] for at in sets])
    return TargetInstance(IndependentSet(drawn.graph(), problem.k))


@between("hittingset", "setcover", EXACT, "GJ SP8")
def hitting_set_to_set_cover(problem: HittingSet) -> TargetInstance:
    """An element is the set of the sets that contain it."""
    return TargetInstance(SetCover(problem.set_names, problem.holding, problem.k, problem.members))


@between("setcover", "hittingset", EXACT, "GJ SP8")
def set_cover_to_hitting_set(problem: SetCover) -> TargetInstance:
    """An element is the set of the sets that contain it."""
    return TargetInstance(HittingSet(problem.set_names, problem.holding, problem.k, problem.members))


@between("matching3d", "setpacking", EXACT, "Karp")
def matching_3d_to_set_packing(problem: Matching3D) -> TargetInstance:
    """A triple is a set of three elements, and n are chosen."""
    members = tuple(f"{side}{number}" for side in "xyz" for number in range(1, problem.n + 1))
    sets = tuple(tuple(n - 1 + side * problem.n for side, n in enumerate(one)) for one in problem.triples)
    if not sets:  # a set more, and two are too many
        return TargetInstance(SetPacking(members, ((),), 2))
    return TargetInstance(SetPacking(members, sets, problem.n))


LARGEST_NUMBER = 10**17


def subset_sum(rows: Sequence[Sequence[int]], sums: Sequence[int], base: int) -> SubsetSum:
    """Numbers of given digits, of which some columns add up to given sums without a carry."""

    def number(digits: Sequence[int]) -> int:
        found = 0
        for digit in digits:
            found = found * base + digit
        return found

    if base ** len(sums) > LARGEST_NUMBER:
        raise ReductionError(f"there would be numbers of {len(sums)} digits in base {base}")
    return SubsetSum(tuple(map(number, rows)), number(sums))


@between("matching3d", "subsetsum", EXACT, "Karp")
def matching_3d_to_subset_sum(problem: Matching3D) -> TargetInstance:
    """A triple is a number with three digits 1; no sum has a carry."""
    width = 3 * problem.n
    rows = [
        [int(at in {n - 1 + side * problem.n for side, n in enumerate(one)}) for at in range(width)]
        for one in problem.triples
    ]
    if not rows:
        return TargetInstance(SubsetSum((1,), 2))
    return TargetInstance(subset_sum(rows, [1] * width, len(rows) + 1))


@between("partition", "subsetsum", EXACT, "GJ SP13")
def partition_to_subset_sum(problem: Partition) -> TargetInstance:
    """Half of the sum is the target."""
    half, rest = divmod(sum(problem.numbers), 2)
    return TargetInstance(SubsetSum(problem.numbers, 2 * half + 2 if rest else half))


@between("subsetsum", "partition", MANY, "Karp")
def subset_sum_to_partition(problem: SubsetSum) -> TargetInstance:
    """Two large numbers make both parts equal."""
    total, count = sum(problem.numbers), len(problem.numbers)
    if problem.target > total:
        return TargetInstance(Partition((1, 2)), back=lambda answer: answer[:1] * count)
    numbers = (*problem.numbers, 2 * total - problem.target, total + problem.target)

    def back(answer: Sequence[int]) -> tuple[int, ...]:
        """The numbers on the side of the first large one."""
        return tuple(int(value == answer[count]) for value in answer[:count])

    return TargetInstance(Partition(numbers), back=back)
