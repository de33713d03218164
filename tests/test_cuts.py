"""Formulas with graphs: what takes a formula adds cuts, takes a complete formula, or refuses."""

from __future__ import annotations

import random
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from certificate_changes import refused_at, set_summary, sign_again, summary_of
from command_line import command_line
from each import each
from instances import Instance
from kinds import boards, shadings
from test_external import RIGHT

import coversat
from coversat.answering.routes import external_route, find_path, find_route
from coversat.answering.running import run
from coversat.base.deadline import Deadline
from coversat.base.errors import ReductionError
from coversat.certificates import CertificateError, verify_certificate
from coversat.certificates import write_certificate as certify
from coversat.certificates.clausal import dimacs
from coversat.certificates.cuts import CUTS, PROOF, REFUTED, refuted
from coversat.certificates.proving import refutation_of
from coversat.certificates.statement import UndecidedError, agreement
from coversat.certificates.statement.rows import rows_of_formula
from coversat.comparing.metrics import measure
from coversat.exchange import FORMATS
from coversat.exchange import pieces as export
from coversat.kinds.pictures_matrices import draw_cnf
from coversat.problems import Hitori, Slitherlink
from coversat.problems.cnf.connectivity import CERTAIN, Connectivity
from coversat.problems.cnf.rules import Cnf
from coversat.proofs import ProofError
from coversat.proofs.cuts import checked_cuts, heading
from coversat.reductions.paths import all_paths, apply_path, path_to
from coversat.setters.explain.candidates import candidates
from coversat.setters.explain.explain import NoAnswer, OneAnswer, SeveralAnswers, explain
from coversat.setters.grade import grade
from coversat.solvers import Limits, solvers_of
from coversat.solvers import found_by as solve
from coversat.solvers.findings import Verdict
from coversat.solvers.sat.compiled_sat import CompiledSolver
from coversat.solvers.sat.model_positions import ModelPositions
from coversat.solvers.sat.sat import blocking_clause
from coversat.solvers.solver import Meter


def hitori(name: str, *rows: str) -> Instance:
    return next(boards(Hitori, {name: " / ".join(rows)}, shadings))


def slitherlink(name: str, *rows: str) -> Instance:
    return next(boards(Slitherlink, {name: " / ".join(rows)}, shadings))


NONE = hitori("none", "1 2 1", "2 1 1", "1 1 2")
FREE = hitori("free", "- - -", "- - -", "- - -")
UNIQUE = slitherlink("unique", "2 - - 2", "- 3 - -", "2 - 1 -")
LOOPS = slitherlink("loops", "- - -", "- 2 -", "- - -")
EACH = [NONE, FREE, UNIQUE, LOOPS]
SEVERAL = "use cnf:elimination or cnf:distances"


def by_cuts(problem: Any) -> Cnf:
    formula = apply_path(find_path(problem.kind, "cnf:cuts"), problem).target
    assert isinstance(formula, Cnf)
    assert formula.graphs
    return formula


@pytest.mark.thorough
@pytest.mark.parametrize("solver", solvers_of("cnf"), ids=lambda one: one.name)
def test_every_solver_finds_the_connected_models(solver: Any) -> None:
    for one in (NONE, UNIQUE, LOOPS) if getattr(solver, "keeps", True) else (NONE, UNIQUE):
        formula = by_cuts(one.problem)
        found = solve(solver, formula).answers
        reduction = apply_path(find_path(one.problem.kind, "cnf:cuts"), one.problem)
        assert {reduction.decode(model) for model in found} == one.answers
        assert len(found) == len(one.answers)


