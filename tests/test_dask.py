"""Dask clusters: what is submitted, what comes back, and workers and schedulers that die."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from each import each
from formulas import pigeonhole

from coversat.answering.parts import divide
from coversat.answering.parts import run as running
from coversat.answering.parts.covers import CoverSearch
from coversat.answering.parts.cubes import CubeSearch
from coversat.answering.parts.divide import Workers, answers_of
from coversat.answering.parts.ledger import Part
from coversat.answering.parts.run import Bundle
from coversat.answering.sets.entries import Entries
from coversat.answering.sets.presenting import JsonRows
from coversat.answering.sets.request import Request
from coversat.answering.sets.sets import pairs, run
from coversat.base import dask
from coversat.base.dask import ClusterError, Outcome, outcome_of, run_task
from coversat.base.errors import ReductionError, SolverError
from coversat.base.version import VERSION
from coversat.cli import exit_code
from coversat.problems import read
from coversat.solvers import NO_LIMITS
from coversat.solvers.findings import Findings

distributed: Any = None


@pytest.fixture(scope="module", autouse=True)
def imported_late() -> None:
    """Not by every process that collects the tests: it is large."""
    global distributed
    distributed = pytest.importorskip("distributed")


# Calls


def context_and(context: int, argument: int, report: object) -> tuple[int, int]:
    return context, argument


@pytest.mark.thorough
def test_a_worker_works_for_its_own_version() -> None:
    called: list[int] = []
    assert run_task(VERSION, [lambda: called.append(1)], context_and, 3, None, 5) == ([], (3, 5))
    assert called == [1]
    with pytest.raises(
        ClusterError, match=f"a worker of the cluster has coversat {VERSION}, and here is 0.0.1"
    ):
        run_task("0.0.1", (), context_and, 3, None, 5)


class Future:
    """What a scheduler says of a call in the end."""

    key = "call-1"

    def __init__(self, error: BaseException | None, late: BaseException | None = None) -> None:
        """`late`: what comes between the two questions."""
        self.error, self.late = error, late

    def exception(self) -> BaseException | None:
        return self.error

    def result(self) -> tuple[()]:
        if self.late is not None:
            raise self.late
        return ()


def test_what_became_of_a_call() -> None:
    assert outcome_of(Future(None)) == Outcome(())
    assert outcome_of(Future(CancelledError())) == Outcome(lost=True)
    assert outcome_of(Future(None, CancelledError())) == Outcome(lost=True)
    killed = outcome_of(Future(distributed.KilledWorker("a", "b", 4)))
    assert killed == Outcome(failure="the death of its workers")


@each(
    ("error", "raised", "says"),
    [
        (
            ModuleNotFoundError("No module named 'coversat'"),
            ClusterError,
            "cannot work: ModuleNotFoundError: No",
        ),
        (ReductionError("no way"), ReductionError, "no way"),
        (KeyboardInterrupt(), KeyboardInterrupt, "^$"),
    ],
)
def test_what_a_call_raises(error: BaseException, raised: type[BaseException], says: str) -> None:
    with pytest.raises(raised, match=says):
        outcome_of(Future(error))


# A set of puzzles

UNIQUE, NONE, MULTIPLE = "1.....2..3.....4", "..............11", "." * 16


@contextmanager
def process(*words: str) -> Iterator[subprocess.Popen[str]]:
    """A program of the cluster, ended with the context."""
    running = subprocess.Popen(
        [sys.executable, "-m", *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    try:
        yield running
    finally:
        running.kill()
        running.communicate()


@contextmanager
def cluster(folder: Path) -> Iterator[tuple[str, list[subprocess.Popen[str]]]]:
    """The address of a scheduler, its two workers, and itself."""
    file = folder / "scheduler.json"
    started = "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"
    with process(*started, "--scheduler-file", str(file)) as program:
        deadline = time.monotonic() + 60
        while not (file.exists() and file.stat().st_size):
            assert program.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.1)
        address = json.loads(file.read_text())["address"]
        worker = "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard"
        with process(*worker) as one, process(*worker) as two:
            yield address, [one, two, program]


def a_set_loses_nothing(
    address: str, workers: list[subprocess.Popen[str]], folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """A worker is done without; a scheduler ends the run, which can be gone on with."""
    path, out = folder / "set.txt", folder / "set.jsonl"
    path.write_text(f"{UNIQUE}\n{NONE}\n{MULTIPLE}\n" * 150)
    query = Request("check", via="cnf:extended/cadical195", scheduler=address)
    texts = []
    for _, result in pairs(run(query, Entries([str(path)]), JsonRows())):
        texts.append(result.shown.out)
        if len(texts) == 100:
            workers[0].kill()
    assert exit_code(["check", str(path), "--out", str(out), "--scheduler", address]) == 1
    by_cluster = pairs(run(query, Entries([str(path)]), JsonRows()))
    told = [next(by_cluster) for _ in range(100)]
    workers[2].kill()
    with pytest.raises(SolverError, match=f"the scheduler at {address} has gone"):
        told += by_cluster
    assert [json.loads(text)["case"] for text in texts] == list(range(1, 451))
    assert [json.loads(text)["status"] for text in texts] == ["unique", "none", "multiple"] * 150
    here = [
        result.shown.out
        for _, result in pairs(run(query._replace(scheduler=None, jobs=1), Entries([str(path)]), JsonRows()))
    ]
    assert texts == here
    by_command = [json.loads(line) for line in out.read_text().splitlines()]
    assert [row["status"] for row in by_command] == ["unique", "none", "multiple"] * 150
    assert capfd.readouterr().err.startswith("450 puzzles: ")


def test_a_scheduler_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask, "PATIENCE", 0.2)
    with pytest.raises(SolverError, match=r"no scheduler at tcp://127\.0\.0\.1:1"):
        list(run(Request("check", scheduler="tcp://127.0.0.1:1"), iter(()), JsonRows()))


def test_a_client_that_waits_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it does for ever when the thread that it began died for want of memory."""

    def waits(*_: object, **__: object) -> None:
        threading.Event().wait(60)

    monkeypatch.setattr(dask, "PATIENCE", 0.02)
    monkeypatch.setattr(distributed, "Client", waits)
    with pytest.raises(SolverError, match=r"no scheduler at tcp://127\.0\.0\.1:1"):
        list(run(Request("check", scheduler="tcp://127.0.0.1:1"), iter(()), JsonRows()))


