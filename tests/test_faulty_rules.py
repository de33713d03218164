"""Rules of a published collection that were removed or repaired as wrong, made again from their descriptions.

CodingThrust/problem-reductions, issue 1006 and pull request 1052, which name them and say what is wrong.
Each is a reduction in a file, with its target defined there; the tester has to find a small counterexample.
All are built as described but that to a subdivided graph, which stands for one to a part of a lattice whose
answers were carried back in the same way.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from each import each

from coversat.setters.testing import reductions
from coversat.setters.testing.reductions import try_reduction

HEAD = """
from collections import namedtuple
from fractions import Fraction
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

def schedules(instance):
    # Job 6 is the separator, or the filler.
    return (order for order in permutations(range(7)) if in_time(order, *instance))

def target_answers(instance):
    # What is before the separator.
    return iter(dict.fromkeys(frozenset(order[: order.index(6)]) for order in schedules(instance)))

def back(answer, sizes):
    return answer if 0 in answer else frozenset(range(6)) - answer
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
        {"sound"},
        THREE_PARTITION
        + """
target = "flow shop"

def finished(order, jobs):
    ends = [0, 0, 0]
    for job in order:
        for machine, length in enumerate(jobs[job]):
            ends[machine] = max(ends[machine], ends[machine - 1] if machine else 0) + length
    return ends[2]

def in_time(order, jobs, deadline):
    return finished(order, jobs) <= deadline

def forward(sizes):
    jobs = (*((s, s, s) for s in sizes), (0, sum(sizes) + 1, 0))
    # The deadline is that of the jobs in their own order, with the separator in the middle.
    return jobs, finished((0, 1, 2, 6, 3, 4, 5), jobs)
""",
    ),
    "3-partition to job shop scheduling": (
        {"sound"},
        THREE_PARTITION
        + """
target = "job shop"

def in_time(order, sizes, separator, deadline):
    # Elements need the first and then the second processor, which keeps their order; the separator the first.
    first = second = 0
    for job in order:
        first += separator if job == 6 else sizes[job]
        second = second if job == 6 else max(first, second) + sizes[job]
    return max(first, second) <= deadline

def forward(sizes):
    return sizes, sum(sizes) + 1, 2 * sum(sizes) + 1
""",
    ),
    "3-partition to sequencing to minimize weighted tardiness": (
        {"sound"},
        THREE_PARTITION
        + """
target = "weighted tardiness"

def in_time(order, tasks, most):
    now = late = 0
    for task in order:
        length, weight, deadline = tasks[task]
        now += length
        late += weight * max(now - deadline, 0)
    return late <= most

def forward(sizes):
    bound = sum(sizes) // 2
    return (*((s, 1, 2 * bound + 1) for s in sizes), (1, 2 * bound + 1, bound + 1)), 0
""",
    ),
    "exact cover by 3-sets to solutions of linear equations of minimum weight": (
        {"sound"},
        """
source, target = "exact cover by 3-sets", "linear equations"

def source_instances():
    triples = [frozenset(three) for three in combinations(range(6), 3)]
    for count in range(5):
        yield from ((triples[0], *others) for others in combinations(triples[1:], count))

def source_answers(sets):
    for chosen in combinations(range(len(sets)), 2):
        if len(sets[chosen[0]] | sets[chosen[1]]) == 6:
            yield frozenset(chosen)

def forward(sets):
    # A row for each element; the right side is 1. The weight of a solution is not bounded.
    return [[Fraction(element in one) for one in sets] for element in range(6)]

def is_solvable(rows):
    rows = [[*row, Fraction(1)] for row in rows]
    for column in range(len(rows[0]) - 1):
        found = next((row for row in rows if row[column] and not any(row[:column])), None)
        if found is not None:
            for row in rows:
                if row is not found and row[column]:
                    factor = row[column] / found[column]
                    row[:] = [a - factor * b for a, b in zip(row, found)]
    return all(any(row[:-1]) or not row[-1] for row in rows)

def target_answers(rows):
    # The columns that may be nonzero: as few as possible.
    for count in range(len(rows[0]) + 1):
        several = combinations(range(len(rows[0])), count)
        found = [those for those in several if is_solvable([[row[at] for at in those] for row in rows])]
        if found:
            return map(frozenset, found)
    return iter(())

def back(answer):
    return answer
""",
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
source, target = "circuit", "spin glass"
Circuit = namedtuple("Circuit", "variables assignments")
Glass = namedtuple("Glass", "spins couplings fields energy")
GATES = {"and": (min, (-1, -1, 2)), "or": (max, (1, 1, -2))}

def source_instances():
    # Each assignment is a variable, its gate and the variables that go in.
    for variables in (2, 3, 4):
        every = [
            (out, gate, ins)
            for out in range(variables)
            for gate in GATES
            for count in (2, 3)
            for ins in combinations([at for at in range(variables) if at != out], count)
        ]
        yield from (Circuit(variables, (one,)) for one in every)

def source_answers(circuit):
    for values in product((0, 1), repeat=circuit.variables):
        held = [values[out] for out, _, _ in circuit.assignments]
        if held == [GATES[gate][0](values[at] for at in ins) for _, gate, ins in circuit.assignments]:
            yield values

def sizes(circuit):
    return {"spins": circuit.variables + len(circuit.assignments)}

def forward(circuit):
    # A gate of more than two inputs is several, with a spin more for each: claimed is one for an assignment.
    spins, couplings, fields, gates = circuit.variables, {}, {}, 0
    for out, gate, ins in circuit.assignments:
        held = ins[0]
        for at in ins[1:]:
            result, spins = spins, spins + 1
            for pair, j in (((held, at), 1), ((held, result), -2), ((at, result), -2)):
                couplings[pair] = couplings.get(pair, 0) + j
            for spin, h in zip((held, at, result), GATES[gate][1]):
                fields[spin] = fields.get(spin, 0) + h
            held, gates = result, gates + 1
        couplings[out, held] = couplings.get((out, held), 0) - 1
    return Glass(spins, couplings, fields, -3 * gates - len(circuit.assignments))

def target_answers(glass):
    for spins in product((-1, 1), repeat=glass.spins):
        energy = sum(j * spins[a] * spins[b] for (a, b), j in glass.couplings.items())
        if energy + sum(h * spins[at] for at, h in glass.fields.items()) <= glass.energy:
            yield spins

def back(answer, circuit):
    return tuple(int(spin > 0) for spin in answer[: circuit.variables])
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


@pytest.mark.thorough
@each("name", RULES)
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


@each("name", [name for name in RULES if name.startswith("3-partition to") and "job" not in name])
def test_schedules_are_as_many_as_published(name: str) -> None:
    """The issue counts 2,520 feasible schedules of an instance without an answer."""
    names: dict[str, Any] = {}
    exec(HEAD + RULES[name][1], names)
    sizes = (4, 4, 4, 6, 6, 6)
    assert not list(names["source_answers"](sizes))
    assert sum(1 for _ in names["schedules"](names["forward"](sizes))) == 2520
