"""Reductions between problems: each holds what it claims; class N is only shown; ways, examples, pictures."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from command_line import command_line
from each import each
from registered_reductions import try_registered

import coversat
from coversat.answering.reduction_graph import ways
from coversat.answering.routes import Route, default_route, find_path, find_route
from coversat.answering.running import run
from coversat.base.errors import CoversatError, ReductionError, UnknownRouteError
from coversat.comparing.exhibits import draw_reductions, exhibit
from coversat.exchange import DecodeError, decode
from coversat.exchange import pieces as export
from coversat.kinds.between import reductions_between, rules
from coversat.problems import read
from coversat.reductions import _REGISTRY, Encoding, register_encoding
from coversat.reductions.paths import apply_path, end_of
from coversat.reductions.reduction import EXACT, MANY, PROJECTED
from coversat.setters.testing import reductions
from coversat.solvers import solvers_of

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
EVERY = pytest.mark.parametrize("rule", reductions_between(), ids=lambda rule: f"{rule.source}/{rule.name}")
NEVER = [rule for rule in reductions_between() if rule.keeps == MANY]
FORMULA = "3sat 3\n1 2 3\n-1 2\n-2 -3\n"


def test_there_are_reductions_of_each_class() -> None:
    classes = [rule.keeps for rule in reductions_between()]
    assert len(classes) >= 20
    assert set(classes) == {EXACT, PROJECTED, MANY}
    assert all(rule.reference and rule.about for rule in reductions_between())


@pytest.mark.thorough
@EVERY
def test_each_holds_what_it_claims(rule: Encoding[Any, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reductions, "SMALL", 150)
    monkeypatch.setattr(reductions, "RANDOM", 4)
    trial = try_registered(rule, seconds=300)
    assert trial.is_right, trial
    assert 0 < trial.satisfiable < trial.instances
    # A class that is stated too low would be no mistake that is found, but misleading.
    reached = "reached" not in {one.what for one in trial.found}
    assert reached or rule.keeps == MANY
    single = "one to one" not in {one.what for one in trial.found}
    assert single or rule.keeps != EXACT


@EVERY
def test_what_encode_fixes(rule: Encoding[Any, Any]) -> None:
    """Of an answer exactly its images; of class P there is one."""
    found = exhibit(f"{rule.source}/{rule.name}")
    reduction, target = found.reduction, found.reduction.target
    answers = run(target, default_route(target.kind)).findings.answers
    for answer in {reduction.decode(one) for one in answers}:
        if rule.keeps == MANY:
            with pytest.raises(ValueError, match="class N"):
                reduction.encode(answer)
            continue
        part = [value for row in _rows(reduction.encode(answer)) for value in row]
        images = [[value for row in _rows(one) for value in row] for one in answers]
        held = [
            reduction.decode(one)
            for one, image in zip(answers, images, strict=True)
            if all(wanted in (None, value) for wanted, value in zip(part, image, strict=False))
        ]
        assert set(held) == {answer}
        assert rule.keeps == PROJECTED or len(held) == 1


def _rows(answer: Any) -> Any:
    return answer if answer and isinstance(answer[0], tuple) else (answer,)


ROUTES = (
    *("vertexcover/cnf:mixed", "independentset/clique/vertexcover/setcover/cnf:mixed", "1in3sat/cnf:mdd"),
    *("colouring/cnf:mixed", "hamiltoniancycle/cnf:cuts", "matching3d/cnf:mixed", "subsetsum/cnf:mixed"),
    "matching3d/setpacking/independentset/cnf:mixed",
)


@each("name", ROUTES)
def test_routes_by_other_problems_find_every_answer(name: str) -> None:
    problem = read(FORMULA).problems[0]
    expected = set(run(problem, find_route("3sat", "search/meanings")).findings.answers)
    found = run(problem, find_route("3sat", name)).findings
    assert found.exhausted
    assert len(found.answers) == len(expected) == 3
    assert set(found.answers) == expected


@each("via", ["vertexcover/cnf:mixed", "subsetsum/cnf:mixed", "colouring/cnf:mixed"])
def test_commands_take_routes_by_other_problems(via: str, tmp_path: Path) -> None:
    """Counts with certificates, and an export that is decoded."""
    file = tmp_path / "puzzle.txt"
    file.write_text(FORMULA)
    done = command_line("count", str(file), "--via", via, "--certify", str(tmp_path / "proof"))
    assert done.code == 0, done.output
    assert "exactly 3" in done.output
    (folder,) = (tmp_path / "proof").iterdir()
    assert "ACCEPTED" in command_line("verify", str(folder)).stdout
    problem = read(FORMULA).problems[0]
    text = "".join(export(problem, via=via))
    target = apply_path(find_path("3sat", via), problem).target
    model = run(target, find_route("cnf", "cadical195")).findings.answers[0]
    assert not decode(text, f"s SATISFIABLE\nv {' '.join(map(str, model))} 0\n").violations


# Class N


@each("rule", NEVER, ids=lambda rule: f"{rule.source}/{rule.name}")
def test_no_route_takes_class_n(rule: Encoding[Any, Any], tmp_path: Path) -> None:
    """By name, in a longer name, by hand, and where it is hidden in a file."""
    file = str(next((EXAMPLES / rule.source).iterdir()))
    for name in (rule.name, f"{rule.name}/cnf:mixed", f"{rule.name}/cnf:mixed/cadical195"):
        with pytest.raises(UnknownRouteError, match="class N"):
            find_route(rule.source, name)
        for command in (
            ("count", file, "--via", name),
            ("check", file, "--via", name),
            ("solve", file, "--via", name),
            ("check", file, "--via", name, "--certify", str(tmp_path / "proof")),
            ("export", file, "--via", name),
            ("metrics", file, "--via", name),
        ):
            done = command_line(*command)
            assert done.code == 2, (command, done.output)
            assert "class N" in done.output
    problem = exhibit(f"{rule.source}/{rule.name}").reduction.source
    smuggled = Route(rule.source, (rule,), solvers_of(rule.target)[0])
    for ask in (coversat.count, coversat.check, coversat.solve):
        with pytest.raises(CoversatError):
            ask(problem, via=smuggled)  # type: ignore[operator]
    with pytest.raises(ReductionError, match="class N"):
        run(problem, smuggled)
    onward = find_route(rule.target, "cnf:mixed") if rule.target != "hamiltonianpath" else smuggled
    with pytest.raises(ReductionError, match="class N"):
        run(problem, onward._replace(kind=rule.source, path=(rule, *onward.path)))


def test_class_n_is_not_smuggled_into_files(tmp_path: Path) -> None:
    """A certificate and an exported file that name such a reduction are refused."""
    file = tmp_path / "puzzle.txt"
    file.write_text("3sat 2\n1\n2\n")
    assert command_line("check", str(file), "--certify", str(tmp_path / "proof")).code == 0
    (folder,) = (tmp_path / "proof").iterdir()
    summary = folder / "certificate.json"
    row = json.loads(summary.read_text())
    summary.write_text(json.dumps(row | {"reduction": "clique/cnf:mixed"}))
    done = command_line("verify", str(folder))
    assert done.code == 1
    assert "class N" in done.output
    text = "".join(export(read(file.read_text()).problems[0]))
    forged = text.replace("c reduction cnf:mixed", "c reduction naesat/cnf:mixed")
    assert forged != text
    with pytest.raises(DecodeError, match="class N"):
        decode(forged, "s UNSATISFIABLE\n")


def test_class_n_is_not_smuggled_in_by_a_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is registered, and one that only calls itself otherwise."""
    rule = rules()["3sat", "clique"]
    known = _REGISTRY._registered
    monkeypatch.setitem(known, "3sat", dict(known.get("3sat", {})))  # not registered after this test
    register_encoding(rule._replace(name="cnf:smuggled"))
    problem = read(FORMULA).problems[0]
    with pytest.raises(UnknownRouteError, match="class N"):
        find_route("3sat", "cnf:smuggled")
    with pytest.raises(ReductionError, match="class N"):
        apply_path((rule,), problem)
    monkeypatch.setattr(reductions, "SMALL", 300)
    trial = try_registered(rule._replace(keeps=EXACT))
    assert not trial.is_right
    assert "one to one" in {one.what for one in trial.found}


