"""Cube and conquer: cubes cover everything, verdicts are those of one solver, joined proofs are proofs."""

from __future__ import annotations

import json
import pickle
import random
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from command_line import command_line
from each import each
from formulas import is_proof, model_count, pigeonhole, random_clauses, text_steps
from instances import instances, seen

import coversat
from coversat.answering.parts import divide
from coversat.answering.parts import run as running
from coversat.answering.parts.answering import in_parts
from coversat.answering.parts.cubes import CubeSearch, CubeWorker, Lookahead, growth, refutation
from coversat.answering.parts.divide import Workers, answers_of
from coversat.answering.parts.ledger import DividedSearch, Ledger, Part, PartResult
from coversat.answering.parts.run import Bundle, do, run_bundle
from coversat.answering.routes import find_path, find_route
from coversat.base.errors import SolverError
from coversat.base.executor import Processes, Task
from coversat.certificates import proving as cube_proofs
from coversat.certificates.proving import ProofSearch, prove_in_parts, without_cube
from coversat.problems import KINDS, read
from coversat.problems.cnf.rules import Cnf
from coversat.proofs import check_drup
from coversat.proofs.drup import check_cubes
from coversat.reductions.paths import apply_path, path_to
from coversat.solvers import NO_LIMITS, Limits
from coversat.solvers.sat.sat import SAT_SOLVERS
from coversat.solvers.solver import Meter

CELL = ((1, 2, 3), (-1, -2), (-1, -3), (-2, -3))
"""One of three values."""


def random_cnf(chance: random.Random, variables: int, clauses: int) -> Cnf:
    shown = tuple(range(1, variables - 1)) if chance.random() < 0.3 else None
    return Cnf(variables, random_clauses(chance, variables, clauses), projection=shown)


def in_cube(formula: Cnf, cube: tuple[int, ...]) -> Cnf:
    return replace(formula, clauses=(*formula.clauses, *((literal,) for literal in cube)))


# The checker of the tree


@each(
    ("refuted", "nodes"),
    [
        ([()], []),
        ([(4,), (-4,)], [()]),
        ([(1,), (2,), (3,)], [()]),
        ([(4, 1), (4, 2), (4, 3), (-4,)], [(4,), ()]),
        ([(1,), (2,), (3, 4), (3, -4)], [(3,), ()]),
    ],
)
def test_cubes_that_cover_everything(refuted: list[tuple[int, ...]], nodes: list[tuple[int, ...]]) -> None:
    formula = Cnf(5, CELL)
    assert check_cubes(formula, refuted, nodes).accepted
    for at, cube in enumerate(refuted):
        left_out = [*refuted[:at], *refuted[at + 1 :]]
        assert check_cubes(formula, left_out, nodes).accepted is False
        for place in range(len(cube)):
            flipped = (*cube[:place], -cube[place], *cube[place + 1 :])
            assert check_cubes(formula, [*left_out, flipped], nodes).accepted is False
    assert check_cubes(Cnf(5, CELL[1:]), refuted, nodes).accepted is (refuted[0] in [(), (4,)])


def test_a_node_whose_parts_are_not_all_ruled_out() -> None:
    formula = Cnf(5, CELL)
    refuted = [(4, 5, 1), (4, 5, 2), (4, 5, 3), (4, -5), (-4, 1), (-4, 2), (-4, 3)]
    assert check_cubes(formula, refuted, [(4, 5), (4,), (-4,), ()]).accepted
    assert check_cubes(formula, refuted[1:], [(4, 5), (4,), (-4,), ()]).bad_step == 1
    assert check_cubes(formula, refuted[:-1], [(4, 5), (4,), (-4,), ()]).bad_step == 3
    assert check_cubes(formula, refuted, [(4, 5)]).accepted is False


def test_literals_that_the_formula_has_not_are_no_cubes() -> None:
    for literal in (0, 6, -6):
        assert check_cubes(Cnf(5, CELL), [(literal,)], [()]).accepted is False
        assert check_cubes(Cnf(5, CELL), [(1,)], [(literal,), ()]).accepted is False


