"""Clues about houses in a row, in a small grammar of English.

A clue mentions one or two things. Its other words say how they are related, or say nothing more, such as
*the person who drinks*, and are listed; a clue with any other word is refused. What remains, with ``@`` for a
thing, ``#`` for a house and ``n`` for a number, is one of the `_FORMS`:

>>> lexicon = Lexicon(3, (("person", ("Eric", "Peter", "Ann")), ("pet", ("cat", "dog", "red fish"))))
>>> lexicon.read("The cat owner lives directly left of Peter.")
Clue(things=(3, 1), allowed=frozenset({1}))
>>> lexicon.read("Ann does not live in the second house.").allowed == {1, 3}
True
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, count, dropwhile, takewhile
from typing import NamedTuple

from ..problems.text import Token

Attribute = tuple[str, tuple[str, ...]]
"""What is different in each house, and the things of that sort."""

NUMBERS = dict(zip("one two three four five six seven eight nine ten".split(), count(1)))
ORDINALS = dict(zip("first second third fourth fifth sixth seventh eighth ninth tenth".split(), count(1)))
MONTHS = "january february march april may june july august september october november december".split()
RELATING = """
    and or not=isnt=doesnt=dont=arent=never=cannot left right directly=immediately=just somewhere=anywhere
    next=beside=adjacent=neighbour=neighbor=neighbouring=neighboring between same different
    first=leftmost middle=centre=center last=rightmost end=ends
"""
"""The words by which clues differ; after ``=``, others that mean the same."""
SAYING_NOTHING = """
    a an the this that who whose which where when it its is are was be been being has have having
    had does do did to of in on at only as by for with from s there here exactly person people man woman
    men women owner resident occupant somebody someone each other both house houses home homes
    number position guy lady live lives living lived reside resides residing stay stays stand stands
    located drink drinks drinking drunk drinker smoke smokes smoking smoked smoker eat eats eating
    eater keep keeps keeping kept keeper own owns owning owned use uses using used user drive drives
    driving driver like likes liking love loves loving lover enjoy enjoys enjoying prefer prefers
    enthusiast fan partial fond play plays playing player wear wears wearing work works working read
    reads reading listen listens listening go goes going travel travels take takes vacation
    vacations trip trips favourite favorite name named names called colour color coloured colored
    painted birthday born month mother mothers child children father wife husband hair height pet
    pets animal animals cigarette cigarettes cigar cigars brand brands beverage food foods lunch
    book books genre genres music phone phones car cars model flower flowers bouquet boquet vase
    arrangement hobby hobbies sport sports nationality occupation job profession style styled
    education degree diploma smoothie smoothies
