"""Audits of published sets: how many answers their puzzles have, by coversat and by a second method.

    python benchmarks/audits.py reasoning-gym FOLDER
    python benchmarks/audits.py puzzlekit FOLDER --only Akari,Suguru

FOLDER has the files of the set; docs/audits.md says where they are from, and `audits_made.py` makes those of
generators. Only figures are printed, since puzzles are somebody's. Each row is audited by
`coversat.audit`, in the set's own file if coversat reads it, otherwise as a text of its kind; then
`audits_search.py` looks for two answers of the same row, and checks the stored one by its own rules.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from audits_kinds import Row, by_cell
from audits_search import TRIES, answers, keeps
from audits_sets import SETS, Part, UnreadError, rows_in

import coversat


class Found(NamedTuple):
    """The status of a row by a method, as ``check`` has it, and what the stored answer is."""

    status: str
    stored: str


class Audited(NamedTuple):
    """What both methods found of the rows of a part of a set.

    * unread: why rows are not among them, with their numbers.
    * repeated: the rows with the same puzzle as an earlier one, by each method.
    """

    rows: int
    unread: Counter[str]
    ours: list[Found]
    second: list[Found]
    repeated: tuple[int, int]

    def differ(self) -> list[tuple[Found, Found]]:
        """What the methods say differently; unknown is nothing said."""
        pairs = zip(self.ours, self.second, strict=True)
        return [
            (one, other)
            for one, other in pairs
            if "unknown" not in (one.status, other.status) and one != other
        ]

    def line(self, name: str) -> str:
        """A row of the table."""
        statuses, stored = (Counter(one[at] for one in self.ours) for at in (0, 1))
        figures = [
            self.rows,
            len(self.ours),
            *(statuses[word] for word in ("unique", "multiple", "none", "unknown")),
            *(stored[word] for word in ("right", "several", "wrong", "absent")),
            self.repeated[0],
            sum(other.status != "unknown" for other in self.second),
            len(self.differ()),
        ]
        return f"| {name} | {' | '.join(f'{one:,}' for one in figures)} |"


HEAD = (
    "| kind | rows | read | one answer | several | none | unknown | stored: right | one of several | wrong "
    "| absent | repeated | compared | differ |\n|---|" + "---:|" * 13
)


def row_of(part: Part, data: Any) -> Row | str:
    try:
        return part.row(data)
    except UnreadError as error:
        return str(error)
    except (LookupError, TypeError, ValueError) as error:
        return f"not in the form of its set: {error}"


def audited(folder: Path, part: Part, tries: int = TRIES, sample: int | None = None) -> Audited:
    rows = [row_of(part, data) for data in rows_in(folder / part.path)]
    unread = Counter(row for row in rows if isinstance(row, str))
    read = [row for row in rows if isinstance(row, Row)]
    with TemporaryDirectory() as temporary:
        path = folder / part.path
        if not part.is_read:
            path = Path(temporary) / "set.jsonl"
            path.write_text("".join(as_line(row) for row in read), encoding="utf-8")
        pairs = list(zip(read, coversat.audit(path, kind=read[0].kind) if read else [], strict=True))
    unread.update(str(ours.message) for _, ours in pairs if ours.status == "error")
    pairs = [pair for pair in pairs if pair[1].status != "error"]
    asked = searched_rows([ours for _, ours in pairs], sample)
    return Audited(
        len(rows),
        unread,
        [Found(str(ours.status), ours.stored or "absent") for _, ours in pairs],
        [
            searched(row, tries, ours.second) if at in asked else Found("unknown", "absent")
            for at, (row, ours) in enumerate(pairs)
        ],
        (
            sum(ours.duplicate_of is not None for _, ours in pairs),
            len(pairs) - len({row.text for row, _ in pairs}),
        ),
    )


def searched_rows(rows: Sequence[Any], sample: int | None) -> set[int]:
    """The rows of which anything but one right answer is said, and a sample of the others, evenly spread."""
    sound = [at for at, row in enumerate(rows) if row.status == "unique" and row.stored != "wrong"]
    count = len(sound) if sample is None else min(sample, len(sound))
    return {*range(len(rows))}.difference(sound) | {sound[at * len(sound) // count] for at in range(count)}


def as_line(row: Row) -> str:
    return json.dumps({"kind": row.kind, "puzzle": row.text, "solution": row.solution}) + "\n"


def searched(row: Row, tries: int, second: Any = None) -> Found:
    """What the second method says of a row; `second`: the second answer that coversat shows.

    If the search gives up, the stored answer and another one that keeps the same rules are several, too.
    """
    found = answers(row.puzzle, 2, tries)
    status = "unknown" if found is None else ("none", "unique", "multiple")[len(found)]
    if found is None and second and isinstance(second[0], list):
        shown = by_cell(second)
        if shown != row.stored and all(keeps(row.puzzle, one) for one in (shown, row.stored or {})):
            status = "multiple"
    if row.stored is None:
        return Found(status, "absent")
    is_right = keeps(row.puzzle, row.stored)
    return Found(status, "wrong" if not is_right else "several" if status == "multiple" else "right")


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("set", choices=SETS)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", help="only these kinds, separated by commas")
    parser.add_argument(
        "--tries", type=int, default=TRIES, help=f"values that the second method tries ({TRIES:,})"
    )
    parser.add_argument("--sample", type=int, help="rows with one right answer of which it is asked (all)")
    asked = parser.parse_args(words)
    chosen = SETS[asked.set]
    print(f"{chosen.about}\n\n{HEAD}")
    remarks = []
    for name, part in chosen.parts.items():
        if asked.only is None or name in asked.only.split(","):
            found = audited(asked.folder, part, asked.tries, asked.sample)
            print(found.line(name), flush=True)
            remarks += [f"{name}: {count:,} not read: {why}" for why, count in found.unread.most_common()]
            remarks += [f"{name}: the methods differ: {one}, {other}" for one, other in found.differ()]
            if found.repeated[0] != found.repeated[1]:
                remarks.append(f"{name}: the methods find {found.repeated} repeated rows")
    print("".join(f"\n- {one}" for one in remarks))
    return 0


if __name__ == "__main__":
    sys.setrecursionlimit(100_000)  # the search is as deep as a puzzle has cells
    sys.exit(main())
