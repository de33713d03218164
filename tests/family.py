"""What the tests of every kind share: routes find all answers, and texts and answers come back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from instances import seen

from coversat.answering.questions import decide as check
from coversat.answering.questions import find_answers as solve
from coversat.answering.routes import Route
from coversat.answering.routes import all_routes as routes
from coversat.answering.running import run
from coversat.base.errors import ParseError
from coversat.problems import AnyProblem, problem_class, read
from coversat.reductions.encoders import ENCODERS
from coversat.solvers.findings import Verdict

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
ONE_SAT = "cadical195"


def family_routes(kind: str) -> list[Route]:
    """Every reduction path with one SAT solver, both cover solvers, and the direct searches."""
    return [route for route in routes(kind) if route.solver.kind != "cnf" or route.solver.name == ONE_SAT]


def found_by(route: Route, problem: AnyProblem) -> frozenset[Any]:
    """What the route's answers, which `run` judges, show; its end was seen, and nothing shown twice."""
    outcome = run(problem, route).findings
    assert outcome.exhausted
    shown = [seen(problem, answer) for answer in outcome.answers]
    assert len(set(shown)) == len(shown)
    return frozenset(shown)


def assert_routes_find(
    problem: AnyProblem, expected: frozenset[Any], chosen: Callable[[str], bool] = bool
) -> None:
    """Each route finds exactly these answers, and `solve` gives the smallest."""
    those = [route for route in family_routes(problem.kind) if chosen(route.name)]
    assert those
    for route in those:
        assert found_by(route, problem) == expected, (route.name, problem)
    assert solve(problem).answers == tuple(sorted(expected))[:1]


def assert_texts_come_back(problem: AnyProblem, answers: Iterable[Any] = ()) -> None:
    """In the form that can state everything, without the kind; and in each form that can write it."""
    text = problem.format()
    assert type(problem).parse(text) == problem
    assert type(problem).parse(text).format() == text
    assert read(text, problem.kind if problem.clash else None).problems == (problem,)
    assert text.isascii()
    assert text.endswith("\n")
    for form in type(problem).forms:
        if form.write is not None:
            try:
                written = form.write([problem])
            except ValueError as error:
                assert str(error)  # noqa: PT017
                continue
            assert form.read(written) == (problem,)
            # Another form may have the same text for it, and be asked first.
            assert read(written, problem.kind).problems == (problem,)
    assert_answers_come_back(problem, answers)


def assert_answers_come_back(problem: AnyProblem, answers: Iterable[Any]) -> None:
    """From the picture in characters, and as each form shows them; their rows of numbers differ."""
    assert not any(line != line.rstrip() for line in problem.render().splitlines())
    shown = []
    for answer in answers:
        pictures = [form.show(problem, answer, 1) for form in type(problem).forms]
        for picture in (problem.render(answer), *pictures):
            assert problem.parse_answer(picture) == answer
        assert problem.checked(answer) is answer
        rows = problem.answer_rows(answer)
        assert all(type(cell) is int for row in rows for cell in row)
        shown.append(str(rows))
    assert len({*shown}) == len(shown)


def assert_error(kind: str, text: str, line: int, column: int, expected: str) -> None:
    with pytest.raises(ParseError) as caught:
        problem_class(kind).parse(text)
    found = caught.value
    assert (found.line, found.column) == (line, column), found
    assert expected in found.reason


def assert_examples(kind: str, verdicts: dict[str, list[Verdict]]) -> None:
    """The example files of a kind: these and no others, with these verdicts, puzzle by puzzle."""
    files = sorted(path.name for path in (EXAMPLES / kind).iterdir())
    assert files == sorted(verdicts)
    for name, expected in verdicts.items():
        document = read((EXAMPLES / kind / name).read_text())
        assert {problem.kind for problem in document.problems} == {kind}
        assert [check(problem).verdict for problem in document.problems] == expected


def says_constraints(route: Route) -> bool:
    """Whether its formula is for sudokus with constraints that have several encodings."""
    return bool(route.path) and route.path[0].name.removeprefix("cnf:") in (*ENCODERS, "implied")
