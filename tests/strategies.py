"""Random instances of every kind, for hypothesis."""

from __future__ import annotations

from itertools import product
from typing import Any

from hypothesis import strategies as st

from coversat.kinds.kakuro.rules import Clue
from coversat.problems import Cnf, ExactCover, Kakuro, Sudoku, Sudominoku
from coversat.problems.dominoes import Domino
from coversat.problems.exact_cover.rules import Option


def boxes(most: int = 5) -> st.SearchStrategy[tuple[int, int]]:
    return st.tuples(st.integers(2, most), st.integers(2, most))


@st.composite
def sudokus(draw: st.DrawFn, most: int = 5) -> Sudoku:
    rows, columns = draw(boxes(most))
    size = rows * columns
    digits = st.none() | st.integers(1, size)
    row = st.lists(digits, min_size=size, max_size=size).map(tuple)
    givens = draw(st.lists(row, min_size=size, max_size=size).map(tuple))
    return Sudoku(rows, columns, givens)


@st.composite
def sudominokus(draw: st.DrawFn, box: tuple[int, int] | None = None, fewest: int = 0) -> Sudominoku:
    """Any singles; dominoes one after the other where there is room."""
    rows, columns = box or draw(boxes(3))
    size = rows * columns
    cells = list(product(range(size), range(size)))
    places = draw(st.permutations(cells))
    singles = tuple(places[:size])
    free = set(places[size:])
    dominoes = []
    for r, c in places[size : size + draw(st.integers(fewest, size * (size - 1) // 2))]:
        for second in draw(st.permutations([(r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c)])):
            if {(r, c), second} <= free:
                free -= {(r, c), second}
                a = draw(st.integers(1, size))
                b = draw(st.integers(1, size - 1))
                dominoes.append(Domino(((r, c), second), (a, b + (b >= a))))
                break
    return Sudominoku(rows, columns, tuple(dominoes), singles)


@st.composite
def kakuros(draw: st.DrawFn, square: bool = False) -> Kakuro:
    """Any board; clues on some of the runs that have a cell for them.  `square`: as algospot has them."""
    rows = draw(st.integers(1, 7))
    columns = rows if square else draw(st.integers(1, 7))
    white = tuple(
        tuple(draw(st.booleans()) and not (square and not (r and c)) for c in range(columns))
        for r in range(rows)
    )
    clues = []
    for run in Kakuro(white, ()).runs:
        r, c = run.cells[0]
        place = (r, c - 1) if run.direction == 0 else (r - 1, c)
        if min(place) >= 0 and draw(st.booleans()):
            clues.append(Clue(*place, run.direction, draw(st.integers(1, 45))))
    return Kakuro(white, tuple(draw(st.permutations(clues))))


NAMES = st.text(st.sampled_from("abcXYZ0189=#@-_.,{}()é"), min_size=1, max_size=4)


@st.composite
def covers(draw: st.DrawFn) -> ExactCover:
    """With secondary items, colours and a projection; options with names of their own and without."""
    names = draw(st.lists(NAMES, min_size=1, max_size=8, unique=True))
    cut = draw(st.integers(1, len(names)))
    primary, secondary = tuple(names[:cut]), tuple(names[cut:])
    options: list[Option] = []
    for _ in range(draw(st.integers(1, 6))):
        items = draw(st.lists(st.sampled_from(primary), min_size=1, unique=True))
        colours: list[tuple[str, str]] = []
        for item in draw(st.lists(st.sampled_from(secondary), unique=True)) if secondary else ():
            colour = draw(st.none() | NAMES)
            if colour is None:
                items.append(item)
            else:
                colours.append((item, colour))
        option = Option("", tuple(items), tuple(colours))
        free = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=9)
        name = draw(st.just(str(option)) | free)
        options.append(Option(name, option.items, option.colours))
    plain = {item for option in options for item in option.items}
    may_be_shown = [item for item in secondary if item not in plain]
    shown = draw(st.none() | st.permutations(may_be_shown).map(tuple))
    return ExactCover(primary, secondary, tuple(options), shown)


@st.composite
def cnfs(draw: st.DrawFn, most: int = 8) -> Cnf:
    """With names, a projection and comments."""
    count = draw(st.integers(0, most))
    variables = st.integers(1, count) if count else st.nothing()
    literals = variables.flatmap(lambda v: st.sampled_from([v, -v]))
    clauses = draw(
        st.lists(st.lists(literals, max_size=4 if count else 0).map(tuple), max_size=10).map(tuple)
    )
    # Printable ASCII without spaces at the ends: what DIMACS comments can carry.
    words = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=12)
    names = draw(st.dictionaries(variables, words, max_size=3)) if count else {}
    shown = draw(st.none() | st.lists(variables, unique=True).map(tuple)) if count else None
    comments = draw(st.lists(words.filter(lambda word: word not in ("varname", "p")), max_size=3))
    return Cnf(count, clauses, names, shown, tuple(comments))


def problems() -> st.SearchStrategy[Any]:
    return st.one_of(sudokus(3), sudominokus(), kakuros(), covers(), cnfs())
