"""Write the table of rules and encoders in `strength.md`, by trying every set of values left at small scopes.

python docs/make_strength.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

from rule_strength import Level, RuleStrength, rule_strength

from coversat.base.errors import ReductionError
from coversat.comparing.strength import strength
from coversat.primitives import (
    EQUAL,
    LOWER,
    AllDifferent,
    AreasBySize,
    Binary,
    Circuit,
    Comparison,
    Connected,
    Contains,
    Count,
    Leading,
    Matches,
    Or,
    Primitive,
    Regular,
    Repeats,
    Sum,
    SumBetween,
    Table,
    Total,
    Variable,
    equals,
    scope,
    total_of,
)
from coversat.primitives.models import BINARY, COLOURS, MODULO, PARITY

PAGE = Path(__file__).parent / "strength.md"

A, B, C, D, E, F = CELLS = tuple((0, at) for at in range(6))
SQUARE = tuple(product(range(2), range(2)))
STRIP = tuple(product(range(2), range(3)))


def links(cells: Sequence[tuple[int, int]]) -> tuple[tuple[tuple[int, int], tuple[int, int]], ...]:
    """The pairs of neighbours, which are edges too."""
    return tuple((a, b) for a, b in product(cells, cells) if b in ((a[0], a[1] + 1), (a[0] + 1, a[1])))


DIAGONAL = (*links(STRIP), (STRIP[0], STRIP[4]))
"""The edges of `STRIP` and one more, so that the graph does not have two sides."""
FACES = ((0, 1), (0, 1), (0, 2), (1, 2), (0, 2), (0, 1), (0, 2))
"""Of the edges of `STRIP`: the faces beside each."""


def over(cells: Sequence[Variable], values: Sequence[int]) -> dict[Variable, Sequence[int]]:
    """The same values for each cell."""
    return dict.fromkeys(cells, tuple(values))


BITS, THREE, FOUR = (0, 1), (1, 2, 3), (1, 2, 3, 4)
GENERAL = ("mixed", "regular", "mdd", "table", "totalizer", "order", "cover")
GRAPHS = ("cuts", "elimination", "distances")


def _permuted(seen: tuple[int, ...], value: int) -> tuple[int, ...] | None:
    return None if value in seen else (*seen, value)


RUNS = (2, 1)


def _line(state: tuple[int, int], black: int) -> tuple[int, int] | None:
    """The run at hand and how many cells of it are black: 0 between runs."""
    run, cells = state
    if black:
        return (run, cells + 1) if run < len(RUNS) and cells < RUNS[run] else None
    return (run, 0) if cells == 0 else (run + 1, 0) if cells == RUNS[run] else None


def _has_all_runs(state: tuple[int, int]) -> bool:
    return state in ((len(RUNS), 0), (len(RUNS) - 1, RUNS[-1]))


def _between(values: tuple[int, ...]) -> bool:
    """Whether what is between 1 and 2 adds up to 3."""
    first, last = sorted((values.index(1), values.index(2)))
    return sum(values[first + 1 : last]) == 3


BETWEEN = Regular((A, B, C), (), _permuted, _between)
RISING = Regular((A, B, C), 0, lambda last, one: one if one >= last else None, lambda last: True)


class Case(NamedTuple):
    """A rule over small domains, in words, and the encoders that state it."""

    words: str
    primitives: Sequence[Primitive]
    domains: Mapping[Variable, Sequence[int]]
    encoders: Sequence[str] = GENERAL


def one(
    words: str,
    primitive: Primitive,
    values: Sequence[int],
    encoders: Sequence[str] = GENERAL,
    cells: Sequence[Variable] = (),
) -> Case:
    """A primitive whose cells all have the same values."""
    return Case(words, (primitive,), over(cells or scope(primitive), values), encoders)


CASES = (
    one("`AllDifferent`, as many cells as values", AllDifferent((A, B, C)), THREE),
    one("`AllDifferent`, fewer cells than values", AllDifferent((A, B, C)), FOUR),
    one("`AllDifferent` with a total", AllDifferent((A, B, C), 7), FOUR),
    one("`AllDifferent` with sets", AllDifferent((A, B), sets=((1, 2), (2, 4), (3, 4))), FOUR),
    one("`Binary`", Binary(((A, B),), int.__lt__), THREE),
    one("`Binary`, three pairs of three cells", Binary(((A, B), (B, C), (A, C)), int.__ne__), THREE),
    one("`Table`", Table((A, B, C), ((1, 2, 3), (2, 2, 1), (3, 1, 1), (1, 3, 3))), THREE),
    one("`Table` of three bits, one of them 1", Table((A, B, C), ((0, 0, 1), (0, 1, 0), (1, 0, 0))), BITS),
    one("`Regular`, never falling", RISING, THREE),
    one("`Regular`, no value twice", Regular((A, B, C), (), _permuted, lambda seen: True), THREE),
    one("`Regular`, a line of a nonogram", Regular(CELLS, (0, 0), _line, _has_all_runs), BITS),
    one("`SumBetween`, of different values", SumBetween(BETWEEN, 3, (1, 2)), THREE),
    one("`Sum` of three cells", total_of((A, B, C), 6), THREE),
    one("`Sum` with factors", Sum(((2, A), (-1, B), (1, C)), (3, 4)), THREE),
    one("`Sum` of six bits", total_of(CELLS, 3), BITS),
    one("`Sum` of five bits with factors", Sum(tuple(enumerate(CELLS[:5], 1)), (7,)), BITS),
    one("`Count`", Count((A, B, C), (1, 2), (1, 3)), THREE),
    one("`Count` of six bits, at most two", Count(CELLS, (1,), (0, 1, 2)), BITS),
    one("`Or`", Or(((equals(A, 1), equals(B, 2)), (equals(C, 3),))), THREE),
    one(
        "`Or` of similar alternatives",
        Or(((equals(A, 1), equals(B, 2)), (equals(A, 1), equals(B, 3)))),
        THREE,
    ),
    Case(
        "`Contains` in a `Binary`",
        (Binary(((A, Contains((B, C), (2, 3))),), int.__eq__),),
        {A: BITS, B: THREE, C: THREE},
    ),
    one("`Matches` in a `Sum`", Sum(tuple((1, Matches((A, x), (1, 2))) for x in (B, C)), (1,)), THREE),
    one("`Leading` in a `Sum`", Sum(((1, Leading((A, B), 1)), (1, Leading((C,), 1))), (2,)), THREE),
    one("`Repeats` in a `Binary`", Binary(((C, Repeats((A, B))),), int.__eq__), THREE),
    one("`Comparison` in a `Table`", Table((Comparison((A, B), (C, D)),), ((LOWER,), (EQUAL,))), BITS),
    Case(
        "`Total` in a `Sum`, of different values",
        (AllDifferent((B, C)), Sum(((1, A), (-1, Total((B, C)))))),
        {A: (3, 4, 5), B: THREE, C: THREE},
    ),
    one("`Connected`, six cells", Connected(STRIP, (1,), links(STRIP)), BITS, GRAPHS),
    one("`Connected` with a root", Connected(STRIP, (1,), links(STRIP), STRIP[:1]), BITS, GRAPHS),
    one("`AreasBySize`, four cells", AreasBySize(SQUARE, links(SQUARE)), THREE, GRAPHS),
    one("`Circuit`, six points", Circuit(links(STRIP)), BITS, GRAPHS),
    one("`Circuit`, six points, with faces", Circuit(links(STRIP), (), FACES), BITS, (*GRAPHS, COLOURS)),
    one("`Circuit` through six points", Circuit(links(STRIP), STRIP), BITS, (*GRAPHS, BINARY)),
    one(
        "`Circuit` through six points, a diagonal",
        Circuit(DIAGONAL, STRIP),
        BITS,
        (*GRAPHS, PARITY, MODULO, BINARY),
    ),
)

SIGNS = {Level.ARC_CONSISTENT: "arc", Level.REFUTING: "refuting", Level.NEITHER: "-", None: ""}


def strengths_of(case: Case) -> dict[str, RuleStrength | None]:
    """What was found of each encoder; None for one that does not state a primitive."""
    found: dict[str, RuleStrength | None] = {}
    for encoder in case.encoders:
        try:
            found[encoder] = rule_strength(case.primitives, case.domains, encoder)
        except ReductionError:
            found[encoder] = None
    return found


def table(names: Sequence[str], rows: Sequence[tuple[Case, Mapping[str, RuleStrength | None]]]) -> str:
    """The rows of the cases that one of these encoders states."""
    lines = [f"| rule | {' | '.join(f'`{name}`' for name in names)} |", f"|---{'|---' * len(names)}|"]
    for case, by_name in rows:
        signs = [SIGNS[None if (one := by_name.get(name)) is None else one.level] for name in names]
        lines.append(f"| {case.words} | {' | '.join(signs)} |")
    return "\n".join(lines) + "\n"


def examples(rows: Sequence[tuple[Case, Mapping[str, RuleStrength | None]]]) -> str:
    """What is missed, once for each case and the encoders that miss the same."""
    lines = ["| rule | encoders | smallest example of what is missed |", "|---|---|---|"]
    for case, by_name in rows:
        alike: dict[str, list[str]] = {}
        for name, one in by_name.items():
            if one is not None and one.left is not None:
                alike.setdefault(str(one), []).append(f"`{name}`")
        lines += [f"| {case.words} | {', '.join(names)} | {words} |" for words, names in alike.items()]
    return "\n".join(lines) + "\n"


PUZZLES = (
    *("hitori/6x6", "kakuro/kakuro2", "kenken/puzzle", "latin/order-9", "minesweeper/puzzle", "nonogram/hen"),
    *(
        "nurikabe/6x6",
        "skyscrapers/order-4",
        "starbattle/one-star",
        "sudoku/killer",
        "suguru/puzzle",
        "tents/puzzle",
    ),
)
EXAMPLES = Path(__file__).parent.parent / "examples"


def ceilings() -> str:
    """Of some examples, what each rule alone finds, and which encodings find more or less."""
    lines = ["| puzzle | each rule alone | find more | find less |", "|---|---|---|---|"]
    for name in PUZZLES:
        found = strength(EXAMPLES / f"{name}.txt", samples=20)
        ceiling = found[0].ceiling_excluded
        assert ceiling is not None
        rows = [
            (row.excluded, f"`{row.reduction}` {row.excluded:.3f}")
            for row in found
            if row.excluded is not None
        ]
        more = ", ".join(words for share, words in rows if share > ceiling)
        less = ", ".join(words for share, words in rows if share < ceiling)
        lines.append(f"| {name} | {ceiling:.3f} | {more} | {less} |")
    return "\n".join(lines) + "\n"


def section() -> str:
    """All tables."""
    rows = [(case, strengths_of(case)) for case in CASES]
    plain = [row for row in rows if row[0].encoders is GENERAL]
    graphs = [row for row in rows if row[0].encoders is not GENERAL]
    return "\n".join(
        [table(GENERAL, plain), table((*GRAPHS, COLOURS, PARITY, MODULO, BINARY), graphs), examples(rows)],
    )


def page(text: str) -> str:
    """The page with the tables as they are found now."""
    for name, made in (("ceilings", ceilings()), ("rules", section())):
        begin, end = (f"<!-- the table of {name} {verb} -->\n" for verb in ("begins", "ends"))
        before, _, rest = text.partition(begin)
        text = f"{before}{begin}\n{made}\n{end}{rest.partition(end)[2]}"
    return text


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
