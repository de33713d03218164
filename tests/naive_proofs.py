"""A second, slow proof checker, written apart from coversat's: what the first accepts, this must too.

Clauses are sets; unit propagation looks at every clause again and again; deletions are ignored.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

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
