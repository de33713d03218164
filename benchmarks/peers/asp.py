"""Straightforward programs of every kind for clingo: facts of the puzzle, a few rules, two models.

A kind has facts made of the puzzle in plain form (see `neutral.py`), a program, and what reads an answer from
the atoms of ``show/1``; models that show the same count once where the program asks for that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import clingo
from shapes import fills_board, neighbours, open_edges, placements

VERSION = clingo.__version__
Shown = list[tuple[int, ...]]


@dataclass(frozen=True)
class Program:
    """What a kind is told; `project` where hidden atoms can differ."""

    facts: Callable[[dict[str, Any]], Iterable[str]]
    rules: str
    read: Callable[[dict[str, Any], Shown], Any]
    project: bool = False


def check(kind: str, puzzle: dict[str, Any]) -> tuple[str, Any]:
    """``none``, ``unique`` or ``multiple``, and the first answer."""
    program = PROGRAMS[kind]
    control = clingo.Control(["--models=2", "--warn=none", *(["--project=show"] if program.project else [])])
    control.add("base", [], "\n".join(program.facts(puzzle)) + program.rules)
    control.ground([("base", [])])
    models: list[Shown] = []
    control.solve(on_model=lambda model: models.append(shown(model)))
    verdict = ("none", "unique", "multiple")[len(models)]
    return verdict, program.read(puzzle, models[0]) if models else None


def shown(model: clingo.Model) -> Shown:
    """The numbers in each atom that is shown."""
    return [tuple(each.number for each in atom.arguments) for atom in model.symbols(shown=True)]


def fact(name: str, *numbers: int) -> str:
    return f"{name}({','.join(map(str, numbers))})."


def members(name: str, groups: Iterable[Sequence[int]]) -> Iterable[str]:
    """``name(group,cell)``."""
    return (fact(name, at, cell) for at, cells in enumerate(groups) for cell in cells)


def givens(puzzle: dict[str, Any]) -> Iterable[str]:
    return (fact("given", cell, digit) for cell, digit in enumerate(puzzle["givens"]) if digit)


def values(puzzle: dict[str, Any], found: Shown) -> list[int]:
    """The second number of each atom, in the order of the first."""
    return [value for _, value in sorted(found)]


DIGITS = """
1 { x(C,D) : D = 1..n } 1 :- C = 0..cells-1.
:- given(C,D), not x(C,D).
#show x/2.
"""
DIFFERENT = """
:- in(G,_), D = 1..n, 2 { x(C,D) : in(G,C) }.
"""


def sudoku_facts(puzzle: dict[str, Any]) -> Iterable[str]:
    n = puzzle["size"]
    yield f"#const n={n}. #const cells={n * n}."
    yield from givens(puzzle)
    yield from members("in", puzzle["different"])
    for at, (cells, total) in enumerate(puzzle.get("sums", ())):
        yield fact("total", at, total)
        yield from (fact("cage", at, cell) for cell in cells)


SUMS = """
:- total(K,S), #sum { D,C : cage(K,C), x(C,D) } != S.
"""


def kakuro_facts(puzzle: dict[str, Any]) -> Iterable[str]:
    yield f"#const n=9. #const cells={puzzle['cells']}."
    for at, (cells, total) in enumerate(puzzle["runs"]):
        yield from (f"in({at},{cell}). cage({at},{cell})." for cell in cells)
        if total is not None:
            yield fact("total", at, total)


def latin_facts(puzzle: dict[str, Any]) -> Iterable[str]:
    n = puzzle["size"]
    yield f"#const n={n}. #const cells={n * n}."
    yield from givens(puzzle)
    lines = [range(n * line, n * line + n) for line in range(n)]
    yield from members("in", [*lines, *(range(line, n * n, n) for line in range(n))])


def skyscraper_facts(puzzle: dict[str, Any]) -> Iterable[str]:
    yield from latin_facts(puzzle)
    for at, (cells, count) in enumerate(puzzle["views"]):
        yield fact("sees", at, count)
        yield from (fact("view", at, place, cell) for place, cell in enumerate(cells))


VIEWS = """
hidden(V,P) :- view(V,P,C), x(C,D), view(V,Q,B), Q < P, x(B,E), E > D.
:- sees(V,K), not K { not hidden(V,P) : view(V,P,_) } K.
"""


def queens_facts(puzzle: dict[str, Any]) -> Iterable[str]:
    yield f"#const n={puzzle['size']}."
    yield from (fact("placed", *square) for square in puzzle["placed"])
    yield from (fact("blocked", *square) for square in puzzle["blocked"])


QUEENS = """
1 { queen(R,C) : C = 0..n-1 } 1 :- R = 0..n-1.
1 { queen(R,C) : R = 0..n-1 } 1 :- C = 0..n-1.
:- S = 0..2*n-2, 2 { queen(R,S-R) : R = 0..n-1 }.
:- S = 1-n..n-1, 2 { queen(R,S+R) : R = 0..n-1 }.
:- placed(R,C), not queen(R,C).
:- blocked(R,C), queen(R,C).
#show queen/2.
"""
LANGFORD = """
1 { at(K,P) : P = 0..2*n-K-2 } 1 :- K = 1..n.
holds(P,K) :- at(K,P).
holds(P+K+1,K) :- at(K,P).
:- P = 0..2*n-1, not 1 { holds(P,K) : K = 1..n } 1.
#show holds/2.
"""


def dominosa_facts(puzzle: dict[str, Any]) -> Iterable[str]:
    digits = puzzle["digits"]
    for a, b in neighbours(puzzle["rows"], puzzle["columns"]):
        yield fact("edge", a, b, *sorted((digits[a], digits[b])))


DOMINOSA = """
{ lie(A,B) } :- edge(A,B,_,_).
cell(A;B) :- edge(A,B,_,_).
:- cell(C), not 1 { lie(C,B) : edge(C,B,_,_); lie(A,C) : edge(A,C,_,_) } 1.
:- edge(_,_,D,E), not 1 { lie(A,B) : edge(A,B,D,E) } 1.
#show lie/2.
"""


def polyomino_facts(puzzle: dict[str, Any]) -> Iterable[str]:
    for at, (piece, cells) in enumerate(placements(puzzle)):
        yield fact("way", piece, at)
        yield from (fact("on", at, cell) for cell in cells)
    yield from (fact("copies", piece, count) for piece, count in enumerate(puzzle["copies"]))
    yield from (fact("cell", cell) for cell in range(sum(map(sum, puzzle["board"]))))
    if fills_board(puzzle):
        yield "filled."


POLYOMINO = """
K { lie(W) : way(P,W) } K :- copies(P,K).
:- cell(C), 2 { lie(W) : on(W,C) }.
:- filled, cell(C), not 1 { lie(W) : on(W,C) }.
#show lie/1.
"""


def read_packing(puzzle: dict[str, Any], found: Shown) -> Any:
    laid = placements(puzzle)
    return [laid[at] for (at,) in found]


def sudominoku_facts(puzzle: dict[str, Any]) -> Iterable[str]:
    yield from sudoku_facts(puzzle)
    yield from (fact("edge", a, b) for a, b in open_edges(puzzle))


SUDOMINOKU = """
{ lie(A,B) } :- edge(A,B).
cell(A;B) :- edge(A,B).
:- cell(C), not 1 { lie(C,B) : edge(C,B); lie(A,C) : edge(A,C) } 1.
shows(A,B,D,E) :- lie(A,B), x(A,D), x(B,E), D < E.
shows(A,B,E,D) :- lie(A,B), x(A,D), x(B,E), E < D.
:- D = 1..n, E = D+1..n, not 1 { shows(A,B,D,E) : edge(A,B) } 1.
"""


def starbattle_facts(puzzle: dict[str, Any]) -> Iterable[str]:
    n = puzzle["size"]
    yield f"#const n={n}. #const stars={puzzle['stars']}."
    yield from (fact("in", cell // n, cell % n, region) for cell, region in enumerate(puzzle["regions"]))


STARBATTLE = """
stars { star(R,C) : C = 0..n-1 } stars :- R = 0..n-1.
stars { star(R,C) : R = 0..n-1 } stars :- C = 0..n-1.
stars { star(R,C) : in(R,C,G) } stars :- in(_,_,G).
:- star(R,C), star(R+1,C-1..C+1).
:- star(R,C), star(R,C+1).
#show star/2.
"""


def read_stars(puzzle: dict[str, Any], found: Shown) -> list[int]:
    n = puzzle["size"]
    return [int((cell // n, cell % n) in set(found)) for cell in range(n * n)]


def nonogram_facts(puzzle: dict[str, Any]) -> Iterable[str]:
    for side, lines in ((0, puzzle["rows"]), (1, puzzle["columns"])):
        length = len(puzzle["columns"] if side == 0 else puzzle["rows"])
        for line, clue in enumerate(lines):
            yield fact("line", side, line, length)
            yield from (fact("run", side, line, at, run) for at, run in enumerate(clue))
            slack = length - sum(clue) - len(clue) + 1
            before = 0
            for at, run in enumerate(clue):
                yield fact("starts", side, line, at, before, before + slack)
                before += run + 1


NONOGRAM = """
1 { start(S,L,K,P) : P = A..B } 1 :- starts(S,L,K,A,B).
:- start(S,L,K,P), run(S,L,K,N), start(S,L,K+1,Q), Q <= P+N.
black(S,L,P..P+N-1) :- start(S,L,K,P), run(S,L,K,N).
:- black(0,R,C), not black(1,C,R).
:- black(1,C,R), not black(0,R,C).
shown(R,C) :- black(0,R,C).
#show shown/2.
"""


def read_picture(puzzle: dict[str, Any], found: Shown) -> list[int]:
    black = set(found)
    rows, columns = len(puzzle["rows"]), len(puzzle["columns"])
    return [int((r, c) in black) for r in range(rows) for c in range(columns)]


def cnf_facts(puzzle: dict[str, Any]) -> Iterable[str]:
    yield f"#const n={puzzle['variables']}."
    for clause in puzzle["clauses"]:
        yield ":- " + ", ".join(f"not x({v})" if v > 0 else f"x({-v})" for v in clause) + "."


def read_model(puzzle: dict[str, Any], found: Shown) -> list[int]:
    true = {variable for (variable,) in found}
    return [int(variable in true) for variable in range(1, puzzle["variables"] + 1)]


def cover_facts(puzzle: dict[str, Any]) -> Iterable[str]:
    yield f"#const options={len(puzzle['options'])}. #const items={puzzle['items']}."
    yield f"#const primary={puzzle['primary']}."
    yield from members("has", puzzle["options"])


COVER = """
{ take(O) } :- O = 0..options-1.
:- I = 0..primary-1, not 1 { take(O) : has(O,I) } 1.
:- I = primary..items-1, 2 { take(O) : has(O,I) }.
#show take/1.
"""


def board_facts(puzzle: dict[str, Any]) -> Iterable[str]:
    """Cells or points by row and column, those beside each other, and clues."""
    more = puzzle["points_more"]
    rows, columns = puzzle["rows"], puzzle["columns"]
    yield f"#const rows={rows}. #const columns={columns}."
    yield f"cell(0..{rows - 1},0..{columns - 1}). point(0..{rows - 1 + more},0..{columns - 1 + more})."
    words = {"w": "white", "b": "black", "?": "unknown", "x": "empty"}
    steps = {"n": "-1,0", "w": "0,-1", "e": "0,1", "s": "1,0"}
    for cell, clue in enumerate(puzzle["clues"]):
        if clue is not None:
            told = str(words.get(clue, clue))
            ahead = f"{told[:-1]},{steps[told[-1]]}" if told[0].isdigit() and told[-1] in steps else told
            yield f"clue({cell // columns},{cell % columns},{ahead})."
    for cell, region in enumerate(puzzle["regions"]):
        yield f"room({cell // columns},{cell % columns},{region})."


LINES = """
edge(R,C,R,C+1) :- point(R,C), point(R,C+1).
edge(R,C,R+1,C) :- point(R,C), point(R+1,C).
{ drawn(R,C,A,B) } :- edge(R,C,A,B).
line(R,C,A,B) :- drawn(R,C,A,B).
line(A,B,R,C) :- drawn(R,C,A,B).
passed(R,C) :- line(R,C,_,_).
"""
LOOP = (
    LINES
    + """\
