"""Explanations in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...answering.found import two_answers
from ...base.wording import counted, in_lines
from ...problems import AnyProblem
from .additions import MissingGivens
from .candidates import picture

Explanation = Any
"""One of `explain.Explanation`, whose `verdict` says which."""


def explained_lines(
    problem: AnyProblem, found: Explanation, name: str = "", width: int = 80, drawn: bool = False
) -> Iterator[str]:
    """An explanation in lines; the first is its verdict and the name of the problem.

    * drawn: whether to draw loops and areas below two answers.
    """
    yield f"{found.verdict.upper()} {name}".rstrip()
    if found.verdict == "none":
        yield from _no_answer(found)
    elif found.verdict == "unique":
        yield from _one_answer(problem, found)
    elif found.verdict == "multiple":
        yield from _several_answers(problem, found, width, drawn)
    if not found.complete:
        yield f"PARTIAL: stopped after {found.reason}"


def _no_answer(found: Explanation) -> Iterator[str]:
    if found.clash is None:
        return
    if not found.clash:
        yield "The rules of the board leave no answer, whatever the givens."
        if found.rules:
            several = len(found.rules) > 1
            these = f"These {len(found.rules)} rules are" if several else "This rule is"
            yield f"{these} enough{' (none can be left out)' if several else ''}:"
            yield from in_lines(found.rules)
        return
    least = "the fewest that clash" if found.smallest else "none can be left out"
    if not found.checked:
        least = "perhaps some can be left out"
    these = (
        f"These {len(found.clash)} givens clash"
        if len(found.clash) > 1
        else "This given clashes with the rules"
    )
    yield f"{these} ({least}):"
    for _, words in found.clash:
        yield f"  {words}"
    if found.rules:
        yield "with these rules (none can be left out):"
        yield from in_lines(found.rules)


def _one_answer(problem: AnyProblem, found: Explanation) -> Iterator[str]:
    count = len(problem.given_names())
    if not count:
        is_board = problem.place_words == "cells"
        fixed = problem.fixed_clues or ("" if is_board else "the whole instance")
        words = f": every {problem.kind} states {fixed}" if fixed else ""
        yield f"It has no givens that could be left out{words}."
        return
    what = "can be left out alone"
    seen = "" if found.complete or found.minimal is not None else " (as far as looked)"
    yield f"{len(found.redundant)} of {counted(count, 'given')} {what}{seen}{':' if found.redundant else '.'}"
    notes = dict.fromkeys(found.unused, " (no solving step uses it)")
    yield from in_lines(f"{words}{notes.get(number, '')}" for number, words in found.redundant)
    if len(found.redundant) > 1 and found.minimal is None:
        yield "Each alone, not all together: what one says may follow from the others."
        yield "--minimise finds givens that are enough."
    if found.minimal is not None:
        also = "of which none can be left out" if found.checked else "not re-checked"
        yield f"{len(found.minimal)} givens leave the same one answer, {also}:"
        yield from in_lines(words for _, words in found.minimal)


def _several_answers(problem: AnyProblem, found: Explanation, width: int, drawn: bool) -> Iterator[str]:
    known, pair, places = found.candidates, found.pair, found.candidates.places
    if known.exact:
        yield f"{len(known.settled)} of {len(known.seen)} {known.places} are settled; the candidates of each:"
    elif known.seen:
        yield "The candidates of each, as far as looked:"
    if known.seen:
        yield picture(known, width, problem.answer_words)
    others = "no two are further apart" if pair.proven else "the furthest apart found"
    number = "one place" if len(pair.differing) == 1 else f"{len(pair.differing)} {places}"
    differ = f" that differ in {number} ({others})" if pair.differing else ""
    yield f"Two answers{differ}:"
    yield two_answers(problem, pair.answers, width, drawn)
    for addition in found.additions:
        yield from _addition(problem, addition, _name(addition, pair.answers))
    if any(addition.facts for addition in found.additions) and not getattr(problem, "has_givens", True):
        states = f": it states {problem.fixed_clues}" if problem.fixed_clues else ""
        yield f"The text of a {problem.kind} has no place for givens{states}."
        yield "They can be hints in words, beside the puzzle."


def _name(addition: MissingGivens, answers: Sequence[Any]) -> str:
    names = dict(zip(map(id, answers), ("the first answer", "the second answer"), strict=True))
    return names.get(id(addition.answer), "the preferred answer")


def _addition(problem: AnyProblem, addition: MissingGivens, name: str) -> Iterator[str]:
    if addition.facts is None:
        yield f"For {name} to be the only one, add at least {counted(addition.at_least, 'given')}."
        return
    givens = counted(len(addition.facts), "given")
    if addition.fewest:
        yield f"For {name} to be the only one, add {givens} (no fewer can do):"
    else:
        yield f"For {name} to be the only one, add {givens} (at least {addition.at_least} are needed):"
    yield from in_lines(map(str, addition.facts))
    if addition.clues:
        several = len(addition.clues) > 1
        these = f"These {len(addition.clues)} clues do" if several else "This clue does"
        yield f"{these} so as well{' (none can be left out)' if several else ''}:"
        yield from in_lines(addition.clues)
