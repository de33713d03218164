"""``coversat explain``: why a puzzle has no answer, or what would make it unique."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import click

from ...base.errors import UNKNOWN, YES, InputError, ReductionError
from ...base.files import refuse_input
from ...base.wording import counted
from ...cli import options as shared
from ...cli.inputs import Case, one_case, read_answer
from ...cli.options import command, in_memory, limits, overdue
from ...cli.output import Progress, columns, echo, echo_json, listed, write_picture
from ...drawing import Picture, draw
from ...drawing.marks import mark_differences, side_by_side
from ...reductions import cells_of_rules
from ..explain.additions import MissingGivens
from ..explain.candidates import picture
from ..explain.explain import Explanation, NoAnswer, OneAnswer, SeveralAnswers, Unknown, explain


@command(
    examples=(
        "coversat explain examples/sudoku/two-answers.txt",
        "coversat explain examples/sudoku/oneline.txt --case 2 -o clash.svg",
    )
)
@shared.file
@shared.output("Draw it as well, as .svg or .png.")
@click.option("--smallest", is_flag=True, help="If there is no answer: find the smallest clash.")
@click.option("--toward", metavar="ANSWER", help="If there are several: add givens for the one in this file.")
@click.option("--minimise", is_flag=True, help="If there is one: find givens of which none can be left out.")
@shared.seed("Another seed, other givens kept (0).")
@shared.timeout
@shared.case
@shared.kind
@shared.as_json
@in_memory
def explain_command(
    file: str,
    output: str | None,
    smallest: bool,
    toward: str | None,
    minimise: bool,
    seed: int,
    timeout: float | None,
    case: int | None,
    kind: str | None,
    as_json: bool,
) -> int:
    """Explain why a puzzle has no answer, what would make it unique, or what it does not need.

    No answer: givens that clash, none of which can be left out. Several answers: the settled cells, two
    answers far apart, and a smallest set of givens to add so that only one answer is left. One answer: the
    givens that are not needed.

    In the picture of -o the givens that clash, or that are not needed, are ringed, and of two answers what
    differs.

    Exits with 0 if the explanation is complete, with 3 if the time limit came first.
    """
    if output == "-":
        raise click.UsageError("standard output is for the words; name a file for the picture")
    within = limits(timeout)
    chosen = one_case(file, kind, case, timeout)
    if output is not None:
        refuse_input(output)
    wanted = None
    if toward is not None:
        with within.deadline.enforced():
            wanted = read_answer(chosen, toward)
    try:
        with Progress() as report, overdue(timeout).enforced():
            found = explain(
                chosen.problem,
                within,
                toward=wanted,
                fewest=smallest,
                minimise=minimise,
                seed=seed,
                report=report,
            )
    except ReductionError as error:
        raise chosen.refused(error) from None
    except ValueError as error:
        raise InputError(toward or file, str(error)) from None
    if as_json:
        echo_json(_explained_row(chosen, found))
    else:
        echo("\n".join(_explained_lines(chosen, found)))
    if output is not None:
        write_picture(_drawn(chosen, found), output)
    return YES if found.complete else UNKNOWN


def _explained_row(case: Case, found: Explanation) -> dict[str, Any]:
    row = case.row(found.verdict) | {"complete": found.complete} | found.as_json()
    if isinstance(found, SeveralAnswers):
        row["answers"] = [case.problem.answer_rows(answer) for answer in found.pair.answers]
        for entry, addition in zip(row["additions"], found.additions, strict=True):
            entry["answer"] = case.problem.answer_rows(addition.answer)
    return row


def _drawn(case: Case, found: Explanation) -> Picture:
    """The puzzle with rings around the givens in question, or around rules that clash; or its two answers."""
    if isinstance(found, SeveralAnswers):
        return draw(case.problem, *found.pair.answers, labels=True)
    givens: Sequence[tuple[int, str]] = ()
    if isinstance(found, NoAnswer):
        givens = found.clash or ()
    elif isinstance(found, OneAnswer):
        givens = found.redundant
    cells = case.problem.given_cells()
    ringed = {cell for number, _ in givens for cell in cells[number]}
    if isinstance(found, NoAnswer) and found.rules and not givens:
        of_rules = cells_of_rules(case.problem)
        ringed = {cell for label in found.rules for cell in of_rules[label]}
    return draw(case.problem, ringed=ringed, labels=True)


def _explained_lines(case: Case, found: Explanation) -> Iterator[str]:
    if isinstance(found, Unknown):
        yield f"UNKNOWN {case.name}"
    elif isinstance(found, NoAnswer):
        yield from _no_answer(case, found)
    elif isinstance(found, OneAnswer):
        yield from _one_answer(case, found)
    else:
        yield from _several_answers(case, found)
    if not found.complete:
        yield f"PARTIAL: stopped after {found.reason}"


def _no_answer(case: Case, found: NoAnswer) -> Iterator[str]:
    yield f"NONE {case.name}"
    if found.clash is None:
        return
    if not found.clash:
        yield "The rules of the board leave no answer, whatever the givens."
        if found.rules:
            yield f"These {counted(len(found.rules), 'rule')} are enough (none can be left out):"
            yield from listed(found.rules)
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
        yield from listed(found.rules)


def _one_answer(case: Case, found: OneAnswer) -> Iterator[str]:
    yield f"UNIQUE {case.name}"
    count = len(case.problem.given_names())
    if not count:
        is_board = case.problem.place_words == "cells"
        fixed = case.problem.fixed_clues or ("" if is_board else "the whole instance")
        words = f": every {case.problem.kind} states {fixed}" if fixed else ""
        yield f"It has no givens that could be left out{words}."
        return
    what = "can be left out alone"
    seen = "" if found.complete or found.minimal is not None else " (as far as looked)"
    yield f"{len(found.redundant)} of {counted(count, 'given')} {what}{seen}{':' if found.redundant else '.'}"
    notes = dict.fromkeys(found.unused, " (no solving step uses it)")
    yield from listed(f"{words}{notes.get(number, '')}" for number, words in found.redundant)
    if len(found.redundant) > 1 and found.minimal is None:
        yield "Each alone, not all together: what one says may follow from the others."
        yield "--minimise finds givens that are enough."
    if found.minimal is not None:
        also = "of which none can be left out" if found.checked else "not re-checked"
        yield f"{len(found.minimal)} givens leave the same one answer, {also}:"
        yield from listed(words for _, words in found.minimal)


def _several_answers(case: Case, found: SeveralAnswers) -> Iterator[str]:
    known, pair, places = found.candidates, found.pair, case.problem.place_words
    width = columns()
    yield f"MULTIPLE {case.name}"
    if known.exact:
        yield f"{len(known.settled)} of {len(known.seen)} {known.places} are settled; the candidates of each:"
    elif known.seen:
        yield "The candidates of each, as far as looked:"
    if known.seen:
        yield picture(known, width)
    others = "no two are further apart" if pair.proven else "the furthest apart found"
    number = "one place" if len(pair.differing) == 1 else f"{len(pair.differing)} {places}"
    differ = f" that differ in {number} ({others})" if pair.differing else ""
    yield f"Two answers{differ}:"
    first, second = (case.problem.render(answer) for answer in pair.answers)
    yield side_by_side(*mark_differences(first, second), width=width)
    for addition in found.additions:
        yield from _addition(case, addition, _name(addition, pair.answers))
    if any(addition.facts for addition in found.additions) and case.problem.fixed_clues:
        fixed = case.problem.fixed_clues
        yield f"The text of a {case.problem.kind} has no place for givens: it states {fixed}."


def _name(addition: MissingGivens, answers: Sequence[Any]) -> str:
    names = dict(zip(map(id, answers), ("the first answer", "the second answer"), strict=True))
    return names.get(id(addition.answer), "the preferred answer")


def _addition(case: Case, addition: MissingGivens, name: str) -> Iterator[str]:
    if addition.facts is None:
        yield f"For {name} to be the only one, add at least {counted(addition.at_least, 'given')}."
        return
    givens = counted(len(addition.facts), "given")
    if addition.fewest:
        yield f"For {name} to be the only one, add {givens} (no fewer can do):"
    else:
        yield f"For {name} to be the only one, add {givens} (at least {addition.at_least} are needed):"
    words = case.problem.fact_words
    yield from listed(words(fact.place.name, fact.value, True) for fact in addition.facts)
