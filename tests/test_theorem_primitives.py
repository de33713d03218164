"""What Coq computes of rules, obeyed by boards and refuted within domains, and what they mean."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

import pytest
from coq_library import compute, needs_coq
from instances import in_case

from coversat import primitives
from coversat.primitives.meaning import holds

CELLS = [(0, c) for c in range(5)]
LINKS = (((0, 0), (0, 1)), ((0, 1), (0, 2)), ((0, 2), (0, 3)), ((0, 3), (0, 4)), ((0, 1), (0, 3)))
VALUES = range(4)

DEFINITIONS = """
Import Coversat.Rules Coversat.Checker.Any.
Definition held (l : list Z) : board := fun c => nth (Nat.pred (Pos.to_nat c)) l 0.
Definition within_lists (l : list (list Z)) : doms :=
  fst (fold_left (fun mi vs => (M.add (snd mi) vs (fst mi), Pos.succ (snd mi))) l (M.empty _, 1%positive)).
Definition hints : list hint :=
  Nowhere :: flat_map (fun c => [First c; Second c; From c]) [1; 2; 3; 4; 5]%positive.
(* Whether a rule is obeyed by each board, and refuted within each domains with any hint. *)
Definition results (r : rule) (boards : list (list Z)) (domains : list (list (list Z))) :=
  let f := refutes r in
  (map (fun l => obeys (held l) r) boards,
   map (fun d => existsb (fun h => f h (within_lists d)) hints) domains).