"""


class Clue(NamedTuple):
    """What a clue says.

    * things: one or two, by their numbers.
    * allowed: of one, its houses, from 1; of two, how many houses the second is to the right of the first.
    """

    things: tuple[int, ...]
    allowed: frozenset[int]


def plain(word: str) -> str:
    """A word without capitals, apostrophes and the ending of a plural."""
    found = re.sub("['\u2019]s?$|['\u2019]", "", word.casefold())
    return found[:-1] if len(found) > 3 and found.endswith("s") and not found.endswith("ss") else found


_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")


def words_of(text: str) -> Iterator[Token]:
    """The words of a line, by their columns. Raise `ParseError` for a character that is not English."""
    for found in re.finditer(rf"{_WORD.pattern}|[^\s]", text):
        if found[0][0].isalnum():
            yield Token(found[0], 1, found.start() + 1)
        elif found[0] not in ".,;:-\u2013'\u2019\"`()!&/_":
            raise Token(found[0], 1, found.start() + 1).error("a clue in words")


def key_of(thing: str) -> str:
    """What the spellings of a thing have in common."""
    return "".join(map(plain, _WORD.findall(thing)))


def _joined(words: Iterable[Token]) -> str:
    return "".join(plain(word.text) for word in words)


_SAYING_NOTHING = frozenset(map(plain, SAYING_NOTHING.split()))
_RELATING = {plain(word): words.split("=")[0] for words in RELATING.split() for word in words.split("=")}
_GENERAL = frozenset("a an the each person people have has different unique of their in is are by".split())
_BETWEEN = {"is", "are", "live", *_RELATING}
_OF_PEOPLE = {"name", "person"}


class Lexicon:
    """Reads clues about the things of some attributes."""

    def __init__(self, houses: int, attributes: Sequence[Attribute]) -> None:
        self.houses = houses
        self._attribute = [at for at, (_, things) in enumerate(attributes) for _ in things]
        self._about = [
            {word for one in _WORD.findall(name) if (word := plain(one)) not in _GENERAL}
            for name, _ in attributes
        ]
        self._keys: dict[str, list[int]] = {}
        every = [thing for _, things in attributes for thing in things]
        for at, thing in enumerate(every):
            self._keys.setdefault(key_of(thing), []).append(at)
        self._things = every
        self._longest = max(len(_WORD.findall(thing)) for thing in every) + 2

    def read(self, text: str) -> Clue:
        """What a clue says. Raise `ParseError` at the word that is not understood."""
        tokens = list(words_of(text))
        mentions = self._mentions(tokens)
        things, numbers, houses = [], [], []
        pattern: list[str] = []
        at = 0
        while at < len(tokens):
            token, word = tokens[at], plain(tokens[at].text)
            if at in mentions:
                things.append(self._thing(tokens, mentions, at))
                pattern.append("@")
                at += mentions[at][1] - 1
            elif (house := self._house(word, plain(tokens[at - 1].text) if at else "")) is not None:
                if not 1 <= house <= self.houses:
                    raise token.error(f"one of the {self.houses} houses")
                houses.append(house)
                pattern.append("#")
            elif word in _RELATING:
                pattern.append(_RELATING[word])
            elif _joined(tokens[at : at + 2]) in ("onewho", "onethat", "onewith"):
                pass
            elif word in NUMBERS or word.isdecimal():
                numbers.append(NUMBERS[word] if word in NUMBERS else int(word[:3]))
                pattern.append("n")
            elif word not in _SAYING_NOTHING and not any(word in about for about in self._about):
                raise token.error("a thing of the puzzle, or a word that clues have")
            at += 1
        allowed = self._allowed(" ".join(pattern), len(things), numbers, houses)
        if allowed is None or len(set(things)) < len(things):
            sides = "'X is directly left of Y', 'X is somewhere to the left of Y'"
            expected = sides if {"left", "right"}.intersection(pattern) else FORMS
            raise Token(text, 1, 1).error(f"a clue such as {expected}")
        return Clue(tuple(things), frozenset(allowed))

    def _mentions(self, tokens: Sequence[Token]) -> dict[int, tuple[list[int], int]]:
        """Where things are mentioned, by as many words as possible: what may be meant, and how many words."""
        found = {}
        at = 0
        while at < len(tokens):
            for size in range(min(self._longest, len(tokens) - at), 0, -1):
                key = _joined(tokens[at : at + size])
                things = self._keys.get(key) or (self._similar(key) if size == 1 else [])
                if things:
                    found[at] = things, size
                    at += size - 1
                    break
            at += 1
        return found

    def _similar(self, word: str) -> list[int]:
        """The things of the same stem, such as Swede and Swedish, unless it is a word that clues have."""
        if any(word in known for known in (_SAYING_NOTHING, _RELATING, ORDINALS, NUMBERS)):
            return []
        similar = (things for key, things in self._keys.items() if key.isalpha() and _same_stem(key, word))
        return list(chain.from_iterable(similar))

    def _thing(
        self, tokens: Sequence[Token], mentions: Mapping[int, tuple[Sequence[int], int]], at: int
    ) -> int:
        """The thing that is meant: of several, the one whose attribute is in the words about it.

        A name without such words is that of a person; things that differ in a plural are meant as written.
        """
        things, size = mentions[at]
        if len(things) == 1:
            return things[0]
        start = max((other + mentions[other][1] for other in mentions if other < at), default=0)
        end = min((other for other in mentions if other > at), default=len(tokens))
        words = [plain(token.text) for token in tokens]
        # What is before the verb is about the thing before.
        before = dropwhile(lambda word: word not in _BETWEEN, words[start:at]) if start else words[:at]
        near = {*before, *takewhile(lambda word: word not in _BETWEEN, words[at + size : end])}
        about = [self._about[self._attribute[one]] for one in things]
        fit = [len((near if any(near & one for one in about) else _OF_PEOPLE) & words) for words in about]
        best = [thing for thing, by in zip(things, fit, strict=True) if by == max(fit)]
        if len(best) > 1:  # such as blue and blues
            written = " ".join(token.text for token in tokens[at : at + size]).casefold()
            best = [thing for thing in best if self._things[thing].casefold() == written]
        if len(best) != 1:
            raise tokens[at].error("words that say which of several things is meant")
        return best[0]

    def _house(self, word: str, before: str) -> int | None:
        """The house that a word names, 0 for a middle that there is not; None for another word."""
        name = _RELATING.get(word, word)
        if name in ("last", "middle"):
            return self.houses if name == "last" else (self.houses + 1) // 2 * (self.houses % 2)
        if name in ORDINALS:
            return ORDINALS[name]
        if ordinal := re.fullmatch(r"(\d{1,3})(?:st|nd|rd|th)", word):
            return int(ordinal[1])
        is_number = word.isdecimal() and len(word) < 4 and before in ("house", "number", "position")
        return int(word) if is_number else None

    def _allowed(
        self, pattern: str, things: int, numbers: Sequence[int], houses: Sequence[int]
    ) -> set[int] | None:
        """The houses, or the differences, that a clue of this form allows; None for no such form."""
        every = set(range(1, self.houses + 1)) if things == 1 else set(range(1 - self.houses, self.houses))
        for form, allows in _FORMS:
            if re.fullmatch(form, pattern):
                number = numbers[0] if numbers else 0
                found = {one for one in every if allows(one, number, houses, self.houses)}
                return every - found if "not" in pattern.split() else found
        return None


def _same_stem(one: str, other: str) -> bool:
    """Whether two words differ in an ending only, as Dane and Danish do, or one is short for a month."""
    is_month = other in MONTHS and len(one) > 2 and other.startswith(one)
    return is_month or not _stems(one).isdisjoint(_stems(other))


def _stems(word: str) -> set[str]:
    found = {word}
    for ending in ("woman", "man", "men", "iard", "ish", "ese", "ian", "an", "er", "e"):
        found |= {one[: -len(ending)] for one in found if one.endswith(ending) and len(one) > len(ending) + 2}
    return found


Allows = Callable[[int, int, Sequence[int], int], bool]
_HOUSES = "#(?: or #)*"
_FORMS: tuple[tuple[str, Allows], ...] = (
    (r"@ (?:not )?(?:same )?@|@ and @ (?:not )?same", lambda by, *_: by == 0),
    (r"@ different @|@ and @ different", lambda by, *_: by != 0),
    (r"@ (?:not )?directly left @", lambda by, *_: by == 1),
    (r"@ (?:not )?directly right @", lambda by, *_: by == -1),
    (r"@ (?:not )?somewhere left @", lambda by, *_: by > 0),
    (r"@ (?:not )?somewhere right @", lambda by, *_: by < 0),
    (r"@ (?:not )?(?:directly )?next @|@ and @ (?:not )?(?:directly )?next", lambda by, *_: abs(by) == 1),
    (r"n between @ and @", lambda by, number, *_: abs(by) == number + 1),
    (rf"@ (?:not )?{_HOUSES}|{_HOUSES} (?:not )?@", lambda house, _, houses, __: house in houses),
    (r"@ (?:not )?(?:n )?end", lambda house, _, __, last: house in (1, last)),
)
"""The forms of clues, and what they allow without their *not*: of a difference or a house, the number and the
houses that are mentioned, and the last house."""
FORMS = "'X drinks Y', 'X is next to Y', 'one house between X and Y', 'X is in the first house'"
