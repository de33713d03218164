"""``coversat new``, ``test`` and ``stress``: kinds, reductions, encodings and programs of the user."""

from __future__ import annotations

import json
import os.path
import pkgutil
import re
from collections.abc import Iterator, Sequence
from typing import Any

import click

from ...answering.own_encodings import FUNCTIONS
from ...base.deadline import Deadline
from ...base.errors import CODES, NO, YES, InputError
from ...base.files import STANDARD, shown
from ...cli import options as shared
from ...cli.options import Parsed, whole
from ...cli.output import Progress, echo, echo_json, worst, write_out
from ...cli.signatures import command
from ...comparing.judging import CONSISTENT, UNKNOWN, WRONG
from ...kinds.definitions import constraints_in, kind_named
from ...problems import KINDS, problem_class
from ...problems.puzzle import GridPuzzle
from ...problems.user_files import ENDING, text_of
from ..testing.constraints import compare_constraint
from ..testing.encodings import EncodingTrial, Tried, try_encoding
from ..testing.kinds import Tested, compare_kind
from ..testing.mutants import Detection
from ..testing.reductions import (
    BACK,
    COMPLETE,
    PROPERTIES,
    REACHED,
    SINGLE,
    SOUND,
    Trial,
    is_reduction,
    try_reduction,
)
from ..testing.stress import stress

_NAME = re.compile("[a-z][a-z0-9]*")


def _name(word: str) -> str:
    if not _NAME.fullmatch(word):
        raise ValueError(f"{word!r} is not a name of lower-case letters and digits, such as tents")
    return word


@command(examples=("coversat new mine", "coversat new mine --encoding -o -"))
@click.argument("name", metavar="NAME", type=Parsed("name", _name))
@click.option("--encoding", is_flag=True, help="An encoding as clauses instead.")
@shared.output("The file to write, which must not exist; NAME.py if not given.")
def new_command(name: str, encoding: bool, output: str | None) -> int:
    """Write a file that defines a kind of puzzle, or an encoding, to be edited.

    It is a small kind that works: 'coversat solve --kind NAME.py' and every other command take it, and
    'coversat test NAME.py' compares its model with its check. An encoding is used by '--with NAME.py'.
    """
    template = "new_encoding.template" if encoding else "new_kind.template"
    text = (pkgutil.get_data(__name__, template) or b"").decode().replace("Mine", name.title())
    file = f"{name}.py" if output is None else output
    if file == STANDARD:
        echo(text, end="")
        return YES
    if os.path.lexists(file):
        raise click.UsageError(f"there is a file {shown(file)} already")
    write_out(file, [text])
    what = "an encoding" if encoding else "a kind"
    does = "tries it at all small sizes" if encoding else "compares its model and check"
    echo(f"{shown(file)}: {what} to begin with; 'coversat test {shown(file)}' {does}")
    return YES


@command(examples=("coversat test mine.py", "coversat test mine.py --most 2000000"))
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "--most",
    type=whole(),
    metavar="N",
    help="The assignments to judge (300000); small instances of reductions (3000), constraints of encodings.",
)
@shared.seed("Another seed, other random boards (0).")
@shared.timeout
@shared.as_json
def test_command(
    files: tuple[str, ...], most: int | None, seed: int, timeout: float | None, as_json: bool
) -> int:
    """Compare the model of a kind with its check, on many boards and all their assignments.

    FILE defines the kind, or is the name of a kind that is one class, such as akari. Or it defines a
    reduction between two problems, which is tried on all small instances and on random ones, with all answers
    of both sides; its process may not write, and has limits of time (20 seconds, or '--timeout') and memory.
    Or it defines an encoding as clauses, which is tried in such a process (60 seconds) at all sizes to 8 and
    at some larger ones: is it sound and complete, does it keep the count, what does unit propagation find.
    Of a folder all files are tested. FILE can define constraints of sudokus, whose models are compared with
    their checks on boards of 4x4 cells.

    Small boards are all tried, larger ones at random. If model and check differ, the smallest board is
    printed, with the answer and the rule that is too strong or too weak. Then each rule is left out or
    changed; changes that no board detects are listed, and on how many boards with an answer each was tried.

    Exits with 1 if they differ, or a reduction is wrong, with 3 if it was stopped before that was known, or
    if nothing that has an answer could be compared.
    """
    named = [one for file in files for one in _in_folder(file)]
    trials = [
        (file, _trial(file, most, seed, timeout, len(named) == 1)) for file in named if is_reduction(file)
    ]
    if trials:
        if as_json:
            echo("\n".join(json.dumps(_trial_row(file, trial)) for file, trial in trials))
        elif len(trials) > 1:
            echo("\n".join(_table(trials)))
        else:
            echo("\n".join(_trial_lines(*trials[0])))
    codes = [CODES[trial.verdict] for _, trial in trials]
    for file in named:
        if _is_encoding(file):
            codes.append(_test_encoding(file, most, seed, timeout, as_json))
        elif not is_reduction(file):
            with Deadline(timeout).enforced():
                codes.append(_test_kind(file, 300_000 if most is None else most, seed, as_json))
    return worst(codes)


