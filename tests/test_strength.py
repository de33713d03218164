"""Propagation strength: equal to brute force and to plain unit propagation, and what is said of it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from command_line import command_line
from each import each
from instances import instances, module

import coversat
from coversat.base.deadline import Deadline
from coversat.base.errors import LimitReachedError, ReductionError, UnknownRouteError
from coversat.comparing import partial_answers
from coversat.comparing.partial_answers import Truth
from coversat.comparing.propagation import Propagator, Value, as_formula, reduced
from coversat.comparing.strength import measured_paths, strength
from coversat.comparing.witness import NoWitness, Witness, witness
from coversat.problems import KINDS, read
from coversat.reductions import AnyReduction

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
KAKURO = str(EXAMPLES / "kakuro" / "kakuro2.txt")
NONE = "11..\n....\n....\n....\n"
FOUR = "1.3.\n....\n.1..\n....\n"
NUMBERLINK = "numberlink 2 2\n1 -\n1 -\n"
EMPTY = "....\n" * 4


def follows(clauses: Sequence[tuple[int, ...]], begin: Sequence[int]) -> set[int] | None:
    """Unit propagation, clause by clause until nothing changes; None for a conflict."""
    true = set(begin)
    changed = True
    while changed:
        changed = False
        for clause in clauses:
            if not true.isdisjoint(clause):
                continue
            left = {x for x in clause if -x not in true}
            if not left:
                return None
            if len(left) == 1:
                true |= left
                changed = True
    return None if any(-x in true for x in true) else true


def plainly_excluded(reduction: AnyReduction, chosen: Sequence[Value]) -> set[Value] | None:
    """What `follows` on the reduction's clauses excludes; each value is shown by one literal."""
    shown = literals_of(reduction)
    true = follows(tuple(reduction.target.clauses), [shown[value] for value in chosen])
    return None if true is None else {value for value, literal in shown.items() if -literal in true}


def literals_of(reduction: AnyReduction) -> dict[Value, int]:
    assert reduction.places is not None
    return {
        (place.name, value): part[0]
        for place in reduction.places()
        for value, (part, *_) in place.values.items()
    }


def is_simple(reduction: AnyReduction) -> bool:
    """Whether each value of each cell is shown by one literal."""
    assert reduction.places is not None
    return all(
        place.cell is not None
        and place.empty is None
        and all(len(p) == len(p[0]) == 1 for p in place.values.values())
        for place in reduction.places()
    )


def boards(kind: str) -> Iterator[tuple[Any, AnyReduction, dict[str, Any], list[dict[str, int]]]]:
    """Each instance whose answers are grids by each reduction, with its cells, and its answers by cell."""
    read_value: Callable[[int], int] = getattr(module(kind), "place_value", int)
    for instance in instances(kind):
        for path in measured_paths(kind):
            try:
                reduction = as_formula(reduced(instance.problem, path))
            except ReductionError:
                continue
            if reduction.target.graphs or not is_simple(reduction):
                continue
            assert reduction.places is not None
            cells = {place.name: place.cell for place in reduction.places()}
            answers = [
                {name: read_value(answer[r][c]) for name, (r, c) in cells.items()}
                for answer in instance.answers
            ]
            yield instance.problem, reduction, cells, answers


GRIDS = (
    "sudoku",
    "latin",
    "kakuro",
    "suguru",
    "skyscrapers",
    "kenken",
    "binairo",
    "starbattle",
    "hitori",
    "tents",
)
QUICK = ("latin", "hitori")


