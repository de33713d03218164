"""The checker and the writer of graphs: correct graphs are accepted with their count, wrong ones never."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from each import each
from formulas import model_count

from coversat.answering.routes import find_path
from coversat.base.deadline import Deadline
from coversat.certificates import verify_certificate
from coversat.certificates import write_certificate as certify
from coversat.certificates.graph_writer import GraphWriter
from coversat.problems import Cnf, Sudoku
from coversat.proofs import CountVerification, check_cpog, hinted_clauses
from coversat.proofs import cpog as partitioned_graph
from coversat.reductions.paths import apply_path
from coversat.solvers.sat import position_orders
from coversat.solvers.sat.clause_tables import ClauseTables
from coversat.solvers.sat.model_positions import Beginning, ModelPositions, Position, Witness
from coversat.solvers.sat.position_orders import better_order, families, tried
from coversat.solvers.solver import Limits, Meter

SIZES = pytest.mark.parametrize("size", [3_000, pytest.param(60_000, marks=pytest.mark.slow)])
"""Mutations on every run, and in the slow test."""


def checked(formula: Cnf, proof: bytes, deadline: Deadline | None = None) -> CountVerification:
    return check_cpog(formula, BytesIO(proof), deadline or Deadline())


def graph_of(formula: Cnf, memo: int | None = None) -> tuple[int, bytes]:
    """The count and the graph that are written."""
    told, file = ModelPositions(formula, Meter(Limits(memo=memo))), BytesIO()
    return GraphWriter(told.tables, len(formula.clauses), file).write(told), file.getvalue()


ONE_OF_THREE = Cnf(3, ((1, 2, 3), (-1, -2), (-1, -3), (-2, -3)))
THREE = b"""c the first, or else the second, or else the third
5 p 4 1 -2 -3 0
9 p 5 2 -3 0
12 p 6 -2 3 0
15 s 7 5 6 10 13 0
18 p 8 -1 7 0
21 s 9 4 8 6 19 0
24 a 4 -1 0 2 3 5 0
25 a 1 -2 5 0 4 9 0
26 a 6 2 -3 0 12 0
r 9
27 a 9 0 22 23 24 18 16 17 25 26 1 0
D 24 25 26 0
"""
"""Written by hand."""

EITHER = Cnf(2, ((1, 2),), projection=(1,))
SKOLEM = b"2 p 3 1 0\n4 t 4 2 0\n6 p 5 -1 4 0\n9 s 6 3 5 3 7 0\nr 6\n12 a 6 0 10 11 2 6 4 0\n"

CONTRADICTION = Cnf(1, ((1,), (-1,)))


@each(
    ("formula", "proof", "count"),
    [
        (ONE_OF_THREE, THREE, 3),
        (EITHER, SKOLEM, 2),
        (CONTRADICTION, b"r 0\n3 a 0 1 2 0\n", 0),
        (Cnf(3, ()), b"1 p 4 0\nr 4\n", 8),
        (Cnf(3, (), projection=(2,)), b"1 p 4 0\nr 4\n2 a 4 0 1 0\n", 2),
        (Cnf(2, ((1, -1), (2,))), b"3 p 3 2 0\n5 a 3 0 2 3 0\nr 3\n", 2),
        (Cnf(1, ((1, 1),)), b"2 p 2 1 0\n4 as 2 -1 0 2 0\n5 a 2 0 1 2 0\nr 2\n", 1),
        (Cnf(1, ((),)), b"r 0\n2 a 0 1 0\n", 0),
        # Sums of literals: of one variable, which leaves the other free, and of two.
        (Cnf(2, ((1, 2),)), b"2 p 3 -1 2 0\n5 s 4 1 3 3 0\nr 4\n8 a 4 0 6 7 2 1 0\n", 3),
    ],
)
def test_graphs_by_hand(formula: Cnf, proof: bytes, count: int) -> None:
    found = checked(formula, proof)
    assert (found.accepted, found.count) == (True, count), found.reason
    assert count == model_count(formula)


@each(
    ("old", "new", "reason"),
    [
        (
            "5 p 4 1 -2 -3 0",
            "5 p 4 1 -2 -1 0",
            "line 2: two children of node 4 are literals of the same variable",
        ),
        ("5 p 4 1 -2 -3 0", "5 p 3 1 -2 -3 0", "line 2: node 3 is not above the 3 variables"),
        ("9 p 5 2 -3 0", "9 p 4 2 -3 0", "line 3: there is a node 4 already"),
        ("9 p 5 2 -3 0", "8 p 5 2 -3 0", "line 3: number 8 is not above 8, the newest"),
        ("18 p 8 -1 7 0", "18 p 8 -3 7 0", "line 6: two children of product 8 speak of variable 3"),
        ("18 p 8 -1 7 0", "18 p 8 -1 -7 0", "line 6: child -7 of node 8 is negated"),
        ("18 p 8 -1 7 0", "18 p 8 -1 8 0", "line 6: child 8 of node 8 was not defined"),
        ("21 s 9 4 8 6 19 0", "21 s 9 4 8 6 0", "line 7: the hints do not lead to a false clause"),
        ("21 s 9 4 8 6 19 0", "21 s 9 4 8 6 2 19 0", "line 7: hint 2 is no clause that may be used here"),
        ("21 s 9 4 8 6 19 0", "21 s 9 4 0", "line 7: expected 'N s NODE"),
        (
            "24 a 4 -1 0 2 3 5 0",
            "24 a 4 -1 0 1 3 5 0",
            "line 8: clause 1 is no unit when its hint is reached",
        ),
        ("24 a 4 -1 0 2 3 5 0", "24 a 4 -1 0 2 2 3 5 0", "line 8: clause 2 is no unit"),
        ("24 a 4 -1 0 2 3 5 0", "24 a 4 -1 0 2 3 0", "line 8: the hints do not lead to a false clause"),
        ("24 a 4 -1 0 2 3 5 0", "24 a 4 -1 0 2 3 99 0", "line 8: hint 99 is no clause"),
        (
            "24 a 4 -1 0 2 3 5 0",
            "24 a 4 -1 10 0 2 3 5 0",
            "line 8: literal 10 is of no variable and of no node",
        ),
        ("24 a 4 -1 0 2 3 5 0", "24 a 4 -1 0 2 3 5", "line 8: expected 'N a LITERALS 0 HINTS 0'"),
        ("r 9", "r 8", "the end: that the formula makes the root 8 true was not shown"),
        ("r 9", "r 19", "the end: the root 19 was not defined"),
        ("r 9", "r 0", "the end: that the formula has no model was not shown"),
        ("r 9", "r 9\nr 9", "line 12: a second root"),
        ("r 9\n", "", "the end: no root was named"),
        ("D 24 25 26 0", "D 24 24 0", "line 13: deletes clause 24, which is none of the proof's"),
        ("D 24 25 26 0", "D 1 0", "line 13: deletes clause 1, which is none of the proof's"),
        ("D 24 25 26 0", "D 5 0", "line 13: deletes clause 5, which is none of the proof's"),
        ("D 24 25 26 0", "d 1 2 0", "line 13: expected one of the commands"),
        ("D 24 25 26 0", "28 a 0 24 +25 0", "line 13: expected numbers"),
        ("D 24 25 26 0", "28 a 0 24 -- 0", "line 13: expected numbers"),
        ("D 24 25 26 0", "a 0 24 25 0", "line 13: expected 'N a"),
        ("D 24 25 26 0", "28 D 24 0", "line 13: expected 'D"),
        ("D 24 25 26 0", "28", "line 13: expected one of the commands"),
    ],
)
def test_a_wrong_line_is_refused_with_its_number(old: str, new: str, reason: str) -> None:
    assert old in THREE.decode()
    found = checked(ONE_OF_THREE, THREE.decode().replace(old, new).encode())
    assert (found.accepted, found.count) == (False, None)
    assert found.reason.startswith(reason)
    assert found.bad_step == (int(reason.split()[1][:-1]) if reason.startswith("line") else None)


def test_a_graph_of_a_weaker_formula() -> None:
    """Forward it is proved as well: only the reverse shows that a clause is missing."""
    weaker, stronger = Cnf(3, ((1, 2, 3), (1, -1))), Cnf(3, ((1, 2, 3), (-1, -2)))
    proof = graph_of(weaker)[1]
    assert checked(weaker, proof).count == 7
    found = checked(stronger, proof)
    assert found.accepted is False
    assert found.reason == "the end: clause 2 of the formula does not follow from the root"


@each(
    ("proof", "reason"),
    [
        (SKOLEM.replace(b"t 4 2", b"t 4 1"), "line 2: node 4 has a literal that the projection shows"),
        (
            SKOLEM.replace(b"t 4 2", b"p 4 2"),
            "line 2: node 4 has a literal that the projection does not show",
        ),
        (SKOLEM.replace(b"t 4 2", b"t 4 3"), "line 2: Skolem node 4 has child 3, which is not a literal"),
        (
            SKOLEM.replace(b"t 4 2", b"t 4 -2"),
            "the end: clause 1 of the formula does not follow from the root",
        ),
        (SKOLEM.replace(b"p 5 -1 4", b"p 5 -1"), "the end: clause 1 of the formula does not follow"),
        (SKOLEM.replace(b"s 6 3 5 3 7", b"s 6 2 5 3 7"), "line 4: node 6 has a literal that the projection"),
        (b"2 t 3 2 0\nr 3\n3 a 3 0 2 0\n4 a 3 0 3 0\n", "line 3: number 3 is not above 3"),
        (b"2 t 3 2 0\nr 3\n4 a 3 0 3 0\n", "line 3: hint 3 is no clause that may be used here"),
    ],
)
def test_wrong_skolem_nodes(proof: bytes, reason: str) -> None:
    found = checked(EITHER, proof)
    assert found.accepted is False
    assert found.reason.startswith(reason)


def test_a_skolem_node_alone() -> None:
    assert checked(EITHER, b"2 t 3 2 0\nr 3\n4 a 3 0 2 0\n").count == 2


def random_formula(chance: random.Random) -> Cnf:
    """With clauses of all lengths, some always true or with a literal twice, and often a projection."""
    variables = chance.randint(1, 9)
    literals = [sign * v for v in range(1, variables + 1) for sign in (1, -1)]
    clauses = [
        tuple(chance.choices(literals, k=chance.choice((1, 2, 2, 2, 3, 3, 4, 5))))
        for _ in range(chance.randint(0, 2 * variables))
    ]
    projection = tuple(v for v in range(1, variables + 1) if chance.random() < 0.5)
    return Cnf(variables, tuple(clauses), projection=chance.choice((None, projection)))


def exact_cover_formula(chance: random.Random) -> Cnf:
    """As covers become: of each item one option; often many that leave the same behind."""
    options = [chance.sample(range(6), chance.randint(1, 3)) for _ in range(chance.randint(4, 11))]
    clauses: list[tuple[int, ...]] = []
    for item in range(chance.choice((4, 5, 6))):
        those = [at for at, items in enumerate(options, 1) if item in items]
        clauses.append(tuple(those))
        clauses += [(-a, -b) for at, a in enumerate(those) for b in those[at + 1 :]]
    return Cnf(len(options), tuple(clauses))


@cache
def written() -> tuple[tuple[Cnf, int, bytes], ...]:
    chance = random.Random(17)
    formulas = [random_formula(chance) for _ in range(220)] + [exact_cover_formula(chance) for _ in range(80)]
    return tuple((formula, model_count(formula), graph_of(formula)[1]) for formula in formulas)


@pytest.mark.thorough
def test_what_is_written_counts_as_brute_force_does() -> None:
    sizes = set()
    for formula, models, proof in written():
        found = checked(formula, proof)
        assert (found.accepted, found.count) == (True, models), found.reason
        assert graph_of(formula)[0] == models
        sizes.add((min(models, 2), formula.projection is None, b" t " in proof))
    assert len(sizes) > 6


def test_a_memo_that_is_full_changes_no_count() -> None:
    for formula, models, proof in written()[-40:]:
        count, longer = graph_of(formula, memo=0)
        assert checked(formula, longer).count == count == models
        assert len(longer) >= len(proof)


def test_positions_are_remembered_in_so_much_memory() -> None:
    chance = random.Random(9)
    formula = Cnf(20, tuple(tuple(chance.sample(range(1, 21), 3)) for _ in range(18)))
    lengths = [len(graph_of(formula, memo)[1]) for memo in (None, 20_000, 5_000, 0)]
    assert lengths == sorted(set(lengths))


def test_positions_met_again_are_proved_once() -> None:
    """Ladders of dominoes, whose tilings are the Fibonacci numbers."""
    width = 40
    cell = {(row, column): 2 * column + row for row in (0, 1) for column in range(width)}
    dominoes = [(cell[0, c], cell[1, c]) for c in range(width)]
    dominoes += [(cell[r, c], cell[r, c + 1]) for r in (0, 1) for c in range(width - 1)]
    clauses: list[tuple[int, ...]] = []
    for one in range(2 * width):
        those = [at for at, cells in enumerate(dominoes, 1) if one in cells]
        clauses.append(tuple(those))
        clauses += [(-a, -b) for at, a in enumerate(those) for b in those[at + 1 :]]
    formula = Cnf(len(dominoes), tuple(clauses))
    count, proof = graph_of(formula)
    assert checked(formula, proof).count == count == 165580141
    assert len(proof) < 40_000


def mutant(chance: random.Random, proof: bytes) -> bytes:
    lines = proof.decode().splitlines()
    for _ in range(chance.choice((1, 1, 1, 2, 5))):
        at = chance.randrange(len(lines))
        words = lines[at].split() or ["c"]
        match chance.randrange(9):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, lines[chance.randrange(len(lines))])
            case 2:
                other = chance.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                del words[chance.randrange(len(words))]
                lines[at] = " ".join(words)
            case 4:
                words.insert(chance.randrange(len(words) + 1), chance.choice(words))
                lines[at] = " ".join(words)
            case _:
                place = chance.randrange(len(words))
                if words[place].lstrip("-").isdigit():
                    change = chance.choice(
                        (-1, 1, -int(words[place]) - int(words[place]), chance.randint(-9, 9))
                    )
                    words[place] = str(int(words[place]) + change)
                else:
                    words[place] = chance.choice(["a", "p", "s", "t", "D", "r", "as", "c"])
                lines[at] = " ".join(words)
        if not lines:
            break
    return "".join(f"{line}\n" for line in lines).encode()


@SIZES
def test_no_mutant_is_believed(size: int) -> None:
    """A changed proof may be one still, but then of the same count."""
    chance = random.Random(size)
    refused = 0
    for _ in range(size):
        formula, models, proof = chance.choice(written())
        found = checked(formula, mutant(chance, proof))
        assert found.accepted is not None
        if found.accepted:
            assert found.count == models
        else:
            assert found.count is None
            refused += 1
    assert refused > size // 2


@SIZES
def test_no_changed_formula_is_believed(size: int) -> None:
    chance = random.Random(size)
    for _ in range(size // 6):
        formula, _, proof = chance.choice(written())
        if not formula.clauses:
            continue
        clauses = list(map(list, formula.clauses))
        at = chance.randrange(len(clauses))
        match chance.randrange(3):
            case 0:
                clauses[at] = [-x if place == 0 else x for place, x in enumerate(clauses[at])]
            case 1:
                clauses[at] = clauses[chance.randrange(len(clauses))]
            case _:
                clauses[at] = clauses[at][:-1]
        projection = formula.projection
        if projection and chance.random() < 0.2:
            projection = projection[1:]
        changed = Cnf(formula.variable_count, tuple(map(tuple, clauses)), projection=projection)
        found = checked(changed, proof)
        if found.accepted:
            assert found.count == model_count(changed)


def test_what_all_open_literals_of_a_clause_imply_follows() -> None:
    """Without branching: wherever the third pigeon sits, the second is not in the first hole."""
    sits = {(pigeon, hole): 3 * pigeon + hole for pigeon in range(3) for hole in (1, 2, 3)}
    clauses = [tuple(sits[pigeon, hole] for hole in (1, 2, 3)) for pigeon in range(3)]
    clauses += [(-sits[a, hole], -sits[b, hole]) for a, b in ((0, 1), (0, 2), (1, 2)) for hole in (1, 2, 3)]
    clauses += [(-sits[2, hole], -sits[1, 1]) for hole in (2, 3)]
    formula = Cnf(9, tuple(clauses))
    told = ModelPositions(formula, Meter(Limits()))
    beginning = list(told)[-1]
    assert isinstance(beginning, Beginning)
    assert beginning.case.true >> told.tables.place(-sits[1, 1]) & 1
    models, proof = graph_of(formula)
    assert models == model_count(formula) == 4
    assert checked(formula, proof).count == models


def test_the_same_bytes_every_time() -> None:
    for formula, _, proof in written()[::20]:
        assert graph_of(formula)[1] == proof


@each(
    "proof",
    [
        b"",
        b"\x00\xff\xfe",
        b"r " + b"9" * 5000 + b"\n",
        b"1" * 5000 + b" p 4 1 0\n",
        b"5 p " + b"9" * 4000 + b" 1 0\nr 4\n",
        b"5 p 4 " + b"1 " * 100_000 + b"0\n",
        b"D " + b"7 " * 100_000 + b"0\n",
        b"5 a " + b"1 " * 100_000 + b"0 " + b"2 " * 100_000 + b"0\n",
        b"r\n",
        b"p\n",
        b"5 p\n",
        b"5 s 4 1 2\n",
        b"5 s 4 0 0 0\n",
        b"0 p 4 1 0\n",
        b"-5 p 4 1 0\n",
        b"5 p 0\n",
        b"5 p -4 1 0\n",
        THREE[:-20].replace(b"\n", b"\r"),
    ],
)
def test_hostile_bytes_end_in_a_refusal(proof: bytes) -> None:
    found = checked(ONE_OF_THREE, proof)
    assert (found.accepted, found.count) == (False, None)
    assert len(found.reason) < 300


def test_many_large_nodes_end_in_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each short line asks for a set of all variables."""
    monkeypatch.setattr(partitioned_graph, "MOST_BYTES", 10**6)
    size = 80_000
    formula = Cnf(size, ((1, 2),))
    lines = (f"{2 * at} p {size + at} {size - at} 0\n" for at in range(1, 10_000))
    found = checked(formula, "".join(lines).encode())
    assert found.accepted is False
    assert re.fullmatch(r"line \d+: the graph needs more than 1000000 bytes", found.reason)
    assert found.steps < 120


