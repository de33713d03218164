"""What the tests of every cover puzzle share: all routes find all answers, and texts come back.

The expected answers are found by brute force in each kind's own tests; only `violations` judges them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from coversat.answers import check, solve
from coversat.errors import ParseError
from coversat.findings import Verdict
from coversat.problems import AnyProblem, problem_class, read
from coversat.reductions.encoders import ENCODERS
from coversat.routing import Route, routes, run

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
ONE_SAT = "cadical195"


def family_routes(kind: str) -> list[Route]:
    """Every reduction path with one SAT solver, both cover solvers, and the direct searches."""
    return [route for route in routes(kind) if route.solver.kind != "cnf" or route.solver.name == ONE_SAT]


def right(problem: AnyProblem, candidates: Iterable[Any]) -> frozenset[Any]:
    return frozenset(answer for answer in candidates if not problem.violations(answer))


def assert_routes_find(
    problem: AnyProblem, expected: frozenset[Any], chosen: Callable[[str], bool] = bool
) -> None:
    """Each route finds exactly these answers, none twice, sees the end, and `solve` gives the smallest."""
    names = []
    for route in family_routes(problem.kind):
        if chosen(route.name):
            names.append(route.name)
            outcome = run(problem, route).findings
            assert outcome.exhausted
            assert len(set(outcome.answers)) == len(outcome.answers)
            assert frozenset(outcome.answers) == expected, (route.name, problem)
    assert names
    assert solve(problem).answers == tuple(sorted(expected))[:1]


def assert_texts_come_back(problem: AnyProblem, answers: Iterable[Any] = ()) -> None:
    """`parse` and `format`, recognition without a kind, and pictures of answers."""
    text = problem.format()
    assert type(problem).parse(text) == problem
    document = read(text)
    assert document.problems == (problem,)
    assert text.isascii()
    assert text.endswith("\n")
    for form in type(problem).forms:
        if form.write is not None:
            try:
                written = form.write([problem])
            except ValueError:
                continue
            assert form.recognises(written)
            assert form.read(written) == (problem,)
    assert not any(line != line.rstrip() for line in problem.render().splitlines())
    for answer in answers:
        hash(answer)
        assert problem.parse_answer(problem.render(answer)) == answer
        for form in type(problem).forms:
            assert problem.parse_answer(form.show(problem, answer, 1)) == answer
        rows = problem.answer_rows(answer)
        assert all(type(cell) is int for row in rows for cell in row)


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
    return bool(route.rules) and route.rules[0].name.removeprefix("cnf:") in (*ENCODERS, "implied")
