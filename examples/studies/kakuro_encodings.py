"""Kakuro encodings on the largest boards of the generator

Unique boards of our own generator, from 8x8 to 30x30, the largest that it makes: `kakuro_boards/30x30-1.txt`
is what `coversat generate kakuro --size 30x30 --seed 1` prints, after about a minute. The direct encodings
have a selector for each allowed combination of a run, one for each ordered tuple of digits, or sums as
counters. The fourth, which forbids tuples, takes runs of at most five cells and so none of these boards. All
formulas go to CaDiCaL 1.9.5.
"""

from __future__ import annotations

import math
import re

from results import Results, count, listed
from study import FOLDER, Study, run

from coversat.comparing.measuring import Puzzle
from coversat.problems import read

LIMIT = 5
BOARDS = FOLDER / "kakuro_boards"
COMBINATIONS, TUPLES, SUMS = (f"cnf:{name}/cadical195" for name in ("combinations", "tuples", "sums"))
SEQUENTIAL = "cover/cnf:sequential/cadical195"
BITSET, DANCING_LINKS, MASKS = "cover/bitset", "cover/dancing-links", "search/masks"
FORMULAS = [COMBINATIONS, TUPLES, SUMS, SEQUENTIAL]


def puzzles() -> list[Puzzle]:
    """The boards, the smallest first; the size of one is the number of its white cells."""
    names = sorted(
        (path.stem for path in BOARDS.iterdir()), key=lambda name: [*map(int, re.findall(r"\d+", name))]
    )
    problems = [
        read((BOARDS / f"{name}.txt").read_text(encoding="utf-8"), "kakuro").problems[0] for name in names
    ]
    return [Puzzle(name.replace("-", " #"), problem) for name, problem in zip(names, problems, strict=True)]


def found(results: Results) -> list[str]:
    """What the results say."""
    small, large = results.groups[0], results.groups[-1]
    cells = sorted({row.size for row in results.rows if row.group == large})
    lost = [group for group in results.groups if not math.isfinite(results.seconds(DANCING_LINKS, group))]
    solved = [group for group in results.groups if group not in lost]
    return [
        f"On {large}, with {cells[0]:.0f} to {cells[-1]:.0f} white cells, the formulas take, in the median: "
        f"{results.order(large, FORMULAS)}. On {small}: {results.order(small, FORMULAS)}. "
        "The exact cover of `cover/cnf:sequential` holds the same combinations as `cnf:combinations`.",
        f"A selector for each ordered tuple needs {count(results.parts(TUPLES, small))} clauses on {small}, "
        f"where combinations need {count(results.parts(COMBINATIONS, small))}, and takes "
        f"{results.against(TUPLES, COMBINATIONS, small)}. A run of nine cells has up to 362880 ordered "
        f"fillings: {results.refused(TUPLES)} of the {len(results.of(TUPLES))} boards are refused for that.",
        f"The fastest route of all is, on {results.fastest(results.routes)}. The times grow with the number "
        f"n of white cells as {results.growth([BITSET, COMBINATIONS, SUMS, SEQUENTIAL])}.",
        f"Dancing Links takes {results.against(DANCING_LINKS, COMBINATIONS, small)} on {small} and "
        f"{results.against(DANCING_LINKS, COMBINATIONS, solved[-1])} on {solved[-1]}; where it does not "
        f"solve half of the boards in time: {listed(lost) or 'nowhere'}. That is a matter of the search and "
        f"not of the cover: the bit set engine is given the same cover, and takes on {large} "
        f"{results.against(BITSET, COMBINATIONS, large)}. {results.unsolved(LIMIT)}",
    ]


ROUTES = [*FORMULAS, BITSET, DANCING_LINKS, MASKS]
STUDY = Study("kakuro_encodings", __doc__, puzzles, ROUTES, found, LIMIT, seed=1)

if __name__ == "__main__":
    run(STUDY)