"""


class Case(NamedTuple):
    """A rule as a term of Coq, and as a primitive; the values of its cells."""

    term: str
    primitive: Any
    values: range = VALUES


def _list(values: Any) -> str:
    return "[" + "; ".join(map(str, values)) + "]"


def _cells(cells: Any) -> str:
    return _list(c + 1 for _, c in cells) + "%positive"


def _links(links: Any) -> str:
    return _list(f"({a[1] + 1}, {b[1] + 1})" for a, b in links) + "%positive"


def local_cases(chance: random.Random) -> Iterator[Case]:
    """Rules that read values, of random parameters."""
    cells = tuple(chance.sample(CELLS, chance.randint(2, 5)))
    some = chance.sample(VALUES, chance.randint(1, 3))
    numbers = chance.sample(range(5), chance.randint(1, 3))
    total = chance.randint(0, 8)
    yield Case(f"AllDifferent {_cells(cells)}", primitives.AllDifferent(cells))
    yield Case(f"Cage {_cells(cells)} {total}", primitives.AllDifferent(cells, total))
    sets = (
        tuple({tuple(sorted(chance.sample(VALUES, len(cells)))) for _ in range(2)}) if len(cells) < 5 else ()
    )
    yield Case(f"Sets {_cells(cells)} {_list(map(_list, sets))}", primitives.AllDifferent(cells, None, sets))
    count = primitives.Count(cells, some, numbers)
    yield Case(f"Count {_cells(cells)} {_list(some)} {_list(numbers)}", count)
    terms = tuple((chance.randint(-2, 3), cell) for cell in cells)
    pairs = _list(f"(({factor}), {cell[1] + 1}%positive)" for factor, cell in terms)
    yield Case(f"Sum {pairs} {_list(numbers)}", primitives.Sum(terms, numbers))
    rows = [tuple(chance.choice(VALUES) for _ in cells) for _ in range(chance.randint(0, 20))]
    yield Case(f"Table {_cells(cells)} {_list(map(_list, rows))}", primitives.Table(cells, rows))
    step = {(s, v): chance.randrange(3) for s in range(3) for v in VALUES if chance.random() < 0.7}
    moves = _list(f"({s}, {v}, {t})" for (s, v), t in step.items())
    final = chance.sample(range(3), chance.randint(1, 2))
    automaton = primitives.Regular(cells, 0, lambda s, v: step.get((s, v)), lambda s: s in final)
    yield Case(f"Regular {_cells(cells)} {moves} 0 {_list(final)}", automaton)
    one, two = cells[:2]
    implied = primitives.Or(
        ((primitives.Count((one,), (1,), (0,)),), (primitives.Count((two,), (2,), (1,)),))
    )
    yield Case(f"If {one[1] + 1}%positive 1 [({two[1] + 1}%positive, 2)]", implied)
    either = primitives.Or(((count,), (primitives.AllDifferent(cells), primitives.Count(cells, (0,), (1,)))))
    own = _cells(cells)
    parts = f"[Count {own} {_list(some)} {_list(numbers)}]; [AllDifferent {own}; Count {own} [0] [1]]"
    yield Case(f"Or [{parts}]", either)
    lines = (cells[:2], cells[2:])
    seen = primitives.Sum(tuple((1, primitives.Leading(line, 1)) for line in lines), (total // 2,))
    yield Case(f"Seen {_list(map(_cells, lines))} 1 {total // 2}", seen)


def word_cases(chance: random.Random) -> Iterator[Case]:
    cells = tuple(CELLS)
    lengths = chance.choice([[], [1], [2], [1, 1], [2, 1], [1, 3], [5], [3, 2]])

    def groups(state: str, value: int) -> str:
        return state + str(value)

    runs = primitives.Regular(cells, "", groups, lambda s: [len(g) for g in s.split("0") if g] == lengths)
    yield Case(f"Runs {_cells(cells)} {_list(lengths)}", runs, range(2))
    number = chance.randint(1, 4)

    def look(state: tuple[int, int], value: int) -> tuple[int, int]:
        return (value, state[1] + 1) if value > state[0] else state

    view = primitives.Regular(cells, (0, 0), look, lambda s: s[1] == number)
    yield Case(f"Visible {_cells(cells)} {number}", view, range(1, 5))


def graph_cases(chance: random.Random) -> Iterator[Case]:
    cells, values = tuple(CELLS), chance.sample(range(3), chance.randint(1, 2))
    links = tuple(chance.sample(LINKS, chance.randint(2, 5)))
    connected = primitives.Connected(cells, values, links)
    yield Case(f"Connected {_cells(cells)} {_list(values)} {_links(links)}", connected, range(3))
    roots = tuple(chance.sample(CELLS, chance.randint(0, 2)))
    steps = chance.choice([None, 1, 2, 3]) if roots else chance.choice([1, 2])
    rooted = primitives.Connected(cells, values, links, roots, steps)
    many = "None" if steps is None else f"(Some {steps}%nat)"
    yield Case(
        f"Rooted {_cells(cells)} {_list(values)} {_links(links)} {_cells(roots)} {many}", rooted, range(3)
    )
    only = chance.choice([(), (1,), (2, 3)])
    areas = primitives.AreasBySize(cells, links, only)
    yield Case(f"AreasBySize {_cells(cells)} {_links(links)} {_list(only)}", areas, range(1, 4))


def loop_cases(chance: random.Random) -> Iterator[Case]:
    points = ((0, 0), (0, 1), (1, 0), (1, 1), (2, 0))
    every = [(a, b) for a in points for b in points if a < b]
    edges = tuple(sorted(chance.sample(every, 5)))
    number = {point: at for at, point in enumerate(points, 1)}
    stated = _list(f"({at}, ({number[a]}, {number[b]}))" for at, (a, b) in enumerate(edges, 1))
    yield Case(f"Loop {stated}%positive", (edges, primitives.Circuit(edges)), range(2))


def meaning(case: Case, board: tuple[int, ...]) -> bool:
    """Whether the five cells, or edges, obey the primitive."""
    if (
        isinstance(case.primitive, tuple)
        and isinstance(case.primitive[0], tuple)
        and case.term.startswith("Loop")
    ):
        edges, loop = case.primitive
        return holds(loop, dict(zip(edges, board, strict=True)))
    return holds(case.primitive, dict(zip(CELLS, board, strict=True)))


@needs_coq
@pytest.mark.thorough
@pytest.mark.parametrize("cases", [local_cases, word_cases, graph_cases, loop_cases])
def test_obeyed_and_refuted(cases: Any) -> None:
    """A rule is obeyed where it holds, and refuted elsewhere; never within domains where a board obeys it."""
    chance = random.Random(7)
    drawn = [case for _ in range(60 if cases is not local_cases else 20) for case in cases(chance)]
    boards = [[tuple(chance.choice(case.values) for _ in CELLS) for _ in range(40)] for case in drawn]
    larger = [
        [
            [sorted({v, *chance.sample(case.values, chance.randint(0, 2))}) for v in board]
            for board in those[:25]
        ]
        for case, those in zip(drawn, boards, strict=True)
    ]
    terms = [
        f"results ({case.term}) {_list(map(_list, those))} "
        + _list(_list(map(_list, d)) for d in [*([[v] for v in board] for board in those), *wider])
        for case, those, wider in zip(drawn, boards, larger, strict=True)
    ]
    refuted = 0
    for case, those, wider, (_, obeyed, found) in zip(
        drawn, boards, larger, compute(["Rules", "Checker.Any"], terms, DEFINITIONS), strict=True
    ):
        with in_case(case.term):
            right = [meaning(case, board) for board in those]
            assert [one == ("true",) for one in obeyed] == right
            assert [one == ("true",) for one in found[: len(those)]] == [not one for one in right]
            for domains, one in zip(wider, found[len(those) :], strict=True):
                possible = any(meaning(case, board) for board in product(*domains))
                assert not (possible and one == ("true",))
                refuted += not possible and one == ("true",)
    assert refuted
