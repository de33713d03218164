"""Export to DIMACS and Knuth's text; decode from the two texts alone; nothing is trusted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from operator import eq, ge

import pytest
from each import each
from instances import instances, named

from coversat.answering.routes import find_path
from coversat.base.errors import ParseError, ReductionError, UnknownKindError, UnknownRouteError
from coversat.cli import exit_code
from coversat.exchange import (
    FORMATS,
    Decoded,
    DecodeError,
    Origin,
    OutputError,
    decode,
    format_of,
    register_format,
)
from coversat.exchange import (
    pieces as export,
)
from coversat.exchange.linear import LinearCover, read_solution
from coversat.problems import AnyForm, AnyProblem, Cnf, ExactCover, Sudoku, Sudominoku
from coversat.problems.dominoes import Domino
from coversat.problems.exact_cover.rules import Option
from coversat.reductions.paths import EncodingPath, apply_path, path_to
from coversat.solvers import found_by as solve
from coversat.solvers.sat.sat import SAT_SOLVERS


def models(cnf: Cnf) -> Iterator[tuple[int, ...]]:
    yield from solve(SAT_SOLVERS[0], cnf).answers


def to_cnf(problem: AnyProblem, rules: EncodingPath, form: AnyForm | None = None) -> Cnf:
    return Origin(problem, form or problem.forms[0], rules).derive().target


def output(model: tuple[int, ...]) -> str:
    return "s SATISFIABLE\n" + Cnf(max(map(abs, model), default=0), ()).render(model) + "\n"


def test_what_does_not_lead_there_is_refused() -> None:
    problem = instances("sudoku")[0].problem
    with pytest.raises(UnknownRouteError, match="cover, not to cnf"):
        to_cnf(problem, find_path("sudoku", "cover"))
    with pytest.raises(UnknownRouteError, match="cnf, not to cover"):
        Origin(problem, problem.forms[0], find_path("sudoku", "cnf:minimal")).reduce_to("cover")
    with pytest.raises(UnknownRouteError, match="sudoku, not to"):
        to_cnf(problem, ())


PUZZLE = Sudoku.parse("1000\n0020\n0300\n0004\n")
TEXT = to_cnf(PUZZLE, find_path("sudoku", "cnf:minimal")).format()
LINE = "c puzzle 1.....2..3.....4\n"
MODEL = next(models(Cnf.parse(TEXT)))
OUTPUT = output(MODEL)


def decoded(text: str = TEXT, printed: str = OUTPUT) -> Decoded:
    return decode(text, printed)


def test_output_in_any_dialect() -> None:
    assert decoded().answer is not None
    assert decoded().violations == ()
    true = [x for x in MODEL if x > 0]
    for printed in (
        OUTPUT.replace("\n", "\r\n"),
        "SAT\n" + " ".join(map(str, MODEL)) + " 0\n",
        "c x\ns SATISFIABLE\n" + "".join(f"v {x}\n" for x in reversed(MODEL)) + "v 0\n",
        f"s SATISFIABLE\nv {' '.join(map(str, true))} 0\n",
        # A partial model that leaves out almost everything; this puzzle has one answer.
        f"s SATISFIABLE\nv {true[5]} 0\n",
    ):
        assert decoded(printed=printed).answer == decoded().answer


def test_partial_models_are_completed_truly() -> None:
    """Completed to a model of the formula, not with any values."""
    instance = named("sudoku", "several answers")
    reduction = find_path("sudoku", "cnf:extended")
    text = to_cnf(instance.problem, reduction).format()
    for model in models(Cnf.parse(text)):
        for few in (model[:10], model[30:31], tuple(x for x in model if x < 0)):
            done = decode(text, f"s SATISFIABLE\nv {' '.join(map(str, few))} 0\n")
            assert done.answer in instance.answers


@each("at", range(64))
def test_a_model_with_one_literal_turned_round(at: int) -> None:
    """Each literal of this formula matters: an added digit breaks a rule, a missing one a cell."""
    wrong = tuple(-x if place == at else x for place, x in enumerate(MODEL))
    with pytest.raises(DecodeError, match="does not satisfy the formula: clause"):
        decoded(printed=output(wrong))


NAME = "c varname 1 r1c1=1\n"
ROUTE = "c reduction cnf:minimal\n"


@each(
    ("old", "new", "reason"),
    [
        (LINE, LINE.replace("1.", ".1"), "SHA-256"),
        (LINE, "", "SHA-256"),
        (LINE, LINE + LINE, "SHA-256"),
        ("c puzzle", "c puzzel", "SHA-256"),
        ("c sha256 ", "c sha256 0", "SHA-256"),
        ("c sha256 ", "c sha-256 ", "SHA-256"),
        (ROUTE, "", "SHA-256"),
        (ROUTE, ROUTE + "c reduction cnf:extended\n", "SHA-256"),
        (ROUTE, "c reduction cnf:maximal\n", "cannot be read"),
        ("c kind sudoku\n", "c kind chess\n", "cannot be read"),
        ("c kind sudoku\n", "c kind kakuro\n", "cannot be read"),
        (NAME, "", "variables are not those"),
        (NAME, "c varname 1 r1c1=2\n", "variables are not those"),
        (f"{NAME}c varname 2 r1c1=2\n", "c varname 2 r1c1=1\nc varname 1 r1c1=2\n",
            "variables are not those"),
        (NAME, "c varname 1 r1c1=1 \nc varname 1 x\n", "variables are not those"),
    ],
)  # fmt: skip
def test_tampered_files(old: str, new: str, reason: str) -> None:
    assert old in TEXT
    with pytest.raises(DecodeError, match=reason):
        decoded(TEXT.replace(old, new))


def test_another_reduction_is_seen_by_its_variables() -> None:
    text = to_cnf(PUZZLE, find_path("sudoku", "cover/cnf:pairwise")).format()
    changed = text.replace("c reduction cover/cnf:pairwise\n", "c reduction cnf:minimal\n")
    with pytest.raises(DecodeError, match="variables are not those"):
        decode(changed, "s SATISFIABLE\nv 1 0\n")


def with_clauses(text: str, *clauses: tuple[int, ...]) -> str:
    cnf = Cnf.parse(text)
    return Cnf(cnf.variable_count, (*cnf.clauses, *clauses), cnf.names, cnf.projection, cnf.comments).format()


def test_an_extra_blocking_clause_is_taken_and_checked() -> None:
    """A file with clauses of its own is fine; a model that breaks them is not."""
    empty = Sudoku.parse("1200\n0000\n0000\n0030\n")
    text = to_cnf(empty, find_path("sudoku", "cnf:extended")).format()
    first, second = list(models(Cnf.parse(text)))[:2]
    blocked = with_clauses(text, tuple(-x for x in first))
    with pytest.raises(DecodeError, match=f"clause {len(Cnf.parse(blocked).clauses)}"):
        decode(blocked, output(first))
    assert decode(blocked, output(second)).violations == ()


def test_dropped_clauses_do_not_hide_a_wrong_answer() -> None:
    """The file's clauses hold, so it is a model; the puzzle's own rules find what is wrong."""
    cnf = Cnf.parse(TEXT)
    units = tuple(clause for clause in cnf.clauses if len(clause) == 1)
    bare = Cnf(cnf.variable_count, units, cnf.names, cnf.projection, cnf.comments)
    model = tuple(v if (v,) in units else -v for v in range(1, 65))
    done = decode(bare.format(), output(model))
    assert done.answer is not None
    assert any("not a digit 1 to 4" in violation for violation in done.violations)


def test_a_tiling_is_checked_too() -> None:
    """A model of the digits alone: a right sudoku whose dominoes cannot be laid."""
    instance = named("sudominoku", "single cut off")
    cnf = to_cnf(instance.problem, find_path("sudominoku", "cnf:factored"))
    digits = Sudoku(2, 2, instance.problem.givens)
    sudoku = apply_path(find_path("sudoku", "cnf:extended"), digits).target
    loose = Cnf(cnf.variable_count, sudoku.clauses, cnf.names, cnf.projection, cnf.comments)
    model = next(models(sudoku))
    done = decode(loose.format(), output(model))
    assert done.violations == ("the dominoes, each used once, cannot be laid to show these digits",)


@each("printed", ["", "s SATISFIABLE\n", "s SATISFIABLE\nv 1 x 0\n", "s SATISFIABLE\nv 99 0\n"])
def test_malformed_outputs(printed: str) -> None:
    with pytest.raises(OutputError) as raised:
        decoded(printed=printed)
    assert isinstance(raised.value.error, ParseError)


@each("text", ["", "p cnf 1 1\n", "c kind sudoku\n", TEXT[:-5]])
def test_malformed_formulas(text: str) -> None:
    with pytest.raises(ParseError):
        decoded(text)


def test_a_bare_formula_is_its_own_problem() -> None:
    done = decode("p cnf 2 1\n1 2 0\n", "s SATISFIABLE\nv 1 -2 0\n")
    assert (done.problem.kind, done.answer, done.violations) == ("cnf", (1, -2), ())
    with pytest.raises(DecodeError, match="does not satisfy"):
        decode("p cnf 2 1\n1 2 0\n", "s SATISFIABLE\nv -1 -2 0\n")


@each("kind", ["sudoku", "sudominoku", "kakuro"])
def test_the_puzzle_in_the_comments_in_its_own_form(kind: str) -> None:
    """In `form`, if that can state the problem; otherwise in the form that always can."""
    problem = {
        "sudoku": PUZZLE,
        "sudominoku": Sudominoku(2, 2, (Domino(((1, 0), (1, 1)), (3, 4)),), ((0, 0), (0, 1), (0, 2), (0, 3))),
        "kakuro": instances("kakuro")[0].problem,
    }[kind]
    names = set()
    for form in type(problem).forms:
        rules = path_to(kind, "cnf")
        text = to_cnf(problem, rules, form).format()
        names.add(decode(text, "s UNKNOWN\n").form.name)
        assert decode(text, "s UNKNOWN\n").problem == problem
    assert len(names) > 1 or kind == "sudominoku"


# What is written and read of each format


def test_formats_are_listed_and_recognised(capfd: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["export", "--help"]) == 0
    shown = capfd.readouterr().out
    for name, found in FORMATS.items():
        assert found.name == name
        assert f"{name:8}  {found.about}" in shown
        assert format_of("".join(export(PUZZLE, name))) is found
    with pytest.raises(UnknownKindError, match=r"no format 'smt'; there is cnf\+, cover, dimacs"):
        export(PUZZLE, "smt")


def test_a_format_is_added(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coversat.exchange.FORMATS", dict(FORMATS))
    other = replace(FORMATS["opb"], name="opb2")
    register_format(other)
    assert list(export(PUZZLE, "opb2")) == list(export(PUZZLE, "opb"))
    with pytest.raises(ValueError, match="there is a format called 'opb2'"):
        register_format(replace(other, about=""))


COVERS = {
    "plain": "a b c\na b\nb c\nc\na\n",
    "colours": "a b | x y\na x:1\na x:2 y\nb x:2\nb y:1\n",
    "a colour that nothing gives": "a | x\na\na x:1\n",
    "names": "a b\n| option: the first\na\n| option: the second\nb\n",
    "the same items in other orders": "a b c d\na b c d\na b d c\nd b c a\n",
}


def chosen_in(name: str, cover: ExactCover, places: tuple[int, ...]) -> str:
    """What a program of that format prints: Knuth's begin an option with any of its items."""
    if name == "cover":
        rows = [str(cover.options[at]).split() for at in reversed(places)]
        return "1:\n" + "".join(f" {' '.join([*row[1:], row[0]])} (1 of 2)\n" for row in rows)
    linear = LinearCover(cover)
    shades = {shade for at in places for shade in cover.table.colours[at]}
    true = {at + 1 for at in places} | {linear.shade_variables[shade] for shade in shades}
    values = {v: v in true for v in range(1, linear.variable_count + 1)}
    if name == "opb":
        return "s SATISFIABLE\nv " + " ".join(f"{'' if value else '-'}x{v}" for v, value in values.items())
    return "".join(f"{v} x{v} * {int(value)} 0 1\n" for v, value in values.items())


