"""A contestant of `kinds.py`, seen from outside: a process that is given puzzles and says verdicts."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

WORKER = Path(__file__).with_name("worker.py")
LOOK = 0.1
"""Seconds between looks at how long it has been at it."""


class Contestant:
    """A process of `worker.py`, begun anew after each that was ended."""

    def __init__(self, name: str, python: str, limit: float, command: Sequence[str] = ()) -> None:
        self.name = name
        self.limit = limit
        self.command = list(command) or [python, str(WORKER), name]
        self.process: subprocess.Popen[str] | None = None
        self.version = ""

    def ask(self, kind: str, text: str, seconds: float | None = None) -> dict[str, Any]:
        """What it says of a puzzle; where it was ended the verdict is ``late``, and the time is the limit."""
        limit = seconds or self.limit
        process = self.process or self._start()
        assert process.stdin is not None
        since = processor_seconds(process.pid)
        process.stdin.write(json.dumps([kind, text]) + "\n")
        process.stdin.flush()
        while not select.select([process.stdout], [], [], LOOK)[0]:
            if processor_seconds(process.pid) - since > limit:
                self.stop()
                return {"seconds": limit, "verdict": "late", "answer": None}
        said = self._line(process)
        return said | {"seconds": limit} if said["verdict"] == "refused" else said

    def _start(self) -> subprocess.Popen[str]:
        self.process = process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.version = self._line(process)["version"]
        return process

    def _line(self, process: subprocess.Popen[str]) -> dict[str, Any]:
        assert process.stdout is not None
        if not (line := process.stdout.readline()):
            raise RuntimeError(f"{self.name} ended with {process.wait()}")
        said: dict[str, Any] = json.loads(line)
        return said

    def stop(self) -> None:
        """End it, if it is there."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


def end_with(contestants: Sequence[Contestant], measure: Callable[[], Sequence[str]]) -> NoReturn:
    """Measure, say what was wrong, and exit by it; however that ends, no contestant is left alone."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    try:
        wrong = measure()
    finally:
        for each in contestants:
            each.stop()
    print(*wrong, sep="\n", file=sys.stderr)
    sys.exit(bool(wrong))


def processor_seconds(process: int) -> float:
    """What a running process has used so far; its name, in brackets, may hold spaces."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