def check(kind: str, chance: random.Random, count: int) -> int:
    """Compare the truth with all answers, and the propagator with plain propagation; returns the cases."""
    cases = 0
    for problem, reduction, cells, answers in boards(kind):
        if len(reduction.target.clauses) > 1500 or not cells:
            continue
        with Truth(problem) as truth, Propagator(reduction) as propagator:
            for _ in range(count):
                some = chance.sample(sorted(cells), chance.randrange(len(cells) + 1))
                model = chance.choice(answers) if answers and chance.random() < 0.8 else None
                by_cell = {
                    name: [value for place, value in propagator.values if place == name] for name in some
                }
                if not all(by_cell.values()):
                    continue
                chosen = [(name, model[name] if model else chance.choice(by_cell[name])) for name in some]
                fitting = [one for one in answers if all(one[name] == value for name, value in chosen)]
                expected = plainly_excluded(reduction, chosen)
                assert propagator.excluded(chosen) == expected, (problem, chosen)
                if not set(chosen) <= set(truth.values):
                    assert not fitting
                    continue
                assert truth.holds(chosen) == bool(fitting), (problem, chosen)
                assert fitting == [] or expected is not None, (problem, chosen)
                if fitting:
                    possible = {(name, one[name]) for one in fitting for name in cells}
                    assert truth.excluded(chosen) == set(truth.values) - possible, (problem, chosen)
                    assert expected is not None
                    assert expected.isdisjoint(possible), (problem, chosen)
                cases += 1
    return cases


@each("kind", QUICK)
def test_verdicts_are_those_of_brute_force(kind: str) -> None:
    assert check(kind, random.Random(kind), 1)


@pytest.mark.thorough
def test_ten_thousand_verdicts_are_those_of_brute_force() -> None:
    assert sum(check(kind, random.Random(kind), 25) for kind in GRIDS) >= 10_000


def test_failed_literals_find_what_units_do_not() -> None:
    """Both clauses of two literals imply x, and no unit clause says so."""
    formula = "p cnf 2 2\n1 2 0\n1 -2 0\n"
    plain, stronger = (coversat.strength(formula, samples=30, failed_literals=one) for one in (False, True))
    assert [row.reduction for row in plain] == ["cnf", "cover"]
    for weak, strong in zip(plain, stronger, strict=True):
        # Of one place or none, x is the only one excluded, and another value of a chosen place.
        assert weak.excluded is not None
        assert weak.excluded < 1
        assert strong.excluded == strong.refuted == 1
        assert weak.refuted == 1


def test_samples_are_the_same_whatever_the_reductions() -> None:
    alone = coversat.strength(KAKURO, ["cnf:sums"], samples=6)
    together = coversat.strength(KAKURO, ["cnf:combinations", "cnf:sums"], samples=6)
    assert alone[0] == together[1]
    assert together[0].reduction == "cnf:combinations"  # the stronger one comes first
    assert coversat.strength(KAKURO, ["cnf:sums"], samples=6, seed=1).all_rows != alone.all_rows


def test_a_puzzle_without_an_answer_is_only_refuted() -> None:
    found = coversat.strength(NONE, ["cnf:minimal", "cover"], samples=5)
    for row in found:
        assert row.excluded is None
        assert row.refuted == 1
    assert found.agree


def test_a_reduction_that_excludes_a_value_of_an_answer_is_wrong() -> None:
    (problem,) = read(EMPTY, "sudoku").problems
    ((right,),) = measured_paths("sudoku", ["cnf:minimal"])

    def wrong(puzzle: Any) -> AnyReduction:
        found = right.apply(puzzle)
        target = replace(found.target, clauses=(*found.target.clauses, (-1,)))
        return found._replace(target=target)

    found = strength([problem], [(right,), (right._replace(name="cnf:wrong", apply=wrong),)], samples=4)
    assert [row.wrong > 0 for row in found] == [row.reduction == "cnf:wrong" for row in found]
    assert not found.agree
    assert found.below[0].startswith("cnf:wrong: WRONG: it excludes possible values of ")


