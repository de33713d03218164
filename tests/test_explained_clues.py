"""Clues that ``explain`` proposes, for kinds whose texts have no place for values."""

from __future__ import annotations

import pytest
from each import each

from coversat import check, explain, read
from coversat.problems import AnyProblem

SLITHERLINK = "slitherlink 4 4\n. 3 . .\n. . . 2\n3 . . .\n. . 2 .\n"
KAKURO = "# # #\n\\3 . .\n\\4 . .\n"


def with_clues(problem: AnyProblem, answer: object, names: tuple[str, ...]) -> AnyProblem:
    """The puzzle with clues of an answer, by their names."""
    full = problem.clued_by(problem.held(answer))
    wanted = {*problem.given_names(), *names}
    return full.with_givens({at for at, name in enumerate(full.given_names()) if name in wanted})


@each("text", [SLITHERLINK, KAKURO])
def test_the_clues_are_enough_and_none_can_be_left_out(text: str) -> None:
    (problem,) = read(text)
    found = explain(problem)
    assert found.verdict == "multiple"
    for addition in found.additions:
        assert addition.clues
        unique = check(with_clues(problem, addition.answer, addition.clues))
        assert unique.verdict == "unique"
        assert unique.answers == (addition.answer,)
        for clue in addition.clues:
            rest = tuple(one for one in addition.clues if one != clue)
            assert check(with_clues(problem, addition.answer, rest)).verdict == "multiple"
        assert " so as well" in str(found)
    assert "has no place for givens" in str(found)


@pytest.mark.parametrize(
    "text", ["1...\n....\n....\n....\n", "# 4\\ 6\\ 8\\\n\\9 . . .\n\\9 . . .\n", "langford 3"]
)
def test_no_clues_where_values_are_givens_or_no_clue_helps(text: str) -> None:
    found = explain(text)
    assert not any(addition.clues for addition in found.additions)