# Lookahead


def test_growth_is_the_root_of_the_equation() -> None:
    assert growth([1, 1]) == pytest.approx(2)
    assert growth([2, 2]) == pytest.approx(2**0.5)
    assert growth([1, 2]) == pytest.approx((1 + 5**0.5) / 2)  # the golden ratio


@pytest.mark.thorough
@each("seed", range(30))
def test_parts_of_a_cube_are_all_that_it_has(seed: int) -> None:
    """By brute force: parts have no model in common, what failed has none, and none is missing."""
    chance = random.Random(seed)
    formula = random_cnf(chance, 9, chance.randint(12, 40)) if seed % 3 else pigeonhole(3, 3)
    lookahead, cube = Lookahead(formula), ()
    for _ in range(4):
        split = lookahead.split(cube)
        whole = model_count(in_cube(formula, cube))
        assert whole == sum(model_count(in_cube(formula, part)) for part, _ in split.parts)
        assert not any(model_count(in_cube(formula, failed)) for failed in split.failed)
        assert not split.parts or sum(share for _, share in split.parts) == pytest.approx(1, abs=1e-3)
        assert all({abs(x) for x in part} <= set(formula.shown_variables) for part, _ in split.parts)
        if not split.parts or split.parts[0][0] == cube:
            break
        cube = chance.choice(split.parts)[0]


def test_a_cell_is_cut_by_its_values() -> None:
    """Where they exclude each other; a pigeon may sit in two holes, where nothing says that it may not."""
    alone = replace(pigeonhole(4), clauses=(*pigeonhole(4).clauses, *combinations(range(-4, 0), 2)))
    assert [part for part, _ in Lookahead(alone).split(()).parts] == [(1,), (2,), (3,), (4,)]
    assert [part for part, _ in Lookahead(pigeonhole(6)).split(()).parts] == [
        (1,),
        (-1, 2),
        (-1, -2, 3),
        (-1, -2, -3, 4),
        (-1, -2, -3, -4, 5),
        (-1, -2, -3, -4, -5, 6),
    ]


# The same verdict however it is split


def split_by_chance(task: DividedSearch, chance: random.Random, often: float) -> Ledger:
    """A question worked off by one, split wherever chance wants it: much more than any run would."""
    ledger = Ledger(Part())
    while not ledger.finished and not task.enough(ledger.found):
        (part,) = ledger.take(0.0, 1)
        if len(part.place) < 3 and chance.random() < often:
            told = task.worker.split(PartResult(part, left=(part,)))
            if told.left == (part,):
                (told,) = do(task.worker, Bundle((part,), 60))
        else:
            (told,) = do(task.worker, Bundle((part,), 60, chance.choice((None, 1, 50)), split=True))
        ledger.add(PartResult(**json.loads(json.dumps(told._asdict()), object_hook=_parts)))
    return ledger


def _parts(row: dict[str, Any]) -> dict[str, Any]:
    """As a journal gives it back: tuples are lists there."""
    if "part" in row:
        row["part"], row["left"] = _part(row["part"]), tuple(map(_part, row["left"]))
        row["answers"] = tuple(map(tuple, row["answers"]))
    return row


def _part(row: list[Any]) -> Part:
    return Part(tuple(row[0]), tuple(row[1]), row[2])


CASES = [(kind, one.name) for kind in KINDS for one in instances(kind)[:5]]


@pytest.mark.thorough
@each(("kind", "name"), CASES)
def test_cubes_of_every_kind(kind: str, name: str) -> None:
    """Split by chance, they find the answers that brute force finds."""
    instance = next(one for one in instances(kind) if one.name == name)
    reduction = "/".join(rule.name for rule in path_to(kind, "cnf"))
    route = f"{reduction}/minisat22".lstrip("/")
    if instance.refuses(route) or len(instance.answers) >= 50:
        return
    chance = random.Random(f"{kind} {name}")
    task = CubeSearch(instance.problem, route, None)
    ledger = split_by_chance(task, chance, 0.7)
    models = [model for told in ledger.results for model in told.answers]
    found = {seen(instance.problem, task.reduction.decode(model)) for model in models}
    assert (len(models), found) == (len(instance.answers), set(instance.answers))
    task.review(ledger.results)
    counted = split_by_chance(CubeSearch(instance.problem, route, 0), chance, 0.5)
    assert (counted.found, counted.finished) == (len(instance.answers), True)


