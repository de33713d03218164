"""Texts and pictures of every registered kind: written, read, recognised, drawn; mutants are refused."""

from __future__ import annotations

import pickle
import random
from contextlib import suppress
from typing import Any
from xml.etree import ElementTree

import pytest
from family import assert_answers_come_back, assert_texts_come_back
from instances import has_text, hold, instances, projected
from kinds import Instance
from test_contract import EVERY_KIND
from test_hostile_texts import assert_place, read_or_refuse

from coversat.base.errors import ParseError
from coversat.comparing.metrics import measure
from coversat.kinds.drawing import draw
from coversat.problems import Cnf, ExactCover, forms, read
from coversat.reductions.paths import all_paths
from coversat.solvers.cover.cover_matrix import number

PIECES = [
    *"0123456789.#|:()-\\ \t\n\rxA",
    "\n\n",
    " 0\n",
    "-1",
    "99999999999999999999",
    "\uff11",
    "\x00",
    "\u2028",
]


def text_of(problem: Any) -> str:
    return problem.format() if has_text(problem) else ""


def right_answers(instance: Instance) -> list[Any]:
    """Some of its answers, whole."""
    return [] if projected(instance.problem) else sorted(instance.answers)[:2]


def texts_and_answers_come_back(instance: Instance) -> None:
    problem = instance.problem
    if has_text(problem):
        assert_texts_come_back(problem)
    assert_answers_come_back(problem, right_answers(instance))
    for odd in ("-", "x", "0", "-1", "=", "1 1", "\n\n-\n"):
        with suppress(ParseError):
            problem.parse_answer(odd)
    for strange in ("x", 5, {}, ("x",), ((((1,),),),), (None,), (0.5,)):
        with pytest.raises(ValueError, match="no answer of this"):
            problem.checked(strange)


def mutants(text: str, chance: random.Random, count: int) -> list[str]:
    """The text with a few characters deleted, put in or replaced, or lines left out, doubled or swapped."""
    found = []
    for _ in range(count):
        lines = text.splitlines(keepends=True)
        if chance.random() < 0.3 and lines:
            one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
            lines[one : one + 1] = chance.choice(([], [lines[one]] * 2, [lines[other]]))
        made = "".join(lines)
        for _ in range(chance.randint(0, 2)):
            at = chance.randrange(len(made) + 1)
            made = made[:at] + chance.choice(("", *PIECES)) + made[at + chance.randint(0, 2) :]
        found.append(made)
    return found


def mutants_of_texts_are_refused_at_a_place(instance: Instance) -> None:
    problem = instance.problem
    chance = random.Random(instance.name)
    for mutant in mutants(text_of(problem), chance, 8):
        read_or_refuse(mutant, problem.kind)
    for mutant in mutants(text_of(problem), chance, 3):
        read_or_refuse(mutant)


