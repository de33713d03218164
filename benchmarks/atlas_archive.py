"""The archive of the atlas: one table for each step of the measurements, as CSV, with hashes.

`pandas.read_csv("docs/atlas/data/runs.csv.gz")` reads a table. `SHA256SUMS` is in the form that
`sha256sum -c` reads. The same measurements give the same bytes.
"""

from __future__ import annotations

import csv
import gzip
import io
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from atlas_measuring import STEPS, USUAL, Made, Rows, made, read_rows

from coversat.base.files import write_whole
from coversat.base.records import as_csv
from coversat.problems import AnyProblem
from coversat.reductions.paths import REPLACED

DATA = Path(__file__).resolve().parent.parent / "docs" / "atlas" / "data"
HARD = DATA / "hard"
"""The archive of runs on hard instances: `runs`, and `puzzles` as text."""
CHECK = "check"
"""In place of a route: the command without one."""
MORE = {
    "copies": ("puzzle", "route", "copy"),
    "proofs": ("puzzle", "route"),
    "again": ("puzzle", "route", "day"),
}
"""Further tables of that archive, and what identifies a row: shuffled copies, proofs, and second runs."""
TABLES = (*STEPS, "growth", "again")
DECIDED = ("unique", "multiple", "none")
LEFT_OUT = "left-out"
UNDECIDED = ("unknown", LEFT_OUT)


def pack(measured: Path, archive: Path, machine: Mapping[str, object]) -> None:
    """Write the tables of a folder of measurements as an archive; families that it lacks stay as they are."""
    archive.mkdir(parents=True, exist_ok=True)
    for table in TABLES:
        files = sorted((measured / table).glob("*.csv"))
        rows: Rows = [row for row in table_of(archive, table) if _family(row) not in {f.stem for f in files}]
        rows += [row for path in files for row in read_rows(path)]
        rows.sort(key=_family)
        heads = in_order([name for row in rows for name in row])
        write_whole(archive / f"{table}.csv.gz", [as_csv(heads, rows)])
    write_whole(archive / "machine.csv", [as_csv(list(machine), [dict(machine)])])
    _seal(archive)


def _family(row: Mapping[str, str]) -> str:
    """The family that a row belongs to; a puzzle has it in its name."""
    return row["name"].rsplit("-", 2)[0] if "text" in row else row["kind"]


def _seal(archive: Path) -> None:
    """Write the hashes of its files."""
    names = sorted(path.name for path in archive.iterdir() if path.is_file() and path.name != "SHA256SUMS")
    write_whole(archive / "SHA256SUMS", [f"{digest(archive / name)}  {name}\n" for name in names])


def pack_hard(folder: Path, archive: Path, machine: Mapping[str, object]) -> None:
    """Add the runs of a folder, and the instances that they are of, to an archive of hard instances.

    A run that both have stays as it is, but for that of the check without a route, which changes, and one
    that was undecided within a lower limit.

    Raises
    ------
    SystemExit
        If two routes disagree about an instance.
    """
    archive.mkdir(parents=True, exist_ok=True)
    now = {name: str(value) for name, value in machine.items()}
    before = (row for row in table_of(archive, "machines") if any(now.get(k, "") != row[k] for k in row))
    machines = {tuple(row.values()): row for row in (*before, now)}
    runs = {(row["puzzle"], row["route"]): row for row in table_of(archive, "runs")}
    for row in read_rows(folder / "runs.csv") if (folder / "runs.csv").exists() else ():
        key = (row["puzzle"], row["route"])
        stays = key in runs and row["route"] != CHECK and is_final(runs[key], float(row["limit"]))
        runs[key] = runs[key] if stays else row
    texts = {row["name"]: row for row in table_of(archive, "puzzles")}
    for path in sorted((folder / "puzzles").glob("*.txt")):
        texts.setdefault(path.stem, {"name": path.stem, "text": path.read_text(encoding="utf-8")})
    texts = {name: text for name, text in texts.items() if name in {puzzle for puzzle, _ in runs}}
    verdicts: dict[str, set[str]] = {}
    for row in runs.values():
        verdicts.setdefault(row["puzzle"], set()).update({row["status"]}.intersection((*DECIDED, "wrong")))
    if wrong := [f"{name}: {', '.join(sorted(those))}" for name, those in verdicts.items() if len(those) > 1]:
        raise SystemExit("\n".join(wrong))
    more = {name: _joined(folder, archive, name, keys) for name, keys in MORE.items()}
    for table, rows in {"runs": runs, "puzzles": texts, "machines": machines, **more}.items():
        every = [rows[key] for key in sorted(rows)]  # type: ignore[attr-defined]
        heads = in_order([name for row in every for name in row])
        write_whole(archive / f"{table}.csv.gz", [as_csv(heads, every)])
    _seal(archive)


