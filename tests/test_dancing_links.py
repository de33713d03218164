"""Dancing Links against published counts, brute force, and the book's own examples."""

from __future__ import annotations

import copy
import random
from itertools import combinations

import pytest

from coversat.deadline import Deadline
from coversat.findings import Verdict
from coversat.kinds.exact_cover.rules import Cover, ExactCover, Option
from coversat.solvers.dancing_links import DANCING_LINKS, DancingLinks, Event, Step, _covers, _Links
from coversat.solvers.solver import Limits, Meter, solve

# TAOCP 7.2.2.1 (6): the toy problem; its only cover is options 1, 4 and 5.
TOY = """\
a b c d e f g
c e
a d g
b c f
a d f
b g
d e g
"""
# TAOCP 7.2.2.1 (49): the toy problem with colours; its only cover is options 2 and 4.
COLOURED_TOY = """\
p q r | x y
p q x y:A
p r x:A y
p x:B
q x:A
r y:B
"""


def covers(problem: ExactCover) -> list[Cover]:
    outcome = solve(DANCING_LINKS, problem)
    assert outcome.exhausted
    return list(outcome.answers)


def problem_of(primary: list[str], secondary: list[str], options: list[list[str]]) -> ExactCover:
    """Items written ``name`` or ``name:colour``."""
    made = []
    for items in options:
        plain = tuple(item for item in items if ":" not in item)
        coloured = [item.split(":") for item in items if ":" in item]
        made.append(Option(" ".join(items), plain, tuple((item, colour) for item, colour in coloured)))
    return ExactCover(tuple(primary), tuple(secondary), tuple(made))


def queens(n: int) -> ExactCover:
    rows, columns = [f"r{i}" for i in range(n)], [f"c{i}" for i in range(n)]
    up, down = [f"a{i}" for i in range(2 * n - 1)], [f"b{i}" for i in range(2 * n - 1)]
    options = [[rows[r], columns[c], up[r + c], down[r - c + n - 1]] for r in range(n) for c in range(n)]
    return problem_of(rows + columns, up + down, options)


def langford(n: int) -> ExactCover:
    numbers, slots = [f"n{i}" for i in range(1, n + 1)], [f"s{i}" for i in range(2 * n)]
    options = [
        [numbers[i - 1], slots[at], slots[at + i + 1]] for i in range(1, n + 1) for at in range(2 * n - i - 1)
    ]
    return problem_of(numbers + slots, [], options)


def sudoku4() -> ExactCover:
    options = [
        [f"cell{r}{c}", f"row{r}={d}", f"col{c}={d}", f"box{r // 2}{c // 2}={d}"]
        for r in range(4)
        for c in range(4)
        for d in range(4)
    ]
    return problem_of(sorted({item for option in options for item in option}), [], options)


def de_bruijn(n: int) -> ExactCover:
    """Cyclic bit strings of length 2^n in which each word of n bits occurs; bits are colours."""
    length = 2**n
    options = [
        [f"at{k}", f"word{word}", *(f"bit{(k + i) % length}:{word >> i & 1}" for i in range(n))]
        for k in range(length)
        for word in range(length)
    ]
    places = [f"{what}{k}" for what in ("at", "word") for k in range(length)]
    return problem_of(places, [f"bit{k}" for k in range(length)], options)


PENTOMINOES = {
    "F": ".XX/XX./.X.",
    "I": "XXXXX",
    "L": "X./X./X./XX",
    "N": ".X/.X/XX/X.",
    "P": "XX/XX/X.",
    "T": "XXX/.X./.X.",
    "U": "X.X/XXX",
    "V": "X../X../XXX",
    "W": "X../XX./.XX",
    "X": ".X./XXX/.X.",
    "Y": ".X/XX/.X/.X",
    "Z": "XX./.X./.XX",
}


def pentominoes(rows: int, columns: int) -> ExactCover:
    options = []
    for name, picture in PENTOMINOES.items():
        cells = [(r, c) for r, row in enumerate(picture.split("/")) for c, x in enumerate(row) if x == "X"]
        shapes = set()
        for _ in range(2):
            cells = [(r, -c) for r, c in cells]
            for _ in range(4):
                cells = [(c, -r) for r, c in cells]
                top, left = min(r for r, _ in cells), min(c for _, c in cells)
                shapes.add(tuple(sorted((r - top, c - left) for r, c in cells)))
        for shape in sorted(shapes):
            height, width = max(r for r, _ in shape) + 1, max(c for _, c in shape) + 1
            options += [
                [name, *(f"{r + y},{c + x}" for r, c in shape)]
                for y in range(rows - height + 1)
                for x in range(columns - width + 1)
            ]
    board = [f"{r},{c}" for r in range(rows) for c in range(columns)]
    return problem_of([*PENTOMINOES, *board], [], options)