REFUSING: dict[str, Callable[[Any, Path], object]] = {
    "a text": lambda problem, path: by_cuts(problem).format(),
    "a picture": lambda problem, path: draw_cnf(by_cuts(problem), None, None),
    "positions": lambda problem, path: ModelPositions(by_cuts(problem), Meter(Limits())),
    "a cover": lambda problem, path: find_route(problem.kind, "cnf:cuts/cover").reduce(problem),
    "metrics": lambda problem, path: measure(by_cuts(problem)),
    "a formula of its own": lambda problem, path: list(export(by_cuts(problem))),
    **{
        name: lambda problem, path, name=name, via=via: list(export(problem, name, via))
        for name, via in {"opb": "cnf:cuts/cover", "lp": "cnf:cuts/cover"}.items()
    },
    **{
        proof: lambda problem, path, proof=proof: certify(
            problem, path / "c", find_path(problem.kind, "cnf:cuts"), proof=proof
        )
        for proof in ("drup", "lrat", "graph")
    },
}
"""What reads clauses only."""


@each("name", REFUSING)
def test_what_reads_clauses_only_refuses_graphs_and_names_other_encodings(name: str, tmp_path: Path) -> None:
    for one in (NONE, FREE, UNIQUE):
        with pytest.raises(ReductionError, match=SEVERAL):
            REFUSING[name](one.problem, tmp_path)


def test_givens_are_not_soft() -> None:
    for name in ("cnf:cuts", "cnf:elimination", None):
        with pytest.raises(ReductionError, match="does not keep the givens apart"):
            list(export(NONE.problem, "wcnf", name))


def test_defaults_of_what_needs_a_complete_formula() -> None:
    """No path leads on from a formula with graphs."""
    for problem in (NONE.problem, slitherlink("two cells", "- 3").problem):
        kind = problem.kind
        assert [rule.by_cuts for rule in path_to(kind, "cnf")] == [True]
        for target in ("cnf", "cover"):
            assert not any(rule.by_cuts for rule in path_to(kind, target, complete=True))
        for path in all_paths(kind):
            assert not any(rule.by_cuts for rule in path[:-1])
        for name, form in FORMATS.items():
            if name not in ("wcnf", "minizinc", "text", "knf", "cnf+"):
                text = "".join(export(problem, name))
                way = "cnf:elimination" if name == "dimacs" else "cnf:elimination/cover"
                assert f"reduction {way}\n" in text
                assert not any(rule.by_cuts for rule in form.usual_path(kind))


@pytest.mark.thorough
@each("one", EACH, ids=lambda one: one.name)
def test_certificates_by_each_form(one: Any, tmp_path: Path) -> None:
    """Verdicts, and numbers where the form can state them."""
    verdict = (Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE)[min(len(one.answers), 2)]
    few = len(one.answers) < 30
    forms = [(None, False), ("drup", False), ("lrat", False), (None, few), ("cuts", few)]
    forms += [("graph", True), ("enumeration", True)] if one is NONE else []
    for at, (proof, counting) in enumerate(forms):
        folder = tmp_path / str(at)
        found = certify(one.problem, folder, proof=proof, counting=counting)
        assert found.verdict is verdict
        assert found.at_least == (len(one.answers) if counting else min(len(one.answers), 2))
        report = verify_certificate(folder)
        assert report.accepted, report.checks
        assert report.count == (found.at_least if counting else None)
        if counting or verdict is not Verdict.MULTIPLE:
            assert summary_of(folder)["proof"] == (proof or "cuts")


def test_what_verify_says_of_cuts(tmp_path: Path) -> None:
    certify(NONE.problem, tmp_path / "c")
    (said,) = (str(check) for check in verify_certificate(tmp_path / "c").checks if check.what == "the cuts")
    assert re.fullmatch(
        r"ok: the cuts: [1-9] clauses; in each, removing the border separates its two ends", said
    )


