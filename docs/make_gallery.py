"""Draw the gallery: ``python docs/make_gallery.py`` writes gallery.md and the pictures in gallery/."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from coversat.answering.questions import find_answers as solve
from coversat.comparing.exhibits import draw_reductions
from coversat.kinds.drawing import draw
from coversat.kinds.drawing.diagrams import draw_routes
from coversat.kinds.sudoku.constraints import all_constraints
from coversat.problems import KINDS, AnyProblem, problem_class, read
from coversat.solvers import Limits

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "web"))
from samples import sample

DOCS = Path(__file__).resolve().parent
EXAMPLES = DOCS.parent / "examples"

HEAD = """\
# Gallery

Each kind of problem, and its answer beside it, as `coversat draw` draws them. Givens are bold and what was
found is blue; where two answers are compared, what differs is ringed. This page is made by
`python docs/make_gallery.py`.

```sh
coversat draw examples/sudoku/killer.txt -o killer.svg
coversat draw examples/sudoku/killer.txt --solve -o answer.png
```
"""
TAIL = """\
## What becomes what

Kinds are boxes with their solvers, reductions are arrows; the thick ones are taken unasked.
`coversat routes sudoku --draw sudoku.svg` draws the part that begins at one kind.

![the reduction graph](gallery/routes.svg)
"""

CONSTRAINTS = """\
# Constraints of a sudoku

Below the rows of a sudoku stand its constraints, one a line, as setters draw them; cells are `r1c1` to
`r9c9`:

```
.........
.........
....5....
.........
.........
.........
.........
.........
.........
thermo r2c2 r3c3 r4c3 r5c3
arrow r7c7 r7c6 r7c5
cage 15 r1c1 r1c2
```

A block `or` ... `end` says that one of the constraints in it holds; `and` ... `end` inside it takes several
together. A block `hidden N` ... `end` has N further cells, whose digits answers do not show: the variables of
a puzzle, such as the letters of clues. They are named like a row below the board, `r10c1` and so on. A block
`chaos 9` ... `end` says that regions of nine cells are to be found (chaos construction); the numbers of the
regions are such hidden cells, one for each cell of the board.

Above the rows, `grid 4x6` says how many rows and columns there are where the board is no square, `boxes
2x3` or `boxes none` how it is divided where that is not the usual way, and `digits 0-8` which digits there
are. Rows, columns and boxes may have fewer cells than there are digits: their digits differ.

Most constraints are read from and written to the strings of Interactive Sudoku Solver, and many the links of
f-puzzles and SudokuPad; what a form cannot state is refused, but SudokuPad's links draw it. `explain` says
which of them clash or are not needed, and `generate sudoku --layout` adds digits so that there is one
answer. If such a link only
draws lines, write after it what each colour means, with the first words of a constraint's line: `"LINK
renban=#a020f0 whisper:4=#67f067"`. `nothing=circle` says that circles mean nothing; other drawings that are
not explained are refused. `coversat list constraints` prints these lines. This page is made by
`python docs/make_gallery.py`.

