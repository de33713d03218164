"""Skyscrapers, nonograms, star battles and polyominoes: published puzzles, what covers hold, limits."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, pairwise, product
from math import comb
from typing import Any

import pytest
from each import each
from family import EXAMPLES, assert_routes_find, assert_texts_come_back
from fast_paths import limited_memory
from kinds import grid, right
from kinds.latin import grids
from kinds.nonogram import clue_of
from kinds.polyomino import DOT, I2, I3, L3, L4, Board, board, packings, ways
from test_puzzles import clues_of, one_star_boards, rows_as_regions

import coversat.kinds.skyscrapers as reduction
from coversat.answering.questions import count_answers as count
from coversat.answering.questions import decide as check
from coversat.answering.questions import find_answers as solve
from coversat.answering.routes import default_route, find_path, find_route
from coversat.answering.running import run
from coversat.base.errors import ReductionError
from coversat.kinds.nonogram.rules import arrangements
from coversat.kinds.polyomino.rules import PENTOMINOES, TETROMINOES, Cells, Packing, Piece
from coversat.kinds.skyscrapers import Skyscrapers
from coversat.problems import Nonogram, Polyomino, StarBattle, read
from coversat.problems.grid import Grid
from coversat.reductions import own_encodings
from coversat.reductions.cover_to_cnf import pairwise_size
from coversat.reductions.paths import apply_path
from coversat.solvers import NO_LIMITS, Limits
from coversat.solvers.cover.bitset_cover import PreparedCover
from coversat.solvers.findings import Verdict

# Skyscrapers


def clockwise(text: str) -> Skyscrapers:
    """Without givens; the clues from above, from the right, from below and from the left, clockwise."""
    (clues,) = grid(text)
    order = len(clues) // 4
    above, right, below, left = (clues[at : at + order] for at in range(0, 4 * order, order))
    return Skyscrapers(((None,) * order,) * order, above, below[::-1], left[::-1], right)


SKYSCRAPERS = (
    # Codewars, "4 By 4 Skyscrapers", "6 By 6 Skyscrapers" and "7x7 Skyscrapers"
    (clockwise("2213223112233213"), grid("1342", "4213", "3421", "2134")),
    (clockwise("0012020003000100"), grid("2143", "3412", "4231", "1324")),
    (clockwise("000220000630040000440300"), grid("561432", "413265", "236154", "654321",
        "125643", "342516")),
    (clockwise("322321123322512243321224"), grid("214356", "163245", "436512", "652134",
        "541623", "325461")),
    (clockwise("7000223003000030300500000504"), grid("1567432", "2745316", "3456721", "4631275",
        "5312647", "6273154", "7124563")),
    # HackerRank, "High Rise"
    (clockwise("6402003033300405050200004003"), grid("2164375", "3257461", "4675123", "1326754",
        "5713246", "6432517", "7541632")),
)  # fmt: skip


@each(
    ("problem", "answer"),
    SKYSCRAPERS,
    ids=lambda value: str(len(value.givens)) if isinstance(value, Skyscrapers) else "",
)
def test_published_puzzles(problem: Skyscrapers, answer: Grid) -> None:
    assert not problem.violations(answer)
    found = check(problem)
    assert (found.verdict, found.answers) == (Verdict.UNIQUE, (answer,))


# OEIS A132393, row 4 and 5: permutations by how many are seen from the left; A002860: Latin squares.
SEEN = {4: (6, 11, 6, 1), 5: (24, 50, 35, 10, 1)}
SQUARES_OF_A_ROW = {4: 576 // 24, 5: 161_280 // 120}


@each("order", SEEN)
def test_published_numbers_of_permutations(order: int) -> None:
    """Each order of the first row occurs in equally many Latin squares; the same on the other sides."""
    blank, none = ((None,) * order,) * order, (None,) * order
    for clue, permutations in enumerate(SEEN[order], 1):
        sides = [none] * 4
        side = clue % 4
        sides[side] = (*none[1:], clue)
        found = count(Skyscrapers(blank, *sides))
        assert (found.at_least, found.exhausted) == (permutations * SQUARES_OF_A_ROW[order], True)


def test_the_squares_of_order_four_by_all_of_their_clues() -> None:
    """For each set of sixteen clues that some square has: those squares and no others; some at every run."""
    squares: dict[tuple[tuple[int, ...], ...], set[Grid]] = {}
    for square in grids(4):
        squares.setdefault(clues_of(square), set()).add(square)
    assert sum(map(len, squares.values())) == 576
    for clues in sorted(squares)[::40]:
        problem = Skyscrapers(((None,) * 4,) * 4, *clues)
        assert set(check(problem).answers) <= squares[clues]
        assert count(problem).at_least == len(squares[clues])


def test_what_is_seen() -> None:
    """A wrong answer, clue by clue, in words and cells."""
    problem = Skyscrapers.parse("skyscrapers 3\n2 . .\n3 . . . .\n. . . . 1\n. . . . .\n. . 3\n")
    assert [str(one) for one in problem.violations(grid("321", "213", "132"))] == [
        "in column 1 from above 1 are seen, not 2",
        "in column 3 from below 2 are seen, not 3",
        "in row 1 from the left 1 are seen, not 3",
    ]
    assert problem.violations(grid("321", "213", "132"))[1].cells == ((2, 2), (1, 2), (0, 2))
    assert problem.given_names()[:2] == ("2 seen in column 1 from above", "3 seen in column 3 from below")
    assert not problem.partial_violations(grid("100", "000", "000"))
    assert problem.partial_violations(grid("300", "000", "000"))


def test_a_cover_has_what_the_clues_leave() -> None:
    """Four seen of four: they are in order, so in the line below no cell equals the one above it."""
    (rule,) = own_encodings("skyscrapers")
    problem = Skyscrapers(((None,) * 4,) * 4, *grid("....", "....", "4.2.", "...."))
    names = {option.name for option in rule.apply(problem).target.options}
    assert {name for name in names if name.startswith("r1")} == {f"r1c{n}={n}" for n in (1, 2, 3, 4)}
    assert {name for name in names if name.startswith("r2c2")} == {"r2c2=1", "r2c2=3", "r2c2=4"}
    assert {name for name in names if name.startswith("left1")} == {"left1:r1c1=1+r1c2=2+r1c3=3+r1c4=4"}
    # Two seen: the tallest is not in front, and not hidden by another tallest.
    assert {name for name in names if name.startswith("r3c1")} == {"r3c1=2", "r3c1=3"}


def test_more_skylines_than_are_taken_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two seen of four: the first is 1, 2 or 3 high, and the tallest at most that many places behind it."""
    (rule,) = own_encodings("skyscrapers")
    problem = Skyscrapers(((None,) * 4,) * 4, *grid("2...", "....", "....", "...."))
    monkeypatch.setattr(reduction, "MOST_SKYLINES", 6)
    rule.apply(problem)
    monkeypatch.setattr(reduction, "MOST_SKYLINES", 5)
    with pytest.raises(ReductionError, match="more skylines than the 5"):
        rule.apply(problem)