def is_final(row: Mapping[str, str], limit: float) -> bool:
    """Whether a run would not change with this limit."""
    return row["status"] not in UNDECIDED or float(row["limit"]) >= limit


def _joined(
    folder: Path, archive: Path, table: str, keys: Sequence[str]
) -> dict[tuple[str, ...], dict[str, str]]:
    """The rows of a table in an archive, and those that a folder has beside them."""
    path = folder / f"{table}.csv"
    found: dict[tuple[str, ...], dict[str, str]] = {}
    for row in (*table_of(archive, table), *(read_rows(path) if path.exists() else ())):
        found.setdefault(tuple(row[key] for key in keys), row)
    return found


def hard_runs(archive: Path = HARD) -> list[dict[str, str]]:
    """The runs on hard instances that were archived."""
    return hard_rows("runs", archive)


def hard_rows(table: str, archive: Path = HARD) -> list[dict[str, str]]:
    """The rows of a table of hard instances, but for encodings that have been removed."""
    return _without_removed(table_of(archive, table))


def _without_removed(rows: list[dict[str, str]]) -> list[dict[str, str]]:
    return [row for row in rows if not (row.get("route") or row.get("reduction") or "").startswith(GONE)]


def table_of(archive: Path, table: str) -> list[dict[str, str]]:
    """The rows of a table; none if there is no such table."""
    path = archive / f"{table}.csv.gz"
    if not path.exists():
        return []
    return list(csv.DictReader(io.StringIO(gzip.decompress(path.read_bytes()).decode())))


def digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


def damaged(archive: Path) -> list[str]:
    """The files whose hash is not the stated one."""
    lines = (archive / "SHA256SUMS").read_text(encoding="ascii").splitlines()
    stated = {name: known for known, name in (line.split("  ") for line in lines)}
    return [name for name, known in stated.items() if digest(archive / name) != known]


class Run(NamedTuple):
    """One run: a puzzle by a route. `seconds` is None where it was not decided in time."""

    kind: str
    puzzle: str
    size: int
    held_out: bool
    route: str
    status: str
    sizes: tuple[int, int, int]
    effort: float | None
    reduce_seconds: float
    seconds: float | None

    @property
    def applicable(self) -> bool:
        """Whether there is a formula or a cover: none is written within the limit if it is too large."""
        return self.status not in ("inapplicable", "failed") and any(self.sizes)

    @property
    def reduction(self) -> str:
        return reduction_of(self.route)

    @property
    def solver(self) -> str:
        return self.route.rpartition("/")[2]


class Strength(NamedTuple):
    """Shares of excluded values and of refuted partial answers that unit propagation finds."""

    excluded: float | None
    low: float | None
    high: float | None
    refuted: float | None


GONE = tuple(REPLACED)
"""Encodings that were measured and have been removed since."""