def _test_encoding(file: str, most: int | None, seed: int, timeout: float | None, as_json: bool) -> int:
    trial = try_encoding(file, seed, timeout, most)
    if as_json:
        echo_json(_encoding_row(file, trial))
    else:
        echo("\n".join(_encoding_lines(file, trial)))
    return CODES[trial.verdict]


def _test_kind(file: str, most: int, seed: int, as_json: bool) -> int:
    if file.endswith(ENDING) and not issubclass(problem_class(kind_named(file)), GridPuzzle):
        return _test_constraints(file, most, seed, as_json)
    with Progress() as tell:
        found = compare_kind(puzzle_class(file), most, seed, tell)
    row = _row(file, found)
    if as_json:
        echo_json(row)
    else:
        echo("\n".join(_lines(file, found)))
    return CODES[row["status"]]


def _test_constraints(file: str, most: int, seed: int, as_json: bool) -> int:
    found = [compare_constraint(one, file, most, seed) for one in constraints_in(file)]
    if not found:
        raise InputError(file, "it defines no class that derives from coversat.GridPuzzle or Constraint")
    for one in found:
        if as_json:
            row = one._asdict() | one.detection._asdict()
            del row["detection"]
            echo_json({"file": file, "status": "different" if one.difference else "equal", **row})
            continue
        counts = f"{one.word}: {one.lines:,} lines, {one.fillings:,} fillings"
        if not one.difference:
            echo(f"{shown(file)}: {counts}: equal")
            echo("\n".join(_changes(one.detection, "filling")))
            continue
        echo(f"{shown(file)}: after {counts}: {one.difference}")
        echo("\n".join(f"    {words}" for words in (one.line, one.digits) if words))
    return NO if any(one.difference for one in found) else YES


def _in_folder(name: str) -> list[str]:
    """The files of Python in a folder, or the file itself."""
    if not os.path.isdir(name):
        return [name]
    return [os.path.join(name, file) for file in sorted(os.listdir(name)) if file.endswith(ENDING)]


def _trial(file: str, most: int | None, seed: int, timeout: float | None, alone: bool) -> Trial:
    """The trial of a reduction; among others, that of a file that defines none says so."""
    try:
        return try_reduction(file, seed, timeout, most=most)
    except InputError as error:
        if alone:
            raise
        return Trial(stopped=str(error).partition("\n")[0])


_SAID = {True: "yes", False: "no", None: "unknown"}


def _verdicts(trial: Trial) -> dict[str, str]:
    """Whether each property holds; why an answer has not exactly one image."""
    said = {name: _SAID[trial.holds(name)] for name in PROPERTIES}
    if trial.holds(SINGLE) is False:
        said[SINGLE] += f" ({next(one.words for one in trial.found if one.what in (SINGLE, REACHED))})"
    return said


