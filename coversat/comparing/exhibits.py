"""Showing reductions: one on a small example, before and after, and all between problems in one picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import hypot
from typing import Any

from ..answering.routes import default_route
from ..answering.running import run
from ..base.errors import InputError, UnknownRouteError
from ..base.wording import counted, meant
from ..kinds.between import reductions_between
from ..kinds.drawing.board import FOUND, INK, RING, SHADE
from ..kinds.drawing.picture import Picture, draw
from ..kinds.drawing.svg import MIDDLE, MONO, Svg, polygon, segment
from ..problems import AnyProblem, read
from ..problems.kind import find
from ..problems.overview import looked_at
from ..reductions import AnyEncoding, AnyReduction
from ..reductions.paths import class_of, reductions_from
from ..reductions.reduction import EXACT, MANY, PROJECTED, UP_TO_TWO
from ..solvers import Limits

CLASSES = {
    EXACT: "class P: as many answers as before",
    PROJECTED: "class Q: as many answers as before, under a projection",
    UP_TO_TWO: "class V: none, one or several answers if there were none, one or several before",
    MANY: "class N: there is an answer if there was one before; no route takes it",
}
MOST = 4
"""The answers that are shown."""
COUNTED = 1_000


@dataclass(frozen=True)
class Exhibit:
    """A reduction on an instance.

    * rule (Encoding)
    * reduction (Reduction)
    * keeps: the class, of this instance if the reduction states none.
    * before, after: the numbers of distinct answers; None if there are more than `COUNTED`.
    * pairs (tuple of (answer of the source, answer of the target)): the first few.
    """

    rule: AnyEncoding
    reduction: AnyReduction
    keeps: str
    before: int | None
    after: int | None
    pairs: tuple[tuple[Any, Any], ...]

    def lines(self) -> Iterator[str]:
        """The reduction in words."""
        source, target = self.reduction.source, self.reduction.target
        yield f"{self.rule.source}/{self.rule.name}: {self.rule.about}"
        yield CLASSES[self.keeps] + (f" ({self.rule.reference})" if self.rule.reference else "")
        for when, problem, number in (("before", source, self.before), ("after", target, self.after)):
            yield ""
            many = f"more than {COUNTED:,} answers"
            yield f"{when}, {many if number is None else counted(number, 'answer')}:"
            yield from _indented(looked_at(problem))
        if self.pairs:
            yield ""
            yield "answers carried back:" if len(self.pairs) == self.after else "some answers carried back:"
        texts = [(target.render(image), source.render(found)) for found, image in self.pairs]
        short = [pair for pair in texts if len(pair[0] + pair[1]) < _SHORT and "\n" not in pair[0] + pair[1]]
        yield from (f"    {image}  ->  {found}" for image, found in short)
        for image, found in texts[: 0 if short else 1]:
            yield from (*_indented(image.splitlines()), "  ->", *_indented(found.splitlines()))

    def picture(self) -> Picture:
        """Both instances with an answer, if there is one."""
        found, image = self.pairs[0] if self.pairs else (None, None)
        parts = [draw(self.reduction.source, found), draw(self.reduction.target, image)]
        svgs = [_embedded(part) for part in parts]
        whole = Svg(sum(one.width for one in svgs) + 60, max(one.height for one in svgs) + 30)
        place = 0.0
        for one, name in zip(svgs, (self.rule.source, self.rule.target), strict=True):
            whole.text(place + 10, 20, name, font_size=16, font_weight="bold", fill=INK)
            whole.place(one, place, 30)
            place += one.width + 60
        return Picture(whole.document(f"{self.rule.source} as {self.rule.target}"))


def _embedded(picture: Picture) -> Svg:
    """A picture as a part of another one."""
    head, _, rest = picture.svg.partition(">\n")
    width, height = (float(head.split(f'{name}="')[1].split('"')[0]) for name in ("width", "height"))
    found = Svg(width, height)
    body = rest.rpartition("\n</svg>")[0]
    found._lines += body.split("\n")[2:]  # without the title and the paper
    return found


MOST_LINES = 40
_SHORT = 110
"""The most characters of two answers on one line."""


def _indented(lines: Sequence[str]) -> Iterator[str]:
    yield from (f"    {line}" for line in lines[:MOST_LINES])
    if len(lines) > MOST_LINES:
        yield f"    ... {len(lines) - MOST_LINES} more lines"


def find_exhibited(name: str) -> AnyEncoding:
    """The reduction called ``SOURCE/NAME``, of any class.

    Raise `UnknownRouteError` if there is none.
    """
    kind, _, rest = name.partition("/")
    rules = reductions_from(kind)
    if rest not in rules:
        known = [f"{kind}/{one}" for one in rules]
        raise UnknownRouteError(f"no reduction {rest!r} from {kind}; {meant(name, known)}")
    return rules[rest]


def exhibit(name: str, problem: AnyProblem | None = None) -> Exhibit:
    """Apply a reduction to a problem, or to a small example.

    * name: such as ``3sat/vertexcover``.
    * problem: of the source's kind.

    Raise `UnknownRouteError` if there is no such reduction. Raise `InputError` if there is no example, or the
    problem is of another kind. Raise `ReductionError` for a problem that the reduction does not take.
    """
    rule = find_exhibited(name)
    problem = _example(rule) if problem is None else problem
    if problem.kind != rule.source:
        raise InputError(name, f"it takes {rule.source}, and the puzzle is a {problem.kind}")
    reduction = rule.apply(problem)
    before, after = _answers(problem), _answers(reduction.target)
    pairs = [(reduction.decode(image), image) for image in islice(after or (), MOST)]
    keeps = class_of((rule,), reduction)
    numbers = [None if one is None else len(one) for one in (before, after)]
    return Exhibit(rule, reduction, keeps, numbers[0], numbers[1], tuple(pairs))


def _example(rule: AnyEncoding) -> AnyProblem:
    """A small instance; for boards, which few graphs are, what the opposite reduction makes."""
    if (rule.source, rule.target) == ("colouring", "sudoku"):
        board = read(find(rule.target).example(tiny=True), rule.target).problems[0]
        found: AnyProblem = find_exhibited(f"{rule.target}/{rule.source}").apply(board).target
        return found
    text = find(rule.source).example(tiny=True)
    if not text:
        raise InputError(rule.source, f"there is no example of {rule.source}: name a file with --on")
    return read(text, rule.source).problems[0]


def _answers(problem: AnyProblem) -> Sequence[Any] | None:
    """All answers; None if there are too many."""
    found = run(problem, default_route(problem.kind), Limits(answers=COUNTED + 1)).findings
    return None if len(found.answers) > COUNTED else sorted(found.answers)


# The picture of all

_ROWS: tuple[dict[str, float], ...] = (
    {"latin": 0, "naesat": 1.5, "cnf": 3, "hamiltonianpath": 4.5},
    {"colouring": 0, "3sat": 3, "hamiltoniancycle": 4.5, "subgraph": 5.8},
    {"sudoku": 0, "1in3sat": 1.3, "matching3d": 2.7, "independentset": 4, "clique": 5.3},
    {"partition": 0, "subsetsum": 1.3, "setpacking": 2.55, "vertexcover": 3.7, "dominatingset": 5.3},
    {"hittingset": 3, "setcover": 4.5},
)
"""Where kinds are in the picture, so that no arrow passes a box; others follow in rows below."""
_WIDTH, _HEIGHT, _BOX, _TALL = 170, 110, 134, 34
_LOOKS = {
    EXACT: {"stroke": FOUND},
    PROJECTED: {"stroke": INK},
    MANY: {"stroke": RING, "stroke_dasharray": "6 5"},
}


def draw_reductions() -> Picture:
    """The reductions between problems: P blue, Q black, N orange and dashed; two heads for both ways."""
    rules = reductions_between()
    kinds = dict.fromkeys(kind for rule in rules for kind in (rule.source, rule.target))
    rows = [*_ROWS]
    others = [kind for kind in kinds if not any(kind in row for row in rows)]
    rows += [{kind: c for c, kind in enumerate(others[at : at + 6])} for at in range(0, len(others), 6)]
    places = {
        kind: (_WIDTH * c + _WIDTH / 2, _HEIGHT * r + 40)
        for r, row in enumerate(rows)
        for kind, c in row.items()
        if kind in kinds
    }
    whole = Svg(_WIDTH * 7 - 30, _HEIGHT * len(rows) + 40)
    by_pair = {(rule.source, rule.target): rule for rule in rules}
    for (source, target), rule in by_pair.items():
        back = by_pair.get((target, source))
        if back is None or back.keeps != rule.keeps:
            _arrow(whole, places[source], places[target], rule.keeps, False, 7 if back else 0)
        elif source < target:
            _arrow(whole, places[source], places[target], rule.keeps, True, 0)
    for kind, (x, y) in places.items():
        box: dict[str, Any] = {"rx": 6, "fill": SHADE, "stroke": INK, "stroke_width": 1.5}
        whole.rect(x - _BOX / 2, y - _TALL / 2, _BOX, _TALL, **box)
        whole.text(x, y + MIDDLE * 13, kind, text_anchor="middle", font_size=13, font_weight="bold", fill=INK)
    words = {EXACT: "as many answers", PROJECTED: "under a projection", MANY: "whether there is one"}
    for number, (keeps, about) in enumerate(words.items()):
        x, y = 20 + 240 * number, _HEIGHT * len(rows) + 20
        whole.path(segment((x, y), (x + 40, y)), stroke_width=2, **_LOOKS[keeps])
        whole.text(x + 48, y + 5, f"{keeps}: {about}", font_family=MONO, font_size=12, fill=INK)
    return Picture(whole.document("reductions between problems"))


def _arrow(
    svg: Svg, start: tuple[float, float], end: tuple[float, float], keeps: str, both: bool, aside: float
) -> None:
    """A line from box to box; `aside` moves it to its right."""
    (x, y), (u, v) = start, end
    length = hypot(u - x, v - y)
    dx, dy = (u - x) / length, (v - y) / length
    x, y, u, v = x - aside * dy, y + aside * dx, u - aside * dy, v + aside * dx

    def border(dx: float, dy: float) -> float:
        """The distance from the middle of a box to its border."""
        across = _BOX / 2 / abs(dx) if dx else length
        return min(across, _TALL / 2 / abs(dy) if dy else length) + 3

    gap = border(dx, dy) + (12 if aside and dx and dy else 0)
    x, y, u, v = x + gap * dx, y + gap * dy, u - gap * dx, v - gap * dy
    look = _LOOKS[keeps]
    svg.path(segment((x, y), (u, v)), stroke_width=2, **look)
    for px, py, sign in ((u, v, 1), *(((x, y, -1),) if both else ())):
        head = [(px, py)]
        for side in (1, -1):
            head.append((px - sign * 11 * dx + side * 5 * dy, py - sign * 11 * dy - side * 5 * dx))
        svg.path(polygon(head), fill=look["stroke"])
