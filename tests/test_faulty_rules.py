"""Rules of a published collection that were removed or repaired as wrong, made again from their descriptions.

CodingThrust/problem-reductions, issue 1006 and pull request 1052, which name them and say what is wrong.
Each is a reduction in a file, with its target defined there; the tester has to find a small counterexample.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from coversat.testing import reductions
from coversat.testing.reductions import try_reduction

HEAD = """
from collections import namedtuple
from itertools import combinations, permutations, product
claim = "many to one"
"""
THREE_PARTITION = """
source = "3-partition"

def source_instances():
    for bound in range(9, 17):
        sizes = [s for s in range(1, bound) if bound < 4 * s < 2 * bound]
        for six in product(sizes, repeat=6):
            if sum(six) == 2 * bound and list(six) == sorted(six):
                yield six

def source_answers(sizes):
    for three in combinations(range(6), 3):
        if 0 in three and 2 * sum(sizes[at] for at in three) == sum(sizes):
            yield frozenset(three)

def back(answer, sizes):
    return answer if 0 in answer else frozenset(range(6)) - answer

def splits():
    for size in range(7):
        for before in combinations(range(6), size):
            yield before, [at for at in range(6) if at not in before]
"""
CHOSEN = """
def back(answer):
    return frozenset(at for at, one in enumerate(answer) if one)
"""

RULES = {
    "Hamiltonian path to consecutive ones submatrix": (
        {"sound"},
        """
source, target = "hamiltonian path", "consecutive ones submatrix"

def forward(graph):
    return graph.vertices, graph.edges, graph.vertices - 1

def target_answers(instance):
    rows, columns, k = instance
    for chosen in combinations(columns, k):
        for order in permutations(chosen):
            places = [[at for at, edge in enumerate(order) if row in edge] for row in range(rows)]
            if all(not p or p[-1] - p[0] == len(p) - 1 for p in places):
                yield frozenset(chosen)
                break

def back(answer):
    return answer
""",
    ),
    "partition to shortest weight-constrained path": (
        {"sound"},
        """
source, target = "partition", "weight-constrained path"

def forward(instance):
    numbers, = instance
    return numbers, sum(numbers) // 2 + len(numbers)

def target_answers(instance):
    numbers, bound = instance
    for taken in product((0, 1), repeat=len(numbers)):
        if sum(1 if one else n + 1 for n, one in zip(numbers, taken)) <= bound:
            yield taken
"""
        + CHOSEN,
    ),
    "partition to sequencing within intervals": (
        {"sound"},
        """
source, target = "partition", "sequencing within intervals"

