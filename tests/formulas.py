"""Small formulas, and slow, plain judges of models, pseudo-Boolean solutions and proofs.

The judges share nothing with coversat: they try all values, or look at every clause again and again.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from itertools import combinations, product

from coversat.problems import Cnf


def pigeonhole(holes: int, pigeons: int | None = None) -> Cnf:
    """One pigeon more than holes by default, so no model; with as many pigeons there are holes! models."""
    pigeons = holes + 1 if pigeons is None else pigeons
    sits = {at: n for n, at in enumerate(product(range(pigeons), range(holes)), 1)}
    clauses = [tuple(sits[pigeon, hole] for hole in range(holes)) for pigeon in range(pigeons)]
    for hole in range(holes):
        clauses += [(-sits[a, hole], -sits[b, hole]) for a, b in combinations(range(pigeons), 2)]
    return Cnf(len(sits), tuple(clauses))


def random_clauses(chance: random.Random, variables: int, count: int) -> tuple[tuple[int, ...], ...]:
    """Clauses of three literals."""
    return tuple(
        tuple(v * chance.choice((1, -1)) for v in chance.sample(range(1, variables + 1), 3))
        for _ in range(count)
    )


# Models


def model_count(formula: Cnf) -> int:
    """The number of models that differ on the projection."""
    seen = set()
    for values in product((False, True), repeat=formula.variable_count):
        if all(any(values[abs(x) - 1] == (x > 0) for x in clause) for clause in formula.clauses):
            seen.add(tuple(values[variable - 1] for variable in formula.shown_variables))
    return len(seen)


# Pseudo-Boolean solutions

_TERM = re.compile(r"([+-]?[0-9]+) (~?)(x[0-9]+)")


def projected_solutions(opb: str) -> int:
    """The number of solutions that differ on the preserved variables; ValueError for a malformed formula."""
    lines = [line for line in opb.split("\n") if line and not line.startswith("*")]
    names = dict.fromkeys(re.findall(r"x[0-9]+", " ".join(lines)))
    if len(names) > 18:
        raise ValueError("too many variables to try all")
    kept = next((line.split()[1:-1] for line in lines if line.startswith("preserved:")), [*names])
    rows = [_row(line) for line in lines if not line.startswith("preserved:")]
    shown = set()
    for bits in product((0, 1), repeat=len(names)):
        value = dict(zip(names, bits, strict=True))
        if all(_holds(row, value) for row in rows):
            shown.add(tuple(value[name] for name in kept))
    return len(shown)


def _row(line: str) -> tuple[list[tuple[int, bool, str]], str, int]:
    found = re.fullmatch(r"(.*?)(>=|=) ([+-]?[0-9]+) ;", line)
    if found is None:
        raise ValueError(line)
    return [(int(a), bool(b), c) for a, b, c in _TERM.findall(found[1])], found[2], int(found[3])


def _holds(row: tuple[list[tuple[int, bool, str]], str, int], value: dict[str, int]) -> bool:
    terms, relation, bound = row
    total = sum(factor * (1 - value[name] if negated else value[name]) for factor, negated, name in terms)
    return total == bound if relation == "=" else total >= bound


# Proofs: clauses are sets, and deletions are ignored

Steps = Iterable[tuple[bool, list[int]]]


def propagate(clauses: list[frozenset[int]], false: set[int]) -> list[int] | None:
    """The clauses (by place) that became units, and last a false one; None where no clause is false."""
    if any(-literal in false for literal in false):
        return []  # the clause is always true
    used: list[int] = []
    while True:
        before = len(used)
        for place, clause in enumerate(clauses):
            left = clause - false
            if not left:
                return [*used, place]
            if len(left) == 1:
                (unit,) = left
                if -unit not in false:
                    false.add(-unit)
                    used.append(place)
        if len(used) == before:
            return None


def is_proof(formula: Iterable[Iterable[int]], steps: Steps) -> bool:
    """Whether each clause follows by unit propagation, up to a contradiction."""
    clauses = [frozenset(clause) for clause in formula]
    if propagate(clauses, set()) is not None:
        return True
    try:
        for deletes, literals in steps:
            if deletes:
                continue
            if propagate(clauses, set(literals)) is None:
                return False
            clauses.append(frozenset(literals))
            if propagate(clauses, set()) is not None:
                return True
    except ValueError:  # malformed
        return False
    return False


def text_steps(proof: bytes) -> Iterator[tuple[bool, list[int]]]:
    """The steps of a DRUP text; ValueError where it is malformed."""
    for line in proof.decode("latin-1").split("\n"):
        words = line.split()
        if words and words[0] != "c":
            deletes = words[0] == "d"
            *literals, end = map(int, words[1:] if deletes else words)
            if end != 0 or 0 in literals:
                raise ValueError(line)
            yield deletes, literals


def binary_steps(proof: bytes) -> Iterator[tuple[bool, list[int]]]:
    """The steps of a binary DRUP proof; ValueError where it is malformed."""
    rest = iter(proof)
    for head in rest:
        if head not in b"ad":
            raise ValueError(head)
        literals: list[int] = []
        while True:
            code = shift = 0
            for byte in rest:
                code |= (byte & 127) << shift
                shift += 7
                if byte < 128:
                    break
            else:
                raise ValueError("truncated")
            if not code:
                break
            literals.append(-(code // 2) if code % 2 else code // 2)
        yield head == ord("d"), literals


def to_binary(steps: Steps) -> bytes:
    """A proof as binary DRUP."""
    out = bytearray()
    for deletes, literals in steps:
        out += b"d" if deletes else b"a"
        for literal in (*literals, 0):
            code = 2 * abs(literal) + (literal < 0)
            while code > 127:
                out.append(code & 127 | 128)
                code >>= 7
            out.append(code)
    return bytes(out)


def to_lrat(formula: Iterable[Iterable[int]], steps: Steps) -> bytes:
    """A correct DRUP proof with hints, as LRAT text."""
    clauses = [frozenset(clause) for clause in formula]
    lines = []
    for deletes, literals in [*steps, (False, [])]:
        if deletes:
            continue
        hints = propagate(clauses, set(literals))
        if hints is None:
            break
        clauses.append(frozenset(literals))
        words = [len(clauses), *literals, 0, *(place + 1 for place in hints), 0]
        lines.append(" ".join(map(str, words)) + "\n")
        if not literals:
            break
    return "".join(lines).encode()


def lrat_steps(proof: bytes) -> Iterator[tuple[bool, list[int]]]:
    """The clauses of an LRAT text, without their hints; ValueError where it is malformed."""
    for line in proof.decode("latin-1").split("\n"):
        words = line.split()
        if words and words[0] != "c" and words[1:2] != ["d"]:
            numbers = list(map(int, words))
            yield False, numbers[1 : numbers.index(0, 1)]