def test_what_is_not_decided_is_left_out_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    (problem,) = read(FOUR, "sudoku").problems
    number = 0

    def excluded(self: Truth, chosen: Sequence[Value]) -> set[Value]:
        nonlocal number
        number += 1
        if number % 2:
            raise LimitReachedError("3 conflicts")
        return decided(self, chosen)

    decided = Truth.excluded
    monkeypatch.setattr(partial_answers.Truth, "excluded", excluded)
    found = strength([problem], measured_paths("sudoku", ["cover"]), samples=6)
    assert (found[0].samples, found[0].undecided) == (3, 3)
    assert found.below[-1] == "3 partial answers of 1 puzzle; 3 more left out, as not decided"


class Ends(Deadline):
    """Over after so many looks at it."""

    def __init__(self, looks: int) -> None:
        super().__init__(1.0)
        self.looks = looks

    def check(self) -> None:
        self.looks -= 1
        if self.looks < 0:
            raise LimitReachedError("1 second")


def test_when_the_time_is_over_whole_puzzles_are_shown() -> None:
    problems = [read(text, "sudoku").problems[0] for text in (FOUR, EMPTY)]
    path = measured_paths("sudoku", ["cnf:minimal"])
    one = Ends(1000)
    strength(problems[:1], path, samples=1, timeout=one)
    looks = 1000 - one.looks
    found = strength(problems, path, samples=1, timeout=Ends(looks + 1))
    assert (found[0].puzzles, found[0].samples, found[0].stopped) == (1, 1, "1 second")
    assert not found.complete
    with pytest.raises(LimitReachedError):
        strength(problems, path, samples=1, timeout=Ends(1))


@each(
    ("text", "name", "said"),
    [
        ("slitherlink", "cnf:cuts", "no clause states 'one loop'"),
        ("numberlink", "cnf:verdict", "not applicable: cnf:verdict is of class V"),
        ("sudoku", "cnf:mdd", "not applicable: no constraint requires more"),
    ],
)
def test_remarks(text: str, name: str, said: str) -> None:
    puzzles = {"slitherlink": "slitherlink 2 2\n3 -\n- -\n", "sudoku": FOUR, "numberlink": NUMBERLINK}
    found = coversat.strength(coversat.read(puzzles[text], text)[0], [name], samples=2)
    assert any(said in line for line in found.below), found.below


def test_every_kind_has_a_default() -> None:
    for kind in KINDS:
        assert measured_paths(kind)


@each(
    ("words", "code", "said"),
    [
        ((KAKURO, "--routes", "search/*"), 2, "no reduction of kakuro"),
        ((KAKURO, str(EXAMPLES / "sudoku" / "boj2239.txt")), 2, "strength is of one kind"),
        ((KAKURO, "--draw", "w.svg"), 2, "--draw is for a witness"),
        ((KAKURO, "--witness", "cnf:mdd", "cnf:nothing"), 2, "no reduction or solver 'cnf:nothing'"),
        ((KAKURO, "--witness", "cnf:mdd", "cnf:sums", "--routes", "cover"), 2, "leave out --routes"),
        ((KAKURO, "--samples", "0"), 2, "0 is less than 1"),
        (
            (str(EXAMPLES / "langford" / "pairs.txt"), "--witness", "cover", "cover"),
            2,
            "name one with --case",
        ),
    ],
)
def test_refused_by_the_command(words: tuple[str, ...], code: int, said: str) -> None:
    found = command_line("strength", *words)
    assert found.code == code
    assert said in found.output


def test_the_command_prints_what_the_library_returns() -> None:
    words = ("strength", KAKURO, "--routes", "cnf:mdd,cnf:sums", "--samples", "3")
    rows = [json.loads(line) for line in command_line(*words, "--json").output.splitlines()]
    found = coversat.strength(KAKURO, ["cnf:mdd", "cnf:sums"], samples=3)
    assert rows == found.rows()
    assert command_line(*words).output == f"{found}\n"
    assert command_line(*words, "--csv").output == found.to_csv()
    assert found.to_csv().splitlines()[1].startswith("cnf:mdd,kakuro,1804,7069,17639,")
    assert [row.reduction for row in found.sorted("variables_or_items")] == ["cnf:sums", "cnf:mdd"]