@pytest.mark.parametrize(("n", "count"), list(enumerate((1, 0, 0, 2, 10, 4, 40, 92), 1)))
def test_queens(n: int, count: int) -> None:
    """OEIS A000170."""
    assert len(covers(queens(n))) == count


@pytest.mark.parametrize(("n", "count"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 0), (6, 0), (7, 26), (8, 150)])
def test_langford_pairs(n: int, count: int) -> None:
    """OEIS A014552 counts a pairing and its mirror image once; the matrix holds both."""
    assert len(covers(langford(n))) == 2 * count


def test_sudoku_of_order_two() -> None:
    """OEIS A107739."""
    assert len(covers(sudoku4())) == 288


def test_pentominoes_in_three_rows() -> None:
    """Two packings of 3x20 (Golomb, Polyominoes), each in four positions; in half of them X is left."""
    whole = pentominoes(3, 20)
    options = [o for o in whole.options if o.items[0] != "X" or column_of(o.items[1]) < 10]
    assert len(whole.options) - len(options) == 9
    assert len(covers(ExactCover(whole.primary, whole.secondary, tuple(options)))) == 4


def column_of(cell: str) -> int:
    return int(cell.partition(",")[2])


@pytest.mark.parametrize(("n", "cycles"), [(1, 1), (2, 1), (3, 2), (4, 16)])
def test_de_bruijn_cycles(n: int, cycles: int) -> None:
    """OEIS A016031; each cycle begins at any of its 2^n places."""
    assert len(covers(de_bruijn(n))) == cycles * 2**n


def test_toy_problems_of_the_book() -> None:
    assert covers(ExactCover.parse(TOY)) == [(0, 3, 4)]
    assert covers(ExactCover.parse(COLOURED_TOY)) == [(1, 3)]


def random_problem(seed: int) -> ExactCover:
    rng = random.Random(seed)
    primary = [f"p{i}" for i in range(rng.randint(1, 5))]
    secondary = [f"s{i}" for i in range(rng.randint(0, 4))]
    options = []
    for _ in range(rng.randint(0, 11)):
        items = rng.sample(primary, rng.randint(1, min(2, len(primary))))
        for item in secondary:
            if rng.random() < 0.5:
                items.append(item + rng.choice(["", ":A", ":A", ":B", ":B"]))
        rng.shuffle(items)
        options.append(items)
    return problem_of(primary, secondary, options)


def brute_force(problem: ExactCover) -> list[Cover]:
    """Every subset of the options, judged by the definition."""
    found = []
    for size in range(len(problem.options) + 1):
        for chosen in combinations(range(len(problem.options)), size):
            uses: dict[str, list[str | None]] = {}
            for at in chosen:
                for item in problem.options[at].items:
                    uses.setdefault(item, []).append(None)
                for item, colour in problem.options[at].colours:
                    uses.setdefault(item, []).append(colour)
            primary_once = all(len(uses.get(item, ())) == 1 for item in problem.primary)
            agree = all(len(how) == 1 or (None not in how and len(set(how)) == 1) for how in uses.values())
            if primary_once and agree:
                found.append(chosen)
    return sorted(found)


def test_random_problems_have_the_covers_of_brute_force() -> None:
    several = coloured = 0
    for seed in range(600):
        problem = random_problem(seed)
        expected = brute_force(problem)
        assert sorted(covers(problem)) == expected, problem.format()
        several += len(expected) > 1
        coloured += any(sum(bool(problem.options[at].colours) for at in cover) > 1 for cover in expected)
    assert several > 50
    assert coloured > 50


@pytest.mark.parametrize(
    "problem",
    [queens(5), langford(4), sudoku4(), de_bruijn(3), *map(random_problem, range(40))],
    ids=lambda problem: problem.render(),
)
def test_the_search_leaves_the_links_as_they_were(problem: ExactCover) -> None:
    links = _Links(problem)
    before = {name: copy.copy(value) for name, value in vars(links).items() if name != "updates"}
    for _ in _covers(links, Meter(Limits()), None):
        pass
    assert {name: vars(links)[name] for name in before} == before


def test_no_primary_items_have_the_empty_cover() -> None:
    assert covers(ExactCover((), (), ())) == [()]
    assert covers(ExactCover((), ("s",), ())) == [()]