def _trial_lines(file: str, trial: Trial) -> Iterator[str]:
    if trial.stopped:
        yield f"{shown(file)}: unknown: {trial.stopped}"
        return
    count = f"{trial.instances:,} instances, {trial.satisfiable:,} of them with an answer"
    passed = f"; {trial.skipped:,} are too large to be compared" if trial.skipped else ""
    if not trial.finished and not trial.found:
        passed += "; the time was up before all were tried"
    yield f"{shown(file)}: {_shown_verdict(trial)}: {trial.claim} ({count}{passed})"
    if trial.verdict == UNKNOWN:
        yield f"  no instance {'with an answer ' if trial.instances else ''}was compared"
    names = {BACK: "answers carried back", REACHED: "answers reached"}
    yield "  " + "; ".join(f"{names.get(name, name)}: {said}" for name, said in _verdicts(trial).items())
    for one in trial.found:
        yield f"  {one.what}: {one.words}"
        yield from (
            f"    {side}: {text}" for side, text in (("before", one.before), ("after", one.after)) if text
        )


def _table(trials: Sequence[tuple[str, Trial]]) -> Iterator[str]:
    """A line for each file."""
    width = max(len(shown(file)) for file, _ in trials)
    yield f"{'file':{width}}  verdict  sound    complete  back     reached  one to one"
    for file, trial in trials:
        said = _verdicts(trial)
        columns = f"{said[SOUND]:7}  {said[COMPLETE]:8}  {said[BACK]:7}  {said[REACHED]:7}  {said[SINGLE]}"
        why = f"  {trial.stopped}" if trial.stopped else ""
        yield f"{shown(file):{width}}  {_shown_verdict(trial):7}  {columns}{why}".rstrip()


def _shown_verdict(trial: Trial) -> str:
    return "WRONG" if trial.verdict == WRONG else trial.verdict


def _trial_row(file: str, trial: Trial) -> dict[str, Any]:
    return {
        "file": file,
        "status": trial.verdict,
        "claim": trial.claim,
        "instances": trial.instances,
        "satisfiable": trial.satisfiable,
        "finished": trial.finished,
        **{name.replace(" ", "_"): said for name, said in _verdicts(trial).items()},
        "counterexamples": [one._asdict() for one in trial.found],
        "message": trial.stopped,
    }


def puzzle_class(file: str) -> type[GridPuzzle]:
    """The class of a kind, by its file or its name; raises `InputError` if it is not a `GridPuzzle`."""
    kind = problem_class(kind_named(file))
    if not issubclass(kind, GridPuzzle):
        if file.endswith(ENDING):
            raise InputError(file, "it defines no class that derives from coversat.GridPuzzle")
        kinds = ", ".join(name for name in KINDS if issubclass(problem_class(name), GridPuzzle))
        raise InputError(file, f"this kind has no model and check in one class, as these have: {kinds}")
    return kind


def _lines(file: str, found: Tested) -> Iterator[str]:
    counts = f"{found.boards:,} boards, {found.assignments:,} assignments"
    if found.difference is None:
        yield f"{shown(file)}: {counts}: {'equal' if found.is_known else 'unknown: no board has an answer'}"
        if found.answers:
            yield f"  {found.answers:,} answers of the models of {found.larger} larger boards: right"
        yield from _changes(found.detection, "board")
        yield "  on how many boards with an answer each rule was tried:"
        width = len(f"{max(found.rules.values()):,}")
        yield from (f"    {count:{width},}  {rule}" for rule, count in found.rules.items())
        if found.ran_out:
            yield f"  small boards ran out: {found.assignments:,} assignments are all that were made"
        yield from (f"  missing: {words}" for words in found.advice)
        return
    board, answer, words, rules = found.difference
    yield f"{shown(file)}: after {counts}: {words}"
    yield from (f"  {_RULES[words.startswith('the model is too weak')]}: {rule}" for rule in rules)
    yield from (f"    {line}" for line in board.format().splitlines())
    if answer is not None:
        yield "  and the answer"
        yield from (f"    {line}" for line in board.render(answer).splitlines())


def _changes(found: Detection, detecting: str) -> Iterator[str]:
    same = f"; {found.same} more {'means' if found.same == 1 else 'mean'} the same" if found.same else ""
    yield f"  {found.changes} changes of rules: {found.changes - len(found.undetected)} are detected{same}"
    yield from (f"  no {detecting} detects: {words}" for words in found.undetected)
    yield from (f"  not implied: there are other answers {words}" for words in found.needed)


_RULES = {True: "the rule nearest to it", False: "the rule that excludes it"}


