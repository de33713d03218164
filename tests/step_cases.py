"""Puzzles whose solving steps tests look at."""

from __future__ import annotations

from example_files import EXAMPLES

from coversat.problems import read
from coversat.setters.steps.finding import steps as find_steps
from coversat.setters.steps.values import Steps
from coversat.solvers.findings import Verdict

PUZZLES = {
    "sudoku": "1...\n..2.\n.3..\n...4\n",
    "several answers": "1...\n..2.\n....\n....\n",
    "no answer": "12..\n..3.\n...4\n.4..\n",
    "contradictory givens": "11..\n....\n....\n....\n",
    "hidden cells": "....\n.3..\n....\n....\nhidden 2\ncandidates 1 2 r5c1 r5c2\n"
    "all-different r1c1 r2c3 r5c1 r5c2\nend\n",
    "houses with hidden cells": "34..\n....\n....\n....\nhidden 1\nall-different r4c3 r3c4 r1c4 r5c1\n"
    "all-different r2c4 r2c2 r3c4 r5c1\nall-different r4c4 r1c3 r3c2 r5c1\nend\n",
    "a letter": "....\n.2..\n....\n....\nhidden 2\nthermo r5c1 r5c2 r1c1\narrow r1c2 r5c1 r5c2\n"
    "all-different r3c1 r4c3 r5c2 r2c4\nend\n",
    "a hidden digit": "digits 0-3\n..30\n.3..\n1203\n.021\nhidden 1\nall-different r3c2 r4c1 r5c1\nend\n",
    "digits from 0": "digits 0-3\n0..2\n2.0.\n3.1.\n...3\n",
    "no value": "fillomino 1 2\n- 1\n",
    "no value beside open cells": "fillomino 1 5\n- 1 - - -\n",
    "no rectangle": "shikaku 2 2\n1 1\n1 -\n",
    "no colour": "colouring 0\na b\n",
    "no way across": "numberlink 2 2\n1 2\n2 1\n",
    "no island": "nurikabe 3 3\n? - -\n- 2 -\n- - -\n",
    "a cell beside a whole region": "suguru 3 3\n- - -\n- - -\n- - -\n1 1 1\n2 2 1\n2 2 2\n",
    "a cell that sees a box": "grid 3x6\nboxes 3x3\ndigits 0-8\n.....0\n205..6\n36..8.\nanti-king\n"
    "anti-knight\n",
    "what a run stands for": "digits 0-3\n...3\n3...\n.2..\n...0\ngreater r1c1 r1c2\n"
    "same-run beyond r2c2 / r1c1 r3c2 / r1c1 r2c3\n",
    "larger": "..3.\n3...\n...2\n.1..\n",
    "no edges": "hamiltoniancycle\nvertices: 1 2 3\n",
    "hitori": "hitori 4 4\n2 2 1 4\n1 4 2 3\n2 1 3 4\n2 4 1 2\n",
    "slitherlink": "slitherlink 3 3\n2 3 -\n- 3 1\n- - 3\n",
    "masyu": "masyu 4 4\n- b - -\n- - w -\n- - - -\n- - - -\n",
    "a cut": "hitori 4 4\n2 4 1 1\n4 1 2 3\n2 1 4 1\n1 3 2 3\n",
    "a clue that sees no cell": "yajilin 3 4\n0n - - -\n- - - -\n- - - -\n",
    "yajilin": "yajilin 2 4\n- - - -\n- - - -\n",
    "kurodoko": "kurodoko 3 3\n- 3 -\n- - 4\n2 - -\n",
    "cases": "slitherlink 4 4\n- - - -\n2 - 2 2\n2 2 - 1\n- 1 - 1\n",
    "a long case": "masyu 5 5\n- - - - -\n- - w w -\n- - - w -\n- - w - -\n- - w - -\n",
    "a closed loop and a parity": "masyu 5 5\nb - - - -\n- - - - -\n- w - - b\n- - - w -\n- - - - -\n",
    "cover": "| exact cover\np q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n",
    "projected cover": "| exact cover\n| projection: x\np q | x y\np x:A y\np x:A\nq x:B\nq x:A\n",
    "formula": "c varname 2 two\np cnf 5 7\n1 2 3 4 5 0\n-1 2 0\n-2 0\n1 -3 4 0\n1 4 -5 0\n"
    "-4 3 5 0\n-4 -5 0\n",
    "clear names": 'c varname 1 one, of\nc varname 2 all: "two"\nc varname 3 p and q\nc varname 4 on\n'
    "p cnf 4 4\n1 2 0\n-2 0\n-1 3 0\n-1 4 0\n",
    "projected graph": "vertexcover 1\na b\na c\nprojection: a\n",
    "packing": "polyomino flip\n....\n....\n.#..\nV ##/#. x2\nS .##/##.\n",
    "packing of a class": "polyomino turn flip classes\n#..\n.#.\n...\nV ##/#.\nI ###\n",
    "packing with a hole": "polyomino turn\n.#\n#.\n..\no # x2\nI ##\n",
    "sudominoku": (EXAMPLES / "sudominoku/small.txt").read_text(),
    "hard": "..7.8.3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........",
}


def steps_of(name: str) -> Steps:
    (puzzle,) = read(PUZZLES[name]).problems
    return find_steps(puzzle)


OUTCOMES = {Verdict.UNIQUE: "solved", Verdict.NONE: "none", Verdict.MULTIPLE: "open"}


STATED_FOR_STEPS = ("cover", "projected cover", "formula", "packing", "sudominoku")
"""Kinds whose rules in the constraint language are for steps only."""