:- passed(R,C), not 2 { line(R,C,A,B) } 2.
first(X) :- X = #min { (R,C) : passed(R,C) }.
reached(R,C) :- first((R,C)), passed(R,C).
reached(A,B) :- reached(R,C), line(R,C,A,B).
:- passed(R,C), not reached(R,C).
:- not 1 { passed(R,C) }.
#show drawn/4.
"""
)
SLITHERLINK = """
side(R,C,R,C,R,C+1) :- cell(R,C).
side(R,C,R,C,R+1,C) :- cell(R,C).
side(R,C,R,C+1,R+1,C+1) :- cell(R,C).
side(R,C,R+1,C,R+1,C+1) :- cell(R,C).
:- clue(R,C,N), not N { drawn(A,B,D,E) : side(R,C,A,B,D,E) } N.
"""
MASYU = """
straight(R,C) :- line(R,C,R-1,C), line(R,C,R+1,C).
straight(R,C) :- line(R,C,R,C-1), line(R,C,R,C+1).
:- clue(R,C,_), not passed(R,C).
:- clue(R,C,white), not straight(R,C).
:- clue(R,C,white), 2 { straight(A,B) : line(R,C,A,B) }.
:- clue(R,C,black), straight(R,C).
:- clue(R,C,black), line(R,C,A,B), not straight(A,B).
"""
SIMPLELOOP = """
:- cell(R,C), clue(R,C,_), passed(R,C).
:- cell(R,C), not clue(R,C,_), not passed(R,C).
"""
YAJILIN = """
given(R,C) :- clue(R,C,_).
given(R,C) :- clue(R,C,_,_,_).
shaded(R,C) :- cell(R,C), not passed(R,C), not given(R,C).
:- given(R,C), passed(R,C).
:- shaded(R,C), shaded(R+1,C).
:- shaded(R,C), shaded(R,C+1).
:- clue(R,C,N,D,E), not N { shaded(R+D*K,C+E*K) : cell(R+D*K,C+E*K), K = 1..rows+columns } N.
"""
NUMBERLINK = (
    LINES
    + """\
