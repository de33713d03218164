"""Testing the encodings in a user's file: all sizes to 8 and random ones beyond, each by `encodings.judge`.

What is right is stated here without any encoder: how many literals are true, what their factors add up to,
which words a random automaton accepts, what a search finds connected, and the check of a kind.
"""

from __future__ import annotations

import ast
import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, combinations, islice, pairwise, product
from operator import eq, ge, le
from typing import Any, NamedTuple

from ...answering.own_encodings import OwnEncoding, load_encoding
from ...answering.routes import find_route
from ...answering.running import run
from ...base.deadline import Deadline
from ...base.errors import InputError, LimitReachedError, WrongAnswerError
from ...base.files.remembering import is_remembered, remember
from ...base.wording import counted, several
from ...comparing.judging import CONSISTENT, NEITHER, NO, REFUTING, RIGHT, UNKNOWN, WRONG, Judgement, judge
from ...kinds.definitions import all_definitions
from ...problems import problem_class
from ...problems.user_files import text_of
from ...reductions import encodings
from ...reductions.encoded import Encoded
from .reductions import MEMORY, SECONDS
from .sandbox import run_sandboxed
from .small_boards import answer_of, boards, judged_right, values_of

MOST, BEYOND = 8, (9, 12, 20, 40)
"""All sizes to this one are tried, then these, as long as an encoding is made in `EACH` seconds."""
EACH = 2.0
GROWING = (4, 8, 16, 32, 64, 128)
FIRST = 1_000
"""The first auxiliary variable."""
MOST_SHOWN = 10
"""The variables of boards all of whose assignments are tried; of others the answers are compared."""
BOARDS = 120
COMPARED: Mapping[str, tuple[str, Callable[[int, int], bool]]] = {
    "<=": ("at_most", le),
    ">=": ("at_least", ge),
    "==": ("exactly", eq),
}
LEVELS = (CONSISTENT, UNKNOWN, REFUTING, NEITHER)


Right = Callable[[tuple[bool, ...]], bool]


class Case(NamedTuple):
    """A constraint: its size in words, its clauses, the literals they are about, and what is right."""

    words: str
    make: Callable[[], Any]
    inputs: Sequence[int]
    right: Right


class Tried(NamedTuple):
    """What was found of one function of the file.

    * cases, larger: the constraints of all sizes that were tried, and the larger ones.
    * wrong: the first that is wrong, and what `judge` says of it.
    * open: the first whose count is not kept; weak: one where unit propagation finds least.
    * growth: (size, clauses, auxiliary variables).
    """

    function: str
    cases: int = 0
    larger: int = 0
    wrong: tuple[str, str] | None = None
    open: str = ""
    level: str = CONSISTENT
    weak: str = ""
    growth: tuple[tuple[int, int, int], ...] = ()


class EncodingTrial(NamedTuple):
    """The result of testing a file: its functions, and why it was stopped, if it was."""

    found: tuple[Tried, ...] = ()
    stopped: str = ""
    claimed: bool = False
    """Whether it states that its variables are determined."""

    @property
    def verdict(self) -> str:
        if any(one.wrong or (self.claimed and one.open) for one in self.found):
            return WRONG
        if self.stopped:
            return UNKNOWN
        return RIGHT if all(one.cases for one in self.found) else UNKNOWN

    @property
    def is_right(self) -> bool:
        """Whether it may be used without ``--untested``."""
        return self.verdict == RIGHT


def try_encoding(
    file: str, seed: int = 0, seconds: float | None = None, most: int | None = None
) -> EncodingTrial:
    """Test the encodings in a file, which runs in a process of its own.

    Raise `InputError` if the file defines none, or a function of it makes no clauses.
    """
    seconds = 3 * SECONDS if seconds is None else seconds
    text = text_of(file)
    found, stopped = run_sandboxed(_tried, (file, seed, 0.8 * seconds, most), seconds, MEMORY)
    trial = found._replace(stopped=stopped) if found is not None else EncodingTrial(stopped=stopped)
    if trial.is_right and _stands_alone(text) and text_of(file) == text:
        remember(*_rests_on(text, seed, seconds, most))
    return trial


