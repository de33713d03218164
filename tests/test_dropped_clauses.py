"""Every group of clauses of the CNF encodings is needed, and the redundant ones are redundant.

Some encodings say things twice on purpose.  For these, *lean* variants are stated here: groups that can
be left out together.  A lean variant must find the right answers, each group that it keeps must be
needed on some instance, and each group of the encoding must be kept by some lean variant.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from clause_groups import Grouped, grouped
from each import each
from instances import instances, seen, without_projection
from kinds import Instance
from published import BOJ_4574_SECOND as SECOND_SAMPLE
from published import BOJ_4574_SECOND_ANSWER as SECOND_ANSWER

from coversat.answering.routes import find_path, find_route
from coversat.answering.running import run
from coversat.problems import Sudoku, Sudominoku
from coversat.reductions.paths import apply_path
from coversat.solvers import found_by as solve
from coversat.solvers.cover.dancing_links import DANCING_LINKS

TWICE_A_DIGIT = {"-digits of a row", "-digits of a column", "-digits of a box"}
EVERY_DIGIT = {"digits of a row", "digits of a column", "digits of a box"}
FORCED = "-digit -laid domino"
"""A laid edge and its digits force the domino variable."""
BACK = {"-domino laid", "-domino digit"}
"""The other direction."""
ONE_EDGE = {"-auxiliary -domino", "-auxiliary auxiliary", "-domino auxiliary"}
"""A domino lies on at most one edge (Sinz's counter)."""
SOME_EDGE = {"domino"}

LEAN: dict[str, list[set[str]]] = {
    "cnf:minimal": [set()],
    "cnf:extended": [
        {"-digits of a cell", *EVERY_DIGIT},
        {"digits of a cell", *TWICE_A_DIGIT},
    ],
    "cnf:factored": [
        # What is laid forces its domino, and no domino is laid twice: then all are laid.
        {*BACK, *SOME_EDGE, "-laid", "-digits of a cell", *EVERY_DIGIT},
        # Every domino is laid somewhere, on edges that do not overlap: then none is laid twice.
        {FORCED, *ONE_EDGE, "-digit -laid", "empty", "laid", "digits of a cell", *TWICE_A_DIGIT},
    ],
    "cnf:combinations": [{"-digit set", "empty"}, {"empty", "set"}],
    "cnf:tuples": [{"empty", "filling"}, {"-digit", "-digit filling", "digits of a cell"}],
    "cnf:forbidden": [set()],
}
NEVER_NEEDED = {"cnf:combinations": {"empty"}}
"""Where no set of digits fits a run, each digit is excluded from its cells too."""
VARIANTS = [(name, at) for name, variants in LEAN.items() for at in range(len(variants))]


def kind_of(name: str) -> str:
    kinds = {"cnf:minimal": "sudoku", "cnf:extended": "sudoku", "cnf:factored": "sudominoku"}
    return kinds.get(name, "kakuro")


@cache
def taken(name: str) -> tuple[Grouped, ...]:
    few = [i for i in instances(kind_of(name)) if len(i.answers) < 100 and not i.refuses(name)]
    # What constraints say beside the rules has tests of its own.
    few = [instance for instance in few if not getattr(instance.problem, "constraints", ())]
    # That ten cells do not hold nine digits is hard for SAT solvers where no clause says it.
    few = [instance for instance in few if not instance.name.startswith("ten cells")]
    return tuple(grouped(instance, name) for instance in few)


@each("name", LEAN)
def test_the_lean_variants_keep_every_group(name: str) -> None:
    everything = set().union(*(formula.groups for formula in taken(name)))
    kept = set().union(*(everything - dropped for dropped in LEAN[name]))
    assert kept == everything - NEVER_NEEDED.get(name, set())
    assert set().union(*LEAN[name]) <= everything


@each(("name", "at"), VARIANTS)
def test_a_lean_variant_is_right(name: str, at: int) -> None:
    for formula in taken(name):
        assert frozenset(formula.without(LEAN[name][at])) == formula.instance.answers, formula.instance.name


@each(("name", "at"), VARIANTS)
def test_a_lean_variant_needs_every_group_it_keeps(name: str, at: int) -> None:
    """Without it some instance has another set of answers, or models that show one answer twice."""
    formulas = taken(name)
    dropped = LEAN[name][at]
    for one in set().union(*(formula.groups for formula in formulas)) - dropped:
        assert any(
            Counter(formula.without({*dropped, one})) != Counter(formula.instance.answers)
            for formula in formulas
        ), one


def test_with_the_other_direction_only_nothing_is_said_of_dominoes() -> None:
    """The domino variable must be *forced*: otherwise at-most-one over the edges says nothing.

    Without "every domino is somewhere", forcing and at-most-one have to do all the work; with the other
    direction in place of forcing, any tiling with any dominoes goes through.
    """
    wrong = 0
    for formula in taken("cnf:factored"):
        assert frozenset(formula.without({*SOME_EDGE, *BACK})) == formula.instance.answers
        wrong += frozenset(formula.without({*SOME_EDGE, FORCED})) != formula.instance.answers
    assert wrong > 3


def test_published_numbers_of_clauses() -> None:
    """Lynce and Ouaknine, 2006: 8,829 clauses minimal and 11,988 extended on an empty 9x9 board."""
    empty = Instance("", Sudoku(3, 3, ((None,) * 9,) * 9), lambda: (frozenset(), ()))
    for name, count in (("cnf:minimal", 8_829), ("cnf:extended", 11_988)):
        target = grouped(empty, name).reduction.target
        assert (target.variable_count, len(target.clauses)) == (729, count)


COVER_GROUPS = {"option", "-option", "-option colour", "-colour option", "-colour", "-colour -option"}


def test_exact_cover_needs_every_group() -> None:
    """At least one, at most one; colours forced by options, options by colours, one colour an item."""
    formulas = [grouped(instance, "cnf:pairwise") for instance in instances("cover")]
    assert set().union(*(formula.groups for formula in formulas)) == {*COVER_GROUPS, "empty"}
    for one in COVER_GROUPS:
        changed = 0
        for formula in formulas:
            answers = formula.instance.answers
            found = [seen(formula.instance.problem, answer) for answer in formula.without({one})]
            changed += len(found) != len(answers) or frozenset(found) != answers
        assert changed, one


# The second sample of BOJ 4574: one grid, two tilings.


@pytest.mark.thorough
@each("route", ["cnf:factored/cadical195", "cover/dancing-links", "search/dominoes"])
def test_the_second_published_sample_is_unique(route: str) -> None:
    problem = Sudominoku.parse(SECOND_SAMPLE)
    outcome = run(problem, find_route("sudominoku", route)).findings
    assert outcome.exhausted
    assert outcome.answers == (problem.parse_answer(SECOND_ANSWER),)


def test_the_second_published_sample_has_two_tilings() -> None:
    """They differ where B6-B7, C6-C7 can be B6-C6, B7-C7."""
    problem = Sudominoku.parse(SECOND_SAMPLE)
    reduction = apply_path(find_path("sudominoku", "cover"), problem)
    assert not reduction.parsimonious
    covers = solve(DANCING_LINKS, without_projection(reduction.target)).answers
    assert len(covers) == 2
    assert {reduction.decode(cover) for cover in covers} == {problem.parse_answer(SECOND_ANSWER)}
    differing = set(covers[0]) ^ set(covers[1])
    names = {reduction.target.options[at].name for at in differing}
    assert {name.split()[-1] for name in names} == {"B6-B7", "C6-C7", "B6-C6", "B7-C7"}
