"""Prompts: a puzzle of any kind in words, which reads back as the same puzzle, and whose answers score."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import command_line, exit_code
from each import each
from instances import sampled

import coversat
from coversat.kinds import BUILT_IN
from coversat.problems.recognition import read

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
KINDS = [kind.name for kind in BUILT_IN]
FORMS = ("prompt", "prompt-ko")
AKARI = "akari 2 2\n- 1\n- -\n"


def puzzles_of(kind: str) -> list[coversat.Problem]:
    """The example of a kind, and small ones in files."""
    files = [path for path in sorted((EXAMPLES / kind).glob("*")) if path.stat().st_size < 3_000]
    return [*coversat.read(coversat.example(kind)), *(one for path in files for one in coversat.read(path))]


@each("kind, form", [(kind, form) for kind in KINDS for form in FORMS])
def test_every_example_reads_back_from_its_prompt(kind: str, form: str) -> None:
    for puzzle in sampled(puzzles_of(kind), f"{kind} {form}"):
        text = coversat.convert(puzzle, form)
        for wanted in (None, kind):  # by its own words, and where the kind is stated
            found = read(text, wanted)
            assert (found.kind, found.form.name, found.problems) == (kind, form, (puzzle,))


@each("kind", KINDS)
def test_a_right_answer_in_a_reply_scores(kind: str) -> None:
    (puzzle,) = coversat.read(coversat.example(kind))
    answer = coversat.solve(puzzle).answers[0]
    score = coversat.score(coversat.convert(puzzle, "prompt"), f"So:\n\n```\n{puzzle.render(answer)}\n```\n")
    assert bool(score), score.reason


def test_a_kind_of_ones_own_states_its_docstring(tmp_path: Path) -> None:
    """Its paragraphs are the rules; a prompt, an answer and a set of them are read as for other kinds."""
    text = (EXAMPLES / "own" / "mosaic.py").read_text()
    first = "Numbers count the shaded cells among a cell and those around it."
    (tmp_path / "mosaic.py").write_text(
        text.replace(f'"""{first}"""', f'"""{first}\n\n    Be\n    patient.\n    """')
    )
    file = str(tmp_path / "mosaic.py")
    (made,) = coversat.generate(coversat.load_kind(file).kind, size=(3, 3))
    for form in FORMS:
        prompt = coversat.convert(made.problem, form)
        assert f"- {first}\n- Be patient.\n" in prompt
        assert coversat.read(prompt, file) == (made.problem,)
        with pytest.raises(coversat.InputError, match=r"expected .- Be patient"):
            coversat.read(prompt.replace("patient", "quick"), file)
        assert coversat.score(prompt, f"```\n{made.problem.render(made.answer)}\n```", kind=file)
    words = "generate", file, "--size", "3x3", "--json", "-o", str(tmp_path / "set.jsonl")
    assert command_line(*words).code == 0
    (row,) = coversat.audit(tmp_path / "set.jsonl", kind=file)
    assert (row.status, row.stored) == ("unique", "right")


EDITS = (
    ("no bulb lights another", "no bulbs touch", ":4:1: expected"),
    ("- A number in a black cell says how many bulbs share a side with it.\n", "", "expected '- A number"),
    ("\nThe puzzle:", "- Bulbs do not touch.\n\nThe puzzle:", "expected ''"),
    ("The puzzle:", "The puzzle, without bulbs in corners:", "expected 'The puzzle:'"),
    (
        "and the black cells as they are.",
        "and the black cells as they are. No two bulbs touch.",
        "expected 'End",
    ),
    ("End your reply", "Note: anti-knight.\n\nEnd your reply", "expected"),
    ("- 1\n", "- 1 -\n", ":12:5: expected"),
    ("akari 2 2", "binairo 2 2", "binairo"),
)


@each("old, new, reason", EDITS)
def test_a_prompt_that_says_anything_else_is_refused(old: str, new: str, reason: str) -> None:
    text = coversat.convert(AKARI, "prompt")
    assert old in text
    for kind in (None, "akari"):
        with pytest.raises(coversat.InputError) as caught:
            coversat.read(text.replace(old, new), kind)
        assert reason in str(caught.value)


def test_the_rules_of_a_sudoku_are_those_of_its_constraints() -> None:
    killer = (EXAMPLES / "sudoku" / "killer.txt").read_text()
    plain = coversat.convert(coversat.example("sudoku"), "prompt")
    text = coversat.convert(killer, "prompt")
    (rule,) = {*text.splitlines()} - {*plain.splitlines()} - {*killer.splitlines()} - {"." * 9}
    assert rule.startswith("- cage: ")
    with pytest.raises(coversat.InputError):
        coversat.read(text.replace(f"{rule}\n", ""))
    with pytest.raises(coversat.InputError):
        coversat.read(plain.replace("\nThe puzzle:", f"{rule}\n\nThe puzzle:"))
    with pytest.raises(coversat.InputError):
        coversat.read(plain.replace("\nThe puzzle:", f"{rule}\n\nThe puzzle:"), "sudoku")


@each("kind, size, language", [("akari", "4x4", "en"), ("queens", "5x5", "ko"), ("dominosa", "3x4", "en")])
def test_a_generated_set_is_audited_and_scored(kind: str, size: str, language: str, tmp_path: Path) -> None:
    path, replies = tmp_path / f"{kind}.jsonl", tmp_path / f"{kind}-replies.jsonl"
    made = [
        "generate",
        kind,
        "--size",
        size,
        "--count",
        "2",
        "--json",
        "--language",
        language,
        "-o",
        str(path),
    ]
    assert exit_code(made) == 0
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    assert [(row.status, row.stored) for row in coversat.audit(path)] == [("unique", "right")] * 2
    replies.write_text("".join(json.dumps({"reply": row["solution"]}) + "\n" for row in rows))
    assert exit_code(["score", str(path), str(replies)]) == 0
    first, second = rows
    for name in ("prompt", "answer", "puzzle", "kind"):
        path.write_text(
            "".join(json.dumps(row) + "\n" for row in (first, second | {name: first[name] + first[name]}))
        )
        assert [row.status for row in coversat.audit(path)] == ["unique", "error"]


def test_a_line_of_a_set_may_have_a_puzzle_and_perhaps_its_solution(tmp_path: Path) -> None:
    """Of 2x2 white cells with two diagonals as answers, and of such a board with a clue, by hand."""
    path, clue = tmp_path / "set.jsonl", "akari 2 2\n- -\n1 x\n"
    rows: list[tuple[str, str | None]] = [
        ("akari 2 2\n- -\n- -\n", "o -\n- o"),
        (clue, "o -\n1 x"),
        (clue, "- o\n1 x"),
        (clue, ""),
        (clue, None),
        (clue, "o -"),
        ("akari 2 2\n- -\n9 x\n", ""),
    ]
    lines = [{"kind": "akari", "puzzle": puzzle, "solution": solution} for puzzle, solution in rows]
    lines = [{name: value for name, value in line.items() if value is not None} for line in lines]
    path.write_text(
        "".join(json.dumps(line) + "\n" for line in [*lines, lines[0] | {"comment": "all corners"}])
    )
    found = coversat.audit(path)
    assert [row.status for row in found] == ["multiple", *["unique"] * 4, *["error"] * 3]
    assert [row.stored for row in found][:5] == ["several", "right", "wrong", "absent", "absent"]
