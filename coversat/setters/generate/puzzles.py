"""Generating puzzles of any kind that is a `GridPuzzle`: the clues of a random answer, then fewer of them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from ...primitives.models import COLOURS, VERDICT
from ...problems import AnyProblem
from ...problems.cnf.rules import Model
from ...problems.grid import Numbers
from ...problems.puzzle import GridPuzzle
from ...problems.user_files import board_made
from ...solvers.sat.sat import SatCalls
from ..clock import Clock
from ..encoded import Encoded, encoded, other_than, reduced
from ..explain.givens import givens_of, minimal
from .spec import Spec, SpecError, orbits, sums


def checks(kind: type[GridPuzzle]) -> tuple[str, ...]:
    """The routes that check each puzzle: the first two that take it.

    Sizes of large areas are only stated by cuts, which two solvers add independently.
    """
    if kind.checked_by:
        return kind.checked_by
    if kind.has_graphs:
        verdict = () if kind.encodings().verdict is None else (f"cnf:{VERDICT}/glucose4",)
        colours = (f"cnf:{COLOURS}/glucose4",) if kind.has_faces else ()
        return "cnf:cuts/cadical195", *verdict, *colours, "cnf:elimination/glucose4", "cnf:cuts/glucose4"
    formulas = "cnf:mixed/cadical195", "cnf:regular/glucose4"
    return ("cover/bitset", *formulas) if kind.has_cover else formulas


MOST_ROUNDS = 60
"""How often other answers are found that a change of clues must exclude."""
MOST_CHANGES = 100
"""How often clues are changed to exclude those found so far."""
OTHERS = 6
"""The other answers that are found at once."""


def attempt(kind: type[GridPuzzle], spec: Spec, rng: random.Random, clock: Clock) -> GridPuzzle | None:
    """A puzzle none of whose removable clues can be left out, or with the wanted number of them."""
    _refuse(kind, spec)
    begun = board_with_answer(kind, _size(kind, spec), rng, clock)
    if begun is None:
        return None
    board, answer = begun
    _refuse_number(board, spec)
    puzzle = board_made(kind, board.clued_by, board.held(answer))
    others: list[Numbers] = []
    for _ in range(MOST_ROUNDS):
        if puzzle is None:
            return None
        if puzzle.violations(answer):  # a change that no answer survives
            found = _answers(puzzle, (), 1, clock)
            if not found:
                return None
            answer, others = found[0], []
        found = _answers(puzzle, (answer,), OTHERS, clock)
        if not found:
            return _with_fewer(puzzle, answer, spec, rng, clock) if kind.drops_clues else puzzle
        clock.report("changing clues")
        others += found
        puzzle = _excluding(puzzle, answer, others, rng)
    return None


def board_with_answer(
    kind: type[GridPuzzle], size: tuple[int, int], rng: random.Random, clock: Clock
) -> tuple[GridPuzzle, Numbers] | None:
    """A board without clues and an answer: those that the kind makes, or a random one; None if this fails."""
    try:
        made = kind.blank_with_answer(*size, rng)
        board = board_made(kind, kind.blank, *size, rng) if made is None else None
    except ValueError as error:  # no board of the kind has this size
        raise SpecError(str(error)) from None
    if made is not None:
        return made
    answer = None if board is None else random_answer(board, rng, clock)
    return None if board is None or answer is None else (board, answer)


def shows_nothing(puzzle: AnyProblem) -> bool:
    """Whether a puzzle is an empty board, which may have one answer if it is small."""
    if not isinstance(puzzle, GridPuzzle) or puzzle.regions or puzzle.numbers:
        return False
    return all(clue is None for row in (*puzzle.clues, *puzzle.side_clues) for clue in row)


def _excluding(
    puzzle: GridPuzzle, answer: Numbers, others: Sequence[Numbers], rng: random.Random
) -> GridPuzzle | None:
    """The puzzle with clues changed so that it has none of the other answers; None if that fails."""
    held = puzzle.held(answer)
    for _ in range(MOST_CHANGES):
        right = [other for other in others if not puzzle.violations(other)]
        if not right or puzzle.violations(answer):
            return puzzle
        other = puzzle.held(rng.choice(right))
        changed = board_made(type(puzzle), puzzle.excluding, held, other, rng)
        if changed is None:
            return None
        puzzle = changed
    return None


def _refuse(kind: type[GridPuzzle], spec: Spec) -> None:
    """Raise `SpecError` for what no puzzle of a kind can be like."""
    spec.refuse(kind.kind, "boxes")
    if kind.sides or kind.fixed_clues or kind.has_regions or not (kind.drops_clues and kind.has_symmetry):
        spec.refuse(kind.kind, "symmetry")
    if not kind.drops_clues:
        spec.refuse(kind.kind, "givens")


def _size(kind: type[GridPuzzle], spec: Spec) -> tuple[int, int]:
    """Raise `SpecError` for a size in which no board of the kind is generated."""
    try:
        return kind.made_size(spec.size)
    except ValueError as error:
        raise SpecError(str(error)) from None


def _refuse_number(board: GridPuzzle, spec: Spec) -> None:
    """Raise `SpecError` for a number of givens that no puzzle of this size has."""
    numbers = board.givens_made()
    if spec.givens is not None and spec.givens not in numbers:
        shape = f"{board.rows}x{board.columns} {board.kind}"
        raise SpecError(f"a {shape} has {numbers[0]} to {numbers[-1]} givens, not {spec.givens}")
    if board.has_givens and spec.givens is not None:
        groups = orbits(board.cells(), spec.symmetry or "none", board.rows, board.columns)
        if spec.givens not in sums(map(len, groups)):
            raise SpecError(f"no {spec.givens} cells have the symmetry {spec.symmetry}")


def _answers(puzzle: GridPuzzle, known: Sequence[Numbers], most: int, clock: Clock) -> list[Numbers]:
    """Some answers other than those that are known; none if there are none."""
    reduction = reduced(puzzle)
    found: list[Numbers] = []
    with clock.calls(reduction.target) as solver:
        for answer in known:
            solver.add(other_than(reduction, answer))
        while len(found) < most and solver.solve():
            found.append(reduction.decode(solver.model()))
            solver.add(other_than(reduction, found[-1]))
    return found


def _with_fewer(
    puzzle: GridPuzzle, answer: Numbers, spec: Spec, rng: random.Random, clock: Clock
) -> GridPuzzle | None:
    """The puzzle with as few clues as possible, or the wanted number of them.

    Clues at the sides are the last to be left out. They do not count as givens of a kind that has givens.
    """
    clock.report("removing clues")
    groups = _symmetric(puzzle, spec.symmetry or "none")
    beside = len(list(puzzle.clued_sides()))
    inside = [at for at, group in enumerate(groups) if group[0] < len(puzzle.given_names()) - beside]
    outside = [at for at in range(len(groups)) if at not in inside]
    counted = set(inside if puzzle.has_givens else range(len(groups)))
    with givens_of(puzzle, clock, apart_from=answer) as givens:
        grouped = givens.in_groups(groups)
        if grouped.clash(range(len(groups))) is None:
            return None
        order = [*rng.sample(outside, len(outside)), *rng.sample(inside, len(inside))]
        kept = set(minimal(grouped, order))

    def number(chosen: Iterable[int]) -> int:
        return sum(len(groups[at]) for at in counted.intersection(chosen))

    others = sorted(counted - kept)
    for at in rng.sample(others, len(others)):
        if number((*kept, at)) <= (spec.givens or 0):
            kept.add(at)
    if spec.givens not in (None, number(kept)):
        return None
    return puzzle.with_givens({given for at in kept for given in groups[at]})


def _symmetric(puzzle: GridPuzzle, symmetry: str) -> list[tuple[int, ...]]:
    """The givens in groups that are removed together; those without all symmetric ones are in none."""
    cells = puzzle.given_cells()
    if symmetry == "none":
        return [(at,) for at in range(len(cells))]
    number = {cell: at for at, (cell,) in enumerate(cells)}
    groups = orbits(list(puzzle.cells()), symmetry, puzzle.rows, puzzle.columns)
    return [tuple(number[cell] for cell in group) for group in groups if number.keys() >= {*group}]


def random_answer(board: GridPuzzle, rng: random.Random, clock: Clock) -> Numbers | None:
    """An answer of a board, as evenly distributed as the solver allows; None if it has none."""
    whole: Encoded = encoded(board)
    with clock.calls(whole.cnf) as solver:
        if board.frequent is None:
            facts = [rng.choice(list(place.literals.values())) for place in whole.places]
        else:
            facts = [place.literals[board.frequent] for place in whole.places]
        rng.shuffle(facts)
        model = model_with(solver, facts[: len(facts) // 2] if board.frequent is None else facts)
        return None if model is None else whole.decode(model)


def model_with(solver: SatCalls, literals: Iterable[int]) -> Model | None:
    """A model in which each literal is true that can be so with those before; None without any model."""
    assumed: list[int] = []
    for literal in literals:
        if solver.solve([*assumed, literal]):
            assumed.append(literal)
    return solver.model() if solver.solve(assumed) else None
