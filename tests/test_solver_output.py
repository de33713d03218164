"""Reading what SAT solvers print: every dialect, and nothing that is not one."""

from __future__ import annotations

import io
import random
import tracemalloc
from collections.abc import Iterator
from contextlib import suppress

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st
from parsing import mistakes

from coversat.base.deadline import NEVER, Deadline
from coversat.base.errors import LimitReachedError, ParseError
from coversat.exchange import decode
from coversat.problems.cnf.rules import Cnf
from coversat.problems.cnf.solver_output import (
    SolverOutput,
    bounded_lines,
    read_solver_lines,
    read_solver_output,
)

MODEL = (1, -2, 3, -4)

SATISFIABLE = {
    "competition": "s SATISFIABLE\nv 1 -2 3 -4 0\n",
    "several v lines": "s SATISFIABLE\nv 1 -2\nv 3 -4\nv 0\n",
    "one literal a line": "s SATISFIABLE\nv 1\nv -2\nv 3\nv -4\nv 0",
    "zero missing": "s SATISFIABLE\nv 1 -2 3 -4\n",
    "any order": "s SATISFIABLE\nv -4 3 -2 1 0\n",
    "a literal twice": "s SATISFIABLE\nv 1 1 -2 3 -4 0\n",
    "model before the status": "v 1 -2 3 -4 0\ns SATISFIABLE\n",
    "comments": "c cadical\nc\ns SATISFIABLE\nc between\nv 1 -2 3 -4 0\nc end\n",
    "chatter": "WARNING: for repeatability\n| Number of variables: 4 |\ns SATISFIABLE\nv 1 -2 3 -4 0\n",
    "minisat's file": "SAT\n1 -2 3 -4 0\n",
    "long name without s": "SATISFIABLE\n1 -2 3 -4 0\n",
    "bare literals": "1 -2 3 -4 0\n",
    "CRLF": "s SATISFIABLE\r\nv 1 -2 3 -4 0\r\n",
    "CR": "s SATISFIABLE\rv 1 -2 3 -4 0\r",
    "indented": "  s SATISFIABLE \n\tv  1 -2\t3 -4 0 \n",
    "status twice": "s SATISFIABLE\nv 1 -2 3 -4 0\ns SATISFIABLE\n",
    "lower case": "s satisfiable\nv 1 -2 3 -4 0\n",
    "capitals": "s Satisfiable\nV 1 -2 3 -4 0\n",
    "z3": "sat\n1 -2 3 -4\n",
    "a list of Python": "[1, -2, 3, -4]\n",
    "a set": "{1, 3, -4, -2}\n",
    "a tuple in lines": "(1,\n -2,\n 3,\n -4)\n",
    "an array": "[ 1 -2  3 -4]\n",
}


@each("text", SATISFIABLE.values())
def test_models(text: str) -> None:
    output = read_solver_output(text, 4)
    assert (output.status, output.literals) == ("SATISFIABLE", MODEL)


def test_partial_models() -> None:
    assert read_solver_output("3 0\n", 4).literals == (3,)
    assert read_solver_output("-3\n", 4).literals == (-3,)
    assert read_solver_output("s SATISFIABLE\nv 3 0\n", 4).literals == (3,)
    # A model of no variables, and of variables that are all left out.
    assert read_solver_output("s SATISFIABLE\nv 0\n", 0).literals == ()
    assert read_solver_output("s SATISFIABLE\nv 0\n", 4).literals == ()


@each(
    ("text", "status"),
    [
        ("s UNSATISFIABLE\n", "UNSATISFIABLE"),
        ("UNSAT\n", "UNSATISFIABLE"),
        ("UNSATISFIABLE\n", "UNSATISFIABLE"),
        ("s UNKNOWN\n", "UNKNOWN"),
        ("INDET\n", "UNKNOWN"),
        ("s INDETERMINATE\n", "UNKNOWN"),
        ("s SOLUTIONS 0\n", "UNSATISFIABLE"),
        ("c only\ns UNKNOWN\nc a little\n", "UNKNOWN"),
    ],
)
def test_no_model(text: str, status: str) -> None:
    output = read_solver_output(text, 4)
    assert (output.status, output.literals) == (status, None)