@each("solver", [solver.name for solver in SAT_SOLVERS if solver.keeps])
def test_every_solver_conquers(solver: str) -> None:
    for formula, count in ((pigeonhole(5), 0), (pigeonhole(3, 3), 6), (Cnf(0, ()), 1), (Cnf(2, ((),)), 0)):
        ledger = split_by_chance(CubeSearch(formula, solver, 0), random.Random(solver), 0.6)
        assert ledger.found == count


@each("solver", ["kissat404", "lingeling"])
def test_a_solver_that_keeps_nothing_is_refused(solver: str) -> None:
    with pytest.raises(SolverError, match=solver):
        answers_of(CubeSearch(pigeonhole(3), solver, 2), NO_LIMITS, Workers(2))
    route = find_route("cnf", solver)
    assert in_parts("check", pigeonhole(3), route, NO_LIMITS, Workers(2)) is None


def test_a_part_that_is_done_twice_says_the_same() -> None:
    """What a solver found before, and rules out since, is found again."""
    work = CubeSearch(pigeonhole(3, 3), "cadical195", None).worker
    part = Part((), (1,))
    first, second = work.do(part, NO_LIMITS), work.do(part, NO_LIMITS)
    assert first.answers == second.answers
    assert (first.found, len({*first.answers})) == (2, 2)
    assert work.do(Part(), NO_LIMITS).found == 6


def test_cubes_that_are_not_all_are_no_verdict() -> None:
    task = CubeSearch(pigeonhole(6), "cadical195", 2)
    root = task.worker.split(PartResult(Part(), left=(Part(),)))
    leaves = [task.worker.do(part, NO_LIMITS) for part in root.left]
    task.review([root, *leaves])
    for leaf in leaves:
        with pytest.raises(SolverError, match="do not cover"):
            task.review([root, *(told for told in leaves if told is not leaf)])


