"""The contestants of `exact_cover.py`, seen from outside: processes that are given jobs and answer counts."""

from __future__ import annotations

import json
import os
import re
import resource
import shlex
import signal
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from exact_cover_instances import Job, Problem

WORKER = Path(__file__).with_name("exact_cover_worker.py")


class TimeUpError(Exception):
    """The processor time that was allowed is used up."""


@dataclass
class Measured:
    """Seconds of processor time, the count of each problem, and what is known of memory."""

    seconds: float
    counts: list[int]
    memory: dict[str, int] = field(default_factory=dict)


class Contestant(Protocol):
    name: str
    version: str

    def takes(self, job: Job) -> bool:
        """Whether the job is meant for it."""

    def run(self, job: Job, seconds: float) -> Measured:
        """Do the job once, in so many seconds of processor time or raise `TimeUpError`."""

    def stop(self) -> None:
        """End what still runs."""


class Worker:
    """A coversat engine or a package: a process of `exact_cover_worker.py` that stays and is warm."""

    def __init__(self, name: str, python: str, folder: Path, ours: bool = False) -> None:
        self.name = f"coversat {name}" if ours else name
        self.version = ""
        self.command = [python, str(WORKER), name]
        self.file = folder / f"job of {name}.json"
        self.job: Job | None = None
        self.ours = ours
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> bool:
        """Whether the process is there and knows its contestant."""
        if self.process is None:
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
            hello = self._read()
            if not hello:
                return False
            self.version = hello["version"]
        return True

    def takes(self, job: Job) -> bool:
        if self.name == "xcover zdd":  # its memo does not save it from large diagrams
            return job.memo and job.visitable
        return self.ours or job.visitable

    def run(self, job: Job, seconds: float) -> Measured:
        if self.job is not job:
            self.job = job
            task = ("problems", "limit", "memo", "shape", "givens")
            self.file.write_text(json.dumps({name: getattr(job, name) for name in task}))
        if not self.start():
            raise RuntimeError(f"{self.name} cannot be started again")
        assert self.process is not None
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"job": str(self.file), "seconds": seconds}) + "\n")
        self.process.stdin.flush()
        answer = self._read()
        if not answer:
            code, self.process = self.process.wait(), None
            if code == -signal.SIGPROF:
                raise TimeUpError
            raise RuntimeError(f"{self.name} ended with {code} on {job.name}")
        return Measured(**answer)

    def _read(self) -> dict[str, Any]:
        assert self.process is not None
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        return json.loads(line) if line else {}

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()


class Said(NamedTuple):
    """What one process took, and what it said: its own seconds, counts, the bytes of its main tables."""

    seconds: float
    own_seconds: float | None
    counts: list[int]
    most_bytes: int


class Program:
    """An outside program that reads Knuth's text and says in the end "... 92 solutions ...".

    It is timed as a process, less the same process told to stop at its first node (Knuth's option ``T0``),
    or, if the program does not know that option, less its process for a problem of one option.  So neither
    start nor reading is in the time; but a process that has just started is slow, and for problems of some
    tens of microseconds the difference says little.  So a program may have ``{problems}`` in its command:
    their files are put there, all those of a job in one process, and it says of each its count and, as in
    "0.000050 seconds", how long it searched, by its own clock of processor time.
    """

    def __init__(self, name: str, command: str, folder: Path, counts_by_memo: bool) -> None:
        self.name = name
        self.version = ""
        self.words = shlex.split(command)
        self.folder = folder
        self.counts_by_memo = counts_by_memo
        self.takes_many = "{problems}" in self.words
        one = self._written([Problem(1, 0, [[0]])], "one option")
        self.stops = bool(self._once(one, "T0", 10).counts)
        self.least = 0.0 if self.stops else self._once(one, "", 10).seconds

    def takes(self, job: Job) -> bool:
        return job.memo if self.counts_by_memo else job.visitable

    def run(self, job: Job, seconds: float) -> Measured:
        limit = f"t{job.limit}" if job.limit else ""
        if self.takes_many:
            said = self._once(self._written(job.problems, "problem"), limit, seconds)
            if len(said.counts) != len(job.problems) or said.own_seconds is None:
                raise RuntimeError(f"{self.name} does not say the count and the seconds of each problem")
            return Measured(said.own_seconds, said.counts, {"said_bytes": said.most_bytes})
        result = Measured(0.0, [])
        for problem in job.problems:
            files = self._written([problem], "problem")
            said = self._once(files, limit, seconds - result.seconds)
            idle = self._once(files, "T0", seconds).seconds if self.stops else self.least
            if len(said.counts) != 1:
                raise RuntimeError(f"{self.name} does not say the count")
            result.seconds += max(0.0, said.seconds - idle)
            result.counts += said.counts
            result.memory = {"said_bytes": max(said.most_bytes, result.memory.get("said_bytes", 0))}
            if result.seconds > seconds:
                raise TimeUpError
        return result

    def stop(self) -> None:
        """Its processes have ended."""

    def _written(self, problems: list[Problem], name: str) -> list[Path]:
        files = [self.folder / f"{name} {at}.dlx" for at in range(len(problems))]
        for file, problem in zip(files, problems, strict=True):
            file.write_text(problem.knuth())
        return files

    def _once(self, files: list[Path], option: str, seconds: float) -> Said:
        command = [word for word in self.words if word != "{problems}"]
        if self.takes_many:
            at = self.words.index("{problems}")
            command[at:at] = map(str, files)
        with files[0].open("rb") as text, tempfile.TemporaryFile() as said:
            process = subprocess.Popen(
                [*command, *option.split()],
                stdin=text,
                stdout=subprocess.DEVNULL,
                stderr=said,
                preexec_fn=ends_after(seconds),
            )
            try:
                _, status, usage = os.wait4(process.pid, 0)
            except KeyboardInterrupt:
                process.kill()
                raise
            process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
                raise TimeUpError
            said.seek(0)
            words = said.read().decode(errors="replace")
        own = re.findall(r"(\d+\.\d+) seconds\b", words)
        return Said(
            usage.ru_utime + usage.ru_stime,
            sum(map(float, own)) if own else None,
            [int(count) for count in re.findall(r"(\d+) solutions?\b", words)],
            max(map(int, re.findall(r"(\d+) bytes\b", words)), default=0),
        )


def ends_after(seconds: float) -> Any:
    """What sets a limit of whole seconds of processor time, in a process just made."""
    whole = max(1, int(seconds + 1))
    return lambda: resource.setrlimit(resource.RLIMIT_CPU, (whole, whole + 1))