@each("name", ["cover", "opb", "lp"])
@each("text", COVERS.values())
def test_a_cover_that_nothing_led_to(name: str, text: str) -> None:
    cover = ExactCover.parse(text)
    exported = "".join(export(cover, name))
    answers = [
        places
        for size in range(len(cover.options) + 1)
        for places in combinations(range(len(cover.options)), size)
        if not cover.violations(places)
    ]
    assert answers
    for places in answers:
        found = decode(exported, chosen_in(name, cover, places))
        assert (found.problem, found.answer, found.violations) == (cover, places, ())
    if name != "cover":
        assert decode(exported, "s UNSATISFIABLE\n").status == "UNSATISFIABLE"


@each("text", COVERS.values())
def test_an_opb_has_a_solution_for_each_cover(text: str) -> None:
    """All assignments are tried: a variable that nothing determines would double the solutions."""
    cover = ExactCover.parse(text)
    lines = [line for line in "".join(export(cover, "opb")).splitlines() if line[0] in "+-"]
    constraints = [
        ([(int(a), int(x)) for a, x in re.findall(r"([+-]\d+) x(\d+)", line)], *line.split()[-3:-1])
        for line in lines
    ]
    count = max(x for terms, _, _ in constraints for _, x in terms)
    compare = {"=": eq, ">=": ge}
    found = [
        values
        for values in product((0, 1), repeat=count)
        if all(
            compare[how](sum(a * values[x - 1] for a, x in terms), int(total))
            for terms, how, total in constraints
        )
    ]
    covers = {tuple(at for at in range(len(cover.options)) if values[at]) for values in found}
    assert len(covers) == len(found) > 0
    assert not any(map(cover.violations, covers))


