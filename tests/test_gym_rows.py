"""Rows of reasoning-gym are read by what their metadata state, and any other row is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from each import each

import coversat


def row(dataset: str, answer: Any, question: str = "In words.", **meta: Any) -> dict[str, Any]:
    about = {"source_dataset": dataset, "source_index": 0, "difficulty": {}}
    return {"question": question, "answer": answer, "metadata": {**about, **meta}}


FUTOSHIKI = row(
    "futoshiki",
    "1 < 2\n    \n2   1",
    puzzle=[[0, 0], [0, 0]],
    constraints=[[0, 0, 0, 1, "<"]],
    solution=[[1, 2], [2, 1]],
    board_size=2,
    difficulty_rating=0,
)
SIGNS = row(
    "futoshiki",
    "1 < 3   2\n    \N{LOGICAL OR}\n3   2   1\n        \N{LOGICAL AND}\n2   1   3",
    puzzle=[[0, 0, 2], [0, 0, 0], [0, 0, 0]],
    constraints=[[0, 1, 1, 1, ">"], [1, 2, 2, 2, "<"], [0, 0, 0, 1, "<"]],
    solution=[],
    board_size=3,
    difficulty_rating=0,
)
KAKURASU = row(
    "kakurasu",
    "1 0 1\n0 1 0",
    source_idx=0,
    n_rows=2,
    n_cols=3,
    p_ones=0.3,
    puzzle=[[0, 0, 0], [0, 0, 0]],
    row_sums=[4, 2],
    col_sums=[1, 2, 1],
    solution=[],
)
QUEENS = row(
    "n_queens",
    "_ Q _ _\n_ _ _ Q\nQ _ _ _\n_ _ Q _",
    puzzle=[[*"_Q__"], *([*"____"] for _ in range(3))],
    solutions=[],
    num_removed=3,
    valid_answers=[],
)
GRAPH = row(
    "graph_color",
    None,
    possible_answer={"0": 1, "1": 2, "2": 1},
    puzzle={"vertices": [0, 1, 2], "edges": [[0, 1], [1, 2]], "num_colors": 2, "color_options": [1, 2]},
    num_vertices=3,
)
ZEBRA = row(
    "zebra_puzzles",
    "bob",
    "There are 2 houses.\n - Each person has a unique name: bob, alice\n\n1. Bob is in the first house.\n\n"
    "What is Name of the person who lives in House 1??",
)
READ = [
    (FUTOSHIKI, "futoshiki", "unique", "right"),
    (SIGNS, "futoshiki", "unique", "right"),
    (KAKURASU, "kakurasu", "unique", "right"),
    (QUEENS, "queens", "unique", "right"),
    (GRAPH, "colouring", "multiple", "several"),
    (ZEBRA, "zebra", "unique", "absent"),
    ({**FUTOSHIKI, "answer": "2 1\n1 2"}, "futoshiki", "unique", "wrong"),
    ({**KAKURASU, "answer": "1 0 1\n1 0 0"}, "kakurasu", "unique", "wrong"),
    ({**QUEENS, "answer": "_ _ Q _\nQ _ _ _\n_ _ _ Q\n_ Q _ _"}, "queens", "unique", "wrong"),
]


@each("data, kind, status, stored", READ)
def test_rows_are_read_and_their_answers_checked(
    data: Any, kind: str, status: str, stored: str, tmp_path: Path
) -> None:
    path = tmp_path / "set.jsonl"
    path.write_text(json.dumps(data) + "\n")
    (found,) = coversat.audit(path)
    assert (found.kind, found.status, found.stored) == (kind, status, stored)
    assert found.unread == (["answer"] if kind == "zebra" else ["question"])


def changed(data: dict[str, Any], **meta: Any) -> dict[str, Any]:
    return {**data, "metadata": {**data["metadata"], **meta}}


def without(data: dict[str, Any], name: str) -> dict[str, Any]:
    return {**data, "metadata": {key: one for key, one in data["metadata"].items() if key != name}}


GRAPH_PUZZLE = GRAPH["metadata"]["puzzle"]
REFUSED: list[tuple[dict[str, Any], str]] = [
    (changed(FUTOSHIKI, cages=[]), "the members that reasoning-gym"),
    (without(FUTOSHIKI, "constraints"), "the members that reasoning-gym"),
    ({**FUTOSHIKI, "rules": "a knight's move apart"}, "the members that reasoning-gym"),
    (changed(FUTOSHIKI, constraints=[[0, 0, 1, 1, "<"]]), "signs between neighbours"),
    (changed(FUTOSHIKI, constraints=[[0, 1, 0, 0, "<"]]), "signs between neighbours"),
    (changed(FUTOSHIKI, constraints=[[0, 0, 0, 1, "="]]), "signs between neighbours"),
    (changed(FUTOSHIKI, constraints=[[0, 0, 0, 1, "<"], [0, 0, 0, 1, ">"]]), "expected"),
    (changed(FUTOSHIKI, constraints=[[0, 1, 0, 2, "<"]]), "no place on this board"),
    (changed(FUTOSHIKI, constraints=[[-1, 0, 0, 0, "<"]]), "no place on this board"),
    (changed(FUTOSHIKI, constraints=[[0, 0, 0]]), "expected"),
    (changed(FUTOSHIKI, constraints=7), "expected"),
    (changed(FUTOSHIKI, puzzle=[[0, 3], [0, 0]]), "no place on this board"),
    (changed(FUTOSHIKI, puzzle=[[0, 0], [0]]), "expected"),
    (changed(FUTOSHIKI, puzzle=[[0, "x"], [0, 0]]), "expected"),
    (changed(FUTOSHIKI, board_size=3), "the size that is stated"),
    (changed(KAKURASU, row_sums=[4]), "a row and a column for each sum"),
    (changed(KAKURASU, puzzle=[[0, 1, 0], [0, 0, 0]]), "a row and a column for each sum"),
    (changed(KAKURASU, col_sums=["a", 2, 1]), "expected"),
    (changed(QUEENS, puzzle=[[*"_Q_"], [*"___"]]), "expected"),
    (changed(QUEENS, puzzle=[[*"_x"], [*"__"]]), "expected"),
    (changed(QUEENS, num_removed=2), "as many queens as stated"),
    (changed(GRAPH, puzzle={**GRAPH_PUZZLE, "color_options": [1, 3]}), "the colours 1, 2 and so on"),
    (changed(GRAPH, puzzle={**GRAPH_PUZZLE, "edges": [[0, 9]]}), "edges between the vertices"),
    (changed(GRAPH, puzzle={**GRAPH_PUZZLE, "directed": True}), "the members that reasoning-gym"),
    (changed(ZEBRA, puzzle=[]), "the members that reasoning-gym"),
    ({**ZEBRA, "question": ZEBRA["question"].replace("is in", "hates")}, "expected"),
    ({**ZEBRA, "question": 7}, "expected"),
]


@each("data, reason", REFUSED)
def test_other_rows_are_refused(data: dict[str, Any], reason: str, tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    first = next(
        one for one, *_ in READ if one["metadata"]["source_dataset"] == data["metadata"]["source_dataset"]
    )
    path.write_text("".join(json.dumps(one) + "\n" for one in (first, data)))
    read, refused = coversat.audit(path)
    assert (read.status, refused.status) != ("error", "unique")
    assert refused.status == "error"
    assert reason in str(refused.message)


def test_rows_of_a_generator_without_a_kind_are_refused() -> None:
    with pytest.raises(coversat.InputError):
        coversat.read(
            json.dumps(row("survo", "7 1 8\n2 3 5\n9 4 13", puzzle=[[7, 0, 8], [0, 3, 5], [9, 4, 13]]))
        )


LATIN = {"kind": "latin", "puzzle": "latin 2\n1.\n..\n", "solution": "12\n21"}


@each("indent", [None, 1])
def test_a_list_of_objects_is_read_as_lines_are(indent: int | None, tmp_path: Path) -> None:
    """Of a kind, and of reasoning-gym; a wrong answer and a wrong object are those of their places."""
    file = tmp_path / "set.json"
    file.write_text(json.dumps([LATIN, LATIN | {"solution": "21\n12"}, {"kind": "latin"}], indent=indent))
    first, second, third = coversat.check([file])
    assert (first.status, first.stored, first.kind, first.form) == ("unique", "right", "latin", "set-list")
    assert (second.status, second.stored, second.case) == ("unique", "wrong", 2)
    assert third.status == "error"
    file.write_text(json.dumps([GRAPH], indent=indent))
    (row,) = coversat.check([file])
    assert (row.kind, row.unread) == ("colouring", ["question"])


def test_other_values_in_a_list_are_errors_of_their_own(tmp_path: Path) -> None:
    file = tmp_path / "set.json"
    file.write_text(json.dumps([LATIN, [1, LATIN], 5, "a", {}, LATIN]))
    assert [row.status for row in coversat.check([file])] == ["unique", *["error"] * 4, "unique"]


@each(
    ("text", "place"),
    [
        (json.dumps([LATIN, LATIN], indent=1) + "and more", "12:2: expected a list of JSON"),
        (json.dumps([LATIN, LATIN], indent=1).replace("},", "}"), "7:2: expected a list of JSON"),
    ],
)
def test_a_list_that_is_no_json_is_refused_at_its_place(text: str, place: str, tmp_path: Path) -> None:
    (tmp_path / "set.json").write_text(text)
    with pytest.raises(coversat.InputError, match=place):
        coversat.check(tmp_path / "set.json")
