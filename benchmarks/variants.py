"""Variant sudokus, as strings of Interactive Sudoku Solver: which are stated, with their recorded answers?

    python benchmarks/variants.py variants.jsonl
    python benchmarks/variants.py variants.jsonl --solver FOLDER --results table.md

The file has an object a line: ``name``, ``input`` (the string) and ``solution``, the recorded answer, digits
row by row (letters from A where they go beyond 9), or null.  None is part of this repository; README.md
beside this file says where such are found.

A puzzle that is about more than the digits of a board (regions to be found, cells beside it, scripts) is
counted apart.  The rest is *stated* or refused, by the name of what is not known.  What is stated is
checked: verdict and recorded answer must agree, the recorded answer obey every rule, and the verdict be
that of the other program, whose engine runs under node from a copy in FOLDER, one puzzle each in turns.
All times are processor time, from the text to the verdict; who needs more than the limit counts with it.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import textwrap
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from machine import machine
from peers.contestant import Contestant, end_with
from peers.table import OURS, write_section

ROOT = Path(__file__).resolve().parent.parent
PUZZLES, FOLDER = "COVERSAT_VARIANTS", "COVERSAT_ISS"
OTHER = "iss"
OUTSIDE = re.compile(r"^/")
"""Scripts, which are programs in files."""
_REFUSED = re.compile(r"expected an item known here, found '(\w*)'")
_TITLE = "## Variant sudokus"


@dataclass
class Puzzle:
    """A puzzle of the file, and what was found of it."""

    name: str
    text: str
    recorded: str | None
    why: str = ""
    wrong: list[str] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    verdicts: dict[str, str] = field(default_factory=dict)

    @property
    def outside(self) -> bool:
        """Whether it is about more than digits of a board."""
        return OUTSIDE.search(self.text) is not None


def puzzles_of(file: Path) -> list[Puzzle]:
    """Every puzzle; one of several without a name is called by its number."""
    rows = [json.loads(line) for line in file.read_text().splitlines() if line.strip()]
    return [Puzzle(f"{at} {row['name']}", row["input"], row["solution"]) for at, row in enumerate(rows, 1)]


def state(puzzle: Puzzle) -> Any | None:
    """It as coversat's problem; None where it is refused, and then the puzzle says why."""
    import coversat

    try:
        (problem,) = coversat.read(puzzle.text, "sudoku")
    except coversat.CoversatError as error:
        name = _REFUSED.search(str(error))
        puzzle.why = (name[1] or "Given") if name else str(error).rpartition(": ")[2][:80]
        return None
    return problem


def grid_of(problem: Any, recorded: str) -> tuple[tuple[int, ...], ...]:
    """The recorded answer as rows of digits; from 10 digits on they are letters."""
    digits = [int(one) if one.isdigit() else ord(one) - ord("A") + 1 for one in recorded]
    return tuple(tuple(digits[at : at + problem.columns]) for at in range(0, len(digits), problem.columns))


def judge(puzzle: Puzzle, contestants: Sequence[Contestant]) -> None:
    """Ask all, and compare what they say with each other and with what is recorded."""
    problem = state(puzzle)
    if problem is None:
        return
    if puzzle.recorded:
        broken = problem.violations(grid_of(problem, puzzle.recorded))
        puzzle.wrong += [f"the recorded answer breaks a rule: {broken[0]}"] if broken else []
    for each in contestants:
        said = each.ask("sudoku", puzzle.text)
        puzzle.seconds[each.name], puzzle.verdicts[each.name] = said["seconds"], said["verdict"]
    known = {name: verdict for name, verdict in puzzle.verdicts.items() if verdict not in ("late", "refused")}
    if len(set(known.values())) > 1:
        puzzle.wrong.append(f"verdicts differ: {known}")
    if puzzle.recorded and known.get(OURS) == "none":
        puzzle.wrong.append("no answer, but one is recorded")


def spread(seconds: list[float]) -> str:
    """Median, nine tenths, most and sum, as cells of a table."""
    ordered = sorted(seconds)
    tenths = ordered[int(len(ordered) * 0.9)] if ordered else 0.0
    middle = median(ordered) if ordered else 0.0
    return f"{middle:.3f} | {tenths:.2f} | {max(ordered, default=0.0):.2f} | {sum(ordered):.1f}"


