"""What the studies share: they measure into a store that can be continued, and write what was found.

``python examples/studies/NAME.py [FOLDER]`` writes the measurements as ``NAME.csv``, one line for each
puzzle and route, what was found as ``NAME.md``, and beside them ``NAME.html`` with pictures and the store
``NAME.db``.  What is said of the results is made from the lines of the CSV file, so it cannot say anything
else.  All times are of the processor, since the machine may have other work; even so, compare ratios.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from results import Results, method, rows_of, title

from coversat.comparing.bench import Store, bench
from coversat.comparing.formats import as_markdown
from coversat.comparing.measuring import Puzzle
from coversat.comparing.page import page
from coversat.comparing.report import Report
from coversat.comparing.summary import summarize

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Study:
    """What is measured, and what is said of it.

    Attributes
    ----------
    name : str
        Of its files.
    about : str
        Its title in the first line, then how it is done.
    puzzles : function
        The puzzles, the same each time; the part of a name before ``:`` or `` #`` is its group.
    routes : sequence of str
    found : function
        Paragraphs made of the results.
    limit : float
        Processor seconds of each run.
    seed : int
    axis : str, optional
        What the puzzles' sizes are, where they say more than how many numbers an answer holds.
    """

    name: str
    about: str
    puzzles: Callable[[], Iterable[Puzzle]]
    routes: Sequence[str]
    found: Callable[[Results], list[str]]
    limit: float
    seed: int
    axis: str | None = None

    def paragraphs(self, results: Results) -> list[str]:
        """How it was done and what was found."""
        return [*method(self.about), *self.found(results)]


def run(study: Study) -> None:
    """Measure, and write the page, the measurements and what was found."""
    parser = argparse.ArgumentParser(description=title(study.about))
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER, help="where the results are written")
    parser.add_argument("--runs", type=int, default=3, help="of each puzzle by each route (3)")
    wanted = parser.parse_args()
    puzzles = list(study.puzzles())
    kinds = {puzzle.problem.kind: study.routes for puzzle in puzzles}
    with Store(wanted.folder / f"{study.name}.db") as store:
        for at in bench(
            store,
            puzzles,
            kinds,
            runs=wanted.runs,
            limit=study.limit,
            seed=study.seed,
            command=f"python examples/studies/{study.name}.py",
            axis=study.axis,
        ):
            print(f"\r{at.done} of {at.total} runs", end="", file=sys.stderr, flush=True)
        measured = summarize(store, seed=study.seed)
    print(file=sys.stderr)
    if measured.disagreements:
        sys.exit(as_markdown(measured))
    results = Results(rows_of(measured))
    results.write(wanted.folder / f"{study.name}.csv")
    text = markdown(study, results, measured)
    (wanted.folder / f"{study.name}.md").write_text(text, encoding="utf-8")
    shown = page(measured, title(study.about), study.paragraphs(results))
    (wanted.folder / f"{study.name}.html").write_text(shown, encoding="utf-8")
    print(text)


def markdown(study: Study, results: Results, measured: Report) -> str:
    """The study as a page of text."""
    session = measured.sessions[0]
    cores = session["machine"]["cores"]
    machine = f"Measured on {session['machine']['processor']}, {cores} core{'' if cores == 1 else 's'}, "
    machine += f"with a load of {session['machine']['load']}; Python {session['versions']['python']}, "
    machine += f"python-sat {session['versions']['python-sat']}. Again: `{session['command']}`."
    parts = [f"# {title(study.about)}", *study.paragraphs(results), machine, as_markdown(measured)]
    return "\n\n".join([*parts, results.by_group()]) + "\n"
