"""Puzzles of each kind twice: as a text that coversat reads, and as rules for `audits_search.py`.

What a function here takes is what a set states, in plain rows; which of its signs mean what is in
`audits_sets.py`. Both forms are made here from the same values, each without the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import combinations, product
from typing import Any, NamedTuple

from audits_search import Cell, Puzzle, Rule, Value, different, few, rising, some, total, unequal

Rows = Sequence[Sequence[Any]]


class Row(NamedTuple):
    """A row of a set.

    * text, solution: the puzzle and its stored answer, if there is one, as coversat reads them.
    * puzzle, stored: the same for the search.
    """

    kind: str
    text: str
    solution: str
    puzzle: Puzzle
    stored: dict[Cell, int] | None


def lines(rows: Rows) -> str:
    return "".join(" ".join(str(value) for value in row) + "\n" for row in rows)


def by_cell(rows: Rows) -> dict[Any, Any]:
    return {(r, c): value for r, row in enumerate(rows) for c, value in enumerate(row)}


def made(kind: str, text: str, puzzle: Puzzle, stored: Rows | None, signs: Callable[[Rows], Rows]) -> Row:
    """A row; `signs` makes a stored answer in numbers what coversat reads."""
    solution = lines(signs(stored)) if stored else ""
    return Row(kind, text, solution, puzzle, by_cell(stored) if stored else None)


def same(rows: Rows) -> Rows:
    return rows


def crossed(rows: Rows) -> Rows:
    return [["-x"[on] for on in row] for row in rows]


def around(cell: tuple[int, int], cells: Iterable[tuple[int, int]], corners: bool) -> list[tuple[int, int]]:
    """The cells that share a side with this one, or also those that share a corner."""
    r, c = cell
    steps = [(a, b) for a, b in product((-1, 0, 1), repeat=2) if (a, b) != (0, 0) and (corners or not a * b)]
    return [(r + a, c + b) for a, b in steps if (r + a, c + b) in cells]


def row_and_column_cells(n: int, columns: int | None = None) -> list[list[tuple[int, int]]]:
    columns = columns or n
    across = [[(r, c) for c in range(columns)] for r in range(n)]
    return across + [[(r, c) for r in range(n)] for c in range(columns)]


def groups(regions: Rows) -> list[list[Any]]:
    found: dict[Any, list[Any]] = {}
    for cell, region in by_cell(regions).items():
        found.setdefault(region, []).append(cell)
    return list(found.values())


def digits(givens: Rows, highest: int) -> dict[Cell, tuple[int, ...]]:
    """The values of the cells; a given is a number, a blank 0."""
    return {
        cell: (value,) if value else tuple(range(1, highest + 1)) for cell, value in by_cell(givens).items()
    }


def blank_dots(givens: Rows) -> Rows:
    return [[value or "." for value in row] for row in givens]


def boxes(n: int) -> Rows:
    side = int(n**0.5)
    return [[r // side * side + c // side for c in range(n)] for r in range(n)]


def sudoku(givens: Rows, stored: Rows | None, regions: Rows | None = None) -> Row:
    """Digits from 1; regions are boxes unless they are stated, by numbers from 1."""
    n = len(givens)
    units = [*row_and_column_cells(n), *groups(regions or boxes(n))]
    puzzle = Puzzle(digits(givens, n), list(map(different, units)), units)
    text = lines(blank_dots(givens)) + ("regions\n" + lines(regions) if regions else "")
    return made("sudoku", f"sudoku {n}\n{text}", puzzle, stored, same)


def queens(board: Rows, stored: Rows | None) -> Row:
    """1 for a queen that is placed. The search has a variable for each cell."""
    n = len(board)
    domains: dict[Cell, tuple[int, ...]] = {
        cell: (1,) if on else (0, 1) for cell, on in by_cell(board).items()
    }
    cells: list[Any] = list(domains)
    slopes = [[(r, c) for r, c in cells if r + c == at] for at in range(2 * n - 1)]
    slopes += [[(r, c) for r, c in cells if r - c == at] for at in range(1 - n, n)]
    rules = [total(line, 1) for line in row_and_column_cells(n)] + [few(line) for line in slopes]

    def signs(rows: Rows) -> Rows:
        return [[".Q"[value] for value in row] for row in rows]

    text = "".join("".join(row) + "\n" for row in signs(board))
    return made("queens", f"queens {n}\n{text}", Puzzle(domains, rules), stored, signs)


def colouring(names: Sequence[Any], edges: Rows, colours: int, stored: dict[Any, int] | None) -> Row:
    """Ends of edges have different colours; `stored`: the colours by names."""
    domains: dict[Cell, tuple[int, ...]] = {name: tuple(range(1, colours + 1)) for name in names}
    text = f"colouring {colours}\nvertices: {lines([names])}{lines(edges)}"
    solution = " ".join(f"{name}={colour}" for name, colour in (stored or {}).items())
    return Row("colouring", text, solution, Puzzle(domains, [unequal(a, b) for a, b in edges]), stored)


def akari(board: Rows, stored: Rows | None) -> Row:
    """``-`` for a white cell, ``x`` for a black one, a number for a clue; an answer has 1 for each bulb."""
    cells = by_cell(board)
    white = [cell for cell, sign in cells.items() if sign == "-"]
    domains: dict[Cell, tuple[int, ...]] = {
        cell: (0, 1) if sign == "-" else (0,) for cell, sign in cells.items()
    }
    rules = []
    for r, c in white:
        seen = [(r, c)]
        for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            at = (r + a, c + b)
            while cells.get(at) == "-":
                seen.append(at)
                at = (at[0] + a, at[1] + b)
        rules += [some(seen), *(few(((r, c), other)) for other in seen[1:] if other > (r, c))]
    for cell, sign in cells.items():
        if sign not in ("-", "x"):
            rules.append(total(around(cell, cells, False), int(sign)))

    def signs(rows: Rows) -> Rows:
        return [["o" if on else board[r][c] for c, on in enumerate(row)] for r, row in enumerate(rows)]

    head = f"akari {len(board)} {len(board[0])}\n"
    return made("akari", head + lines(board), Puzzle(domains, rules), stored, signs)


def binairo(givens: Rows, stored: Rows | None) -> Row:
    """1 and 2, and 0 for a blank; equal lines are allowed, as in the sets here."""
    rules = []
    for line in row_and_column_cells(len(givens), len(givens[0])):
        rules.append(
            Rule(tuple(line), lambda values: max(values.count(1), values.count(2)) <= len(values) // 2)
        )
        for at in range(len(line) - 2):
            three = tuple(line[at : at + 3])
            rules.append(Rule(three, lambda values: None in values or len(set(values)) > 1))
    board = [[value or "-" for value in row] for row in givens]
    head = f"binairo {len(givens)} {len(givens[0])}\n"
    return made("binairo", head + lines(board), Puzzle(digits(givens, 2), rules), stored, same)


def suguru(givens: Rows, regions: Rows, stored: Rows | None) -> Row:
    """0 for a blank."""
    areas = groups(regions)
    size = {cell: len(area) for area in areas for cell in area}
    cells = by_cell(givens)
    domains: dict[Cell, tuple[int, ...]] = {
        cell: (value,) if value else tuple(range(1, size[cell] + 1)) for cell, value in cells.items()
    }
    rules = list(map(different, areas))
    rules += [unequal(cell, other) for cell in cells for other in around(cell, cells, True) if cell < other]
    board = [[value or "-" for value in row] for row in givens]
    head = f"suguru {len(givens)} {len(givens[0])}\n"
    return made("suguru", head + lines(board) + lines(regions), Puzzle(domains, rules, areas), stored, same)


def starbattle(regions: Rows, stars: int, stored: Rows | None) -> Row:
    """Regions are named by numbers; an answer has 1 for each star."""
    n, cells = len(regions), by_cell(regions)
    domains: dict[Cell, tuple[int, ...]] = dict.fromkeys(cells, (0, 1))
    rules = [total(area, stars) for area in [*row_and_column_cells(n), *groups(regions)]]
    rules += [few((cell, other)) for cell in cells for other in around(cell, cells, True) if cell < other]
    names = sorted(set(cells.values()), key=str)
    letters = [[chr(ord("A") + names.index(value)) for value in row] for row in regions]

    def signs(rows: Rows) -> Rows:
        return [["*" if value else "." for value in row] for row in rows]

    text = f"starbattle {stars}\n" + "".join("".join(row) + "\n" for row in letters)
    return made("starbattle", text, Puzzle(domains, rules), stored, signs)


def minesweeper(board: Rows, mines: int | None, stored: Rows | None) -> Row:
    """``-`` for a cell that may have a mine, or a number; an answer has 1 for each mine."""
    cells = by_cell(board)
    domains: dict[Cell, tuple[int, ...]] = {
        cell: (0, 1) if sign == "-" else (0,) for cell, sign in cells.items()
    }
    rules = [total(around(cell, cells, True), int(sign)) for cell, sign in cells.items() if sign != "-"]
    if mines is not None:
        rules.append(total(cells, mines, filters=False))

    def signs(rows: Rows) -> Rows:
        return [["x" if on else board[r][c] for c, on in enumerate(row)] for r, row in enumerate(rows)]

    head = f"minesweeper {len(board)} {len(board[0])}" + (f" {mines}\n" if mines is not None else "\n")
    return made("minesweeper", head + lines(board), Puzzle(domains, rules), stored, signs)


def hitori(numbers: Rows, stored: Rows | None) -> Row:
    """An answer has 1 for each shaded cell."""
    cells = by_cell(numbers)
    domains: dict[Cell, tuple[int, ...]] = dict.fromkeys(cells, (0, 1))
    places = tuple(cells)
    rules = [few((cell, other)) for cell in cells for other in around(cell, cells, False) if cell < other]
    for line in row_and_column_cells(len(numbers), len(numbers[0])):
        for one, other in combinations(line, 2):
            if cells[one] == cells[other]:
                rules.append(some((one, other)))

    def connected(values: Sequence[Value]) -> bool:
        """Whether the white cells are connected, if all blank ones become white."""
        white = {cell for cell, value in zip(places, values, strict=True) if value != 1}
        sure = [cell for cell, value in zip(places, values, strict=True) if value == 0]
        reached, left = set(sure[:1]), sure[:1]
        while left:
            for other in around(left.pop(), white, False):
                if other not in reached:
                    reached.add(other)
                    left.append(other)
        return reached.issuperset(sure)

    rules.append(Rule(places, connected, filters=False))

    head = f"hitori {len(numbers)} {len(numbers[0])}\n"
    return made("hitori", head + lines(numbers), Puzzle(domains, rules), stored, crossed)


def skyscrapers(views: Mapping[str, Sequence[int]], stored: Rows | None, givens: Rows | None = None) -> Row:
    """How many are seen from the ``top``, ``left``, ``right`` and ``bottom``; 0 if it is not stated."""
    n = len(views["top"])
    givens = givens or [[0] * n] * n
    across, down = _split(row_and_column_cells(n), n)
    domains, rules = digits(givens, n), [different(line) for line in across + down]
    for name, those in (("left", across), ("right", across), ("top", down), ("bottom", down)):
        for count, line in zip(views[name], those, strict=True):
            if count:
                ordered = line if name in ("left", "top") else line[::-1]
                rules.append(Rule(tuple(ordered), partial(_may_be_seen, n, count)))
                for at, cell in enumerate(ordered):  # higher ones would hide too many
                    domains[cell] = tuple(value for value in domains[cell] if value <= n - count + 1 + at)

    def clue(number: int) -> str:
        return str(number or ".")

    head = "  " + " ".join(map(clue, views["top"])) + "\n"
    foot = "  " + " ".join(map(clue, views["bottom"])) + "\n"
    middle = [
        [clue(views["left"][r]), *(clue(value) for value in givens[r]), clue(views["right"][r])]
        for r in range(n)
    ]
    text = f"skyscrapers {n}\n{head}{lines(middle)}{foot}"
    return made("skyscrapers", text, Puzzle(domains, rules, across + down), stored, same)


def _may_be_seen(n: int, count: int, values: Sequence[Value]) -> bool:
    """Whether so many heights can be seen, by those before the first blank."""
    highest = seen = 0
    for at, value in enumerate(values):
        if value is None:
            return seen < count <= seen + min(n - highest, n - at)
        if value > highest:
            highest, seen = value, seen + 1
            if highest == n:
                break
    return seen == count


def tents(trees: Rows, rows: Sequence[int], columns: Sequence[int], stored: Rows | None) -> Row:
    """1 for each tree; an answer has 1 for each tent."""
    cells = by_cell(trees)
    beside = {
        cell: [one for one in around(cell, cells, False) if not cells[one]] for cell in cells if cells[cell]
    }
    near = {one for those in beside.values() for one in those}
    domains: dict[Cell, tuple[int, ...]] = {cell: (0, 1) if cell in near else (0,) for cell in cells}
    lines_ = row_and_column_cells(len(trees), len(trees[0]))
    rules = [total(line, count) for line, count in zip(lines_, [*rows, *columns], strict=True)]
    rules += [few((cell, other)) for cell in cells for other in around(cell, cells, True) if cell < other]
    rules += map(some, beside.values())
    places = tuple(cells)

    def paired(values: Sequence[Value]) -> bool:
        """Whether each tree can have a tent of its own beside it, and none is left over."""
        pitched = {cell for cell, value in zip(places, values, strict=True) if value == 1}
        if None in values:
            return True
        of: dict[Any, Any] = {}  # the tree of each tent

        def joins(tree: Any, asked: set[Any]) -> bool:
            for tent in around(tree, pitched, False):
                if tent not in asked:
                    asked.add(tent)
                    if tent not in of or joins(of[tent], asked):
                        of[tent] = tree
                        return True
            return False

        wooded = [cell for cell in places if cells[cell]]
        return len(wooded) == len(pitched) and all(joins(tree, set()) for tree in wooded)

    rules.append(Rule(places, paired, filters=False))
    board = [["x" if tree else "-" for tree in row] for row in trees]

    def signs(answer: Rows) -> Rows:
        return [["o" if on else board[r][c] for c, on in enumerate(row)] for r, row in enumerate(answer)]

    head = f"tents {len(trees)} {len(trees[0])}\n{lines([columns, rows])}"
    return made("tents", head + lines(board), Puzzle(domains, rules), stored, signs)


def nonogram(rows: Rows, columns: Rows, stored: Rows | None) -> Row:
    """The runs of each line; an answer has 1 for each black cell."""
    across, down = _split(row_and_column_cells(len(rows), len(columns)), len(rows))
    domains: dict[Cell, tuple[int, ...]] = {cell: (0, 1) for line in across for cell in line}
    rules = [
        Rule(tuple(line), partial(_runs_fit, tuple(clue)))
        for those, clues in ((across, rows), (down, columns))
        for line, clue in zip(those, clues, strict=True)
    ]
    stated = ["\n".join(" ".join(map(str, clue or [0])) for clue in clues) for clues in (rows, columns)]

    def signs(answer: Rows) -> Rows:
        return [[".#"[value] for value in row] for row in answer]

    text = f"nonogram\nrows\n{stated[0]}\ncolumns\n{stated[1]}\n"
    return made("nonogram", text, Puzzle(domains, rules), stored, signs)


def _split(lines_: list[Any], at: int) -> tuple[list[Any], list[Any]]:
    return lines_[:at], lines_[at:]


def _runs_fit(clue: tuple[int, ...], values: Sequence[Value]) -> bool:
    return _fit(clue, tuple(values))


@lru_cache(maxsize=200_000)
def _fit(clue: tuple[int, ...], values: tuple[Value, ...]) -> bool:
    """Whether runs of these lengths, and no others, can be black: each place where the first one can be."""
    if not clue:
        return 1 not in values
    run, last = clue[0], len(values) - sum(clue) - len(clue) + 1
    for start in range(last + 1):
        end = start + run
        is_run = 0 not in values[start:end] and values[end : end + 1] != (1,)
        if is_run and _fit(clue[1:], values[end + 1 :]):
            return True
        if values[start] == 1:
            break
    return False


def futoshiki(givens: Rows, less: Sequence[tuple[Any, Any]], stored: Rows | None) -> Row:
    """0 for a blank; each pair is two neighbours, the smaller number first."""
    n = len(givens)
    clues = {cell: str(given or "") for cell, given in by_cell(givens).items()}
    for one, other in sorted(less, key=lambda pair: pair[0][0] != pair[1][0]):  # a sign to the right first
        clues[min(one, other)] += ("<>" if one[0] == other[0] else "^v")[one > other]
    text = f"futoshiki {n} {n}\n" + lines([[clues[r, c] or "-" for c in range(n)] for r in range(n)])
    rules = [different(line) for line in row_and_column_cells(n)] + [rising(*pair) for pair in less]
    return made("futoshiki", text, Puzzle(digits(givens, n), rules, row_and_column_cells(n)), stored, same)


def kakurasu(rows: Sequence[int | None], columns: Sequence[int | None], stored: Rows | None) -> Row:
    """The sums, or None for one that is not stated."""
    cells = [(r, c) for r in range(len(rows)) for c in range(len(columns))]
    sums = [["-" if target is None else target for target in side] for side in (columns, rows)]
    board = [["-"] * len(columns)] * len(rows)
    text = f"kakurasu {len(rows)} {len(columns)}\n" + lines([*sums, *board])
    across = zip(row_and_column_cells(len(rows), len(columns)), [*rows, *columns], strict=True)
    rules = [total(line, to, range(1, len(line) + 1)) for line, to in across if to is not None]
    return made("kakurasu", text, Puzzle(dict.fromkeys(cells, (0, 1)), rules), stored, crossed)
