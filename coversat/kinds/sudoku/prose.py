"""Words by which a prose states a rule or a variant of sudokus."""

from __future__ import annotations

import re

_RULES = re.compile(
    r"killer|\bcages?\b|thermo|\barrows?\b|anti-?\s?(?:knight|king|diagonal|queen)|(?:knight|king)'?s? move"
    r"|diagonal|\bx-sudoku|sudoku-?x\b|jigsaw|irregular|windoku|\bhyper-?\s?sudoku|kropki|sandwich"
    r"|skyscraper|palindrome|renban|whisper|consecutive|inequalit|greater-than|samurai|toroidal|quadruple"
    r"|\b(?:even|odd) (?:cell|digit|number)s?\b|\bdiffer by\b|magic squares?|disjoint groups?|\bx-?sums?\b"
    r"|\bextra regions?|\bclones?\b|\bzipper|\btouch(?:es|ing)?\b|\bshaded\b|\bsame position|\bsums? to\b"
    r"|\bboxes do not\b|\bwithout boxes\b|\bwindows?\b|对角|対角|대각"
    r"|latin squares?|futoshiki|hashi\b|hashiwokakero|minesweeper|\bmines\b|nurikabe|hitori|kakuro|kakurasu",
    re.I,
)


def rule_words(text: str) -> str:
    """The first words that name a rule or a variant; empty if there are none."""
    found = _RULES.search(text)
    return found.group() if found else ""