def test_the_last_of_several_solutions() -> None:
    exported = "".join(export(ExactCover.parse(COVERS["plain"]), "cover"))
    printed = "1:\n b c (1 of 2)\n a (2 of 2)\n2:\n a b (1 of 2)\n c (1 of 2)\n"
    assert decode(exported, printed).answer == (0, 2)
    exported = "".join(export(ExactCover.parse(COVERS["plain"]), "opb"))
    printed = "o 1\nv -x1 x2 -x3 x4\no 0\nv x1 -x2\nv x3 -x4\ns OPTIMUM FOUND\n"
    assert decode(exported, printed).answer == (0, 2)


def test_options_that_programs_cannot_tell_apart_are_refused() -> None:
    for text in ("a b\na b\nb a\n", "a b c\nb c a\na b c\n", "a | x\na x:1\n| option: twin\na x:1\n"):
        with pytest.raises(ReductionError, match="options 1 and 2 are the same to Knuth's programs"):
            list(export(ExactCover.parse(text), "cover"))
        assert list(export(ExactCover.parse(text), "opb"))


def test_items_in_any_order_where_one_option_has_them() -> None:
    exported = "".join(export(ExactCover.parse("a b c d\na b c\nd\na b d c\na b c d\n"), "cover"))
    assert decode(exported, "b a c\nd\n").answer == (0, 1)
    assert decode(exported, "d c a b\n").answer == (2,)
    with pytest.raises(OutputError, match="the order of one of the 2 options"):
        decode(exported, "b a c d\n")
    with pytest.raises(OutputError, match="found nothing"):
        decode(exported, "\n")