"""

QUEENS = """\
queens 8
..#.....
........
#.....#.
..Q.....
........
.....#..
........
...#....
"""
PIECES = """\
polyomino turn flip classes
.......
..#....
.......
....#..
.......
T ###/.#./.#.
U #.#/###
V ###/#../#..
W ##./.##/..#
X .#./###/.#.
P ###/##.
I ###
"""


@dataclass(frozen=True)
class Entry:
    """A puzzle to show: the file of an example, or a text; and how it is called beside its kind."""

    source: str
    note: str = ""
    answers: int = 1

    @property
    def problem(self) -> AnyProblem:
        """The first puzzle of the text."""
        text = self.source if "\n" in self.source else (EXAMPLES / self.source).read_text()
        return read(text).problems[0]


ENTRIES = {
    "sudoku": [
        Entry("sudoku/boj2239.txt"),
        Entry("sudoku/two-answers.txt", "with two answers", answers=2),
        Entry("sudoku/jigsaw.txt", "jigsaw"),
        Entry("sudoku/killer.txt", "killer cages"),
        Entry("sudoku/windoku-x.txt", "windows and diagonals"),
        Entry("sudoku/anti-king-knight.txt", "anti-king and anti-knight"),
    ],
    "sudominoku": [Entry("sudominoku/boj4574.txt")],
    "kakuro": [Entry("kakuro/picture.txt")],
    "queens": [Entry(QUEENS)],
    "langford": [Entry("langford 8\n")],
    "dominosa": [Entry("dominosa/order-5.txt")],
    "polyomino": [Entry(PIECES)],
    "latin": [Entry("latin/order-9.txt")],
    "starbattle": [Entry("starbattle/two-stars.txt")],
    "cnf": [Entry("cnf/two-models.cnf", answers=2)],
    "cover": [Entry("cover/knuth.dlx"), Entry("cover/colours.dlx", "with colours")],
}


def entries(kind: str) -> list[Entry]:
    """What is shown of a kind: the first of its examples, where nothing was chosen."""
    first = sorted(path for path in (EXAMPLES / kind).iterdir() if path.is_file())[0]
    return ENTRIES.get(kind) or [Entry(f"{kind}/{first.name}")]


def files() -> Iterator[tuple[str, str]]:
    """Every file of the gallery: its path below docs/, and its text."""
    page = [HEAD]
    for kind in KINDS:
        about = problem_class(kind).about
        page.append(f"## {kind}\n\n{about[0].upper()}{about[1:]}.\n")
        for number, entry in enumerate(entries(kind), 1):
            title = f"{kind}, {entry.note}" if entry.note else kind
            name = f"gallery/{kind}-{number}"
            problem = entry.problem
            # The smallest ones, whichever solver finds them.
            answers = solve(problem, limits=Limits(answers=entry.answers)).answers
            yield f"{name}.svg", draw(problem).svg
            yield f"{name}-answer.svg", draw(problem, *answers).svg
            if entry.note:
                page.append(f"{entry.note[0].upper()}{entry.note[1:]}:\n")
            page.append(f"![{title}]({name}.svg) ![{title}, answered]({name}-answer.svg)\n")
    yield "gallery/routes.svg", draw_routes().svg
    yield "gallery/reductions.svg", draw_reductions().svg
    yield "gallery.md", "\n".join([*page, TAIL])


def constraint_files() -> Iterator[tuple[str, str]]:
    """Every constraint with digits that obey it and digits that do not, and the page that shows them."""
    page = [CONSTRAINTS]
    for constraint in all_constraints():
        line = constraint.example
        found = sample(constraint)
        name = f"gallery/constraint-{constraint.word}"
        yield f"{name}.svg", found.right
        if found.reason:
            yield f"{name}-wrong.svg", found.wrong
        about = f"{constraint.about[0].upper()}{constraint.about[1:]}."
        shown = "\n".join(f"    {part}" for part in line.splitlines())
        page.append(f"## {constraint.word}\n\n`{constraint.usage()}`\n\n{about} For example:\n\n{shown}\n")
        wrong = f' <img src="{name}-wrong.svg" height="150" alt="{constraint.word}, broken">'
        page.append(
            f'<img src="{name}.svg" height="150" alt="{constraint.word}">{wrong * bool(found.reason)}\n'
        )
        page.append(f"The digits on the right break it: {found.reason}.\n" if found.reason else "")
    yield "constraints.md", "\n".join(page)


def main() -> None:
    """Write the files, and take away pictures that are no longer shown."""
    (DOCS / "gallery").mkdir(exist_ok=True)
    made = dict([*files(), *constraint_files()])
    for path in (DOCS / "gallery").glob("*.svg"):
        if f"gallery/{path.name}" not in made:
            path.unlink()
    for name, text in made.items():
        (DOCS / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