def test_many_clauses_end_in_a_refusal_unless_they_are_deleted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hinted_clauses, "MOST_BYTES", 50_000)
    clause = " ".join(["1"] * 100)
    for deletes in (False, True):
        lines = (f"{at} a 2 3 {clause} 0 1 0\n" + (f"D {at} 0\n" if deletes else "") for at in range(5, 1000))
        found = checked(ONE_OF_THREE, "".join(lines).encode())
        refused = "line 50: the clauses need more than 50000 bytes"
        assert found.reason == ("the end: no root was named" if deletes else refused)


def test_what_is_not_remembered_is_not_kept_by_the_writer() -> None:
    """Searched again and again, a position is forgotten each time."""
    chance = random.Random(8)
    formula = Cnf(24, tuple(tuple(chance.sample(range(1, 25), 3)) for _ in range(20)))
    told = ModelPositions(formula, Meter(Limits(memo=0)))
    writer = GraphWriter(told.tables, len(formula.clauses), BytesIO())
    sizes = []

    def watched() -> Iterator[Position | Witness | Beginning]:
        for one in told:
            sizes.append(len(writer.known))
            yield one

    writer.write(watched())
    assert len(sizes) > 300
    assert max(sizes) < 30


def test_the_deadline_is_felt_while_lines_are_read_and_at_the_end() -> None:
    proof = graph_of(ONE_OF_THREE)[1]
    over = Deadline(0.0)
    found = checked(ONE_OF_THREE, proof, over)
    assert (found.accepted, found.count) == (None, None)
    assert found.reason == "stopped after 0 seconds, at line 0 of the proof"
    late = Deadline(0.05)
    comments = BytesIO(proof)
    lines = comments.readlines()

    class Slow(BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            found = super().read(size)
            if not found:
                time.sleep(0.06)
            return found

    found = check_cpog(ONE_OF_THREE, Slow(proof), late)
    assert (found.accepted, found.steps) == (None, len(lines))


def test_a_limit_ends_the_search() -> None:
    from coversat.base.errors import LimitReachedError

    told = ModelPositions(ONE_OF_THREE, Meter(Limits(nodes=3)))
    with pytest.raises(LimitReachedError):
        GraphWriter(told.tables, 0, BytesIO()).write(told)


# Orders in which positions are searched


GRIDS = Sudoku.parse("....\n" * 4)
FEWEST_FIRST, IN_ORDER = 185, 137
"""The positions of all 4x4 grids, by a program of another hand: by the fewest literals, and by any family."""


def formula_of_grids() -> Cnf:
    formula: Cnf = apply_path(find_path("sudoku", "cover/cnf:remaining"), GRIDS).target
    return formula


def test_families_of_a_sudoku() -> None:
    """Its cells, and its digits in rows, in columns and in boxes: sixteen each."""
    tables = ClauseTables(formula_of_grids())
    assert list(families(tables)) == [list(range(start, start + 16)) for start in (0, 16, 32, 48)]


def test_clauses_with_variables_in_common_are_a_family_once_they_have_all() -> None:
    formula = Cnf(4, ((1, 2, 3), (2, 3, 4), (1, 2, 4), (1, 3, 4), (2, 3, 4)))
    assert list(families(ClauseTables(formula))) == [[0, 1], [2, 3], [4]]


def test_positions_in_every_order() -> None:
    formula = formula_of_grids()
    every = list(range(64))
    orders = [[*every[at : at + 16], *every[:at], *every[at + 16 :]] for at in range(0, 64, 16)]
    found = []
    for order in (None, *orders):
        search = ModelPositions(formula, Meter(Limits()), order)
        found.append(sum(isinstance(one, Position) for one in search))
        assert search.seen == pytest.approx(1)
    assert found == [FEWEST_FIRST, *[IN_ORDER] * 4]


def test_every_order_counts_the_same() -> None:
    for formula, models, _ in written()[::3]:
        places = range(len(ClauseTables(formula).clauses))
        for order in (places, places[::-1]):
            told, file = ModelPositions(formula, Meter(Limits()), order), BytesIO()
            assert GraphWriter(told.tables, len(formula.clauses), file).write(told) == models
            assert checked(formula, file.getvalue()).count == models


def test_an_order_that_goes_further_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    certify(GRIDS, tmp_path / "first", proof="graph", counting=True)
    monkeypatch.setattr(position_orders, "TRIED", 200)
    monkeypatch.setattr(position_orders, "MUCH", 1.0)
    found = certify(GRIDS, tmp_path / "other", proof="graph", counting=True)
    assert found.at_least == 288
    report = verify_certificate(tmp_path / "other")
    assert (report.accepted, report.count) == (True, 288)
    first, other = ((tmp_path / name / "graph.cpog").read_bytes() for name in ("first", "other"))
    assert len(other) < 0.9 * len(first)


def test_an_order_that_goes_no_further_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    formula = formula_of_grids()
    monkeypatch.setattr(position_orders, "TRIED", 200)
    search = ModelPositions(formula, Meter(Limits()))
    told = list(tried(search))
    assert 200 <= sum(len(one.cases) for one in told if isinstance(one, Position)) < 204
    assert 0.1 < search.seen < 0.9
    meter = Meter(Limits())
    assert better_order(formula, meter, search.seen) is None  # much is seen
    assert meter.nodes == 0
    monkeypatch.setattr(position_orders, "MUCH", 1.0)
    assert better_order(formula, meter, search.seen) is not None
    assert better_order(formula, meter, 0.9999) is None
    assert meter.nodes > 200