# Processes of this machine


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts are split at once."""
    monkeypatch.setattr(running, "FIRST", 0.0)
    monkeypatch.setattr(divide, "LOCAL_PACE", running.Pace(0.001, 2.0))


@pytest.mark.thorough
@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize("deaths", [(), (1,), (2, 4, 7)])
def test_workers_that_are_killed(monkeypatch: pytest.MonkeyPatch, deaths: tuple[int, ...]) -> None:
    """Which parts are given first depends on the clock; no part is killed so often that the run gives up."""
    given, killed = 0, Counter[Part]()

    def submit(processes: Processes, task: Task) -> None:
        nonlocal given
        given += 1
        to_worker(processes, task)
        parts = task.argument.parts
        if given in deaths and all(killed[part] < running.TRIES - 1 for part in parts):
            killed.update(parts)
            next(reversed(processes._busy.values())).worker.process.kill()

    to_worker = Processes.submit
    monkeypatch.setattr(Processes, "submit", submit)
    found = answers_of(CubeSearch(pigeonhole(7), "cadical195", 2), NO_LIMITS, Workers(2))
    assert (found.at_least, found.exhausted, found.reason) == (0, True, None)
    assert given > 7
    assert found.effort["nodes"] > 0


@pytest.mark.usefixtures("soon")
def test_a_part_that_kills_every_worker_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def submit(processes: Processes, task: Task) -> None:
        to_worker(processes, task)
        if task.argument.parts[0] == Part():
            next(reversed(processes._busy.values())).worker.process.kill()

    to_worker = Processes.submit
    monkeypatch.setattr(Processes, "submit", submit)
    found = answers_of(CubeSearch(pigeonhole(7), "cadical195", 2), NO_LIMITS, Workers(2))
    assert (found.exhausted, found.reason) == (False, "the death of its worker by SIGKILL")


@pytest.mark.usefixtures("soon")
def test_limits_are_an_unknown() -> None:
    found = answers_of(CubeSearch(pigeonhole(11), "cadical195", 2), Limits(nodes=3000), Workers(2))
    assert (found.at_least, found.exhausted, found.reason) == (0, False, "3000 nodes")


@pytest.mark.thorough
@pytest.mark.usefixtures("soon")
def test_questions_by_a_named_solver(tmp_path: Path) -> None:
    latin = "latin 4\n1...\n.2..\n....\n....\n"
    route = "cover/cnf:sequential/glucose4"
    alone = coversat.solve(latin, via=route, limit=None)
    assert coversat.solve(latin, via=route, limit=None, jobs=2).answers == alone.answers
    assert coversat.count(latin, via=route, jobs=2).at_least == len(alone.answers)
    two = coversat.check(latin, via=route, jobs=2)
    assert (two.verdict, len(set(two.answers)), two.exhausted) == (coversat.Verdict.MULTIPLE, 2, False)
    assert set(two.answers) <= set(alone.answers)
    first = coversat.solve(latin, via=route, jobs=2)
    assert (first.verdict, first.exhausted) == (coversat.Verdict.SATISFIABLE, False)
    unique = coversat.check("latin 3\n12.\n2..\n...\n", via=route, jobs=2)
    assert (unique.verdict, unique.at_least) == (coversat.Verdict.UNIQUE, 1)


@pytest.mark.thorough
@pytest.mark.usefixtures("soon")
def test_cubes_that_were_kept_are_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After each limit by what is in the file, until nothing is left; what takes long is split for that."""
    monkeypatch.setattr(running, "LONG", 0.0)
    (tmp_path / "hard.cnf").write_text(pigeonhole(8).format())
    out = tmp_path / "out.jsonl"
    words = ["check", str(tmp_path / "hard.cnf"), "--jobs", "2", "--out", str(out), "--resume"]
    sizes = []
    for _ in range(2):
        assert command_line(*words, "--nodes", "9000").code == 3
        sizes.append((tmp_path / "out.jsonl.parts").stat().st_size)
    assert sizes[0] < sizes[1]
    assert command_line(*words).code == 1
    (row,) = map(json.loads, out.read_text().splitlines())
    assert (row["status"], row["exact"], row["route"]) == ("none", True, "cadical195")
    assert not (tmp_path / "out.jsonl.parts").exists()


def _ignore(value: Any, seconds: float | None = None) -> None:
    """A report."""


def test_a_worker_of_a_cluster_does_its_cubes() -> None:
    """What such a worker runs, on what is sent to it: the task, pickled, and parts."""
    (puzzle,) = read("latin 4\n1...\n.2..\n....\n....\n").problems
    counting, proving = CubeSearch(puzzle, "cover/cnf:sequential/cadical195", 0), ProofSearch(pigeonhole(4))
    (counted,), (proved,) = (
        run_bundle((task.identity, pickle.loads(pickle.dumps(task))), Bundle((Part(),), 60.0), _ignore)
        for task in (counting, proving)
    )
    assert (counted.found, counted.left) == (len(coversat.solve(puzzle, limit=None).answers), ())
    assert check_drup(pigeonhole(4), BytesIO(proved.more["proof"].encode())).accepted


# Proofs of parts, joined


def formulas_without_models() -> Iterator[Cnf]:
    yield pigeonhole(4)
    yield pigeonhole(5)
    chance = random.Random(4)
    drawn = (random_cnf(chance, 12, 90) for _ in range(12))
    yield from (formula for formula in drawn if not model_count(formula))
    (puzzle,) = read("1...\n..2.\n.3..\n...4\n").problems
    unique = apply_path(find_path("sudoku", "cover/cnf:sequential"), puzzle)
    model = unique.encode(coversat.solve(puzzle).answers[0])
    yield replace(unique.target, clauses=(*unique.target.clauses, tuple(-x for x in model)))


