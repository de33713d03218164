"""``coversat explain``, ``candidates``, ``grade`` and ``estimate``: what setters ask about a puzzle."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import click

from ..drawing import Picture, draw
from ..drawing.marks import mark_differences, side_by_side
from ..errors import NO, UNKNOWN, YES, InputError, LimitReachedError, ReductionError
from ..files import refuse_input
from ..problems import AnyProblem
from ..reductions import cells_of_rules
from ..routing import counting_route, find_route
from ..sampling import SAMPLES, Estimate, Spread, estimate
from ..setter.additions import MissingGivens
from ..setter.candidates import Candidates, candidates, picture
from ..setter.explain import Explanation, NoAnswer, OneAnswer, SeveralAnswers, Unknown, explain
from ..setter.grade import Grade, grade
from ..setter.step_values import MOST_RULES, Steps
from ..solvers import Limits
from ..wording import counted, duration, rough
from . import options as shared
from .inputs import Case, Outcome, each_puzzle, one_case, read_answer
from .options import command, in_memory, limits, overdue, whole
from .output import Progress, columns, echo, echo_json, listed, write_picture


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
        fixed = case.problem.fixed_clues
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
    known, pair = found.candidates, found.pair
    width = columns()
    yield f"MULTIPLE {case.name}"
    if known.exact:
        yield f"{len(known.settled)} of {len(known.seen)} cells are settled; the candidates of each:"
    elif known.seen:
        yield "The candidates of each cell, as far as looked:"
    if known.seen:
        yield picture(known, width)
    others = "no two are further apart" if pair.proven else "the furthest apart found"
    differ = f" that differ in {len(pair.differing)} cells ({others})" if pair.differing else ""
    yield f"Two answers{differ}:"
    first, second = (case.problem.render(answer) for answer in pair.answers)
    yield side_by_side(*mark_differences(first, second), width=width)
    for addition in found.additions:
        yield from _addition(addition, _name(addition, pair.answers))
    if any(addition.facts for addition in found.additions) and case.problem.fixed_clues:
        fixed = case.problem.fixed_clues
        yield f"The text of a {case.problem.kind} has no place for givens: it states {fixed}."


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


@command(
    examples=(
        "coversat candidates examples/sudoku/two-answers.txt",
        "coversat candidates examples/kakuro/kakuro2.txt --json",
    )
)
@shared.files
@shared.timeout
@shared.kind
@shared.as_json
@in_memory
def candidates_command(files: tuple[str, ...], timeout: float | None, kind: str | None, as_json: bool) -> int:
    """Print for each cell the values that it has in some answer.

    They are exact: every value shown occurs in an answer, no other does. With --timeout, values not seen in
    time may be missing, and the output says so.
    """
    return each_puzzle(files, kind, timeout, as_json, candidates, _candidates)


_CANDIDATE_CODES = {"exact": YES, "none": NO, "partial": UNKNOWN}


def _candidates(case: Case, found: Candidates) -> Outcome:
    status = _candidate_status(found)
    return _CANDIDATE_CODES[status], case.row(status) | found.as_json(), _candidate_text(case, found)


def _candidate_status(found: Candidates) -> str:
    if not found.exact:
        return "partial"
    return "exact" if found.answers else "none"


def _candidate_text(case: Case, found: Candidates) -> str:
    calls = counted(found.calls, "SAT call")
    if _candidate_status(found) == "none":
        return f"{case.name}: no answer ({calls})"
    values = sum(len(values) for _, values in found.seen)
    if found.exact:
        settled = f"{len(found.settled)} of {len(found.seen)} cells settled"
        head = f"{case.name}: {counted(values, 'candidate')}, {settled} ({calls})"
    else:
        seen = f"{counted(values, 'candidate')} seen"
        head = f"{case.name}: PARTIAL, {seen}; stopped after {found.reason} ({calls})"
    return f"{head}\n{picture(found, columns())}"


_GRADE_CODES = {"solved": YES, "search": YES, "contradiction": NO, "unknown": UNKNOWN}


@command(
    examples=(
        "coversat grade examples/sudoku/boj2239.txt examples/kakuro/kakuro2.txt",
        "coversat grade examples/kakuro/kakuro2.txt --steps",
    )
)
@shared.files
@click.option("--steps", is_flag=True, help="Print each cell that is forced and each value refuted.")
@shared.timeout
@shared.kind
@shared.as_json
@in_memory
def grade_command(
    files: tuple[str, ...], steps: bool, timeout: float | None, kind: str | None, as_json: bool
) -> int:
    """Grade how hard puzzles are, by the depth of reasoning that they need.

    Grade 0: unit propagation alone solves it. Grade n: n rounds of failed literals solve it, in which each
    value still open is assumed, and refuted if unit propagation leads to a conflict. 'search': some cells
    stay open; the puzzle needs search, or has several answers.

    Then, for every kind, the steps of 'coversat steps': how many rules the hardest step has, how many steps
    there are of each size, and how many steps of that size, or smaller, were available at each point. The
    score is one number for all of them: close to the cost of the hardest step, more if there are many such.
    """

    def present(case: Case, found: Grade) -> Outcome:
        row = case.row(found.outcome) | found.as_json()
        if steps:
            row["steps"] = [{"round": step.round, "step": str(step)} for step in found.steps]
        return _GRADE_CODES[found.outcome], row, _grade_text(case, found, steps)

    return each_puzzle(files, kind, timeout, as_json, partial(grade, solving=True), present)


def _grade_text(case: Case, found: Grade, steps: bool) -> str:
    lines = [f"{case.name}: {_grade_verdict(found)}"]
    for number, forced in enumerate(found.forced):
        what = f"round {number} of failed literals" if number else "unit propagation"
        lines.append(f"  {what}: {forced} of {found.cells} cells forced")
        if steps:
            lines += [f"    {step}" for step in found.steps if step.round == number]
    if found.solving is not None and found.solving.steps:
        lines += _solving_lines(found.solving)
    return "\n".join(lines)


def _solving_lines(found: Steps) -> Iterator[str]:
    sizes = found.sizes().items()
    parts = [
        f"{number} of {counted(size, 'rule') if size <= MOST_RULES else f'more than {MOST_RULES} rules'}"
        for size, number in sizes
    ]
    ends = {"open": "; nothing follows for the rest", "unknown": f"; stopped after {found.reason}"}
    yield f"  {counted(len(found.steps), 'step')}: {', '.join(parts)}{ends.get(found.outcome, '')}"
    yield f"  hardest step: {found.hardest_words}; score {found.score:.1f}"
    available = [step.available for step in found.steps if step.available is not None]
    if available:
        median = f"{statistics.median(available):g}"
        least = min(available)
        times = counted(available.count(least), "time")
        yield f"  available at each point: {median} steps (median), {least} at least ({times})"


def _grade_verdict(found: Grade) -> str:
    if found.outcome == "solved":
        return f"grade {found.name}, {_depth(found.rounds)}"
    return {
        "search": "search (it needs search, or has several answers)",
        "contradiction": "no answer",
        "unknown": f"unknown: stopped after {found.reason}",
    }[found.outcome]


def _depth(rounds: int) -> str:
    if not rounds:
        return "solved by propagation alone"
    return f"needs {counted(rounds, 'round')} of trying values and refuting them"


@command(
    examples=(
        "coversat estimate examples/queens/eight.txt",
        "coversat estimate examples/polyomino/pentominoes-3x20.txt --samples 500",
    )
)
@shared.files
@shared.via
@click.option(
    "--samples", type=whole(), metavar="N", default=SAMPLES, help=f"How many to draw at most ({SAMPLES})."
)
@shared.seed("Draw other samples.")
@shared.timeout
@shared.kind
@shared.as_json
@in_memory
def estimate_command(
    files: tuple[str, ...],
    via: str | None,
    samples: int,
    seed: int,
    timeout: float | None,
    kind: str | None,
    as_json: bool,
) -> int:
    """Estimate how many answers there are, and how long visiting all of them would take.

    Drawn from samples of the search tree (Knuth 1975, Chen 1992), each with a 95 % confidence interval;
    a small tree is searched completely, and then the figures are exact. The time is that of one core without
    a memo: 'count' with its memo can be much faster.
    """

    def find(problem: AnyProblem, limits: Limits, tell: Any) -> Estimate | LimitReachedError:
        route = counting_route(problem.kind) if via is None else find_route(problem.kind, via)
        try:
            return estimate(problem, route, samples, seed, limits.deadline, tell)
        except LimitReachedError as reached:
            return reached

    return each_puzzle(files, kind, timeout, as_json, find, _estimated)


def _estimated(case: Case, found: Estimate | LimitReachedError) -> Outcome:
    if isinstance(found, LimitReachedError):
        row = case.row("unknown") | {"reason": str(found)}
        return UNKNOWN, row, f"UNKNOWN {case.name} (stopped after {found}, with too few samples)"
    row = case.row("exact" if found.exact else "estimated")
    row |= {"route": found.route, "samples": found.samples, "took": found.took}
    row |= {name: _finite(spread) for name, spread in _figures(found)}
    return YES, row, _estimate_text(case, found)


def _finite(spread: Spread) -> dict[str, float | None]:
    return {name: figure if math.isfinite(figure) else None for name, figure in spread._asdict().items()}


def _figures(found: Estimate) -> list[tuple[str, Spread]]:
    return [("answers", found.answers), ("nodes", found.nodes), ("seconds", found.seconds)]


def _estimate_text(case: Case, found: Estimate) -> str:
    how = "searched whole" if found.exact else f"from {counted(found.samples, 'sample')}"
    lines = [f"{case.name}: {how}, by {found.route}"]
    for name, spread in _figures(found):
        shown = duration if name == "seconds" else rough
        if not math.isfinite(spread.high):
            figure = "none met: there are few, or none"
        elif found.exact:
            figure = shown(spread.mean) if name == "seconds" else str(int(spread.mean))
        else:
            figure = f"about {shown(spread.mean)} ({shown(spread.low)} to {shown(spread.high)})"
        lines.append(f"  {name if name != 'seconds' else 'time':<8}{figure}")
    return "\n".join(lines)
