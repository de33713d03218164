"""One puzzle on a real Dask cluster on this machine, whose workers and whose scheduler die."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path

import pytest
from test_batch_cluster import cluster

from coversat.cli import exit_code
from coversat.parts import cluster as module
from coversat.parts import run as running
from coversat.parts.covers import CoverTask
from coversat.parts.part import Part
from coversat.parts.run import Bundle, Heard
from coversat.problems import read
from coversat.version import VERSION

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
    monkeypatch.setattr(module, "PATIENCE", 1.0)
    monkeypatch.setattr(module.Cluster, "least", 0.05)
    monkeypatch.setattr(module.Cluster, "most", 0.05)
    with cluster(tmp_path) as (address, (one, _, scheduler)):
        with distributed.Client(address, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)

        def kill() -> None:
            wait_for(parts, 1_000)
            one.kill()
            wait_for(parts, parts.stat().st_size + 1_000)
            scheduler.kill()

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
    assert json.loads(out.read_text()) == row


def wait_for(path: Path, size: int) -> None:
    """Until the file is so long."""
    deadline = time.monotonic() + 60
    while not (path.exists() and path.stat().st_size > size):
        assert time.monotonic() < deadline
        time.sleep(0.01)


# What a worker refuses


def task() -> CoverTask:
    (problem,) = read("queens 6").problems
    return CoverTask(problem, "cover/bitset")


def test_a_worker_works_for_its_own_version(monkeypatch: pytest.MonkeyPatch) -> None:
    bundle = Bundle((Part(),), 60)
    (told,) = module.work_on(VERSION, task().identity, task(), bundle)
    assert (told.found, told.left) == (4, ())
    monkeypatch.setattr(module, "_mine", threading.local())
    with pytest.raises(
        module.ClusterError, match=f"a worker of the cluster has coversat {VERSION}, and here"
    ):
        module.work_on("0.0.1", task().identity, task(), bundle)
    with pytest.raises(module.ClusterError, match="reduces the puzzle to something else"):
        module.work_on(VERSION, "another", task(), bundle)


class Future:
    """What a scheduler says of a bundle in the end."""

    def __init__(self, error: BaseException | None, status: str = "error") -> None:
        self.error, self.status = error, status

    def exception(self) -> BaseException | None:
        return self.error

    def result(self) -> tuple[()]:
        return ()


def test_what_is_heard_of_a_bundle() -> None:
    bundle = Bundle((Part(),), 1)
    assert module._heard(Future(None, "finished"), bundle) == Heard(bundle)
    assert module._heard(Future(None, "cancelled"), bundle) == Heard(bundle)
    killed = distributed.KilledWorker("a", "b", 4)
    assert module._heard(Future(killed), bundle) == Heard(bundle, (), "the death of its workers")
    with pytest.raises(
        module.ClusterError, match="cannot work: ModuleNotFoundError: No module named 'coversat'"
    ):
        module._heard(Future(ModuleNotFoundError("No module named 'coversat'")), bundle)


def test_a_scheduler_that_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(running, "FIRST", 0.0)
    monkeypatch.setattr(module, "PATIENCE", 0.2)
    name = tmp_path / "six.txt"
    name.write_text(SIX)
    assert exit_code(["count", str(name), "--scheduler", "tcp://127.0.0.1:1"]) == 2
    assert capfd.readouterr().err.startswith("coversat: no scheduler at tcp://127.0.0.1:1")