@pytest.mark.thorough
def test_joined_proofs_are_proofs() -> None:
    program = shutil.which("drat-trim")
    for formula, often in product(formulas_without_models(), (0.4, 1.0)):
        ledger = split_by_chance(ProofSearch(formula), random.Random(2), often)
        proof = cube_proofs.joined(ledger)
        assert check_drup(formula, BytesIO(proof)).accepted, (formula, often)
        assert is_proof(formula.clauses, text_steps(proof)), (formula, often)
        if program is not None:
            _trimmed(program, formula, proof)


def _trimmed(program: str, formula: Cnf, proof: bytes) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        files = Path(folder, "formula.cnf"), Path(folder, "proof.drup")
        files[0].write_text(formula.format())
        files[1].write_bytes(proof)
        done = subprocess.run([program, *map(str, files)], capture_output=True, text=True, check=False)
        assert "s VERIFIED" in done.stdout


@pytest.mark.thorough
def test_a_joined_proof_without_a_cube_is_none() -> None:
    formula = pigeonhole(5)
    ledger = split_by_chance(ProofSearch(formula), random.Random(3), 1.0)
    leaves = [told for told in ledger.results if "proof" in told.more]
    whole = ledger.results
    assert len(leaves) > 4
    for leaf in leaves:
        ledger.results = [told for told in whole if told is not leaf]
        assert check_drup(formula, BytesIO(cube_proofs.joined(ledger))).accepted is False


def test_a_step_says_or_not_this_cube() -> None:
    """Lemmas are forgotten at the end, the formula never is, and what the cube says is no lemma.

    A reason of the contradiction that the solver deletes after it stays until the cube is ruled out.
    """
    proof = "1 2 0\nd 5 6 0\n3 0\nd 2 1 0\n-7 4 0\n7 1 0\n0\nd 3 0\n"
    assert "".join(without_cube(proof, (7, -8))) == (
        "1 2 -7 8 0\n3 -7 8 0\nd 2 1 -7 8 0\n4 -7 8 0\n-7 8 0\nd 3 -7 8 0\nd 4 -7 8 0\n"
    )
    assert "".join(without_cube(proof, ())) == proof


@pytest.mark.thorough
@pytest.mark.usefixtures("soon")
def test_certificates_in_parts(tmp_path: Path) -> None:
    for name, text, verdict in (
        ("none.cnf", pigeonhole(7).format(), "NONE"),
        ("some.cnf", pigeonhole(3, 3).format(), "MULTIPLE"),
        ("one.cnf", "p cnf 2 2\n1 2 0\n-1 0\n", "UNIQUE"),
        ("empty.cnf", "p cnf 1 1\n0\n", "NONE"),
    ):
        (tmp_path / name).write_text(text)
        folder = str(tmp_path / f"proof-{name}")
        done = command_line("check", str(tmp_path / name), "--jobs", "2", "--certify", folder, "--brief")
        assert done.stdout.startswith(f"{verdict} ")
        assert done.stderr == ""
        checked = command_line("verify", folder)
        assert checked.stdout.startswith(f"ACCEPTED {verdict} ")


def test_a_limit_leaves_no_certificate(tmp_path: Path) -> None:
    (tmp_path / "hard.cnf").write_text(pigeonhole(11).format())
    folder = tmp_path / "proof"
    words = ["check", str(tmp_path / "hard.cnf"), "--jobs", "2", "--certify", str(folder), "--nodes", "2000"]
    done = command_line(*words)
    assert (done.code, done.stdout.split()[0]) == (3, "UNKNOWN")
    assert not list(folder.glob("*"))


def test_a_model_ends_a_proof() -> None:
    meter = Meter(NO_LIMITS)
    model = prove_in_parts(pigeonhole(3, 3), meter, Workers(2))
    assert not isinstance(model, bytes)
    assert not pigeonhole(3, 3).violations(model)
    assert refutation([]) == ([], [])
    assert isinstance(CubeSearch(pigeonhole(2), "cadical195", 2).worker, CubeWorker)
