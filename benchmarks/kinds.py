"""Has this puzzle exactly one answer?  coversat beside plain models for CP-SAT and clingo, kind by kind.

    python benchmarks/kinds.py --puzzles-in FOLDER --peers-python other/bin/python --json FILE
    python benchmarks/kinds.py --kinds nonogram,kakuro --sizes 10,20 --puzzles 5

FOLDER holds ``KIND/SIZE/*``, files that coversat reads, a puzzle each; README.md beside this file says where
such are found.  Puzzles of kinds that nobody publishes in numbers are made from a seed (`peers/made.py`).

Each contestant runs in a process of its own that stays, and takes a text to a verdict (none, unique,
multiple) and a first answer: coversat by its default route from a form that it reads, its answers judged by
the rules; the peers from JSON by a model made anew (`peers/cpsat.py`, `peers/asp.py`), solved for two
answers.  Times are processor time, imports not counted.  Before a size is measured each is asked once of its
shortest puzzle: ``first`` is what that took coversat, which then may keep what puzzles of one shape share.
Who needs more than the limit is ended, is *late* and counts with the limit; so does who refuses a puzzle.
A text that coversat does not read, such as an incomplete board, is not asked and listed with the reason.
Verdicts must agree and the peers' answers obey coversat's rules, or it says so and exits 1.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import sys
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import median
from typing import Any

from machine import machine
from peers import made
from peers.contestant import Contestant, end_with
from peers.table import NO_VERDICT, OURS, TITLES, Entry, Row, closing, heading, write_section

ROOT = Path(__file__).resolve().parent.parent
FOLDER = "COVERSAT_PUZZLES"
SECTION = "## Every kind beside CP-SAT and clingo"
WITH_CSPUZ = "## Loops and areas beside cspuz_core"
CSPUZ = ROOT / "benchmarks" / "peers" / "cspuz.py"
WARM_UP = 1.0
"""Seconds for the question that is asked before a size is measured."""


def puzzle_sets(folder: Path | None, kind: str, puzzles: int, seed: int) -> Iterator[tuple[str, list[Entry]]]:
    """The sizes of a kind and their puzzles: those of the folder, then those that are made."""
    place = folder / kind if folder else None
    for size in sorted(place.iterdir(), key=by_number) if place and place.is_dir() else ():
        files = spread([file for file in sorted(size.iterdir()) if file.is_file()], puzzles)
        yield size.name, [Entry(kind, size.name, file.stem, file.read_text()) for file in files]
    for name, texts in made.sets(kind, seed).items():
        chosen = enumerate(itertools.islice(texts, puzzles), 1)
        yield name, [Entry(kind, name, f"made {n}", text) for n, text in chosen]


def by_number(place: Path) -> tuple[int, str]:
    """Sizes that begin with a number come first, in its order."""
    digits = "".join(itertools.takewhile(str.isdigit, place.name))
    return int(digits or sys.maxsize), place.name


def spread(files: list[Path], count: int) -> list[Path]:
    """So many of them, evenly from the first to the last."""
    return [files[at * len(files) // count] for at in range(count)] if len(files) > count else files


class Asker:
    """Asks the contestants, each in the form that it reads, and keeps what was wrong with what they said."""

    def __init__(self, contestants: Sequence[Contestant]) -> None:
        self.contestants = contestants
        self.wrong: list[str] = []
        self.unread: list[str] = []

    def reads(self, entry: Entry) -> bool:
        """Whether the text of a puzzle is read; if not, the reason is kept."""
        import coversat

        try:
            self._plain(entry)
        except coversat.CoversatError as error:
            reason = str(error).splitlines()[0]
            self.unread.append(f"{entry.kind} {entry.size} {entry.name}: not read: {reason}")
            return False
        return True

    def warm_up(self, entries: Sequence[Entry]) -> float:
        """Ask all of the shortest puzzle; the seconds that it took coversat."""
        entry = min(entries, key=lambda entry: len(entry.text))
        said = {
            each.name: self._ask(each, entry, self._plain(entry)[1], WARM_UP) for each in self.contestants
        }
        return float(said[OURS]["seconds"])

    def measure(self, entry: Entry, rounds: int) -> None:
        """Ask all in turns; who gave no verdict is not asked again."""
        from peers import neutral

        problem, plain = self._plain(entry)
        taken: dict[str, list[float]] = {each.name: [] for each in self.contestants}
        for each in itertools.chain.from_iterable(itertools.repeat(self.contestants, rounds)):
            if entry.verdicts.get(each.name) in NO_VERDICT:
                continue
            said = self._ask(each, entry, plain)
            taken[each.name].append(said["seconds"])
            entry.verdicts[each.name] = said["verdict"]
            if each.name == OURS:
                entry.route = said["answer"] or ""
            elif said["answer"] is not None and problem.violations(neutral.answer(problem, said["answer"])):
                self._complain(entry, f"what {each.name} answers breaks the rules")
        entry.seconds = {name: median(seconds) for name, seconds in taken.items()}
        if len(set(entry.verdicts.values()) - NO_VERDICT) > 1:
            self._complain(entry, str(entry.verdicts))

    def _plain(self, entry: Entry) -> tuple[Any, str]:
        """The puzzle as coversat's problem, and as the peers read it."""
        from peers import neutral

        import coversat

        (problem,) = coversat.read(entry.text, entry.kind)
        return problem, json.dumps(neutral.plain(problem))

    def _ask(
        self, each: Contestant, entry: Entry, plain: str, seconds: float | None = None
    ) -> dict[str, Any]:
        return each.ask(entry.kind, entry.text if each.name == OURS else plain, seconds)

    def _complain(self, entry: Entry, what: str) -> None:
        self.wrong.append(f"{entry.kind} {entry.size} {entry.name}: {what}")


