"""What prose beside a board says: that it is a sudoku, or perhaps a rule of its own.

Every word of the prose is accounted for. `rule_words` finds those that name a rule or a variant, with which
no board is a plain sudoku. A sentence of other words than those in which people set plain sudokus, and say
how to write the answer, may be a rule: `unread_in`. So may a remark, such as a title, that speaks like one.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ...problems.layout import default_box
from ...problems.remarks import HARMLESS, is_harmless, words

_RULES = (
    "killer| cage | cages |thermo| arrow | arrows |antiknight|anti knight|antiking|anti king|antiqueen"
    "|anti queen| antichess| anti chess|knight move|knights move|knight's move|king move|kings move"
    "|king's move|diagonal| xsudoku| x sudoku|sudokux |sudoku x |jigsaw|irregular|windoku| hyper |kropki"
    "|sandwich|skyscraper|palindrome|renban|whisper|consecutive|inequalit|greater-than|samurai|toroidal"
    "|quadruple| even cell| odd cell| even digit| odd digit| even number| odd number| differ by |magic square"
    "|disjoint group| xsum | xsums | x sum | x sums | extra region | extra regions | clone | clones | zipper"
    "| touch | touches | touching | shaded | same position | sum to | sums to | odd even | even odd "
    "| odd odd | even even | odd sudoku| even sudoku|argyle|asterisk|girandola| center dot | centre dot "
    "| center dots | centre dots | chaos| between lines| quad max|entropic|modular line|nabner|parity line"
    "|battenburg|rossini| outside| xv | x v |miracle| noncon | non con | numbered rooms| wrogn|japanese sums"
    "| schrödinger| schrodinger| schroedinger| doubler | doublers | fortress| tatami| mathrax| slingshot"
    "| offset| color sudoku| colour sudoku| colored sudoku| coloured sudoku| boxes do not | without boxes "
    "| window | windows |对角|対角|대각|диагонал|latinsquare|latin square|futoshiki|hashi |hashiwokakero"
    "|minesweeper| mines |nurikabe|hitori|kakuro|kakurasu|slitherlink|masyu|yajilin|heyawake|fillomino"
    "|binairo|takuzu| island | islands | bridges |starbattle|star battle|calcudoku|kenken|suguru|akari"
    "| tents |shikaku|kurodoko|numberlink|dominosa|polyomino|battleships| lits |yinyang|yin yang|sudominoku"
    "|langford|binario|trinairo|nonogram|picross|hidato|hidoku|numbrix|norinori|kukurasu|shakashaka|str8ts"
    "|kuromasu|lightup|light_up|gokigen|shingoki|doppelblock|survo|campsite"
).split("|")
"""What names a rule, a variant or a kind; a space is where a word begins or ends."""
_PIECES = r"[^\W_]+|[^\w /-]+"
"""Words, and what is between them but spaces and hyphens."""
_KNOWN = words(
    """
    a about above after all an and another answer any appear apply are array assistant at back based be been
    before beginner below best between blank block board box boxed boxes brackets but by can careful
    carefully cell challenge challenging character check classic clue code col column combinatorial comma
    common complete completed completely completing compose constraint contain contained containing correct
    correctly could currently data denote denoted determine diabolical different difficult difficulty digit
    distinct do does dot each easy eight either empty end ensure ensuring enter every evil exact exactly
    example expert explain explanation extreme fiendish figure fill filled filling final find finish first
    five follow following for form format formatted found four from full game generate get give given goal
    good grid guess guessing hard has have hello help helpful here hi how i if in indicate initial input
    inside instruction int integer into is it joined json kind know known least let let's level like line
    list logic logical logically long look made make mark markdown marked matrix may me mean medium mini must
    my n need new newline nine nonet normal now number objective obtain of ok on once one only or our output
    over partial partially per period place placed placeholder placement plain play player please point
    present print proceed produce provide provided put puzzle python question quiz quizzes read reason
    reasoning region remaining replace replaced reply represent represented representing respond response
    result resulting return returned row rule satisfies satisfy satisfying section separated separating
    separator sequence should show shown simple single six size so solution solve solved solver solving space
    square standard start started state step still string style sub subgrid such sudoku sure symbol system
    tag task text thank that the their them then there these they thing think this those three through thus
    to try underscore unfilled unique unknown unsolved until use used user using usual valid value very want
    we where whether which while whole will with within words would write written you your yourself zero
    bitte ce das dies dieses el este folgende folgendes gitter löse resuelve rätsel résolvez résous siguiente
    suivant 次の数独を解いてください 解这个数独 请解这个数独 다음 스도쿠 스도쿠를 이 푸세요 풀어줘
    """
)
"""The words in which plain sudokus are set. None of them states another rule with the others."""
_PARTS = frozenset(
    "box boxes block blocks subgrid subgrids region regions square squares section nonet".split()
)
_NEGATION = (
    r"\b(?:do not|does not|don't|must not|may not|should not|can not|not|no|never|cannot|can't|without|nor)"
)
_HARMLESS = (
    rf"{_NEGATION}((?: [^\W\d_]+){{0,8}}?) (?:repeat\w*|repetitions?|duplicat\w*|twice|more than once)\b",
    rf"{_NEGATION}((?: [^\W\d_]+){{0,3}}?)"
    r" (?:explanations?|explain|text|words|comments?|commentary|anything else|reasoning|code)\b",
    r"\b(?:from )?(?:left to right|top to bottom)()\b",
    r"\bsame() format\b|\bmissing() (?:cells?|digits?|numbers?|values?|entries)\b",
    r"()\brow[- ]by[- ]row\b|()\bstep[- ]by[- ]step\b",
    r"()(?:#|\bpuzzle|\bsudoku|\bno\.|\bnumber) ?[0-9]+\b(?! ?(?:x|\u00d7|by)\b)",
)
"""Phrases that state no rule; only their words in groups have to be known."""
_ODD = r"\b(?:row|rows|column|columns|box|boxes)\b.*\b(?:empty|blank)\b"
"""Known words that together may say which cells stay empty."""
_TALK = (
    r"(?i)\b(?:must|may|can|cannot|each|every|all|no|not|never|both|only|contains?|sums?|same|equal|less|greater"
    r"|than|also|too|always|differ|digits?|cells?|numbers?|neighbou?rs?|odd|even|corners?|kings?|knights?|queens?"
    r"|parity|adjacent|order|increas\w*|decreas\w*)\b|^\W*[a-z]\W*$"
)
_VALUES = frozenset(
    "easy simple beginner medium moderate normal intermediate hard difficult expert evil fiendish diabolical "
    "extreme train training test val valid validation dev".split()
)
_DRAWN = words(
    """
    above below between block box boxed boxes cell character col column constraint contain contained
    containing different digit distinct dot each empty every exactly figure inside integer line mark marked n
    nonet only over place placed placement point region row rule section sequence square subgrid such symbol
    underscore value zero
    """
)
"""Known words that alone in a remark may name what a board has drawn on it, or a rule of it."""
_SILENT = HARMLESS | _VALUES | (_KNOWN - _DRAWN)
_SILENT |= words(
    """
    ai arto backdoor casual clash constructed day easier easiest easter en ep er escargot extremely gentle
    golden gsf harder hardest index inkala insane last lvl master maximal maximum mild minimal minimum
    monster nightmare novice nr nugget q1 q2 score ser setter's several suexratt symmetric symmetry tdoku top
    tough tricky two ultimate unfair unrated whose without \u6570\u72ec \u6578\u7368 \u7c21\u5358
    \u7b80\u5355 \u56f0\u96be \u96e3\u3057\u3044
    """
)
"""The words of remarks that state no rule, whatever figures are beside them."""
_BEFORE_NAMES = frozenset("author by constructed created from published source title".split())
_VARIANT = (
    r"(?i)(?<![\w/.-])(?:diag|anti(?!n)|consec|non\b|touch|strip|hyper|suji|chevron|parit|mirror|odd|evens?\b"
    r"|queen|sums?\b|dots?\b)(?!\S*[0-9])"
)
"""What no name begins with."""
_FLAG = r"\W*[A-Za-z]\W*"
_NUMBERS = r"(?:[\s,;|/#]*(?:(?:E[RPD]|SER?)[=:])?[0-9]{1,15}(?:\.[0-9]+)?(?![0-9]|\.[0-9]))*[\s,;|/#.]*"
_WHOLE = r"(?<![0-9./=])[0-9]+(?![0-9./])"
"""A number, and no part of a rating or a date."""
_RATED = r"(?:[^;]*;)*?\s*[0-9]+\.[0-9]+\s*;\s*[0-9]+\.[0-9]+\s*;"
_LETTERS = r"(?<![^\s;])[^\W\d_]+(?![^\s;])"
"""Lists of hard puzzles have ratings, then names of people and programs, which are of letters."""
_ID = re.compile(r"(?=[^\s]*[0-9])[\w:./#?&=%+-]{1,100}")
_SENTENCE = r"(?<!\b[Nn]o)[.!?:;]+(?=\s|$)|\n+|[\u3002\uff01\uff1f]"
_WORD = r"[^\W\d_]+(?:['\u2019][^\W\d_]+)?|[0-9]+|[<>=+*/\u00d7^~]"
_SIDES = r"\b([0-9]+)\s*(?:x|\u00d7|\*|by)\s*([0-9]+)\b"
_SPAN = r"\b([01])\s*(?:-|\u2013|to|through|\.\.\.?)\s*([0-9]+)\b"
_ENUMERATION = r"\b1(?:\s*,\s*(?:and\s+)?[0-9]+)+"
_MARKUP = r"(?i)</?[a-z_]+>|\\boxed|[*_`\"\u201c\u201d'\u2018\u2019]{2,}|```\w*"


def rule_words(text: str) -> str:
    """Words that name a rule or a variant, as they are written; empty if there are none."""
    lower = text.lower()
    whole = f" {' '.join(re.findall(_PIECES, lower))} \n {lower} "
    named = next((words for words in _RULES if words in whole), "")
    found = re.search(r"[\W_]*".join(named.split()), text, re.I)
    return found.group() if found else ""


def apart(name: str) -> str:
    """The words of a name with spaces between."""
    return re.sub(r"[._-]|(?<=[a-z])(?=[A-Z])", " ", name)


@lru_cache(maxsize=1024)
def rule_in_name(name: str) -> str:
    """The words in a name, such as ``antiKnight`` or ``anti_king``, that name a rule, a variant or a kind."""
    return rule_words(apart(name)) or rule_words(name)


@lru_cache(maxsize=1024)
def unread_in(prose: str, size: int) -> str:
    """The first sentence that may state a rule of a board of this size; empty if there is none.

    Rules that speak of rows and columns and of no boxes are not those of a sudoku either.
    """
    words: set[str] = set()
    for sentence in re.split(_SENTENCE, re.sub(_MARKUP, " ", prose)):
        found = _words(sentence.lower(), size)
        if not _KNOWN.issuperset(found) or re.search(_ODD, sentence.lower()):
            return " ".join(sentence.split())
        words.update(found)
    about_lines = {"row", "rows"} & words and {"column", "columns"} & words
    return "rows and columns without boxes" if about_lines and not words & {*_PARTS, "sudoku"} else ""


def unread_remark(remark: str, size: int = 9, names: bool = True) -> str:
    """A remark, such as a comment or a title, if it may state a rule, or `names` one; empty if not."""
    speaks = (names and rule_words(remark)) or (re.search(_TALK, remark) and unread_in(remark, size))
    return remark.strip() if speaks else ""


@lru_cache(maxsize=1024)
def may_state_rule(remark: str) -> bool:
    """Whether a remark, in a line of its own or behind a board, has more than words known to be harmless."""
    if re.fullmatch(_NUMBERS, remark):  # one whole figure may be an id or a count, more may be cells
        return len(re.findall(_WHOLE, remark)) > 1
    if re.fullmatch(_FLAG, remark) or re.search(_VARIANT, remark) or unread_remark(remark):
        return True
    said = re.sub(_LETTERS, "", remark) if re.match(_RATED, remark) else remark
    return not is_harmless(said, _SILENT, before_names=_BEFORE_NAMES)


def says_nothing(value: str) -> bool:
    """Whether a word is one of difficulty, of a data set's parts, or an id or a date: it has figures."""
    return value.strip().lower() in _VALUES or _ID.fullmatch(value.strip()) is not None


def _words(sentence: str, size: int) -> list[str]:
    """The words of a sentence that have to be known; and the numbers, but for those of all boards."""
    box = default_box(size) or (size, 1)
    sides = {(size, size), box}
    sentence = re.sub(_SIDES, lambda one: "" if (int(one[1]), int(one[2])) in sides else one[0], sentence)
    sentence = re.sub(_SPAN, lambda one: "" if int(one[2]) == size else one[0], sentence)
    sentence = re.sub(_ENUMERATION, lambda one: "" if _counts_to(one[0], size) else one[0], sentence)
    for pattern in _HARMLESS:
        sentence = re.sub(pattern, lambda one: " ".join(filter(None, one.groups())), sentence)
    return [word for word in re.findall(_WORD, sentence) if word not in ("0", str(size * size))]


def _counts_to(enumeration: str, size: int) -> bool:
    return [*map(int, re.findall("[0-9]+", enumeration))] == [*range(1, size + 1)]