MALFORMED = [
    ("o\nv 1 0\n", 1, 1, "'o' and one number"),
    ("o 3 4\nv 1 0\n", 1, 5, "'o' and one number"),
    ("o x\nv 1 0\n", 1, 3, "'o' and one number"),
    ("s SATISFIABLE\nv 1\xa02 0\n", 2, 3, "a literal"),
    ("s SATISFIABLE\nv +1 2 x\n", 2, 8, "a literal"),
    ("", 1, 1, "s SATISFIABLE"),
    ("c nothing\n", 1, 1, "s SATISFIABLE"),
    ("Segmentation fault\n", 1, 1, "s SATISFIABLE"),
    ("s SATISFIABLE\n", 1, 1, "no literals"),
    ("SAT\n", 1, 1, "no literals"),
    ("s SATISFIABLE\nv 1 2\nv 5 0\n", 3, 3, "a literal from -4 to 4"),
    ("s SATISFIABLE\nv 1 -5 0\n", 2, 5, "a literal from -4 to 4"),
    ("s SATISFIABLE\nv 99999999999999999999 0\n", 2, 3, "a literal"),
    ("s SATISFIABLE\nv 1 x 0\n", 2, 5, "a literal"),
    ("s SATISFIABLE\nv \uff11 0\n", 2, 3, "a literal"),
    ("s SATISFIABLE\nv 1 2 -1 0\n", 2, 7, "it contains 1 already"),
    ("s SATISFIABLE\nv 1 0 2\n", 2, 7, "the end of the model after 0"),
    ("s SATISFIABLE\nv 1 0\n2 0\n", 3, 1, "the end of the model after 0"),
    ("s SATISFIABLE\nv 1\nv 0 2 0\n", 3, 5, "the end of the model after 0"),
    ("s OPTIMUM FOUND\nv 01\n", 2, 3, "one digit for each of the 4 variables"),
    (f"s OPTIMUM FOUND\nv {'01' * 32}\n", 2, 3, "a digit for each of the 4 variables, found 64 digits"),
    ("s SATISFIABLE\nv 1 00\n", 2, 5, "one digit for each of the 4 variables"),
    ("s UNSATISFIABLE\nv 1 0\n", 2, 3, "no model beside UNSATISFIABLE"),
    ("s UNKNOWN\nv 1 0\n", 2, 3, "no model beside UNKNOWN"),
    ("s SATISFIABLE\ns UNSATISFIABLE\n", 2, 3, "one status; there is SATISFIABLE above"),
    ("v 1 0\ns UNSATISFIABLE\n", 1, 3, "no model beside UNSATISFIABLE"),
    ("s UNSATISFIABLE\nv 1 0\ns SATISFIABLE\n", 3, 3, "one status; there is UNSATISFIABLE above"),
    ("[1,\nx]\n", 2, 1, "a literal from -4 to 4"),
    ("[info] 4 variables\n", 1, 1, "s SATISFIABLE"),
    ("[1,\n 5]\n", 2, 2, "a literal from -4 to 4"),
    ("[1, 2, -1]\n", 1, 8, "it contains 1 already"),
    ("s UNSATISFIABLE\ns SATISFIABLE\nv 1 0\n", 2, 3, "one status; there is UNSATISFIABLE above"),
    ("s MAYBE\n", 1, 3, "SATISFIABLE, UNSATISFIABLE or UNKNOWN"),
    ("s NOT SATISFIABLE\n", 1, 3, "SATISFIABLE, UNSATISFIABLE or UNKNOWN, found 'NOT SATISFIABLE'"),
    ("s VERIFIED SATISFIABLE\n", 1, 3, "UNKNOWN, found 'VERIFIED SATISFIABLE'"),
    ("s MODEL COUNT\n64\n", 1, 3, "UNKNOWN, found 'MODEL COUNT'"),
    ("s mc 1\n", 1, 3, "UNKNOWN, found 'mc 1'"),
    ("s SOLUTIONS 2\n", 1, 1, "shows no literals"),
    # What counters print.
    ("0\n", 1, 1, "0 behind them, found a number alone"),
    ("1\n", 1, 1, "'v' before its literals"),
    ("c models\n 4\n", 2, 2, "found a number alone"),
    ("clauses\t\t804 (24)\n\n# solutions \n1\n# END\n\ntime: 0.01s\n", 1, 1, "literals and nothing else"),
    ("1 -2 0\n# END\n", 2, 1, "literals and nothing else, or 's SATISFIABLE' above them, found '# END'"),
    ("s\n", 1, 1, "SATISFIABLE, UNSATISFIABLE or UNKNOWN"),
]


@each("text", ["s SATISFIABLE\n", "s SATISFIABLE\nv\n", "SAT\nv \n"])
def test_a_formula_without_clauses_needs_no_literals(text: str) -> None:
    assert read_solver_output(text, 4, may_be_empty=True).literals == ()
    assert Cnf(2, ()).parse_answer(text) == ()
    assert decode("p cnf 2 0\n", text).answer == (-1, -2)
    with pytest.raises(ParseError, match="shows no literals"):
        Cnf(2, ((1,),)).parse_answer(text)


