"""Write the tables of docs/encodings.md from what is stated of each encoding.

    python docs/make_encodings.py
"""

from __future__ import annotations

import re
from pathlib import Path

from coversat.encodings import describe
from coversat.reductions.descriptions import LETTERS

PAGE = Path(__file__).parent / "encodings.md"
HEAD = "| encoding | clauses | auxiliary variables | determined | unit propagation finds | source |"


def table(constraint: str) -> str:
    """The letters in the sizes, and a row for each encoding of a constraint."""
    rows = [HEAD, "|---|---|---|---|---|---|"]
    for name, one in describe(constraint).items():
        determined = "yes" if one.determined else "no"
        sizes = f"`{one.clauses}` | `{one.auxiliary}`"
        rows.append(f"| `{name}` | {sizes} | {determined} | {one.finds} | {one.source} |")
    return "\n".join((f"For {LETTERS[constraint]}:", "", *rows))


def written(page: str) -> str:
    """The page with its tables made again."""
    for constraint in LETTERS:
        mark = f"<!-- {constraint} -->\n"
        page = re.sub(
            f"({mark}\n).*?(\n\n{mark})",
            lambda found, made=table(constraint): f"{found[1]}{made}{found[2]}",
            page,
            flags=re.DOTALL,
        )
    return page


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