class Archive:
    """The tables of an archive as values, without what has been removed unless it is to be `whole`."""

    def __init__(self, folder: Path = DATA, whole: bool = False) -> None:
        self.folder = folder
        self.whole = whole

    def rows(self, table: str) -> list[dict[str, str]]:
        found = table_of(self.folder, table)
        return found if self.whole else _without_removed(found)

    @cached_property
    def kinds(self) -> list[str]:
        """In the order of their names."""
        return sorted({run.kind for run in self.runs})

    @cached_property
    def runs(self) -> list[Run]:
        return [as_run(row) for row in self.rows("runs")]

    def runs_of(self, kind: str, held_out: bool = False) -> list[Run]:
        return [run for run in self.runs if run.kind == kind and run.held_out == held_out]

    @cached_property
    def strength(self) -> dict[tuple[str, str], Strength]:
        """By kind and reduction."""
        return {
            (row["kind"], row["reduction"]): Strength(
                *(number(row[name]) for name in ("excluded", "excluded_low", "excluded_high", "refuted"))
            )
            for row in self.rows("strength")
        }

    @cached_property
    def growth(self) -> dict[tuple[str, str, str], tuple[float, float | None, float | None]]:
        """The exponent with its interval, by kind, route and figure."""
        return {
            (row["kind"], row["route"], row["figure"]): (
                float(row["exponent"]),
                number(row["exponent_low"]),
                number(row["exponent_high"]),
            )
            for row in self.rows("growth")
        }

    @cached_property
    def proofs(self) -> list[dict[str, str]]:
        return self.rows("proofs")

    @cached_property
    def defaults(self) -> dict[str, float | None]:
        """The seconds of the check without a route, by puzzle."""
        return {row["puzzle"]: number(row["seconds"]) for row in self.rows("defaults")}

    @cached_property
    def machine(self) -> dict[str, str]:
        (row,) = read_rows(self.folder / "machine.csv")
        return row

    def problems(self, kind: str) -> Sequence[AnyProblem]:
        """The puzzles of a family, one of each size first."""
        if kind not in self._problems:
            puzzles = sorted(self._made[kind], key=lambda one: (one.seed, one.size))
            self._problems[kind] = [one.problem for one in puzzles]
        return self._problems[kind]

    @cached_property
    def _problems(self) -> dict[str, Sequence[AnyProblem]]:
        """Those that were read; a family is read when it is asked for."""
        return {}

    @cached_property
    def _made(self) -> dict[str, list[Made]]:
        found: dict[str, list[Made]] = {}
        for row in self.rows("puzzles"):
            found.setdefault(row["name"].rsplit("-", 2)[0], []).append(made(row))
        return found

    @cached_property
    def by_name(self) -> dict[str, AnyProblem]:
        """Every puzzle."""
        return {one.name: one.problem for those in self._made.values() for one in those}

    def usual(self, kind: str, held_out: bool = False) -> Iterator[Run]:
        """The runs by the usual SAT solver, and by both engines for covers."""
        for run in self.runs_of(kind, held_out):
            if run.solver == USUAL or is_cover(run.reduction):
                yield run


def reduction_of(route: str) -> str:
    """A route without its solver."""
    return route.rpartition("/")[0]


def is_cover(reduction: str) -> bool:
    """Whether it ends at an exact cover."""
    return reduction.rpartition("/")[2].startswith("cover")


def is_direct(reduction: str) -> bool:
    """Whether it is one step to a formula."""
    return reduction.startswith("cnf:") and "/" not in reduction


def number(text: str) -> float | None:
    return float(text) if text else None


def as_run(row: Mapping[str, str]) -> Run:
    sizes = (row["variables_or_items"], row["clauses_or_options"], row["literals_or_entries"])
    return Run(
        row["kind"],
        row["puzzle"],
        int(float(row["size"])),
        row["held_out"] == "true",
        row["route"],
        row["status"],
        tuple(int(size or 0) for size in sizes),  # type: ignore[arg-type]
        number(row["effort"]),
        float(row["reduce_seconds"] or 0),
        number(row["total_seconds"]) if row["status"] in DECIDED else None,
    )


def in_order(values: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(values))
