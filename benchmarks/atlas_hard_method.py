"""The last sections of the page of the hard atlas: families, kinds without hard instances, the method."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from statistics import median

from atlas_hard import FACTOR, FIRST, HELD_OUT, ORDER, usual_route
from atlas_hard_findings import HardArchive
from atlas_hard_levels import above, changed, seeds_above
from atlas_measuring import USUAL, Rows
from atlas_pages import listed, table

from coversat.setters.generate.hard import FAMILIES, LEVELS
from coversat.solvers.sat.compiled_sat import AT_FIRST
from coversat.solvers.sat.sat import SAT_SOLVERS

NONE_FOUND = (
    ("partition, subsetsum", "18 numbers of 18 bits, 26 of 13 bits, 60 up to 1000", "0 conflicts: all sums"),
    ("akari", "80x80, a fifth walls; 40x40, a tenth walls", "0.10 s, 53 conflicts"),
    ("minesweeper", "40x40, a quarter mines, 60 % shown", "1.8 s, 53 conflicts: the total is large"),
    ("hitori", "60x60 around an answer; 40x40 random numbers", "0.04 s, 5 conflicts"),
    ("suguru", "40x40 random areas of 4 to 9 cells, no digit", "0.08 s, 60 conflicts"),
    ("binairo", "60x60 empty; 40x40 with 15 % digits", "4.1 s, 5,223 conflicts: size alone"),
    ("dominosa", "order 20", "0.01 s, 293 conflicts"),
    ("kurodoko", "25x25, 10 to 40 % of the numbers", "0.04 s, 216 conflicts"),
    ("yinyang", "16x16, 10 and 20 % circles", "0.01 s, 46 conflicts"),
    ("shikaku", "60x60, rectangles of up to 40 cells", "4.5 s, 3 conflicts: size alone"),
    ("slitherlink", "60x60 and 100x100 around a loop", "0.9 s and 6.9 s: size alone"),
    ("masyu", "100x100 around a loop", "2.4 s, 2,800 conflicts: size alone"),
    (
        "yajilin, simpleloop, tents",
        "40x40, 60x60 and 40x40 around an answer",
        "1.9, 0.2 and 0.7 s: size alone",
    ),
    ("langford", "10, 11, 12, 13", "0.7 s, 0, 0 and over 60 s: no size between"),
    (
        "polyomino",
        "twelve pentominoes on 8x8 with four holes, and two of each on 11x12 with twelve",
        "0.01 and 0.10 s by the engine for covers, 7,838 nodes; a formula takes 2.4 and over 15 s",
    ),
    ("sudoku without cages", "9x9, 16x16: 45 to 55 % holes", "0.05 s, 434 conflicts"),
    ("hamiltoniancycle, random cubic", "800 vertices", "0.04 s, 58 conflicts"),
    ("1in3sat with random signs", "1,000 variables at 0.63", "0.01 s, 3 conflicts"),
    ("queens, completing a board", "100 rows, 30 and 50 % of an answer", "0.76 s, 6,500 conflicts"),
)
"""Kinds, and families of them, of which nothing hard was found: the largest tried, and how long it took."""


TURNS = (
    "a formula and an engine for covers take turns, each longer than the last, since nobody knows beforehand "
    "which of the two decides a puzzle; where one is far ahead, the turns of the other are paid for. Their "
    "turns were made more alike after these measurements (six nodes for each conflict, and not three). "
    "Measured again, three, six, twelve and twenty-four nodes take 7.7, 4.4, 2.9 and 2.2 s for seven boards "
    "of queens, and 1.8, 1.9, 2.0 and 2.5 s for seven Latin squares; with more, kinds in which the engine "
    "decides nothing hard, such as kakuro, pay for it"
)
LUCK = "there are several answers, and another route came upon the first of them earlier"
WHY = {
    "hamiltoniancycle": "three formulas take turns, each longer than the last, since on other graphs only "
    "one of them ends soon; here each would have, and the turns of two are paid for. With a quarter of the "
    "conflicts for positions modulo four it would be a fifth less here, but seven of ten graphs of the FHCP "
    "challenge set then take two to three times as long, and with half of them 1.3 to 1.8 times",
    "nurikabe": "cuts and distances take longer and longer turns, since either alone fails on some boards; "
    "each of the two is first on three of these six, by luck: all have several answers. By shuffled copies "
    "of two others distances are ahead, but less than copies of one formula differ",
    "sudoku": "where sums are stated, an engine for covers has a first turn, and after some thousand "
    "conflicts a formula follows that takes longer to write, which decides harder ones. The first turn was "
    "made shorter after these measurements (2,000 nodes in place of 20,000): the six held out then take "
    "0.85 of the time, which is within the factor at level 1. At level 10 the change of the formula costs "
    "more: on one of the two held out the first would have decided it sooner than the second",
    "queens": TURNS,
    "latin": "turns, as of queens. The engine is first at level 1, by shuffled copies, too, and behind the "
    "formulas at level 30; at level 10 it is behind by single runs, and six times as fast as the next by "
    "five copies of one instance: so neither alone would be right",
    "sudominoku": TURNS,
    "kakuro": "turns, as of queens. Their formula is that of the cover, `cover/cnf:segments`, which is ahead "
    "of `cnf:combinations` on some boards and behind on others, by luck: all have several answers",
}
"""Why the default of a kind is not within the factor."""
PLANS = {
    10: "a plan that can stop anywhere: the usual formula and the best of level 1 on every kind first, then "
    "the other encodings and other solvers, seed by seed. It was ended when its time was over.",
    30: "a rule: the kinds in which by the runs of level 10 another route is first than at level 1, by more "
    "than 10 %: {}; and matching3d and kakuro, in which another comes near the first. Of nonograms one of "
    "level 10 is undecided after 100 s already. It was ended when its time was over.",
}
"""By level."""


def families(hard: HardArchive) -> Iterator[str]:
    yield (
        "`coversat export --family KIND --hard 1|10|30 --seeds N..M -o FOLDER` writes them. Sizes are such "
        f"that the usual formula takes {USUAL} about so many seconds; of level 1 they were measured, those "
        "of 10 and 30 are estimated from how time grew between smaller sizes, and uncertain: [level "
        "10](#level-10) has what its instances took. Where the usual formula is `cnf:cuts`, the files have "
        "`cnf:elimination`, which states everything and mostly takes longer. Where a kind has two families "
        "its seeds take turns, the first for even ones. *seconds*: the median of the usual formula at level "
        "1, and the least and the most of the instances, twice the limit where one was not decided."
    )
    yield ""
    rows = []
    for kind in sorted(FAMILIES, key=ORDER.index):
        runs = hard.table(kind, held_out=None).runs
        several = FAMILIES[kind]
        for at, family in enumerate(several):
            own = [run for run in runs if run.seed % len(several) == at]
            times = [run.penalized for run in own if run.route == usual_route(kind)]
            puzzles = {run.puzzle for run in own}
            verdicts = Counter(hard.verdicts.get(puzzle, "undecided") for puzzle in puzzles)
            sizes = " ".join(str(family.sizes.get(level, "-")) for level in LEVELS)
            span = f"{median(times):.1f} ({min(times):.1f} to {max(times):.1f})" if times else "-"
            said = ", ".join(f"{number} {name}" for name, number in sorted(verdicts.items())) or "-"
            name = "" if at else f"[{kind}]({kind}.md)"
            rows.append([name, family.about, family.axis, sizes, span, said])
    heads = ("kind", "drawn", "size", " ".join(map(str, LEVELS)), "seconds", "verdicts")
    yield from table(heads, rows, left=3)
    yield ""


def none_found() -> Iterator[str]:
    yield (
        "On the largest instances that were tried, random or around an answer, by the usual formula; that "
        "none was found does not say that there is none. Where a size alone makes it slow there are few "
        "conflicts: that says how an encoding scales, and not how a search goes."
    )
    yield ""
    yield from table(
        ("kind", "largest tried", "seconds, conflicts"), [list(row) for row in NONE_FOUND], left=3
    )
    yield ""


def _words(machine: Mapping[str, str]) -> str:
    """A machine, with the versions of what has the solvers."""
    one = {name: value for name, value in machine.items() if value}
    packages = [f"{name} {value}" for name, value in one.items() if name not in ("processor", "system")]
    return f"{', '.join([one['processor'], one['system'], *packages])}."


def _programs(hard: HardArchive) -> str:
    """The solvers of the archive with their versions and options, in words."""
    used = [one for one in SAT_SOLVERS if any(run.solver == one.name for run in hard.runs)]
    names = listed([f"{one.name} is {one.about.partition(',')[0]}" for one in used])
    given = [
        f"{one.name} has {', '.join(f'{option}={value}' for option, value in AT_FIRST[one.name].items())}"
        for one in used
        if one.name in AT_FIRST
    ]
    return f"Solvers are PySAT's: {names}, with their default options" + (
        f", but that {listed(given)}." if given else "."
    )


def method(hard: HardArchive, machines: Rows) -> Iterator[str]:
    first = sorted({run.seed for run in hard.runs if run.seed <= HELD_OUT})
    later = sorted({run.seed for run in hard.runs if run.seed > HELD_OUT})
    yield (
        "Every run is in its own process: it reduces the instance, finds an answer, and then another or that "
        f"there is none; answers are checked by the rules, and routes that disagree would end it. "
        f"{_programs(hard)} There is a warm-up on a formula of one clause. Times are "
        f"processor time; the limit is {FACTOR} s at level 1. An encoding that was undecided on the first "
        f"{FIRST} instances of a kind is not tried on the others, which count as undecided. Seeds "
        f"{listed(list(map(str, first)))}"
        + (f", and held out {listed(list(map(str, later)))}" if later else "")
        + ". No instance was chosen by an encoding; all of a seed are kept. "
        f"{' '.join(map(_words, machines))} Other work was done on the machine: conflicts and propagations "
        "do not depend on it, seconds by some ten percent, and by up to a third those of level 30, direct "
        "searches, other libraries and the second solver, during which it had more to do."
    )
    yield ""
    for level in above(hard):
        plan = PLANS[level].format(listed(changed(hard, 10)))
        yield f"Level {level} was measured by {plan} Seeds {seeds_above(hard, level)}."
        yield ""
    yield (
        "**Not measured yet**: a third solver at level 1 by all formulas; a second instance of level 10 "
        "where the table of other solvers has one; ten times the level as the limit of all that was "
        "undecided at 10 and 30; sudokus of level 30, of which there is no family, and nonograms; copies of "
        "cuts whose graphs are in another order, too; sums of other libraries in sudokus, whose rules own "
        "encodings do not state; another machine, and hard instances on another day."
    )
    yield ""
    yield (
        "`docs/atlas/data/hard/` has the `runs`, `copies`, `proofs` and the `puzzles` as CSV, and hashes. To "
        "go on: `python benchmarks/atlas.py plan plan.csv --seeds 5,103` writes the runs of further seeds "
        "into a file, and says what they cost; `--level`, `--kinds` and `--solvers` choose others, `--best 6 "
        "--limit 60` the six best encodings of level 1, and `--routes` routes by their names, also those of "
        "`benchmarks/outside`, which has encodings of other libraries. `python benchmarks/atlas.py hard "
        "plan.csv FOLDER` measures those that neither the archive nor the folder has, and the check without "
        "a route, which changes, again; `copies` and `proofs` measure shuffled copies and proofs by the "
        "routes of a plan, and `again` the runs of `plan plan.csv --again 40`, a sample of the archived runs "
        "of a level, of kinds and seeds, a second time. `--part K/N` gives one of many machines its share "
        "of a plan. All can be interrupted at any time; `pack-hard FOLDER...` adds them to the archive, and "
        "`pages` writes this page."
    )