test_malformed = mistakes("line column reason", MALFORMED, lambda text: read_solver_output(text, 4))


@each(
    ("text", "literals", "cost"),
    [
        ("o 5\nv 1 2 3 4 0\no 3\nv 1 -2 3 -4 0\ns OPTIMUM FOUND\n", MODEL, 3),
        ("o 5\nv 1 2\nv 3 4\no 3\nv 1 -2\nv 3 -4\ns OPTIMUM FOUND\n", MODEL, 3),
        ("c Answer: 1\nv 1 2\nv 3 4 0\nc Answer: 2\nv 1 -2\nv 3 -4 0\ns SATISFIABLE\n", MODEL, None),
        ("o 5\no 4\no 3\ns OPTIMUM FOUND\nv 1010\n", MODEL, 3),
        # As clasp prints: each cost behind its model.  The end may come between the two.
        ("v 1 2 3 4 0\no 5\nv 1 -2 3 -4 0\no 3\ns OPTIMUM FOUND\n", MODEL, 3),
        ("v 1 2 3 4 0\no 5\nv 1 -2 3 -4 0\ns SATISFIABLE\n", MODEL, None),
        ("o 5\nv 1111\no 3\nv 1010\ns OPTIMUM FOUND\n", MODEL, 3),
        ("s SATISFIABLE\nv 1 -2 3 -4 0\nv\n", MODEL, None),
        # With a last status when there is no other.
        ("s SATISFIABLE\nv 1 2 3 4 0\ns SATISFIABLE\nv 1 -2 3 -4 0\ns UNSATISFIABLE\n", MODEL, None),
        ("s SATISFIABLE\nv 1 2\nv 3 4\ns SATISFIABLE\nv 1 -2\nv 3 -4\n", MODEL, None),
        ("SAT\n1 2 3 4 0\nSAT\n1 -2 3 -4 0\nUNSAT\n", MODEL, None),
        ("s SATISFIABLE\nv 1 -2 3 -4 0\ns UNKNOWN\n", MODEL, None),
        ("1 2 3 4 0\n1 -2 3 -4 0\n", MODEL, None),
        ("[[1, 2, 3, 4], [1, -2, 3, -4]]\n", MODEL, None),
        ("[1, 2, 3, 4]\n[1, -2, 3, -4]\n", MODEL, None),
        # With how many there were at the end.
        ("s SATISFIABLE\nv 1 2 3 4 0\ns SATISFIABLE\nv 1 -2 3 -4 0\ns SOLUTIONS 2\n", MODEL, None),
    ],
)
def test_of_several_models_the_last(text: str, literals: tuple[int, ...], cost: int | None) -> None:
    """As clasp and MaxSAT solvers print one for each improvement."""
    output = read_solver_output(text, 4)
    assert (output.status, output.literals, output.cost) == ("SATISFIABLE", literals, cost)


@each("count", [2, 3, 10, 11, 12, 400])
def test_a_model_as_one_word_of_zeros_and_ones(count: int) -> None:
    """As MaxSAT solvers print it since 2022."""
    chance = random.Random(count)
    for first in (1, -1):
        model = (first, *(v * chance.choice((1, -1)) for v in range(2, count + 1)))
        word = "".join("1" if literal > 0 else "0" for literal in model)
        assert read_solver_output(f"o 3\ns OPTIMUM FOUND\nv {word}\n", count).literals == model
        # Up to three digits may be a literal that there is, with zeros before it.
        for wrong in () if count < 4 else (word[1:-1] + "111", word[1:] + "2", f"{word} {word}", f"{word} 0"):
            with pytest.raises(ParseError):
                read_solver_output(f"s OPTIMUM FOUND\nv {wrong}\n", count)


def test_one_variable_is_a_literal_or_a_bit_alike() -> None:
    assert read_solver_output("s SATISFIABLE\nv 1\n", 1).literals == (1,)
    assert read_solver_output("s SATISFIABLE\nv 0\n", 1).literals == ()


@each("status", ["s OPTIMUM FOUND\n", "s SATISFIABLE\n"])
def test_costs_of_a_maxsat_solver(status: str) -> None:
    improving = "c Answer: 1\no 5\nv 1 2 3\nv 4 0\nc Answer: 2\no 3\nv -1 -2\nv 3 -4 0\n"
    for text in (
        improving + status,
        "o 5\no 3\n" + status + "v 0010\n",
        "o 5\nv 1111\no 3\nv 0010\n" + status,
    ):
        assert read_solver_output(text, 4) == SolverOutput("SATISFIABLE", (-1, -2, 3, -4), 3)
    # A cost without a model of its own belongs to the next solution, which was not shown.
    for text, cost in (
        ("v 1 0\no 3\n", 3),
        ("o 3\nv 1 0\no 2\n", 3),
        ("v 1 0\no 3\no 2\n", 3),
        ("o 18446744073709551615\nv 1 0\n", 2**64 - 1),
    ):
        assert read_solver_output(text + status, 4).cost == cost


