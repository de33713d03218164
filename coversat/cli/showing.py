"""``coversat draw``, ``routes`` and ``list``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from textwrap import fill
from typing import Any

import click

from ..answering.questions import decide
from ..answering.reduction_graph import ways
from ..answering.routes import all_routes, routes
from ..answering.turns import general_turns, own_strategy, route_of, turns
from ..base.deadline import Deadline
from ..base.errors import NO, UNKNOWN, YES
from ..base.files import shown
from ..base.registry import load_installed
from ..comparing.exhibits import draw_reductions, exhibit
from ..kinds.between import reductions_between
from ..kinds.drawing import Picture, draw, draw_sheet
from ..kinds.drawing.diagrams import draw_routes
from ..kinds.sudoku.constraints import all_constraints
from ..problems import KINDS, forms, problem_class
from ..problems.recognition import Wanted
from ..reductions import all_encodings, encodings_from
from ..reductions.paths import all_paths, end_of, name_of
from ..reductions.reduction import MANY, UP_TO_TWO
from ..solvers import Limits, all_solvers, effort_unit, solvers_of
from ..solvers.findings import Verdict
from ..solvers.strategy import Turns
from . import options as shared
from .inputs import Case, one_case, read_answer, read_cases, report_readings
from .options import KindName, in_memory, overdue, whole
from .output import echo, echo_json, terminal_width, worst, write_picture
from .signatures import command


@command(
    draw,
    examples=(
        "coversat draw examples/sudoku/killer.txt --solve -o answer.svg",
        "coversat draw examples/sudoku/two-answers.txt --candidates -o open.svg",
    ),
)
@click.argument("file", metavar="PUZZLE")
@click.argument("files", metavar="[ANSWER [ANSWER]]", nargs=-1)
@shared.output("The file to write, .svg or .png.")
@click.option("--solve", is_flag=True, help="Draw its answer; two of them, if it has several.")
@click.option("--candidates", "open_cells", is_flag=True, help="Write each cell's values in some answer.")
@click.option("--all", "sheet", is_flag=True, help="Draw all puzzles of the file on one sheet.")
@click.option(
    "--columns", type=whole(), metavar="N", default=2, help="Put this many beside each other on a sheet (2)."
)
@shared.timeout
@shared.nodes
@shared.case
@shared.reading
@in_memory
def draw_command(
    file: str,
    files: tuple[str, ...],
    output: str | None,
    solve: bool,
    open_cells: bool,
    labels: bool,
    sheet: bool,
    columns: int,
    timeout: float | None,
    nodes: int | None,
    case: int | None,
    wanted: Wanted,
) -> int:
    """Draw a puzzle, or its answer, as a person would.

    Two answers, from two files or by --solve, are drawn beside each other with the differences ringed. In a
    wrong answer the cells that break a rule are ringed. SVG goes to standard output if no file is named.
    """
    if len(files) > 2 or (solve and files):
        raise click.UsageError("at most two files with answers, and none together with --solve")
    if open_cells and (solve or files):
        raise click.UsageError("--candidates draws no answer: leave out --solve and files with answers")
    if sheet and (open_cells or files or case is not None):
        raise click.UsageError("--all draws every puzzle: leave out --candidates, --case and answers")
    within = Limits(None, nodes, Deadline(timeout))
    with overdue(timeout).enforced():
        if sheet:
            cases: Sequence[Case] = read_cases(file, wanted, timeout)
            picture, code = _sheet(cases, solve, columns, labels, within)
        else:
            (chosen,) = cases = [one_case(file, wanted, case, timeout)]
            if open_cells:
                picture, code = _with_candidates(chosen, labels, within)
            else:
                answers, code = _solved(chosen, within) if solve else _read_answers(chosen, files, within)
                picture = draw(chosen.problem, *answers, labels=labels)
    write_picture(picture, output)
    report_readings(cases)
    return code


def _sheet(
    cases: Sequence[Case], solve: bool, columns: int, labels: bool, within: Limits
) -> tuple[Picture, int]:
    found = [_solved(case, within) if solve else ((), YES) for case in cases]
    answers = [answers[0] if answers else None for answers, _ in found]
    picture = draw_sheet([case.problem for case in cases], answers, columns, labels)
    return picture, worst([code for _, code in found])


def _with_candidates(case: Case, labels: bool, within: Limits) -> tuple[Picture, int]:
    candidates = shared.of_setters("--candidates", "candidates", "explain.candidates")
    found = candidates(case.problem, timeout=within.deadline)
    try:
        picture = draw(case.problem, candidates=found.by_cell(), labels=labels)
    except ValueError as error:
        raise case.refused(error) from None
    if not found.exact:
        echo(f"{case.name}: PARTIAL, stopped after {found.reason}", err=True)
        return picture, UNKNOWN
    if not found.answers:
        echo(f"{case.name}: no answer", err=True)
        return picture, NO
    return picture, YES


def _solved(case: Case, within: Limits) -> tuple[tuple[Any, ...], int]:
    """One answer, or two if there are several."""
    found = decide(case.problem, limits=within)
    if found.answers:
        return found.answers, YES
    none = found.verdict is Verdict.NONE
    echo(f"{case.name}: {'no answer' if none else f'stopped after {found.reason}'}", err=True)
    return (), NO if none else UNKNOWN


def _read_answers(case: Case, files: Sequence[str], within: Limits) -> tuple[list[Any], int]:
    """The answers in files, which are drawn even if they are wrong."""
    with within.deadline.enforced():
        answers = [read_answer(case, file) for file in files]
    code = YES
    for file, answer in zip(files, answers, strict=True):
        if wrong := case.problem.violations(answer):
            code = NO
            echo(f"{shown(file)}: a wrong answer:", err=True)
            echo("\n".join(f"  {violation}" for violation in wrong), err=True)
    return answers, code


@command(
    routes,
    examples=(
        "coversat routes kakuro --draw routes.svg",
        "coversat routes --on examples/sudoku/killer.txt",
    ),
)
@click.argument("kinds", metavar="[KIND [TARGET]]", nargs=-1, type=KindName())
@click.option("--names", is_flag=True, help="Print the name of every route, one a line.")
@click.option("--explain", "rule", metavar="REDUCTION", help="Show a reduction of KIND, before and after.")
@click.option(
    "--on",
    "file",
    metavar="FILE",
    help="List what is tried for this puzzle; show it with --explain.",
)
@click.option("--draw", "picture", metavar="FILE", help="Draw it, as .svg or .png.")
@shared.own_encodings
@shared.rows("route, way or reduction")
def routes_command(
    kinds: tuple[str, ...],
    names: bool,
    rule: str | None,
    file: str | None,
    picture: str | None,
    as_json: bool,
) -> int:
    """List the reductions of KIND and their solvers, or the ways from KIND to TARGET by reductions.

    The name of a route is the names of its reductions and its solver, separated by slashes; --via takes it,
    and so it does that of the reductions alone, with the first solver. 'coversat list problems' has the
    kinds.

    A reduction has a class: P, as many answers as before; Q, as many under a projection; V, none, one or
    several if there were none, one or several; N, none of these. No route takes one of class N. --explain
    shows one on a small example, with its answers. --draw without KIND draws the reductions between problems
    such as clique and 3sat.

    --on lists which routes are tried in turn for a puzzle if none is named, and until how many nodes or
    conflicts.
    """
    load_installed()
    if rule is not None and len(kinds) == 1:
        (kind,), kinds = kinds, ()
        rule = f"{kind}/{rule.removeprefix(f'{kind}/')}"
    if len(kinds) > 2 or (kinds and (rule is not None or file is not None)):
        raise click.UsageError("name one KIND, KIND and TARGET, or none with --on")
    if names and len(kinds) != 1:
        raise click.UsageError("--names needs one KIND")
    if picture is not None and (as_json or names or len(kinds) == 2):
        raise click.UsageError("--draw goes with one KIND, with --explain or alone, and prints nothing else")
    if names and as_json:
        raise click.UsageError("--names and --json exclude each other")
    if file is not None and rule is None:
        if picture is not None:
            raise click.UsageError("--draw goes with one KIND or with --explain")
        return _list_turns(file, as_json)
    if rule is not None:
        return _explain_rule(rule, file, picture, as_json)
    if not kinds:
        if picture is None:
            raise click.UsageError("name a KIND, or a file with --draw")
        write_picture(draw_reductions(), picture)
        return YES
    if len(kinds) == 2:
        return _list_ways(*kinds, as_json)
    return _list_routes(kinds[0], names, picture, as_json)


def _explain_rule(rule: str, file: str | None, picture: str | None, as_json: bool) -> int:
    problem = None if file is None else one_case(file, Wanted(rule.partition("/")[0])).problem
    found = exhibit(rule, problem)
    if picture is not None:
        write_picture(found.picture(), picture)
    elif as_json:
        target = found.reduction.target
        echo_json(
            {
                "reduction": rule,
                "about": found.rule.about,
                "class": found.keeps,
                "reference": found.rule.reference,
                "before": {"puzzle": found.reduction.source.format(), "answers": found.before},
                "after": {"puzzle": target.format(), "answers": found.after},
            }
        )
    else:
        echo("\n".join(found.lines()))
    return YES


MOST_WAYS = 20


def _list_ways(source: str, target: str, as_json: bool) -> int:
    found = ways(source, target)
    if as_json:
        for way in found:
            echo_json({"reduction": name_of(way.path), "class": way.keeps})
        return YES if found else NO
    for way in found[:MOST_WAYS]:
        echo(f"{way.keeps or 'P or Q':7} {name_of(way.path)}")
    if len(found) > MOST_WAYS:
        echo(f"        ... {len(found) - MOST_WAYS} more")
    if not found:
        echo(f"no reductions lead from {source} to {target}", err=True)
    return YES if found else NO


def _list_routes(kind: str, names: bool, picture: str | None, as_json: bool) -> int:
    if picture is not None:
        write_picture(draw_routes(kind), picture)
    elif as_json:
        for route in all_routes(kind):
            row = {"route": route.name, "reduction": route.reduction_name, "solver": route.solver.name}
            echo_json(row)
    else:
        echo("\n".join(routes(kind) if names else _two_lists(kind)))
    return YES


def _two_lists(kind: str) -> Iterator[str]:
    """The reductions by what they lead to, and the solvers of that."""
    paths = list(all_paths(kind))
    natural = [path for path in paths if kind == "cnf" or all(rule.source != "cnf" for rule in path)]
    ends = list(dict.fromkeys(end_of(kind, path) for path in natural))
    yield f"Reductions of {kind}"
    for end in ends:
        names = [name_of(path) for path in natural if path and end_of(kind, path) == end]
        yield from _columns(f"to {end}", names)
    if by_name := [rule.name for rule in encodings_from(kind) if rule.keeps == UP_TO_TWO]:
        yield from _columns("class V, for verdicts", by_name)
    if between := [rule.name for rule in reductions_between(kind) if rule.keeps != MANY]:
        yield from _columns("to other problems", between)
    yield "Solvers"
    for end in dict.fromkeys(end_of(kind, path) for path in paths):
        yield from _columns(f"of {end}", [solver.name for solver in solvers_of(end)])
    yield ""
    *_, solver = solvers_of(end_of(kind, natural[1]))[:2]
    yield fill(
        f"A route is a reduction and a solver of what it leads to, with a slash between, "
        f"such as {name_of(natural[1])}/{solver.name}; "
        f"a reduction alone has the first solver. Tried in turn by default: {_default_in_words(kind)}.",
        width=78,
        break_on_hyphens=False,
    )
    if len(paths) > len(natural):
        yield "A formula is turned back into an exact cover by /cover after its name."


def _columns(head: str, names: Sequence[str]) -> list[str]:
    """Names beside a head, in lines that fit; nothing for no names."""
    if not names:
        return []
    words = f"{head}: {' '.join(names)}"
    text = fill(words, 78, initial_indent="  ", subsequent_indent="      ", break_on_hyphens=False)
    return text.split("\n")


MOST_TURNS = 5
"""The turns that are listed; most puzzles are decided by the first."""


def _turns_in_words(kind: str, strategy: Turns) -> str:
    """The first turns, with the effort after which each ends."""
    words = []
    for turn in islice(strategy, MOST_TURNS + 1):
        route = route_of(kind, turn)
        unit = effort_unit(route.solver)
        words.append(route.name if turn.until is None else f"{route.name} until {turn.until} {unit}")
    endless = len(words) > MOST_TURNS
    return ", ".join([*words[:MOST_TURNS], "and so on"] if endless else words)


def _list_turns(file: str, as_json: bool) -> int:
    for case in report_readings(read_cases(file)):
        strategy = turns(case.problem)
        if as_json:
            tried = [
                {"route": route_of(case.problem.kind, turn).name, "until": turn.until}
                for turn in islice(strategy, MOST_TURNS)
            ]
            echo_json({"file": case.file, "case": case.number, "kind": case.problem.kind, "turns": tried})
        else:
            words = f"{case.name}: {_turns_in_words(case.problem.kind, strategy)}"
            echo(fill(words, 78, subsequent_indent="  ", break_on_hyphens=False))
    return YES


def _default_in_words(kind: str) -> str:
    own = own_strategy(kind)
    return _turns_in_words(kind, general_turns(kind)) if own is None else own.about


Row = dict[str, str]


MOST_BESIDE = 26
"""The longest names that stand beside a description; longer ones stand above it."""


def _grouped(rows: Sequence[Row], width: int) -> Iterator[str]:
    """The rows for people: those of one kind below its name, and descriptions in lines that fit."""
    group = ""
    names = [[*row.values()][-3:-1] if len(row) > 3 else [[*row.values()][-2]] for row in rows]
    widest = max((len("  ".join(one)) for one in names if len("  ".join(one)) <= MOST_BESIDE), default=0)
    for row, own in zip(rows, names, strict=True):
        values = [*row.values()]
        if len(values) > 2 and values[0] != group:
            group = values[0]
            yield f"{group}:"
        indent = "  " if len(values) > 2 else ""
        head = indent + "  ".join(own)
        space = " " * (len(indent) + widest + 2)
        if len(head) > len(indent) + widest:
            yield head
            head = ""
        yield fill(values[-1], width, initial_indent=head.ljust(len(space)), subsequent_indent=space)


def _problems() -> Iterator[Row]:
    for problem in map(problem_class, KINDS):
        yield {"name": problem.kind, "about": problem.about}


def _reductions() -> Iterator[Row]:
    for rule in (*all_encodings(), *reductions_between()):
        yield {"source": rule.source, "name": rule.name, "about": rule.about}


def _solvers() -> Iterator[Row]:
    for solver in all_solvers():
        yield {"takes": solver.kind, "name": solver.name, "about": solver.about}


def _forms() -> Iterator[Row]:
    for kind in KINDS:
        for form in forms(kind):
            marks = "in" if form.write is None else "in, out"
            yield {"kind": kind, "name": form.name, "use": marks, "about": form.about}


def _constraints() -> Iterator[Row]:
    for constraint in all_constraints():
        yield {"line": constraint.usage(), "about": constraint.about}


_ROWS = {
    "problems": _problems,
    "reductions": _reductions,
    "solvers": _solvers,
    "forms": _forms,
    "constraints": _constraints,
}


@command(examples=("coversat list problems", "coversat list forms sudoku"))
@click.argument("what", metavar="WHAT", type=click.Choice(tuple(_ROWS)))
@click.argument("kind", metavar="[KIND]", required=False, type=KindName())
@shared.own_encodings
@shared.rows("line")
def list_command(what: str, kind: str | None, as_json: bool) -> int:
    """List WHAT there is: problems, reductions, solvers, (text) forms or constraints of sudokus.

    With KIND, only what concerns this kind of problem.
    """
    load_installed()
    if what == "constraints" and kind not in (None, "sudoku"):
        raise click.UsageError(f"only sudokus have constraints, not {kind}")
    rows = list(_ROWS[what]())
    if kind is not None and what != "constraints":
        rows = [row for row in rows if next(iter(row.values())) == kind]
    if as_json:
        for row in rows:
            echo_json(row)
        return YES if rows else NO
    if not rows:
        echo(f"there are no {what} of {kind} alone; 'coversat routes {kind}' lists its routes", err=True)
        return NO
    width = terminal_width()
    if width is not None:
        echo("\n".join(_grouped(rows, width)))
        return YES
    widths = {key: max(len(row[key]) for row in rows) for key in rows[0]}
    for row in rows:  # a line each, for other programs
        *names, (_, about) = row.items()
        echo("".join(f"{value.ljust(widths[key])}  " for key, value in names) + about)
    return YES