:- clue(R,C,_), not 1 { line(R,C,A,B) } 1.
:- passed(R,C), not clue(R,C,_), not 2 { line(R,C,A,B) } 2.
reached(R,C,N) :- clue(R,C,N).
reached(A,B,N) :- reached(R,C,N), line(R,C,A,B).
:- reached(R,C,N), reached(R,C,M), N < M.
:- passed(R,C), not reached(R,C,_).
#show drawn/4.
"""
)
SHADED = """
{ shaded(R,C) } :- cell(R,C).
beside(R,C,R-1,C) :- cell(R,C), cell(R-1,C).
beside(R,C,R+1,C) :- cell(R,C), cell(R+1,C).
beside(R,C,R,C-1) :- cell(R,C), cell(R,C-1).
beside(R,C,R,C+1) :- cell(R,C), cell(R,C+1).
#show shaded/2.
"""
APART = """
:- shaded(R,C), shaded(A,B), beside(R,C,A,B).
"""
WHITE = """
first(X) :- X = #min { (R,C) : cell(R,C), not shaded(R,C) }.
reached(R,C) :- first((R,C)), cell(R,C), not shaded(R,C).
reached(A,B) :- reached(R,C), beside(R,C,A,B), not shaded(A,B).
:- cell(R,C), not shaded(R,C), not reached(R,C).
"""
HITORI = """
:- clue(R,_,N), 2 { not shaded(R,C) : clue(R,C,N) }.
:- clue(_,C,N), 2 { not shaded(R,C) : clue(R,C,N) }.
"""
HEYAWAKE = """
:- clue(R,C,N), room(R,C,X), not N { shaded(A,B) : room(A,B,X) } N.
change(R,C) :- room(R,C,X), room(R,C-1,Y), X != Y.
next(R,C,D) :- change(R,C), D = #min { B : change(R,B), B > C }, cell(R,D).
:- next(R,C,D), not shaded(R,B) : B = C-1..D.
turn(R,C) :- room(R,C,X), room(R-1,C,Y), X != Y.
below(R,C,D) :- turn(R,C), D = #min { B : turn(B,C), B > R }, cell(D,C).
:- below(R,C,D), not shaded(B,C) : B = R-1..D.
"""
KURODOKO = """
:- clue(R,C,_), shaded(R,C).
way(-1,0;0,-1;0,1;1,0).
seen(R,C,D,E,1) :- clue(R,C,_), way(D,E), cell(R+D,C+E), not shaded(R+D,C+E).
seen(R,C,D,E,K+1) :- seen(R,C,D,E,K), cell(R+D*(K+1),C+E*(K+1)), not shaded(R+D*(K+1),C+E*(K+1)).
:- clue(R,C,N), not N-1 { seen(R,C,D,E,K) } N-1.
"""
YINYANG = """
:- clue(R,C,white), shaded(R,C).
:- clue(R,C,black), not shaded(R,C).
:- shaded(R,C), shaded(R+1,C), shaded(R,C+1), shaded(R+1,C+1).
:- cell(R,C), cell(R+1,C+1), not shaded(R,C), not shaded(R+1,C), not shaded(R,C+1), not shaded(R+1,C+1).
least(X) :- X = #min { (R,C) : shaded(R,C) }.
met(R,C) :- least((R,C)), shaded(R,C).
met(A,B) :- met(R,C), beside(R,C,A,B), shaded(A,B).
:- shaded(R,C), not met(R,C).
"""
NURIKABE = """
:- clue(R,C,_), shaded(R,C).
of(R,C,R,C) :- clue(R,C,_).
of(K,L,A,B) :- of(K,L,R,C), beside(R,C,A,B), not shaded(A,B).
:- of(K,L,R,C), clue(R,C,_), (K,L) != (R,C).
:- cell(R,C), not shaded(R,C), not of(_,_,R,C).
:- clue(K,L,N), N != unknown, not N { of(K,L,R,C) : cell(R,C) } N.
:- shaded(R,C), shaded(R+1,C), shaded(R,C+1), shaded(R+1,C+1).
first(X) :- X = #min { (R,C) : shaded(R,C) }.
reached(R,C) :- first((R,C)), shaded(R,C).
reached(A,B) :- reached(R,C), beside(R,C,A,B), shaded(A,B).
:- shaded(R,C), not reached(R,C).
"""


def read_lines(puzzle: dict[str, Any], found: Shown) -> list[tuple[int, int]]:
    wide = puzzle["columns"] + puzzle["points_more"]
    return sorted((wide * r + c, wide * a + b) for r, c, a, b in found)


def read_shaded(puzzle: dict[str, Any], found: Shown) -> list[int]:
    shaded = set(found)
    return [int((r, c) in shaded) for r in range(puzzle["rows"]) for c in range(puzzle["columns"])]


PROGRAMS = {
    "slitherlink": Program(board_facts, LOOP + SLITHERLINK, read_lines),
    "masyu": Program(board_facts, LOOP + MASYU, read_lines),
    "simpleloop": Program(board_facts, LOOP + SIMPLELOOP, read_lines),
    "yajilin": Program(board_facts, LOOP + YAJILIN, read_lines),
    "numberlink": Program(board_facts, NUMBERLINK, read_lines),
    "hitori": Program(board_facts, SHADED + APART + WHITE + HITORI, read_shaded),
    "heyawake": Program(board_facts, SHADED + APART + WHITE + HEYAWAKE, read_shaded),
    "kurodoko": Program(board_facts, SHADED + APART + WHITE + KURODOKO, read_shaded),
    "yinyang": Program(board_facts, SHADED + WHITE + YINYANG, read_shaded),
    "nurikabe": Program(board_facts, SHADED + NURIKABE, read_shaded),
    "sudoku": Program(sudoku_facts, DIGITS + DIFFERENT + SUMS, values),
    "sudominoku": Program(sudominoku_facts, DIGITS + DIFFERENT + SUDOMINOKU, values, project=True),
    "kakuro": Program(kakuro_facts, DIGITS + DIFFERENT + SUMS, values),
    "queens": Program(queens_facts, QUEENS, values),
    "langford": Program(lambda puzzle: [f"#const n={puzzle['pairs']}."], LANGFORD, values),
    "dominosa": Program(dominosa_facts, DOMINOSA, lambda puzzle, found: found),
    "polyomino": Program(polyomino_facts, POLYOMINO, read_packing),
    "latin": Program(latin_facts, DIGITS + DIFFERENT, values),
    "skyscrapers": Program(skyscraper_facts, DIGITS + DIFFERENT + VIEWS, values),
    "starbattle": Program(starbattle_facts, STARBATTLE, read_stars),
    "nonogram": Program(nonogram_facts, NONOGRAM, read_picture),
    "cnf": Program(cnf_facts, "{ x(1..n) }.\n#show x/1.", read_model),
    "cover": Program(cover_facts, COVER, lambda puzzle, found: [option for (option,) in found]),
}
