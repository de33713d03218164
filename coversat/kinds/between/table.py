"""How a reduction between problems is stated, and the table of all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from ...problems.cnf.rules import Cnf
from ...problems.elements import ElementProblem
from ...problems.graph import Graph
from ...problems.problem import AnyProblem
from ...reductions.places import places_of
from ...reductions.reduction import EXACT, PROJECTED, AnyEncoding, AnyReduction, Encoding, Reduction
from ..latin import Latin
from ..paths import PathProblem
from ..sudoku.rules import Sudoku

Shows = Sequence[tuple[int, Mapping[int, int]]]
"""For each element of the source: the position of the element of the target that shows it, and the value
there for each of its values."""


class TargetInstance(NamedTuple):
    """An instance of the target, and how its answers are carried back.

    * shows: of a reduction of class P or Q; it determines `back`. By default each element shows the element
      at its position.
    * back (target answer -> source answer): of a reduction of class N.
    """

    target: Any
    shows: Shows | None = None
    back: Callable[[Any], Any] | None = None


RULES: dict[tuple[str, str], AnyEncoding] = {}
"""By source and target."""


def between(
    source: str, target: str, keeps: str, reference: str
) -> Callable[[Callable[[Any], TargetInstance]], Callable[[Any], TargetInstance]]:
    """Add a reduction to the table; the first line of its docstring says what it is about."""

    def add(make: Callable[[Any], TargetInstance]) -> Callable[[Any], TargetInstance]:
        words = (make.__doc__ or "").partition("\n")[0].removesuffix(".")
        RULES[source, target] = Encoding(
            target,
            source,
            target,
            words[:1].lower() + words[1:],
            lambda problem: _reduction(problem, make(problem), keeps),
            alternative=True,
            keeps=keeps,
            reference=reference,
        )
        return make

    return add


# Answers as values of elements: those of a formula are its variables, those of a grid its cells.


def _values(problem: AnyProblem, answer: Any) -> Sequence[int | None]:
    """The values of the elements in an answer, or a part of one; None if open."""
    match problem:
        case Cnf():
            known = {abs(literal): int(literal > 0) for literal in answer}
            return [known.get(variable) for variable in range(1, problem.variable_count + 1)]
        case Latin() | Sudoku():
            return [value for row in answer for value in row]
    return answer  # type: ignore[no-any-return]


def _answer(problem: AnyProblem, values: Sequence[int | None]) -> Any:
    """The answer with these values, or the part of one."""
    match problem:
        case Cnf():
            literals = ((at, value) for at, value in enumerate(values, 1) if value is not None)
            return tuple(at if value else -at for at, value in literals)
        case Latin() | Sudoku():
            width = len(problem.givens[0])
            full = [*values, *[None] * (width * len(problem.givens) - len(values))]
            return tuple(tuple(full[at : at + width]) for at in range(0, len(full), width))
    return tuple(values)


def _projection(problem: AnyProblem) -> Sequence[int] | None:
    match problem:
        case Cnf():
            return None if problem.projection is None else [one - 1 for one in problem.projection]
        case ElementProblem():
            return problem.projection
    return None


def _place_name(problem: AnyProblem, at: int) -> Any:
    match problem:
        case Cnf():
            return problem.names.get(at + 1, f"variable {at + 1}")
        case Latin() | Sudoku():
            return divmod(at, len(problem.givens[0]))
        case PathProblem():
            return problem.names[at]
    return (0, at)


def _reduction(source: Any, made: TargetInstance, keeps: str) -> AnyReduction:
    if made.back is not None:
        return Reduction(source, made.target, _refused, made.back, parsimonious=False)
    target, projection = made.target, _projection(source)
    shows = same(len(source.names)) if made.shows is None else made.shows
    if keeps == PROJECTED or projection is not None:
        shown = range(len(shows)) if projection is None else projection
        target = target.with_projection(shows[at][0] for at in shown)
    inverse = [{shown: value for value, shown in values.items()} for _, values in shows]

    def encode(answer: Any) -> Any:
        part: list[int | None] = [None] * (1 + max((at for at, _ in shows), default=-1))
        for (at, values), value in zip(shows, _values(source, answer), strict=False):
            if value is not None:
                if value not in values:
                    raise ValueError(f"no answer has the value {value}")
                part[at] = values[value]
        return _answer(target, part)

    def decode(answer: Any) -> Any:
        held = _values(target, answer)
        return _answer(source, [back[held[at]] for (at, _), back in zip(shows, inverse, strict=True)])  # type: ignore[index]

    def places() -> Any:
        return places_of(
            source,
            (
                (_place_name(source, number), value, _answer(target, [*[None] * at, shown]))
                for number, (at, values) in enumerate(shows)
                if projection is None or number in projection
                for value, shown in values.items()
            ),
        )

    parsimonious = keeps == EXACT and getattr(target, "projection", None) is None
    return Reduction(source, target, encode, decode, parsimonious, places=places)


def _refused(part: Any) -> Any:
    raise ValueError("a reduction of class N carries no answers forward")


def same(count: int) -> Shows:
    """Say that each element shows the element at its position."""
    return [(at, {0: 0, 1: 1}) for at in range(count)]


def turned(count: int) -> Shows:
    """Say that each element is chosen if the one at its position is not."""
    return [(at, {0: 1, 1: 0}) for at in range(count)]


class Drawing:
    """A graph while it is built: vertices are made when they are first named."""

    def __init__(self, vertices: Iterable[str] = ()) -> None:
        self.place: dict[str, int] = {}
        self.edges: dict[tuple[int, int], None] = {}
        for name in vertices:
            self.vertex(name)

    def vertex(self, name: str) -> int:
        return self.place.setdefault(name, len(self.place))

    def edge(self, one: str, other: str) -> None:
        """Add an edge, unless it is there already."""
        a, b = sorted((self.vertex(one), self.vertex(other)))
        self.edges[a, b] = None

    def all_joined(self, names: Sequence[str]) -> None:
        for one, other in combinations(names, 2):
            self.edge(one, other)

    def graph(self) -> Graph:
        return Graph(tuple(self.place), tuple(self.edges))


def chosen(values: Sequence[int]) -> list[int]:
    """The positions of the chosen elements."""
    return [at for at, value in enumerate(values) if value]