def measured(asker: Asker, options: argparse.Namespace) -> Iterator[Row]:
    """The rows of the table, one after the other."""
    from coversat import KINDS

    kinds, sizes = (text.split(",") if text else None for text in (options.kinds, options.sizes))
    for kind in kinds or KINDS:
        for size, entries in puzzle_sets(options.puzzles_in, kind, options.puzzles, options.seed):
            if sizes is not None and size not in sizes:
                continue
            if entries := [entry for entry in entries if asker.reads(entry)]:
                row = Row(kind, size, entries, asker.warm_up(entries))
                for entry in entries:
                    asker.measure(entry, options.rounds)
                yield row


def intro(contestants: Sequence[Contestant], options: argparse.Namespace, kept: int) -> list[str]:
    """The text above the table."""
    here = machine()
    peers = ", ".join(f"{TITLES[each.name]} {each.version}" for each in contestants[1:])
    earlier = f" {kept} rows are of earlier runs, and of what coversat was then." if kept else ""
    text = (
        f"`benchmarks/kinds.py`, seed {options.seed}; {here['processor']}, {here['system']}, Python "
        f"{here['python']}; {peers}, one worker each. Has the puzzle exactly one answer? Processor time from "
        "the text to the verdict: the median of a size in ms, the sum in s; contestants took turns within a "
        "row. `first`: the first question of that size, when what its puzzles share was not there yet, and "
        f"in the first row of a run some code neither. Late: over {options.limit:g} s, or refused; both "
        "count with the limit: where only a peer is late the ratio of totals is at most what is said, where "
        "only coversat is, at least. [README.md](README.md) says where the puzzles are from. No two verdicts "
        f"differ, and the peers' answers obey coversat's rules.{earlier}"
    )
    return [*textwrap.wrap(text, 118, break_on_hyphens=False, break_long_words=False), ""]


def kept_rows(options: argparse.Namespace) -> Iterator[Row]:
    """The rows of earlier runs, in which nothing was wrong and the limit was the same."""
    for file in options.keep:
        told = json.loads(file.read_text())
        if told["wrong"] or told["limit"] != options.limit:
            sys.exit(f"{file}: measured with a limit of {told['limit']} s; wrong: {told['wrong']}")
        entries = [Entry(text="", **puzzle) for puzzle in told["puzzles"]]
        for place, found in itertools.groupby(entries, key=lambda entry: (entry.kind, entry.size)):
            yield Row(*place, list(found), told["first"][" ".join(place)])


def write_json(options: argparse.Namespace, rows: Sequence[Row], asker: Asker) -> None:
    """Everything that was measured, without the puzzles themselves."""
    told = {
        "machine": machine(),
        "versions": {each.name: each.version for each in asker.contestants},
        "limit": options.limit,
        "seed": options.seed,
        "wrong": asker.wrong,
        "unread": asker.unread,
        "first": {f"{row.kind} {row.size}": row.first for row in rows},
        "puzzles": [
            {key: value for key, value in asdict(entry).items() if key != "text"}
            for row in rows
            for entry in row.entries
        ],
    }
    options.json.write_text(json.dumps(told, indent=1) + "\n")


def hold(options: argparse.Namespace, contestants: Sequence[Contestant]) -> list[str]:
    """Measure, print and write; what was wrong."""
    from coversat import KINDS

    asker = Asker(contestants)
    names = [each.name for each in contestants]
    found = {(row.kind, row.size): row for row in kept_rows(options)}
    fresh = 0
    print(heading(names), flush=True)
    for row in measured(asker, options):
        print(row.line(names), flush=True)
        found[row.kind, row.size] = row
        fresh += 1
    rows = sorted(found.values(), key=lambda row: KINDS.index(row.kind))
    print(closing(rows, names), *asker.unread, sep="\n")
    if options.json:
        write_json(options, rows, asker)
    if options.results and not asker.wrong:
        table = [heading(names), *(row.line(names) for row in rows), closing(rows, names)]
        section = WITH_CSPUZ if options.cspuz else SECTION
        write_section(options.results, section, intro(contestants, options, len(rows) - fresh) + table)
    return asker.wrong


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--puzzles-in", type=Path, default=os.environ.get(FOLDER), help=f"the folder; else ${FOLDER}")
    add("--peers-python", default=sys.executable, help="the interpreter with ortools and clingo")
    add("--peers", default="cpsat,clingo", help="which of them, with commas")
    add("--cspuz", help="the program of peers/cspuz.rs, which takes part too")
    add("--kinds", default="", help="which kinds, with commas; else all")
    add("--sizes", default="", help="which sizes, with commas; else all")
    add("--puzzles", type=int, default=30, help="at most so many of each size")
    add("--rounds", type=int, default=1, help="how often each is asked; medians count")
    add("--limit", type=float, default=20.0, help="seconds of processor time for one puzzle")
    add("--seed", type=int, default=1, help="of the puzzles that are made")
    add("--json", type=Path, help="write everything measured there")
    add("--keep", type=Path, nargs="*", default=[], help="--json of earlier runs, for rows not measured now")
    add("--results", type=Path, help="put the table into its section of this file, with --cspuz another")
    options = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    pythons = {OURS: sys.executable, **dict.fromkeys(options.peers.split(","), options.peers_python)}
    contestants = [Contestant(name, python, options.limit) for name, python in pythons.items()]
    if options.cspuz:
        command = [sys.executable, str(CSPUZ), options.cspuz, str(options.limit)]
        contestants.append(Contestant("cspuz", "", options.limit, command))
    end_with(contestants, lambda: hold(options, contestants))


if __name__ == "__main__":
    main()
