"""A small puzzle of each kind, as text.

A kind that is added from outside states its own as the `example` of its class.
"""

from __future__ import annotations

from . import problem_class

EXAMPLES = {
    "1in3sat": """\
1in3sat 3
1 2 -3
""",
    "3sat": """\
3sat 4
1 2 3
-1 -2 4
""",
    "akari": """\
akari 8 8
- - - x - - - -
- - - 2 - - 0 1
- - - 1 - x - x
1 - - - - - - -
- - x - x - - -
- 0 1 - x 0 - -
1 - - - - - - -
- - - x - - 0 -
""",
    "binairo": """\
binairo 8 8
- 1 - 2 - 1 - -
2 - 2 2 - 2 - -
2 - - - - - - -
- 2 - - - 2 - -
2 - - - - - - -
2 - 2 1 - 2 - -
- - - 1 - 1 - -
- - - - - - - -
""",
    "clique": """\
clique 2
a b
b c
""",
    "cnf": """\
p cnf 5 2
1 2 3 4 5 0
-1 -2 0
""",
    "colouring": """\
colouring 2
r1c1 r1c2
r1c1 r2c1
r1c2 r2c2
r2c1 r2c2
r1c1 = 1
""",
    "cover": """\
| The example of Knuth's paper "Dancing Links" (2000): one answer
a b c d e f g
c e f
a d g
b c f
a d
b g
d e g
""",
    "dominatingset": """\
dominatingset 1
a b
b c
b d
""",
    "csp": """\
csp
variable('x', range(1, 4))
variable('y', range(1, 4))
add(AllDifferent(('x', 'y')), 'different')
add(Sum(((1, 'x'), (1, 'y')), totals=(4,)), 'the sum is 4')
""",
    "dominosa": """\
dominosa 3
01332
23003
30221
11012
""",
    "fillomino": """\
fillomino 7 7
 -  4  -  -  -  2  -
 9  -  -  9  - 12  -
 -  -  -  9  -  -  -
 5  2  -  9  - 12  1
 -  -  -  -  -  8  -
 -  -  5  -  1  -  -
 -  -  3  -  -  -  2
""",
    "hamiltoniancycle": """\
hamiltoniancycle
a b
b c
c d
a d
""",
    "hamiltonianpath": """\
hamiltonianpath
a b
b c
b d
c d
""",
    "heyawake": """\
heyawake 7 7
0 - - 1 - - -
- - - - - - -
- - - 0 - - -
- - 2 - 2 - -
- - - - - - -
- - - - - - -
0 - - - - - -
 1  1  1  2  2  3  3
 1  1  1  2  2  3  3
 1  1  1  4  4  3  3
 5  5  6  6  7  7  7
 5  5  6  6  7  7  7
 5  5  8  8  9  9 10
11 11 11 12  9  9 13
""",
    "hitori": """\
hitori 6 6
1 1 5 1 2 5
1 5 2 4 6 2
3 3 1 2 4 2
4 6 6 5 3 5
2 6 1 5 1 2
4 4 2 3 5 1
""",
    "hittingset": """\
hittingset 1
A: a b
B: b c
""",
    "independentset": """\
independentset 2
a b
b c
""",
    "kakuro": r""" #  23\  30\    #     #   27\ 12\ 16\
\16  .    .     #   17\24  .   .   .
\17  .    .   15\29   .    .   .   .
\35  .    .     .     .    .  12\  #
 #   \7   .     .    7\8   .   .   7\
 #  11\ 10\16   .     .    .   .   .
\21  .    .     .     .    \5  .   .
 \6  .    .     .     #    \3  .   .
""",
    "kenken": """\
kenken 6 6
  -   -   -  3-   -   -
  -  1-   - 10+   - 12+
 3-   -   -   -   -   -
60*   -   -  8+   -   -
  -   - 12+   -   -  2*
  -  4+   -   -  4-   -
 1  1  1  2  2  3
 1  4  4  5  5  6
 7  7  8  5  6  6
 9  9 10 11 11 11
12  9 13 13 14 15
12 16 13 13 17 17
""",
    "kurodoko": """\
kurodoko 7 7
- 8 - - - - -
- - - - - - 5
- - 2 - - - -
- - - - 5 - -
- - 3 - - - -
- - - - - - -
- 8 - - - 2 -
""",
    "langford": """\
langford 7
""",
    "latin": """\
latin 9
....938.5
.7....1.9
93.27.568
..8.61.57
..278.6..
...4382..
.....94..
.8.15..3.
46.8.2.93
""",
    "masyu": """\
masyu 7 8
- - - - - - - -
- - - b - w - -
- - w - - - - -
- - w - - w - -
- - - - - w - -
- w - w - - - w
- - - w w - - -
""",
    "matching3d": """\
matching3d 2
1 1 1
1 2 1
2 2 2
2 1 2
""",
    "minesweeper": """\
minesweeper 8 8 12
- - - - 0 - - -
2 - 4 - - 0 - -
- 3 - - - - - 0
- - - - - 0 - -
- 1 2 2 - - - 0
- - 2 2 - - - -
- - - - - 3 - -
- 0 1 - - 2 1 -
""",
    "naesat": """\
naesat 3
1 2 -3
""",
    "nonogram": """\
nonogram
rows
3
2 1
3 2
2 2
6
1 5
6
1
2
columns
1 2
3 1
1 5
7 1
5
3
4
3
""",
    "numberlink": """\
numberlink 5 5
4 3 - - -
4 2 - 1 -
3 1 2 - -
- - - - -
- - - - -
""",
    "nurikabe": """\
nurikabe 6 6
3 - - 3 - -
- - - - - -
- 2 - - 3 -
- - - - - 2
- - - - - -
4 - - - - -
""",
    "partition": """\
partition
1 2 3
""",
    "polyomino": """\
polyomino turn flip classes
......
......
......
......
......
L ####/#...
N ###./..##
P ###/##.
U #.#/###
V ###/#../#..
Y ####/.#..
""",
    "queens": """\
queens 8
""",
    "setcover": """\
setcover 2
A: a b
B: b c
C: c
""",
    "setpacking": """\
setpacking 2
A: a b
B: b c
C: c d
""",
    "shikaku": """\
shikaku 8 8
- - - - - 8 - -
6 - - - 6 - - 4
- 3 - - - - - -
- - 3 - 2 - - -
- 2 - - 4 - - 3
- 2 - - 8 - - -
- 2 - - - - 3 -
- - - - - 8 - -
""",
    "simpleloop": """\
simpleloop 7 7
- - x - - - -
- - - - - - -
- - - - - - -
- - - - - - x
x - - x - - -
- - - - - - -
- - - - x - -
""",
    "skyscrapers": """\
skyscrapers 4
  . . 1 2
. . . . . .
. . . . . 2
1 . . . . .
. . . . . .
  . . 3 .
""",
    "slitherlink": """\
slitherlink 7 9
- - 3 - 3 - - 2 0
2 - - 2 0 - - - -
3 2 - - - 3 - - -
- 1 - 2 - - 2 - -
2 - - - 3 3 - - 1
- - 2 - - - - 3 1
3 2 - 3 2 - - - -
""",
    "starbattle": """\
starbattle 1
AAAABB
AAACCB
AACCCC
ADDDCE
ADDDDE
DDFDDE
""",
    "subgraph": """\
subgraph
pattern:
a b
b c
c d
a d
host:
1 2
2 3
3 4
4 5
5 1
2 5
1 6
""",
    "subsetsum": """\
subsetsum 3
1 2 3
""",
    "sudoku": """\
53..7....
6..195...
.98....6.
8...6...3
4..8.3..1
7...2...6
.6....28.
...419..5
....8..79
""",
    "sudominoku": """\
10
6 B2 1 B3
2 C4 9 C3
6 D3 8 E3
7 E1 4 F1
8 B7 4 B8
3 F5 2 F6
7 F7 6 F8
5 G4 9 G5
7 I8 8 I9
7 C9 2 B9
C5 A3 D9 I4 A9 E5 A2 C6 I1
0
""",
    "suguru": """\
suguru 6 6
- 2 3 1 - -
- - - - - 6
- - - - - -
3 - - - 3 -
1 2 6 - - -
- 4 1 - - -
1 1 1 2 2 3
1 1 4 2 2 3
5 5 4 4 4 3
6 6 7 4 3 3
6 6 6 8 3 9
6 8 8 8 9 9
""",
    "tents": """\
tents 8 8
2 - 3 - - 0 - -
3 0 - 1 - 1 - 1
- x - x - - x -
x - - - - - - -
- - - x - - - -
- - - - - - - x
- - - - - - - -
- - - - - x - -
- x x - - - x -
- - - - - - - -
""",
    "vertexcover": """\
vertexcover 1
a b
b c
""",
    "yajilin": """\
yajilin 5 6
 -  -  -  - 1s  -
 -  -  -  -  -  -
 -  -  -  - 0e  -
 -  -  -  -  -  -
 -  - 2n  -  -  -
""",
    "yinyang": """\
yinyang 6 6
b - - - - -
- b - b - -
- - b - b -
- - b - b -
- - - - - -
b - w - - -
""",
}


def example_of(kind: str) -> str:
    """The text of a small puzzle of a kind; empty if there is none."""
    return str(getattr(problem_class(kind), "example", EXAMPLES.get(kind, "")))