def encoding_verdict(file: str) -> str:
    """What the test finds of the encodings in a file, or has found before."""
    return RIGHT if is_remembered(*_rests_on(text_of(file))) else try_encoding(file).verdict


def _rests_on(text: str, seed: int = 0, seconds: float = 3 * SECONDS, most: int | None = None) -> Any:
    kinds = [one.text for one in all_definitions()]  # a file may be about one of them
    return "right encodings", text, kinds, seed, seconds, most, MEMORY


def _stands_alone(text: str) -> bool:
    """Whether a file of Python imports only modules that come with Python, and coversat."""
    known, nodes = {*sys.stdlib_module_names, "coversat"}, [*ast.walk(ast.parse(text))]
    named = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    named += [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    return all(name.partition(".")[0] in known for name in named)


def _tried(
    file: str, seed: int, seconds: float, most: int | None, report: Callable[[EncodingTrial], None]
) -> EncodingTrial:
    until = time.process_time() + seconds
    own = load_encoding(file)
    done: tuple[Tried, ...] = ()
    for function in own.functions:
        rng = random.Random(f"coversat encoding {function} {seed}")
        done = (*done, _function(own, function, rng, most, until))
        report(EncodingTrial(done, "", own.determined))
    over = time.process_time() > until
    return EncodingTrial(done, "the time was up before all were tried" if over else "", own.determined)


def _function(own: OwnEncoding, function: str, rng: random.Random, most: int | None, until: float) -> Tried:
    found = Tried(function)
    if function == "clauses":
        return _boards(own, rng, most, until)
    cases = partial(_CASES[function], own.name, rng)
    for case in islice(chain.from_iterable(map(cases, range(MOST + 1))), most):
        if time.process_time() > until:
            return found
        again = _made(case) != _made(case) and (case.words, "WRONG: made again, it has other clauses")
        found = _with(found._replace(cases=found.cases + 1), case.words, _judged(case))
        if found.wrong or again:
            return found._replace(wrong=found.wrong or again)
    for size in BEYOND:
        with suppress(LimitReachedError):
            for case in islice(cases(size), 6):
                found = _with(found._replace(larger=found.larger + 1), case.words, _judged(case))
    if function in ("at_most_one", "count", "linear"):
        found = found._replace(growth=tuple(_growth(own.name, function)))
    return found


def _made(case: Case) -> Any:
    try:
        with Deadline(EACH).enforced():
            return case.make()
    except LimitReachedError as reached:
        reached.args = (f"{reached} were not enough to make the clauses for {case.words}",)
        raise  # as it is, with the line of the user
    except InputError as error:
        words = f"{error.message}, for {case.words}"
        raise InputError(error.file, words, error.line, error.column, error.source) from error.__cause__


def _judged(case: Case) -> Judgement:
    return judge(_made(case), case.inputs, case.right, timeout=5 * EACH)


def _with(found: Tried, words: str, judgement: Judgement) -> Tried:
    """What is found, with one constraint more. Raise `LimitReachedError` if that is not known."""
    if judgement.verdict == WRONG and not found.wrong:
        return found._replace(wrong=(words, str(judgement)))
    if judgement.stopped:
        raise LimitReachedError(f"{judgement.stopped} were not enough to judge the clauses for {words}")
    if judgement.count_kept.says == NO and not found.open:
        found = found._replace(open=f"{words}: {judgement.count_kept.words}")
    propagation = judgement.propagation
    if propagation.counterexample is not None and LEVELS.index(propagation.says) > LEVELS.index(found.level):
        found = found._replace(level=propagation.says, weak=f"{words}: {propagation.words}")
    return found


def _growth(name: str, function: str) -> Iterator[tuple[int, int, int]]:
    with suppress(LimitReachedError):
        for size in GROWING:
            literals = range(1, size + 1)
            with Deadline(EACH).enforced():
                if function == "at_most_one":
                    found = encodings.at_most_one(literals, name)
                elif function == "count":
                    found = encodings.exactly(literals, size // 2, name)
                else:
                    terms = [(1 + 7 * x % 10, x) for x in literals]
                    found = encodings.linear(terms, "<=", sum(factor for factor, _ in terms) // 2, name)
            yield size, len(found.unnumbered), len(found.auxiliary)


# The constraints of each size


def _literals(size: int) -> list[int]:
    """Some of them are negative."""
    return [-x if x % 3 == 0 else x for x in range(1, size + 1)]


def _at_most_ones(name: str, rng: random.Random, size: int) -> Iterator[Case]:
    literals = _literals(size)
    make = partial(encodings.at_most_one, literals, name, first_free=FIRST)
    yield Case(counted(size, "literal"), make, literals, lambda values: sum(values) <= 1)


def _counts(name: str, rng: random.Random, size: int) -> Iterator[Case]:
    literals = _literals(size)
    bounds = range(size + 1) if size <= MOST else rng.sample(range(size + 1), 2)
    for bound, (function, compared) in product(bounds, COMPARED.values()):
        make = partial(getattr(encodings, function), literals, bound, name, first_free=FIRST)
        words = f"{function.replace('_', ' ')} {bound} of {counted(size, 'literal')}"
        yield Case(words, make, literals, _adds_up((1,) * size, compared, bound))


def _sums(name: str, rng: random.Random, size: int) -> Iterator[Case]:
    literals = _literals(size)
    for most in (1, 3, 12) if size else (1,):
        factors = [rng.choice((1, 1, 1, -1)) * rng.randint(1, most) for _ in literals]
        least, total = (sum(factor for factor in factors if sign * factor > 0) for sign in (-1, 1))
        terms = list(zip(factors, literals, strict=True))
        for comparison, (_, compared) in COMPARED.items():
            bound = rng.randint(least, total)
            make = partial(encodings.linear, terms, comparison, bound, name, first_free=FIRST)
            yield Case(
                f"{_sum(terms)} {comparison} {bound}", make, literals, _adds_up(factors, compared, bound)
            )


def _adds_up(factors: Sequence[int], compared: Callable[[int, int], bool], bound: int) -> Right:
    return lambda values: compared(sum(f for f, value in zip(factors, values, strict=True) if value), bound)


def _sum(terms: Sequence[tuple[int, int]]) -> str:
    return " + ".join(f"{factor}*({literal})" for factor, literal in terms) or "0"


def _words(name: str, rng: random.Random, size: int, as_table: bool = False) -> Iterator[Case]:
    """Random automata, or tables, of two and three symbols."""
    for symbols in (2, 3):
        if size * (1 if symbols == 2 else 3) > MOST_SHOWN:
            continue
        places = [
            {0: at + 1, 1: -at - 1} if symbols == 2 else {s: 3 * at + s + 1 for s in range(3)}
            for at in range(size)
        ]
        inputs = sorted({abs(literal) for place in places for literal in place.values()})
        for _ in range(4):
            steps = {
                (state, symbol): rng.choice((None, 0, 1, 2))
                for state, symbol in product(range(3), range(symbols))
            }
            ends = set(rng.sample(range(3), rng.randint(1, 3)))
            rows = [word for word in product(range(symbols), repeat=size) if _accepted(steps, ends, word)]
            how: Callable[[], Encoded] = (
                partial(encodings.table, places, rows, name, first_free=FIRST)
                if as_table
                else partial(
                    encodings.regular,
                    places,
                    0,
                    partial(_step, steps),
                    ends.__contains__,
                    name,
                    first_free=FIRST,
                )
            )
            shown = {tuple(x in _shown(places, row) for x in inputs) for row in rows}
            one_each = [tuple(place.values()) for place in places if symbols > 2]
            one_each += [(-a, -b) for place in tuple(one_each) for a, b in combinations(place, 2)]
            accepted = several(["".join(map(str, row)) for row in rows], MOST_SHOWN)
            words = f"{counted(size, 'place')} of {symbols} symbols, words {accepted or 'none'}"
            yield Case(words, partial(_both, how, one_each), inputs, shown.__contains__)


def _both(how: Callable[[], Encoded], others: Iterable[tuple[int, ...]]) -> Any:
    return [*how().clauses, *others]


def _step(steps: Mapping[tuple[int, int], int | None], state: int, symbol: int) -> int | None:
    return steps[state, symbol]


def _accepted(steps: Mapping[tuple[int, int], int | None], ends: set[int], word: Sequence[int]) -> bool:
    state: int | None = 0
    for symbol in word:
        if state is not None:
            state = steps[state, symbol]
    return state in ends


def _shown(places: Sequence[Mapping[int, int]], row: Sequence[int]) -> set[int]:
    return {place[symbol] for place, symbol in zip(places, row, strict=True)}


def _graphs(name: str, rng: random.Random, size: int) -> Iterator[Case]:
    """Paths, and random graphs, without and with a root."""
    literals = _literals(min(size, MOST_SHOWN))
    pairs = list(combinations(literals, 2))
    for links in (
        list(pairwise(literals)),
        *(rng.sample(pairs, rng.randint(0, len(pairs))) for _ in range(3)),
    ):
        for roots in ((), tuple(literals[:1])):
            make = partial(encodings.connected, literals, links, name, roots=roots, first_free=FIRST)
            right = partial(_connected, literals, links, roots)
            yield Case(
                f"{counted(len(literals), 'literal')}, links {links}, roots {roots}", make, literals, right
            )


def _connected(literals: Sequence[int], links: Any, roots: Sequence[int], values: Sequence[bool]) -> bool:
    chosen = [x for x, value in zip(literals, values, strict=True) if value]
    seen = [x for x in (roots or chosen[:1]) if x in chosen]
    for one in seen:
        beside = (sum(link) - one for link in links if one in link)
        seen += [other for other in beside if other in chosen and other not in seen]
    return set(seen) == set(chosen)


_CASES: Mapping[str, Callable[[str, random.Random, int], Iterator[Case]]] = {
    "at_most_one": _at_most_ones,
    "count": _counts,
    "linear": _sums,
    "regular": _words,
    "table": partial(_words, as_table=True),
    "connected": _graphs,
}


def _boards(own: OwnEncoding, rng: random.Random, most: int | None, until: float) -> Tried:
    """Boards of a kind: of small ones all assignments, of larger ones the answers."""
    found = Tried("clauses")
    kind: Any = problem_class(own.kind)
    route = find_route(own.kind, f"cnf:{own.name}")
    for small in islice(boards(kind, rng, 10**6), BOARDS if most is None else most):
        if time.process_time() > until:
            break
        board, reduction = small.board, own.reduce(small.board)
        words = "; ".join(board.format().splitlines())
        inputs = list(reduction.target.listed_variables())
        right = judged_right(small)
        if len(inputs) > MOST_SHOWN:
            try:
                answers = {values_of(board, answer) for answer in run(board, route).findings.answers}
                wrong = "" if answers == right else f"{len(answers)} of {len(right)} answers are models"
            except WrongAnswerError as error:
                wrong = f"not sound: {error}"
            found = found._replace(larger=found.larger + 1, wrong=(words, wrong) if wrong else None)
        else:
            held = [frozenset(reduction.encode(answer_of(board, values))) for values in right]
            shown = {tuple(x in those for x in inputs) for those in held}
            judgement = judge(reduction.target, inputs, shown.__contains__)
            found = _with(found._replace(cases=found.cases + 1), words, judgement)
        if found.wrong:
            break
    return found
