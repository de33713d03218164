"""Draw the gallery: ``python docs/make_gallery.py`` writes gallery.md and the pictures in gallery/ anew."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from coversat.answers import solve
from coversat.drawing import draw
from coversat.drawing.routes import draw_routes
from coversat.problems import KINDS, AnyProblem, problem_class, read
from coversat.solvers import Limits

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
    yield "gallery.md", "\n".join([*page, TAIL])


def main() -> None:
    """Write the files, and take away pictures that are no longer shown."""
    (DOCS / "gallery").mkdir(exist_ok=True)
    made = dict(files())
    for path in (DOCS / "gallery").glob("*.svg"):
        if f"gallery/{path.name}" not in made:
            path.unlink()
    for name, text in made.items():
        (DOCS / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
