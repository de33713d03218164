"""A set on a real Dask cluster on this machine, one of whose workers is killed in the middle."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from coversat.batch.entries import Entries
from coversat.batch.presenting import JsonRows
from coversat.batch.request import Request
from coversat.batch.sets import pairs, run
from coversat.cli import exit_code
from coversat.errors import SolverError
from coversat.work import dask

distributed = pytest.importorskip("distributed")

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


def test_who_dies_loses_nothing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker is done without; a scheduler ends the run, which can be gone on with."""
    monkeypatch.setattr(dask, "PATIENCE", 1.0)
    path, out = tmp_path / "set.txt", tmp_path / "out.jsonl"
    path.write_text(f"{UNIQUE}\n{NONE}\n{MULTIPLE}\n" * 150)
    with cluster(tmp_path) as (address, workers):
        with distributed.Client(address, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)
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
        for _, result in pairs(run(replace(query, scheduler=None, jobs=1), Entries([str(path)]), JsonRows()))
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
    import distributed

    def waits(*_: object, **__: object) -> None:
        threading.Event().wait(60)

    monkeypatch.setattr(dask, "PATIENCE", 0.02)
    monkeypatch.setattr(distributed, "Client", waits)
    with pytest.raises(SolverError, match=r"no scheduler at tcp://127\.0\.0\.1:1"):
        list(run(Request("check", scheduler="tcp://127.0.0.1:1"), iter(()), JsonRows()))


@pytest.mark.parametrize("address", ["foo", "xyz://host:1", "tcp://host"])
def test_an_address_that_is_none(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import distributed

    monkeypatch.setattr(distributed, "Client", None)  # it is refused before
    with pytest.raises(SolverError, match=f"no scheduler at {address}: "):
        list(run(Request("check", scheduler=address), iter(()), JsonRows()))