def forward(instance):
    numbers, = instance
    total = sum(numbers)
    tasks = [(0, total + 1, n) for n in numbers]
    return *tasks, (total // 2, (total + 2) // 2, 1)

def target_answers(tasks):
    def search(starts):
        if len(starts) == len(tasks):
            yield starts
            return
        first, last, length = tasks[len(starts)]
        for start in range(first, last - length + 1):
            if all(start + length <= s or s + t[2] <= start for s, t in zip(starts, tasks)):
                yield from search((*starts, start))

    return search(())

def back(answer, instance):
    half = sum(instance[0]) // 2
    return frozenset(at for at, start in enumerate(answer[:-1]) if start <= half)
""",
    ),
    "3-partition to flow shop scheduling": (
        {"carried back"},
        THREE_PARTITION
        + """
target = "flow shop"

def finished(jobs):
    ends = [0, 0, 0]
    for job in jobs:
        for machine, length in enumerate(job):
            ends[machine] = max(ends[machine], ends[machine - 1] if machine else 0) + length
    return ends[2]

def forward(sizes):
    jobs = [(s, s, s) for s in sizes]
    separator = (0, sum(sizes) + 1, 0)
    # The deadline is that of a schedule with the separator in the middle.
    return (*jobs, separator), finished((*jobs[:3], separator, *jobs[3:]))

def target_answers(instance):
    jobs, deadline = instance
    for before, after in splits():
        order = [*(jobs[at] for at in before), jobs[6], *(jobs[at] for at in after)]
        if finished(order) <= deadline:
            yield frozenset(before)
""",
    ),
    "3-partition to job shop scheduling": (
        {"sound"},
        THREE_PARTITION
        + """
target = "job shop"

def forward(sizes):
    return sizes, sum(sizes) + 1, 2 * sum(sizes) + 1

def target_answers(instance):
    # Elements need the first and then the second processor; the separator only the first.
    sizes, separator, deadline = instance
    for before, after in splits():
        first = second = 0
        jobs = [*((sizes[at], 1) for at in before), (separator, 0), *((sizes[at], 1) for at in after)]
        for length, both in jobs:
            first += length
            second = max(first, second) + length if both else second
        if max(first, second) <= deadline:
            yield frozenset(before)
""",
    ),
    "3-partition to sequencing to minimize weighted tardiness": (
        {"sound"},
        THREE_PARTITION
        + """
target = "weighted tardiness"

def forward(sizes):
    bound = sum(sizes) // 2
    return sizes, bound + 1, 2 * bound + 1

def target_answers(instance):
    # The filler ends in time if what is before it is no longer than the bound; elements are never late.
    sizes, filler, _ = instance
    for before, _ in splits():
        if sum(sizes[at] for at in before) + 1 <= filler:
            yield frozenset(before)
""",
    ),
    "exact cover to solutions of linear equations of minimum weight": (
        {"carried back"},
        """
source, target = "exact cover", "linear equations"

def forward(instance):
    return instance

def target_answers(instance):
    # In halves; the number of nonzero values is not bounded.
    elements, sets = instance
    for values in product((0, 1, 2), repeat=len(sets)):
        sums = [sum(v for v, one in zip(values, sets) if e in one) for e in range(elements)]
        if all(total == 2 for total in sums):
            yield values
"""
        + CHOSEN,
    ),
    "subset sum to capacity assignment": (
        {"sound"},
        """
source, target = "subset sum", "capacity assignment"

def forward(instance):
    numbers, goal = instance
    return numbers, max(sum(numbers) - goal, 0)

def target_answers(instance):
    # A link that is not chosen has a delay; the cost of those chosen is only minimized.
    numbers, delay = instance
    for chosen in product((0, 1), repeat=len(numbers)):
        if sum(n for n, one in zip(numbers, chosen) if not one) <= delay:
            yield chosen
"""
        + CHOSEN,
    ),
    "satisfiability to circuit satisfiability": (
        {"carried back"},
        """
source, target = "sat", "circuit"

def forward(instance):
    return instance.clauses

def target_answers(clauses):
    # Variables in no clause are not in the circuit.
    names = sorted({abs(x) for clause in clauses for x in clause})
    for values in product((False, True), repeat=len(names)):
        held = dict(zip(names, values))
        if all(any(held[abs(x)] == (x > 0) for x in clause) for clause in clauses):
            yield tuple(held.items())

def back(answer, instance):
    held = dict(answer)
    return tuple(held[at] for at in range(1, instance.variables + 1))
""",
    ),
    "circuit satisfiability to spin glass: its size": (
        {"size"},
        """
source, target = "sat", "spin glass"
Glass = namedtuple("Glass", "spins clauses")

def sizes(instance):
    return {"spins": instance.variables + len(instance.clauses)}

def forward(instance):
    # A gate of two inputs each: its size grows with the variables of an assignment.
    gates = sum(max(len(clause) - 1, 1) for clause in instance.clauses)
    return Glass(instance.variables + gates, instance.clauses)

def target_answers(glass):
    count = max((abs(x) for clause in glass.clauses for x in clause), default=0)
    for values in product((False, True), repeat=count):
        if all(any(values[abs(x) - 1] == (x > 0) for x in clause) for clause in glass.clauses):
            yield values

def back(answer, instance):
    return (*answer, *(False,) * (instance.variables - len(answer)))
""",
    ),
    "spin glass to max cut: its size": (
        {"size"},
        """
source, target = "spin glass", "max cut"
Cut = namedtuple("Cut", "vertices edges most")

def source_instances():
    for count in (1, 2, 3):
        pairs = list(combinations(range(count), 2))
        for couplings in product((-1, 0, 1), repeat=len(pairs)):
            for fields in product((0, 1), repeat=count):
                for bound in range(-3, 2):
                    joined = tuple((p, j) for p, j in zip(pairs, couplings) if j)
                    yield count, joined, fields, bound

def energy(spins, joined, fields):
    return sum(j * spins[a] * spins[b] for (a, b), j in joined) + sum(h * s for h, s in zip(fields, spins))

def source_answers(instance):
    count, joined, fields, bound = instance
    for spins in product((-1, 1), repeat=count):
        if energy(spins, joined, fields) <= bound:
            yield spins

def sizes(instance):
    return {"edges": len(instance[1])}

def forward(instance):
    # A field is an edge to one more vertex, which the claim forgets.
    count, joined, fields, bound = instance
    edges = (*joined, *(((at, count), h) for at, h in enumerate(fields) if h))
    return Cut(count + 1, edges, sum(weight for _, weight in edges) - bound)

def target_answers(cut):
    for sides in product((-1, 1), repeat=cut.vertices - 1):
        all_sides = (*sides, 1)
        if 2 * sum(w for (a, b), w in cut.edges if all_sides[a] != all_sides[b]) >= cut.most:
            yield sides

def back(answer):
    return answer
""",
    ),
    "vertex cover to ensemble computation: what is carried back": (
        {"carried back"},
        """
source, target = "vertex cover", "ensemble computation"

def forward(instance):
    vertices, edges, k = instance
    return vertices, edges, k + len(edges)

def target_answers(instance):
    # Steps unite two disjoint sets; vertex `vertices` is the one more that each wanted set has.
    vertices, edges, steps = instance
    wanted = {frozenset((vertices, *edge)) for edge in edges}
    single = [frozenset((one,)) for one in range(vertices + 1)]

    def search(made, known):
        if len(made) == steps:
            if wanted <= set(known):
                yield tuple(made)
            return
        for one, other in combinations(range(len(known)), 2):
            if not known[one] & known[other]:
                yield from search([*made, (one, other)], [*known, known[one] | known[other]])

    return search([], single)

def back(answer, instance):
    # Of all steps, those after the last wanted set included.
    return {one for step in answer for one in step if one < instance.vertices}
""",
    ),
    "independent set to a subdivided graph: what is carried back": (
        {"carried back"},
        """
source = target = "independent set"

def forward(instance):
    vertices, edges, k = instance
    new, number = [], vertices
    for a, b in edges:
        new += [(a, number), (number, number + 1), (number + 1, b)]
        number += 2
    return number, new, k + len(edges)

def back(answer, instance):
    # Both ends of an edge may be chosen, instead of a vertex between them.
    return {one for one in answer if one < instance.vertices}
""",
    ),
}
"""For each its properties that fail."""


@pytest.mark.parametrize("name", RULES)
def test_faulty_rules_are_caught(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reductions, "RANDOM", 0)
    monkeypatch.setattr(reductions, "MORE", 10)
    properties, text = RULES[name]
    file = tmp_path / "rule.py"
    file.write_text(HEAD + text)
    trial = try_reduction(str(file))
    assert not trial.stopped, trial.stopped
    assert not trial.is_right
    found = {one.what: one for one in trial.found}
    assert properties <= found.keys(), trial
    for what in properties:
        before = found[what].before
        if "vertices = " in before:
            assert int(re.findall(r"vertices = (\d+)", before)[0]) <= 6
        elif "numbers = " in before:
            assert before.partition("numbers = ")[2].partition(")")[0].count(",") <= 4