@pytest.mark.thorough
@each("one", [UNIQUE, LOOPS, FREE], ids=lambda one: one.name)
def test_a_cut_that_excludes_an_answer_is_refused(one: Any, tmp_path: Path) -> None:
    """One answer fewer is claimed, with a correct proof from a cut that only this answer's graph refutes."""
    chance = random.Random(one.name)
    reduction = apply_path(find_path(one.problem.kind, "cnf:cuts"), one.problem)
    formula: Cnf = reduction.target
    (graph,) = formula.graphs
    folder = tmp_path / "c"
    certify(one.problem, folder, proof="cuts", counting=True)
    models = solve(solvers_of("cnf")[0], formula).answers
    text = (folder / CUTS).read_text()
    cuts = list(checked_cuts(formula.graphs, text))
    tried = 0
    for model in chance.sample(models, min(len(models), 12)):
        true = graph.true_elements(model)
        ends = [at for at, literal in enumerate(graph.literals) if true[at] and literal is not None]
        border = [at for at, literal in enumerate(graph.literals) if not true[at] and literal]
        for _ in range(3 if len(ends) > 1 else 0):
            a, z = chance.sample(ends, 2)
            line = " ".join(map(str, (1, a + 1, z + 1, *(at + 1 for at in border))))
            clause = tuple(
                [-x for at in (a, z) if (x := graph.literals[at])] + [graph.literals[at] for at in border]
            )
            blocking = [blocking_clause(formula, other) for other in models if other != model]
            clauses = (*formula.clauses, *cuts, clause, *blocking)
            proof = refutation_of(refuted(formula, clauses), Meter(Limits()))
            (folder / CUTS).write_text(f"{text}{line}\n")
            (folder / REFUTED).write_bytes(dimacs(refuted(formula, clauses)))
            (folder / PROOF).write_bytes(proof.drup())
            count = len(models) - 1
            set_summary(count=count, verdict=("none", "unique", "multiple")[min(count, 2)])(folder)
            if not count:
                summary = summary_of(folder)
                summary["files"].pop("answers.txt", None)
                set_summary(**summary)(folder)
            sign_again(folder)
            assert refused_at(folder) == "the cuts"
            tried += 1
    assert tried


def graphs_by_chance(chance: random.Random) -> Connectivity:
    """At most six elements; a few are certain or need not be connected, and there may be roots."""
    size = chance.randint(2, 6)
    links = [pair for pair in combinations(range(size), 2) if chance.random() < 0.4]
    neighbours = tuple(tuple(b if a == at else a for a, b in links if at in (a, b)) for at in range(size))
    literals = tuple(
        chance.choice((None, CERTAIN)) if chance.random() < 0.2 else at + 1 for at in range(size)
    )
    named = [at for at, literal in enumerate(literals) if literal]
    roots = tuple(sorted(chance.sample(named, min(len(named), 2)))) if chance.random() < 0.3 else ()
    unless = (size + 1,) if chance.random() < 0.2 else ()
    return Connectivity("a graph", literals, neighbours, roots, unless)


def connected(graph: Connectivity, true: set[int]) -> bool:
    """By definition, from the closure of the relation of being neighbours; `true` are elements."""
    reach = {(a, b) for a in true for b in graph.neighbours[a] if b in true} | {(a, a) for a in true}
    while more := {(a, d) for a, b in reach for c, d in reach if b == c} - reach:
        reach |= more
    ends = [at for at in true if graph.literals[at] is not None]
    if graph.roots:
        return all(any((at, root) in reach for root in graph.roots if root in true) for at in ends)
    return all((a, b) in reach for a, b in combinations(ends, 2))