@pytest.mark.thorough
@each(("source", "target"), [("3sat", "vertexcover"), ("naesat", "colouring")])
def test_class_q_that_claims_p_is_caught(source: str, target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reductions, "SMALL", 300)
    monkeypatch.setattr(reductions, "RANDOM", 0)

    def without_projection(problem: Any) -> Any:
        reduction = rules()[source, target].apply(problem)
        return reduction._replace(target=reduction.target.with_projection(None))

    rule = rules()[source, target]._replace(keeps=EXACT, apply=without_projection)
    assert "one to one" in {one.what for one in try_registered(rule).found}


# Boards


def test_boards_and_graphs() -> None:
    """A sudoku becomes a precoloured graph, and the graph the same sudoku."""
    board = read((EXAMPLES / "sudoku" / "boj2239.txt").read_text()).problems[0]
    there = rules()["sudoku", "colouring"].apply(board)
    back = rules()["colouring", "sudoku"].apply(there.target)
    assert back.target == board
    assert len(there.target.graph.edges) == 810  # 20 neighbours of each of 81 cells
    found = coversat.solve(there.target).answers[0]
    assert [there.decode(found)] == list(coversat.solve(board).answers)
    square = read("latin 3\n1..\n.2.\n...\n").problems[0]
    latin = rules()["latin", "colouring"].apply(square)
    assert rules()["colouring", "latin"].apply(latin.target).target == square