def test_many_literals_at_once_and_one_by_one() -> None:
    """A number with a zero before it makes the reader look at each word; the model is the same."""
    chance = random.Random(5)
    model = tuple(chance.choice((v, -v)) for v in range(1, 40_001))
    words = " ".join(map(str, chance.sample(model, len(model))))
    for text in (f"v {words} 0", f"v 0{words.lstrip('-')} 0" if words[0] != "-" else words, f"v {words}"):
        assert read_solver_output(text, 40_000).literals == model
    lines = words.split(" ")
    text = "".join(f"v {' '.join(lines[at : at + 9])}\n" for at in range(0, len(lines), 9))
    assert read_solver_output(text + "v 0\n", 40_000).literals == model
    for wrong, reason in ((f"{words} {-model[7]}", "it contains"), (f"{words} 0 1", "the end of the model")):
        with pytest.raises(ParseError) as raised:
            read_solver_output(f"s SATISFIABLE\nv {wrong} 0", 40_000)
        assert reason in raised.value.reason
        assert (raised.value.line, raised.value.column) == (2, 3 + wrong.rindex(" ") + 1)


def endless(line: str) -> Iterator[str]:
    while True:
        yield line


def test_a_solver_that_prints_for_ever_is_read_within_bounds() -> None:
    with pytest.raises(ParseError) as raised:
        read_solver_lines(endless("v 1 -2 1"), 1, NEVER)  # the first line at fault ends it
    assert (raised.value.line, raised.value.column) == (1, 5)
    tracemalloc.start()
    try:
        with pytest.raises(LimitReachedError):
            read_solver_lines(endless("v 1 -2"), 2, Deadline(0.05))
        with pytest.raises(LimitReachedError):
            read_solver_lines(endless("chatter"), 2, Deadline(0.05))
        assert tracemalloc.get_traced_memory()[1] < 2**20
    finally:
        tracemalloc.stop()


def test_lines_of_a_stream_are_bounded() -> None:
    text = "s SATISFIABLE\nv 1 -2 0\n"
    assert list(bounded_lines(io.StringIO(text), 2)) == ["s SATISFIABLE", "v 1 -2 0"]
    assert list(bounded_lines(io.StringIO("v 1"), 2)) == ["v 1"]
    with pytest.raises(ParseError) as raised:
        list(bounded_lines(io.StringIO("c\n" + "v" * 2**21), 2))
    assert (raised.value.line, raised.value.column) == (2, 2**20)
    whole = "v " + "-1000000 " * 10**6
    assert list(bounded_lines(io.StringIO(whole), 10**6)) == [whole]


@st.composite
def chunked(draw: st.DrawFn) -> tuple[str, tuple[int, ...], int]:
    """A model in any order and any chunks."""
    count = draw(st.integers(1, 30))
    model = tuple(draw(st.sampled_from((v, -v))) for v in range(1, count + 1))
    words = [*map(str, draw(st.permutations(model))), "0"]
    cuts = draw(st.lists(st.integers(0, len(words)), max_size=5).map(sorted))
    lines = [words[a:b] for a, b in zip([0, *cuts], [*cuts, len(words)], strict=True)]
    gap = draw(st.sampled_from([" ", "  ", "\t"]))
    end = draw(st.sampled_from(["\n", "\r\n"]))
    text = "".join(gap.join(["v", *line]) + end for line in lines)
    return f"s SATISFIABLE{end}{text}", model, count


@given(chunked())
def test_any_chunks_and_order(case: tuple[str, tuple[int, ...], int]) -> None:
    text, model, count = case
    assert read_solver_output(text, count).literals == model


# fmt: off
LINES = st.sampled_from(
    [
        "s SATISFIABLE", "s", "v", "v 1 -2", "0", "SAT", "UNSAT", "c x", "v 1 1e3", "- 1", "--1", "v -0", "٣",
        "s s s",
    ]
)
# fmt: on


@given(st.one_of(st.text(), st.lists(LINES).map("\n".join)))
def test_any_text_gives_an_output_or_a_parse_error(text: str) -> None:
    with suppress(ParseError):
        output = read_solver_output(text, 3)
        assert (output.literals is not None) == (output.status == "SATISFIABLE")
        assert all(1 <= abs(x) <= 3 for x in output.literals or ())