def _row(file: str, found: Tested) -> dict[str, Any]:
    difference = None
    if found.difference is not None:
        board, answer, words, rules = found.difference
        rows = None if answer is None else board.answer_rows(answer)
        difference = {"puzzle": board.format(), "answer": rows, "message": words, "rules": list(rules)}
    return {
        "file": file,
        "status": "different" if difference else "equal" if found.is_known else "unknown",
        "boards": found.boards,
        "assignments": found.assignments,
        "difference": difference,
        "larger": found.larger,
        "answers": found.answers,
        **found.detection._asdict(),
        "rules": dict(found.rules),
        "ran_out": found.ran_out,
        "missing": list(found.advice),
    }


def _is_encoding(file: str) -> bool:
    """Whether a file of Python defines an encoding, and not a kind of puzzle; it is not run."""
    try:
        lines = text_of(file).splitlines()
    except InputError:
        return False
    return any(line.startswith(tuple(f"def {one}(" for one in FUNCTIONS)) for line in lines)


def _encoding_lines(file: str, trial: EncodingTrial) -> Iterator[str]:
    """The lines about a file."""
    verdict = trial.verdict.upper() if trial.verdict == WRONG else trial.verdict
    yield f"{shown(file)}: {verdict}{f': {trial.stopped}' if trial.stopped else ''}"
    for one in trial.found:
        yield from _encoding_function(one, trial.claimed)


def _encoding_function(found: Tried, claimed: bool) -> Iterator[str]:
    larger = f", {found.larger:,} larger ones" if found.larger else ""
    yield f"  {found.function}: {found.cases:,} small constraints{larger}"
    if found.wrong:
        words, judgement = found.wrong
        yield f"    {words}"
        yield from (f"      {line}" for line in judgement.splitlines())
        return
    yield "    sound: yes; complete: yes"
    stated = ", although 'determined' says so" if claimed else ""
    yield f"    count kept: {f'no{stated}: {found.open}' if found.open else 'yes'}"
    if found.level == CONSISTENT:
        yield "    propagation: consistent"
    else:
        yield f"    propagation: {found.level}: {found.weak}"
    if found.growth:
        yield "    " + _columns("literals", [size for size, _, _ in found.growth])
        yield "    " + _columns("clauses", [clauses for _, clauses, _ in found.growth])
        yield "    " + _columns("new variables", [auxiliary for _, _, auxiliary in found.growth])


def _columns(name: str, numbers: list[int]) -> str:
    return f"{name:13}" + "".join(f"{number:9,}" for number in numbers)


def _encoding_row(file: str, trial: EncodingTrial) -> dict[str, Any]:
    """The same as an object."""
    return {
        "file": file,
        "status": trial.verdict,
        "determined": trial.claimed,
        "functions": [one._asdict() for one in trial.found],
        "message": trial.stopped,
    }


@command(
    stress,
    examples=("coversat stress 'python3 program.py' --kind latin --size 3x3 --inputs 2",),
    without=("kind",),
)
@click.argument("program", metavar="PROGRAM")
@click.option("--kind", required=True, metavar="KIND", help="The kind of puzzle, such as sudominoku.")
@click.option("--json", "as_json", is_flag=True, help="What was found, as a JSON object.")
def stress_command(program: str, kind: str, as_json: bool, **chosen: Any) -> int:
    """Test a PROGRAM that solves puzzles, such as one for a judge, on small inputs first.

    PROGRAM is a command line, in quotes if it has several words; no shell runs it. It reads each input from
    standard input, as a judge gives it: BOJ 2580 for sudoku (--form compact: BOJ 2239), BOJ 4574 for
    sudominoku, algospot's KAKURO2 for kakuro, several cases in a file where the judge has them. {puzzle}
    stands for the name of a file with the input. What it prints is checked by the rules.

    Ends at the first input that is answered wrongly, takes too long, or ends in an error, and prints it with
    what is wrong, without the cases that it does not need. Otherwise the time for all inputs is printed,
    beside that of the published searches. The time of the program includes its start.
    """
    with Progress() as tell:
        found = stress(program, kind, report=tell, **chosen)
    if as_json:
        echo_json(found.as_json())
    else:
        echo(str(found))
    return YES if found else NO
