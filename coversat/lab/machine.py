"""Where and with what something was measured.  Nothing that names a person or a computer."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

from .. import programs
from ..deadline import Deadline
from ..errors import LimitReachedError
from ..processes import cores
from ..version import VERSION

PATIENCE = 2.0
"""Seconds that a program may take to say its version."""

_PACKAGES = ("python-sat", "networkx", "passagemath-kissat")


def machine() -> dict[str, str | int | float | None]:
    """The processor, its cores, the system, and how busy it was (processes that wanted to run)."""
    return {
        "processor": _processor(),
        "cores": cores(),
        "system": f"{platform.system()} {platform.release()}",
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
    }


def _processor() -> str:
    try:
        with open("/proc/cpuinfo") as file:
            for line in file:
                name, _, value = line.partition(":")
                if name.strip() == "model name":
                    return f"{platform.machine()} {value.strip()}"
    except OSError:
        pass
    return platform.machine()


def versions(programs: Iterable[str] = ()) -> dict[str, str]:
    """The versions of coversat, Python, the packages that solve, and the programs that say theirs."""
    said = {Path(program).name: _version(program) for program in programs}
    found = {program: version for program, version in said.items() if version is not None}
    found |= {"coversat": VERSION, "python": platform.python_version()}
    for package in _PACKAGES:
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    return found


def _version(program: str) -> str | None:
    """The first line that a program prints when it is asked for its version."""
    try:
        ended = programs.run([program, "--version"], programs.new_folder(), deadline=Deadline(PATIENCE))
    except (programs.ProgramError, LimitReachedError):
        return None
    lines = ended.output.decode("ascii", "replace").split("\n") if ended.code == 0 else []
    return next((line.strip()[:80] for line in lines if line.strip()), None)


def git_state() -> str | None:
    """The commit that coversat is at, with ``-dirty`` behind it where files differ; None without git."""
    home = Path(__file__).resolve().parents[2]
    if not (home / ".git").exists():
        return None
    command = ["git", "describe", "--always", "--dirty", "--exclude", "*"]
    try:
        done = subprocess.run(command, cwd=home, capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()
