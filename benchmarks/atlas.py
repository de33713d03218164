"""The atlas of encodings in `docs/atlas`: measured, archived, and written as pages.

    python benchmarks/atlas.py                          # all of it; goes on where it was interrupted
    python benchmarks/atlas.py measure FOLDER --kinds kakuro,sudoku --steps runs,strength
    python benchmarks/atlas.py pack FOLDER [ARCHIVE]    # the archive from the measurements
    python benchmarks/atlas.py pages                    # the pages from the archive
    python benchmarks/atlas.py compare ARCHIVE          # another archive beside this one

The whole takes some hours on one core. The pages need the archive only, and everything that they say is made
from it. Needs the extra 'statistics'.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from atlas_archive import DATA, Archive, damaged, pack
from atlas_compare import differences
from atlas_index import index_page
from atlas_measuring import STEPS, measure
from atlas_pages import kind_page
from atlas_puzzles import FAMILIES
from machine import machine

from coversat.base.files import write_whole

PAGES = DATA.parent
MEASURED = Path("atlas-measured")


def pages(archive: Archive) -> Iterator[tuple[str, str]]:
    """The name and the text of each page."""
    yield "index.md", index_page(archive)
    for kind in archive.kinds:
        yield f"{kind}.md", kind_page(archive, kind)


def write_pages() -> None:
    archive = Archive()
    wrong = damaged(DATA)
    if wrong:
        sys.exit(f"not as their hashes: {', '.join(wrong)}")
    for name, text in pages(archive):
        write_whole(PAGES / name, [text])


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
    comparing = commands.add_parser("compare", help="compare another archive with this one")
    comparing.add_argument("archive", type=Path)
    wanted = parser.parse_args()
    if wanted.command in (None, "measure"):
        measured = wanted.folder if wanted.command else MEASURED
        run(measured, getattr(wanted, "kinds", list(FAMILIES)), getattr(wanted, "steps", list(STEPS)))
    if wanted.command in (None, "pack"):
        pack(wanted.folder if wanted.command else MEASURED, getattr(wanted, "archive", DATA), machine())
    if wanted.command in (None, "pages"):
        write_pages()
    if wanted.command == "compare":
        print("\n".join(differences(Archive(), Archive(wanted.archive))))


if __name__ == "__main__":
    main()
