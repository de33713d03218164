"""What the studies share: they measure into a store that can be continued, and write what was found.

``python examples/studies/NAME.py [FOLDER]`` writes ``NAME.md`` and ``NAME.csv``, and beside them
``NAME.html`` with pictures and the store ``NAME.db``.  All times are of the processor, since the machine
may have other work; even so, compare ratios and not seconds.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from coversat.lab import Puzzle, Store, bench, report
from coversat.lab.page import page
from coversat.lab.statistics import median
from coversat.lab.summary import Report, Table
from coversat.lab.table import Unit, as_csv, as_markdown


def run(
    name: str,
    found: str,
    puzzles: Sequence[Puzzle],
    routes: Sequence[str],
    limit: float,
    seed: int,
    axis: str | None = None,
    below: str = "",
) -> None:
    """Measure, and write the page, the table and what was `found`, whose first line is the title."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    title, _, text = found.strip().partition("\n")
    kinds = {puzzle.problem.kind: routes for puzzle in puzzles}
    with Store(folder / f"{name}.db") as store:
        command = f"python examples/studies/{name}.py"
        for at in bench(store, puzzles, kinds, limit=limit, seed=seed, command=command, axis=axis):
            print(f"\r{at.done} of {at.total} runs", end="", file=sys.stderr, flush=True)
        result = report(store, seed=seed)
    print(file=sys.stderr)
    session = result.sessions[0]
    machine = f"Measured on {session['machine']['processor']}, {session['machine']['cores']} cores, "
    machine += f"with a load of {session['machine']['load']}; Python {session['versions']['python']}, "
    machine += f"python-sat {session['versions']['python-sat']}. Again: `{session['command']}`."
    growth = [line for table in result.tables for line in by_size(table, result)]
    lines = [f"# {title}", "", text.strip(), "", machine, "", as_markdown(result), "", *growth, below]
    (folder / f"{name}.md").write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
    (folder / f"{name}.csv").write_text(as_csv(result) + "\n", encoding="utf-8")
    (folder / f"{name}.html").write_text(page(result, title), encoding="utf-8")
    print("\n".join(lines))
    sys.exit(1 if result.disagreements else 0)


def by_size(table: Table, result: Report) -> list[str]:
    """Median times of each route for each size, as Markdown."""
    unit = Unit("milliseconds", 1000)  # small and large ones stand side by side
    sizes = sorted({point.size for point in table.points if point.size is not None})
    head = f"Medians by {result.axis or 'numbers in an answer'}, in {unit.name}:"
    lines = [head, "", f"| route | {' | '.join(f'{size:g}' for size in sizes)} |"]
    lines.append(f"| --- |{' ---: |' * len(sizes)}")
    for summary in table.summaries:
        cells = []
        for size in sizes:
            points = [p for p in table.points if p.route == summary.route and p.size == size]
            refused = all(run.verdict == "refused" for point in points for run in point.runs)
            cells.append("refused" if refused else unit.show(median([point.seconds for point in points])))
        lines.append(f"| {summary.route} | {' | '.join(cells)} |")
    return [*lines, ""]
