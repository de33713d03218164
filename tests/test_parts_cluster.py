"""One puzzle on a real Dask cluster on this machine, whose workers and whose scheduler die."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from formulas import pigeonhole
from test_batch_cluster import cluster

from coversat.cli import exit_code
from coversat.findings import Findings
from coversat.problems import read
from coversat.solvers import NO_LIMITS
from coversat.version import VERSION
from coversat.work import dask
from coversat.work import divide as running
from coversat.work.covers import CoverSearch
from coversat.work.cubes import CubeSearch
from coversat.work.dask import ClusterError
from coversat.work.divide import Bundle, Workers, answers_of
from coversat.work.parts import Part

distributed = pytest.importorskip("distributed")

SIX = "latin 6\n123456\n" + "......\n" * 5
COUNT = 812_851_200 // 720  # OEIS A002860, of which each first row has as many


def test_workers_and_the_scheduler_die(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """What was done until then is gone on with, on another cluster or by the processes of one machine."""
    name, out, parts = tmp_path / "six.txt", tmp_path / "out.jsonl", tmp_path / "out.jsonl.parts"
    name.write_text(SIX)
    words = ["count", str(name), "--out", str(out), "--memo-limit", "0", "--resume"]
    monkeypatch.setattr(running, "FIRST", 0.0)
    monkeypatch.setattr(dask, "PATIENCE", 1.0)
    monkeypatch.setattr(running, "NETWORK_PACE", running.Pace(0.05, 0.05))
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
    with cluster(tmp_path) as (address, _):
        assert exit_code([*words, "--scheduler", address]) == 0
        cubes = cubes_by(address)
    assert json.loads(out.read_text()) == row
    assert (cubes.at_least, cubes.exhausted, cubes.effort["nodes"] > 1_000) == (0, True, True)


def cubes_by(address: str) -> Findings[object]:
    """What workers of a cluster say of a formula without models, which is cut for them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(running, "NETWORK_PACE", running.Pace(0.02, 5.0))
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
        return dask.run_task(VERSION, running.run_bundle, (identity, task), identity, bundle)

    _, (result,) = run(task.identity)
    assert (result.found, result.left) == (4, ())
    with pytest.raises(ClusterError, match="reduces the puzzle to something else"):
        run("another")


def test_a_scheduler_that_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """It is asked for, even if there was nothing for it to do."""
    monkeypatch.setattr(dask, "PATIENCE", 0.2)
    name = tmp_path / "six.txt"
    name.write_text("latin 2\n..\n..\n")
    assert exit_code(["count", str(name), "--scheduler", "tcp://127.0.0.1:1"]) == 2
    assert capfd.readouterr().err.startswith("coversat: no scheduler at tcp://127.0.0.1:1")
