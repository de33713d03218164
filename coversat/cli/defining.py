"""``coversat new`` and ``coversat test``: kinds of puzzles and reductions in a file of the user."""

from __future__ import annotations

import os.path
import re
from collections.abc import Iterator
from typing import Any

import click

from ..errors import NO, YES, InputError
from ..files import STANDARD, shown, write_whole
from ..problems import problem_class
from ..problems.definitions import ENDING, load_kind
from ..problems.puzzle import GridPuzzle
from ..testing.kinds import Tested, compare_kind
from . import options as shared
from .options import Parsed, command, whole
from .output import Progress, echo, echo_json, worst

TEMPLATE = '''"""{Name}: say in a few words what the puzzle is."""

import coversat
from coversat.language import Count


class {Name}(coversat.GridPuzzle):
    """Numbers count the black cells among a cell and those around it; black cells share no side."""

    symbols = range(10)  # what a cell of the board may show; '-' is no clue
    values = {{0: "-", 1: "x"}}  # what a cell of an answer may hold, and its symbol
    look = {{1: "black"}}

    def model(self):
        """The rules in the constraint language; 'coversat test' compares them with 'wrong'."""
        for cell, number in self.clued():
            near = (cell, *self.around(cell))
            black = Count(near, (1,), (number,))
            yield self.rule("{{n}} black cells at {{cell}}", black, cell, n=number, cell=cell)
        for pair in self.adjacent():
            yield self.rule("{{pair}} are not both black", Count(pair, (1,), (0, 1)), pair=pair)

    def wrong(self, held):
        """What is wrong with an answer, as you would check it by hand."""
        for cell, number in self.clued():
            black = held[cell] + sum(held[other] for other in self.around(cell))
            if black != number:
                yield f"there are {{black}} black cells at this {{number}}", [cell]
        for one, other in self.adjacent():
            if held[one] and held[other]:
                yield "two black cells share a side", [one, other]

    def clued_by(self, held):
        """The board with every clue that an answer determines; only 'coversat generate' needs it."""
        black = {{cell: held[cell] + sum(map(held.get, self.around(cell))) for cell in self.cells()}}
        return self.with_clues(black)
'''
_NAME = re.compile("[a-z][a-z0-9]*")


def _name(word: str) -> str:
    if not _NAME.fullmatch(word):
        raise ValueError(f"{word!r} is not a name of lower-case letters and digits, such as tents")
    return word


@command(examples=("coversat new tents", "coversat new tents -o -"))
@click.argument("name", metavar="NAME", type=Parsed("name", _name))
@shared.output("The file to write, which must not exist; NAME.py if not given.")
def new_command(name: str, output: str | None) -> int:
    """Write a file that defines a kind of puzzle, to be edited.

    It is a small kind that works: 'coversat solve --kind NAME.py' and every other command take it, and
    'coversat test NAME.py' compares its model with its check.
    """
    text = TEMPLATE.format(Name=name.title())
    file = f"{name}.py" if output is None else output
    if file == STANDARD:
        echo(text, end="")
        return YES
    if os.path.lexists(file):
        raise click.UsageError(f"there is a file {shown(file)} already")
    write_whole(file, [text])
    return YES


@command(
    examples=(
        "coversat test tents.py",
        "coversat test tents.py --most 2000000",
    )
)
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--most", type=whole(), metavar="N", default=300_000, help="The assignments to judge (300000).")
@shared.seed("Another seed, other random boards (0).")
@shared.as_json
def test_command(files: tuple[str, ...], most: int, seed: int, as_json: bool) -> int:
    """Compare the model of a kind with its check, on many boards and all their assignments.

    FILE defines the kind, or is the name of a kind that is one class, such as akari.

    Small boards are all tried, larger ones at random. If model and check differ, the smallest board is
    printed, with the answer and the rule that is too strong or too weak. Then each rule is left out or
    changed; changes that no board detects are listed.

    Exits with 1 if they differ.
    """
    codes = []
    for file in files:
        with Progress() as tell:
            found = compare_kind(puzzle_class(file), most, seed, tell)
        if as_json:
            echo_json(_row(file, found))
        else:
            echo("\n".join(_lines(file, found)))
        codes.append(NO if found.difference else YES)
    return worst(codes)


def puzzle_class(file: str) -> type[GridPuzzle]:
    """The class of a kind, by its file or its name; raises `InputError` if it is no `GridPuzzle`."""
    kind = load_kind(file) if file.endswith(ENDING) else problem_class(file)
    if not issubclass(kind, GridPuzzle):
        raise InputError(file, "it defines no class that derives from coversat.GridPuzzle")
    return kind


def _lines(file: str, found: Tested) -> Iterator[str]:
    counts = f"{found.boards:,} boards, {found.assignments:,} assignments"
    if found.difference is None:
        yield f"{shown(file)}: {counts}: equal"
        if found.larger:
            yield f"  {found.answers:,} answers of the models of {found.larger} larger boards: right"
        yield f"  {found.changes} changes of rules: {found.changes - len(found.undetected)} are detected"
        yield from (f"  no board detects: {words}" for words in found.undetected)
        return
    board, answer, words, rules = found.difference
    yield f"{shown(file)}: after {counts}: {words}"
    yield from (f"  {_RULES[words.startswith('the model is too weak')]}: {rule}" for rule in rules)
    yield from (f"    {line}" for line in board.format().splitlines())
    if answer is not None:
        yield "  and the answer"
        yield from (f"    {line}" for line in board.render(answer).splitlines())


_RULES = {True: "the rule nearest to it", False: "the rule that excludes it"}


def _row(file: str, found: Tested) -> dict[str, Any]:
    difference = None
    if found.difference is not None:
        board, answer, words, rules = found.difference
        rows = None if answer is None else board.answer_rows(answer)
        difference = {"puzzle": board.format(), "answer": rows, "message": words, "rules": list(rules)}
    return {
        "file": file,
        "status": "different" if difference else "equal",
        "boards": found.boards,
        "assignments": found.assignments,
        "difference": difference,
        "larger": found.larger,
        "answers": found.answers,
        "changes": found.changes,
        "undetected": list(found.undetected),
    }
