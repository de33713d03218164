"""Straightforward models of every kind for CP-SAT, as its users' guides and examples write them.

A model function takes a puzzle in plain form (see `neutral.py`) and returns the variables that tell answers
apart and what reads an answer from a solver.  One worker; for uniqueness the first answer is forbidden and
the model solved again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import pairwise, product
from typing import Any

from ortools import __version__ as VERSION  # noqa: F401, N812
from ortools.sat.python import cp_model
from shapes import fills_board, neighbours, open_edges, placements

Model = cp_model.CpModel
Var = cp_model.IntVar
Read = Callable[[Callable[[Any], int]], Any]
Made = tuple[Sequence[Var], Read]


def check(kind: str, puzzle: dict[str, Any]) -> tuple[str, Any]:
    """``none``, ``unique`` or ``multiple``, and the first answer."""
    model = Model()
    variables, read = MODELS[kind](model, puzzle)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if not _solved(solver, model):
        return "none", None
    answer = read(solver.value)
    forbid(model, variables, [solver.value(variable) for variable in variables])
    return ("multiple" if _solved(solver, model) else "unique"), answer


def _solved(solver: cp_model.CpSolver, model: Model) -> bool:
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE):
        raise RuntimeError(solver.status_name(status))
    return status != cp_model.INFEASIBLE


def forbid(model: Model, variables: Sequence[Var], values: Sequence[int]) -> None:
    """At least one variable differs."""
    different = []
    for variable, value in zip(variables, values, strict=True):
        if variable.is_boolean:
            different.append(variable.negated() if value else variable)
        else:
            other = model.new_bool_var("")
            model.add(variable != value).only_enforce_if(other)
            different.append(other)
    model.add_bool_or(different)


def flat(variables: Sequence[Var]) -> Made:
    return variables, lambda value: [value(variable) for variable in variables]


def chosen(variables: Sequence[Var], things: Sequence[Any]) -> Made:
    """The answer is what the true variables stand for."""
    return variables, lambda value: [
        thing for variable, thing in zip(variables, things, strict=True) if value(variable)
    ]


def bools(model: Model, count: int) -> list[Var]:
    return [model.new_bool_var("") for _ in range(count)]


def digits(model: Model, givens: Sequence[int], largest: int) -> list[Var]:
    return [model.new_int_var(given or 1, given or largest, "") for given in givens]


def sudoku(model: Model, puzzle: dict[str, Any]) -> Made:
    x = digits(model, puzzle["givens"], puzzle["size"])
    for cells in puzzle["different"]:
        model.add_all_different(x[cell] for cell in cells)
    for cells, total in puzzle["sums"]:
        model.add(sum(x[cell] for cell in cells) == total)
    return flat(x)


def kakuro(model: Model, puzzle: dict[str, Any]) -> Made:
    x = digits(model, [0] * puzzle["cells"], 9)
    for cells, total in puzzle["runs"]:
        model.add_all_different(x[cell] for cell in cells)
        if total is not None:
            model.add(sum(x[cell] for cell in cells) == total)
    return flat(x)


def latin(model: Model, puzzle: dict[str, Any]) -> Made:
    n = puzzle["size"]
    x = digits(model, puzzle["givens"], n)
    for line in range(n):
        model.add_all_different(x[n * line : n * line + n])
        model.add_all_different(x[line::n])
    return flat(x)


def skyscrapers(model: Model, puzzle: dict[str, Any]) -> Made:
    n = puzzle["size"]
    x, read = latin(model, puzzle)
    for cells, count in puzzle["views"]:
        highest, seen = x[cells[0]], bools(model, n - 1)
        for is_seen, cell in zip(seen, cells[1:], strict=True):
            model.add(x[cell] > highest).only_enforce_if(is_seen)
            model.add(x[cell] < highest).only_enforce_if(is_seen.negated())
            top = model.new_int_var(1, n, "")
            model.add_max_equality(top, [highest, x[cell]])
            highest = top
        model.add(sum(seen) == count - 1)
    return x, read


def queens(model: Model, puzzle: dict[str, Any]) -> Made:
    n = puzzle["size"]
    x = [model.new_int_var(0, n - 1, "") for _ in range(n)]
    model.add_all_different(x)
    model.add_all_different(x[r] + r for r in range(n))
    model.add_all_different(x[r] - r for r in range(n))
    for r, c in puzzle["placed"]:
        model.add(x[r] == c)
    for r, c in puzzle["blocked"]:
        model.add(x[r] != c)
    return flat(x)


def langford(model: Model, puzzle: dict[str, Any]) -> Made:
    n = puzzle["pairs"]
    first = [model.new_int_var(0, 2 * n - 1, "") for _ in range(n)]
    for k in range(1, n + 1):
        model.add(first[k - 1] + k + 1 < 2 * n)
    model.add_all_different([*first, *(first[k - 1] + k + 1 for k in range(1, n + 1))])

    def read(value: Callable[[Any], int]) -> list[int]:
        places = {value(first[k - 1]) + step: k for k in range(1, n + 1) for step in (0, k + 1)}
        return [places[at] for at in range(2 * n)]

    return first, read


def starbattle(model: Model, puzzle: dict[str, Any]) -> Made:
    n = puzzle["size"]
    x = bools(model, n * n)
    regions: dict[int, list[Var]] = defaultdict(list)
    for variable, region in zip(x, puzzle["regions"], strict=True):
        regions[region].append(variable)
    for unit in [*(x[n * r : n * r + n] for r in range(n)), *(x[c::n] for c in range(n)), *regions.values()]:
        model.add(sum(unit) == puzzle["stars"])
    for r, c in product(range(n - 1), repeat=2):
        model.add_at_most_one(x[n * (r + a) + c + b] for a, b in product((0, 1), repeat=2))
    return flat(x)


def nonogram(model: Model, puzzle: dict[str, Any]) -> Made:
    rows, columns = puzzle["rows"], puzzle["columns"]
    width = len(columns)
    x = bools(model, len(rows) * width)
    for r, clue in enumerate(rows):
        line_automaton(model, x[width * r : width * r + width], clue)
    for c, clue in enumerate(columns):
        line_automaton(model, x[c::width], clue)
    return flat(x)


def line_automaton(model: Model, line: Sequence[Var], clue: Sequence[int]) -> None:
    """Runs of ones of these lengths: a state for each cell of a run and each gap."""
    moves, state = [(0, 0, 0)], 0
    for at, run in enumerate(clue):
        for _ in range(run):
            moves.append((state, 1, state + 1))
            state += 1
        if at < len(clue) - 1:
            moves.append((state, 0, state + 1))
            state += 1
        moves.append((state, 0, state))
    model.add_automaton(line, 0, [state], sorted(set(moves)))


def dominosa(model: Model, puzzle: dict[str, Any]) -> Made:
    board, rows, columns = puzzle["digits"], puzzle["rows"], puzzle["columns"]
    edges = list(neighbours(rows, columns))
    x = bools(model, len(edges))
    one_of: dict[Any, list[Var]] = defaultdict(list)
    for variable, (a, b) in zip(x, edges, strict=True):
        for thing in (a, b, tuple(sorted((board[a], board[b])))):
            one_of[thing].append(variable)
    for variables in one_of.values():
        model.add_exactly_one(variables)
    return chosen(x, edges)


def polyomino(model: Model, puzzle: dict[str, Any]) -> Made:
    laid = placements(puzzle)
    x = bools(model, len(laid))
    covering: dict[int, list[Var]] = defaultdict(list)
    of_piece: dict[int, list[Var]] = defaultdict(list)
    for variable, (piece, cells) in zip(x, laid, strict=True):
        of_piece[piece].append(variable)
        for cell in cells:
            covering[cell].append(variable)
    for piece, copies in enumerate(puzzle["copies"]):
        model.add(sum(of_piece[piece]) == copies)
    for cell in range(sum(map(sum, puzzle["board"]))):
        (model.add_exactly_one if fills_board(puzzle) else model.add_at_most_one)(covering[cell])
    return chosen(x, laid)


def sudominoku(model: Model, puzzle: dict[str, Any]) -> Made:
    n = puzzle["size"]
    x = digits(model, puzzle["givens"], n)
    for cells in puzzle["different"]:
        model.add_all_different(x[cell] for cell in cells)
    covering: dict[int, list[Var]] = defaultdict(list)
    shows: dict[tuple[int, int], list[Var]] = defaultdict(list)
    of_pair: dict[tuple[int, int], list[Var]] = defaultdict(list)
    for a, b in open_edges(puzzle):
        for d, e in product(range(1, n + 1), repeat=2):
            if d != e and puzzle["givens"][a] in (0, d) and puzzle["givens"][b] in (0, e):
                laid = model.new_bool_var("")
                of_pair[min(d, e), max(d, e)].append(laid)
                for cell, digit in ((a, d), (b, e)):
                    covering[cell].append(laid)
                    shows[cell, digit].append(laid)
    for variables in (*covering.values(), *of_pair.values()):
        model.add_exactly_one(variables)
    for cell in covering:
        model.add(x[cell] == sum(digit * sum(shows[cell, digit]) for digit in range(1, n + 1)))
    return flat(x)


def cnf(model: Model, puzzle: dict[str, Any]) -> Made:
    x = bools(model, puzzle["variables"])
    for clause in puzzle["clauses"]:
        model.add_bool_or(x[v - 1] if v > 0 else x[-v - 1].negated() for v in clause)
    return flat(x)


def cover(model: Model, puzzle: dict[str, Any]) -> Made:
    x = bools(model, len(puzzle["options"]))
    covering: dict[int, list[Var]] = defaultdict(list)
    for variable, items in zip(x, puzzle["options"], strict=True):
        for item in items:
            covering[item].append(variable)
    for item in range(puzzle["items"]):
        (model.add_exactly_one if item < puzzle["primary"] else model.add_at_most_one)(covering[item])
    return chosen(x, range(len(x)))


def one_loop(model: Model, points: int, edges: Sequence[tuple[int, int]]) -> list[Var]:
    """A variable for each edge of a circuit; points that it does not pass have a loop of their own."""
    drawn = bools(model, len(edges))
    arcs = [(point, point, model.new_bool_var("")) for point in range(points)]
    for edge, (a, b) in zip(drawn, edges, strict=True):
        forth, back = model.new_bool_var(""), model.new_bool_var("")
        model.add(forth + back == edge)
        arcs += [(a, b, forth), (b, a, back)]
    model.add_circuit(arcs)
    model.add_bool_or(drawn)
    return drawn


def slitherlink(model: Model, puzzle: dict[str, Any]) -> Made:
    rows, columns, clues = puzzle["rows"], puzzle["columns"], puzzle["clues"]
    edges = list(neighbours(rows + 1, columns + 1))
    drawn = dict(zip(edges, one_loop(model, (rows + 1) * (columns + 1), edges), strict=True))
    for (r, c), clue in zip(product(range(rows), range(columns)), clues, strict=True):
        if clue is not None:
            corner = r * (columns + 1) + c
            below = corner + columns + 1
            sides = (corner, corner + 1), (corner, below), (corner + 1, below + 1), (below, below + 1)
            model.add(sum(drawn[side] for side in sides) == clue)
    return chosen(list(drawn.values()), edges)


def masyu(model: Model, puzzle: dict[str, Any]) -> Made:
    rows, columns = puzzle["rows"], puzzle["columns"]
    edges = list(neighbours(rows, columns))
    drawn = dict(zip(edges, one_loop(model, rows * columns, edges), strict=True))

    def line(r: int, c: int, down: int, right: int) -> Var | int:
        """The edge from a cell in a direction; 0 if there is none."""
        here, there = r * columns + c, (r + down) * columns + c + right
        inside = 0 <= r < rows and 0 <= c < columns and 0 <= r + down < rows and 0 <= c + right < columns
        return drawn[min(here, there), max(here, there)] if inside else 0

    for (r, c), clue in zip(product(range(rows), range(columns)), puzzle["clues"], strict=True):
        if clue is None:
            continue
        near = {(a, b): line(r, c, a, b) for a, b in STEPS}
        far = {(a, b): line(r + a, c + b, a, b) for a, b in STEPS}
        up, left, right, down = STEPS
        model.add(sum(near.values()) == 2)
        if clue == "b":
            model.add(near[up] + near[down] == 1)
            for step in STEPS:
                model.add(near[step] <= far[step])
        else:
            model.add(near[up] == near[down])
            for one, other in ((up, down), (left, right)):
                model.add(near[one] + far[one] + far[other] <= 2)
    return chosen(list(drawn.values()), edges)


STEPS = (-1, 0), (0, -1), (0, 1), (1, 0)


def simpleloop(model: Model, puzzle: dict[str, Any]) -> Made:
    edges = list(neighbours(puzzle["rows"], puzzle["columns"]))
    drawn = one_loop(model, len(puzzle["clues"]), edges)
    for cell, clue in enumerate(puzzle["clues"]):
        lines = [line for line, edge in zip(drawn, edges, strict=True) if cell in edge]
        model.add(sum(lines) == (0 if clue else 2))
    return chosen(drawn, edges)


def yajilin(model: Model, puzzle: dict[str, Any]) -> Made:
    rows, columns, clues = puzzle["rows"], puzzle["columns"], puzzle["clues"]
    edges = list(neighbours(rows, columns))
    drawn, shaded = one_loop(model, len(clues), edges), bools(model, len(clues))
    for a, b in edges:
        model.add_at_most_one((shaded[a], shaded[b]))
    for cell, clue in enumerate(clues):
        lines = [line for line, edge in zip(drawn, edges, strict=True) if cell in edge]
        if clue is None:
            model.add(sum(lines) == 2 - 2 * shaded[cell])
            continue
        model.add(sum(lines) + shaded[cell] == 0)
        if clue != "x":
            ahead = rays(cell, rows, columns)["nwes".index(clue[-1])]
            model.add(sum(shaded[one] for one in ahead) == int(clue[:-1]))
    return chosen(drawn, edges)


def numberlink(model: Model, puzzle: dict[str, Any]) -> Made:
    """Lines have the number of their ends; a circuit passes one after the other, and jumps between them."""
    clues, edges = puzzle["clues"], list(neighbours(puzzle["rows"], puzzle["columns"]))
    names = sorted({clue for clue in clues if clue is not None})
    number = [model.new_int_var(0, len(names) - 1, "") for _ in clues]
    ends: dict[Any, list[int]] = {name: [] for name in names}
    for cell, clue in enumerate(clues):
        if clue is not None:
            ends[clue].append(cell)
            model.add(number[cell] == names.index(clue))
    firsts, lasts = zip(*ends.values(), strict=True)
    arcs: list[Any] = [(b, a, 1) for b, a in zip(lasts, (*firsts[1:], firsts[0]), strict=True)]
    arcs += [(cell, cell, model.new_bool_var("")) for cell, clue in enumerate(clues) if clue is None]
    drawn = bools(model, len(edges))
    for edge, (a, b) in zip(drawn, edges, strict=True):
        forth, back = model.new_bool_var(""), model.new_bool_var("")
        model.add(forth + back == edge)
        model.add(number[a] == number[b]).only_enforce_if(edge)
        arcs += [(a, b, forth), (b, a, back)]
    model.add_circuit(arcs)
    return chosen(drawn, edges)


def rays(cell: int, rows: int, columns: int) -> list[list[int]]:
    """The cells above, to the left, to the right and below, each outwards."""
    r, c = divmod(cell, columns)
    return [
        [a * columns + c for a in range(r - 1, -1, -1)],
        [r * columns + b for b in range(c - 1, -1, -1)],
        [r * columns + b for b in range(c + 1, columns)],
        [a * columns + c for a in range(r + 1, rows)],
    ]


def flowing(
    model: Model, shown: Sequence[Any], edges: Sequence[tuple[int, int]], sources: dict[int, Any], most: int
) -> None:
    """Each shown cell takes one unit of a flow from the sources, through cells that are shown."""
    balance: list[list[Any]] = [[sources[cell]] if cell in sources else [] for cell in range(len(shown))]
    for a, b in (arc for edge in edges for arc in (edge, edge[::-1])):
        flow = model.new_int_var(0, most, "")
        model.add(flow <= most * shown[a])
        model.add(flow <= most * shown[b])
        balance[b].append(flow)
        balance[a].append(-flow)
    for cell, flows in enumerate(balance):
        model.add(sum(flows) == shown[cell])


def one_area(model: Model, shown: Sequence[Any], edges: Sequence[tuple[int, int]]) -> None:
    """The shown cells are connected: one of them is the source of a flow."""
    size = len(shown)
    sources = {cell: model.new_int_var(0, size, "") for cell in range(size)}
    roots = bools(model, size)
    model.add_at_most_one(roots)
    for source, root in zip(sources.values(), roots, strict=True):
        model.add(source <= size * root)
    flowing(model, shown, edges, sources, size)


def apart(model: Model, puzzle: dict[str, Any]) -> list[Var]:
    """Shaded cells do not share sides, and the others are connected."""
    edges = list(neighbours(puzzle["rows"], puzzle["columns"]))
    shaded = bools(model, len(puzzle["clues"]))
    for a, b in edges:
        model.add_at_most_one((shaded[a], shaded[b]))
    one_area(model, [1 - cell for cell in shaded], edges)
    return shaded


def lines_of(puzzle: dict[str, Any]) -> list[list[int]]:
    """The rows and columns."""
    rows, columns = puzzle["rows"], puzzle["columns"]
    every = list(range(rows * columns))
    return [every[r * columns :][:columns] for r in range(rows)] + [every[c::columns] for c in range(columns)]


def hitori(model: Model, puzzle: dict[str, Any]) -> Made:
    shaded, clues = apart(model, puzzle), puzzle["clues"]
    for line in lines_of(puzzle):
        for number in {clues[cell] for cell in line} - {None}:
            model.add_at_most_one(shaded[cell].negated() for cell in line if clues[cell] == number)
    return flat(shaded)


def heyawake(model: Model, puzzle: dict[str, Any]) -> Made:
    shaded, room = apart(model, puzzle), puzzle["regions"]
    for cell, clue in enumerate(puzzle["clues"]):
        if clue is not None:
            model.add(sum(one for one, at in zip(shaded, room, strict=True) if at == room[cell]) == clue)
    for line in lines_of(puzzle):
        changes = [at for at in range(1, len(line)) if room[line[at - 1]] != room[line[at]]]
        for first, last in pairwise(changes):  # from the last cell of a room to the first of the next but one
            model.add_bool_or(shaded[cell] for cell in line[first - 1 : last + 1])
    return flat(shaded)


def kurodoko(model: Model, puzzle: dict[str, Any]) -> Made:
    shaded = apart(model, puzzle)
    for cell, clue in enumerate(puzzle["clues"]):
        if clue is None:
            continue
        model.add(shaded[cell] == 0)
        seen = []
        for ray in rays(cell, puzzle["rows"], puzzle["columns"]):
            before = None
            for at in ray:
                here = model.new_bool_var("")
                model.add_implication(here, shaded[at].negated())
                if before is None:
                    model.add_bool_or(here, shaded[at])
                else:
                    model.add_implication(here, before)
                    model.add_bool_or(here, shaded[at], before.negated())
                seen.append(before := here)
        model.add(sum(seen) == clue - 1)
    return flat(shaded)


def yinyang(model: Model, puzzle: dict[str, Any]) -> Made:
    rows, columns = puzzle["rows"], puzzle["columns"]
    edges, black = list(neighbours(rows, columns)), bools(model, rows * columns)
    for cell, clue in enumerate(puzzle["clues"]):
        if clue is not None:
            model.add(black[cell] == int(clue == "b"))
    for corner in range(rows * columns - columns):
        if corner % columns + 1 < columns:
            square = [black[at] for at in (corner, corner + 1, corner + columns, corner + columns + 1)]
            model.add_bool_or(square)
            model.add_bool_or(cell.negated() for cell in square)
    one_area(model, black, edges)
    one_area(model, [1 - cell for cell in black], edges)
    return flat(black)


def nurikabe(model: Model, puzzle: dict[str, Any]) -> Made:
    rows, columns, clues = puzzle["rows"], puzzle["columns"], puzzle["clues"]
    size, edges = rows * columns, list(neighbours(rows, columns))
    sea = bools(model, size)
    numbered = [cell for cell, clue in enumerate(clues) if clue is not None]
    number = [model.new_int_var(0, len(numbered), "") for _ in range(size)]  # of the island; 0 for the sea
    for cell in range(size):
        model.add(number[cell] == 0).only_enforce_if(sea[cell])
        model.add(number[cell] >= 1).only_enforce_if(sea[cell].negated())
    for a, b in edges:
        model.add(number[a] == number[b]).only_enforce_if(sea[a].negated(), sea[b].negated())
    for corner in range(size - columns):
        if corner % columns + 1 < columns:
            model.add_bool_or(
                sea[at].negated() for at in (corner, corner + 1, corner + columns, corner + columns + 1)
            )
    sources: dict[int, Any] = {}
    for at, cell in enumerate(numbered, 1):
        model.add(number[cell] == at)
        sources[cell] = size if clues[cell] == "?" else int(clues[cell])
        if clues[cell] == "?":
            sources[cell] = model.new_int_var(1, size, "")
    flowing(model, [1 - cell for cell in sea], edges, sources, size)
    one_area(model, sea, edges)
    return flat(sea)


MODELS: dict[str, Callable[[Model, dict[str, Any]], Made]] = {
    make.__name__: make
    for make in (
        sudoku,
        sudominoku,
        kakuro,
        queens,
        langford,
        dominosa,
        polyomino,
        latin,
        skyscrapers,
        starbattle,
        nonogram,
        slitherlink,
        masyu,
        simpleloop,
        yajilin,
        numberlink,
        hitori,
        heyawake,
        kurodoko,
        yinyang,
        nurikabe,
        cnf,
        cover,
    )
}
