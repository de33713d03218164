"""Every registered kind in every format, and back by what solvers print; by programs that are installed."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from instances import has_text, id_of, in_case, instances, projected, sampled, seen
from kinds import Instance
from test_contract import EVERY_KIND

from coversat.answering.routes import external_route
from coversat.answering.running import run
from coversat.base.errors import CoversatError, ReductionError
from coversat.exchange import FORMATS, DecodeError, OutputError, WrongModelError, decode
from coversat.exchange import pieces as export
from coversat.exchange.linear import LinearCover
from coversat.problems import KINDS, Cnf, ExactCover
from coversat.reductions import encodings_from
from coversat.reductions.paths import EncodingPath, all_paths, apply_path, path_to
from coversat.solvers import Limits, solvers_of
from coversat.solvers import found_by as solve

FORMULAS = ("dimacs", "knf", "cnf+")
REFUSALS = {
    "cover": "the same to Knuth's programs",
    "knf": "no cardinality constraints|by clauses",
    "cnf+": "no cardinality constraints|by clauses",
}
"""What a format may say of an instance that it cannot state."""
FEW = 3
"""So many answers an instance has at most here, and so many are decoded."""


def some(kind: str, turn: int) -> Iterator[Instance]:
    """Without answer, with one and with a few, other ones each turn; whose text can stand in comments."""
    for count in (0, 1, 2, 3):
        those = [i for i in instances(kind) if len(i.answers) == count and has_text(i.problem)]
        yield from those[turn % len(those) :][:1] if those else ()


def paths_from(kind: str) -> list[Path]:
    return [rules for rules in all_paths(kind) if rules]


def found(problem: Any, text: str, printed: str) -> Any:
    """The answer as it is decoded, which must be right, and of this problem."""
    done = decode(text, printed)
    assert (done.problem, done.violations) == (problem, ())
    assert not problem.violations(done.answer)
    return seen(problem, done.answer)


def printed_for(format_name: str, target: Any, answer: Any) -> str:
    """What a solver of the format prints for a model or a cover."""
    if format_name in FORMULAS:
        return "s SATISFIABLE\n" + "v " + " ".join(map(str, (*answer, 0))) + "\n"
    if format_name == "cover":
        return "\n".join(str(target.options[at]) for at in answer) + "\n"
    linear = LinearCover(target)
    shades = {linear.shade_variables[shade] for at in answer for shade in target.table.colours[at]}
    true = {*(at + 1 for at in answer), *shades}
    if format_name == "opb":
        signs = (f"{'' if v in true else '-'}x{v}" for v in range(1, linear.variable_count + 1))
        return f"s SATISFIABLE\nv {' '.join(signs)}\n"
    return "".join(f"x{v} {int(v in true)}\n" for v in range(1, linear.variable_count + 1))


@EVERY_KIND
def test_every_format_and_back(kind: str) -> None:
    for turn, rules in enumerate(paths_from(kind)):
        with in_case(id_of(rules)):
            comes_back_from_every_format(kind, rules, turn)


def comes_back_from_every_format(kind: str, rules: EncodingPath, turn: int) -> None:
    """All answers of an instance, each by the output that a solver would print for it."""
    target_kind = rules[-1].target
    formats = [name for name, one in FORMATS.items() if one.target == target_kind and name != "wcnf"]
    cases = [*enumerate(some(kind, turn if len(rules) == 1 else 0))]
    # From a formula covers are large; several steps take turns.
    one = 1 if target_kind == "cover" else turn % 3
    for number, instance in sampled(cases, f"{kind} {turn}") if len(rules) == 1 else cases[one : one + 1]:
        if instance.refuses(id_of(rules)):
            continue
        problem = instance.problem
        target = apply_path(rules, problem).target
        many = FEW if len(rules) == 1 else 0 if target_kind == "cover" else min(1, len(instance.answers))
        answers = solve(solvers_of(target_kind)[0], target, Limits(answers=many)).answers if many else ()
        # One step: every format, or a sample of them; the others take turns.
        every = sampled(formats, f"{kind} {turn} {number}")
        for name in every if len(rules) == 1 else [formats[(turn + number) % len(formats)]]:
            if name not in FORMULAS and not target.primary:
                continue
            try:
                text = "".join(export(problem, to=name, via=id_of(rules)))
            except ReductionError as refused:
                if not re.search(REFUSALS.get(name, "nothing"), str(refused)):
                    raise
                continue
            assert text.isascii()
            assert text.endswith("\n")
            shown = {found(problem, text, printed_for(name, target, answer)) for answer in answers}
            assert shown <= instance.answers
            assert projected(problem) or len(shown) == min(many, len(instance.answers))
            if name != "cover":
                assert decode(text, "s UNSATISFIABLE\n").answer is None
            if name == "dimacs":
                formula = Cnf.parse(text)
                assert (formula.variable_count, formula.clauses) == (target.variable_count, target.clauses)
            if name == "cover" and target.options:
                assert ExactCover.parse(text).sizes() == target.sizes()


@EVERY_KIND
def test_changed_outputs_are_refused(kind: str) -> None:
    """A model with one of its first literals turned round, by default a third of them, is no model, or shows
    something that the rules judge.
    """
    rules = path_to(kind, "cnf") or next(r for r in paths_from(kind) if r[-1].target == "cover")
    name = "dimacs" if rules[-1].target == "cnf" else "opb"
    refused = 0
    for instance in some(kind, 1):
        problem = instance.problem
        target = apply_path(rules, problem).target
        text = "".join(export(problem, to=name, via=id_of(rules)))
        for answer in solve(solvers_of(rules[-1].target)[0], target, Limits(answers=1)).answers:
            words = printed_for(name, target, answer).split()
            for at in sampled(range(3, min(len(words) - 1, 14)), f"{kind} {instance.name}"):
                turned = words[at][1:] if words[at].startswith("-") else "-" + words[at]
                try:
                    done = decode(
                        text, " ".join(words[:2]) + "\n" + " ".join([*words[2:at], turned, *words[at + 1 :]])
                    )
                except (DecodeError, OutputError, WrongModelError):
                    refused += 1
                else:
                    assert done.violations or seen(problem, done.answer) in instance.answers
    assert refused


@EVERY_KIND
def test_soft_givens_where_they_are_kept_apart(kind: str) -> None:
    """Or it is said that they are not."""
    apart = any(rule.givens_apart and not rule.by_cuts for rule in encodings_from(kind))
    for instance in some(kind, 0):
        problem = instance.problem
        try:
            text = "".join(export(problem, to="wcnf"))
        except ReductionError as error:
            assert not apart
            assert "apart" in str(error)  # noqa: PT017
            continue
        clauses = [line.split() for line in text.splitlines() if not line.startswith("c")]
        rules = FORMATS["wcnf"].usual_path(kind)
        assert len(rules) <= 1
        assert not any(rule.by_cuts for rule in rules)
        reduction = apply_path(rules, problem)
        givens = len(reduction.given_clauses or ())
        hard = len(reduction.target.clauses)
        assert [words[0] for words in clauses[:hard]] == ["h"] * hard
        first = reduction.target.variable_count + 1
        assert clauses[hard:] == [["1", str(selector), "0"] for selector in range(first, first + givens)]


PROGRAMS = {
    "minisat": "minisat {cnf} {model}",
    "cadical": "cadical -q {cnf}",
    "picosat": "picosat {cnf}",
    "clasp": "clasp --verbose=0 {cnf}",
    "cryptominisat5": "cryptominisat5 --verb 0 {cnf}",
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_round_trips_through_programs(program: str) -> None:
    """All answers one after the other; several formulas, of other kinds one, each by one of the programs.

    By default of a third of the kinds and formulas.
    """
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    place = list(PROGRAMS).index(program)
    turns = {kind: turn for turn, kind in enumerate(KINDS, place)}
    own = [kind for kind, turn in turns.items() if kind != "cnf" and turn % len(PROGRAMS) == 0]
    for kind in ("cnf", *sampled(own, program)):
        turn = turns[kind]
        those = [*some(kind, turn)]
        formulas = sampled(instances("cnf")[place :: len(PROGRAMS)], program)
        for instance in formulas if kind == "cnf" else [those[turn % len(those)]]:
            route = external_route(kind, None, PROGRAMS[program])
            outcome = run(instance.problem, route).findings
            assert outcome.exhausted
            assert frozenset(seen(instance.problem, a) for a in outcome.answers) == instance.answers


@pytest.mark.parametrize("kind", sampled([kind for kind in KINDS if kind != "cnf"], "programs for covers"))
def test_round_trips_through_programs_for_covers(kind: str, tmp_path: Path) -> None:
    """Pseudo-Boolean constraints by clasp, a linear program by glpsol; by default of a third of the kinds."""
    with_answers = [one for one in instances(kind) if one.answers]
    instance = min(with_answers, key=lambda one: len(one.answers))
    ran = 0
    for program, name in (("clasp", "opb"), ("glpsol", "lp")):
        if shutil.which(program) is None:
            continue
        path, solution = tmp_path / f"x.{name}", tmp_path / "solution.txt"
        path.write_text("".join(export(instance.problem, to=name)))
        words = (
            [program, "--verbose=0", str(path)]
            if name == "opb"
            else [program, "--lp", str(path), "-o", str(solution)]
        )
        done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)
        text = done.stdout if name == "opb" else solution.read_text()
        assert found(instance.problem, path.read_text(), text) in instance.answers
        ran += 1
    if not ran:
        pytest.skip("clasp and glpsol are not installed")


@EVERY_KIND
def test_every_kind_says_what_it_cannot_export(kind: str) -> None:
    for name in FORMATS:
        instance = min(some(kind, 2), key=lambda one: len(one.problem.format()))
        try:
            for _ in zip(range(3), export(instance.problem, to=name), strict=False):
                pass
        except (CoversatError, ValueError) as error:
            assert str(error)  # noqa: PT017