def test_an_item_without_options_has_no_cover() -> None:
    assert covers(ExactCover(("p",), (), ())) == []
    assert covers(problem_of(["p", "q"], [], [["p"]])) == []


def test_equal_options_are_different_choices() -> None:
    assert covers(problem_of(["p"], ["s"], [["p", "s"], ["p", "s"]])) == [(0,), (1,)]


def test_depth_is_no_limit() -> None:
    n = 5000
    problem = problem_of([f"i{k}" for k in range(n)], [], [[f"i{k}"] for k in range(n)])
    assert covers(problem) == [tuple(range(n))]


def test_covers_that_show_the_same_count_once() -> None:
    """The first cover of each colouring of the projection, the others dropped."""
    options = [["p", "x:A"], ["p", "x:A", "y:B"], ["p", "x:B"], ["p", "y:B"], ["p"]]
    plain = problem_of(["p"], ["x", "y"], options)
    projected = ExactCover(plain.primary, plain.secondary, plain.options, projection=("x",))
    assert covers(plain) == [(0,), (1,), (2,), (3,), (4,)]
    assert covers(projected) == [(0,), (2,), (3,)]


def test_limits() -> None:
    everything = solve(DANCING_LINKS, queens(6))
    assert everything.answers
    needed = everything.effort["nodes"]

    enough = solve(DANCING_LINKS, queens(6), Limits(nodes=int(needed)))
    assert enough == everything

    short = solve(DANCING_LINKS, queens(6), Limits(nodes=int(needed) - 1))
    assert not short.exhausted
    assert short.reason == f"{int(needed) - 1} nodes"
    assert short.effort["nodes"] == needed - 1

    nothing = solve(DANCING_LINKS, queens(6), Limits(nodes=3))
    assert nothing.verdict is Verdict.UNKNOWN
    assert nothing.answers == ()
    assert nothing.effort["updates"] > 0

    assert solve(DANCING_LINKS, queens(6), Limits(deadline=Deadline(0))).verdict is Verdict.UNKNOWN

    two = solve(DANCING_LINKS, queens(6), Limits(answers=2))
    assert two.answers == everything.answers[:2]
    assert not two.exhausted
    assert 0 < two.effort["updates"] < everything.effort["updates"]


def test_searches_do_not_disturb_each_other() -> None:
    problem = queens(6)
    one, other = DANCING_LINKS.search(problem, Limits()), DANCING_LINKS.search(problem, Limits())
    first = next(one)
    assert list(other) == [first, *one]


def told(text: str) -> tuple[list[str], list[int]]:
    """The trace of a problem, an event a word, and the levels."""
    events: list[Event] = []
    solve(DancingLinks(trace=events.append), ExactCover.parse(text))
    words = []
    for event in events:
        subject = f"#{event.option}" if event.step is Step.TRY else event.item
        words.append(f"{event.step.value} {subject}")
    return words, [event.level for event in events]


def test_trace_of_the_toy_problem() -> None:
    """The search tree of the book: a by 'a d g' fails at e, a by 'a d f' ends in the cover."""
    words, levels = told(TOY)
    assert words == [
        *("choose a", "cover a"),
        *("try #1", "cover d", "cover g", "choose b", "cover b"),
        *("try #2", "cover c", "cover f", "choose e", "cover e", "backtrack e", "backtrack b"),
        *("try #3", "cover d", "cover f", "choose b", "cover b"),
        *("try #4", "cover g", "choose c", "cover c"),
        *("try #0", "cover e", "backtrack c", "backtrack b", "backtrack a"),
    ]
    assert levels == [0] * 5 + [1] * 5 + [2] * 3 + [1] + [0] * 3 + [1] * 4 + [2] * 5 + [1, 0]


def test_trace_of_the_coloured_toy_problem() -> None:
    """An item whose colour stands already is neither covered nor purified again."""
    words, _ = told(COLOURED_TOY)
    assert words == [
        *("choose q", "cover q"),
        *("try #0", "cover x", "purify y:A", "cover p", "choose r", "cover r", "backtrack r"),
        *("try #3", "purify x:A", "choose p", "cover p", "try #1", "cover r", "cover y"),
        *("backtrack p", "backtrack q"),
    ]


def test_a_trace_changes_nothing() -> None:
    events: list[Event] = []
    traced = solve(DancingLinks(trace=events.append), de_bruijn(3))
    assert traced == solve(DANCING_LINKS, de_bruijn(3))
    assert sum(event.step is Step.TRY for event in events) == traced.effort["nodes"]


def test_the_solver_says_what_it_is() -> None:
    assert (DANCING_LINKS.name, DANCING_LINKS.kind) == ("dancing-links", "cover")