def test_what_cannot_be_read_back_is_not_exported() -> None:
    with pytest.raises(ReductionError, match="not ASCII"):
        list(export(ExactCover.parse("\xe4 b\n\xe4 b\n"), "opb"))
    with pytest.raises(ReductionError, match="without primary items"):
        list(export(ExactCover((), ("x",), ()), "lp"))
    # Trailing spaces are lost.
    with pytest.raises(ReductionError, match="does not read back as the same"):
        list(export(ExactCover(("a",), (), (Option("name ", ("a",)),)), "opb"))


@each(
    ("printed", "found"),
    [
        ("s SATISFIABLE\nv x1 -x2 ~x3 x10\n", {1, 10}),
        ("c x9\nx1 1\nx2 0\nx3 0.99999\nx4 1e-09\n# x5 1\n", {1, 3}),
        ("     1 x1           *              1             0             1\n  2 x2 *  0 0 1\n", {1}),
        ("Optimal - objective value 0\n      0 x1                  1                       0\n", {1}),
        ("x1 0\nx2 0\n", set()),
        ("Status:     INTEGER EMPTY\n", None),
        ("Infeasible - objective value 0.00000000\n", None),
        ("Infeasible - objective value 0.00000000\n      0 x1    1    0\n", None),
        ("Integer infeasible - objective value 0.00000000\n      0 x1    1    0\n", None),
        ("solution status: infeasible\nno solution available\n", None),
        ("s UNSATISFIABLE\n", None),
    ],
)
def test_solutions_of_linear_programs(printed: str, found: set[int] | None) -> None:
    assert read_solution(printed) == ("UNSATISFIABLE" if found is None else "SATISFIABLE", found)


@each(("printed", "line"), [("", 1), ("hello\n", 1), ("s SATISFIABLE\n", 1), ("v x1\nv x2 -x1\n", 2)])
def test_malformed_solutions_of_linear_programs(printed: str, line: int) -> None:
    with pytest.raises(ParseError) as raised:
        read_solution(printed)
    assert raised.value.line == line