def test_cuts_by_chance_against_the_definition_of_connectivity() -> None:
    """An accepted cut holds in every connected assignment."""
    chance, agreed, refusals = random.Random(7), 0, 0
    for _ in range(3000):
        graph = graphs_by_chance(chance)
        size = len(graph.literals)
        a, z = chance.randrange(size), chance.randrange(-1, size)
        border = chance.sample(range(size), chance.randint(0, size - 1))
        line = " ".join(map(str, (1, a + 1, z + 1, *(at + 1 for at in border))))
        try:
            (clause,) = checked_cuts([graph], "\n".join([*heading([graph]), line, ""]))
        except ProofError:
            refusals += 1
            continue
        agreed += 1
        free = [at for at, literal in enumerate(graph.literals) if literal]
        passed = [at for at in range(size) if at not in free]
        for values in product((True, False), repeat=len(free)):
            true = {*passed, *(at for at, value in zip(free, values, strict=True) if value)}
            held = {at + 1 if at in true else -at - 1 for at in free} | {-(size + 1)}
            assert not connected(graph, true) or not held.isdisjoint(clause)
    assert agreed > 100
    assert refusals > 100


MALFORMED = {
    "no heading": lambda text: text.split("\n", 1)[1],
    "another label": lambda text: text.replace("connected", "in pieces", 1),
    "no line end": lambda text: text.rstrip("\n"),
    "a graph too many": lambda text: text.replace("\n1 ", "\n2 ", 1),
    "an element too many": lambda text: re.sub(r"(\n1 \d+ \d+)", r"\g<1> 10", text, count=1),
    "a leading zero": lambda text: re.sub(r"(\n1 )", r"\g<1>0", text, count=1),
    "two spaces": lambda text: text.replace("\n1 ", "\n1  ", 1),
    "no border": lambda text: re.sub(r"(\n1 \d+ \d+).*", r"\1", text, count=1),
    "an element twice": lambda text: re.sub(r"(\n1 \d+ \d+ )(\d+)", r"\1\2 \2", text, count=1),
    "no second end": lambda text: re.sub(r"(\n1 \d+) \d+", r"\1 0", text, count=1),
    "one element is both ends": lambda text: re.sub(r"(\n1) (\d+) \d+", r"\1 \2 \2", text, count=1),
}