@pytest.mark.parametrize("address", ["foo", "xyz://host:1", "tcp://host"])
def test_an_address_that_is_none(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distributed, "Client", None)  # it is refused before
    with pytest.raises(SolverError, match=f"no scheduler at {address}: "):
        list(run(Request("check", scheduler=address), iter(()), JsonRows()))


# One puzzle in parts

SIX = "latin 6\n1234..\n" + "......\n" * 5  # longer than it takes to kill a worker and the scheduler
COUNT = 812_851_200 // 360  # OEIS A002860, of which each beginning of the first row has as many


@pytest.mark.thorough
def test_workers_and_the_scheduler_die(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """What was done until then is gone on with, on another cluster or by the processes of one machine."""
    name, out, parts = tmp_path / "six.txt", tmp_path / "out.jsonl", tmp_path / "out.jsonl.parts"
    name.write_text(SIX)
    words = ["count", str(name), "--out", str(out), "--memo-limit", "0", "--resume"]
    monkeypatch.setattr(running, "FIRST", 0.0)
    monkeypatch.setattr(dask, "PATIENCE", 1.0)
    monkeypatch.setattr(divide, "NETWORK_PACE", running.Pace(0.05, 0.05))
    with cluster(tmp_path) as (address, (one, _, program)):
        with distributed.Client(address, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)

        def kill() -> None:
            wait_for(parts, 1_000)
            one.kill()
            wait_for(parts, parts.stat().st_size + 1_000)
            program.kill()

        killer = threading.Thread(target=kill)
        killer.start()
        code = exit_code([*words, "--scheduler", address])
        killer.join()
    assert capfd.readouterr().err == f"coversat: the scheduler at {address} has gone\n"
    assert code == 2
    kept = parts.read_text()
    assert exit_code([*words, "--jobs", "2"]) == 0
    (row,) = map(json.loads, out.read_text().splitlines())
    assert (row["count"], row["exact"], row["route"]) == (COUNT, True, "cover/bitset")
    assert not parts.exists()
    out.unlink()
    parts.write_text(kept)
    (tmp_path / "scheduler.json").unlink()
    with cluster(tmp_path) as (address, workers):
        assert exit_code([*words, "--scheduler", address]) == 0
        cubes = cubes_by(address)
        capfd.readouterr()
        a_set_loses_nothing(address, workers, tmp_path, capfd)
    assert json.loads(out.read_text()) == row
    assert (cubes.at_least, cubes.exhausted, cubes.effort["nodes"] > 1_000) == (0, True, True)


def cubes_by(address: str) -> Findings[object]:
    """What workers of a cluster say of a formula without models, which is cut for them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(divide, "NETWORK_PACE", running.Pace(0.02, 5.0))
        task = CubeSearch(pigeonhole(7), "cadical195", 0)
        return answers_of(task, NO_LIMITS, Workers(scheduler=address))


def wait_for(path: Path, size: int) -> None:
    """Until the file is so long."""
    deadline = time.monotonic() + 60
    while not (path.exists() and path.stat().st_size > size):
        assert time.monotonic() < deadline
        time.sleep(0.01)


# What a worker refuses


def test_a_worker_works_for_its_own_reduction() -> None:
    (problem,) = read("queens 6").problems
    task, bundle = CoverSearch(problem, "cover/bitset"), Bundle((Part(),), 60)

    def run(identity: str) -> Any:
        return dask.run_task(VERSION, (), running.run_bundle, (identity, task), identity, bundle)

    _, (result,) = run(task.identity)
    assert (result.found, result.left) == (4, ())
    with pytest.raises(ClusterError, match="reduces the puzzle to something else"):
        run("another")


def test_a_command_needs_its_scheduler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """It is asked for, even if there was nothing for it to do."""
    monkeypatch.setattr(dask, "PATIENCE", 0.2)
    name = tmp_path / "six.txt"
    name.write_text("latin 2\n..\n..\n")
    assert exit_code(["count", str(name), "--scheduler", "tcp://127.0.0.1:1"]) == 2
    assert capfd.readouterr().err.startswith("coversat: no scheduler at tcp://127.0.0.1:1")
