"""Polyomino packing: published counts, brute force on small boards, symmetry classes, texts."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from family import assert_error, assert_examples, assert_routes_find, assert_texts_come_back, right
from fast_paths import limited_memory
from kinds.polyomino import DOT, I2, I3, L3, L4, board, packings, ways

from coversat.answers import check
from coversat.findings import Verdict
from coversat.kinds.exact_cover.model import pairwise_size
from coversat.kinds.polyomino.rules import PENTOMINOES, TETROMINOES, Cells, Packing, Piece
from coversat.problems import Polyomino
from coversat.routing import apply_rules, default_route, find_route, find_rules, run
from coversat.solvers.bitset_cover import PreparedCover

Board = tuple[tuple[bool, ...], ...]


def rectangle(rows: int, columns: int) -> Board:
    return ((True,) * columns,) * rows


def test_published_counts_of_shapes() -> None:
    """OEIS A001168 (fixed) and A000988 (one-sided) for four and five cells."""
    for pieces, fixed, one_sided in ((PENTOMINOES, 63, 18), (TETROMINOES, 19, 7)):
        free = Polyomino(rectangle(1, 1), pieces)
        assert sum(len(free.orientations(piece)) for piece in pieces) == fixed
        turning = Polyomino(rectangle(1, 1), pieces, flipping=False)
        chiral = [p for p in pieces if len(turning.orientations(p)) < len(free.orientations(p))]
        assert len(pieces) + len(chiral) == one_sided


# Haselgrove, 1960, and Scott, 1958: the packings of the twelve pentominoes, without turned and flipped ones.
PUBLISHED = {(3, 20): 2, (4, 15): 368, (5, 12): 1010, (6, 10): 2339}


def covers(problem: Polyomino) -> int:
    """How many there are, without decoding each."""
    return PreparedCover(find_route("polyomino", "cover/bitset").reduce(problem).target).count().at_least


@pytest.mark.parametrize("size", [(3, 20), (6, 10)])
def test_published_counts(size: tuple[int, int]) -> None:
    assert covers(Polyomino(rectangle(*size), PENTOMINOES, one_per_class=True)) == PUBLISHED[size]


@pytest.mark.slow
@pytest.mark.parametrize("size", PUBLISHED)
def test_published_counts_with_every_image(size: tuple[int, int]) -> None:
    every = run(Polyomino(rectangle(*size), PENTOMINOES), default_route("polyomino")).findings.answers
    one_each = Polyomino(rectangle(*size), PENTOMINOES, one_per_class=True)
    assert len(every) == 4 * PUBLISHED[size]
    assert len(right(one_each, every)) == covers(one_each) == PUBLISHED[size]


def test_the_chessboard_with_a_hole_in_the_middle() -> None:
    """Scott, 1958: 65 packings."""
    hole = board("/".join(["........"] * 3 + ["...##..."] * 2 + ["........"] * 3))
    assert covers(Polyomino(hole, PENTOMINOES, one_per_class=True)) == 65


# Brute force

IDENTITY, TURNS, FLIPS, BOTH = (False, False), (True, False), (False, True), (True, True)


def images(problem: Polyomino, packing: Packing) -> set[frozenset[Any]]:
    """The packing moved in every allowed way that leaves the board as it is, copies not told apart."""
    rows, columns = len(problem.board), len(problem.board[0])
    corner = complex(rows - 1, columns - 1)
    names = [piece.name for piece in problem.pieces for _ in range(piece.copies)]
    found = set()
    for way in ways(problem.turning, problem.flipping):
        # Around the middle of the rectangle, doubled to stay whole.
        def moved(cell: tuple[int, int], way: Any = way) -> tuple[float, float]:
            z = (way(2 * complex(*cell) - corner) + corner) / 2
            return z.real, z.imag

        if {moved(cell) for cell in problem.cells} == set(problem.cells):
            found.add(frozenset((n, frozenset(map(moved, c))) for n, c in zip(names, packing, strict=True)))
    return found


def assert_right(problem: Polyomino) -> frozenset[Packing]:
    """Both with every answer and with one of each class."""
    every = Polyomino(problem.board, problem.pieces, problem.turning, problem.flipping)
    answers = right(every, packings(every))
    assert_routes_find(every, answers)
    assert_texts_come_back(every, answers)
    one_each = Polyomino(problem.board, problem.pieces, problem.turning, problem.flipping, True)
    classes = {frozenset(images(problem, answer)) for answer in answers}
    chosen = right(one_each, answers)
    assert len(chosen) == len(classes) == len({frozenset(images(problem, answer)) for answer in chosen})
    assert all(min(a for a in answers if images(problem, a) == images(problem, b)) == b for b in chosen)
    assert_routes_find(one_each, chosen)
    assert_texts_come_back(one_each, chosen)
    return answers


@pytest.mark.slow
@pytest.mark.parametrize("allowed", [IDENTITY, TURNS, FLIPS, BOTH])
@pytest.mark.parametrize(
    ("picture", "pieces"),
    [
        ("..../..../....", (L4, Piece.drawn("S", ".##/##."), Piece.drawn("O", "##/##"))),
        ("..../#.../....", (L4, I3, L3)),
        (".../.#./...", (L3, I3, I2)),
        (".../.../...", (I3, L3, DOT)),
        (".../...", (Piece("I", I2.cells, 3),)),
        ("..../....", (I2, Piece("V", L3.cells, 2))),
        (".../...", (Piece("o", DOT.cells, 3),)),
        (".../...", (DOT, Piece("I", I2.cells, 2))),
        ("....", (I3, I2)),
        ("#../.../..#", (L3, L4)),
    ],
)
def test_brute_force(picture: str, pieces: tuple[Piece, ...], allowed: tuple[bool, bool]) -> None:
    assert_right(Polyomino(board(picture), pieces, *allowed))


@pytest.mark.slow
def test_random_boards() -> None:
    several = 0
    for seed in range(16):
        rng = random.Random(seed)
        rows, columns = rng.choice(((3, 3), (2, 4), (2, 5)))
        holes = rng.sample(sorted(product(range(rows), range(columns))), rng.randrange(3))
        cells = tuple(tuple((r, c) not in holes for c in range(columns)) for r in range(rows))
        pieces = rng.sample([I2, I3, L3, L4, DOT], rng.randint(1, 2))
        pieces[0] = Piece(pieces[0].name, pieces[0].cells, rng.randint(1, 2))
        several += len(assert_right(Polyomino(cells, tuple(pieces), *rng.choice((TURNS, FLIPS, BOTH))))) > 1
    assert several > 3


def test_wrong_answers() -> None:
    problem = Polyomino(board(".../..."), (Piece("I", I2.cells, 2), DOT))
    answer: Packing = (((0, 0), (0, 1)), ((1, 0), (1, 1)), ((0, 2),))
    assert not problem.violations(answer)
    a, b, c = answer
    wrong: list[tuple[Cells, ...]] = [(), (a, b), (b, a, c), (a, a, c), (a, b, ((0, 1),)), (a, b, ((0, 3),))]
    wrong += [(a, ((1, 1), (1, 0)), c), (a, ((1, 0), (1, 2)), c), (a, ((1, 0),), c), (a, b, c, ((1, 2),))]
    wrong += [(a, (), c), (a, b, ())]
    for packing in wrong:
        assert problem.violations(packing), packing
    turned = Polyomino(board("../.."), (I2, Piece("J", I2.cells)), turning=False)
    assert turned.violations((((0, 0), (1, 0)), ((0, 1), (1, 1))))


def test_ready_made_pieces_and_values() -> None:
    text = "polyomino turn flip classes\n..........\npentominoes\n"
    problem = Polyomino.parse(text)
    assert problem.pieces == PENTOMINOES
    assert problem.one_per_class
    assert problem.format() == text
    assert Piece("F", tuple((r + 3, c + 5) for r, c in PENTOMINOES[0].cells)) == PENTOMINOES[0]
    for wrong in [
        ((), (DOT,)),
        (((True,), (True, True)), (DOT,)),
        (((True,),), ()),
        (((True,),), (DOT, DOT)),
        (((True,),), (Piece("x", ()),)),
        (((True,),), (Piece("a b", ((0, 0),)),)),
    ]:
        with pytest.raises(ValueError, match=r"board|piece|name"):
            Polyomino(*wrong)


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("polyomino spin\n.\nI #", 1, 11, "turn, flip, classes"),
        ("polyomino turn turn\n.\nI #", 1, 16, "another of"),
        ("polyomino", 1, 10, "a row of the board"),
        ("polyomino\nI #", 2, 1, "'.' (free)"),
        ("polyomino\n..\n...\nI #", 3, 3, "2 cells"),
        ("polyomino\n..\n", 2, 3, "or a piece"),
        ("polyomino\n..\nI", 3, 1, "perhaps xN"),
        ("polyomino\n..\nI #x#", 3, 4, "'/'"),
        ("polyomino\n..\nI .", 3, 3, "at least one cell"),
        ("polyomino\n..\nI # 2", 3, 5, "xN"),
        ("polyomino\n..\nI # x0", 3, 6, "a number of copies from 1"),
        ("polyomino\n..\nI #\nI #", 4, 1, "another name"),
        ("polyomino\n..\n3 #", 3, 1, "a piece's name"),
    ],
)
def test_errors(text: str, line: int, column: int, expected: str) -> None:
    assert_error("polyomino", text, line, column, expected)


def test_errors_of_answers() -> None:
    problem = Polyomino(board("../.."), (I2,))
    found = run(problem, default_route("polyomino")).findings.answers[0]
    assert problem.parse_answer("I I\n. .") == found == (((0, 0), (0, 1)),)
    for text in ("I I", "I I\n.", "I J\n. .", "I I\n. .\n. ."):
        with pytest.raises(ValueError, match="expected"):
            problem.parse_answer(text)


def test_examples() -> None:
    several = [Verdict.MULTIPLE]
    assert_examples(
        "polyomino",
        {"pentominoes-3x20.txt": several, "six-on-5x6.txt": several, "copies.txt": several},
    )


def test_a_large_board_of_copies_is_decided_in_little_memory() -> None:
    """29 cells of pieces for 25 of the board, up to symmetry; pairwise it were 87 million clauses."""
    pieces = "A #./## x3\nB #./## x2\nC ###/##. x2\nD #\nE ##/#.\n"
    problem = Polyomino.parse("polyomino turn flip classes\n" + ".....\n" * 5 + "\n" + pieces)
    cover = apply_rules(find_rules("polyomino", "cover"), problem).target
    assert pairwise_size(cover.table) == 87_131_715
    target = apply_rules(find_rules("cover", "cnf:remaining"), cover).target
    assert len(target.clauses) < 300_000
    with limited_memory():
        assert check(problem).verdict is Verdict.NONE