REFUSED = (
    ("colouring/latin", "colouring 2\na b\n", "with vertices r1c1"),
    ("colouring/latin", "colouring 2\nr1c1 r1c2\nr2c1 r2c2\n", "not that of a Latin square"),
    ("colouring/sudoku", "colouring 2\nr1c1 r1c2\n", "no sudokus of order 2"),
    ("sudoku/colouring", "1...\n....\n....\n....\nthermo r1c1 r1c2\n", "without constraints"),
    (
        "matching3d/subsetsum",
        f"matching3d 7\n{''.join(f'{n} {n} {n}{chr(10)}' for n in range(1, 8))}",
        "digits",
    ),
)


@each(("name", "text", "words"), REFUSED)
def test_what_a_reduction_does_not_take(name: str, text: str, words: str) -> None:
    with pytest.raises(ReductionError, match=words):
        exhibit(name, read(text).problems[0])


# The command


def test_ways_between_two_kinds() -> None:
    done = command_line("routes", "3sat", "setcover")
    assert done.code == 0
    lines = [line.split() for line in done.stdout.splitlines()]
    assert ["Q", "vertexcover/setcover"] in lines
    assert ["N", "clique/vertexcover/setcover"] in lines
    for way in ways("3sat", "setcover"):
        kinds = ["3sat", *(rule.target for rule in way.path)]
        assert kinds[-1] == end_of("3sat", way.path) == "setcover"
        assert len(set(kinds)) == len(kinds)
    rows = [
        json.loads(line) for line in command_line("routes", "sudoku", "clique", "--json").stdout.splitlines()
    ]
    assert any(row["reduction"].startswith("colouring/") for row in rows)
    done = command_line("routes", "3sat", "kakuro")
    assert done.code == 1
    assert "no reductions lead from 3sat to kakuro" in done.output


@EVERY
def test_each_is_explained_on_an_example(rule: Encoding[Any, Any]) -> None:
    name = f"{rule.source}/{rule.name}"
    found = exhibit(name)
    assert found.before
    assert found.after
    done = command_line("routes", "--explain", name)
    assert done.code == 0
    assert f"class {rule.keeps}:" in done.stdout
    assert f"({rule.reference})" in done.stdout
    assert re.search(r"^before, \d+ answers?:$", done.stdout, re.MULTILINE)
    assert f"    {found.reduction.target.format().splitlines()[0]}" in done.stdout
    if rule.keeps != MANY:
        assert found.before == found.after
    ElementTree.fromstring(found.picture().svg)


def test_explain_with_a_puzzle_and_as_json(tmp_path: Path) -> None:
    file = tmp_path / "cover.txt"
    file.write_text("vertexcover 2\nx y\ny z\nz x\n")
    done = command_line("routes", "--explain", "vertexcover/hittingset", "--on", str(file), "--json")
    row = json.loads(done.stdout)
    assert (row["class"], row["before"]["answers"], row["after"]["answers"]) == ("P", 3, 3)
    assert row["after"]["puzzle"].startswith("hittingset 2\n")
    done = command_line("routes", "--explain", "sudoku/cnf:minimal")
    assert "class P" in done.stdout
    picture = tmp_path / "gadgets.svg"
    assert command_line("routes", "--explain", "3sat/hamiltoniancycle", "--draw", str(picture)).code == 0
    words = [text.text for text in ElementTree.parse(picture).getroot().iter() if text.tag.endswith("text")]
    assert {"3sat", "hamiltoniancycle", "c1.in", "x1/0.mid"} <= set(words)


MISUSE = (
    ((), "name a KIND"),
    (("3sat", "--on", "x.txt"), "name one KIND, KIND and TARGET"),
    (("3sat", "clique", "--explain", "3sat/clique"), "name one KIND, KIND and TARGET"),
    (("3sat", "clique", "cnf"), "name one KIND, KIND and TARGET"),
    (("--explain", "3sat/klique"), "did you mean 3sat/clique?"),
)


@each(("words", "message"), MISUSE)
def test_misuse_of_the_command(words: tuple[str, ...], message: str) -> None:
    done = command_line("routes", *words)
    assert done.code == 2
    assert message in done.output


def test_one_picture_of_all(tmp_path: Path) -> None:
    """Every kind is in a box, boxes do not overlap, and each reduction has its arrow."""
    picture = tmp_path / "all.svg"
    assert command_line("routes", "--draw", str(picture)).code == 0
    assert picture.read_text() == draw_reductions().svg
    root = ElementTree.parse(picture).getroot()
    boxes = [one for one in root.iter() if one.tag.endswith("rect") and one.get("rx")]
    kinds = {kind for rule in reductions_between() for kind in (rule.source, rule.target)}
    assert len(boxes) == len(kinds)
    corners = [(float(one.get("x", 0)), float(one.get("y", 0))) for one in boxes]
    assert all(
        abs(x - u) >= 134 or abs(y - v) >= 34 for at, (x, y) in enumerate(corners) for u, v in corners[:at]
    )
    words = {text.text for text in root.iter() if text.tag.endswith("text")}
    assert kinds <= words