def mutants_of_answers_are_refused_at_a_place_or_can_be_judged(instance: Instance) -> None:
    problem = instance.problem
    chance = random.Random(instance.name)
    for answer in right_answers(instance):
        for mutant in mutants(problem.render(answer), chance, 8):
            try:
                found = problem.parse_answer(mutant)
            except ParseError as error:
                assert_place(error, mutant.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
            else:
                problem.violations(found)


def pictures(instance: Instance) -> None:
    """Well formed, of the size that they say; an answer adds something, another answer something else."""
    problem, answers = instance.problem, right_answers(instance)
    pictures = [draw(problem), *(draw(problem, answer) for answer in answers)]
    pictures += [draw(problem, *answers)] if len(answers) == 2 else []
    for picture in pictures:
        root = ElementTree.fromstring(picture.svg)
        assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
        assert min(float(root.get("width", "0")), float(root.get("height", "0"))) > 0
    assert len({picture.svg for picture in pictures}) == len(pictures)


@EVERY_KIND
def test_metrics_of_every_reduction(kind: str) -> None:
    """Counted once more, from the formula or the cover."""
    instance = next(i for i in instances(kind) if 0 < len(i.answers) < 30)
    for rules in all_paths(kind):
        if len(rules) != 1 or rules[0].by_cuts or instance.refuses(rules[0].name):
            continue
        target = rules[0].apply(instance.problem).target
        found = measure(target)
        if target.kind == "cnf":
            expected = [target.variable_count, len(target.clauses), sum(map(len, target.clauses))]
        else:
            entries = sum(len(option.items) + len(option.colours) for option in target.options)
            expected = [len(target.primary) + len(target.secondary), len(target.options), entries]
        sizes = [found.variables_or_items, found.clauses_or_options, found.literals_or_entries]
        assert sizes == expected == list(target.sizes().values())


@EVERY_KIND
def test_what_reductions_write_is_sound(kind: str) -> None:
    """What is written in numbers, and not looked at again, stands the look that is taken at what is read."""
    for instance in instances(kind)[:6]:
        for rules in all_paths(kind):
            if len(rules) != 1 or instance.refuses(rules[0].name):
                continue
            target = rules[0].apply(instance.problem).target
            if target.kind == "cnf":
                clauses, names = tuple(target.clauses), dict(target.names)
                graphs = target.graphs
                assert Cnf(target.variable_count, clauses, names, target.projection, graphs=graphs) == target
                assert len(target.clauses) == len(clauses)
            else:
                again = ExactCover(target.primary, target.secondary, target.options, target.projection)
                assert again == target == pickle.loads(pickle.dumps(target))
                assert hash(again) == hash(target)
                assert number(again.table) == number(target.table)


@EVERY_KIND
def test_a_text_named_otherwise_is_refused_although_the_kind_is_stated(kind: str) -> None:
    text = text_of(next(one.problem for one in instances(kind) if has_text(one.problem)))
    if text.startswith(f"{kind} "):
        for other in (f"{kind}x", kind[:-1], "binairo" if kind == "tents" else "tents"):
            with pytest.raises(ParseError, match="line 1, column 1: expected"):
                read(text.replace(kind, other, 1), kind)


@EVERY_KIND
def test_a_text_with_several_problems(kind: str) -> None:
    """As 'coversat generate KIND --count 2' writes it; a mistake in the last is reported at its place."""
    problems = tuple(one.problem for one in instances(kind)[:2] if has_text(one.problem))
    for form in forms(kind):
        if not form.several or form.write is None:
            continue
        try:
            text = form.write(problems)
        except ValueError:
            continue  # the form cannot state such a problem
        assert form.read(text) == problems
        assert read(text, kind).problems == problems
        lines = text.splitlines()
        last = max((at for at, line in enumerate(lines) if line.startswith(kind)), default=0)
        if last:
            with pytest.raises(ParseError) as caught:
                form.read("\n".join([*lines[:last], f"{lines[last]} surplus", *lines[last + 1 :]]))
            assert caught.value.line == last + 1


def test_something_is_refused() -> None:
    """The mutants are not all read."""
    chance = random.Random(1)
    texts = [text_of(one.problem) for kind in ("queens", "nonogram", "kakuro") for one in instances(kind)]
    those = [mutant for text in texts for mutant in mutants(text, chance, 4)]
    refused = sum(read_or_refuse(mutant) is None for mutant in those)
    assert len(those) / 4 < refused < len(those)


def many_mutants(instance: Instance) -> None:
    problem = instance.problem
    chance = random.Random(instance.name + " many")
    for mutant in mutants(text_of(problem), chance, 150):
        read_or_refuse(mutant, problem.kind)
        read_or_refuse(mutant)


@pytest.mark.slow
@EVERY_KIND
def test_many_mutants(kind: str) -> None:
    hold((many_mutants,), kind)


CHECKS = (
    texts_and_answers_come_back,
    mutants_of_texts_are_refused_at_a_place,
    mutants_of_answers_are_refused_at_a_place_or_can_be_judged,
    pictures,
)


@EVERY_KIND
def test_what_holds_of_every_instance(kind: str) -> None:
    hold(CHECKS, kind)
