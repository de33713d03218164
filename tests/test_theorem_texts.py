"""Texts of puzzles are read in Coq to the rules that the models state, and other texts are refused."""

from __future__ import annotations

import random
import re
import subprocess
from collections.abc import Iterator
from typing import Any

import coq_rules
import pytest
from coq_library import LIBRARY, MODULES, compiled, compute, needs_coq, sources, text_in_coq
from example_files import EXAMPLES
from instances import in_case, instances, module

import coversat
from coversat.base.errors import CoversatError, InputError


def test_sources() -> None:
    listed = sorted(sources())
    assert listed == sorted(path.relative_to(LIBRARY).as_posix() for path in LIBRARY.rglob("*.v"))
    for name in listed:
        assert not re.search("Axiom|Parameter|Admitted", (LIBRARY / name).read_text()), name


def read_all(kind: str, problems: list[Any]) -> list[coq_rules.Stated | None]:
    return read_texts(kind, [problem.format() for problem in problems])


def read_texts(kind: str, texts: list[str]) -> list[coq_rules.Stated | None]:
    name = MODULES[kind]
    terms = [f"Kinds.{name}.read {text_in_coq(text)}" for text in texts]
    return [coq_rules.read_in_coq(value) for value in compute([f"Kinds.{name}"], terms)]


def problems_of(kind: str, drawn: int) -> list[Any]:
    """The examples, the instances of the tests, and puzzles drawn by chance."""
    chance = random.Random(kind)
    examples = (coversat.read(path.read_text())[0] for path in sorted(EXAMPLES.glob(f"{kind}/*.txt")))
    found = [*examples, *(one.problem for one in instances(kind)), *made_variants(kind, chance, drawn)]
    made = (module(kind).drawn(chance) for _ in range(drawn if kind != "sudoku" else 0))
    return [one for one in (*found, *made) if one is not None]


VARIANTS = (
    "anti-king",
    "anti-knight",
    "windoku",
    "diagonal up",
    "diagonal down",
    "thermo",
    "cage",
    "cage T",
    "regions",
)


def made_variants(kind: str, chance: random.Random, number: int) -> Iterator[Any]:
    """Sudokus with the constraints that Coq reads."""
    for _ in range(2 * number if kind == "sudoku" else 0):
        size = chance.choice([4, 6, 8, 9, 10])
        signs = "0" * 8 + "123456789A"[:size]
        lines = ["".join(chance.choice(signs) for _ in range(size)) for _ in range(size)]
        for word in chance.sample(VARIANTS, chance.randint(0, 3)):
            path = _path(size, chance)
            cells = " ".join(f"r{r + 1}c{c + 1}" for r, c in path)
            if word == "regions":
                letters = [chr(65 + at // size) for at in range(size * size)]
                if chance.random() < 0.5:  # columns
                    letters = [chr(65 + at % size) for at in range(size * size)]
                lines += [word, *("".join(letters[size * r : size * r + size]) for r in range(size))]
            elif word == "cage T":
                digits = range(1, size + 1)
                lines.append(f"cage {sum(chance.sample(digits, min(len(path), size)))} {cells}")
            else:
                lines.append(f"{word} {cells}" if word in ("thermo", "cage") else word)
        try:
            yield coversat.read("\n".join(lines) + "\n")[0]
        except CoversatError:
            continue


def _path(size: int, chance: random.Random) -> list[tuple[int, int]]:
    """A straight line, to the right or downwards."""
    r, c = chance.randrange(size), chance.randrange(size - 1)
    cells = [(r, at) for at in range(c, min(c + chance.randint(2, 4), size))]
    return cells if chance.random() < 0.5 else [(c, r) for r, c in cells]


def is_read(problem: Any) -> bool:
    """Whether Coq reads a puzzle: sudokus with other constraints, or of unusual shape, it does not."""
    if problem.kind == "sudominoku":
        return problem.size <= 4  # larger ones have thousands of rules
    if problem.kind != "sudoku":
        return True
    known = {"anti-king", "anti-knight", "windoku", "diagonal", "thermo", "cage", "regions"}
    words = [one.word for one in problem.constraints]
    if "windoku" in words and "regions" in words:
        return False  # a jigsaw has no boxes that say how large windows are
    text = problem.format()
    return set(words) <= known and words.count("regions") < 2 and not re.search("grid|boxes|digits", text)


def assert_same_rules(kind: str, drawn: int) -> None:
    problems = [one for one in problems_of(kind, drawn) if is_read(one)]
    for problem, stated in zip(problems, read_all(kind, problems), strict=True):
        with in_case(problem.format()):
            assert stated is not None
            found, expected = (
                coq_rules.canonical(stated),
                coq_rules.canonical(coq_rules.stated_by_model(problem)),
            )
            assert found == expected


@needs_coq
def test_rules_of_an_example() -> None:
    """One kind by default: compiling the library takes some seconds, once."""
    assert_same_rules("hitori", 0)


@needs_coq
@pytest.mark.thorough
@pytest.mark.parametrize("kind", MODULES)
def test_rules_are_those_of_the_model(kind: str) -> None:
    assert_same_rules(kind, 60 if kind != "sudominoku" else 0)


@needs_coq
@pytest.mark.thorough
def test_checked_again() -> None:
    """Coq's own second checker takes the compiled library, and finds no axiom in it."""
    modules = ["Coversat." + name.removesuffix(".v").replace("/", ".") for name in sources()]
    command = ["coqchk", "-silent", "-o", "-Q", str(compiled()), "Coversat", *modules]
    run = subprocess.run(command, capture_output=True, text=True, timeout=1200)
    assert run.returncode == 0, run.stderr[-2000:]
    assert "Axioms: <none>" in run.stdout + run.stderr


# ---- texts that are no puzzles ----


@needs_coq
@pytest.mark.thorough
@pytest.mark.parametrize("kind", MODULES)
def test_changed_texts(kind: str) -> None:
    """A text with a few changes is read in Coq only if it is read here too, and then to the same rules.

    What is refused here for its numbers alone (a sum of 153, a region in two parts), or for a blank line that
    is not between boxes, may be read there: no folder has such a text.
    """
    chance = random.Random(kind)
    texts = [one.format() for one in problems_of(kind, 10) if is_read(one) and len(one.format()) < 400]
    changed = list(dict.fromkeys(_changed(chance.choice(texts), chance) for _ in range(300)))
    refused = 0
    for text, stated in zip(changed, read_texts(kind, changed), strict=True):
        with in_case(text):
            if stated is None:
                refused += 1
                continue
            try:
                problem = coversat.read(text, kind=kind)[0]
            except InputError as error:
                assert any(words in str(error) for words in ("possible board", " from ", "between boxes"))  # noqa: PT017
                continue
            expected = coq_rules.canonical(coq_rules.stated_by_model(problem))
            assert coq_rules.canonical(stated) == expected
    assert refused > len(changed) // 10


def _changed(text: str, chance: random.Random) -> str:
    for _ in range(chance.randint(1, 2)):
        at = chance.randrange(len(text))
        lines = text.splitlines(keepends=True)
        match chance.randrange(4):
            case 0:
                text = text[:at] + chance.choice("0123456789-. x#\n") + text[at:]
            case 1:
                text = text[:at] + text[at + 1 :]
            case 2:
                text = text[:at] + chance.choice("0123456789-. x#ABw") + text[at + 1 :]
            case _:
                lines.pop(chance.randrange(len(lines)))
                text = "".join(lines)
        if not text:
            return "\n"
    return text
