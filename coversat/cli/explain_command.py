"""``coversat explain``."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..drawing.side_by_side import mark_differences, side_by_side
from ..errors import UNKNOWN, YES, InputError, ReductionError
from ..setter.candidates import picture
from ..setter.explain import Explanation, NoAnswer, OneAnswer, SeveralAnswers, Unknown, explain
from ..setter.missing_givens import MissingGivens
from ..wording import counted
from .commands import Option, UsageError, echo, integer, takes
from .inputs import Case, one_case, read_answer
from .options import CASE, FILE, JSON, KIND, TIMEOUT, limits
from .progress import Progress
from .results import listed
from .write_picture import write_picture

if TYPE_CHECKING:
    from ..drawing import Picture


@takes(
    FILE,
    Option("--output", "Draw it as well, as .svg or .png.", "OUT", short="-o"),
    Option("--smallest", "Of no answer: find the smallest clash."),
    Option("--toward", "Of several answers: add givens for the one in this file.", "ANSWER"),
    Option("--minimise", "Of one answer: find givens of which none can be left out."),
    Option("--seed", "Another seed, other givens kept (0).", "N", read=integer, default=0),
    TIMEOUT,
    CASE,
    KIND,
    JSON,
    examples=(
        "coversat explain examples/sudoku/two-answers.txt",
        "coversat explain examples/sudoku/oneline.txt --case 2 -o clash.svg",
    ),
)
def command(
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
    """Say why a puzzle has no answer, what would make it unique, or what it does not need.

    No answer: givens that clash, none of which can be left out.  Several:
    the settled cells, two answers far apart, and the fewest additional givens
    that leave one.  One: the givens that are not needed.

    In the picture of -o the givens that clash, or that are not needed, are
    ringed, and of two answers what differs.

    Exit code 0 when all of it is answered, 3 when the time came first.
    """
    if output == "-":
        raise UsageError("standard output is for the words; name a file for the picture")
    within = limits(timeout)
    chosen = one_case(file, kind, case, timeout)
    wanted = None
    if toward is not None:
        with within.deadline.enforced():
            wanted = read_answer(chosen, toward)
    try:
        with Progress() as report:
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
        echo(json.dumps(_row(chosen, found)))
    else:
        echo("\n".join(_lines(chosen, found)))
    if output is not None:
        write_picture(_drawn(chosen, found), output)
    return YES if found.complete else UNKNOWN


def _row(case: Case, found: Explanation) -> dict[str, Any]:
    row = case.row(found.verdict) | {"complete": found.complete} | found.as_json()
    if isinstance(found, SeveralAnswers):
        row["answers"] = [case.problem.answer_rows(answer) for answer in found.pair.answers]
        for entry, addition in zip(row["additions"], found.additions, strict=True):
            entry["answer"] = case.problem.answer_rows(addition.answer)
    return row


def _drawn(case: Case, found: Explanation) -> Picture:
    """The puzzle with the givens in question ringed, or its two answers."""
    from ..drawing import draw

    if isinstance(found, SeveralAnswers):
        return draw(case.problem, *found.pair.answers, labels=True)
    givens: Sequence[tuple[int, str]] = ()
    if isinstance(found, NoAnswer):
        givens = found.clash or ()
    elif isinstance(found, OneAnswer):
        givens = found.redundant
    cells = case.problem.given_cells()
    return draw(case.problem, ringed={cell for number, _ in givens for cell in cells[number]}, labels=True)


def _lines(case: Case, found: Explanation) -> Iterator[str]:
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


def _one_answer(case: Case, found: OneAnswer) -> Iterator[str]:
    yield f"UNIQUE {case.name}"
    count = len(case.problem.given_names())
    if not count:
        yield "It has no givens that could be left out."
        return
    what = "can be left out alone"
    seen = "" if found.complete or found.minimal is not None else " (as far as looked)"
    yield f"{len(found.redundant)} of {counted(count, 'given')} {what}{seen}{':' if found.redundant else '.'}"
    yield from listed(words for _, words in found.redundant)
    if len(found.redundant) > 1 and found.minimal is None:
        yield "Each alone, not all together: what one says may follow from the others."
        yield "--minimise finds givens that are enough."
    if found.minimal is not None:
        also = "of which none can be left out" if found.checked else "not re-checked"
        yield f"{len(found.minimal)} givens leave the same one answer, {also}:"
        yield from listed(words for _, words in found.minimal)


def _several_answers(case: Case, found: SeveralAnswers) -> Iterator[str]:
    known, pair = found.candidates, found.pair
    columns = shutil.get_terminal_size().columns
    yield f"MULTIPLE {case.name}"
    if known.exact:
        yield f"{len(known.settled)} of {len(known.seen)} cells are settled; the candidates of each:"
    elif known.seen:
        yield "The candidates of each cell, as far as looked:"
    if known.seen:
        yield picture(known, columns)
    others = "no two are further apart" if pair.proven else "the furthest apart found"
    differ = f" that differ in {len(pair.differing)} cells ({others})" if pair.differing else ""
    yield f"Two answers{differ}:"
    first, second = (case.problem.render(answer) for answer in pair.answers)
    yield side_by_side(*mark_differences(first, second), width=columns)
    for addition in found.additions:
        yield from _addition(addition, _name(addition, pair.answers))


def _name(addition: MissingGivens, answers: Sequence[Any]) -> str:
    names = dict(zip(map(id, answers), ("the first answer", "the second answer"), strict=True))
    return names.get(id(addition.answer), "the preferred answer")


def _addition(addition: MissingGivens, name: str) -> Iterator[str]:
    if addition.facts is None:
        yield f"For {name} to be the only one, add at least {counted(addition.at_least, 'given')}."
        return
    givens = counted(len(addition.facts), "given")
    if addition.fewest:
        yield f"For {name} to be the only one, add {givens} (no fewer can do):"
    else:
        yield f"For {name} to be the only one, add {givens} (at least {addition.at_least} are needed):"
    yield from listed(map(str, addition.facts))
