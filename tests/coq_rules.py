"""Rules of a puzzle as sets, however they are stated: those that Coq reads, and those of a model.

Domains are narrowed by rules about one cell. A rule of few boards becomes the set of those that obey it;
different values become pairs of cells; automata become their smallest diagrams.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from math import prod
from typing import Any

from coversat import primitives
from coversat.primitives import automata
from coversat.primitives.meaning import holds
from coversat.primitives.models import BorderModel, is_hidden
from coversat.reductions import model_of

IMPOSSIBLE = "no board obeys this"
MOST_BOARDS = 2000
"""The most boards of a rule that becomes a table."""

Domains = dict[int, tuple[int, ...]]
Stated = tuple[Domains, list[Any], set[int]]
"""Domains, rules as tuples of a name and its parts, and the cells that answers show."""


# ---- what Coq reads ----


def read_in_coq(value: Any) -> Stated | None:
    """The puzzle that a term states, or None for None."""
    if value == ("None",):
        return None
    _, puzzle = value
    domains = {cell: tuple(values) for _, cell, values in puzzle["domains"]}
    return domains, list(puzzle["rules"]), set(puzzle["shown"])


def _cells(rule: Any) -> list[int]:
    name, *parts = rule
    match name:
        case "Sum":
            return [cell for _, _, cell in parts[0]]
        case "Seen":
            return [cell for line in parts[0] for cell in line]
        case "Loop":
            return [edge[1] for edge in parts[0]]
        case "If":
            return [parts[0], *(cell for _, cell, _ in parts[2])]
        case "Or":
            return [cell for those in parts[0] for one in those for cell in _cells(one)]
    return list(parts[0])


def _obeyed(rule: Any, held: Mapping[int, int]) -> bool:
    """Whether a board obeys a rule that Coq has read."""
    name, *parts = rule
    values = [held[cell] for cell in _cells(rule)]
    match name:
        case "AllDifferent":
            return len(set(values)) == len(values)
        case "Cage":
            return len(set(values)) == len(values) and sum(values) == parts[1]
        case "Count":
            return sum(value in parts[1] for value in values) in parts[2]
        case "Sum":
            return sum(factor * held[cell] for _, factor, cell in parts[0]) in parts[1]
        case "Table":
            return values in parts[1]
        case "If":
            return held[parts[0]] != parts[1] or all(held[cell] == value for _, cell, value in parts[2])
        case "Or":
            return any(all(_obeyed(one, held) for one in those) for those in parts[0])
        case "Runs":
            word = "".join(map(str, values))
            return [len(run) for run in word.split("0") if run] == parts[1]
        case "Visible":
            return sum(value > max(values[:at], default=0) for at, value in enumerate(values)) == parts[1]
        case "Seen":
            seen = (
                next((n for n, cell in enumerate(line) if held[cell] != parts[1]), len(line))
                for line in parts[0]
            )
            return sum(seen) == parts[2]
    raise ValueError(name)


# ---- what the model states ----


def numbers(model: Any) -> dict[Any, int]:
    """The number of each variable: cells row by row, lines to the right, lines downwards, hidden cells."""
    rows, columns = model.rows, model.columns
    first = 1
    is_border = isinstance(model, BorderModel)
    if not is_border and any(isinstance(v[0], int) and not is_hidden(v, rows) for v in model.domains):
        first += rows * columns
    if is_border:
        rows, columns = rows + 1, columns + 1
    found = {("point", (r, c)): r * columns + c + 1 for r in range(rows) for c in range(columns)}
    has_edges = any(isinstance(v[0], tuple) for v in model.domains)
    hidden = first + (2 * rows * columns - rows - columns if has_edges else 0)
    for variable in model.domains:
        a, b = variable
        if isinstance(a, int) and a < model.rows:
            if not is_border:
                found[variable] = a * columns + b + 1
        elif isinstance(a, int):
            found[variable] = hidden + (a - model.rows) * columns + b
        elif a[0] == b[0]:
            found[variable] = first + a[0] * (columns - 1) + a[1]
        else:
            found[variable] = first + rows * (columns - 1) + a[0] * columns + a[1]
    return found


def stated_by_model(problem: Any) -> Stated:
    model = model_of(problem.kind)(problem)
    number = numbers(model)
    domains = {number[v]: tuple(values) for v, values in model.domains.items() if v in number}
    rules = [
        rule.primitive for rule in model.rules if not rule.implied or rule.template == "{cell} is a tree"
    ]
    is_border = isinstance(model, BorderModel)
    shown = {number[v] for v in model.domains if v in number and (is_border or model.in_answers(v))}
    return domains, [(number, one) for rule in rules for one in _parts(rule)], shown


def _parts(primitive: Any) -> Iterator[Any]:
    match primitive:
        case primitives.Binary(pairs, allowed):
            yield from (primitives.Binary((pair,), allowed) for pair in pairs)
        case primitives.AllDifferent(cells, total, None) if total is not None:
            yield primitives.AllDifferent(cells)
            yield primitives.total_of(cells, total)
        case primitives.Circuit(cells, through):
            yield primitives.Circuit(cells)
            for point in through:
                yield primitives.Count(tuple(edge for edge in cells if point in edge), (1,), (2,))
        case _:
            yield primitive


# ---- sets ----


def canonical(stated: Stated) -> tuple[Domains, set[Any], set[int]]:
    """Narrowed domains, rules, and shown cells."""
    domains, rules, shown = stated
    domains = dict(domains)
    rest = []
    for rule in rules:
        scope = _scope(rule)
        if len(scope) == 1 and not _is_graph(rule):
            (cell,) = scope
            domains[cell] = tuple(v for v in domains[cell] if _holds(rule, {cell: v}))
        else:
            rest.append(rule)
    found: set[Any] = set()
    narrower = True
    while narrower:  # by what each table leaves, so that it does not matter which rule says so first
        found = set().union(*(_as_sets(rule, domains) for rule in rest))
        before = dict(domains)
        for order, allowed in (one for one in found if isinstance(one[0], tuple)):
            for at, cell in enumerate(order):
                left = {board[at] for board in allowed}
                domains[cell] = tuple(v for v in domains[cell] if v in left)
        narrower = domains != before
    if not all(domains.values()):
        found = {IMPOSSIBLE}
    if IMPOSSIBLE in found:
        return {}, {IMPOSSIBLE}, shown
    return {cell: tuple(sorted(values)) for cell, values in domains.items()}, found, shown


def _of_model(rule: Any) -> bool:
    return isinstance(rule[0], dict)


def _scope(rule: Any) -> tuple[int, ...]:
    if _of_model(rule):
        number, primitive = rule
        return tuple(dict.fromkeys(number[v] for v in primitives.cells_of(primitive) if v in number))
    return tuple(dict.fromkeys(_cells(rule)))


def _holds(rule: Any, held: Mapping[int, int]) -> bool:
    if not _of_model(rule):
        return _obeyed(rule, held)
    number, primitive = rule
    return holds(primitive, {v: held[number[v]] for v in primitives.scope(primitive)})


def _is_graph(rule: Any) -> bool:
    if _of_model(rule):
        return isinstance(rule[1], primitives.Circuit | primitives.Connected | primitives.AreasBySize)
    return rule[0] in ("Loop", "Connected", "Rooted", "AreasBySize")


def _pair(a: Any, b: Any) -> tuple[Any, Any]:
    return (a, b) if a < b else (b, a)


def _as_sets(rule: Any, domains: Domains) -> Iterator[Any]:
    if _is_graph(rule):
        yield _graph(rule)
        return
    scope = _scope(rule)
    if not scope:
        if not _holds(rule, {}):
            yield IMPOSSIBLE
        return
    name = type(rule[1]).__name__ if _of_model(rule) else rule[0]
    if name in ("AllDifferent", "Cage") and len(scope) > 2:
        for pair in combinations(scope, 2):
            yield from _as_sets(("AllDifferent", list(pair)), domains)
        if name == "Cage":
            yield from _as_sets(("Sum", [("", 1, cell) for cell in scope], [rule[2]]), domains)
        return
    if name == "Cage":
        yield from _as_sets(("AllDifferent", list(scope)), domains)
        yield from _as_sets(("Sum", [("", 1, cell) for cell in scope], [rule[2]]), domains)
        return
    if (own := _rectangles(rule) or _seen(rule)) is not None:
        yield own
    elif prod(len(domains[cell]) for cell in scope) <= MOST_BOARDS:
        yield from _table(rule, sorted(scope), domains)
    else:
        yield _large(rule, domains)


def _table(rule: Any, order: list[int], domains: Domains) -> Iterator[Any]:
    """The boards that obey a rule, of those cells on which it depends; nothing if it always holds."""
    boards = product(*(domains[cell] for cell in order))
    allowed = {board for board in boards if _holds(rule, dict(zip(order, board, strict=True)))}
    for cell in list(order):
        at = order.index(cell)
        without = {board[:at] + board[at + 1 :] for board in allowed}
        if len(allowed) == len(without) * len(domains[cell]):
            order, allowed = order[:at] + order[at + 1 :], without
    if not allowed:
        yield IMPOSSIBLE
    elif order:
        yield tuple(order), frozenset(allowed)


def _rectangles(rule: Any) -> Any:
    """The cells that may hold a number: all those of one of several groups."""
    if not _of_model(rule):
        if rule[0] != "Or" or not all(len(those) == 2 and those[1][3] == [0] for those in rule[1]):
            return None
        groups = set()
        for (_, inside, values, area), (_, outside, others, _) in rule[1]:
            if area != [len(inside)] or values != others or {*inside, *outside} != set(_scope(rule)):
                return None
            groups.add(frozenset(inside))
        return "one of", tuple(rule[1][0][0][2]), frozenset(groups)
    number, primitive = rule
    if isinstance(primitive, primitives.Table) and all(
        isinstance(t, primitives.Contains) and len(t.cells) == 1 for t in primitive.cells
    ):
        values = {tuple(t.values) for t in primitive.cells}
        cells = [number[t.cells[0]] for t in primitive.cells]
        if len(values) == 1 and all(map(any, primitive.rows)):
            groups = {
                frozenset(c for c, held in zip(cells, row, strict=True) if held) for row in primitive.rows
            }
            return "one of", values.pop(), frozenset(groups)
    return None


def _seen(rule: Any) -> Any:
    """Lines that are seen as far as a value goes; what is further than the total does not matter."""
    if not _of_model(rule):
        if rule[0] != "Seen":
            return None
        _, lines, value, total = rule
    else:
        number, primitive = rule
        match primitive:
            case primitives.Sum(terms, (total,)) if all(
                isinstance(term, primitives.Leading) for _, term in terms
            ):
                lines = [[number[c] for c in term.cells] for _, term in terms]
                value = terms[0][1].value
            case _:
                return None
    return "Seen", frozenset(tuple(line[: total + 1]) for line in lines if line), value, total


def _graph(rule: Any) -> Any:
    if _of_model(rule):
        number, primitive = rule
        match primitive:
            case primitives.Circuit(cells):
                return "Loop", frozenset(
                    (number[edge], number["point", edge[0]], number["point", edge[1]]) for edge in cells
                )
            case primitives.Connected(cells, values, links, (), None):
                return (
                    "Connected",
                    frozenset(number[c] for c in cells),
                    frozenset(values),
                    frozenset(_pair(number[a], number[b]) for a, b in links),
                )
            case primitives.Connected(cells, values, links, roots, steps):
                return (
                    "Rooted",
                    frozenset(number[c] for c in cells),
                    frozenset(values),
                    frozenset(_pair(number[a], number[b]) for a, b in links),
                    frozenset(number[c] for c in roots),
                    steps,
                )
    elif rule[0] == "Rooted":
        _, cells, values, links, roots, steps = rule
        near = frozenset(_pair(a, b) for _, a, b in links)
        most = None if steps == ("None",) else steps[1]
        return "Rooted", frozenset(cells), frozenset(values), near, frozenset(roots), most
    elif rule[0] == "Connected":
        _, cells, values, links = rule
        return "Connected", frozenset(cells), frozenset(values), frozenset(_pair(a, b) for _, a, b in links)
    elif rule[0] == "Loop":
        return "Loop", frozenset((edge, *ends[1:]) for _, edge, ends in rule[1])
    raise ValueError(rule)


def _large(rule: Any, domains: Domains) -> Any:
    scope = _scope(rule)
    if not _of_model(rule):
        name, *parts = rule
    else:
        _, primitive = rule
        name = type(primitive).__name__
        match primitive:
            case primitives.Count(_, values, allowed):
                parts = [None, list(values), list(allowed)]
            case primitives.Sum(terms, totals) if all(factor == 1 for factor, _ in terms):
                parts = [[("", 1, cell) for cell in scope], list(totals)]
            case primitives.Regular(_, start, step, accepts):
                return "word", scope, _diagram(scope, domains, start, step, accepts)
            case _:
                raise ValueError(primitive)
    match name:
        case "Count":
            return (
                "Count",
                frozenset(scope),
                frozenset(parts[1]),
                frozenset(n for n in parts[2] if 0 <= n <= len(scope)),
            )
        case "Sum":
            if all(domains[cell] == (0, 1) for cell in scope):
                return "Count", frozenset(scope), frozenset([1]), frozenset(parts[1])
            return "Sum", frozenset(scope), frozenset(parts[1])
        case "Runs":
            return "word", scope, _runs_diagram(scope, domains, parts[1])
        case "Visible":
            count = parts[1]

            def see(state: tuple[int, int], value: int) -> tuple[int, int]:
                return (value, state[1] + 1) if value > state[0] else state

            return "word", scope, _diagram(scope, domains, (0, 0), see, lambda state: state[1] == count)
    raise ValueError(rule)


def _diagram(scope: Any, domains: Domains, start: Any, step: Any, accepts: Any) -> str:
    word = primitives.Regular(scope, start, step, accepts)
    return repr(automata.diagram(word, [domains[cell] for cell in scope]))


def _runs_diagram(scope: Any, domains: Domains, lengths: list[int]) -> str:
    def step(state: tuple[int, ...], value: int) -> tuple[int, ...]:
        """All groups so far; 0 at the end between groups."""
        if value:
            return (*state[:-1], state[-1] + 1)
        return state if state[-1] == 0 else (*state, 0)

    return _diagram(scope, domains, (0,), step, lambda state: [n for n in state if n] == lengths)