# Nonograms


def test_arrangements() -> None:
    for length in range(7):
        lines = list(product((0, 1), repeat=length))
        for wanted in {clue_of(line) for line in lines} | {(length + 1,), (1,) * (length + 1)}:
            found = list(arrangements(wanted, length))
            assert found == [line for line in lines if clue_of(line) == wanted]


@pytest.mark.thorough
def test_a_published_nonogram() -> None:
    """Problem 98 of the ninety-nine Prolog problems, with its solution."""
    (problem,) = read((EXAMPLES / "nonogram" / "hen.txt").read_text()).problems
    picture = ".###.... ##.#.... .###..## ..##..## ..###### #.#####. ######.. ....#... ...##..."
    found = check(problem)
    assert found.verdict is Verdict.UNIQUE
    assert [problem.render(answer).split() for answer in found.answers] == [picture.split()]
    assert_routes_find(problem, frozenset(found.answers), lambda route: route != "search/backtracking")


WIDE = Nonogram(((1,) * 10,) * 2, ((1,),) * 20 + ((),) * 20)
"""Of the first 20 columns ten are black above, so that no two touch, and the others below: in two ways."""


def test_boards_with_too_many_ways_are_no_cover() -> None:
    assert comb(31, 10) > 200_000
    with pytest.raises(ReductionError, match="ways"):
        run(WIDE, find_route("nonogram", "cover"))