def table(puzzles: Sequence[Puzzle], names: Sequence[str]) -> list[str]:
    """What was found, a line for each contestant."""
    titles = {OURS: "coversat", OTHER: "Interactive Sudoku Solver"}
    lines = ["| | puzzles | median s | 90 % | most | all | late |", "|---|---|---|---|---|---|---|"]
    for name in names:
        asked = [puzzle for puzzle in puzzles if name in puzzle.seconds]
        late = sum(puzzle.verdicts[name] in ("late", "refused") for puzzle in asked)
        seconds = spread([puzzle.seconds[name] for puzzle in asked])
        lines.append(f"| {titles[name]} | {len(asked)} | {seconds} | {late} |")
    return lines


def summary(puzzles: Sequence[Puzzle]) -> list[str]:
    """How many are stated, by what the others are refused, and how many answers are the recorded ones."""
    inside = [puzzle for puzzle in puzzles if not puzzle.outside]
    refused = Counter(puzzle.why for puzzle in inside if puzzle.why)
    stated = len(inside) - refused.total()
    recorded = [puzzle for puzzle in inside if puzzle.recorded and OURS in puzzle.verdicts]
    equal = sum(puzzle.verdicts[OURS] == "unique" and not puzzle.wrong for puzzle in recorded)
    names = ", ".join(f"{why} ({count})" for why, count in refused.most_common())
    return [
        f"{stated} of {len(inside)} are stated ({stated / max(len(inside), 1):.0%}); "
        f"{len(puzzles) - len(inside)} others are programs that make a puzzle.",
        *([f"Refused: {names}."] if names else []),
        f"Of {len(recorded)} with a recorded answer {equal} have that one and no other.",
    ]


def hold(options: argparse.Namespace, contestants: Sequence[Contestant]) -> list[str]:
    """Measure, print and write; what was wrong."""
    puzzles = [puzzle for puzzle in puzzles_of(options.puzzles) if options.only in puzzle.name]
    warm = next((puzzle for puzzle in puzzles if not puzzle.outside), None)
    for each in contestants if warm else ():
        each.ask("sudoku", warm.text)
    for puzzle in puzzles:
        if not puzzle.outside:
            judge(puzzle, contestants)
        told = ", ".join(
            f"{name} {puzzle.verdicts[name]} {puzzle.seconds[name]:.3f}" for name in puzzle.seconds
        )
        print(f"{puzzle.name[:50]:50} {told or puzzle.why or 'outside'}", flush=True)
    here = machine()
    intro = (
        "`benchmarks/variants.py`: puzzles of Interactive Sudoku Solver's own collection, in its strings. "
        f"Has each exactly one answer? {here['processor']}, Python {here['python']}; "
        f"a limit of {options.limit:g} s. " + " ".join(summary(puzzles))
    )
    lines = textwrap.wrap(intro, 118, break_on_hyphens=False, break_long_words=False)
    lines += ["", *table(puzzles, [each.name for each in contestants])]
    print("\n" + "\n".join(lines))
    wrong = [f"{puzzle.name}: {what}" for puzzle in puzzles for what in puzzle.wrong]
    if options.results:
        told = textwrap.wrap("Not alike: " + "; ".join(wrong) + ".", 118) if wrong else []
        write_section(options.results, _TITLE, [*lines, *([""] if told else []), *told])
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    default = os.environ.get(PUZZLES)
    add(
        "puzzles",
        type=Path,
        nargs="?" if default else None,
        default=default,
        help=f"else ${PUZZLES}",
    )
    add(
        "--solver",
        metavar="FOLDER",
        default=os.environ.get(FOLDER),
        help=f"else ${FOLDER}",
    )
    add("--node", default="node", help="what runs it")
    add("--limit", type=float, default=20.0, help="seconds of processor time for one puzzle")
    add("--only", default="", help="puzzles with this in their name")
    add("--results", type=Path, help="put the table into its section of this file")
    options = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    contestants = [Contestant(OURS, sys.executable, options.limit)]
    if options.solver:
        worker = Path(__file__).with_name("peers") / "iss_worker.mjs"
        command = [options.node, str(worker), options.solver]
        contestants.append(Contestant(OTHER, "", options.limit, command))
    end_with(contestants, lambda: hold(options, contestants))


if __name__ == "__main__":
    main()