# Witnesses


def test_a_witness_is_the_smallest_and_its_chain_is_sound() -> None:
    (problem,) = read("1...\n....\n....\n....\n", "sudoku").problems
    finds, misses = (measured_paths("sudoku", [name])[0] for name in ("cnf:extended", "cnf:minimal"))
    found = witness(problem, finds, misses, samples=10)
    assert isinstance(found, Witness)
    assert found.smallest
    strong, weak = reduced(problem, finds), reduced(problem, misses)
    assert found.value in (plainly_excluded(strong, found.chosen) or ())
    assert found.value not in (plainly_excluded(weak, found.chosen) or ())
    # No smaller partial answer with a completion, by brute force.
    answers = coversat.solve(problem, limit=None).answers
    cells = [(r, c) for r in range(4) for c in range(4)]
    for size in range(len(found.chosen)):
        for some in combinations(cells, size):
            for values in {tuple(answer[r][c] for r, c in some) for answer in answers}:
                chosen = [(f"r{r + 1}c{c + 1}", value) for (r, c), value in zip(some, values, strict=True)]
                assert (plainly_excluded(strong, chosen) or set()) <= (
                    plainly_excluded(weak, chosen) or set()
                )
    known = {f"{name} is {value}" for name, value in found.chosen}
    for link in found.chain:
        assert known.issuperset(link.premises)
        known.add(link.conclusion)
    assert found.chain[-1].conclusion == "{} is not {}".format(*found.value)
    assert set(found.rules) <= {group.label for group in strong.groups}
    assert found.picture.svg.startswith("<svg")


def test_no_witness_says_how_far_it_looked(tmp_path: Path) -> None:
    found = coversat.witness("langford 3", "cover", "cnf:mixed", samples=5)
    assert isinstance(found, NoWitness)
    assert found.complete
    assert str(found) == "cnf:mixed finds all that cover finds, on every partial answer"
    few = coversat.witness("langford 3", "cover", "cnf:mixed", samples=5, boards=10)
    assert isinstance(few, NoWitness)
    assert str(few).endswith("5 partial answers and on all of up to 0 values")
    with pytest.raises(ReductionError, match="no answer"):
        coversat.witness(NONE, "cnf:minimal", "cover")
    with pytest.raises(UnknownRouteError, match="no reduction"):
        coversat.witness(FOUR, "search/blanks", "cover")
    puzzle = tmp_path / "puzzle.txt"
    puzzle.write_text("langford 3\n")
    assert command_line("strength", str(puzzle), "--witness", "cover", "cnf:mixed").code == 1
    assert command_line("strength", str(puzzle), "--witness", "cover", "cnf:mixed", "--boards", "1").code == 3


def test_the_command_draws_a_witness(tmp_path: Path) -> None:
    picture = tmp_path / "w.svg"
    words = (
        "strength",
        KAKURO,
        "--witness",
        "cnf:mdd",
        "cnf:regular",
        "--samples",
        "5",
        "--draw",
        str(picture),
    )
    found = command_line(*words, "--json")
    assert found.code == 0
    row = json.loads(found.output)
    assert row["partial_answer"] == []
    assert row["chain"][-1]["conclusion"] == row["excluded"]
    assert "cnf:regular: not found" in picture.read_text("utf-8")


def test_a_witness_where_a_value_is_always_there(tmp_path: Path) -> None:
    """No literal shows it: the first reduction has decided the cell."""
    file = tmp_path / "sky.txt"
    file.write_text("skyscrapers 4\n. 2 3 .\n2 . . . . .\n. . . . . 3\n. . . . . 3\n. . . . . .\n. 3 . 2\n")
    done = command_line("strength", str(file), "--witness", "cover/cnf:remaining", "cnf:mdd")
    assert done.code == 0, done.output
    assert done.stdout.startswith("cover/cnf:remaining finds and cnf:mdd misses: r1c1 is not 1\n")