def test_boards_with_too_many_ways_are_solved_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """What no cover counts is visited to the end."""
    found = solve(WIDE, limits=NO_LIMITS)
    above, below = (1, 0) * 10 + (0,) * 20, (0, 1) * 10 + (0,) * 20
    assert found.answers == ((below, above), (above, below))
    assert found.exhausted
    monkeypatch.setattr("coversat.answering.questions.FEW", 1)
    counted = count(WIDE)
    assert (counted.at_least, counted.exhausted) == (2, True)


# Star battles


def boards(stars: int, size: int) -> Iterator[Grid]:
    """This number of stars in each row and column, none that touch."""
    rows = [tuple(int(c in chosen) for c in range(size)) for chosen in combinations(range(size), stars)]
    rows = [row for row in rows if (1, 1) not in pairwise(row)]
    apart = {
        row: [r for r in rows if not any(a and any(r[max(c - 1, 0) : c + 2]) for c, a in enumerate(row))]
        for row in rows
    }

    def below(above: Grid) -> Iterator[Grid]:
        if len(above) == size:
            yield above
            return
        for row in apart[above[-1]] if above else rows:
            left = (size - len(above)) // 2  # a column's stars do not touch either
            if all(stars - left <= sum(column) <= stars for column in zip(*above, row, strict=True)):
                yield from below((*above, row))

    return below(())


@pytest.mark.slow
def test_two_stars_by_brute_force() -> None:
    """On eight rows, where two stars first fit; regions around one of the right boards."""
    everything = list(boards(2, 8))
    assert right(rows_as_regions(2, 8), everything) == frozenset(everything)
    for seed in range(3):
        rng = random.Random(seed)
        board = rng.choice(sorted(right(rows_as_regions(2, 8), everything)))
        stars = [(r, c) for r, row in enumerate(board) for c, cell in enumerate(row) if cell]
        rng.shuffle(stars)
        region = {star: n // 2 for n, star in enumerate(stars)}
        grid = tuple(tuple(region.get((r, c), (r + c + seed) % 8) for c in range(8)) for r in range(8))
        problem = StarBattle(2, grid)
        expected = right(problem, everything)
        assert board in expected
        # Dancing Links as published takes ten seconds for each of these.
        assert_routes_find(problem, expected, lambda route: route != "cover/dancing-links")
        assert_texts_come_back(problem, expected)


def test_the_smallest_answers_come_first() -> None:
    """The default solver finds them in no order."""
    problem = rows_as_regions(1, 6)
    everything = sorted(right(problem, one_star_boards(6)))
    assert solve(problem, limits=Limits(answers=20)).answers == tuple(everything[:20])
    assert not default_route("starbattle").path
    assert default_route("starbattle", ordered=True).name == "cnf:counters/lexicographic"


# Polyominoes


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


@each("size", [(3, 20), (6, 10)])
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
    """The packing moved in every allowed way that leaves the board as it is, copies not distinguished."""
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


def test_errors_of_answers() -> None:
    problem = Polyomino(board("../.."), (I2,))
    found = run(problem, default_route("polyomino")).findings.answers[0]
    assert problem.parse_answer("I I\n. .") == found == (((0, 0), (0, 1)),)
    for text in ("I I", "I I\n.", "I J\n. .", "I I\n. .\n. ."):
        with pytest.raises(ValueError, match="expected"):
            problem.parse_answer(text)


@pytest.mark.thorough
def test_a_large_board_of_copies_is_decided_in_little_memory() -> None:
    """Up to symmetry; pairwise it would be 87 million clauses."""
    pieces = "A #./## x3\nB #./## x2\nC ###/##. x2\n"
    problem = Polyomino.parse("polyomino turn flip classes\n" + ".....\n" * 5 + "\n" + pieces)
    cover = apply_path(find_path("polyomino", "cover"), problem).target
    assert pairwise_size(cover.table) == 86_657_508
    target = apply_path(find_path("cover", "cnf:remaining"), cover).target
    assert len(target.clauses) < 300_000
    with limited_memory():
        assert check(problem).verdict is Verdict.MULTIPLE
