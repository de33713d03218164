"""``coversat draw``."""

from __future__ import annotations

from typing import Any

import click

from ..drawing import draw
from ..errors import ParseError
from ..uniqueness import Verdict, check
from .inputs import Case, one_case, read_text
from .options import case_option, kind_option, limit_options, limits
from .results import BAD, NO, UNKNOWN, YES, InputError
from .write_picture import write_picture


@click.command("draw")
@click.argument("file", metavar="PUZZLE")
@click.argument("files", nargs=-1, metavar="[ANSWER [ANSWER]]")
@click.option("-o", "--output", metavar="OUT", help="The file to write: .svg, or .png with the extra 'png'.")
@click.option("--solve", is_flag=True, help="With its answer; two of them, where it has several.")
@limit_options
@case_option
@kind_option
def command(
    file: str,
    files: tuple[str, ...],
    output: str | None,
    solve: bool,
    timeout: float | None,
    nodes: int | None,
    case: int | None,
    kind: str | None,
) -> int:
    """Draw a puzzle, or its answer, as a person would.

    With the answers in two files, or --solve and a puzzle of several answers,
    both beside each other, what differs ringed.  SVG goes to standard output
    where no file is named.
    """
    if len(files) > 2 or (solve and files):
        raise click.UsageError("at most two answers, and none beside --solve")
    code = YES
    try:
        chosen = one_case(file, kind, case)
        if solve:
            found = check(chosen.problem, limits=limits(None, timeout, nodes))
            answers = found.answers
            if not answers:
                reason = "no answer" if found.verdict is Verdict.NONE else f"stopped after {found.reason}"
                click.echo(f"{chosen.name}: {reason}", err=True)
                code = NO if found.verdict is Verdict.NONE else UNKNOWN
        else:
            answers = tuple(_answer(chosen, name) for name in files)
        write_picture(draw(chosen.problem, *answers), output)
    except InputError as error:
        click.echo(str(error), err=True)
        return BAD
    return code


def _answer(case: Case, file: str) -> Any:
    """The answer in a file, drawn even where it is wrong, which is said."""
    text = read_text(file)
    try:
        answer = case.problem.parse_answer(text)
    except ParseError as error:
        raise InputError.from_parse_error(file, text, error) from None
    if wrong := case.problem.violations(answer):
        click.echo(f"{file}: a wrong answer: {wrong[0]}", err=True)
    return answer