@each("name", MALFORMED)
def test_malformed_cuts(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "c"
    certify(NONE.problem, folder)
    text = (folder / CUTS).read_text()
    changed = MALFORMED[name](text)
    assert changed != text
    (folder / CUTS).write_text(changed)
    sign_again(folder)
    assert refused_at(folder) == "the cuts"


# Other programs


def test_decode_writes_the_clauses_that_a_model_in_pieces_breaks(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    exported, printed, more = (tmp_path / name for name in ("p.cnf", "m.txt", "more.txt"))
    exported.write_text("".join(export(FREE.problem, via="cnf:cuts")))
    assert "c not stated by clauses: cells that are not shaded are connected\n" in exported.read_text()
    printed.write_text("s SATISFIABLE\nv 1 -2 3 -4 5 6 7 8 9 0\n")
    refused = command_line("decode", str(exported), str(printed), "--cuts", str(exported))
    assert (refused.code, refused.stderr.count("\n"), "overwrite" in refused.stderr) == (2, 1, True)
    done = command_line("decode", str(exported), str(printed), "--cuts", str(more))
    assert done.code == 3
    assert done.stderr == (
        f"{printed}: the model is in several pieces, which the formula does not exclude "
        f"(cells that are not shaded are not connected: 2 pieces); {more} has 1 clause to append\n"
    )
    assert more.read_text() == "-1 -3 2 4 0\n"
    head, _, clauses = exported.read_text().partition("p cnf ")
    first, _, rest = clauses.partition("\n")
    variables, count = first.split()
    exported.write_text(f"{head}p cnf {variables} {int(count) + 1}\n{rest}{more.read_text()}")
    done = command_line("decode", str(exported), str(printed))
    assert done.code == 1
    assert "does not satisfy the formula" in done.stderr
    printed.write_text("s SATISFIABLE\nv 1 2 3 -4 5 6 7 8 9 0\n")
    assert command_line("decode", str(exported), str(printed), "--cuts", str(more)).code == 0
    assert more.read_text() == ""


@pytest.mark.thorough
def test_programs_get_the_cuts(tmp_path: Path) -> None:
    solver = tmp_path / "solver.py"
    solver.write_text(RIGHT)
    command = f"{shlex.quote(sys.executable)} {shlex.quote(str(solver))} {{cnf}}"
    for one in (NONE, hitori("two rows", "1 - 1 -", "- 2 - 2")):
        route = external_route(one.problem.kind, "cnf:cuts", command)
        found = run(one.problem, route).findings
        assert frozenset(found.answers) == one.answers
        assert found.exhausted
    assert run(NONE.problem, external_route("hitori", "cnf:cuts", command)).findings.effort["cuts"] > 0


def test_unit_propagation_of_cadical_is_never_used() -> None:
    """After a call of `solve`, it reports conflicts that are none (PySAT's CaDiCaL 1.5.3 and 1.9.5)."""
    for solver in solvers_of("cnf"):
        if solver.name.startswith("cadical"):
            with CompiledSolver(solver.name) as made, pytest.raises(AttributeError):
                made.propagated([1])
    package = Path(coversat.__file__).parent
    call = re.compile(r"[\"']propagate[\"']|\.propagate\(")
    using = [path.name for path in package.rglob("*.py") if call.search(path.read_text())]
    assert using == ["compiled_sat.py"]


# Setters


@each("one", EACH, ids=lambda one: one.name)
def test_candidates_are_those_of_cells(one: Any) -> None:
    found = candidates(one.problem)
    expected = {
        (r, c): tuple(sorted({answer[r][c] for answer in one.answers})) for r, c in one.problem.cells()
    }
    assert found.exact
    assert found.by_cell() == expected


def test_grades_are_those_of_one_answer_only() -> None:
    """What propagation finds holds in every answer; cutting off counts as propagation."""
    line = hitori("a line", "1 1 2 1 1")
    for one in (*EACH, line):
        found = grade(one.problem)
        assert (found.outcome == "none") <= (not one.answers)
        assert (found.outcome == "solved") <= (len(one.answers) == 1)
        for step in found.steps if one.answers else ():
            assert step.place.cell is not None
            r, c = step.place.cell
            held = {answer[r][c] for answer in one.answers}
            assert held.isdisjoint(step.refuted)
            assert step.value is None or held == {step.value}
    assert grade(NONE.problem).outcome == "none"


def clash(problem: Any, keep: tuple[int, ...], answers: Any) -> bool:
    return not [one for one in answers if not problem.with_givens(keep).violations(one)]


def test_explanations() -> None:
    found = explain(NONE.problem)
    assert isinstance(found, NoAnswer)
    assert found.checked
    assert found.clash
    assert found.rules is not None
    assert "cells that are not shaded are connected" in found.rules
    impossible = slitherlink("impossible", "3 - 0 - 3")
    found = explain(impossible.problem)
    assert isinstance(found, NoAnswer)
    assert found.checked
    assert {"clue 3 at r1c1", "clue 0 at r1c3"} >= {words for _, words in found.clash or ()} or found.clash
    assert found.rules is not None
    assert "one loop" in found.rules
    assert not set(found.rules) & set(impossible.problem.given_names())


def test_what_makes_a_puzzle_unique() -> None:
    several = explain(LOOPS.problem)
    assert isinstance(several, SeveralAnswers)
    for addition in several.additions:
        assert addition.fewest
        facts = {fact.cell: fact.value for fact in addition.facts or ()}
        left = [answer for answer in LOOPS.answers if all(answer[r][c] == v for (r, c), v in facts.items())]
        assert left == [addition.answer]
    assert several.pair.proven
    assert len(several.pair.differing) == max(
        sum(x != y for one, two in zip(p, q, strict=True) for x, y in zip(one, two, strict=True))
        for p, q in combinations(LOOPS.answers, 2)
    )
    one = explain(UNIQUE.problem, minimise=True)
    assert isinstance(one, OneAnswer)
    assert one.checked
    assert one.minimal is not None


# The rules


@pytest.mark.thorough
@each("one", [NONE, UNIQUE], ids=lambda one: one.name)
def test_deep_verification(one: Any, tmp_path: Path) -> None:
    certify(one.problem, tmp_path / "c")
    report = verify_certificate(tmp_path / "c", deep=True)
    assert report.accepted, report.checks
    assert re.search("agree on (512|4096) grids", report.checks[-1].detail)


@each("one", [hitori("small", "1 - 1", "- 2 2"), slitherlink("small", "2 -", "- -")])
def test_deep_verification_refuses_what_has_other_answers(one: Any) -> None:
    """A clause left out, or a literal turned round; another solver says whether the answers are others."""
    chance = random.Random(5)
    reduction = apply_path(find_path(one.problem.kind, "cnf:cuts"), one.problem)
    formula: Cnf = reduction.target
    refusals = 0
    for _ in range(16):
        clauses = list(formula.clauses)
        at = chance.randrange(len(clauses))
        clauses[at : at + 1] = () if chance.random() < 0.7 else [tuple(-x for x in clauses[at])]
        changed = replace(formula, clauses=tuple(clauses))
        found = [reduction.decode(model) for model in solve(solvers_of("cnf")[0], changed).answers]
        stated = rows_of_formula(changed, reduction)
        try:
            agreement(one.problem, stated, Deadline(60))
        except CertificateError:
            refusals += 1
            assert set(found) != one.answers or len(found) != len(one.answers)
        except UndecidedError:
            pass
        else:
            assert set(found) == one.answers
    assert refusals


def test_deep_verification_knows_the_graphs() -> None:
    """A graph with a link too few or too many is not that of the rules."""
    reduction = apply_path(find_path("hitori", "cnf:cuts"), FREE.problem)
    stated = rows_of_formula(reduction.target, reduction)
    (graph,) = stated.graphs
    for neighbours in ((graph.neighbours[0][:1], *graph.neighbours[1:]), ((1, 2, 3), *graph.neighbours[1:])):
        with pytest.raises(UndecidedError):
            agreement(
                FREE.problem, stated._replace(graphs=(graph._replace(neighbours=neighbours),)), Deadline(60)
            )


# Batches and comparisons


def test_batches_parts_and_comparisons(tmp_path: Path) -> None:
    files = []
    for at, one in enumerate((NONE, UNIQUE, LOOPS)):
        files.append(tmp_path / f"{at}.txt")
        files[-1].write_text(one.problem.format())
    done = command_line("check", *map(str, files), "--jobs", "2", "--brief")
    assert [line.split()[0] for line in done.stdout.splitlines() if line[:1].isupper()] == [
        "NONE",
        "UNIQUE",
        "MULTIPLE",
    ]
    for route in ("cnf:cuts/cadical195", "cnf:cuts/minisat22"):
        done = command_line("count", str(files[2]), "--via", route, "--jobs", "2")
        assert done.stdout.startswith(f"exactly {len(LOOPS.answers)} "), done.stdout
    done = command_line("compare", str(files[1]), "--routes", "cnf:*/cadical195")
    assert done.code == 0, done.output
    for name in ("cnf:cuts", "cnf:elimination", "cnf:distances"):
        assert f"{name}/cadical195" in done.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is full")
def test_cuts_are_written_when_all_is_printed(tmp_path: Path) -> None:
    """A run that cannot print its result leaves no file of cuts."""
    exported, printed, more = (tmp_path / name for name in ("x.cnf", "m.txt", "more.txt"))
    exported.write_text("".join(export(FREE.problem, via="cnf:cuts")))
    printed.write_text("s UNSATISFIABLE\n")
    words = [sys.executable, "-m", "coversat", "decode", str(exported), str(printed), "--cuts", str(more)]
    with open("/dev/full", "w") as full:
        assert subprocess.run(words, stderr=full, check=False).returncode == 2
    assert not more.exists()
