"""The atlas of encodings in `docs/atlas`: measured, archived, and written as pages.

    python benchmarks/atlas.py                          # all of it; goes on where it was interrupted
    python benchmarks/atlas.py measure FOLDER --kinds kakuro,sudoku --steps runs,strength
    python benchmarks/atlas.py pack FOLDER [ARCHIVE]    # the archive from the measurements
    python benchmarks/atlas.py pages                    # the pages from the archive
    python benchmarks/atlas.py compare ARCHIVE          # another archive beside this one
    python benchmarks/atlas.py second FOLDER            # a sample of the archive again, for pack

    python benchmarks/atlas.py plan PLAN --seeds 1,3,101    # runs on hard instances, and what they cost
    python benchmarks/atlas.py hard PLAN FOLDER             # those that the folder and the archive lack
    python benchmarks/atlas.py copies PLAN FOLDER           # five shuffled copies of each, of several answers
    python benchmarks/atlas.py proofs PLAN FOLDER           # proofs that there is no answer
    python benchmarks/atlas.py again PLAN FOLDER            # runs of the archive a second time
    python benchmarks/atlas.py pack-hard FOLDER...          # the archive of hard instances and these

With `--part K/N` one of many machines measures its share of a plan into a folder of its own.

The whole takes some hours on one core, as long as a plan says on hard instances. The pages need the archives
only, and everything that they say is made from them. Needs the extras 'statistics' and 'plot'.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import atlas_hard
import atlas_hard_copies
from atlas_archive import DATA, HARD, Archive, damaged, hard_runs, pack, pack_hard, table_of
from atlas_beaten import beaten_page
from atlas_compare import differences, measure_again
from atlas_hard_findings import HardArchive
from atlas_hard_pages import hard_page, summary
from atlas_hard_plan import part_of, planned_again, planned_best, planned_named
from atlas_index import index_page
from atlas_measuring import STEPS, USUAL, measure
from atlas_pages import kind_page
from atlas_pictures import PICTURES, write_pictures
from atlas_puzzles import FAMILIES
from machine import machine
from pysat_clauses import load_outside

from coversat.base.arguments import Share, share
from coversat.base.files import write_whole
from coversat.comparing.measuring import versions
from coversat.setters.generate.hard import LEVELS

PAGES = DATA.parent
MEASURED = Path("atlas-measured")


def pages(archive: Archive) -> Iterator[tuple[str, str]]:
    """The name and the text of each page."""
    hard = HardArchive(hard_runs())
    yield "index.md", index_page(archive, summary(archive, hard))
    for kind in archive.kinds:
        yield f"{kind}.md", kind_page(archive, kind)
    yield "beaten.md", beaten_page()
    yield "hard.md", hard_page(archive, hard, table_of(HARD, "machines"))


def write_pages() -> None:
    archive = Archive()
    wrong = damaged(DATA)
    if wrong:
        sys.exit(f"not as their hashes: {', '.join(wrong)}")
    write_pictures(PICTURES, archive, HardArchive(hard_runs()))
    for name, text in pages(archive):
        write_whole(PAGES / name, [text])


def solver_versions() -> dict[str, str]:
    """Of the packages that have the SAT solvers."""
    found = versions()
    return {name: found[name] for name in ("python-sat", "passagemath-kissat") if name in found}


def run(folder: Path, kinds: Sequence[str], steps: Sequence[str]) -> None:
    for line in measure(folder, kinds, steps):
        print(line, flush=True)


def listed(known: Sequence[str]) -> object:
    def read(text: str) -> list[str]:
        unknown = [name for name in text.split(",") if name not in known]
        if unknown:
            raise argparse.ArgumentTypeError(f"{', '.join(unknown)}: there is {', '.join(known)}")
        return text.split(",")

    return read


def plan_hard(wanted: argparse.Namespace) -> None:
    known = hard_runs()
    limit = wanted.limit or float(atlas_hard.FACTOR * wanted.level)
    instances = (wanted.level, wanted.kinds, wanted.seeds)
    if wanted.again:
        plan = list(planned_again(wanted.again, *instances, known))
    elif wanted.routes:
        load_outside(wanted.routes)
        plan = list(planned_named(*instances, wanted.routes, known, limit))
    elif wanted.best is None:
        plan = list(atlas_hard.planned(*instances, wanted.solvers, known, wanted.usual))
    else:
        plan = list(planned_best(*instances, wanted.solvers, known, wanted.best, limit))
    atlas_hard.write_plan(wanted.plan, plan)
    print(atlas_hard.cost(plan, [] if wanted.again else known))


def run_hard(path: Path, folder: Path, part: Share | None) -> None:
    plan, known = part_of(atlas_hard.read_plan(path), part), hard_runs()
    print(atlas_hard.cost(plan, known), flush=True)
    load_outside([one.route for one in plan])
    for line in atlas_hard.measure(plan, folder, known):
        print(line, flush=True)


MORE = {
    "copies": atlas_hard_copies.copies,
    "proofs": atlas_hard_copies.proofs,
    "again": atlas_hard_copies.again,
}


def run_more(table: str, path: Path, folder: Path, part: Share | None) -> None:
    plan, known, done = part_of(atlas_hard.read_plan(path), part), hard_runs(), table_of(HARD, table)
    load_outside([one.route for one in plan])
    if table == "copies":
        print(atlas_hard_copies.cost_of_copies(plan, known, done), flush=True)
    for line in MORE[table](plan, folder, known, done):
        print(line, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command")
    measuring = commands.add_parser("measure", help="measure what a folder lacks")
    measuring.add_argument("folder", type=Path)
    measuring.add_argument("--kinds", type=listed(list(FAMILIES)), default=list(FAMILIES))  # type: ignore[arg-type]
    measuring.add_argument("--steps", type=listed(list(STEPS)), default=list(STEPS))  # type: ignore[arg-type]
    packing = commands.add_parser("pack", help="make the archive of a folder")
    packing.add_argument("folder", type=Path)
    packing.add_argument("archive", type=Path, nargs="?", default=DATA)
    commands.add_parser("pages", help="write the pages of the archive")
    second = commands.add_parser("second", help="measure a sample of the archive again, on another day")
    second.add_argument("folder", type=Path)
    comparing = commands.add_parser("compare", help="compare another archive with this one")
    comparing.add_argument("archive", type=Path)
    planning = commands.add_parser("plan", help="write a plan of runs on hard instances, and say its cost")
    planning.add_argument("plan", type=Path)
    planning.add_argument("--level", type=int, choices=LEVELS, default=1)
    planning.add_argument("--kinds", type=listed(atlas_hard.ORDER), default=atlas_hard.ORDER)  # type: ignore[arg-type]
    planning.add_argument("--seeds", type=lambda text: [int(one) for one in text.split(",")], default=[1, 3])
    planning.add_argument("--solvers", type=lambda text: text.split(","), default=[USUAL])
    planning.add_argument("--usual", action="store_true", help="only the usual formula: is a level right?")
    planning.add_argument(
        "--best", type=int, help="so many of the best encodings of level 1; other solvers on the first"
    )
    planning.add_argument(
        "--routes", type=lambda text: text.split(","), help="these, of each kind those that it has"
    )
    planning.add_argument(
        "--again", type=int, help="so many archived runs of these instances, to be measured again"
    )
    planning.add_argument(
        "--limit", type=float, help="processor seconds, with --best or --routes; else ten levels"
    )
    for table, about in (
        ("hard", "what a plan has and the archive and a folder lack"),
        ("copies", "shuffled copies of instances with several answers"),
        ("proofs", "proofs for instances without"),
        ("again", "runs of the archive a second time"),
    ):
        measured = commands.add_parser(table, help=f"measure {about}, by the routes of a plan")
        measured.add_argument("plan", type=Path)
        measured.add_argument("folder", type=Path)
        measured.add_argument("--part", type=share, help="K/N: only each N-th instance from the K-th on")
    adding = commands.add_parser("pack-hard", help="add the runs of folders to the archive of hard instances")
    adding.add_argument("folders", type=Path, nargs="+")
    wanted = parser.parse_args()
    if wanted.command in (None, "measure"):
        measured = wanted.folder if wanted.command else MEASURED
        run(measured, getattr(wanted, "kinds", list(FAMILIES)), getattr(wanted, "steps", list(STEPS)))
    if wanted.command in (None, "pack"):
        pack(wanted.folder if wanted.command else MEASURED, getattr(wanted, "archive", DATA), machine())
    if wanted.command in (None, "pages"):
        write_pages()
    if wanted.command == "plan":
        plan_hard(wanted)
    if wanted.command == "hard":
        run_hard(wanted.plan, wanted.folder, wanted.part)
    if wanted.command in MORE:
        run_more(wanted.command, wanted.plan, wanted.folder, wanted.part)
    if wanted.command == "pack-hard":
        for folder in wanted.folders:
            pack_hard(folder, HARD, machine() | solver_versions())
    if wanted.command == "second":
        for line in measure_again(Archive(), wanted.folder):
            print(line, flush=True)
    if wanted.command == "compare":
        print("\n".join(differences(Archive(), Archive(wanted.archive))))


if __name__ == "__main__":
    main()
